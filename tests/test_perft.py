"""Ways to play on, counted by the engine, against counts from elsewhere.

A case of `tests/perft` is an id, a position in notation, and any of

    perft DEPTH COUNT         paths of DEPTH actions
    ends COUNT                paths that end the deal
    totals CHANCE DECISION    nodes of the whole tree, by who is to act

and `source` says where the counts are from. Larger ones are run with --max-nodes.
"""

from __future__ import annotations

import pytest

from engine import Position, notation
from engine.perft import divide, perft
from tests.cases import Case, read_cases

CASES = read_cases("perft")


def position_of(case: Case) -> Position:
    position = notation.parse(case["state"][0])
    assert isinstance(position, Position)
    return position


@pytest.mark.parametrize("case", CASES)
def test_perft(case: Case, request: pytest.FixtureRequest) -> None:
    assert case["source"]
    position = position_of(case)
    largest = request.config.getoption("--max-nodes")
    for line in case.get("perft", []):
        depth, count = map(int, line.split())
        if count <= largest:
            paths = (*perft(position, depth).paths, *[0] * depth)
            assert paths[depth] == count, (depth, divide(position, depth))
    for line in case.get("ends", []):
        if int(line) <= largest:
            counted = perft(position)
            assert counted.histories == int(line), divide(position)
            for totals in case.get("totals", []):
                chances, decisions = map(int, totals.split())
                assert (counted.chances, counted.decisions) == (chances, decisions)


@pytest.mark.parametrize("case", CASES)
def test_divide_adds_up_to_perft(case: Case, request: pytest.FixtureRequest) -> None:
    position = position_of(case)
    for line in case.get("perft", []):
        depth, count = map(int, line.split())
        if count <= min(5000, request.config.getoption("--max-nodes")):
            assert sum(divide(position, depth).values()) == count

"""Positions with known values: what `solve` says of them, with all cards open.

A case of `tests/golden` is an id, a position in notation, and

    value     each seat's payoff under best play (max^n where they are more than two)
    best      all best actions of the seat to act, in order
    unit      of the values
    source    where they are from

Those from `tests/naive` are computed there once more.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine import notation
from solver import solve
from tests import naive
from tests.cases import Case, read_cases
from tests.test_naive_twins import naive_twin
from tests.test_perft import position_of

CASES = read_cases("golden")


def expected(case: Case) -> tuple[list[Fraction], list[str]]:
    value = [Fraction(text) for text in case["value"][0].split()]
    return value, case["best"][0].split()


@pytest.mark.parametrize("case", CASES)
def test_golden(case: Case) -> None:
    assert case["source"]
    position = position_of(case)
    assert case["unit"] == [position.game.rules.INFO.unit]
    assert notation.format(position) == case["state"][0]
    answer = solve(position)
    value, best = expected(case)
    assert answer.exact
    assert answer.returns == value
    assert answer.best == best


def is_naive(case: Case) -> bool:
    """Whether the naive games can play the position: they take no set-ups."""
    return "tests/naive" in case["source"][0] and " setup " not in case["state"][0]


@pytest.mark.parametrize("case", [case for case in CASES if is_naive(case.values[0])])
def test_the_naive_games_agree(case: Case) -> None:
    position = position_of(case)
    value, best = expected(case)
    node = naive_twin(position)
    after = {action: naive.maxn(node.play(action)) for action in node.legal_actions()}
    seat = node.current_player()
    most = max(values[seat] for values in after.values())
    assert best == [action for action in after if after[action][seat] == most]
    assert naive.maxn(node) == value

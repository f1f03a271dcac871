"""Max^n against plain max^n: the vector, and the line that the tie rule picks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.protocol import MAX_SEATS
from solver.maxn import NO_VECTORS, maxn, maxn_after, maxn_line, new_vector_table
from solver.minimax import PlainSearch, minimax
from solver.workspace import OUT_OF_NODES, UNKNOWN
from tests.solver.toys import many, toy, workspace_at

SHAPES: list[dict[str, Any]] = [
    {"players": 3, "length": 4, "width": 3, "spread": 1},
    {"players": 3, "length": 5, "width": 3, "spread": 2, "merge": True},
    {"players": 4, "length": 4, "width": 3, "spread": 60},
    {"players": 2, "length": 4, "width": 3, "spread": 2, "merge": True},
    {"players": 3, "length": 3, "width": 5, "spread": 0},
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_payoffs_and_action_are_those_of_plain_maxn(shape: dict[str, Any]) -> None:
    game = toy(opposed=False, **shape)
    n = game.num_players
    shared = new_vector_table(2, n)
    for seed in range(many(200)):
        state = game.new_position(seed=seed).state
        payoffs, line = PlainSearch(game.rules, False).value(state)
        for table in (NO_VECTORS, new_vector_table(0, n), shared):
            work = workspace_at(game, state)
            action = maxn[game.rules](work[0], 0, 0, table)
            assert action == line[0]
            assert list(work["values"][0, :n]) == payoffs


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_line_follows_the_tie_rule(shape: dict[str, Any]) -> None:
    game = toy(opposed=False, **shape)
    for seed in range(many(30)):
        position = game.new_position(seed=seed)
        payoffs, line = minimax(position)
        _, actions = PlainSearch(game.rules, False).value(position.state)
        out = np.zeros(game.rules.INFO.max_length, np.int64)
        for table in (NO_VECTORS, new_vector_table(5, game.num_players)):
            work = workspace_at(game, position.state)
            length = maxn_line[game.rules](work[0], actions[0], out, table)
            assert [game.rules.action_text(None, a) for a in out[:length]] == line
            assert list(work["out"][0, : game.num_players]) == payoffs


def test_payoffs_of_an_action_are_left_for_the_caller() -> None:
    game = toy(players=3, opposed=False, length=5)
    state = game.new_position(seed=2).state
    plain = PlainSearch(game.rules, False)
    for action in plain.actions(state):
        work = workspace_at(game, state)
        assert maxn_after[game.rules](work[0], action, NO_VECTORS)
        expected = plain.value(plain.after(state, action))[0]
        assert list(work["values"][0, :3]) == expected
        assert not work["values"][0, 3:MAX_SEATS].any()


def test_a_search_gives_up_at_its_limit() -> None:
    game = toy(players=3, opposed=False, length=6)
    work = workspace_at(game, game.new_position(seed=2).state)
    work["limit"] = 20
    assert maxn[game.rules](work[0], 0, 0, NO_VECTORS) == UNKNOWN
    assert work["nodes"][0] == 20
    assert work["status"][0] == OUT_OF_NODES


def test_a_seat_that_has_all_it_can_get_looks_no_further() -> None:
    game = toy(players=3, opposed=False, length=6, width=4, spread=1)
    cut = full = 0
    for seed in range(20):
        state = game.new_position(seed=seed).state
        work = workspace_at(game, state)
        maxn[game.rules](work[0], 0, 0, NO_VECTORS)
        plain = PlainSearch(game.rules, False)
        plain.value(state)
        cut += int(work["nodes"][0])
        full += plain.nodes
    assert cut < full / 2

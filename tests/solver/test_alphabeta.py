"""Alpha-beta against plain minimax, with and without a table, at every window."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine import Game
from engine.protocol import list_actions
from solver.alphabeta import (
    INFINITE,
    alphabeta,
    alphabeta_line,
    bring_all_forward,
    bring_forward,
    narrow,
)
from solver.minimax import PlainSearch, minimax
from solver.transposition import NO_TABLE, new_table
from solver.workspace import (
    MET_CHANCE,
    OUT_OF_NODES,
    STOPPED,
    UNKNOWN,
    Halt,
    new_workspace,
)
from tests.solver.toys import many, toy, workspace_at

SHAPES: list[dict[str, Any]] = [
    {"players": 2, "length": 4, "width": 3, "spread": 1},
    {"players": 2, "length": 4, "width": 3, "spread": 4, "merge": True},
    {"players": 4, "length": 4, "width": 3, "spread": 50},
    {"players": 3, "length": 5, "width": 3, "spread": 2, "merge": True},
    {"players": 2, "length": 6, "width": 1, "spread": 3},
    {"players": 2, "length": 3, "width": 5, "spread": 0},
]


def search(game: Game, state: Any, low: int, high: int, table: Any) -> int:
    work = workspace_at(game, state)
    return int(alphabeta[game.rules](work[0], 0, low, high, 0, table))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_value_is_that_of_plain_minimax(shape: dict[str, Any]) -> None:
    game = toy(**shape)
    shared = new_table(3)  # small, and shared by all: full of other states' entries
    for seed in range(many(200)):
        state = game.new_position(seed=seed).state
        expected = PlainSearch(game.rules, True).value(state)[0][0]
        for table in (NO_TABLE, new_table(0), new_table(10), shared):
            assert search(game, state, -INFINITE, INFINITE, table) == expected


@pytest.mark.parametrize("shape", SHAPES[:4], ids=str)
def test_outside_the_window_a_proven_bound_is_returned(shape: dict[str, Any]) -> None:
    game = toy(**shape)
    for seed in range(20):
        state = game.new_position(seed=seed).state
        value = PlainSearch(game.rules, True).value(state)[0][0]
        table = new_table(6)
        for alpha in range(-shape["spread"] - 1, shape["spread"] + 1):
            for table_used in (NO_TABLE, table):
                found = search(game, state, alpha, alpha + 1, table_used)
                assert (found > alpha) == (value > alpha)
                assert value >= found if found > alpha else value <= found


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_narrow_finds_the_value_of_every_action(shape: dict[str, Any]) -> None:
    game = toy(**shape)
    for seed in range(20):
        state = game.new_position(seed=seed).state
        plain = PlainSearch(game.rules, True)
        for action in plain.actions(state):
            expected = plain.value(plain.after(state, action))[0][0]
            work = workspace_at(game, state)
            assert narrow[game.rules](work[0], action, new_table(4))
            assert work["low"][0] == work["high"][0] == expected


@pytest.mark.parametrize("shape", SHAPES[:4], ids=str)
def test_the_line_is_the_first_of_the_best_at_every_state(
    shape: dict[str, Any],
) -> None:
    game = toy(**shape)
    for seed in range(20):
        position = game.new_position(seed=seed)
        payoffs, line = minimax(position)
        plain = PlainSearch(game.rules, True)
        action = next(
            a
            for a in plain.actions(position.state)
            if game.rules.action_text(None, a) == line[0]
        )
        work = workspace_at(game, position.state)
        work["low"] = payoffs[0]
        out = np.zeros(game.rules.INFO.max_length, np.int64)
        table = new_table(4)
        length = alphabeta_line[game.rules](work[0], action, out, table)
        assert [game.rules.action_text(None, a) for a in out[:length]] == line
        assert list(work["out"][0, : game.num_players]) == payoffs


def test_values_too_large_for_the_table_are_searched_without() -> None:
    game = toy(length=4, width=3, spread=90, stake=10**9, merge=True)
    for seed in range(many(50)):
        state = game.new_position(seed=seed).state
        expected = PlainSearch(game.rules, True).value(state)[0][0]
        assert search(game, state, -INFINITE, INFINITE, new_table(4)) == expected


def test_bounds_hold_wherever_the_nodes_run_out() -> None:
    game = toy(length=6, width=3, spread=6)
    state = game.new_position(seed=1).state
    plain = PlainSearch(game.rules, True)
    action = plain.actions(state)[0]
    value = plain.value(plain.after(state, action))[0][0]
    for limit in range(1, 400, 7):
        work = workspace_at(game, state)
        work["limit"] = limit
        done = narrow[game.rules](work[0], action, new_table(6))
        assert work["low"][0] <= value <= work["high"][0]
        assert work["nodes"][0] <= limit
        assert done == (work["low"][0] == work["high"][0])
        assert done or work["status"][0] == OUT_OF_NODES


def test_a_search_that_is_stopped_says_so() -> None:
    game = toy(length=6)
    halt = Halt()
    work = new_workspace(game.rules, halt)
    work["stack"][0, 0] = game.new_position(seed=0).state[0]
    halt.set()
    found = alphabeta[game.rules](work[0], 0, -INFINITE, INFINITE, 0, NO_TABLE)
    assert found == UNKNOWN
    assert work["status"][0] == STOPPED
    late = new_workspace(game.rules, halt)
    assert late["stop"][0] == 1


def test_a_chance_node_is_reported() -> None:
    game = toy(length=6, chance=True)
    work = workspace_at(game, game.new_position(seed=0).state)
    found = alphabeta[game.rules](work[0], 0, -INFINITE, INFINITE, 0, NO_TABLE)
    assert found == UNKNOWN
    assert work["status"][0] == MET_CHANCE


def test_a_table_saves_nodes_where_orders_of_actions_meet() -> None:
    game = toy(length=12, width=4, spread=20, merge=True)
    state = game.new_position(seed=3).state
    nodes = []
    for table in (NO_TABLE, new_table(12)):
        work = workspace_at(game, state)
        alphabeta[game.rules](work[0], 0, -INFINITE, INFINITE, 0, table)
        nodes.append(int(work["nodes"][0]))
    assert nodes[1] < nodes[0] / 5


def test_actions_are_put_in_order() -> None:
    actions = np.array([9, 4, 1, 6, 8], np.int64)
    assert bring_forward(actions, 1, 5, 6) == 2
    assert list(actions) == [9, 6, 1, 4, 8]
    assert bring_forward(actions, 1, 5, 7) == 1
    bring_all_forward(actions, 1, 5, 1 << 8 | 1 << 4 | 1 << 9)
    assert list(actions[:1]) == [9]
    assert set(actions[1:3]) == {4, 8}
    assert set(actions[3:]) == {1, 6}


def test_actions_are_listed_ascending() -> None:
    game = toy(width=5)
    out = np.zeros(8, np.int64)
    for seed in range(10):
        state = game.new_position(seed=seed).state
        end = list_actions[game.rules](state[0], out, 0)
        assert list(out[:end]) == sorted(set(out[:end]))

"""Solving with open cards: every action, ties, lines, limits, chance, threads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import OptionError, Position, UnsupportedError, load_game
from solver import Limit, solve
from solver import open_cards as module
from solver.minimax import minimax
from solver.open_cards import split
from tests.solver.toys import toy, without_time

TOYS: list[dict[str, Any]] = [
    {"players": 2, "length": 4, "spread": 2},
    {"players": 4, "length": 4, "spread": 9, "halves": True},
    {"players": 3, "length": 4, "spread": 2, "opposed": False},
    {"players": 3, "length": 4, "spread": 40, "opposed": False, "halves": True},
    {"players": 2, "length": 5, "width": 1},
    {"players": 3, "length": 3, "spread": 0, "opposed": False},
    {"players": 2, "length": 5, "width": 2, "spread": 5, "chance": True},
    {"players": 3, "length": 5, "width": 2, "opposed": False, "chance": True},
]


def expected_of(position: Position) -> dict[str, Any]:
    """Return what plain search says of every action, from the seat to act."""
    seat = position.current_player()
    after = {a: minimax(position.play(a))[0] for a in position.legal_actions()}
    values = {action: payoffs[seat] for action, payoffs in after.items()}
    most = max(values.values())
    best = [action for action, value in values.items() if value == most]
    return {"values": values, "best": best, "returns": after[best[0]]}


@pytest.mark.parametrize("options", TOYS, ids=str)
def test_every_action_is_valued_as_plain_search_does(options: dict[str, Any]) -> None:
    game = toy(**options)
    for seed in range(4):
        position = game.new_position(seed=seed)
        while position.current_player() >= 0:
            expected = expected_of(position)
            answer = solve(position)
            values = {text: action.value for text, action in answer.actions.items()}
            assert values == expected["values"]
            assert list(values) == position.legal_actions()
            assert answer.best == expected["best"]
            assert answer.returns == expected["returns"]
            assert answer.exact
            assert answer.complete
            assert answer.seat == position.current_player()
            most = max(values.values())
            for action in answer.actions.values():
                assert action.value is not None
                assert action.exact
                assert (action.error, action.loss_error) == (0, 0)
                assert action.loss == most - action.value
            if answer.method != "expectiminimax":
                assert answer.pv == minimax(position)[1]
            position = position.play(position.legal_actions()[-1])


def test_methods_are_named() -> None:
    def method(**options: Any) -> str:
        return solve(toy(**options).new_position(seed=0)).method

    assert method() == "alpha-beta"
    assert method(players=3, opposed=False) == "max^n"
    assert method(chance=True) == "expectiminimax"


def test_at_the_end_there_are_only_returns() -> None:
    position = load_game("kuhn").new_position(deck=["K", "Q", "J"])
    answer = solve(position.play_all(["bet", "bet"]))
    assert answer.method == "terminal"
    assert (answer.actions, answer.best, answer.seat) == ({}, [], None)
    assert answer.returns == [2, -2]
    assert answer.exact
    assert answer.complete


def test_at_a_chance_node_there_is_the_exact_expectation() -> None:
    position = toy(chance=True, length=5, width=3).new_position(seed=3)
    while position.current_player() >= 0:
        position = position.play(position.legal_actions()[0])
    assert position.current_player() == -1
    answer = solve(position)
    assert (answer.actions, answer.best, answer.seat) == ({}, [], None)
    assert answer.returns == minimax(position)[0]
    assert answer.exact
    cut = solve(position, limit=Limit(nodes=2))
    assert (cut.returns, cut.exact, cut.complete) == (None, False, False)


@pytest.mark.parametrize("options", TOYS, ids=str)
def test_threads_do_not_change_the_answer(options: dict[str, Any]) -> None:
    position = toy(**{**options, "length": 6}).new_position(seed=2)
    for limit in None, Limit(nodes=40), Limit(nodes=200):
        one, two = (
            without_time(solve(position, limit=limit, threads=threads))
            for threads in (1, 2)
        )
        assert one == two


@pytest.mark.parametrize("options", TOYS[:6], ids=str)
def test_a_node_limit_leaves_proven_bounds(options: dict[str, Any]) -> None:
    position = toy(**{**options, "length": 6}).new_position(seed=1)
    whole = solve(position)
    for nodes in (1, 5, 20, 50, 100, 150, 200, 300):
        part = solve(position, limit=Limit(nodes=nodes))
        assert part.complete == part.exact
        assert part.nodes <= nodes
        for text, action in part.actions.items():
            truth = whole.actions[text].value
            assert truth is not None
            if action.value is not None:
                assert action.value == truth
            if action.low is not None:
                assert action.low <= truth
            if action.high is not None:
                assert action.high >= truth
        if not part.complete:
            assert part.returns is None


def test_a_large_table_takes_over_where_the_small_one_is_not_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for options in (TOYS[1], TOYS[3]):
        position = toy(**{**options, "length": 6}).new_position(seed=1)
        whole = solve(position)
        with monkeypatch.context() as patch:
            patch.setattr(module, "TRIAL_NODES", 10)
            again = solve(position)
        for text, value in again.actions.items():
            assert replace(value, nodes=None) == replace(
                whole.actions[text], nodes=None
            )
        assert again.pv == whole.pv
        assert again.nodes > whole.nodes


def test_one_seats_knowledge_cannot_be_solved() -> None:
    knowledge = load_game("kuhn").new_position(seed=0).knowledge(0)
    with pytest.raises(UnsupportedError, match="all cards must be known"):
        solve(knowledge)  # type: ignore[arg-type]


def test_nodes_are_shared_out_equally() -> None:
    assert split(10, 4) == [3, 3, 2, 2]
    assert split(2, 3) == [1, 1, 0]
    assert split(None, 2) == [None, None]


def test_an_answer_that_the_clock_cut_short_is_repeated_by_its_nodes() -> None:
    position = load_game("sult_malac", players=4).new_position(seed=1)
    cut = solve(position, limit=Limit(seconds=0.2))
    assert not cut.complete
    each = tuple(value.nodes or 0 for value in cut.actions.values())
    assert sum(each) == cut.nodes
    for threads in 1, 2:
        again = solve(position, limit=Limit(nodes_each=each), threads=threads)
        assert again.actions == cut.actions
        assert (again.best, again.nodes) == (cut.best, cut.nodes)


def test_nodes_each_needs_a_number_for_every_action() -> None:
    position = load_game("kuhn").new_position(seed=0)
    with pytest.raises(OptionError, match="nodes_each of 3 actions: expected one"):
        solve(position, limit=Limit(nodes_each=(1, 2, 3)))

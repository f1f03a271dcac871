"""Batches of open-card positions: against plain search, and against closed forms."""

from __future__ import annotations

import functools
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from engine import UnsupportedError, load_game
from solver.double_dummy import solve_many
from solver.minimax import PlainSearch
from solver.rollout import deal_many
from tests.solver.toys import many, toy


def test_every_value_is_that_of_plain_search() -> None:
    game = toy(players=4, length=4, width=3, spread=9, halves=True)
    states = deal_many(game, many(300), seed=5)
    values = solve_many(game, states, threads=2)
    for state, value in zip(states.reshape(-1, 1), values, strict=True):
        assert PlainSearch(game.rules, True).value(state)[0][0] == value


def test_threads_do_not_change_the_values() -> None:
    game = toy(length=5)
    states = deal_many(game, many(10_000), seed=1)
    one, two = (solve_many(game, states, threads=threads) for threads in (1, 2))
    assert np.array_equal(one, two)


def test_no_states_have_no_values() -> None:
    assert solve_many(toy(), deal_many(toy(), 0)).shape == (0,)


def test_finished_deals_are_worth_their_payoff() -> None:
    game = load_game("kuhn")
    position = game.new_position(deck=["K", "Q", "J"]).play_all(["bet", "bet"])
    assert list(solve_many(game, position.state)) == [2]


@pytest.mark.parametrize("options", [{"opposed": False}, {"chance": True}], ids=str)
def test_what_a_batch_cannot_solve_is_refused(options: dict[str, Any]) -> None:
    game = toy(length=6, **options)
    with pytest.raises(UnsupportedError, match="two sides and no chance"):
        solve_many(game, deal_many(game, 10))


@functools.cache
def whist_tricks(leader: frozenset[int], other: frozenset[int]) -> int:
    """Return the leader's tricks in single-suit whist: the higher card wins and leads.

    Two hands of one suit, open, as in Wästlund (2005), "A solution of two-person
    single-suit whist", Electronic Journal of Combinatorics 12, R43.
    """
    return max(
        (
            min(
                1 + whist_tricks(leader - {led}, other - {reply})
                if led > reply
                else len(leader) - 1 - whist_tricks(other - {reply}, leader - {led})
                for reply in other
            )
            for led in leader
        ),
        default=0,
    )


@pytest.mark.parametrize("tricks", [[1, 0], [0, 1]])
@pytest.mark.parametrize("order", ["ecarte", "traditional"])
def test_one_suit_alone_is_single_suit_whist(tricks: list[int], order: str) -> None:
    """Four cards each of a plain suit of Ékarté, with one trick played."""
    game = load_game("ekarte", order=order)
    ranks = {"ecarte": "789XAUOK", "traditional": "789XUOKA"}[order]
    states, expected = [], []
    for chosen in combinations(range(8), 4):
        own, other = frozenset(chosen), frozenset(range(8)) - frozenset(chosen)
        position = game.new_position(
            setup={
                "phase": "tricks",
                "hands": [[f"M{ranks[i]}" for i in hand] for hand in (own, other)],
                "trump": "T",
                "tricks": tricks,
            }
        )
        states.append(position.state)
        won = tricks[0] + whist_tricks(own, other)
        expected.append({0: -2, 1: -1, 2: -1, 3: 1, 4: 1, 5: 2}[won])
    batch = np.concatenate(states).view(np.recarray)
    assert solve_many(game, batch).tolist() == expected

"""Uniformly random play to the end: counted, summed, and in many threads.

>>> from engine import load_game
>>> game = load_game("kuhn")
>>> playouts(game, deal_many(game, 100, seed=1), 1000, seed=1).count
1000
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import lowest, wrap64
from engine.errors import IllegalStateError
from engine.game import Game
from engine.jit import I64, generic
from engine.position import Payoff
from engine.protocol import (
    CHANCE,
    MAX_SEATS,
    TERMINAL,
    State,
    apply,
    chance_weight,
    current_player,
    deal,
    legal_actions,
    num_seats,
    random_action,
    returns,
)
from engine.rng import (
    STREAM_DEAL,
    STREAM_PLAYOUT,
    below_large,
    new_rng,
    seed_stream,
    shuffle,
)
from solver.minimax import simplest
from solver.workers import spread

BLOCK = 64  # playouts that share a generator; seeding one costs as much as two actions
CHUNK = 64 * BLOCK  # playouts that one thread does at a time
ACTIONS, PAYOFFS = 0, 1  # places in the sums: the seats' payoffs follow PAYOFFS


@generic
def random_outcome(s: State, rng: NDArray[np.int64]) -> I64:
    """Draw an outcome of a chance node by its weight. `rng` is modified in place."""
    total: I64 = np.int64(0)
    left = legal_actions(s)
    while left:
        total += chance_weight(s, lowest(left))
        left &= left - 1
    draw = below_large(rng, total)
    left = legal_actions(s)
    draw -= chance_weight(s, lowest(left))
    while draw >= 0:
        left &= left - 1
        draw -= chance_weight(s, lowest(left))
    return lowest(left)


@generic
def play_out(s: State, rng: NDArray[np.int64]) -> I64:
    """Play at random to the end; return the number of actions. Both in place."""
    num_actions: I64 = np.int64(0)
    player = current_player(s)
    while player != TERMINAL:
        if player == CHANCE:
            apply(s, random_outcome(s, rng))
        else:
            apply(s, random_action(s, rng))
        num_actions += 1
        player = current_player(s)
    return num_actions


@generic
def sum_playouts(
    states: Any,
    work: Any,
    rng: NDArray[np.int64],
    seed: I64,
    first: I64,
    last: I64,
    sums: NDArray[np.int64],
) -> None:
    """Add up playouts `first` to `last` - 1: playout i starts from states[i mod n].

    Parameters
    ----------
    states : record array of the game's STATE, shape (n,)
    work : record array, shape (1,)
        The state that is played on. Modified in place.
    rng : ndarray(int64), shape (4,)
        Modified in place: each block of playouts has a generator of its own.
    seed, first, last : int
        `first` is a multiple of BLOCK.
    sums : ndarray(int64), shape (PAYOFFS + 2 MAX_SEATS,)
        Actions and scaled payoffs are added to it; its end is a workspace. Modified
        in place.
    """
    out = sums[PAYOFFS + MAX_SEATS :]
    for i in range(first, last):
        if i % BLOCK == 0:
            seed_stream(rng, seed, STREAM_PLAYOUT, i)
        work[0] = states[i % states.size]
        s = work[0]
        sums[ACTIONS] += play_out(s, rng)
        returns(s, out)
        for p in range(num_seats(s)):
            sums[PAYOFFS + p] += out[p]


@generic
def fill_deals(
    states: Any,
    blank: Any,
    deck: NDArray[np.int64],
    rng: NDArray[np.int64],
    seed: I64,
) -> None:
    """Deal states[i] as `Game.new_position(seed=seed + i)` does. In place.

    `blank` is a record array of one state with the options set; `deck` and `rng` are
    workspaces, the deck of the size of the pack.
    """
    for i in range(states.size):
        for card in range(deck.size):
            deck[card] = card
        seed_stream(rng, seed + i, STREAM_DEAL, np.int64(0))
        shuffle(rng, deck, deck.size)
        states[i] = blank[0]
        deal(states[i], deck)


@dataclass(frozen=True)
class Playouts:
    """What random playouts added up to.

    Parameters
    ----------
    count : int
        Playouts.
    actions : int
        Actions applied, over all of them.
    means : list of int or Fraction
        Each seat's mean payoff, exactly.
    """

    count: int
    actions: int
    means: list[Payoff]


def deal_many(
    game: Game, count: int, seed: int = 0, parameters: Mapping[str, Any] | None = None
) -> Any:
    """Return dealt states: state i is that of `game.new_position(seed=seed + i)`.

    Parameters
    ----------
    game : Game
    count : int
    seed : int, optional
        Of the first deal.
    parameters : mapping, optional
        Parameters of the deals.

    Returns
    -------
    record array of the game's STATE, shape (count,)
    """
    blank = game.blank_state(game.parameters(parameters or {}))
    states = np.zeros(count, blank.dtype).view(np.recarray)
    deck = np.zeros(game.pack.size, np.int64)
    rng = np.zeros(4, np.int64)
    fill_deals[game.rules](states, blank, deck, rng, wrap64(seed))
    return states


def playouts(
    game: Game, states: Any, count: int, seed: int = 0, threads: int | None = None
) -> Playouts:
    """Play at random to the end, `count` times, and add up.

    Parameters
    ----------
    game : Game
    states : record array of the game's STATE, shape (n,)
        Playout i starts from state i mod n.
    count : int
        How many playouts.
    seed : int, optional
        The result depends on it and on nothing else.
    threads : int, optional
        By default one a core.

    Raises
    ------
    IllegalStateError
        If there is no state to start from.
    """
    if not len(states) or count < 1:
        raise IllegalStateError("playouts: expected at least one state and one playout")

    def work(first: int, last: int) -> NDArray[np.int64]:
        sums = np.zeros(PAYOFFS + 2 * MAX_SEATS, np.int64)
        sum_playouts[game.rules](
            states, states[:1].copy(), new_rng(0, 0), wrap64(seed), first, last, sums
        )
        return sums

    sums = np.sum(spread(work, count, CHUNK, threads), axis=0)
    payoffs = sums[PAYOFFS : PAYOFFS + game.num_players]
    means = [simplest(Fraction(int(total), count * game.scale)) for total in payoffs]
    return Playouts(count, int(sums[ACTIONS]), means)


__all__ = [
    "Playouts",
    "deal_many",
    "play_out",
    "playouts",
    "random_outcome",
]

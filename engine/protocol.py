"""The verbs: where the rules of games and the algorithms of solvers meet.

A game is a module with a `STATE` dtype, constants, and a `@kernel` for each verb below.
A solver is a module of `@generic` functions that import verbs from here and just call
them. Rules know no algorithm, algorithms know no game.

Conventions, decided once:

* Seats are 0 … n-1 in the order of play of this deal; seat 0 acts first.
* Cards are numbered as in `engine.cards`, sets are int64 bit sets.
* An action is a number from 0 to 62 with a meaning in the phase at hand; the set of
  legal actions is a bit set; ascending is the order of `legal_actions()` in text.
* `returns` writes integers in the unit 1/scale of the game's payoff (`Rules.scale`).
* Inside the solvers a value of a two-sided game is the return of seat 0. The public
  face shows the acting seat's.
* A node is one call of `apply` by a search.

A state is a record; a kernel changes the record it is given and nothing else. Options
ride in the record, so one compilation serves all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import nth, popcount
from engine.jit import I64, generic, verb
from engine.rng import below

CHANCE = -1
TERMINAL = -2
MAX_SEATS = 13

State = Any  # one record of the game's STATE dtype
Worlds = Any  # one record of engine.worlds.MODEL


@verb
def deal(s: State, deck: NDArray[np.int64]) -> None:
    """Set up the deal of pack order `deck`; options are in `s` already. In place."""


@verb
def current_player(s: State) -> I64:
    """Return the seat to act, CHANCE or TERMINAL."""
    return 0


@verb
def legal_actions(s: State) -> I64:
    """Return the set of legal actions; empty at the end, outcomes at a chance node."""
    return 0


@verb
def apply(s: State, action: I64) -> None:
    """Make a legal action, unchecked. Modified in place."""


@verb
def returns(s: State, out: NDArray[np.int64]) -> None:
    """Write each seat's payoff of a finished deal, times the scale, into `out`."""


@verb
def num_seats(s: State) -> I64:
    """Return the number of seats."""
    return 0


@verb
def state_key(s: State) -> I64:
    """Return a hash of all that the future depends on: equal keys, equal futures."""
    return 0


@verb
def information_key(s: State, seat: I64) -> I64:
    """Return a hash of all that `seat` has seen, in order (perfect recall)."""
    return 0


@verb
def unseen(s: State, seat: I64, model: Worlds) -> None:
    """Describe what `seat` can't see: see `engine.worlds`. `model` in place."""


@verb
def place(s: State, seat: I64, model: Worlds) -> None:
    """Put the cards of the drawn world `model` where `seat` can't see. In place.

    Also forgets what is kept of the other seats' private knowledge, so that a state
    whose world is empty holds nothing that `seat` can't see.
    """


@generic
def side(s: State, seat: I64) -> I64:
    """Return the side of `seat`: seats that win and lose together. Default: its own."""
    return seat


@generic
def is_two_sided(s: State) -> bool:
    """Return whether there are two sides with opposite payoffs from here to the end."""
    return num_seats(s) == 2


@generic
def bounds(s: State, out: NDArray[np.int64]) -> None:
    """Write proven bounds of the value for seat 0 into out[0] <= out[1]. In place.

    For two-sided games, of its return when both play best from here: what the tricks
    won so far, say, and those that can't be lost, make certain. A search stops where
    both are equal. By default nothing is certain.
    """
    out[0] = -(np.int64(1) << 40)
    out[1] = np.int64(1) << 40


@generic
def ceiling(s: State, seat: I64) -> I64:
    """Return a proven upper bound of the return of `seat` from here on.

    For three or more sides: a seat looks no further once it has found an action by
    which it gets so much. By default nothing is certain.
    """
    return np.int64(1) << 40


@generic
def try_first(s: State) -> I64:
    """Return the legal actions that a search should try first; none by default."""
    return np.int64(0)


@generic
def search_here(s: State) -> I64:
    """Return 1 where an exact open-card search is quick from here on, else 0.

    That is, where it can be done thousands of times a second. Before such a state
    solvers may play at random up to one. It must be 0 wherever a chance node may lie
    ahead. Default: 1.
    """
    return np.int64(1)


@generic
def chance_weight(s: State, action: I64) -> I64:
    """Return the weight of an outcome at a chance node; all equal by default."""
    return np.int64(1)


@generic
def list_actions(s: State, out: NDArray[np.int64], start: I64) -> I64:
    """Write the legal actions into out[start:], ascending; return the end index.

    The form in which solvers walk actions: a game with more than 63 at a node brings
    its own version and needs no bit set.
    """
    legal = legal_actions(s)
    while legal:
        low = legal & -legal
        out[start] = popcount(low - 1)
        start += 1
        legal ^= low
    return start


@generic
def random_action(s: State, rng: NDArray[np.int64]) -> I64:
    """Draw a legal action uniformly."""
    legal = legal_actions(s)
    return nth(legal, below(rng, popcount(legal)))


@dataclass(frozen=True)
class Info:
    """What is known of a game before any option: for people, checks and sizes.

    Parameters
    ----------
    name : str
        The game's name for people.
    unit : str
        Unit of `returns`, for answers and tables.
    max_length : int
        No deal has more actions, whatever the options.
    max_actions : int
        No node has more legal actions.
    source : str
        Where the rules are from.
    zero_sum : callable or None
        Given the options, whether the returns of a deal sum to 0; None: always.
    """

    name: str
    unit: str
    max_length: int
    max_actions: int
    source: str
    zero_sum: Callable[[Mapping[str, Any]], bool] | None = None

    def sums_to_zero(self, options: Mapping[str, Any]) -> bool:
        """Return whether the returns of every deal sum to 0 under `options`."""
        return self.zero_sum is None or self.zero_sum(options)


Rules = ModuleType  # a module of engine.games

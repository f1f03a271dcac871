"""Plain minimax and max^n: no pruning, no table, exact fractions, slow on purpose.

It is what the fast searches are tested against, and what answers where chance nodes lie
ahead, since it takes expectations. Everything is written down once, in plain Python
over the verbs:

* at a chance node, the mean over the outcomes by their weights;
* where there are two sides, the seat to act picks what is best for its side;
* otherwise what is best for itself;
* among equal actions, the first in the order of legal actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from engine.position import Payoff, Position
from engine.protocol import (
    CHANCE,
    MAX_SEATS,
    TERMINAL,
    Rules,
    apply,
    chance_weight,
    current_player,
    is_two_sided,
    list_actions,
    num_seats,
    returns,
    side,
)
from solver.workspace import Halt


class GaveUpError(Exception):
    """The search was stopped, or has used up its nodes; caught by who began it."""


class PlainSearch:
    """A plain search of one game.

    Parameters
    ----------
    rules : module
        The game.
    two_sided : bool
        Whether there are two sides with opposite payoffs.
    limit : int or None
        Give up after so many nodes.
    halt : Halt or None
        Give up when this is set.

    Attributes
    ----------
    nodes : int
        Actions applied so far.
    """

    def __init__(
        self,
        rules: Rules,
        two_sided: bool,
        limit: int | None = None,
        halt: Halt | None = None,
    ) -> None:
        self.rules = rules
        self.two_sided = two_sided
        self.limit = limit
        self.halt = halt
        self.nodes = 0

    def value(self, state: Any) -> tuple[list[Payoff], list[int]]:
        """Return the scaled payoff of each seat, and the actions of best play.

        The line ends at the first chance node. `state` is a record array of one.

        Raises
        ------
        GaveUpError
            If the search was stopped.
        """
        player = int(current_player[self.rules](state[0]))
        if player == TERMINAL:
            out = np.zeros(MAX_SEATS, np.int64)
            returns[self.rules](state[0], out)
            return [int(v) for v in out[: num_seats[self.rules](state[0])]], []
        found = [(a, *self.value(self.after(state, a))) for a in self.actions(state)]
        if player == CHANCE:
            weights = [int(chance_weight[self.rules](state[0], a)) for a, *_ in found]
            return mean(weights, [payoffs for _, payoffs, _ in found]), []
        best = max(found, key=lambda it: self.worth(state, player, it[1]))
        return best[1], [best[0], *best[2]]

    def worth(self, state: Any, player: int, payoffs: Sequence[Payoff]) -> Payoff:
        """Return what the seat to act makes as great as it can."""
        if not self.two_sided:
            return payoffs[player]
        own, first = (int(side[self.rules](state[0], p)) for p in (player, 0))
        return payoffs[0] if own == first else -payoffs[0]

    def actions(self, state: Any) -> list[int]:
        """Return the legal actions in their order."""
        out = np.zeros(self.rules.INFO.max_actions, np.int64)
        end = list_actions[self.rules](state[0], out, 0)
        return [int(action) for action in out[:end]]

    def after(self, state: Any, action: int) -> Any:
        """Return the state after an action.

        Raises
        ------
        GaveUpError
            If the search was stopped.
        """
        if self.halt is not None and self.halt.is_set():
            raise GaveUpError
        if self.limit is not None and self.nodes >= self.limit:
            raise GaveUpError
        self.nodes += 1
        state = state.copy()
        apply[self.rules](state[0], action)
        return state


def mean(weights: Sequence[int], vectors: Sequence[Sequence[Payoff]]) -> list[Payoff]:
    """Return the weighted mean of vectors, exactly."""
    total = sum(weights)
    return [
        simplest(
            Fraction(sum(w * v for w, v in zip(weights, column, strict=True)), total)
        )
        for column in zip(*vectors, strict=True)
    ]


def simplest(value: Payoff) -> Payoff:
    """Return an int where a Fraction is whole."""
    return int(value) if value == int(value) else value


def minimax(position: Position) -> tuple[list[Payoff], list[str]]:
    """Return each seat's payoff under best play with open cards, and a best line.

    Parameters
    ----------
    position : Position
        From which best play begins.

    Returns
    -------
    payoffs : list of int or Fraction
        By seat.
    line : list of str
        Best play, up to the end or the first chance node.
    """
    rules = position.game.rules
    search = PlainSearch(rules, bool(is_two_sided[rules](position.state[0])))
    payoffs, line = search.value(position.state)
    texts = []
    for action in line:
        texts.append(rules.action_text(position.state[0], action))
        position = position.play(texts[-1])
    return [simplest(Fraction(v) / position.game.scale) for v in payoffs], texts


__all__ = ["GaveUpError", "PlainSearch", "mean", "minimax", "simplest"]

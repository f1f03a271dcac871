"""Toy games, and the slow truth about hidden cards, for the tests of the solvers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from engine import Game, Knowledge
from engine.jit import JIT_DISABLED
from engine.protocol import is_two_sided
from solver.minimax import PlainSearch
from solver.workspace import new_workspace
from tests.solver import hashtree


def toy(**options: Any) -> Game:
    """Return a game of hashed trees."""
    return Game("hashtree", hashtree, options)


def many(count: int) -> int:
    """Return `count`, or a fiftieth of it where kernels run as plain Python."""
    return max(count // 50, 2) if JIT_DISABLED else count


def workspace_at(game: Game, state: Any) -> Any:
    """Return a workspace with `state` on its stack."""
    work = new_workspace(game.rules)
    work["stack"][0, 0] = state[0]
    return work


def mean_over_worlds(knowledge: Knowledge, worlds: Any = None) -> dict[str, Fraction]:
    """Return each action's mean value over worlds, by default all, by plain search."""
    game = knowledge.game
    worlds = knowledge.enumerate() if worlds is None else worlds
    totals: dict[str, Fraction] = {}
    for i in range(len(worlds)):
        world = worlds[i : i + 1]
        plain = PlainSearch(game.rules, bool(is_two_sided[game.rules](world[0])))
        for action in plain.actions(world):
            payoffs, _ = plain.value(plain.after(world, action))
            text = game.rules.action_text(world[0], action)
            worth = Fraction(payoffs[knowledge.seat], game.scale)
            totals[text] = totals.get(text, Fraction(0)) + worth / len(worlds)
    return totals


def without_time(answer: Any) -> dict[str, Any]:
    """Return all of an answer that must not depend on threads or speed."""
    fields = {
        name: getattr(answer, name)
        for name in (
            "seat", "method", "actions", "best", "returns", "exact", "complete", "pv",
            "worlds", "seed", "samples", "nodes",
        )
    }  # fmt: skip
    assert np.isfinite(answer.seconds)
    return fields

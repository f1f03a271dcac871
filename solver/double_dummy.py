"""Values of many open-card positions at once, in both cores.

For small trees of two sides: play-outs of a few tricks, say. There is no table and no
limit; one position takes some microseconds, so it is the batch that counts. (A single
large position is for `solver.solve`.)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import UnsupportedError
from engine.game import Game
from engine.jit import generic
from engine.protocol import is_two_sided
from solver.alphabeta import INFINITE, alphabeta
from solver.transposition import NO_TABLE
from solver.workers import spread
from solver.workspace import MET_CHANCE, RUNNING, new_workspace

CHUNK = 2048  # positions that one thread solves at a time


@generic
def value_many(
    states: Any, work: Any, no_table: NDArray[np.int64], out: NDArray[np.int64]
) -> None:
    """Write the value of states[i] for seat 0 to out[i]; stop where a search gives up.

    Parameters
    ----------
    states : record array of the game's STATE, shape (n,)
        Two-sided positions.
    work : record array of workspace_dtype, shape (1,)
        Its status says whether all were solved. Modified in place.
    no_table : ndarray(int64), shape (0,)
    out : ndarray(int64), shape (n,)
        Modified in place.
    """
    w = work[0]
    low, high = np.int64(-INFINITE), np.int64(INFINITE)
    for i in range(states.size):
        if not is_two_sided(states[i]):
            w.status = MET_CHANCE
        w.stack[0] = states[i]
        out[i] = alphabeta(w, np.int64(0), low, high, np.int64(0), no_table)
        if w.status != RUNNING:
            return


def solve_many(
    game: Game, states: Any, threads: int | None = None
) -> NDArray[np.int64]:
    """Return the open-card value for seat 0 of each of many positions.

    Parameters
    ----------
    game : Game
    states : record array of the game's STATE, shape (n,)
        Positions with two sides and no chance node ahead; they may be over.
    threads : int, optional
        By default one a core.

    Returns
    -------
    ndarray(int64), shape (n,)
        Payoffs of seat 0 times `game.scale`, exact.

    Raises
    ------
    UnsupportedError
        If a position has more sides than two, or a chance node ahead.
    """
    kernel = value_many[game.rules]
    out = np.zeros(len(states), np.int64)

    def work(first: int, last: int) -> bool:
        space = new_workspace(game.rules)
        kernel(states[first:last], space, NO_TABLE, out[first:last])
        return bool(space["status"][0] == RUNNING)

    if not all(spread(work, len(states), CHUNK, threads)):
        raise UnsupportedError(
            f"{game.name}: positions solved in a batch must have two sides and no "
            "chance node ahead"
        )
    return out


__all__ = ["solve_many"]

"""Counting all ways to play on: the bluntest check that the verbs are right.

A path is a sequence of legal actions. `perft` counts the paths from a position by
length, and those that end the deal; `divide` says how many lead through each action,
which is how a wrong count is tracked down. Every sequence counts: two orders that reach
one state are two paths.

>>> from engine import load_game
>>> perft(load_game("kuhn").new_position(deck=["K", "Q", "J"]))
Perft(paths=(1, 2, 4, 2), ends=(0, 0, 3, 2), decisions=4, chances=0)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.jit import I64, generic
from engine.position import Position
from engine.protocol import CHANCE, TERMINAL, State, apply, current_player, list_actions

# Rows of the counts: all paths, those that end, those that lead to a chance node.
PATHS, ENDS, CHANCES = 0, 1, 2


@dataclass(frozen=True)
class Perft:
    """What `perft` counted.

    Parameters
    ----------
    paths : tuple of int
        paths[d] is the number of paths of d actions; paths[0] is 1.
    ends : tuple of int
        ends[d] is how many of them end the deal.
    decisions, chances : int
        Paths, of every length counted, after which a seat or chance is to act.
    """

    paths: tuple[int, ...]
    ends: tuple[int, ...]
    decisions: int
    chances: int

    @property
    def histories(self) -> int:
        """Return the number of paths that end the deal."""
        return sum(self.ends)


def perft(position: Position, depth: int | None = None) -> Perft:
    """Count the paths from `position`.

    Parameters
    ----------
    position : Position
        Where the paths begin.
    depth : int, optional
        Length of the longest paths counted; by default all are followed to the end.

    Notes
    -----
    O(paths) time, O(depth) memory: one record a level, copied for each action.
    """
    info = position.game.rules.INFO
    longest = info.max_length if depth is None else depth
    counts = np.zeros((3, longest + 1), np.int64)
    stack = np.zeros(longest + 1, position.state.dtype).view(np.recarray)
    stack[0] = position.state[0]
    actions = np.zeros((longest + 1) * info.max_actions, np.int64)
    _count_paths[position.game.rules](
        stack, actions, np.zeros((2, longest + 1), np.int64), counts
    )
    paths, ends, chances = counts[PATHS], counts[ENDS], counts[CHANCES]
    used = int(np.count_nonzero(paths))
    return Perft(
        tuple(paths[:used].tolist()),
        tuple(ends[:used].tolist()),
        int((paths - ends - chances).sum()),
        int(chances.sum()),
    )


def divide(position: Position, depth: int | None = None) -> dict[str, int]:
    """Return for each legal action how many paths begin with it.

    With `depth` the paths of that length, else those that end the deal.
    """
    counts = {}
    for action in position.legal_actions():
        after = position.play(action)
        if depth is None:
            counts[action] = perft(after).histories
        else:
            paths = perft(after, depth - 1).paths
            counts[action] = paths[depth - 1] if depth <= len(paths) else 0
    return counts


@generic
def _count_paths(
    stack: State,
    actions: NDArray[np.int64],
    walk: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Walk the tree below stack[0], depth first, and count its nodes by depth.

    Parameters
    ----------
    stack : record array, shape (D + 1,)
        The path walked; stack[0] is given. Modified in place.
    actions : ndarray(int64), shape ((D + 1) * A,)
        Workspace: the actions of every node on the path, one after the other.
    walk : ndarray(int64), shape (2, D + 1)
        Workspace: by depth, the next of `actions` to try and their end.
    counts : ndarray(int64), shape (3, D + 1)
        Rows PATHS, ENDS and CHANCES, by depth; zeros. Modified in place.
    """
    longest = counts.shape[1] - 1
    depth: I64 = np.int64(0)
    end: I64 = np.int64(0)
    while depth >= 0:
        # Step 1. Count the node that was just reached, and list its actions.
        player = current_player(stack[depth])
        counts[PATHS, depth] += 1
        start = end
        if player == TERMINAL:
            counts[ENDS, depth] += 1
        else:
            if player == CHANCE:
                counts[CHANCES, depth] += 1
            if depth < longest:
                end = list_actions(stack[depth], actions, start)
        walk[0, depth], walk[1, depth] = start, end
        # Step 2. Go back to the last node that has an action left.
        while depth >= 0 and walk[0, depth] == walk[1, depth]:
            depth -= 1
        # Step 3. Take it.
        if depth >= 0:
            action = actions[walk[0, depth]]
            walk[0, depth] += 1
            end = walk[1, depth]
            stack[depth + 1] = stack[depth]
            apply(stack[depth + 1], action)
            depth += 1


__all__ = ["Perft", "divide", "perft"]

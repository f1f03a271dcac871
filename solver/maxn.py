"""Max^n: best play with open cards where more than two sides play, each for itself.

Every seat follows the action after which its own payoff is greatest; among equal ones
the first in the order of legal actions. This rule makes the result one vector, and only
what keeps it is pruned: nothing that comes after an action by which the seat gets the
most it still can (`ceiling`) could be followed.

A table, if one is given, keeps whole vectors: equal state keys mean equal futures, so
the same actions are followed in the same order.

References
----------
Luckhardt, Irani (1986), "An algorithmic solution of n-person games", AAAI.
Sturtevant, Korf (2000), "On pruning techniques for multi-player games", AAAI.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import I64, generic, kernel
from engine.protocol import (
    CHANCE,
    MAX_SEATS,
    TERMINAL,
    apply,
    ceiling,
    current_player,
    list_actions,
    num_seats,
    returns,
    state_key,
)
from solver.workspace import MET_CHANCE, OUT_OF_NODES, STOPPED, UNKNOWN, Workspace

# A table has rows of a key, the nodes it took, and the payoffs. Rows 2i and 2i + 1 form
# a bucket: the first keeps what cost most, the second what came last.
KEY, WORK, PAYOFFS = 0, 1, 2


def new_vector_table(num_bits: int, num_players: int) -> NDArray[np.int64]:
    """Return an empty table of 2**num_bits buckets of two vectors, zeroed lazily."""
    return np.zeros((2 << num_bits, PAYOFFS + num_players), np.int64)


NO_VECTORS = np.zeros((0, PAYOFFS), np.int64)


@kernel
def recall(
    table: NDArray[np.int64], key: I64, values: NDArray[np.int64], row: I64
) -> bool:
    """Copy the payoffs kept for `key` to values[row:] and return whether there are any.

    `values` is modified in place.
    """
    place = 2 * (key & (table.shape[0] // 2 - 1))
    if table[place, KEY] != key:
        place += 1
    if table[place, KEY] != key or table[place, WORK] == 0:
        return False
    for p in range(table.shape[1] - PAYOFFS):
        values[row + p] = table[place, PAYOFFS + p]
    return True


@kernel
def remember(
    table: NDArray[np.int64], key: I64, work: I64, values: NDArray[np.int64], row: I64
) -> None:
    """Keep the payoffs in values[row:] for `key`. The table is modified in place."""
    place = 2 * (key & (table.shape[0] // 2 - 1))
    if table[place, KEY] != key:
        if work < table[place, WORK]:
            place += 1
        else:
            for column in range(table.shape[1]):
                table[place + 1, column] = table[place, column]
    table[place, KEY] = key
    table[place, WORK] = work
    for p in range(table.shape[1] - PAYOFFS):
        table[place, PAYOFFS + p] = values[row + p]


@generic
def maxn(w: Workspace, depth: I64, start: I64, table: NDArray[np.int64]) -> I64:
    """Return the action followed at w.stack[depth]; its payoffs go to w.values.

    Parameters
    ----------
    w : record of workspace_dtype
        The payoffs are left at w.values[MAX_SEATS * depth:]. Modified in place.
    depth : int
        Place of the state on the stack.
    start : int
        Where w.actions is free.
    table : ndarray(int64), shape (rows, PAYOFFS + n)
        No table if it has no rows. Not asked at depth 0. Modified in place.

    Returns
    -------
    int
        -1 at the end of the deal and where the table knew the payoffs; UNKNOWN if the
        search gave up: w.status says why.
    """
    # Step 1. The end.
    s = w.stack[depth]
    row = MAX_SEATS * depth
    player = current_player(s)
    if player == TERMINAL:
        returns(s, w.out)
        for p in range(num_seats(s)):
            w.values[row + p] = w.out[p]
        return np.int64(-1)
    # Step 2. Reasons to give up.
    if w.stop:
        w.status = STOPPED
        return UNKNOWN
    if player == CHANCE:
        w.status = MET_CHANCE
        return UNKNOWN
    # Step 3. What was found before.
    key: I64 = np.int64(0)
    if table.shape[0]:
        key = state_key(s)
        if depth and recall(table, key, w.values, row):
            return np.int64(-1)
    # Step 4. Follow the first of the best actions.
    before = w.nodes
    most = ceiling(s, player)
    end = list_actions(s, w.actions, start)
    best: I64 = np.int64(-1)
    for i in range(start, end):
        if w.nodes >= w.limit:
            w.status = OUT_OF_NODES
            return UNKNOWN
        w.nodes += 1
        w.stack[depth + 1] = s
        apply(w.stack[depth + 1], w.actions[i])
        if maxn(w, depth + np.int64(1), end, table) == UNKNOWN:
            return UNKNOWN
        reply = row + MAX_SEATS
        if best < 0 or w.values[reply + player] > w.values[row + player]:
            best = w.actions[i]
            for p in range(num_seats(s)):
                w.values[row + p] = w.values[reply + p]
            if w.values[row + player] >= most:
                break
    # Step 5. Keep it.
    if table.shape[0]:
        remember(table, key, w.nodes - before, w.values, row)
    return best


@generic
def maxn_after(w: Workspace, action: I64, table: NDArray[np.int64]) -> bool:
    """Find the payoffs after `action` in w.stack[0]; they are left in w.values.

    Returns whether they are known; if not, the search gave up. `w` and `table` are
    modified in place.
    """
    apply(w.stack[0], action)
    w.nodes += 1
    return maxn(w, np.int64(0), np.int64(0), table) != UNKNOWN


@generic
def maxn_line(
    w: Workspace, action: I64, out: NDArray[np.int64], table: NDArray[np.int64]
) -> I64:
    """Write the actions followed from w.stack[0] on to `out`; return their number.

    They begin with `action`. All are modified in place; at the end of the deal its
    returns are left in w.out, otherwise the search gave up.
    """
    s = w.stack[0]
    length: I64 = np.int64(0)
    while action != UNKNOWN:
        out[length] = action
        length += 1
        apply(s, action)
        if current_player(s) == TERMINAL:
            returns(s, w.out)
            break
        action = maxn(w, np.int64(0), np.int64(0), table)
    return length


__all__ = ["NO_VECTORS", "maxn", "maxn_after", "maxn_line", "new_vector_table"]

"""Alpha-beta: the value of a two-sided position when all cards are open.

Values are the return of seat 0; its side maximises, the other minimises. The search is
fail-soft: what it returns outside the window is a proven bound. Where a value must be
exact and may have to be left off at any time, `narrow` closes in on it by searches with
an empty window, each of which proves a bound (Plaat, Schaeffer, Pijls, de Bruin 1996,
"Best-first fixed-depth minimax algorithms", Artificial Intelligence 87).

Order of actions: the one that the table recommends, then the game's `try_first`, then
the rest, ascending.

References
----------
Knuth, Moore (1975), "An analysis of alpha-beta pruning", Artificial Intelligence 6.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import I64, generic, kernel
from engine.protocol import (
    CHANCE,
    TERMINAL,
    apply,
    bounds,
    current_player,
    list_actions,
    returns,
    side,
    state_key,
    try_first,
)
from solver.transposition import (
    EXACT,
    LOWER,
    MOST_VALUE,
    UPPER,
    action_of,
    bound_of,
    entry,
    probe,
    store,
    value_of,
)
from solver.workspace import MET_CHANCE, OUT_OF_NODES, STOPPED, UNKNOWN, Workspace

INFINITE = 1 << 40  # larger than any value; what `bounds` says when it knows nothing
FREE_GUESSES = 6  # so many empty windows follow the bounds found; then bisect


@kernel
def bring_forward(actions: NDArray[np.int64], start: I64, end: I64, action: I64) -> I64:
    """Move `action` to actions[start] if it is in actions[start:end].

    Modified in place. Returns the index after those that are in order now.
    """
    for i in range(start, end):
        if actions[i] == action:
            actions[i] = actions[start]
            actions[start] = action
            return start + 1
    return start


@kernel
def bring_all_forward(
    actions: NDArray[np.int64], start: I64, end: I64, chosen: I64
) -> None:
    """Move the members of set `chosen` to the front of actions[start:end]. In place."""
    front = start
    for i in range(start, end):
        action = actions[i]
        if chosen >> action & 1:
            actions[i] = actions[front]
            actions[front] = action
            front += 1


@generic
def alphabeta(
    w: Workspace,
    depth: I64,
    alpha: I64,
    beta: I64,
    start: I64,
    table: NDArray[np.int64],
) -> I64:
    """Return the value of w.stack[depth], exact between `alpha` and `beta`.

    Parameters
    ----------
    w : record of workspace_dtype
        Modified in place.
    depth : int
        Place of the state on the stack.
    alpha, beta : int
        The window: a value <= alpha is an upper bound, one >= beta a lower bound.
    start : int
        Where w.actions is free.
    table : ndarray(int64)
        Of `solver.transposition`; no table if it is empty.

    Returns
    -------
    int
        UNKNOWN if the search gave up; w.status says why.
    """
    # Step 1. What needs no search: the end, and what is certain already.
    s = w.stack[depth]
    player = current_player(s)
    if player == TERMINAL:
        returns(s, w.out)
        return w.out[0]
    bounds(s, w.out)
    low, high = w.out[0], w.out[1]
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    # Step 2. Reasons to give up.
    if w.stop:
        w.status = STOPPED
        return UNKNOWN
    if player == CHANCE:
        w.status = MET_CHANCE
        return UNKNOWN
    # Step 3. What was proven before, and the order of the actions.
    end = list_actions(s, w.actions, start)
    front = start
    key: I64 = np.int64(0)
    if table.size:
        key = state_key(s)
        data = probe(table, key)
        if data:
            kind, known = bound_of(data), value_of(data)
            if (
                kind == EXACT
                or (kind == LOWER and known >= beta)
                or (kind == UPPER and known <= alpha)
            ):
                return known
            front = bring_forward(w.actions, start, end, action_of(data))
    first = try_first(s)
    if first:
        bring_all_forward(w.actions, front, end, first)
    # Step 4. Search the actions until one refutes.
    before = w.nodes
    old_alpha, old_beta = alpha, beta
    maximises = side(s, player) == side(s, np.int64(0))
    value: I64 = np.int64(-INFINITE) if maximises else np.int64(INFINITE)
    best: I64 = np.int64(0)
    for i in range(start, end):
        action = w.actions[i]
        if w.nodes >= w.limit:
            w.status = OUT_OF_NODES
            return UNKNOWN
        w.nodes += 1
        w.stack[depth + 1] = s
        apply(w.stack[depth + 1], action)
        reply = alphabeta(w, depth + np.int64(1), alpha, beta, end, table)
        if reply == UNKNOWN:
            return UNKNOWN
        if maximises:
            if reply > value:
                value, best = reply, action
                alpha = max(alpha, value)
        elif reply < value:
            value, best = reply, action
            beta = min(beta, value)
        if alpha >= beta:
            break
    # Step 5. Keep what is proven now.
    if table.size and -MOST_VALUE <= value <= MOST_VALUE:
        kind = EXACT
        if value <= old_alpha:
            kind = UPPER
        elif value >= old_beta:
            kind = LOWER
        store(table, key, entry(kind, best, w.nodes - before, value))
    return value


@generic
def narrow(w: Workspace, action: I64, table: NDArray[np.int64]) -> bool:
    """Find the value after `action` in w.stack[0]: raise w.low, lower w.high to it.

    Both are proven bounds at every moment, INFINITE if nothing is known. Returns
    whether they are equal; if not, the search gave up. `w` and `table` are modified in
    place.
    """
    s = w.stack[0]
    apply(s, action)
    w.nodes += 1
    w.low, w.high = -INFINITE, INFINITE
    if current_player(s) != TERMINAL:
        bounds(s, w.out)
        w.low, w.high = w.out[0], w.out[1]
    guess: I64 = np.int64(0)
    tests = 0
    while w.low < w.high:
        tests += 1
        if tests > FREE_GUESSES and w.low > -INFINITE and w.high < INFINITE:
            guess = (w.low + w.high + 1) >> 1
        beta = min(max(guess, w.low + 1), w.high)
        guess = alphabeta(w, np.int64(0), beta - 1, beta, np.int64(0), table)
        if guess == UNKNOWN:
            return False
        if guess >= beta:
            w.low = max(w.low, guess)
        else:
            w.high = min(w.high, guess)
    return True


@generic
def alphabeta_line(
    w: Workspace, action: I64, out: NDArray[np.int64], table: NDArray[np.int64]
) -> I64:
    """Write best play from w.stack[0] on to `out`; return its length.

    It begins with `action`, after which the value must be w.low. Then the first of the
    actions that keep the value is taken at every state, so that the line doesn't depend
    on what the table holds. All are modified in place; at the end of the deal its
    returns are left in w.out, otherwise the search gave up.
    """
    value = w.low
    s = w.stack[0]
    length: I64 = np.int64(0)
    while True:
        out[length] = action
        length += 1
        apply(s, action)
        player = current_player(s)
        if player == TERMINAL:
            returns(s, w.out)
            return length
        maximises = side(s, player) == side(s, np.int64(0))
        beta = value if maximises else value + 1
        end = list_actions(s, w.actions, np.int64(0))
        keeps = False
        for i in range(end):
            if w.nodes >= w.limit:
                w.status = OUT_OF_NODES
                return length
            action = w.actions[i]
            w.nodes += 1
            w.stack[1] = s
            apply(w.stack[1], action)
            reply = alphabeta(w, np.int64(1), beta - 1, beta, end, table)
            if reply == UNKNOWN:
                return length
            keeps = (reply >= beta) == maximises
            if keeps:
                break
        if not keeps:  # w.low was not the value
            return length


__all__ = ["INFINITE", "alphabeta", "alphabeta_line", "narrow"]

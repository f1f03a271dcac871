"""Perfect-information Monte Carlo: values with open cards, mean over sampled worlds.

A world consistent with what the seat knows is drawn, every action is made in it and its
exact open-card value found; the mean over the worlds is the estimate. Two things are
known to be wrong with it. It takes for granted that after the next action everybody,
the seat itself included, will know all cards, so actions that gain or hide information
are not valued as such (strategy fusion). And it doesn't reckon with others who choose
where to go by what they know (non-locality).

Sample i depends on the seed and on i alone. Up to `FEW_WORLDS` worlds are visited in a
seeded order without repeating any, so that the answer is exact once all were seen; more
are drawn independently. Where an exact search would take too long (the verb
`search_here`), all seats play at random up to where it does not.

References
----------
Levy (1989), "The million pound bridge program"; Ginsberg (2001), "GIB: imperfect
information in a computationally challenging game", JAIR 14. Frank, Basin (1998),
"Search in games with incomplete information", Artificial Intelligence 100.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import I64, generic
from engine.protocol import (
    CHANCE,
    MAX_SEATS,
    TERMINAL,
    Rules,
    apply,
    current_player,
    place,
    random_action,
    search_here,
    side,
)
from engine.rng import STREAM_PLAYOUT, STREAM_SEARCH, seed_stream
from engine.worlds.draw import draw_world, world_at
from engine.worlds.model import MODEL
from solver.alphabeta import INFINITE, alphabeta
from solver.estimates import add_sample
from solver.maxn import maxn
from solver.rollout import random_outcome
from solver.workspace import OUT_OF_NODES, RUNNING, UNKNOWN, Workspace

FEW_WORLDS = 1 << 17
# A search begins with the first rows of its table, few enough to be emptied for every
# world; one that takes more nodes starts again with all of it.
FIRST_ROWS = 1 << 10  # words of an alpha-beta table, rows of a max^n table
TRIAL_NODES = 2000

Job = Any  # one record of `job_dtype(rules)`


@functools.cache
def job_dtype(rules: Rules) -> np.dtype[Any]:
    """Return the record of what a thread samples; A = most actions of the game.

    ============  ==========  ==========================================================
    field         shape       meaning
    ============  ==========  ==========================================================
    seat, seed    1           whose knowledge it is; of the samples
    first, last   1           samples first … last - 1 are wanted,
    done          1           and so many of them, from the first on, were made
    cleared       1           whether all of the table is free of other worlds
    random        1           random actions that were played
    num_actions   1           the actions to value: actions[:num_actions]
    actions       A
    row           A + 1       of one sample: 1, then the values of the actions
    model         1           of the `Knowledge`, with the world drawn
    root          1           the state without what the seat can't see
    ============  ==========  ==========================================================
    """
    most = rules.INFO.max_actions
    return np.dtype(
        [
            ("seat", "i8"),
            ("seed", "i8"),
            ("first", "i8"),
            ("last", "i8"),
            ("done", "i8"),
            ("cleared", "i8"),
            ("random", "i8"),
            ("num_actions", "i8"),
            ("actions", "i8", (most,)),
            ("row", "i8", (most + 1,)),
            ("model", np.dtype((np.record, MODEL))),
            ("root", np.dtype((np.record, rules.STATE))),
        ],
        align=True,
    )


@generic
def begin_sample(
    w: Workspace,
    job: Job,
    worlds: NDArray[np.int64],
    order: NDArray[np.int64],
    table: NDArray[np.int64],
    sample: I64,
) -> None:
    """Put the world of a sample on w.stack[0], and forget what is known of others.

    `w`, `job` and `table` are modified in place.
    """
    table[:FIRST_ROWS] = 0
    if order.size:
        world_at(job.model, worlds, order[sample % order.size])
    else:
        seed_stream(w.rng, job.seed, STREAM_SEARCH, sample)
        draw_world(job.model, worlds, w.rng)
    w.stack[0] = job.root
    place(w.stack[0], job.seat, job.model)
    w.nodes = 0
    job.cleared = 0
    job.row[0] = 1


@generic
def play_to_search(w: Workspace, job: Job, action: I64, sample: I64) -> None:
    """Make `action` in w.stack[1], then random ones up to where a search is quick.

    The dice of a sample are the same for all its actions: what they have in common
    doesn't blur how they compare. `w` and `job` are modified in place.
    """
    w.stack[1] = w.stack[0]
    s = w.stack[1]
    apply(s, action)
    w.nodes += 1
    if current_player(s) == TERMINAL or search_here(s):
        return
    seed_stream(w.dice, job.seed, STREAM_PLAYOUT, sample)
    player = current_player(s)
    while player != TERMINAL and not search_here(s):
        if player == CHANCE:
            apply(s, random_outcome(s, w.dice))
        else:
            apply(s, random_action(s, w.dice))
        w.nodes += 1
        job.random += 1
        player = current_player(s)


@generic
def begin_search(w: Workspace, job: Job, limit: I64, table: NDArray[np.int64]) -> I64:
    """Set the limit of a search; return how many rows of `table` it shall use."""
    if job.cleared:
        return table.shape[0]
    w.limit = min(limit, w.nodes + TRIAL_NODES)
    return min(np.int64(FIRST_ROWS), table.shape[0])


@generic
def needs_table(w: Workspace, job: Job, limit: I64, table: NDArray[np.int64]) -> bool:
    """Return whether a trial search ended for its small limit alone.

    Then all of `table` is made ready for the search. All are modified in place.
    """
    trial_only = w.status == OUT_OF_NODES and w.nodes < limit
    w.limit = limit
    if trial_only:
        w.status = RUNNING
        if not job.cleared:
            table[:] = 0
            job.cleared = 1
    return trial_only


@generic
def sample_two_sided(
    w: Workspace,
    job: Job,
    worlds: NDArray[np.int64],
    order: NDArray[np.int64],
    table: NDArray[np.int64],
    parts: NDArray[np.int64],
    spent: NDArray[np.int64],
) -> None:
    """Add the samples that `job` wants to `parts`; alpha-beta finds the values.

    Parameters
    ----------
    w : record of workspace_dtype
        `limit` is that of a sample. Modified in place.
    job : record of job_dtype
        Modified in place.
    worlds : ndarray(int64)
        The `table` of the Knowledge.
    order : ndarray(int64), shape (number of worlds,) or (0,)
        Sample i is world order[i mod its length]; if it is empty, a world drawn.
    table : ndarray(int64)
        Of `solver.transposition`. Modified in place.
    parts : ndarray(int64), shape (3, k + 1, k + 1)
        See `solver.estimates`. Modified in place.
    spent : ndarray(int64), shape (last - first,)
        The nodes of each sample. Modified in place.
    """
    limit = w.limit
    low, high = np.int64(-INFINITE), np.int64(INFINITE)
    depth, start = np.int64(1), np.int64(0)
    job.done = 0
    for sample in range(job.first, job.last):
        begin_sample(w, job, worlds, order, table, sample)
        sign = 1 if side(w.stack[0], job.seat) == side(w.stack[0], np.int64(0)) else -1
        for j in range(job.num_actions):
            play_to_search(w, job, job.actions[j], sample)
            rows = begin_search(w, job, limit, table)
            value = alphabeta(w, depth, low, high, start, table[:rows])
            if value == UNKNOWN and needs_table(w, job, limit, table):
                value = alphabeta(w, depth, low, high, start, table)
            w.limit = limit
            if value == UNKNOWN:
                return
            job.row[j + 1] = sign * value
        spent[job.done] = w.nodes
        job.done += 1
        add_sample(parts, job.row)


@generic
def sample_many_sided(
    w: Workspace,
    job: Job,
    worlds: NDArray[np.int64],
    order: NDArray[np.int64],
    table: NDArray[np.int64],
    parts: NDArray[np.int64],
    spent: NDArray[np.int64],
) -> None:
    """Add the samples that `job` wants to `parts`; max^n finds the values.

    As `sample_two_sided`, but `table` is one of `solver.maxn`.
    """
    limit = w.limit
    depth, start = np.int64(1), np.int64(0)
    job.done = 0
    for sample in range(job.first, job.last):
        begin_sample(w, job, worlds, order, table, sample)
        for j in range(job.num_actions):
            play_to_search(w, job, job.actions[j], sample)
            rows = begin_search(w, job, limit, table)
            found = maxn(w, depth, start, table[:rows])
            if found == UNKNOWN and needs_table(w, job, limit, table):
                found = maxn(w, depth, start, table)
            w.limit = limit
            if found == UNKNOWN:
                return
            job.row[j + 1] = w.values[MAX_SEATS + job.seat]
        spent[job.done] = w.nodes
        job.done += 1
        add_sample(parts, job.row)


__all__ = ["FEW_WORLDS", "job_dtype", "sample_many_sided", "sample_two_sided"]

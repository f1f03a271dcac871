"""The memory that a search works in: one record, so that kernels take one argument.

A workspace belongs to one thread. Kernels may write all of it but `stop`, which only
the outside sets: every search looks at it before each node and then gives up.
"""

from __future__ import annotations

import functools
import threading
from typing import Any

import numpy as np

from engine.protocol import MAX_SEATS, Rules

Workspace = Any  # one record of `workspace_dtype(rules)`

# What a search returns when it gave up; no value of a state is so large.
UNKNOWN = 1 << 62

# Why a search gave up: field `status`.
RUNNING, OUT_OF_NODES, STOPPED, MET_CHANCE = 0, 1, 2, 3


@functools.cache
def workspace_dtype(rules: Rules) -> np.dtype[Any]:
    """Return the record of a game's searches; L = its longest deal, A = most actions.

    ============  ===================  =================================================
    field         shape                meaning
    ============  ===================  =================================================
    out           MAX_SEATS            where `returns` and `bounds` write
    stop          1                    not 0: give up
    status        1                    RUNNING, or why the search gave up
    nodes, limit  1                    actions applied; give up when there are so many
    low, high     1                    proven bounds of the value of stack[0]
    rng, dice     4                    generators: of the worlds, of random play
    stack         L + 2                the states on the path searched
    actions       (L + 2) A            the actions of each of them, end to end
    values        (L + 2) MAX_SEATS    max^n: the payoffs of each of them, end to end
    ============  ===================  =================================================
    """
    depth = rules.INFO.max_length + 2
    # np.record gives access to fields as attributes when the JIT is off.
    state = np.dtype((np.record, rules.STATE))
    return np.dtype(
        [
            ("out", "i8", (MAX_SEATS,)),
            ("stop", "i8"),
            ("status", "i8"),
            ("nodes", "i8"),
            ("limit", "i8"),
            ("low", "i8"),
            ("high", "i8"),
            ("rng", "i8", (4,)),
            ("dice", "i8", (4,)),
            ("stack", state, (depth,)),
            ("actions", "i8", (depth * rules.INFO.max_actions,)),
            ("values", "i8", (depth * MAX_SEATS,)),
        ],
        align=True,
    )


def new_workspace(rules: Rules, halt: Halt | None = None) -> Any:
    """Return a workspace, an array of one; `halt` will be able to stop it."""
    work = np.zeros(1, workspace_dtype(rules)).view(np.recarray)
    work["limit"] = np.iinfo(np.int64).max
    if halt is not None:
        halt.watch(work)
    return work


class Halt:
    """The switch of one analysis: stops the kernels that run in its workspaces."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: list[Any] = []
        self._is_set = False

    def watch(self, work: Any) -> None:
        """Stop `work`, too, when asked to stop; at once if that was asked already."""
        with self._lock:
            self._watched.append(work)
            work["stop"] = int(self._is_set)

    def set(self) -> None:
        """Stop all that is watched."""
        with self._lock:
            self._is_set = True
            for work in self._watched:
                work["stop"] = 1

    def is_set(self) -> bool:
        """Return whether a stop was asked for."""
        return self._is_set


__all__ = [
    "MET_CHANCE",
    "OUT_OF_NODES",
    "RUNNING",
    "STOPPED",
    "UNKNOWN",
    "Halt",
    "Workspace",
    "new_workspace",
    "workspace_dtype",
]

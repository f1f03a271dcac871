"""A table of what was proven of states, by key: fixed size, verified, lossy.

A table is an int64 array of buckets of two entries, each a key and a word of data. An
entry is used only if its whole 64-bit key agrees; it may be overwritten at any time.
The first entry of a bucket keeps what cost most to prove, the second what came last
(the two-tier scheme of chess programs: Breuker, Uiterwijk, van den Herik 1994,
"Replacement schemes for transposition tables", ICCA Journal 17).

An array of no entries turns the table off.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import I64, kernel

# An entry's data, int64; 0 is an empty entry:
#
#   bits    width  field   meaning
#   0-1       2    bound   EXACT, LOWER or UPPER
#   2-17     16    action  the best action, or one that refuted
#   18-30    13    work    nodes it took to prove, at most MOST_WORK
#   31-63    33    value   signed: the value of the state for seat 0, or the bound of it
BOUND_BITS, ACTION_BITS, WORK_BITS = 2, 16, 13
ACTION_SHIFT = BOUND_BITS
WORK_SHIFT = ACTION_SHIFT + ACTION_BITS
VALUE_SHIFT = WORK_SHIFT + WORK_BITS
BOUND_MASK = (1 << BOUND_BITS) - 1
ACTION_MASK = (1 << ACTION_BITS) - 1
MOST_WORK = (1 << WORK_BITS) - 1
MOST_VALUE = (1 << 32) - 1
EXACT, LOWER, UPPER = 1, 2, 3

BUCKET = 4  # words: two entries of two


def new_table(num_bits: int) -> NDArray[np.int64]:
    """Return an empty table of 2**num_bits buckets, 32 bytes each, zeroed lazily."""
    return np.zeros(BUCKET << num_bits, np.int64)


NO_TABLE = np.zeros(0, np.int64)


@kernel
def entry(bound: I64, action: I64, work: I64, value: I64) -> I64:
    """Return the data word of an entry; `value` is at most MOST_VALUE in size."""
    spent = min(work, MOST_WORK)
    return value << VALUE_SHIFT | spent << WORK_SHIFT | action << ACTION_SHIFT | bound


@kernel
def bound_of(data: I64) -> I64:
    """Return EXACT, LOWER or UPPER; 0 for an empty entry."""
    return data & BOUND_MASK


@kernel
def action_of(data: I64) -> I64:
    """Return the action of an entry."""
    return data >> ACTION_SHIFT & ACTION_MASK


@kernel
def work_of(data: I64) -> I64:
    """Return what an entry cost."""
    return data >> WORK_SHIFT & MOST_WORK


@kernel
def value_of(data: I64) -> I64:
    """Return the value of an entry, or the bound of it."""
    return data >> VALUE_SHIFT


@kernel
def probe(table: NDArray[np.int64], key: I64) -> I64:
    """Return the data kept for `key`, 0 if there is none."""
    place = BUCKET * (key & (table.size // BUCKET - 1))
    if table[place] == key:
        return table[place + 1]
    if table[place + 2] == key:
        return table[place + 3]
    return np.int64(0)


@kernel
def store(table: NDArray[np.int64], key: I64, data: I64) -> None:
    """Keep `data` for `key`, in the place of what is worth less. Modified in place."""
    place = BUCKET * (key & (table.size // BUCKET - 1))
    if table[place] != key:
        if work_of(data) < work_of(table[place + 1]):
            place += 2
        else:
            table[place + 2] = table[place]
            table[place + 3] = table[place + 1]
    table[place] = key
    table[place + 1] = data


__all__ = [
    "EXACT",
    "LOWER",
    "MOST_VALUE",
    "NO_TABLE",
    "UPPER",
    "action_of",
    "bound_of",
    "entry",
    "new_table",
    "probe",
    "store",
    "value_of",
]

"""Drawing worlds: one at random, every one with the same chance, or number k of them.

A world comes about in two steps. A number picks one of the walks that the table of
`engine.worlds.model` counts: card by card, the group that it goes to. Then the cards of
each group are split among its zones, by a shuffle or by the rest of the number. All of
it is integer arithmetic, so nothing is rounded and no world is favoured.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import lowest, nth, pick, popcount
from engine.jit import I64, kernel
from engine.rng import below, next64
from engine.worlds.model import LIMB_BITS, LIMB_MASK

# BINOMIAL[n, k] ways to choose k of n; all of them fit.
BINOMIAL = np.array([[math.comb(n, k) for k in range(64)] for n in range(64)], np.int64)


# --- One walk -------------------------------------------------------------------------


@kernel
def is_below(index: NDArray[np.int64], table: NDArray[np.int64], state: I64) -> bool:
    """Return whether `index` is less than the count of `state`."""
    limb = table.shape[1] - 1
    while limb > 0 and index[limb] == table[state, limb]:
        limb -= 1
    return index[limb] < table[state, limb]


@kernel
def draw_below(
    rng: NDArray[np.int64], table: NDArray[np.int64], index: NDArray[np.int64]
) -> None:
    """Draw `index` uniformly below the count of the first state. In place."""
    state = table.shape[0] - 1
    top = table.shape[1] - 1
    while top > 0 and table[state, top] == 0:
        index[top] = 0
        top -= 1
    mask = table[state, top]
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> shift
    while True:
        for limb in range(top):
            index[limb] = next64(rng) & LIMB_MASK
        index[top] = next64(rng) & mask
        if is_below(index, table, state):
            return


@kernel
def pass_over(index: NDArray[np.int64], table: NDArray[np.int64], state: I64) -> bool:
    """Return whether `index` lies beyond the count of `state`; then subtract that."""
    if is_below(index, table, state):
        return False
    borrow: I64 = np.int64(0)
    for limb in range(table.shape[1]):
        difference = index[limb] - table[state, limb] - borrow
        borrow = (difference >> LIMB_BITS) & 1
        index[limb] = difference & LIMB_MASK
    return True


@kernel
def walk(model: Any, table: NDArray[np.int64]) -> None:
    """Give every card to the group that walk number `index` gives it to. In place."""
    state: I64 = table.shape[0] - 1
    unmet = model.needing
    open_groups: I64 = np.int64(0)
    for group in range(model.num_groups):
        model.left[group] = model.group_room[group]
        model.taken[group] = 0
        if model.group_room[group]:
            open_groups |= np.int64(1) << group
    cards = model.cards
    while cards:
        if open_groups & (open_groups - 1) == 0:
            model.taken[lowest(open_groups)] |= cards
            return
        bit = cards & -cards
        card = lowest(cards)
        cards ^= bit
        choices = model.choices[card] & open_groups
        wanted = model.wanted[card] & unmet
        while True:
            taker = lowest(choices)
            choices &= choices - 1
            target = state - model.stride[taker]
            if wanted >> taker & 1:
                target -= model.need_stride[taker]
            if choices == 0 or not pass_over(model.index, table, target):
                break
        state = target
        unmet &= ~(wanted & (np.int64(1) << taker))
        model.taken[taker] |= bit
        model.left[taker] -= 1
        if model.left[taker] == 0:
            open_groups ^= np.int64(1) << taker


# --- A world --------------------------------------------------------------------------


@kernel
def shuffle_group(model: Any, group: I64, rng: NDArray[np.int64]) -> None:
    """Split the cards of a group among its zones at random. Modified in place."""
    begin, end = model.begin[group], model.begin[group + 1]
    cards = model.taken[group]
    last = model.member[end - 1]
    if model.ordered[last] == 0:
        end -= 1  # it takes what the others leave
        model.held[last] = cards
        if begin == end:
            return
    place = model.first[model.member[begin]]
    stop = place
    rest = cards
    while rest:
        model.order[stop] = lowest(rest)
        rest &= rest - 1
        stop += 1
    for number in range(begin, end):
        zone = model.member[number]
        held: I64 = np.int64(0)
        for _ in range(model.room[zone]):
            chosen = place + below(rng, stop - place)
            card = model.order[chosen]
            model.order[chosen] = model.order[place]
            model.order[place] = card
            held |= np.int64(1) << card
            place += 1
        model.held[zone] = held
        cards ^= held
    if model.ordered[last] == 0:
        model.held[last] = cards


@kernel
def draw_world(model: Any, table: NDArray[np.int64], rng: NDArray[np.int64]) -> None:
    """Draw a world, each with the same chance exactly, into `held` and `order`.

    Parameters
    ----------
    model : record of MODEL
        Planned. Modified in place.
    table : ndarray(int64), shape (states, limbs)
        Its table; only read, so that threads may share it.
    rng : ndarray(int64), shape (4,)
        Modified in place.
    """
    if model.num_groups > 1:
        draw_below(rng, table, model.index)
    walk(model, table)
    for group in range(model.num_groups):
        shuffle_group(model, group, rng)


@kernel
def subset_at(cards: I64, size: I64, rank: I64) -> I64:
    """Return the `rank`-th of the subsets of `cards` with `size` members."""
    positions: I64 = np.int64(0)
    for position in range(popcount(cards) - 1, -1, -1):
        if size and rank >= BINOMIAL[position, size]:
            rank -= BINOMIAL[position, size]
            positions |= np.int64(1) << position
            size -= 1
    return pick(cards, positions)


@kernel
def split_group(model: Any, group: I64, index: I64) -> I64:
    """Split the cards of a group among its zones in way `index`; return what is over.

    `index` counts the ways of this group in its lowest digits. Modified in place.
    """
    cards = model.taken[group]
    for number in range(model.begin[group], model.begin[group + 1]):
        zone = model.member[number]
        room = model.room[zone]
        num_cards = popcount(cards)
        held: I64 = np.int64(0)
        if model.ordered[zone]:
            for place in range(room):
                card = nth(cards & ~held, index % (num_cards - place))
                index //= num_cards - place
                model.order[model.first[zone] + place] = card
                held |= np.int64(1) << card
        else:
            ways = BINOMIAL[num_cards, room]
            held = subset_at(cards, room, index % ways)
            index //= ways
        model.held[zone] = held
        cards ^= held
    return index


@kernel
def world_at(model: Any, table: NDArray[np.int64], index: I64) -> None:
    """Write world number `index` into `held` and `order`: each world has one number.

    Parameters
    ----------
    model : record of MODEL
        Planned. Modified in place.
    table : ndarray(int64), shape (states, limbs)
        Its table.
    index : int
        0 to the number of worlds - 1, which must be less than 2**62.

    Notes
    -----
    Stability: the numbering is no promise, only that it is one.
    """
    ways = table[table.shape[0] - 1, 0]
    for limb in range(table.shape[1]):
        model.index[limb] = 0
    model.index[0] = index % ways
    walk(model, table)
    index //= ways
    for group in range(model.num_groups):
        index = split_group(model, group, index)

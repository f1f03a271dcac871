"""Spreading hidden cards over zones: in how many ways it can be done.

A `MODEL` says what is hidden: a set of cards, and zones that hold them. Zone z takes
`room[z]` cards, all in the set `allowed[z]` (what a shown void leaves, say), at least
one of them in `need[z]` where that is not 0; where `ordered[z]` is 1 the order of its
cards counts. A world is one way to spread the cards, and all are equally likely.

How it is done: zones that allow the same cards and need none form one group, since any
way to split a group's cards among its zones is as good as any other. The cards are
given to groups one by one, in ascending order; what is left of the groups' room, and
the needs not met yet, is the *state* of this walk, one number. The table holds, for
each state, in how many ways the walk can end: sums only, no float, no rounding. A
uniform number below the count of the first state then picks a walk, and every group's
cards are shuffled into its zones afterwards: that is `engine.worlds.draw`.

Counts may exceed an int64. A row of the table is a number in limbs of 62 bits, lowest
first, as many as the largest possible count takes: one in nearly all games.

======================  =============================================================
array                   shape
======================  =============================================================
model                   one record of `MODEL`
table                   int64, (states, limbs); row e counts the ways from state e
rng                     int64, (4,): a generator of `engine.rng`
======================  =============================================================
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import lowest, nth, popcount
from engine.jit import I64, kernel

MAX_ZONES = 16
MAX_UNSEEN = 64
LIMB_BITS = 62
LIMB_MASK = (1 << LIMB_BITS) - 1
MAX_LIMBS = 5  # 16 groups and 64 cards: fewer than 2**256 ways
MAX_STATES = 1 << 23  # 64 MB a limb

# plan() returns the number of states, or one of these.
ROOM_DIFFERS, TOO_MANY_STATES = -1, -2

MODEL = np.dtype(
    [
        # What is hidden: filled in by a game's verb `unseen`.
        ("cards", "i8"),  # the set of unseen cards, as many as there is room
        ("num_zones", "i8"),
        ("room", "i8", (MAX_ZONES,)),
        ("allowed", "i8", (MAX_ZONES,)),
        ("need", "i8", (MAX_ZONES,)),
        ("ordered", "i8", (MAX_ZONES,)),
        # A world: read by a game's verb `place`.
        ("held", "i8", (MAX_ZONES,)),  # each zone's cards as a set
        ("order", "i8", (MAX_UNSEEN,)),  # an ordered zone's cards, top first, are
        ("first", "i8", (MAX_ZONES,)),  # order[first[z] : first[z] + room[z]]
        # The groups, as `plan` finds them.
        ("num_groups", "i8"),
        ("member", "i8", (MAX_ZONES,)),  # zones, group by group: those of group g are
        ("begin", "i8", (MAX_ZONES + 1,)),  # member[begin[g] : begin[g + 1]]
        ("group_room", "i8", (MAX_ZONES,)),
        ("stride", "i8", (MAX_ZONES,)),  # a card into group g: state -= stride[g],
        ("need_stride", "i8", (MAX_ZONES,)),  # and this, if it meets the group's need
        ("needing", "i8"),  # the set of groups with a need
        ("choices", "i8", (MAX_UNSEEN,)),  # by card: the groups that allow it,
        ("wanted", "i8", (MAX_UNSEEN,)),  # and those whose need it meets
        # Room to work in.
        ("left", "i8", (MAX_ZONES,)),  # what is left of each group's room
        ("taken", "i8", (MAX_ZONES,)),  # the cards each group was given
        ("index", "i8", (MAX_LIMBS,)),  # a number of a walk, in limbs
    ],
    align=True,
)


# --- The plan: groups, and the states of the walk -------------------------------------


@kernel
def describe_model(model: Any, cards: I64, num_zones: I64) -> None:
    """Begin a model: `cards` over zones without room or conditions yet. In place."""
    model.cards = cards
    model.num_zones = num_zones
    for zone in range(num_zones):
        model.room[zone] = 0
        model.allowed[zone] = cards
        model.need[zone] = 0
        model.ordered[zone] = 0


@kernel
def is_needing(model: Any, zone: I64) -> bool:
    """Return whether a zone's need is not met by whatever cards it gets."""
    others = model.cards & model.allowed[zone] & ~model.need[zone]
    return model.need[zone] != 0 and popcount(others) >= model.room[zone]


@kernel
def leads_group(model: Any, zone: I64) -> bool:
    """Return whether `zone` is the first of its group. A zone without room has none."""
    if is_needing(model, zone):
        return True
    is_first = model.room[zone] > 0
    for other in range(zone):
        is_first = is_first and not shares_group(model, other, zone)
    return is_first


@kernel
def shares_group(model: Any, one: I64, other: I64) -> bool:
    """Return whether two zones belong to one group."""
    if one == other:
        return True
    if model.room[one] == 0 or model.room[other] == 0:
        return False
    if is_needing(model, one) or is_needing(model, other):
        return False
    differing = model.allowed[one] ^ model.allowed[other]
    return differing & model.cards == 0


@kernel
def list_members(model: Any, leader: I64, start: I64) -> I64:
    """Write the zones of `leader`'s group to member[start:]; return the end.

    Ordered zones come first and the largest of the others last: it needs no shuffling,
    it takes what the others leave.
    """
    end = start
    for zone in range(model.num_zones):
        if not shares_group(model, leader, zone):
            continue
        place = end
        while place > start:
            before = model.member[place - 1]
            if model.ordered[before] > model.ordered[zone] or (
                model.ordered[before] == model.ordered[zone]
                and model.room[before] <= model.room[zone]
            ):
                break
            model.member[place] = before
            place -= 1
        model.member[place] = zone
        end += 1
    return end


@kernel
def plan(model: Any) -> I64:
    """Find the groups of a model and number the states. `model` in place.

    Returns
    -------
    int
        The number of states; ROOM_DIFFERS if the zones don't take just the cards there
        are, TOO_MANY_STATES if there are more than MAX_STATES.
    """
    model.num_groups = 0
    model.needing = 0
    model.begin[0] = 0
    states: I64 = np.int64(1)
    for leader in range(model.num_zones):
        model.held[leader] = 0
        model.first[leader] = 0
        if not leads_group(model, leader):
            continue
        group = model.num_groups
        model.num_groups = group + 1
        begin = model.begin[group]
        model.begin[group + 1] = list_members(model, leader, begin)
        room: I64 = np.int64(0)
        for place in range(begin, model.begin[group + 1]):
            room += model.room[model.member[place]]
        model.group_room[group] = room
        model.stride[group] = states
        states *= room + 1
        model.need_stride[group] = states
        if is_needing(model, leader):
            model.needing |= np.int64(1) << group
            states *= 2
        if states > MAX_STATES:
            return TOO_MANY_STATES
    total: I64 = np.int64(0)
    for place in range(model.begin[model.num_groups]):
        model.first[model.member[place]] = total
        total += model.room[model.member[place]]
    if total != popcount(model.cards):
        return ROOM_DIFFERS
    list_choices(model)
    return states


@kernel
def list_choices(model: Any) -> None:
    """Write for each unseen card which groups may and which need to have it."""
    cards = model.cards
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        choices: I64 = np.int64(0)
        wanted: I64 = np.int64(0)
        for group in range(model.num_groups):
            leader = model.member[model.begin[group]]
            choices |= ((model.allowed[leader] >> card) & 1) << group
            wanted |= ((model.need[leader] >> card) & 1) << group
        model.choices[card] = choices
        model.wanted[card] = wanted & model.needing


# --- The table ------------------------------------------------------------------------


@kernel
def add_row(table: NDArray[np.int64], state: I64, other: I64) -> None:
    """Add the count of state `other` to that of `state`. In place."""
    carry: I64 = np.int64(0)
    for limb in range(table.shape[1]):
        total = table[state, limb] + table[other, limb] + carry
        table[state, limb] = total & LIMB_MASK
        carry = total >> LIMB_BITS


@kernel
def fill_table(model: Any, table: NDArray[np.int64]) -> None:
    """Count the ways from every state; `table` is all 0. Modified in place.

    Each card makes the state smaller, so ascending order meets only known counts.
    """
    table[0, 0] = 1
    num_cards = popcount(model.cards)
    for state in range(1, table.shape[0]):
        unmet: I64 = np.int64(0)
        open_groups: I64 = np.int64(0)
        cards_left: I64 = np.int64(0)
        for group in range(model.num_groups):
            bit = np.int64(1) << group
            room = (state // model.stride[group]) % (model.group_room[group] + 1)
            cards_left += room
            if room:
                open_groups |= bit
            if model.needing & bit and (state // model.need_stride[group]) & 1:
                unmet |= bit
        if cards_left == 0:
            continue  # a need is left, and no card to meet it
        card = nth(model.cards, num_cards - cards_left)
        choices = model.choices[card] & open_groups
        while choices:
            taker = lowest(choices)
            choices &= choices - 1
            step = model.stride[taker]
            if (model.wanted[card] & unmet) >> taker & 1:
                step += model.need_stride[taker]
            add_row(table, state, state - step)


def largest_count(model: Any) -> int:
    """Return how many ways there would be if every group allowed every card."""
    count, left = 1, int(model.cards).bit_count()
    for room in model.group_room[: model.num_groups]:
        count *= math.comb(left, int(room))
        left -= int(room)
    return count


def new_table(model: Any, states: int) -> NDArray[np.int64]:
    """Return the table of a model; `states` is what `plan` returned for it."""
    limbs = max(1, -(-largest_count(model).bit_length() // LIMB_BITS))
    table = np.zeros((states, limbs), np.int64)
    fill_table(model, table)
    return table


def count_worlds(model: Any, table: NDArray[np.int64]) -> int:
    """Return the exact number of worlds, however large."""
    count = sum(int(limb) << (LIMB_BITS * k) for k, limb in enumerate(table[-1]))
    for group in range(int(model.num_groups)):
        left = int(model.group_room[group])
        for place in range(int(model.begin[group]), int(model.begin[group + 1])):
            zone = model.member[place]
            room = int(model.room[zone])
            count *= (math.perm if model.ordered[zone] else math.comb)(left, room)
            left -= room
    return count

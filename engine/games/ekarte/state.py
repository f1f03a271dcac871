"""Ékarté: the record of a state, and the tables that its kernels look things up in."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from engine.bits import from_members, members
from engine.cards import PACKS
from engine.options import Options
from engine.setups import text_key
from engine.tricks import FOLLOW_RULES, above_table, suit_table

PACK = PACKS["hungarian32"]
SUIT = suit_table(PACK)
WHOLE_PACK = (1 << PACK.size) - 1
NUM_SUITS, SUIT_SIZE = len(PACK.suits), len(PACK.ranks)
SUIT_MASK = (1 << SUIT_SIZE) - 1
PACK_SIZE = PACK.size
CARD_BITS = 5

HAND_SIZE = 5
NUM_TRICKS = 5
TALON_SIZE = 21  # face down; 22 with the card turned up
NO_CARD = -1
NOBODY = -1

OFFER, ANSWER, EXCHANGE, TRICKS, END = range(5)
PHASES = ("offer", "answer", "exchange", "tricks", "end")
PLAY_ON, PROPOSE = 0, 1
ACCEPT, REFUSE = 0, 1

ORDERS = {"ecarte": "789XAUOK", "traditional": "789XUOKA"}  # low to high
EXCHANGE_FIRST = ("dealer", "nondealer")

STATE = np.dtype(
    [
        ("public", "i8"),  # running hash of what both saw before the tricks
        ("private", "i8", (2,)),  # and of what one seat alone saw
        ("rules_key", "i8"),  # hash of the options
        # The cards played since the deal or set-up: 1, then five bits for each card.
        ("line", "i8"),
        ("hands", "u4", (2,)),  # card sets
        ("discards", "u4", (2,)),  # all that a seat laid away
        ("voids", "u4", (2,)),  # of a set-up: cards that a seat has shown not to hold
        ("seen", "u4"),  # cards both had seen before `line`: the card turned up, …
        ("trumps", "u4"),  # the trump suit as a set
        ("row", "i2"),  # TAKES[row + c]: what takes a trick from card c
        ("talon", "i1", (TALON_SIZE + 1,)),  # bottom first; the rest is NO_CARD
        ("left", "i1"),  # how many can be drawn; talon[left - 1] is on top
        ("num_discards", "i1", (2,)),
        ("turnup", "i1"),  # the card turned up; NO_CARD if a set-up names none
        ("taker", "i1"),  # who has drawn it
        ("proposed", "i1"),  # seat 0 has proposed and not exchanged since
        ("phase", "i1"),
        ("turn", "i1"),  # the seat to act, or TERMINAL
        ("opener", "i1"),  # who played the first card of `line`
        ("table", "i1"),  # the card led, NO_CARD between tricks
        ("tricks", "i1", (2,)),  # won so far
        ("order", "i1"),  # options: index into ORDERS,
        ("follow_rule", "i1"),  # of tricks.FOLLOW_RULES,
        ("first", "i1"),  # the seat that exchanges first,
        ("trumps_go", "i1"),  # whether trumps may be laid away
        ("drawable", "i1"),  # and whether the card turned up can be drawn
    ],
    align=True,
)


def set_options(s: Any, options: Options, parameters: Options) -> None:
    """Write the options into a blank state."""
    s.rules_key = text_key(list(options.items()))
    s.order = list(ORDERS).index(str(options["order"]))
    s.follow_rule = FOLLOW_RULES.index(str(options["follow_rule"]))
    s.first = 1 if options["exchange_first"] == "dealer" else 0
    s.trumps_go = options["discard_trumps"]
    s.drawable = options["turnup_drawable"]


# --- who takes a trick ----------------------------------------------------------------


def _takes() -> list[int]:
    """Return, by order, trump suit and card, what takes a trick from that card."""
    table = []
    for low_to_high in ORDERS.values():
        above = above_table(PACK, low_to_high)
        for trump in range(NUM_SUITS):
            trumps = SUIT[SUIT_SIZE * trump]
            for card in range(PACK.size):
                others = 0 if trumps >> card & 1 else trumps
                table.append(int(above[card] | others))
    return table


def _tops() -> list[int]:
    """Return, by order and set of ranks, the ranks above all of the set."""
    table = []
    for low_to_high in ORDERS.values():
        strength = [low_to_high.index(rank) for rank in PACK.ranks]
        for ranks in range(1 << SUIT_SIZE):
            best = max((strength[r] for r in members(ranks)), default=-1)
            table.append(from_members(r for r, st in enumerate(strength) if st > best))
    return table


TAKES = np.array(_takes(), np.int64)
TOPS = np.array(_tops(), np.int64)  # TOPS[(order << SUIT_SIZE) + ranks]


# --- exchanges ------------------------------------------------------------------------

# By action: the places in the hand that are laid away, as a set.
PLACES = np.array(
    [
        from_members(places)
        for size in range(HAND_SIZE + 1)
        for places in combinations(range(HAND_SIZE), size)
    ],
    np.int64,
)
# EXCHANGES[places, most]: the actions that lay away at most so many of these places.
EXCHANGES = np.array(
    [
        [
            from_members(
                action
                for action, chosen in enumerate(PLACES)
                if chosen & ~places == 0 and int(chosen).bit_count() <= most
            )
            for most in range(HAND_SIZE + 1)
        ]
        for places in range(1 << HAND_SIZE)
    ],
    np.int64,
)

"""Sült malac: the record of a state, and how a deal begins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import set_of
from engine.cards import PACKS
from engine.jit import I64, kernel
from engine.options import Options
from engine.rng import mix
from engine.setups import text_key
from engine.tricks import FREE, STRICT, above_table, suit_table

PACK = PACKS["hungarian32"]
ABOVE = above_table(PACK, "789XUOKA")
SUIT = suit_table(PACK)
WHOLE_PACK = (1 << PACK.size) - 1
RED_SEVEN = PACK.parse_card("P7")

HAND_SIZE = 5
MOST_SEATS = 4
MOST_DISCARDS = 2
# Talon cards that can ever be drawn; the others are out of play from the start.
REACH = MOST_DISCARDS * MOST_SEATS
NO_CARD = -1

DISCARD, PASS, SHOW, TRICK, END = range(5)
PHASES = ("discard", "pass", "show", "trick")
BOTH, RESPONSE = range(2)
RED7_RULES = ("both", "response")

STATE = np.dtype(
    [
        ("public", "i8"),  # running hash of what all saw
        ("private", "i8", (MOST_SEATS,)),  # and of what one seat alone saw
        ("rules_key", "i8"),  # hash of the options
        ("stake", "i8"),
        ("hands", "u4", (MOST_SEATS,)),  # card sets
        ("discards", "u4", (MOST_SEATS,)),  # by the seat that laid them away
        ("trump", "u4"),  # the trump suit as a set
        ("num_discards", "i1", (MOST_SEATS,)),
        ("drawn", "i1"),  # talon[drawn] is on top
        ("talon", "i1", (REACH,)),
        # By seat: the card it put down for the next seat, in its hand until all have
        # chosen; the card it showed; the card it played. NO_CARD before.
        ("passed", "i1", (MOST_SEATS,)),
        ("shown", "i1", (MOST_SEATS,)),
        ("played", "i1", (MOST_SEATS,)),
        ("turnup", "i1"),
        ("phase", "i1"),
        ("turn", "i1"),  # the seat to act, or TERMINAL
        ("seats", "i1"),
        ("red7", "i1"),  # BOTH or RESPONSE
        ("simultaneous", "i1"),  # whether shows are hidden until all have shown
        ("follow_rule", "i1"),  # FREE or STRICT
    ],
    align=True,
)


def set_options(s: Any, options: Options, parameters: Options) -> None:
    """Write the options into a blank state."""
    s.rules_key = text_key([*options.items(), *parameters.items()])
    s.seats = options["players"]
    s.stake = options["stake"]
    s.red7 = RED7_RULES.index(str(options["red7"]))
    s.simultaneous = options["show_mode"] == "simultaneous"
    s.follow_rule = STRICT if options["follow_rule"] == "strict" else FREE


@kernel
def clear(s: Any) -> None:
    """Empty all but the options: no cards anywhere, seat 0 to discard. In place."""
    for seat in range(MOST_SEATS):
        s.private[seat] = 0
        s.hands[seat] = 0
        s.discards[seat] = 0
        s.num_discards[seat] = 0
        s.passed[seat] = NO_CARD
        s.shown[seat] = NO_CARD
        s.played[seat] = NO_CARD
    for place in range(REACH):
        s.talon[place] = NO_CARD
    s.public = s.rules_key
    s.drawn = 0
    s.phase = DISCARD
    s.turn = 0


@kernel
def deal(s: Any, deck: NDArray[np.int64]) -> None:
    """Give five cards each, turn one up; the next are the talon. In place."""
    clear(s)
    seats = np.int64(s.seats)
    for seat in range(seats):
        hand = set_of(deck, HAND_SIZE * seat, HAND_SIZE * (seat + 1))
        s.hands[seat] = hand
        s.private[seat] = hand
    turnup = deck[HAND_SIZE * seats]
    s.turnup = turnup
    s.trump = SUIT[turnup]
    s.public = mix(s.public, turnup)
    for place in range(MOST_DISCARDS * seats):
        s.talon[place] = deck[HAND_SIZE * seats + 1 + place]


@kernel
def next_seat(s: Any, seat: I64) -> I64:
    """Return the seat after `seat`."""
    return seat + 1 if seat + 1 < s.seats else 0


@kernel
def seat_before(s: Any, seat: I64) -> I64:
    """Return the seat before `seat`: the one that passes it a card."""
    return seat - 1 if seat > 0 else np.int64(s.seats) - 1

"""Lupfen: the record of a state, its options, and how a deal begins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import from_members, set_of
from engine.cards import PACKS
from engine.errors import OptionError
from engine.jit import kernel
from engine.options import Options
from engine.rng import mix
from engine.setups import text_key
from engine.tricks import above_table, suit_table

PACK = PACKS["lupfen20"]
ABOVE = above_table(PACK, "UOKXA")
SUIT = suit_table(PACK)
WHOLE_PACK = (1 << PACK.size) - 1
UNDERS = from_members(PACK.parse_card(suit + "U") for suit in PACK.suits)
OVERS = from_members(PACK.parse_card(suit + "O") for suit in PACK.suits)

HAND_SIZE = 3
NUM_TRICKS = 3
MOST_SEATS = 5
PACK_SIZE = PACK.size
MOST_STACK = PACK_SIZE - 3 * HAND_SIZE  # with three seats
MOST_SWAPS = 2  # four unders
MOST_PRICES = 62
NO_CARD = -1
NO_SEAT = -1

LIFT, PRICE, JOIN, SWAP, TRICKS, END = range(6)
PHASES = ("lift", "price", "join", "swap", "tricks")

STATE = np.dtype(
    [
        ("public", "i8"),  # running hash of what all saw
        ("private", "i8", (MOST_SEATS,)),  # and of what one seat alone saw
        ("rules_key", "i8"),  # hash of the options and parameters
        ("pot0", "i8"),  # the pot before the antes
        ("pot", "i8"),  # the pot now; at the end, before it is paid out
        ("ante", "i8"),
        ("lowest_price", "i8"),  # the lowest but 0
        ("price", "i8"),
        ("hands", "i4", (MOST_SEATS,)),  # card sets; those laid down included
        ("voids", "i4", (MOST_SEATS,)),  # cards that a seat was seen not to have
        ("opened", "i4"),  # cards played or given up in a swap
        ("trump", "i4"),  # the trump suit as a set, 0 before the lift
        ("led", "i4"),  # the suit led as a set, 0 between tricks
        ("tricks", "i1", (MOST_SEATS,)),
        # The trick in progress: table[:on_table] in order of play, the card that wins
        # so far, and whose it is. Left as they were when the trick is over.
        ("table", "i1", (MOST_SEATS,)),
        ("on_table", "i1"),
        ("best", "i1"),
        ("taker", "i1"),
        ("leader", "i1"),
        # stack[0] is the top, turned up by the lift; stack[1:bottom] lies face down.
        ("stack", "i1", (MOST_STACK,)),
        ("bottom", "i1"),
        ("lifter", "i1"),  # NO_SEAT before the lift
        ("active", "i1"),  # the seats that play, as a set
        ("proven", "i1"),  # the seats seen not to have been dealt three unders
        ("phase", "i1"),
        ("turn", "i1"),  # the seat to act, or TERMINAL
        ("seats", "i1"),
        ("num_prices", "i1"),
        ("has_zero", "i1"),
        ("figures", "i1"),
        ("to_lifter", "i1"),  # whether the remainder is the lifter's
        ("shared", "i1"),  # whether returns count the pot
    ],
    align=True,
)


def prices(options: Options) -> range | list[int]:
    """Return the prices that may be named, ascending."""
    above_zero = range(int(options["price_min"]), int(options["price_max"]) + 1)
    return [0, *above_zero] if options["allow_zero"] else above_zero


def check_options(options: Options) -> None:
    """Check that there is a price to name, and that not too many are.

    Raises
    ------
    OptionError
        Naming the options at fault.
    """
    low, high = int(options["price_min"]), int(options["price_max"])
    most = MOST_PRICES - bool(options["allow_zero"])
    if not low <= high <= low + most - 1:
        raise OptionError(
            f"options price_min={low}, price_max={high}: expected price_max from "
            f"{low} to {low + most - 1}, at most {MOST_PRICES} prices in all"
        )


def set_options(s: Any, options: Options, parameters: Options) -> None:
    """Write the options and the parameters of the deal into a blank state."""
    s.rules_key = text_key([*options.items(), *parameters.items()])
    s.seats = options["players"]
    s.ante = options["ante"]
    s.pot0 = parameters["pot0"]
    s.lowest_price = options["price_min"]
    s.num_prices = len(prices(options))
    s.has_zero = options["allow_zero"]
    s.figures = options["figures"]
    s.to_lifter = options["remainder"] == "lupfer"
    s.shared = options["pot_value"] == "shared"


@kernel
def clear(s: Any) -> None:
    """Empty all but the options: no cards anywhere, antes paid. Modified in place."""
    for seat in range(MOST_SEATS):
        s.private[seat] = 0
        s.hands[seat] = 0
        s.voids[seat] = 0
        s.tricks[seat] = 0
        s.table[seat] = NO_CARD
    for place in range(MOST_STACK):
        s.stack[place] = NO_CARD
    s.public = s.rules_key
    s.pot = s.pot0 + s.seats * s.ante
    s.price = 0
    s.opened = 0
    s.trump = 0
    s.led = 0
    s.on_table = 0
    s.best = NO_CARD
    s.taker = NO_SEAT
    s.leader = NO_SEAT
    s.bottom = 0
    s.lifter = NO_SEAT
    s.active = 0
    s.proven = 0
    s.phase = LIFT
    s.turn = 0


@kernel
def deal(s: Any, deck: NDArray[np.int64]) -> None:
    """Give three cards each; the rest is the stack. Modified in place."""
    clear(s)
    seats = np.int64(s.seats)
    for seat in range(seats):
        hand = set_of(deck, HAND_SIZE * seat, HAND_SIZE * (seat + 1))
        s.hands[seat] = hand
        s.private[seat] = mix(s.public, hand)
    s.bottom = PACK_SIZE - HAND_SIZE * seats
    for place in range(s.bottom):
        s.stack[place] = deck[HAND_SIZE * seats + place]

"""Lupfen: what a seat can't see, and how to put a world there.

The zones of the model, at fixed numbers; a zone that there isn't has no room:

====  ================================================================================
zone  cards
====  ================================================================================
p     the hand of seat p, also one that was laid down
5     the top of the stack, until it is turned up
6     the bottom of the stack, in order, as far as swaps may still take it
7     cards out of play: the rest of the stack, or left out of a set-up
====  ================================================================================

A seat isn't told that another one is asked to swap. While it waits it therefore knows
the state that comes for it in any case: its own question if it holds the figure and is
still to be asked, else the first lead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.bits import lowest, popcount
from engine.games.lupfen.early import face_down, has_figure, seat_after
from engine.games.lupfen.state import (
    HAND_SIZE,
    LIFT,
    MOST_STACK,
    NO_CARD,
    NO_SEAT,
    OVERS,
    SWAP,
    TRICKS,
    UNDERS,
    WHOLE_PACK,
)
from engine.jit import I64, kernel
from engine.worlds.model import describe_model

TOP, BOTTOM, OUT, NUM_ZONES = 5, 6, 7, 8


@kernel
def known_phase(s: Any, seat: I64) -> I64:
    """Return the phase as far as `seat` can tell: SWAP only for its own question."""
    if s.phase != SWAP or s.turn == seat:
        return np.int64(s.phase)
    asked = seat_after(s, np.int64(s.turn))
    while asked != s.lifter:
        if asked == seat and has_figure(s, seat):
            return np.int64(SWAP)
        asked = seat_after(s, asked)
    return np.int64(TRICKS)


@kernel
def swaps_ahead(s: Any, seat: I64) -> I64:
    """Return how many swaps may follow, by what all can see and `known_phase`.

    Each takes two unders and an over out of the game and three cards off the stack, and
    each seat that plays swaps once at most.
    """
    phase = known_phase(s, seat)
    if not s.figures or phase >= TRICKS:
        return np.int64(0)
    closed = np.int64(WHOLE_PACK) & ~np.int64(s.opened)
    if s.lifter != NO_SEAT:
        closed &= ~(np.int64(1) << s.stack[0])
    swaps = min(popcount(closed & UNDERS) // 2, popcount(closed & OVERS))
    swaps = min(swaps, face_down(s) // HAND_SIZE)
    if phase == SWAP:
        asked = seat_after(s, seat)
        seats: I64 = np.int64(1)
        while asked != s.lifter:
            seats += np.int64(s.active) >> asked & 1
            asked = seat_after(s, asked)
        swaps = min(swaps, seats)
    return swaps


@kernel
def unseen(s: Any, seat: I64, model: Any) -> None:
    """Describe the cards that `seat` can't see. `model` in place."""
    seen = np.int64(s.hands[seat]) | np.int64(s.opened)
    if s.lifter != NO_SEAT:
        seen |= np.int64(1) << s.stack[0]
    cards = np.int64(WHOLE_PACK) & ~seen
    describe_model(model, cards, np.int64(NUM_ZONES))
    left = popcount(cards)
    all_declared = known_phase(s, seat) >= SWAP
    for other in range(s.seats):
        if other == seat:
            continue
        hidden = popcount(np.int64(s.hands[other]))
        left -= hidden
        model.room[other] = hidden
        model.allowed[other] &= ~np.int64(s.voids[other])
        # Three unders would have ended the deal.
        is_dealt_hand = all_declared and np.int64(s.active & ~s.proven) >> other & 1
        if s.figures and is_dealt_hand and hidden > 0:
            model.need[other] = cards & ~UNDERS
    if s.phase == LIFT:
        model.room[TOP] = 1
    model.room[BOTTOM] = HAND_SIZE * swaps_ahead(s, seat)
    model.ordered[BOTTOM] = 1
    model.room[OUT] = left - model.room[TOP] - model.room[BOTTOM]


@kernel
def place(s: Any, seat: I64, model: Any) -> None:
    """Put the world of `model` where `seat` can't see. Modified in place.

    Cards out of play are kept nowhere.
    """
    phase = known_phase(s, seat)
    if s.phase == SWAP:
        s.phase = phase
        s.turn = seat if phase == SWAP else s.lifter
        if phase == TRICKS:
            s.leader = s.lifter
    for other in range(s.seats):
        if other != seat:
            s.hands[other] = model.held[other]
            s.private[other] = 0
    for i in range(MOST_STACK):
        if i > 0 or s.lifter == NO_SEAT:
            s.stack[i] = NO_CARD
    if model.held[TOP]:
        s.stack[0] = lowest(model.held[TOP])
    if model.held[BOTTOM]:
        room = model.room[BOTTOM]
        for i in range(room):
            card = model.order[model.first[BOTTOM] + i]
            s.stack[np.int64(s.bottom) - room + i] = card

"""Sült malac: what a seat can't see, and how to put a world there.

The zones of the model, at fixed numbers; a zone that there isn't has no room:

=======  =============================================================================
zone     cards
=======  =============================================================================
p        rest of the hand of seat p: what of it is neither known nor a card of its own
4 + p    one card of seat p's hand with a part of its own (see `secret_card`)
8        all that the others laid away: one heap, so one set
9        the talon cards that the seats yet to discard can reach, in order
10       cards out of play: the rest of the talon, or left out of a set-up
=======  =============================================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.bits import lowest, popcount
from engine.games.sult_malac.state import (
    DISCARD,
    MOST_DISCARDS,
    NO_CARD,
    PASS,
    REACH,
    SHOW,
    SUIT,
    WHOLE_PACK,
    next_seat,
    seat_before,
)
from engine.jit import I64, kernel
from engine.tricks import denied
from engine.worlds.model import describe_model

SECRET, HEAP, TALON, OUT, NUM_ZONES = 4, 8, 9, 10, 11
NO_SECRET, PASSED, SHOWN, RECEIVED = range(4)


@kernel
def known_cards(s: Any, seat: I64, other: I64) -> I64:
    """Return the cards in the hand of `other` that `seat` knows.

    Its own hand; the card that it passed on; a card that was shown, if by now all have
    shown where that is hidden first.
    """
    hand = np.int64(s.hands[other])
    if seat == other:
        return hand
    if s.phase < SHOW:
        return np.int64(0)
    known: I64 = np.int64(0)
    if next_seat(s, seat) == other and s.passed[seat] >= 0:
        known |= np.int64(1) << s.passed[seat]
    if s.shown[other] >= 0 and not (s.simultaneous and s.phase == SHOW):
        known |= np.int64(1) << s.shown[other]
    if s.played[other] >= 0:
        known &= ~(np.int64(1) << s.played[other])
    return known


@kernel
def secret_card(s: Any, seat: I64, other: I64) -> I64:
    """Return which single card of `other` is a part of the world of its own, if any.

    PASSED: the card that it put down for the next seat, while others still choose.
    SHOWN: the card that it will be seen to show when all have chosen. It is never the
    card that it was passed, so never one that `seat` knows.
    RECEIVED: the card that it was passed and may not show, while it has yet to show.
    """
    if seat == other:
        return NO_SECRET
    if s.phase == PASS and other < s.turn:
        return PASSED
    if s.phase == SHOW:
        if other < s.turn:
            return SHOWN if s.simultaneous else NO_SECRET
        if next_seat(s, seat) != other:
            return RECEIVED
    return NO_SECRET


@kernel
def unseen(s: Any, seat: I64, model: Any) -> None:
    """Describe the cards that `seat` can't see. `model` in place."""
    seats = np.int64(s.seats)
    seen = np.int64(s.discards[seat]) | np.int64(1) << s.turnup
    num_laid_away = np.int64(0)
    for other in range(seats):
        seen |= known_cards(s, seat, other)
        if s.played[other] >= 0:
            seen |= np.int64(1) << s.played[other]
        if other != seat:
            num_laid_away += s.num_discards[other]
    cards = np.int64(WHOLE_PACK) & ~seen
    describe_model(model, cards, np.int64(NUM_ZONES))
    model.ordered[TALON] = 1
    left = popcount(cards)
    for other in range(seats):
        if other == seat:
            continue
        hidden = popcount(np.int64(s.hands[other]))
        hidden -= popcount(known_cards(s, seat, other))
        left -= hidden
        if secret_card(s, seat, other) != NO_SECRET:
            model.room[SECRET + other] = 1
            hidden -= 1
        model.room[other] = hidden
        if other > 0 and s.played[other] >= 0:
            led = SUIT[s.played[0]]
            card = np.int64(s.played[other])
            rule = np.int64(s.follow_rule)
            model.allowed[other] &= ~denied(card, led, np.int64(s.trump), rule)
    model.room[HEAP] = num_laid_away
    if s.phase == DISCARD:
        model.room[TALON] = MOST_DISCARDS * (seats - s.turn)
    model.room[OUT] = left - model.room[HEAP] - model.room[TALON]


@kernel
def place(s: Any, seat: I64, model: Any) -> None:
    """Put the world of `model` where `seat` can't see. In place.

    The heap is split among the seats by what each laid away; who laid away what is no
    part of the world. Cards out of play are kept nowhere.
    """
    seats = np.int64(s.seats)
    heap = model.held[HEAP]
    for other in range(seats):
        if other == seat:
            continue
        secret = model.held[SECRET + other]
        hand = known_cards(s, seat, other) | model.held[other] | secret
        s.hands[other] = hand
        s.private[other] = 0
        away: I64 = np.int64(0)
        for _ in range(s.num_discards[other]):
            away |= heap & -heap
            heap &= heap - 1
        s.discards[other] = away
    for other in range(seats):
        # Who passed the card to `other`: its choice is known to these two alone.
        giver = seat_before(s, other)
        secret = model.held[SECRET + other]
        card = lowest(secret) if secret else NO_CARD
        kind = secret_card(s, seat, other)
        if s.phase != PASS and giver != seat and other != seat:
            s.passed[giver] = card if kind == RECEIVED else NO_CARD
        if kind == PASSED:
            s.passed[other] = card
        elif kind == SHOWN:
            s.shown[other] = card
    start = np.int64(s.drawn)
    for i in range(REACH):
        s.talon[i] = NO_CARD
    if model.held[TALON]:
        for i in range(model.room[TALON]):
            s.talon[start + i] = model.order[model.first[TALON] + i]

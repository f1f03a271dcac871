"""Ékarté: what a seat can't see, and how to put a world there.

The zones of the model, at fixed numbers; a zone that there isn't has no room:

====  =================================================================================
zone  cards
====  =================================================================================
0     the other seat's hand, but for the card turned up if it has drawn that
1     all that the other seat laid away: one heap, so one set
2     the face-down talon cards while they can be drawn, in order
3     cards out of play: the talon during the tricks, or left out of a set-up
====  =================================================================================

What is known of the hand: a card played off suit shows voids. And seat 0 can't have
proposed with trumps alone: where it has not exchanged since, it holds another card, or
has played one. Likewise a seat that is being asked to offer or exchange has one; that
is how the others know that the node was not skipped. Any cards, in any order, can have
been laid away and drawn by a seat, as long as none laid away was a trump.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.bits import popcount
from engine.games.ekarte.state import (
    CARD_BITS,
    EXCHANGE,
    NO_CARD,
    NUM_TRICKS,
    OFFER,
    PACK_SIZE,
    SUIT,
    TAKES,
    TALON_SIZE,
    WHOLE_PACK,
)
from engine.jit import I64, kernel
from engine.tricks import denied
from engine.worlds.model import describe_model

HAND, HEAP, TALON, OUT, NUM_ZONES = range(5)


@kernel
def played(s: Any, seat: I64) -> tuple[I64, I64, I64]:
    """Return what the cards played tell of `seat`.

    Returns
    -------
    all_played, own, shown : int
        The cards both have played since the deal or set-up, those of `seat`, and the
        cards that `seat` has shown not to hold.
    """
    all_played: I64 = np.int64(0)
    own: I64 = np.int64(0)
    shown: I64 = np.int64(s.voids[seat])
    line = np.int64(s.line)
    shift: I64 = np.int64(0)
    while line >> (shift + CARD_BITS):
        shift += CARD_BITS
    leader = np.int64(s.opener)
    led: I64 = np.int64(NO_CARD)
    while shift:
        shift -= CARD_BITS
        card = (line >> shift) & (PACK_SIZE - 1)
        player = leader if led < 0 else 1 - leader
        all_played |= np.int64(1) << card
        if player == seat:
            own |= np.int64(1) << card
        if led < 0:
            led = card
            continue
        if player == seat:
            trumps, rule = np.int64(s.trumps), np.int64(s.follow_rule)
            shown |= denied(card, SUIT[led], trumps, rule)
        if (TAKES[np.int64(s.row) + led] >> card) & 1:
            leader = player
        led = np.int64(NO_CARD)
    return all_played, own, shown


@kernel
def known_card(s: Any, other: I64, own: I64) -> I64:
    """Return the card turned up as a set, if `other` drew it and has it in hand.

    `own` are the cards that `other` has played.
    """
    if s.taker != other:
        return np.int64(0)
    return (np.int64(1) << np.int64(s.turnup)) & ~own


@kernel
def hand_size(s: Any, seat: I64) -> I64:
    """Return the number of cards in the hand of `seat`, from what all see."""
    cards = NUM_TRICKS - np.int64(s.tricks[0]) - np.int64(s.tricks[1])
    if s.table >= 0 and s.turn != seat:
        cards -= 1
    return cards


@kernel
def must_hold_plain(s: Any, other: I64, own: I64) -> bool:
    """Return whether `other` is known to hold a card that isn't a trump.

    `own` are the cards that `other` has played.
    """
    if s.trumps_go:
        return False
    if other == 1:
        return s.phase == EXCHANGE and s.turn == 1
    if s.phase == OFFER:
        return True
    return s.proposed != 0 and own & ~np.int64(s.trumps) == 0


@kernel
def unseen(s: Any, seat: I64, model: Any) -> None:
    """Describe the cards that `seat` can't see. `model` in place."""
    other = 1 - seat
    all_played, own, shown = played(s, other)
    seen = all_played | np.int64(s.seen) | np.int64(s.hands[seat])
    cards = np.int64(WHOLE_PACK) & ~(seen | np.int64(s.discards[seat]))
    plain = cards & ~np.int64(s.trumps)
    left = np.int64(s.left)
    known = known_card(s, other, own)
    describe_model(model, cards, np.int64(NUM_ZONES))
    model.room[HAND] = hand_size(s, other) - popcount(known)
    model.allowed[HAND] = cards & ~shown
    if must_hold_plain(s, other, own):
        model.need[HAND] = plain & ~shown
    model.room[HEAP] = np.int64(s.num_discards[other])
    if not s.trumps_go:
        model.allowed[HEAP] = plain
    if left and s.drawable and s.turnup >= 0:
        left -= 1
    model.room[TALON] = left
    model.ordered[TALON] = 1
    model.room[OUT] = popcount(cards) - left - model.room[HAND] - model.room[HEAP]


@kernel
def place(s: Any, seat: I64, model: Any) -> None:
    """Put the world of `model` where `seat` can't see. In place.

    Cards out of play are kept nowhere.
    """
    other = 1 - seat
    _, own, _ = played(s, other)
    s.hands[other] = known_card(s, other, own) | model.held[HAND]
    s.discards[other] = model.held[HEAP]
    s.private[other] = 0
    left = np.int64(s.left)
    room = np.int64(model.room[TALON])
    for i in range(left - room, TALON_SIZE + 1):
        s.talon[i] = NO_CARD
    if model.held[TALON]:
        for i in range(room):
            s.talon[left - 1 - i] = model.order[model.first[TALON] + i]

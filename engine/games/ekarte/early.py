"""Ékarté: the deal, and the nodes before the tricks: offer, answer, exchange."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import lowest, pick, popcount, set_of
from engine.games.ekarte.state import (
    ACCEPT,
    ANSWER,
    EXCHANGE,
    EXCHANGES,
    HAND_SIZE,
    NO_CARD,
    NOBODY,
    NUM_SUITS,
    OFFER,
    PACK_SIZE,
    PLACES,
    PLAY_ON,
    PROPOSE,
    REFUSE,
    SUIT_MASK,
    SUIT_SIZE,
    TALON_SIZE,
    TRICKS,
)
from engine.jit import I64, kernel
from engine.rng import mix

EXCHANGED = 8  # the public event that a seat exchanged k cards is EXCHANGED + k


@kernel
def clear(s: Any) -> None:
    """Empty all but the options. Modified in place."""
    s.line = 1
    s.seen = 0
    s.turnup = NO_CARD
    s.taker = NOBODY
    s.proposed = 0
    s.opener = 0
    s.table = NO_CARD
    s.left = 0
    for seat in range(2):
        s.private[seat] = 0
        s.hands[seat] = 0
        s.discards[seat] = 0
        s.num_discards[seat] = 0
        s.voids[seat] = 0
        s.tricks[seat] = 0
    for i in range(TALON_SIZE + 1):
        s.talon[i] = NO_CARD


@kernel
def set_trump(s: Any, suit: I64) -> None:
    """Make suit number `suit` trump. Modified in place."""
    s.trumps = np.int64(SUIT_MASK) << (SUIT_SIZE * suit)
    s.row = PACK_SIZE * (NUM_SUITS * np.int64(s.order) + suit)


@kernel
def deal(s: Any, deck: NDArray[np.int64]) -> None:
    """Give out the hands, turn the trump up, lay out the talon. Modified in place."""
    clear(s)
    for seat in range(2):
        hand = set_of(deck, HAND_SIZE * seat, HAND_SIZE * (seat + 1))
        s.hands[seat] = hand
        s.private[seat] = mix(mix(0, seat), hand)
    turnup = deck[2 * HAND_SIZE]
    s.turnup = turnup
    s.seen = np.int64(1) << turnup
    set_trump(s, turnup // SUIT_SIZE)
    if s.drawable:
        s.talon[0] = turnup
        s.left = 1
    left = np.int64(s.left)
    for i in range(TALON_SIZE):
        s.talon[left + i] = deck[PACK_SIZE - 1 - i]
    s.left = left + TALON_SIZE
    s.public = mix(s.rules_key, turnup)
    go_on(s, np.int64(2))


@kernel
def disposable(s: Any, seat: I64) -> I64:
    """Return the cards that `seat` may lay away."""
    hand = np.int64(s.hands[seat])
    return hand if s.trumps_go else hand & ~np.int64(s.trumps)


@kernel
def go_on(s: Any, step: I64) -> None:
    """Go to the next node that is not skipped. Modified in place.

    Steps 0 and 1 are the exchanges in their order, step 2 is the offer, then come the
    tricks. A skipped node leaves the trace that declining would leave.
    """
    while step < 2:
        seat = np.int64(s.first) ^ step
        if s.left and disposable(s, seat):
            s.phase = EXCHANGE
            s.turn = seat
            return
        note_exchange(s, seat, np.int64(0), np.int64(0))
        step += 1
    s.turn = 0
    if s.left and disposable(s, np.int64(0)):
        s.phase = OFFER
    else:
        s.public = mix(s.public, PLAY_ON)
        begin_tricks(s)


@kernel
def begin_tricks(s: Any) -> None:
    """Have seat 0 lead; nobody draws any more. Modified in place."""
    s.phase = TRICKS
    s.turn = 0
    s.left = 0


@kernel
def exchange(s: Any, seat: I64, given: I64) -> None:
    """Lay away the cards `given` and draw as many. Modified in place."""
    drawn: I64 = np.int64(0)
    left = np.int64(s.left)
    for _ in range(popcount(given)):
        left -= 1
        drawn |= np.int64(1) << np.int64(s.talon[left])
        s.talon[left] = NO_CARD
    if s.drawable and left == 0 and given and s.turnup >= 0:
        s.taker = seat
    s.left = left
    s.hands[seat] = np.int64(s.hands[seat]) & ~given | drawn
    s.discards[seat] = np.int64(s.discards[seat]) | given
    if seat == 0:
        s.proposed = 0
    note_exchange(s, seat, given, drawn)


@kernel
def note_exchange(s: Any, seat: I64, given: I64, drawn: I64) -> None:
    """Stir an exchange into what both saw and what `seat` saw. Modified in place."""
    number = popcount(given)
    s.num_discards[seat] += number
    s.public = mix(s.public, EXCHANGED + number)
    own = mix(mix(s.public, given), drawn)
    s.private[seat] = mix(s.private[seat], own)


@kernel
def apply_early(s: Any, action: I64) -> None:
    """Make a legal action before the tricks. Modified in place."""
    if s.phase == EXCHANGE:
        seat = np.int64(s.turn)
        exchange(s, seat, pick(np.int64(s.hands[seat]), PLACES[action]))
        go_on(s, np.int64(1) if seat == s.first else np.int64(2))
        return
    phase = np.int64(s.phase)
    s.public = mix(s.public, 2 * phase + action)
    if phase == OFFER and action == PROPOSE:
        s.proposed = 1
        s.phase = ANSWER
        s.turn = 1
    elif phase == ANSWER and action == ACCEPT:
        go_on(s, np.int64(0))
    else:
        begin_tricks(s)


@kernel
def legal_early(s: Any) -> I64:
    """Return the legal actions before the tricks."""
    if s.phase == OFFER:
        if s.left and disposable(s, np.int64(0)):
            return np.int64(1 << PLAY_ON | 1 << PROPOSE)
        return np.int64(1 << PLAY_ON)
    if s.phase == ANSWER:
        return np.int64(1 << ACCEPT | 1 << REFUSE)
    seat = np.int64(s.turn)
    among = disposable(s, seat)
    places: I64 = np.int64(0)
    rest = np.int64(s.hands[seat])
    for i in range(popcount(rest)):
        places |= ((among >> lowest(rest)) & 1) << i
        rest &= rest - 1
    legal = EXCHANGES[places, min(int(s.left), HAND_SIZE)]
    # Action 0 is to lay nothing away: not for seat 0, if it can do anything else.
    return legal & ~np.int64(1) if seat == 0 and legal > 1 else legal

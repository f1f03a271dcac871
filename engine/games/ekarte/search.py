"""Ékarté: what a search may know: proven bounds, what to try first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import lowest, popcount
from engine.games.ekarte.play import VALUE, legal_actions
from engine.games.ekarte.state import (
    ANSWER,
    NUM_TRICKS,
    OFFER,
    PACK_SIZE,
    PLAY_ON,
    REFUSE,
    SUIT_MASK,
    SUIT_SIZE,
    TAKES,
    TOPS,
    TRICKS,
)
from engine.jit import I64, kernel
from engine.tricks import FREE


@kernel
def in_play(s: Any, seat: I64) -> I64:
    """Return the hand of `seat`, with the card that it has led to the trick."""
    hand = np.int64(s.hands[seat])
    if s.table >= 0 and seat != s.turn:
        hand |= np.int64(1) << np.int64(s.table)
    return hand


@kernel
def tops(s: Any, own: I64, other: I64) -> I64:
    """Return the cards of `own` that are above all cards of `other` in their suit."""
    row = np.int64(s.order) << SUIT_SIZE
    top: I64 = np.int64(0)
    for shift in range(0, PACK_SIZE, SUIT_SIZE):
        top |= TOPS[row + (other >> shift & SUIT_MASK)] << shift
    return own & top


@kernel
def sure_tricks(s: Any, seat: I64, own: I64, other: I64) -> I64:
    """Return a number of tricks still to come that `seat` can't fail to win.

    A trump above all trumps of the other seat takes the trick it is played to, whenever
    that is. A seat about to lead that has enough of these first draws the other's
    trumps; then all its trumps win, and what is top in another suit.

    Parameters
    ----------
    own, other : int
        The cards of `seat` and of the other seat, one on the table included.
    """
    trumps = np.int64(s.trumps)
    shift = lowest(trumps)
    row = np.int64(s.order) << SUIT_SIZE
    sure = own & TOPS[row + (other >> shift & SUIT_MASK)] << shift
    if s.table < 0 and s.turn == seat:
        to_draw = popcount(other & trumps)
        must_follow = s.follow_rule != FREE
        if to_draw == 0 or (must_follow and popcount(sure) >= to_draw):
            sure = tops(s, own, other & ~trumps)
    return popcount(sure)


@kernel
def bounds(s: Any, out: NDArray[np.int64]) -> None:
    """Bound the return of seat 0 by the tricks that each seat has won or is sure of.

    Exact where a single trick is left.
    """
    won, lost = np.int64(s.tricks[0]), np.int64(s.tricks[1])
    if s.phase == TRICKS:
        own, other = in_play(s, np.int64(0)), in_play(s, np.int64(1))
        if won + lost < NUM_TRICKS - 1:
            won += sure_tricks(s, np.int64(0), own, other)
            lost += sure_tricks(s, np.int64(1), other, own)
        elif (s.turn == 0) == (s.table < 0):  # seat 0 leads, or has led
            lost += (TAKES[np.int64(s.row) + lowest(own)] & other) != 0
            won = NUM_TRICKS - lost
        else:
            won += (TAKES[np.int64(s.row) + lowest(other)] & own) != 0
            lost = NUM_TRICKS - won
    out[0] = VALUE[won]
    out[1] = VALUE[NUM_TRICKS - lost]


@kernel
def try_first(s: Any) -> I64:
    """Return `play_on`, `refuse`, tops to lead, the cards that win a trick."""
    if s.phase == OFFER:
        return np.int64(1 << PLAY_ON)
    if s.phase == ANSWER:
        return np.int64(1 << REFUSE)
    if s.phase != TRICKS:
        return np.int64(0)
    if s.table < 0:
        seat = np.int64(s.turn)
        return tops(s, np.int64(s.hands[seat]), np.int64(s.hands[1 - seat]))
    return legal_actions(s) & TAKES[np.int64(s.row) + np.int64(s.table)]


@kernel
def search_here(s: Any) -> I64:
    """Return 1 at an offer and in the tricks; answers and exchanges branch too much.

    With open cards a proposal is worth no more than to play on, since it can be
    refused. A search that tries the refusal first sees this at once.
    """
    return np.int64(s.phase == OFFER or s.phase >= TRICKS)

"""Trick play as card sets: who must play what, who takes the trick, what a play shows.

A game builds one table, `above_table`: for each card the set of cards of its suit that
are stronger. Led suit and trump are sets of cards as well (0 for no trump), so that no
function here asks for suits or ranks.

Follow rules, as the option `follow_rule` of many games names them:

=========  ====================================================================
'strict'   the led suit; without it trump; without both anything
'suit'     the led suit; without it anything
'either'   the led suit or trump, at choice; without both anything
'free'     anything
=========  ====================================================================
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.cards import Pack
from engine.jit import I64, kernel

FOLLOW_RULES = ("strict", "suit", "either", "free")
STRICT, SUIT, EITHER, FREE = range(4)


def suit_table(pack: Pack) -> NDArray[np.int64]:
    """Return for each card of `pack` the set of the cards of its suit."""
    length = len(pack.ranks)
    suit = (1 << length) - 1
    return np.array(
        [suit << (length * pack.suit_of(card)) for card in range(pack.size)], np.int64
    )


def above_table(pack: Pack, low_to_high: Sequence[str]) -> NDArray[np.int64]:
    """Return for each card of `pack` the set of stronger cards of its suit."""
    strength = [low_to_high.index(rank) for rank in pack.ranks]
    table = np.zeros(pack.size, np.int64)
    length = len(pack.ranks)
    for card in range(pack.size):
        start = length * pack.suit_of(card)
        for rank in range(length):
            if strength[rank] > strength[card - start]:
                table[card] |= 1 << (start + rank)
    return table


@kernel
def follow(hand: I64, led: I64, trump: I64, rule: I64) -> I64:
    """Return the cards of `hand` that may be played to a trick.

    Parameters
    ----------
    hand, led, trump : int
        Card sets: the hand, the led suit, the trump suit (0 for none).
    rule : int
        STRICT, SUIT, EITHER or FREE.
    """
    suited = hand & led
    trumps = hand & trump
    if rule == STRICT:
        if suited:
            return suited
        if trumps:
            return trumps
    elif rule == SUIT:
        if suited:
            return suited
    elif rule == EITHER and suited | trumps:
        return suited | trumps
    return hand


@kernel
def beaters(winner: I64, above: I64, trump: I64) -> I64:
    """Return the cards that would take the trick from card `winner`.

    Parameters
    ----------
    winner : int
        The card that wins the trick so far: of the led suit, or a trump.
    above : int
        The stronger cards of its suit: `above_table(...)[winner]`.
    trump : int
        The trump suit as a card set, 0 for none.
    """
    if trump >> winner & 1:
        return above
    return above | trump


@kernel
def denied(card: I64, led: I64, trump: I64, rule: I64) -> I64:
    """Return the cards that a player who follows with `card` is shown not to hold."""
    if rule == FREE or led >> card & 1:
        return np.int64(0)
    if rule == SUIT:
        return led
    if trump >> card & 1:
        return led if rule == STRICT else np.int64(0)
    return led | trump

"""Lupfen: what happens before the tricks: lifting, price, joining, figures."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.bits import popcount
from engine.games.lupfen.state import (
    END,
    HAND_SIZE,
    JOIN,
    LIFT,
    NUM_TRICKS,
    OVERS,
    PRICE,
    SUIT,
    SWAP,
    TRICKS,
    UNDERS,
)
from engine.jit import I64, kernel
from engine.protocol import TERMINAL
from engine.rng import mix

LIFT_WORDS, JOIN_WORDS, SWAP_WORDS = ("lift", "pass"), ("in", "out"), ("swap", "keep")
FIRST_WORD = 0  # lift, in, swap
# Public events that are no action's number: a swap or three unders of seat p, plus p.
SWAP_EVENT, UNDERS_EVENT = 64, 80


@kernel
def declare(s: Any, seat: I64, action: I64) -> None:
    """Make an action before the play, other than a swap. Modified in place."""
    s.public = mix(s.public, action)
    if s.phase == LIFT:
        lift_or_pass(s, seat, action)
    elif s.phase == PRICE:
        s.price = price_of(s, action)
        s.pot += s.price
        s.phase = JOIN
        s.turn = seat_after(s, seat)
    else:
        if action == FIRST_WORD:
            s.active = np.int64(s.active) | np.int64(1) << seat
            s.pot += s.price
        s.turn = seat_after(s, seat)
        if s.turn == s.lifter:
            all_declared(s)


@kernel
def seat_after(s: Any, seat: I64) -> I64:
    """Return the next seat round the table."""
    return seat + 1 if seat + 1 < s.seats else 0


@kernel
def price_of(s: Any, action: I64) -> I64:
    """Return the price at an index of the list of prices."""
    if s.has_zero:
        return s.lowest_price + action - 1 if action > 0 else np.int64(0)
    return s.lowest_price + action


@kernel
def lift_or_pass(s: Any, seat: I64, action: I64) -> None:
    """Turn up the trump for a lifter, or ask the next seat. Modified in place."""
    if action == FIRST_WORD:
        card = np.int64(s.stack[0])
        s.trump = SUIT[card]
        s.lifter = seat
        s.active = np.int64(1) << seat
        s.phase = PRICE
        s.public = mix(s.public, card)
    elif seat + 1 < s.seats:
        s.turn = seat + 1
    else:
        end(s)


@kernel
def end(s: Any) -> None:
    """End the deal. Modified in place."""
    s.phase = END
    s.turn = TERMINAL


@kernel
def all_declared(s: Any) -> None:
    """Go on by itself when everybody has joined or stayed out. Modified in place."""
    active = np.int64(s.active)
    if popcount(active) == 1:
        end(s)
        return
    if s.figures:
        for seat in range(s.seats):
            hand = np.int64(s.hands[seat])
            if active >> seat & 1 and hand & ~UNDERS == 0:
                s.tricks[seat] = NUM_TRICKS
                s.public = mix(mix(s.public, UNDERS_EVENT + seat), hand)
                end(s)
                return
        ask_for_swap(s, np.int64(s.lifter))
    else:
        begin_tricks(s)


@kernel
def has_figure(s: Any, seat: I64) -> bool:
    """Return whether a seat that plays holds two unders and an over."""
    hand = np.int64(s.hands[seat])
    return (
        np.int64(s.active) >> seat & 1 == 1
        and popcount(hand & UNDERS) == 2
        and popcount(hand & OVERS) == 1
    )


@kernel
def face_down(s: Any) -> I64:
    """Return how many cards of the stack lie face down once the trump is turned."""
    return np.int64(s.bottom) - 1


@kernel
def ask_for_swap(s: Any, first: I64) -> None:
    """Ask the next seat that may swap, from `first` to before the lifter. In place."""
    if face_down(s) >= HAND_SIZE:
        seat = first
        while True:
            if has_figure(s, seat):
                s.phase = SWAP
                s.turn = seat
                return
            seat = seat_after(s, seat)
            if seat == s.lifter:
                break
    begin_tricks(s)


@kernel
def begin_tricks(s: Any) -> None:
    """Let the lifter lead to the first trick. Modified in place."""
    s.phase = TRICKS
    s.turn = s.lifter
    s.leader = s.lifter


@kernel
def swap_or_keep(s: Any, seat: I64, action: I64) -> None:
    """Show the figure and draw three from the bottom, or say nothing. In place."""
    if action == FIRST_WORD:
        given = np.int64(s.hands[seat])
        drawn: I64 = np.int64(0)
        bottom = np.int64(s.bottom) - HAND_SIZE
        for place in range(bottom, bottom + HAND_SIZE):
            drawn |= np.int64(1) << s.stack[place]
        s.bottom = bottom
        s.hands[seat] = drawn
        s.opened = np.int64(s.opened) | given
        s.proven = np.int64(s.proven) | np.int64(1) << seat
        s.public = mix(mix(s.public, SWAP_EVENT + seat), given)
        s.private[seat] = mix(s.private[seat], mix(s.public, drawn))
    else:
        s.private[seat] = mix(s.private[seat], s.public)
    following = seat_after(s, seat)
    if following == s.lifter:
        begin_tricks(s)
    else:
        ask_for_swap(s, following)

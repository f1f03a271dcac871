"""Lupfen: who acts, what is legal, the tricks, who is paid."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import lowest, popcount
from engine.games.lupfen.early import declare, end, swap_or_keep
from engine.games.lupfen.state import (
    ABOVE,
    END,
    HAND_SIZE,
    JOIN,
    LIFT,
    MOST_SWAPS,
    NUM_TRICKS,
    PRICE,
    SUIT,
    SWAP,
    TRICKS,
    UNDERS,
)
from engine.jit import I64, kernel
from engine.rng import finish, mix
from engine.tricks import STRICT, beaters, denied, follow

EITHER = 0b11


@kernel
def num_seats(s: Any) -> I64:
    """Return the number of seats."""
    return np.int64(s.seats)


@kernel
def current_player(s: Any) -> I64:
    """Return the seat to act, or TERMINAL."""
    return np.int64(s.turn)


@kernel
def legal_actions(s: Any) -> I64:
    """Return the legal actions of the phase; see the table of the game."""
    phase = np.int64(s.phase)
    if phase == TRICKS:
        hand = np.int64(s.hands[s.turn])
        led = np.int64(s.led)
        return follow(hand, led, np.int64(s.trump), STRICT) if led else hand
    if phase == END:
        return np.int64(0)
    if phase == PRICE:
        return (np.int64(1) << np.int64(s.num_prices)) - 1
    return np.int64(EITHER)


@kernel
def apply(s: Any, action: I64) -> None:
    """Make a legal action, unchecked. Modified in place."""
    seat = np.int64(s.turn)
    if s.phase == TRICKS:
        play_card(s, seat, action)
    elif s.phase == SWAP:
        swap_or_keep(s, seat, action)
    else:
        declare(s, seat, action)


@kernel
def active_after(active: I64, seat: I64) -> I64:
    """Return the next of the seats in `active` after `seat`."""
    above = active & (np.int64(-2) << seat)
    return lowest(above if above else active)


@kernel
def play_card(s: Any, seat: I64, card: I64) -> None:
    """Play a card to the trick; when all have, its winner takes it. In place."""
    bit = np.int64(1) << card
    trump = np.int64(s.trump)
    s.hands[seat] = np.int64(s.hands[seat]) & ~bit
    s.opened = np.int64(s.opened) | bit
    s.proven = np.int64(s.proven) | np.int64(bit & UNDERS == 0) << seat
    s.table[s.on_table] = card
    s.on_table += 1
    s.public = mix(s.public, card)
    if s.on_table == 1:
        s.led = SUIT[card]
        s.best = card
        s.taker = seat
    else:
        led = np.int64(s.led)
        best = np.int64(s.best)
        # Both values are at hand: no branch to guess wrong.
        wins = beaters(best, ABOVE[best], trump) & bit != 0
        s.best = card if wins else best
        s.taker = seat if wins else np.int64(s.taker)
        shown = denied(card, led, trump, STRICT)
        s.voids[seat] = np.int64(s.voids[seat]) | shown
    following = active_after(np.int64(s.active), seat)
    if following == s.leader:
        following = np.int64(s.taker)
        s.tricks[following] += 1
        s.leader = following
        s.on_table = 0
        s.led = 0
        if s.hands[following] == 0:
            end(s)
            return
    s.turn = following


@kernel
def returns(s: Any, out: NDArray[np.int64]) -> None:
    """Write what each seat got less what it paid; with 'shared' times the seats.

    With 'shared' each seat's part of the change of the pot counts too.
    """
    seats = np.int64(s.seats)
    active = np.int64(s.active)
    num_active = popcount(active)
    # Thrown in or all out, nobody wins a share and nobody is fined.
    share = s.pot // NUM_TRICKS if num_active > 1 else np.int64(0)
    fine = s.pot if num_active > 1 else np.int64(0)
    rest = s.pot - NUM_TRICKS * share
    after = rest
    for seat in range(seats):
        tricks = np.int64(s.tricks[seat])
        plays = active >> seat & 1
        fined = fine * (plays & np.int64(tricks == 0))
        out[seat] = share * tricks - s.ante - s.price * plays - fined
        after += fined
    if num_active == 1 or (num_active > 1 and s.to_lifter):
        out[s.lifter] += rest
        after -= rest
    if s.shared:
        for seat in range(seats):
            out[seat] = seats * out[seat] + after - s.pot0


@kernel
def state_key(s: Any) -> I64:
    """Return a hash of all that matters to a player who sees everything.

    That leaves out hands laid down, cards opened, what a seat was seen to lack, and
    stack cards that nobody can get.
    """
    phase = np.int64(s.phase)
    active = np.int64(s.active)
    h = mix(s.rules_key, s.pot)
    h = mix(h, s.price)
    word = phase << 4 | np.int64(s.turn) & 15
    word = word << 4 | np.int64(s.lifter) & 15
    word = word << 4 | np.int64(s.leader) & 15
    if s.on_table > 0:
        word = word << 4 | np.int64(s.taker)
        word = word << 5 | np.int64(s.best)
    word = word << 5 | active
    for seat in range(s.seats):
        word = word << 2 | np.int64(s.tricks[seat])
    h = mix(h, word)
    h = mix(h, np.int64(s.trump) << 20 | np.int64(s.led))
    for seat in range(s.seats):
        if phase <= JOIN or active >> seat & 1:
            h = mix(h, np.int64(s.hands[seat]))
    if phase < TRICKS:
        bottom = np.int64(s.bottom)
        order = bottom << 5 | (np.int64(s.stack[0]) if phase == LIFT else 0)
        first = bottom - MOST_SWAPS * HAND_SIZE
        for place in range(first if first > 1 else 1, bottom):
            order = order << 5 | np.int64(s.stack[place])
        h = mix(h, order)
    return finish(h)


@kernel
def information_key(s: Any, seat: I64) -> I64:
    """Return a hash of what all saw and what `seat` alone saw."""
    return finish(mix(s.public, mix(s.private[seat], seat)))

"""Ékarté: who acts, what is legal, what it does, who wins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import mul64
from engine.games.ekarte.early import apply_early, legal_early
from engine.games.ekarte.state import (
    CARD_BITS,
    END,
    NO_CARD,
    PACK_SIZE,
    SUIT,
    TAKES,
    TRICKS,
)
from engine.jit import I64, kernel
from engine.protocol import TERMINAL
from engine.rng import finish, mix
from engine.tricks import follow

# The return of seat 0 by the number of its tricks; it rises with them.
VALUE = (-2, -1, -1, 1, 1, 2)


@kernel
def num_seats(s: Any) -> I64:
    """Return 2."""
    return 2


@kernel
def current_player(s: Any) -> I64:
    """Return the seat to act, or TERMINAL."""
    return np.int64(s.turn)


@kernel
def legal_actions(s: Any) -> I64:
    """Return the legal actions of the phase; see the table of the game."""
    if s.phase == TRICKS:
        hand = np.int64(s.hands[s.turn])
        led = np.int64(s.table)
        if led < 0:
            return hand
        return follow(hand, SUIT[led], np.int64(s.trumps), np.int64(s.follow_rule))
    if s.phase == END:
        return np.int64(0)
    return legal_early(s)


@kernel
def apply(s: Any, action: I64) -> None:
    """Make a legal action, unchecked. Modified in place."""
    if s.phase != TRICKS:
        apply_early(s, action)
        return
    seat = np.int64(s.turn)
    led = np.int64(s.table)
    rest = np.int64(s.hands[seat]) ^ np.int64(1) << action
    s.hands[seat] = rest
    s.line = s.line << CARD_BITS | action
    if led < 0:
        s.table = action
        s.turn = 1 - seat
        return
    # The follower wins the trick if its card takes it.
    winner = seat ^ 1 ^ (TAKES[np.int64(s.row) + led] >> action & 1)
    s.table = NO_CARD
    s.tricks[winner] += 1
    s.turn = winner
    if rest == 0:
        s.turn = TERMINAL
        s.phase = END


@kernel
def returns(s: Any, out: NDArray[np.int64]) -> None:
    """Write the points: 1 for most tricks, 2 for all, minus that to the other."""
    out[0] = VALUE[np.int64(s.tricks[0])]
    out[1] = -out[0]


@kernel
def state_key(s: Any) -> I64:
    """Return a hash of options, hands, trick, tricks won, and the talon to draw."""
    place = (np.int64(s.phase) << 2) + s.turn + 2
    place = (place << 6) + s.table + 1
    place = (place << 3) + s.tricks[0]
    place = (place << 3) + s.tricks[1]
    place = (place << 9) + s.row
    hands = np.int64(s.hands[0]) ^ mul64(s.hands[1], np.int64(1) << PACK_SIZE)
    key = mix(mix(s.rules_key, place), hands)
    for i in range(np.int64(s.left)):
        key = mix(key, np.int64(s.talon[i]))
    return finish(key)


@kernel
def information_key(s: Any, seat: I64) -> I64:
    """Return a hash of all that `seat` has seen, in order."""
    return finish(mix(mix(s.public, s.line), mix(s.private[seat], seat)))

"""Sült malac: who acts, what is legal, what it does, who wins."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import from_members, lowest
from engine.games.sult_malac.state import (
    ABOVE,
    BOTH,
    DISCARD,
    END,
    HAND_SIZE,
    MOST_DISCARDS,
    NO_CARD,
    PASS,
    RED_SEVEN,
    SHOW,
    SUIT,
    TRICK,
    next_seat,
    seat_before,
)
from engine.jit import I64, kernel
from engine.protocol import TERMINAL
from engine.rng import finish, mix
from engine.tricks import beaters, follow

# By action: the places in the hand that are laid away, as a set.
DISCARDS = np.array(
    [
        from_members(places)
        for num_cards in range(MOST_DISCARDS + 1)
        for places in combinations(range(HAND_SIZE), num_cards)
    ],
    np.int64,
)
NUM_CARDS = np.array([int(places).bit_count() for places in DISCARDS], np.int64)
ALL_DISCARDS = (1 << len(DISCARDS)) - 1
CHOSEN = 63  # the public event that a seat has made a hidden choice; no card's number


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
    if s.phase == END:
        return np.int64(0)
    if s.phase == DISCARD:
        return np.int64(ALL_DISCARDS)
    hand = np.int64(s.hands[s.turn])
    if s.phase == PASS:
        return hand
    if s.phase == SHOW:
        return hand & ~(np.int64(1) << s.passed[seat_before(s, np.int64(s.turn))])
    if s.turn == 0:
        return hand
    return follow(hand, SUIT[s.played[0]], np.int64(s.trump), np.int64(s.follow_rule))


@kernel
def apply(s: Any, action: I64) -> None:
    """Make a legal action, unchecked. Modified in place."""
    phase = np.int64(s.phase)
    seat = np.int64(s.turn)
    if phase == TRICK:
        s.hands[seat] = np.int64(s.hands[seat]) & ~(np.int64(1) << action)
        s.played[seat] = action
        s.public = mix(s.public, action)
    elif phase == DISCARD:
        change_cards(s, seat, action)
    elif phase == PASS:
        s.passed[seat] = action
        choose_hidden(s, seat, action)
    else:
        s.shown[seat] = action
        if s.simultaneous:
            choose_hidden(s, seat, action)
        else:
            s.public = mix(s.public, action)
    if seat + 1 < s.seats:
        s.turn = seat + 1
    else:
        end_phase(s, phase)


@kernel
def change_cards(s: Any, seat: I64, action: I64) -> None:
    """Lay away the cards of a discard and draw as many. Modified in place."""
    # Without branches on the action, which no processor could foresee at random play.
    places = DISCARDS[action]
    rest = np.int64(s.hands[seat])
    cards: I64 = np.int64(0)
    for place in range(HAND_SIZE):
        lowest_card = rest & -rest
        rest ^= lowest_card
        cards |= lowest_card * (places >> place & 1)
    top = np.int64(s.drawn)
    end = top + NUM_CARDS[action]
    hand = np.int64(s.hands[seat]) & ~cards
    for place in range(top, top + MOST_DISCARDS):
        hand |= np.int64(place < end) << s.talon[place]
    s.hands[seat] = hand
    s.discards[seat] = cards
    s.drawn = end
    s.num_discards[seat] = end - top
    # The seat knows its old hand: the action and the new hand tell it the rest.
    s.private[seat] = mix(s.private[seat], mix(s.public, hand | action << 32))
    s.public = mix(s.public, end - top)


@kernel
def choose_hidden(s: Any, seat: I64, card: I64) -> None:
    """Note that `seat` chose a card which it alone knows yet. Modified in place."""
    s.private[seat] = mix(s.private[seat], mix(s.public, card))
    s.public = mix(s.public, CHOSEN)


@kernel
def end_phase(s: Any, phase: I64) -> None:
    """Go on when all seats have acted: cards move, or come to light. In place."""
    s.phase = phase + 1
    s.turn = 0
    if phase == PASS:
        for seat in range(s.seats):
            card = np.int64(s.passed[seat])
            receiver = next_seat(s, seat)
            s.hands[seat] = np.int64(s.hands[seat]) & ~(np.int64(1) << card)
            s.hands[receiver] = np.int64(s.hands[receiver]) | np.int64(1) << card
            s.private[receiver] = mix(s.private[receiver], mix(s.public, card))
    elif phase == SHOW and s.simultaneous:
        for seat in range(s.seats):
            s.public = mix(s.public, np.int64(s.shown[seat]))
    elif phase == TRICK:
        s.turn = TERMINAL


@kernel
def winner(s: Any) -> I64:
    """Return the seat that takes the trick, all cards being played."""
    trump = np.int64(s.trump)
    best: I64 = np.int64(0)
    card = np.int64(s.played[0])
    seven = best if card == RED_SEVEN else np.int64(NO_CARD)
    for seat in range(1, np.int64(s.seats)):
        played = np.int64(s.played[seat])
        if played == RED_SEVEN:
            seven = seat
        if beaters(card, ABOVE[card], trump) >> played & 1:
            best = seat
            card = played
    is_trump_ace = trump >> card & 1 and ABOVE[card] == 0
    if is_trump_ace and seven >= 0 and (s.red7 == BOTH or seven > best):
        return seven
    return best


@kernel
def returns(s: Any, out: NDArray[np.int64]) -> None:
    """Write what each seat won: the winner of the trick gets the others' stakes."""
    for seat in range(s.seats):
        out[seat] = -s.stake
    out[winner(s)] = (np.int64(s.seats) - 1) * s.stake


@kernel
def takers(s: Any, card: I64) -> I64:
    """Return the cards that take a trick of two cards from `card`, which was led."""
    trump = np.int64(s.trump)
    cards = beaters(card, ABOVE[card], trump)
    trump_ace = trump & ~(trump >> 1)
    seven = np.int64(1) << RED_SEVEN
    if trump_ace >> card & 1:
        return cards | seven
    if card == RED_SEVEN and s.red7 == BOTH:
        return cards & ~trump_ace
    return cards


@kernel
def is_first_to_win(s: Any) -> bool:
    """Return whether seat 0 of two wins by best play, the cards being passed.

    It does if it leads, or has led, a card that no legal reply takes.
    """
    leads = np.int64(s.hands[0])
    if s.played[0] >= 0:
        leads = np.int64(1) << s.played[0]
    while leads:
        card = lowest(leads)
        leads &= leads - 1
        rule = np.int64(s.follow_rule)
        reply = follow(np.int64(s.hands[1]), SUIT[card], np.int64(s.trump), rule)
        if reply & takers(s, card) == 0:
            return True
    return False


@kernel
def bounds(s: Any, out: NDArray[np.int64]) -> None:
    """Write bounds of the return of seat 0 of two: the stake either way.

    Exact once the cards are passed: what is shown then changes no hand.
    """
    out[0] = -s.stake
    out[1] = s.stake
    if s.phase >= SHOW:
        is_won = winner(s) == 0 if s.phase == END else is_first_to_win(s)
        out[0] = out[1] = s.stake if is_won else -s.stake


@kernel
def ceiling(s: Any, seat: I64) -> I64:
    """Return the others' stakes: nobody can win more."""
    return (np.int64(s.seats) - 1) * s.stake


@kernel
def search_here(s: Any) -> I64:
    """Return 1 for two seats; for more once the cards are passed, else 0."""
    return np.int64(1) if s.seats == 2 or s.phase >= SHOW else np.int64(0)


@kernel
def state_key(s: Any) -> I64:
    """Return a hash of all that matters to a player who sees everything.

    That leaves out what lies away, the cards shown, and the hands of those who have
    played already.
    """
    turn = np.int64(s.turn)
    seats = np.int64(s.seats)
    h = mix(s.rules_key, np.int64(s.trump) << 8 | np.int64(s.phase) << 4 | (turn & 15))
    first = np.int64(0)
    if s.phase == TRICK:
        first = turn
    elif s.phase == END:
        first = seats
    for seat in range(first, seats):
        h = mix(h, np.int64(s.hands[seat]))
    cards: I64 = np.int64(0)  # those that still have a part to play, 6 bits each
    if s.phase == DISCARD:
        start = np.int64(s.drawn)
        for place in range(start, start + MOST_DISCARDS * (seats - turn)):
            cards = cards << 6 | np.int64(s.talon[place])
    elif s.phase == PASS:
        for seat in range(turn):
            cards = cards << 6 | np.int64(s.passed[seat])
    elif s.phase == SHOW:
        for seat in range(turn, seats):
            cards = cards << 6 | np.int64(s.passed[seat_before(s, seat)])
    else:
        for seat in range(first):
            cards = cards << 6 | np.int64(s.played[seat])
    return finish(mix(h, cards))


@kernel
def information_key(s: Any, seat: I64) -> I64:
    """Return a hash of what all saw and what `seat` alone saw."""
    return finish(mix(s.public, mix(s.private[seat], seat)))

"""Sült malac: a position without a history, as fields to write and to read.

Each card is mentioned once: one that a seat has shown, or put down for its neighbour,
or been passed, is not listed in its hand again.

========  ============================================================================
field     meaning
========  ============================================================================
phase     discard, pass, show or trick
turn      the seat to act, in phase discard only; in the others the lists below tell
turnup    the card turned up
hands     by seat, the cards held: five, in phases pass and later also fewer (with
          those listed below as many for each seat, a card less for one that has played)
passed    by seat, in phase pass: the card put down by those who have chosen
received  by seat: the card it was passed, if it still holds it and somebody remembers;
          in phase show needed for those who have yet to show
shown     by seat: the card it has shown, if it still holds it
discards  by seat: the cards it has laid away
talon     in phase discard: the cards that can be reached, two for each seat yet to act
table     in phase trick: the cards played, in order, from seat 0
========  ============================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.bits import from_members, members
from engine.cards import UNKNOWN
from engine.games.sult_malac.hidden import (
    PASSED,
    RECEIVED,
    SHOWN,
    known_cards,
    secret_card,
)
from engine.games.sult_malac.state import (
    DISCARD,
    END,
    HAND_SIZE,
    MOST_DISCARDS,
    NO_CARD,
    PACK,
    PASS,
    PHASES,
    SHOW,
    SUIT,
    TRICK,
    clear,
    seat_before,
)
from engine.protocol import TERMINAL
from engine.setups import SetUp, text_key
from engine.tricks import denied

FIELDS = (
    "phase",
    "turn",
    "turnup",
    "hands",
    "passed",
    "received",
    "shown",
    "discards",
    "talon",
    "table",
)


def describe(s: Any, seat: int | None = None) -> dict[str, Any]:
    """Return the state as the fields that `set_up` takes; `?` where `seat` is blind."""
    seats = range(int(s.seats))
    phase = min(int(s.phase), TRICK)
    hands: list[list[str]] = []
    passed, received, shown = empty_lists(seats), empty_lists(seats), empty_lists(seats)
    for other in seats:
        hand = int(s.hands[other])
        viewer = other if seat is None else seat
        seen = int(known_cards(s, viewer, other))
        secret = int(secret_card(s, viewer, other))
        given = int(s.passed[seat_before(s, other)])
        # A card of the hand that goes into a list of its own, as far as it is seen.
        for cards, card, kind in (
            (passed, int(s.passed[other]) if phase == PASS else NO_CARD, PASSED),
            (received, given if phase >= SHOW else NO_CARD, RECEIVED),
            (shown, int(s.shown[other]), SHOWN),
        ):
            if card == NO_CARD or not hand >> card & 1:
                continue
            is_seen = seen >> card & 1
            if is_seen or secret == kind:
                cards[other].append(PACK.text(card) if is_seen else UNKNOWN)
                hand &= ~(1 << card)
        hands.append(texts(hand & seen) + [UNKNOWN] * (hand & ~seen).bit_count())
    fields: dict[str, Any] = {"phase": PHASES[phase]}
    reach = 0
    if phase == DISCARD:
        fields["turn"] = int(s.turn)
        reach = MOST_DISCARDS * (len(seats) - int(s.turn))
    talon = [int(card) for card in s.talon[int(s.drawn) : int(s.drawn) + reach]]
    return fields | {
        "turnup": PACK.text(s.turnup),
        "hands": hands,
        "passed": passed,
        "received": received,
        "shown": shown,
        "discards": [
            texts(int(s.discards[other]))
            if seat in (None, other)
            else [UNKNOWN] * int(s.num_discards[other])
            for other in seats
        ],
        "talon": [PACK.text(c) if seat is None else UNKNOWN for c in talon],
        "table": [PACK.text(card) for card in s.played if card != NO_CARD],
    }


def empty_lists(seats: range) -> list[list[str]]:
    """Return an empty list for each seat."""
    return [[] for _ in seats]


def texts(cards: int) -> list[str]:
    """Return the cards of a set in words, ascending."""
    return [PACK.text(card) for card in members(cards)]


def set_up(s: Any, fields: Mapping[str, Any]) -> None:
    """Write a position without a history into `s`; see the top for the fields.

    Raises
    ------
    IllegalStateError
        Listing everything that is wrong.
    """
    clear(s)
    seats = int(s.seats)
    given = SetUp(PACK, fields, FIELDS)
    phase = given.choice("phase", PHASES)
    turnup = given.cards("turnup")
    given.require(len(turnup) == 1, f"turnup: {len(turnup)} cards, expected 1")
    hands, passed, received, shown, discards = (
        given.by_seat(name, seats)
        for name in ("hands", "passed", "received", "shown", "discards")
    )
    talon, table = given.cards("talon"), given.cards("table")
    turn = {
        DISCARD: given.number("turn", 0, 0, seats - 1) if phase == DISCARD else 0,
        PASS: sum(map(bool, passed)),
        SHOW: sum(map(bool, shown)),
        TRICK: len(table),
    }[phase]
    held = [
        [card for cards in lists for card in cards]
        for lists in zip(hands, passed, received, shown, strict=True)
    ]
    check_lists(given, phase, turn, passed, received, shown, discards)
    check_sizes(given, phase, turn, held, talon, table)
    given.check()
    for seat in range(seats):
        s.hands[seat] = from_members(held[seat])
        s.discards[seat] = from_members(discards[seat])
        s.num_discards[seat] = len(discards[seat])
        for card in passed[seat]:
            s.passed[seat] = card
        for card in received[seat]:
            s.passed[seat_before(s, seat)] = card
        for card in shown[seat]:
            s.shown[seat] = card
    s.played[: len(table)] = table
    s.turnup = turnup[0]
    s.trump = SUIT[turnup[0]]
    s.drawn = sum(map(len, discards))
    if phase == DISCARD:
        reach = MOST_DISCARDS * (seats - turn)
        s.talon[int(s.drawn) : int(s.drawn) + reach] = talon[:reach]
    ended = phase == TRICK and turn == seats
    s.phase, s.turn = (END, TERMINAL) if ended else (phase, turn)
    check_follow(given, s)
    given.check()
    for seat in range(seats):
        s.private[seat] = text_key(describe(s, seat))


def check_lists(
    given: SetUp,
    phase: int,
    turn: int,
    passed: list[list[int]],
    received: list[list[int]],
    shown: list[list[int]],
    discards: list[list[int]],
) -> None:
    """Check how many cards each seat has in the lists beside its hand."""
    for name, lists, when in (
        ("passed", passed, phase == PASS),
        ("received", received, phase >= SHOW),
        ("shown", shown, phase >= SHOW),
        ("discards", discards, True),
    ):
        for seat, cards in enumerate(lists):
            most = 1 if when else 0
            least = 0
            acted = seat < turn
            if name == "discards":
                most = MOST_DISCARDS if phase != DISCARD or acted else 0
            elif phase < TRICK and when and name != "received":
                least = most = int(acted)
            elif phase == SHOW and name == "received" and not acted:
                least = 1
            number = str(most) if least == most else f"{least} to {most}"
            given.require(
                least <= len(cards) <= most,
                f"{name}[{seat}]: {len(cards)} cards, expected {number}",
            )


def check_sizes(
    given: SetUp,
    phase: int,
    turn: int,
    held: list[list[int]],
    talon: list[int],
    table: list[int],
) -> None:
    """Check the number of cards in hands, talon and trick, and whose turn it is."""
    seats = len(held)
    given.require(turn < seats + (phase == TRICK), f"{PHASES[phase]}: nobody is to act")
    given.require(
        phase == TRICK or not table, "table: cards, but the phase is not trick"
    )
    if phase == DISCARD:
        reach = MOST_DISCARDS * (seats - turn)
        given.require(
            len(talon) >= reach, f"talon: {len(talon)} cards, expected {reach} or more"
        )
    sizes = [len(cards) + (seat < len(table)) for seat, cards in enumerate(held)]
    least = HAND_SIZE if phase == DISCARD else 1 + (phase == SHOW)
    for seat, size in enumerate(sizes):
        given.require(
            size == sizes[0] and least <= size <= HAND_SIZE,
            f"hands[{seat}]: {size} cards with those passed, received, shown and "
            f"played, expected as many for each seat, {least} to {HAND_SIZE}",
        )


def check_follow(given: SetUp, s: Any) -> None:
    """Check that nobody holds a card that it should have played instead."""
    for seat in range(1, int(s.seats)):
        card = int(s.played[seat])
        if card == NO_CARD:
            continue
        led = SUIT[s.played[0]]
        lacking = denied(card, led, int(s.trump), int(s.follow_rule))
        wrong = int(s.hands[seat]) & int(lacking)
        given.require(
            not wrong,
            f"table: seat {seat} played {PACK.text(card)}, but holds "
            f"{PACK.format_set(wrong)}",
        )

"""Ékarté: positions without a history, described and set up.

=========  ============================================================================
field      meaning
=========  ============================================================================
phase      `offer`, `answer`, `exchange` or `tricks` (the default)
hands      two lists of cards, seat 0 first: five each before the tricks; in the tricks
           with the trick at hand and those in `tricks` as many as there are tricks
turnup     the card turned up
trump      the letter of the trump suit; needed where `turnup` is left out
discards   two lists: what each seat has laid away
talon      before the tricks: the face-down cards that can be drawn, top first; the card
           turned up comes after them if it can be drawn at all; in phase offer there
           must be a card to draw
exchanger  in phase exchange: the seat to exchange; the first to do so by default

tricks     the rest is for the tricks only. Two numbers: those won so far, by default
           none
leader     the seat that leads, or has led the card in `table`; 0 by default
table      the card led, if the trick has begun
played     cards of earlier tricks that both remember; by default none
taker      the seat that has drawn the card turned up and still holds it; `turnup` names
           the card, `hands` doesn't
voids      two lists: the letters of the suits that a seat has shown not to hold
proposed   1 if seat 0 has made a proposal and not exchanged since, so that it is known
           to hold a card that it may lay away; 0 by default
=========  ============================================================================

A card that is in no field is out of play; nobody has seen it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.bits import from_members, members
from engine.cards import UNKNOWN
from engine.games.ekarte.early import clear, set_trump
from engine.games.ekarte.hidden import hand_size, known_card, must_hold_plain, played
from engine.games.ekarte.state import (
    ANSWER,
    CARD_BITS,
    END,
    EXCHANGE,
    HAND_SIZE,
    NO_CARD,
    NOBODY,
    NUM_TRICKS,
    OFFER,
    PACK,
    PHASES,
    SUIT,
    SUIT_SIZE,
    TALON_SIZE,
    TRICKS,
)
from engine.protocol import TERMINAL
from engine.setups import SetUp, text_key

EARLY_FIELDS = ("talon", "exchanger")
TRICK_FIELDS = ("tricks", "leader", "table", "played", "taker", "voids", "proposed")
FIELDS = (
    "phase",
    "hands",
    "turnup",
    "trump",
    "discards",
    *EARLY_FIELDS,
    *TRICK_FIELDS,
)
SEATS = range(2)


def describe(s: Any, seat: int | None = None) -> dict[str, Any]:
    """Return the state as the fields that `set_up` takes; `?` where `seat` is blind."""
    phase = min(int(s.phase), TRICKS)
    own = [int(played(s, p)[1]) for p in SEATS]
    turnup = 0 if s.turnup == NO_CARD else 1 << int(s.turnup)
    known = [int(known_card(s, p, own[p])) for p in SEATS]

    def shown(p: int, cards: int, number: int) -> list[str]:
        return texts(cards) if seat in (None, p) else [UNKNOWN] * number

    fields: dict[str, Any] = {
        "phase": PHASES[phase],
        "hands": [
            shown(p, int(s.hands[p]) & ~known[p], int(hand_size(s, p)) - bool(known[p]))
            for p in SEATS
        ],
    }
    if turnup & ~(own[0] | own[1]):
        fields["turnup"] = PACK.text(s.turnup)
    else:
        fields["trump"] = suits(int(s.trumps))[0]
    if any(s.num_discards):
        fields["discards"] = [
            shown(p, int(s.discards[p]), int(s.num_discards[p])) for p in SEATS
        ]
    if phase == TRICKS:
        return fields | _describe_tricks(s, own, turnup, known)
    talon = [int(card) for card in s.talon[: int(s.left)] if card != s.turnup]
    fields["talon"] = [PACK.text(c) if seat is None else UNKNOWN for c in talon[::-1]]
    if phase == EXCHANGE:
        fields["exchanger"] = int(s.turn)
    return fields


def _describe_tricks(
    s: Any, own: list[int], turnup: int, known: list[int]
) -> dict[str, Any]:
    """Return the fields of the tricks; all of them are seen by both.

    `own` are the cards that each seat has played, `turnup` the card turned up, `known`
    the same where a seat holds it.
    """
    table = 0 if s.table == NO_CARD else 1 << int(s.table)
    leader = 1 - int(s.turn) if table else max(int(s.turn), 0)
    earlier = int(s.seen) & ~turnup | own[0] | own[1]
    fields: dict[str, Any] = {
        "tricks": [int(number) for number in s.tricks],
        "leader": leader,
        "table": texts(table),
        "played": texts(earlier & ~table),
    }
    if any(known):
        fields["taker"] = int(s.taker)
    voids = [suits(int(played(s, p)[2])) for p in SEATS]
    if any(voids):
        fields["voids"] = voids
    if must_hold_plain(s, 0, own[0]):
        fields["proposed"] = 1
    return fields


def texts(cards: int) -> list[str]:
    """Return the cards of a set in words, ascending."""
    return [PACK.text(card) for card in members(cards)]


def suits(cards: int) -> list[str]:
    """Return the letters of the suits that a set has cards of."""
    return list(dict.fromkeys(PACK.suits[PACK.suit_of(c)] for c in members(cards)))


def set_up(s: Any, fields: Mapping[str, Any]) -> None:
    """Write a position without a history into `s`; see the top for the fields.

    Raises
    ------
    IllegalStateError
        Listing everything that is wrong.
    """
    clear(s)
    given = SetUp(PACK, fields, FIELDS)
    phase = given.choice("phase", PHASES[:END], TRICKS)
    for name in EARLY_FIELDS if phase == TRICKS else TRICK_FIELDS:
        problem = f"{name}: has no meaning in phase {PHASES[phase]}"
        given.require(name not in fields, problem)
    turnup = given.cards("turnup")
    given.require(len(turnup) <= 1, f"turnup: {len(turnup)} cards, expected 1")
    s.turnup = turnup[0] if turnup else NO_CARD
    s.seen = from_members(turnup)
    trump = _read_trump(given, turnup)
    hands, discards = given.by_seat("hands", 2), given.by_seat("discards", 2)
    if phase == TRICKS:
        _read_tricks(s, given, hands)
    else:
        _read_early(s, given, hands, phase)
    given.check()
    set_trump(s, trump)
    s.hands[:] = [from_members(hand) for hand in hands]
    s.discards[:] = [from_members(cards) for cards in discards]
    s.num_discards[:] = [len(cards) for cards in discards]
    s.public = s.rules_key
    s.private[:] = [text_key(describe(s, p)) for p in SEATS]


def _read_trump(given: SetUp, turnup: list[int]) -> int:
    """Return the number of the trump suit: `turnup` or `trump` names it."""
    named = PACK.suits[PACK.suit_of(turnup[0])] if turnup else None
    letter = given.fields.get("trump", named)
    right = letter == named if named else letter in PACK.suits
    expected = named or " or ".join(PACK.suits)
    given.require(right, f"trump: {letter!r}, expected {expected}")
    return PACK.suits.index(letter) if right else 0


def _read_early(s: Any, given: SetUp, hands: list[list[int]], phase: int) -> None:
    """Read and write what belongs to the phases before the tricks."""
    for p, hand in enumerate(hands):
        given.require(
            len(hand) == HAND_SIZE,
            f"hands[{p}]: {len(hand)} cards, expected {HAND_SIZE}",
        )
    talon = given.cards("talon")
    given.require(
        len(talon) <= TALON_SIZE,
        f"talon: {len(talon)} cards, expected at most {TALON_SIZE}",
    )
    has_turnup = bool(s.drawable) and s.turnup != NO_CARD
    given.require(
        phase != OFFER or bool(talon) or has_turnup,
        "talon: no card that can be drawn, expected one at least in phase offer",
    )
    exchanger = given.number("exchanger", int(s.first), 0, 1)
    given.require(
        phase == EXCHANGE or "exchanger" not in given.fields,
        "exchanger: only in phase exchange",
    )
    given.check()
    if has_turnup:
        talon.append(int(s.turnup))
    s.talon[: len(talon)] = talon[::-1]
    s.left = len(talon)
    s.phase = phase
    s.turn = {OFFER: 0, ANSWER: 1, EXCHANGE: exchanger}[phase]
    has_exchanged = exchanger not in (0, s.first)
    s.proposed = phase == ANSWER or (phase == EXCHANGE and not has_exchanged)


def _read_tricks(s: Any, given: SetUp, hands: list[list[int]]) -> None:
    """Read and write what belongs to the tricks."""
    tricks = given.numbers("tricks", 0, NUM_TRICKS) or [0, 0]
    given.require(len(tricks) == 2, f"tricks: {len(tricks)} numbers, expected 2")
    leader = given.number("leader", 0, 0, 1)
    table, earlier = given.cards("table"), given.cards("played")
    given.require(len(table) <= 1, f"table: {len(table)} cards, expected at most 1")
    given.require(
        len(earlier) <= 2 * sum(tricks) and len(earlier) % 2 == 0,
        f"played: {len(earlier)} cards, expected two for each trick won, or none",
    )
    taker = given.number("taker", NOBODY, NOBODY, 1)
    given.require(
        taker == NOBODY or (bool(s.drawable) and s.turnup != NO_CARD),
        "taker: there is no card turned up that can be drawn",
    )
    for p, hand in enumerate(hands):
        number = len(hand) + (p == taker) + (len(table) if p == leader else 0)
        given.require(
            number + sum(tricks) == NUM_TRICKS,
            f"hands[{p}]: {number} cards with the trick at hand and {sum(tricks)} "
            f"tricks won, expected {NUM_TRICKS} together",
        )
    voids = [_read_suits(given, row) for row in given.lists("voids", 2)]
    proposed = given.number("proposed", 0, 0, 1)
    given.check()
    if taker != NOBODY:
        hands[taker].append(int(s.turnup))
    has_ended = sum(tricks) == NUM_TRICKS
    s.phase = END if has_ended else TRICKS
    s.turn = TERMINAL if has_ended else leader ^ len(table)
    s.tricks[:] = tricks
    s.opener = leader
    for card in table:
        s.table = card
        s.line = int(s.line) << CARD_BITS | card
    s.seen |= from_members(earlier)
    s.taker = taker
    s.voids[:] = voids
    s.proposed = proposed


def _read_suits(given: SetUp, letters: Any) -> int:
    """Return the cards of the suits in a list of `voids`."""
    cards = 0
    for letter in letters if isinstance(letters, list | tuple) else [letters]:
        right = letter in PACK.suits
        expected = ", ".join(PACK.suits)
        if given.require(right, f"voids: {letter!r}, expected suits of {expected}"):
            cards |= int(SUIT[SUIT_SIZE * PACK.suits.index(letter)])
    return cards

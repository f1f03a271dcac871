"""Sült malac in words: the pack and the deal, actions, what a seat sees of them."""

from __future__ import annotations

from typing import Any

from engine.bits import members
from engine.cards import UNKNOWN, Pack
from engine.deals import ALL, NOBODY, Zone
from engine.deals import hands as hand_zones
from engine.games.sult_malac.play import DISCARDS
from engine.games.sult_malac.state import (
    DISCARD,
    HAND_SIZE,
    PACK,
    PASS,
    SHOW,
    seat_before,
)
from engine.options import Options

VERBS = ("disc", "pass", "show", "play")


def pack(options: Options) -> Pack:
    """Return the Hungarian pack."""
    return PACK


def num_players(options: Options) -> int:
    """Return the option `players`."""
    return int(options["players"])


def layout(options: Options) -> tuple[Zone, ...]:
    """Return five cards each, the turn-up, and the talon from the top."""
    seats = num_players(options)
    start = HAND_SIZE * seats
    return (
        *hand_zones(seats, HAND_SIZE),
        Zone("turnup", (start,), seen_by=ALL, single=True),
        Zone("talon", tuple(range(start + 1, PACK.size)), seen_by=NOBODY),
    )


def scale(options: Options) -> int:
    """Return 1: returns are whole."""
    return 1


def discarded(hand: int, action: int) -> list[int]:
    """Return the cards that a discard lays away, ascending."""
    cards = list(members(hand))
    return [cards[place] for place in members(int(DISCARDS[action]))]


def joined(cards: list[int]) -> str:
    """Return cards as an action names them: `-` for none."""
    return ",".join(PACK.text(card) for card in cards) or "-"


def action_text(s: Any, action: int) -> str:
    """Return an action of the phase in words: `disc:M7,PK`, `disc:-`, `pass:M7`, …."""
    cards = [action]
    if s.phase == DISCARD:
        cards = discarded(int(s.hands[s.turn]), action)
    return f"{VERBS[int(s.phase)]}:{joined(cards)}"


def observe(before: Any, action: int, after: Any, seat: int) -> list[str]:
    """Return what `seat` sees of an action; see the game's docstring for the words."""
    if before is None:
        return []
    actor, phase = int(before.turn), int(before.phase)
    text = action_text(before, action)
    if phase == DISCARD:
        number = int(after.num_discards[actor])
        if number == 0:
            return [text]
        if seat != actor:
            return [f"disc:{UNKNOWN}{number}"]
        drawn = int(after.hands[actor]) & ~int(before.hands[actor])
        return [f"{text}>{joined(list(members(drawn)))}"]
    hidden = phase == PASS or (phase == SHOW and bool(before.simultaneous))
    seen = [f"{VERBS[phase]}:{UNKNOWN}" if hidden and seat != actor else text]
    if hidden and after.phase != phase:
        seats = range(int(after.seats))
        if phase == PASS:
            seen.append(f"receive:{joined([after.passed[seat_before(after, seat)]])}")
        else:
            seen.append(f"shown:{joined([after.shown[other] for other in seats])}")
    return seen

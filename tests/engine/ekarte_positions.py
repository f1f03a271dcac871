"""Ékarté positions that several test modules begin from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import Position, load_game
from engine.cards import PACKS

PACK = PACKS["hungarian32"]
# Hands of seat 0 and 1, the card turned up, the first cards of the talon. Trump is M.
MIXED = "M7 MK T8 TO Z9 ZA P7 MX MU PX M9 MA T7 Z8 PK TA"
TRUMPS = "M7 MK M8 MO MA ZA P7 MX MU PX M9 T8 TO Z9 T7 Z8 PK TA"


def cards(text: str) -> list[str]:
    return text.split()


def set_up(
    hands: Sequence[str], options: dict[str, Any] | None = None, **fields: Any
) -> Any:
    """Return a set-up with trump M, unless `fields` say otherwise."""
    fields = {"trump": "M"} | fields | {"hands": [cards(hand) for hand in hands]}
    if "turnup" in fields:
        del fields["trump"]
    return load_game("ekarte", **options or {}).new_position(setup=fields)


def dealt(first: str, actions: str = "", **options: Any) -> Position:
    """Return the deal that begins with the cards `first`, after `actions`."""
    rest = [card for card in PACK.cards() if card not in first]
    deck = [*cards(first), *rest]
    position = load_game("ekarte", **options).new_position(deck=deck)
    return position.play_all(actions.split())


def legal(position: Position) -> set[str]:
    return {action.partition(":")[2] for action in position.legal_actions()}


# Two hands and the rest of the pack but for MA, turned up: talons are cut from it.
HAND, OTHER = "M9 MK TX Z7 PA", "T7 T8 P8 P9 Z8"
LEFT = [card for card in PACK.cards() if card not in cards(f"{HAND} {OTHER} MA")]
LAST = {"turnup_drawable": True}


def last_card(actions: str) -> Any:
    """Return a set-up with two cards to draw, the second of them MA, turned up."""
    start = set_up([HAND, OTHER], LAST, phase="exchange", turnup="MA", talon=LEFT[:1])
    return start.play_all(actions.split())

"""Lupfen in words: the pack and the deal, actions, what a seat sees of them."""

from __future__ import annotations

from typing import Any

from engine.cards import Pack
from engine.deals import NOBODY, Zone
from engine.deals import hands as hand_zones
from engine.games.lupfen.early import JOIN_WORDS, LIFT_WORDS, SWAP_WORDS, price_of
from engine.games.lupfen.state import (
    END,
    HAND_SIZE,
    JOIN,
    LIFT,
    PACK,
    PRICE,
    SWAP,
    TRICKS,
)
from engine.options import Options

WORDS = {LIFT: LIFT_WORDS, JOIN: JOIN_WORDS, SWAP: SWAP_WORDS}


def pack(options: Options) -> Pack:
    """Return the pack of 20 cards."""
    return PACK


def num_players(options: Options) -> int:
    """Return the option `players`."""
    return int(options["players"])


def layout(options: Options) -> tuple[Zone, ...]:
    """Return three cards each, and the stack from the top."""
    seats = num_players(options)
    stack = tuple(range(HAND_SIZE * seats, PACK.size))
    return (*hand_zones(seats, HAND_SIZE), Zone("stack", stack, seen_by=NOBODY))


def scale(options: Options) -> int:
    """Return the number of seats if they share the pot's value, else 1."""
    return num_players(options) if options["pot_value"] == "shared" else 1


def joined(cards: int) -> str:
    """Return the cards of a set as an action names them."""
    return PACK.format_set(cards, ",")


def action_text(s: Any, action: int) -> str:
    """Return an action of the phase in words: `lift`, `price:2`, `play:MA`, …."""
    phase = int(s.phase)
    if phase == PRICE:
        return f"price:{price_of(s, action)}"
    if phase == TRICKS:
        return f"play:{PACK.text(action)}"
    return WORDS[phase][action]


def observe(before: Any, action: int, after: Any, seat: int) -> list[str]:
    """Return what `seat` sees of an action; see the game's docstring for the words."""
    if before is None:
        return []
    actor, phase = int(before.turn), int(before.phase)
    text = action_text(before, action)
    if phase == SWAP:
        if text == "keep":
            return [text] if seat == actor else []
        seen = f"swap:{joined(int(before.hands[actor]))}@{actor}"
        return [f"{seen}>{joined(int(after.hands[actor]))}" if seat == actor else seen]
    seen_too = []
    if phase == LIFT and after.phase == PRICE:
        seen_too = [f"turnup:{PACK.text(after.stack[0])}"]
    if phase == JOIN and after.phase == END:
        seen_too = [
            f"unders:{joined(int(after.hands[other]))}@{other}"
            for other in range(int(after.seats))
            if after.tricks[other]
        ]
    return [text, *seen_too]

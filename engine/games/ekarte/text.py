"""Ékarté in words: the deal, actions, and what a seat sees of them."""

from __future__ import annotations

from typing import Any

from engine.bits import pick
from engine.cards import UNKNOWN, Pack
from engine.deals import ALL, Zone, hands
from engine.games.ekarte.state import (
    ANSWER,
    EXCHANGE,
    HAND_SIZE,
    OFFER,
    PACK,
    PLACES,
    TRICKS,
)
from engine.options import Options

CALLS = {OFFER: ("play_on", "propose"), ANSWER: ("accept", "refuse")}

# The nodes that may be skipped, in their order, and what is then seen in their stead.
FIRST_EXCHANGE, SECOND_EXCHANGE, NEXT_OFFER, LEAD = range(4)
SKIPPED = ("exch:-", "exch:-", "play_on")


def pack(options: Options) -> Pack:
    """Return the Hungarian pack."""
    return PACK


def num_players(options: Options) -> int:
    """Return 2."""
    return 2


def layout(options: Options) -> tuple[Zone, ...]:
    """Return two hands, the card turned up, and the talon from the top."""
    turnup = 2 * HAND_SIZE
    return (
        *hands(2, HAND_SIZE),
        Zone("turnup", (turnup,), seen_by=ALL, single=True),
        Zone("talon", tuple(range(turnup + 1, PACK.size))),
    )


def scale(options: Options) -> int:
    """Return 1: returns are whole points."""
    return 1


def action_text(s: Any, action: int) -> str:
    """Return an action in words: `propose`, `exch:M8,P7`, `exch:-`, `play:M7`, …."""
    if s.phase == TRICKS:
        return f"play:{PACK.text(action)}"
    if s.phase == EXCHANGE:
        return f"exch:{joined(int(pick(int(s.hands[s.turn]), int(PLACES[action]))))}"
    return CALLS[int(s.phase)][action]


def joined(cards: int) -> str:
    """Return a set of cards as an action names it: `-` for none."""
    return PACK.format_set(cards, ",") or "-"


def observe(before: Any, action: int, after: Any, seat: int) -> list[str]:
    """Return what `seat` sees of an action, and of the nodes skipped after it."""
    if before is None:
        return _skipped(NEXT_OFFER, after)
    text = action_text(before, action)
    if before.phase == EXCHANGE:
        is_first = before.turn == before.first
        rest = _skipped(SECOND_EXCHANGE if is_first else NEXT_OFFER, after)
        return _exchange_seen(before, after, text, seat) + rest
    if text == "accept":
        return [text, *_skipped(FIRST_EXCHANGE, after)]
    return [text]


def _exchange_seen(before: Any, after: Any, text: str, seat: int) -> list[str]:
    """Return what `seat` sees of the exchange `text`, which may be its own."""
    actor = int(before.turn)
    number = int(after.num_discards[actor]) - int(before.num_discards[actor])
    if number == 0:
        return [text]
    if seat == actor:
        drawn = int(after.hands[actor]) & ~int(before.hands[actor])
        return [f"{text}>{joined(drawn)}"]
    seen = [f"exch:{UNKNOWN}{number}"]
    if after.taker == actor:
        seen.append(f"takes:{PACK.text(after.turnup)}")
    return seen


def _skipped(node: int, s: Any) -> list[str]:
    """Return what is seen of the nodes from `node` on that `s` has skipped."""
    if s.phase == EXCHANGE:
        reached = FIRST_EXCHANGE if s.turn == s.first else SECOND_EXCHANGE
    else:
        reached = NEXT_OFFER if s.phase == OFFER else LEAD
    return list(SKIPPED[node:reached])

"""Cards as a person wants to see them: small boxes, coloured by suit, typed letters.

A card is drawn by the letters that notation uses for it, so that what is seen can be
typed; colour only helps. Hidden cards are drawn face down, many of them as a number.
Everything is one column a character: no symbol here is wider than a letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from engine.cards import UNKNOWN

if TYPE_CHECKING:
    from engine.cards import Pack


class _Letters(NamedTuple):
    """What the letters of a pack mean, and the colours of its suits."""

    suits: dict[str, tuple[str, str]]  # letter -> name, rich style
    ranks: dict[str, str]  # only those that need telling


_GERMAN = _Letters(
    {
        "M": ("acorns", "blue"),
        "T": ("bells", "yellow"),
        "Z": ("leaves", "green"),
        "P": ("hearts", "red"),
    },
    {"X": "ten", "U": "under", "O": "over", "K": "king", "A": "ace"},
)
_FRENCH = _Letters(
    {
        "S": ("spades", "bold"),
        "H": ("hearts", "red"),
        "D": ("diamonds", "blue"),
        "C": ("clubs", "green"),
    },
    {},
)
_LATIN = _Letters(
    {
        "S": ("swords", "blue"),
        "H": ("cups", "red"),
        "D": ("coins", "yellow"),
        "C": ("clubs", "green"),
    },
    {"A": "ace", "J": "page", "Q": "knight", "K": "king"},
)


def _letters(pack: Pack) -> _Letters:
    """Return the letters of the pack's family."""
    if pack.name.startswith("latin"):
        return _LATIN
    return _GERMAN if "Z" in pack.suits else _FRENCH


def card_style(pack: Pack, card: str) -> str:
    """Return the rich style of a card: its suit's colour, dim face down."""
    if card == UNKNOWN:
        return "dim"
    if not any(pack.suits):
        return "bold"
    return _letters(pack).suits[card[0]][1]


def legend(pack: Pack) -> Text:
    """Return what the letters of the pack mean; empty where cards have no suits."""
    if not any(pack.suits):
        return Text()
    letters = _letters(pack)
    text = Text()
    for suit in pack.suits:
        name, style = letters.suits[suit]
        text.append(suit, style).append(f" {name}  ", "dim")
    text.rstrip()
    told = [f"{r} {letters.ranks[r]}" for r in pack.ranks if r in letters.ranks]
    if told:
        text.append("\n" + "  ".join(told), "dim")
    return text


def cards_in_line(pack: Pack, cards: Sequence[str]) -> Text:
    """Return cards side by side as text; those face down only counted."""
    text = Text()
    for card in cards:
        if card != UNKNOWN:
            text.append(" " if text else "").append(card, card_style(pack, card))
    hidden = sum(card == UNKNOWN for card in cards)
    if hidden:
        text.append(" and " if text else "").append(face_down(hidden), "dim")
    return text if cards else Text("none", "dim")


def face_down(number: int) -> str:
    """Return `number` hidden cards in words."""
    return "1 card face down" if number == 1 else f"{number} cards face down"


def boxes(pack: Pack, cards: Sequence[str], width: int, *, ascii_only: bool) -> Text:
    """Return cards as small boxes, as many a row as `width` columns take.

    Parameters
    ----------
    pack : Pack
    cards : sequence of str
        Cards as in notation, `?` for a hidden one.
    width : int
        Columns there are.
    ascii_only : bool
        Draw `[M7]` for terminals that have no lines to draw with.
    """
    inner = max(len(text) for text in pack.cards())
    a_row = max(1, width // (inner + 2))
    lines: list[Text] = []
    for start in range(0, len(cards), a_row):
        row = cards[start : start + a_row]
        faces = [_face(card, inner, "?" if ascii_only else "░") for card in row]
        styles = [card_style(pack, card) for card in row]
        drawn = [f"[{face}]" for face in faces]
        if not ascii_only:
            lines.append(_side_by_side(["╭" + "─" * inner + "╮"] * len(row), styles))
            drawn = [f"│{face}│" for face in faces]
        lines.append(_side_by_side(drawn, styles))
        if not ascii_only:
            lines.append(_side_by_side(["╰" + "─" * inner + "╯"] * len(row), styles))
    return Text("\n").join(lines)


def _face(card: str, inner: int, back: str) -> str:
    return back * inner if card == UNKNOWN else card.ljust(inner)


def _side_by_side(pieces: Sequence[str], styles: Sequence[str]) -> Text:
    return Text.assemble(*zip(pieces, styles, strict=True))


@cache
def _card_pattern(pack: Pack) -> re.Pattern[str]:
    longest_first = sorted(pack.cards(), key=len, reverse=True)
    return re.compile("(?<![A-Za-z0-9])(?:" + "|".join(longest_first) + ")(?!\\w)")


def action_text(pack: Pack, action: str) -> Text:
    """Return an action or a line of them with its cards in colour."""
    text = Text(action)
    for found in _card_pattern(pack).finditer(action):
        text.stylize(card_style(pack, found.group()), *found.span())
    return text

"""Reading a set-up: the fields of a position without a history, checked one by one.

A game's `set_up` makes a `SetUp` of the fields it was given, asks it for each value,
states the game's own conditions by `require`, and calls `check` before it writes the
state: so a caller hears of everything that is wrong at once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import UNKNOWN, Card, Pack
from engine.errors import IllegalStateError, NotationError


class SetUp:
    """The fields of a set-up, and the list of what is wrong with them.

    Every card may be there once over all fields.

    Parameters
    ----------
    pack : Pack
        The cards in play.
    fields : mapping
        As `set_up` is given it; without `?`.
    names : sequence of str
        The fields that the game knows.
    """

    def __init__(
        self, pack: Pack, fields: Mapping[str, Any], names: Sequence[str]
    ) -> None:
        self.pack = pack
        self.fields = fields
        self.used: set[Card] = set()
        self.problems = [
            f"unknown field {name!r}: expected one of {', '.join(names)}"
            for name in fields
            if name not in names
        ]

    def require(self, holds: bool, problem: str) -> bool:
        """Note `problem` unless it `holds`; return whether it does."""
        if not holds:
            self.problems.append(problem)
        return holds

    def check(self) -> None:
        """Do nothing if all was right so far.

        Raises
        ------
        IllegalStateError
            Listing all that was wrong.
        """
        if self.problems:
            raise IllegalStateError(self.problems)

    def choice(self, name: str, choices: Sequence[str], default: int = 0) -> int:
        """Return the index of the word that field `name` holds."""
        value = self.fields.get(name, choices[default])
        right = value in choices
        self.require(right, f"{name}: {value!r}, expected one of {', '.join(choices)}")
        return choices.index(value) if right else default

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """Return the integer of field `name`."""
        return self._number(name, self.fields.get(name, default), low, high)

    def numbers(self, name: str, low: int, high: int) -> list[int]:
        """Return the integers of field `name`, none by default."""
        values = self._list(name, self.fields.get(name, []))
        return [self._number(name, value, low, high) for value in values]

    def cards(self, name: str) -> list[Card]:
        """Return the cards of field `name`, a card or a list; none by default."""
        return self._cards(name, self.fields.get(name, []))

    def by_seat(self, name: str, seats: int) -> list[list[Card]]:
        """Return the cards of field `name`, a list for each seat; none by default."""
        return [
            self._cards(f"{name}[{seat}]", value)
            for seat, value in enumerate(self.lists(name, seats))
        ]

    def lists(self, name: str, seats: int) -> list[Any]:
        """Return the lists of field `name`, one for each seat; empty by default."""
        rows = self._list(name, self.fields.get(name, [[]] * seats))
        if not self.require(
            len(rows) == seats, f"{name}: {len(rows)} lists, expected {seats}"
        ):
            rows = (rows + [[]] * seats)[:seats]
        return rows

    def _number(self, name: str, value: Any, low: int, high: int) -> int:
        right = isinstance(value, int) and not isinstance(value, bool)
        right = right and low <= value <= high
        self.require(right, f"{name}: {value!r}, expected {low} to {high}")
        return value if right else low

    def _list(self, name: str, value: Any) -> list[Any]:
        right = isinstance(value, list | tuple)
        self.require(right, f"{name}: {value!r}, expected a list")
        return list(value) if right else []

    def _cards(self, name: str, value: Any) -> list[Card]:
        if isinstance(value, str):
            value = value.replace(",", " ").split()
        cards: list[Card] = []
        for text in self._list(name, value):
            try:
                card = self.pack.parse_card(str(text))
            except NotationError as error:
                self.problems.append(f"{name}: {error}")
                continue
            if self.require(card not in self.used, f"{name}: {text} is there twice"):
                self.used.add(card)
                cards.append(card)
        return cards


def text_key(value: Any) -> int:
    """Return a 64-bit hash of plain data: equal data, equal hash.

    What a seat sees of a set-up, and the options of a game, enter the keys of states
    by it.
    """
    text = json.dumps(value, sort_keys=True)
    digest = hashlib.sha256(text.encode()).digest()
    return int.from_bytes(digest[:8], "little", signed=True)


def fill_unknown(pack: Pack, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return set-up fields with each `?` replaced by a card that is nowhere else.

    Raises
    ------
    IllegalStateError
        If a card is there twice, or more cards are unknown than are left.
    """
    names = pack.cards()
    used = [text for text in _texts(fields) if text in names]
    twice = sorted({text for text in used if used.count(text) > 1}, key=names.index)
    if twice:
        raise IllegalStateError([f"card {text} is there twice" for text in twice])
    left = iter([text for text in names if text not in used])

    def filled(value: Any) -> Any:
        if value == UNKNOWN:
            card = next(left, None)
            if card is None:
                raise IllegalStateError("more unknown cards (?) than cards are left")
            return card
        if isinstance(value, list | tuple):
            return [filled(item) for item in value]
        return value

    return {key: filled(value) for key, value in fields.items()}


def _texts(value: Any) -> list[str]:
    """Return every string in nested lists and mappings."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [text for item in value for text in _texts(item)]
    return []

"""How the value of a set-up's field is written in a line: `hands=M7,MK/P9,MU`.

A comma separates the items of a list, `/` lists in a list, and `-` is an empty list;
`?*3` is three unknown cards. An integer is an integer, `true`, `false` and `none` are
what they say, and anything else is text. How deep the lists of a field are is known
from the game, so that `table=ZA` is a list of one card and `trump=M` a text. A value
that would not be read back as it is in this way is written as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from engine.errors import NotationError
from engine.game import Game
from engine.notation.source import INTEGER, grouped, not_repeated, repeated

_ATOM = re.compile(r"[^\s|,/\"\[\]{}]+")
_WORDS: dict[str, Any] = {"true": True, "false": False, "none": None}


def expanded(text: str, column: int) -> list[str]:
    """Return what a piece stands for: `?*3` is three unknown cards."""
    cards = repeated(text)
    if cards is None:
        raise NotationError(not_repeated(text), text, column)
    return cards


def field_depths(game: Game) -> dict[str, int]:
    """Return how deep the lists are in each field of a set-up, as far as one can see.

    A list of lists has depth 2. It is read off what the game itself writes at the start
    of a deal; where a list is empty there, its items count as no lists.
    """

    def depth(value: Any) -> int:
        if not isinstance(value, list):
            return 0
        return 1 + max((depth(item) for item in value), default=0)

    fields = game.new_position(seed=0).describe()
    return {name: depth(value) for name, value in fields.items()}


def read_field(
    text: str,
    depth: int,
    column: int = 0,
    note: Callable[[tuple[int, ...], int], None] = lambda path, at: None,
) -> Any:
    """Return the value written `text`, of a field whose lists are `depth` deep."""
    if text[:1] in ("[", "{", '"'):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise NotationError(f"{text!r} is no JSON value", text, column) from None
    if text == "-":
        return []
    if "/" in text:
        depth = max(depth, 2)
    elif "," in text or "*" in text:
        depth = max(depth, 1)
    if depth == 0:
        return _read_atom(text)
    lists: list[list[Any]] = []
    at = 0
    for row, block in enumerate(text.split("/")):
        note((row,) if depth > 1 else (), at)
        items: list[Any] = []
        for item in [] if block == "-" else block.split(","):
            for piece in expanded(item, column + at):
                path = (row, len(items)) if depth > 1 else (len(items),)
                note(path, at)
                items.append(_read_atom(piece))
            at += len(item) + 1
        at += 2 * (block == "-")
        lists.append(items)
    return lists if depth > 1 else lists[0]


def _read_atom(text: str) -> Any:
    if INTEGER.fullmatch(text):
        return int(text)
    return _WORDS.get(text, text)


def write_field(value: Any, depth: int) -> str:
    """Return the text of a value: the short form if it reads back, else JSON."""
    exact = json.dumps(value, separators=(",", ":"), default=int)
    try:
        short = _write_short(value)
        if json.dumps(read_field(short, depth), separators=(",", ":")) == exact:
            return short
    except (NotationError, TypeError):
        pass  # there is no short form
    return exact.replace(" ", r"\u0020").replace("|", r"\u007c")


def _write_short(value: Any) -> str:
    """Return the short form of a value; it may be ambiguous."""
    if not isinstance(value, list):
        for word, meaning in _WORDS.items():
            if value is meaning:
                return word
        text = str(value)
        if not _ATOM.fullmatch(text):
            raise TypeError(f"{text!r} has no short form")
        return text
    if any(isinstance(item, list) for item in value):
        return "/".join(_write_short(item) for item in value)
    return ",".join(grouped([_write_short(item) for item in value])) or "-"

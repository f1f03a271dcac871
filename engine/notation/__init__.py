"""Notation: a position, or what one seat knows, as one line of text and as JSON.

>>> from engine import notation
>>> position = notation.parse("kuhn | hands K / Q | pass bet")
>>> position.current_player()
0
>>> notation.format(position)
'kuhn | hands K / Q talon J | pass bet'
>>> notation.format(position.knowledge(0))
'kuhn seat 0 | hands K / ? talon ? | pass bet'

`parse` and `format` are exact inverses, and so are `from_json` and `to_json`: a
position comes back with its deal, its options and its history, a seat's knowledge with
all that it implies. `engine.notation.line` describes the line,
`engine.notation.document` the JSON form, and `docs/notation.md` both for people.
`engine.notation.records` keeps finished deals in files.

Stability: text and JSON are what people keep in files. Forms may be added; what is read
today will be read the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.errors import NotationError
from engine.notation.document import from_document, to_document
from engine.notation.line import read_line, write_line
from engine.notation.source import Document, short_errors
from engine.position import Position
from engine.worlds import Knowledge

Situation = Position | Knowledge
BYTE_ORDER_MARK = "\ufeff"  # some editors begin a file with it


def parse(text: str) -> Situation:
    """Return the position, or what one seat knows, that a text describes.

    Parameters
    ----------
    text : str
        A line, or the JSON form; a byte order mark before it is skipped.

    Raises
    ------
    NotationError
        Naming the word at fault, its column, and what would be right.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    if text.lstrip().startswith("{"):
        return from_json(text)
    with short_errors():
        return from_document(*read_line(text))


def format(situation: Situation) -> str:
    """Return the line that describes a position, or what one seat knows."""
    return write_line(to_document(situation), situation.game)


def from_json(document: str | Mapping[str, Any]) -> Situation:
    """Return the position, or what one seat knows, of a document or its JSON text.

    Raises
    ------
    NotationError
        Naming the field at fault, its value, and what would be right.
    """
    with short_errors():
        if isinstance(document, str):
            document = load_json(document)
        return from_document(document)


def to_json(situation: Situation) -> Document:
    """Return the document of a position, or of what one seat knows: plain data."""
    return to_document(situation)


def load_json(text: str) -> Document:
    """Return the object that a JSON text holds.

    Raises
    ------
    NotationError
        If it is no JSON, or no object, or has a name twice.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    try:
        document = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"the JSON can't be read: {error.msg}",
            text[error.pos : error.pos + 1],
            error.pos + 1,
        ) from None
    except RecursionError:
        raise NotationError("the JSON can't be read: it is nested too deep") from None
    except ValueError as error:  # a number of thousands of digits
        raise NotationError(f"the JSON can't be read: {error}") from None
    if not isinstance(document, dict):
        raise NotationError(f"the JSON is no object: {text[:20]}", text[:20], 1)
    return document


def _object(pairs: list[tuple[str, Any]]) -> Document:
    """Return a JSON object, whose names must differ."""
    result: Document = {}
    for name, value in pairs:
        if name in result:
            raise NotationError(f"{name!r} is there twice in one object", name)
        result[name] = value
    return result


__all__ = ["Situation", "format", "from_json", "load_json", "parse", "to_json"]

"""What both forms of notation share: errors that say where, and `?*5` for five cards.

A document is plain data (`engine.notation.document`); a piece of it is named by its
path, the keys and numbers that lead to it: `("deal", "hands", 1, 3)`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import UNKNOWN
from engine.errors import NotationError

Document = dict[str, Any]
Path = tuple[str | int, ...]

MAX_REPEAT = 64  # no pack has more cards
INTEGER = re.compile("-?[0-9]{1,4000}")
MAX_SHOWN = 60  # characters of a word in an error
_LONG_WORD = re.compile(rf"\S{{{MAX_SHOWN + 1},}}")
_REPEATED = re.compile(re.escape(UNKNOWN) + r"\*([0-9]{1,3})")


@dataclass(frozen=True)
class Source:
    """Where the pieces of a document stood in the text.

    Parameters
    ----------
    columns : dict
        Column, from 1, of a piece under its path; empty for JSON.
    """

    columns: dict[Path, int] = field(default_factory=dict)

    def fault(self, path: Path, message: str, token: object = "") -> NotationError:
        """Return the error that `message` describes, about the piece at `path`."""
        column = 0
        for length in range(len(path), 0, -1):
            column = column or self.columns.get(path[:length], 0)
        return NotationError(message, str(token), column)


@contextlib.contextmanager
def short_errors() -> Iterator[None]:
    """Shorten very long words in the message of a NotationError that passes by.

    The error's token stays whole.
    """
    try:
        yield
    except NotationError as error:
        error.args = (_LONG_WORD.sub(_shortened, str(error)),)
        raise


def _shortened(match: re.Match[str]) -> str:
    """Return the two ends of a word, its quotes among them."""
    return f"{match[0][: MAX_SHOWN - 11]}…{match[0][-10:]}"


def field_name(path: Path) -> str:
    """Return a path in words: `hands[1][3]`."""
    first, *rest = path
    return f"{first}" + "".join(f"[{step}]" for step in rest)


def repeated(text: str) -> list[str] | None:
    """Return what a piece among cards stands for: `?*3` is three unknown cards.

    None for any other use of `*`, and if no pack has so many cards.
    """
    if "*" not in text:
        return [text]
    match = _REPEATED.fullmatch(text)
    if not match or not 1 <= int(match[1]) <= MAX_REPEAT:
        return None
    return [UNKNOWN] * int(match[1])


def not_repeated(text: str) -> str:
    """Say what is wrong with a piece that `repeated` refuses."""
    return f"{text!r}: expected {UNKNOWN}*N with N from 1 to {MAX_REPEAT}"


def grouped(cards: Sequence[str]) -> list[str]:
    """Return cards with each run of unknown ones as one piece: undoes `repeated`."""
    pieces: list[str] = []
    run = 0
    for card in [*cards, ""]:
        if card == UNKNOWN:
            run += 1
            continue
        if run:
            pieces.append(UNKNOWN if run == 1 else f"{UNKNOWN}*{run}")
        run = 0
        pieces.append(card)
    return pieces[:-1]

"""Game records: finished deals in a file, one JSON object a line.

A record is the document of a finished deal (`engine.notation.document`) with two more
fields::

    result    each seat's exact payoff as text: "1", "-3/4"
    version   of this form, 1

>>> from engine import load_game
>>> deal = load_game("kuhn").new_position(deck=["K", "Q", "J"])
>>> to_record(deal.play_all(["bet", "bet"]))["result"]
['2', '-2']

Reading plays every deal again: what comes back is legal, and has the result it claims.

Stability: files outlive programs. What version 1 holds will be read the same; another
form gets another number.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.errors import IllegalStateError, NotationError
from engine.notation import load_json
from engine.notation.document import from_document, to_document
from engine.notation.source import Document
from engine.position import Position

VERSION = 1


def to_record(position: Position) -> Document:
    """Return the record of a finished deal.

    Raises
    ------
    IllegalStateError
        If the deal is not over.
    """
    result = [str(payoff) for payoff in position.returns()]
    return {**to_document(position), "result": result, "version": VERSION}


def from_record(record: Mapping[str, Any]) -> Position:
    """Return the end of the deal that a record holds, played again.

    Raises
    ------
    NotationError
        Naming the field at fault, its value, and what would be right: among others an
        action that is not legal, a deal that is not over, a result that it has not.
    """
    version = record.get("version")
    if version != VERSION or isinstance(version, bool):
        found = repr(version) if "version" in record else "missing"
        raise NotationError(f"version: {found}, expected {VERSION}", str(version))
    if "seat" in record:
        raise NotationError("seat: a record is of a whole deal, expected none", "seat")
    document = {k: v for k, v in record.items() if k not in ("result", "version")}
    position = from_document(document)
    assert isinstance(position, Position)
    if not position.is_terminal():
        raise NotationError(
            f"actions: the deal is not over after {len(position.actions)} of them, "
            f"seat {position.current_player()} is to act"
        )
    expected = to_record(position)["result"]
    if record.get("result") != expected:
        found = repr(record["result"]) if "result" in record else "missing"
        raise NotationError(f"result: {found}, expected {expected}", found)
    return position


def write_records(
    path: str | os.PathLike[str], positions: Iterable[Position], *, append: bool = False
) -> int:
    """Write finished deals to a file and return how many.

    All are written or none: a new file replaces the old one when it is complete, and
    what is appended goes to the end in one piece, also when others append as well.

    Parameters
    ----------
    path : path
        The file.
    positions : iterable of Position
        Ends of deals.
    append : bool, optional
        Keep the records that are there.

    Raises
    ------
    IllegalStateError
        If a deal is not over; nothing is written then.
    NotationError
        If the file to append to ends in the middle of a line.
    OSError
        If the file can't be written.
    """
    lines = []
    for number, position in enumerate(positions, 1):
        try:
            lines.append(json.dumps(to_record(position), separators=(",", ":")) + "\n")
        except IllegalStateError as error:
            raise IllegalStateError(f"record {number}: {error}") from None
    data = "".join(lines).encode()
    if append:
        _append(Path(path), data)
    else:
        _replace(Path(path), data)
    return len(lines)


def _replace(path: Path, data: bytes) -> None:
    """Put a complete new file in the place of `path`."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _append(path: Path, data: bytes) -> None:
    """Add whole lines to the end of a file in one write."""
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        size = os.fstat(handle).st_size
        if size and os.pread(handle, 1, size - 1) != b"\n":
            raise NotationError(
                f"{path}: the last line is not complete, expected a line end before "
                "more records"
            )
        written = os.write(handle, data)
        if written < len(data):
            os.ftruncate(handle, size)
            raise OSError(f"{path}: {written} of {len(data)} bytes could be written")
        os.fsync(handle)
    finally:
        os.close(handle)


def read_records(path: str | os.PathLike[str]) -> Iterator[Position]:
    """Yield the ends of the deals in a file, each checked as `from_record` does.

    Raises
    ------
    NotationError
        Naming the file, the number of the line, the field and what would be right.
    OSError
        If the file can't be read.
    """
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield from_record(_load(line))
            except NotationError as error:
                message = f"{path}, line {number}: {error}"
                raise NotationError(message, error.token) from None


def _load(line: bytes) -> Document:
    """Return the object in a line of a file."""
    try:
        text = line.decode().strip()
    except UnicodeDecodeError as error:
        raise NotationError("no UTF-8 text", column=error.start + 1) from None
    if not text:
        raise NotationError("empty, expected a record")
    try:
        return load_json(text)
    except NotationError as error:
        if line.endswith(b"\n") and text.endswith("}"):
            raise
        message = f"the record ends early, expected }} and a line end: {error}"
        raise NotationError(message, error.token) from None


__all__ = ["VERSION", "from_record", "read_records", "to_record", "write_records"]

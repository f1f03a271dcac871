"""What is typed: game, options, position and limits, into what the solver takes.

A position may be typed as notation writes it, as its JSON form, or without the game's
id in front, since the command names the game already. Options given beside a position
fill in what the position leaves out; where it says otherwise, that is an error.

Notation is imported where it is needed: a seeded deal starts sooner without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from engine import NotationError, OptionError, Position, load_game
from engine.games import REGISTRY, rules_of
from engine.options import Option, Value

if TYPE_CHECKING:
    from engine.notation import Situation


def declared(game: str) -> dict[str, Option]:
    """Return the options and parameters of a game by name.

    Raises
    ------
    OptionError
        If there is no such game.
    """
    if game not in REGISTRY:
        load_game(game)  # raises, and says which games there are
    rules = rules_of(game)
    return {option.name: option for option in (*rules.PARAMETERS, *rules.OPTIONS)}


def read_options(game: str, pairs: Sequence[str]) -> dict[str, Value]:
    """Return the values of `name=value` pairs, checked.

    Raises
    ------
    OptionError
        Naming the pair and what would be right.
    """
    options = declared(game)
    values: dict[str, Value] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip()
        if not equals:
            raise OptionError(f"option {pair!r}: expected name=value")
        if name not in options:
            raise OptionError(
                f"unknown option {name!r} of {game}: expected one of "
                f"{', '.join(sorted(options)) or '(none: it has no options)'}"
            )
        if name in values:
            raise OptionError(f"option {name} is given twice")
        values[name] = options[name].parse(text.strip())
    return values


def first_position(game: str, values: Mapping[str, Value], seed: int) -> Position:
    """Return the first decision of the seeded deal."""
    names = [option.name for option in rules_of(game).OPTIONS]
    options = {name: value for name, value in values.items() if name in names}
    parameters: dict[str, Any] = {
        name: value for name, value in values.items() if name not in names
    }
    return load_game(game, **options).new_position(seed=seed, **parameters)


def read_position(game: str, text: str, values: Mapping[str, Value]) -> Situation:
    """Return the position or one seat's knowledge written `text`.

    Raises
    ------
    NotationError, OptionError, IllegalStateError, IllegalActionError
        Naming what is wrong: the text, the deal, or an option that says otherwise.
    """
    from engine.notation import parse

    if text.lstrip().startswith("{"):
        known = _read_json(game, text, values)
    else:
        line, inserted = _completed(game, text, values)
        with _columns_of_the_typed(inserted):
            known = parse(line)
    in_force = {**known.game.options, **known.parameters}
    for name, value in values.items():
        if in_force[name] != value:
            raise OptionError(
                f"option {name}={_shown(value)}: the position says "
                f"{name}={_shown(in_force[name])}"
            )
    return known


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_json(game: str, text: str, values: Mapping[str, Value]) -> Situation:
    """Read the JSON form, with the game and the options it leaves out."""
    from engine.notation import from_json, load_json

    document = load_json(text)
    if "result" in document and "version" in document:
        raise NotationError(
            "this is the record of a finished game, where nobody is to act: expected a "
            "position (leave `result`, `version` and the last actions out)",
            "result",
        )
    _check_game(game, str(document.setdefault("game", game)))
    own = {option.name for option in rules_of(game).OPTIONS}
    for name, value in values.items():
        part = document.setdefault("options" if name in own else "parameters", {})
        if isinstance(part, dict):
            part.setdefault(name, value)
    return from_json(document)


def _check_game(game: str, found: str) -> None:
    if found != game:
        raise NotationError(
            f"the position is of {found!r}, but the game asked for is {game!r}", found
        )


def _completed(
    game: str, text: str, values: Mapping[str, Value]
) -> tuple[str, list[tuple[int, int]]]:
    """Return the line with its game and missing options written in.

    Returns
    -------
    line : str
    inserted : list of (int, int)
        Column in the line and length of each piece that was not typed.
    """
    head, bar, rest = text.partition("|")
    words = head.split()
    line, inserted = text, list[tuple[int, int]]()
    if words and words[0] in REGISTRY:
        _check_game(game, words[0])
    elif bar and all("=" in word or word == "seat" or word.isdigit() for word in words):
        line, inserted = f"{game} {text}", [(1, len(game) + 1)]
    else:
        line, inserted = f"{game} | {text}", [(1, len(game) + 3)]
    head, bar, rest = line.partition("|")
    own = {option.name for option in rules_of(game).OPTIONS}
    typed = {word.partition("=")[0] for word in head.split()}
    missing = [(n, v) for n, v in values.items() if n not in typed]
    options = "".join(f"{n}={_shown(v)} " for n, v in missing if n in own)
    typed = {word.partition("=")[0] for word in rest.split()}
    parameters = "".join(
        f" {n}={_shown(v)}" for n, v in missing if n not in own and n not in typed
    )
    inserted.append((len(head) + 1, len(options)))
    inserted.append((len(head) + len(options) + 2, len(parameters)))
    return head + options + bar + parameters + rest, inserted


@contextmanager
def _columns_of_the_typed(inserted: list[tuple[int, int]]) -> Iterator[None]:
    """Have errors count columns in what was typed, without the pieces inserted."""
    try:
        yield
    except NotationError as error:
        if not error.column:
            raise
        shift = sum(size for at, size in inserted if at + size <= error.column)
        message = str(error).removesuffix(f" (column {error.column})")
        column = error.column - shift
        raise NotationError(message, error.token, max(column, 1)) from None


def game_and_position(game: str, position: str | None) -> tuple[str, str | None]:
    """Return the game and the position of a command's arguments.

    A lone argument may be the position, which names its game itself.
    """
    if position is not None or not ("|" in game or game.lstrip().startswith("{")):
        return game, position
    if game.lstrip().startswith("{"):
        from engine.notation import load_json

        return str(load_json(game).get("game", "")), game
    return (game.partition("|")[0].split() or [""])[0], game


def stream_lines(stdin: TextIO) -> Iterator[str]:
    """Yield the positions of standard input as they come, a line each.

    A line without a position is empty, so that the numbers of lines stay. A JSON
    document of many lines is one position.

    Raises
    ------
    NotationError
        At the end, if there was no position.
    """
    is_empty = True
    for line in stdin:
        text = line.strip()
        if is_empty and text.startswith("{") and not _is_json(text):
            text = (line + stdin.read()).strip()
        is_empty &= not text or text.startswith("#")
        yield "" if text.startswith("#") else text
    if is_empty:
        raise NotationError("standard input holds no position", "-")


def _is_json(text: str) -> bool:
    """Return whether a text is a whole JSON document."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def read_lines(source: str) -> list[str] | None:
    """Return the lines of a file; None if `source` is a position.

    A line without a position, blank or with `#` in front, is empty in the result, so
    that the numbers of lines stay.

    Raises
    ------
    NotationError
        If it is no position and no file, can't be read, or holds no position.
    """
    if any(mark in source for mark in "|{ \n"):
        return None
    try:
        text = Path(source).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotationError(
            f"{source!r} is neither a position nor a file", source
        ) from None
    except (OSError, UnicodeDecodeError):
        raise NotationError(
            f"{source!r} is no position and no file of text: expected a line of "
            "notation, or a file of them",
            source,
        ) from None
    if text.lstrip().startswith("{") and "\n{" not in text.strip():
        return [text]  # one JSON document, perhaps of many lines
    lines = [line.strip() for line in text.splitlines()]
    lines = ["" if line.startswith("#") else line for line in lines]
    if not any(lines):
        raise NotationError(f"{source} holds no position", source)
    return lines

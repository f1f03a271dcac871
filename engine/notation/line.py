"""The syntax of a position in one line: text to document, document to text.

A document is what the JSON form holds: plain lists, strings, numbers. This module knows
how a document is written in a line; `engine.notation.document` knows what it means. A
line has up to three parts with `|` between them::

    GAME [option=value …] [seat N] | [parameter=value …] START [| action …]

START is one of::

    hands M7 MK … / P9 MU … turnup MX talon T7 …     the deal record, zone by zone
    deck PK Z7 …                                     the whole pack in deck order
    seed 7                                           a seeded deal
    setup phase=tricks hands=M7,MK/P9,MU …           fields of a set-up

`?` is a card that the seat can't see, `?*5` five of them. `engine.notation.fields` says
how the value of a set-up's field is written.

Reading notes for every piece of the document the column where it stood, counted from 1,
under its path: `("deal", "hands", 1, 3)`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.errors import NotationError, OptionError
from engine.game import Game
from engine.games import REGISTRY, rules_of
from engine.notation.document import game_of
from engine.notation.fields import expanded, field_depths, read_field, write_field
from engine.notation.source import INTEGER, Document, Path, Source, grouped
from engine.notation.starts import STARTS
from engine.options import Option, Value

Token = tuple[str, int]  # a piece of text and its column

_TOKEN = re.compile(r"[^\s|]+|\|")
_PIECE = re.compile(r"[^,/]+|/")  # of a token among cards


# --- reading --------------------------------------------------------------------------


def read_line(text: str) -> tuple[Document, Source]:
    """Return the document that a line holds, and where each piece of it stood.

    Raises
    ------
    NotationError
        If the line's form is wrong. What its words mean is checked later, but for the
        game and its options, on which the form of the rest depends.
    """
    head, *rest = _parts(text)
    source = Source()
    document: Document = {}
    _read_head(head, document, source)
    game = game_of(document, source)
    if not rest or not rest[0]:
        raise NotationError(
            f"the text ends early: expected '|' and {', '.join(game_starts(game))}",
            column=len(text.rstrip()) + 1,
        )
    _read_start(rest[0], game, document, source)
    key = "observed" if "seat" in document else "actions"
    words = rest[1] if len(rest) > 1 else []
    document[key] = [word for word, _ in words]
    source.columns[key,] = len(text.rstrip()) + 1  # for what is missing at the end
    for index, (_, column) in enumerate(words):
        source.columns[key, index] = column
    return document, source


def game_starts(game: Game) -> list[str]:
    """Return the words that the second part of a line may begin with."""
    return [game.layout[0].key, *STARTS[1:]]


def _parts(text: str) -> list[list[Token]]:
    """Return the tokens of each part of a line."""
    parts: list[list[Token]] = [[]]
    for match in _TOKEN.finditer(text):
        if match[0] == "|":
            if len(parts) == 3:
                raise NotationError(
                    "a fourth part: expected at most game | start | actions",
                    "|",
                    match.start() + 1,
                )
            parts.append([])
        else:
            parts[-1].append((match[0], match.start() + 1))
    return parts


def _read_head(tokens: list[Token], document: Document, source: Source) -> None:
    """Read the game, its options and the seat."""
    games = ", ".join(sorted(REGISTRY))
    if not tokens:
        raise NotationError(f"no game: expected one of {games}", column=1)
    (name, column), *rest = tokens
    document["game"] = name
    source.columns["game",] = column
    document["options"] = {}
    declared = rules_of(name).OPTIONS if name in REGISTRY else ()
    words = iter(rest)
    for word, column in words:
        if word == "seat":
            seat, column = next(words, ("", column))
            if not INTEGER.fullmatch(seat) or "seat" in document:
                raise NotationError(
                    f"seat {seat!r}: expected one number from 0", seat, column
                )
            document["seat"] = int(seat)
            source.columns["seat",] = column
        else:
            _read_value(word, column, declared, "options", document, source)


def _read_value(
    word: str,
    column: int,
    declared: Iterable[Option],
    key: str,
    document: Document,
    source: Source,
) -> None:
    """Read `name=value` of an option or parameter into `document[key]`."""
    name, equals, text = word.partition("=")
    if not equals:
        raise NotationError(f"{word!r}: expected name=value, or '|'", word, column)
    if name in document[key]:
        raise NotationError(f"{name} is there twice", word, column)
    value: Value = text
    for option in declared:
        if option.name == name:
            # `engine.notation.document` refuses text that is no value of it.
            with contextlib.suppress(OptionError):
                value = option.parse(text)
    document[key][name] = value
    source.columns[key, name] = column


def _read_start(
    tokens: list[Token], game: Game, document: Document, source: Source
) -> None:
    """Read the second part: parameters, then a deal, deck, seed or set-up."""
    document["parameters"] = {}
    start = 0
    while start < len(tokens) and "=" in tokens[start][0]:
        word, column = tokens[start]
        declared = game.rules.PARAMETERS
        _read_value(word, column, declared, "parameters", document, source)
        start += 1
    keys = list(dict.fromkeys(zone.key for zone in game.layout))
    word, column = tokens[start] if start < len(tokens) else ("", tokens[-1][1])
    body = tokens[start + 1 :]
    source.columns[word,] = column
    if word == "deck":
        pieces = [piece for piece in _pieces(body) if piece[0] != "/"]
        document["deck"] = _noted(pieces, ("deck",), source)
    elif word == "seed":
        number = body[0][0] if len(body) == 1 else ""
        if not INTEGER.fullmatch(number):
            bad, at = body[-1] if body else (word, column)
            raise NotationError(f"{bad!r}: expected seed and one integer", bad, at)
        document["seed"] = int(number)
    elif word == "setup":
        document["setup"] = _read_fields(body, game, source)
    elif word in keys:
        source.columns["deal",] = column
        document["deal"] = _read_deal(tokens[start:], game, source)
    else:
        expected = "parameter=value, " * bool(game.rules.PARAMETERS)
        expected += ", ".join(game_starts(game))
        raise NotationError(f"{word!r}: expected {expected}", word, column)


def _pieces(tokens: Iterable[Token]) -> list[Token]:
    """Return tokens cut at commas, with each `/` as a token of its own."""
    return [
        (match[0], column + match.start())
        for token, column in tokens
        for match in _PIECE.finditer(token)
    ]


def _noted(pieces: Iterable[Token], path: Path, source: Source) -> list[str]:
    """Return the cards of `pieces`, each noted under `path`, `?*5` as five of them."""
    cards: list[str] = []
    for text, column in pieces:
        for card in expanded(text, column):
            source.columns[*path, len(cards)] = column
            cards.append(card)
    return cards


def _read_deal(tokens: list[Token], game: Game, source: Source) -> dict[str, Any]:
    """Read a deal record, zone by zone."""
    zones = {zone.key: zone for zone in game.layout}
    blocks: dict[str, list[list[Token]]] = {}
    key = ""
    for text, column in _pieces(tokens):
        if text in zones:
            key = text
            if key in blocks:
                raise NotationError(f"{key} is there twice", key, column)
            blocks[key] = [[]]
            source.columns["deal", key] = column
        elif text == "/":
            if zones[key].seat is None:
                raise NotationError(f"'/': {key} is one list of cards", "/", column)
            blocks[key].append([])
            source.columns["deal", key, len(blocks[key]) - 1] = column
        else:
            blocks[key][-1].append((text, column))
    record: dict[str, Any] = {}
    for key, lists in blocks.items():
        if zones[key].seat is not None:
            record[key] = [
                _noted(pieces, ("deal", key, seat), source)
                for seat, pieces in enumerate(lists)
            ]
        else:
            cards = _noted(lists[0], ("deal", key), source)
            single = zones[key].single and len(cards) == 1
            record[key] = cards[0] if single else cards
    return record


def _read_fields(tokens: list[Token], game: Game, source: Source) -> dict[str, Any]:
    """Read the fields of a set-up."""
    depths = field_depths(game)
    fields: dict[str, Any] = {}
    for word, column in tokens:
        name, equals, text = word.partition("=")
        if not equals or not name:
            raise NotationError(f"{word!r}: expected field=value", word, column)
        if name in fields:
            raise NotationError(f"{name} is there twice", word, column)
        source.columns["setup", name] = column
        begin = column + len(name) + 1

        def note(path: tuple[int, ...], at: int, name: str = name) -> None:
            source.columns["setup", name, *path] = begin + at  # noqa: B023

        fields[name] = read_field(text, depths.get(name, 0), begin, note)
    return fields


# --- writing --------------------------------------------------------------------------


def write_line(document: Mapping[str, Any], game: Game) -> str:
    """Return the line that holds `document`, which `read_line` reads back as it is."""
    head = [game.name, *_values(document["options"])]
    if "seat" in document:
        head += ["seat", str(document["seat"])]
    start = _values(document["parameters"])
    if "setup" in document:
        depths = field_depths(game)
        start.append("setup")
        start += [
            f"{name}={write_field(value, depths.get(name, 0))}"
            for name, value in document["setup"].items()
        ]
    else:
        for key, value in document["deal"].items():
            start += [key, *(_write_zone(value) if value else [])]
    parts = [head, start, document.get("observed", document.get("actions"))]
    return " | ".join(" ".join(part) for part in parts if part)


def _values(values: Mapping[str, Value]) -> list[str]:
    """Return options or parameters as `name=value`."""
    return [
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in values.items()
    ]


def _write_zone(value: Any) -> list[str]:
    """Return the pieces of a zone: a card, a list of cards, or lists of cards."""
    if isinstance(value, str):
        return [value]
    pieces: list[str] = []
    for seat, cards in enumerate(value if isinstance(value[0], list) else [value]):
        pieces += ["/"] * (seat > 0) + grouped(cards)
    return pieces

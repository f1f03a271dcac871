"""What the document of a position means: from plain data to a position, and back.

A document is what the JSON form of a position holds, and what
`engine.notation.line` reads a line into::

    game         id of the game
    options      options that differ from their defaults
    parameters   parameters of the deal that differ from theirs
    deal         the deal record; or deck, seed, or setup: see `Game.new_position`
    actions      the actions since

One seat's knowledge has `seat`, `?` for each card of the deal or set-up that the seat
can't see, and instead of the actions `observed`: what it saw of them.

Every fault is a `NotationError` that names the field, the value and what would be
right, and, for a line, the column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import IllegalActionError, IllegalStateError, OptionError
from engine.game import Game, load_game
from engine.notation.completion import NoCompletionError, complete
from engine.notation.source import Document, Path, Source, field_name
from engine.notation.starts import STARTS, StartReader, mapping
from engine.options import fill
from engine.position import Position
from engine.worlds import Knowledge

FIELDS = ("game", "options", "seat", "parameters", *STARTS, "actions", "observed")


def to_document(situation: Position | Knowledge) -> Document:
    """Return the document of a position, or of what a seat knows."""
    game = situation.game
    defaults = game.parameters({})
    document: Document = {"game": game.name, "options": game.changed_options()}
    if isinstance(situation, Knowledge):
        document["seat"] = situation.seat
    document["parameters"] = {
        name: value
        for name, value in situation.parameters.items()
        if value != defaults[name]
    }
    if isinstance(situation, Knowledge):
        document["setup" if situation.is_setup else "deal"] = situation.start
        document["observed"] = list(situation.observed)
    else:
        is_setup = situation.deck is None
        start = situation.setup if is_setup else situation.deal
        document["setup" if is_setup else "deal"] = start
        document["actions"] = list(situation.actions)
    return document


def from_document(
    document: Mapping[str, Any], source: Source | None = None
) -> Position | Knowledge:
    """Return the position, or what a seat knows, that a document describes.

    Raises
    ------
    NotationError
        Naming the field at fault, its value and what would be right.
    """
    source = source or Source()
    for key in document:
        if key not in FIELDS:
            expected = f"expected some of {', '.join(FIELDS)}"
            raise source.fault((key,), f"unknown field {key!r}: {expected}", key)
    game = game_of(document, source)
    start = StartReader(document, source, game, _parameters(document, game, source))
    if "seat" in document:
        return _knowledge(document, source, game, start)
    if "observed" in document:
        raise source.fault(
            ("observed",), "observed: expected actions, or seat beside it", "observed"
        )
    position = start.first()
    for index, action in enumerate(_words(document, "actions", source)):
        try:
            position = position.play(action)
        except IllegalActionError as error:
            message = f"{field_name(('actions', index))}: {error}"
            raise source.fault(("actions", index), message, action) from None
    return position


def game_of(document: Mapping[str, Any], source: Source) -> Game:
    """Return the game of a document, with its options.

    Raises
    ------
    NotationError
        Naming the game or option at fault.
    """
    name = document.get("game")
    try:
        plain = load_game(name) if isinstance(name, str) else None
    except OptionError as error:
        raise source.fault(("game",), str(error), name) from None
    if plain is None:
        found = repr(name) if "game" in document else "missing"
        raise source.fault(("game",), f"game: {found}, expected the id of a game")
    options = mapping(document, "options", source)
    for key, value in options.items():
        try:
            fill(plain.rules.OPTIONS, {key: value}, plain.name)
        except OptionError as error:
            raise source.fault(("options", key), str(error), key) from None
    try:
        return load_game(plain.name, **options)
    except OptionError as error:  # values that don't go together
        raise source.fault(("options", *list(options)[-1:]), str(error)) from None


def _parameters(
    document: Mapping[str, Any], game: Game, source: Source
) -> dict[str, Any]:
    """Return every parameter of the deal."""
    given = mapping(document, "parameters", source)
    for key, value in given.items():
        try:
            game.parameters({key: value})
        except OptionError as error:
            raise source.fault(("parameters", key), str(error), key) from None
    return game.parameters(given)


def _words(document: Mapping[str, Any], key: str, source: Source) -> list[str]:
    """Return the actions, or what was observed."""
    value = document.get(key, [])
    if not isinstance(value, list | tuple):
        raise source.fault((key,), f"{key}: {value!r}, expected a list of texts")
    for index, word in enumerate(value):
        if not isinstance(word, str):
            path: Path = (key, index)
            name = field_name(path)
            raise source.fault(path, f"{name}: {word!r}, expected a text", word)
    return list(value)


def _knowledge(
    document: Mapping[str, Any], source: Source, game: Game, start: StartReader
) -> Knowledge:
    """Return what a seat knows."""
    seat, seats = document["seat"], game.num_players
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
        right = f"expected 0 to {seats - 1}"
        raise source.fault(("seat",), f"seat {seat!r}: {right}", seat)
    if "actions" in document:
        raise source.fault(
            ("actions",), "actions: expected observed, since there is a seat", "actions"
        )
    tokens = _words(document, "observed", source)
    draw = start.drawer(seat)
    try:
        first, state = complete(draw, seat, tokens)
    except NoCompletionError as error:
        path: Path = ("observed", error.index)
        token = "".join(tokens[error.index : error.index + 1])
        raise source.fault(path, f"{field_name(path)}: {error}", token) from None
    except IllegalStateError as error:
        raise start.located(error) from None
    return Knowledge(
        game,
        seat,
        state,
        first.describe_start(seat) if first.deck is None else first.visible_deal(seat),
        tuple(tokens),
        first.parameters,
        is_setup=first.deck is None,
    )


__all__ = ["FIELDS", "from_document", "game_of", "to_document"]

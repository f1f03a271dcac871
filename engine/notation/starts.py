"""How the start of a position is read from its document: deal, deck, seed or set-up.

A full position begins with all its cards known. One seat's knowledge begins with `?`
for what the seat can't see; then there is not one first position but a way to draw one
that looks to the seat as it should.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.cards import UNKNOWN, Card
from engine.deals import Zone, zone_texts
from engine.errors import IllegalStateError, NotationError
from engine.game import Game
from engine.notation.source import (
    Document,
    Path,
    Source,
    field_name,
    not_repeated,
    repeated,
)
from engine.notation.world_lists import Rng, choose, shuffle_list
from engine.position import Position
from engine.rng import STREAM_SEARCH, new_rng

STARTS = ("deal", "deck", "seed", "setup")
MAX_MENDS = 200  # fillings of a set-up that break its game's rules
MAX_INT = 1 << 62


def mapping(document: Mapping[str, Any], key: str, source: Source) -> Document:
    """Return the field `key` of a document, an object of names and values.

    Raises
    ------
    NotationError
        If it is none.
    """
    value = document.get(key, {})
    if not isinstance(value, Mapping):
        raise source.fault((key,), f"{key}: {value!r}, expected names with values")
    return dict(value)


class StartReader:
    """Reads the start of one document.

    Parameters
    ----------
    document : mapping
    source : Source
    game : Game
    parameters : mapping
        Every parameter of the deal.

    Raises
    ------
    NotationError
        If the document hasn't exactly one start.
    """

    def __init__(
        self,
        document: Mapping[str, Any],
        source: Source,
        game: Game,
        parameters: Mapping[str, Any],
    ) -> None:
        self.document = document
        self.source = source
        self.game = game
        self.parameters = parameters
        starts = [key for key in STARTS if key in document]
        if len(starts) != 1:
            found = " and ".join(starts) or "no start"
            raise source.fault(
                (starts[-1] if starts else "game",),
                f"{found}: expected exactly one of {', '.join(STARTS)}",
            )
        self.start = starts[0]

    def first(self) -> Position:
        """Return the first position, every card of which must be known."""
        value = self.document[self.start]
        if self.start == "seed":
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.fault(("seed",), f"seed: {value!r}, expected an integer")
            return self.begin(seed=value)
        if self.start == "deck":
            return self.begin(deck=self.deck(value))
        if self.start == "setup":
            fields = self.fields()
            for path, leaf in _leaves(fields):
                if leaf == UNKNOWN:
                    raise self.unknown_card(("setup", *path))
            return self.begin(setup=fields)
        places = self.places(None)
        left = iter(self.left(places))
        return self.deal([next(left) if card is None else card for card in places])

    def drawer(self, seat: int) -> Callable[[Rng], Position]:
        """Return a function that draws a first position which looks to `seat` as given.

        It raises IllegalStateError where the set-up breaks the rules of the game.
        """
        if self.start == "deal":
            return self.deal_drawer(self.places(seat))
        if self.start == "setup":
            return self.setup_drawer(self.fields(), seat)
        right = "expected a deal or set-up with ? for the cards that the seat can't see"
        raise self.fault((self.start,), f"{self.start}: {right}", self.start)

    def fault(self, path: Path, message: str, token: object = "") -> NotationError:
        """Return the error about the piece at `path`."""
        return self.source.fault(path, message, token)

    def begin(self, **start: Any) -> Position:
        """Return `Game.new_position`, its errors as faults of this document."""
        try:
            return self.game.new_position(**start, **self.parameters)
        except IllegalStateError as error:
            raise self.located(error) from None

    def located(self, error: IllegalStateError) -> NotationError:
        """Return an error about the start, with the column of the first problem."""
        match = re.match(r"(?:unknown field ')?(\w+)(?:\[(\d+)\])?", error.problems[0])
        path: Path = (self.start,)
        if match:
            path += (match[1], *(int(index) for index in match.groups()[1:] if index))
        return self.fault(path, str(error))

    def unknown_card(self, path: Path) -> NotationError:
        """Return the error about a `?` in a full position."""
        right = "expected a card: only what one seat knows (seat N) has ?"
        return self.fault(path, f"{field_name(path[1:])}: ?, {right}", UNKNOWN)

    # --- cards

    def card(self, path: Path, name: str, text: str) -> Card:
        """Return the number of a card of field `name`."""
        try:
            return self.game.pack.parse_card(text)
        except NotationError as error:
            raise self.fault(path, f"{name}: {error}", text) from None

    def expanded(self, path: Path, name: str, texts: list[str]) -> list[str]:
        """Return the cards of field `name`, with `?*5` written out."""
        cards: list[str] = []
        for index, text in enumerate(texts):
            several = repeated(text)
            if several is None:
                raise self.fault((*path, index), f"{name}: {not_repeated(text)}", text)
            cards += several
        return cards

    def once(self, path: Path, name: str, text: str, found: dict[str, str]) -> None:
        """Note in `found` in which field a card is; it must not be there yet."""
        if text in found:
            already = f"card {text} is there twice, expected it in {found[text]} only"
            raise self.fault(path, f"{name}: {already}", text)
        found[text] = name

    # --- deals

    def deck(self, value: Any) -> list[str]:
        """Return the pack in deck order."""
        texts = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(texts, list | tuple) or not all(
            isinstance(text, str) for text in texts
        ):
            raise self.fault(("deck",), f"deck: {value!r}, expected a list of cards")
        found: dict[str, str] = {}
        for index, text in enumerate(texts):
            path: Path = ("deck", index)
            self.card(path, "deck", text)
            self.once(path, "deck", text, found)
        return list(texts)

    def deal(self, deck: list[Card]) -> Position:
        """Return the first position of a deal."""
        return self.begin(deck=[self.game.pack.text(card) for card in deck])

    def left(self, places: list[Card | None]) -> list[Card]:
        """Return the cards of the pack that are not among those given."""
        return sorted(set(range(self.game.pack.size)).difference(places))

    def deal_drawer(self, places: list[Card | None]) -> Callable[[Rng], Position]:
        """Return a function that draws a deal with the cards at `places`."""
        left = self.left(places)

        def draw(rng: Rng) -> Position:
            rest = list(left)
            shuffle_list(rng, rest)
            hidden = iter(rest)
            return self.deal([next(hidden) if c is None else c for c in places])

        return draw

    def places(self, seat: int | None) -> list[Card | None]:
        """Return the card at each place of the deck, None where none is given.

        Every card that `seat` sees must be given, and only those; with no seat, all
        but an unused rest.
        """
        record = mapping(self.document, "deal", self.source)
        layout = self.game.layout
        lists = {zone.key: 0 for zone in layout}
        for zone in layout:
            lists[zone.key] += zone.seat is not None
        for key, value in record.items():
            path: Path = ("deal", key)
            if key not in lists:
                right = f"expected {', '.join(lists)}"
                raise self.fault(path, f"deal: unknown key {key!r}, {right}", key)
            if lists[key] and isinstance(value, list) and len(value) > lists[key]:
                right = f"{len(value)} lists of cards, expected {lists[key]}"
                raise self.fault((*path, lists[key]), f"{key}: {right}")
        places: list[Card | None] = [None] * self.game.pack.size
        found: dict[str, str] = {}
        for zone in layout:
            path = ("deal", zone.key, *([] if zone.seat is None else [zone.seat]))
            name, cards = self.zone(zone, path, record, seat)
            for index, text in enumerate(cards):
                if text != UNKNOWN:
                    card = self.card((*path, index), name, text)
                    self.once((*path, index), name, text, found)
                    places[zone.places[index]] = card
        return places

    def zone(
        self, zone: Zone, path: Path, record: Mapping[str, Any], seat: int | None
    ) -> tuple[str, list[str]]:
        """Return a zone's name and cards, `?` where they may be and are not given."""
        try:
            name, texts = zone_texts(zone, record)
        except NotationError as error:
            raise self.fault(path, str(error)) from None
        size = len(zone.places)
        is_hidden = seat is not None and not zone.is_seen(seat)
        if texts is None:
            if size and not is_hidden and not zone.optional:
                right = f"expected {size} card" + "s" * (size > 1)
                raise self.fault(path, f"deal: {name} is missing, {right}")
            return name, [UNKNOWN] * size
        texts = self.expanded(path, name, texts)
        if len(texts) != size:
            raise self.fault(path, f"{name}: {len(texts)} cards, expected {size}")
        for index, text in enumerate(texts):
            at = (*path, index)
            if text != UNKNOWN and is_hidden:
                self.card(at, name, text)
                raise self.seen_by_others(at, name, text, seat)
            if text == UNKNOWN and not is_hidden:
                if seat is None:
                    raise self.unknown_card(at)
                right = f"expected a card, since seat {seat} sees it"
                raise self.fault(at, f"{name}: ?, {right}", text)
        return name, texts

    def seen_by_others(
        self, path: Path, name: str, text: str, seat: int | None
    ) -> NotationError:
        """Return the error about a card which `seat` can't see."""
        right = f"expected ?, since seat {seat} can't see this card"
        return self.fault(path, f"{name}: {text}, {right}", text)

    # --- set-ups

    def fields(self) -> Document:
        """Return the fields of the set-up, `?*3` written out, no card there twice."""
        given = mapping(self.document, "setup", self.source)
        names = set(self.game.pack.cards())
        found: dict[str, str] = {}
        for path, leaf in _leaves(given):
            name = field_name(path)
            at = ("setup", *path)
            if not isinstance(leaf, int | str | None):
                right = "expected an integer, a text or a list"
                raise self.fault(at, f"{name}: {leaf!r}, {right}", leaf)
            if isinstance(leaf, int) and abs(leaf) >= MAX_INT:
                raise self.fault(at, f"{name}: {leaf}, expected below 2**62", leaf)
            if isinstance(leaf, str) and leaf in names:
                self.once(at, name, leaf, found)
        return {name: _expanded(value) for name, value in given.items()}

    def setup_drawer(self, fields: Document, seat: int) -> Callable[[Rng], Position]:
        """Return a function that draws a set-up with `fields`, at random where `?`."""
        names = self.game.pack.cards()
        leaves = [leaf for _, leaf in _leaves(fields)]
        left = [text for text in names if text not in leaves]
        hidden = leaves.count(UNKNOWN)
        if hidden > len(left):
            right = f"{hidden} cards are ?, expected at most the {len(left)} left over"
            raise self.fault(("setup",), f"setup: {right}")

        def draw(rng: Rng) -> Position:
            rest = list(left)
            shuffle_list(rng, rest)
            for _ in range(MAX_MENDS):
                filled = _filled(fields, iter(rest))
                try:
                    return self.game.new_position(setup=filled, **self.parameters)
                except IllegalStateError as error:
                    # Another card for each that the error names, if any.
                    words = re.findall(r"\w+", str(error))
                    wrong = [i for i in range(hidden) if rest[i] in words]
                    if not wrong:
                        raise
                    for i in wrong:
                        j = choose(rng, range(len(rest)))
                        rest[i], rest[j] = rest[j], rest[i]
            raise IllegalStateError("setup: no cards were found that fit for every ?")

        try:
            start = draw(new_rng(0, STREAM_SEARCH)).describe_start(seat)
        except IllegalStateError as error:
            raise self.located(error) from None
        shown = {leaf for _, leaf in _leaves(start)}
        for path, leaf in _leaves(fields):
            if leaf in names and leaf not in shown:
                at = ("setup", *path)
                raise self.seen_by_others(at, field_name(path), str(leaf), seat)
        return draw


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the path and value of everything in nested data that has no parts."""
    if isinstance(value, Mapping) and len(path) == 0:
        for name, item in value.items():
            yield from _leaves(item, (name,))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _leaves(item, (*path, index))
    else:
        yield path, value


def _expanded(value: Any) -> Any:
    """Return nested lists with `?*3` written out."""
    if not isinstance(value, list | tuple):
        return value
    items: list[Any] = []
    for item in value:
        several = repeated(item) if isinstance(item, str) else None
        if several is not None:
            items += several
        else:
            items.append(_expanded(item))
    return items


def _filled(value: Any, cards: Iterator[str]) -> Any:
    """Return nested data with each `?` replaced by the next of `cards`."""
    if isinstance(value, Mapping):
        return {name: _filled(item, cards) for name, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, cards) for item in value]
    return next(cards) if value == UNKNOWN else value

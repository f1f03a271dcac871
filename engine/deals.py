"""Which card of the pack goes where: a deal as a deck order, and as a record.

A game describes its deal by `layout(options)`: zones, each a block of places in the
deck. From that, everything that deals have in common is done here once: reading and
writing the deal record, checking it, seeded uniform deals, and what each seat sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Pack
from engine.errors import IllegalStateError, NotationError
from engine.rng import STREAM_DEAL, new_rng, shuffle

ALL, OWNER, NOBODY = "all", "owner", "nobody"
Deck = tuple[Card, ...]
DealRecord = Mapping[str, Any]


@dataclass(frozen=True)
class Zone:
    """A block of the deck that belongs together.

    Parameters
    ----------
    key : str
        Its key in the deal record: `hands`, `turnup`, `talon`, ….
    places : tuple of int
        Places in the deck, top first.
    seat : int or None
        Whose it is; zones with a seat form a list under `key`, in seat order.
    seen_by : str
        `ALL`, `OWNER` or `NOBODY`.
    single : bool
        Written as one card rather than a list.
    optional : bool
        An unused rest, which a deal record may leave out.
    """

    key: str
    places: tuple[int, ...]
    seat: int | None = None
    seen_by: str = NOBODY
    single: bool = False
    optional: bool = False

    def is_seen(self, seat: int) -> bool:
        """Return whether `seat` sees these cards when they are dealt."""
        return self.seen_by == ALL or (self.seen_by == OWNER and self.seat == seat)


def hands(num_seats: int, size: int, start: int = 0) -> tuple[Zone, ...]:
    """Return hands as consecutive blocks in seat order, each seen by its owner."""
    return tuple(
        Zone(
            "hands",
            tuple(range(start + size * seat, start + size * (seat + 1))),
            seat,
            OWNER,
        )
        for seat in range(num_seats)
    )


def seeded_deck(pack: Pack, seed: int) -> Deck:
    """Return the uniform deck order of `seed`; only the deal's stream is used."""
    order = np.arange(pack.size, dtype=np.int64)
    shuffle(new_rng(seed, STREAM_DEAL), order, pack.size)
    return tuple(int(card) for card in order)


def deck_from_cards(pack: Pack, cards: str | Iterable[str | Card]) -> Deck:
    """Return the deck order given card by card.

    Parameters
    ----------
    pack : Pack
    cards : str or iterable of str or int
        Each a card's text or its number in the pack, as in `Position.deck`; or all of
        them in one text.

    Raises
    ------
    NotationError
        If it is no series of cards of the pack.
    IllegalStateError
        If a card is there twice or missing.
    """
    if isinstance(cards, str):
        cards = cards.replace(",", " ").split()
    # Sets and mappings have no order that one deals in; bytes would pass for numbers.
    if not isinstance(cards, Iterable) or isinstance(cards, Set | Mapping | bytes):
        raise NotationError(f"deck: {cards!r}, expected a list of cards", str(cards))
    deck = [_card(pack, index, card) for index, card in enumerate(cards)]
    problems = _twice(pack, deck)
    missing = set(range(pack.size)) - set(deck)
    if missing:
        rest = " ".join(pack.text(card) for card in sorted(missing))
        number = "1 card is" if len(missing) == 1 else f"{len(missing)} cards are"
        problems.append(f"deck: {number} missing: {rest}")
    if problems:
        raise IllegalStateError(problems)
    return tuple(deck)


def deck_from_record(pack: Pack, layout: Sequence[Zone], record: DealRecord) -> Deck:
    """Return the deck order that gives the deal `record`.

    Raises
    ------
    NotationError
        If it is no mapping, or a text no card of the pack.
    IllegalStateError
        Listing every key, size and card that is wrong.
    """
    if not isinstance(record, Mapping):
        right = f"expected a mapping of {', '.join(_keys(layout))}"
        raise NotationError(f"deal: {record!r}, {right}", str(record))
    problems = [
        f"deal: unknown key {key!r}: expected {', '.join(_keys(layout))}"
        for key in record
        if key not in _keys(layout)
    ]
    deck: list[Card | None] = [None] * pack.size
    rest: list[int] = []
    for zone in layout:
        field, texts = zone_texts(zone, record)
        if texts is None:
            if zone.optional:
                rest += zone.places
            else:
                problems.append(f"deal: {field} is missing")
        elif len(texts) != len(zone.places):
            problems.append(f"{field}: {len(texts)} cards, expected {len(zone.places)}")
        else:
            for place, text in zip(zone.places, texts, strict=True):
                deck[place] = pack.parse_card(text)
    placed = [card for card in deck if card is not None]
    problems += _twice(pack, placed)
    if problems:
        raise IllegalStateError(problems)
    left = sorted(set(range(pack.size)) - set(placed))
    for place, card in zip(rest, left, strict=True):
        deck[place] = card
    return tuple(card for card in deck if card is not None)


def record_from_deck(
    pack: Pack, layout: Sequence[Zone], deck: Sequence[Card]
) -> dict[str, Any]:
    """Return the deal record of a deck order (inverse of `deck_from_record`)."""
    return record_from_texts(layout, [pack.text(card) for card in deck])


def record_from_texts(layout: Sequence[Zone], texts: Sequence[str]) -> dict[str, Any]:
    """Return a deal record whose cards are `texts`, by place in the deck."""
    record: dict[str, Any] = {}
    for zone in layout:
        cards = [texts[place] for place in zone.places]
        if zone.single:
            record[zone.key] = cards[0]
        elif zone.seat is not None:
            record.setdefault(zone.key, []).append(cards)
        else:
            record[zone.key] = cards
    return record


def zone_texts(zone: Zone, record: DealRecord) -> tuple[str, list[str] | None]:
    """Return the name of a zone's field and its cards in `record`, None if absent.

    Raises
    ------
    NotationError
        If the field is there but is no card or list of cards.
    """
    value = record.get(zone.key)
    field = zone.key
    if value is not None and zone.seat is not None:
        field = f"{zone.key}[{zone.seat}]"
        if not isinstance(value, list | tuple):
            raise NotationError(f"{zone.key}: expected a list of lists of cards")
        value = value[zone.seat] if zone.seat < len(value) else None
    if value is None:
        return field, None
    if isinstance(value, str):
        return field, value.replace(",", " ").split()
    if not isinstance(value, list | tuple) or not all(
        isinstance(text, str) for text in value
    ):
        raise NotationError(f"{field}: expected a list of cards such as ['M7', 'MA']")
    return field, list(value)


def deck_array(deck: Sequence[Card]) -> NDArray[np.int64]:
    """Return a deck order as kernels take it."""
    return np.array(deck, np.int64)


def _keys(layout: Sequence[Zone]) -> list[str]:
    return list(dict.fromkeys(zone.key for zone in layout))


def _card(pack: Pack, index: int, card: object) -> Card:
    """Return the number of a card of a deck, given as text or number."""
    if isinstance(card, str):
        return pack.parse_card(card)
    is_number = isinstance(card, int | np.integer) and not isinstance(card, bool)
    if is_number and 0 <= card < pack.size:  # type: ignore[operator]
        return int(card)  # type: ignore[call-overload]
    right = f"expected a card or its number from 0 to {pack.size - 1}"
    raise NotationError(f"deck[{index}]: {card!r}, {right}", str(card))


def _twice(pack: Pack, cards: Sequence[Card]) -> list[str]:
    return [
        f"card {pack.text(card)} is there twice"
        for card in sorted(set(cards))
        if cards.count(card) > 1
    ]

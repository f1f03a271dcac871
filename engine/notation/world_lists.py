"""A world as lists of cards, in which cards can be exchanged.

For searches that want a world with some property: they take one at random, exchange
cards that stand in the way, and write it back into the model (`engine.worlds.model`).
Every exchange keeps to what the model says of its zones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.bits import from_members, members
from engine.cards import Card
from engine.rng import below

T = TypeVar("T")
Rng = NDArray[np.int64]


def shuffle_list(rng: Rng, items: list[T]) -> None:
    """Permute a list uniformly. Modified in place."""
    for i in range(len(items) - 1, 0, -1):
        j = int(below(rng, i + 1))
        items[i], items[j] = items[j], items[i]


def choose(rng: Rng, items: Sequence[T]) -> T:
    """Draw one of some items uniformly."""
    return items[int(below(rng, len(items)))]


class World:
    """The world in a model, as lists.

    Parameters
    ----------
    model : record of MODEL
        With a world in it.

    Attributes
    ----------
    zones : list of list of int
        The cards of each zone; in order where the zone has one.
    """

    def __init__(self, model: Any) -> None:
        self.model = model
        self.zones: list[list[Card]] = []
        for zone in range(int(model.num_zones)):
            if model.ordered[zone]:
                start = int(model.first[zone])
                cards = model.order[start : start + int(model.room[zone])]
                self.zones.append([int(card) for card in cards])
            else:
                self.zones.append(list(members(model.held[zone])))

    def copy(self) -> World:
        """Return a copy of the lists for the same model."""
        other = World.__new__(World)
        other.model = self.model
        other.zones = [list(cards) for cards in self.zones]
        return other

    def write(self) -> None:
        """Write the world into the model."""
        for zone, cards in enumerate(self.zones):
            self.model.held[zone] = from_members(cards)
            if self.model.ordered[zone]:
                start = int(self.model.first[zone])
                self.model.order[start : start + len(cards)] = cards

    def zone_of(self, card: Card) -> int:
        """Return the zone in which a card is, -1 if the seat sees it."""
        for zone, cards in enumerate(self.zones):
            if card in cards:
                return zone
        return -1

    def exchange(self, one: Card, other: Card) -> bool:
        """Exchange two hidden cards; return False, doing nothing, if they don't fit."""
        places = (self.zone_of(one), self.zone_of(other))
        for zone, card in zip(places, (other, one), strict=True):
            if not self.model.allowed[zone] >> card & 1:
                return False
        swapped = {one: other, other: one}
        for zone in set(places):
            self.zones[zone] = [swapped.get(card, card) for card in self.zones[zone]]
        for zone in places:
            need = int(self.model.need[zone])
            if need and not need & from_members(self.zones[zone]):
                self.exchange(one, other)
                return False
        return True

    def exchange_any(self, rng: Rng) -> None:
        """Exchange two hidden cards at random."""
        cards = [card for zone in self.zones for card in zone]
        if len(cards) > 1:
            self.exchange(choose(rng, cards), choose(rng, cards))

    def bring(self, want: Card, got: Card, rng: Rng) -> bool:
        """Exchange so that `want` may be met where `got` was; return if it was done.

        Where both are in one hand already, `got` was in the way of `want`, because it
        had to be played first, say: then a card of another zone takes its place.
        """
        here, there = self.zone_of(got), self.zone_of(want)
        if here < 0 or there < 0:
            return False
        if here == there and not self.model.ordered[here]:
            others = [
                card
                for zone, cards in enumerate(self.zones)
                for card in cards
                if zone != here and self.model.allowed[here] >> card & 1
            ]
            return bool(others) and self.exchange(got, choose(rng, others))
        return self.exchange(got, want)

    def gather(self, cards: Sequence[Card], rng: Rng) -> bool:
        """Bring hidden `cards` together in a random zone; return if it was done."""
        rooms = [
            zone for zone, held in enumerate(self.zones) if len(held) >= len(cards)
        ]
        hidden = [card for card in cards if self.zone_of(card) >= 0]
        if not hidden or not rooms:
            return False
        target = choose(rng, rooms)
        changed = False
        for card in hidden:
            if self.zone_of(card) != target:
                others = [held for held in self.zones[target] if held not in cards]
                changed |= bool(others) and self.exchange(card, choose(rng, others))
        return changed

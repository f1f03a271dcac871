"""Worlds as lists: whatever is exchanged, each zone keeps to the model."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine import Position
from engine.bits import from_members, members
from engine.notation.world_lists import World, choose, shuffle_list
from engine.rng import STREAM_SEARCH, new_rng
from engine.worlds.draw import draw_world
from tests.strategies import SEEDS, positions


def drawn(position: Position, seat: int, seed: int) -> Any:
    """Return the model of what a seat knows, with a world in it."""
    known = position.knowledge(seat)
    model = known.model.copy()[0]
    draw_world(model, known.table, new_rng(seed, STREAM_SEARCH))
    return model


def check(world: World) -> None:
    """Check that a world is one of its model."""
    model = world.model
    for zone, cards in enumerate(world.zones):
        assert len(cards) == model.room[zone]
        held = from_members(cards)
        assert held & ~int(model.allowed[zone]) == 0
        assert not model.need[zone] or held & int(model.need[zone])
    cards = [card for zone in world.zones for card in zone]
    assert sorted(cards) == list(members(model.cards))


@given(positions(), SEEDS)
def test_exchanges_keep_to_the_model(position: Position, seed: int) -> None:
    chance = random.Random(seed)
    seat = chance.randrange(position.game.num_players)
    model = drawn(position, seat, seed)
    world = World(model)
    check(world)
    rng = new_rng(seed, STREAM_SEARCH, 1)
    pack = range(position.game.pack.size)
    for _ in range(10):
        before = world.copy()
        some = chance.sample(pack, 3)
        kind = chance.randrange(3)
        if kind == 0:
            changed = world.bring(some[0], some[1], rng)
        elif kind == 1:
            changed = world.gather(some, rng)
        else:
            world.exchange_any(rng)
            changed = world.zones != before.zones
        check(world)
        assert changed or world.zones == before.zones


@given(positions(), SEEDS)
def test_a_world_is_written_as_it_was_read(position: Position, seed: int) -> None:
    model = drawn(position, 0, seed)
    world = World(model)
    held = [int(cards) for cards in model.held[: int(model.num_zones)]]
    order = model.order.tolist()
    world.write()
    assert [int(cards) for cards in model.held[: int(model.num_zones)]] == held
    assert model.order.tolist() == order
    world.exchange_any(new_rng(seed, STREAM_SEARCH))
    world.write()
    assert World(model).zones == [
        cards if model.ordered[zone] else sorted(cards)
        for zone, cards in enumerate(world.zones)
    ]


@given(st.lists(st.integers(), min_size=1), SEEDS)
def test_lists_are_shuffled_and_drawn_from(items: list[int], seed: int) -> None:
    rng = new_rng(seed, STREAM_SEARCH)
    assert choose(rng, items) in items
    mixed = list(items)
    shuffle_list(rng, mixed)
    assert sorted(mixed) == sorted(items)

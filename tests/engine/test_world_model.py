"""Worlds of small models against plain enumeration, and known counts of larger ones."""

from __future__ import annotations

import itertools
import json
import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import chdtrc

from engine.bits import from_members, members
from engine.rng import STREAM_SEARCH, new_rng
from engine.worlds.draw import draw_world, world_at
from engine.worlds.model import (
    LIMB_MASK,
    MAX_ZONES,
    MODEL,
    ROOM_DIFFERS,
    TOO_MANY_STATES,
    count_worlds,
    new_table,
    plan,
)


class Zone(NamedTuple):
    room: int
    allowed: frozenset[int]
    need: frozenset[int] = frozenset()
    ordered: bool = False


Cards = tuple[int, ...]
World = tuple[Cards, ...]  # the cards of each zone, ascending or in order


def naive_worlds(cards: frozenset[int], zones: Sequence[Zone]) -> Iterator[World]:
    """Yield every world, zone by zone, trying all that fits into each."""
    if not zones:
        if not cards:
            yield ()
        return
    zone, *rest = zones
    choose = itertools.permutations if zone.ordered else itertools.combinations
    for chosen in choose(sorted(cards & zone.allowed), zone.room):
        if not zone.need or zone.need & set(chosen):
            for world in naive_worlds(cards - set(chosen), rest):
                yield (chosen, *world)


def model_of(cards: frozenset[int], zones: Sequence[Zone]) -> Any:
    models = np.zeros(1, MODEL).view(np.recarray)
    model = models[0]
    model.cards = from_members(cards)
    model.num_zones = len(zones)
    for z, zone in enumerate(zones):
        model.room[z] = zone.room
        model.allowed[z] = from_members(zone.allowed)
        model.need[z] = from_members(zone.need)
        model.ordered[z] = zone.ordered
    return model


def prepared(cards: frozenset[int], zones: Sequence[Zone]) -> tuple[Any, Any, int]:
    """Return a planned model, its table and its count."""
    model = model_of(cards, zones)
    table = new_table(model, int(plan(model)))
    return model, table, count_worlds(model, table)


def world_in(model: Any) -> World:
    """Return the world that a model holds, as `naive_worlds` writes it."""
    world: list[Cards] = []
    for z in range(model.num_zones):
        held = tuple(members(model.held[z]))
        if model.ordered[z]:
            first = model.first[z]
            in_order = tuple(int(c) for c in model.order[first : first + model.room[z]])
            assert tuple(sorted(in_order)) == held
            held = in_order
        world.append(held)
    return tuple(world)


def plain(num: int, *rooms: int, ordered: int = 0) -> tuple[frozenset[int], list[Zone]]:
    """Return `num` cards and zones that take any; the last ones are ordered."""
    cards = frozenset(range(num))
    unordered = len(rooms) - ordered
    return cards, [Zone(r, cards, ordered=z >= unordered) for z, r in enumerate(rooms)]


@st.composite
def models(draw: st.DrawFn, most: int = 6) -> tuple[frozenset[int], list[Zone]]:
    """Draw up to six of the 63 cards and up to four zones of all kinds."""
    cards = draw(st.frozensets(st.integers(0, 62), max_size=most))
    num_zones = draw(st.integers(1, 4))
    cuts = sorted(draw(st.integers(0, len(cards))) for _ in range(num_zones - 1))
    rooms = np.diff([0, *cuts, len(cards)])
    some = st.frozensets(st.sampled_from(sorted(cards) or [0]))
    # Few different sets, so that zones often share one; cards that are not there, too.
    pool = [frozenset(range(63)), cards, cards - draw(some), draw(some)]
    zones = [
        Zone(
            int(room),
            draw(st.sampled_from(pool)),
            draw(st.just(frozenset()) | some),
            draw(st.booleans()),
        )
        for room in rooms
    ]
    return cards, zones


# --- counting and numbering -----------------------------------------------------------


@given(models())
def test_worlds_are_numbered_one_to_one(
    model: tuple[frozenset[int], list[Zone]],
) -> None:
    expected = sorted(naive_worlds(*model))
    planned, table, count = prepared(*model)
    assert count == len(expected)
    found = []
    for index in range(count):
        world_at(planned, table, index)
        found.append(world_in(planned))
    assert sorted(found) == expected


@given(models(), st.integers(0, 2**32))
def test_drawn_worlds_are_worlds(
    model: tuple[frozenset[int], list[Zone]], seed: int
) -> None:
    expected = set(naive_worlds(*model))
    planned, table, count = prepared(*model)
    rng = new_rng(seed, STREAM_SEARCH)
    for _ in range(5 if count else 0):
        draw_world(planned, table, rng)
        assert world_in(planned) in expected


def test_ekarte_first_lead() -> None:
    """The dealer's five of 26 unseen cards: C(26, 5)."""
    assert prepared(*plain(26, 5, 21))[2] == math.comb(26, 5) == 65_780


# Counts of Schnapsen (Doppeldeutsch pack of 20) before the moves of a deal, published
# with a Schnapsen solver (markus7800): the opponent's hand, and the stock in order.
@pytest.mark.parametrize(
    ("hand", "stock", "worlds"),
    [
        (5, 9, 726_485_760),
        (4, 9, 259_459_200),
        (5, 7, 3_991_680),
        (4, 7, 1_663_200),
        (5, 5, 30_240),
    ],
)
def test_schnapsen(hand: int, stock: int, worlds: int) -> None:
    assert prepared(*plain(hand + stock, hand, stock, ordered=1))[2] == worlds


@pytest.mark.parametrize(("unseen", "worlds"), [(10, 252), (14, 2002)])
def test_schnapsen_closed_stock(unseen: int, worlds: int) -> None:
    assert prepared(*plain(unseen, 5, unseen - 5))[2] == worlds


@pytest.mark.parametrize(("trick", "worlds"), [(12, 6), (11, 20), (10, 70)])
def test_bridge_endings(trick: int, worlds: int) -> None:
    """Two unseen hands before trick 12, 11, 10, as the bridge program BEN lists."""
    size = 14 - trick
    assert prepared(*plain(2 * size, size, size))[2] == worlds


def test_a_need_is_all_worlds_but_those_without() -> None:
    cards, zones = plain(26, 5, 21)
    zones[0] = zones[0]._replace(need=frozenset(range(19)))
    assert prepared(cards, zones)[2] == math.comb(26, 5) - math.comb(7, 5)


def test_no_world() -> None:
    cards, zones = plain(4, 2, 2)
    no_such = [z._replace(need=frozenset({9})) for z in zones]
    crowded = [z._replace(allowed=frozenset({0, 1, 2})) for z in zones]
    assert prepared(cards, no_such)[2] == prepared(cards, crowded)[2] == 0


def test_room_must_be_for_the_cards_there_are() -> None:
    for rooms in ((1, 2), (3, 2)):
        assert plan(model_of(*plain(4, *rooms))) == ROOM_DIFFERS


def test_too_many_states_are_refused() -> None:
    """Sixteen hands of four, each void in something else: 5**16 states."""
    cards = frozenset(range(63))
    zones = [Zone(4, cards - {z}) for z in range(MAX_ZONES)]
    assert plan(model_of(cards, zones)) == TOO_MANY_STATES


# --- counts beyond an int64 -----------------------------------------------------------


def permanent_count(cards: frozenset[int], zones: Sequence[Zone]) -> int:
    """Count the set assignments card by card, with Python's own integers."""
    ways: dict[tuple[int, ...], int] = {tuple(zone.room for zone in zones): 1}
    for card in cards:
        after: Counter[tuple[int, ...]] = Counter()
        for rooms, number in ways.items():
            for z, zone in enumerate(zones):
                if rooms[z] and card in zone.allowed:
                    after[(*rooms[:z], rooms[z] - 1, *rooms[z + 1 :])] += number
        ways = dict(after)
    return sum(ways.values())


def wide_model() -> tuple[frozenset[int], list[Zone]]:
    """Return 63 cards and three hands, each of which may not have one of them."""
    cards = frozenset(range(63))
    return cards, [Zone(size, cards - {z}) for z, size in enumerate((18, 21, 24))]


def test_counts_are_exact_beyond_int64() -> None:
    cards, zones = wide_model()
    _, table, count = prepared(cards, zones)
    assert table.shape[1] == 2
    assert count == permanent_count(cards, zones) > 2**90
    zones[2] = zones[2]._replace(ordered=True)
    assert prepared(cards, zones)[2] == count * math.factorial(24)


def test_a_wide_table_may_hold_a_small_count() -> None:
    """Each hand must have its own 21 cards, but 0 and 21 may change places."""
    cards = frozenset(range(63))
    own = [frozenset(range(21 * z, 21 * z + 21)) for z in range(3)]
    zones = [Zone(21, own[z] | {0, 21}) for z in range(2)] + [Zone(21, own[2])]
    model, table, count = prepared(cards, zones)
    assert (table.shape[1], count) == (2, 2)
    numbered = []
    for index in range(count):
        world_at(model, table, index)
        numbered.append(world_in(model))
    rng, seen = new_rng(1, STREAM_SEARCH), Counter[World]()
    for _ in range(100):
        draw_world(model, table, rng)
        seen[world_in(model)] += 1
    assert set(seen) == set(numbered)
    assert chi_square(list(seen.values()), [0.5, 0.5]) > 1e-4


def test_a_wide_draw_is_uniform() -> None:
    """Card 0 goes to each of the other two in proportion to the exact counts."""
    cards, zones = wide_model()
    model, table, count = prepared(cards, zones)
    expected = []
    for z in (1, 2):
        fewer = [
            zone._replace(room=zone.room - (i == z)) for i, zone in enumerate(zones)
        ]
        expected.append(permanent_count(cards - {0}, fewer) / count)
    assert sum(expected) == pytest.approx(1)
    rng, seen, num = new_rng(5, STREAM_SEARCH), Counter[int](), 2000
    for _ in range(num):
        draw_world(model, table, rng)
        seen[next(z for z in range(3) if model.held[z] & 1)] += 1
        assert all(model.held[z] >> z & 1 == 0 for z in range(3))
        assert int(np.bitwise_or.reduce(model.held[:3])) == (1 << 63) - 1
    assert chi_square([seen[z] for z in (1, 2)], expected) > 1e-4


# --- uniform draws --------------------------------------------------------------------


def chi_square(observed: Sequence[int], shares: Sequence[float]) -> float:
    """Return the p-value of counts that should follow `shares`."""
    total = sum(observed)
    statistic = sum(
        (number - total * share) ** 2 / (total * share)
        for number, share in zip(observed, shares, strict=True)
    )
    return float(chdtrc(len(shares) - 1, statistic))


ALL = frozenset(range(7))
UNIFORM_MODELS = {
    "one group": [Zone(2, ALL), Zone(2, ALL), Zone(3, ALL)],
    "a talon in order": [Zone(3, ALL), Zone(3, ALL, ordered=True), Zone(1, ALL)],
    "a void": [Zone(2, ALL - {0, 1, 2}), Zone(2, ALL), Zone(3, ALL)],
    "two voids": [Zone(2, ALL - {0, 1}), Zone(3, ALL - {1, 2, 3}), Zone(2, ALL)],
    "a need": [Zone(2, ALL, ALL - {0, 1, 2, 3}), Zone(2, ALL), Zone(3, ALL)],
    "needs": [Zone(2, ALL, frozenset({0, 1, 2})), Zone(2, ALL, frozenset({2, 3, 4})),
              Zone(3, ALL)],
    "everything": [Zone(2, ALL - {6}, frozenset({0, 1})), Zone(2, ALL - {5}),
                   Zone(2, ALL, frozenset({1, 2, 3}), ordered=True), Zone(1, ALL)],
}  # fmt: skip


@pytest.mark.parametrize("name", UNIFORM_MODELS)
def test_draws_are_uniform(name: str) -> None:
    zones = UNIFORM_MODELS[name]
    worlds = list(naive_worlds(ALL, zones))
    model, table, count = prepared(ALL, zones)
    assert count == len(worlds)
    rng, seen = new_rng(2024, STREAM_SEARCH), Counter[World]()
    for _ in range(10 * count if count < 800 else 5 * count):
        draw_world(model, table, rng)
        seen[world_in(model)] += 1
    assert set(seen) <= set(worlds)
    assert count_worlds(model, table) == count  # drawing leaves the table alone
    assert chi_square([seen[w] for w in worlds], [1 / count] * count) > 1e-4


# --- the same without the compiler ----------------------------------------------------


def digest() -> list[Any]:
    """Return worlds of every kind: drawn, numbered, counted."""
    out: list[Any] = []
    for cards, zones in [*((ALL, zones) for zones in UNIFORM_MODELS.values()),
                         wide_model()]:  # fmt: skip
        model, table, count = prepared(cards, zones)
        rng = new_rng(-1, STREAM_SEARCH)
        out.append(count)
        for index in range(4):
            draw_world(model, table, rng)
            out.append(world_in(model))
            if count <= LIMB_MASK:
                world_at(model, table, index * (count // 4))
                out.append(world_in(model))
    return json.loads(json.dumps(out))


def test_the_compiler_changes_nothing() -> None:
    script = (
        "import json; from tests.engine.test_world_model import digest; "
        "print(json.dumps(digest()))"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == digest()

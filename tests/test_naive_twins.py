"""The engine and the naive games side by side, on random deals under random options.

`tests.naive` was written from the rules alone and shares no code with the engine. Its
worlds are found by brute force, which takes a short pack: a dozen of the cards, with
the same rules.
"""

from __future__ import annotations

import functools
import sys
import types
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from engine import Position
from engine.game import load_game
from engine.games import rules_of
from engine.jit import kernel
from tests import naive
from tests.disguise import swap_cards
from tests.strategies import GAME_IDS, deals, random_line

every_game = pytest.mark.parametrize("name", GAME_IDS)


def naive_twin(position: Position) -> naive.Naive:
    """Return the naive position of the same deal after the same actions."""
    game = position.game
    assert position.deck is not None
    deck = [game.pack.text(card) for card in position.deck]
    start = naive.GAMES[game.name](game.options, position.parameters, deck)
    return naive.replay(start, position.actions)


@every_game
def test_options_and_their_defaults_are_the_same(name: str) -> None:
    assert load_game(name).options == naive.GAMES[name].defaults
    assert set(load_game(name).pack.cards()) == set(naive.GAMES[name].whole_pack)


@every_game
@given(data=st.data())
def test_both_play_alike(name: str, data: st.DataObject) -> None:
    deal = data.draw(deals(st.just(name)))
    node = naive_twin(deal[0])
    for position in deal:
        if position.actions:
            node = node.play(position.actions[-1])
        assert position.current_player() == node.current_player()
        assert position.legal_actions() == node.legal_actions()
    assert deal[-1].returns() == node.returns()


@every_game
@given(data=st.data())
def test_both_tell_the_same_positions_apart(name: str, data: st.DataObject) -> None:
    """In one deal, and in it with two cards exchanged; for every seat.

    The naive information also tells whether the seat is being asked just now.
    """
    deal = data.draw(deals(st.just(name)))
    depth = data.draw(st.integers(0, len(deal) - 1))
    one, other = data.draw(st.permutations(deal[0].game.pack.cards()))[:2]
    twin = swap_cards(deal[depth], one, other) or deal[depth]
    found = [(p, naive_twin(p)) for p in (*deal, *random_line(twin, depth))]
    for seat in range(deal[0].game.num_players):
        ours: dict[str, Any] = {}
        theirs: dict[Any, str] = {}
        for position, node in found:
            if not position.is_terminal():
                mine, yours = position.information(seat), node.views[seat]
                assert ours.setdefault(mine, yours) == yours
                assert theirs.setdefault(yours, mine) == mine


# --- Worlds ---------------------------------------------------------------------------


@functools.cache
def with_short_pack(name: str) -> types.ModuleType:
    """Return the rules of a game to whose verb `unseen` the short pack is all there is.

    The functions of that verb's module, compiled with another WHOLE_PACK.
    """
    rules = rules_of(name)
    hidden = vars(sys.modules[rules.unseen.__module__])
    names = {**hidden, "WHOLE_PACK": rules.pack({}).parse_set(SHORT[name])}
    for key, value in hidden.items():
        function = getattr(value, "py_func", value)
        if getattr(function, "__module__", "") == hidden["__name__"]:
            copy = types.FunctionType(function.__code__, names, key)
            copy.__module__ = hidden["__name__"]
            copy.__qualname__ = f"{key}.short_pack"
            names[key] = kernel(copy)
    short = types.ModuleType(f"{rules.__name__}.short_pack")
    vars(short).update({**vars(rules), "unseen": names["unseen"]})
    vars(short)["__name__"] = f"{rules.__name__}.short_pack"
    return short


def short_deal(name: str, **options: Any) -> Position:
    """Return the deal of a short pack, as a set-up, without the rest of the pack."""
    game, deck = load_game(name, **options), SHORT[name]
    rest = [card for card in game.pack.cards() if card not in deck]
    described = game.new_position(deck=deck + rest).describe()
    setup = {
        field: [card for card in value if card not in rest]
        if isinstance(value, list)
        else value
        for field, value in described.items()
    }
    game.rules = with_short_pack(name)
    return game.new_position(setup=setup)


SHORT = {
    name: deck.split()
    for name, deck in {
        "kuhn": "J Q K",
        "leduc": "SJ SQ SK HJ HQ HK",
        "ekarte": "M7 MK T8 TO Z9 ZA P7 PX PU M9 MA T7 Z8 PK",
        "sult_malac": "M7 MK T8 TO Z9 ZA P7 PX PU M9 MA T7 Z8 PK TA",
        "lupfen": "MU TU MO ZU PU TO MA TA PX ZX MX PA ZA",
    }.items()
}
THREE = {"players": 3}
STRICT = {"follow_rule": "strict"}
BLIND = {"show_mode": "simultaneous"}

CASES: list[tuple[str, str, dict[str, Any], int]] = [
    ("kuhn", "", {}, 0),
    ("kuhn", "pass bet", {}, 1),
    ("leduc", "", {}, 0),
    ("ekarte", "", {}, 0),
    ("ekarte", "", {}, 1),
    ("ekarte", "propose", {}, 1),
    ("ekarte", "propose refuse", {}, 1),
    ("ekarte", "propose refuse play:M7", {}, 1),
    ("ekarte", "propose accept", {}, 0),
    ("ekarte", "propose accept exch:-", {}, 0),
    ("ekarte", "propose accept exch:ZA", {}, 0),
    ("ekarte", "propose accept exch:ZA exch:T8", {}, 0),
    ("ekarte", "propose accept exch:ZA exch:T8", {}, 1),
    ("ekarte", "propose accept exch:ZA exch:T8 play_on play:M7", {}, 1),
    ("ekarte", "propose accept exch:ZA exch:T8", {"turnup_drawable": True}, 1),
    ("ekarte", "propose accept exch:ZA exch:T8", {"discard_trumps": True}, 1),
    ("ekarte", "propose accept exch:ZA exch:T8,TO", {"turnup_drawable": True}, 0),
    ("ekarte", "propose accept exch:T8 exch:ZA", {"exchange_first": "nondealer"}, 1),
    ("sult_malac", "", {}, 0),
    ("sult_malac", "disc:M7,T8", {}, 1),
    ("sult_malac", "disc:M7,T8 disc:ZA,P7", {}, 0),
    ("sult_malac", "disc:M7,T8 disc:ZA,P7 pass:MK", {}, 1),
    ("sult_malac", "disc:M7,T8 disc:ZA,P7 pass:MK pass:PX", {}, 0),
    ("sult_malac", "disc:M7,T8 disc:- pass:MK pass:PX show:Z9", {}, 1),
    ("sult_malac", "disc:M7,T8 disc:- pass:MK pass:PX show:Z9", BLIND, 1),
    ("sult_malac", "disc:- disc:ZA pass:MK pass:PX show:Z9 show:PU play:TO", {}, 1),
    ("sult_malac", "disc:- disc:- pass:MK pass:PX show:Z9 show:PU play:T8", STRICT, 1),
    ("lupfen", "lift", THREE, 0),
    ("lupfen", "lift", THREE | {"figures": False}, 0),
    ("lupfen", "lift price:1 in in", THREE, 0),
    ("lupfen", "lift price:1 in in keep", THREE, 2),
    ("lupfen", "lift price:1 in in swap", THREE, 0),
    ("lupfen", "lift price:1 in in swap", THREE, 1),
    ("lupfen", "lift price:1 in out", THREE, 0),
]


def hands_of(name: str, key: Any) -> tuple[Any, ...]:
    """Return the hands in a naive `world_key`."""
    hands = key[0][0] if name == "sult_malac" else key[0]
    return tuple(frozenset([hand] if isinstance(hand, str) else hand) for hand in hands)


def described_hands(fields: dict[str, Any]) -> tuple[Any, ...]:
    """Return the hands in a description; some games list parts of them apart."""
    parts = [fields.get(key, []) for key in ("hands", "passed", "received", "shown")]
    seats = range(len(fields["hands"]))
    return tuple(
        frozenset(card for lists in parts if lists for card in lists[seat])
        for seat in seats
    )


@pytest.mark.parametrize(("name", "actions", "options", "seat"), CASES)
def test_worlds_are_those_of_brute_force(
    name: str, actions: str, options: dict[str, Any], seat: int
) -> None:
    node = naive.GAMES[name](options, {}, SHORT[name])
    expected = naive.enumerate_worlds(naive.replay(node, actions.split()), seat)
    if name == "lupfen" and "keep" in actions:
        # To the others, who can't tell whether it is asked, this is the first lead.
        expected = {key for key in expected if key[2][0] == "tricks"}  # type: ignore[index]
    position = short_deal(name, **options).play_all(actions.split())
    known = position.knowledge(seat)
    assert known.count == len(expected)
    # The hands, and how often each combination of them occurs among the worlds.
    worlds, describe = known.enumerate(), position.game.rules.describe
    found = Counter(described_hands(describe(world)) for world in worlds)
    assert found == Counter(hands_of(name, key) for key in expected)
    # Samples: each of the worlds, equally often.
    if known.count <= 400:
        names = worlds.dtype.names
        index = {tuple(worlds[n][i].tobytes() for n in names): i
                 for i in range(known.count)}  # fmt: skip
        assert len(index) == known.count
        drawn = known.sample(20 * known.count, seed=1)
        counts = Counter(
            index[tuple(drawn[n][i].tobytes() for n in names)]
            for i in range(len(drawn))
        )
        statistic = sum((counts[i] - 20) ** 2 / 20 for i in range(known.count))
        assert known.count == 1 or statistic < chi2.ppf(0.999, known.count - 1)

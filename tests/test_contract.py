"""The laws that every registered game keeps; a new game is tested without a line here.

Positions are drawn at random depth of random deals under random options. Laws about
what a seat knows also look at the same deal with hidden cards exchanged.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import IllegalActionError, Knowledge, Position
from engine.bits import members
from engine.games import rules_of
from engine.protocol import (
    CHANCE,
    MAX_SEATS,
    TERMINAL,
    apply,
    bounds,
    current_player,
    information_key,
    is_two_sided,
    legal_actions,
    list_actions,
    returns,
    state_key,
)
from tests.disguise import named_cards, swap_cards, unseen_cards
from tests.strategies import GAME_IDS, SEEDS, deals, positions, random_line
from tests.walks import digest

ROOT = Path(__file__).parents[1]
TREE = 120  # actions of a tree that is small enough to walk in Python


def law(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test for every game, on drawn data."""
    return pytest.mark.parametrize("name", GAME_IDS)(given(data=st.data())(test))


@st.composite
def swaps(draw: st.DrawFn, position: Position, seat: int) -> Position:
    """Draw `position` with two cards exchanged that `seat` doesn't see."""
    hidden = unseen_cards(position, seat)
    assume(len(hidden) > 1)
    one = draw(st.sampled_from(hidden))
    other = draw(st.sampled_from([card for card in hidden if card != one]))
    twin = swap_cards(position, one, other)
    assume(twin is not None)
    assert twin is not None
    return twin


def cards_in(value: Any, pack: set[str]) -> list[str]:
    """Return every card in nested lists and mappings of texts."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [card for item in value for card in cards_in(item, pack)]
    return [value] if isinstance(value, str) and value in pack else []


def fields(record: Any) -> list[bytes]:
    """Return the fields of a record array; bytes between them don't count."""
    return [record[name].tobytes() for name in record.dtype.names]


# --- How a deal runs ------------------------------------------------------------------


@law
def test_legal_actions_are_empty_exactly_at_the_end(
    name: str, data: st.DataObject
) -> None:
    for position in data.draw(deals(st.just(name))):
        legal = position.legal_actions()
        assert position.is_terminal() == (legal == [])
        assert position.is_terminal() == (position.current_player() == TERMINAL)
        assert len(set(legal)) == len(legal) <= position.game.rules.INFO.max_actions
        seats = range(position.game.num_players)
        assert position.current_player() in (CHANCE, TERMINAL, *seats)


@law
def test_every_deal_ends_within_its_longest(name: str, data: st.DataObject) -> None:
    deal = data.draw(deals(st.just(name)))
    assert len(deal[-1].actions) <= deal[-1].game.rules.INFO.max_length


@law
def test_returns_are_exact_and_sum_to_zero_where_they_should(
    name: str, data: st.DataObject
) -> None:
    end = data.draw(positions(st.just(name), ended=True))
    paid = end.returns()
    assert len(paid) == end.game.num_players
    assert all(isinstance(value, int | Fraction) for value in paid)
    if end.game.rules.INFO.sums_to_zero(end.game.options):
        assert sum(paid) == 0


# --- Actions --------------------------------------------------------------------------


@law
def test_actions_are_listed_in_canonical_order(name: str, data: st.DataObject) -> None:
    """Of one verb: sets by size, then lexicographically; single cards ascending."""
    position = data.draw(positions(st.just(name)))
    order = position.game.pack.cards().index

    def key(cards: str) -> tuple[int, list[int]]:
        texts = [] if cards == "-" else cards.split(",")
        return len(texts), [order(text) for text in texts]

    by_verb: dict[str, list[tuple[int, list[int]]]] = {}
    seen: list[str] = []
    for action in position.legal_actions():
        verb, colon, cards = action.partition(":")
        if not seen or seen[-1] != verb:
            seen.append(verb)
        if colon and not cards.isdigit():
            by_verb.setdefault(verb, []).append(key(cards))
    assert len(set(seen)) == len(seen)
    assert all(keys == sorted(keys) for keys in by_verb.values())


@law
def test_apply_and_play_agree(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(st.just(name)))
    rules = position.game.rules
    numbers = list(members(int(legal_actions[rules](position.state[0]))))
    listed = np.zeros(2 + len(numbers), np.int64)
    assert list_actions[rules](position.state[0], listed, 1) == len(numbers) + 1
    assert listed[1:-1].tolist() == numbers
    for number, action in zip(numbers, position.legal_actions(), strict=True):
        state = position.state
        apply[rules](state[0], number)
        assert fields(state) == fields(position.play(action).state)


@law
def test_play_rejects_what_is_not_legal(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(st.just(name)))
    others = data.draw(deals(st.just(name)))
    words = {action for other in others for action in other.legal_actions()}
    for action in (words | {"", "play:", "play:??"}) - set(position.legal_actions()):
        with pytest.raises(IllegalActionError, match=re.escape(repr(action))):
            position.play(action)


# --- Where the cards are --------------------------------------------------------------


@law
def test_every_card_is_in_one_place(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(st.just(name)))
    pack = set(position.game.pack.cards())
    described = cards_in(position.describe(), pack)
    assert len(set(described)) == len(described)
    for seat in range(position.game.num_players):
        shown = cards_in(position.describe(seat), pack)
        assert set(shown) <= set(described) & named_cards(position, seat)


@law
def test_a_seat_sees_just_the_cards_that_it_was_shown(
    name: str, data: st.DataObject
) -> None:
    position = data.draw(positions(st.just(name)))
    assume(not position.is_terminal())
    pack = set(position.game.pack.cards())
    for seat in range(position.game.num_players):
        assert set(unseen_cards(position, seat)) == pack - named_cards(position, seat)


@law
def test_a_description_sets_up_the_same_state(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(st.just(name)))
    assume(not position.is_terminal())
    again = position.game.new_position(setup=position.describe(), **position.parameters)
    assert again.describe() == position.describe()
    assert again.current_player() == position.current_player()
    assert again.legal_actions() == position.legal_actions()
    rules = position.game.rules
    assert state_key[rules](again.state[0]) == state_key[rules](position.state[0])


# --- What a seat knows ----------------------------------------------------------------


@law
def test_information_keys_are_equal_exactly_when_the_information_is(
    name: str, data: st.DataObject
) -> None:
    deal = data.draw(deals(st.just(name)))
    seat = data.draw(st.integers(0, deal[0].game.num_players - 1))
    depth = data.draw(st.integers(0, len(deal) - 1))
    twin = swap_cards(deal[depth], *data.draw(st.permutations(
        deal[0].game.pack.cards()))[:2])  # fmt: skip
    found = [*deal, *random_line(twin or deal[0], data.draw(SEEDS))]
    rules = deal[0].game.rules
    by_key: dict[int, str] = {}
    by_text: dict[str, int] = {}
    for position in found:
        if not position.is_terminal():
            key = int(information_key[rules](position.state[0], seat))
            text = position.information(seat)
            assert by_key.setdefault(key, text) == text
            assert by_text.setdefault(text, key) == key


@law
def test_information_keys_of_two_seats_never_coincide(
    name: str, data: st.DataObject
) -> None:
    deal = data.draw(deals(st.just(name)))
    rules = deal[0].game.rules
    keys: list[set[int]] = [
        {int(information_key[rules](position.state[0], seat)) for position in deal}
        for seat in range(deal[0].game.num_players)
    ]
    assert len(set.union(*keys)) == sum(map(len, keys))


@law
def test_knowledge_does_not_depend_on_hidden_cards(
    name: str, data: st.DataObject
) -> None:
    position = data.draw(positions(st.just(name)))
    assume(not position.is_terminal())
    seat = data.draw(st.integers(0, position.game.num_players - 1))
    twin = data.draw(swaps(position, seat))
    assume(twin.information(seat) == position.information(seat))
    mine, other = position.knowledge(seat), twin.knowledge(seat)
    assert mine == other
    assert fields(mine.state) == fields(other.state)
    assert fields(mine.sample(3, seed=1)) == fields(other.sample(3, seed=1))


@law
def test_a_world_looks_like_the_truth_to_the_seat(
    name: str, data: st.DataObject
) -> None:
    position = data.draw(positions(st.just(name)))
    assume(not position.is_terminal())
    game = position.game
    seat = data.draw(st.integers(0, game.num_players - 1))
    known = position.knowledge(seat)
    key = information_key[game.rules](position.state[0], seat)
    for world in known.sample(3, seed=data.draw(SEEDS)):
        assert information_key[game.rules](world, seat) == key
        again = Knowledge(
            game,
            seat,
            np.array([world]).view(np.recarray),
            known.start,
            known.observed,
            known.parameters,
            is_setup=known.is_setup,
        )
        assert again == known


@law
def test_a_world_can_be_played_to_its_end(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(st.just(name)))
    assume(not position.is_terminal())
    game = position.game
    seat = data.draw(st.integers(0, game.num_players - 1))
    rng = random.Random(data.draw(SEEDS))
    pack = set(game.pack.cards())
    out = np.zeros(MAX_SEATS, np.int64)
    for world in position.knowledge(seat).sample(3, seed=rng.getrandbits(32)):
        for _ in range(game.rules.INFO.max_length + 1):
            described = cards_in(game.rules.describe(world), pack)
            assert len(set(described)) == len(described)
            if current_player[game.rules](world) == TERMINAL:
                break
            legal = list(members(int(legal_actions[game.rules](world))))
            apply[game.rules](world, rng.choice(legal))
        assert current_player[game.rules](world) == TERMINAL
        returns[game.rules](world, out)
        if game.rules.INFO.sums_to_zero(game.options):
            assert sum(out[: game.num_players]) == 0


@law
def test_the_truth_is_one_of_the_worlds(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(st.just(name)))
    assume(not position.is_terminal())
    seat = data.draw(st.integers(0, position.game.num_players - 1))
    known = position.knowledge(seat)
    assert known.count >= 1
    if known.count <= 500:
        rules = position.game.rules
        worlds = known.enumerate()
        assert len(worlds) == known.count
        assert len({tuple(fields(worlds[i : i + 1])) for i in range(len(worlds))}) == (
            known.count
        )
        if known.current_player() == position.current_player():
            keys = {int(state_key[rules](world)) for world in worlds}
            assert int(state_key[rules](position.state[0])) in keys


# --- States ---------------------------------------------------------------------------

Future = tuple[int, int, tuple[int, ...], int]  # player, legal set, max^n returns, ends


def has_small_tree(position: Position) -> bool:
    """Return whether the tree has at most TREE actions."""
    rules, open_states, nodes = position.game.rules, [position.state], 0
    while open_states:
        state = open_states.pop()
        for action in members(int(legal_actions[rules](state[0]))):
            after = state.copy()
            apply[rules](after[0], action)
            open_states.append(after)
            nodes += 1
        if nodes > TREE:
            return False
    return True


def future(position: Position, state: Any, found: dict[int, Future]) -> Future:
    """Return what is to come from `state`, and note it for every state on the way."""
    rules, seats = position.game.rules, position.game.num_players
    player = int(current_player[rules](state[0]))
    legal = int(legal_actions[rules](state[0]))
    best: tuple[int, ...] = ()
    ends = 0
    if player == TERMINAL:
        out = np.zeros(MAX_SEATS, np.int64)
        returns[rules](state[0], out)
        best, ends = tuple(out[:seats].tolist()), 1
    for action in members(legal):
        after = state.copy()
        apply[rules](after[0], action)
        _, _, values, more = future(position, after, found)
        ends += more
        if not best or values[player] > best[player]:
            best = values
    result = (player, legal, best, ends)
    key = int(state_key[rules](state[0]))
    assert found.setdefault(key, result) == result
    if is_two_sided[rules](state[0]):
        limits = np.zeros(2, np.int64)
        bounds[rules](state[0], limits)
        assert limits[0] <= best[0] <= limits[1]
    return result


@law
def test_equal_state_keys_mean_equal_futures_within_the_bounds(
    name: str, data: st.DataObject
) -> None:
    """The last plies of a deal, and of that deal with two cards exchanged."""
    deal = data.draw(deals(st.just(name)))
    first = next(i for i, position in enumerate(deal) if has_small_tree(position))
    cards = data.draw(st.permutations(deal[0].game.pack.cards()))[:2]
    found: dict[int, Future] = {}
    for position in (deal[first], swap_cards(deal[first], *cards)):
        if position is not None:
            future(position, position.state, found)


@pytest.fixture(scope="session")
def plain_python() -> dict[str, str]:
    """The digests of random walks in a process without the JIT, warnings as errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.walks"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", GAME_IDS)
def test_machine_code_does_what_the_source_says(
    name: str, plain_python: dict[str, str]
) -> None:
    assert digest(name) == plain_python[name]


# --- What belongs to a game -----------------------------------------------------------


@pytest.mark.parametrize("name", GAME_IDS)
@pytest.mark.parametrize(
    "path",
    ["perft/{}.perft", "golden/{}.golden", "playthroughs/{}.txt", "naive/{}.py"],
)
def test_every_game_has_its_files(name: str, path: str) -> None:
    assert (ROOT / "tests" / path.format(name)).is_file()


@pytest.mark.parametrize("name", GAME_IDS)
def test_every_game_has_a_row_in_the_readme(name: str) -> None:
    rows = re.findall(rf"^\| *`{name}` *\|", (ROOT / "README.md").read_text(), re.M)
    assert len(rows) == 1


@pytest.mark.parametrize("name", GAME_IDS)
def test_every_game_tells_its_rules_source_and_unit(name: str) -> None:
    text = rules_of(name).__doc__ or ""
    for heading in ("Source:", "Unit of returns:"):
        assert heading in text
    assert len(text.splitlines()) >= 15
    assert rules_of(name).INFO.source
    assert all(option.meaning for option in rules_of(name).OPTIONS)

"""The solvers on every registered game: fast search against plain, hint against worlds.

A position near enough to the end for the slow search is taken from a random deal with
random options; so what a game tells the searches (bounds, order, keys) is tested, too.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Position, load_game
from engine.perft import perft
from engine.protocol import (
    MAX_SEATS,
    bounds,
    ceiling,
    is_two_sided,
    legal_actions,
    search_here,
    try_first,
)
from solver import Limit, hidden_cards, hint, solve
from solver.double_dummy import solve_many
from solver.minimax import minimax
from tests.solver.toys import many, mean_over_worlds, without_time
from tests.strategies import GAME_IDS, SEEDS, games, parameters, random_line

MOST_NODES = many(600)  # of a tree that is searched plainly
MOST_WORLDS = many(150)

each_game = pytest.mark.parametrize("name", GAME_IDS)


@st.composite
def endings(draw: st.DrawFn, name: str, nodes: int = MOST_NODES) -> Position:
    """Draw a position with a small tree, as early in its deal as can be."""
    game = draw(games(st.just(name)))
    seed = draw(SEEDS)
    position = game.new_position(seed=seed, **draw(parameters(game)))
    line = random_line(position, seed)[:-1]
    back = draw(st.integers(0, 3))
    early = next((i for i, p in enumerate(line) if is_small(p, nodes)), len(line) - 1)
    return line[min(early + back, len(line) - 1)]


def is_small(position: Position, nodes: int) -> bool:
    """Return whether the tree has at most so many nodes: look one ply at a time."""
    for depth in range(1, position.game.rules.INFO.max_length + 1):
        counts = perft(position, depth)
        if sum(counts.paths) > nodes:
            return False
        if len(counts.paths) <= depth:
            return True
    return True


@each_game
@settings(max_examples=many(30))
@given(data=st.data())
def test_every_action_is_valued_as_plain_search_does(
    name: str, data: st.DataObject
) -> None:
    position = data.draw(endings(name))
    seat = position.current_player()
    assume(seat >= 0)
    after = {a: minimax(position.play(a))[0] for a in position.legal_actions()}
    values = {action: payoffs[seat] for action, payoffs in after.items()}
    answer = solve(position)
    assert {text: found.value for text, found in answer.actions.items()} == values
    most = max(values.values())
    assert answer.best == [action for action, value in values.items() if value == most]
    assert answer.returns == after[answer.best[0]]
    if answer.method != "expectiminimax":
        assert position.play_all(answer.pv).returns() == answer.returns


@each_game
@settings(max_examples=many(30))
@given(data=st.data())
def test_bounds_and_ceilings_are_proven(name: str, data: st.DataObject) -> None:
    position = data.draw(endings(name))
    rules, scale = position.game.rules, position.game.scale
    payoffs, _ = minimax(position)
    state, out = position.state, np.zeros(MAX_SEATS, np.int64)
    if is_two_sided[rules](state[0]):
        bounds[rules](state[0], out)
        assert out[0] <= payoffs[0] * scale <= out[1]
    for seat in range(position.game.num_players):
        assert payoffs[seat] * scale <= ceiling[rules](state[0], seat)
    assert try_first[rules](state[0]) & ~legal_actions[rules](state[0]) == 0


@each_game
@settings(max_examples=many(15))
@given(data=st.data(), seed=SEEDS)
def test_a_hint_is_the_mean_over_the_worlds_it_samples(
    name: str, data: st.DataObject, seed: int
) -> None:
    position = data.draw(endings(name, MOST_NODES // 5))
    seat = position.current_player()
    assume(seat >= 0)
    knowledge = position.knowledge(seat)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hidden_cards, "FEW_WORLDS", 0)  # draw even if worlds are few
        answer = hint(position, limit=Limit(samples=5), seed=seed)
    expected = mean_over_worlds(knowledge, knowledge.sample(5, seed))
    found = {text: action.value for text, action in answer.actions.items()}
    assert found == pytest.approx({text: float(v) for text, v in expected.items()})
    assert answer.worlds == (knowledge.count, 5)


@each_game
@settings(max_examples=many(10))
@given(data=st.data())
def test_a_hint_from_all_worlds_is_their_exact_mean(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(games(st.just(name)))
    seed = data.draw(SEEDS)
    line = random_line(game.new_position(seed=seed), seed)[:-1]
    few = [p for p in line if p.current_player() >= 0 and is_small(p, MOST_NODES // 10)]
    for position in few:
        knowledge = position.knowledge(position.current_player())
        if knowledge.count <= MOST_WORLDS:
            answer = hint(position, limit=Limit())
            assert answer.worlds == (knowledge.count, knowledge.count)
            expected = mean_over_worlds(knowledge)
            found = {text: action.value for text, action in answer.actions.items()}
            assert found == expected
            assert answer.exact
            break


@each_game
@settings(max_examples=many(8))
@given(data=st.data(), seed=SEEDS)
def test_a_hint_depends_on_what_the_seat_knows_and_on_the_seed(
    name: str, data: st.DataObject, seed: int
) -> None:
    game = data.draw(games(st.just(name)))
    line = random_line(game.new_position(seed=seed), seed)[:-1]
    position = data.draw(st.sampled_from(line[-many(300) :]))
    seat = position.current_player()
    assume(seat >= 0)
    knowledge = position.knowledge(seat)
    limit = Limit(samples=4)
    one = without_time(hint(position, limit=limit, seed=seed, threads=1))
    two = without_time(hint(knowledge, limit=limit, seed=seed, threads=2))
    assert one == two
    assert one["samples"] == min(4, knowledge.count) or one["method"] != "pimc"


@each_game
def test_a_batch_has_the_values_of_single_solutions(name: str) -> None:
    game = load_game(name)
    states, expected = [], []
    for seed in range(many(20)):
        line = random_line(game.new_position(seed=seed), seed)
        position = next(p for p in line if search_here[game.rules](p.state[0]))
        if not is_two_sided[game.rules](position.state[0]):
            return  # of three sides there is no batch
        answer = solve(position)
        assert answer.returns is not None
        states.append(position.state)
        expected.append(answer.returns[0] * game.scale)
    batch = np.concatenate(states).view(np.recarray)
    assert solve_many(game, batch).tolist() == expected

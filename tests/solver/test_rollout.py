"""Random play-outs: what they start from, that they are uniform, and repeatable."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from engine import IllegalStateError, load_game
from engine.protocol import MAX_SEATS, returns
from engine.rng import STREAM_PLAYOUT, new_rng
from solver.rollout import BLOCK, deal_many, play_out, playouts, random_outcome
from tests.solver.toys import many, toy


@pytest.mark.parametrize("name", ["kuhn", "ekarte"])
@pytest.mark.parametrize("seed", [0, 77, -5])
def test_dealt_states_are_those_of_seeded_positions(name: str, seed: int) -> None:
    game = load_game(name)
    states = deal_many(game, 5, seed=seed)
    for i in range(5):
        expected = game.new_position(seed=seed + i).state
        for field in states.dtype.names:
            assert np.array_equal(states[field][i], expected[field][0])


def test_random_kuhn_poker_pays_what_it_must() -> None:
    """Uniform play with KQ: pass-pass +1, pass-bet-fold -1, pass-bet-call +2, bet-fold
    +1, bet-call +2, at 1/4, 1/8, 1/8, 1/4, 1/4: mean 1/4 + 1/8 + 3/4 = 9/8."""
    game = load_game("kuhn")
    state = game.new_position(deck=["K", "Q", "J"]).state
    count = many(40_000)
    result = playouts(game, state, count, seed=1)
    # A payoff's standard deviation is below 1.1.
    assert abs(float(result.means[0]) - 9 / 8) < 4 * 1.1 / count**0.5
    assert result.means[1] == -result.means[0]
    # Two actions in 3 of 4 play-outs, three in the rest.
    assert abs(result.actions / count - 2.25) < 4 * 0.44 / count**0.5


def test_sums_are_those_of_single_playouts() -> None:
    game = toy(players=3, opposed=False, length=5, halves=True, chance=True)
    states = deal_many(game, 7, seed=3)
    count = 2 * BLOCK + 22
    result = playouts(game, states, count, seed=9, threads=2)
    total, actions = np.zeros(3, np.int64), 0
    out = np.zeros(MAX_SEATS, np.int64)
    for i in range(count):
        if i % BLOCK == 0:  # play-outs of a block share a generator
            rng = new_rng(9, STREAM_PLAYOUT, i)
        state = states[i % 7 : i % 7 + 1].copy()
        actions += play_out[game.rules](state[0], rng)
        returns[game.rules](state[0], out)
        total += out[:3]
    assert result.actions == actions == 5 * count
    assert result.means == [Fraction(int(t), 2 * count) for t in total]


def test_threads_do_not_change_the_sums() -> None:
    game = load_game("kuhn")
    states = deal_many(game, 100)
    one, two = (playouts(game, states, many(20_000), 5, threads) for threads in (1, 2))
    assert one == two
    assert one != playouts(game, states, many(20_000), 6)


def test_outcomes_are_drawn_by_weight() -> None:
    game = toy(chance=True, width=4, length=3)
    position = next(
        after
        for seed in range(50)
        for after in [game.new_position(seed=seed)]
        for after in [after.play(after.legal_actions()[0])]
        for after in [after.play(after.legal_actions()[0])]
        if len(after.legal_actions()) == 4
    )
    rng, draws = new_rng(0, 0), many(20_000)
    drawn = [
        game.rules.action_text(None, random_outcome[game.rules](position.state[0], rng))
        for _ in range(draws)
    ]
    for action, odds in position.chance_outcomes():
        spread = (float(odds * (1 - odds)) * draws) ** 0.5
        assert abs(drawn.count(action) - float(odds) * draws) < 4 * spread


def test_nothing_to_start_from_is_refused() -> None:
    game = load_game("kuhn")
    with pytest.raises(IllegalStateError, match="at least one"):
        playouts(game, deal_many(game, 0), 10)
    with pytest.raises(IllegalStateError, match="at least one"):
        playouts(game, deal_many(game, 1), 0)

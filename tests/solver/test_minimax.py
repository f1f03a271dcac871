"""The oracle of all other searches, against what can be worked out by hand."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from engine import load_game
from solver.minimax import PlainSearch, mean, minimax
from tests.naive import base
from tests.naive.kuhn import NaiveKuhn
from tests.solver.toys import toy


@pytest.mark.parametrize(
    ("deck", "payoffs", "line"),
    [
        # The lower card can't win a chip: it passes, and folds or is shown up.
        ("J Q K", [-1, 1], ["pass", "pass"]),
        ("Q K J", [-1, 1], ["pass", "pass"]),
        # Against the higher card no bet is called, so passing is as good as betting.
        ("K Q J", [1, -1], ["pass", "pass"]),
    ],
)
def test_open_kuhn_poker_is_worth_the_ante(
    deck: str, payoffs: list[int], line: list[str]
) -> None:
    assert minimax(load_game("kuhn").new_position(deck=deck.split())) == (payoffs, line)


@pytest.mark.parametrize("seed", range(20))
def test_one_action_each_leads_to_the_only_end(seed: int) -> None:
    position = toy(width=1, length=5, players=3, opposed=False).new_position(seed=seed)
    payoffs, line = minimax(position)
    end = position.play_all(line)
    assert end.is_terminal()
    assert end.returns() == payoffs


@pytest.mark.parametrize("seed", range(5))
def test_a_game_that_always_ties_is_worth_nothing(seed: int) -> None:
    position = toy(spread=0, players=4).new_position(seed=seed)
    payoffs, line = minimax(position)
    assert payoffs == [0, 0, 0, 0]
    # Among equal actions the first is followed.
    while not position.is_terminal():
        assert line[0] == position.legal_actions()[0]
        position, line = position.play(line[0]), line[1:]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("opposed", [True, False])
def test_no_action_at_the_root_is_better_than_the_best_line(
    players: int, opposed: bool
) -> None:
    game = toy(players=players, opposed=opposed, spread=2, halves=True)
    for seed in range(15):
        position = game.new_position(seed=seed)
        seat = position.current_player()
        payoffs, line = minimax(position)
        after = {a: minimax(position.play(a))[0] for a in position.legal_actions()}
        most = max(values[seat] for values in after.values())
        assert payoffs[seat] == most
        assert line[0] == next(a for a, v in after.items() if v[seat] == most)
        assert payoffs == after[line[0]]
        assert position.play_all(line).returns() == payoffs


def test_a_chance_node_is_worth_its_exact_expectation() -> None:
    game = toy(chance=True, length=3, spread=9)
    checked = 0
    for seed in range(30):
        position = game.new_position(seed=seed)
        while position.current_player() >= 0:
            position = position.play(position.legal_actions()[0])
        if position.is_terminal():
            continue
        outcomes = position.chance_outcomes()
        expected = [
            sum((odds * minimax(position.play(a))[0][p] for a, odds in outcomes), 0)
            for p in range(2)
        ]
        assert minimax(position) == (expected, [])
        checked += 1
    assert checked >= 10


def test_the_mean_of_vectors_is_exact() -> None:
    assert mean([1, 2], [[1, -1], [2, 0]]) == [Fraction(5, 3), Fraction(-1, 3)]
    assert mean([1, 1], [[1, 0], [3, 0]]) == [2, 0]


def test_nodes_are_actions_applied() -> None:
    position = load_game("kuhn").new_position(seed=0)
    search = PlainSearch(position.game.rules, True)
    search.value(position.state)
    assert search.nodes == 8  # pass, pass-pass, pass-bet and its two, bet and its two


def test_it_agrees_with_an_independent_oracle() -> None:
    rng = random.Random(0)
    for _ in range(20):
        deck = rng.sample(["J", "Q", "K"], 3)
        naive = NaiveKuhn({}, {}, deck)
        position = load_game("kuhn").new_position(deck=deck)
        assert minimax(position)[0][0] == base.minimax(naive)
        assert minimax(position)[0] == base.maxn(naive)

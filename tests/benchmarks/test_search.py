"""Searches with open and hidden cards. Each checks what it measures.

`extra_info` holds the nodes: divided by the time they are the speed of the search.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_game
from engine.perft import perft
from service.bench import five_tricks
from solver import Limit, hint, solve
from solver.double_dummy import solve_many
from solver.minimax import minimax

DEALS = 2000


@pytest.mark.parametrize("threads", [1, 2])
def test_five_tricks_of_ekarte(benchmark: Any, threads: int) -> None:
    game, states = five_tricks(DEALS)
    values = benchmark(solve_many, game, states, threads=threads)
    starts = [game.new_position(seed=seed) for seed in range(10)]
    for value, start in zip(values, starts, strict=False):
        if "play_on" in start.legal_actions():
            start = start.play("play_on")
        assert value == minimax(start)[0][0]
    benchmark.extra_info["deals"] = DEALS


def test_offer_of_ekarte(benchmark: Any) -> None:
    """The whole deal with open cards, exchanges and all."""
    position = load_game("ekarte").new_position(seed=7)
    answer = benchmark(solve, position, limit=Limit(nodes=200_000), threads=1)
    again = solve(position, limit=Limit(nodes=200_000), threads=2)
    assert answer.actions == again.actions
    benchmark.extra_info["nodes"] = answer.nodes


def test_one_deal_of_sult_malac(benchmark: Any) -> None:
    """16^2 * 5^2 * 4^2 * 5^2 ways to play, most of them cut off."""
    position = load_game("sult_malac").new_position(seed=1)
    answer = benchmark(solve, position, threads=1)
    assert answer.exact
    assert answer.returns[0] in (-1, 1)
    benchmark.extra_info["nodes"] = answer.nodes


@pytest.mark.parametrize("name", ["ekarte", "lupfen", "sult_malac"])
def test_hint(benchmark: Any, name: str) -> None:
    position = load_game(name).new_position(seed=7)
    limit = Limit(samples=200)
    expected = hint(position, limit=limit, threads=2)
    answer = benchmark(hint, position, limit=limit, threads=1)
    assert answer.actions == expected.actions
    benchmark.extra_info["nodes"] = answer.nodes


def test_perft_of_sult_malac(benchmark: Any) -> None:
    position = load_game("sult_malac").new_position(seed=1)
    counted = benchmark(perft, position)
    assert counted.histories == 16**2 * 5**2 * 4**2 * 5**2
    benchmark.extra_info["nodes"] = sum(counted.paths)

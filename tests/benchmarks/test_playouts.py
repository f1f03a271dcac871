"""Random play and worlds, in batches on one core. Each checks what it measures."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_game
from engine.games import REGISTRY
from solver.rollout import deal_many, playouts

COUNT = 20_000


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_playouts(benchmark: Any, name: str) -> None:
    game = load_game(name)
    deals = deal_many(game, 1000)
    expected = playouts(game, deals, COUNT, seed=1, threads=2)  # warm, and the answer
    result = benchmark(playouts, game, deals, COUNT, seed=1, threads=1)
    assert result == expected
    benchmark.extra_info["actions"] = result.actions


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_worlds(benchmark: Any, name: str) -> None:
    position = load_game(name).new_position(seed=1)
    known = position.knowledge(position.current_player())
    expected = known.sample(COUNT)
    drawn = benchmark(known.sample, COUNT)
    assert drawn.tobytes() == expected.tobytes()
    benchmark.extra_info["worlds"] = known.count

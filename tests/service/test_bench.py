"""`malac bench`: the rows it gives, and that it knows its benchmarks."""

from __future__ import annotations

import pytest

from engine import OptionError
from engine.games import REGISTRY
from service import peers
from service.bench import bench_threads, benchmarks, five_tricks, run

KEYS = ["name", "value", "unit", "ratio", "against", "note"]


def test_every_game_is_measured() -> None:
    named = set(benchmarks())
    assert {f"playouts.{name}" for name in REGISTRY} <= named
    assert {f"worlds.{name}" for name in REGISTRY} <= named
    assert {"solve.ekarte", "threads.solve", "hint.ekarte"} <= named


@pytest.mark.parametrize("name", ["worlds.kuhn", "solve.ekarte", "threads.playouts"])
def test_rows_have_their_fields(name: str) -> None:
    (row,) = run([name], peers=False, seconds=0.02)
    assert list(row) == KEYS
    assert row["name"] == name
    assert row["value"] > 0


def test_playouts_are_compared_with_plain_python() -> None:
    (row,) = run(["playouts.kuhn"], peers=False, seconds=0.02)
    assert row["against"] == "no JIT"
    assert row["ratio"] > 10


def test_a_part_of_a_name_selects() -> None:
    names = [row["name"] for row in run(["s.kuhn"], peers=False, seconds=0.01)]
    assert names == ["playouts.kuhn", "worlds.kuhn"]


def test_unknown_benchmarks_are_refused() -> None:
    with pytest.raises(OptionError, match="unknown benchmark 'chess': expected"):
        run(["chess"], peers=False, seconds=0.01)


def test_five_tricks_are_five_tricks() -> None:
    game, states = five_tricks(20)
    hands = game.rules.describe(states[0])["hands"]
    assert [len(hand) for hand in hands] == [5, 5]
    assert {game.rules.describe(state)["phase"] for state in states} == {"tricks"}


def test_two_threads_are_compared_with_one() -> None:
    asked = []

    def work(threads: int) -> int:
        asked.append(threads)
        return 1000 * threads

    row = bench_threads("test", work, 0.01)
    assert set(asked) == {1, 2}
    assert row["ratio"] > 0
    assert row["against"] == "one thread"


@pytest.mark.oracle
def test_openspiel_takes_tens_of_nanoseconds_at_least() -> None:
    pytest.importorskip("pyspiel")
    assert 20 < peers.openspiel_ns("euchre", 0.2) < 2000


@pytest.mark.oracle
def test_dds_solves_thousands_of_endings() -> None:
    pytest.importorskip("endplay")
    assert 500 < peers.dds_endings(0.2) < 200_000

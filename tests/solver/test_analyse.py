"""The front door: stopping at every instant, progress, JSON, and what it exports."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import solver
from engine import Position, load_game, notation
from solver import Answer, Limit, Stop, hint, solve
from tests.solver.toys import toy

LONG: dict[str, Any] = {"length": 60, "width": 5, "spread": 90}
SLACK = 1.0  # for a busy machine


def endless_open() -> Position:
    """Return a position that nobody solves."""
    return toy(**LONG).new_position(seed=0)


def endless_many() -> Position:
    """Return one of three sides that nobody solves."""
    return toy(**LONG, players=3, opposed=False).new_position(seed=0)


def endless_chance() -> Position:
    """Return one with chance nodes that nobody solves."""
    return toy(**LONG, chance=True).new_position(seed=0)


ENDLESS: list[tuple[Callable[..., Answer], Callable[[], Position]]] = [
    (solve, endless_open),
    (solve, endless_many),
    (solve, endless_chance),
    (hint, endless_open),
    (hint, endless_many),
]
endless = pytest.mark.parametrize(("ask", "make"), ENDLESS)


def is_unfinished(answer: Answer) -> bool:
    """Check that an answer is right although the search was stopped."""
    assert not answer.complete
    assert not answer.exact
    assert list(answer.actions) == answer.position.legal_actions()
    assert answer.returns is None
    return all(a.value is None or a.error is not None for a in answer.actions.values())


@endless
def test_a_stop_before_the_start_is_obeyed(ask: Any, make: Any) -> None:
    stop = Stop()
    stop.set()
    ask(make(), limit=Limit(seconds=0))  # kernels are loaded
    began = time.perf_counter()
    assert is_unfinished(ask(make(), stop=stop, limit=Limit()))
    assert time.perf_counter() - began < SLACK


@endless
@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.1])
def test_a_time_limit_is_kept(ask: Any, make: Any, seconds: float) -> None:
    ask(make(), limit=Limit(seconds=0))
    began = time.perf_counter()
    answer = ask(make(), limit=Limit(seconds=seconds))
    assert is_unfinished(answer)
    assert time.perf_counter() - began < seconds + SLACK


@endless
def test_a_stop_from_another_thread_is_obeyed_twice_over(ask: Any, make: Any) -> None:
    stop = Stop()
    ask(make(), limit=Limit(seconds=0))
    for delay in (0.05, 0.06):
        threading.Timer(delay, stop.set).start()
    began = time.perf_counter()
    assert is_unfinished(ask(make(), stop=stop, limit=Limit()))
    assert time.perf_counter() - began < SLACK
    assert is_unfinished(ask(make(), stop=stop, limit=Limit()))


@endless
def test_progress_sees_the_answer_so_far_and_may_stop_it(ask: Any, make: Any) -> None:
    seen: list[Answer] = []

    def progress(answer: Answer) -> bool:
        seen.append(answer)
        return len(seen) == 2

    answer = ask(make(), progress=progress, limit=Limit())
    assert is_unfinished(answer)
    assert len(seen) == 2
    assert seen[0].seconds < seen[1].seconds <= answer.seconds
    assert seen[0].nodes <= seen[1].nodes <= answer.nodes


@endless
def test_an_interrupt_returns_the_best_so_far(ask: Any, make: Any) -> None:
    ask(make(), limit=Limit(seconds=0))
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.1, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    assert is_unfinished(ask(make(), limit=Limit()))
    timer.join()


def test_every_position_may_be_stopped_without_spoiling_the_next() -> None:
    position = toy(length=6, spread=9).new_position(seed=1)
    whole = solve(position)
    for seconds in (0.0, 0.0001, 0.001, 0.01):
        part = solve(position, limit=Limit(seconds=seconds))
        for text, action in part.actions.items():
            assert action.value in (None, whole.actions[text].value)
    assert solve(position).actions == whole.actions


# --- JSON -----------------------------------------------------------------------------

MEMBERS = {
    "game", "options", "parameters", "position", "seat", "method", "exact", "complete",
    "unit", "actions", "best", "returns", "pv", "worlds", "seed", "samples", "nodes",
    "limit", "seconds", "version",
}  # fmt: skip


def test_json_of_a_solution() -> None:
    position = load_game("kuhn").new_position(deck=["Q", "K", "J"])
    answer = solve(position, limit=Limit(seconds=5))
    document = json.loads(json.dumps(answer.to_json()))
    assert set(document) == MEMBERS
    assert document["actions"]["bet"] == {
        "value": -2, "error": 0, "loss": 1, "loss_error": 0, "low": None, "high": None,
        "nodes": 5,
    }  # fmt: skip
    assert document["returns"] == [-1, 1]
    assert document["best"] == ["pass"]
    assert document["pv"] == ["pass", "pass"]
    assert document["limit"] == {"seconds": 5}
    assert document["unit"] == "chips"
    assert document["worlds"] is document["seed"] is document["samples"] is None
    assert notation.parse(document["position"]) == position


def test_json_of_a_hint() -> None:
    position = load_game("kuhn").new_position(deck=["Q", "K", "J"])
    document = json.loads(json.dumps(hint(position, seed=4).to_json()))
    assert set(document) == MEMBERS
    assert document["actions"]["bet"]["value"] == "-1/2"
    assert document["worlds"] == {"count": 2, "used": 2}
    assert (document["seed"], document["samples"]) == (4, 2)
    assert document["returns"] is None
    assert document["exact"] is True
    assert notation.parse(document["position"]) == position.knowledge(0)


def test_an_answer_can_be_repeated_from_its_json() -> None:
    position = load_game("ekarte").new_position(seed=11)
    first = hint(position, limit=Limit(seconds=0.1), seed=2**65).to_json()
    document = json.loads(json.dumps(first))
    again = hint(
        notation.parse(document["position"]),
        limit=Limit(samples=document["samples"]),
        seed=document["seed"],
    ).to_json()
    for name in MEMBERS - {"limit", "seconds", "complete"}:
        assert again[name] == first[name], name


def test_what_the_package_offers() -> None:
    assert solver.__all__ == sorted(solver.__all__)
    assert all(hasattr(solver, name) for name in solver.__all__)

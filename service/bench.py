"""Benchmarks of malac, beside other packages in the same run.

=====================  ===============================================================
name                   what is measured
=====================  ===============================================================
playouts.GAME          random play to the end, ns an action, one core
solve.ekarte           five tricks of Ékarté with open cards, exact, deals a second,
                       one core
threads.playouts,      how much faster batch calls are in two threads than in one
threads.solve
worlds.GAME            uniform worlds drawn for the first seat to act, a second
hint.GAME              `malac hint`, from process start to the answer
=====================  ===============================================================

Rates on one core are per second of CPU time, so that a busy neighbour changes little;
threads and hints are by the clock on the wall.

A row is a dict: `name`, `value`, `unit`, `ratio` (how many times better than what it is
measured against; None if against nothing), `against`, `note`.
"""

from __future__ import annotations

import functools
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from engine import Game, OptionError, load_game
from engine.games import REGISTRY
from service.peers import dds_endings, is_installed, openspiel_ns, per_cpu_second
from solver.double_dummy import solve_many
from solver.rollout import deal_many, playouts
from solver.workers import num_threads

Row = dict[str, Any]
Benchmark = Callable[[bool, float], Row]

HINT_GAMES = ("ekarte", "lupfen", "sult_malac")
HINT_LIMIT_S = 0.5
OPENSPIEL_GAMES = ("euchre", "hearts", "bridge")
DEALS = 2000
WORLDS, PLAYOUTS = 20_000, 400_000  # a call
ROUNDS = 5  # of measurements that alternate


def row(
    name: str,
    value: float,
    unit: str,
    ratio: float | None = None,
    against: str | None = None,
    note: str | None = None,
) -> Row:
    """Return one line of the table of results."""
    return {
        "name": name,
        "value": value,
        "unit": unit,
        "ratio": ratio,
        "against": against,
        "note": note,
    }


# --- Random playouts ------------------------------------------------------------------


def playout_ns(name: str, seconds: float, batch: int = PLAYOUTS) -> float:
    """Return the nanoseconds for an action of a random playout, on one core."""
    game = load_game(name)
    deals = deal_many(game, DEALS)
    playouts(game, deals, 1, threads=1)

    def work() -> int:
        return playouts(game, deals, batch, threads=1).actions

    return 1e9 / per_cpu_second(work, seconds)


@functools.cache
def openspiel_quickest() -> str:
    """Return which of OpenSpiel's trick games takes least for an action."""
    return min(OPENSPIEL_GAMES, key=lambda name: openspiel_ns(name, 0.2))


def plain_python_ns(name: str, seconds: float) -> float:
    """Return the same as `playout_ns`, without the JIT, in a process of its own."""
    call = f"playout_ns({name!r}, {seconds}, batch=20)"
    code = f"from service.bench import playout_ns; print({call})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def bench_playouts(name: str, peers: bool, seconds: float) -> Row:
    """Measure random playouts of a game."""
    has_peer = peers and is_installed("pyspiel")
    if has_peer:
        other = openspiel_quickest()
        theirs = [openspiel_ns(other, seconds / ROUNDS)]
    else:
        theirs = [plain_python_ns(name, seconds)] * ROUNDS
    ours = []
    for _ in range(ROUNDS):
        ours.append(playout_ns(name, seconds / ROUNDS))
        if has_peer:
            theirs.append(openspiel_ns(other, seconds / ROUNDS))
    ratio = statistics.median(b / a for a, b in zip(ours, theirs, strict=False))
    against = f"OpenSpiel {other} (C++)" if has_peer else "no JIT"
    note = f"one core; theirs {statistics.median(theirs):.0f} ns"
    return row(
        f"playouts.{name}", statistics.median(ours), "ns/action", ratio, against, note
    )


# --- Open cards -----------------------------------------------------------------------


def five_tricks(count: int) -> tuple[Game, Any]:
    """Return Ékarté, and states of it in which all five tricks are to be played."""
    game = load_game("ekarte")
    dealt = (game.new_position(seed=seed) for seed in range(count))
    # A hand of trumps alone may not propose an exchange, and play begins by itself.
    starts = (
        position.play("play_on") if "propose" in position.legal_actions() else position
        for position in dealt
    )
    states = np.concatenate([position.state for position in starts])
    return game, states.view(np.recarray)


def bench_solve(peers: bool, seconds: float) -> Row:
    """Measure exact solutions of five tricks, beside DDS."""
    game, states = five_tricks(DEALS)
    solve_many(game, states, threads=1)

    def work() -> int:
        return len(solve_many(game, states, threads=1))

    rates, ratios, against = [], [], None
    for _ in range(ROUNDS):
        rates.append(per_cpu_second(work, seconds / ROUNDS))
        if peers and is_installed("endplay"):
            ratios.append(rates[-1] / dds_endings(seconds / ROUNDS))
            against = "DDS (C++), endings of five cards"
    ratio = statistics.median(ratios) if ratios else None
    rate = statistics.median(rates)
    return row("solve.ekarte", rate, "deals/s", ratio, against, "five tricks, one core")


# --- Two threads ----------------------------------------------------------------------


def bench_threads(name: str, work: Callable[[int], int], seconds: float) -> Row:
    """Measure a batch call in two threads and in one, alternating."""
    work(2)

    def rate(threads: int) -> float:
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds / ROUNDS:
            done += work(threads)
        return done / (time.perf_counter() - began)

    pairs = [(rate(1), rate(2)) for _ in range(ROUNDS)]
    ratio = statistics.median(two / one for one, two in pairs)
    value = statistics.median(two for _, two in pairs)
    note = f"{num_threads(None)} cores"
    return row(name, value, "1/s", ratio, "one thread", note)


def bench_threads_playouts(peers: bool, seconds: float) -> Row:
    """Measure playouts in two threads."""
    game = load_game("ekarte")
    deals = deal_many(game, DEALS)

    def work(threads: int) -> int:
        return playouts(game, deals, PLAYOUTS, threads=threads).count

    return bench_threads("threads.playouts", work, seconds)


def bench_threads_solve(peers: bool, seconds: float) -> Row:
    """Measure exact solutions in two threads."""
    game, states = five_tricks(DEALS)
    states = np.tile(states, 20).view(np.recarray)

    def work(threads: int) -> int:
        return len(solve_many(game, states, threads=threads))

    return bench_threads("threads.solve", work, seconds)


# --- Worlds and hints -----------------------------------------------------------------


def bench_worlds(name: str, peers: bool, seconds: float) -> Row:
    """Measure drawing worlds for the seat that acts first."""
    position = load_game(name).new_position(seed=1)
    known = position.knowledge(position.current_player())

    def work() -> int:
        return len(known.sample(WORLDS))

    work()
    rate = statistics.median(
        per_cpu_second(work, seconds / ROUNDS) for _ in range(ROUNDS)
    )
    return row(f"worlds.{name}", rate, "worlds/s", note=f"of {known.count}, one core")


def bench_hint(name: str, peers: bool, seconds: float) -> Row:
    """Measure the whole command, from process start to the printed answer."""
    command = [sys.executable, "-m", "service", "hint", name, "--json"]
    command += ["--limit", f"{HINT_LIMIT_S}s"]

    def once() -> float:
        began = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        return time.perf_counter() - began

    once()  # may compile
    took = statistics.median(once() for _ in range(3))
    return row(f"hint.{name}", took, "s", note=f"of which {HINT_LIMIT_S} s of search")


# --- All of them ----------------------------------------------------------------------


def benchmarks() -> dict[str, Benchmark]:
    """Return every benchmark by name."""
    named: dict[str, Benchmark] = {}
    for name in sorted(REGISTRY):
        named[f"playouts.{name}"] = functools.partial(bench_playouts, name)
    named["solve.ekarte"] = bench_solve
    named["threads.playouts"] = bench_threads_playouts
    named["threads.solve"] = bench_threads_solve
    for name in sorted(REGISTRY):
        named[f"worlds.{name}"] = functools.partial(bench_worlds, name)
    for name in HINT_GAMES:
        named[f"hint.{name}"] = functools.partial(bench_hint, name)
    return named


def run(selected: Sequence[str] | None, peers: bool, seconds: float) -> list[Row]:
    """Measure all benchmarks, or some.

    Parameters
    ----------
    selected : sequence of str or None
        Names as above, or parts of them: `playouts`, `ekarte`.
    peers : bool
        Whether to measure other packages beside malac; those not installed are left
        out, and playouts are compared with the same code without the JIT.
    seconds : float
        About how long to measure each.

    Returns
    -------
    list of dict
        Rows as above, one a benchmark.

    Raises
    ------
    OptionError
        If a name is in none of the benchmarks', or the time is no finite number > 0.
    """
    if not 0 < seconds < math.inf:
        raise OptionError(f"seconds={seconds}: expected a finite number above 0")
    named = benchmarks()
    for part in selected or ():
        if not any(part in name for name in named):
            raise OptionError(
                f"unknown benchmark {part!r}: expected (a part of) one of "
                f"{', '.join(named)}"
            )
    return [
        measure(peers, seconds)
        for name, measure in named.items()
        if not selected or any(part in name for part in selected)
    ]


__all__ = ["benchmarks", "run"]

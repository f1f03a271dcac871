from __future__ import annotations

import threading
import time

import pytest

from engine import OptionError
from solver.limits import Stop
from solver.workers import Clock, num_threads, run_workers, spread
from solver.workspace import Halt


def until(halt: Halt) -> None:
    while not halt.is_set():
        time.sleep(0.001)


def test_workers_that_end_by_themselves_are_not_halted() -> None:
    seen = []
    work = lambda: seen.append(threading.get_ident())  # noqa: E731
    assert run_workers(work, 3, Halt(), Clock(None), None, None)
    assert len(seen) == 3


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_the_clock_halts_them(seconds: float) -> None:
    halt, began = Halt(), time.perf_counter()
    assert not run_workers(lambda: until(halt), 2, halt, Clock(seconds), None, None)
    assert seconds <= time.perf_counter() - began < seconds + 0.5


def test_a_stop_token_halts_them() -> None:
    halt, stop = Halt(), Stop()
    threading.Timer(0.05, stop.set).start()
    assert not run_workers(lambda: until(halt), 2, halt, Clock(None), stop, None)


def test_progress_halts_them() -> None:
    halt, calls = Halt(), []

    def tick() -> bool:
        calls.append(1)
        return len(calls) == 2

    assert not run_workers(lambda: until(halt), 1, halt, Clock(None), None, tick)
    assert len(calls) == 2


def test_what_a_worker_raises_is_raised() -> None:
    halt = Halt()

    def work() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_workers(work, 2, halt, Clock(None), None, None)


def test_one_failing_worker_ends_the_others() -> None:
    halt, first = Halt(), threading.Lock()

    def work() -> None:
        if first.acquire(blocking=False):
            raise ZeroDivisionError
        until(halt)

    with pytest.raises(ZeroDivisionError):
        run_workers(work, 2, halt, Clock(None), None, None)


def test_what_progress_raises_is_raised() -> None:
    halt = Halt()

    def tick() -> bool:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_workers(lambda: until(halt), 1, halt, Clock(None), None, tick)


def test_ranges_cover_everything_in_order() -> None:
    pieces = spread(lambda first, last: list(range(first, last)), 103, 10, 3)
    assert [i for piece in pieces for i in piece] == list(range(103))
    assert spread(lambda first, last: 1, 0, 10, 3) == []


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, "2"])
def test_a_number_of_threads_is_checked(threads: object) -> None:
    with pytest.raises(OptionError, match="threads"):
        num_threads(threads)  # type: ignore[arg-type]


def test_by_default_there_is_a_thread_a_core() -> None:
    assert num_threads(None) >= 1
    assert num_threads(7) == 7

"""Run kernels in threads while the calling thread keeps the clock.

Kernels release the interpreter lock, so the calling thread wakes up in time to see a
deadline, a stop token, Ctrl-C, or what the progress callback says.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TypeVar

from engine.errors import OptionError
from solver.limits import Stop
from solver.workspace import Halt

T = TypeVar("T")

POLL_S = 0.02  # how often stop tokens are looked at
TICK_S = 0.1  # how often progress is reported


def num_threads(threads: int | None) -> int:
    """Return `threads`, or by default as many as there are cores to use.

    Raises
    ------
    OptionError
        If it is no positive integer.
    """
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise OptionError(f"threads={threads!r}: expected an integer of at least 1")
    return threads


class Clock:
    """Time since the search began, and what is left of it.

    Parameters
    ----------
    seconds : float or None
        How long the search may take.
    """

    def __init__(self, seconds: float | None) -> None:
        self._start = time.perf_counter()
        self._seconds = seconds

    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self._start

    def left(self) -> float:
        """Return the seconds left, negative afterwards, infinite without a limit."""
        if self._seconds is None:
            return float("inf")
        return self._seconds - self.elapsed()


def run_workers(
    work: Callable[[], None],
    threads: int,
    halt: Halt,
    clock: Clock,
    stop: Stop | None,
    tick: Callable[[], bool | None] | None,
) -> bool:
    """Call `work` in each of some threads; return when all of them have returned.

    Parameters
    ----------
    work : callable
        Returns soon after `halt` is set.
    threads : int
    halt : Halt
        Set when the clock runs out, `stop` is set, `tick` returns True, or at Ctrl-C.
    clock : Clock
    stop : Stop or None
    tick : callable or None
        Called now and then in the calling thread.

    Returns
    -------
    bool
        Whether the workers ended by themselves, without `halt`.

    Raises
    ------
    Exception
        What a worker or `tick` raised.
    """
    if clock.left() <= 0 or (stop is not None and stop.is_set()):
        halt.set()
    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(work) for _ in range(threads)]
        try:
            _watch(futures, halt, clock, stop, tick)
        except KeyboardInterrupt:
            halt.set()
        except BaseException:
            halt.set()
            raise
    for future in futures:
        future.result()
    return not halt.is_set()


def _watch(
    futures: list[Future[None]],
    halt: Halt,
    clock: Clock,
    stop: Stop | None,
    tick: Callable[[], bool | None] | None,
) -> None:
    """Wait for the futures and see to it that they end in time."""
    next_tick = clock.elapsed() + TICK_S
    pending = set(futures)
    while pending:
        done, pending = wait(pending, timeout=min(max(clock.left(), 0.001), POLL_S))
        if any(future.exception() for future in done):
            halt.set()
        if clock.left() <= 0 or (stop is not None and stop.is_set()):
            halt.set()
        if tick is not None and clock.elapsed() >= next_tick:
            next_tick = clock.elapsed() + TICK_S
            if tick():
                halt.set()


def spread(
    work: Callable[[int, int], T], total: int, chunk: int, threads: int | None
) -> list[T]:
    """Return `work(first, last)` of ranges of `chunk` that cover 0 … total - 1.

    Ranges are worked on in several threads; the results are in their order.
    """
    ranges = [(first, min(first + chunk, total)) for first in range(0, total, chunk)]
    pool = ThreadPoolExecutor(num_threads(threads))
    try:
        return list(pool.map(lambda both: work(*both), ranges))
    finally:
        pool.shutdown(cancel_futures=True)


__all__ = ["Clock", "num_threads", "run_workers", "spread"]

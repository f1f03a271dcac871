"""A hint: what each action is worth to a seat that doesn't see all cards.

Samples are numbered, and threads take ranges of numbers to work on; what counts in the
end is the completed run of samples from number 0 on. So the answer depends on how many
samples there were and not on who made them, and naming that number repeats it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import wrap64
from engine.errors import OptionError, UnsupportedError
from engine.protocol import is_two_sided
from engine.rng import STREAM_SEARCH, new_rng, shuffle
from engine.worlds import Knowledge, legal_by_text
from solver.estimates import estimates, joined, new_parts
from solver.limits import Limit, Stop
from solver.maxn import new_vector_table
from solver.pimc import FEW_WORLDS, job_dtype, sample_many_sided, sample_two_sided
from solver.result import Answer
from solver.transposition import new_table
from solver.workers import Clock, num_threads, run_workers
from solver.workspace import MET_CHANCE, RUNNING, Halt, new_workspace

TABLE_BITS = 13  # of the table of one world: 2**13 buckets, half a megabyte
CHUNK_S = 0.005  # a thread takes samples for about so long at a time
MOST_AT_ONCE = 4096  # no more, or sums of large payoffs might overflow
ORDER_INDEX = -1  # of the generator that puts few worlds in order; samples are >= 0


@dataclass
class Chunk:
    """Samples `first` … `first` + `done` - 1, made one after the other.

    `wanted` is how many there should be; fewer if the search was stopped.
    """

    first: int
    wanted: int
    done: int
    gram: NDArray[Any]
    spent: NDArray[np.int64]
    random: int
    status: int


class Sampling:
    """The samples of one hint: which to make next, and the sums so far.

    Parameters
    ----------
    knowledge : Knowledge
    limit : Limit
    seed : int
    """

    def __init__(self, knowledge: Knowledge, limit: Limit, seed: int) -> None:
        rules = knowledge.game.rules
        self.knowledge = knowledge
        self.limit = limit
        self.seed = seed
        legal = legal_by_text(rules, knowledge.state[0])
        self.texts, self.actions = list(legal), list(legal.values())
        self.two_sided = bool(is_two_sided[rules](knowledge.state[0]))
        self.kernel = (sample_two_sided if self.two_sided else sample_many_sided)[rules]
        self.worlds = knowledge.table
        self.count = knowledge.count
        self.order = np.arange(
            self.count if self.count <= FEW_WORLDS else 0, dtype=np.int64
        )
        rng = new_rng(seed, STREAM_SEARCH, ORDER_INDEX)
        shuffle(rng, self.order, len(self.order))
        self.lock = threading.Lock()
        self.next = 0
        self.waiting: dict[int, Chunk] = {}
        self.gram: NDArray[Any] = joined(new_parts(len(self.actions)))
        self.samples = self.nodes = self.random = 0
        self.status = RUNNING
        self.closed = False  # whether the run of samples can't go on

    def new_memory(self, halt: Halt | None) -> tuple[Any, Any, Any]:
        """Return a thread's workspace, job and table."""
        rules, knowledge = self.knowledge.game.rules, self.knowledge
        work = new_workspace(rules, halt)
        if self.limit.nodes is not None:
            work["limit"] = self.limit.nodes
        job = np.zeros(1, job_dtype(rules)).view(np.recarray)
        job["seat"], job["seed"] = knowledge.seat, wrap64(self.seed)
        job["model"], job["root"] = knowledge.model, knowledge.state
        job["num_actions"] = len(self.actions)
        job["actions"][0, : len(self.actions)] = self.actions
        if self.two_sided:
            return work, job, new_table(TABLE_BITS)
        return work, job, new_vector_table(TABLE_BITS, knowledge.game.num_players)

    def sample(self, memory: tuple[Any, Any, Any], first: int, wanted: int) -> Chunk:
        """Make samples and return their sums."""
        work, job, table = memory
        parts, spent = new_parts(len(self.actions)), np.zeros(wanted, np.int64)
        job["first"], job["last"], job["random"] = first, first + wanted, 0
        work["status"] = RUNNING
        self.kernel(work[0], job[0], self.worlds, self.order, table, parts, spent)
        return Chunk(
            first,
            wanted,
            int(job["done"][0]),
            joined(parts),
            spent,
            int(job["random"][0]),
            int(work["status"][0]),
        )

    def work(self, halt: Halt, threads: int) -> None:
        """Make samples until there are enough, or `halt` is set: one thread's part."""
        memory = self.new_memory(halt)
        at_once = 1
        while not halt.is_set():
            with self.lock:
                first = self.next
                left = self.wanted() - first
                wanted = min(at_once, -(-left // threads))
                if self.closed or wanted < 1:
                    return
                self.next += wanted
            began = time.perf_counter()
            chunk = self.sample(memory, first, wanted)
            took = time.perf_counter() - began
            with self.lock:
                self.waiting[first] = chunk
                self.merge()
            per_sample = took / wanted
            at_once = min(2 * at_once, MOST_AT_ONCE, 1 + int(CHUNK_S / per_sample))

    def wanted(self) -> int:
        """Return how many samples there should be, as far as is known now."""
        wanted = self.limit.samples or 1 << 62
        # Without random play a world gives one value: once each is enough.
        if len(self.order) and not self.random:
            wanted = min(wanted, self.count)
        return wanted

    def merge(self) -> None:
        """Add the chunks that continue the run of samples."""
        while not self.closed and self.samples in self.waiting:
            chunk = self.waiting.pop(self.samples)
            if self.limit.nodes is not None:
                left = self.limit.nodes - self.nodes
                fit = int(np.searchsorted(np.cumsum(chunk.spent), left, side="right"))
                if fit < chunk.done:
                    # Its sums are of too many samples; those that fit are made again.
                    chunk = self.sample(self.new_memory(None), chunk.first, fit)
                    self.closed = True
            self.closed |= chunk.done < chunk.wanted
            self.gram = self.gram + chunk.gram
            self.samples += chunk.done
            self.nodes += int(chunk.spent[: chunk.done].sum())
            self.random += chunk.random
            self.status = max(self.status, chunk.status)

    def answer(self, seconds: float) -> Answer:
        """Return the answer of the samples so far."""
        with self.lock:
            gram, nodes = self.gram, self.nodes
            samples, random = self.samples, self.random
        once_each = len(self.order) and samples <= self.count and not random
        population = self.count if once_each else None
        game = self.knowledge.game
        actions, best = estimates(self.texts, gram, game.scale, population)
        exact = samples == population
        return Answer(
            self.knowledge,
            self.knowledge.seat,
            "pimc+rollout" if random else "pimc",
            actions,
            best,
            None,
            exact,
            exact or samples == self.limit.samples,
            worlds=(self.count, samples),
            seed=self.seed,
            samples=samples,
            nodes=nodes,
            limit=self.limit,
            seconds=seconds,
        )


def hint_hidden(
    knowledge: Knowledge,
    limit: Limit,
    seed: int,
    threads: int | None,
    progress: Callable[[Answer], bool | None] | None,
    stop: Stop | None,
) -> Answer:
    """Return the mean open-card value of each action over the worlds of a seat.

    As `solver.analyse.analyse` with `open_cards` False.

    Raises
    ------
    UnsupportedError
        If it isn't the seat's turn, or a search met a chance node.
    IllegalStateError
        If no world agrees with what the seat saw.
    OptionError
        If the seed or the number of threads is no integer in its range.
    """
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise OptionError(f"seed={seed!r}: expected an integer")
    if knowledge.current_player() != knowledge.seat:
        raise UnsupportedError(
            f"no hint for seat {knowledge.seat}: "
            + whose_turn(knowledge.current_player())
        )
    threads = num_threads(threads)
    sampling = Sampling(knowledge, limit, seed)
    # Compile, or load, here: Ctrl-C works, and the clock has not begun.
    sampling.sample(sampling.new_memory(None), 0, 0)
    halt, clock = Halt(), Clock(limit.seconds)

    def tick() -> bool | None:
        assert progress is not None
        return progress(sampling.answer(clock.elapsed()))

    run_workers(
        lambda: sampling.work(halt, threads),
        threads,
        halt,
        clock,
        stop,
        tick if progress is not None else None,
    )
    if sampling.status == MET_CHANCE:
        raise UnsupportedError(
            f"{knowledge.game.name}: a chance node lies ahead of where searches begin"
        )
    return sampling.answer(clock.elapsed())


def whose_turn(player: int) -> str:
    """Say in words who is to act."""
    if player >= 0:
        return f"seat {player} is to act"
    return "the deal is over" if player == -2 else "chance is to act"


__all__ = ["Sampling", "hint_hidden"]

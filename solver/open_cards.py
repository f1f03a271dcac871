"""Solve a position with open cards: the exact value of every action.

The actions at the root are searched one by one, or side by side in several threads,
each with a table of its own. So a node limit gives the same answer on any number of
threads, and whatever was finished when the search is stopped is exact.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from engine.errors import OptionError
from engine.position import Payoff, Position
from engine.protocol import CHANCE, TERMINAL, is_two_sided, side
from engine.worlds import legal_by_text
from solver.alphabeta import INFINITE, alphabeta_line, narrow
from solver.expectation import finish_plainly, solve_chance
from solver.limits import Limit, Stop
from solver.maxn import maxn_after, maxn_line, new_vector_table
from solver.minimax import simplest
from solver.result import ActionValue, Answer
from solver.transposition import new_table
from solver.workers import Clock, num_threads, run_workers
from solver.workspace import MET_CHANCE, OUT_OF_NODES, RUNNING, Halt, new_workspace

# An action is searched with a small table first, then, if that takes too many nodes,
# again with a large one: 2**19 buckets, 16 MB. Emptying that would cost more than most
# endings do.
SMALL_BITS, LARGE_BITS = 10, 19
TRIAL_NODES = 10_000


@dataclass
class Branch:
    """What is known of one action at the root, in scaled payoffs.

    Attributes
    ----------
    action : int
    limit : int or None
        The most nodes it may take.
    nodes : int
        The nodes it took.
    low, high : int, Fraction or None
        Proven bounds of the payoff of the seat to act; None if there is none.
    vector : list or None
        Each seat's payoff, where the search finds all of them and has.
    """

    action: int
    limit: int | None
    nodes: int = 0
    low: Payoff | None = None
    high: Payoff | None = None
    vector: list[Payoff] | None = None

    @property
    def is_known(self) -> bool:
        """Return whether the value is found."""
        return self.low is not None and self.low == self.high


class OpenSearch:
    """The search of one position with open cards.

    Parameters
    ----------
    position : Position
        With a seat to act.
    limit : Limit
    """

    def __init__(self, position: Position, limit: Limit) -> None:
        game = position.game
        self.position, self.limit = position, limit
        self.rules, self.scale = game.rules, game.scale
        self.state = position.state
        self.seat = position.current_player()
        self.two_sided = bool(is_two_sided[self.rules](self.state[0]))
        own, first = (side[self.rules](self.state[0], p) for p in (self.seat, 0))
        self.sign = 1 if own == first else -1
        legal = legal_by_text(self.rules, self.state[0])
        shares = shared(limit, len(legal))
        self.branches = {
            text: Branch(action, share)
            for (text, action), share in zip(legal.items(), shares, strict=True)
        }
        self.lock = threading.Lock()
        self.queue = itertools.chain(self.branches.values())
        self.met_chance = False
        self.kept: tuple[Payoff, int, Any] | None = None  # value, -action, table
        self.pv: list[str] = []
        self.returns: list[Payoff] | None = None

    def prepare(self) -> None:
        """Compile or load the kernels, while Ctrl-C works and no clock runs."""
        branch = Branch(next(iter(self.branches.values())).action, 0)
        self.search(branch, None)
        self.kept = (0, -branch.action, self.new_table(0))
        self.find_line(None)
        self.kept, self.pv, self.returns = None, [], None

    # --- threads' part ----------------------------------------------------------------

    def work(self, halt: Halt) -> None:
        """Search one action after the other until there is none left."""
        while not halt.is_set() and not self.met_chance:
            with self.lock:
                branch = next(self.queue, None)
            if branch is None:
                return
            if branch.limit != 0:
                self.search(branch, halt)

    def search(self, branch: Branch, halt: Halt | None) -> None:
        """Search the action of a branch."""
        work = new_workspace(self.rules, halt)
        limit = int(work["limit"][0]) if branch.limit is None else branch.limit
        for num_bits in SMALL_BITS, LARGE_BITS:
            table = self.new_table(num_bits)
            work["limit"] = min(limit, TRIAL_NODES) if num_bits == SMALL_BITS else limit
            work["status"] = RUNNING
            work["stack"][0, 0] = self.state[0]
            self.search_with(branch, work, table)
            if work["status"][0] != OUT_OF_NODES or work["nodes"][0] >= limit:
                break
        branch.nodes = int(work["nodes"][0])
        self.met_chance |= bool(work["status"][0] == MET_CHANCE)
        self.keep(branch, table)

    def search_with(self, branch: Branch, work: Any, table: Any) -> None:
        """Search the action of a branch in one go, and write down what is found."""
        if self.two_sided:
            narrow[self.rules](work[0], branch.action, table)
            low, high = sorted(self.sign * int(work[end][0]) for end in ("low", "high"))
            # What an earlier search proved stays true.
            if low > -INFINITE and (branch.low is None or low > branch.low):
                branch.low = low
            if high < INFINITE and (branch.high is None or high < branch.high):
                branch.high = high
        elif maxn_after[self.rules](work[0], branch.action, table):
            seats = self.position.game.num_players
            branch.vector = [int(payoff) for payoff in work["values"][0, :seats]]
            branch.low = branch.high = branch.vector[self.seat]

    def new_table(self, num_bits: int) -> Any:
        """Return an empty table for one action."""
        if self.two_sided:
            return new_table(num_bits)
        return new_vector_table(num_bits, self.position.game.num_players)

    def keep(self, branch: Branch, table: Any) -> None:
        """Keep the table of the first of the best actions, for the best line."""
        if branch.is_known:
            assert branch.low is not None
            with self.lock:
                new = (branch.low, -branch.action, table)
                if self.kept is None or new[:2] > self.kept[:2]:
                    self.kept = new

    def find_line(self, halt: Halt | None) -> None:
        """Find best play after the first of the best actions, and what it pays."""
        assert self.kept is not None
        value, action, table = self.kept[0], -self.kept[1], self.kept[2]
        work = new_workspace(self.rules, halt)
        if halt is None:
            work["limit"] = 0
        elif self.limit.nodes is not None:
            work["limit"] = max(0, self.limit.nodes - self.nodes())
        work["stack"][0, 0] = self.state[0]
        work["low"] = self.sign * value
        out = np.zeros(self.rules.INFO.max_length + 1, np.int64)
        kernel = alphabeta_line if self.two_sided else maxn_line
        length = kernel[self.rules](work[0], action, out, table)
        position = self.position
        for number in out[:length]:
            self.pv.append(self.rules.action_text(position.state[0], int(number)))
            position = position.play(self.pv[-1])
        if work["status"][0] == RUNNING:
            payoffs = work["out"][0, : self.position.game.num_players]
            self.returns = [int(payoff) for payoff in payoffs]

    # --- the answer -------------------------------------------------------------------

    def nodes(self) -> int:
        """Return the nodes of all actions."""
        return sum(branch.nodes for branch in self.branches.values())

    def exact_payoff(self, scaled: Payoff | None) -> Payoff | None:
        """Return a scaled payoff in the unit of the game."""
        return None if scaled is None else simplest(Fraction(scaled) / self.scale)

    def answer(self, seconds: float) -> Answer:
        """Return what is known so far."""
        branches = self.branches
        complete = all(branch.is_known for branch in branches.values())
        lows = {text: b.low for text, b in branches.items() if b.low is not None}
        most = max(lows.values(), default=None)
        best = [text for text, low in lows.items() if low == most]
        actions = {}
        for text, branch in branches.items():
            low, high = self.exact_payoff(branch.low), self.exact_payoff(branch.high)
            if not branch.is_known:
                actions[text] = ActionValue(
                    None, None, low=low, high=high, nodes=branch.nodes
                )
                continue
            loss = None
            if complete:
                assert most is not None
                assert branch.low is not None
                loss = self.exact_payoff(most - branch.low)
            actions[text] = ActionValue(
                low, 0, loss, 0 if complete else None, nodes=branch.nodes
            )
        method = "alpha-beta" if self.two_sided else "max^n"
        return Answer(
            self.position,
            self.seat,
            "expectiminimax" if self.met_chance else method,
            actions,
            best,
            self.best_returns(best) if complete else None,
            complete,
            complete,
            pv=self.pv or best[:1],
            nodes=self.nodes(),
            limit=self.limit,
            seconds=seconds,
        )

    def best_returns(self, best: list[str]) -> list[Payoff]:
        """Return each seat's payoff after the first best action, all being known."""
        branch = self.branches[best[0]]
        payoffs = self.returns or branch.vector
        if payoffs is None:  # the line was not followed to its end: two sides differ
            assert branch.low is not None
            own = side[self.rules](self.state[0], self.seat)
            payoffs = [
                branch.low if side[self.rules](self.state[0], p) == own else -branch.low
                for p in range(self.position.game.num_players)
            ]
        return [simplest(Fraction(payoff) / self.scale) for payoff in payoffs]


def shared(limit: Limit, parts: int) -> list[int | None]:
    """Return the most nodes that each of `parts` actions may take, None for no limit.

    Raises
    ------
    OptionError
        If the limit names nodes for another number of actions.
    """
    shares = split(limit.nodes, parts)
    if limit.nodes_each is None:
        return shares
    if len(limit.nodes_each) != parts:
        raise OptionError(
            f"limit nodes_each of {len(limit.nodes_each)} actions: expected one number "
            f"for each of the {parts} legal ones"
        )
    return [
        each if share is None else min(share, each)
        for share, each in zip(shares, limit.nodes_each, strict=True)
    ]


def split(total: int | None, parts: int) -> list[int | None]:
    """Return `total` in equal parts, the first ones larger by one where need be."""
    if total is None:
        return [None] * parts
    return [total // parts + (i < total % parts) for i in range(parts)]


def solve_open(
    position: Position,
    limit: Limit,
    threads: int | None,
    progress: Callable[[Answer], bool | None] | None,
    stop: Stop | None,
) -> Answer:
    """Return the exact value of every action with open cards.

    As `solver.analyse.analyse` with `open_cards` True.
    """
    threads = num_threads(threads)
    player = position.current_player()
    if player == TERMINAL:
        return Answer(
            position, None, "terminal", {}, [], position.returns(), True, True,
            limit=limit,
        )  # fmt: skip
    if player == CHANCE:
        return solve_chance(position, limit, progress, stop)
    search = OpenSearch(position, limit)
    search.prepare()
    halt, clock = Halt(), Clock(limit.seconds)

    def tick() -> bool | None:
        assert progress is not None
        return progress(search.answer(clock.elapsed()))

    def run(work: Callable[[Halt], None], threads: int) -> bool:
        callback = tick if progress is not None else None
        return run_workers(lambda: work(halt), threads, halt, clock, stop, callback)

    finished = run(search.work, min(threads, len(search.branches)))
    if finished and search.met_chance:
        run(lambda halt: finish_plainly(search, halt), 1)
    elif finished and all(branch.is_known for branch in search.branches.values()):
        run(search.find_line, 1)
    return search.answer(clock.elapsed())


__all__ = ["OpenSearch", "solve_open"]

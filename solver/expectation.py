"""Open cards with chance nodes ahead: exact expectations by plain search.

The kernels of alpha-beta and max^n compute in integers and give up at a chance node;
here `solver.minimax` takes over, in one thread and much slower.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.position import Payoff, Position
from engine.protocol import is_two_sided
from solver.limits import Limit, Stop
from solver.minimax import GaveUpError, PlainSearch, simplest
from solver.result import Answer
from solver.workers import Clock, run_workers
from solver.workspace import Halt

if TYPE_CHECKING:
    from solver.open_cards import OpenSearch


def finish_plainly(search: OpenSearch, halt: Halt) -> None:
    """Value the actions that are not known yet, as far as limit and `halt` allow."""
    for branch in search.branches.values():
        if branch.is_known:
            continue
        limit = None if branch.limit is None else branch.limit - branch.nodes
        plain = PlainSearch(search.rules, search.two_sided, limit, halt)
        with contextlib.suppress(GaveUpError):
            after = plain.after(search.state, branch.action)
            payoffs, _ = plain.value(after)
            own = payoffs[0] * search.sign if search.two_sided else payoffs[search.seat]
            branch.vector = payoffs
            branch.low = branch.high = own
        branch.nodes += plain.nodes


def solve_chance(
    position: Position,
    limit: Limit,
    progress: Callable[[Answer], bool | None] | None,
    stop: Stop | None,
) -> Answer:
    """Return the exact expectation of each seat's payoff at a chance node.

    As `solver.analyse.analyse` with `open_cards` True.
    """
    rules, halt, clock = position.game.rules, Halt(), Clock(limit.seconds)
    two_sided = bool(is_two_sided[rules](position.state[0]))
    plain = PlainSearch(rules, two_sided, limit.nodes, halt)
    found: list[Payoff] = []

    def work() -> None:
        with contextlib.suppress(GaveUpError):
            found.extend(plain.value(position.state)[0])

    def answer() -> Answer:
        scale = position.game.scale
        return Answer(
            position,
            None,
            "expectiminimax",
            {},
            [],
            [simplest(Fraction(payoff) / scale) for payoff in found] or None,
            bool(found),
            bool(found),
            nodes=plain.nodes,
            limit=limit,
            seconds=clock.elapsed(),
        )

    tick = None if progress is None else (lambda: progress(answer()))
    run_workers(work, 1, halt, clock, stop, tick)
    return answer()


__all__ = ["finish_plainly", "solve_chance"]

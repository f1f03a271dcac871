"""Answers as text for people: every action with its value, and how it was found.

An action is marked `*` if it is best, `~` if it may be as good for all that the samples
tell; ties are called ties. Every number is `exact` or has its standard error.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.display import print_legend, print_rules, print_situation, whose_turn
from service.drawing import action_text
from solver import Limit
from solver.result import version

if TYPE_CHECKING:
    from solver import Answer
    from solver.result import ActionValue, Number

# An action whose loss is within so many standard errors may be as good as the best.
TOLD_APART = 2.0
BEST, UNSURE = "*", "~"
LONG_ACTION = 12  # columns that actions get also in a narrow terminal


def print_answer(
    console: Console, answer: Answer, title: str, *, interrupted: bool = False
) -> None:
    """Print an answer with its position: every action, the best line, its source.

    Parameters
    ----------
    console : Console
    answer : Answer
    title : str
        What was asked.
    interrupted : bool
        Whether Ctrl-C cut the search short.
    """
    situation = answer.position
    print_situation(console, situation, f"{whose_turn(situation)} · {title}")
    print_legend(console, situation.game.pack)
    print_values(console, answer)
    if interrupted:
        print_interrupted(console, answer)
    elif not answer.complete and answer.worlds is None:
        console.print(
            f"[bold]incomplete[/]: the limit of {limit_text(answer.limit)} came first; "
            "--limit sets a longer one"
        )
    if answer.returns is not None:
        payoffs = ", ".join(
            f"seat {seat}: {signed(payoff)}"
            for seat, payoff in enumerate(answer.returns)
        )
        console.print(f"best play gives: {payoffs} {answer.unit}")
    if answer.pv:
        line = action_text(situation.game.pack, "  ".join(answer.pv))
        console.print(Text("best line: ").append(line))
    for text in provenance(answer):
        console.print(Text(text, "dim"))
    print_rules(console, situation)
    console.print(Text(f"malac {version()}", "dim"))


def print_interrupted(console: Console, answer: Answer) -> None:
    """Print that Ctrl-C cut a search short, and whether it had found anything."""
    if answer.worlds is None:
        known = any(action.value is not None for action in answer.actions.values())
        found = "the best so far" if known else "no value was proven until then"
    else:
        known = bool(answer.samples) or answer.exact
        found = "the best so far" if known else "no world was searched until then"
    console.print(f"[bold]incomplete[/]: stopped by Ctrl-C; {found}")


def print_values(console: Console, answer: Answer, *, numbers: bool = False) -> None:
    """Print the table of actions, the best first.

    `numbers`: with the number of each in the order of `legal_actions()`, from 1.
    """
    if not answer.actions:
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    if numbers:
        table.add_column("", justify="right", style="dim")
    table.add_column("", no_wrap=True)
    table.add_column("action", overflow="fold", min_width=LONG_ACTION)
    table.add_column(answer.unit, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("", overflow="fold")
    order = list(answer.actions)
    is_unsure = False
    for text in sorted(order, key=lambda text: _rank(answer.actions[text])):
        action = answer.actions[text]
        is_best = text in answer.best
        mark, remark = _mark(answer, text)
        value, error = value_texts(action)
        row: list[str | Text] = [str(order.index(text) + 1)] if numbers else []
        row += [
            mark,
            action_text(answer.position.game.pack, text),
            value,
            error,
            Text(remark, "" if is_best or mark else "dim"),
        ]
        table.add_row(*row, style="bold" if is_best else "")
        is_unsure |= mark == UNSURE
    console.print(table)
    if is_unsure:
        console.print(
            f"{UNSURE} so many samples don't tell it from the best: it is within "
            f"{TOLD_APART:g} standard errors"
        )


def _rank(action: ActionValue) -> float:
    """Return a key that sorts better actions first, unknown ones last."""
    known = action.low if action.value is None else action.value
    return math.inf if known is None else -float(known)


def _mark(answer: Answer, text: str) -> tuple[str, str]:
    """Return the mark of an action, and how it compares with the best."""
    action = answer.actions[text]
    if text in answer.best:
        so_far = "" if answer.complete or answer.worlds else " so far"
        tie = "best" if len(answer.best) == 1 else f"tie of {len(answer.best)}"
        return BEST, tie + so_far
    if action.value is None or action.loss is None:
        return "", "not searched to the end"
    if action.exact:
        return "", f"{unsigned(action.loss)} behind"
    behind = f"{unsigned(action.loss, action.loss_error)} behind"
    if action.loss_error is None or action.loss <= TOLD_APART * action.loss_error:
        return UNSURE, behind
    return "", behind


def value_texts(action: ActionValue) -> tuple[str, str]:
    """Return the value of an action, and `exact` or its error, as text."""
    value = action.value
    if value is None:
        if action.low is None or action.high is None:
            return "?", ""
        return f"{signed(action.low)} to {signed(action.high)}", "bounds"
    if action.exact:
        fraction = isinstance(value, Fraction) and value.denominator < 10_000
        return signed(value), f"exact ({value})" if fraction else "exact"
    if action.error is None:
        return signed(value), "± ?"
    error = unsigned(action.error, action.error) if action.error else "0"
    return signed(value, action.error), f"± {error}"


def signed(value: Number, error: float | None = None) -> str:
    """Return a number with its sign, with as many digits as its error leaves sense."""
    text = unsigned(-value if value < 0 else value, error)
    if not text.strip("0."):
        return text
    return ("-" if value < 0 else "+") + text


def unsigned(value: Number, error: float | None = None) -> str:
    """Return a number to two digits of its error, or to four places."""
    if not isinstance(value, float) and value.denominator == 1:
        return str(int(value))
    places = 4
    if error:
        places = min(max(1 - math.floor(math.log10(error)), 0), 6)
    return f"{float(value):.{places}f}"


def provenance(answer: Answer) -> list[str]:
    """Return in words how the answer was come by."""
    took = f"{answer.seconds:.2f} s (limit {limit_text(answer.limit)})"
    nodes = f"{answer.nodes:,} nodes"
    if answer.worlds is None:
        kind = "exact" if answer.exact else "not proven"
        lines = [f"{kind}: {answer.method}, open cards, {nodes}, {took}"]
        if not answer.complete and answer.nodes:
            each = tuple(value.nodes or 0 for value in answer.actions.values())
            lines.append(f"to repeat it: --limit {Limit(nodes_each=each)}")
        return lines
    count, used = answer.worlds
    kind, every = "exact", "all"
    if not answer.exact:
        kind, every = "estimate", f"{used:,} samples of"
    mean = f"{answer.method}, mean over {every} {count:,} worlds"
    lines = [f"{kind}: {mean}, seed {answer.seed}, {nodes}, {took}"]
    if not answer.exact and answer.samples:
        lines.append(f"to repeat it: --seed {answer.seed} --samples {answer.samples}")
    return lines


def limit_text(limit: Limit) -> str:
    """Return a limit as it is typed."""
    parts = [] if limit.seconds is None else [f"{limit.seconds:g}s"]
    if limit.nodes_each is not None:
        parts.append(str(Limit(nodes_each=limit.nodes_each)))
    if limit.nodes is not None:
        parts.append(f"{limit.nodes}n")
    if limit.samples is not None:
        parts.append(f"{limit.samples} samples")
    return " ".join(parts) or "none"

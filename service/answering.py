"""`malac solve` and `malac hint`: read positions, search, print the answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from engine import MalacError
from engine.options import Value
from service import reading
from service.output import BAD_INPUT, INTERRUPTED, one_line, print_json
from service.searching import CompileNotice, restored_interrupts, search
from solver import Answer, Stop

if TYPE_CHECKING:
    from engine.notation import Situation

Ask = Callable[["Situation", Stop], Answer]


@dataclass(frozen=True)
class Question:
    """What is asked of each position.

    Parameters
    ----------
    game : str
        Id of the game.
    values : mapping
        Options and parameters given beside the position.
    seed : int
        Of the deal, where no position is given.
    ask : callable
        Searches a position, and stops soon after the token is set.
    title : str
        What is asked, in words.
    """

    game: str
    values: Mapping[str, Value]
    seed: int
    ask: Ask
    title: str


def answer(question: Question, typed: str | None, *, as_json: bool) -> int:
    """Read one position or many, search, print the answers, return the exit status.

    Parameters
    ----------
    question : Question
    typed : str or None
        A position, a file of them, `-` for standard input; None for the seeded deal.
    as_json : bool
        Print JSON; many positions are answered in JSON anyway.

    Raises
    ------
    MalacError
        If the position, or the only one in a file, is bad.
    """
    lines: Iterable[str] | None = None
    if typed == "-":
        lines = reading.stream_lines(sys.stdin)
    elif typed is not None:
        found_lines = reading.read_lines(typed)
        if found_lines is not None and len(found_lines) == 1:
            typed = found_lines[0]
        else:
            lines = found_lines
    with CompileNotice(question.game) as notice, restored_interrupts():
        if lines is not None:
            return _answer_lines(question, lines)
        game, values = question.game, question.values
        if typed is None:
            situation: Situation = reading.first_position(game, values, question.seed)
        else:
            situation = reading.read_position(game, typed, values)
        found, interrupted = search(partial(question.ask, situation))
        notice.finish()
        if as_json:
            print_json(found.to_json())
        else:
            # Not before: it is imported while the search goes on.
            from service.answers import print_answer
            from service.display import new_console

            console = new_console()
            print_answer(console, found, question.title, interrupted=interrupted)
    return INTERRUPTED if interrupted else 0


def _answer_lines(question: Question, lines: Iterable[str]) -> int:
    """Answer many positions, a line of JSON each and in order, also for a bad one."""
    status = 0
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            situation = reading.read_position(question.game, line, question.values)
            found, interrupted = search(partial(question.ask, situation))
        except MalacError as error:
            status = BAD_INPUT
            click.echo(f"Error: line {number}: {one_line(error)}", err=True)
            print_json({"line": number, "error": one_line(error)})
            continue
        print_json({"line": number, **found.to_json()})
        if interrupted:
            return INTERRUPTED
    return status

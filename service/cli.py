"""The command `malac`: hints, solutions, deals and games at the terminal.

Everything slow is imported inside the commands, so that `malac --help` is quick and a
hint spends its time searching. Exit status: 0 answered, 1 the output could not be
written, 2 bad input (one line on standard error says what is wrong and what would be
right), 130 stopped by Ctrl-C, after the best answer so far has been printed.

`docs/json.md` describes what `--json` prints.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from service.commands import Commands
from service.output import print_json

if TYPE_CHECKING:
    from engine.notation import Situation
    from solver import Answer, Limit, Stop

MOST_THREADS = 4 * (os.cpu_count() or 1)  # more only stand in each other's way

F = TypeVar("F", bound=Callable[..., Any])


def _print_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from solver.result import version

        click.echo(f"malac {version()}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Solve traditional card games: hints, exact solutions, a game at the terminal.

    \b
    malac games                     which games there are, and their options
    malac hint ekarte --seed 7      what the first seat of a seeded deal should do
    malac solve ekarte 'hands …'    exact values with open cards
    malac play ekarte               play against the machine
    """  # noqa: D301 - click wants the character \b itself
    if sys.stdin is None:  # closed: the same as empty
        sys.stdin = open(os.devnull)  # noqa: SIM115 - as long as the process


# --- options that commands share ------------------------------------------------------


def _decorate(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(fn: F) -> F:
        for decorator in reversed(decorators):
            fn = decorator(fn)
        return fn

    return decorate


_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_options = click.option(
    "--option",
    "-o",
    "pairs",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game or a parameter of the deal; may be repeated.",
)
_seed = click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="Seed of the deal, where no position is given, and of samples.",
)
_threads = click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    help="Default: as many as there are cores.",
)
_samples = click.option(
    "--samples",
    type=click.IntRange(1),
    help="Stop after so many worlds; the answer can then be repeated.",
)


def _limit(default: str) -> Callable[[F], F]:
    return click.option(
        "--limit",
        metavar="LIMIT",
        help=f"Such as 500ms, 10s, 2min, 100000n (nodes), none.  [default: {default}]",
    )


_position = click.argument("position", required=False)
_search_options = _decorate(_seed, _options, _threads, _json)


def _read_limit(text: str | None, samples: int | None, default: str) -> Limit:
    """Return the limit typed; the default only where nothing limits the search."""
    from solver import Limit, parse_limit

    if text is None:
        limit = Limit() if samples else parse_limit(default)
    else:
        limit = Limit() if text.strip() == "none" else parse_limit(text)
        if limit.seconds == 0:
            raise click.BadParameter(
                "expected more than 0 seconds", None, None, "limit"
            )
    return limit & Limit(samples=samples)


# --- the commands ---------------------------------------------------------------------


@main.command()
@click.argument("game", required=False)
@_json
def games(game: str | None, as_json: bool) -> None:
    """List the games, or all options of one GAME."""
    from service import catalogue

    if as_json:
        print_json(catalogue.to_json(game))
        return
    from service import display, tables

    if game is None:
        tables.print_games(display.new_console(), catalogue.all_games())
    else:
        tables.print_game(display.new_console(), catalogue.entry(game))


@main.command()
@click.argument("game")
@_seed
@_options
@click.option(
    "--count",
    type=click.IntRange(1),
    default=1,
    help="Deals of so many seeds, from --seed on; one line of notation each.",
)
@_json
def deal(game: str, seed: int, pairs: Sequence[str], count: int, as_json: bool) -> None:
    """Show a seeded deal of GAME and its line of notation."""
    from engine import notation
    from service import reading
    from service.searching import CompileNotice

    values = reading.read_options(game, pairs)
    with CompileNotice(game) as notice:
        for number in range(seed, seed + count):
            position = reading.first_position(game, values, number)
            line = notation.format(position)
            if as_json:
                seat = position.current_player()
                head = {"seed": number, "position": line, "seat": seat}
                print_json(head | notation.to_json(position))
            elif count > 1:
                click.echo(line)
            else:
                from service import display

                notice.finish()
                display.print_deal(display.new_console(), position, number)


@main.command()
@click.argument("game")
@_position
@_limit("10s")
@_search_options
def solve(
    game: str,
    position: str | None,
    limit: str | None,
    seed: int,
    pairs: Sequence[str],
    threads: int | None,
    as_json: bool,
) -> None:
    """Solve a position of GAME with open cards: the exact value of every action.

    POSITION is a line of notation, its JSON form, the name of a file of them, or `-`
    for standard input (one position a line, one JSON answer a line). Without it: the
    first decision of the deal of --seed.
    """
    from engine import Position, UnsupportedError
    from service import reading
    from service.answering import Question, answer
    from service.searching import load_display
    from solver import solve as search_open

    how_long = _read_limit(limit, None, "10s")

    def ask(situation: Situation, stop: Stop) -> Answer:
        if not isinstance(situation, Position):
            raise UnsupportedError(
                f"solve needs all cards, and this is what seat {situation.seat} knows: "
                "ask for a hint"
            )
        progress = None if as_json else load_display
        return search_open(
            situation, limit=how_long, threads=threads, progress=progress, stop=stop
        )

    game, position = reading.game_and_position(game, position)
    values = reading.read_options(game, pairs)
    question = Question(game, values, seed, ask, "solved with open cards")
    raise click.exceptions.Exit(answer(question, position, as_json=as_json))


@main.command()
@click.argument("game")
@_position
@_limit("1s")
@_samples
@_search_options
def hint(
    game: str,
    position: str | None,
    limit: str | None,
    samples: int | None,
    seed: int,
    pairs: Sequence[str],
    threads: int | None,
    as_json: bool,
) -> None:
    """Say what each action is worth to the seat to act, from what it knows.

    POSITION is a full position or one seat's knowledge, as a line of notation, its JSON
    form, the name of a file of them, or `-` for standard input (one position a line,
    one JSON answer a line). Without it: the first decision of the deal of --seed.
    """
    from service import reading
    from service.answering import Question, answer
    from service.searching import load_display
    from solver import hint as search_hidden

    how_long = _read_limit(limit, samples, "1s")

    def ask(situation: Situation, stop: Stop) -> Answer:
        return search_hidden(
            situation,
            limit=how_long,
            seed=seed,
            threads=threads,
            progress=None if as_json else load_display,
            stop=stop,
        )

    game, position = reading.game_and_position(game, position)
    values = reading.read_options(game, pairs)
    question = Question(game, values, seed, ask, "hint")
    raise click.exceptions.Exit(answer(question, position, as_json=as_json))


@main.command()
@click.argument("game")
@click.option("--seat", type=click.IntRange(0), default=0, help="Yours.  [default: 0]")
@click.option("--seed", type=int, help="Seed of the deal.  [default: a new one]")
@_options
@_limit("1s")
@_samples
@_threads
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append the record of the deal to this file, as one line of JSON.",
)
@_json
def play(
    game: str,
    seat: int,
    seed: int | None,
    pairs: Sequence[str],
    limit: str | None,
    samples: int | None,
    threads: int | None,
    record: Path | None,
    as_json: bool,
) -> None:
    """Play a deal of GAME against the machine, which sees its own cards only.

    Type an action or its number; `hint`, `show`, `undo`, `quit` and `help` are
    understood too. With --json every event is a line of JSON.
    """
    from service import playing, reading

    values = reading.read_options(game, pairs)
    how_long = _read_limit(limit, samples, "1s")
    status = playing.play(
        game,
        values,
        seat=seat,
        seed=seed,
        limit=how_long,
        threads=threads,
        record=record,
        as_json=as_json,
    )
    raise click.exceptions.Exit(status)


@main.command()
@click.argument("name", required=False)
@_json
def table(name: str | None, as_json: bool) -> None:
    """List the strategy tables, or compute the one called NAME."""
    from analyses import REGISTRY, load_analysis
    from service.searching import CompileNotice

    if name is None:
        questions = {known: load_analysis(known).question for known in REGISTRY}
        if as_json:
            print_json({"tables": questions})
            return
        for known, question in questions.items():
            click.echo(f"{known}: {question}")
        return
    with CompileNotice(name):
        result = load_analysis(name).run()
    if as_json:
        print_json(result.to_json())
        return
    from service import display, tables

    tables.print_strategy_table(display.new_console(), result)


@main.command()
@click.argument("names", nargs=-1)
@click.option("--peers", is_flag=True, help="Measure other packages beside malac, too.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    show_default=True,
    help="About how long to measure each.",
)
@_json
def bench(names: Sequence[str], peers: bool, seconds: float, as_json: bool) -> None:
    """Measure speed: all benchmarks, or those of NAMES."""
    from service.bench import run
    from service.searching import CompileNotice

    with CompileNotice("the benchmarks"):
        rows = run(list(names) or None, peers, seconds)
    if as_json:
        print_json({"benchmarks": rows})
        return
    from service import display, tables

    tables.print_benchmarks(display.new_console(), rows)

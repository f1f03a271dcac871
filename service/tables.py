"""Tables for people: games, their options, strategy tables and benchmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.display import print_legend, value_text

if TYPE_CHECKING:
    from analyses.analysis import Cell
    from analyses.analysis import Table as StrategyTable
    from engine.options import Option
    from service.catalogue import Entry


def new_table(*columns: str) -> Table:
    """Return an empty table whose cells wrap rather than being cut."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for title in columns:
        table.add_column(title, overflow="fold")
    return table


def print_games(console: Console, entries: Sequence[Entry]) -> None:
    """Print the list of games."""
    table = new_table("game", "name", "players", "unit", "options and parameters")
    for entry in entries:
        names = dict.fromkeys(o.name for o in (*entry.options, *entry.parameters))
        info = entry.info
        table.add_row(entry.game, info.name, entry.seats, info.unit, " ".join(names))
    console.print(table)
    console.print(Text("malac games GAME tells what the options mean", "dim"))


def print_game(console: Console, entry: Entry) -> None:
    """Print one game with all its options and parameters."""
    info = entry.info
    about = f" ({entry.game}): {entry.seats} players, payoffs in {info.unit}"
    console.print(Text.assemble((info.name, "bold"), about))
    console.print(Text(f"source: {info.source}"))
    print_legend(console, entry.pack)
    if entry.options:
        console.print(_options_table("option", entry.options))
    if entry.parameters:
        console.print(_options_table("parameter of a deal", entry.parameters))


def _options_table(title: str, options: Sequence[Option]) -> Table:
    table = new_table(title, "values", "default", "meaning")
    for option in options:
        values = option.expected.removeprefix("one of ")
        row = (option.name, values, value_text(option.default), option.meaning)
        table.add_row(*(Text(cell) for cell in row))
    return table


def print_benchmarks(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """Print benchmarks: `name`, `value`, `unit`, `ratio`, `against`, `note`."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column("benchmark", overflow="fold")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("unit", no_wrap=True)
    table.add_column("ratio", justify="right", no_wrap=True)
    table.add_column("against", overflow="fold")
    table.add_column("note", overflow="fold", style="dim")
    for row in rows:
        cells = [
            str(row["name"]),
            _figure(row["value"]),
            str(row["unit"]),
            _figure(row.get("ratio")),
            str(row.get("against") or ""),
            str(row.get("note") or ""),
        ]
        table.add_row(*(Text(cell) for cell in cells))
    console.print(table)


def print_strategy_table(console: Console, result: StrategyTable) -> None:
    """Print a table of `analyses`, its provenance below."""
    console.print(Text(result.question, "bold"))
    table = new_table(*result.columns)
    for row in result.rows:
        table.add_row(*(Text(_cell(cell)) for cell in row))
    console.print(table)
    for key, value in result.provenance.items():
        shown = value
        if isinstance(value, Mapping):
            shown = " ".join(f"{k}={value_text(v)}" for k, v in value.items())
        console.print(Text(f"{key}: {shown}", "dim"))


def _cell(cell: Cell) -> str:
    """Return a cell: a Fraction with its decimals beside it."""
    if isinstance(cell, Fraction) and cell.denominator != 1:
        return f"{float(cell):.4f} ({cell})"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def _figure(value: float | None) -> str:
    """Return a measured number to three digits, thousands apart."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"

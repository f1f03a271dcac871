"""Positions as text for people: a title, a line to copy, the cards.

Nothing here needs colour or a wide terminal: marks and words say what colours do, and
long rows wrap. What a person may want to copy, a position, is printed without wrapping.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.cards import UNKNOWN
from engine.notation import format as format_position
from service.drawing import action_text, boxes, cards_in_line, legend

if TYPE_CHECKING:
    from engine import Position
    from engine.cards import Pack
    from engine.notation import Situation
    from engine.options import Value


def new_console() -> Console:
    """Return the console on standard output, as it is now."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an ASCII terminal gets a ? for ±
    return Console(file=sys.stdout, highlight=False, emoji=False)


def print_line(console: Console, text: str) -> None:
    """Print a line to copy: never wrapped, whatever the width."""
    console.print(Text(text), soft_wrap=True)


def print_situation(console: Console, situation: Situation, title: str) -> None:
    """Print a position, or what a seat knows: title, notation and cards."""
    print_title(console, situation, title)
    print_line(console, format_position(situation))
    print_fields(console, situation)


def print_title(console: Console, situation: Situation, title: str) -> None:
    """Print the name of the game and `title`."""
    name = situation.game.rules.INFO.name
    console.print(Text.assemble((name, "bold"), f" · {title}"))


def print_fields(console: Console, situation: Situation) -> None:
    """Print the cards and all else that a position, or a seat, consists of."""
    table = fields_table(console, situation.game.pack, situation.describe())
    console.print(table)


def whose_turn(situation: Situation) -> str:
    """Say who is to act."""
    seat = situation.current_player()
    if seat >= 0:
        return f"seat {seat} to act"
    return "the deal is over" if seat == -2 else "chance to act"


def fields_table(console: Console, pack: Pack, fields: Mapping[str, Any]) -> Table:
    """Return the fields of a state (`Position.describe`) as rows; empty ones left out.

    Hands come first and are drawn as boxes, all other cards are written in a line.
    """
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    rows = list(_rows(fields))
    width = console.width - max(len(label) for label, _ in rows) - 4
    plain = console.options.ascii_only
    cards = frozenset(pack.cards()) | {UNKNOWN}
    for label, items in rows:
        is_hand = label.startswith("seat ")
        if is_hand and any(card != UNKNOWN for card in items):
            drawn = boxes(pack, items, width, ascii_only=plain)
            table.add_row("\n" * (not plain) + label, drawn)
        elif all(item in cards for item in items):
            table.add_row(label, cards_in_line(pack, items))
        else:
            table.add_row(label, action_text(pack, " ".join(map(str, items))))
    return table


def _rows(fields: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield labels with the cards, numbers or words behind them, hands first."""
    for seat, hand in enumerate(fields.get("hands", [])):
        yield f"seat {seat}", hand
    for key, value in fields.items():
        label = key.replace("_", " ")
        if key in ("hands", "turn"):  # the title tells whose turn it is
            continue
        if isinstance(value, list) and any(isinstance(item, list) for item in value):
            yield from (
                (f"{label} of {p}", items) for p, items in enumerate(value) if items
            )
        elif value not in ([], "", -1, None):
            yield label, value if isinstance(value, list) else [value]


def print_legend(console: Console, pack: Pack) -> None:
    """Print what the letters of the cards mean, if they have any."""
    key = legend(pack)
    if key:
        console.print(key)


def print_deal(console: Console, position: Position, seed: int) -> None:
    """Print the first position of a seeded deal."""
    print_situation(console, position, f"deal of seed {seed}, {whose_turn(position)}")
    print_legend(console, position.game.pack)
    print_rules(console, position)


def print_rules(console: Console, situation: Situation) -> None:
    """Print the options and parameters in force."""
    rules = values_text({**situation.game.options, **situation.parameters})
    console.print(Text(f"rules: {rules or 'no options'}", "dim"))


def values_text(values: Mapping[str, Value]) -> str:
    """Return options as they are typed."""
    return " ".join(f"{name}={value_text(value)}" for name, value in values.items())


def value_text(value: Value) -> str:
    """Return the value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)

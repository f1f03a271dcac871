"""What an analysis is, and the table that it returns."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.errors import OptionError

Cell = int | float | str | Fraction


@dataclass(frozen=True)
class Table:
    """Rows with named columns, and all it takes to compute them again.

    Parameters
    ----------
    question : str
        What the table answers.
    columns : tuple of str
        Column names, with the unit in brackets where there is one.
    rows : list of tuple
        One value a column. Fractions are exact, floats are estimates.
    provenance : dict
        Game, options, method, what kind of number it is, and version.
    """

    question: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    provenance: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the table as JSON-able data; fractions as text."""
        return {
            "question": self.question,
            "columns": list(self.columns),
            "rows": [
                [str(cell) if isinstance(cell, Fraction) else cell for cell in row]
                for row in self.rows
            ],
            "provenance": self.provenance,
        }

    def to_csv(self) -> str:
        """Return the rows as CSV with a header line."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return text.getvalue()

    def to_markdown(self) -> str:
        """Return the table as Markdown, its provenance below."""
        lines = [f"**{self.question}**", ""]
        lines.append("| " + " | ".join(self.columns) + " |")
        lines.append("|" + "---|" * len(self.columns))
        lines += ["| " + " | ".join(map(str, row)) + " |" for row in self.rows]
        lines.append("")
        lines += [f"{key}: {value}  " for key, value in self.provenance.items()]
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Analysis:
    """One question about one game.

    Parameters
    ----------
    name : str
        `<game>.<question>`, as in the registry.
    question : str
        The question in one sentence.
    run : callable
        Computes the table.
    """

    name: str
    question: str
    run: Callable[[], Table]

    def __post_init__(self) -> None:
        if "." not in self.name:
            raise OptionError(f"table name {self.name!r}: expected <game>.<question>")

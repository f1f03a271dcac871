"""Questions about games, answered by tables: one question a file.

`REGISTRY` maps the name of a table to the module that answers it.
"""

from __future__ import annotations

import importlib

from analyses.analysis import Analysis, Table
from engine.errors import OptionError

REGISTRY: dict[str, str] = {
    "ekarte.dealer_trumps": "analyses.ekarte.dealer_trumps",
}


def load_analysis(name: str) -> Analysis:
    """Return the analysis called `name`.

    Raises
    ------
    OptionError
        If there is none of that name.
    """
    if name not in REGISTRY:
        raise OptionError(
            f"unknown table {name!r}: expected one of {', '.join(sorted(REGISTRY))}"
        )
    analysis = importlib.import_module(REGISTRY[name]).ANALYSIS
    assert isinstance(analysis, Analysis)
    return analysis


__all__ = ["REGISTRY", "Analysis", "Table", "load_analysis"]

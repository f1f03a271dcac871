"""Algorithms over the verbs of games: solve with open cards, hint with hidden ones."""

from __future__ import annotations

from solver.analyse import analyse, hint, solve
from solver.limits import Limit, Stop, parse_limit
from solver.result import ActionValue, Answer

__all__ = [
    "ActionValue",
    "Answer",
    "Limit",
    "Stop",
    "analyse",
    "hint",
    "parse_limit",
    "solve",
]

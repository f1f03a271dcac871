"""Reading the data files of `tests/perft` and `tests/golden`.

A file is a list of cases with blank lines between them; a case is lines of a keyword
and a text, and a keyword may come again. Lines that begin with # are comments.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent

Case = dict[str, list[str]]


def read_cases(kind: str) -> list[Any]:
    """Return the cases of all files of a kind as parameters of a test."""
    found = []
    for path in sorted((FOLDER / kind).glob(f"*.{kind}")):
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            case: Case = {}
            for line in block.splitlines():
                if line and not line.startswith("#"):
                    keyword, _, text = line.partition(" ")
                    case.setdefault(keyword, []).append(text.strip())
            if case:
                name = f"{path.stem}-{case['id'][0]}"
                found.append(pytest.param(case, id=name))
    return found

"""The independent vectors of `tests/vectors`, through the text face and the solver.

A line's values were made by another implementation of the rules; see the README there.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine import Position, load_game
from engine.games import REGISTRY
from solver import solve

VECTORS = Path(__file__).parent / "vectors"
FILES = sorted(path.name for path in VECTORS.glob("*.gz"))
Line = dict[str, Any]


def lines(kind: str) -> list[Any]:
    """Return all lines of one kind as parameters of a test."""
    return [
        pytest.param(json.loads(text), id=f"{name.partition('.')[0]}-{number}")
        for name in FILES
        if name.split(".")[1] == kind
        for number, text in enumerate(
            gzip.decompress((VECTORS / name).read_bytes()).splitlines(), 1
        )
    ]


def start(line: Line, suffix: str = "") -> Position:
    game = load_game(line["game"], **line["options"])
    return game.new_position(deck=line["deck" + suffix], **line["params"])


def test_every_file_is_read() -> None:
    kinds = {"playouts", "information", "minimax"}
    assert {name.split(".")[1] for name in FILES} == kinds
    assert {name.split(".")[0] for name in FILES} <= set(REGISTRY)
    assert all(lines(kind) for kind in kinds)


@pytest.mark.parametrize("line", lines("playouts"))
def test_playouts(line: Line) -> None:
    position = start(line)
    for step in line["steps"]:
        assert position.current_player() == step["player"]
        legal = sorted(position.legal_actions())
        if "legal" in step:
            assert legal == step["legal"]
        else:
            assert len(legal) == step["legal_count"]
            text = "\n".join(legal)
            assert hashlib.sha256(text.encode()).hexdigest() == step["legal_sha"]
        position = position.play(step["action"])
    assert position.returns() == [Fraction(text) for text in line["returns"]]


@pytest.mark.parametrize("line", lines("information"))
def test_information(line: Line) -> None:
    one = start(line, "_a").play_all(line["actions_a"])
    other = start(line, "_b").play_all(line["actions_b"])
    seat = line["seat"]
    assert (one.information(seat) == other.information(seat)) == line["same"]


@pytest.mark.parametrize("line", lines("minimax"))
def test_minimax(line: Line) -> None:
    """The value is seat 0's, those of the actions in `solve` the acting seat's."""
    position = start(line).play_all(line["actions"])
    answer = solve(position)
    assert answer.exact
    assert answer.returns is not None
    assert answer.returns[0] == Fraction(line["minimax"])
    sign = 1 if position.current_player() == 0 else -1
    for action, value in line.get("action_values", {}).items():
        assert answer.actions[action].value == sign * Fraction(value)

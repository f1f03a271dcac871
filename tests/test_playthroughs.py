"""A recorded deal of every game: at each step what is legal, and what each seat knows.

Such a record shows at a glance what a change of the rules or of the words moves. Made
anew by `python -m pytest tests/test_playthroughs.py --regenerate`; read the difference
before you keep it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Position, load_game, notation
from tests.strategies import GAME_IDS

FOLDER = Path(__file__).parent / "playthroughs"
# Deals in which much happens: games end early under other seeds.
SEEDS = {"ekarte": 7, "kuhn": 4, "leduc": 11, "lupfen": 6, "sult_malac": 3}


def recorded(position: Position, rng: random.Random) -> Iterator[str]:
    """Yield the lines of a playthrough of random actions."""
    seats = range(position.game.num_players)
    while True:
        yield f"after {len(position.actions)} actions: {notation.format(position)}"
        for seat in seats:
            if not position.is_terminal():
                known = position.knowledge(seat)
                yield f"  seat {seat} knows: {notation.format(known)}"
                yield f"  seat {seat} worlds: {known.count}"
        if position.is_terminal():
            yield f"  returns: {' '.join(map(str, position.returns()))}"
            return
        legal = position.legal_actions()
        yield f"  seat {position.current_player()} may: {' '.join(legal)}"
        action = rng.choice(legal)
        yield f"  does: {action}"
        position = position.play(action)


@pytest.mark.parametrize("name", GAME_IDS)
def test_playthrough(name: str, request: pytest.FixtureRequest) -> None:
    path, seed = FOLDER / f"{name}.txt", SEEDS.get(name, 1)
    start = load_game(name).new_position(seed=seed)
    text = "\n".join(recorded(start, random.Random(seed))) + "\n"
    if request.config.getoption("--regenerate"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text

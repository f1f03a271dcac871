"""Solve a fixed list of deals and print one number: the nodes that it took.

The number depends on the code alone, not on the machine. A commit that touches `engine`
or `solver` ends with `Bench: N`, so that a change which should not have changed the
search is seen at once.
"""

from typing import Any

from engine import Position, load_game
from solver import Limit, solve

# Game, options, actions before the search; each for a few seeds.
DEALS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("ekarte", {}, ["play_on"]),
    ("ekarte", {"order": "traditional", "follow_rule": "suit"}, ["play_on"]),
    ("ekarte", {}, ["propose", "refuse"]),
    ("sult_malac", {}, ["disc:-", "disc:-"]),
    ("lupfen", {"players": 3}, ["lift"]),
    ("lupfen", {}, ["lift", "price:2", "in", "out", "in"]),
    ("kuhn", {}, []),
    ("leduc", {}, []),
]
SEEDS = range(20)


def start(name: str, options: Any, actions: list[str], seed: int) -> Position:
    """Return the deal of `seed` after those of the actions that are legal there."""
    position = load_game(name, **options).new_position(seed=seed)
    for action in actions:
        if action in position.legal_actions():
            position = position.play(action)
    return position


if __name__ == "__main__":
    total = 0
    for name, options, actions in DEALS:
        for seed in SEEDS:
            position = start(name, options, actions, seed)
            total += solve(position, limit=Limit(nodes=200_000), threads=1).nodes
    print(total)

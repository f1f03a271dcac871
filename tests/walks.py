"""Random walks through every game, boiled down to a digest of all that the verbs say.

Run with `python -m tests.walks` it prints the digests: a process without the JIT must
print the same, which checks the machine code against the source that it was made from.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import Any

import numpy as np

from engine import Game, OptionError, Position, load_game
from engine.games import REGISTRY
from engine.options import Option
from engine.protocol import (
    MAX_SEATS,
    TERMINAL,
    bounds,
    current_player,
    information_key,
    is_two_sided,
    legal_actions,
    returns,
    side,
    state_key,
    try_first,
)

WALKS = 5


def random_value(option: Option, rng: random.Random) -> Any:
    """Draw a value that the option may take by itself."""
    if option.choices:
        return rng.choice(option.choices)
    if isinstance(option.default, bool):
        return rng.random() < 0.5
    return int(option.default) + rng.randrange(4)


def random_game(name: str, rng: random.Random) -> Game:
    """Draw a game with options."""
    options: dict[str, Any] = {}
    for option in load_game(name).rules.OPTIONS:
        tried = {**options, option.name: random_value(option, rng)}
        try:
            load_game(name, **tried)
        except OptionError:
            continue
        options = tried
    return load_game(name, **options)


def facts(position: Position) -> list[Any]:
    """Return what the verbs say of a position, and a world drawn for every seat."""
    rules, state = position.game.rules, position.state[0]
    seats = range(position.game.num_players)
    player = int(current_player[rules](state))
    limits, paid = np.zeros(2, np.int64), np.zeros(MAX_SEATS, np.int64)
    found = [
        player,
        int(legal_actions[rules](state)),
        int(state_key[rules](state)),
        [int(information_key[rules](state, seat)) for seat in seats],
        [int(side[rules](state, seat)) for seat in seats],
    ]
    if is_two_sided[rules](state):
        bounds[rules](state, limits)
        found.append(limits.tolist())
    if player == TERMINAL:
        returns[rules](state, paid)
        return [*found, paid.tolist()]
    found.append(int(try_first[rules](state)))
    for seat in seats:
        known = position.knowledge(seat)
        world = known.sample(1, seed=player)
        fields = [world[name].tobytes().hex() for name in world.dtype.names]
        found.append([known.count, fields])
    return found


def digest(name: str) -> str:
    """Return a digest of random walks of a game under random options."""
    rng = random.Random(name)
    hashed = hashlib.sha256()
    for _ in range(WALKS):
        position = random_game(name, rng).new_position(seed=rng.getrandbits(32))
        while True:
            hashed.update(json.dumps(facts(position)).encode())
            if position.is_terminal():
                break
            position = position.play(rng.choice(position.legal_actions()))
    return hashed.hexdigest()


if __name__ == "__main__":
    json.dump({name: digest(name) for name in sorted(REGISTRY)}, sys.stdout)

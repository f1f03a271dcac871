"""The games: one module each, which imports no other game.

`REGISTRY` maps a game's id to its module. To add a game, write the module and add its
line here; the contract test then runs it through every law.
"""

from __future__ import annotations

import importlib
from types import ModuleType

REGISTRY: dict[str, str] = {
    "ekarte": "engine.games.ekarte",
    "kuhn": "engine.games.kuhn",
    "leduc": "engine.games.leduc",
    "lupfen": "engine.games.lupfen",
    "sult_malac": "engine.games.sult_malac",
}


def rules_of(game: str) -> ModuleType:
    """Return the rules module of a registered game, imported at first use."""
    return importlib.import_module(REGISTRY[game])

"""Rules and states of the games: load a game, deal, play, ask what a seat knows."""

from __future__ import annotations

from engine.errors import (
    IllegalActionError,
    IllegalStateError,
    MalacError,
    NotationError,
    OptionError,
    UnsupportedError,
)
from engine.game import Game, load_game
from engine.position import Position
from engine.worlds import Knowledge

__all__ = [
    "Game",
    "IllegalActionError",
    "IllegalStateError",
    "Knowledge",
    "MalacError",
    "NotationError",
    "OptionError",
    "Position",
    "UnsupportedError",
    "load_game",
]

"""What games there are: for `malac games` and whoever shows a choice of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import load_game
from engine.cards import Pack
from engine.games import REGISTRY, rules_of
from engine.options import Option
from engine.protocol import Info


@dataclass(frozen=True)
class Entry:
    """A game, before any option is set.

    Parameters
    ----------
    game : str
        Its id.
    info : Info
    num_players : tuple of int
        How many seats it may have.
    pack : Pack
        The cards of the game with its default options.
    options, parameters : sequence of Option
    """

    game: str
    info: Info
    num_players: tuple[int, ...]
    pack: Pack
    options: Sequence[Option]
    parameters: Sequence[Option]

    @property
    def seats(self) -> str:
        """Return the numbers of seats as text: `2` or `3-5`."""
        few, many = self.num_players[0], self.num_players[-1]
        return str(few) if few == many else f"{few}-{many}"

    def to_json(self) -> dict[str, Any]:
        """Return plain data, as `docs/json.md` describes it."""
        return {
            "game": self.game,
            "name": self.info.name,
            "players": list(self.num_players),
            "unit": self.info.unit,
            "source": self.info.source,
            "cards": self.pack.cards(),
            "options": [_option_json(option) for option in self.options],
            "parameters": [_option_json(option) for option in self.parameters],
        }


def entry(game: str) -> Entry:
    """Return the entry of a game.

    Raises
    ------
    OptionError
        If there is no such game.
    """
    loaded = load_game(game)
    rules = rules_of(game)
    seats: tuple[int, ...] = (loaded.num_players,)
    for option in rules.OPTIONS:
        if option.name == "players":
            seats = _integers(option)
    return Entry(game, rules.INFO, seats, loaded.pack, rules.OPTIONS, rules.PARAMETERS)


def all_games() -> list[Entry]:
    """Return the entries of all games, by id."""
    return [entry(game) for game in sorted(REGISTRY)]


def to_json(game: str | None) -> dict[str, Any]:
    """Return one game, or all of them, as plain data."""
    if game is not None:
        return entry(game).to_json()
    return {"games": [each.to_json() for each in all_games()]}


def _integers(option: Option) -> tuple[int, ...]:
    """Return the values of an integer option with few of them."""
    if option.choices:
        return tuple(int(choice) for choice in option.choices)
    assert option.minimum is not None
    assert option.maximum is not None
    return tuple(range(option.minimum, option.maximum + 1))


def _option_json(option: Option) -> dict[str, Any]:
    values: list[Any] | None = list(option.choices) or None
    if values is None and isinstance(option.default, bool):
        values = [False, True]
    return {
        "name": option.name,
        "default": option.default,
        "values": values,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "meaning": option.meaning,
    }

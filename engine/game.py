"""Games with their options fixed: load one, and deal.

>>> game = load_game("ekarte", order="traditional")
>>> game.num_players, game.options["order"]
(2, 'traditional')
>>> game.new_position(seed=7).legal_actions()
['play_on', 'propose']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine import options as options_module
from engine.cards import Card, Pack
from engine.deals import Zone, deck_from_cards, deck_from_record, seeded_deck
from engine.errors import IllegalStateError, NotationError, OptionError
from engine.games import REGISTRY, rules_of
from engine.options import Value
from engine.position import Position
from engine.protocol import Rules


def load_game(name: str, **options: object) -> Game:
    """Return a game with the options given, the others at their defaults.

    Parameters
    ----------
    name : str
        Id of a registered game, as `malac games` lists them.
    **options
        Options of the game by name.

    Raises
    ------
    OptionError
        If the game or an option is unknown, or a value is not allowed.
    """
    if name not in REGISTRY:
        raise OptionError(
            f"unknown game {name!r}: expected one of {', '.join(sorted(REGISTRY))}"
        )
    return Game(name, rules_of(name), options)


class Game:
    """A game with all its options fixed.

    Attributes
    ----------
    name : str
        Id of the game.
    rules : module
        The game's module: what solvers bind their generics to.
    options : dict
        Every option with the value in force.
    num_players : int
        Number of seats.
    pack : Pack
        The cards in play.
    layout : tuple of Zone
        Which place of the deck goes where.
    scale : int
        The verbs' integer returns are payoffs times this.
    """

    def __init__(self, name: str, rules: Rules, options: Mapping[str, object]) -> None:
        self.name = name
        self.rules = rules
        self.options: dict[str, Value] = options_module.fill(
            rules.OPTIONS, options, name
        )
        if hasattr(rules, "check_options"):
            rules.check_options(self.options)
        self.num_players: int = rules.num_players(self.options)
        self.pack: Pack = rules.pack(self.options)
        self.layout: tuple[Zone, ...] = rules.layout(self.options)
        self.scale: int = rules.scale(self.options)

    def __repr__(self) -> str:
        shown = "".join(f", {k}={v!r}" for k, v in self.changed_options().items())
        return f"load_game({self.name!r}{shown})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as name and options: a module can't be pickled."""
        return _loaded, (self.name, self.changed_options())

    def changed_options(self) -> dict[str, Value]:
        """Return the options that differ from their defaults."""
        return {
            option.name: self.options[option.name]
            for option in self.rules.OPTIONS
            if self.options[option.name] != option.default
        }

    def blank_state(self, parameters: Mapping[str, Value]) -> Any:
        """Return a fresh record array of one state with only the options set."""
        state = np.zeros(1, self.rules.STATE).view(np.recarray)
        self.rules.set_options(state[0], self.options, parameters)
        return state

    def parameters(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Return every parameter of a deal with the value given or its default."""
        own = [
            options_module.Option(
                option.name,
                self.options.get(option.name, option.default),
                option.choices,
                option.minimum,
                option.maximum,
                option.meaning,
            )
            for option in self.rules.PARAMETERS
        ]
        return options_module.fill(own, given, f"a deal of {self.name}")

    def new_position(
        self,
        *,
        deck: Sequence[str | Card] | None = None,
        seed: int | None = None,
        deal: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        **parameters: object,
    ) -> Position:
        """Return the first position of a deal, or a set-up.

        Parameters
        ----------
        deck : sequence of str or int, optional
            The whole pack in the order in which it is dealt, as texts or, like
            `Position.deck`, as numbers of cards.
        seed : int, optional
            Seed of a uniform deal.
        deal : mapping, optional
            The deal record: `hands`, `turnup`, `talon`, … .
        setup : mapping, optional
            A position without a history, as `Position.describe` gives it; cards that
            do not matter may be `?`.
        **parameters
            Parameters of the deal by name, `pot0` of Lupfen for one.

        Raises
        ------
        OptionError, NotationError, IllegalStateError
            Naming what is wrong with the parameters, the cards, the deal.
        """
        values = self.parameters(parameters)
        if sum(given is not None for given in (deck, seed, deal, setup)) != 1:
            raise IllegalStateError(
                "a position takes exactly one of deck, seed, deal and setup"
            )
        if setup is not None:
            if not isinstance(setup, Mapping):
                raise NotationError(
                    f"setup: {setup!r}, expected a mapping of fields", str(setup)
                )
            return Position.from_setup(self, setup, values)
        if deck is not None:
            order = deck_from_cards(self.pack, deck)
        elif deal is not None:
            order = deck_from_record(self.pack, self.layout, deal)
        else:
            if not isinstance(seed, int | np.integer) or isinstance(seed, bool):
                raise OptionError(f"seed={seed!r}: expected an integer")
            order = seeded_deck(self.pack, int(seed))
        return Position.from_deck(self, order, values)


def _loaded(name: str, options: Mapping[str, object]) -> Game:
    """Return a game again from what `Game.__reduce__` kept of it."""
    return load_game(name, **options)


__all__ = ["Game", "load_game"]

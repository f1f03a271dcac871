"""The text face: positions in words, checked, on top of the verbs.

>>> from engine import load_game
>>> game = load_game("kuhn")
>>> position = game.new_position(deck=["K", "Q", "J"])
>>> position.legal_actions()
['pass', 'bet']
>>> position.play("bet").play("pass").returns()
[1, -1]
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import UNKNOWN
from engine.deals import Deck, deck_array, record_from_deck, record_from_texts
from engine.errors import IllegalActionError, IllegalStateError
from engine.options import Value
from engine.protocol import (
    CHANCE,
    MAX_SEATS,
    TERMINAL,
    apply,
    chance_weight,
    current_player,
    deal,
    returns,
)
from engine.setups import fill_unknown
from engine.worlds import Knowledge, information_text, legal_by_text

if TYPE_CHECKING:
    from engine.game import Game

Payoff = int | Fraction


class Position:
    """One state of one deal, with how it came about; immutable.

    Attributes
    ----------
    game : Game
    parameters : dict
        Every parameter of the deal with the value in force.
    deck : tuple of int or None
        The order of the pack; None for a set-up.
    setup : dict or None
        The fields of a set-up; None for a deal.
    actions : tuple of str
        The actions since the deal or set-up.
    """

    __slots__ = (
        "_observed",
        "_state",
        "actions",
        "deck",
        "game",
        "parameters",
        "setup",
    )

    def __init__(
        self,
        game: Game,
        parameters: Mapping[str, Value],
        deck: Deck | None,
        setup: dict[str, Any] | None,
        actions: tuple[str, ...],
        state: Any,
        observed: tuple[tuple[str, ...], ...],
    ) -> None:
        self.game = game
        self.parameters = dict(parameters)
        self.deck = deck
        self.setup = setup
        self.actions = actions
        self._state = state
        self._observed = observed

    @classmethod
    def from_deck(
        cls, game: Game, deck: Deck, parameters: Mapping[str, Value]
    ) -> Position:
        """Return the first position of the deal of a checked deck order."""
        state = game.blank_state(parameters)
        deal[game.rules](state[0], deck_array(deck))
        observed = tuple(
            tuple(game.rules.observe(None, 0, state[0], seat))
            for seat in range(game.num_players)
        )
        return cls(game, parameters, deck, None, (), state, observed)

    @classmethod
    def from_setup(
        cls, game: Game, fields: Mapping[str, Any], parameters: Mapping[str, Value]
    ) -> Position:
        """Return the position of a set-up, checked here; `?` is filled in."""
        state = game.blank_state(parameters)
        filled = fill_unknown(game.pack, fields)
        game.rules.set_up(state[0], filled)
        observed: tuple[tuple[str, ...], ...] = ((),) * game.num_players
        return cls(game, parameters, None, dict(filled), (), state, observed)

    def __repr__(self) -> str:
        return f"<Position of {self.game.name} after {len(self.actions)} actions>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.game == other.game
            and self.parameters == other.parameters
            and (self.deck, self.setup, self.actions)
            == (other.deck, other.setup, other.actions)
        )

    def __hash__(self) -> int:
        return hash((self.game, self.deck, self.actions))

    @property
    def state(self) -> Any:
        """Return a copy of the record, an array of one, for solvers."""
        return self._state.copy()

    @property
    def deal(self) -> dict[str, Any] | None:
        """Return the deal record, None for a set-up."""
        if self.deck is None:
            return None
        return record_from_deck(self.game.pack, self.game.layout, self.deck)

    def current_player(self) -> int:
        """Return the seat to act, -1 at a chance node, -2 at the end."""
        return int(current_player[self.game.rules](self._state[0]))

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self.current_player() == TERMINAL

    def legal_actions(self) -> list[str]:
        """Return the legal actions as text, each once, in their fixed order."""
        return list(self._legal())

    def _legal(self) -> dict[str, int]:
        """Return the legal actions: text to number, ascending."""
        return legal_by_text(self.game.rules, self._state[0])

    def play(self, action: str) -> Position:
        """Return the position after `action`.

        Raises
        ------
        IllegalActionError
            Naming the action, the seat and what would be legal.
        """
        legal = self._legal()
        number = legal.get(action) if isinstance(action, str) else None
        if number is None:
            seat = self.current_player()
            if seat == TERMINAL:
                raise IllegalActionError(f"{action!r}: the deal is over")
            raise IllegalActionError(
                f"{action!r} is not legal for seat {seat}: expected one of "
                f"{' '.join(legal)}"
            )
        state = self._state.copy()
        rules = self.game.rules
        apply[rules](state[0], number)
        observed = tuple(
            (*seen, *rules.observe(self._state[0], number, state[0], seat))
            for seat, seen in enumerate(self._observed)
        )
        return Position(
            self.game,
            self.parameters,
            self.deck,
            self.setup,
            (*self.actions, action),
            state,
            observed,
        )

    def play_all(self, actions: Sequence[str]) -> Position:
        """Return the position after all of `actions`, in order."""
        return functools.reduce(Position.play, actions, self)

    def returns(self) -> list[Payoff]:
        """Return each seat's exact payoff of the finished deal.

        Raises
        ------
        IllegalStateError
            If the deal is not over.
        """
        if not self.is_terminal():
            raise IllegalStateError(
                f"no returns yet: seat {self.current_player()} is to act"
            )
        out = np.zeros(MAX_SEATS, np.int64)
        returns[self.game.rules](self._state[0], out)
        return exact(out[: self.game.num_players], self.game.scale)

    def chance_outcomes(self) -> list[tuple[str, Fraction]]:
        """Return the outcomes of a chance node with their probabilities."""
        if self.current_player() != CHANCE:
            raise IllegalStateError("no chance node: a seat is to act, or it is over")
        weight = chance_weight[self.game.rules]
        weights = {t: int(weight(self._state[0], a)) for t, a in self._legal().items()}
        total = sum(weights.values())
        return [(text, Fraction(w, total)) for text, w in weights.items()]

    def sample_chance(self, rng: np.random.Generator) -> str:
        """Draw an outcome of a chance node with a numpy Generator."""
        outcomes = self.chance_outcomes()
        odds = [float(probability) for _, probability in outcomes]
        return outcomes[int(rng.choice(len(outcomes), p=odds))][0]

    def observations(self, seat: int) -> tuple[str, ...]:
        """Return what `seat` saw since the deal, in order, in the words of notation."""
        return self._observed[self._check_seat(seat)]

    def visible_deal(self, seat: int) -> dict[str, Any]:
        """Return the deal record as `seat` sees it dealt, `?` for the rest.

        Cards that come in a block without order are sorted: a hand is a set.
        """
        seat = self._check_seat(seat)
        assert self.deck is not None
        texts = [UNKNOWN] * len(self.deck)
        for zone in self.game.layout:
            if zone.is_seen(seat):
                block = sorted(self.deck[place] for place in zone.places)
                for place, card in zip(zone.places, block, strict=True):
                    texts[place] = self.game.pack.text(card)
        return record_from_texts(self.game.layout, texts)

    def information(self, seat: int) -> str:
        """Return what `seat` knows, as text.

        Equal exactly when the seat can't tell two positions apart: the game with its
        options and parameters, the cards it was dealt, and what it saw, in order.
        """
        seat = self._check_seat(seat)
        start = self.visible_deal(seat) if self.deck else self.describe_start(seat)
        return information_text(
            self.game, self.parameters, seat, start, self._observed[seat]
        )

    def describe(self, seat: int | None = None) -> dict[str, Any]:
        """Return the state as fields that a set-up takes, `?` where `seat` is blind."""
        if seat is not None:
            seat = self._check_seat(seat)
        fields: dict[str, Any] = self.game.rules.describe(self._state[0], seat)
        return fields

    def describe_start(self, seat: int) -> dict[str, Any]:
        """Return the set-up that this position began with, as `seat` sees it."""
        assert self.setup is not None
        start = Position.from_setup(self.game, self.setup, self.parameters)
        return start.describe(seat)

    def knowledge(self, seat: int) -> Knowledge:
        """Return what `seat` knows: nothing in it depends on cards it can't see."""
        seat = self._check_seat(seat)
        return Knowledge(
            self.game,
            seat,
            self._state,
            self.visible_deal(seat) if self.deck else self.describe_start(seat),
            self._observed[seat],
            self.parameters,
            is_setup=self.deck is None,
        )

    def _check_seat(self, seat: int) -> int:
        is_number = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if not is_number or not 0 <= seat < self.game.num_players:
            raise IllegalStateError(
                f"seat {seat!r}: expected 0 to {self.game.num_players - 1}"
            )
        return int(seat)


def exact(scaled: NDArray[np.int64], scale: int) -> list[Payoff]:
    """Return integers of the verbs as exact payoffs: an int where it is whole."""
    payoffs = [Fraction(int(value), scale) for value in scaled]
    return [int(p) if p.denominator == 1 else p for p in payoffs]


__all__ = ["Payoff", "Position", "exact"]

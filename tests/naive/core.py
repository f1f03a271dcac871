"""What all naive games share.

A position is never changed: `play` copies it and works on the copy. Everything a
seat has noticed is collected in `views[seat]`, a tuple that only ever grows: its
own deal first, then one entry for each event it could see. Two positions look
alike to a seat when these tuples agree (and when it is asked to act in both or in
neither).
"""

import copy
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Self

TERMINAL = -2


class Slice(NamedTuple):
    """A run of consecutive deck cards, as one position makes use of them.

    `knowers` are the seats that have seen these cards. `ordered` is False when
    the order inside the run can make no difference to the position (a dealt hand,
    a batch drawn at once, cards nobody can draw any more).
    """

    size: int
    knowers: frozenset[int] = frozenset()
    ordered: bool = False


class Naive(ABC):
    """Base of the five games; a subclass fills in the rules."""

    name: ClassVar[str]
    whole_pack: ClassVar[tuple[str, ...]]
    # every option with its default; every option with its allowed values
    defaults: ClassVar[dict[str, Any]] = {}
    choices: ClassVar[dict[str, tuple[Any, ...]]] = {}
    # parameters of one deal that may also be given as options
    param_names: ClassVar[tuple[str, ...]] = ()

    num_players: int
    options: dict[str, Any]
    params: dict[str, Any]
    deck: tuple[str, ...] | None
    views: tuple[tuple[Hashable, ...], ...]
    own_actions: tuple[tuple[str, ...], ...]  # what each seat has done so far

    def __init__(
        self, options: Mapping[str, Any], params: Mapping[str, Any], deck: Sequence[str]
    ) -> None:
        self._set_rules(options, params)
        if len(set(deck)) != len(deck) or not set(deck) <= set(self.whole_pack):
            raise ValueError("the deck repeats a card or has a foreign one")
        self.deck = tuple(deck)
        self._deal(self.deck)

    def _set_rules(
        self, options: Mapping[str, Any] | None, params: Mapping[str, Any] | None
    ) -> None:
        """Store options and parameters; a parameter wins over an option."""
        options, params = options or {}, params or {}
        for key, value in options.items():
            if key not in self.defaults:
                raise ValueError(f"{self.name} has no option {key!r}")
            if key in self.choices and value not in self.choices[key]:
                raise ValueError(f"{key} cannot be {value!r}")
        if not set(params) <= set(self.param_names):
            raise ValueError(f"{self.name} has not all of {sorted(params)}")
        self.options = {**self.defaults, **options}
        self.params = dict(params)
        self.rules: dict[str, Any] = {**self.options, **params}
        self.num_players = self.rules.get("players", 2)
        self.own_actions = ((),) * self.num_players
        self.deck = None

    @abstractmethod
    def _deal(self, deck: tuple[str, ...]) -> None:
        """Hand out the cards of a deck on this (fresh) object."""

    @abstractmethod
    def _do(self, action: str) -> None:
        """Carry out a legal action on this (fresh) object."""

    # -- the public face ---------------------------------------------------------

    @abstractmethod
    def current_player(self) -> int:
        """The seat to act, -2 at the end."""

    @abstractmethod
    def legal_actions(self) -> list[str]:
        """What the seat may do, in canonical order; empty at the end."""

    @abstractmethod
    def returns(self) -> list[Fraction]:
        """The payoff of each seat; only at the end."""

    @abstractmethod
    def world_key(self) -> Hashable:
        """The full state without the orders that can no longer matter."""

    @abstractmethod
    def deck_slices(self, seat: int) -> list[Slice]:
        """The deck cut into runs, in deck order, as this position used it.

        It is made for the worlds of `seat`, which may know that an order is of no
        importance any more.
        """

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def play(self, action: str) -> Self:
        """The position after the action."""
        legal = self.legal_actions()
        if action not in legal:
            raise ValueError(
                f"{action!r} is not legal for seat {self.current_player()}: {legal}"
            )
        return self.child(action)

    def child(self, action: str) -> Self:
        """The same for an action that is known to be legal."""
        seat = self.current_player()
        new = copy.copy(self)
        new.own_actions = tuple(
            (*done, action) if i == seat else done
            for i, done in enumerate(self.own_actions)
        )
        new._do(action)
        return new

    def information(self, seat: int) -> Hashable:
        """All that the seat knows."""
        rules = tuple(sorted(self.rules.items()))
        asked = self.current_player() == seat
        return (self.name, rules, seat, self.views[seat], asked)

    # -- help for the subclasses -------------------------------------------------

    def _open_views(self, secrets: Sequence[Hashable], *public: Hashable) -> None:
        """Start the views: each seat's own deal, then what all can see."""
        self.views = tuple(("dealt", secret, *public) for secret in secrets)

    def _tell(
        self, public: Hashable | None, private: Mapping[int, Hashable] | None = None
    ) -> None:
        """Append an event; a seat in `private` sees its own version of it.

        With `public` None the seats without an entry of their own notice nothing.
        """
        private = private or {}
        new = []
        for seat, view in enumerate(self.views):
            event = private.get(seat, public)
            new.append(view if event is None else (*view, event))
        self.views = tuple(new)

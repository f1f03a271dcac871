"""The state of Lupfen: options, the deal, and what counts as a distinct world."""

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Self

from .cards import LUPFEN20
from .core import Naive, Slice


class LupfenState(Naive):
    """Everything but the moves."""

    name: ClassVar[str] = "lupfen"
    whole_pack: ClassVar[tuple[str, ...]] = LUPFEN20
    defaults: ClassVar[dict[str, Any]] = {
        "players": 4,
        "ante": 1,
        "price_min": 1,
        "price_max": 3,
        "allow_zero": True,
        "remainder": "stay",
        "figures": True,
        "pot0": 0,
        "pot_value": "cash",
        "deals": 1,
    }
    choices: ClassVar[dict[str, tuple[Any, ...]]] = {
        "players": (3, 4, 5),
        "allow_zero": (False, True),
        "remainder": ("stay", "lupfer"),
        "figures": (False, True),
        "pot_value": ("cash", "shared"),
    }
    param_names: ClassVar[tuple[str, ...]] = ("pot0",)

    def _deal(self, deck: tuple[str, ...]) -> None:
        """Hands, then the stack; a shorter pack has a shorter stack."""
        n = self.num_players
        if len(deck) < 3 * n + 1:
            raise ValueError(f"{n} players need at least {3 * n + 1} cards")
        hands = [deck[3 * i : 3 * i + 3] for i in range(n)]
        self._set_up(hands, deck[3 * n :], None)

    @classmethod
    def from_parts(
        cls,
        options: Mapping[str, Any] | None = None,
        params: Mapping[str, Any] | None = None,
        *,
        hands: Sequence[Sequence[str]],
        turnup: str,
        stack: Sequence[str] = (),
        lifter: int = 0,
        price: int = 0,
        active: Sequence[int],
        phase: str = "tricks",
        turn: int | None = None,
        leader: int | None = None,
        table: Sequence[str] = (),
        tricks: Sequence[int] | None = None,
    ) -> Self:
        """A position after the lift.

        `stack` is what lies face down below the turn-up. `active` are the seats
        that are in, the lifter included; their price is paid already. `phase` is
        "price", "join" (with `turn`, the seat to declare), "declared" (all have
        declared; what follows happens by itself) or "tricks" (with `leader`, the
        lifter by default).
        """
        new = cls.__new__(cls)
        new._set_rules(options, params)
        if len(hands) != new.num_players:
            raise ValueError("not one hand for each player")
        new._set_up(hands, stack, turnup)
        new.lifter, new.price = lifter, price
        new.active = frozenset(active)
        new.pot += price * len(new.active)
        new.turn = lifter if turn is None else turn
        new.phase = phase
        if phase == "declared":
            new._after_joining()
        elif phase == "tricks":
            new.leader = lifter if leader is None else leader
            new.table = tuple(table)
            if tricks is not None:
                new.tricks = tuple(tricks)
            new._set_turn_in_trick()
        return new

    def _set_up(
        self, hands: Sequence[Sequence[str]], stack: Sequence[str], turnup: str | None
    ) -> None:
        n = self.num_players
        self.hands = tuple(frozenset(hand) for hand in hands)
        self.stack = tuple(stack)  # face down, top first
        self.turnup = turnup
        self.trump = turnup[0] if turnup else None
        self.pot: int = self.rules["pot0"] + n * self.rules["ante"]
        self.pot_after: int | None = None
        self.nets: tuple[int, ...] = ()
        self.ending: str | None = None
        self.phase = "lift"
        self.turn = 0
        self.lifter: int | None = None
        self.price: int | None = None
        self.active: frozenset[int] = frozenset()
        self.swappers: tuple[int, ...] = ()
        self.shown: frozenset[str] = frozenset()  # cards given up in swaps
        self.leader: int | None = None
        self.table: tuple[str, ...] = ()
        self.tricks: tuple[int, ...] = (0,) * n
        self._open_views(self.hands, ("turnup", turnup))

    # -- the order of the seats ---------------------------------------------------

    @abstractmethod
    def _after_joining(self) -> None:
        """Go on once everybody has said whether it plays."""

    def _next(self, seat: int) -> int:
        return (seat + 1) % self.num_players

    def _active_from_lifter(self, after: int | None = None) -> list[int]:
        """The active seats from the lifter on, or those behind a given seat."""
        assert self.lifter is not None
        n = self.num_players
        order = [(self.lifter + i) % n for i in range(n)]
        if after is not None:
            order = order[order.index(after) + 1 :]
        return [seat for seat in order if seat in self.active]

    def _trick_order(self) -> list[int]:
        """The active seats in the order in which they play to this trick."""
        assert self.leader is not None
        n = self.num_players
        order = [(self.leader + i) % n for i in range(n)]
        return [seat for seat in order if seat in self.active]

    def _set_turn_in_trick(self) -> None:
        self.turn = self._trick_order()[len(self.table)]

    # -- the knowledge -----------------------------------------------------------

    def _swaps_left(self, seats: int) -> int:
        """How many swaps can still come, judged by what lies open.

        Each takes two unders and an over out of the game and three cards off the
        stack, and each seat swaps once at most.
        """
        if not self.rules["figures"]:
            return 0
        seen = self.shown | ({self.turnup} if self.turnup else set())
        unders = self._in_pack("U") - sum(card[1] == "U" for card in seen)
        overs = self._in_pack("O") - sum(card[1] == "O" for card in seen)
        face_down = len(self.stack) - (self.turnup is None)
        return max(0, min(face_down // 3, unders // 2, overs, seats))

    def _in_pack(self, rank: str) -> int:
        return sum(card[1] == rank for card in self.deck or LUPFEN20)

    def _drawable(self) -> tuple[int, int]:
        """How many cards at the top and at the bottom may still leave the stack."""
        if self.phase in ("tricks", "end"):
            return 0, 0
        if self.phase == "swap":
            seats = len({self.turn, *self._active_from_lifter(after=self.turn)})
        else:
            seats = self.num_players
        return int(self.turnup is None), 3 * self._swaps_left(seats)

    def world_key(self) -> Hashable:
        """The order counts for the top card until it is turned, and for the bottom
        cards that a swap may still bring; the rest of the stack is a set."""
        top, bottom = self._drawable()
        middle = len(self.stack) - bottom
        stack = (
            self.stack[:top],
            frozenset(self.stack[top:middle]),
            self.stack[middle:],
        )
        bidding = (self.phase, self.turn, self.lifter, self.price, self.active)
        public = (*bidding, self.pot, self.turnup, self.shown, self.swappers)
        play = (self.leader, self.table, self.tricks)
        return (self.hands, stack, public, play)

    def deck_slices(self, seat: int) -> list[Slice]:
        """The bottom keeps its order until the first card is on the table: a seat
        that waits does not know whether swaps are over. Whoever is asked to lead
        does know it."""
        seats = range(self.num_players)
        runs = [Slice(3, frozenset({i})) for i in seats]
        everyone = frozenset(seats)
        runs.append(Slice(1, everyone if self.turnup else frozenset(), True))
        face_down = len(self.stack) - (self.turnup is None)
        play = self.table or any(self.tricks) or self.phase == "end"
        if play or (self.phase == "tricks" and self.current_player() == seat):
            bottom = 0
        else:
            bottom = 3 * self._swaps_left(self.num_players)
        runs += [Slice(face_down - bottom), Slice(bottom, ordered=True)]
        drawn = [Slice(3, frozenset({i})) for i in reversed(self.swappers)]
        return [*runs, *drawn]

"""Ékarté for two: five cards each, five tricks, cards may be exchanged first.

The dealer is seat 1. The eleventh card is turned up; its suit is trump. Before the
play seat 0 may propose an exchange as often as the dealer agrees; both then change
cards with the top of the talon, the dealer first unless the options say otherwise.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from .cards import (
    HUNGARIAN32,
    allowed_cards,
    in_order,
    read_set,
    subsets,
    trick_winner,
    write_set,
)
from .core import TERMINAL, Naive, Slice

LOW_TO_HIGH = {"ecarte": "789XAUOK", "traditional": "789XUOKA"}


class NaiveEkarte(Naive):
    name: ClassVar[str] = "ekarte"
    whole_pack: ClassVar[tuple[str, ...]] = HUNGARIAN32
    defaults: ClassVar[dict[str, Any]] = {
        "order": "ecarte",
        "exchange_first": "dealer",
        "discard_trumps": False,
        "turnup_drawable": False,
        "follow_rule": "strict",
        "target": 7,
    }
    choices: ClassVar[dict[str, tuple[Any, ...]]] = {
        "order": ("ecarte", "traditional"),
        "exchange_first": ("dealer", "nondealer"),
        "discard_trumps": (False, True),
        "turnup_drawable": (False, True),
        "follow_rule": ("strict", "suit", "either", "free"),
    }

    def _deal(self, deck: tuple[str, ...]) -> None:
        """Hands, turn-up, talon; a shorter pack just has a shorter talon."""
        if len(deck) < 11:
            raise ValueError("Ékarté needs at least eleven cards")
        self._set_up((deck[0:5], deck[5:10]), deck[10], deck[11:], "offer")
        self._skip()

    @classmethod
    def from_parts(
        cls,
        options: Mapping[str, Any] | None = None,
        *,
        hands: Sequence[Sequence[str]],
        turnup: str,
        talon: Sequence[str] = (),
        phase: str = "tricks",
        exchanger: int = 0,
        leader: int = 0,
        table: Sequence[str] = (),
        tricks: tuple[int, int] = (0, 0),
    ) -> "NaiveEkarte":
        """A position in the middle of a deal.

        `phase` is "offer", "answer", "exchange" or "tricks"; `exchanger` counts
        the exchange node (0 for the first of the two); `table` has the cards the
        leader, then the other seat has put down already. Nodes without a choice
        are passed over at once, as in a real deal. `talon` is without the turn-up.
        """
        new = cls.__new__(cls)
        new._set_rules(options, None)
        new._set_up(hands, turnup, talon, phase)
        new.exchanger, new.leader = exchanger, leader
        new.table, new.tricks = tuple(table), tuple(tricks)
        new._skip()
        return new

    def _set_up(
        self,
        hands: Sequence[Sequence[str]],
        turnup: str,
        talon: Sequence[str],
        phase: str,
    ) -> None:
        self.hands = tuple(frozenset(hand) for hand in hands)
        self.turnup, self.trump = turnup, turnup[0]
        last = (turnup,) if self.rules["turnup_drawable"] else ()
        self.talon: tuple[str, ...] = (*talon, *last)  # top first
        self.pile: frozenset[str] = frozenset()
        self.draws: tuple[tuple[int, int], ...] = ()  # (seat, number), public
        self.phase = phase
        self.exchanger = 0
        self.leader = 0
        self.table: tuple[str, ...] = ()
        self.tricks: tuple[int, ...] = (0, 0)
        self._open_views(self.hands, ("turnup", turnup))

    # -- nodes -------------------------------------------------------------------

    def current_player(self) -> int:
        if self.phase == "tricks":
            if not self.table and not any(self.hands):
                return TERMINAL
            return (self.leader + len(self.table)) % 2
        if self.phase == "exchange":
            first = 1 if self.rules["exchange_first"] == "dealer" else 0
            return (first + self.exchanger) % 2
        return {"offer": 0, "answer": 1}[self.phase]

    def _may_propose(self) -> bool:
        """A proposer needs a card to draw and a card to give away."""
        return bool(self.talon) and bool(self._disposable(0))

    def _disposable(self, seat: int) -> list[str]:
        """What a seat may discard: no trumps, unless the options allow them."""
        keep = None if self.rules["discard_trumps"] else self.trump
        return [card for card in self.hands[seat] if card[0] != keep]

    def _exchanges(self) -> list[tuple[str, ...]]:
        """All sets the exchanging seat may discard.

        Never more cards than the talon still has. Seat 0, who proposed, must
        change at least one while there is something to draw; seat 1 need not.
        """
        seat = self.current_player()
        cards, left = self._disposable(seat), len(self.talon)
        fewest = 1 if seat == 0 and left else 0
        sizes = range(fewest, min(len(cards), left) + 1)
        return subsets(cards, sizes, HUNGARIAN32)

    def legal_actions(self) -> list[str]:
        if self.is_terminal():
            return []
        if self.phase == "offer":
            return ["play_on", "propose"] if self._may_propose() else ["play_on"]
        if self.phase == "answer":
            return ["accept", "refuse"]
        if self.phase == "exchange":
            return ["exch:" + write_set(cards) for cards in self._exchanges()]
        hand = self.hands[self.current_player()]
        cards = allowed_cards(hand, self.table, self.trump, self.rules["follow_rule"])
        return ["play:" + card for card in in_order(cards, HUNGARIAN32)]

    def _skip(self) -> None:
        """Pass over nodes without a choice; nobody can tell that they were skipped."""
        if self.phase == "offer" and not self._may_propose():
            self._do("play_on")
        elif self.phase == "exchange" and self._exchanges() == [()]:
            self._do("exch:-")

    def _do(self, action: str) -> None:
        seat = self.current_player()
        if action in ("play_on", "propose", "accept", "refuse"):
            self._tell(action)
            self.phase = {
                "play_on": "tricks",
                "propose": "answer",
                "accept": "exchange",
                "refuse": "tricks",
            }[action]
            self.exchanger = 0
        elif action.startswith("exch:"):
            self._exchange(seat, read_set(action[5:]))
        else:
            self._play_card(seat, action[5:])
        self._skip()

    def _exchange(self, seat: int, gone: frozenset[str]) -> None:
        """Lay the cards away face down, draw as many; only the number is public."""
        drawn = frozenset(self.talon[: len(gone)])
        self.talon = self.talon[len(gone) :]
        self.pile |= gone
        self.draws += ((seat, len(gone)),)
        self._set_hand(seat, self.hands[seat] - gone | drawn)
        self._tell(("exch", seat, len(gone)), {seat: ("exch", gone, drawn)})
        self.exchanger += 1
        if self.exchanger == 2:
            self.phase = "offer"

    def _set_hand(self, seat: int, hand: frozenset[str]) -> None:
        self.hands = tuple(
            hand if i == seat else other for i, other in enumerate(self.hands)
        )

    def _play_card(self, seat: int, card: str) -> None:
        self._set_hand(seat, self.hands[seat] - {card})
        self.table += (card,)
        self._tell(("play", seat, card))
        if len(self.table) == 2:
            low_to_high = LOW_TO_HIGH[self.rules["order"]]
            best = trick_winner(self.table, self.trump, low_to_high)
            self.leader = (self.leader + best) % 2
            self.tricks = tuple(
                won + (i == self.leader) for i, won in enumerate(self.tricks)
            )
            self.table = ()

    # -- the end and the knowledge -----------------------------------------------

    def returns(self) -> list[Fraction]:
        """One point for most tricks, two for all five."""
        if not self.is_terminal():
            raise ValueError("the deal is not over")
        value = Fraction(2 if 5 in self.tricks else 1)
        return [value, -value] if self.tricks[0] > self.tricks[1] else [-value, value]

    def world_key(self) -> Hashable:
        """The order of the talon counts until the play begins."""
        talon: Hashable = self.talon
        if self.phase == "tricks":
            talon = frozenset(self.talon)
        public = (self.phase, self.exchanger, self.leader, self.table, self.tricks)
        return (self.hands, self.pile, talon, self.turnup, self.draws, public)

    def deck_slices(self, seat: int) -> list[Slice]:
        hands = [Slice(5, frozenset({0})), Slice(5, frozenset({1}))]
        assert self.deck is not None
        face_down = len(self.deck) - 11
        batches = []
        for drawer, number in self.draws:
            size = min(number, face_down)  # the rest of a batch is the turn-up
            batches.append(Slice(size, frozenset({drawer})))
            face_down -= size
        rest = Slice(face_down, ordered=self.phase != "tricks")
        return [*hands, Slice(1, frozenset({0, 1})), *batches, rest]


def add_to_match(
    points: tuple[int, int], gain: Sequence[Fraction], target: int = 7
) -> tuple[tuple[int, int], int | None]:
    """Score of two persons after a deal, and who has won the match, if anybody.

    `gain` is the deal's payoff for the same two persons; only the winner's points
    count.
    """
    new = tuple(old + max(0, int(won)) for old, won in zip(points, gain, strict=True))
    winners = [i for i, total in enumerate(new) if total >= target]
    return (new[0], new[1]), (winners[0] if winners else None)

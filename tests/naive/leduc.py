"""Leduc poker: jack, queen and king in two suits, two betting rounds.

Each seat antes one chip and gets one card. After the first round one more card is
laid open. Seat 0 begins both rounds. A raise first evens the bets, then adds two
chips (four in the second round); there are at most two raises a round. A call
evens the bets, and is a check when they are even already. Only a seat that faces
a raise may fold. A round ends when the seats are even and both have spoken. At
the showdown a pair with the open card wins, else the higher rank; equal ranks
share.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import ClassVar

from .core import TERMINAL, Naive, Slice

RANKS = "JQK"
RAISE = (2, 4)


class NaiveLeduc(Naive):
    name: ClassVar[str] = "leduc"
    whole_pack: ClassVar[tuple[str, ...]] = ("SJ", "HJ", "SQ", "HQ", "SK", "HK")

    def _deal(self, deck: tuple[str, ...]) -> None:
        if len(deck) < 3:
            raise ValueError("Leduc poker needs at least three cards")
        self._set_up((deck[0], deck[1]), deck[2], (), frozenset(deck[3:]))

    @classmethod
    def from_parts(
        cls,
        *,
        cards: tuple[str, str],
        board: str,
        history: tuple[str, ...] = (),
    ) -> "NaiveLeduc":
        """A position from the two private cards, the open card to come and the
        actions so far."""
        new = cls.__new__(cls)
        new._set_rules({}, {})
        rest = frozenset(cls.whole_pack) - {*cards, board}
        new._set_up(cards, board, history, rest)
        return new

    def _set_up(
        self,
        cards: tuple[str, str],
        board: str,
        history: tuple[str, ...],
        rest: frozenset[str],
    ) -> None:
        self.cards, self.board, self.rest = cards, board, rest
        self.chips = (1, 1)
        self.round = 0
        self.raises = 0
        self.spoken = 0
        self.turn = 0
        self.folded: int | None = None
        self.history: tuple[str, ...] = ()
        self._open_views(cards)
        for action in history:
            if action not in self.legal_actions():
                raise ValueError(f"{action!r} does not fit the history")
            self._do(action)

    def current_player(self) -> int:
        return TERMINAL if self.folded is not None or self.round == 2 else self.turn

    def legal_actions(self) -> list[str]:
        if self.is_terminal():
            return []
        faces_raise = self.chips[self.turn] < max(self.chips)
        return (
            (["fold"] if faces_raise else [])
            + ["call"]
            + (["raise"] if self.raises < 2 else [])
        )

    def _do(self, action: str) -> None:
        seat = self.turn
        self.history += (action,)
        self._tell(action)
        if action == "fold":
            self.folded = seat
            return
        stake = max(self.chips)
        if action == "raise":
            stake += RAISE[self.round]
            self.raises += 1
        self.chips = (stake, self.chips[1]) if seat == 0 else (self.chips[0], stake)
        self.spoken += 1
        self.turn = 1 - seat
        if self.spoken >= 2 and self.chips[0] == self.chips[1]:
            self.round += 1
            self.raises = self.spoken = self.turn = 0
            if self.round == 1:
                self._tell(("board", self.board))

    def returns(self) -> list[Fraction]:
        if not self.is_terminal():
            raise ValueError("the deal is not over")
        if self.folded is not None:
            winner = 1 - self.folded
        else:
            worth = [
                (card[1] == self.board[1], RANKS.index(card[1])) for card in self.cards
            ]
            if worth[0] == worth[1]:
                return [Fraction(0), Fraction(0)]
            winner = 0 if worth[0] > worth[1] else 1
        gain = Fraction(self.chips[1 - winner])
        return [gain, -gain] if winner == 0 else [-gain, gain]

    def world_key(self) -> Hashable:
        return (self.cards, self.board, self.rest, self.history)

    def deck_slices(self, seat: int) -> list[Slice]:
        everyone = frozenset({0, 1}) if self.round else frozenset()
        own = [Slice(1, frozenset({0})), Slice(1, frozenset({1}))]
        return [*own, Slice(1, everyone), Slice(len(self.rest))]

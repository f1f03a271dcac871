"""Kuhn poker: three cards, one of them to each seat, one chip of ante each.

Seat 0 speaks first. "bet" puts in one more chip: it opens, or answers a bet as a
call. "pass" puts in nothing: it checks, or gives up against a bet. Two passes, or
a bet that is called, lead to a showdown which the higher card wins.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import ClassVar

from .core import TERMINAL, Naive, Slice


class NaiveKuhn(Naive):
    name: ClassVar[str] = "kuhn"
    whole_pack: ClassVar[tuple[str, ...]] = ("J", "Q", "K")

    def _deal(self, deck: tuple[str, ...]) -> None:
        if len(deck) != 3:
            raise ValueError("Kuhn poker needs all three cards")
        self._set_up(deck[:2], ())

    @classmethod
    def from_parts(
        cls, *, cards: tuple[str, str], history: tuple[str, ...] = ()
    ) -> "NaiveKuhn":
        """A position from the two private cards and the actions so far."""
        new = cls.__new__(cls)
        new._set_rules({}, {})
        new._set_up(cards, history)
        return new

    def _set_up(self, cards: tuple[str, ...], history: tuple[str, ...]) -> None:
        self.cards = tuple(cards)
        self.history: tuple[str, ...] = tuple(history)
        self._open_views(self.cards, *self.history)

    def current_player(self) -> int:
        if self.history[-2:] == ("pass", "pass") or "bet" in self.history[:-1]:
            return TERMINAL
        return len(self.history) % 2

    def legal_actions(self) -> list[str]:
        return [] if self.is_terminal() else ["pass", "bet"]

    def _do(self, action: str) -> None:
        self.history += (action,)
        self._tell(action)

    def returns(self) -> list[Fraction]:
        if not self.is_terminal():
            raise ValueError("the deal is not over")
        chips = [
            1 + self.history[0::2].count("bet"),
            1 + self.history[1::2].count("bet"),
        ]
        if chips[0] != chips[1]:
            winner = 0 if chips[0] > chips[1] else 1
        else:
            ranks = [self.whole_pack.index(card) for card in self.cards]
            winner = 0 if ranks[0] > ranks[1] else 1
        gain = Fraction(chips[1 - winner])
        return [gain, -gain] if winner == 0 else [-gain, gain]

    def world_key(self) -> Hashable:
        return (self.cards, self.history)

    def deck_slices(self, seat: int) -> list[Slice]:
        return [Slice(1, frozenset({0})), Slice(1, frozenset({1})), Slice(1)]

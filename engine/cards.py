"""Packs, and the one numbering of cards that everything else uses.

A card is a number from 0: its place in the pack, suit by suit, ranks in the order of
the table (no order of strength; that is the game's). In text it is suit letter + rank.

==============  =======================================  ==================  ====
pack            suits                                    ranks               size
==============  =======================================  ==================  ====
hungarian32     M acorns, T bells, Z leaves, P hearts    7 8 9 X U O K A       32
lupfen20        the same                                 U O K X A             20
french52        S spades, H hearts, D diamonds, C clubs  2 … 9 T J Q K A       52
french36        the same                                 6 … 9 T J Q K A       36
french24        the same                                 9 T J Q K A           24
latin40         S swords, H cups, D coins, C clubs       A 2 … 7 J Q K         40
kuhn3           (none)                                   J Q K                  3
leduc6          S, H                                     J Q K                  6
==============  =======================================  ==================  ====

X is the Hungarian ten, U the under, O the over. A set of cards is an int64 bit set
(`engine.bits`) and is written in ascending order of card number.

Stability: card numbers are part of state keys, notation and published tables; packs may
be added, never renumbered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.bits import members
from engine.errors import NotationError

Card = int
CardSet = int

UNKNOWN = "?"  # a card that the writer doesn't know


@dataclass(frozen=True)
class Pack:
    """A pack of different cards.

    Parameters
    ----------
    name : str
        Id, as in the table above.
    suits : tuple of str
        Suit letters in order; one empty string where cards have no suit.
    ranks : tuple of str
        Rank characters in order, the same for every suit.
    """

    name: str
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    _number: dict[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers = {text: card for card, text in enumerate(self.cards())}
        object.__setattr__(self, "_number", numbers)

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.suits) * len(self.ranks)

    def cards(self) -> list[str]:
        """Return the text of every card, in order of card number."""
        return [suit + rank for suit in self.suits for rank in self.ranks]

    def text(self, card: Card) -> str:
        """Return the text of card number `card`."""
        suit, rank = divmod(int(card), len(self.ranks))
        return self.suits[suit] + self.ranks[rank]

    def suit_of(self, card: Card) -> int:
        """Return the number of the suit of `card`."""
        return int(card) // len(self.ranks)

    def parse_card(self, text: str, column: int = 0) -> Card:
        """Return the number of the card written `text`.

        Raises
        ------
        NotationError
            If the pack has no such card.
        """
        card = self._number.get(text)
        if card is None:
            suits = "".join(self.suits)
            shape = f"one of {suits} and a rank of" if suits else "a rank of"
            raise NotationError(
                f"{text!r} is no card of the pack {self.name}: expected {shape} "
                f"{''.join(self.ranks)}",
                text,
                column,
            )
        return card

    def parse_suit(self, text: str) -> int:
        """Return the number of the suit written `text`.

        Raises
        ------
        NotationError
            If the pack has no such suit.
        """
        if text not in self.suits or not text:
            raise NotationError(
                f"{text!r} is no suit of the pack {self.name}: expected one of "
                f"{' '.join(self.suits)}",
                text,
            )
        return self.suits.index(text)

    def parse_set(self, texts: Iterable[str]) -> CardSet:
        """Return the set of the cards written `texts`.

        Raises
        ------
        NotationError
            If a text is no card, or a card is there twice.
        """
        cards = 0
        for text in texts:
            bit = 1 << self.parse_card(text)
            if cards & bit:
                raise NotationError(f"card {text} is there twice", text)
            cards |= bit
        return cards

    def format_set(self, cards: CardSet, separator: str = " ") -> str:
        """Return the cards of a set in ascending order."""
        return separator.join(self.text(card) for card in members(cards))


_HUNGARIAN = ("M", "T", "Z", "P")
_FRENCH = ("S", "H", "D", "C")

PACKS: dict[str, Pack] = {
    pack.name: pack
    for pack in (
        Pack("hungarian32", _HUNGARIAN, tuple("789XUOKA")),
        Pack("lupfen20", _HUNGARIAN, tuple("UOKXA")),
        Pack("french52", _FRENCH, tuple("23456789TJQKA")),
        Pack("french36", _FRENCH, tuple("6789TJQKA")),
        Pack("french24", _FRENCH, tuple("9TJQKA")),
        Pack("latin40", _FRENCH, tuple("A234567JQK")),
        Pack("kuhn3", ("",), tuple("JQK")),
        Pack("leduc6", ("S", "H"), tuple("JQK")),
    )
}

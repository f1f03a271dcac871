"""Cards as text, and the two rules shared by the trick games.

A card is a suit letter followed by a rank letter: "PK" is the king of hearts. The
place of a card in its pack (suit by suit) is its canonical place; sets of cards
are written in that order.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations


def pack(suits: str, ranks: str) -> tuple[str, ...]:
    """All cards, suit by suit."""
    return tuple(suit + rank for suit in suits for rank in ranks)


HUNGARIAN32 = pack("MTZP", "789XUOKA")
LUPFEN20 = pack("MTZP", "UOKXA")


def row(text: str) -> list[str]:
    """Cards written with blanks between them."""
    return text.split()


def in_order(cards: Iterable[str], whole: Sequence[str]) -> list[str]:
    """The cards in the canonical order of their pack."""
    return sorted(cards, key=whole.index)


def subsets(
    cards: Iterable[str], sizes: Iterable[int], whole: Sequence[str]
) -> list[tuple[str, ...]]:
    """All subsets of the given sizes: small ones first, then card by card."""
    ordered = in_order(cards, whole)
    return [chosen for size in sizes for chosen in combinations(ordered, size)]


def write_set(cards: Sequence[str]) -> str:
    """A set inside an action: cards with commas, a dash when there are none."""
    return ",".join(cards) if cards else "-"


def read_set(text: str) -> frozenset[str]:
    """The inverse of write_set."""
    return frozenset() if text == "-" else frozenset(text.split(","))


def beats(card: str, best: str, led: str, trump: str | None, low_to_high: str) -> bool:
    """Does a later card beat the best one so far?

    A trump beats every plain card and every lower trump. A plain card can only
    beat a lower card of the led suit, and only while no trump is on the table.
    """
    higher = low_to_high.index(card[1]) > low_to_high.index(best[1])
    if card[0] == trump:
        return best[0] != trump or higher
    return card[0] == led and best[0] == led and higher


def trick_winner(cards: Sequence[str], trump: str | None, low_to_high: str) -> int:
    """Which card, counted in the order of play, takes the trick."""
    best = 0
    for i in range(1, len(cards)):
        if beats(cards[i], cards[best], cards[0][0], trump, low_to_high):
            best = i
    return best


def allowed_cards(
    hand: frozenset[str], table: Sequence[str], trump: str | None, follow_rule: str
) -> frozenset[str]:
    """The cards of the hand that may be put on the table.

    Whoever leads is free. The others must follow suit ('strict' and 'suit'); a
    hand without the led suit must trump under 'strict' and is free under 'suit'.
    Under 'either' the led suit and trump are equally good, and only a hand that
    has neither is free. 'free' binds nobody.
    """
    if not table or follow_rule == "free":
        return hand
    same = frozenset(card for card in hand if card[0] == table[0][0])
    trumps = frozenset(card for card in hand if card[0] == trump)
    if follow_rule == "strict":
        return same or trumps or hand
    if follow_rule == "suit":
        return same or hand
    if follow_rule == "either":
        return same | trumps or hand
    raise ValueError(f"unknown follow rule {follow_rule!r}")

"""Packs: the numbering of the table, and text that reads back to the same card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACKS, Pack
from engine.errors import NotationError

SIZES = {
    "hungarian32": 32,
    "lupfen20": 20,
    "french52": 52,
    "french36": 36,
    "french24": 24,
    "latin40": 40,
    "kuhn3": 3,
    "leduc6": 6,
}

packs = st.sampled_from(sorted(PACKS)).map(PACKS.__getitem__)


@pytest.mark.parametrize("name", sorted(PACKS))
def test_cards_are_numbered_suit_by_suit(name: str) -> None:
    pack = PACKS[name]
    assert pack.name == name
    assert len(pack.cards()) == pack.size == SIZES[name]
    for card, text in enumerate(pack.cards()):
        assert pack.text(card) == text
        assert pack.parse_card(text) == card
        assert pack.suits[pack.suit_of(card)] == text[:-1]
    assert len(set(pack.cards())) == pack.size


@pytest.mark.parametrize(
    ("pack", "text", "card"),
    [
        ("hungarian32", "M7", 0),
        ("hungarian32", "MA", 7),
        ("hungarian32", "T7", 8),
        ("hungarian32", "PA", 31),
        ("lupfen20", "MU", 0),
        ("lupfen20", "PA", 19),
        ("french52", "S2", 0),
        ("french52", "CA", 51),
        ("latin40", "SA", 0),
        ("latin40", "CK", 39),
    ],
)
def test_published_card_numbers(pack: str, text: str, card: int) -> None:
    assert PACKS[pack].parse_card(text) == card


@given(packs, st.data())
def test_sets_read_back(pack: Pack, data: st.DataObject) -> None:
    cards = data.draw(st.sets(st.integers(0, pack.size - 1)))
    bits = sum(1 << card for card in cards)
    text = pack.format_set(bits)
    assert text.split() == [pack.text(card) for card in sorted(cards)]
    assert pack.parse_set(text.split()) == bits
    assert pack.parse_set(reversed(text.split())) == bits
    assert pack.format_set(bits, ",") == text.replace(" ", ",")


@given(packs, st.text(max_size=3))
def test_other_text_is_refused_by_name(pack: Pack, text: str) -> None:
    if text in pack.cards():
        return
    with pytest.raises(NotationError) as caught:
        pack.parse_card(text, column=7)
    assert repr(text) in str(caught.value)
    assert pack.name in str(caught.value)
    assert (caught.value.token, caught.value.column) == (text, 7)


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(NotationError, match="M7 is there twice"):
        PACKS["hungarian32"].parse_set(["M7", "MA", "M7"])


def test_suits_read_back() -> None:
    pack = PACKS["hungarian32"]
    assert [pack.parse_suit(suit) for suit in "MTZP"] == [0, 1, 2, 3]
    for text in ("S", "", "MT"):
        with pytest.raises(NotationError, match="no suit of the pack hungarian32"):
            pack.parse_suit(text)
    with pytest.raises(NotationError, match="no suit"):
        PACKS["kuhn3"].parse_suit("")

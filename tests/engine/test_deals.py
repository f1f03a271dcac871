"""Deals: deck orders and deal records are exact inverses, and every error is named."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACKS
from engine.deals import (
    ALL,
    Deck,
    Zone,
    deck_array,
    deck_from_cards,
    deck_from_record,
    hands,
    record_from_deck,
    seeded_deck,
)
from engine.errors import IllegalStateError, NotationError

PACK = PACKS["hungarian32"]
TURNUP = Zone("turnup", (10,), seen_by=ALL, single=True)
TALON = Zone("talon", tuple(range(11, 32)), optional=True)
LAYOUT = (*hands(2, 5), TURNUP, TALON)

decks = st.permutations(range(PACK.size)).map(tuple)


def record(deck: Deck | None = None) -> dict[str, Any]:
    return record_from_deck(PACK, LAYOUT, deck or tuple(range(32)))


@given(decks)
def test_records_read_back(deck: Deck) -> None:
    assert deck_from_record(PACK, LAYOUT, record(deck)) == deck


@given(decks)
def test_card_lists_read_back(deck: Deck) -> None:
    texts = [PACK.text(card) for card in deck]
    assert deck_from_cards(PACK, texts) == deck
    assert deck_from_cards(PACK, " ".join(texts)) == deck
    assert deck_array(deck).tolist() == list(deck)


def test_a_record_names_the_places_of_the_deck() -> None:
    assert record() == {
        "hands": [["M7", "M8", "M9", "MX", "MU"], ["MO", "MK", "MA", "T7", "T8"]],
        "turnup": "T9",
        "talon": PACK.cards()[11:],
    }


def test_hands_may_be_written_as_text() -> None:
    given_text = {**record(), "hands": ["M7,M8,M9,MX,MU", "MO MK MA T7 T8"]}
    assert deck_from_record(PACK, LAYOUT, given_text) == tuple(range(32))


@given(decks)
def test_an_unused_rest_may_be_left_out(deck: Deck) -> None:
    short = record(deck)
    del short["talon"]
    full = deck_from_record(PACK, LAYOUT, short)
    assert full[:11] == deck[:11]
    assert sorted(full) == list(range(32))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": [["M7"], ["MO", "MK", "MA", "T7", "T8"]]},
         "hands[0]: 1 cards, expected 5"),
        ({"hands": [["M7", "M8", "M9", "MX", "MU"]]}, "deal: hands[1] is missing"),
        ({"turnup": None}, "deal: turnup is missing"),
        ({"turnup": "M7"}, "card M7 is there twice"),
        ({"trump": "M"}, "deal: unknown key 'trump': expected hands, turnup, talon"),
    ],
)  # fmt: skip
def test_wrong_records_are_refused(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(IllegalStateError) as caught:
        deck_from_record(PACK, LAYOUT, {**record(), **change})
    assert problem in caught.value.problems


def test_all_problems_are_listed() -> None:
    bad = {**record(), "turnup": "M7", "hands": [["M7"]], "pot": 1}
    with pytest.raises(IllegalStateError) as caught:
        deck_from_record(PACK, LAYOUT, bad)
    assert len(caught.value.problems) >= 3


@pytest.mark.parametrize(
    "change", [{"turnup": "XX"}, {"turnup": 7}, {"hands": 3}, {"talon": [1, 2]}]
)
def test_what_is_no_card_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(NotationError, match=r"no card|expected a list"):
        deck_from_record(PACK, LAYOUT, {**record(), **change})


def test_wrong_decks_are_refused() -> None:
    with pytest.raises(IllegalStateError, match="1 card is missing: PA"):
        deck_from_cards(PACK, PACK.cards()[:-1])
    with pytest.raises(IllegalStateError, match=r"M7 is there twice.*missing: PA"):
        deck_from_cards(PACK, [*PACK.cards()[:-1], "M7"])
    with pytest.raises(NotationError, match="'S7' is no card"):
        deck_from_cards(PACK, ["S7"])


def test_seeded_decks_are_fixed_and_differ() -> None:
    assert seeded_deck(PACK, 7) == seeded_deck(PACK, 7)
    drawn = [seeded_deck(PACK, seed) for seed in range(100)]
    assert len(set(drawn)) == 100
    assert all(sorted(deck) == list(range(32)) for deck in drawn)


def test_every_order_of_a_small_pack_is_dealt_equally_often() -> None:
    pack, draws = PACKS["kuhn3"], 3000
    counts = Counter(seeded_deck(pack, seed) for seed in range(draws))
    expected = draws / 6
    # chi-square with 5 degrees of freedom, 0.1 % point 20.52
    assert len(counts) == 6
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 20.52


def test_hands_are_seen_by_their_owners_alone() -> None:
    zones = hands(3, 2)
    assert [zone.places for zone in zones] == [(0, 1), (2, 3), (4, 5)]
    assert [[zone.is_seen(seat) for seat in range(3)] for zone in zones] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]
    assert TURNUP.is_seen(0)
    assert not TALON.is_seen(0)

"""Trick play on card sets against the rules written card by card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bits import from_members, members
from engine.cards import PACKS
from engine.tricks import (
    EITHER,
    FOLLOW_RULES,
    FREE,
    STRICT,
    SUIT,
    above_table,
    beaters,
    denied,
    follow,
    suit_table,
)

PACK = PACKS["hungarian32"]
ORDER = "789XAUOK"
ABOVE = above_table(PACK, ORDER)
SUIT_OF = suit_table(PACK)

cards = st.integers(0, PACK.size - 1)
hands = st.sets(cards, min_size=1, max_size=8)
rules = st.sampled_from((STRICT, SUIT, EITHER, FREE))
trumps = st.sampled_from(("", *PACK.suits))


def texts(hand: set[int]) -> set[str]:
    return {PACK.text(card) for card in hand}


def trump_set(trump: str) -> int:
    return int(SUIT_OF[PACK.parse_card(trump + "7")]) if trump else 0


def allowed(hand: set[str], led: str, trump: str, rule: int) -> set[str]:
    """The follow rules, one card at a time."""
    suited = {card for card in hand if card[0] == led}
    trumping = {card for card in hand if card[0] == trump}
    if rule == FREE:
        return hand
    if rule == EITHER:
        return suited | trumping or hand
    if rule == SUIT:
        return suited or hand
    return suited or trumping or hand


def takes(card: str, winner: str, trump: str) -> bool:
    """Whether `card`, played later, takes the trick from `winner`."""
    if card[0] == winner[0]:
        return ORDER.index(card[1]) > ORDER.index(winner[1])
    return card[0] == trump


@given(hands, cards, trumps, rules)
def test_follow_lets_play_what_the_rule_says(
    hand: set[int], led: int, trump: str, rule: int
) -> None:
    playable = follow(from_members(hand), SUIT_OF[led], trump_set(trump), rule)
    expected = allowed(texts(hand), PACK.text(led)[0], trump, rule)
    assert texts(set(members(int(playable)))) == expected


@given(cards, trumps)
def test_beaters_are_the_cards_that_take_the_trick(winner: int, trump: str) -> None:
    found = beaters(winner, ABOVE[winner], trump_set(trump)) & ~(1 << winner)
    expected = {c for c in PACK.cards() if takes(c, PACK.text(winner), trump)}
    assert texts(set(members(int(found)))) == expected


@given(hands, cards, trumps, rules)
def test_denied_is_exactly_what_the_play_rules_out(
    hand: set[int], led: int, trump: str, rule: int
) -> None:
    """A card is denied exactly if no hand that holds it may play as was played."""
    suit = PACK.text(led)[0]
    for card in allowed(texts(hand), suit, trump, rule):
        number = PACK.parse_card(card)
        shown = denied(number, SUIT_OF[led], trump_set(trump), rule)
        expected = {
            other
            for other in PACK.cards()
            if other != card and card not in allowed({card, other}, suit, trump, rule)
        }
        assert texts(set(members(int(shown)))) - {card} == expected


def test_follow_rules_are_numbered_as_the_option_lists_them() -> None:
    assert [FOLLOW_RULES[i] for i in (STRICT, SUIT, EITHER, FREE)] == list(FOLLOW_RULES)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (STRICT, {"M7", "MK"}),
        (SUIT, {"M7", "MK", "ZU", "Z9", "PA"}),
        (EITHER, {"M7", "MK"}),
        (FREE, {"M7", "MK", "ZU", "Z9", "PA"}),
    ],
)
def test_hand_without_the_led_suit(rule: int, expected: set[str]) -> None:
    """Trump M, TX led, Ékarté's second worked example."""
    hand = PACK.parse_set(["M7", "MK", "ZU", "Z9", "PA"])
    led = int(SUIT_OF[PACK.parse_card("TX")])
    playable = int(follow(hand, led, trump_set("M"), rule))
    assert texts(set(members(int(playable)))) == expected


@pytest.mark.parametrize("name", sorted(PACKS))
def test_tables_cover_every_suit_once(name: str) -> None:
    pack = PACKS[name]
    suits, above = suit_table(pack), above_table(pack, pack.ranks)
    assert sum(set(suits.tolist())) == (1 << pack.size) - 1
    for card in range(pack.size):
        assert suits[card] >> card & 1
        assert above[card] & ~suits[card] == 0
        # exactly one of two different cards of a suit is above the other
        for other in members(int(suits[card])):
            if other != card:
                assert (above[card] >> other & 1) + (above[other] >> card & 1) == 1
        assert not above[card] >> card & 1

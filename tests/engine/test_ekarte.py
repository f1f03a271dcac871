"""Ékarté: the worked examples of the rules, nodes and skips, set-ups."""

from __future__ import annotations

import itertools
import random
from math import factorial
from typing import Any

import pytest

from engine import IllegalStateError, Knowledge, Position, load_game
from engine.games.ekarte.state import PLACES
from engine.perft import perft
from engine.tricks import FOLLOW_RULES
from tests.engine.ekarte_positions import (
    HAND,
    LEFT,
    MIXED,
    OTHER,
    PACK,
    TRUMPS,
    cards,
    dealt,
    legal,
    set_up,
)

FIVE_TRICKS = ["M7 MK TX ZA PO", "M9 MU Z9 ZU PK"]


def minimax(position: Position) -> Any:
    """Return the value for seat 0 of the position with open cards."""
    if position.is_terminal():
        return position.returns()[0]
    values = [minimax(position.play(action)) for action in position.legal_actions()]
    return max(values) if position.current_player() == 0 else min(values)


# --- worked examples of the rules, section 1.7 ----------------------------------------


@pytest.mark.parametrize(("order", "winner"), [("ecarte", 1), ("traditional", 0)])
def test_1_7_1_the_order_decides_whether_under_beats_ace(
    order: str, winner: int
) -> None:
    hands = ["T7 T8 P8 P9", "ZU Z9 M7 PK TX"]
    position = set_up(hands, {"order": order}, table=["ZA"])
    assert legal(position) == {"ZU", "Z9"}
    after = position.play("play:ZU")
    assert after.describe()["tricks"] == [1 - winner, winner]
    assert after.current_player() == winner


@pytest.mark.parametrize(
    ("rule", "allowed"), [("strict", "M7 MK"), ("suit", "M7 MK ZU Z9 PA")]
)
def test_1_7_2_without_the_suit_a_trump_is_due(rule: str, allowed: str) -> None:
    hands = ["T7 T8 P8 P9", "M7 MK ZU Z9 PA"]
    position = set_up(hands, {"follow_rule": rule}, table=["TX"])
    assert legal(position) == set(cards(allowed))
    assert position.play("play:M7").describe()["tricks"] == [0, 1]


def test_1_7_3_a_dealer_with_three_plain_cards_exchanges_in_eight_ways() -> None:
    position = set_up([OTHER, HAND], phase="exchange", turnup="MA", talon=LEFT)
    assert position.current_player() == 1
    assert position.legal_actions() == [
        f"exch:{chosen}"
        for chosen in ["-", "TX", "Z7", "PA", "TX,Z7", "TX,PA", "Z7,PA", "TX,Z7,PA"]
    ]


def test_1_7_3_the_proposer_must_exchange_a_card() -> None:
    position = set_up(
        [HAND, OTHER], phase="exchange", exchanger=0, turnup="MA", talon=LEFT
    )
    assert legal(position) == {"TX", "Z7", "PA", "TX,Z7", "TX,PA", "Z7,PA", "TX,Z7,PA"}


def test_1_7_3_the_talon_limits_the_exchange_and_ends_the_offers() -> None:
    position = set_up([HAND, OTHER], phase="exchange", turnup="MA", talon=LEFT[:3])
    position = position.play("exch:T7,T8")
    assert legal(position) == {"TX", "Z7", "PA"}
    position = position.play("exch:Z7")
    assert position.current_player() == 0
    assert position.describe()["phase"] == "tricks"


@pytest.mark.parametrize(
    ("rule", "histories"),
    [("strict", 458), ("suit", 1028), ("either", 1588), ("free", factorial(5) ** 2)],
)
def test_1_7_4_number_of_histories(rule: str, histories: int) -> None:
    assert perft(set_up(FIVE_TRICKS, {"follow_rule": rule})).histories == histories


@pytest.mark.parametrize(("order", "value"), [("ecarte", -1), ("traditional", 1)])
def test_1_7_4_value_with_open_cards(order: str, value: int) -> None:
    assert minimax(set_up(FIVE_TRICKS, {"order": order})) == value


def test_1_7_5_all_five_tricks_end_a_match_at_six_to_five() -> None:
    position = set_up(["MK MO MU MX M9", "T7 T8 Z7 Z8 P7"])
    plays = ["MK", "T7", "MO", "T8", "MU", "Z7", "MX", "Z8", "M9", "P7"]
    end = position.play_all([f"play:{card}" for card in plays])
    assert end.returns() == [2, -2]
    assert 6 + end.returns()[0] == 8 > end.game.options["target"]


# --- nodes, and nodes that are skipped ------------------------------------------------


def test_exchanges_are_numbered_by_size_then_lexicographically() -> None:
    subsets = [
        chosen for size in range(6) for chosen in itertools.combinations(range(5), size)
    ]
    assert [int(places) for places in PLACES] == [
        sum(1 << place for place in chosen) for chosen in subsets
    ]


def test_an_offer_that_cannot_be_made_looks_like_playing_on() -> None:
    skipped, declined = dealt(TRUMPS), dealt(MIXED, "play_on")
    assert skipped.legal_actions()[0].startswith("play:")
    for seat in range(2):
        assert skipped.observations(seat) == declined.observations(seat) == ("play_on",)


def test_an_exchange_that_cannot_be_made_looks_like_no_cards() -> None:
    """Seat 1 has only trumps in one deal; in the other it keeps its plain cards."""
    all_trumps = dealt("M7 MK T8 TO Z9 MA MX MU MO M8 M9", "propose accept")
    some = dealt("M7 MK T8 TO Z9 MA MX MU MO P8 M9", "propose accept exch:-")
    assert all_trumps.current_player() == some.current_player() == 0
    assert all_trumps.observations(0) == ("propose", "accept", "exch:-")
    assert all_trumps.information(0) == some.information(0)
    assert all_trumps.knowledge(0) == some.knowledge(0)


def test_the_second_exchange_and_the_next_offer_fall_away_with_the_talon() -> None:
    position = set_up([HAND, OTHER], phase="exchange", turnup="MA", talon=LEFT[:2])
    position = position.play("exch:T7,T8")
    assert position.observations(0) == ("exch:?2", "exch:-", "play_on")
    drawn = ",".join(sorted(LEFT[:2], key=PACK.cards().index))
    assert position.observations(1) == (f"exch:T7,T8>{drawn}", "exch:-", "play_on")


def test_the_nondealer_may_be_the_first_to_exchange() -> None:
    position = dealt(MIXED, "propose accept", exchange_first="nondealer")
    assert position.current_player() == 0
    position = position.play("exch:T8")
    assert position.current_player() == 1
    assert position.legal_actions()[0] == "exch:-"
    assert position.play("exch:-").legal_actions() == ["play_on", "propose"]


def test_trumps_may_be_laid_away_by_option() -> None:
    position = dealt(MIXED, "propose accept", discard_trumps=True)
    assert len(position.legal_actions()) == 2**5
    assert dealt(TRUMPS, discard_trumps=True).legal_actions() == ["play_on", "propose"]


def test_after_a_refusal_nothing_more_is_offered() -> None:
    assert legal(dealt(MIXED, "propose refuse")) == set(cards(MIXED)[:5])


def test_an_exchange_shows_its_owner_the_cards_and_the_other_their_number() -> None:
    position = dealt(MIXED, "propose accept exch:ZA,P7 exch:T8")
    assert position.observations(1)[2:] == ("exch:ZA,P7>MA,T7", "exch:?1")
    assert position.observations(0)[2:] == ("exch:?2", "exch:T8>Z8")


# --- set-ups --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"hands": [["T7"], ["Z7"]]}, "trump: None, expected M or T or Z or P"),
        ({"turnup": "M7", "trump": "T"}, "trump: 'T', expected M"),
        ({"trump": "M", "hands": [["T7"], ["Z7"]]}, "hands[0]: 1 cards"),
        ({"trump": "M", "phase": "offer", "hands": [["T7"], []]}, "hands[1]: 0 cards"),
        ({"trump": "M", "phase": "deal"}, "phase: 'deal', expected one of offer"),
        ({"trump": "M", "phase": "offer", "table": []}, "table: has no meaning"),
        ({"trump": "M", "talon": ["T7"]}, "talon: has no meaning in phase tricks"),
        ({"trump": "M", "table": ["T7", "T8"]}, "table: 2 cards, expected at most 1"),
        ({"trump": "M", "tricks": [1]}, "tricks: 1 numbers, expected 2"),
        ({"trump": "M", "tricks": [0, 6]}, "tricks: 6, expected 0 to 5"),
        ({"trump": "M", "played": ["T7"]}, "played: 1 cards, expected two for each"),
        ({"turnup": "M7", "taker": 0}, "taker: there is no card turned up"),
        ({"trump": "M", "voids": [["X"], []]}, "voids: 'X', expected suits of M, T"),
        ({"trump": "M", "stock": []}, "unknown field 'stock'"),
        ({"trump": "M", "phase": "offer", "exchanger": 0}, "exchanger: only in phase"),
        ({"turnup": ["M7", "M8"]}, "turnup: 2 cards, expected 1"),
        ({"trump": "M", "phase": "offer"}, "talon: no card that can be drawn"),
    ],
)
def test_a_wrong_set_up_is_refused_in_words(
    fields: dict[str, Any], problem: str
) -> None:
    with pytest.raises(IllegalStateError) as raised:
        load_game("ekarte").new_position(setup=fields)
    assert problem in str(raised.value)


def test_all_problems_of_a_set_up_are_named() -> None:
    with pytest.raises(IllegalStateError) as raised:
        load_game("ekarte").new_position(setup={"hands": [["T7"]], "leader": 2})
    assert len(raised.value.problems) >= 4


@pytest.mark.parametrize("seed", range(8))
def test_a_description_holds_all_that_a_seat_knows(seed: int) -> None:
    """Set up from what a seat sees, as many worlds remain at every node."""
    rng = random.Random(seed)
    game = load_game(
        "ekarte",
        turnup_drawable=seed % 2 == 0,
        exchange_first=("dealer", "nondealer")[seed // 2 % 2],
        follow_rule=FOLLOW_RULES[seed % 4],
    )
    position = game.new_position(seed=seed)
    while not position.is_terminal():
        for seat in range(2):
            described = position.describe(seat)
            again: Knowledge = game.new_position(setup=described).knowledge(seat)
            assert again.describe() == described
            assert again.count == position.knowledge(seat).count
        position = position.play(rng.choice(position.legal_actions()))

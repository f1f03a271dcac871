"""The text face: games, positions and checked play, on the copy-me game."""

from __future__ import annotations

import copy
import doctest
import pickle
import re
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import engine.perft
import engine.position
from engine import (
    IllegalActionError,
    IllegalStateError,
    MalacError,
    NotationError,
    OptionError,
    load_game,
)
from engine.position import exact
from engine.setups import fill_unknown

KUHN = load_game("kuhn")
PACK = KUHN.pack


def dealt(deck: str = "KQJ", actions: str = "") -> Any:
    return KUHN.new_position(deck=list(deck)).play_all(actions.split())


@pytest.mark.parametrize("module", [engine.position, engine.perft])
def test_examples_in_docstrings_hold(module: Any) -> None:
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize(
    ("deck", "actions", "returns"),
    [
        ("KQJ", "pass pass", [1, -1]),
        ("QKJ", "pass pass", [-1, 1]),
        ("QKJ", "pass bet pass", [-1, 1]),
        ("KQJ", "pass bet pass", [-1, 1]),
        ("KQJ", "pass bet bet", [2, -2]),
        ("JQK", "bet pass", [1, -1]),
        ("JQK", "bet bet", [-2, 2]),
    ],
)
def test_kuhn_pays_as_published(deck: str, actions: str, returns: list[int]) -> None:
    end = dealt(deck, actions)
    assert (end.is_terminal(), end.current_player()) == (True, -2)
    assert end.legal_actions() == []
    assert end.returns() == returns


def test_kuhn_has_the_published_number_of_histories() -> None:
    """Six deals of five betting sequences each."""
    decks = ["".join(deck) for deck in permutations("JQK")]
    assert sum(engine.perft.perft(dealt(deck)).histories for deck in decks) == 30


def test_playing_leaves_the_old_position_alone() -> None:
    start = dealt()
    after = start.play("bet")
    assert start.actions == ()
    assert start.current_player() == 0
    assert after.actions == ("bet",)
    assert after.current_player() == 1


def test_state_is_a_copy() -> None:
    position = dealt()
    position.state[0].history = 0
    assert position.current_player() == 0
    assert position == dealt()


def test_illegal_actions_name_action_seat_and_what_is_legal() -> None:
    with pytest.raises(IllegalActionError) as caught:
        dealt().play("fold")
    assert str(caught.value) == (
        "'fold' is not legal for seat 0: expected one of pass bet"
    )
    with pytest.raises(IllegalActionError, match="'bet': the deal is over"):
        dealt("KQJ", "pass pass").play("bet")


def test_returns_are_refused_before_the_end() -> None:
    with pytest.raises(IllegalStateError, match="no returns yet: seat 1 is to act"):
        dealt("KQJ", "bet").returns()


def test_chance_questions_are_refused_elsewhere() -> None:
    with pytest.raises(IllegalStateError, match="no chance node"):
        dealt().chance_outcomes()


@pytest.mark.parametrize("seat", [-1, 2, "0", True, 0.0, None])
def test_foreign_seats_are_refused(seat: Any) -> None:
    for ask in (dealt().information, dealt().observations, dealt().knowledge):
        with pytest.raises(
            IllegalStateError, match=re.escape(f"seat {seat!r}: expected 0 to 1")
        ):
            ask(seat)


def test_unknown_games_and_options_are_refused() -> None:
    with pytest.raises(OptionError, match=r"unknown game 'cun': expected .*kuhn"):
        load_game("cun")
    with pytest.raises(OptionError, match="unknown option 'ante' of kuhn"):
        load_game("kuhn", ante=1)
    with pytest.raises(OptionError, match="unknown option 'pot' of a deal of kuhn"):
        KUHN.new_position(seed=1, pot=3)


def test_errors_are_value_errors_of_one_tree() -> None:
    kinds = (IllegalActionError, IllegalStateError, NotationError, OptionError)
    assert all(issubclass(kind, MalacError) for kind in kinds)
    assert all(issubclass(kind, ValueError) for kind in kinds)


def test_exactly_one_source_of_cards_is_taken() -> None:
    for sources in ({}, {"seed": 1, "deck": ["K", "Q", "J"]}):
        with pytest.raises(IllegalStateError, match="exactly one of deck, seed"):
            KUHN.new_position(**sources)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1.5, "1", True])
def test_a_seed_is_an_integer(seed: Any) -> None:
    with pytest.raises(OptionError, match=f"seed={seed!r}: expected an integer"):
        KUHN.new_position(seed=seed)
    assert KUHN.new_position(seed=np.int64(5)) == KUHN.new_position(seed=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["deck", "deal", "setup"])
def test_a_start_of_another_kind_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match=f"{name}: 3, expected a "):
        KUHN.new_position(**{name: 3})


def test_an_action_is_a_text() -> None:
    with pytest.raises(
        IllegalActionError, match="is not legal for seat 0: expected one of pass bet"
    ):
        dealt().play(["pass"])  # type: ignore[arg-type]


def test_a_deck_may_be_given_by_card_numbers() -> None:
    position = dealt("QKJ")
    assert KUHN.new_position(deck=position.deck) == position
    assert KUHN.new_position(deck=np.array(position.deck)) == position  # type: ignore[arg-type]
    for wrong in (3, -1, True, 1.0, None):
        with pytest.raises(NotationError, match=r"deck\[0\]: .* from 0 to 2"):
            KUHN.new_position(deck=[wrong, "Q", "J"])  # type: ignore[list-item]


def test_a_problem_is_listed_once() -> None:
    with pytest.raises(IllegalStateError) as caught:
        KUHN.new_position(deal={})
    assert caught.value.problems == ["deal: hands is missing"]


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_games_and_positions_can_be_copied_and_pickled(copied: Any) -> None:
    game = load_game("ekarte", order="traditional")
    assert copied(game) == game
    start = game.new_position(seed=1)
    for position in (
        start.play(start.legal_actions()[0]),
        game.new_position(setup=start.describe()),
    ):
        again = copied(position)
        assert again == position
        assert again.legal_actions() == position.legal_actions()
        assert again.state.dtype == position.state.dtype
        for name in position.state.dtype.names:  # the padding may differ
            np.testing.assert_array_equal(again.state[name], position.state[name])
        for seat in range(2):
            assert again.information(seat) == position.information(seat)
            assert copied(again.knowledge(seat)) == position.knowledge(seat)


def test_deck_record_and_set_up_give_the_same_deal() -> None:
    position = dealt("QJK", "pass")
    assert position.deal == {"hands": [["Q"], ["J"]], "talon": ["K"]}
    by_record = KUHN.new_position(deal=position.deal).play("pass")
    assert by_record == position
    assert hash(by_record) == hash(position)
    by_setup = KUHN.new_position(setup=position.describe())
    assert by_setup.deal is None
    assert by_setup.legal_actions() == position.legal_actions()
    assert by_setup.play("bet").play("bet").returns() == [2, -2]
    assert by_setup != position


def test_seeds_give_fixed_deals() -> None:
    assert KUHN.new_position(seed=5) == KUHN.new_position(seed=5)
    seeds = range(60)
    assert {KUHN.new_position(seed=seed).deck for seed in seeds} == set(
        permutations(range(3))
    )


def test_each_seat_sees_its_own_card() -> None:
    position = dealt("QJK", "pass")
    assert position.visible_deal(0) == {"hands": [["Q"], ["?"]], "talon": ["?"]}
    assert position.visible_deal(1) == {"hands": [["?"], ["J"]], "talon": ["?"]}
    assert position.describe(1)["hands"] == [["?"], ["J"]]
    assert position.observations(0) == position.observations(1) == ("pass",)


@pytest.mark.parametrize(
    ("a", "b", "seat", "same"),
    [
        ("QJK", "QKJ", 0, True),
        ("QJK", "QKJ", 1, False),
        ("QJK", "JQK", 0, False),
        ("QJK", "KJQ", 1, True),
    ],
)
def test_information_is_the_own_card_and_the_bets(
    a: str, b: str, seat: int, same: bool
) -> None:
    for actions in ("", "pass", "pass bet", "bet"):
        left, right = dealt(a, actions), dealt(b, actions)
        assert (left.information(seat) == right.information(seat)) == same
    assert dealt(a).information(seat) != dealt(a, "pass").information(seat)


def test_games_are_equal_by_name_and_options() -> None:
    assert load_game("kuhn") == KUHN
    assert hash(load_game("kuhn")) == hash(KUHN)
    assert KUHN != "kuhn"
    assert repr(KUHN) == "load_game('kuhn')"
    assert repr(dealt("KQJ", "bet")) == "<Position of kuhn after 1 actions>"


def test_unknown_cards_of_a_set_up_are_filled_from_the_rest() -> None:
    filled = fill_unknown(PACK, {"hands": [["Q"], ["?"]], "history": ["pass"]})
    assert filled == {"hands": [["Q"], ["J"]], "history": ["pass"]}


def test_set_ups_with_impossible_cards_are_refused() -> None:
    with pytest.raises(IllegalStateError, match="card Q is there twice"):
        fill_unknown(PACK, {"hands": [["Q"], ["Q"]]})
    with pytest.raises(IllegalStateError, match="more unknown cards"):
        fill_unknown(PACK, {"hands": [["?", "?", "?"], ["Q"]]})


def test_payoffs_are_exact() -> None:
    scaled = np.array([6, -3, 0], np.int64)
    assert exact(scaled, 1) == [6, -3, 0]
    assert exact(scaled, 4) == [Fraction(3, 2), Fraction(-3, 4), 0]
    assert all(type(value) is int for value in exact(scaled, 3))

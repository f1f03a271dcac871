"""What a seat knows, on Kuhn poker, and what it is told of worlds too many or none."""

from __future__ import annotations

import itertools
import types
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.special import chdtrc

from engine import (
    Game,
    IllegalStateError,
    Knowledge,
    Position,
    UnsupportedError,
    load_game,
)
from engine.games import kuhn
from engine.games.kuhn import unseen as kuhn_unseen
from engine.jit import I64, kernel
from engine.rng import STREAM_SEARCH, new_rng
from engine.worlds import MODEL, determinize

CARDS = ("J", "Q", "K")
LINES = ("", "pass", "bet", "pass bet")


def position(hands: str, line: str = "") -> Position:
    """Return Kuhn poker after a line of play; `hands` is the deck's first two cards."""
    deck = [*hands, *(set(CARDS) - set(hands))]
    return load_game("kuhn").new_position(deck=deck).play_all(line.split())


def deals(states: Any) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in states.card]


# --- what is known --------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_knowledge_is_equal_exactly_when_the_seat_cannot_tell(seat: int) -> None:
    known = [
        (here.information(seat), here.knowledge(seat))
        for hands in itertools.permutations(CARDS, 2)
        for here in (position("".join(hands), line) for line in LINES)
    ]
    for (text, knowledge), (other_text, other) in itertools.product(known, repeat=2):
        assert (knowledge == other) is (text == other_text)
        if text == other_text:
            assert hash(knowledge) == hash(other)
            assert knowledge.state.tobytes() == other.state.tobytes()
            assert knowledge.model.tobytes() == other.model.tobytes()


def test_seats_and_games_are_told_apart() -> None:
    here = position("KQ")
    assert here.knowledge(0) != here.knowledge(1)
    assert here.knowledge(0) != "knowledge"
    other = load_game("sult_malac").new_position(seed=1)
    assert other.knowledge(0) != here.knowledge(0)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("seat", [0, 1])
def test_knowledge_says_what_the_position_says_to_the_seat(
    line: str, seat: int
) -> None:
    here = position("QK", line)
    knowledge = here.knowledge(seat)
    assert knowledge.seat == seat
    assert knowledge.information() == here.information(seat)
    assert knowledge.describe() == here.describe(seat)
    assert knowledge.describe()["hands"][1 - seat] == ["?"]
    assert knowledge.current_player() == here.current_player()
    mine = here.current_player() == seat
    assert knowledge.legal_actions() == (here.legal_actions() if mine else [])


def test_a_set_up_is_known_as_it_was_given() -> None:
    here = load_game("kuhn").new_position(
        setup={"hands": [["K"], ["?"]], "history": ["pass", "bet"]}
    )
    knowledge = here.knowledge(0)
    assert knowledge.is_setup
    assert knowledge.information() == here.information(0)
    assert knowledge.describe() == {
        "hands": [["K"], ["?"]],
        "history": ["pass", "bet"],
    }
    assert sorted(deals(knowledge.enumerate())) == [(2, 0), (2, 1)]


# --- worlds ---------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("card", range(3))
def test_the_other_seat_has_one_of_two_cards(card: int, seat: int) -> None:
    mine, *others = CARDS[card], *CARDS[:card], *CARDS[card + 1 :]
    hands = mine + others[0] if seat == 0 else others[0] + mine
    knowledge = position(hands, "pass bet").knowledge(seat)
    worlds = deals(knowledge.enumerate())
    assert knowledge.count == len(worlds) == len(set(worlds)) == 2
    assert {world[seat] for world in worlds} == {card}
    assert {world[1 - seat] for world in worlds} == {0, 1, 2} - {card}
    assert [deals(knowledge.state_of(i))[0] for i in range(2)] == worlds


def test_worlds_keep_everything_else() -> None:
    here = position("KJ", "pass bet")
    knowledge = here.knowledge(0)
    for states in (knowledge.enumerate(), knowledge.sample(4)):
        assert (states.history == here.state.history[0]).all()


def test_samples_do_not_depend_on_the_truth() -> None:
    one, other = (position(hands, "bet").knowledge(1) for hands in ("KQ", "JQ"))
    assert one.sample(50, seed=9).tobytes() == other.sample(50, seed=9).tobytes()


def test_a_sample_depends_on_its_number_alone() -> None:
    knowledge = position("KQ").knowledge(0)
    many = deals(knowledge.sample(40, seed=-3))
    for first in (0, 1, 17, 39):
        assert deals(knowledge.sample(1, seed=-3, first=first)) == [many[first]]
    assert deals(knowledge.sample(40, seed=2**70 - 3)) == many  # seeds modulo 2**64
    assert deals(knowledge.sample(40, seed=4)) != many
    assert len(knowledge.sample(0)) == 0


def test_samples_are_uniform() -> None:
    knowledge = position("KQ").knowledge(0)
    num = 4000
    seen = Counter(deals(knowledge.sample(num, seed=1)))
    assert set(seen) == {(2, 0), (2, 1)}
    statistic = sum((n - num / 2) ** 2 / (num / 2) for n in seen.values())
    assert chdtrc(1, statistic) > 1e-4


def test_knowledge_is_not_changed_by_questions() -> None:
    knowledge, same = (position("KQ").knowledge(0) for _ in range(2))
    before = knowledge.model.tobytes()
    knowledge.sample(3)
    knowledge.enumerate()
    knowledge.describe()
    assert knowledge.model.tobytes() == before
    assert knowledge == same


def test_determinize_replaces_the_world_in_place() -> None:
    knowledge = position("KQ").knowledge(0)
    state, model = position("KQ").state, knowledge.model.copy()
    rng = new_rng(6, STREAM_SEARCH)
    seen = set()
    for _ in range(30):
        determinize[kuhn](state[0], 0, model[0], knowledge.table, rng)
        seen |= set(deals(state))
    assert seen == {(2, 0), (2, 1)}


# --- too many, or none ----------------------------------------------------------------


def test_more_worlds_than_wanted_are_not_listed() -> None:
    knowledge = position("KQ").knowledge(0)
    with pytest.raises(UnsupportedError, match=r"2 worlds are too many.*at most 1"):
        knowledge.enumerate(maximum=1)


@pytest.mark.parametrize("index", [-1, 2])
def test_a_world_that_is_not_there(index: int) -> None:
    with pytest.raises(IndexError, match=f"world {index}: expected 0 to 1"):
        position("KQ").knowledge(0).state_of(index)


def test_worlds_beyond_int64_are_counted_and_drawn() -> None:
    """Ékarté's first decision: C(26, 5) hands, and 21 talon cards in any order."""
    knowledge = load_game("ekarte").new_position(seed=1).knowledge(0)
    count = 3360762176055046963200000  # 65,780 times 21!
    assert knowledge.count == count
    assert len(knowledge.sample(2)) == 2
    for question in (knowledge.enumerate, lambda: knowledge.state_of(0)):
        with pytest.raises(UnsupportedError, match=str(count)):
            question()


@kernel
def unseen_with_too_little_room(s: Any, seat: I64, model: Any) -> None:
    kuhn_unseen(s, seat, model)
    model.room[1] = 0


@kernel
def unseen_without_a_world(s: Any, seat: I64, model: Any) -> None:
    kuhn_unseen(s, seat, model)
    model.allowed[0] = 0


def knowledge_by(unseen: Any) -> Knowledge:
    """Return knowledge of a Kuhn poker whose verb `unseen` is another one."""
    rules = types.ModuleType(f"kuhn_{unseen.__name__}")
    vars(rules).update({k: v for k, v in vars(kuhn).items() if k[0] != "_"})
    rules.unseen = unseen  # type: ignore[attr-defined]
    return Game("kuhn", rules, {}).new_position(deck=["K", "Q", "J"]).knowledge(0)


def test_contradictions_are_named() -> None:
    knowledge = knowledge_by(unseen_without_a_world)
    with pytest.raises(IllegalStateError, match="no deal agrees with what seat 0"):
        knowledge.sample(1)
    knowledge = knowledge_by(unseen_with_too_little_room)
    with pytest.raises(IllegalStateError, match=r"can't see 2 cards.*places take 1"):
        _ = knowledge.count


def test_the_model_is_plain_numbers() -> None:
    """Bytes between fields would make equal knowledge differ."""
    assert all(MODEL[name].base == np.int64 for name in MODEL.names or ())
    size = sum(MODEL[name].itemsize for name in MODEL.names or ())
    assert MODEL.itemsize == size

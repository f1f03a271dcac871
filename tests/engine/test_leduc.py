"""Leduc poker: the published tree, payoffs derived by hand, what a seat knows."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from engine import IllegalStateError, Position, load_game
from engine.perft import perft
from engine.protocol import information_key

LEDUC = load_game("leduc")
CARDS = LEDUC.pack.cards()


def dealt(deck: str, actions: str = "") -> Position:
    """Return the deal that begins with the cards of `deck`, after `actions`."""
    first = deck.split()
    rest = [card for card in CARDS if card not in first]
    return LEDUC.new_position(deck=[*first, *rest]).play_all(actions.split())


def test_the_tree_is_openspiels() -> None:
    """OpenSpiel counts 9,457 nodes, chance nodes included, and 5,520 ends.

    A betting round goes on in 5 ways and ends in 4 by a fold, with 6 decisions. With
    the open card fixed this makes 4 + 5 * 9 ends and 6 + 5 * 6 decisions. OpenSpiel
    deals two cards at two chance nodes, 6 * 5 ways, and the open card, one of 4, at a
    third.
    """
    tree = perft(dealt("SJ SQ SK"))
    assert (tree.histories, tree.decisions) == (4 + 5 * 9, 6 + 5 * 6)
    second = 4 * 5 * (6 + 9)  # decisions and ends after the third chance node
    assert 30 * (4 + 4 * (tree.histories - 4)) == 5_520
    assert 1 + 6 + 30 * (6 + 4 + 5 + second) == 9_457


@pytest.mark.parametrize(
    ("deck", "actions", "returns"),
    [
        # Ante 1, raises of 2 in the first round and of 4 in the second.
        ("SK SQ SJ", "call call call call", 1),
        ("SQ SK SJ", "call call call call", -1),
        ("SJ SK HJ", "call call call call", 1),  # a pair beats a rank
        ("SQ HQ SK", "call call call call", 0),  # equal ranks share
        ("SK SQ SJ", "raise fold", 1),
        ("SK SQ SJ", "raise raise fold", -3),
        ("SK SQ SJ", "call raise fold", -1),
        ("SK SQ SJ", "raise call raise fold", 3),
        ("SK SQ SJ", "raise call raise call", 7),
        ("SQ SK SJ", "raise raise call raise raise call", -13),
        ("SK HK SJ", "raise raise call raise raise call", 0),
    ],
)
def test_payoffs_by_hand(deck: str, actions: str, returns: int) -> None:
    end = dealt(deck, actions)
    assert end.is_terminal()
    assert end.returns() == [returns, -returns]


def test_only_who_faces_a_raise_may_fold_and_two_raises_are_the_most() -> None:
    assert dealt("SJ SQ SK").legal_actions() == ["call", "raise"]
    assert dealt("SJ SQ SK", "raise").legal_actions() == ["fold", "call", "raise"]
    assert dealt("SJ SQ SK", "raise raise").legal_actions() == ["fold", "call"]
    again = dealt("SJ SQ SK", "raise raise call")
    assert (again.current_player(), again.legal_actions()) == (0, ["call", "raise"])


def test_the_open_card_is_seen_when_the_second_round_begins() -> None:
    first = dealt("SJ SQ SK", "call")
    assert first.observations(0) == ("call",)
    assert first.information(0) == dealt("SJ SQ HK", "call").information(0)
    assert first.play("call").observations(1) == ("call", "call", "board:SK")
    assert dealt("SJ SQ SK", "raise fold").observations(0) == ("raise", "fold")


def test_worlds() -> None:
    """The other card is one of five, the open card one of four that are left."""
    assert dealt("SJ SQ SK").knowledge(0).count == 5 * 4
    assert dealt("SJ SQ SK", "call call").knowledge(0).count == 4


def test_information_keys_are_equal_exactly_when_the_information_is() -> None:
    texts: dict[str, int] = {}
    key_of = information_key[LEDUC.rules]

    def walk(position: Position) -> None:
        for seat in range(2):
            key = int(key_of(position.state[0], seat))
            assert texts.setdefault(position.information(seat), key) == key
        for action in position.legal_actions():
            walk(position.play(action))

    for cards in permutations(CARDS[:4], 3):
        walk(dealt(" ".join(cards)))
    assert len(set(texts.values())) == len(texts)


def test_a_set_up_goes_on_from_its_history() -> None:
    start = {"hands": [["SJ"], ["HK"]], "board": "HJ", "history": ["raise", "call"]}
    position = LEDUC.new_position(setup=start)
    assert position.describe() == start
    assert position.play_all(["raise", "fold"]).returns() == [3, -3]
    assert position.knowledge(1).count == 4


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": [["SJ"], []]}, "hands[1]: 0 cards, expected 1"),
        ({"board": []}, "board: 0 cards, expected 1"),
        ({"history": ["fold"]}, "history[0]: 'fold', expected call or raise"),
        ({"history": ["raise", "fold", "call"]}, "expected nothing more"),
        ({"history": 3}, "history[0]: 3, expected call or raise"),
        ({"pot": 2}, "unknown field 'pot'"),
    ],
)
def test_a_wrong_set_up_is_refused_in_words(
    change: dict[str, Any], problem: str
) -> None:
    fields = {"hands": [["SJ"], ["HK"]], "board": "HJ"} | change
    with pytest.raises(IllegalStateError) as raised:
        LEDUC.new_position(setup=fields)
    assert problem in str(raised.value)

"""What a seat can tell apart, and how many worlds that leaves.

Most of these use a short pack: the same rules with fewer cards to draw, so that
everything hidden can be tried out.
"""

import random
from collections.abc import Sequence
from fractions import Fraction
from math import comb, factorial
from typing import Any

import pytest

from . import (
    GAMES,
    NaiveEkarte,
    NaiveLupfen,
    NaiveSultMalac,
    count_worlds,
    enumerate_worlds,
    maxn,
    minimax,
    replay,
)
from .base import Naive, Slice
from .cards import row

SHORT = {
    "ekarte": row("M7 MK T8 TO Z9 ZA P7 PX PU M9 MA T7 Z8 PK"),
    "sult_malac": row("M7 MK T8 TO Z9 ZA P7 PX PU M9 MA T7 Z8 PK TA ZO"),
    "lupfen": row("MU TU MO ZU PU TO MA TA PX ZX MX PA ZA"),
}


def every_order(game: type[Naive]) -> type[Naive]:
    """The same game, but no order of deck cards is taken to be without effect."""

    class Plain(game):  # type: ignore[valid-type, misc]
        def deck_slices(self, seat: int) -> list[Slice]:
            runs = super().deck_slices(seat)
            return [Slice(run.size, run.knowers, ordered=True) for run in runs]

    return Plain


def pos(game: str, deck: Sequence[str], actions: str = "", **options: Any) -> Any:
    return replay(GAMES[game](options, {}, deck), actions.split())


# -- Ékarté --------------------------------------------------------------------


def test_ekarte_first_lead_with_the_whole_pack() -> None:
    """Nothing can be drawn any more: only the dealer's hand is open."""
    deck = list(NaiveEkarte.whole_pack)
    random.Random(1).shuffle(deck)
    node = pos("ekarte", deck, "play_on")
    assert count_worlds(node, 0) == comb(26, 5) == 65_780


def test_ekarte_order_of_the_talon_counts_before_the_play() -> None:
    deck = SHORT["ekarte"]
    offer = pos("ekarte", deck)
    assert count_worlds(offer, 0) == comb(8, 5) * factorial(3)
    assert count_worlds(offer.play("play_on"), 0) == comb(8, 5)


def test_ekarte_proposer_has_a_plain_card() -> None:
    """After a refusal the dealer knows that not all five cards are trumps."""
    deck = row("M7 MK T8 MO M9 ZA P7 PX PU Z9 MA MU M8 ZK")
    refused = pos("ekarte", deck, "propose refuse play:MK")
    played = pos("ekarte", deck, "play_on play:MK")
    # unseen: MA is open, MK on the table; five of M7 M8 M9 MO MU T8 ZK, four held
    assert count_worlds(played, 1) == comb(7, 4)
    assert count_worlds(refused, 1) == comb(7, 4) - comb(5, 4)


def test_ekarte_skipped_offer_looks_like_play_on() -> None:
    trumps = row("M7 MK MU MO M9 ZA P7 PX PU Z9 MA T8 M8 ZK")
    mixed = row("M7 MK T8 MO M9 ZA P7 PX PU Z9 MA MU M8 ZK")
    skipped = pos("ekarte", trumps, "play:MK")
    declined = pos("ekarte", mixed, "play_on play:MK")
    assert skipped.information(1) == declined.information(1)
    assert enumerate_worlds(skipped, 1) == enumerate_worlds(declined, 1)


def test_ekarte_skipped_exchange_looks_like_no_cards() -> None:
    mine = row("T7 T8 Z7 Z8 P7")
    trumps = [*mine, *row("M7 M8 M9 MX MU MA ZA P8")]
    mixed = [*mine, *row("M7 M8 M9 MX P8 MA ZA MU")]
    skipped = pos("ekarte", trumps, "propose accept")
    declined = pos("ekarte", mixed, "propose accept exch:-")
    assert skipped.current_player() == declined.current_player() == 0
    assert skipped.information(0) == declined.information(0)
    # seven unseen cards, two of them in the talon, in order
    assert count_worlds(skipped, 0) == 7 * 6


@pytest.mark.parametrize(
    ("actions", "seat", "drawable"),
    [
        ("propose accept", 1, False),
        ("propose accept exch:-", 0, True),
        ("propose accept exch:ZA", 0, False),
        ("propose accept exch:ZA exch:T8", 0, False),
        ("propose accept exch:ZA exch:T8", 0, True),
        ("propose accept exch:ZA exch:T8 play_on play:M7", 1, True),
        ("propose accept exch:ZA exch:T8 propose accept exch:P7", 0, True),
    ],
)
def test_ekarte_shortcuts_change_nothing(
    actions: str, seat: int, drawable: bool
) -> None:
    deck = SHORT["ekarte"][:13]
    node = pos("ekarte", deck, actions, turnup_drawable=drawable)
    plain = every_order(NaiveEkarte)(node.options, {}, deck)
    worlds = enumerate_worlds(node, seat)
    assert worlds == enumerate_worlds(replay(plain, actions.split()), seat)
    assert node.world_key() in worlds


# -- Sült malac ----------------------------------------------------------------


def test_sult_malac_first_discard() -> None:
    """All the four cards in reach of the two seats keep their order."""
    node = pos("sult_malac", SHORT["sult_malac"])
    assert count_worlds(node, 0) == comb(10, 5) * 5 * factorial(4)


def test_sult_malac_hidden_pass_is_part_of_the_world() -> None:
    """Seat 1 has seen all but seat 0's hand, its discard and its choice."""
    node = pos("sult_malac", SHORT["sult_malac"], "disc:M7 disc:ZA,P7 pass:MK")
    # eight unseen cards: five in hand (one of them chosen), one away, two left
    assert count_worlds(node, 1) == comb(8, 5) * 5 * 3
    node = node.play("pass:PX")
    # the card received is known now; seat 1 waits for seat 0 to show
    assert count_worlds(node, 1) == comb(7, 4) * 3


def test_sult_malac_choices_are_hidden_until_all_have_chosen() -> None:
    deck = NaiveSultMalac.whole_pack
    node = pos("sult_malac", deck, "disc:- " * 3, players=3)
    a, b = node.play("pass:M7"), node.play("pass:M8")
    alike = [a.information(i) == b.information(i) for i in range(3)]
    assert alike == [False, True, True]
    assert a.information(2) != node.information(2)
    a, b = replay(a, ["pass:MO", "pass:TX"]), replay(b, ["pass:MO", "pass:TX"])
    # giver and receiver can tell, the third cannot
    alike = [a.information(i) == b.information(i) for i in range(3)]
    assert alike == [False, False, True]


@pytest.mark.parametrize(
    ("mode", "alike"), [("sequential", False), ("simultaneous", True)]
)
def test_sult_malac_shows(mode: str, alike: bool) -> None:
    """Later seats see an open show at once, a hidden one with all the others."""
    deck = NaiveSultMalac.whole_pack
    node = pos("sult_malac", deck, "disc:- disc:- pass:M7 pass:MO", show_mode=mode)
    assert node.legal_actions() == ["show:M8", "show:M9", "show:MX", "show:MU"]
    a, b = node.play("show:M8"), node.play("show:M9")
    assert (a.information(1) == b.information(1)) is alike
    a, b = a.play("show:MK"), b.play("show:MK")
    assert a.information(1) != b.information(1)
    assert a.shown == ("M8", "MK")


def test_sult_malac_hidden_show_is_part_of_the_world() -> None:
    deck, actions = SHORT["sult_malac"], "disc:M7 disc:ZA,P7 pass:MK pass:PX"
    node = pos("sult_malac", deck, actions + " show:T8", show_mode="simultaneous")
    # of seat 0's cards MK came over; four are unknown, and each may be chosen
    assert count_worlds(node, 1) == comb(7, 4) * 3 * 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("actions", "seat"),
    [
        ("disc:M7,T8 disc:ZA,P7 pass:MK", 1),
        ("disc:M7,T8 disc:ZA,P7 pass:MK pass:PX show:T7 show:PU play:PX", 1),
    ],
)
def test_sult_malac_shortcuts_change_nothing(actions: str, seat: int) -> None:
    deck = SHORT["sult_malac"][:15]
    node = pos("sult_malac", deck, actions)
    plain = every_order(NaiveSultMalac)(node.options, {}, deck)
    worlds = enumerate_worlds(node, seat)
    assert worlds == enumerate_worlds(replay(plain, actions.split()), seat)
    assert node.world_key() in worlds


# -- Lupfen --------------------------------------------------------------------


def test_lupfen_keep_cannot_be_noticed() -> None:
    """A waiting seat knows neither that somebody was asked nor what he did."""
    deck = SHORT["lupfen"]
    asked = pos("lupfen", deck, "lift price:1 in in", players=3)
    assert (asked.phase, asked.current_player()) == ("swap", 0)
    kept = asked.play("keep")
    assert asked.information(2) == kept.information(2)
    assert asked.information(0) != kept.information(0)
    assert asked.information(2) != asked.play("swap").information(2)


def test_lupfen_lifter_is_asked_to_lead() -> None:
    """The lifter itself notices whether it is its turn to lead."""
    deck = row("MA TA PX MU TU MO ZU PU TO ZX MX PA ZA")
    asked = pos("lupfen", deck, "lift price:1 in in", players=3)
    assert asked.current_player() == 1
    lead = asked.play("keep")
    assert lead.current_player() == 2  # a second figure
    lead = lead.play("keep")
    assert lead.current_player() == 0
    assert asked.information(0) != lead.information(0)


def test_lupfen_no_active_seat_has_three_unders() -> None:
    """With figures a deal that goes on shows that nobody in it has three unders."""
    deck = row("MA TA PX MU TK MO ZU PA TO ZX TU PU ZA")
    on, off = (
        pos("lupfen", deck, "lift price:1 in in", players=3, figures=figures)
        for figures in (True, False)
    )
    # nine unseen cards: two hands of three; unders MU TU ZU PU among them
    assert count_worlds(off, 0) == comb(9, 3) * comb(6, 3)
    assert count_worlds(on, 0) == comb(9, 3) * comb(6, 3) - 2 * 4 * comb(6, 3)


def test_lupfen_drop_out_may_have_three_unders() -> None:
    deck = row("MA TA PX MU TK MO ZU PA TO ZX TU PU ZA")
    node = pos("lupfen", deck, "lift price:1 in out", players=3)
    assert count_worlds(node, 0) == comb(9, 3) * comb(6, 3) - 4 * comb(6, 3)


def test_lupfen_order_of_the_bottom_counts_while_swaps_may_come() -> None:
    deck = SHORT["lupfen"]
    node = pos("lupfen", deck, "lift", players=3)
    # seat 0 holds two of the four unders; by what lies open two swaps may come,
    # but three face-down cards are enough for one only
    assert len(node.stack) == 3
    assert count_worlds(node, 0) == comb(9, 3) * comb(6, 3) * factorial(3)
    off = pos("lupfen", deck, "lift", players=3, figures=False)
    assert count_worlds(off, 0) == comb(9, 3) * comb(6, 3)


@pytest.mark.parametrize(
    ("actions", "seat"),
    [
        ("lift price:1 in in swap", 0),
        ("lift price:1 in in swap play:ZA play:ZU play:MA", 0),
    ],
)
def test_lupfen_shortcuts_change_nothing(actions: str, seat: int) -> None:
    deck = row("MU TU MO ZU PU TO MA TA PX MX ZX PA ZA")
    node = pos("lupfen", deck, actions, players=3)
    plain = every_order(NaiveLupfen)(node.options, {}, deck)
    worlds = enumerate_worlds(node, seat)
    assert worlds == enumerate_worlds(replay(plain, actions.split()), seat)
    assert node.world_key() in worlds


# -- all of them ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cards", "options"),
    [
        ("ekarte", 12, {}),
        ("ekarte", 12, {"turnup_drawable": True, "discard_trumps": True}),
        ("lupfen", 11, {"players": 3, "figures": False}),
        ("lupfen", 13, {"players": 3}),
    ],
)
def test_true_state_is_among_the_worlds(
    game: str, cards: int, options: dict[str, Any]
) -> None:
    """At every step of some random deals, for the seat that is to act."""
    rng = random.Random(cards)
    for _ in range(3):
        deck = rng.sample(SHORT[game], cards)
        node = GAMES[game](options, {}, deck)
        while not node.is_terminal():
            seat = node.current_player()
            if game != "lupfen" or node.phase in ("swap", "tricks"):
                assert node.world_key() in enumerate_worlds(node, seat)
            node = node.play(rng.choice(node.legal_actions()))


@pytest.mark.parametrize(("game", "cards"), [("kuhn", 3), ("leduc", 6)])
def test_poker_worlds(game: str, cards: int) -> None:
    node = GAMES[game]({}, {}, GAMES[game].whole_pack)
    hidden_board = 1 if game == "kuhn" else cards - 2
    assert count_worlds(node, 0) == (cards - 1) * hidden_board
    assert node.world_key() in enumerate_worlds(node, 0)


def test_maxn_agrees_with_minimax_for_two() -> None:
    hands = (row("M7 MK TX ZA PO"), row("M9 MU Z9 ZU PK"))
    node = NaiveEkarte.from_parts(hands=hands, turnup="M8")
    assert maxn(node) == [Fraction(-1), Fraction(1)]
    assert minimax(node) == -1


def test_maxn_takes_the_first_of_equal_actions() -> None:
    """Seat 2 cannot win: its ace of trumps falls to the red seven of seat 1, and
    its lower trump to the king of seat 0. It is all the same to seat 2."""
    for hand, payoffs in ((["M7", "MA"], [2, -1, -1]), (["MA", "Z7"], [-1, 2, -1])):
        node = NaiveSultMalac.from_parts(
            {"players": 3}, hands=(["MK"], ["P7"], hand), turnup="M9"
        )
        assert maxn(node) == payoffs

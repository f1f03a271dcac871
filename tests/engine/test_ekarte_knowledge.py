"""Ékarté: what a seat sees and knows, how many worlds that leaves, the keys."""

from __future__ import annotations

import random
from math import comb, factorial

from engine import Position, load_game
from engine.protocol import (
    information_key,
    state_key,
)
from tests.engine.ekarte_positions import (
    HAND,
    LAST,
    LEFT,
    MIXED,
    OTHER,
    PACK,
    cards,
    dealt,
    last_card,
    set_up,
)

# --- the card turned up as the last of the talon --------------------------------------


def test_a_drawn_turn_up_is_seen_by_both() -> None:
    position = last_card("exch:T7,T8")
    assert position.observations(0)[:2] == ("exch:?2", "takes:MA")
    drawn = ",".join(sorted([LEFT[0], "MA"], key=PACK.cards().index))
    assert position.observations(1)[:1] == (f"exch:T7,T8>{drawn}",)


def test_a_drawn_turn_up_is_known_in_the_hand() -> None:
    position = last_card("exch:T7,T8")
    # Seat 0 doesn't see 32 - 5 - 1 cards. Two of the 21 plain ones among them are laid
    # away, four of the other 24 are in the hand beside MA.
    known = position.knowledge(0)
    assert known.count == comb(21, 2) * comb(24, 4)
    worlds = known.sample(20)
    assert all(int(hand) >> PACK.parse_card("MA") & 1 for hand in worlds.hands[:, 1])
    described = position.describe(0)
    assert (described["turnup"], described["taker"]) == ("MA", 1)
    assert described["hands"][1] == ["?"] * 4


def test_a_turn_up_that_was_played_is_known_no_longer() -> None:
    position = last_card("exch:T7,T8 play:MK play:MA")
    assert position.knowledge(0).sample(1).hands[0, 1] >> PACK.parse_card("MA") & 1 == 0
    described = position.describe(0)
    assert "turnup" not in described
    assert (described["trump"], described["played"]) == ("M", ["MK", "MA"])
    again = position.game.new_position(setup=described)
    assert again.knowledge(0).count == position.knowledge(0).count


def test_a_turn_up_left_in_the_talon_is_out_of_play() -> None:
    position = last_card("exch:- exch:TX play_on")
    # The dealer has 5 of the 32 - 5 - 1 - 1 cards that seat 0 hasn't seen or laid away.
    assert position.knowledge(0).count == comb(25, 5)


# --- worlds ---------------------------------------------------------------------------


def test_worlds_at_the_first_lead_are_the_hands_of_the_dealer() -> None:
    assert dealt(MIXED, "play_on").knowledge(0).count == comb(26, 5) == 65_780


def test_the_order_of_the_talon_counts_while_it_can_be_drawn() -> None:
    assert dealt(MIXED).knowledge(0).count == comb(26, 5) * factorial(21)


def test_a_proposal_shows_a_card_that_may_be_laid_away() -> None:
    """Of the 26 cards the dealer can't see, 5 are trumps (8 less MX, MU, M9)."""
    hands = comb(26, 5) - comb(5, 5)
    assert dealt(MIXED, "propose refuse").knowledge(1).count == hands
    assert dealt(MIXED, "play_on").knowledge(1).count == comb(26, 5)
    assert dealt(MIXED, "propose").knowledge(1).count == hands * factorial(21)
    # That seat 0 is asked shows as much; who lays trumps away may hold five of them.
    assert dealt(MIXED).knowledge(1).count == hands * factorial(21)
    free = dealt(MIXED, "propose refuse", discard_trumps=True)
    assert free.knowledge(1).count == comb(26, 5)


def test_a_plain_card_played_settles_what_the_proposal_showed() -> None:
    """After TO (or MK) 25 cards are unseen, and four of them are in the hand."""
    assert dealt(MIXED, "propose refuse play:TO").knowledge(1).count == comb(25, 4)
    trump = dealt(MIXED, "propose refuse play:MK").knowledge(1)
    assert trump.count == comb(25, 4) - comb(4, 4)


def test_a_proposer_whose_exchange_is_skipped_has_a_plain_card() -> None:
    """The dealer takes all there is; seat 0 has just the hand it proposed with."""
    taken = set_up([HAND, OTHER], phase="exchange", turnup="MA", talon=LEFT[:2])
    taken = taken.play("exch:T7,T8")
    # The dealer doesn't see 32 - 5 - 2 - 1 cards, seven of them trumps but for those it
    # drew: M7 and M8, the first two of the pack.
    assert LEFT[:2] == ["M7", "M8"]
    assert taken.knowledge(1).count == comb(24, 5) - comb(5, 5)


def test_a_seat_that_is_asked_to_exchange_has_a_plain_card() -> None:
    """Seat 0 sees that the node of the dealer wasn't skipped."""
    waiting = dealt(MIXED, "propose accept")
    # It doesn't see 26 cards, five of them trumps: all but M7, MK and M9.
    assert waiting.knowledge(0).count == (comb(26, 5) - comb(5, 5)) * factorial(21)
    done = waiting.play("exch:-")
    assert done.knowledge(0).count == comb(26, 5) * factorial(21)


def test_discards_are_plain_and_own_discards_are_known() -> None:
    position = dealt(MIXED, "propose accept exch:ZA,P7 exch:T8")
    # Seat 0 has seen its hand, T8 and the turn-up. The 25 others are 5 trumps, which
    # the dealer hasn't laid away, and 20 plain cards. 18 cards can still be drawn.
    assert position.knowledge(0).count == comb(20, 2) * comb(23, 5) * factorial(18)


def test_voids_are_known() -> None:
    position = dealt(MIXED, "play_on play:T8 play:MX play:ZA")
    # The dealer didn't follow T8 but trumped, so it holds no T: 25 unseen cards without
    # MX and ZA are 24, six of them T (8 less T8 and TO). It holds three cards.
    assert position.knowledge(0).count == comb(24 - 6, 3)


def test_either_rule_shows_nothing_by_a_trump() -> None:
    position = dealt(MIXED, "play_on play:T8 play:MX play:ZA", follow_rule="either")
    assert position.knowledge(0).count == comb(24, 3)


def test_a_seat_knows_what_a_set_up_says_that_both_have_seen() -> None:
    hands = ["T7 Z7 P7", "T8 Z8 P8"]
    plain = set_up(hands, tricks=[1, 1])
    assert plain.knowledge(0).count == comb(32 - 3, 3)
    seen = set_up(hands, tricks=[1, 1], played=cards("MA MK MO MU"))
    assert seen.knowledge(0).count == comb(32 - 3 - 4, 3)
    void = set_up(hands, tricks=[1, 1], voids=[[], ["M"]])
    assert void.knowledge(0).count == comb(32 - 3 - 8, 3)
    proposed = set_up(hands, tricks=[1, 1], proposed=1)
    assert proposed.knowledge(1).count == comb(32 - 3, 3) - comb(8, 3)


# --- keys -----------------------------------------------------------------------------


def test_information_keys_are_equal_exactly_when_the_information_is() -> None:
    """Deals that differ in a few cards, played by the same habits."""
    rng = random.Random(3)
    texts: dict[str, int] = {}
    keys: dict[int, str] = {}
    repeated = 0
    for deal in range(60):
        deck = PACK.cards()
        random.Random(deal // 15).shuffle(deck)
        one, other = rng.randrange(32), rng.randrange(32)
        deck[one], deck[other] = deck[other], deck[one]
        position = load_game("ekarte", **LAST).new_position(deck=deck)
        key_of = information_key[position.game.rules]
        while not position.is_terminal():
            for seat in range(2):
                text = position.information(seat)
                key = int(key_of(position.state[0], seat))
                repeated += text in texts
                assert texts.setdefault(text, key) == key
                assert keys.setdefault(key, text) == text
            position = position.play(position.legal_actions()[-1])
    assert repeated > 60


def test_state_keys_tell_the_order_of_the_talon_and_forget_the_way() -> None:
    rules = load_game("ekarte").rules

    def key(position: Position) -> int:
        return int(state_key[rules](position.state[0]))

    swapped = MIXED.replace("MA T7", "T7 MA")
    assert key(dealt(MIXED)) != key(dealt(swapped))
    assert key(dealt(MIXED, "play_on")) == key(dealt(swapped, "play_on"))
    assert key(dealt(MIXED, "play_on")) == key(dealt(MIXED, "propose refuse"))
    # Two tricks that seat 1 and seat 0 win, in either order of leads.
    hands = ["MK TX ZA", "MU TO Z9"]
    ways = ["MK MU TX TO", "TX TO MU MK"]
    ends = [
        set_up(hands, tricks=[1, 1]).play_all([f"play:{card}" for card in way.split()])
        for way in ways
    ]
    assert ends[0].describe()["tricks"] == ends[1].describe()["tricks"] == [2, 2]
    assert key(ends[0]) != key(ends[1])  # another seat leads
    assert key(ends[0]) == key(set_up(["ZA", "Z9"], tricks=[2, 2], leader=1))

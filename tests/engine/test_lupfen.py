"""Lupfen: the rules' worked examples, money, what seats see, worlds, set-ups.

Numbers in test names are those of the rules' examples (3.7.1 to 3.7.6).
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from engine import (
    Game,
    IllegalStateError,
    Knowledge,
    OptionError,
    Position,
    load_game,
)
from engine.bits import members
from engine.protocol import information_key

PACK = load_game("lupfen").pack


def new_deal(hands: str, stack: str, actions: str = "", **options: Any) -> Position:
    """Return a position of the deal `hands`, seats apart by /, and `stack`."""
    record = {"hands": [hand.split() for hand in hands.split("/")]}
    game = load_game("lupfen", players=len(record["hands"]), **options)
    deal = {**record, "stack": stack.split()}
    return game.new_position(deal=deal).play_all(actions.split())


def plays(cards: str) -> list[str]:
    return [f"play:{card}" for card in cards.split()]


def ends(position: Position) -> Iterator[Position]:
    """Yield every end that can be played to."""
    if position.is_terminal():
        yield position
    for action in position.legal_actions():
        yield from ends(position.play(action))


def pot_before(position: Position) -> int:
    return int(position.parameters["pot0"])


def pot_after(position: Position) -> int:
    """Return the pot that a finished deal leaves, by the rules' own words."""
    fields, options = position.describe(), position.game.options
    pot, active = fields["pot"], fields["active"]
    if not active:
        return int(pot)  # thrown in
    if len(active) == 1:
        return 0  # all out: the lifter takes the whole pot
    tricks = fields["tricks"]
    if fields["phase"] == "join":  # three unders
        tricks = [3 * all(c[1] == "U" for c in hand) for hand in fields["hands"]]
    trickless = sum(tricks[seat] == 0 for seat in active)
    return int(pot % 3 * (options["remainder"] == "stay") + pot * trickless)


# --- 3.7.1, 3.7.2: money --------------------------------------------------------------


def last_trick(tricks: list[int], **options: Any) -> Position:
    """Return the end of a deal of four, ante 1, price 2, seat 3 out: P = 10.

    Seat 0 lifted and leads to the last trick, which it wins.
    """
    setup = {
        "phase": "tricks",
        "lifter": 0,
        "price": 2,
        "active": [0, 1, 2],
        "turnup": "PX",
        "hands": [["MA"], ["TO"], ["ZO"], []],
        "tricks": tricks,
    }
    position = load_game("lupfen", **options).new_position(setup=setup)
    assert position.describe()["pot"] == 10
    return position.play_all(plays("MA TO ZO"))


def test_3_7_1_one_takes_all_tricks() -> None:
    end = last_trick([2, 0, 0, 0])
    assert end.returns() == [6, -13, -13, -1]
    assert sum(end.returns()) == -21
    # What all own of the pot says what is in it: 21, from nothing.
    shared = last_trick([2, 0, 0, 0], pot_value="shared").returns()
    assert shared == [Fraction(21, 4) + net for net in end.returns()]


def test_3_7_2_two_take_tricks() -> None:
    end = last_trick([1, 1, 0, 0])
    assert end.returns() == [3, 0, -13, -1]
    shared = last_trick([1, 1, 0, 0], pot_value="shared").returns()
    assert shared == [Fraction(11, 4) + net for net in end.returns()]


def test_3_7_2_the_lifter_gets_the_remainder() -> None:
    end = last_trick([1, 1, 0, 0], remainder="lupfer")
    assert end.returns() == [4, 0, -13, -1]
    shared = last_trick([1, 1, 0, 0], remainder="lupfer", pot_value="shared").returns()
    assert shared == [Fraction(10, 4) + net for net in end.returns()]


# --- 3.7.3: the trick -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("ZO TU MA", "ZO"), ("TU TA MA", "TU TA"), ("MA MK PX", "MK MA PX")],
)
def test_3_7_3_what_may_be_played(hand: str, legal: str) -> None:
    setup = {
        "phase": "tricks",
        "lifter": 0,
        "active": [0, 1, 2],
        "turnup": "TX",
        "hands": [["PU", "PO"], hand.split(), ["ZU", "PK", "PA"]],
        "table": ["ZK"],
    }
    position = load_game("lupfen", players=3).new_position(setup=setup)
    assert position.current_player() == 1
    assert position.legal_actions() == plays(legal)


@pytest.mark.parametrize(("cards", "winner"), [("ZK ZX TU", 2), ("ZK ZX ZO", 1)])
def test_3_7_3_who_takes_the_trick(cards: str, winner: int) -> None:
    setup = {
        "phase": "tricks",
        "lifter": 0,
        "active": [0, 1, 2],
        "turnup": "TX",
        "hands": [[card] for card in cards.split()],
        "tricks": [2, 0, 0],
    }
    position = load_game("lupfen", players=3).new_position(setup=setup)
    tricks = position.play_all(plays(cards)).describe()["tricks"]
    assert tricks == [2 + (winner == 0), int(winner == 1), int(winner == 2)]


# --- 3.7.4, 3.7.5: figures ------------------------------------------------------------


@pytest.mark.parametrize("turnup", ["MX", "PA", "ZK"])
def test_3_7_4_three_unders(turnup: str) -> None:
    rest = {"MX": "PA ZK", "PA": "MX ZK", "ZK": "MX PA"}[turnup]
    position = new_deal(
        "MA MK TA / ZA ZX PX / MU TU PU / ZO TO PO",
        f"{turnup} {rest} MO TX TK ZU PK",
        "lift price:2 in in out",
    )
    assert position.is_terminal()
    assert position.returns() == [-1 - 2 - 10, -1 - 2 - 10, 9 - 1 - 2, -1]
    assert position.observations(0)[-1] == "unders:MU,TU,PU@2"


def test_3_7_4_three_unders_out_of_play_count_for_nothing() -> None:
    hands = "MA MK TA / ZA ZX PX / MU TU PU / ZO TO PO"
    bids = "lift price:2 in out in"
    position = new_deal(hands, "MX PA ZK MO TX TK ZU PK", bids)
    assert position.legal_actions() == plays("MK MA TA")
    bids = "lift price:2 in in in"
    position = new_deal(hands, "MX PA ZK MO TX TK ZU PK", bids, figures=False)
    assert position.legal_actions() == plays("MK MA TA")


def test_3_7_5_two_figures_and_four_cards() -> None:
    position = new_deal(
        "MA TA PX / MU TU MO / ZA ZK MK / ZU PU TO / PA PK TK",
        "MX TX ZX ZO PO",
        "pass pass pass lift price:1 in in in in",
    )
    assert position.current_player() == 3
    assert position.legal_actions() == ["swap", "keep"]
    swapped = position.play("swap")
    assert swapped.describe()["hands"][3] == ["ZO", "ZX", "PO"]
    assert swapped.describe()["stack"] == ["TX"]
    assert swapped.current_player() == 3
    assert swapped.legal_actions() == plays("ZO ZX PO")
    kept = position.play("keep")
    assert kept.current_player() == 1
    assert kept.legal_actions() == ["swap", "keep"]
    assert kept.play("swap").current_player() == 3


def test_four_players_may_both_swap() -> None:
    position = new_deal(
        "MU TU MO / ZU PU TO / PA PK TK / ZA ZK MK",
        "MX TX ZX ZO PO TA MA PX",
        "lift price:1 in in in swap swap",
    )
    hands = position.describe()["hands"]
    assert hands[:2] == [["MA", "TA", "PX"], ["ZO", "ZX", "PO"]]
    assert position.describe()["stack"] == ["TX"]


# --- 3.7.6: all histories -------------------------------------------------------------

DEALS = {
    "1": ("MA ZO TK / ZK ZU PX / MU TU PO", "MX PA TA ZA MK MO TX TO PK PU ZX", 1336),
    "2": ("MA ZO TK / ZK ZX PX / MU TU PU", "MX PA TA ZA MK MO TX TO PK PO ZU", 156),
}


@pytest.mark.parametrize("number", DEALS)
def test_3_7_6_number_of_histories_and_the_pot(number: str) -> None:
    hands, stack, num_played = DEALS[number]
    found = {"thrown in": 0, "all out": 0, "played": 0}
    for end in ends(new_deal(hands, stack)):
        active = end.describe()["active"]
        kind = ("thrown in", "all out", "played", "played")[len(active)]
        found[kind] += 1
        assert sum(end.returns()) == pot_before(end) - pot_after(end)
    assert found == {"thrown in": 1, "all out": 12, "played": num_played}


# --- money in general -----------------------------------------------------------------


def random_end(game: Game, seed: int, **parameters: int) -> Position:
    rng = random.Random(seed)
    position = game.new_position(seed=seed, **parameters)
    while not position.is_terminal():
        position = position.play(rng.choice(position.legal_actions()))
    return position


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("remainder", ["stay", "lupfer"])
def test_money_is_neither_made_nor_lost(players: int, remainder: str) -> None:
    options = {"players": players, "remainder": remainder, "ante": 2, "price_max": 5}
    cash = load_game("lupfen", **options)
    shared = load_game("lupfen", **options, pot_value="shared")
    for seed in range(40):
        one = random_end(cash, seed, pot0=seed)
        other = random_end(shared, seed, pot0=seed)
        change = pot_after(one) - seed
        assert sum(one.returns()) == -change
        assert sum(other.returns()) == 0
        part = Fraction(change, players)
        assert other.returns() == [net + part for net in one.returns()]


def test_thrown_in_and_all_out() -> None:
    start = load_game("lupfen", ante=2).new_position(seed=1, pot0=7)
    assert start.play_all(["pass"] * 4).returns() == [-2] * 4
    alone = start.play_all(["pass", "lift", "price:3", "out", "out", "out"])
    # 7 + 4 * 2 + 3 in the pot, all for the lifter, who paid 2 and 3.
    assert alone.returns() == [-2, 18 - 5, -2, -2]


def test_pot0_is_a_parameter_with_the_option_as_default() -> None:
    game = load_game("lupfen", pot0=5)
    assert game.new_position(seed=0).describe()["pot"] == 9
    assert game.new_position(seed=0, pot0=20).describe()["pot"] == 24
    with pytest.raises(OptionError, match="pot0=-1"):
        game.new_position(seed=0, pot0=-1)


# --- prices ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({}, [0, 1, 2, 3]),
        ({"allow_zero": False}, [1, 2, 3]),
        ({"allow_zero": False, "price_min": 4, "price_max": 4}, [4]),
        ({"price_min": 2, "price_max": 3}, [0, 2, 3]),
        ({"price_min": 5, "price_max": 65}, [0, *range(5, 66)]),
    ],
)
def test_prices_ascend_and_are_a_node_of_their_own(
    options: dict[str, Any], named: list[int]
) -> None:
    position = load_game("lupfen", **options).new_position(seed=0).play("lift")
    assert position.legal_actions() == [f"price:{price}" for price in named]
    for price in named:
        joined = position.play(f"price:{price}").play("in")
        assert joined.describe()["pot"] == 4 + 2 * price


@pytest.mark.parametrize(
    "options",
    [
        {"price_min": 4},
        {"price_min": 5, "price_max": 66},
        {"price_max": 63, "allow_zero": False},
    ],
)
def test_no_price_and_too_many_prices_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"price_min=.*expected price_max from"):
        load_game("lupfen", **options)


# --- what a seat sees -----------------------------------------------------------------

FIGURES = (
    "MA TA PX / MU TU MO / ZU PU TO / PA PK TK",
    "MX TX ZX ZO PO ZA ZK MK",
)


def test_words_of_a_swap_as_each_seat_sees_it() -> None:
    bids = "lift price:1 in in in"
    position = new_deal(*FIGURES, f"{bids} swap keep play:TA")
    bids = "lift turnup:MX price:1 in in in"
    drawn = "swap:MU,MO,TU@1>MK,ZK,ZA"
    for seat, seen in enumerate(
        (
            "swap:MU,MO,TU@1 play:TA",
            f"{drawn} play:TA",
            "swap:MU,MO,TU@1 keep play:TA",
            "swap:MU,MO,TU@1 play:TA",
        )
    ):
        assert " ".join(position.observations(seat)) == f"{bids} {seen}"


def test_who_waits_notices_neither_question_nor_keep() -> None:
    """The lifter and seat 3 know the first lead; seat 2 its own question."""
    asked = new_deal(*FIGURES, "lift price:1 in in in")
    assert asked.current_player() == 1
    second = asked.play("keep")
    assert second.current_player() == 2
    lead = second.play("keep")
    assert lead.current_player() == 0
    for seat in (0, 3):
        known = lead.knowledge(seat)
        assert asked.information(seat) == second.information(seat)
        assert second.information(seat) == lead.information(seat)
        assert asked.knowledge(seat) == second.knowledge(seat) == known
        assert known.current_player() == 0
    assert asked.knowledge(2) == second.knowledge(2) != lead.knowledge(2)
    assert asked.knowledge(2).legal_actions() == ["swap", "keep"]
    assert asked.information(1) != second.information(1)


def variants(rng: random.Random, options: dict[str, Any]) -> list[Position]:
    """Return positions of decks that differ in two cards, after alike actions.

    Many of the hands hold figures.
    """
    game = load_game("lupfen", **options)
    low = [card for card in PACK.cards() if card[1] in "UO"]
    high = [card for card in PACK.cards() if card[1] not in "UO"]
    rng.shuffle(low)
    rng.shuffle(high)
    deck = [*low[:6], *high[:3], *low[6:], *high[3:]]
    choices = [rng.randrange(60) for _ in range(27)]
    choices[0] = 0  # lift
    found: list[Position] = []
    for _ in range(10):
        i, j = rng.sample(range(20), 2)
        changed = list(deck)
        changed[i], changed[j] = changed[j], changed[i]
        position = game.new_position(deck=changed)
        for choice in choices:
            found.append(position)
            if position.is_terminal():
                break
            legal = position.legal_actions()
            # Most join, so that there is something to see.
            index = 0 if "in" in legal and choice % 5 else choice % len(legal)
            position = position.play(legal[index])
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("figures", [True, False])
def test_information_key_is_equal_exactly_where_the_text_is(
    players: int, figures: bool
) -> None:
    rng = random.Random(players)
    texts: dict[int, set[str]] = {}
    keys: dict[str, set[int]] = {}
    known: dict[str, Any] = {}
    for _ in range(2):
        for position in variants(rng, {"players": players, "figures": figures}):
            for seat in range(players):
                text = position.information(seat)
                key = information_key[position.game.rules](position.state[0], seat)
                texts.setdefault(int(key), set()).add(text)
                keys.setdefault(text, set()).add(int(key))
                if not position.is_terminal():
                    knowledge = position.knowledge(seat)
                    assert known.setdefault(text, knowledge) == knowledge
    assert max(map(len, texts.values())) == max(map(len, keys.values())) == 1


# --- worlds ---------------------------------------------------------------------------


def choose(*groups: int) -> int:
    """Return in how many ways cards fall into groups of these sizes."""
    ways = math.factorial(sum(groups))
    for size in groups:
        ways //= math.factorial(size)
    return ways


def count(position: Position, seat: int) -> int:
    return position.knowledge(seat).count


def test_worlds_count_the_order_of_the_cards_that_can_be_drawn() -> None:
    """The top until it is turned up, three at the bottom for each swap ahead."""
    three_bottom, six_bottom = math.factorial(3), math.factorial(6)
    hands, stack = FIGURES
    start = new_deal(hands, stack)
    assert count(start, 0) == choose(3, 3, 3, 1, 1, 6) * six_bottom
    lifted = start.play("lift")
    assert count(lifted, 0) == choose(3, 3, 3, 1, 6) * six_bottom
    off = new_deal(hands, stack, "lift", figures=False)
    assert count(off, 0) == choose(3, 3, 3, 7)
    # An under turned up: three are left, enough for one swap.
    under = hands.replace("ZU", "MX"), stack.replace("MX", "ZU")
    assert count(new_deal(*under, "lift"), 0) == choose(3, 3, 3, 4, 3) * three_bottom


def test_worlds_of_five_have_a_short_stack() -> None:
    position = new_deal(
        "MA TA PX / MU TU MO / ZA ZK MK / ZU PU TO / PA PK TK",
        "MX TX ZX ZO PO",
        "lift",
    )
    assert count(position, 0) == choose(3, 3, 3, 3, 1, 3) * math.factorial(3)


def test_worlds_at_a_question_to_swap() -> None:
    """For seat 1 two swaps may be ahead, its own and one more; for seat 2 just one."""
    asked = new_deal(*FIGURES, "lift price:1 in in in")
    # 16 cards are hidden from it, two unders among them: no hand can have three.
    assert count(asked, 1) == choose(3, 3, 3, 1, 6) * math.factorial(6)
    last = new_deal(*FIGURES, "lift price:1 in in out keep")
    assert last.current_player() == 2
    assert count(last, 2) == choose(3, 3, 3, 4, 3) * math.factorial(3)


def test_worlds_at_the_first_lead_leave_out_three_unders() -> None:
    """All four unders are hidden from seat 0: 4 ways for each hand that is in play."""
    hands, stack = "MA TA PX / MU TK MO / ZU PA TO", "ZX TU PU ZA MK ZO ZK TX MX PO PK"
    lead = new_deal(hands, stack, "lift price:1 in in")
    one_hand = math.comb(13, 3)
    assert count(lead, 0) == choose(3, 3, 10) - 2 * 4 * one_hand
    out = new_deal(hands, stack, "lift price:1 in out")
    assert count(out, 0) == choose(3, 3, 10) - 4 * one_hand
    off = new_deal(hands, stack, "lift price:1 in in", figures=False)
    assert count(off, 0) == choose(3, 3, 10)
    joining = new_deal(hands, stack, "lift price:1 in")
    assert count(joining, 0) == choose(3, 3, 4, 6) * math.factorial(6)


def test_worlds_after_cards_were_seen() -> None:
    """Leaves are trump, bells led: seat 1 follows with an over, seat 2 has a heart."""
    hands, stack = "MA TA PX / TO MU ZK / PK PA MO", "ZX TU PU ZA MK ZO ZU TX MX TK PO"
    position = new_deal(hands, stack, "lift price:1 in in play:TA play:TO play:PK")
    # Hidden from seat 0: 20 - 3 of its own - turn-up - 2 = 14 cards. Seat 2 has neither
    # bells (U K X) nor leaves (U O K A), which leaves 7. Both have shown a card other
    # than an under.
    assert count(position, 0) == math.comb(7, 2) * math.comb(12, 2)


def test_an_under_proves_nothing() -> None:
    hands, stack = "MA TA PX / MU MO ZK / TK PA TO", "ZX TU PU ZA MK ZO ZU TX MX PK PO"
    position = new_deal(hands, stack, "lift price:1 in in play:MA play:MU")
    # 15 hidden cards with three unders: seat 1 has not two of these besides MU, seat 2
    # not all three; and not both at once, since that would take five.
    seat_1, seat_2 = math.comb(3, 2) * math.comb(13, 3), math.comb(12, 2)
    assert count(position, 0) == math.comb(15, 2) * math.comb(13, 3) - seat_1 - seat_2


def test_worlds_after_a_swap() -> None:
    """The cards given up are out; the new hand may be any three."""
    swapped = new_deal(*FIGURES, "lift price:1 in in in swap keep")
    # Hidden from seat 3: 20 - 3 - 1 - 3 = 13, with two unders.
    assert count(swapped, 3) == choose(3, 3, 3, 4)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_world_can_be_played_to(players: int) -> None:
    """From a drawn world a deck is made with which all goes as the seat saw it."""
    rng = random.Random(30 + players)
    for _ in range(6):
        line = [p for p in variants(rng, {"players": players}) if not p.is_terminal()]
        position = rng.choice(line)
        seat = rng.randrange(players)
        known = position.knowledge(seat)
        for world in known.sample(2, seed=1):
            twin = played_like(position, seat, world)
            assert twin.information(seat) == position.information(seat)
            assert twin.knowledge(seat) == known
            assert list(twin.state[0].hands) == list(world.hands)
            assert twin.current_player() == world.turn


def played_like(position: Position, seat: int, world: Any) -> Position:
    """Return a position in the state `world` whose history looks the same to `seat`."""
    game, n = position.game, position.game.num_players
    assert position.deck is not None
    before = game.new_position(
        deck=[PACK.text(card) for card in position.deck], **position.parameters
    )
    played: list[list[int]] = [[] for _ in range(n)]
    given: dict[int, list[int]] = {}  # by seat that swapped, in order
    for action in position.actions:
        actor = before.current_player()
        if action == "swap":
            given[actor] = list(members(int(before.state[0].hands[actor])))
        elif action.startswith("play:"):
            played[actor].append(PACK.parse_card(action[5:]))
        before = before.play(action)
    now = [[*members(int(world.hands[p])), *played[p]] for p in range(n)]
    stack: list[int] = [int(card) for card in world.stack[: 20 - 3 * n]]
    end = len(stack)
    for p in given:
        stack[end - 3 : end] = now[p]
        end -= 3
    deck = [card for p in range(n) for card in given.get(p, now[p])] + stack
    left = [card for card in range(20) if card not in deck]
    deck = [left.pop() if card < 0 else card for card in deck]
    twin = game.new_position(
        deck=[PACK.text(card) for card in deck], **position.parameters
    )
    kept_itself = "keep" in position.observations(seat)
    for action in position.actions:
        if action != "keep":
            twin = past_questions(twin, seat, kept_itself, action)
            twin = twin.play(action)
    return past_questions(twin, seat, kept_itself, "")


def past_questions(
    position: Position, seat: int, kept_itself: bool, action: str
) -> Position:
    """Return the position after the questions that `seat` doesn't notice.

    `action` comes next; a swap answers the question of the seat that holds the cards.
    """
    while "keep" in position.legal_actions() and action != "swap":
        if position.current_player() == seat and not kept_itself:
            break
        position = position.play("keep")
    return position


# --- set-ups --------------------------------------------------------------------------


def hidden(known: Knowledge) -> dict[str, Any]:
    """Return what is hidden from the seat."""
    names = ("cards", "room", "allowed", "need", "ordered")
    return {name: known.model[0][name].tolist() for name in names}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_set_up_gives_back_what_describe_wrote(players: int) -> None:
    rng = random.Random(players)
    for position in variants(rng, {"players": players, "ante": 2, "pot0": 4})[::3]:
        game, fields = position.game, position.describe()
        again = game.new_position(setup=fields)
        assert again.describe() == fields
        assert again.legal_actions() == position.legal_actions()
        assert again.current_player() == position.current_player()
        for seat in range(players):
            assert again.describe(seat) == position.describe(seat)
        if position.is_terminal():
            assert again.returns() == position.returns()
            continue
        for seat in range(players):
            one, other = again.knowledge(seat), position.knowledge(seat)
            assert hidden(one) == hidden(other)
            assert one.legal_actions() == other.legal_actions()


SETUP = {
    "phase": "tricks",
    "lifter": 0,
    "price": 2,
    "active": [0, 1, 2],
    "turnup": "PX",
    "hands": [["MA"], ["TO"], ["ZO"], []],
    "tricks": [1, 1, 0, 0],
}


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"phase": "lead"}, "phase: 'lead', expected one of lift, price"),
        ({"hand": []}, "unknown field 'hand'"),
        ({"lifter": 4}, "lifter: 4, expected 0 to 3"),
        ({"active": [1, 2]}, "active: the lifter 0 is missing"),
        ({"active": [0]}, "active: nobody joined"),
        ({"active": [0, 5]}, "active: 5, expected 0 to 3"),
        ({"price": 4}, r"price: 4, expected one of \[0, 1, 2, 3\]"),
        ({"pot": 9}, "pot: 9, expected 10: pot0 0, 4 antes of 1, 3 prices of 2"),
        ({"turnup": []}, "turnup: 0 cards, expected 1"),
        ({"tricks": [1, 1]}, r"tricks: \[1, 1\], expected 4 numbers, at most 3"),
        ({"tricks": [1, 0, 0, 0]}, r"hands\[0\]: 1 cards, expected 2"),
        ({"hands": [["MA"], ["TO"], ["ZO"]]}, "hands: 3 lists, expected 4"),
        ({"hands": [["MA"], ["TO"], ["MA"], []]}, "MA is there twice"),
        ({"hands": [["MA"], ["TO"], ["M9"], []]}, r"hands\[2\]: 'M9' is no card"),
        ({"leader": 3}, "leader: seat 3 is out"),
        ({"voids": [[], ["T"], [], []]}, r"hands\[1\]: TO, but .* lack the suit"),
        ({"voids": [[], ["S"], [], []]}, r"voids\[1\]: 'S' is no suit"),
        ({"phase": "lift"}, "stack: no card to turn up"),
        ({"phase": "swap"}, "tricks: .* at most 0 in all"),
    ],
)
def test_a_set_up_says_what_is_wrong(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(IllegalStateError, match=problem):
        load_game("lupfen").new_position(setup={**SETUP, **fields})


def test_a_set_up_lists_all_that_is_wrong() -> None:
    setup = {**SETUP, "price": 9, "leader": 3, "turnup": "M7"}
    with pytest.raises(IllegalStateError) as caught:
        load_game("lupfen").new_position(setup=setup)
    fields = [problem.split(":")[0] for problem in caught.value.problems]
    assert fields == ["price", "turnup", "turnup", "leader"]


def test_a_question_to_swap_can_be_set_up() -> None:
    hands = [["MA", "TA", "PX"], ["MU", "TU", "MO"], ["ZA", "ZK", "MK"]]
    setup = {
        "phase": "swap",
        "turn": 1,
        "lifter": 0,
        "price": 1,
        "active": [0, 1],
        "turnup": "ZX",
        "stack": ["?", "PA", "PK", "PO"],
        "hands": hands,
    }
    position = load_game("lupfen", players=3).new_position(setup=setup)
    assert position.legal_actions() == ["swap", "keep"]
    assert position.play("swap").describe()["hands"][1] == ["PO", "PK", "PA"]
    # To seat 0 it is the first lead.
    assert position.describe(0)["phase"] == "tricks"
    for wrong in ({"turn": 0}, {"stack": ["PA", "PK"]}, {"turn": 2}):
        with pytest.raises(IllegalStateError, match="may not swap"):
            load_game("lupfen", players=3).new_position(setup={**setup, **wrong})


def test_the_last_answer_can_be_set_up_to_have_been_given() -> None:
    """What then follows by itself does follow: here three unders."""
    setup = {
        "phase": "join",
        "turn": 0,
        "lifter": 0,
        "price": 2,
        "active": [0, 1, 2],
        "turnup": "PA",
        "hands": [
            *(["MA", "MK", "TA"], ["ZA", "ZX", "PX"]),
            *(["MU", "TU", "PU"], ["ZO", "TO", "PO"]),
        ],
    }
    position = load_game("lupfen").new_position(setup=setup)
    assert position.is_terminal()
    assert position.returns() == [-13, -13, 6, -1]
    in_play = {**setup, "phase": "tricks"}
    del in_play["turn"]
    with pytest.raises(IllegalStateError, match="three unders would have ended"):
        load_game("lupfen").new_position(setup=in_play)

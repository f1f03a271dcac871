"""The worked examples of the rules, named after game, section and number."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from . import (
    NaiveEkarte,
    NaiveLupfen,
    NaiveSultMalac,
    count_histories,
    minimax,
    replay,
)
from .cards import HUNGARIAN32, LUPFEN20, in_order, row
from .ekarte import add_to_match
from .sult_malac import malac_winner


def plays(text: str) -> list[str]:
    return ["play:" + card for card in text.split()]


def legal_set(node: NaiveEkarte | NaiveLupfen) -> set[str]:
    assert all(action.startswith("play:") for action in node.legal_actions())
    return {action.removeprefix("play:") for action in node.legal_actions()}


# -- Ékarté, section 1.7 -------------------------------------------------------


def reply(order: str, lead: str, hand: str, rule: str = "strict") -> NaiveEkarte:
    """Seat 0 has led a card, seat 1 must answer; acorns are trump."""
    return NaiveEkarte.from_parts(
        {"order": order, "follow_rule": rule},
        hands=(row("T7 T8 P8 P9"), hand.split()),
        turnup="M9",
        table=(lead,),
    )


@pytest.mark.parametrize(
    ("order", "tricks"), [("ecarte", (0, 1)), ("traditional", (1, 0))]
)
def test_ekarte_1_7_1(order: str, tricks: tuple[int, int]) -> None:
    node = reply(order, "ZA", "ZU Z9 M7 PK TX")
    assert legal_set(node) == {"ZU", "Z9"}
    assert node.play("play:ZU").tricks == tricks


def test_ekarte_1_7_2() -> None:
    hand = "M7 MK ZU Z9 PA"
    node = reply("ecarte", "TX", hand)
    assert legal_set(node) == {"M7", "MK"}
    assert legal_set(reply("ecarte", "TX", hand, "suit")) == set(hand.split())
    assert node.play("play:M7").tricks == (0, 1)


def test_ekarte_1_7_3() -> None:
    hand, other = row("M9 MK TX Z7 PA"), row("T7 T8 P8 P9 Z8")
    left = [c for c in HUNGARIAN32 if c not in {*hand, *other, "MA"}]
    assert len(left) == 21
    dealer = NaiveEkarte.from_parts(
        hands=(other, hand), turnup="MA", talon=left, phase="exchange"
    )
    assert (dealer.current_player(), len(dealer.legal_actions())) == (1, 8)
    first = NaiveEkarte.from_parts(
        hands=(hand, other), turnup="MA", talon=left, phase="exchange", exchanger=1
    )
    assert first.current_player() == 0
    assert first.legal_actions() == [
        "exch:TX", "exch:Z7", "exch:PA", "exch:TX,Z7", "exch:TX,PA", "exch:Z7,PA",
        "exch:TX,Z7,PA",
    ]  # fmt: skip
    short = NaiveEkarte.from_parts(
        hands=(hand, other), turnup="MA", talon=left[:3], phase="exchange"
    ).play("exch:T7,T8")
    assert short.legal_actions() == ["exch:TX", "exch:Z7", "exch:PA"]
    last = short.play("exch:Z7")
    assert (last.phase, last.current_player(), last.talon) == ("tricks", 0, ())


@pytest.mark.parametrize(
    ("rule", "count"),
    [("strict", 458), ("suit", 1028), ("either", 1588), ("free", 14400)],
)
def test_ekarte_1_7_4_histories(rule: str, count: int) -> None:
    assert count_histories(five_tricks({"follow_rule": rule})) == count


@pytest.mark.parametrize(("order", "value"), [("ecarte", -1), ("traditional", 1)])
def test_ekarte_1_7_4_value(order: str, value: int) -> None:
    assert minimax(five_tricks({"order": order})) == value


def five_tricks(options: dict[str, str]) -> NaiveEkarte:
    hands = (row("M7 MK TX ZA PO"), row("M9 MU Z9 ZU PK"))
    return NaiveEkarte.from_parts(options, hands=hands, turnup="M8")


def test_ekarte_1_7_5() -> None:
    hands = (row("MK MO MU MX M9"), row("T7 T8 Z7 Z8 P7"))
    node = NaiveEkarte.from_parts(hands=hands, turnup="M8")
    end = replay(node, plays("MK T7 MO T8 MU Z7 MX Z8 M9 P7"))
    assert end.returns() == [2, -2]
    assert add_to_match((6, 5), end.returns()) == ((8, 5), 0)
    assert add_to_match((4, 5), end.returns()) == ((6, 5), None)


# -- Sült malac, section 2.7 ---------------------------------------------------

BOTH, RESPONSE = ("both",), ("response",)
ALWAYS = BOTH + RESPONSE
# trump, cards in the order of play, place of the winner, under which rules
TABLE = [
    ("M", "MA P7", 2, ALWAYS),
    ("M", "P7 MA", 1, BOTH),
    ("M", "P7 MA", 2, RESPONSE),
    ("M", "MK P7", 1, ALWAYS),
    ("M", "PA P7", 1, ALWAYS),
    ("M", "P7 P8", 2, ALWAYS),
    ("M", "P7 M7", 2, ALWAYS),
    ("P", "PA P7", 2, ALWAYS),
    ("P", "P7 PA", 1, BOTH),
    ("P", "P7 PA", 2, RESPONSE),
    ("P", "PK P7", 1, ALWAYS),
    ("P", "MK P7", 2, ALWAYS),
    ("M", "MA P7 MK", 2, ALWAYS),
    ("M", "MA MK P7", 3, ALWAYS),
    ("M", "P7 MA M8", 1, BOTH),
    ("M", "P7 MA M8", 2, RESPONSE),
    ("M", "MK P7 M8", 1, ALWAYS),
    ("M", "MA P7 P9", 2, ALWAYS),
    ("M", "ZK MA P7 ZA", 3, ALWAYS),
]


@pytest.mark.parametrize(
    ("trump", "cards", "place", "red7"),
    [(trump, cards, k, red7) for trump, cards, k, rules in TABLE for red7 in rules],
)
def test_sult_malac_2_7_table(trump: str, cards: str, place: int, red7: str) -> None:
    trick = cards.split()
    assert malac_winner(trick, trump, red7) == place - 1
    node = NaiveSultMalac.from_parts(
        {"players": len(trick), "red7": red7},
        hands=[[card] for card in trick],
        turnup=trump + "9",
    )
    payoffs = replay(node, plays(cards)).returns()
    n = len(trick)
    assert payoffs == [n - 1 if i == place - 1 else -1 for i in range(n)]


@pytest.mark.parametrize("n", [2, 3])
def test_sult_malac_2_7_histories(n: int) -> None:
    """Every node of a phase has the same number of actions: check, multiply."""
    deck = list(HUNGARIAN32)
    rng = random.Random(n)
    rng.shuffle(deck)
    total = {}
    for _ in range(300):
        node = NaiveSultMalac({"players": n}, {}, deck)
        count = 1
        sizes = []
        while not node.is_terminal():
            sizes.append(len(node.legal_actions()))
            count *= sizes[-1]
            node = node.play(rng.choice(node.legal_actions()))
        assert sizes == [16] * n + [5] * n + [4] * n + [5] * n
        total[count] = True
    assert list(total) == [{2: 2_560_000, 3: 4_096_000_000}[n]]


def test_sult_malac_2_7_histories_by_walking() -> None:
    """One of the 16 x 16 ways to discard, walked through in full."""
    deck = list(HUNGARIAN32)
    random.Random(5).shuffle(deck)
    node = replay(NaiveSultMalac({}, {}, deck), ["disc:-", "disc:-"])
    assert count_histories(node) * 16 * 16 == 2_560_000


# -- Lupfen, section 3.7 -------------------------------------------------------


def three_in(options: dict[str, str], tricks: tuple[int, ...]) -> NaiveLupfen:
    """Four players, price 2, seat 3 out; the last trick is still to be won."""
    hands = (["MA"], ["TO"], ["ZO"], ["PU", "PO", "PK"])
    return NaiveLupfen.from_parts(
        options,
        hands=hands,
        turnup="MX",
        price=2,
        active=(0, 1, 2),
        tricks=tricks,
    )


def test_lupfen_3_7_1() -> None:
    node = three_in({}, (2, 0, 0, 0))
    assert node.pot == 10
    end = replay(node, plays("MA TO ZO"))
    assert end.returns() == [6, -13, -13, -1]
    assert end.pot_after == 21 == -sum(end.returns())


def test_lupfen_3_7_2() -> None:
    node = three_in({}, (1, 1, 0, 0))
    end = replay(node, plays("MA TO ZO"))
    assert end.returns() == [3, 0, -13, -1]
    assert end.pot_after == 11
    end = replay(three_in({"remainder": "lupfer"}, (1, 1, 0, 0)), plays("MA TO ZO"))
    assert end.returns() == [4, 0, -13, -1]
    assert end.pot_after == 10


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("ZO TU MA", "ZO"), ("TU TA MA", "TU TA"), ("MA MK PX", "MA MK PX")],
)
def test_lupfen_3_7_3_legal(hand: str, legal: str) -> None:
    hands = (row("PU PO"), hand.split(), row("ZU PK PA"))
    node = NaiveLupfen.from_parts(
        {"players": 3}, hands=hands, turnup="TX", active=(0, 1, 2), table=("ZK",)
    )
    assert node.current_player() == 1
    assert node.legal_actions() == plays(" ".join(in_order(legal.split(), LUPFEN20)))


@pytest.mark.parametrize(("cards", "winner"), [("ZK ZX TU", 2), ("ZK ZX ZO", 1)])
def test_lupfen_3_7_3_trick(cards: str, winner: int) -> None:
    node = NaiveLupfen.from_parts(
        {"players": 3},
        hands=[[card] for card in cards.split()],
        turnup="TX",
        active=(0, 1, 2),
    )
    end = replay(node, plays(cards))
    assert end.tricks == tuple(int(i == winner) for i in range(3))


@pytest.mark.parametrize("turnup", ["MX", "PA", "ZK"])
def test_lupfen_3_7_4(turnup: str) -> None:
    hands = ("MA MK TA", "ZA ZX PX", "MU TU PU", "ZO TO PO")
    end = NaiveLupfen.from_parts(
        hands=[hand.split() for hand in hands],
        turnup=turnup,
        price=2,
        active=(0, 1, 2),
        phase="declared",
    )
    assert (end.pot, end.ending, end.pot_after) == (10, "unders", 21)
    assert end.returns() == [-1 - 2 - 10, -1 - 2 - 10, 9 - 1 - 2, -1]


def test_lupfen_3_7_5() -> None:
    hands = "MA TA PX", "MU TU MO", "ZA ZK MK", "ZU PU TO", "PA PK TK"
    deck = " ".join(hands).split() + row("MX TX ZX ZO PO")
    node = NaiveLupfen({"players": 5}, {}, deck)
    bids = ["pass"] * 3 + ["lift", "price:1"] + ["in"] * 4
    node = replay(node, bids)
    assert (node.current_player(), node.legal_actions()) == (3, ["swap", "keep"])
    swapped = node.play("swap")
    assert len(swapped.stack) == 1
    assert swapped.hands[3] == frozenset({"ZX", "ZO", "PO"})
    assert (swapped.phase, swapped.current_player()) == ("tricks", 3)
    kept = node.play("keep")  # then the other figure may still be swapped
    assert (kept.phase, kept.current_player()) == ("swap", 1)


@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        (
            "MA ZO TK ZK ZU PX MU TU PO MX PA TA ZA MK MO TX TO PK PU ZX",
            {"thrown_in": 1, "all_out": 12, "play": 1336},
        ),
        (
            "MA ZO TK ZK ZX PX MU TU PU MX PA TA ZA MK MO TX TO PK PO ZU",
            {"thrown_in": 1, "all_out": 12, "play": 156},
        ),
    ],
    ids=["first", "second"],
)
def test_lupfen_3_7_6(cards: str, ends: dict[str, int]) -> None:
    node = NaiveLupfen({"players": 3}, {}, cards.split())
    found: Counter[str] = Counter()
    todo = [node]
    while todo:
        here = todo.pop()
        if here.is_terminal():
            name = "play" if here.ending in ("played", "unders") else here.ending
            found[name or "?"] += 1
            assert sum(here.returns()) == -Fraction(here.pot_after or 0)
        todo += [here.play(action) for action in here.legal_actions()]
    assert found == ends
    assert count_histories(node) == sum(ends.values())


def test_order_of_action_lists() -> None:
    """Small sets first, and cards in the order of the pack."""
    node = NaiveSultMalac({}, {}, HUNGARIAN32)
    assert node.legal_actions()[:7] == [
        "disc:-", "disc:M7", "disc:M8", "disc:M9", "disc:MX", "disc:MU", "disc:M7,M8",
    ]  # fmt: skip

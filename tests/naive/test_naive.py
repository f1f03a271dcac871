"""Checks of the reference games: vectors, worked examples, known counts."""

import gzip
import hashlib
import json
import random
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from . import GAMES, NaiveKuhn, NaiveLeduc, count_histories, minimax, playout, replay
from .base import Naive

VECTORS = Path(__file__).parent.parent / "vectors"
TRICK_GAMES = ("ekarte", "sult_malac", "lupfen")


def lines(kind: str) -> list[Any]:
    """All lines of one kind of vector file, with readable test ids."""
    found = []
    for game in TRICK_GAMES:
        path = VECTORS / f"{game}.{kind}.jsonl.gz"
        if path.exists():
            with gzip.open(path, "rt", encoding="utf-8") as file:
                for number, text in enumerate(file, 1):
                    found.append(pytest.param(json.loads(text), id=f"{game}-{number}"))
    return found


def start(line: dict[str, Any], suffix: str = "") -> Naive:
    deck = line["deck" + suffix]
    return GAMES[line["game"]](line["options"], line["params"], deck)


def test_vectors_are_there() -> None:
    counts = [len(lines(kind)) for kind in ("playouts", "information", "minimax")]
    assert counts == [159, 39, 14]


@pytest.mark.parametrize("line", lines("playouts"))
def test_playout_vector(line: dict[str, Any]) -> None:
    node = start(line)
    for step in line["steps"]:
        legal = sorted(node.legal_actions())
        assert node.current_player() == step["player"]
        if "legal" in step:
            assert legal == step["legal"]
        else:
            assert len(legal) == step["legal_count"]
            digest = hashlib.sha256("\n".join(legal).encode()).hexdigest()
            assert digest == step["legal_sha"]
        node = node.play(step["action"])
    assert node.is_terminal()
    assert node.returns() == [Fraction(text) for text in line["returns"]]


@pytest.mark.parametrize("line", lines("information"))
def test_information_vector(line: dict[str, Any]) -> None:
    a = replay(start(line, "_a"), line["actions_a"])
    b = replay(start(line, "_b"), line["actions_b"])
    same = a.information(line["seat"]) == b.information(line["seat"])
    assert same == line["same"]


@pytest.mark.parametrize("line", lines("minimax"))
def test_minimax_vector(line: dict[str, Any]) -> None:
    assert set(line) <= {
        "game", "options", "params", "deck", "actions", "minimax", "unit",
        "action_values",
    }  # fmt: skip
    node = replay(start(line), line["actions"])
    assert minimax(node) == Fraction(line["minimax"])
    for action, value in line.get("action_values", {}).items():
        assert minimax(node.play(action)) == Fraction(value)


def random_options(game: str, rng: random.Random) -> dict[str, Any]:
    options = {key: rng.choice(c) for key, c in GAMES[game].choices.items()}
    if game == "lupfen":
        options |= {"price_max": rng.randint(1, 5), "pot0": rng.randint(0, 7)}
        options["ante"] = rng.randint(1, 3)
    return options


@pytest.mark.parametrize("game", TRICK_GAMES)
def test_nothing_is_lost_on_the_way(game: str) -> None:
    """Cards and money add up, hands keep their size, views only grow."""
    rng = random.Random(20)
    for _ in range(150):
        deck = list(GAMES[game].whole_pack)
        rng.shuffle(deck)
        node = GAMES[game](random_options(game, rng), {}, deck)
        steps, end = playout(node, rng)
        for _, legal, action in steps:
            before, node = node, node.play(action)
            assert len(set(legal)) == len(legal) > 0
            for old, new in zip(before.views, node.views, strict=True):
                assert new[: len(old)] == old
            assert before.deck is not None
            for seat in range(node.num_players):
                sizes = [run.size for run in node.deck_slices(seat)]
                assert sum(sizes) == len(before.deck)
            if game == "ekarte":
                places = (*node.hands, node.pile, node.talon)
                counted = sum(len(place) for place in places) + cards_played(node)
                assert counted == 31 + node.rules["turnup_drawable"]
            if game == "sult_malac" and node.phase in ("disc", "pass", "show"):
                assert {len(hand) for hand in node.hands} == {5}
        paid = end.returns()
        if game == "lupfen":
            gone = end.pot_after - end.rules["pot0"]
            assert sum(end.nets) == -gone
            assert sum(paid) == (0 if end.rules["pot_value"] == "shared" else -gone)
            assert sum(end.tricks) == (3 if end.ending in ("played", "unders") else 0)
        else:
            assert sum(paid) == 0
        if game == "ekarte":
            assert sum(end.tricks) == 5


def cards_played(node: Naive) -> int:
    events = (event for event in node.views[0] if isinstance(event, tuple))
    return sum(event[0] == "play" for event in events)


def test_bad_input_is_refused() -> None:
    pack = GAMES["ekarte"].whole_pack
    for options, deck in (
        ({"nonsense": 1}, pack),
        ({"order": "odd"}, pack),
        ({}, pack[:10]),
        ({}, (*pack[:31], "SA")),
        ({}, (*pack[:31], pack[0])),
    ):
        with pytest.raises(ValueError, match=r"option|cannot be|at least|deck"):
            GAMES["ekarte"](options, {}, deck)
    with pytest.raises(ValueError, match="not legal"):
        GAMES["ekarte"]({}, {}, pack).play("play:PA")


# -- poker ---------------------------------------------------------------------

Policy = dict[Any, dict[str, Fraction]]


def expected(node: Naive, policies: tuple[Policy, Policy]) -> Fraction:
    """Expected payoff of seat 0; a seat without an entry acts uniformly."""
    if node.is_terminal():
        return node.returns()[0]
    seat, legal = node.current_player(), node.legal_actions()
    uniform = dict.fromkeys(legal, Fraction(1, len(legal)))
    odds = policies[seat].get(node.information(seat), uniform)
    chances = ((p, a) for a, p in odds.items() if p)
    return sum((p * expected(node.play(a), policies) for p, a in chances), Fraction(0))


def kuhn_deals() -> list[NaiveKuhn]:
    return [NaiveKuhn({}, {}, deck) for deck in permutations("JQK")]


def kuhn_value(policies: tuple[Policy, Policy]) -> Fraction:
    return sum(expected(node, policies) for node in kuhn_deals()) / Fraction(6)


def kuhn_policy(bets: dict[tuple[str, ...], Fraction]) -> Policy:
    """From the chance to bet after (card, actions so far) to a policy."""
    policy: Policy = {}
    for (card, *history), chance in bets.items():
        other = "Q" if card != "Q" else "J"
        seat = len(history) % 2
        cards = (card, other) if seat == 0 else (other, card)
        node = NaiveKuhn.from_parts(cards=cards, history=tuple(history))
        policy[node.information(seat)] = {"bet": chance, "pass": 1 - chance}
    return policy


def information_sets(nodes: list[Any]) -> set[Any]:
    found, todo = set(), list(nodes)
    while todo:
        node = todo.pop()
        if not node.is_terminal():
            found.add(node.information(node.current_player()))
            todo += [node.play(action) for action in node.legal_actions()]
    return found


def test_kuhn_counts() -> None:
    assert [count_histories(node) for node in kuhn_deals()] == [5] * 6
    assert len(information_sets(kuhn_deals())) == 12


@pytest.mark.parametrize(
    ("history", "payoff"),
    [
        ("pass pass", 1),
        ("pass bet pass", -1),
        ("pass bet bet", 2),
        ("bet pass", 1),
        ("bet bet", 2),
    ],
)
def test_kuhn_payoffs(history: str, payoff: int) -> None:
    node = replay(NaiveKuhn({}, {}, ["K", "Q", "J"]), history.split())
    assert node.returns() == [payoff, -payoff]
    lost = replay(NaiveKuhn({}, {}, ["J", "Q", "K"]), history.split())
    assert lost.returns()[0] == (payoff if history.endswith("t pass") else -payoff)


def test_kuhn_uniform_play_is_worth_an_eighth() -> None:
    assert kuhn_value(({}, {})) == Fraction(1, 8)


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhn_equilibrium(alpha: Fraction) -> None:
    """No pure strategy does better against the known equilibria."""
    one, third = Fraction(1), Fraction(1, 3)
    firsts = {
        ("J",): alpha, ("Q",): 0 * one, ("K",): 3 * alpha,
        ("J", "pass", "bet"): 0 * one, ("Q", "pass", "bet"): alpha + third,
        ("K", "pass", "bet"): one,
    }  # fmt: skip
    seconds = {
        ("J", "pass"): third, ("Q", "pass"): 0 * one, ("K", "pass"): one,
        ("J", "bet"): 0 * one, ("Q", "bet"): third, ("K", "bet"): one,
    }  # fmt: skip
    first, second = kuhn_policy(firsts), kuhn_policy(seconds)
    value = Fraction(-1, 18)
    assert kuhn_value((first, second)) == value
    for pure in product((0 * one, one), repeat=6):
        other = kuhn_policy(dict(zip(firsts, pure, strict=True)))
        assert kuhn_value((other, second)) <= value
        other = kuhn_policy(dict(zip(seconds, pure, strict=True)))
        assert kuhn_value((first, other)) >= value


def leduc_deals() -> list[NaiveLeduc]:
    pack = NaiveLeduc.whole_pack
    return [NaiveLeduc({}, {}, deck) for deck in permutations(pack, 3)]


def test_leduc_counts() -> None:
    """The tree has 5520 ends, counting a fold before the open card once."""
    ends = set()
    for node in leduc_deals():
        todo: list[Naive] = [node]
        while todo:
            here = todo.pop()
            if here.is_terminal():
                board = here.board if here.round else None
                ends.add((here.cards, board, here.history))
            todo += [here.play(action) for action in here.legal_actions()]
    assert len(ends) == 5520
    assert len(information_sets(leduc_deals())) == 936


@pytest.mark.parametrize(
    ("deck", "actions", "payoff"),
    [
        ("SJ HQ SK", "call call call call", -1),
        ("SJ HQ HJ", "call call call call", 1),
        ("SQ HQ HJ", "raise raise call raise raise call", 0),
        ("SK HQ HJ", "raise raise call raise raise call", 13),
        ("SK HQ SQ", "raise call raise fold", 3),
        ("SK HQ HJ", "raise fold", 1),
        ("SK HQ HJ", "call raise raise fold", 3),
        ("SK HQ HJ", "call raise raise call call raise fold", -5),
    ],
)
def test_leduc_payoffs(deck: str, actions: str, payoff: int) -> None:
    node = replay(NaiveLeduc({}, {}, deck.split()), actions.split())
    assert node.returns() == [payoff, -payoff]


def test_leduc_actions() -> None:
    node = NaiveLeduc({}, {}, ["SK", "HQ", "HJ"])
    assert node.legal_actions() == ["call", "raise"]
    assert node.play("raise").legal_actions() == ["fold", "call", "raise"]
    assert replay(node, ["raise", "raise"]).legal_actions() == ["fold", "call"]
    second = replay(node, ["call", "raise", "raise", "call"])
    assert (second.current_player(), second.legal_actions()) == (0, ["call", "raise"])

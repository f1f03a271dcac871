"""Hints: exact against brute force over all worlds, honest errors, repeatable."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from engine import Game, OptionError, UnsupportedError, load_game
from solver import Limit, hint
from solver import hidden_cards as module
from solver.estimates import estimates
from solver.hidden_cards import Sampling
from tests.solver.toys import many, mean_over_worlds, toy, without_time

TOYS: list[dict[str, Any]] = [
    {"players": 2, "length": 3, "spread": 9},
    {"players": 2, "length": 4, "spread": 2, "halves": True, "merge": True},
    {"players": 3, "length": 3, "width": 2, "spread": 1, "opposed": False},
    {"players": 3, "length": 2, "spread": 5, "opposed": True},
]


@pytest.mark.parametrize(
    ("deck", "values"),
    [
        ("K Q J", {"pass": 1, "bet": 1}),
        ("J Q K", {"pass": -1, "bet": -2}),
        # With the queen: a pass wins or loses the ante, a bet is folded or called.
        ("Q K J", {"pass": 0, "bet": Fraction(-1, 2)}),
    ],
)
def test_kuhn_poker_by_hand(deck: str, values: dict[str, Any]) -> None:
    answer = hint(load_game("kuhn").new_position(deck=deck.split()))
    assert {text: action.value for text, action in answer.actions.items()} == values
    assert answer.exact
    assert answer.complete
    assert answer.worlds == (2, 2)
    most = max(values.values())
    assert answer.best == [text for text, value in values.items() if value == most]


@pytest.mark.parametrize("options", TOYS, ids=str)
def test_with_all_worlds_visited_it_is_the_mean_over_them(
    options: dict[str, Any],
) -> None:
    game = toy(**options)
    for seed in range(2):
        position = game.new_position(seed=seed)
        while not position.is_terminal():
            knowledge = position.knowledge(position.current_player())
            answer = hint(position, limit=Limit(), seed=seed)
            expected = mean_over_worlds(knowledge)
            assert {a: v.value for a, v in answer.actions.items()} == expected
            assert answer.exact
            assert answer.method == "pimc"
            assert answer.worlds == (knowledge.count, knowledge.count)
            assert all(v.error == v.loss_error == 0 for v in answer.actions.values())
            position = position.play(position.legal_actions()[-1])


def coverage(game: Game, samples: int, seeds: int, z: float) -> float:
    """Return how often the true mean lies within `z` standard errors."""
    position = game.new_position(seed=4)
    knowledge = position.knowledge(0)
    truth = mean_over_worlds(knowledge)
    hits = trials = 0
    for seed in range(seeds):
        sampling = Sampling(knowledge, Limit(samples=samples), seed)
        chunk = sampling.sample(sampling.new_memory(None), 0, samples)
        population = len(sampling.order) or None
        actions, _ = estimates(sampling.texts, chunk.gram, game.scale, population)
        for text, found in actions.items():
            assert found.value is not None
            assert found.error is not None
            hits += abs(found.value - float(truth[text])) <= z * found.error
            trials += 1
    return hits / trials


@pytest.mark.parametrize("repeat", [False, True], ids=["each once", "independent"])
def test_the_truth_lies_within_the_error_as_often_as_it_should(
    repeat: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if repeat:
        monkeypatch.setattr(module, "FEW_WORLDS", 0)
    game = toy(players=3, length=2, spread=40, opposed=False, width=5)
    assert game.new_position(seed=4).knowledge(0).count == 19 * 18
    seeds = many(300)
    for rate, z in (0.99, 2.576), (0.8, 1.282):
        spread = (rate * (1 - rate) / seeds) ** 0.5  # of a rate of `seeds` trials
        assert abs(coverage(game, 100, seeds, z) - rate) < 3 * spread + 0.01


def test_independent_samples_come_from_every_world_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "FEW_WORLDS", 0)
    position = load_game("kuhn").new_position(deck=["Q", "K", "J"])
    samples = many(10_000)
    answer = hint(position, limit=Limit(samples=samples))
    value = answer.actions["pass"].value
    error = samples**-0.5  # of a mean of 1 and -1
    assert abs(value) < 4 * error
    assert answer.actions["pass"].error == pytest.approx(error, rel=0.02)
    assert not answer.exact
    assert answer.complete


@pytest.mark.parametrize("options", [*TOYS, {"here": 3, "length": 5}], ids=str)
@pytest.mark.parametrize("few", [0, 1 << 17])
def test_threads_do_not_change_the_answer(
    options: dict[str, Any], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FEW_WORLDS", few)
    monkeypatch.setattr(module, "MOST_AT_ONCE", 7)
    position = toy(**options).new_position(seed=1)
    for limit in Limit(samples=15), Limit(samples=150), Limit(nodes=300):
        one, two, three = (
            without_time(hint(position, limit=limit, seed=8, threads=threads))
            for threads in (1, 2, 3)
        )
        assert one == two == three


def test_a_seed_chooses_the_samples() -> None:
    position = toy(players=3, length=3, spread=90).new_position(seed=1)
    values = {
        tuple(a.value for a in hint(position, limit=Limit(samples=9), seed=seed)
              .actions.values())
        for seed in (0, 1, 2, -1, 2**63)
    }  # fmt: skip
    assert len(values) == 5


@pytest.mark.parametrize("seed", [1.5, "1", None, True])
def test_a_seed_is_checked(seed: Any) -> None:
    with pytest.raises(OptionError, match="seed"):
        hint(load_game("kuhn").new_position(seed=0), seed=seed)


def test_equal_information_gives_equal_hints() -> None:
    game = toy(players=3, length=4, spread=30)
    limit = Limit(samples=40)
    position = game.new_position(deal={"hands": [["MU"], ["MO"], ["MK"]]})
    other = game.new_position(deal={"hands": [["MU"], ["PA"], ["ZX"]]})
    assert position.information(0) == other.information(0)
    one, two = hint(position, limit=limit), hint(other, limit=limit)
    known = hint(position.knowledge(0), limit=limit)
    assert without_time(one) == without_time(two) == without_time(known)
    assert one.actions != hint(position, limit=limit, seed=1).actions


def test_what_a_time_limit_allowed_is_repeated_by_the_number_of_samples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "FEW_WORLDS", 0)
    position = toy(players=3, length=4).new_position(seed=1)
    timed = hint(position, limit=Limit(seconds=0.1), seed=3)
    assert not timed.complete
    assert timed.samples
    again = hint(position, limit=Limit(samples=timed.samples), seed=3, threads=1)
    assert again.complete
    assert {**without_time(timed), "complete": True} == without_time(again)


def test_random_play_leads_up_to_the_search() -> None:
    game = toy(players=2, length=5, spread=30, here=2)
    position = game.new_position(seed=2)
    answer = hint(position, limit=Limit(samples=many(3000)))
    assert answer.method == "pimc+rollout"
    assert not answer.exact
    assert answer.complete
    # The mean over worlds and over the next random action, by brute force.
    knowledge = position.knowledge(0)
    for text, found in answer.actions.items():
        worlds = knowledge.enumerate()
        total = Fraction(0)
        for i in range(len(worlds)):
            state = worlds[i : i + 1].copy()
            total += value_after_one_at_random(game, state, text) / len(worlds)
        assert found.value is not None
        assert found.error is not None
        assert abs(found.value - float(total)) < 4 * found.error


def value_after_one_at_random(game: Game, state: Any, text: str) -> Fraction:
    """Return the mean value for seat 0 after `text` and one random action."""
    from solver.minimax import PlainSearch

    plain = PlainSearch(game.rules, True)
    action = next(
        a for a in plain.actions(state) if game.rules.action_text(None, a) == text
    )
    after = plain.after(state, action)
    nexts = plain.actions(after)
    values = [plain.value(plain.after(after, a))[0][0] for a in nexts]
    return Fraction(sum(values), len(values))


def test_a_chance_node_before_the_search_is_played_at_random() -> None:
    position = toy(chance=True, length=4, here=3).new_position(seed=0)
    answer = hint(position, limit=Limit(samples=200))
    assert answer.method == "pimc+rollout"
    assert all(math.isfinite(a.value or 0) for a in answer.actions.values())


def test_a_chance_node_inside_the_search_is_refused() -> None:
    position = toy(chance=True, length=4).new_position(seed=0)
    with pytest.raises(UnsupportedError, match="chance"):
        hint(position, limit=Limit(samples=20))


def test_only_the_seat_to_act_gets_a_hint() -> None:
    position = load_game("kuhn").new_position(seed=0)
    with pytest.raises(UnsupportedError, match="seat 0 is to act"):
        hint(position.knowledge(1))
    with pytest.raises(UnsupportedError, match="the deal is over"):
        hint(position.play_all(["bet", "pass"]))


def test_large_stakes_are_summed_exactly() -> None:
    limit = Limit(samples=many(2000))
    plain, large = (
        hint(position.play_all(["disc:-", "disc:-"]), limit=limit)
        for stake in (1, 10**9)
        for position in [load_game("sult_malac", stake=stake).new_position(seed=3)]
    )
    for text, found in plain.actions.items():
        again = large.actions[text]
        assert found.value is not None
        assert found.error is not None
        assert again.value == pytest.approx(10**9 * found.value)
        assert again.error == pytest.approx(10**9 * found.error)


def test_nodes_count_the_samples_that_fit() -> None:
    position = toy(players=3, length=4, spread=30).new_position(seed=5)
    whole = hint(position, limit=Limit(samples=50), seed=2)
    part = hint(position, limit=Limit(nodes=whole.nodes), seed=2)
    assert part.samples == 50
    assert part.nodes == whole.nodes
    less = hint(position, limit=Limit(nodes=whole.nodes - 1), seed=2)
    assert less.samples == 49
    assert not less.complete
    none = hint(position, limit=Limit(nodes=1), seed=2)
    assert none.samples == 0
    assert none.best == []
    assert all(action.value is None for action in none.actions.values())

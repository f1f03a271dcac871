"""Brute-force searches over the naive games."""

import random
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from .core import TERMINAL, Naive, Slice

__all__ = [
    "TERMINAL",
    "Naive",
    "Slice",
    "count_histories",
    "count_worlds",
    "enumerate_worlds",
    "maxn",
    "minimax",
    "playout",
    "possible_decks",
    "replay",
]

Step = tuple[int, list[str], str]


def replay(node: Naive, actions: Sequence[str]) -> Naive:
    """Play a list of actions."""
    for action in actions:
        node = node.play(action)
    return node


def minimax(node: Naive) -> Fraction:
    """The payoff of seat 0: it raises the value, everybody else lowers it."""
    if node.is_terminal():
        return node.returns()[0]
    values = [minimax(node.child(action)) for action in node.legal_actions()]
    return max(values) if node.current_player() == 0 else min(values)


def maxn(node: Naive) -> list[Fraction]:
    """All payoffs when each seat plays for itself; a tie goes to the first action."""
    if node.is_terminal():
        return node.returns()
    seat = node.current_player()
    best: list[Fraction] | None = None
    for action in node.legal_actions():
        value = maxn(node.child(action))
        if best is None or value[seat] > best[seat]:
            best = value
    assert best is not None
    return best


def playout(node: Naive, rng: random.Random) -> tuple[list[Step], Naive]:
    """Random play to the end: the steps (seat, legal, action) and the last node."""
    steps: list[Step] = []
    while not node.is_terminal():
        legal = node.legal_actions()
        action = rng.choice(legal)
        steps.append((node.current_player(), legal, action))
        node = node.child(action)
    return steps, node


def count_histories(node: Naive) -> int:
    """The number of different ways to play on to the end."""
    if node.is_terminal():
        return 1
    return sum(count_histories(node.child(action)) for action in node.legal_actions())


def possible_decks(node: Naive, seat: int) -> Iterator[list[str]]:
    """Every deck the seat must reckon with, up to orders without effect.

    The runs of the deck which the seat has seen stay as they are. The unseen cards
    are spread over the other runs in all ways: as sets where order has no effect,
    else in every order. Decks that do not fit the seat's later observations are
    not filtered out here.
    """
    if node.deck is None:
        raise ValueError("a position set up by hand has no deck to vary")
    runs: list[tuple[Slice, tuple[str, ...]]] = []
    start = 0
    for run in node.deck_slices(seat):
        runs.append((run, node.deck[start : start + run.size]))
        start += run.size
    assert start == len(node.deck)
    hidden = tuple(c for run, cards in runs if seat not in run.knowers for c in cards)

    def fill(i: int, unseen: tuple[str, ...]) -> Iterator[list[str]]:
        if i == len(runs):
            yield []
            return
        run, cards = runs[i]
        if seat in run.knowers:
            for rest in fill(i + 1, unseen):
                yield [*cards, *rest]
            return
        pick = permutations if run.ordered else combinations
        for chosen in pick(unseen, run.size):
            left = tuple(card for card in unseen if card not in chosen)
            for rest in fill(i + 1, left):
                yield [*chosen, *rest]

    yield from fill(0, hidden)


def enumerate_worlds(node: Naive, seat: int) -> set[Hashable]:
    """The worlds of a seat: all states in which it would know exactly this.

    Each possible deck is played through again. The seat repeats its own actions,
    the others try all of theirs; a line is dropped as soon as the seat sees
    something else than it really saw.
    """
    goal, done = node.views[seat], node.own_actions[seat]
    target = node.information(seat)
    found: set[Hashable] = set()
    for deck in possible_decks(node, seat):
        lines = [type(node)(node.options, node.params, deck)]
        while lines:
            here = lines.pop()
            view = here.views[seat]
            if view != goal[: len(view)]:
                continue
            if here.information(seat) == target:
                found.add(here.world_key())
            actions = here.legal_actions()
            if here.current_player() == seat:
                mine = len(here.own_actions[seat])
                actions = [a for a in actions if a in done[mine : mine + 1]]
            lines += [here.child(action) for action in actions]
    return found


def count_worlds(node: Naive, seat: int) -> int:
    """How many worlds the seat has to reckon with."""
    return len(enumerate_worlds(node, seat))

"""What other packages take for like work, measured in this process (extra `peers`).

OpenSpiel's random playouts run in C++ here: its tree search is given so many playouts a
node that the tree costs nothing beside them. DDS, by way of endplay, solves bridge
endings in C++. Both are called in the way that is fastest for them.
"""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable
from typing import Any

SIMULATIONS, PLAYOUTS = 5, 200  # nodes of the tree, and playouts from each
BOARDS = 200  # as many as one call of DDS takes
CARDS = 5  # of each hand of an ending


def is_installed(module: str) -> bool:
    """Return whether a package can be imported."""
    return importlib.util.find_spec(module) is not None


def per_cpu_second(work: Callable[[], int], seconds: float) -> float:
    """Return how much work is done in a second of this process's CPU time.

    `work` returns how much it did. What neighbours take of the cores isn't counted.
    """
    done, began, used = 0, time.perf_counter(), time.process_time()
    while True:
        done += work()
        if time.perf_counter() - began >= seconds:
            return done / (time.process_time() - used)


# --- OpenSpiel ------------------------------------------------------------------------


def openspiel_start(name: str) -> Any:
    """Return a state of an OpenSpiel game whose cards are dealt, in play."""
    import pyspiel

    options = {"use_double_dummy_result": False} if name == "bridge" else {}
    state = pyspiel.load_game(name, options).new_initial_state()
    choice = random.Random(1).choice
    while state.is_chance_node():
        state.apply_action(choice(state.legal_actions()))
    if name == "bridge":  # 1NT, passed out: the play of thirteen tricks follows
        for call in ("1N", "Pass", "Pass", "Pass"):
            texts = {state.action_to_string(a): a for a in state.legal_actions()}
            state.apply_action(next(a for text, a in texts.items() if call in text))
    return state


def openspiel_length(start: Any, count: int = 300) -> float:
    """Return the mean number of actions of a random playout, chance included."""
    choice = random.Random(2).choice
    total = 0
    for _ in range(count):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            total += 1
    return total / count


def openspiel_ns(name: str, seconds: float) -> float:
    """Return the nanoseconds that OpenSpiel takes for an action of a random playout."""
    import pyspiel

    start = openspiel_start(name)
    evaluator = pyspiel.RandomRolloutEvaluator(PLAYOUTS, 7)
    bot = pyspiel.MCTSBot(
        start.get_game(), evaluator, 2.0, SIMULATIONS, 1000, False, 5, False
    )
    length = openspiel_length(start) - 1  # each begins one action down the tree

    def work() -> int:
        bot.mcts_search(start)
        return SIMULATIONS * PLAYOUTS

    return 1e9 / (per_cpu_second(work, seconds) * length)


# --- DDS ------------------------------------------------------------------------------


def ending(rng: random.Random) -> Any:
    """Return a bridge ending of five cards each, spades trump, anybody to lead."""
    from endplay.types import Deal, Denom, Player

    ranks = "23456789TJQKA"
    cards = [(suit, rank) for suit in range(4) for rank in range(len(ranks))]
    rng.shuffle(cards)
    hands = []
    for seat in range(4):
        hand = sorted(cards[CARDS * seat : CARDS * (seat + 1)], reverse=True)
        suits = ("".join(ranks[r] for s, r in hand if s == suit) for suit in range(4))
        hands.append(".".join(suits))
    deal = Deal("N:" + " ".join(hands))
    deal.trump, deal.first = Denom.spades, Player(rng.randrange(4))
    return deal


def dds_endings(seconds: float) -> float:
    """Return how many five-card endings DDS solves in a second on one core."""
    import endplay._dds
    from endplay.dds import solve_all_boards

    endplay._dds.SetMaxThreads(1)
    rng = random.Random(2024)
    boards = [ending(rng) for _ in range(BOARDS)]

    def work() -> int:
        solve_all_boards(boards)
        return BOARDS

    work()
    return per_cpu_second(work, seconds)


__all__ = ["dds_endings", "is_installed", "openspiel_ns", "per_cpu_second"]

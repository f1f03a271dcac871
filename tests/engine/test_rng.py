"""Random numbers: the published generator, exactly uniform draws, separate streams."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from engine.rng import (
    STREAM_DEAL,
    STREAM_PLAYER,
    below,
    below_large,
    finish,
    mix,
    new_rng,
    next64,
    shuffle,
)

WORD = (1 << 64) - 1
INT64 = st.integers(-(1 << 63), (1 << 63) - 1)


class Xoshiro:
    """xoshiro256++ as in Blackman and Vigna (2021), figure 5, in big integers."""

    def __init__(self, state: list[int]) -> None:
        self.s = [x & WORD for x in state]

    def next(self) -> int:
        def rotl(x: int, k: int) -> int:
            return ((x << k) | (x >> (64 - k))) & WORD

        s = self.s
        result = (rotl((s[0] + s[3]) & WORD, 23) + s[0]) & WORD
        t = (s[1] << 17) & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return result


def fits(counts: Counter[int], cells: int, draws: int) -> bool:
    """Whether a chi-square test at 0.1 % lets equal chances of all cells stand."""
    expected = draws / cells
    statistic = sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))
    return bool(statistic < chi2.ppf(0.999, cells - 1))


def test_first_words_are_those_of_the_reference_generator() -> None:
    """State 1, 2, 3, 4: the test vector that the rand_xoshiro crate publishes."""
    rng = np.array([1, 2, 3, 4], np.int64)
    words = [int(next64(rng)) & WORD for _ in range(4)]
    assert words == [41943041, 58720359, 3588806011781223, 3591011842654386]


@given(st.lists(INT64, min_size=4, max_size=4))
def test_words_equal_those_of_the_published_algorithm(state: list[int]) -> None:
    rng, reference = np.array(state, np.int64), Xoshiro(state)
    for _ in range(20):
        assert int(next64(rng)) & WORD == reference.next()


@pytest.mark.parametrize("n", [1, 2, 3, 7, 32, 100])
def test_below_is_uniform(n: int) -> None:
    rng, draws = new_rng(n, STREAM_DEAL), 4000
    counts = Counter(int(below(rng, n)) for _ in range(draws))
    assert set(counts) <= set(range(n))
    assert n == 1 or fits(counts, n, draws)


@pytest.mark.parametrize("n", [1, 2, 5, 100])
def test_below_large_is_uniform(n: int) -> None:
    rng, draws = new_rng(n, STREAM_PLAYER), 4000
    counts = Counter(int(below_large(rng, n)) for _ in range(draws))
    assert set(counts) <= set(range(n))
    assert n == 1 or fits(counts, n, draws)


@given(st.integers(1, (1 << 62) - 1), INT64)
def test_below_large_stays_below(n: int, seed: int) -> None:
    rng = new_rng(seed, STREAM_DEAL)
    assert all(0 <= below_large(rng, n) < n for _ in range(5))


@given(st.integers(1, (1 << 31) - 1), INT64)
def test_below_stays_below(n: int, seed: int) -> None:
    rng = new_rng(seed, STREAM_DEAL)
    assert all(0 <= below(rng, n) < n for _ in range(5))


def test_shuffle_gives_every_order_equally_often() -> None:
    rng, draws = new_rng(1, STREAM_DEAL), 6000
    number = {order: i for i, order in enumerate(permutations(range(4)))}
    counts: Counter[int] = Counter()
    for _ in range(draws):
        items = np.arange(4)
        shuffle(rng, items, 4)
        counts[number[tuple(int(i) for i in items)]] += 1
    assert fits(counts, factorial(4), draws)


def test_shuffle_leaves_what_comes_after() -> None:
    items = np.arange(10)
    shuffle(new_rng(1, STREAM_DEAL), items, 4)
    assert list(items[4:]) == list(range(4, 10))
    assert sorted(items[:4]) == list(range(4))


@given(INT64, INT64)
def test_equal_seeds_give_equal_generators_and_no_others(a: int, b: int) -> None:
    assert (list(new_rng(a, STREAM_DEAL)) == list(new_rng(b, STREAM_DEAL))) == (a == b)


def test_streams_and_indices_are_separate() -> None:
    states = {
        tuple(int(x) for x in new_rng(seed, stream, index))
        for seed in range(10)
        for stream in range(1, 5)
        for index in range(50)
    }
    assert len(states) == 10 * 4 * 50


def test_any_python_integer_is_a_seed() -> None:
    assert list(new_rng(1 << 64, STREAM_DEAL)) == list(new_rng(0, STREAM_DEAL))
    assert list(new_rng(-1, STREAM_DEAL)) == list(new_rng(WORD, STREAM_DEAL))


@given(INT64, INT64)
def test_finish_is_one_to_one(a: int, b: int) -> None:
    assert (finish(a) == finish(b)) == (a == b)


@given(INT64, INT64, INT64)
def test_mix_is_one_to_one_in_each_argument(h: int, v: int, w: int) -> None:
    assert (mix(h, v) == mix(h, w)) == (v == w)
    assert (mix(v, h) == mix(w, h)) == (v == w)


def test_mix_depends_on_the_order_of_events() -> None:
    assert mix(mix(0, 1), 2) != mix(mix(0, 2), 1)


def test_mix_keeps_small_numbers_apart() -> None:
    """Also where the hash is not stirred yet: a set of cards, and a seat, say."""
    pairs = {1 << card | 1 << other for card in range(32) for other in range(card)}
    hashes = pairs | set(range(8))
    assert len({int(mix(h, v)) for h in hashes for v in range(64)}) == 64 * len(hashes)

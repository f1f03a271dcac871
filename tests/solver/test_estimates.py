"""Statistics of samples, against numpy on the values themselves."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.estimates import (
    add_sample,
    estimates,
    joined,
    new_parts,
    standard_error,
)

ROWS = st.integers(1, 5).flatmap(
    lambda k: st.lists(
        st.lists(st.integers(-50, 50), min_size=k, max_size=k), min_size=2, max_size=20
    )
)


def gram_of(rows: list[list[int]]) -> np.ndarray:
    parts = new_parts(len(rows[0]))
    for row in rows:
        add_sample(parts, np.array([1, *row], np.int64))
    return joined(parts)


STEP = Fraction(2)  # a scaled payoff


@given(
    st.integers(0, 49).flatmap(
        lambda bits: st.lists(
            st.tuples(*[st.integers(-(2**bits), 2**bits)] * 2), min_size=1, max_size=20
        )
    )
)
def test_sums_of_products_are_exact_at_any_size(rows: list[tuple[int, int]]) -> None:
    gram = gram_of([list(row) for row in rows])
    for i in range(3):
        for j in range(i, 3):
            ones = [(1, *row) for row in rows]
            assert gram[i, j] == sum(row[i] * row[j] for row in ones)


@given(ROWS, st.integers(1, 6))
def test_means_and_errors_are_those_of_the_values(
    rows: list[list[int]], scale: int
) -> None:
    names = [f"a{j}" for j in range(len(rows[0]))]
    actions, best = estimates(names, gram_of(rows), scale, None)
    whole = np.array(rows)
    values = whole / scale
    top = names.index(best[0])
    step = np.abs(values.mean(axis=0)).max() or 1

    def error_of(column: np.ndarray) -> float:
        """Standard error of scaled values; what is said of it where all agree."""
        if np.ptp(column) == 0:
            return step / (len(column) + 1)
        return column.std(ddof=1) / scale / math.sqrt(len(column))

    assert list(actions) == names
    for j, name in enumerate(names):
        found = actions[name]
        lost = whole[:, top] - whole[:, j]
        assert found.value == pytest.approx(values[:, j].mean())
        assert found.error == pytest.approx(error_of(whole[:, j]), abs=1e-9)
        assert found.loss == pytest.approx(lost.mean() / scale, abs=1e-9)
        paired = 0 if j == top else error_of(lost)
        assert found.loss_error == pytest.approx(paired, abs=1e-9)
        assert found.loss >= 0
        assert (name in best) == (sum(row[names.index(name)] for row in rows) == max(
            sum(column) for column in zip(*rows, strict=True)
        ))  # fmt: skip


@given(ROWS)
def test_all_worlds_give_exact_numbers(rows: list[list[int]]) -> None:
    names = [f"a{j}" for j in range(len(rows[0]))]
    actions, _ = estimates(names, gram_of(rows), 2, len(rows))
    for name, column in zip(names, zip(*rows, strict=True), strict=True):
        found = actions[name]
        assert found.value == Fraction(sum(column), 2 * len(rows))
        assert found.exact
        assert found.error == found.loss_error == 0


def test_the_error_shrinks_as_the_worlds_run_out() -> None:
    # The variance of 1, 2, 3, 3: (4 * 23 - 81) / 12 = 11/12; times 1/4 and 1 - 4/5.
    assert standard_error(4, 9, 23, 1, 5, STEP) == pytest.approx(
        math.sqrt(11 / 12 / 4 / 5)
    )
    assert standard_error(4, 9, 23, 1, None, STEP) == pytest.approx(
        math.sqrt(11 / 12 / 4)
    )
    assert standard_error(4, 9, 23, 1, 4, STEP) == 0


def test_one_sample_has_no_error_and_none_no_value() -> None:
    one, _ = estimates(["a"], gram_of([[3]]), 1, None)
    assert (one["a"].value, one["a"].error) == (3.0, None)
    none, best = estimates(["a"], np.zeros((2, 2), np.int64), 1, None)
    assert (none["a"].value, none["a"].error, best) == (None, None, [])
    only, _ = estimates(["a"], gram_of([[3]]), 1, 1)
    assert (only["a"].value, only["a"].error) == (3, 0)


def test_samples_that_all_agree_are_no_proof() -> None:
    """Value 1 in each of 4 samples of 6 worlds, payoffs in halves: no error of 0."""
    error = (1 / 5) * (1 - 4 / 6) ** 0.5
    assert standard_error(4, 8, 16, 2, 6, STEP) == pytest.approx(error)
    assert standard_error(6, 12, 24, 2, 6, STEP) == 0
    assert standard_error(1, 2, 4, 2, 6, STEP) is None

"""From sums over sampled worlds to the value of each action, exact or with its error.

All sums are integers, so they don't depend on the order in which they came about, nor
on the number of threads. They are kept as a *Gram matrix*: each sample is a row of a 1
and the scaled values x_1 … x_k of the k actions in that world, and the matrix holds the
sums of the products of each two of them. So entry (0, 0) is the number of samples,
(0, j) the sum of x_j, and (i, j) gives the variance of any difference x_i - x_j.

Stakes may be so large that a product of values, or a sum of them, is more than an int64
holds. So kernels split a value x into x = high 2**PART_BITS + low and sum the products
of the parts apart; `joined` puts the parts together, as Python's integers if need be.

References
----------
Cochran (1977), "Sampling Techniques", 3rd ed., 2.6: the finite population correction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from solver.minimax import simplest
from solver.result import ActionValue

UNKNOWN_VALUE = ActionValue(None, None)

PART_BITS = 25  # values below 2**50 in size, and 2**12 samples, can't overflow the sums
HALF_PART = 1 << (PART_BITS - 1)
SAFE_SUM = 1 << 40  # int64 sums of chunks are kept as they are if all chunks are below
# Planes of the parts' products: low low, low high and high low, high high.
LOW, CROSS, HIGH = range(3)


def new_parts(num_actions: int) -> NDArray[np.int64]:
    """Return the zeros that `add_sample` adds to, shape (3, k + 1, k + 1)."""
    return np.zeros((3, num_actions + 1, num_actions + 1), np.int64)


@kernel
def add_sample(parts: NDArray[np.int64], row: NDArray[np.int64]) -> None:
    """Add the products of the first k + 1 items of `row` to `parts`, in place.

    `parts` has shape (3, k + 1, k + 1); only the upper triangles are kept.
    """
    size = parts.shape[1]
    is_small = True
    for i in range(size):
        is_small &= -HALF_PART <= row[i] < HALF_PART
    if is_small:
        for i in range(size):
            for j in range(i, size):
                parts[LOW, i, j] += row[i] * row[j]
        return
    for i in range(size):
        high_i = (row[i] + HALF_PART) >> PART_BITS
        low_i = row[i] - (high_i << PART_BITS)
        for j in range(i, size):
            high_j = (row[j] + HALF_PART) >> PART_BITS
            low_j = row[j] - (high_j << PART_BITS)
            parts[LOW, i, j] += low_i * low_j
            parts[CROSS, i, j] += low_i * high_j + high_i * low_j
            parts[HIGH, i, j] += high_i * high_j


def joined(parts: NDArray[np.int64]) -> NDArray[Any]:
    """Return the Gram matrix of the sums of parts; of Python's integers if large."""
    if not parts[CROSS:].any() and np.abs(parts[LOW]).max() < SAFE_SUM:
        return parts[LOW]
    low, cross, high = parts.astype(object)
    gram: NDArray[Any] = low + (cross << PART_BITS) + (high << 2 * PART_BITS)
    return gram


def standard_error(
    samples: int,
    total: int,
    squares: int,
    scale: int,
    population: int | None,
    step: Fraction,
) -> float | None:
    """Return the standard error of a mean.

    Parameters
    ----------
    samples : int
        Number of samples.
    total, squares : int
        Sum of the scaled values, and of their squares.
    scale : int
        Values are payoffs times this.
    population : int or None
        Number of worlds, if they were drawn without replacement and each gives one
        value only.
    step : Fraction
        By how much, in scaled values, a world may differ where no sample did.

    Returns
    -------
    float or None
        In payoffs; 0 only if all worlds were seen; None if one sample tells nothing.

    Notes
    -----
    Samples that all agree do not prove that all worlds do. The error is then what one
    more sample could change that differs by `step`: step / (n + 1).
    """
    if samples == population:
        return 0
    if samples < 2:
        return None
    variance = Fraction(
        samples * squares - total * total, samples * samples * (samples - 1)
    )
    if variance == 0:
        variance = (step / (samples + 1)) ** 2
    if population is not None:
        variance *= 1 - Fraction(samples, population)
    return math.sqrt(variance) / scale


def estimates(
    texts: Sequence[str],
    gram: NDArray[Any],
    scale: int,
    population: int | None,
) -> tuple[dict[str, ActionValue], list[str]]:
    """Return the value of each action and the best actions.

    Parameters
    ----------
    texts : sequence of str, length k
        The actions.
    gram : ndarray(int64 or object), shape (k + 1, k + 1)
        Upper triangle of the Gram matrix of the samples.
    scale, population : int
        As `standard_error` takes them.
    """
    sums = [[int(product) for product in row] for row in gram]
    samples, totals = sums[0][0], sums[0][1:]
    if samples == 0:
        return dict.fromkeys(texts, UNKNOWN_VALUE), []
    most = max(totals)
    first = totals.index(most)
    # As large as the values are: one payoff where all of them were 0.
    step = Fraction(max(abs(total) for total in totals), samples) or Fraction(scale)

    def value_of(total: int) -> int | Fraction | float:
        value = Fraction(total, samples * scale)
        return simplest(value) if samples == population else float(value)

    def product(i: int, j: int) -> int:
        return sums[min(i, j) + 1][max(i, j) + 1]

    actions = {}
    for j, text in enumerate(texts):
        squares = product(j, j)
        between = product(first, first) - 2 * product(first, j) + squares
        actions[text] = ActionValue(
            value_of(totals[j]),
            standard_error(samples, totals[j], squares, scale, population, step),
            value_of(most - totals[j]),
            0
            if j == first
            else standard_error(
                samples, most - totals[j], between, scale, population, step
            ),
        )
    best = [text for text, total in zip(texts, totals, strict=True) if total == most]
    return actions, best


__all__ = ["add_sample", "estimates", "joined", "new_parts", "standard_error"]

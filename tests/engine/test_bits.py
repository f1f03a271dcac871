"""Sets as int64: every function against Python's own sets and big integers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bits import (
    add64,
    add64_python,
    from_members,
    lowest,
    lowest_python,
    members,
    mul64,
    mul64_python,
    nth,
    pick,
    popcount,
    popcount_python,
    rank_in,
    set_of,
    shr64,
    shr64_python,
)
from engine.jit import I64, kernel

INT64 = st.integers(-(1 << 63), (1 << 63) - 1)
SETS = st.sets(st.integers(0, 62))


def wrapped(x: int) -> int:
    """Two's complement, by another way than the module's own."""
    return (x + (1 << 63)) % (1 << 64) - (1 << 63)


# Intrinsics can be called from kernels only; these stand in for the compiled ones.
@kernel
def popcount_of(x: I64) -> I64:
    return popcount(x)


@kernel
def lowest_of(x: I64) -> I64:
    return lowest(x)


@kernel
def sum_of(a: I64, b: I64) -> I64:
    return add64(a, b)


@kernel
def product_of(a: I64, b: I64) -> I64:
    return mul64(a, b)


@kernel
def shifted(x: I64, k: I64) -> I64:
    return shr64(x, k)


@given(SETS)
def test_members_and_from_members_are_inverses(numbers: set[int]) -> None:
    packed = from_members(numbers)
    assert packed >= 0
    assert list(members(packed)) == sorted(numbers)
    assert from_members(members(packed)) == packed


@given(st.lists(st.integers(0, 62), min_size=1), st.data())
def test_set_of_is_the_set_of_a_slice(numbers: list[int], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(numbers)))
    last = data.draw(st.integers(first, len(numbers)))
    packed = set_of(np.array(numbers, np.int64), first, last)
    assert set(members(int(packed))) == set(numbers[first:last])


@given(SETS, SETS)
def test_bit_operations_are_set_operations(a: set[int], b: set[int]) -> None:
    x, y = from_members(a), from_members(b)
    assert from_members(a | b) == x | y
    assert from_members(a & b) == x & y
    assert from_members(a - b) == x & ~y


@given(INT64)
def test_popcount_counts_the_bits_of_the_word(x: int) -> None:
    expected = f"{x % (1 << 64):b}".count("1")
    assert popcount_of(x) == popcount_python(x) == expected


@given(SETS.filter(bool))
def test_lowest_is_the_smallest_member(numbers: set[int]) -> None:
    packed = from_members(numbers)
    assert lowest_of(packed) == lowest_python(packed) == min(numbers)


@given(INT64, INT64)
def test_sums_and_products_wrap(a: int, b: int) -> None:
    assert sum_of(a, b) == add64_python(a, b) == wrapped(a + b)
    assert product_of(a, b) == mul64_python(a, b) == wrapped(a * b)


@given(INT64, st.integers(0, 63))
def test_logical_shift_fills_with_zeros(x: int, k: int) -> None:
    expected = wrapped((x % (1 << 64)) // (1 << k))
    assert shifted(x, k) == shr64_python(x, k) == expected


@given(SETS.filter(bool), st.data())
def test_nth_and_rank_in_are_inverses(numbers: set[int], data: st.DataObject) -> None:
    packed = from_members(numbers)
    k = data.draw(st.integers(0, len(numbers) - 1))
    assert nth(packed, k) == sorted(numbers)[k]
    assert rank_in(packed, nth(packed, k)) == k


@given(SETS, st.integers(0, 62))
def test_rank_in_counts_the_smaller_members(numbers: set[int], member: int) -> None:
    packed = from_members(numbers)
    assert rank_in(packed, member) == sum(n < member for n in numbers)


@given(SETS, st.data())
def test_pick_takes_the_members_at_the_positions(
    numbers: set[int], data: st.DataObject
) -> None:
    places = data.draw(st.sets(st.integers(0, len(numbers) - 1)) if numbers else
                       st.just(set()))  # fmt: skip
    chosen = pick(from_members(numbers), from_members(places))
    assert chosen == from_members(sorted(numbers)[place] for place in places)


@pytest.mark.parametrize("member", [0, 31, 32, 62])
def test_single_members(member: int) -> None:
    assert popcount_of(np.int64(1) << member) == 1
    assert lowest_of(np.int64(1) << member) == member

"""Sets of small numbers as bits of an int64, and the 64-bit arithmetic of hashes.

A set (of cards, or of actions) is an int64 whose bit i says whether i is in it, for i
from 0 to 62; the sign bit is never set. numba does plain int64 arithmetic exactly as
Python does on such values, which is why the house computes in int64 throughout.

What numba can't express well is here as one machine instruction each, with a twin in
plain Python for runs with the JIT off::

    popcount(x)   number of members
    lowest(x)     smallest member; x must not be empty
    add64, mul64  sum and product modulo 2**64, read as int64
    shr64(x, k)   logical shift to the right

Built on these: `nth`, `set_of`, `rank_in`, `pick`, and for Python callers `members`,
`from_members` and `wrap64`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import I64, JIT_DISABLED, intrinsic, kernel

_MASK = (1 << 64) - 1


def wrap64(x: int) -> int:
    """Return the int64 that has the low 64 bits of `x`."""
    x = int(x) & _MASK
    return x - (1 << 64) if x >> 63 else x


def popcount_python(x: I64) -> int:
    """Plain twin of `popcount`."""
    return (int(x) & _MASK).bit_count()


def lowest_python(x: I64) -> int:
    """Plain twin of `lowest`."""
    x = int(x)
    return (x & -x).bit_length() - 1


def add64_python(a: I64, b: I64) -> int:
    """Plain twin of `add64`."""
    return wrap64(int(a) + int(b))


def mul64_python(a: I64, b: I64) -> int:
    """Plain twin of `mul64`."""
    return wrap64(int(a) * int(b))


def shr64_python(x: I64, k: I64) -> int:
    """Plain twin of `shr64`."""
    return wrap64((int(x) & _MASK) >> int(k))


def _binary(emit: str) -> Any:
    """Return an intrinsic int64 x int64 -> int64 that is one LLVM instruction."""

    def definition(typing: Any, a: Any, b: Any) -> Any:
        from numba import types

        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            word = context.get_value_type(types.int64)
            left = context.cast(builder, args[0], sig.args[0], types.int64)
            right = context.cast(builder, args[1], sig.args[1], types.int64)
            assert left.type == word
            return getattr(builder, emit)(left, right)

        return types.int64(types.int64, types.int64), codegen

    return intrinsic(definition)


def _unary(definition: Callable[..., Any]) -> Any:
    """Return the intrinsic that `definition` describes."""
    return intrinsic(definition)


def _popcount(typing: Any, x: Any) -> Any:
    from numba import types

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


def _lowest(typing: Any, x: Any) -> Any:
    from llvmlite import ir
    from numba import types

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


popcount: Callable[[I64], I64]
lowest: Callable[[I64], I64]
add64: Callable[[I64, I64], I64]
mul64: Callable[[I64, I64], I64]
shr64: Callable[[I64, I64], I64]
if JIT_DISABLED:
    popcount, lowest = popcount_python, lowest_python
    add64, mul64, shr64 = add64_python, mul64_python, shr64_python
else:
    popcount, lowest = _unary(_popcount), _unary(_lowest)
    add64, mul64, shr64 = _binary("add"), _binary("mul"), _binary("lshr")


@kernel
def nth(bits: I64, k: I64) -> I64:
    """Return the k-th smallest member of `bits`, k from 0; it must have that many."""
    if (bits >> 1) & ~bits == 0:
        return k  # the set of 0 … m-1, as at many a node that is not about cards
    # The first steps are unrolled to selects: at random play nobody could foresee where
    # a loop ends, and a wrong guess costs more than the steps.
    for step in range(4):
        if step < k:
            bits &= bits - 1
    for _ in range(k - 4):
        bits &= bits - 1
    return lowest(bits)


@kernel
def set_of(numbers: NDArray[np.int64], first: I64, last: I64) -> I64:
    """Return the set of numbers[first:last]."""
    bits: I64 = np.int64(0)
    for i in range(first, last):
        bits |= np.int64(1) << numbers[i]
    return bits


@kernel
def rank_in(bits: I64, member: I64) -> I64:
    """Return how many members of `bits` are smaller than `member`."""
    return popcount(bits & ((np.int64(1) << member) - 1))


@kernel
def pick(bits: I64, positions: I64) -> I64:
    """Return the members of `bits` at `positions`, a set of ranks from 0 (a pdep)."""
    chosen: I64 = np.int64(0)
    while positions:
        low = bits & -bits
        if positions & 1:
            chosen |= low
        bits ^= low
        positions >>= 1
    return chosen


def members(bits: int) -> Iterator[int]:
    """Yield the members of `bits` in ascending order (for Python callers)."""
    bits = int(bits)
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def from_members(numbers: Iterable[int]) -> int:
    """Return the set of `numbers`, each 0 to 62."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits

"""Random numbers and hashes for kernels: xoshiro256++ and a multiply-xor mix, in int64.

A generator is an int64[4] array that the caller owns; there is no global state. One
generator a purpose: `seed_stream(rng, seed, stream, index)` gives independent
generators for the deal, for each player and for the search, and one for every sample,
so that sample `index` is the same whatever thread draws it.

References
----------
Blackman, Vigna (2021), "Scrambled linear pseudorandom number generators", ACM TOMS 47.
Steele, Lea, Flood (2014), "Fast splittable pseudorandom number generators", OOPSLA.
Lemire (2019), "Fast random integer generation in an interval", ACM TOMACS 29.

Notes
-----
Stability: seeds are part of published results; a change of any constant here moves
every seeded deal and estimate, and the CHANGELOG must say so.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.bits import add64, mul64, shr64, wrap64
from engine.jit import I64, kernel

# Streams: what a generator is for.
STREAM_DEAL, STREAM_PLAYER, STREAM_SEARCH, STREAM_PLAYOUT = 1, 2, 3, 4

# The odd constants of splitmix64, as int64.
GOLDEN = 0x9E3779B97F4A7C15 - (1 << 64)
MIX_A = 0xBF58476D1CE4E5B9 - (1 << 64)
MIX_B = 0x94D049BB133111EB - (1 << 64)
LOW32 = 0xFFFFFFFF


@kernel
def rotate(x: I64, k: I64) -> I64:
    """Return `x` rotated to the left by `k` bits."""
    return mul64(x, np.int64(1) << k) | shr64(x, 64 - k)


@kernel
def mix(h: I64, v: I64) -> I64:
    """Return `h` with `v` stirred in: one step of a running hash (int64).

    The rotation tells `h` from `v`, and keeps small numbers in both from meeting.
    """
    x = mul64(rotate(h, 23) ^ v, MIX_A)
    return add64(x ^ shr64(x, 29), GOLDEN)


@kernel
def finish(h: I64) -> I64:
    """Return `h` with every bit depending on every other (splitmix64's finaliser)."""
    x = mul64(h ^ shr64(h, 30), MIX_A)
    x = mul64(x ^ shr64(x, 27), MIX_B)
    return x ^ shr64(x, 31)


@kernel
def seed_stream(rng: NDArray[np.int64], seed: I64, stream: I64, index: I64) -> None:
    """Set `rng` to the start of generator (seed, stream, index). Modified in place."""
    x = finish(add64(finish(add64(seed, GOLDEN)), stream))
    x = finish(add64(x, mul64(index, MIX_B)))
    for i in range(4):
        x = add64(x, GOLDEN)
        rng[i] = finish(x)


@kernel
def next64(rng: NDArray[np.int64]) -> I64:
    """Draw 64 random bits. Modified in place."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    result = add64(rotate(add64(a, d), 23), a)
    shifted = mul64(b, 131072)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    rng[0], rng[1], rng[2], rng[3] = a, b, c, rotate(d, 45)
    return result


@kernel
def below(rng: NDArray[np.int64], n: I64) -> I64:
    """Draw uniformly from 0 … n-1, exactly; 1 <= n < 2**31. Modified in place."""
    product = shr64(next64(rng), 32) * n
    if product & LOW32 < n:
        reject = (LOW32 + 1 - n) % n
        while product & LOW32 < reject:
            product = shr64(next64(rng), 32) * n
    return product >> 32


@kernel
def below_large(rng: NDArray[np.int64], n: I64) -> I64:
    """Draw uniformly from 0 … n-1, exactly; 1 <= n < 2**62. Modified in place."""
    mask: I64 = np.int64(1)
    while mask < n:
        mask = 2 * mask
    draw = next64(rng) & (mask - 1)
    while draw >= n:
        draw = next64(rng) & (mask - 1)
    return draw


@kernel
def shuffle(rng: NDArray[np.int64], items: NDArray[np.int64], n: I64) -> None:
    """Permute the first `n` items uniformly (Fisher-Yates). Modified in place."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


def new_rng(seed: int, stream: int, index: int = 0) -> NDArray[np.int64]:
    """Return a fresh generator (seed, stream, index); any Python int is a seed."""
    rng = np.zeros(4, np.int64)
    seed_stream(rng, wrap64(seed), stream, index)
    return rng

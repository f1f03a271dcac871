"""Kernels and generics in one process: binding to games, and traps that are refused.

What is kept on disk is the subject of `test_jit_cache`.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import engine
from engine.jit import (
    FLAGS,
    JIT_DISABLED,
    generic,
    kernel,
    set_compile_listener,
    stamp,
    verb,
)

# What the compiler refuses, plain Python runs.
compiled_only = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")


@verb
def step(x: int) -> int:
    """Return the number after `x`."""
    return 0


@generic
def stride(x: int) -> int:
    """Return the number two after `x`; games may know a faster way."""
    return step(step(x))


@generic
def walk(x: int, n: int) -> int:
    for _ in range(n):
        x = stride(x)
    return x


@generic
def climb(x: int, n: int) -> int:
    if n == 0:
        return x
    return climb(step(x), n - 1)


def module(name: str, source: str) -> types.ModuleType:
    """A module of rules, as a file of it would give."""
    made = types.ModuleType(name)
    exec(compile(f"from engine.jit import kernel\n{source}", name, "exec"), vars(made))
    return made


ADDS = module("adds", "@kernel\ndef step(x):\n    return x + 1\n")
DOUBLES = module(
    "doubles",
    "@kernel\ndef step(x):\n    return 2 * x\n"
    "@kernel\ndef stride(x):\n    return 4 * x + 1000\n",
)
EMPTY = module("empty", "")


def test_generics_call_the_verbs_of_the_game() -> None:
    assert walk[ADDS](5, 3) == 5 + 2 * 3
    assert climb[ADDS](5, 3) == 5 + 3


def test_a_game_may_bring_its_own_version_of_a_generic() -> None:
    assert stride[DOUBLES](1) == 1004
    assert walk[DOUBLES](1, 1) == 1004
    assert climb[DOUBLES](1, 3) == 8


def test_binding_twice_gives_the_same_function() -> None:
    assert walk[ADDS] is walk[ADDS]
    assert step[ADDS] is ADDS.step


def test_generics_keep_their_docstring() -> None:
    assert stride.__doc__ == stride[ADDS].__doc__
    assert stride.fn.__name__ == "stride"


def test_an_unbound_generic_says_how_to_bind_it() -> None:
    with pytest.raises(TypeError, match=r"step must be bound to a game first: fn\["):
        step(1)


def test_a_missing_verb_is_named_with_its_meaning() -> None:
    with pytest.raises(TypeError, match="empty lacks the verb step: Return the number"):
        walk[EMPTY]


def test_two_kernels_of_one_name_are_refused() -> None:
    """numba would take the compiled code of one for the other's."""
    namespace: dict[str, Any] = {"kernel": kernel, "__name__": "twice"}
    source = "@kernel\ndef f(x):\n    return x\n"
    exec(compile(source, "a.py", "exec"), namespace)
    with pytest.raises(TypeError, match=r"two kernels are called twice\.f"):
        exec(compile(source, "b.py", "exec"), namespace)


@compiled_only
def test_closures_are_refused() -> None:
    free = 3

    @kernel
    def closure(x: int) -> int:
        return x + free

    with pytest.raises(TypeError, match="closure must not be a closure"):
        closure(1)


@kernel
def ping(n: int) -> int:
    return pong(n - 1) if n else 0


@kernel
def pong(n: int) -> int:
    return ping(n - 1) if n else 1


@compiled_only
def test_mutual_recursion_is_refused() -> None:
    with pytest.raises(TypeError, match="ping: mutual recursion can't be cached"):
        ping(3)


@kernel
def uses_module(x: int) -> int:
    return x + engine.MISSING  # type: ignore[attr-defined]


@compiled_only
def test_modules_as_globals_are_refused() -> None:
    with pytest.raises(TypeError, match="uses module engine as engine: import the"):
        uses_module(1)


SETTINGS = {"step": 3}


@kernel
def uses_dict(x: int) -> int:
    return x + SETTINGS["step"]


@compiled_only
def test_globals_that_may_change_unseen_are_refused() -> None:
    with pytest.raises(TypeError, match=r"global SETTINGS = \{'step': 3\} can't be"):
        uses_dict(1)


@kernel
def narrows(n: Any) -> int:
    if n <= 0:
        return 0
    return narrows(n > 1) + 1


@compiled_only
def test_recursion_with_other_types_is_refused() -> None:
    """The next process would crash in the cached code."""
    with pytest.raises(TypeError, match="calls itself with other argument types"):
        narrows(np.int64(5))


@kernel
def allocates(n: int) -> float:
    return float(np.zeros(n)[0])


@compiled_only
def test_allocation_inside_a_kernel_does_not_compile() -> None:
    """numba's own error: compiling it would need the runtime that FLAGS leave out."""
    assert FLAGS["_nrt"] is False
    with pytest.raises(Exception, match=r"zeros|NRT"):
        allocates(1)


@pytest.fixture
def heard() -> Iterator[list[tuple[str, float]]]:
    calls: list[tuple[str, float]] = []
    set_compile_listener(lambda name, seconds: calls.append((name, seconds)))
    yield calls
    set_compile_listener(None)


@compiled_only
def test_the_listener_hears_of_nested_compilations(
    heard: list[tuple[str, float]], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.jit.cache_dir", lambda: tmp_path)
    fresh = module("fresh", "@kernel\ndef step(x):\n    return x + 3\n")
    assert stride[fresh](1) == 7
    outer, inner = f"{__name__}.stride.fresh", "fresh.step"
    assert [name for name, _ in heard] == [outer, inner, inner, outer]
    begun, ended = heard[:2], heard[2:]
    assert all(seconds == 0 for _, seconds in begun)
    assert 0 < ended[0][1] <= ended[1][1]
    stride[fresh](1)
    assert len(heard) == 4


def test_stamps_depend_on_what_is_compiled_alone() -> None:
    twin = module("twin", "@kernel\ndef step(x):\n    return x + 1\n")
    other = module("other", "@kernel\ndef step(x):\n    return x + 2\n")

    def digest(rules: types.ModuleType) -> str:
        return stamp(getattr(rules.step, "py_func", rules.step))

    assert digest(ADDS) == digest(twin)
    assert digest(ADDS) != digest(other)

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import OptionError
from solver import Limit, Stop, parse_limit

limits = st.builds(
    Limit,
    seconds=st.none() | st.floats(0, 1e6),
    nodes=st.none() | st.integers(1, 10**15),
    samples=st.none() | st.integers(1, 10**15),
)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("0.5s", Limit(seconds=0.5)),
        (" 2 sec ", Limit(seconds=2)),
        ("200ms", Limit(seconds=0.2)),
        ("1min", Limit(seconds=60)),
        (".5s", Limit(seconds=0.5)),
        ("0s", Limit(seconds=0)),
        ("1000n", Limit(nodes=1000)),
        ("1 node", Limit(nodes=1)),
        ("500 samples", Limit(samples=500)),
        ("1s 1000n, 500 samples", Limit(1, 1000, 500)),
        ("5s 2s", Limit(seconds=2)),
    ],
)
def test_a_limit_is_read_from_text(text: str, limit: Limit) -> None:
    assert parse_limit(text) == limit


@pytest.mark.parametrize(
    "text",
    ["", "5", "s", "-1s", "1.5n", "0n", "0 samples", "5 hours", "1s x", "1e3n", "1sn"],
)
def test_text_that_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="limit"):
        parse_limit(text)


@given(limits)
def test_text_of_a_limit_reads_back(limit: Limit) -> None:
    if limit != Limit():
        assert parse_limit(str(limit)) == limit


@pytest.mark.parametrize(
    "values",
    [
        {"seconds": -1},
        {"seconds": math.nan},
        {"seconds": "1"},
        {"seconds": True},
        {"nodes": 0},
        {"nodes": 1.5},
        {"nodes": True},
        {"samples": -3},
    ],
)
def test_values_out_of_range_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=next(iter(values))):
        Limit(**values)  # type: ignore[arg-type]


def test_infinite_time_is_no_limit() -> None:
    assert Limit(seconds=math.inf) == Limit()


@given(limits, limits)
def test_both_limits_hold_together(one: Limit, other: Limit) -> None:
    both = one & other
    assert both == other & one
    assert both & one == both
    for name in ("seconds", "nodes", "samples"):
        given_ones = [v for v in (getattr(one, name), getattr(other, name)) if v]
        if len(given_ones) == 2:
            assert getattr(both, name) == min(given_ones)


def test_json_holds_the_limits_that_are_set() -> None:
    assert Limit(samples=5).to_json() == {"samples": 5}
    assert Limit().to_json() == {}


def test_a_stop_may_be_set_twice() -> None:
    stop = Stop()
    assert not stop.is_set()
    stop.set()
    stop.set()
    assert stop.is_set()

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solver.transposition import (
    ACTION_MASK,
    EXACT,
    LOWER,
    MOST_WORK,
    UPPER,
    VALUE_SHIFT,
    action_of,
    bound_of,
    entry,
    new_table,
    probe,
    store,
    value_of,
    work_of,
)

KEYS = st.integers(-(2**63), 2**63 - 1)


@given(
    st.sampled_from([EXACT, LOWER, UPPER]),
    st.integers(0, ACTION_MASK),
    st.integers(0, 10**9),
    st.integers(-(2**31), 2**31),
)
def test_fields_of_an_entry_do_not_overlap(
    bound: int, action: int, work: int, value: int
) -> None:
    data = entry(bound, action, work, value)
    assert bound_of(data) == bound
    assert action_of(data) == action
    assert work_of(data) == min(work, MOST_WORK)
    assert value_of(data) == value
    assert VALUE_SHIFT + 33 == 64


@given(st.lists(st.tuples(KEYS, st.integers(0, 9000)), max_size=60), st.integers(0, 3))
def test_what_is_found_is_what_was_stored_last_for_the_key(
    stored: list[tuple[int, int]], num_bits: int
) -> None:
    table = new_table(num_bits)
    last = {}
    for value, (key, work) in enumerate(stored):
        data = entry(EXACT, 1, work, value)
        store(table, key, data)
        last[key] = value
        assert probe(table, key) == data
    for key, value in last.items():
        found = probe(table, key)
        assert not found or value_of(found) == value


def test_what_cost_most_is_kept() -> None:
    table = new_table(0)
    store(table, 100, entry(EXACT, 0, 5000, 7))
    for key in range(200, 300):
        store(table, key, entry(EXACT, 0, 10, 8))
    assert value_of(probe(table, 100)) == 7
    assert value_of(probe(table, 299)) == 8
    assert probe(table, 250) == 0


def test_an_empty_table_knows_nothing() -> None:
    table = new_table(4)
    assert all(probe(table, key) == 0 for key in range(-50, 50))

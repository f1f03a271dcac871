"""Options: what is allowed, what is refused, and what the refusal says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import OptionError
from engine.options import Option, fill

RULE = Option("follow_rule", "strict", ("strict", "free"))
PLAYERS = Option("players", 4, (3, 4, 5))
ANTE = Option("ante", 1, minimum=1)
PRICE = Option("price", 2, minimum=1, maximum=9)
OPEN = Option("open", False)
SHIFT = Option("shift", 0)
DECLARED = (RULE, PLAYERS, ANTE, PRICE, OPEN, SHIFT)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (RULE, "free"),
        (PLAYERS, 3),
        (ANTE, 1),
        (ANTE, 10**6),
        (PRICE, 9),
        (OPEN, True),
        (SHIFT, -4),
    ],
)
def test_allowed_values_pass_and_read_back(option: Option, value: object) -> None:
    assert option.check(value) == value
    assert option.parse(str(value)) == value


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        (RULE, "Strict", "one of strict, free"),
        (RULE, 0, "one of strict, free"),
        (PLAYERS, 6, "one of 3, 4, 5"),
        (PLAYERS, "4", "one of 3, 4, 5"),
        (PLAYERS, 4.0, "one of 3, 4, 5"),
        (ANTE, 0, "an integer of at least 1"),
        (ANTE, True, "an integer of at least 1"),
        (ANTE, 1.5, "an integer of at least 1"),
        (PRICE, 10, "an integer from 1 to 9"),
        (OPEN, 1, "true or false"),
        (OPEN, "yes", "true or false"),
        (SHIFT, None, "an integer"),
    ],
)
def test_refusals_name_option_value_and_what_would_be_right(
    option: Option, value: object, expected: str
) -> None:
    with pytest.raises(OptionError) as caught:
        option.check(value)
    assert str(caught.value) == f"option {option.name}={value!r}: expected {expected}"


@pytest.mark.parametrize("text", ["true", "True", "TRUE"])
def test_booleans_are_read_in_any_case(text: str) -> None:
    assert OPEN.parse(text) is True


@pytest.mark.parametrize(
    ("option", "text"), [(PLAYERS, "four"), (OPEN, "1"), (ANTE, ""), (ANTE, "0")]
)
def test_bad_text_is_refused(option: Option, text: str) -> None:
    with pytest.raises(OptionError, match=f"option {option.name}="):
        option.parse(text)


@given(st.integers())
def test_integers_are_allowed_exactly_within_their_bounds(value: int) -> None:
    try:
        allowed = PRICE.check(value) == value
    except OptionError:
        allowed = False
    assert allowed == (1 <= value <= 9)


def test_fill_takes_defaults_for_what_is_not_given() -> None:
    assert fill(DECLARED, {"ante": 3}, "a game") == {
        "follow_rule": "strict",
        "players": 4,
        "ante": 3,
        "price": 2,
        "open": False,
        "shift": 0,
    }


def test_fill_names_an_unknown_option_and_the_known_ones() -> None:
    with pytest.raises(OptionError, match=r"unknown option 'anti' of a game.*ante"):
        fill(DECLARED, {"anti": 1}, "a game")
    with pytest.raises(OptionError, match="it has no options"):
        fill((), {"anti": 1}, "a game")

"""The options of a game: declared as data, checked and read from text in one place.

A game lists its options in `OPTIONS`, and what belongs to a single deal (money in the
pot, say) in `PARAMETERS`. Both are `Option`s; an option that is also a parameter gives
its default.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import OptionError

Value = int | bool | str
Options = Mapping[str, Value]


@dataclass(frozen=True)
class Option:
    """One option: its name, default, and the values it may take.

    Parameters
    ----------
    name : str
        As in `load_game(game, name=value)`.
    default : int, bool or str
        The value in force when none is given.
    choices : tuple, optional
        The values allowed; empty means any integer from `minimum` to `maximum`, or for
        a bool default, False and True.
    minimum, maximum : int or None
        Bounds of an integer option.
    meaning : str
        What it does, in a sentence, for `malac games`.
    """

    name: str
    default: Value
    choices: tuple[Value, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    meaning: str = ""

    @property
    def expected(self) -> str:
        """Say in words which values are right."""
        if self.choices:
            return "one of " + ", ".join(str(choice) for choice in self.choices)
        if isinstance(self.default, bool):
            return "true or false"
        if self.maximum is not None:
            return f"an integer from {self.minimum} to {self.maximum}"
        if self.minimum is not None:
            return f"an integer of at least {self.minimum}"
        return "an integer"

    def check(self, value: object) -> Value:
        """Return `value` if it is allowed.

        Raises
        ------
        OptionError
            Naming the option, the value and what would be right.
        """
        wants_bool = isinstance(self.default, bool)
        if isinstance(value, bool) == wants_bool:
            if self.choices:
                for choice in self.choices:
                    if value == choice and type(value) is type(choice):
                        return choice
            elif isinstance(value, bool):
                return value
            elif isinstance(value, int):
                low = self.minimum is None or value >= self.minimum
                if low and (self.maximum is None or value <= self.maximum):
                    return value
        raise OptionError(f"option {self.name}={value!r}: expected {self.expected}")

    def parse(self, text: str) -> Value:
        """Return the value written `text`, as on the command line.

        Raises
        ------
        OptionError
            If it is no value of this option.
        """
        value: object = text
        if isinstance(self.default, bool):
            value = {"true": True, "false": False}.get(text.lower(), text)
        elif isinstance(self.default, int):
            try:
                value = int(text)
            except ValueError:
                value = text
        return self.check(value)


def fill(
    declared: Sequence[Option], given: Mapping[str, object], owner: str
) -> dict[str, Value]:
    """Return every declared option with the value given, or its default.

    Raises
    ------
    OptionError
        If a name is not declared or a value not allowed.
    """
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise OptionError(
                f"unknown option {name!r} of {owner}: expected one of "
                f"{', '.join(names) or '(none: it has no options)'}"
            )
    return {
        option.name: option.check(given.get(option.name, option.default))
        for option in declared
    }

"""How long a search may go on: limits, and stop tokens that any thread may set.

>>> Limit(seconds=0.5) & Limit(samples=1000)
Limit(seconds=0.5, nodes=None, samples=1000, nodes_each=None)
>>> parse_limit("200ms 1000n")
Limit(seconds=0.2, nodes=1000, samples=None, nodes_each=None)
>>> parse_limit("700/300/0n").nodes_each
(700, 300, 0)
"""

from __future__ import annotations

import math
import re
import threading
from dataclasses import dataclass, fields
from typing import Any

from engine.errors import OptionError

_UNITS = {
    **dict.fromkeys(("s", "sec", "second", "seconds"), ("seconds", 1.0)),
    "ms": ("seconds", 0.001),
    **dict.fromkeys(("min", "minute", "minutes"), ("seconds", 60.0)),
    **dict.fromkeys(("n", "node", "nodes"), ("nodes", 1)),
    **dict.fromkeys(("sample", "samples"), ("samples", 1)),
}
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?"
_EACH = r"[0-9]+(?:/[0-9]+)+"
_PART = re.compile(rf"\s*({_EACH}|{_NUMBER})\s*([a-z]+)\s*(?:[,+&]|\s|$)")
_EXPECTED = "a number and s, ms, min, n or samples, such as 0.5s, 1000n, 500 samples"


@dataclass(frozen=True)
class Limit:
    """When to stop: at whichever is reached first; None sets no limit.

    Parameters
    ----------
    seconds : float or None
        Wall-clock time, >= 0, counted from when the kernels are ready. The only limit
        under which the same call may give another answer; the answer says how many
        samples or nodes it used.
    nodes : int or None
        Actions applied by searches, >= 1. Open cards: each action at the root gets an
        equal share, so that the answer is the same on any number of threads. Hidden
        cards: of the samples, as many from the first as fit.
    samples : int or None
        Worlds sampled, >= 1. Without meaning, and ignored, where cards are open.
    nodes_each : tuple of int or None
        Open cards: the nodes that each action at the root may take, in their order, as
        an answer reports them. So an answer that the clock cut short is repeated.
        Without meaning, and ignored, where cards are hidden.

    Raises
    ------
    OptionError
        If a value is out of its range.
    """

    seconds: float | None = None
    nodes: int | None = None
    samples: int | None = None
    nodes_each: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            number = isinstance(self.seconds, int | float)
            if not number or isinstance(self.seconds, bool) or not self.seconds >= 0:
                raise OptionError(
                    f"limit seconds={self.seconds!r}: expected a number >= 0"
                )
            infinite = math.isinf(self.seconds)
            object.__setattr__(
                self, "seconds", None if infinite else float(self.seconds)
            )
        for name in ("nodes", "samples"):
            value = getattr(self, name)
            if value is not None and (
                not isinstance(value, int) or isinstance(value, bool) or value < 1
            ):
                raise OptionError(
                    f"limit {name}={value!r}: expected an integer of at least 1"
                )

        if self.nodes_each is not None:
            each = tuple(self.nodes_each)
            if any(
                not isinstance(n, int) or isinstance(n, bool) or n < 0 for n in each
            ):
                raise OptionError(
                    f"limit nodes_each={each!r}: expected integers of at least 0"
                )
            object.__setattr__(self, "nodes_each", each)

    def __and__(self, other: Limit) -> Limit:
        """Return the limit that is reached as soon as one of the two is."""
        both: dict[str, Any] = {}
        for field in fields(Limit):
            given = [
                value
                for limit in (self, other)
                if (value := getattr(limit, field.name)) is not None
            ]
            if field.name == "nodes_each" and len(given) == 2:
                given = [tuple(map(min, *given))]
            both[field.name] = min(given, default=None)
        return Limit(**both)

    def __str__(self) -> str:
        """Return the text that `parse_limit` reads back; empty for no limit."""
        parts = []
        if self.nodes_each is not None:
            parts.append("/".join(map(str, self.nodes_each)) + "n")
        if self.seconds is not None:
            parts.append(f"{self.seconds:.17g}s")
        if self.nodes is not None:
            parts.append(f"{self.nodes}n")
        if self.samples is not None:
            parts.append(f"{self.samples} samples")
        return " ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """Return the limits that are set, by name."""
        return {
            field.name: value
            for field in fields(self)
            if (value := getattr(self, field.name)) is not None
        }


def parse_limit(text: str) -> Limit:
    """Return the limit written `text`: `0.5s`, `200ms`, `1000n`, `500 samples`.

    Several, with a space or comma between them, hold together.

    Raises
    ------
    OptionError
        If a part of the text is no number with a unit, or out of range.
    """
    limit = Limit()
    at = 0
    text = text.strip()
    if not text:
        raise OptionError(f"limit '': expected {_EXPECTED}")
    while at < len(text):
        match = _PART.match(text, at)
        unit = _UNITS.get(match[2]) if match else None
        if match is None or unit is None:
            raise OptionError(f"limit {text[at:].strip()!r}: expected {_EXPECTED}")
        name, factor = unit
        if name == "seconds":
            if math.isinf(float(match[1])):
                raise OptionError(f"limit {match[0].strip()!r}: expected {_EXPECTED}")
            limit &= Limit(seconds=float(match[1]) * factor)
        elif len(match[1]) > 4000:
            raise OptionError(f"limit of {len(match[1])} digits: expected fewer")
        elif name == "nodes" and "/" in match[1]:
            limit &= Limit(nodes_each=tuple(map(int, match[1].split("/"))))
        elif not match[1].isdigit():
            raise OptionError(f"limit {match[0].strip()!r}: expected a whole number")
        else:
            limit &= Limit(**{name: int(match[1])})  # type: ignore[arg-type]
        at = match.end()
    return limit


class Stop:
    """A request to stop, which any thread may make and searches obey within ~50 ms.

    Once made it stays: use a new one for the next search. Making it before the search
    begins, or twice, is fine.
    """

    def __init__(self) -> None:
        self._event = threading.Event()

    def __repr__(self) -> str:
        return f"<Stop, {'set' if self.is_set() else 'not set'}>"

    def set(self) -> None:
        """Ask every search that was given this token to stop."""
        self._event.set()

    def is_set(self) -> bool:
        """Return whether a stop was asked for."""
        return self._event.is_set()


__all__ = ["Limit", "Stop", "parse_limit"]

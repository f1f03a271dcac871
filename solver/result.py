"""What a search answers: the value of every action, and how it was come by.

The JSON form of an answer, `Answer.to_json`, is an object with these members. Exact
numbers are integers, or text such as "-1/3" where they are no integers; estimates are
numbers with a fraction part or exponent as JSON has them. null means: there is none.

==============  ======================================================================
member          meaning
==============  ======================================================================
game            id of the game
options         object: every option with the value in force
parameters      object: every parameter of the deal with the value in force
position        the position, or what the seat knows, as one line of notation
seat            the seat to act, whose values are shown; null where nobody acts
method          see below
exact           whether every number of the answer is proven
complete        whether the search ended by itself, not by a limit or stop
unit            unit of the values
actions         object: for each legal action, in order, an object with
                ``value``, ``error``, ``loss``, ``loss_error``, ``low``, ``high``,
                ``nodes``
best            array: the best actions, ties included, in the order of `actions`
returns         array: each seat's payoff under best play; null if cards are hidden
pv              array: the actions of best play, as far as they are known
worlds          object: ``count``, the exact number of worlds consistent with what the
                seat knows, and ``used``, how many of them (or, drawn with replacement,
                how many draws) the answer is from; null if cards are open
seed            the seed of the samples; null if cards are open
samples         how many samples were used; null if cards are open
nodes           how many actions the searches applied
limit           object: the limits that were set, of ``seconds``, ``nodes``,
                ``samples``, ``nodes_each``
seconds         how long it took
version         version of malac
==============  ======================================================================

To repeat an answer: the same game, options, parameters, position and seed, and as limit
the number of ``samples`` (hidden cards), or as ``nodes_each`` the ``nodes`` of every
action (open cards). All but ``seconds``, ``limit`` and ``complete`` is then the same,
on any number of threads.

Of an action:

==============  ======================================================================
value           what the seat gets after it; null if not known
error           0 if `value` is exact, else the standard error of the estimate, never
                0; null if a single sample gives none
loss            by how much it is worse than the best action; 0 for the best
loss_error      0 if exact, else the standard error of `loss`: both actions were tried
                in the same worlds, so it is smaller than the errors suggest
low, high       proven bounds of a value that is not known; null if there are none
nodes           actions that its search applied; null if cards are hidden
==============  ======================================================================

The methods are:

==============  ======================================================================
alpha-beta      open cards, two sides: exact
max^n           open cards, each seat for itself: exact
expectiminimax  open cards with chance nodes ahead: exact expectations
terminal        the deal is over: its payoffs
pimc            hidden cards: every action's open-card value, mean over worlds
pimc+rollout    likewise, but from the action up to where an exact search is quick all
                seats play at random
==============  ======================================================================
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.position import Payoff
from solver.limits import Limit

if TYPE_CHECKING:
    from engine.notation import Situation

Number = int | Fraction | float


@dataclass(frozen=True)
class ActionValue:
    """What one action is worth to the seat to act.

    Parameters
    ----------
    value : int, Fraction, float or None
        Exact if an int or Fraction; a float is an estimate; None if unknown.
    error : float or None
        0 if exact, else the standard error of the mean.
    loss : int, Fraction, float or None
        The best action's value less this one's: 0 for the best.
    loss_error : float or None
        0 if exact, else the standard error of the paired difference `loss`.
    low, high : int, Fraction or None
        Proven bounds, where the value is not known.
    nodes : int or None
        Of its search, where cards are open.
    """

    value: Number | None
    error: float | None = 0
    loss: Number | None = None
    loss_error: float | None = None
    low: Payoff | None = None
    high: Payoff | None = None
    nodes: int | None = None

    @property
    def exact(self) -> bool:
        """Return whether the value is proven."""
        return self.value is not None and not isinstance(self.value, float)

    def to_json(self) -> dict[str, Any]:
        """Return plain data, as the module describes it."""
        return {
            "value": json_number(self.value),
            "error": json_number(self.error),
            "loss": json_number(self.loss),
            "loss_error": json_number(self.loss_error),
            "low": json_number(self.low),
            "high": json_number(self.high),
            "nodes": self.nodes,
        }


@dataclass(frozen=True)
class Answer:
    """The answer of a search; the module says what each field means.

    Parameters
    ----------
    position : Position or Knowledge
        What was asked about.
    seat : int or None
    method : str
    actions : dict of str to ActionValue
        In the order of `legal_actions()`; empty at a chance node and at the end.
    best : list of str
    returns : list of int or Fraction, or None
    exact, complete : bool
    pv : list of str
    worlds : tuple of int, or None
        The exact number, and the number used.
    seed, samples : int or None
    nodes : int
    limit : Limit
    seconds : float
    """

    position: Situation
    seat: int | None
    method: str
    actions: dict[str, ActionValue]
    best: list[str]
    returns: list[Payoff] | None
    exact: bool
    complete: bool
    pv: list[str] = field(default_factory=list)
    worlds: tuple[int, int] | None = None
    seed: int | None = None
    samples: int | None = None
    nodes: int = 0
    limit: Limit = field(default_factory=Limit)
    seconds: float = 0.0

    @property
    def unit(self) -> str:
        """Return the unit of the values."""
        unit: str = self.position.game.rules.INFO.unit
        return unit

    def to_json(self) -> dict[str, Any]:
        """Return plain data, as the module describes it."""
        from engine import notation  # needed by few, and costs time at the start

        game = self.position.game
        return {
            "game": game.name,
            "options": dict(game.options),
            "parameters": dict(self.position.parameters),
            "position": notation.format(self.position),
            "seat": self.seat,
            "method": self.method,
            "exact": self.exact,
            "complete": self.complete,
            "unit": self.unit,
            "actions": {text: value.to_json() for text, value in self.actions.items()},
            "best": list(self.best),
            "returns": None
            if self.returns is None
            else [json_number(payoff) for payoff in self.returns],
            "pv": list(self.pv),
            "worlds": None
            if self.worlds is None
            else {"count": self.worlds[0], "used": self.worlds[1]},
            "seed": self.seed,
            "samples": self.samples,
            "nodes": self.nodes,
            "limit": self.limit.to_json(),
            "seconds": self.seconds,
            "version": version(),
        }


def json_number(value: Number | None) -> int | float | str | None:
    """Return a number as JSON holds it: a Fraction as text."""
    return str(value) if isinstance(value, Fraction) else value


@functools.cache
def version() -> str:
    """Return the installed version of malac; `unknown` if it is not installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("malac")
    except PackageNotFoundError:
        return "unknown"


__all__ = ["ActionValue", "Answer", "Number", "json_number", "version"]

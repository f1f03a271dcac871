"""Kuhn poker: the yardstick of equilibrium solvers, and the game to copy from.

Two seats, three cards J < Q < K. Each puts in 1 chip and is dealt one card; the third
is not used. Seat 0 acts first: `pass` or `bet` (1 chip more). After a bet the other
seat folds by `pass` or calls by `bet`. After pass and bet seat 0 has the same choice.
If nobody folded the higher card takes the pot. Value for seat 0 under best play: -1/18.

Source: H. W. Kuhn (1950), "A simplified two-person poker", Contributions to the Theory
of Games 1, 97-103; the tree and action names are OpenSpiel's `kuhn_poker`.

Deck: deck[0] to seat 0, deck[1] to seat 1, deck[2] unused. Unit of returns: chips won.

======  ==========================
action  meaning
======  ==========================
0       `pass`: check, or fold
1       `bet`: bet, or call
======  ==========================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import lowest
from engine.cards import PACKS, Pack
from engine.deals import NOBODY, Zone, hands
from engine.jit import I64, kernel
from engine.options import Option, Options
from engine.protocol import TERMINAL, Info
from engine.rng import finish, mix
from engine.setups import SetUp
from engine.worlds.model import describe_model

INFO = Info(
    name="Kuhn poker",
    unit="chips",
    max_length=3,
    max_actions=2,
    source="Kuhn 1950; OpenSpiel kuhn_poker",
)
OPTIONS: tuple[Option, ...] = ()
PARAMETERS: tuple[Option, ...] = ()

PASS, BET = 0, 1
ACTIONS = ("pass", "bet")

STATE = np.dtype(
    [
        ("card", "i8", (2,)),  # by seat
        ("history", "i8"),  # 1, then a bit for each action: 0b1, 0b10 pass, 0b11 bet, …
    ],
    align=True,
)

# Histories: pass-pass, pass-bet-pass, pass-bet-bet, bet-pass, bet-bet end the deal.
START, AFTER_PASS, AFTER_BET, AFTER_PASS_BET = 0b1, 0b10, 0b11, 0b101
PASS_BET_PASS, BET_PASS = 0b1010, 0b110
SHOWDOWN_1, SHOWDOWN_2, SHOWDOWN_2_LATE = 0b100, 0b111, 0b1011


# --- verbs ----------------------------------------------------------------------------


@kernel
def deal(s: Any, deck: NDArray[np.int64]) -> None:
    """Give deck[0] to seat 0 and deck[1] to seat 1."""
    s.card[0] = deck[0]
    s.card[1] = deck[1]
    s.history = START


@kernel
def num_seats(s: Any) -> I64:
    """Return 2."""
    return 2


@kernel
def current_player(s: Any) -> I64:
    """Return the seat to act, or TERMINAL."""
    if s.history == START or s.history == AFTER_PASS_BET:
        return 0
    if s.history == AFTER_PASS or s.history == AFTER_BET:
        return 1
    return TERMINAL


@kernel
def legal_actions(s: Any) -> I64:
    """Return both actions, or none at the end."""
    return 0 if current_player(s) == TERMINAL else 0b11


@kernel
def apply(s: Any, action: I64) -> None:
    """Append the action to the history."""
    s.history = 2 * s.history + action


@kernel
def returns(s: Any, out: NDArray[np.int64]) -> None:
    """Write the chips won: 1 after a fold or two passes, 2 after a call."""
    if s.history == PASS_BET_PASS:
        won = -1
    elif s.history == BET_PASS:
        won = 1
    else:
        won = 1 if s.history == SHOWDOWN_1 else 2
        if s.card[0] < s.card[1]:
            won = -won
    out[0] = won
    out[1] = -won


@kernel
def state_key(s: Any) -> I64:
    """Return a hash of the history and both cards."""
    return finish(s.history + 16 * s.card[0] + 64 * s.card[1])


@kernel
def information_key(s: Any, seat: I64) -> I64:
    """Return a hash of the history and the seat's own card."""
    return finish(mix(s.history, 4 * s.card[seat] + seat))


@kernel
def unseen(s: Any, seat: I64, model: Any) -> None:
    """Describe the other seat's card, one of two, and the unused one, the other."""
    describe_model(model, np.int64(0b111) & ~(np.int64(1) << s.card[seat]), np.int64(2))
    model.room[0] = model.room[1] = 1


@kernel
def place(s: Any, seat: I64, model: Any) -> None:
    """Give the other seat the card of zone 0; -1 for the empty world."""
    s.card[1 - seat] = lowest(model.held[0]) if model.held[0] else -1


# --- text face ------------------------------------------------------------------------


def pack(options: Options) -> Pack:
    """Return the three cards."""
    return PACKS["kuhn3"]


def num_players(options: Options) -> int:
    """Return 2."""
    return 2


def layout(options: Options) -> tuple[Zone, ...]:
    """Return one card each and one unused."""
    return (*hands(2, 1), Zone("talon", (2,), seen_by=NOBODY, optional=True))


def scale(options: Options) -> int:
    """Return 1: returns are whole chips."""
    return 1


def set_options(s: Any, options: Options, parameters: Options) -> None:
    """Do nothing: there are no options."""


def action_text(s: Any, action: int) -> str:
    """Return the action's name."""
    return ACTIONS[action]


def observe(before: Any, action: int, after: Any, seat: int) -> list[str]:
    """Return what `seat` sees of an action: all of it."""
    return [] if before is None else [ACTIONS[action]]


def describe(s: Any, seat: int | None = None) -> dict[str, Any]:
    """Return the state as the fields that `set_up` takes; `?` where `seat` is blind."""
    text = PACKS["kuhn3"].text
    history = bin(int(s.history))[3:]
    return {
        "hands": [
            ["?" if seat not in (None, owner) else text(s.card[owner])]
            for owner in range(2)
        ],
        "history": [ACTIONS[int(bit)] for bit in history],
    }


def set_up(s: Any, fields: Mapping[str, Any]) -> None:
    """Write a position without a history into `s`: `hands`, and `history` so far.

    Raises
    ------
    IllegalStateError
        Listing everything that is wrong.
    """
    given = SetUp(PACKS["kuhn3"], fields, ("hands", "history"))
    hands = given.by_seat("hands", 2)
    for seat, hand in enumerate(hands):
        given.require(len(hand) == 1, f"hands[{seat}]: {len(hand)} cards, expected 1")
    given.check()
    s.card[:] = [hand[0] for hand in hands]
    s.history = START
    history = fields.get("history", [])
    for number, name in enumerate(history if isinstance(history, list) else [history]):
        legal = ACTIONS if legal_actions(s) else ()
        expected = " or ".join(legal) or "nothing more"
        problem = f"history[{number}]: {name!r}, expected {expected}"
        if not given.require(name in legal, problem):
            break
        apply(s, ACTIONS.index(name))
    given.check()

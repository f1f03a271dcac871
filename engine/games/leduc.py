"""Leduc poker: the small yardstick of equilibrium solvers with a second betting round.

Two seats, six cards: J < Q < K in two suits. Each puts in 1 chip and is dealt one card.
A betting round, then a card is laid open for both, a second round, the showdown. Seat 0
begins both rounds. `call` evens what the seats have put in, and is a check where that
is even already; `raise` evens it and adds 2 chips, 4 in the second round; at most two
raises a round. Only who faces a raise may `fold`. A round ends when both have acted and
put in the same. At the showdown a pair with the open card wins, else the higher rank;
equal ranks share the pot. Value for seat 0 under best play: about -0.0856.

Source: F. Southey et al. (2005), "Bayes' bluff: opponent modelling in poker", UAI 21;
bet sizes, order and names of the actions are OpenSpiel's `leduc_poker`.

Deck: deck[0] to seat 0, deck[1] to seat 1, deck[2] is the open card, the rest unused.
Unit of returns: chips won.

======  ======================================
action  meaning
======  ======================================
0       `fold`, facing a raise
1       `call`: call, or check
2       `raise`
======  ======================================

When the second round begins, both see `board:c`, the open card. Fields of a set-up:
`hands`, two lists of one card; `board`, the open card also while it lies face down;
`history`, the actions so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import lowest, members
from engine.cards import PACKS, UNKNOWN, Pack
from engine.deals import Zone, hands
from engine.jit import I64, kernel
from engine.options import Option, Options
from engine.protocol import TERMINAL, Info
from engine.rng import finish, mix
from engine.setups import SetUp
from engine.worlds.model import describe_model

INFO = Info(
    name="Leduc poker",
    unit="chips",
    max_length=8,
    max_actions=3,
    source="Southey et al. 2005; OpenSpiel leduc_poker",
)
OPTIONS: tuple[Option, ...] = ()
PARAMETERS: tuple[Option, ...] = ()

FOLD, CALL, RAISE = 0, 1, 2
ACTIONS = ("fold", "call", "raise")
ACTION_BITS = 2
PACK = PACKS["leduc6"]
PACK_SIZE = PACK.size
NUM_RANKS = len(PACK.ranks)
ANTE = 1
MOST_RAISES = 2
RAISES = (2, 4)  # chips that a raise adds, by round
NUM_ROUNDS = len(RAISES)
NO_CARD = -1

STATE = np.dtype(
    [
        ("history", "i8"),  # 1, then ACTION_BITS for each action
        ("card", "i8", (2,)),  # by seat
        ("board", "i8"),  # the open card, face down in the first round
        ("chips", "i8", (2,)),  # put in, by seat
        ("round_number", "i8"),  # 0, 1; 2 is the showdown
        ("num_raises", "i8"),  # of the round
        ("num_acts", "i8"),
        ("turn", "i8"),  # the seat to act, or TERMINAL
    ],
    align=True,
)


# --- verbs ----------------------------------------------------------------------------


@kernel
def deal(s: Any, deck: NDArray[np.int64]) -> None:
    """Give a card to each seat and put one face down on the board."""
    s.history = 1
    for seat in range(2):
        s.card[seat] = deck[seat]
        s.chips[seat] = ANTE
    s.board = deck[2]
    s.round_number = 0
    begin_round(s)


@kernel
def begin_round(s: Any) -> None:
    """Have seat 0 begin, with nothing said yet. Modified in place."""
    s.num_raises = 0
    s.num_acts = 0
    s.turn = 0


@kernel
def num_seats(s: Any) -> I64:
    """Return 2."""
    return 2


@kernel
def current_player(s: Any) -> I64:
    """Return the seat to act, or TERMINAL."""
    return np.int64(s.turn)


@kernel
def legal_actions(s: Any) -> I64:
    """Return `call`, `fold` if facing a raise, `raise` if one is left."""
    if s.turn == TERMINAL:
        return np.int64(0)
    legal: I64 = np.int64(1) << CALL
    if s.chips[s.turn] < s.chips[1 - s.turn]:
        legal |= np.int64(1) << FOLD
    if s.num_raises < MOST_RAISES:
        legal |= np.int64(1) << RAISE
    return legal


@kernel
def apply(s: Any, action: I64) -> None:
    """Fold, or even the chips and perhaps add some; then pass the turn on."""
    seat = np.int64(s.turn)
    s.history = s.history << ACTION_BITS | action
    if action == FOLD:
        s.turn = TERMINAL
        return
    stake = max(int(s.chips[0]), int(s.chips[1]))
    if action == RAISE:
        stake += RAISES[s.round_number]
        s.num_raises += 1
    s.chips[seat] = stake
    s.num_acts += 1
    s.turn = 1 - seat
    if s.num_acts >= 2 and s.chips[0] == s.chips[1]:
        s.round_number += 1
        begin_round(s)
        if s.round_number == NUM_ROUNDS:
            s.turn = TERMINAL


@kernel
def strength(s: Any, seat: I64) -> I64:
    """Return a number that is higher for the better hand: its rank, or a pair."""
    rank = s.card[seat] % NUM_RANKS
    return NUM_RANKS if rank == s.board % NUM_RANKS else rank


@kernel
def returns(s: Any, out: NDArray[np.int64]) -> None:
    """Write the chips won: what the loser has put in, or 0 if the pot is shared."""
    better: I64 = np.int64(s.chips[0] - s.chips[1])  # who folded has put in less
    if better == 0:
        better = strength(s, np.int64(0)) - strength(s, np.int64(1))
    won: I64 = np.int64(0)
    if better > 0:
        won = np.int64(s.chips[1])
    elif better < 0:
        won = -np.int64(s.chips[0])
    out[0] = won
    out[1] = -won


@kernel
def state_key(s: Any) -> I64:
    """Return a hash of the history and the three cards."""
    return finish(mix(mix(mix(s.history, s.card[0]), s.card[1]), s.board))


@kernel
def information_key(s: Any, seat: I64) -> I64:
    """Return a hash of the history, the seat's own card, and the open card."""
    board = s.board if s.round_number else np.int64(NO_CARD)
    return finish(mix(mix(mix(s.history, seat), s.card[seat]), board))


@kernel
def unseen(s: Any, seat: I64, model: Any) -> None:
    """Describe the other's card, a face-down board, the unused cards. In place."""
    cards = (np.int64(1) << PACK_SIZE) - 1 & ~(np.int64(1) << s.card[seat])
    is_open = s.round_number > 0
    if is_open:
        cards &= ~(np.int64(1) << s.board)
    describe_model(model, cards, np.int64(3))
    model.room[0] = 1
    model.room[1] = 0 if is_open else 1
    model.room[2] = PACK_SIZE - 3


@kernel
def place(s: Any, seat: I64, model: Any) -> None:
    """Put down the other's card and a face-down board; NO_CARD for the empty world."""
    s.card[1 - seat] = lowest(model.held[0]) if model.held[0] else NO_CARD
    if s.round_number == 0:
        s.board = lowest(model.held[1]) if model.held[1] else NO_CARD


# --- text face ------------------------------------------------------------------------


def pack(options: Options) -> Pack:
    """Return the six cards."""
    return PACK


def num_players(options: Options) -> int:
    """Return 2."""
    return 2


def layout(options: Options) -> tuple[Zone, ...]:
    """Return one card each, the board face down, and unused cards."""
    return (
        *hands(2, 1),
        Zone("board", (2,), single=True),
        Zone("talon", (3, 4, 5), optional=True),
    )


def scale(options: Options) -> int:
    """Return 1: returns are whole chips."""
    return 1


def set_options(s: Any, options: Options, parameters: Options) -> None:
    """Do nothing: there are no options."""


def action_text(s: Any, action: int) -> str:
    """Return the action's name."""
    return ACTIONS[action]


def observe(before: Any, action: int, after: Any, seat: int) -> list[str]:
    """Return what `seat` sees of an action: all of it, and the card it lays open."""
    if before is None:
        return []
    seen = [ACTIONS[action]]
    if before.round_number == 0 and after.round_number == 1:
        seen.append(f"board:{PACK.text(after.board)}")
    return seen


def describe(s: Any, seat: int | None = None) -> dict[str, Any]:
    """Return the state as the fields that `set_up` takes; `?` where `seat` is blind."""
    digits = bin(int(s.history))[3:]
    acts = [int(digits[i : i + ACTION_BITS], 2) for i in range(0, len(digits), 2)]
    sees_board = seat is None or s.round_number > 0
    return {
        "hands": [
            [PACK.text(s.card[p]) if seat in (None, p) else UNKNOWN] for p in range(2)
        ],
        "board": PACK.text(s.board) if sees_board else UNKNOWN,
        "history": [ACTIONS[act] for act in acts],
    }


def set_up(s: Any, fields: Mapping[str, Any]) -> None:
    """Write a position without a history into `s`; see the top for the fields.

    Raises
    ------
    IllegalStateError
        Listing everything that is wrong.
    """
    given = SetUp(PACK, fields, ("hands", "board", "history"))
    cards = [*given.by_seat("hands", 2), given.cards("board")]
    for name, held in zip(("hands[0]", "hands[1]", "board"), cards, strict=True):
        given.require(len(held) == 1, f"{name}: {len(held)} cards, expected 1")
    given.check()
    deal(s, np.array([held[0] for held in cards], np.int64))
    history = fields.get("history", [])
    for number, name in enumerate(history if isinstance(history, list) else [history]):
        legal = [ACTIONS[act] for act in members(int(legal_actions(s)))]
        expected = " or ".join(legal) or "nothing more"
        problem = f"history[{number}]: {name!r}, expected {expected}"
        if not given.require(name in legal, problem):
            break
        apply(s, ACTIONS.index(name))
    given.check()

"""A toy for the solvers' tests: trees drawn by hashing, of any shape that options ask.

Each seat is dealt one card, which the others don't see. Who acts, what is legal and
what is paid at the end are hashes of the cards and of the actions so far, so a tree has
ties, forced moves, gaps between action numbers and, with `merge`, many ways to one
state. No rule of a real game could be mistaken for a solver's: there are none.

Deck: deck[i] to seat i, the rest unused. Action a is written `a<number>`.
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
from engine.protocol import CHANCE, TERMINAL, Info
from engine.rng import finish, mix

INFO = Info(
    name="Hash tree",
    unit="points",
    max_length=60,
    max_actions=8,
    source="a toy",
    zero_sum=lambda options: bool(options["opposed"]),
)
OPTIONS = (
    Option("players", 2, (2, 3, 4)),
    Option("length", 4, (), 1, 60),
    Option("width", 3, (), 1, 5),
    Option("spread", 3, (), 0, 100),
    Option("halves", False),
    Option("stake", 1, (), 1, 10**9),
    Option("opposed", True),
    Option("merge", False),
    Option("chance", False),
    Option("here", 0, (), 0, 60),
)
PARAMETERS: tuple[Option, ...] = ()
SEATS = 4

STATE = np.dtype(
    [
        ("card", "i8", (SEATS,)),
        ("path", "i8"),
        ("ply", "i8"),
        ("players", "i8"),
        ("length", "i8"),
        ("width", "i8"),
        ("spread", "i8"),
        ("stake", "i8"),  # payoffs are multiples of it
        ("opposed", "i8"),  # seats 0 and 2 against 1 and 3, else each for itself
        ("merge", "i8"),  # the order of actions does not matter
        ("chance", "i8"),  # every third action is chance's
        ("here", "i8"),  # searched exactly from this ply on
    ],
    align=True,
)


@kernel
def node_key(s: Any) -> I64:
    """Return a hash of all that decides what comes next."""
    h: I64 = mix(s.path, s.ply)
    for p in range(s.players):
        h = mix(h, s.card[p])
    return finish(h)


@kernel
def part(h: I64, shift: I64, size: I64) -> I64:
    """Return a number below `size` from the bits of `h` above `shift`."""
    return (h >> shift & 0xFFFF) % size


# --- verbs ----------------------------------------------------------------------------


@kernel
def deal(s: Any, deck: NDArray[np.int64]) -> None:
    """Give one card to each seat."""
    for p in range(s.players):
        s.card[p] = deck[p]
    s.path = 0
    s.ply = 0


@kernel
def num_seats(s: Any) -> I64:
    """Return the number of seats."""
    return s.players


@kernel
def current_player(s: Any) -> I64:
    """Return a seat by hash of what is public: seat 0 to begin with."""
    if s.ply == s.length:
        return TERMINAL
    if s.chance and s.ply % 3 == 2:
        return CHANCE
    if s.ply == 0:
        return 0
    return part(finish(mix(s.path, s.ply)), 3, s.players)


@kernel
def legal_actions(s: Any) -> I64:
    """Return one to `width` actions, by hash of what is public."""
    if s.ply == s.length:
        return np.int64(0)
    h = finish(mix(s.path, ~s.ply))
    legal: I64 = np.int64(1) << part(h, 20, 8)
    for k in range(s.width - 1):
        legal |= np.int64(1) << part(h, 5 * k, 8)
    return legal


@kernel
def apply(s: Any, action: I64) -> None:
    """Add the action to the path; with `merge` their sum is all that counts."""
    if s.merge:
        s.path += action + 1
    else:
        s.path = mix(s.path, action)
    s.ply += 1


@kernel
def returns(s: Any, out: NDArray[np.int64]) -> None:
    """Write hashed payoffs from -spread to spread, times the stake."""
    h = node_key(s)
    for p in range(s.players):
        if s.opposed:
            value = part(h, 7, 2 * s.spread + 1) - s.spread
            out[p] = s.stake * (value if p % 2 == 0 else -value)
        else:
            out[p] = s.stake * (part(h, 9 * p, 2 * s.spread + 1) - s.spread)


@kernel
def side(s: Any, seat: I64) -> I64:
    """Return whose side a seat is on."""
    return seat & 1 if s.opposed else seat


@kernel
def is_two_sided(s: Any) -> bool:
    """Return whether the seats oppose each other in two sides."""
    return s.opposed != 0


@kernel
def bounds(s: Any, out: NDArray[np.int64]) -> None:
    """Write the least and the greatest payoff."""
    out[0] = -s.spread * s.stake
    out[1] = s.spread * s.stake


@kernel
def ceiling(s: Any, seat: I64) -> I64:
    """Return the greatest payoff."""
    return s.spread * s.stake


@kernel
def try_first(s: Any) -> I64:
    """Return any half of the actions."""
    return legal_actions(s) & 0b10110100


@kernel
def search_here(s: Any) -> I64:
    """Return whether ply `here` is reached."""
    return 1 if s.ply >= s.here else 0


@kernel
def chance_weight(s: Any, action: I64) -> I64:
    """Return the action's number plus one."""
    return action + 1


@kernel
def state_key(s: Any) -> I64:
    """Return the hash that decides all."""
    return node_key(s)


@kernel
def information_key(s: Any, seat: I64) -> I64:
    """Return a hash of the path and the seat's own card."""
    return finish(mix(mix(s.path, s.ply), 64 * s.card[seat] + seat))


@kernel
def unseen(s: Any, seat: I64, model: Any) -> None:
    """Spread the other cards over the other seats and the rest."""
    model.cards = ((np.int64(1) << 20) - 1) & ~(np.int64(1) << s.card[seat])
    model.num_zones = s.players
    for zone in range(s.players):
        model.room[zone] = 1 if zone < s.players - 1 else 20 - s.players
        model.allowed[zone] = model.cards
        model.need[zone] = 0
        model.ordered[zone] = 0


@kernel
def place(s: Any, seat: I64, model: Any) -> None:
    """Give the other seats a card each, -1 in the empty world."""
    zone = 0
    for p in range(s.players):
        if p != seat:
            s.card[p] = lowest(model.held[zone]) if model.held[zone] else -1
            zone += 1


# --- text face ------------------------------------------------------------------------


def pack(options: Options) -> Pack:
    """Return twenty cards."""
    return PACKS["lupfen20"]


def num_players(options: Options) -> int:
    """Return the number of seats."""
    return int(options["players"])


def layout(options: Options) -> tuple[Zone, ...]:
    """Return a card each and the rest."""
    seats = num_players(options)
    rest = Zone("talon", tuple(range(seats, 20)), seen_by=NOBODY, optional=True)
    return (*hands(seats, 1), rest)


def scale(options: Options) -> int:
    """Return 2 if payoffs are counted in halves."""
    return 2 if options["halves"] else 1


def set_options(s: Any, options: Options, parameters: Options) -> None:
    """Write the options into the state."""
    for name in ("players", "length", "width", "spread", "stake", "here"):
        s[name] = options[name]
    for name in ("opposed", "merge", "chance"):
        s[name] = int(options[name])


def action_text(s: Any, action: int) -> str:
    """Return a letter and the number."""
    return f"a{action}"


def observe(before: Any, action: int, after: Any, seat: int) -> list[str]:
    """Return the action: every seat sees it."""
    return [] if before is None else [f"a{action}"]


def describe(s: Any, seat: int | None = None) -> dict[str, Any]:
    """Return the cards."""
    text = pack({}).text
    return {
        "hands": [
            ["?" if seat not in (None, p) else text(s.card[p])]
            for p in range(int(s.players))
        ]
    }


def set_up(s: Any, fields: Mapping[str, Any]) -> None:
    """Deal the cards given."""
    for p, hand in enumerate(fields["hands"]):
        s.card[p] = pack({}).parse_card(hand[0])

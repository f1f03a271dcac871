"""Ékarté: five tricks for two, after as many exchanges as both agree to.

Two seats; seat 1 has dealt. The Hungarian pack of 32 cards: suits M T Z P, in each,
from high to low, K O U A X 9 8 7 (`order='ecarte'`) or A K O U X 9 8 7 ('traditional').

1. Deal: five cards each; the next is turned up and lies under the talon. Its suit is
   trump.
2. Offer: seat 0 plays on, or proposes an exchange if it has a card to lay away and the
   talon one to draw.
3. Answer: seat 1 refuses, then play begins and no more is offered; or accepts.
4. Exchange: first the dealer, then seat 0 (`exchange_first`) lays cards away face down
   and draws as many from the top, no more than the talon holds. Trumps can't be laid
   away (`discard_trumps`). Seat 0, who asked for it, must exchange a card unless the
   talon is empty. Only the numbers are seen. Then seat 0 may offer again.
5. Tricks: seat 0 leads, the winner of a trick leads to the next. The suit led must be
   followed; without it a trump must be played, without both anything (`follow_rule`).
   Nobody has to win a trick.

Who takes more of the five tricks gets a point from the other, two for all five. A match
goes to `target` points.

Where there is nothing to choose there is no node: seat 0 isn't asked to offer if it
can't propose, nobody is asked to exchange who can't. To the other seat, and in what the
seat itself is recorded to have seen, this looks like `play_on` and like `exch:-`.

Readings where the source leaves room: the card turned up can't be drawn
(`turnup_drawable`: it is the last card of the talon); no point for the king of trumps,
and none against a dealer who refuses and loses.

Source: a Hungarian collection of card games, "Ékarté"; the game with its offers is
nineteenth-century French écarté with the dealer exchanging first.

Deck: seat p gets deck[5p : 5p + 5], deck[10] is turned up, deck[11:] is the talon from
the top. Unit of returns: points of the match.

========  ============  ============================================================
phase     action        meaning
========  ============  ============================================================
offer     0, 1          `play_on`, `propose`
answer    0, 1          `accept`, `refuse`
exchange  0 … 31        `exch:S`, S a set of places in the hand (cards in ascending
                        order): by number of cards, then lexicographically: -, 0, 1,
                        …, 4, 01, 02, …, 01234
tricks    card number   `play:c`
========  ============  ============================================================

What a seat sees of the other's `exch` is `exch:?2` (`exch:-` for none), then `takes:c`
if the card turned up was drawn; what it drew itself follows the sign `>`, as in
`exch:M8,P7>T9,ZK`. The fields of a set-up are explained in `engine.games.ekarte.setup`.
"""

from __future__ import annotations

from engine.games.ekarte.early import deal
from engine.games.ekarte.hidden import place, unseen
from engine.games.ekarte.play import (
    apply,
    current_player,
    information_key,
    legal_actions,
    num_seats,
    returns,
    state_key,
)
from engine.games.ekarte.search import bounds, search_here, try_first
from engine.games.ekarte.setup import describe, set_up
from engine.games.ekarte.state import EXCHANGE_FIRST, ORDERS, STATE, set_options
from engine.games.ekarte.text import (
    action_text,
    layout,
    num_players,
    observe,
    pack,
    scale,
)
from engine.options import Option
from engine.protocol import Info
from engine.tricks import FOLLOW_RULES

INFO = Info(
    name="Ékarté",
    unit="points",
    # At most 22 rounds of propose, accept and two exchanges, then ten cards.
    max_length=98,
    max_actions=32,
    source="Hungarian collection of card games, Ékarté",
)
OPTIONS: tuple[Option, ...] = (
    Option(
        "order",
        "ecarte",
        tuple(ORDERS),
        meaning="which cards are strong: king high and ace after under, or ace high",
    ),
    Option(
        "exchange_first",
        "dealer",
        EXCHANGE_FIRST,
        meaning="who exchanges first after an accepted offer",
    ),
    Option("discard_trumps", False, meaning="whether trumps may be laid away"),
    Option(
        "turnup_drawable",
        False,
        meaning="whether the card turned up is the last card of the talon",
    ),
    Option(
        "follow_rule",
        "strict",
        FOLLOW_RULES,
        meaning="suit, then trump; suit; suit or trump at choice; anything",
    ),
    Option("target", 7, minimum=1, meaning="points that win a match"),
)
PARAMETERS: tuple[Option, ...] = ()

__all__ = [
    "INFO",
    "OPTIONS",
    "PARAMETERS",
    "STATE",
    "action_text",
    "apply",
    "bounds",
    "current_player",
    "deal",
    "describe",
    "information_key",
    "layout",
    "legal_actions",
    "num_players",
    "num_seats",
    "observe",
    "pack",
    "place",
    "returns",
    "scale",
    "search_here",
    "set_options",
    "set_up",
    "state_key",
    "try_first",
    "unseen",
]

"""Sült malac ("roast piglet"): change, pass and show a card, then one trick for all.

Two to four seats, the Hungarian pack of 32 cards: suits M T Z P, in each
A K O U X 9 8 7 from high to low. Everybody stakes the same; the winner of the one trick
takes it all. The dealer sits last, seat 0 acts first in every phase.

1. Deal: five cards each; the next is turned up, its suit is trump, and it stays on the
   table out of play. The rest is the talon.
2. Discard: each seat in turn lays away none, one or two cards face down and at once
   draws as many from the top. The number is seen, the cards are not.
3. Pass: each seat puts one of its five cards face down for the next seat, not seeing
   what the others choose. When all have chosen the cards move on; only giver and
   receiver know them.
4. Show: each seat in turn shows one card of its hand, but not the one it was passed.
   The card goes back into the hand.
5. Trick: each seat in turn plays a card face up; no duty to follow suit. The highest
   trump wins, without trumps the highest card of the suit led; an unbeaten lead wins.

The red seven (P7) is a seven like any other, but it takes a trick that the ace of
trumps would win otherwise, whatever else lies there, and even if it is the lowest trump
itself.

Readings where the source leaves room: any of the five cards may be passed, drawn or
not; the red seven beats the ace of trumps also when it was played first (`red7`); with
three or more it is asked who would have won without it, not card by card; five
players, who might run out of cards, are left out.

Source: a Hungarian collection of card games, "Sült malac"; the two-handed game and its
form for several players.

Deck: seat p gets deck[5p : 5p + 5], deck[5n] is turned up, then the talon from the top.

Unit of returns: money; the winner gets the `stake` of each other seat.

=======  =================  ============================================================
phase    action             meaning
=======  =================  ============================================================
discard  0 … 15             `disc:S`, S a set of none, one or two places in the hand
                            (cards in ascending order): by number of cards, then
                            lexicographically: -, 0, 1, …, 4, 01, 02, …, 34
pass     card number        `pass:c`
show     card number        `show:c`
trick    card number        `play:c`
=======  =================  ============================================================

What a seat sees of another's `disc` is `disc:?2` (`disc:-` for none), of a hidden pass
or show `pass:?`, `show:?`; what it drew itself follows the sign `>`, as in
`disc:M7>PK`. `receive:c` is the card that it was passed, `shown:c,c` are the cards of
simultaneous shows by seat.
"""

from __future__ import annotations

from engine.games.sult_malac.hidden import place, unseen
from engine.games.sult_malac.play import (
    apply,
    bounds,
    ceiling,
    current_player,
    information_key,
    legal_actions,
    num_seats,
    returns,
    search_here,
    state_key,
)
from engine.games.sult_malac.setup import describe, set_up
from engine.games.sult_malac.state import STATE, deal, set_options
from engine.games.sult_malac.text import (
    action_text,
    layout,
    num_players,
    observe,
    pack,
    scale,
)
from engine.options import Option
from engine.protocol import Info

INFO = Info(
    name="Sült malac",
    unit="money",
    max_length=16,
    max_actions=16,
    source="Hungarian collection of card games, 'Sült malac'",
)
OPTIONS: tuple[Option, ...] = (
    Option("players", 2, choices=(2, 3, 4), meaning="number of seats"),
    Option(
        "red7",
        "both",
        choices=("both", "response"),
        meaning="P7 beats the trump ace always, or only when played after it",
    ),
    Option(
        "show_mode",
        "sequential",
        choices=("sequential", "simultaneous"),
        meaning="cards are shown one after the other, or all at once",
    ),
    Option(
        "follow_rule",
        "free",
        choices=("free", "strict"),
        meaning="any card may be played; or suit, without it trump, is a must",
    ),
    Option("stake", 1, minimum=1, maximum=10**9, meaning="what each seat puts in"),
    Option("rounds", 1, minimum=1, meaning="deals of a match"),
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
    "ceiling",
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
    "unseen",
]

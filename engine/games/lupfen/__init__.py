"""Lupfen ("lifting"): name a price, join or stay out, three tricks for shares of a pot.

Three to five seats (best with four), a pack of 20 cards: suits M T Z P, in each
A X K O U from high to low (ace, ten or banner, king, over, under). Three cards each,
three tricks. The dealer sits last, seat 0 acts first.

1. Ante: everybody pays `ante` into the pot, in which `pot0` may lie from before.
2. Lift: in turn each seat may lift. Who does is the lifter: the top card of the stack
   is turned up, its suit is trump, and it stays out of play. If nobody lifts, the deal
   is thrown in: the pot stays.
3. Price: the lifter, having seen the trump, names a price and pays it into the pot.
4. Join: the others, from the lifter's neighbour on, join by paying the price or lay
   their hand down for good, unseen. If nobody joins, the lifter takes the whole pot.
5. Three unders among those who play are shown and win all three tricks at once.
6. Swap: who plays and holds exactly two unders and an over may show them, put them out
   of play, and take the three bottom cards of the stack instead, if it still has three
   face down: in order from the lifter, once each. Nobody learns that a seat was asked
   unless it swaps.
7. Tricks: the lifter leads, the winner of a trick leads to the next. Follow suit;
   without it play trump; without both anything. No duty to beat.
8. Settlement: each trick is worth a third of the pot, rounded down. The remainder stays
   or goes to the lifter (`remainder`). Who played and took no trick pays as much as the
   pot held, into the next pot.

Readings where the source leaves room: prices are whole, nought among them
(`allow_zero`); only those who play can use the figures of 5 and 6 (`figures` switches
both off); the lifter whom nobody joins keeps the indivisible rest too; a trickless seat
pays the pot as it was before it was paid out. Naming a price is a decision even where
only one is allowed. The Swiss pack is written with Hungarian suits.

Source: a Hungarian collection of card games, "Lupfen"; published rules of the Swiss
game where it is silent.

Deck: seat p gets deck[3p : 3p + 3], the rest is the stack from the top; its last three
cards are the bottom.

Unit of returns: money. With pot_value 'cash' what a seat received less what it paid;
the sum over the seats is what the pot lost. With 'shared' everybody owns an equal part
of the pot besides, so that the sum is 0, and integer returns are scaled by the number
of seats.

======  =================  =============================================================
phase   action             meaning
======  =================  =============================================================
lift    0, 1               `lift`, `pass`
price   index from 0       `price:q`, q in the ascending list of prices (62 at most)
join    0, 1               `in`, `out`
swap    0, 1               `swap`, `keep`
tricks  card number        `play:c`
======  =================  =============================================================

What is seen beside the actions: `turnup:c` after `lift`; `unders:c,c,c@p` when seat p
shows three unders; `swap:c,c,c@p` when seat p swaps, to itself with what it drew,
`swap:c,c,c@p>c,c,c`. A `keep` is seen by the seat alone.

Worlds: before the tricks the order of the stack's bottom counts as far as, by what all
can see, it may still be drawn; a seat whose own cards rule more out counts as many. The
factor is the same for all its worlds, so no chance depends on it.
"""

from __future__ import annotations

from engine.games.lupfen.hidden import place, unseen
from engine.games.lupfen.play import (
    apply,
    current_player,
    information_key,
    legal_actions,
    num_seats,
    returns,
    state_key,
)
from engine.games.lupfen.setup import describe, set_up
from engine.games.lupfen.state import STATE, check_options, deal, set_options
from engine.games.lupfen.text import (
    action_text,
    layout,
    num_players,
    observe,
    pack,
    scale,
)
from engine.options import Option
from engine.protocol import Info

# So that sums of money are far from the ends of an int64.
MOST_MONEY = 10**9

POT0 = Option(
    "pot0", 0, minimum=0, maximum=MOST_MONEY, meaning="money in the pot from before"
)
INFO = Info(
    name="Lupfen",
    unit="money",
    max_length=27,
    max_actions=62,
    source="Hungarian collection of card games, 'Lupfen'",
    zero_sum=lambda options: options["pot_value"] == "shared",
)
OPTIONS: tuple[Option, ...] = (
    Option("players", 4, choices=(3, 4, 5), meaning="number of seats"),
    Option("ante", 1, minimum=1, maximum=MOST_MONEY, meaning="what each seat pays"),
    Option("price_min", 1, minimum=1, maximum=MOST_MONEY, meaning="the lowest price"),
    Option("price_max", 3, minimum=1, maximum=MOST_MONEY, meaning="the highest price"),
    Option("allow_zero", True, meaning="the price may also be 0"),
    Option(
        "remainder",
        "stay",
        choices=("stay", "lupfer"),
        meaning="what can't be divided by three stays in the pot, or is the lifter's",
    ),
    Option("figures", True, meaning="three unders win, two and an over may be swapped"),
    POT0,
    Option(
        "pot_value",
        "cash",
        choices=("cash", "shared"),
        meaning="returns leave the pot aside, or count an equal part of it for each",
    ),
    Option("deals", 1, minimum=1, meaning="deals of a match"),
)
PARAMETERS: tuple[Option, ...] = (POT0,)

__all__ = [
    "INFO",
    "OPTIONS",
    "PARAMETERS",
    "STATE",
    "action_text",
    "apply",
    "check_options",
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
    "set_options",
    "set_up",
    "state_key",
    "unseen",
]

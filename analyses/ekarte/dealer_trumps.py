"""Ask how often the dealer holds fewer than two trumps, before any exchange.

The old books rest their advice to the non-dealer on these odds: with so many trumps in
one's own hand, a hand that is safe against fewer than two trumps wins how often? Every
one of the 65,780 hands that the dealer may hold is looked at, so the counts are exact.

References
----------
R. F. Foster, "Foster's Complete Hoyle", écarté: 44,574, 50,274 and 55,594 of 65,780 for
one, two and three trumps in hand.
"""

from __future__ import annotations

from fractions import Fraction
from importlib.metadata import version

import numpy as np

from analyses.analysis import Analysis, Cell, Table
from engine import load_game
from engine.bits import members

QUESTION = (
    "How often does the dealer hold fewer than two trumps, by the trumps in the "
    "non-dealer's hand?"
)
TRUMPS = ("M7", "M8", "M9", "MX", "MU")
PLAIN = ("T7", "T8", "T9", "TX", "TU")
TURNUP = "MA"


def run() -> Table:
    """Return the table, one row a number of trumps in the non-dealer's hand."""
    game = load_game("ekarte")
    rows: list[tuple[Cell, ...]] = []
    for num_trumps in range(5):
        hand = [*TRUMPS[:num_trumps], *PLAIN[num_trumps:]]
        rest = [card for card in game.pack.cards() if card not in (*hand, TURNUP)]
        position = game.new_position(deck=[*hand, *rest[:5], TURNUP, *rest[5:]])
        knowledge = position.play("play_on").knowledge(0)
        # The trump suit is the first eight cards of the pack.
        trumps_by_set = np.array([len(list(members(i))) for i in range(256)])
        held = trumps_by_set[knowledge.enumerate()["hands"][:, 1] & 255]
        total, fewer = knowledge.count, int((held < 2).sum())
        rows.append((num_trumps, total, fewer, total - fewer, Fraction(fewer, total)))
    return Table(
        QUESTION,
        (
            "trumps in hand",
            "dealer's hands",
            "with fewer than two trumps",
            "with two or more",
            "chance of fewer than two",
        ),
        rows,
        {
            "game": "ekarte",
            "options": game.options,
            "method": "all worlds of the non-dealer's knowledge, counted",
            "exact": True,
            "version": version("malac"),
        },
    )


ANALYSIS = Analysis("ekarte.dealer_trumps", QUESTION, run)

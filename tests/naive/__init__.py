"""A slow reference implementation of five card games, for the tests only.

It is written for being easy to check against the rules, not for speed: cards are
strings, sets are frozensets, payoffs are fractions, and nothing of the engine is
imported.
"""

from .base import (
    Naive,
    count_histories,
    count_worlds,
    enumerate_worlds,
    maxn,
    minimax,
    playout,
    replay,
)
from .ekarte import NaiveEkarte
from .kuhn import NaiveKuhn
from .leduc import NaiveLeduc
from .lupfen import NaiveLupfen
from .sult_malac import NaiveSultMalac

GAMES: dict[str, type[Naive]] = {
    "ekarte": NaiveEkarte,
    "sult_malac": NaiveSultMalac,
    "lupfen": NaiveLupfen,
    "kuhn": NaiveKuhn,
    "leduc": NaiveLeduc,
}

__all__ = [
    "GAMES",
    "Naive",
    "NaiveEkarte",
    "NaiveKuhn",
    "NaiveLeduc",
    "NaiveLupfen",
    "NaiveSultMalac",
    "count_histories",
    "count_worlds",
    "enumerate_worlds",
    "maxn",
    "minimax",
    "playout",
    "replay",
]

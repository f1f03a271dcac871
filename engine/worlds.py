"""What one seat knows, and the worlds consistent with it: count, draw, enumerate.

A world is a full state that the seat can't tell from the true one by what it has seen.
Hands, heaps and discards count as sets; the order of a talon counts only for the cards
that can still be drawn. All worlds have equal weight.

A game describes the hidden cards to this module by its verb `unseen`, as a `MODEL`: a
set of cards and the zones they are spread over. Zone z takes `room[z]` of them, all in
the set `allowed[z]` (what a shown void leaves, say), at least one of them in `need[z]`
where that is not 0; where `ordered[z]` is 1 the order of its cards counts. The verb
`place` puts a drawn world, `held` and `order`, into a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.options import Value
from engine.protocol import current_player, place, unseen

if TYPE_CHECKING:
    from engine.position import Game

MAX_ZONES = 16
MAX_UNSEEN = 64

MODEL = np.dtype(
    [
        ("cards", "i8"),  # the set of unseen cards
        ("num_zones", "i8"),
        ("room", "i8", (MAX_ZONES,)),  # their sum is the number of unseen cards
        ("allowed", "i8", (MAX_ZONES,)),
        ("need", "i8", (MAX_ZONES,)),
        ("ordered", "i8", (MAX_ZONES,)),
        ("first", "i8", (MAX_ZONES,)),  # zone z's cards are order[first[z]:][:room[z]]
        ("held", "i8", (MAX_ZONES,)),  # the world: each zone's cards as a set,
        ("order", "i8", (MAX_UNSEEN,)),  # and in order
    ],
    align=True,
)


class Knowledge:
    """What one seat knows of a deal.

    Built from a true state, it keeps nothing of what the seat can't see: `state` is a
    record in which the hidden places are empty. Two positions that the seat can't tell
    apart give equal knowledge, byte for byte.

    Attributes
    ----------
    game : Game
    seat : int
    state : record array, shape (1,)
        The state with the hidden cards taken out.
    model : record array of `MODEL`, shape (1,)
        The hidden cards and the zones they are spread over.
    start : dict
        The deal record, or set-up, as the seat saw it; `?` for the rest.
    observed : tuple of str
        What the seat saw since, in order.
    parameters : dict
        The parameters of the deal.
    is_setup : bool
        Whether `start` is a set-up.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        state: Any,
        start: Mapping[str, Any],
        observed: tuple[str, ...],
        parameters: Mapping[str, Value],
        *,
        is_setup: bool,
    ) -> None:
        self.game = game
        self.seat = seat
        self.start = dict(start)
        self.observed = observed
        self.parameters = dict(parameters)
        self.is_setup = is_setup
        self.state = state.copy()
        self.model = np.zeros(1, MODEL).view(np.recarray)
        model = self.model[0]
        unseen[game.rules](self.state[0], seat, model)
        # The empty world: `place` then takes every hidden card out of the state.
        place[game.rules](self.state[0], seat, model)

    def current_player(self) -> int:
        """Return the seat to act, as far as this seat can tell."""
        return int(current_player[self.game.rules](self.state[0]))

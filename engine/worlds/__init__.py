"""What one seat knows, and the worlds consistent with it: count, draw, enumerate.

A world is a full state that the seat can't tell from the true one by what it has seen.
Hands, heaps and discards count as sets; the order of a talon counts only for the cards
that can still be drawn. All worlds have equal weight.

A game describes the hidden cards by its verb `unseen`, as a `MODEL`, and puts a world
into a state by its verb `place`. In between, `engine.worlds.model` counts the worlds
and `engine.worlds.draw` draws them. Kernels do the same without this module's Python
face: with the `model`, one copy a thread, and the `table` of a `Knowledge`, they call
`determinize`, or `draw_world` or `world_at` and then `place`, on a copy of its `state`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.bits import members, wrap64
from engine.errors import IllegalStateError, UnsupportedError
from engine.jit import I64, generic
from engine.options import Value
from engine.protocol import (
    Rules,
    State,
    Worlds,
    current_player,
    legal_actions,
    place,
    unseen,
)
from engine.rng import STREAM_SEARCH, new_rng, seed_stream
from engine.worlds.draw import draw_world, world_at
from engine.worlds.model import (
    MAX_STATES,
    MAX_UNSEEN,
    MAX_ZONES,
    MODEL,
    ROOM_DIFFERS,
    TOO_MANY_STATES,
    count_worlds,
    new_table,
    plan,
)

if TYPE_CHECKING:
    from engine.game import Game

MAX_INDEX = 1 << 62  # `world_at` numbers fewer worlds than this
MAX_WORLDS = 1_000_000  # `Knowledge.enumerate` lists no more unless it is told to


@generic
def determinize(
    s: State, seat: I64, model: Worlds, table: NDArray[np.int64], rng: NDArray[np.int64]
) -> None:
    """Replace what `seat` can't see by a uniform world, in place.

    Parameters
    ----------
    s : record of the game's STATE
        Any state that `seat` can't tell from the true one. Modified in place.
    seat : int
        Whose knowledge `model` describes.
    model : record of MODEL
        Of a `Knowledge`, or a copy. Modified in place.
    table : ndarray(int64), shape (states, limbs)
        Of the same `Knowledge`; only read.
    rng : ndarray(int64), shape (4,)
        Modified in place.
    """
    draw_world(model, table, rng)
    place(s, seat, model)


@generic
def fill_samples(
    states: Any,
    seat: I64,
    model: Any,
    table: NDArray[np.int64],
    rng: NDArray[np.int64],
    seed: I64,
    first: I64,
) -> None:
    """Make sample number first + i of states[i], each by its own generator. In place.

    `states` has shape (n,), `model` shape (1,).
    """
    for i in range(states.shape[0]):
        seed_stream(rng, seed, STREAM_SEARCH, first + i)
        determinize(states[i], seat, model[0], table, rng)


@generic
def fill_worlds(
    states: Any, seat: I64, model: Any, table: NDArray[np.int64], first: I64
) -> None:
    """Make world number first + i of states[i]. In place.

    `states` has shape (n,), `model` shape (1,).
    """
    for i in range(states.shape[0]):
        world_at(model[0], table, first + i)
        place(states[i], seat, model[0])


class Knowledge:
    """What one seat knows of a deal.

    Built from a true state, it keeps nothing of what the seat can't see: `state` is a
    record in which the hidden places are empty. Two positions that the seat can't tell
    apart give equal knowledge, byte for byte. Read only; threads may share it.

    Attributes
    ----------
    game : Game
    seat : int
    state : record array, shape (1,)
        The state with the hidden cards taken out.
    model : record array of `MODEL`, shape (1,)
        The hidden cards and the zones they are spread over. Copy it to draw worlds.
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
        unseen[game.rules](self.state[0], seat, self.model[0])
        self._num_states = int(plan(self.model[0]))
        # The empty world: `place` then takes every hidden card out of the state.
        place[game.rules](self.state[0], seat, self.model[0])

    def __repr__(self) -> str:
        return f"<Knowledge of seat {self.seat} in {self.game.name}>"

    def _key(self) -> tuple[object, ...]:
        """Return all that knowledge consists of; bytes between fields don't count."""
        state, model = self.state, self.model
        zones = slice(int(model.num_zones[0]))
        return (
            self.seat,
            str(self.start),
            self.observed,
            tuple(self.parameters.items()),
            tuple(state[name].tobytes() for name in state.dtype.names),
            int(model.cards[0]),
            tuple(
                model[name][0, zones].tobytes()
                for name in ("room", "allowed", "need", "ordered")
            ),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Knowledge):
            return NotImplemented
        return self.game == other.game and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.game, self._key()))

    def current_player(self) -> int:
        """Return the seat to act, as far as this seat can tell."""
        return int(current_player[self.game.rules](self.state[0]))

    def legal_actions(self) -> list[str]:
        """Return the legal actions in their order; none if another seat is to act."""
        if self.current_player() != self.seat:
            return []
        return list(legal_by_text(self.game.rules, self.state[0]))

    def information(self) -> str:
        """Return what the seat knows as text: `Position.information` of the seat."""
        return information_text(
            self.game, self.parameters, self.seat, self.start, self.observed
        )

    def describe(self) -> dict[str, Any]:
        """Return the state as fields that a set-up takes, `?` for the hidden cards."""
        world = self.sample(1)[0]
        fields: dict[str, Any] = self.game.rules.describe(world, self.seat)
        return fields

    @property
    def table(self) -> NDArray[np.int64]:
        """Return the counts that draw worlds; made at the first call.

        Raises
        ------
        IllegalStateError
            If there is no world: what the seat saw contradicts itself.
        UnsupportedError
            If there are too many kinds of hidden cards to count.
        """
        return self._counted[0]

    @property
    def count(self) -> int:
        """Return the exact number of worlds, an int of any size.

        Raises
        ------
        IllegalStateError, UnsupportedError
            As `table` does.
        """
        return self._counted[1]

    @functools.cached_property
    def _counted(self) -> tuple[NDArray[np.int64], int]:
        """Return the table and the number of worlds."""
        model = self.model[0]
        if self._num_states == ROOM_DIFFERS:
            raise IllegalStateError(
                f"seat {self.seat} can't see {int(model.cards).bit_count()} cards, "
                f"but the hidden places take {int(sum(model.room))}"
            )
        if self._num_states == TOO_MANY_STATES:
            raise UnsupportedError(
                f"the worlds of seat {self.seat} can't be counted: the hidden hands "
                f"differ in more than {MAX_STATES} ways"
            )
        table = new_table(model, self._num_states)
        count = count_worlds(model, table)
        if count == 0:
            raise IllegalStateError(
                f"no deal agrees with what seat {self.seat} has seen: the hidden cards "
                "can't be spread so that every place gets cards it may have"
            )
        return table, count

    def sample(self, num: int, seed: int = 0, first: int = 0) -> Any:
        """Draw worlds, each with the same chance exactly.

        Parameters
        ----------
        num : int
            How many.
        seed : int, optional
            Any integer. A sample depends on what the seat knows, the seed and its
            number, and on nothing else.
        first : int, optional
            Number of the first sample.

        Returns
        -------
        record array of the game's STATE, shape (num,)
            Full states, samples first … first + num - 1 of `seed`.

        Raises
        ------
        IllegalStateError, UnsupportedError
            As `table` does.
        """
        table, states = self.table, self._copies(num)
        fill_samples[self.game.rules](
            states,
            self.seat,
            self.model.copy(),
            table,
            new_rng(seed, STREAM_SEARCH),
            wrap64(seed),
            first,
        )
        return states

    def enumerate(self, maximum: int = MAX_WORLDS) -> Any:
        """Return all worlds, each once, in a fixed order.

        Parameters
        ----------
        maximum : int, optional
            The most worlds to list.

        Returns
        -------
        record array of the game's STATE, shape (count,)
            World i is `state_of(i)`.

        Raises
        ------
        UnsupportedError
            If there are more worlds than `maximum`; also as `table` does.
        IllegalStateError
            As `table` does.
        """
        if self.count > min(maximum, MAX_INDEX - 1):
            raise UnsupportedError(
                f"{self.count} worlds are too many to list: expected at most {maximum}"
            )
        return self._worlds(0, self.count)

    def state_of(self, index: int) -> Any:
        """Return world number `index`, from 0, as a record array of one state.

        Raises
        ------
        IndexError
            If there are not so many worlds.
        UnsupportedError
            If there are 2**62 worlds or more, which have no numbers; also as `table`
            does.
        IllegalStateError
            As `table` does.
        """
        if self.count >= MAX_INDEX:
            raise UnsupportedError(
                f"{self.count} worlds have no numbers: expected fewer than 2**62"
            )
        if not 0 <= index < self.count:
            raise IndexError(f"world {index}: expected 0 to {self.count - 1}")
        return self._worlds(index, 1)

    def _worlds(self, first: int, num: int) -> Any:
        """Return `num` worlds from number `first` on."""
        states = self._copies(num)
        fill_worlds[self.game.rules](
            states, self.seat, self.model.copy(), self.table, first
        )
        return states

    def _copies(self, num: int) -> Any:
        """Return `num` copies of the state."""
        states = np.zeros(num, self.state.dtype)
        states[:] = self.state[0]
        return states.view(np.recarray)


def legal_by_text(rules: Rules, s: State) -> dict[str, int]:
    """Return the legal actions of a state in their order: text to number."""
    bits = int(legal_actions[rules](s))
    return {rules.action_text(s, action): action for action in members(bits)}


def information_text(
    game: Game,
    parameters: Mapping[str, Value],
    seat: int,
    start: Mapping[str, Any],
    observed: Sequence[str],
) -> str:
    """Return what `seat` knows, as text: the deal as it saw it, and what it saw since.

    Equal exactly when the seat can't tell two positions apart.
    """
    lines = [
        f"{game.name} {game.options} {parameters} seat {seat}",
        str(start),
        " ".join(observed),
    ]
    return "\n".join(lines)


__all__ = [
    "MAX_UNSEEN",
    "MAX_WORLDS",
    "MAX_ZONES",
    "MODEL",
    "Knowledge",
    "determinize",
    "draw_world",
    "information_text",
    "legal_by_text",
    "world_at",
]

"""Shared hypothesis strategies: games with random options, positions at random depth.

Every strategy takes game ids from `engine.games.REGISTRY`, so a new game is drawn from
the day its line is there. An example is a game, a seed and a place in the random deal
that follows from the seed, so that it shrinks to few options and few actions.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from engine import Game, OptionError, Position, load_game
from engine.games import REGISTRY, rules_of
from engine.options import Option

GAME_IDS = sorted(REGISTRY)
SEEDS = st.integers(0, 2**32 - 1)
WIDEST = 5  # how far above its minimum an integer option is drawn


def values(option: Option) -> st.SearchStrategy[Any]:
    """Return the strategy of the values that `option` may take by itself."""
    if option.choices:
        return st.sampled_from(option.choices)
    if isinstance(option.default, bool):
        return st.booleans()
    low = option.minimum if option.minimum is not None else int(option.default)
    high = low + WIDEST
    return st.integers(low, high if option.maximum is None else option.maximum)


@st.composite
def games(draw: st.DrawFn, ids: st.SearchStrategy[str] | None = None) -> Game:
    """Draw a game with options; values that don't go together are left out."""
    name = draw(ids if ids is not None else st.sampled_from(GAME_IDS))
    game = load_game(name)
    chosen: dict[str, Any] = {}
    for option in rules_of(name).OPTIONS:
        if draw(st.booleans()):
            value = draw(values(option))
            try:
                game = load_game(name, **{**chosen, option.name: value})
            except OptionError:
                continue
            chosen[option.name] = value
    return game


@st.composite
def parameters(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    """Draw some of the parameters of a deal of `game`."""
    return {
        option.name: draw(values(option))
        for option in game.rules.PARAMETERS
        if draw(st.booleans())
    }


def random_line(position: Position, seed: int) -> list[Position]:
    """Return `position` and those after it as random actions lead to the end."""
    rng = random.Random(seed)
    line = [position]
    while not position.is_terminal():
        position = position.play(rng.choice(position.legal_actions()))
        line.append(position)
    return line


@st.composite
def deals(draw: st.DrawFn, ids: st.SearchStrategy[str] | None = None) -> list[Position]:
    """Draw all positions of a random deal, from the first to the end."""
    game = draw(games(ids))
    given = draw(parameters(game))
    seed = draw(SEEDS)
    return random_line(game.new_position(seed=seed, **given), seed)


@st.composite
def positions(
    draw: st.DrawFn, ids: st.SearchStrategy[str] | None = None, *, ended: bool = False
) -> Position:
    """Draw a position of a random deal; with `ended` always the end of one."""
    line = draw(deals(ids))
    return line[-1] if ended else draw(st.sampled_from(line))


@st.composite
def set_ups(draw: st.DrawFn, ids: st.SearchStrategy[str] | None = None) -> Position:
    """Draw a position some actions after a set-up, one that every seat recognises.

    A finished deal is no set-up to play on from; and one with a question that others
    are not to notice (Lupfen's swap) looks to them like one further on.
    """
    start = draw(positions(ids))
    player = start.current_player()
    assume(not start.is_terminal())
    for seat in range(start.game.num_players):
        assume(start.knowledge(seat).current_player() == player)
    position = start.game.new_position(setup=start.describe(), **start.parameters)
    return draw(st.sampled_from(random_line(position, draw(SEEDS))))


def situations(
    ids: st.SearchStrategy[str] | None = None,
) -> st.SearchStrategy[Position]:
    """Return the strategy of positions with and without the history of their deal."""
    return positions(ids) | set_ups(ids)

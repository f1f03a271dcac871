"""The front door: what each action is worth here, and which is best.

>>> from engine import load_game
>>> position = load_game("kuhn").new_position(deck=["Q", "K", "J"])
>>> solve(position).best  # with open cards the queen can't win against the king
['pass']
>>> hint(position).actions["bet"].value  # the king is as likely as the jack
Fraction(-1, 2)
"""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import UnsupportedError
from engine.position import Position
from engine.worlds import Knowledge
from solver.limits import Limit, Stop
from solver.result import Answer

HINT_LIMIT = Limit(seconds=1.0)


def analyse(
    situation: Position | Knowledge,
    *,
    open_cards: bool,
    limit: Limit | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[Answer], bool | None] | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Return the value of every action of the seat to act.

    Parameters
    ----------
    situation : Position or Knowledge
        A position, or what one seat knows of one. Of a position nothing is used that
        the seat to act can't see, unless `open_cards`.
    open_cards : bool
        Whether everybody sees everything, the order of the talon too; needs a Position.
    limit : Limit, optional
        By default none with open cards and one second otherwise. Without any, a search
        goes on until it is done or stopped; where worlds are too many to visit each,
        that is never.
    seed : int, optional
        Of the samples of worlds, any integer; only its low 64 bits count.
    threads : int, optional
        By default one a core. Does not change the answer.
    progress : callable, optional
        Called about ten times a second with the answer so far; the search stops if it
        returns True.
    stop : Stop, optional
        Stops the search from another thread.

    Returns
    -------
    Answer
        `complete` is False if a limit, `stop`, `progress` or Ctrl-C ended the search;
        what it holds is right all the same: values of actions that were finished,
        bounds of others, or means of the samples so far. At the end of a deal and at a
        chance node there are no actions, only `returns`.

    Raises
    ------
    UnsupportedError
        If cards are to be open and only one seat's knowledge is given; if cards are
        hidden and it isn't the seat's turn, or its worlds can't be counted, or a chance
        node lies ahead.
    IllegalStateError
        If what the seat saw contradicts itself.
    OptionError
        If `threads` or `seed` is no integer in its range.

    Notes
    -----
    A time limit counts from when the game's kernels are compiled or loaded.
    """
    if open_cards:
        if not isinstance(situation, Position):
            raise UnsupportedError(
                "to solve with open cards all cards must be known: this is what seat "
                f"{situation.seat} knows"
            )
        from solver.open_cards import solve_open

        return solve_open(situation, limit or Limit(), threads, progress, stop)
    from solver.hidden_cards import hint_hidden, whose_turn

    if isinstance(situation, Position):
        player = situation.current_player()
        if player < 0:
            raise UnsupportedError(f"no hint: {whose_turn(player)}")
        situation = situation.knowledge(player)
    return hint_hidden(situation, limit or HINT_LIMIT, seed, threads, progress, stop)


def solve(
    position: Position,
    *,
    limit: Limit | None = None,
    threads: int | None = None,
    progress: Callable[[Answer], bool | None] | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Return the exact value of every action when all cards are open to all.

    Two sides: minimax; more: max^n. As `analyse` with `open_cards`, which see.
    """
    return analyse(
        position,
        open_cards=True,
        limit=limit,
        threads=threads,
        progress=progress,
        stop=stop,
    )


def hint(
    situation: Position | Knowledge,
    *,
    limit: Limit | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[Answer], bool | None] | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Return what each action is worth to the seat to act, from what it knows.

    Equal information, seed and number of samples give equal answers. As `analyse`
    without `open_cards`, which see.
    """
    return analyse(
        situation,
        open_cards=False,
        limit=limit,
        seed=seed,
        threads=threads,
        progress=progress,
        stop=stop,
    )


__all__ = ["analyse", "hint", "solve"]

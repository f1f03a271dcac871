"""From what a seat saw to a full state that it could have seen it in.

A seat's knowledge is kept as the deal it saw and what it observed since. To get from
there to a state, the observations are followed one by one in a full state, in which the
cards that the seat can't see are filled in somehow. Where the next observation is
impossible, because the other seat doesn't hold the card that it is seen to play, say,
another world is put in the state's place: one that the seat can't tell from it. The
games describe these worlds (`engine.worlds`), so nothing here knows any game.

Not every world will do, but a fitting one is near: if the other seat could play ZU
where it is seen to play PK, exchange ZU and PK in the world. So cards are exchanged
until the observation is possible, by what distinguishes it from what is possible now;
at random where that doesn't help.

Only an event that leaves no trace can make a world useless later on: Lupfen's question
whether to swap, which passes the others by, for one. Then the search goes back some
events and looks for a world in which they and the next observation are possible.

The search is bounded and its random numbers are fixed: the same text gives the same
answer.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import Game
from engine.notation.world_lists import Rng, World, choose, shuffle_list
from engine.position import Position
from engine.protocol import apply, place, unseen
from engine.rng import STREAM_SEARCH, below, new_rng
from engine.worlds import legal_by_text
from engine.worlds.draw import draw_world
from engine.worlds.model import MODEL, new_table, plan

Block = tuple[str, ...]  # what a seat sees of one action

MAX_STARTS = 300  # fillings of the first position
MAX_STEPS = 200  # worlds tried for an observation that is impossible at first
MAX_BACK = 3  # events to go back, with half as many worlds each time
PATIENCE = 12  # worlds in a row that are no better, before a fresh one is drawn
FAR = 16  # more cards than ever distinguish two observations
SHOWN = 6  # alternatives named in an error

_PIECE = re.compile(r"[A-Za-z0-9]+|[^A-Za-z0-9]+")


class NoCompletionError(Exception):
    """No state was found in which the seat could have seen it all.

    Parameters
    ----------
    tokens : tuple of str
        What the seat is said to have seen.
    index : int
        Number of the first of them that can't be; their number if one is missing.
    expected : set of str
        What could have been seen there instead; empty if the deal was over.
    """

    def __init__(self, tokens: Block, index: int, expected: set[str]) -> None:
        token = "".join(tokens[index : index + 1])
        action = token.partition(">")[0]
        # What the seat would have drawn tells nothing if it couldn't act like this.
        others = {
            other if other.startswith(f"{action}>") else other.partition(">")[0]
            for other in expected
        }

        def unlikeness(other: str) -> tuple[int, int, str]:
            same = itertools.takewhile(
                lambda pair: pair[0] == pair[1], zip(token, other, strict=False)
            )
            return -len(list(same)), len(other), other

        found = f"{token!r} is not possible here" if token else "it ends early"
        some = " or ".join(sorted(others, key=unlikeness)[:SHOWN])
        more = " or others" if len(others) > SHOWN else ""
        expectation = f"expected {some}{more}" if some else "the deal is over by then"
        super().__init__(f"{found}: {expectation}")
        self.index = index


def complete(
    draw: Callable[[Rng], Position], seat: int, observed: Sequence[str]
) -> tuple[Position, Any]:
    """Return a first position, and a state after all that `seat` observed.

    Parameters
    ----------
    draw : callable
        Returns a first position that looks to `seat` as it should, with the hidden
        cards at random; raises IllegalStateError where they don't fit the rules.
    seat : int
    observed : sequence of str
        What the seat saw, the deal's own observations included.

    Returns
    -------
    first : Position
    state : record array, shape (1,)
        A state that the seat can't tell from the true one.

    Raises
    ------
    NoCompletionError
        If there is none, as far as the search can tell.
    IllegalStateError
        If no filling of the first position was right.
    """
    rng = new_rng(0, STREAM_SEARCH)
    tokens = tuple(observed)
    first = _start(draw, seat, tokens, rng)
    search = _Search(first.game, seat, tokens, rng)
    state = search.run(first.state, len(first.observations(seat)))
    return first, state


def _start(
    draw: Callable[[Rng], Position], seat: int, tokens: Block, rng: Rng
) -> Position:
    """Return a first position whose own observations are the first of `tokens`."""
    expected: set[str] = set()
    for _ in range(MAX_STARTS):
        first = draw(rng)
        seen = first.observations(seat)
        if seen == tokens[: len(seen)]:
            return first
        expected.add(" ".join(seen))
    raise NoCompletionError(tokens, 0, expected)


@dataclass
class _Stuck:
    """Where following the observations came to a halt.

    Attributes
    ----------
    index : int
        Number of the first observation that was not reached.
    offers : list of Block
        What the seat would have seen of each action there instead.
    """

    index: int
    offers: list[Block]


class _Search:
    """Follows what one seat observed; the steps are described at the top."""

    def __init__(self, game: Game, seat: int, tokens: Block, rng: Rng) -> None:
        self.game = game
        self.rules = game.rules
        self.seat = seat
        self.tokens = tokens
        self.rng = rng
        self.numbers = {text: card for card, text in enumerate(game.pack.cards())}

    def run(self, state: Any, index: int) -> Any:
        """Return a state after all observations, from one after the first `index`."""
        trail = [(state, index)]
        while (stuck := self.follow(trail)) is not None:
            expected = self.alternatives(stuck)
            steps = MAX_STEPS
            while True:
                better = self.other_world(*trail.pop(), stuck.index, steps, expected)
                if better is not None:
                    trail += better
                    break
                steps //= 2
                if not trail or steps < MAX_STEPS >> MAX_BACK:
                    at = max(expected, default=stuck.index)
                    raise NoCompletionError(self.tokens, at, expected.get(at, set()))
        return trail[-1][0]

    # --- following

    def follow(self, trail: list[tuple[Any, int]]) -> _Stuck | None:
        """Lengthen `trail` by each event that can be as it was observed. In place.

        A trail is a list of states and how much was observed by then. Returns None if
        all was observed in the end.
        """
        while trail[-1][1] < len(self.tokens):
            state, index = trail[-1]
            after, size, offers = self.event(state, index)
            if after is None:
                return _Stuck(index, offers)
            trail.append((after, index + size))
        return None

    def event(self, state: Any, index: int) -> tuple[Any, int, list[Block]]:
        """Find actions of which the next observations may be what the seat saw.

        Returns
        -------
        after : record array or None
            The state after them, None if there are none.
        size : int
            How many observations they explain.
        offers : list of Block
            What could have been seen instead, if there are none.
        """
        rules = self.rules
        offers: list[Block] = []
        silent: list[Any] = []
        for action in self.candidates(state, self.tokens[index]):
            after = state.copy()
            apply[rules](after[0], action)
            block = tuple(rules.observe(state[0], action, after[0], self.seat))
            if not block:
                silent.append(after)
            elif block == self.tokens[index : index + len(block)]:
                return after, len(block), []
            else:
                offers.append(block)
        for after in silent:
            later, size, more = self.event(after, index)
            if later is not None:
                return later, size, []
            offers += more
        return None, 0, offers

    def candidates(self, state: Any, token: str) -> list[int]:
        """Return the legal action that `token` names, or all if it names none of them.

        All are in random order, so that a hidden choice isn't always the same.
        """
        legal = legal_by_text(self.rules, state[0])
        named = legal.get(token.partition(">")[0])
        if named is not None:
            return [named]
        actions = list(legal.values())
        shuffle_list(self.rng, actions)
        return actions

    # --- another world

    def other_world(
        self,
        state: Any,
        index: int,
        goal: int,
        steps: int,
        expected: dict[int, set[str]],
    ) -> list[tuple[Any, int]] | None:
        """Return a trail from a world of `state` past observation `goal`, or None.

        Adds to `expected` what could have been seen at `goal` in the worlds tried.
        """
        model = np.zeros(1, MODEL).view(np.recarray)[0]
        unseen[self.rules](state[0], self.seat, model)
        states = int(plan(model))
        table = new_table(model, max(states, 1))
        if states < 1 or not table[-1].any():
            return None  # a set-up that its game can't make worlds of
        world: World | None = None
        stuck = _Stuck(index, [])
        best, waited = -FAR, 0
        for _ in range(steps):
            if world is None or waited > PATIENCE:
                draw_world(model, table, self.rng)
                trial, best, waited = World(model), -FAR, 0
            else:
                trial = world.copy()
                self.mend(trial, stuck)
                trial.write()
            begun = state.copy()
            place[self.rules](begun[0], self.seat, model)
            trail = [(begun, index)]
            halt = self.follow(trail)
            if halt is None or halt.index > goal:
                return trail
            if halt.index == goal:
                for at, seen in self.alternatives(halt).items():
                    expected.setdefault(at, set()).update(seen)
            score = self.score(halt)
            waited = 0 if score > best else waited + 1
            if score >= best:
                world, best, stuck = trial, score, halt
        return None

    def alternatives(self, stuck: _Stuck) -> dict[int, set[str]]:
        """Return what could have been seen instead, by number of the observation."""
        found: dict[int, set[str]] = {}
        for offer in stuck.offers:
            at = 0
            while offer[at : at + 1] == self.tokens[stuck.index + at :][:1]:
                at += 1
            found.setdefault(stuck.index + at, set()).add(offer[at])
        return found

    def score(self, stuck: _Stuck) -> int:
        """Return how good a world is that led to `stuck`: how far, and how near."""
        distances = [len(pairs) for pairs in self.near(stuck)]
        return FAR * stuck.index - min(distances, default=FAR - 1)

    def near(self, stuck: _Stuck) -> list[list[tuple[str, str]]]:
        """Return for each offer how it differs from what was seen, if only in cards.

        The difference is a list of pairs: a card of the offer, and the one seen.
        """
        found = []
        for offer in stuck.offers:
            pairs: list[tuple[str, str]] = []
            for token, seen in zip(offer, self.tokens[stuck.index :], strict=False):
                words, others = self.split(token), self.split(seen)
                if words[0] != others[0]:
                    break
                pairs += self.difference(words[1], others[1])
            else:
                found.append(pairs)
        return found

    def difference(self, got: list[str], want: list[str]) -> list[tuple[str, str]]:
        """Pair the cards in which two lists differ: as sets, or as lists if not so."""
        pairs = zip(
            [card for card in got if card not in want],
            [card for card in want if card not in got],
            strict=False,
        )
        return list(pairs) or [
            pair for pair in zip(got, want, strict=False) if pair[0] != pair[1]
        ]

    def split(self, token: str) -> tuple[str, list[str]]:
        """Return an observation without its cards, and the cards."""
        pieces = _PIECE.findall(token)
        shape = "".join("*" if piece in self.numbers else piece for piece in pieces)
        return shape, [piece for piece in pieces if piece in self.numbers]

    def mend(self, world: World, stuck: _Stuck) -> None:
        """Exchange cards so that what was seen may become possible. In place."""
        near = [pairs for pairs in self.near(stuck) if pairs]
        changed = False
        if near and below(self.rng, 8):
            smallest = min(map(len, near))
            near = [pairs for pairs in near if len(pairs) == smallest]
            for texts in choose(self.rng, near):
                got, want = (self.numbers[text] for text in texts)
                changed |= world.bring(want, got, self.rng)
        elif below(self.rng, 4):
            cards = self.split(self.tokens[stuck.index])[1]
            changed = world.gather([self.numbers[text] for text in cards], self.rng)
        if not changed:
            world.exchange_any(self.rng)

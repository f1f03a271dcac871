"""A deal at the terminal: a person on one seat, the machine on the others.

The machine chooses by `hint` from what its seat knows; nothing of the other hands is
used. What the person is shown is what their seat sees: `Position.observations`.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine import (
    IllegalStateError,
    Knowledge,
    MalacError,
    NotationError,
    OptionError,
    Position,
)
from engine.notation import load_json
from engine.notation.records import from_record, write_records
from engine.options import Value
from engine.protocol import CHANCE
from service.output import INTERRUPTED
from service.reading import first_position
from service.searching import CompileNotice, restored_interrupts, search
from service.talking import JsonTalk, Talk, TextTalk
from solver import Answer, Limit, hint

COMMANDS = ("hint", "show", "undo", "help", "quit")
QUIT, UNDO = "quit", "undo"
SEED_BITS = (1 << 64) - 1  # numpy takes no negative seed


class InterruptedPlay(Exception):
    """Ctrl-C while the machine was thinking."""


@dataclass
class Deal:
    """A deal that is being played.

    Parameters
    ----------
    start : Position
    seat : int
        The person's.
    talk : Talk
        How the person is spoken with.
    think : callable
        The machine: from what a seat knows to an answer, and whether Ctrl-C cut the
        search short.
    rng : numpy Generator
        Of chance nodes.
    """

    start: Position
    seat: int
    talk: Talk
    think: Callable[[Knowledge], tuple[Answer, bool]]
    rng: np.random.Generator
    history: list[Position] = field(default_factory=list)

    @property
    def position(self) -> Position:
        """Return the position at hand."""
        return self.history[-1]

    def run(self) -> Position | None:
        """Play to the end and return it; None if the person stops before."""
        self.history = [self.start]
        self.talk.begin(self.start.knowledge(self.seat))
        while not self.position.is_terminal():
            player = self.position.current_player()
            if player == self.seat:
                action = self.persons_action()
                if action == QUIT:
                    self.talk.leave()
                    return None
                if action == UNDO:
                    self.undo()
                    continue
            elif player == CHANCE:
                action = self.position.sample_chance(self.rng)
            else:
                action = self.machines_action(player)
            self.play(player, action)
        self.talk.finish(self.position, self.seat)
        return self.position

    def play(self, player: int, action: str) -> None:
        """Play an action and tell the person what they see of it."""
        seen = len(self.position.observations(self.seat))
        self.history.append(self.position.play(action))
        new = list(self.position.observations(self.seat)[seen:])
        # Of their own action the person is told what it brought, if anything.
        if player == self.seat and new[:1] == [action]:
            del new[0]
        if new:
            self.talk.tell(player, new)

    def machines_action(self, player: int) -> str:
        """Return what the machine plays."""
        legal = self.position.legal_actions()
        if len(legal) == 1:
            return legal[0]
        answer, interrupted = self.think(self.position.knowledge(player))
        if interrupted:
            raise InterruptedPlay
        return answer.best[0] if answer.best else legal[0]

    def persons_action(self) -> str:
        """Return the action that the person chooses, QUIT or UNDO."""
        legal = self.position.legal_actions()
        knowledge = self.position.knowledge(self.seat)
        self.talk.turn(knowledge)
        while True:
            text = self.talk.ask(len(legal))
            if text is None or text.lower() in ("quit", "q", "exit"):
                return QUIT
            word = text.lower()
            if word in ("hint", "h"):
                with restored_interrupts():
                    self.talk.hint(*self.think(knowledge))
            elif word in ("show", "s"):
                self.talk.show(knowledge)
            elif word in ("help", "?"):
                self.talk.help()
            elif word in ("undo", "u"):
                if any(p.current_player() == self.seat for p in self.history[:-1]):
                    return UNDO
                self.talk.complain("there is nothing to take back")
            elif text:
                found = find_action(text, legal)
                if found is not None:
                    return found
                self.talk.complain(
                    f"{text!r} is not legal here: expected one of {', '.join(legal)}, "
                    f"or a number from 1 to {len(legal)}, or {', '.join(COMMANDS)}"
                )

    def undo(self) -> None:
        """Go back to the person's last decision before this one."""
        self.history.pop()
        while self.position.current_player() != self.seat:
            self.history.pop()
        self.talk.undone()


def find_action(text: str, legal: list[str]) -> str | None:
    """Return the legal action that a person means, None if that isn't clear.

    >>> find_action("2", ["play:M7", "play:MK"])
    'play:MK'
    >>> find_action("m7", ["play:M7", "play:MK"])
    'play:M7'
    """
    if text in legal:
        return text
    if text.isdecimal() and 1 <= int(text) <= len(legal):
        return legal[int(text) - 1]
    meant = text.lower().replace(" ", "")
    for candidates in (
        [action for action in legal if action.lower() == meant],
        [action for action in legal if action.partition(":")[2].lower() == meant],
    ):
        if len(candidates) == 1:
            return candidates[0]
    return None


def check_record_file(path: Path) -> None:
    """Check that a record can be added to a file, before a deal is played for it.

    Raises
    ------
    IllegalStateError
        If the file can't be written.
    NotationError
        If it ends in anything but a record.
    """
    if not path.absolute().parent.is_dir():
        raise IllegalStateError(f"record: there is no folder {path.parent}")
    if not path.exists():
        if not os.access(path.absolute().parent, os.W_OK | os.X_OK):
            raise IllegalStateError(
                f"record {path}: the folder {path.absolute().parent} is not writable"
            )
        return
    if not path.is_file():
        return  # a device or a pipe: reading it would wait or take what isn't ours
    try:
        with open(path, "r+b") as file:
            lines = file.readlines()
    except OSError as error:
        raise IllegalStateError(f"record {path}: {error.strerror}") from None
    if not lines:
        return
    try:
        if not lines[-1].endswith(b"\n"):
            raise NotationError("no line end")
        from_record(load_json(lines[-1].decode()))
    except (MalacError, UnicodeDecodeError):
        raise NotationError(
            f"record {path}: the last line is no record of a deal; expected a file of "
            "records, or a new one"
        ) from None


def play(
    game: str,
    values: Mapping[str, Value],
    *,
    seat: int,
    seed: int | None,
    limit: Limit,
    threads: int | None,
    record: Path | None,
    as_json: bool,
) -> int:
    """Play one deal and return the exit status.

    Parameters
    ----------
    game : str
        Id of the game.
    values : mapping
        Options and parameters.
    seat : int
        The person's.
    seed : int or None
        Of the deal; None draws one.
    limit : Limit
        Of each of the machine's searches and each hint.
    threads : int or None
        Of each search.
    record : Path or None
        Where the finished deal is added.
    as_json : bool
        Speak JSON instead of text.

    Raises
    ------
    OptionError
        If there is no such seat.
    IllegalStateError
        If the record can't be written.
    NotationError
        If the file of the records holds something else.
    """
    if record is not None:
        check_record_file(record)
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    with CompileNotice(game) as notice:
        start = first_position(game, values, seed)
        if seat >= start.game.num_players:
            raise OptionError(
                f"seat {seat}: expected 0 to {start.game.num_players - 1} of {game}"
            )

        def think(knowledge: Knowledge) -> tuple[Answer, bool]:
            found = search(
                lambda stop: hint(
                    knowledge, limit=limit, seed=seed, threads=threads, stop=stop
                )
            )
            notice.finish()
            return found

        talk: Talk = JsonTalk(seed) if as_json else TextTalk(seed)
        rng = np.random.default_rng(seed & SEED_BITS)
        with restored_interrupts():
            try:
                end = Deal(start, seat, talk, think, rng).run()
            except (KeyboardInterrupt, InterruptedPlay):
                talk.leave()
                return INTERRUPTED
    if end is not None and record is not None:
        try:
            write_records(record, [end], append=True)
        except OSError as error:
            raise IllegalStateError(f"record {record}: {error.strerror}") from None
        talk.recorded(record)
    return 0

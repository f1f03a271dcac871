"""How a deal is told to the person who plays: as text, or as JSON, one event a line.

`docs/json.md` lists the events.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from engine import notation
from service import answers, display
from service.drawing import action_text
from service.output import print_json
from solver.result import json_number

if TYPE_CHECKING:
    from engine import Knowledge, Position
    from solver import Answer

HELP = """\
Type an action as it is listed, its number, or just its cards (m7).
  hint   what each action is worth to you, from what you know
  show   what you know
  undo   take back your last action
  quit   stop"""


class Talk(ABC):
    """What is said in the course of a deal, and what is asked."""

    @abstractmethod
    def begin(self, knowledge: Knowledge) -> None:
        """Say what is played, and show the first cards."""

    @abstractmethod
    def tell(self, player: int, seen: Sequence[str]) -> None:
        """Say what was seen after `player` acted (-1: chance)."""

    @abstractmethod
    def turn(self, knowledge: Knowledge) -> None:
        """Say that it is the person's turn, and what is legal."""

    @abstractmethod
    def ask(self, num_actions: int) -> str | None:
        """Return what the person types, without spaces around; None at the end."""

    @abstractmethod
    def hint(self, answer: Answer, interrupted: bool) -> None:
        """Show a hint, and whether Ctrl-C cut it short."""

    @abstractmethod
    def show(self, knowledge: Knowledge) -> None:
        """Show what the person knows."""

    @abstractmethod
    def help(self) -> None:
        """Say what may be typed."""

    @abstractmethod
    def complain(self, text: str) -> None:
        """Say what is wrong with what was typed."""

    @abstractmethod
    def undone(self) -> None:
        """Say that an action was taken back."""

    @abstractmethod
    def finish(self, position: Position, seat: int) -> None:
        """Show the end of the deal."""

    @abstractmethod
    def leave(self) -> None:
        """Say that the deal stays unfinished."""

    @abstractmethod
    def recorded(self, path: Path) -> None:
        """Say where the record was added."""


class TextTalk(Talk):
    """Text for people.

    Parameters
    ----------
    seed : int
        Of the deal.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._console = display.new_console()
        self._seat = 0
        self._pack: Any = None

    def begin(self, knowledge: Knowledge) -> None:
        """Print the title, the rules and what the letters mean."""
        self._seat, self._pack = knowledge.seat, knowledge.game.pack
        console = self._console
        title = f"deal of seed {self._seed} · you are seat {self._seat}"
        display.print_title(console, knowledge, title)
        display.print_rules(console, knowledge)
        display.print_legend(console, self._pack)
        console.print(Text("help tells what can be typed", "dim"))

    def tell(self, player: int, seen: Sequence[str]) -> None:
        """Print what was seen, with who did it."""
        who = "you" if player == self._seat else f"seat {player}"
        # What comes after the first is no act of this player: skipped turns, cards won.
        text = action_text(self._pack, ", then ".join(seen))
        self._console.print(
            Text(f"{who}: " if player >= 0 else "chance: ").append(text)
        )

    def turn(self, knowledge: Knowledge) -> None:
        """Print what the person sees, and the actions with their numbers."""
        self._console.print()
        display.print_fields(self._console, knowledge)
        choices = Text()
        for number, action in enumerate(knowledge.legal_actions(), 1):
            choices.append(f"{number}\u00a0", "dim")
            choices.append(action_text(self._pack, action)).append("   ")
        choices.rstrip()
        self._console.print(choices)

    def ask(self, num_actions: int) -> str | None:
        """Prompt; echo what is read where no terminal does."""
        prompt = f"seat {self._seat}, 1-{num_actions} or help: "
        if sys.stdin.isatty():
            import readline  # noqa: F401 - editing of what is typed
        try:
            text = input(prompt).strip()
        except EOFError:
            click.echo()
            return None
        if not sys.stdin.isatty():
            click.echo(text)
        return text

    def hint(self, answer: Answer, interrupted: bool) -> None:
        """Print the table of actions."""
        answers.print_values(self._console, answer, numbers=True)
        if interrupted:
            answers.print_interrupted(self._console, answer)
        self._console.print(Text(answers.provenance(answer)[0], "dim"))

    def show(self, knowledge: Knowledge) -> None:
        """Print the line of notation and the cards."""
        display.print_situation(self._console, knowledge, "what you know")
        display.print_legend(self._console, self._pack)

    def help(self) -> None:
        """Print the commands."""
        self._console.print(HELP)

    def complain(self, text: str) -> None:
        """Print the complaint."""
        self._console.print(Text(text))

    def undone(self) -> None:
        """Print that an action was taken back."""
        self._console.print("taken back")

    def finish(self, position: Position, seat: int) -> None:
        """Print the payoffs, and the deal as a line of notation."""
        console = self._console
        console.print()
        console.print("[bold]The deal is over[/]")
        unit = position.game.rules.INFO.unit
        for player, payoff in enumerate(position.returns()):
            who = "you" if player == seat else f"seat {player}"
            console.print(f"  {who:8} {answers.signed(payoff)} {unit}")
        display.print_line(console, notation.format(position))

    def leave(self) -> None:
        """Print that the deal stays unfinished."""
        click.echo("\nThe deal stays unfinished.")

    def recorded(self, path: Path) -> None:
        """Print the name of the file."""
        click.echo(f"recorded in {path}")


class JsonTalk(Talk):
    """JSON for programs: an event a line on standard output, answers on standard input.

    Parameters
    ----------
    seed : int
        Of the deal.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def _say(self, event: str, **members: object) -> None:
        print_json({"event": event, **members})

    def begin(self, knowledge: Knowledge) -> None:
        """Print event `begin`."""
        self._say(
            "begin",
            game=knowledge.game.name,
            options=knowledge.game.options,
            parameters=knowledge.parameters,
            players=knowledge.game.num_players,
            seat=knowledge.seat,
            seed=self._seed,
            position=notation.format(knowledge),
        )

    def tell(self, player: int, seen: Sequence[str]) -> None:
        """Print event `seen`."""
        self._say("seen", player=player, observed=list(seen))

    def turn(self, knowledge: Knowledge) -> None:
        """Print event `turn`."""
        legal = knowledge.legal_actions()
        self._say("turn", position=notation.format(knowledge), legal=legal)

    def ask(self, num_actions: int) -> str | None:
        """Read a line, without a prompt."""
        line = sys.stdin.readline()
        return line.strip() if line else None

    def hint(self, answer: Answer, interrupted: bool) -> None:
        """Print event `hint`; the answer says that it is not complete."""
        self._say("hint", answer=answer.to_json())

    def show(self, knowledge: Knowledge) -> None:
        """Print event `show`."""
        line = notation.format(knowledge)
        self._say("show", position=line, fields=knowledge.describe())

    def help(self) -> None:
        """Print event `help`."""
        self._say("help", text=HELP)

    def complain(self, text: str) -> None:
        """Print event `error`."""
        self._say("error", error=text)

    def undone(self) -> None:
        """Print event `undo`."""
        self._say("undo")

    def finish(self, position: Position, seat: int) -> None:
        """Print event `end`."""
        payoffs = [json_number(payoff) for payoff in position.returns()]
        self._say("end", returns=payoffs, position=notation.format(position))

    def leave(self) -> None:
        """Print event `quit`."""
        self._say("quit")

    def recorded(self, path: Path) -> None:
        """Print event `recorded`."""
        self._say("recorded", path=str(path))

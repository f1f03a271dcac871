"""A game at the terminal. With `--json` every event is a line with these members.

==========  ====================================================================
`event`     members
==========  ====================================================================
`begin`     `game options parameters players seat seed position`
`seen`      `player` (-1: chance), `observed`: what the person's seat saw
`turn`      `position`: what the seat knows, `legal`: its actions
`hint`      `answer`: as `malac hint --json`
`show`      `position`, `fields`: the state as the seat sees it
`help`      `text`
`undo`      (none)
`error`     `error`: what is wrong with what was typed
`end`       `returns`, `position`: all cards
`recorded`  `path`
`quit`      (none): the deal stays unfinished
==========  ====================================================================
"""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from engine import Knowledge, Position, load_game, notation
from engine.games import REGISTRY
from engine.notation.records import read_records
from service import playing
from service.playing import find_action
from solver import ActionValue, Answer, Limit, hint
from tests.disguise import named_cards
from tests.service.running import json_lines, malac

MEMBERS = {
    "begin": ["game", "options", "parameters", "players", "seat", "seed", "position"],
    "seen": ["player", "observed"],
    "turn": ["position", "legal"],
    "hint": ["answer"],
    "show": ["position", "fields"],
    "help": ["text"],
    "undo": [],
    "error": ["error"],
    "end": ["returns", "position"],
    "recorded": ["path"],
    "quit": [],
}
QUICK = ("--samples", "4", "--threads", "1")
FIRST = "1\n" * 40  # always the first legal action


def play(name: str, stdin: str, *arguments: str) -> list[dict[str, Any]]:
    """Return the events of a game that is played by `stdin`."""
    events = json_lines("play", name, *QUICK, *arguments, "--json", stdin=stdin)
    for event in events:
        kind, *members = event
        assert kind == "event"
        assert members == MEMBERS[event["event"]]
    return events


def kinds(events: list[dict[str, Any]]) -> list[object]:
    return [event["event"] for event in events]


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_a_deal_is_played_to_its_end_and_recorded(name: str, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    events = play(name, FIRST, "--seed", "5", "--record", str(path))
    assert kinds(events)[0] == "begin"
    assert kinds(events)[-2:] == ["end", "recorded"]
    (end,) = read_records(path)
    assert end.deck == load_game(name).new_position(seed=5).deck
    assert events[-2]["position"] == notation.format(end)
    assert events[-2]["returns"] == end.returns()
    play(name, FIRST, "--seed", "5", "--record", str(path))
    assert len(list(read_records(path))) == 2


@pytest.mark.parametrize("name", sorted(REGISTRY))
@pytest.mark.parametrize("seat", [0, 1])
def test_the_others_cards_stay_hidden_until_the_end(
    name: str, seat: int, tmp_path: Path
) -> None:
    path = tmp_path / "records.jsonl"
    typed = "show\nhint\n" + FIRST
    arguments = ("--seat", str(seat), "--seed", "8", "--record", str(path), *QUICK)
    text = malac("play", name, *arguments, stdin=typed).stdout
    (end,) = read_records(path)
    before, _, _ = text.partition("The deal is over")
    words = set(re.findall(r"\w+", before)) & set(end.game.pack.cards())
    assert words <= named_cards(end, seat)
    assert words >= set(end.visible_deal(seat)["hands"][seat])


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_each_turn_tells_exactly_what_the_seat_knows(name: str, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    events = play(name, FIRST, "--seed", "6", "--seat", "1", "--record", str(path))
    (end,) = read_records(path)
    position = end.game.new_position(seed=6)
    turns = []
    for action in end.actions:
        if position.current_player() == 1:
            turns.append(
                {
                    "event": "turn",
                    "position": notation.format(position.knowledge(1)),
                    "legal": position.legal_actions(),
                }
            )
        position = position.play(action)
    assert [event for event in events if event["event"] == "turn"] == turns


def test_the_machine_is_asked_with_its_own_knowledge_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Knowledge] = []

    def made_up(knowledge: Knowledge, **_: object) -> Answer:
        asked.append(knowledge)
        best = knowledge.legal_actions()[-1]
        actions = {text: ActionValue(0) for text in knowledge.legal_actions()}
        seat = knowledge.seat
        return Answer(knowledge, seat, "made up", actions, [best], None, False, True)

    monkeypatch.setattr(playing, "hint", made_up)
    events = play("kuhn", "bet\n", "--seed", "1")
    assert [type(knowledge) for knowledge in asked] == [Knowledge]
    assert asked[0] == load_game("kuhn").new_position(seed=1).play("bet").knowledge(1)
    # Of the two actions it takes the one that the answer calls best.
    assert {"event": "seen", "player": 1, "observed": ["bet"]} in events


def test_hints_are_those_of_the_command() -> None:
    events = play("ekarte", "hint\n", "--seed", "3")
    (found,) = [event for event in events if event["event"] == "hint"]
    position = load_game("ekarte").new_position(seed=3)
    answer = hint(position, limit=Limit(samples=4), seed=3)
    assert found["answer"]["actions"] == answer.to_json()["actions"]


def test_ctrl_c_cuts_a_hint_short_and_the_deal_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def pressed(knowledge: Knowledge, **arguments: Any) -> Answer:
        os.kill(os.getpid(), signal.SIGINT)
        return hint(knowledge, **arguments)

    monkeypatch.setattr(playing, "hint", pressed)
    arguments = ("play", "ekarte", "--seed", "3", "--limit", "none")
    text = malac(*arguments, stdin="hint\nshow\nquit\n").stdout
    assert "incomplete: stopped by Ctrl-C; no world was searched until then" in text
    assert "to repeat it" not in text
    assert "what you know" in text
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("held", [b"text\n", b"{}\n", b'{"game": "kuhn"', b"\xff\n"])
def test_a_file_of_something_else_is_no_file_of_records(
    held: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(held)
    result = malac("play", "kuhn", "--record", str(path), stdin="", status=2)
    assert "no record" in result.stderr
    assert result.stdout == ""  # told before the deal
    assert path.read_bytes() == held


def test_records_are_added_and_are_no_positions(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    for seed in "12":
        malac("play", "kuhn", "--seed", seed, "--record", str(path), stdin=FIRST)
    assert len(list(read_records(path))) == 2
    for typed in (path.read_text().splitlines()[0], str(path)):
        assert "record" in malac("solve", "kuhn", typed, status=2).stderr


def test_show_undo_and_help() -> None:
    events = play("ekarte", "show\nhelp\nundo\nplay_on\nundo\n", "--seed", "3")
    assert kinds(events) == [
        *["begin", "turn", "show", "help", "error"],  # nothing to take back yet
        *["turn", "undo", "turn", "quit"],
    ]
    turns = [event for event in events if event["event"] == "turn"]
    assert turns[0] == turns[2]
    assert turns[1] != turns[0]


def test_undo_takes_back_what_the_others_did_since() -> None:
    events = play("ekarte", "play_on\n1\nundo\n", "--seed", "3")
    turns = [event for event in events if event["event"] == "turn"]
    assert kinds(events).count("seen") >= 1
    assert turns[1] == turns[3]


def test_what_is_not_legal_is_told_and_asked_again() -> None:
    events = play("kuhn", "raise\n3\n0\n\nbet\n", "--seed", "3")
    errors = [event["error"] for event in events if event["event"] == "error"]
    assert len(errors) == 3
    assert all("pass, bet" in str(error) for error in errors)
    assert kinds(events)[-1] == "end"


@pytest.mark.parametrize("stdin", ["", "quit\n", "Q\n", "propose", "play_on\nquit\n"])
def test_the_end_of_input_ends_politely(stdin: str, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    arguments = ("--seed", "3", "--record", str(path), *QUICK)
    text = malac("play", "ekarte", *arguments, stdin=stdin).stdout
    assert text.endswith("The deal stays unfinished.\n")
    assert not path.exists()
    assert kinds(play("ekarte", stdin, "--seed", "3"))[-1] == "quit"


def test_text_of_a_deal_names_who_did_what() -> None:
    text = malac("play", "kuhn", *QUICK, "--seed", "2", "--seat", "1", stdin=FIRST)
    position = load_game("kuhn").new_position(seed=2)
    assert re.search(r"^seat 0: (pass|bet)$", text.stdout, re.MULTILINE)
    assert "you are seat 1" in text.stdout
    assert "1\u00a0pass" in text.stdout
    payoffs = re.findall(r"^  (you|seat 0) +([+-]\d)", text.stdout, re.MULTILINE)
    assert [who for who, _ in payoffs] == ["seat 0", "you"]
    last = notation.parse(text.stdout.splitlines()[-1])
    assert isinstance(last, Position)
    assert last.deck == position.deck
    assert [int(value) for _, value in payoffs] == last.returns()


def test_a_seed_is_drawn_if_none_is_given() -> None:
    seeds = {play("kuhn", "")[0]["seed"] for _ in range(5)}
    assert len(seeds) > 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("play:M7", "play:M7"),
        ("PLAY:m7", "play:M7"),
        ("m7", "play:M7"),
        ("3", "exch:M7,MK"),
        ("m7, mk", "exch:M7,MK"),
        ("4", None),
        ("mk", None),
        ("play", None),
        ("²", None),
    ],
)
def test_actions_may_be_typed_short(text: str, meant: str | None) -> None:
    legal = ["play:M7", "play:M8", "exch:M7,MK"]
    assert find_action(text, legal) == meant

"""What may be typed for a position, and what is said of bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import load_game, notation
from service.cli import main
from tests.service.running import json_lines, json_of, malac
from tests.service.test_json import without_time

# Five tricks, trump M; the values for the seat that leads are -1 with the king highest
# and +1 with the ace highest. Source: the worked example of the rules, which two
# programs written apart from this one have checked.
TRICKS = "setup phase=tricks hands=M7,MK,TX,ZA,PO/M9,MU,Z9,ZU,PK trump=M"
KUHN = "hands Q / K talon J"


def solved(*arguments: str, stdin: str | None = None) -> object:
    """Return the payoffs under best play that `malac solve` finds."""
    return json_of("solve", *arguments, "--limit", "none", stdin=stdin)["returns"]


@pytest.mark.parametrize(
    "typed",
    [
        f"ekarte | {TRICKS}",
        f"| {TRICKS}",
        TRICKS,
        f"order=ecarte | {TRICKS}",
        json.dumps(notation.to_json(notation.parse(f"ekarte | {TRICKS}"))),
    ],
)
def test_the_game_may_be_left_out_of_a_position(typed: str) -> None:
    assert solved("ekarte", typed) == [-1, 1]


def test_the_game_may_be_left_out_of_json() -> None:
    form = notation.to_json(notation.parse(f"ekarte | {TRICKS}"))
    del form["game"]
    assert solved("ekarte", json.dumps(form)) == [-1, 1]
    del form["options"]
    assert solved("ekarte", json.dumps(form), "-o", "order=traditional") == [1, -1]


def test_a_position_alone_names_its_game() -> None:
    assert solved(f"ekarte | {TRICKS}") == [-1, 1]
    form = notation.to_json(notation.parse(f"ekarte | {TRICKS}"))
    assert solved(json.dumps(form)) == [-1, 1]


@pytest.mark.parametrize("head", ["ekarte | ", "| ", "", "order=traditional | "])
def test_options_fill_in_what_the_position_leaves_out(head: str) -> None:
    assert solved("ekarte", head + TRICKS, "--option", "order=traditional") == [1, -1]


def test_parameters_of_a_deal_are_options_too() -> None:
    deal = "hands PO TX PK / MX PU TO / ZA ZX TK stack TU MO MA PA PX TA ZO MK MU ZU ZK"
    found = json_of(
        "hint", "lupfen", deal, "-o", "players=3", "-o", "pot0=6", "--samples", "1"
    )
    assert found["parameters"] == {"pot0": 6}
    assert found["options"]["players"] == 3


def test_knowledge_of_one_seat_is_a_position_for_hints() -> None:
    first = json_of("hint", "kuhn", "seat 0 | hands Q / ? talon ?")
    again = json_of("hint", "kuhn", KUHN)
    assert without_time(first) == without_time(again)


def test_a_file_holds_a_position_or_many(tmp_path: Path) -> None:
    one = tmp_path / "one.txt"
    one.write_text(f"kuhn | {KUHN}\n")
    assert solved("kuhn", str(one)) == [-1, 1]
    pretty = tmp_path / "one.json"
    form = notation.to_json(notation.parse(f"kuhn | {KUHN}"))
    pretty.write_text(json.dumps(form, indent=2))
    assert solved("kuhn", str(pretty)) == [-1, 1]
    many = tmp_path / "many.txt"
    many.write_text(f"# two of them\n{KUHN}\n\nhands K / Q talon J\n")
    lines = json_lines("solve", "kuhn", str(many))
    assert [(line["line"], line["returns"]) for line in lines] == [
        (2, [-1, 1]),
        (4, [1, -1]),
    ]


def test_standard_input_gives_a_line_of_json_each() -> None:
    deals = malac("deal", "kuhn", "--count", "6").stdout
    lines = json_lines("solve", "kuhn", "-", stdin=deals)
    assert [line["line"] for line in lines] == [1, 2, 3, 4, 5, 6]
    for line, deal in zip(lines, deals.splitlines(), strict=True):
        assert line["position"] == deal
        expected = json_of("solve", "kuhn", deal)
        assert without_time(line) == {"line": line["line"], **without_time(expected)}


def test_a_bad_line_among_many_is_told_and_the_others_answered() -> None:
    result = malac("hint", "kuhn", "-", stdin=f"{KUHN}\nhands Q / Q\n", status=2)
    good, bad = (json.loads(line) for line in result.stdout.splitlines())
    assert good["line"] == 1
    assert list(bad) == ["line", "error"]
    assert bad["line"] == 2
    assert "Q" in bad["error"]
    assert result.stderr == f"Error: line 2: {bad['error']}\n"


EKARTE = notation.format(load_game("ekarte").new_position(seed=7))
BAD_INPUT = {
    ("hint", "whist"): "ekarte",  # the games that there are
    ("hint", "ekarte", "-o", "ordre=ecarte"): "'ordre'",
    ("hint", "ekarte", "-o", "order=best"): "ecarte, traditional",
    ("hint", "ekarte", "-o", "order"): "name=value",
    ("hint", "ekarte", "-o", "target=5", "-o", "target=6"): "twice",
    ("hint", "ekarte", "--limit", "soon"): "'soon'",
    ("hint", "ekarte", "--limit", "-1s"): "limit",
    ("hint", "ekarte", "nowhere.txt"): "neither a position nor a file",
    ("hint", "ekarte", "hands M7 M8 / ?*5"): "hands[0]: 2 cards, expected 5",
    ("hint", "ekarte", EKARTE + " | hop"): "play_on",
    ("hint", "ekarte", EKARTE.replace("MK", "MX", 1)): "MX",
    ("hint", "ekarte", EKARTE.replace("MK", "XX", 1)): "'XX'",
    ("hint", "kuhn", EKARTE): "'ekarte'",
    ("hint", "ekarte", '{"game": "kuhn"}'): "'kuhn'",
    ("hint", "ekarte", '{"game": "ekarte", "de'): "JSON",
    ("hint", "ekarte", "order=ecarte | " + TRICKS, "-o", "order=traditional"): (
        "the position says order=ecarte"
    ),
    ("hint", "lupfen", "pot0=2 seed 1", "-o", "pot0=3"): "pot0=2",
    ("hint", "kuhn", "hands K / Q | bet bet"): "over",
    ("solve", "kuhn", "seat 0 | hands K / ?"): "hint",
    ("solve", "ekarte", "-"): "standard input holds no position",
    ("games", "poker"): "'poker'",
    ("deal", "ekarte", "--option", "follow_rule=none"): "strict",
    ("play", "ekarte", "--seat", "2"): "0 to 1",
    ("play", "kuhn", "--record", "nowhere/records.jsonl"): "nowhere",
    ("bench", "unheard of"): "unheard of",
    ("bench", "--seconds", "nan"): "seconds=nan",
    ("bench", "--seconds", "inf"): "seconds=inf",
    ("hint",): "GAME",
    ("hint", "kuhn", "--samples", "0"): "--samples",
    ("dance",): "dance",
}


@pytest.mark.parametrize(("arguments", "told"), BAD_INPUT.items())
def test_bad_input_is_told_in_a_line(arguments: tuple[str, ...], told: str) -> None:
    result = malac(*arguments, stdin="", status=2)
    *usage, line = result.stderr.splitlines()
    assert line.startswith("Error: ")
    assert told in line
    # Only click's own complaints have the usage above the line.
    assert not usage or usage[0].startswith("Usage: malac")
    assert result.stdout == ""


@pytest.mark.parametrize("head", ["ekarte | ", "", "| "])
def test_columns_count_in_what_was_typed(head: str) -> None:
    typed = head + "hands M7 M8 XX P8 P9"
    result = malac("hint", "ekarte", typed, "-o", "order=traditional", status=2)
    assert f"(column {typed.index('XX') + 1})" in result.stderr


def test_a_truncated_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(notation.to_json(notation.parse(EKARTE)))[:-20])
    assert "JSON" in malac("solve", "ekarte", str(path), status=2).stderr
    path.write_bytes(b"\xff\xfe\x00")
    assert "no file of text" in malac("solve", "ekarte", str(path), status=2).stderr
    path.write_text("\n")
    assert "no position" in malac("solve", "ekarte", str(path), status=2).stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["hint", "ekarte", "--seed", "x"],
        ["hint", "ekarte", "--nosuch"],
        ["hint"],
        ["nosuch"],
        ["hint", "ekarte", "--limit", "0s"],
        ["hint", "ekarte", "--limit", "1e400s"],
        ["hint", "ekarte", "--threads", "100000"],
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_2(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1

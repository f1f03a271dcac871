"""What a person reads: the tables of games, deals, hints and solutions."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from engine import Position, load_game, notation
from engine.cards import PACKS, Pack
from engine.games import REGISTRY, rules_of
from service.answers import limit_text, signed, unsigned, value_texts
from service.cli import main
from service.drawing import action_text, boxes, cards_in_line, legend
from solver import ActionValue, Limit, hint, solve
from tests.disguise import named_cards, swap_cards, unseen_cards
from tests.service.running import malac

HUNGARIAN = PACKS["hungarian32"]
TRICKS = "setup phase=tricks hands=M7,MK,TX,ZA,PO/M9,MU,Z9,ZU,PK trump=M"


def test_the_version_is_told() -> None:
    assert re.fullmatch(r"malac \S+\n", malac("--version").stdout)


def test_every_game_is_listed_and_explained() -> None:
    table = malac("games").stdout
    for name in REGISTRY:
        assert name in table
        about = malac("games", name).stdout
        assert rules_of(name).INFO.name in about
        for option in (*rules_of(name).OPTIONS, *rules_of(name).PARAMETERS):
            assert option.name in about


def test_a_deal_shows_its_cards_and_a_line_to_copy() -> None:
    position = load_game("ekarte").new_position(seed=7)
    lines = malac("deal", "ekarte", "--seed", "7").stdout.splitlines()
    assert notation.format(position) in lines
    hands = [line for line in lines if "│" in line]
    for line, hand in zip(hands, position.describe()["hands"], strict=True):
        assert re.findall(r"│(\w+)│", line) == hand


def test_many_deals_are_lines_of_notation() -> None:
    lines = malac("deal", "kuhn", "--seed", "2", "--count", "3").stdout.splitlines()
    game = load_game("kuhn")
    deals = [game.new_position(seed=seed) for seed in (2, 3, 4)]
    assert [notation.parse(line) for line in lines] == deals


def test_a_solution_shows_every_action_the_line_and_the_rules() -> None:
    text = malac("solve", "ekarte", TRICKS, "-o", "order=traditional").stdout
    position = notation.parse(f"ekarte order=traditional | {TRICKS}")
    assert isinstance(position, Position)
    answer = solve(position)
    for action, value in answer.actions.items():
        row = row_of(text, action)
        assert value.value is not None
        assert signed(value.value) in row
        assert "exact" in row
        assert row.strip().startswith("*") == (action in answer.best)
    assert f"tie of {len(answer.best)}" in text
    assert "best play gives: seat 0: +1, seat 1: -1 points" in text
    line = re.search(r"best line: (.*)\n", text)
    assert line is not None
    end = position.play_all(line[1].split())
    assert end.returns() == [1, -1]
    assert "alpha-beta" in text
    assert "order=traditional" in text
    assert notation.format(position) in text.splitlines()


def test_a_hint_shows_errors_worlds_and_how_to_repeat_it() -> None:
    text = malac("hint", "ekarte", "--seed", "3", "--samples", "64").stdout
    position = load_game("ekarte").new_position(seed=3)
    answer = hint(position, limit=Limit(samples=64), seed=3)
    for action, value in answer.actions.items():
        assert " ".join(value_texts(value)) in re.sub(" +", " ", row_of(text, action))
    assert answer.worlds is not None
    assert f"64 samples of {answer.worlds[0]:,} worlds" in " ".join(text.split())
    assert "seed 3" in text
    assert "--seed 3 --samples 64" in text


def test_actions_that_samples_cannot_tell_apart_are_marked() -> None:
    text = malac("hint", "sult_malac", "--samples", "40", "--seed", "1").stdout
    answer = hint(
        load_game("sult_malac").new_position(seed=1), limit=Limit(samples=40), seed=1
    )
    marks = {action: row_of(text, action).strip()[0] for action in answer.actions}
    for action, value in answer.actions.items():
        assert value.loss is not None
        assert value.loss_error is not None
        unsure = value.loss <= 2 * value.loss_error
        assert (marks[action] == "*") == (action in answer.best)
        assert (marks[action] == "~") == (unsure and action not in answer.best)
    assert "~" in marks.values()
    assert "2 standard errors" in text


def test_an_unfinished_solution_says_so() -> None:
    text = malac("solve", "sult_malac", "--limit", "5n").stdout
    assert "incomplete" in text
    assert "--limit" in text
    assert "not proven" in text
    assert "exact" not in text


def test_the_end_of_a_deal_has_payoffs_and_no_actions() -> None:
    text = malac("solve", "kuhn", "hands K / Q | bet bet").stdout
    assert "the deal is over" in text
    assert "seat 0: +2, seat 1: -2" in text


@pytest.mark.parametrize("name", sorted(REGISTRY))
@pytest.mark.parametrize("width", [60, 80])
def test_a_hint_fits_a_narrow_terminal(name: str, width: int) -> None:
    runner = CliRunner(env={"COLUMNS": str(width)})
    result = runner.invoke(main, ["hint", name, "--samples", "20"])
    assert result.exit_code == 0
    for line in result.stdout.splitlines():
        assert cell_len(line) == len(line)  # nothing wider than a letter
        assert len(line) <= width or " | " in line  # but for the position to copy
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("name", ["ekarte", "lupfen", "sult_malac"])
@pytest.mark.parametrize("form", ["--json", None])
def test_a_hint_never_depends_on_hidden_cards(name: str, form: str | None) -> None:
    position = load_game(name).new_position(seed=11)
    for action in {"ekarte": ["propose", "accept"]}.get(name, []):
        position = position.play(action)
    seat = position.current_player()
    hidden = unseen_cards(position, seat)
    arguments = ["--samples", "30", "--threads", "1", *([form] if form else [])]

    def told(line: str) -> str:
        text = malac("hint", name, line, *arguments).stdout
        assert line not in text
        # Lines may break anywhere, before and after the seconds too.
        return re.sub(r'"seconds": [0-9.e-]+|[0-9.]+ s \(', "", " ".join(text.split()))

    first = told(notation.format(position))
    swapped = 0
    for one, other in zip(hidden[:6], hidden[-6:], strict=True):
        twin = swap_cards(position, one, other)
        if twin is not None and twin.information(seat) == position.information(seat):
            swapped += 1
            assert told(notation.format(twin)) == first
    assert swapped > 0
    words = set(re.findall(r"\w+", first))
    known = named_cards(position, seat)
    assert words & set(position.game.pack.cards()) <= known


# --- pieces ---------------------------------------------------------------------------


def row_of(text: str, action: str) -> str:
    """Return the row of the table of values that is about an action."""
    rows = [line for line in text.splitlines() if f" {action} " in line]
    return next(row for row in rows if "best line" not in row)


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (3, None, "+3"),
        (0, None, "0"),
        (-2, None, "-2"),
        (Fraction(-1, 3), None, "-0.3333"),
        (Fraction(4, 2), None, "+2"),
        (0.41249, 0.021, "+0.412"),
        (-1.5, 0.5, "-1.50"),
        (12.3456, 4.0, "+12.3"),
        (0.0001, 0.3, "0.00"),
        (123.4, 56.0, "+123"),
        (1.25, 0.0, "+1.2500"),
    ],
)
def test_numbers_have_as_many_digits_as_their_error_allows(
    value: int | Fraction | float, error: float | None, text: str
) -> None:
    assert signed(value, error) == text
    size = -value if value < 0 else value
    assert unsigned(size, error) == text.lstrip("+-")


def test_values_are_exact_or_have_an_error_or_bounds() -> None:
    assert value_texts(ActionValue(2)) == ("+2", "exact")
    assert value_texts(ActionValue(Fraction(7, 24))) == ("+0.2917", "exact (7/24)")
    assert value_texts(ActionValue(0.5, 0.11)) == ("+0.50", "± 0.11")
    assert value_texts(ActionValue(-1.0, 0.0)) == ("-1.0000", "± 0")
    assert value_texts(ActionValue(0.5, None)) == ("+0.5000", "± ?")
    assert value_texts(ActionValue(None, None, low=-1, high=2)) == (
        "-1 to +2",
        "bounds",
    )
    assert value_texts(ActionValue(None, None)) == ("?", "")


def test_limits_are_told_as_they_are_typed() -> None:
    assert limit_text(Limit(seconds=0.3, samples=20)) == "0.3s 20 samples"
    assert limit_text(Limit(nodes=1000)) == "1000n"
    assert limit_text(Limit()) == "none"


def test_cards_are_boxes_side_by_side_that_wrap() -> None:
    drawn = boxes(HUNGARIAN, ["M7", "PA", "?"], 8, ascii_only=False).plain
    assert drawn.splitlines() == [
        "╭──╮╭──╮",
        "│M7││PA│",
        "╰──╯╰──╯",
        "╭──╮",
        "│░░│",
        "╰──╯",
    ]
    plain = boxes(HUNGARIAN, ["M7", "PA", "?"], 8, ascii_only=True).plain
    assert plain.splitlines() == ["[M7][PA]", "[??]"]
    assert boxes(PACKS["kuhn3"], ["K"], 80, ascii_only=True).plain == "[K]"


def test_hidden_cards_are_counted() -> None:
    assert cards_in_line(HUNGARIAN, ["M7", "?", "?"]).plain == (
        "M7 and 2 cards face down"
    )
    assert cards_in_line(HUNGARIAN, ["?"]).plain == "1 card face down"
    assert cards_in_line(HUNGARIAN, []).plain == "none"


@pytest.mark.parametrize("pack", PACKS.values(), ids=lambda pack: pack.name)
def test_every_suit_is_explained(pack: Pack) -> None:
    for suit in pack.suits:
        assert suit in legend(pack).plain


def test_cards_in_actions_have_the_colour_of_their_suit() -> None:
    text = action_text(HUNGARIAN, "exch:M7,PA play:TX")
    coloured = {text.plain[s.start : s.end]: str(s.style) for s in text.spans}
    assert coloured == {"M7": "blue", "PA": "red", "TX": "yellow"}


def test_an_ascii_terminal_gets_an_answer() -> None:
    result = CliRunner(charset="ascii").invoke(main, ["hint", "kuhn"])
    assert result.exit_code == 0
    assert "[" in result.stdout


def test_a_solution_cut_short_says_how_to_repeat_it() -> None:
    arguments = ("solve", "sult_malac", "-o", "players=4", "--seed", "1", "--limit")
    cut = malac(*arguments, "2000n").stdout
    limit = re.search(r"to repeat it: --limit ([0-9/]+n)", cut)
    assert limit is not None
    again = malac(*arguments, limit[1]).stdout
    assert table_of(again) == table_of(cut)


def table_of(output: str) -> list[str]:
    """Return the rows of the table of actions."""
    return [line for line in output.splitlines() if " disc:" in line]

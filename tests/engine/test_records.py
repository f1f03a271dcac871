"""Game records: deals are kept exactly, and a file that is not right is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import IllegalStateError, NotationError, Position, load_game
from engine.notation.records import (
    VERSION,
    from_record,
    read_records,
    to_record,
    write_records,
)
from tests.strategies import GAME_IDS, positions


def kuhn(actions: str = "pass bet bet") -> Position:
    deal = load_game("kuhn").new_position(deck=["K", "Q", "J"])
    return deal.play_all(actions.split())


@pytest.mark.parametrize("name", GAME_IDS)
@settings(max_examples=30)
@given(data=st.data())
def test_a_finished_deal_comes_back_from_its_record(
    name: str, data: st.DataObject
) -> None:
    position = data.draw(positions(st.just(name), ended=True))
    record = to_record(position)
    assert from_record(json.loads(json.dumps(record))) == position
    assert [Fraction(text) for text in record["result"]] == position.returns()


def test_a_set_up_can_be_recorded() -> None:
    fields = {"hands": [["K"], ["Q"]], "history": ["pass"]}
    start = load_game("kuhn").new_position(setup=fields)
    position = start.play("pass")
    assert to_record(position)["result"] == ["1", "-1"]  # the higher card wins 1
    assert from_record(to_record(position)) == position


def test_a_record_has_these_fields() -> None:
    # Seat 0 holds the king and is called: it wins what both have bet, 2.
    assert to_record(kuhn()) == {
        "game": "kuhn",
        "options": {},
        "parameters": {},
        "deal": {"hands": [["K"], ["Q"]], "talon": ["J"]},
        "actions": ["pass", "bet", "bet"],
        "result": ["2", "-2"],
        "version": VERSION,
    }


@given(
    deals=st.lists(positions(ended=True), max_size=4),
    more=st.lists(positions(ended=True), max_size=2),
)
@settings(max_examples=15)
def test_a_file_gives_back_the_deals_in_order(
    tmp_path_factory: pytest.TempPathFactory,
    deals: list[Position],
    more: list[Position],
) -> None:
    path = tmp_path_factory.mktemp("records") / "deals.jsonl"
    assert write_records(path, deals) == len(deals)
    assert list(read_records(path)) == deals
    assert write_records(path, more, append=True) == len(more)
    assert list(read_records(path)) == deals + more
    assert path.read_bytes().count(b"\n") == len(deals + more)


def test_writing_replaces_a_file_and_appending_begins_one(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    write_records(path, [kuhn("pass pass")], append=True)
    write_records(str(path), [kuhn("bet pass"), kuhn("bet bet")])
    assert [deal.returns()[0] for deal in read_records(path)] == [1, 2]
    assert [entry.name for entry in tmp_path.iterdir()] == ["deals.jsonl"]


@pytest.mark.parametrize("append", [False, True])
def test_a_deal_that_is_not_over_leaves_the_file_as_it_was(
    tmp_path: Path, append: bool
) -> None:
    path = tmp_path / "deals.jsonl"
    write_records(path, [kuhn()])
    with pytest.raises(IllegalStateError, match="record 2: no returns yet: seat 1"):
        write_records(path, [kuhn(), kuhn("pass")], append=append)
    assert list(read_records(path)) == [kuhn()]
    assert [entry.name for entry in tmp_path.iterdir()] == ["deals.jsonl"]


def test_nothing_is_appended_to_a_line_that_is_not_complete(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text('{"game": "kuhn"', encoding="utf-8")
    with pytest.raises(NotationError, match="last line is not complete"):
        write_records(path, [kuhn()], append=True)
    assert path.read_text(encoding="utf-8") == '{"game": "kuhn"'


def changed(**fields: Any) -> str:
    """Return the text of a right record with other fields; without those None."""
    record = {**to_record(kuhn()), **fields}
    return json.dumps({k: v for k, v in record.items() if v is not None})


WRONG = [
    (changed(version=None), "version: missing, expected 1"),
    (changed(version=2), "version: 2, expected 1"),
    (changed(version=True), "version: True, expected 1"),
    (changed(result=None), r"result: missing, expected \['2', '-2'\]"),
    (changed(result=["1", "-1"]), r"result: \['1', '-1'\], expected \['2', '-2'\]"),
    (changed(result=[2, -2]), r"result: \[2, -2\], expected \['2', '-2'\]"),
    (changed(game="kun"), "unknown game 'kun'"),
    (changed(game=None), "game: missing"),
    (changed(options={"order": 1}), "unknown option 'order'"),
    (changed(deal=None), "no start: expected exactly one of deal"),
    (changed(deal={"hands": [["K"], ["K"]]}), r"hands\[1\]: card K is there twice"),
    (changed(actions=["pass", "fold"]), r"actions\[1\]: 'fold' is not legal"),
    (changed(actions=["pass"]), "not over after 1 of them, seat 1 is to act"),
    (changed(actions=["pass"] * 3), r"actions\[2\]: 'pass': the deal is over"),
    (changed(seat=0), "seat: a record is of a whole deal"),
    (changed(players=["me"]), "unknown field 'players'"),
    (changed()[:-1], r"ends early, expected \} and a line end"),
    (changed()[:50], "ends early"),
    (changed()[1:], "no object|can't be read"),
    ("", "empty, expected a record"),
    ("[]", "no object"),
    ('{"version": 1, "version": 1}', "'version' is there twice"),
]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_a_line_that_is_wrong_is_named_with_its_number(
    tmp_path: Path, line: str, message: str
) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(f"{changed()}\n{line}\n{changed()}\n", encoding="utf-8")
    reading = read_records(path)
    assert next(reading) == kuhn()
    with pytest.raises(NotationError, match=message) as caught:
        next(reading)
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert "\n" not in str(caught.value)


def test_a_file_cut_anywhere_is_read_to_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    write_records(path, [kuhn(), kuhn("bet pass")])
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for size in range(first, len(whole)):
        path.write_bytes(whole[:size])
        reading = read_records(path)
        assert next(reading) == kuhn()
        if size == first:
            assert list(reading) == []
        elif size == len(whole) - 1:  # only the line end is gone
            assert list(reading) == [kuhn("bet pass")]
        else:
            with pytest.raises(NotationError, match="line 2: the record ends early"):
                next(reading)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(b'{"game": "\xff"}\n')
    with pytest.raises(NotationError, match=r"line 1: no UTF-8 text \(column 11\)"):
        list(read_records(path))

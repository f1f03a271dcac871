"""What `--json` prints: the contract of `docs/json.md`.

Every document is one line on standard output; nothing else is printed there.

==========================  ==========================================================
command                     document
==========================  ==========================================================
`games`                     `games`: an array of what `games GAME` prints
`games GAME`                `game name players unit source cards options parameters`;
                            an option: `name default values minimum maximum meaning`
`deal GAME`                 `seed position seat`, and the position's JSON form: `game
                            options parameters deal actions`; --count K: K lines
`solve`, `hint`             an answer: see ANSWER
`solve -`, `hint -`,        a line an input line: `line` and an answer, or `line` and
a file of many positions    `error`
`play`                      an event a line: `event` and its members, see `test_play`
`bench`                     `benchmarks`: an array of `name value unit ratio against
                            note`
==========================  ==========================================================

Bad input prints nothing here, one line on standard error, and exits with 2.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import load_game, notation
from engine.games import REGISTRY, rules_of
from solver import Limit, hint, solve
from tests.service.running import json_lines, json_of
from tests.service.test_play import MEMBERS

ANSWER = [
    "game",
    "options",
    "parameters",
    "position",
    "seat",
    "method",
    "exact",
    "complete",
    "unit",
    "actions",
    "best",
    "returns",
    "pv",
    "worlds",
    "seed",
    "samples",
    "nodes",
    "limit",
    "seconds",
    "version",
]
ACTION = ["value", "error", "loss", "loss_error", "low", "high", "nodes"]
GAME = [
    "game",
    "name",
    "players",
    "unit",
    "source",
    "cards",
    "options",
    "parameters",
]
OPTION = ["name", "default", "values", "minimum", "maximum", "meaning"]
DEAL = ["seed", "position", "seat", "game", "options", "parameters", "deal", "actions"]


def test_games_lists_every_registered_game_with_its_options() -> None:
    games = json_of("games")["games"]
    assert [game["game"] for game in games] == sorted(REGISTRY)
    for game in games:
        assert list(game) == GAME
        names = [option["name"] for option in game["options"]]
        assert names == [option.name for option in rules_of(game["game"]).OPTIONS]
        for option in game["options"] + game["parameters"]:
            assert list(option) == OPTION


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_a_game_alone_is_what_the_list_says_of_it(name: str) -> None:
    by_id = {game["game"]: game for game in json_of("games")["games"]}
    assert json_of("games", name) == by_id[name]


def test_the_number_of_players_follows_the_option() -> None:
    assert json_of("games", "lupfen")["players"] == [3, 4, 5]
    assert json_of("games", "sult_malac")["players"] == [2, 3, 4]
    assert json_of("games", "ekarte")["players"] == [2]


def test_values_of_every_option_can_be_given_back() -> None:
    for game in json_of("games")["games"]:
        for option in game["options"]:
            for value in option["values"] or [option["default"]]:
                loaded = load_game(game["game"], **{option["name"]: value})
                assert loaded.options[option["name"]] == value


def test_a_deal_is_the_seeded_one_and_reads_back() -> None:
    found = json_of("deal", "lupfen", "--seed", "7", "--option", "players=3")
    assert list(found) == DEAL
    position = load_game("lupfen", players=3).new_position(seed=7)
    assert notation.parse(found["position"]) == position
    form = {key: found[key] for key in DEAL[3:]}
    assert notation.from_json(form) == position
    assert (found["seed"], found["seat"]) == (7, 0)


def test_many_deals_are_the_deals_of_the_next_seeds() -> None:
    many = json_lines("deal", "kuhn", "--seed", "3", "--count", "4", "--json")
    assert [deal["seed"] for deal in many] == [3, 4, 5, 6]
    assert many[1] == json_of("deal", "kuhn", "--seed", "4")


def test_solve_prints_the_answer_of_the_solver() -> None:
    position = load_game("kuhn").new_position(deck=["Q", "K", "J"])
    found = json_of("solve", "kuhn", notation.format(position), "--limit", "none")
    assert list(found) == ANSWER
    assert all(list(action) == ACTION for action in found["actions"].values())
    expected = json.loads(json.dumps(solve(position, limit=Limit()).to_json()))
    assert without_time(found) == without_time(expected)


def test_hint_prints_the_answer_of_the_solver() -> None:
    position = load_game("ekarte").new_position(seed=5)
    arguments = ("--samples", "50", "--seed", "9")
    found = json_of("hint", "ekarte", notation.format(position), *arguments)
    assert list(found) == ANSWER
    assert all(list(action) == ACTION for action in found["actions"].values())
    answer = hint(position, limit=Limit(samples=50), seed=9)
    expected = json.loads(json.dumps(answer.to_json()))
    assert without_time(found) == without_time(expected)
    assert found["limit"] == {"samples": 50}


def test_an_exact_fraction_is_text() -> None:
    # The queen bets: the king calls and wins 2, the jack folds and loses 1.
    found = json_of("hint", "kuhn", "kuhn seat 0 | hands Q / ? talon ?")
    assert found["actions"]["bet"]["value"] == "-1/2"
    assert found["worlds"] == {"count": 2, "used": 2}
    assert found["exact"] is True


def test_a_hint_holds_only_what_the_seat_knows() -> None:
    position = load_game("ekarte").new_position(seed=5)
    line = notation.format(position)
    found = json_of("hint", "ekarte", line, "--samples", "20")
    assert found["position"] == notation.format(position.knowledge(0))


def test_a_seed_alone_deals_and_samples() -> None:
    position = load_game("sult_malac").new_position(seed=6)
    found = json_of("hint", "sult_malac", "--seed", "6", "--samples", "5")
    assert found["position"] == notation.format(position.knowledge(0))
    assert found["seed"] == 6


def test_a_node_limit_that_is_too_small_gives_an_incomplete_answer() -> None:
    found = json_of("solve", "sult_malac", "--limit", "5n")
    assert found["complete"] is False
    assert found["exact"] is False
    assert found["returns"] is None
    assert found["limit"] == {"nodes": 5}


def test_bench_prints_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"name": "a", "value": 1.5, "unit": "s", "ratio": None}
    row |= {"against": None, "note": "made up"}
    asked = []

    def run(selected: list[str] | None, peers: bool, seconds: float) -> list[object]:
        asked.append((selected, peers, seconds))
        return [row]

    monkeypatch.setattr("service.bench.run", run)
    assert json_of("bench", "a", "--peers", "--seconds", "2") == {"benchmarks": [row]}
    json_of("bench")
    assert asked == [(["a"], True, 2.0), (None, False, 1.0)]


def test_every_member_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    events = {*MEMBERS, *(name for members in MEMBERS.values() for name in members)}
    for member in {*ANSWER, *ACTION, *GAME, *OPTION, *DEAL, *events}:
        assert f"`{member}`" in text


def without_time(answer: dict[str, object]) -> dict[str, object]:
    """Return an answer without the one member that differs from run to run."""
    return {key: value for key, value in answer.items() if key != "seconds"}

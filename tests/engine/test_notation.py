"""Notation: what is written is read back as it was, and faults are named and placed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Knowledge,
    NotationError,
    Position,
    load_game,
    notation,
)
from tests.strategies import GAME_IDS, SEEDS, games, parameters, situations

DOCS = Path(__file__).parents[2] / "docs" / "notation.md"
EVERY_GAME = pytest.mark.parametrize("name", GAME_IDS)


# --- exact inverses -------------------------------------------------------------------


@EVERY_GAME
@settings(max_examples=40)
@given(data=st.data())
def test_a_position_comes_back_from_its_line(name: str, data: st.DataObject) -> None:
    position = data.draw(situations(st.just(name)))
    line = notation.format(position)
    assert notation.parse(line) == position
    assert notation.format(notation.parse(line)) == line
    assert "\n" not in line


@EVERY_GAME
@settings(max_examples=40)
@given(data=st.data())
def test_a_position_comes_back_from_its_json(name: str, data: st.DataObject) -> None:
    position = data.draw(situations(st.just(name)))
    document = notation.to_json(position)
    assert notation.from_json(document) == position
    assert notation.from_json(json.dumps(document)) == position
    assert notation.parse(json.dumps(document)) == position


@EVERY_GAME
@settings(max_examples=30)
@given(data=st.data())
def test_what_a_seat_knows_comes_back_from_line_and_json(
    name: str, data: st.DataObject
) -> None:
    position = data.draw(situations(st.just(name)))
    for seat in range(position.game.num_players):
        known = position.knowledge(seat)
        line = notation.format(known)
        read = notation.parse(line)
        assert read == known, line
        assert isinstance(read, Knowledge)
        assert read.observed == position.observations(seat)
        assert notation.format(read) == line
        assert notation.from_json(json.dumps(notation.to_json(known))) == known


@EVERY_GAME
@settings(max_examples=30)
@given(data=st.data())
def test_the_line_of_a_seat_names_no_card_that_it_can_not_see(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(games(st.just(name)))
    position = game.new_position(seed=data.draw(SEEDS))
    for seat in range(game.num_players):
        shown = set(re.findall(r"\w+", notation.format(position.knowledge(seat))))
        seen = set(re.findall(r"\w+", str(position.visible_deal(seat))))
        assert shown & set(game.pack.cards()) == seen & set(game.pack.cards())


@EVERY_GAME
@settings(max_examples=30)
@given(data=st.data())
def test_deck_and_seed_say_the_same_as_the_deal_record(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(games(st.just(name)))
    given_ = data.draw(parameters(game))
    seed = data.draw(SEEDS)
    position = game.new_position(seed=seed, **given_)
    assert position.deck is not None
    line = notation.format(position)
    begin = line[: re.search(rf"\b{game.layout[0].key} ", line).start()]  # type: ignore[union-attr]
    deck = " ".join(game.pack.text(card) for card in position.deck)
    assert notation.parse(f"{begin} seed {seed}") == position
    assert notation.parse(f"{begin} deck {deck} |") == position


def test_options_and_parameters_are_written_where_they_differ() -> None:
    game = load_game("lupfen", players=3, pot0=2, allow_zero=False)
    plain = game.new_position(seed=1)
    assert notation.format(plain).startswith(
        "lupfen players=3 allow_zero=false pot0=2 | hands "
    )
    other = game.new_position(seed=1, pot0=5)
    assert notation.format(other).startswith(
        "lupfen players=3 allow_zero=false pot0=2 | pot0=5 hands "
    )
    assert notation.parse(notation.format(other)) == other != plain


def test_values_of_a_set_up_that_have_no_short_form_are_written_as_json() -> None:
    # Fields of the right kinds, since nothing else can be set up, told apart by
    # `read_field` and `write_field` alone.
    from engine.notation.fields import read_field, write_field

    short = {
        0: [5, -3, True, None, "M", "?", [1, 2], [["M7"], []]],
        1: [[], ["M7"], [3], ["?", "?", "?"], "M", [["M7", "?", "?"], ["MK"]]],
        2: [[], [[], []], [["M7"], ["MK", "MA"]], [["?", "?"], [1, 2], []]],
    }
    for depth, values in short.items():
        for value in values:
            text = write_field(value, depth)
            assert read_field(text, depth) == value
            if depth and not isinstance(value, str):
                assert not re.search(r"[\[\"]", text), text
    for value in (
        "5",
        "true",
        "-",
        "a b",
        "a|b",
        ["M7"],
        [["M7"]],
        [[[1]]],
        {"a": 1},
        "",
    ):
        text = write_field(value, 0)
        assert read_field(text, 0) == value
        assert not re.search(r"[\s|]", text)


# --- set-ups by hand ------------------------------------------------------------------


def test_a_set_up_may_be_typed_in_short() -> None:
    # Trick games, Ékarté, worked example 4: open-handed, seat 0 to lead.
    position = notation.parse(
        "ekarte | setup phase=tricks turnup=MX "
        "hands=M7,MK,TX,ZA,PO/M9,MU,Z9,ZU,PK | play:ZA"
    )
    assert position.current_player() == 1
    assert position.legal_actions() == ["play:Z9", "play:ZU"]


def test_a_set_up_of_one_seat_takes_unknown_cards() -> None:
    known = notation.parse(
        "ekarte seat 0 | setup phase=tricks turnup=MX hands=M7,MK,TX,ZA,PO/?*5 | "
        "play:ZA"
    )
    assert isinstance(known, Knowledge)
    assert known.current_player() == 1
    # 32 cards less the turn-up and seat 0's five; seat 1 holds five of them.
    assert int(known.model[0].cards).bit_count() == 26
    # Seat 1 plays a card that is neither a leaf nor a trump: it has none of them.
    later = notation.parse(notation.format(known) + " play:PK")
    assert isinstance(later, Knowledge)
    pack = known.game.pack
    lacking = pack.parse_set(text for text in pack.cards() if text[0] in "ZM")
    assert not int(later.model[0].allowed[0]) & lacking


def test_hidden_zones_may_be_left_out_of_what_a_seat_knows() -> None:
    line = "ekarte seat 0 | hands M7 MK TX ZA PO turnup MX | propose"
    full = "ekarte seat 0 | hands M7 MK TX ZA PO / ?*5 turnup MX talon ?*21 | propose"
    assert notation.format(notation.parse(line)) == full


# --- faults ---------------------------------------------------------------------------

# «…» is what the error must name, at its column; then words of the message.
FAULTS = [
    ("", "no game"),
    ("«ekart» | seed 1", "unknown game 'ekart' one of ekarte kuhn"),
    ("ekarte", "ends early hands deck seed setup"),
    ("ekarte |", "ends early"),
    ("ekarte «ordr=traditional» | seed 1", "unknown option 'ordr' order"),
    ("ekarte «order=trad» | seed 1", "order 'trad' ecarte, traditional"),
    ("ekarte target=3 «target=4» | seed 1", "target is there twice"),
    ("ekarte «target=x» | seed 1", "target='x' integer"),
    ("ekarte «order» | seed 1", "'order' name=value"),
    ("ekarte seat «2» | hands M7 MK TX ZA PO turnup MX", "seat 2 0 to 1"),
    ("ekarte seat «x» | seed 1", "seat 'x' number"),
    ("lupfen price_min=4 «price_max=3» | seed 1", "price_max"),
    ("lupfen | «pot0=-1» seed 1", "pot0='-1' from 0"),
    ("lupfen | «pot1=1» seed 1", "unknown option 'pot1' pot0"),
    ("ekarte | «hand» M7", "'hand': expected hands, deck, seed, setup"),
    ("ekarte | seed «x»", "'x' one integer"),
    ("ekarte | seed 1 «2»", "'2' one integer"),
    ("kuhn | deck K Q «K»", "deck card K is there twice"),
    ("kuhn | deck K «X» J", "deck 'X' no card JQK"),
    ("kuhn | «deck» K Q", "deck: 1 card is missing: J"),
    ("kuhn | hands K / «M7»", "hands[1] 'M7' no card"),
    ("kuhn | hands K / «K»", "hands[1] card K is there twice hands[0]"),
    ("kuhn | hands K «/» Q J", "hands[1] 2 cards, expected 1"),
    ("kuhn | hands K / Q «/» J", "hands 3 lists of cards, expected 2"),
    ("kuhn | «hands» K", "hands[1] is missing expected 1 card"),
    ("kuhn | hands K / «?»", "hands[1] ? expected a card seat"),
    ("kuhn | hands K / Q talon J «hands» K", "hands is there twice"),
    ("kuhn | hands K / Q talon J «/» K", "'/' talon is one list"),
    ("kuhn seat 0 | hands K / «Q»", "hands[1] Q expected ? seat 0"),
    ("kuhn seat 0 | hands «?» / ?", "hands[0] ? expected a card seat 0"),
    ("kuhn seat 0 | hands K / «?*0»", "'?*0' ?*N"),
    ("kuhn seat 0 | hands K / «?*65»", "'?*65' ?*N"),
    ("kuhn seat 0 | hands K / «K*2»", "'K*2' ?*N"),
    ("kuhn seat 0 | «seed» 1", "seed deal or set-up"),
    ("kuhn | seed 1 | pass «fold»", "actions[1] 'fold' not legal seat 1 pass bet"),
    ("kuhn | seed 1 | pass pass «bet»", "actions[2] 'bet' over"),
    ("kuhn | seed 1 | pass «|» pass", "fourth part"),
    ("kuhn seat 0 | hands K / ? | pass bet bet «pass»", "observed[3] 'pass' over"),
    ("kuhn seat 0 | hands K / ? | «fold»", "observed[0] 'fold' pass or bet"),
    ("kuhn | setup hands=K/Q history=pass «history=bet»", "history is there twice"),
    ("kuhn | setup hands=K/«K»", "hands[1][0] card K is there twice hands[0][0]"),
    ("kuhn | setup hands=K/«?»", "hands[1][0] ? expected a card"),
    ("kuhn | setup «hands»", "'hands' field=value"),
    ("kuhn | setup hands=K/Q history=«[pass»", "no JSON"),
    ("kuhn | setup hands=K/Q «history=[1.5]»", "history 1.5 expected an integer"),
    ("kuhn seat 1 | setup hands=«K»/Q", "hands[0][0] K expected ? seat 1"),
    ("ekarte | setup «phase=trick» turnup=MX hands=M7/M8", "phase 'trick' tricks"),
    ("ekarte | setup phase=tricks turnup=MX hands=M7,MK/«M7»,M9", "M7 is there twice"),
]


def split_fault(marked: str) -> tuple[str, str, int]:
    """Return a text without its mark, what was marked, and its column."""
    begin, end = marked.find("«"), marked.find("»")
    if begin < 0:
        return marked, "", len(marked) + 1
    token = marked[begin + 1 : end]
    return marked[:begin] + token + marked[end + 1 :], token, begin + 1


@pytest.mark.parametrize(("marked", "words"), FAULTS)
def test_a_fault_is_named_with_its_column_and_what_is_right(
    marked: str, words: str
) -> None:
    text, token, column = split_fault(marked)
    with pytest.raises(NotationError) as caught:
        notation.parse(text)
    message = str(caught.value)
    assert caught.value.column == column, message
    assert caught.value.token in token
    assert message.endswith(f"(column {column})")
    assert "\n" not in message
    for word in words.split():
        assert word in message, message


def test_a_byte_order_mark_is_skipped_and_not_counted() -> None:
    for text in ("kuhn | seed 1 | pass", '{"game": "kuhn", "seed": 1}'):
        assert notation.parse("\ufeff" + text) == notation.parse(text)
    with pytest.raises(NotationError, match=r"\(column 17\)"):
        notation.parse("\ufeffkuhn | seed 1 | fold")


@pytest.mark.parametrize(
    "text",
    [
        "«» | seed 1",
        "kuhn | hands K / «»",
        "kuhn | seed 1 | «»",
        "ekarte target=«» | seed 1",
        "ekarte | setup phase=«»",
        '{"game": "«»"}',
    ],
)
def test_a_very_long_word_is_shortened_in_the_message(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        notation.parse(text.replace("«»", "Q" * 500))
    assert "QQQ…QQQ" in str(caught.value)
    assert max(map(len, str(caught.value).split())) <= 60


SEEN = "ekarte seat 0 | hands M7 MK TX ZA PO / ?*5 turnup MX talon ?*21 | "

CONTRADICTIONS = [
    # A card of one's own hand, the turn-up, a card played before.
    ("play_on play:ZA «play:TX»", "'play:TX'"),
    ("play_on play:ZA «play:MX»", "'play:MX'"),
    ("play_on play:ZA play:Z7 play:TX «play:Z7»", "'play:Z7'"),
    # Leaves are led and a bell is played: no leaves, and no acorns either (trumps).
    ("play_on play:ZA play:T8 play:PO «play:ZK»", "'play:ZK'"),
    ("play_on play:ZA play:T8 play:PO «play:M8»", "'play:M8'"),
    # Five cards at most can be exchanged, by one who has proposed at least one.
    ("propose accept «exch:?6»", "exch:?5"),
    ("propose accept exch:?2 «exch:-»", "exch:"),
    # One exchanges no trumps, gets as many cards, and none that one has seen.
    ("propose accept exch:?2 «exch:M7>P8»", "exch:TX"),
    ("propose accept exch:?2 «exch:TX>P8,P9»", "exch:TX>"),
    ("propose accept exch:?2 «exch:TX>MX»", "exch:TX>"),
    (
        "propose accept exch:?2 exch:TX>P8 propose accept exch:- «exch:ZA>TX»",
        "exch:ZA>",
    ),
    # What the seat does not see is written `?`; nothing follows the end.
    ("propose accept «exch:T7»", "exch:?1"),
    ("propose refuse «accept»", "play:M7"),
]


@pytest.mark.parametrize(("marked", "words"), CONTRADICTIONS)
def test_what_can_not_have_been_seen_is_named(marked: str, words: str) -> None:
    text, token, column = split_fault(SEEN + marked)
    with pytest.raises(NotationError) as caught:
        notation.parse(text)
    assert (caught.value.column, caught.value.token) == (column, token)
    assert words in str(caught.value)
    assert "expected" in str(caught.value)


def test_a_void_that_was_shown_is_remembered_to_the_last_trick() -> None:
    text, token, column = split_fault(
        SEEN + "play_on play:ZA play:T8 play:PO play:P9 play:TX play:T9 play:MK "
        "play:P7 play:M7 «play:Z8»"
    )
    with pytest.raises(NotationError, match="'play:Z8' is not possible here") as caught:
        notation.parse(text)
    assert (caught.value.column, caught.value.token) == (column, token)


def test_observations_that_end_in_the_middle_of_an_event_are_too_few() -> None:
    line = (
        "sult_malac seat 0 | hands M7 M8 M9 MX MU / ?*5 turnup Z7 talon ?*21 | "
        "disc:- disc:- pass:M7 pass:?"
    )
    with pytest.raises(NotationError, match=r"ends early: expected receive:") as caught:
        notation.parse(line)
    assert caught.value.column == len(line) + 1
    assert isinstance(notation.parse(line + " receive:PK"), Knowledge)


def test_a_question_that_passed_the_others_by_is_found_again() -> None:
    # Seat 3 lets its figure lie in the dark, or shows it: both look alike until then.
    line = (
        "lupfen seat 0 | hands MU MO MX / ?*3 / ?*3 / ?*3 stack ?*8 | "
        "lift turnup:TU price:0 in in in"
    )
    known = notation.parse(line + " swap:ZU,PU,PO@3 play:MX")
    assert isinstance(known, Knowledge)
    assert notation.parse(notation.format(known)) == known


DOCUMENTS: list[tuple[dict[str, Any], str]] = [
    ({}, "game: missing"),
    ({"game": 3, "seed": 1}, "game: 3"),
    ({"game": "kuhn"}, "no start: expected exactly one of deal, deck, seed, setup"),
    ({"game": "kuhn", "seed": 1, "deck": []}, "deck and seed: expected exactly one"),
    ({"game": "kuhn", "seed": 1, "move": []}, "unknown field 'move'"),
    ({"game": "kuhn", "seed": 1, "options": 3}, "options: 3, expected names"),
    ({"game": "kuhn", "seed": "1"}, "seed: '1', expected an integer"),
    ({"game": "kuhn", "deck": 3}, "deck: 3, expected a list of cards"),
    (
        {"game": "kuhn", "seed": 1, "actions": "pass"},
        "actions: 'pass', expected a list",
    ),
    ({"game": "kuhn", "seed": 1, "actions": [3]}, "actions[0]: 3, expected a text"),
    ({"game": "kuhn", "seed": 1, "observed": []}, "observed: expected actions"),
    (
        {"game": "kuhn", "seat": 0, "seed": 1, "actions": []},
        "actions: expected observed",
    ),
    ({"game": "kuhn", "seat": "0", "seed": 1}, "seat '0': expected 0 to 1"),
    ({"game": "kuhn", "deal": []}, "deal: [], expected names"),
    ({"game": "kuhn", "deal": {"hand": []}}, "deal: unknown key 'hand'"),
    ({"game": "kuhn", "deal": {"hands": 3}}, "hands: expected a list of lists"),
    ({"game": "kuhn", "deal": {"hands": ["K", 3]}}, "hands[1]: expected a list"),
    ({"game": "kuhn", "setup": {"hands": 1.5}}, "hands: 1.5, expected an integer"),
    ({"game": "kuhn", "setup": {"hands": 2**62}}, "hands: 4611686018427387904"),
    ({"game": "kuhn", "setup": {"hands": {}}}, "hands: {}, expected an integer"),
    (
        {"game": "kuhn", "seat": 0, "setup": {"hands": [["K"], ["?", "?", "?"]]}},
        "setup: 3 cards are ?, expected at most the 2 left over",
    ),
]


@pytest.mark.parametrize(("document", "message"), DOCUMENTS)
def test_a_fault_in_a_document_is_named(document: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        notation.from_json(document)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"game": "kuhn", ', r"can't be read: .*\(column 18\)"),
        ('{"game": "kuhn", "game": "kuhn"}', "'game' is there twice"),
        ("[1]", "no object"),
        ("[" * 100_000, "nested too deep"),
        ('{"seed": ' + "9" * 5000 + "}", "can't be read"),
    ],
)
def test_json_that_can_not_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        notation.from_json(text)


# --- anything that is typed -----------------------------------------------------------


def refusal(read: Callable[[Any], object], text: Any) -> NotationError | None:
    """Return the error by which `read` refuses a text; any other error is a bug."""
    try:
        read(text)
    except NotationError as error:
        return error
    return None


def damaged(text: str, rng: random.Random, letters: str) -> str:
    """Return `text` with one piece taken out, put in, repeated or exchanged."""
    words = text.split(" ")
    if rng.random() < 0.3:
        words[rng.randrange(len(words))] = rng.choice(words)
        return " ".join(words)
    at, size = rng.randrange(len(text) + 1), rng.choice((0, 1, 1, 2, 9))
    middle = rng.choice(("", rng.choice(letters), text[at : at + size] * 2))
    return text[:at] + middle + text[at + size :]


@settings(max_examples=60)
@given(situations(), SEEDS)
def test_a_damaged_text_is_read_or_refused_with_one_clear_line(
    position: Position, seed: int
) -> None:
    rng = random.Random(seed)
    seat = rng.randrange(position.game.num_players)
    situation = rng.choice((position, position.knowledge(seat)))
    text = notation.format(situation)
    if rng.random() < 0.3:
        text = json.dumps(notation.to_json(situation))
    for _ in range(rng.choice((1, 1, 2, 5))):
        text = damaged(text, rng, "?*|/,=-[{\"' 0159MKXéÁ\n\0")
    error = refusal(notation.parse, text)
    if error is not None:
        assert str(error)
        assert "\n" not in str(error)
        assert 0 <= error.column <= len(text) + 1


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("?"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@settings(max_examples=60)
@given(situations(), SEEDS, PLAIN)
def test_a_damaged_document_is_read_or_refused(
    position: Position, seed: int, value: Any
) -> None:
    rng = random.Random(seed)
    seat = rng.randrange(position.game.num_players)
    situation = rng.choice((position, position.knowledge(seat)))
    document = json.loads(json.dumps(notation.to_json(situation)))
    place: Any = document
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = rng.choice(list(keys))
        if (
            not isinstance(place[key], dict | list)
            or not place[key]
            or rng.random() < 0.2
        ):
            break
        place = place[key]
    place[key] = value
    error = refusal(notation.from_json, document)
    assert error is None or str(error)


@given(st.text())
def test_any_text_is_refused_with_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError):
        notation.parse(text)


# --- the documentation ----------------------------------------------------------------


def test_the_examples_of_the_documentation_are_notation() -> None:
    text = DOCS.read_text(encoding="utf-8")
    lines = re.findall(r"^(?:kuhn|leduc|ekarte|sult_malac|lupfen) .*\|.*$", text, re.M)
    blocks = re.findall(r"```json\n(.*?)```", text, re.S)
    assert len(lines) >= 6
    assert blocks
    errors = re.findall(r"^\| `(\w+ .*)` \| `(.*)` \|$", text, re.M)
    assert errors
    for line, message in errors:
        with pytest.raises(NotationError, match=re.escape(message)):
            notation.parse(line.replace(r"\|", "|"))
    for example in lines + [block for block in blocks if '"version"' not in block]:
        situation = notation.parse(example)
        assert notation.parse(notation.format(situation)) == situation

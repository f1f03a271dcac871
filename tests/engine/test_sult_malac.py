"""Sült malac: the rules' worked examples, what seats see, worlds, set-ups, bounds.

Numbers in test names are those of the rules' examples: 2.7 is the table of tricks, the
payoffs and the number of histories.
"""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest

from engine import IllegalStateError, Knowledge, OptionError, Position, load_game
from engine.bits import members
from engine.protocol import bounds, information_key, search_here, state_key
from engine.worlds import MODEL

PACK = load_game("sult_malac").pack


def trick(trump: str, cards: str, **options: Any) -> Position:
    """Return the position before the one trick, each seat holding just its card."""
    hands = [[card] for card in cards.split()]
    # No card of the examples is an X; an X of the trump suit can be turned up.
    setup = {"phase": "trick", "turnup": trump + "X", "hands": hands}
    game = load_game("sult_malac", players=len(hands), **options)
    return game.new_position(setup=setup)


def played_out(position: Position, rng: random.Random) -> list[Position]:
    line = [position]
    while not position.is_terminal():
        position = position.play(rng.choice(position.legal_actions()))
        line.append(position)
    return line


def all_options(n: int) -> list[dict[str, Any]]:
    return [
        {"players": n, "show_mode": mode, "follow_rule": rule, "red7": red7}
        for mode in ("sequential", "simultaneous")
        for rule in ("free", "strict")
        for red7 in ("both", "response")
    ]


# --- 2.7: the tricks ------------------------------------------------------------------

TRICKS = [
    ("M", "MA P7", 1, 1),
    ("M", "P7 MA", 0, 1),
    ("M", "MK P7", 0, 0),
    ("M", "PA P7", 0, 0),
    ("M", "P7 P8", 1, 1),
    ("M", "P7 M7", 1, 1),
    ("P", "PA P7", 1, 1),
    ("P", "P7 PA", 0, 1),
    ("P", "PK P7", 0, 0),
    ("P", "MK P7", 1, 1),
    ("M", "MA P7 MK", 1, 1),
    ("M", "MA MK P7", 2, 2),
    ("M", "P7 MA M8", 0, 1),
    ("M", "MK P7 M8", 0, 0),
    ("M", "MA P7 P9", 1, 1),
    ("M", "ZK MA P7 ZA", 2, 2),
]


@pytest.mark.parametrize(("trump", "cards", "both", "response"), TRICKS)
def test_2_7_who_takes_the_trick(
    trump: str, cards: str, both: int, response: int
) -> None:
    for red7, winner in (("both", both), ("response", response)):
        position = trick(trump, cards, red7=red7)
        for card in cards.split():
            assert position.legal_actions() == [f"play:{card}"]
            position = position.play(f"play:{card}")
        n = position.game.num_players
        expected = [n - 1 if seat == winner else -1 for seat in range(n)]
        assert position.returns() == expected


@pytest.mark.parametrize(("n", "stake"), [(2, 1), (3, 1), (4, 1), (2, 7), (3, 5)])
def test_2_7_payoffs(n: int, stake: int) -> None:
    cards = ["MA", "M9", "Z8", "Z7"][:n]
    position = trick("M", " ".join(cards), stake=stake)
    end = position.play_all([f"play:{card}" for card in cards])
    assert end.returns() == [stake * (n - 1)] + [-stake] * (n - 1)


@pytest.mark.parametrize(
    ("n", "histories"), [(2, 2_560_000), (3, 4_096_000_000), (4, 6_553_600_000_000)]
)
def test_2_7_number_of_histories(n: int, histories: int) -> None:
    """Every node of a phase has the same number of actions: check that, multiply.

    The rules give the numbers for two and three; for four it is 16^4 5^4 4^4 5^4.
    """
    game, rng = load_game("sult_malac", players=n), random.Random(n)
    start = game.new_position(seed=n)
    widths = {
        tuple(len(p.legal_actions()) for p in played_out(start, rng)) for _ in range(60)
    }
    assert len(widths) == 1
    assert math.prod(widths.pop()[:-1]) == histories


def test_2_7_number_of_histories_by_walking() -> None:
    """One of the 16 x 16 ways to discard and 5 x 5 to pass, walked through in full."""
    start = load_game("sult_malac").new_position(seed=5)
    position = start.play_all([start.legal_actions()[9], "disc:-"])
    for _ in range(2):
        position = position.play(position.legal_actions()[3])

    def count(position: Position) -> int:
        if position.is_terminal():
            return 1
        return sum(count(position.play(a)) for a in position.legal_actions())

    assert count(position) * 16**2 * 5**2 == 2_560_000


# --- the phases -----------------------------------------------------------------------


def test_discards_are_listed_by_size_and_drawn_from_the_top() -> None:
    position = load_game("sult_malac").new_position(seed=0)
    hand = [PACK.text(card) for card in members(position.state[0].hands[0])]
    sets = [c for k in range(3) for c in itertools.combinations(hand, k)]
    expected = ["disc:" + (",".join(cards) or "-") for cards in sets]
    assert position.legal_actions() == expected
    assert position.deal is not None
    talon = position.deal["talon"]
    after = position.play(f"disc:{hand[0]},{hand[2]}").play("disc:-")
    new_hand = {PACK.text(card) for card in members(after.state[0].hands[0])}
    assert new_hand == {*hand, *talon[:2]} - {hand[0], hand[2]}


def test_the_card_just_received_may_not_be_shown() -> None:
    position = load_game("sult_malac").new_position(seed=1)
    passed = position.play_all(["disc:-", "disc:-"])
    first = passed.legal_actions()[0].partition(":")[2]
    passed = passed.play(f"pass:{first}")
    second = passed.legal_actions()[0].partition(":")[2]
    shows = passed.play(f"pass:{second}").legal_actions()
    assert len(shows) == 4
    assert f"show:{second}" not in shows


def test_strict_means_suit_then_trump_then_anything() -> None:
    for reply, legal in (("ZO TU", "ZO"), ("TU MA", "TU"), ("MA PU", "MA PU")):
        hands = [["ZK", "Z7"], reply.split()]
        setup = {"phase": "trick", "turnup": "TX", "hands": hands}
        strict = load_game("sult_malac", follow_rule="strict")
        position = strict.new_position(setup=setup).play("play:ZK")
        assert position.legal_actions() == [f"play:{card}" for card in legal.split()]
        free = load_game("sult_malac").new_position(setup=setup).play("play:ZK")
        assert len(free.legal_actions()) == 2


def test_options_out_of_range_are_refused() -> None:
    for options in ({"players": 5}, {"stake": 0}, {"red7": "never"}, {"rounds": 0}):
        with pytest.raises(OptionError):
            load_game("sult_malac", **options)


# --- what a seat sees -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "first", "second"),
    [
        ("sequential", "show:TO show:ZA", "show:TO show:ZA"),
        ("simultaneous", "show:TO show:? shown:TO,ZA", "show:? show:ZA shown:TO,ZA"),
    ],
)
def test_words_of_a_deal_as_each_seat_sees_it(
    mode: str, first: str, second: str
) -> None:
    hands = [["M7", "MK", "T8", "TO", "Z9"], ["ZA", "P7", "PX", "PU", "M9"]]
    rest = [card for card in PACK.cards() if card not in (*hands[0], *hands[1], "MA")]
    deal = {"hands": hands, "turnup": "MA", "talon": rest}
    actions = "disc:M7,T8 disc:- pass:MK pass:PX show:TO show:ZA play:PX"
    game = load_game("sult_malac", show_mode=mode)
    position = game.new_position(deal=deal).play_all(actions.split())
    before = "disc:M7,T8>M8,MX disc:- pass:MK pass:? receive:PX"
    assert " ".join(position.observations(0)) == f"{before} {first} play:PX"
    before = "disc:?2 disc:- pass:? pass:PX receive:MK"
    assert " ".join(position.observations(1)) == f"{before} {second} play:PX"


def variants(rng: random.Random, n: int, options: dict[str, Any]) -> list[Position]:
    """Return positions of decks that differ in two cards, after alike actions.

    Each action is taken by its place in the list, so that hidden choices differ where
    the cards do.
    """
    game = load_game("sult_malac", **options)
    deck = PACK.cards()
    rng.shuffle(deck)
    choices = [rng.randrange(16) for _ in range(4 * n)]
    found: list[Position] = []
    for _ in range(8):
        i, j = rng.sample(range(7 * n + 1), 2)
        changed = list(deck)
        changed[i], changed[j] = changed[j], changed[i]
        position = game.new_position(deck=changed)
        found.append(position)
        for choice in choices:
            legal = position.legal_actions()
            position = position.play(legal[choice % len(legal)])
            found.append(position)
    return found


@pytest.mark.parametrize("n", [2, 3, 4])
def test_information_key_is_equal_exactly_where_the_text_is(n: int) -> None:
    rng = random.Random(n)
    for options in all_options(n):
        texts: dict[int, set[str]] = {}
        keys: dict[str, set[int]] = {}
        for position in variants(rng, n, options):
            for seat in range(n):
                key = int(information_key[position.game.rules](position.state[0], seat))
                text = position.information(seat)
                texts.setdefault(key, set()).add(text)
                keys.setdefault(text, set()).add(key)
        assert max(map(len, texts.values())) == max(map(len, keys.values())) == 1
        assert len(keys) < 8 * n * (4 * n + 1)  # some did look alike


@pytest.mark.parametrize("n", [2, 3, 4])
def test_equal_information_is_equal_knowledge(n: int) -> None:
    rng = random.Random(10 + n)
    for options in all_options(n)[::3]:
        known: dict[tuple[int, str], Any] = {}
        for position in variants(rng, n, options):
            for seat in range(n):
                knowledge = position.knowledge(seat)
                text = position.information(seat)
                assert known.setdefault((seat, text), knowledge) == knowledge


# --- worlds ---------------------------------------------------------------------------


def after(actions: str, n: int = 2, **options: Any) -> Position:
    """Return the position of the unshuffled pack: seat 0 holds M7 M8 M9 MX MU, ….

    Seats 1, 2 hold MO MK MA T7 T8, T9 TX TU TO TK; M and T cards go first.
    """
    game = load_game("sult_malac", players=n, **options)
    return game.new_position(deck=PACK.cards()).play_all(actions.split())


def choose(*groups: int) -> int:
    """Return in how many ways cards fall into groups of these sizes."""
    ways = math.factorial(sum(groups))
    for size in groups:
        ways //= math.factorial(size)
    return ways


def test_worlds_at_the_first_discard() -> None:
    """Four talon cards are in reach and ordered; seventeen are not."""
    start = after("")
    assert start.knowledge(0).count == choose(5, 4, 17) * math.factorial(4)


def test_worlds_when_one_has_discarded() -> None:
    """Seat 0 knows its discards; only two cards are still in reach."""
    position = after("disc:M7,M8")
    assert position.knowledge(0).count == choose(5, 2, 17) * math.factorial(2)
    # Seat 1 doesn't know the two cards that seat 0 laid away.
    assert position.knowledge(1).count == choose(5, 2, 2, 17) * math.factorial(2)


def test_worlds_while_a_pass_is_hidden() -> None:
    """The card that seat 0 has put down is one of its five."""
    position = after("disc:M7 disc:- pass:MX")
    assert position.knowledge(1).count == choose(4, 1, 1, 20)
    assert position.knowledge(0).count == choose(5, 20)


def test_worlds_when_the_passes_are_known() -> None:
    position = after("disc:M7 disc:- pass:MX pass:T7")
    # Each knows one card of the other's hand.
    assert position.knowledge(1).count == choose(4, 1, 20)
    assert position.knowledge(0).count == choose(4, 20)
    # A card shown is known, too, until it is played.
    position = position.play_all(["show:M9", "show:MO"])
    assert position.knowledge(1).count == choose(3, 1, 20)
    assert position.play("play:M9").knowledge(1).count == choose(3, 1, 20)
    assert position.play("play:M8").knowledge(1).count == choose(2, 1, 20)


def test_worlds_while_a_show_is_hidden() -> None:
    """What seat 0 will be seen to show is one of the four cards that it was not passed.

    Whether the fifth, which seat 1 passed, could be it: no, so 4 choices, not 5.
    """
    position = after("disc:- disc:- pass:MX pass:T7 show:M9", show_mode="simultaneous")
    assert position.knowledge(1).count == choose(3, 1, 21) == 4 * choose(4, 21)
    assert position.play("show:MO").knowledge(1).count == choose(3, 21)


def test_worlds_of_three_count_who_received_what_until_it_is_shown() -> None:
    """Seat 0 passed MX to seat 1; it can't see what seat 1 passed to seat 2."""
    passed = after("disc:- disc:- disc:- pass:MX pass:MO pass:T9", 3)
    hidden = 32 - 1 - 5 - 1  # but the turn-up, its hand, and the card passed on
    out = hidden - 4 - 5
    assert passed.knowledge(0).count == choose(4, 5, out) * 5
    shown = passed.play("show:M9").play("show:MK")
    assert shown.knowledge(0).count == choose(3, 5, out) * 5
    # Seat 2 has shown TU: it may have been passed any other card, which is over.
    shown = shown.play("show:TU")
    assert shown.knowledge(0).count == choose(3, 4, out)


def test_worlds_respect_a_void() -> None:
    """Seat 1 played leaves to acorns, hearts being trump: it has neither of the two.

    Seat 2 can't see 7 bells and 5 leaves, which seat 1 may have, nor 7 acorns and 7
    hearts.
    """
    setup = {
        "phase": "trick",
        "turnup": "PX",
        "hands": [["MK", "MA"], ["TU", "TO"], ["ZU", "ZO", "T9"]],
        "table": ["M9", "Z8"],
    }
    for rule, possible in (("strict", 7 + 5), ("free", 7 + 5 + 7 + 7)):
        game = load_game("sult_malac", players=3, follow_rule=rule)
        count = game.new_position(setup=setup).knowledge(2).count
        assert count == math.comb(possible, 2) * math.comb(26 - 2, 2)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_every_world_can_be_played_to(n: int) -> None:
    """From a drawn world a deck and hidden actions are made that look the same."""
    rng = random.Random(20 + n)
    for options in all_options(n):
        start = load_game("sult_malac", **options).new_position(seed=rng.randrange(999))
        line = played_out(start, rng)[:-1]
        position = rng.choice(line)
        seat = rng.randrange(n)
        known = position.knowledge(seat)
        for world in known.sample(3, seed=1):
            twin = played_like(position, seat, world, rng)
            assert twin.information(seat) == position.information(seat)
            assert twin.knowledge(seat) == known
            assert list(twin.state[0].hands) == list(world.hands)
            rules = position.game.rules
            assert state_key[rules](twin.state[0]) == state_key[rules](world)


def played_like(
    position: Position, seat: int, world: Any, rng: random.Random
) -> Position:
    """Return a position in the state `world` whose history looks the same to `seat`."""
    n, actions = position.game.num_players, position.actions
    assert position.deck is not None
    deck = list(position.deck)
    words = [action.partition(":") for action in actions]
    verbs = [verb for verb, _, _ in words]
    played = [PACK.parse_card(card) for _, _, card in words[3 * n :]]
    hands = [set(members(int(world.hands[p]))) for p in range(n)]
    for p, card in enumerate(played):
        hands[p].add(card)
    passed = [int(card) for card in world.passed[: verbs.count("pass")]]
    shown = [int(card) for card in world.shown[: verbs.count("show")]]
    if len(passed) == n:
        for p in range(n):
            receiver = (p + 1) % n
            barred = shown[receiver] if receiver < len(shown) else -1
            if passed[p] < 0:
                passed[p] = rng.choice(sorted(hands[receiver] - {barred}))
        for p in range(n):
            hands[(p + 1) % n].remove(passed[p])
        for p in range(n):
            hands[p].add(passed[p])
    talon, start = [], 5 * n + 1
    dealt, away = [], []
    for p in range(n):
        gone = set(members(int(world.discards[p])))
        if p == seat:
            drawn = deck[start : start + len(gone)]
            dealt.append(set(deck[5 * p : 5 * p + 5]))
        else:
            drawn = rng.sample(sorted(hands[p]), len(gone))
            dealt.append(hands[p] - set(drawn) | gone)
        start += len(gone)
        talon += drawn
        away.append(gone)
    talon += [int(card) for card in world.talon[len(talon) :] if card >= 0]
    new = [card for hand in dealt for card in sorted(hand)] + [deck[5 * n]] + talon
    new += [card for card in range(32) if card not in new]
    choices = [
        *(",".join(PACK.text(c) for c in sorted(cards)) or "-" for cards in away),
        *(PACK.text(card) for card in (*passed, *shown, *played)),
    ]
    if len(verbs) < n:
        choices = choices[: len(verbs)]
    twin = position.game.new_position(deck=[PACK.text(card) for card in new])
    return twin.play_all(
        [f"{verb}:{choice}" for verb, choice in zip(verbs, choices, strict=True)]
    )


def test_worlds_model_has_room_for_all_zones() -> None:
    position = after("disc:- " * 4 + "pass:M7 pass:MO pass:T9", 4)
    model = position.knowledge(3).model[0]
    assert model.num_zones <= MODEL["room"].shape[0]
    assert sum(model.room) == int(model.cards).bit_count()


# --- open cards -----------------------------------------------------------------------


def test_bounds_are_the_value_once_the_cards_are_passed() -> None:
    """Checked against going through all replies to all leads."""
    rng = random.Random(3)
    out = np.zeros(2, np.int64)

    def value(position: Position) -> int:
        if position.is_terminal():
            return int(position.returns()[0])
        values = [value(position.play(a)) for a in position.legal_actions()]
        return max(values) if position.current_player() == 0 else min(values)

    for options in all_options(2) * 4:
        # Few suits make the red seven and the trump ace meet.
        deck = [c for c in PACK.cards() if c[1] in "7A8K"]
        rng.shuffle(deck)
        setup = {
            "phase": "trick",
            "turnup": rng.choice("MTZP") + "X",
            "hands": [deck[:4], deck[4:8]],
        }
        position = load_game("sult_malac", **options).new_position(setup=setup)
        for node in (position, position.play(position.legal_actions()[1])):
            bounds[node.game.rules](node.state[0], out)
            assert out[0] == out[1] == value(node)


def test_state_key_forgets_what_was_shown_and_laid_away() -> None:
    rules = load_game("sult_malac").rules
    start = after("disc:M7 disc:- pass:MX pass:T7")
    keys = {
        int(state_key[rules](start.play_all([a, b]).state[0]))
        for a in start.legal_actions()
        for b in ("show:MO", "show:MK")
    }
    assert len(keys) == 1
    other = after("disc:M7 disc:- pass:MX pass:T8").play_all(["show:M9", "show:MO"])
    assert int(state_key[rules](other.state[0])) not in keys


def test_search_begins_with_two_seats_at_once_with_more_after_the_passes() -> None:
    for n in (2, 3, 4):
        rules = load_game("sult_malac", players=n).rules
        start = load_game("sult_malac", players=n).new_position(seed=n)
        line = played_out(start, random.Random(n))
        quick = [bool(search_here[rules](p.state[0])) for p in line]
        assert quick == [n == 2] * (2 * n) + [True] * (2 * n + 1)


# --- set-ups --------------------------------------------------------------------------


def hidden(known: Knowledge) -> dict[str, Any]:
    """Return what is hidden from the seat."""
    names = ("cards", "room", "allowed", "need", "ordered")
    return {name: known.model[0][name].tolist() for name in names}


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_set_up_gives_back_what_describe_wrote(n: int) -> None:
    rng = random.Random(n)
    for options in all_options(n)[::3]:
        game = load_game("sult_malac", **options)
        for position in played_out(game.new_position(seed=n), rng):
            fields = position.describe()
            again = game.new_position(setup=fields)
            assert again.describe() == fields
            assert again.legal_actions() == position.legal_actions()
            assert [again.describe(p) for p in range(n)] == [
                position.describe(p) for p in range(n)
            ]
            if position.is_terminal():
                assert again.returns() == position.returns()
                continue
            for seat in range(n):
                one, other = again.knowledge(seat), position.knowledge(seat)
                assert hidden(one) == hidden(other)
                assert one.legal_actions() == other.legal_actions()


def test_a_set_up_may_leave_cards_open() -> None:
    setup = {"phase": "trick", "turnup": "MX", "hands": [["MA", "?"], ["P7", "?"]]}
    position = load_game("sult_malac").new_position(setup=setup)
    assert len(position.legal_actions()) == 2
    assert position.describe(0)["hands"][1] == ["?", "?"]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"phase": "lead"}, "phase: 'lead', expected one of discard"),
        ({"hand": []}, "unknown field 'hand'"),
        ({"turnup": []}, "turnup: 0 cards, expected 1"),
        ({"hands": [["MA"]]}, "hands: 1 lists, expected 2"),
        ({"hands": [["MA"], ["P7", "PK"]]}, r"hands\[1\]: 2 cards"),
        ({"hands": [["MA"], ["MB"]]}, r"hands\[1\]: 'MB' is no card"),
        ({"hands": [["MA"], ["MA"]]}, "MA is there twice"),
        ({"table": ["Z7", "Z8", "Z9"]}, "trick: nobody is to act"),
        ({"passed": [["Z7"], []]}, r"passed\[0\]: 1 cards, expected 0"),
        ({"phase": "show"}, r"received\[0\]: 0 cards, expected 1"),
        ({"phase": "pass", "passed": [[], ["Z7"]]}, r"passed\[0\]: 0 cards"),
        ({"phase": "discard"}, "talon: 0 cards, expected 4 or more"),
        ({"phase": "discard", "turn": 2}, "turn: 2, expected 0 to 1"),
        ({"table": ["Z7"]}, r"hands\[1\]: 1 cards .* expected as many for each seat"),
    ],
)
def test_a_set_up_says_what_is_wrong(fields: dict[str, Any], problem: str) -> None:
    setup = {"phase": "trick", "turnup": "MX", "hands": [["MA"], ["P7"]], **fields}
    with pytest.raises(IllegalStateError, match=problem):
        load_game("sult_malac").new_position(setup=setup)


def test_a_set_up_lists_all_that_is_wrong() -> None:
    setup = {"phase": "trick", "turnup": "MX", "hands": [["MA"], []], "passed": ["T9"]}
    with pytest.raises(IllegalStateError) as caught:
        load_game("sult_malac").new_position(setup=setup)
    fields = [problem.split(":")[0] for problem in caught.value.problems]
    assert fields == ["passed", "passed[0]", "hands[1]"]


def test_a_card_that_should_have_been_played_is_named() -> None:
    setup = {
        "phase": "trick",
        "turnup": "PX",
        "hands": [["MK"], ["ZU"]],
        "table": ["Z8", "T9"],
    }
    load_game("sult_malac").new_position(setup=setup)
    with pytest.raises(IllegalStateError, match="seat 1 played T9, but holds ZU"):
        load_game("sult_malac", follow_rule="strict").new_position(setup=setup)

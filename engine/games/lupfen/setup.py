"""Lupfen: a position without a history, as fields to write and to read.

Each card is mentioned once. Antes and prices are paid: the pot is pot0 (a parameter) +
an ante of each seat + the price of each active seat.

=======  =============================================================================
field    meaning
=======  =============================================================================
phase    lift, price, join, swap or tricks
turn     in phases lift, join and swap: the seat to act. In lift the number of seats
         means that all have passed, in join the lifter that all have declared
lifter   from phase price on
price    from phase join on
active   from phase price on: the seats that play so far, the lifter among them
turnup   from phase price on: the card turned up
stack    the cards lying face down, top first; in phase lift the first will be turned
hands    by seat; three cards, in phase tricks also fewer, one less for a seat that has
         played to the trick; hands that were laid down may have any number
opened   cards seen that are out of play: of earlier tricks, or given up in a swap
leader   in phase tricks: who led the trick on the table, or is to lead; else the lifter
table    in phase tricks: the trick so far, in order of play
tricks   in phase tricks: those taken by each seat; with those to come they are three
voids    by seat: the letters of the suits that it was seen not to have
proven   the seats that were seen not to have been dealt three unders; after the first
         trick the active ones by default
pot      the pot, to be checked
=======  =============================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.bits import from_members, members
from engine.cards import UNKNOWN
from engine.errors import NotationError
from engine.games.lupfen.early import (
    all_declared,
    face_down,
    has_figure,
    price_of,
)
from engine.games.lupfen.hidden import known_phase
from engine.games.lupfen.play import play_card
from engine.games.lupfen.state import (
    END,
    HAND_SIZE,
    JOIN,
    LIFT,
    MOST_STACK,
    NO_CARD,
    NO_SEAT,
    NUM_TRICKS,
    PACK,
    PHASES,
    PRICE,
    SUIT,
    SWAP,
    TRICKS,
    UNDERS,
    clear,
)
from engine.games.lupfen.text import joined
from engine.protocol import TERMINAL
from engine.setups import SetUp, text_key

FIELDS = (
    "phase",
    "turn",
    "lifter",
    "price",
    "active",
    "turnup",
    "stack",
    "hands",
    "opened",
    "leader",
    "table",
    "tricks",
    "voids",
    "proven",
    "pot",
)


def describe(s: Any, seat: int | None = None) -> dict[str, Any]:
    """Return the state as the fields that `set_up` takes; `?` where `seat` is blind."""
    seats = range(int(s.seats))
    phase, turn = int(s.phase), int(s.turn)
    if seat is not None and phase == SWAP:
        phase = int(known_phase(s, seat))
        turn = seat
    if phase == END:
        phase, turn = ending(s)
    lifted = phase != LIFT
    fields: dict[str, Any] = {"phase": PHASES[phase]}
    if phase in (LIFT, JOIN, SWAP):
        fields["turn"] = turn
    if lifted:
        fields["lifter"] = int(s.lifter)
        fields["turnup"] = PACK.text(s.stack[0])
    if phase > PRICE:
        fields["price"] = int(s.price)
    table = [int(card) for card in s.table[: int(s.on_table)]]
    opened = int(s.opened) & ~from_members(table)
    stack = [int(card) for card in s.stack[int(lifted) : int(s.bottom)]]
    is_blind = seat is not None
    return fields | {
        "active": list(members(s.active)),
        "stack": [
            UNKNOWN if is_blind or card == NO_CARD else PACK.text(card)
            for card in stack
        ],
        "hands": [
            [UNKNOWN] * int(s.hands[other]).bit_count()
            if is_blind and other != seat
            else [PACK.text(card) for card in members(s.hands[other])]
            for other in seats
        ],
        "opened": [PACK.text(card) for card in members(opened)],
        "leader": int(s.leader if phase == TRICKS and s.leader >= 0 else s.lifter),
        "table": [PACK.text(card) for card in table],
        "tricks": [int(s.tricks[other]) if phase == TRICKS else 0 for other in seats],
        "voids": [
            [
                suit
                for number, suit in enumerate(PACK.suits)
                if int(s.voids[other]) & suit_cards(number)
            ]
            for other in seats
        ],
        "proven": list(members(s.proven)),
        "pot": int(s.pot),
    }


def suit_cards(number: int) -> int:
    """Return the cards of a suit."""
    return int(SUIT[number * len(PACK.ranks)])


def ending(s: Any) -> tuple[int, int]:
    """Return the phase and turn that a set-up of a finished deal is written with."""
    if s.lifter == NO_SEAT:
        return LIFT, int(s.seats)
    if any(s.hands[seat] for seat in members(s.active)):
        return JOIN, int(s.lifter)
    return TRICKS, TERMINAL


def set_up(s: Any, fields: Mapping[str, Any]) -> None:
    """Write a position without a history into `s`; see the top for the fields.

    Raises
    ------
    IllegalStateError
        Listing everything that is wrong.
    """
    clear(s)
    seats = int(s.seats)
    given = SetUp(PACK, fields, FIELDS)
    phase = given.choice("phase", PHASES)
    hands, stack = given.by_seat("hands", seats), given.cards("stack")
    if phase == LIFT:
        s.turn = given.number("turn", 0, 0, seats)
        given.require(len(stack) > 0, "stack: no card to turn up")
    else:
        set_bidding(s, given, phase)
        turnup = given.cards("turnup")
        given.require(len(turnup) == 1, f"turnup: {len(turnup)} cards, expected 1")
        stack = [*turnup, *stack]
    given.require(
        len(stack) <= MOST_STACK, f"stack: {len(stack)} cards, at most {MOST_STACK}"
    )
    opened, table = given.cards("opened"), given.cards("table")
    proven = from_members(given.numbers("proven", 0, seats - 1))
    voids = [
        read_suits(given, seat, suits)
        for seat, suits in enumerate(given.lists("voids", seats))
    ]
    s.tricks[:seats] = read_tricks(given, phase, seats)
    for name, cards in (("opened", opened), ("table", table)):
        given.require(
            phase >= TRICKS - (name == "opened") or not cards,
            f"{name}: cards, but nothing is played in phase {PHASES[phase]}",
        )
    pot = given.number("pot", int(s.pot), 0, 2**62)
    given.require(
        pot == s.pot,
        f"pot: {pot}, expected {int(s.pot)}: pot0 {int(s.pot0)}, {seats} antes of "
        f"{int(s.ante)}, {int(s.active).bit_count()} prices of {int(s.price)}",
    )
    order = turn_order(s, given, phase)
    check_sizes(s, given, phase, hands, order[: len(table)])
    given.require(len(table) <= len(order), f"table: more than {len(order)} cards")
    given.check()
    for seat in range(seats):
        s.hands[seat] = from_members(hands[seat])
        s.voids[seat] = voids[seat]
    s.opened = from_members(opened)
    # Where tricks were played and nothing is said, no hand is suspected.
    s.proven = s.active if "proven" not in fields and any(s.tricks) else proven
    s.stack[: len(stack)] = stack
    s.bottom = len(stack)
    if phase != LIFT:
        s.trump = SUIT[stack[0]]
    s.phase = phase
    go_on(s, given, phase, order, table)
    check_shown(s, given, phase)
    given.check()
    s.public = s.rules_key
    for seat in range(seats):
        s.private[seat] = text_key(describe(s, seat))


def set_bidding(s: Any, given: SetUp, phase: int) -> None:
    """Write lifter, price, active seats and the turn; collect problems."""
    seats = int(s.seats)
    s.lifter = given.number("lifter", NO_SEAT, 0, seats - 1)
    active = from_members(given.numbers("active", 0, seats - 1))
    lifter = 1 << int(s.lifter)
    given.require(active & lifter != 0, f"active: the lifter {s.lifter} is missing")
    if phase > PRICE:
        price = given.number("price", 0, 0, 2**62)
        allowed = [int(price_of(s, index)) for index in range(int(s.num_prices))]
        if given.require(
            price in allowed, f"price: {price}, expected one of {allowed}"
        ):
            s.price = price
            s.pot += price * active.bit_count()
    s.active = active
    s.turn = s.lifter
    if phase in (JOIN, SWAP):
        s.turn = given.number("turn", int(s.lifter), 0, seats - 1)
    if phase in (PRICE, JOIN):
        asked = (int(s.turn) - int(s.lifter)) % seats or (seats if phase == JOIN else 1)
        declared = from_members((int(s.lifter) + i) % seats for i in range(asked))
        given.require(
            active & ~declared == 0,
            f"active: {list(members(active))}, but only {list(members(declared))} "
            "have declared",
        )
    elif active == lifter:
        given.problems.append("active: nobody joined, so nothing is played")


def read_suits(given: SetUp, seat: int, suits: Any) -> int:
    """Return the cards of the suits that a seat lacks; collect problems."""
    cards = 0
    for text in suits if isinstance(suits, list | tuple) else [suits]:
        try:
            cards |= suit_cards(PACK.parse_suit(str(text)))
        except NotationError as error:
            given.problems.append(f"voids[{seat}]: {error}")
    return cards


def read_tricks(given: SetUp, phase: int, seats: int) -> list[int]:
    """Return the tricks taken by each seat; collect problems."""
    tricks = given.numbers("tricks", 0, NUM_TRICKS) or [0] * seats
    most = NUM_TRICKS if phase == TRICKS else 0
    right = len(tricks) == seats and sum(tricks) <= most
    given.require(
        right, f"tricks: {tricks}, expected {seats} numbers, at most {most} in all"
    )
    return tricks if right else [0] * seats


def turn_order(s: Any, given: SetUp, phase: int) -> list[int]:
    """Return the active seats in order of play from the leader; none before."""
    if phase != TRICKS:
        return []
    seats = int(s.seats)
    s.leader = given.number("leader", int(s.lifter), 0, seats - 1)
    order = [(int(s.leader) + i) % seats for i in range(seats)]
    active = int(s.active)
    given.require(active >> order[0] & 1 == 1, f"leader: seat {order[0]} is out")
    return [seat for seat in order if active >> seat & 1]


def check_sizes(
    s: Any, given: SetUp, phase: int, hands: list[list[int]], played: list[int]
) -> None:
    """Check that each hand has a card for every trick to come."""
    to_come = NUM_TRICKS - sum(int(number) for number in s.tricks)
    for seat, cards in enumerate(hands):
        size = to_come - (seat in played)
        is_out = phase >= SWAP and not int(s.active) >> seat & 1
        given.require(
            len(cards) <= HAND_SIZE if is_out else len(cards) == size,
            f"hands[{seat}]: {len(cards)} cards, expected "
            + (f"at most {HAND_SIZE}" if is_out else f"{size}"),
        )


def go_on(s: Any, given: SetUp, phase: int, order: list[int], table: list[int]) -> None:
    """Bring the state to the node that the fields describe; collect problems."""
    if phase == LIFT and s.turn == s.seats:
        s.phase, s.turn = END, TERMINAL
    elif phase == JOIN and s.turn == s.lifter:
        all_declared(s)
    elif phase == SWAP:
        seat = int(s.turn)
        may_swap = s.figures and has_figure(s, seat) and face_down(s) >= HAND_SIZE
        given.require(
            bool(may_swap),
            f"turn: seat {seat} may not swap: that takes two unders and an over, and "
            f"{HAND_SIZE} cards face down",
        )
    elif phase == TRICKS:
        if not any(s.hands[seat] for seat in order) and not table:
            s.phase, s.turn = END, TERMINAL
            return
        s.turn = order[0]
        for seat, card in zip(order, table, strict=False):
            s.hands[seat] = int(s.hands[seat]) | 1 << card
        for card in table:
            play_card(s, int(s.turn), card)


def check_shown(s: Any, given: SetUp, phase: int) -> None:
    """Check that no hand contradicts what was seen of it."""
    for seat in range(int(s.seats)):
        hand = int(s.hands[seat])
        wrong = hand & int(s.voids[seat])
        given.require(
            not wrong,
            f"hands[{seat}]: {joined(wrong)}, but the seat was seen to lack the suit",
        )
        is_dealt_hand = int(s.active & ~s.proven) >> seat & 1
        given.require(
            phase < SWAP
            or not (s.figures and is_dealt_hand and hand)
            or hand & ~UNDERS != 0,
            f"hands[{seat}]: {joined(hand)}, but three unders would have ended it all",
        )

"""Sült malac for two to four: five cards each and one single trick.

One card is turned up for trump and stays out. Before the trick each seat may
change up to two cards, passes one card to the next seat and shows one card to all.
The red seven takes a trick that the ace of trumps would have won.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from .cards import (
    HUNGARIAN32,
    allowed_cards,
    in_order,
    read_set,
    subsets,
    trick_winner,
    write_set,
)
from .core import TERMINAL, Naive, Slice

LOW_TO_HIGH = "789XUOKA"
RED_SEVEN = "P7"
VERBS = {"disc": "disc:", "pass": "pass:", "show": "show:", "trick": "play:"}


def malac_winner(cards: Sequence[str], trump: str, red7: str = "both") -> int:
    """Which card of the trick wins, counted in the order of play.

    Find the winner by the ordinary rules. If that is the ace of trumps and the red
    seven is in the trick as well, the seven takes it: always under 'both', only
    when it was played after the ace under 'response'.
    """
    best = trick_winner(cards, trump, LOW_TO_HIGH)
    if cards[best] == trump + "A" and RED_SEVEN in cards:
        seven = list(cards).index(RED_SEVEN)
        if red7 == "both" or seven > best:
            return seven
    return best


class NaiveSultMalac(Naive):
    name: ClassVar[str] = "sult_malac"
    whole_pack: ClassVar[tuple[str, ...]] = HUNGARIAN32
    defaults: ClassVar[dict[str, Any]] = {
        "players": 2,
        "red7": "both",
        "show_mode": "sequential",
        "follow_rule": "free",
        "stake": 1,
        "rounds": 1,
    }
    choices: ClassVar[dict[str, tuple[Any, ...]]] = {
        "players": (2, 3, 4),
        "red7": ("both", "response"),
        "show_mode": ("sequential", "simultaneous"),
        "follow_rule": ("free", "strict"),
    }

    def _deal(self, deck: tuple[str, ...]) -> None:
        """Hands, turn-up, talon; a shorter pack must still serve every discard."""
        n = self.num_players
        if len(deck) < 7 * n + 1:
            raise ValueError(f"{n} players need at least {7 * n + 1} cards")
        hands = [deck[5 * i : 5 * i + 5] for i in range(n)]
        self._set_up(hands, deck[5 * n], deck[5 * n + 1 :], "disc")

    @classmethod
    def from_parts(
        cls,
        options: Mapping[str, Any] | None = None,
        *,
        hands: Sequence[Sequence[str]],
        turnup: str,
        talon: Sequence[str] = (),
        phase: str = "trick",
        turn: int = 0,
        received: Sequence[str] | None = None,
        table: Sequence[str] = (),
    ) -> "NaiveSultMalac":
        """A position in the middle of a deal.

        `phase` is "disc", "pass", "show" or "trick" and `turn` the seat to act in
        it; `received` has the card each seat got from its neighbour (needed for
        "show"); `table` has the cards played so far.
        """
        new = cls.__new__(cls)
        new._set_rules(options, None)
        if len(hands) != new.num_players:
            raise ValueError("not one hand for each player")
        new._set_up(hands, turnup, talon, phase)
        new.turn, new.table = turn, tuple(table)
        if received is not None:
            new.received = tuple(received)
        return new

    def _set_up(
        self,
        hands: Sequence[Sequence[str]],
        turnup: str,
        talon: Sequence[str],
        phase: str,
    ) -> None:
        self.hands = tuple(frozenset(hand) for hand in hands)
        self.turnup, self.trump = turnup, turnup[0]
        self.talon = tuple(talon)  # top first
        self.pile: frozenset[str] = frozenset()
        self.draws: tuple[int, ...] = ()  # how many each seat drew, public
        self.phase = phase
        self.turn = 0
        self.chosen: tuple[str, ...] = ()  # hidden choices of the current phase
        self.received: tuple[str | None, ...] = (None,) * self.num_players
        self.shown: tuple[str, ...] = ()
        self.table: tuple[str, ...] = ()
        self._open_views(self.hands, ("turnup", turnup))

    # -- nodes -------------------------------------------------------------------

    def current_player(self) -> int:
        return TERMINAL if self.phase == "end" else self.turn

    def legal_actions(self) -> list[str]:
        if self.phase == "end":
            return []
        hand = self.hands[self.turn]
        verb = VERBS[self.phase]
        if self.phase == "disc":
            sets = subsets(hand, (0, 1, 2), HUNGARIAN32)
            return [verb + write_set(cards) for cards in sets]
        cards = hand
        if self.phase == "show":  # not the card that has just come in
            cards = hand - {self.received[self.turn]}
        elif self.phase == "trick":
            rule = self.rules["follow_rule"]
            cards = allowed_cards(hand, self.table, self.trump, rule)
        return [verb + card for card in in_order(cards, HUNGARIAN32)]

    def _do(self, action: str) -> None:
        what = action[5:]
        {
            "disc": self._discard,
            "pass": self._pass,
            "show": self._show,
            "trick": self._play_card,
        }[self.phase](self.turn, what)
        self.turn += 1
        if self.turn == self.num_players:
            self._finish_phase()

    def _discard(self, seat: int, what: str) -> None:
        """Lay cards away face down and draw as many; only the number is public."""
        gone = read_set(what)
        drawn = frozenset(self.talon[: len(gone)])
        self.talon = self.talon[len(gone) :]
        self.pile |= gone
        self.draws += (len(gone),)
        self._set_hand(seat, self.hands[seat] - gone | drawn)
        self._tell(("disc", seat, len(gone)), {seat: ("disc", gone, drawn)})

    def _pass(self, seat: int, card: str) -> None:
        """Put a card face down; that this was done is visible, not the card."""
        self.chosen += (card,)
        self._tell(("chosen", seat), {seat: ("chosen", seat, card)})

    def _show(self, seat: int, card: str) -> None:
        """Show a card, at once or (simultaneous) when everybody has chosen."""
        if self.rules["show_mode"] == "sequential":
            self.shown += (card,)
            self._tell(("show", seat, card))
        else:
            self.chosen += (card,)
            self._tell(("chosen", seat), {seat: ("chosen", seat, card)})

    def _play_card(self, seat: int, card: str) -> None:
        self._set_hand(seat, self.hands[seat] - {card})
        self.table += (card,)
        self._tell(("play", seat, card))

    def _set_hand(self, seat: int, hand: frozenset[str]) -> None:
        self.hands = tuple(
            hand if i == seat else other for i, other in enumerate(self.hands)
        )

    def _finish_phase(self) -> None:
        """All seats have acted: move or reveal the hidden cards, go on."""
        if self.phase == "pass":
            n = self.num_players
            self.received = tuple(self.chosen[(i - 1) % n] for i in range(n))
            for seat, card in enumerate(self.received):
                hand = self.hands[seat] - {self.chosen[seat]} | {card}
                self._set_hand(seat, hand)
            got = enumerate(self.received)
            self._tell(None, {seat: ("received", card) for seat, card in got})
        elif self.phase == "show" and self.chosen:
            self.shown = self.chosen
            self._tell(("shown", self.shown))
        self.chosen = ()
        self.turn = 0
        following = {"disc": "pass", "pass": "show", "show": "trick", "trick": "end"}
        self.phase = following[self.phase]

    # -- the end and the knowledge -----------------------------------------------

    def returns(self) -> list[Fraction]:
        """The winner of the trick gets the stake of every other seat."""
        if self.phase != "end":
            raise ValueError("the deal is not over")
        stake = Fraction(self.rules["stake"])
        winner = malac_winner(self.table, self.trump, self.rules["red7"])
        payoffs = [-stake] * self.num_players
        payoffs[winner] = (self.num_players - 1) * stake
        return payoffs

    def _could_be_drawn(self) -> int:
        """How many talon cards the seats that still discard could reach."""
        if self.phase != "disc":
            return 0
        return min(len(self.talon), 2 * (self.num_players - self.turn))

    def world_key(self) -> Hashable:
        """Talon cards in reach keep their order; the others are a set.

        The hidden choices of the current phase belong to the state, and so does
        the card which a seat got, as long as it bars that card from being shown.
        """
        reach = self._could_be_drawn()
        talon = (self.talon[:reach], frozenset(self.talon[reach:]))
        barred = self.received[self.turn :] if self.phase == "show" else ()
        public = (self.phase, self.turn, self.draws, self.shown, self.table)
        hidden = (self.hands, self.pile, talon, self.chosen, barred)
        return (hidden, self.turnup, public)

    def deck_slices(self, seat: int) -> list[Slice]:
        seats = range(self.num_players)
        runs = [Slice(5, frozenset({i})) for i in seats]
        runs.append(Slice(1, frozenset(seats)))
        runs += [Slice(k, frozenset({i})) for i, k in enumerate(self.draws)]
        reach = self._could_be_drawn()
        return [*runs, Slice(reach, ordered=True), Slice(len(self.talon) - reach)]

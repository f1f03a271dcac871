"""Lupfen for three to five: three cards, three tricks, a pot that lives on.

Somebody lifts, sees the trump and names a price; the others pay it and join, or
stay out. Each trick is worth a third of the pot, and whoever is in and gets no
trick pays the whole pot again.
"""

from fractions import Fraction

from .cards import LUPFEN20, allowed_cards, in_order, trick_winner
from .core import TERMINAL
from .lupfen_state import LupfenState

LOW_TO_HIGH = "UOKXA"


class NaiveLupfen(LupfenState):
    def current_player(self) -> int:
        return TERMINAL if self.phase == "end" else self.turn

    def prices(self) -> list[int]:
        """The prices the lifter may name; nought only if the table allows it."""
        named = range(self.rules["price_min"], self.rules["price_max"] + 1)
        return ([0] if self.rules["allow_zero"] else []) + list(named)

    def legal_actions(self) -> list[str]:
        if self.phase == "end":
            return []
        if self.phase == "lift":
            return ["lift", "pass"]
        if self.phase == "price":
            return [f"price:{q}" for q in self.prices()]
        if self.phase == "join":
            return ["in", "out"]
        if self.phase == "swap":
            return ["swap", "keep"]
        hand = self.hands[self.turn]
        cards = allowed_cards(hand, self.table, self.trump, "strict")
        return ["play:" + card for card in in_order(cards, LUPFEN20)]

    def _do(self, action: str) -> None:
        seat = self.turn
        if self.phase == "lift":
            self._lift(seat, action)
        elif self.phase == "price":
            self.price = int(action.removeprefix("price:"))
            self.pot += self.price
            self._tell(("price", self.price))
            self.phase = "join"
            self.turn = self._next(seat)
        elif self.phase == "join":
            self._join(seat, action)
        elif self.phase == "swap":
            if action == "swap":
                self._swap(seat)
            else:
                self._tell(None, {seat: "keep"})
            self._ask_for_swap(self._active_from_lifter(after=seat))
        else:
            self._play_card(seat, action.removeprefix("play:"))

    def _lift(self, seat: int, action: str) -> None:
        if action == "pass":
            self._tell(("pass", seat))
            self.turn += 1
            if self.turn == self.num_players:  # nobody wants to: no play
                self._end("thrown_in", [0] * self.num_players, self.pot)
            return
        self.lifter = seat
        self.active = frozenset({seat})
        self.turnup, self.stack = self.stack[0], self.stack[1:]
        self.trump = self.turnup[0]
        self._tell(("lift", seat, self.turnup))
        self.phase = "price"

    def _join(self, seat: int, action: str) -> None:
        assert self.price is not None
        self._tell((action, seat))
        if action == "in":
            self.active |= {seat}
            self.pot += self.price
        self.turn = self._next(seat)
        if self.turn == self.lifter:
            self._after_joining()

    def _after_joining(self) -> None:
        """Alone, the lifter takes the pot; three unders win all tricks unplayed."""
        n = self.num_players
        if len(self.active) == 1:
            gain = [self.pot if i == self.lifter else 0 for i in range(n)]
            self._end("all_out", gain, 0)
            return
        if self.rules["figures"]:
            for seat in self.active:
                if [card[1] for card in self.hands[seat]] == ["U", "U", "U"]:
                    self._tell(("unders", seat, self.hands[seat]))
                    self.tricks = tuple(3 if i == seat else 0 for i in range(n))
                    self._settle("unders")
                    return
        self._ask_for_swap(self._active_from_lifter())

    def _ask_for_swap(self, seats: list[int]) -> None:
        """Stop at the first seat that may swap; without one the play begins."""
        for seat in seats:
            ranks = sorted(card[1] for card in self.hands[seat])
            if (
                self.rules["figures"]
                and ranks == ["O", "U", "U"]
                and len(self.stack) >= 3
            ):
                self.phase, self.turn = "swap", seat
                return
        self.phase = "tricks"
        self.leader = self.turn = self.lifter

    def _swap(self, seat: int) -> None:
        """Show the three cards and put them out of play; take the bottom three."""
        old, drawn = self.hands[seat], frozenset(self.stack[-3:])
        self.stack = self.stack[:-3]
        self.shown |= old
        self.swappers += (seat,)
        self._set_hand(seat, drawn)
        self._tell(("swap", seat, old), {seat: ("swap", seat, old, drawn)})

    def _set_hand(self, seat: int, hand: frozenset[str]) -> None:
        self.hands = tuple(
            hand if i == seat else other for i, other in enumerate(self.hands)
        )

    def _play_card(self, seat: int, card: str) -> None:
        self._set_hand(seat, self.hands[seat] - {card})
        self.table += (card,)
        self._tell(("play", seat, card))
        order = self._trick_order()
        if len(self.table) == len(order):
            winner = order[trick_winner(self.table, self.trump, LOW_TO_HIGH)]
            self.tricks = tuple(k + (i == winner) for i, k in enumerate(self.tricks))
            self.leader, self.table = winner, ()
            if not any(self.hands[i] for i in self.active):
                self._settle("played")
                return
        self._set_turn_in_trick()

    # -- the end -----------------------------------------------------------------

    def _settle(self, ending: str) -> None:
        """Pay out a third of the pot a trick, then collect from the trickless.

        What cannot be divided by three stays in the pot or goes to the lifter. A
        seat that was in and got nothing pays the pot as it was before payment.
        """
        share, left = divmod(self.pot, 3)
        gain = [share * k for k in self.tricks]
        after = left
        if self.rules["remainder"] == "lupfer":
            assert self.lifter is not None
            gain[self.lifter] += left
            after = 0
        for seat in self.active:
            if self.tricks[seat] == 0:
                gain[seat] -= self.pot
                after += self.pot
        self._end(ending, gain, after)

    def _end(self, ending: str, gain: list[int], pot_after: int) -> None:
        """Take ante and price off the gains; the pot is carried over."""
        price = self.price or 0
        ante = self.rules["ante"]
        self.nets = tuple(
            won - ante - (price if i in self.active else 0)
            for i, won in enumerate(gain)
        )
        self.pot_after = pot_after
        self.ending = ending
        self.phase = "end"

    def returns(self) -> list[Fraction]:
        """Money won or lost; with 'shared' everybody owns a part of the pot too."""
        if self.phase != "end":
            raise ValueError("the deal is not over")
        assert self.pot_after is not None
        share = Fraction(0)
        if self.rules["pot_value"] == "shared":
            share = Fraction(self.pot_after - self.rules["pot0"], self.num_players)
        return [net + share for net in self.nets]

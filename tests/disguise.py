"""The same deal with two cards in each other's places, replayed if that is legal.

Where a seat sees neither card it can't tell the two positions apart: no other pairs are
as sharp for laws about what a seat knows.
"""

from __future__ import annotations

import re

from engine import IllegalActionError, Position
from engine.bits import members


def swap_cards(position: Position, one: str, other: str) -> Position | None:
    """Return `position` with two cards exchanged, None if its actions then break rules.

    They are exchanged in the deck and in the words of the actions.
    """
    game = position.game
    assert position.deck is not None
    names = {one: other, other: one}
    order = game.pack.cards()

    def renamed(action: str) -> str:
        verb, colon, cards = action.partition(":")
        texts = [names.get(text, text) for text in cards.split(",")]
        if len(texts) > 1:
            texts.sort(key=order.index)
        return verb + colon + ",".join(texts)

    texts = [game.pack.text(card) for card in position.deck]
    deck = [names.get(text, text) for text in texts]
    try:
        start = game.new_position(deck=deck, **position.parameters)
        return start.play_all([renamed(action) for action in position.actions])
    except IllegalActionError:
        return None


def unseen_cards(position: Position, seat: int) -> list[str]:
    """Return the cards that `seat` can't see, as the game's verb `unseen` has them."""
    cards = int(position.knowledge(seat).model.cards[0])
    return [position.game.pack.text(card) for card in members(cards)]


def named_cards(position: Position, seat: int) -> set[str]:
    """Return every card that is named in what `seat` was dealt or saw since."""
    start = position.visible_deal(seat) if position.deck else {}
    words = re.split(r"\W+", f"{start} {' '.join(position.observations(seat))}")
    return set(words) & set(position.game.pack.cards())

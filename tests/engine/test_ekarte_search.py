"""Ékarté: what a search may know of a position is true."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engine.games.ekarte.state import TOPS
from engine.protocol import (
    MAX_SEATS,
    apply,
    bounds,
    legal_actions,
    try_first,
)
from engine.tricks import FOLLOW_RULES
from tests.engine.ekarte_positions import (
    PACK,
    set_up,
)

# --- what a search may know -----------------------------------------------------------


def test_tops_are_the_ranks_above_all_others() -> None:
    for row, low_to_high in enumerate(("789XAUOK", "789XUOKA")):
        strength = [low_to_high.index(rank) for rank in PACK.ranks]
        for ranks in range(256):
            held = [strength[r] for r in range(8) if ranks >> r & 1]
            above = [r for r in range(8) if all(strength[r] > h for h in held)]
            assert TOPS[256 * row + ranks] == sum(1 << r for r in above)


def value_within_bounds(rules: Any, s: Any) -> int:
    """Return the minimax value of a state, having checked it and all below it."""
    out = np.zeros(MAX_SEATS, np.int64)
    bounds[rules](s[0], out)
    low, high = int(out[0]), int(out[1])
    legal_here = int(legal_actions[rules](s[0]))
    if not legal_here:
        rules.returns(s[0], out)
        assert low == high == out[0]
        return int(out[0])
    values = []
    for action in range(PACK.size):
        if legal_here >> action & 1:
            after = s.copy()
            apply[rules](after[0], action)
            values.append(value_within_bounds(rules, after))
    value = max(values) if s.turn[0] == 0 else min(values)
    assert low <= value <= high
    if sum(s.tricks[0]) == 4:
        assert low == high
    assert int(try_first[rules](s[0])) & ~legal_here == 0
    return value


@pytest.mark.parametrize("rule", FOLLOW_RULES)
@pytest.mark.parametrize("order", ["ecarte", "traditional"])
def test_bounds_hold_at_every_node(rule: str, order: str) -> None:
    rng = random.Random(f"{rule} {order}")
    for _ in range(6):
        drawn = rng.sample([card for card in PACK.cards() if card[0] in "MTZ"], 6)
        tricks = rng.choice([(0, 2), (1, 1), (2, 0)])
        position = set_up(
            [" ".join(drawn[:3]), " ".join(drawn[3:])],
            {"follow_rule": rule, "order": order},
            tricks=list(tricks),
            leader=rng.randrange(2),
        )
        value_within_bounds(position.game.rules, position.state)


@pytest.mark.parametrize(
    ("hands", "fields", "expected"),
    [
        # Three tricks won, the other has one: decided.
        (["T7", "Z7"], {"tricks": [3, 1]}, (1, 1)),
        (["T7", "Z7"], {"tricks": [1, 3]}, (-1, -1)),
        # One card each: the lead T7 wins against Z7, and falls to M7.
        (["T7", "Z7"], {"tricks": [4, 0]}, (2, 2)),
        (["T7", "M7"], {"tricks": [4, 0]}, (1, 1)),
        ([" ", "M7"], {"tricks": [2, 2], "table": ["T7"]}, (-1, -1)),
        # King, over and under of trumps win three tricks for sure.
        (["MK MO MU T7 T8", "MA M7 Z7 Z8 Z9"], {"leader": 1}, (1, 2)),
        # On lead they also draw both trumps of the other seat, and T7 and T8 win.
        (["MK MO MU T7 T8", "MA M7 Z7 Z8 Z9"], {"leader": 0}, (2, 2)),
    ],
)
def test_bounds_by_hand(
    hands: list[str], fields: dict[str, Any], expected: tuple[int, int]
) -> None:
    position = set_up(hands, **fields)
    out = np.zeros(MAX_SEATS, np.int64)
    bounds[position.game.rules](position.state[0], out)
    assert (out[0], out[1]) == expected

"""Play many random deals of Lupfen: what a seat wins that acts without looking.

Run it with `python scripts/random_games.py`, then change it.
"""

from engine import load_game
from solver.rollout import deal_many, playouts

game = load_game("lupfen", players=4)

# 100,000 dealt states at once: state i is that of `game.new_position(seed=i)`.
deals = deal_many(game, 100_000)

# A million deals played at random, in all cores; sums are exact.
result = playouts(game, deals, 1_000_000, seed=1)
print(f"{result.count:,} deals, {result.actions / result.count:.1f} actions each")
for seat, mean in enumerate(result.means):
    print(f"  seat {seat}: {float(mean):+.4f} a deal")

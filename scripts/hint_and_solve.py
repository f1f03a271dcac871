"""Ask malac about one deal of Ékarté: what to do, and what would have been right.

Run it with `python scripts/hint_and_solve.py`, then change it.
"""

from engine import load_game
from solver import Limit, hint, solve

# A game has options; see `malac games ekarte`.
game = load_game("ekarte", order="ecarte")

# A seeded deal; `deal={"hands": [...], "turnup": ..., "talon": [...]}` takes your own.
position = game.new_position(seed=7)
print("seat 0 sees:", position.describe(0))

# What seat 0 should do, from its own cards alone. The same seed and number of samples
# give the same answer on any machine.
answer = hint(position, limit=Limit(samples=2000), seed=0)
print("worlds, and how many of them were looked at:", answer.worlds)
for action, found in answer.actions.items():
    print(f"  {action:10} {found.value:+.3f} ± {found.error:.3f}")

# The same once the play has begun, with all cards open: now the values are exact.
position = position.play("play_on")
answer = solve(position)
print("with open cards the seats get", answer.returns)
print("  best:", " ".join(answer.best))
print("  best play:", " ".join(answer.pv))

"""What all tests share: how much hypothesis tries, and the options of runners.

HYPOTHESIS_PROFILE chooses the profile: `dev` by default, `ci` where CI is set, which
draws the same examples in every run.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

SLOW_TO_DRAW = [HealthCheck.too_slow, HealthCheck.data_too_large]

# No deadline: the first example of a test may compile kernels.
settings.register_profile(
    "dev", max_examples=50, deadline=None, suppress_health_check=SLOW_TO_DRAW
)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=SLOW_TO_DRAW,
)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("malac")
    group.addoption(
        "--max-nodes",
        type=int,
        default=3_000_000,
        help="perft lines with larger counts are not run",
    )
    group.addoption(
        "--regenerate",
        action="store_true",
        help="write the recorded playthroughs anew instead of comparing with them",
    )

"""The README's Python session is true."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_python_session_of_the_readme_is_true():
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 9
    assert result.failed == 0

"""Run commands of `malac` in this process, as all tests of them do."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from service.cli import main


def malac(*arguments: str, stdin: str | None = None, status: int = 0) -> Result:
    """Run a command, check its exit status, return what it printed."""
    # Wide enough for every table; other widths are tested on their own.
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"})
    result = runner.invoke(main, arguments, input=stdin, prog_name="malac")
    assert result.exit_code == status, result.output
    return result


def json_of(*arguments: str, stdin: str | None = None, status: int = 0) -> Any:
    """Return the JSON that a command with --json prints, which is one line."""
    result = malac(*arguments, "--json", stdin=stdin, status=status)
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


def json_lines(*arguments: str, stdin: str | None = None, status: int = 0) -> list[Any]:
    """Return the JSON of every line that a command prints."""
    result = malac(*arguments, stdin=stdin, status=status)
    return [json.loads(line) for line in result.stdout.splitlines()]

"""What every command prints alike: JSON, complaints, exit statuses."""

from __future__ import annotations

import json

import click

BAD_INPUT = 2
UNWRITTEN = 1  # such as to a full disk
INTERRUPTED = 130  # after Ctrl-C: 128 + SIGINT, as shells have it


def print_json(document: object) -> None:
    """Print an object as one line of JSON, at once also into a pipe."""
    click.echo(json.dumps(document))


def one_line(error: BaseException) -> str:
    """Return what an error says, as one line."""
    return " ".join(str(error).split())

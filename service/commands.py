"""A group of commands whose complaints are one line, with exit status 2."""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from typing import Any

import click

from service.output import BAD_INPUT, INTERRUPTED, UNWRITTEN, one_line


class Refused(click.ClickException):
    """Bad input: one line on standard error, exit status 2."""

    exit_code = BAD_INPUT


class Commands(click.Group):
    """A group of commands that turns malac's errors into one line."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run as the program."""
        # Importing numba makes many objects and no garbage: to look for some while
        # starting, and again at the end, takes a tenth of a second.
        gc.set_threshold(100_000, 50, 100)
        atexit.register(gc.freeze)
        return super().__call__(*args, **kwargs)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run; say in one line that the output could not be written."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
                raise
            # What is left in the buffer would fail once more at the end.
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115
            click.echo(
                f"Error: the output can't be written: {error.strerror}", err=True
            )
            sys.exit(UNWRITTEN)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the command line; complain in one line."""
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            raise self._in_one_line(error) from None

    def _in_one_line(self, error: click.UsageError) -> click.UsageError:
        """Leave out the usage, which click prints before what is wrong."""
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            return error
        message = error.format_message()
        if message.startswith("No such command"):
            message += f" Expected one of: {', '.join(self.commands)}."
        elif isinstance(error, click.NoSuchOption) and error.ctx is not None:
            message += f" '{error.ctx.command_path} --help' lists the options."
        return click.UsageError(message)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise self._in_one_line(error) from None
        except KeyboardInterrupt:
            raise click.exceptions.Exit(INTERRUPTED) from None
        except Exception as error:
            # Not imported here: it would load numba for `malac --help`, too.
            errors = sys.modules.get("engine.errors")
            if errors is None or not isinstance(error, errors.MalacError):
                raise
            raise Refused(one_line(error)) from None

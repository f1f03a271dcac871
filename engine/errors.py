"""The exceptions of malac, one tree.

::

    MalacError
    ├── OptionError (ValueError)         an unknown game, option or value
    ├── NotationError (ValueError)       text that is no card, deal, position or record
    ├── IllegalStateError (ValueError)   a deal or set-up that breaks the rules
    ├── IllegalActionError (ValueError)  an action that is not legal here
    └── UnsupportedError (ValueError)    a question this game can't answer

Every message names the field, the value found and what would be right, so that a
caller may print it as it stands.
"""

from __future__ import annotations


class MalacError(Exception):
    """Base class: catch this to catch everything that malac raises on purpose."""


class OptionError(MalacError, ValueError):
    """An unknown game, option or parameter, or a value outside its range."""


class NotationError(MalacError, ValueError):
    """Text that can't be read.

    Parameters
    ----------
    message : str
        What is wrong and what would be right.
    token : str
        The piece of text at fault, empty if there is none (a truncated text).
    column : int
        Where `token` begins in the text, counted from 1; 0 if unknown.
    """

    def __init__(self, message: str, token: str = "", column: int = 0) -> None:
        where = f" (column {column})" if column else ""
        super().__init__(message + where)
        self.token = token
        self.column = column


class IllegalStateError(MalacError, ValueError):
    """A deal or set-up that breaks the rules.

    Parameters
    ----------
    problems : str or list of str
        Everything that is wrong, not only the first thing found; what is there
        several times is kept once.
    """

    def __init__(self, problems: str | list[str]) -> None:
        listed = [problems] if isinstance(problems, str) else problems
        self.problems = list(dict.fromkeys(listed))
        super().__init__("; ".join(self.problems))


class IllegalActionError(MalacError, ValueError):
    """An action that is not legal in this position."""


class UnsupportedError(MalacError, ValueError):
    """A question that has no answer for this game or position."""

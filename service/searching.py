"""Run a search for a person at a terminal: first compilation, Ctrl-C, start-up time.

The first Ctrl-C stops the search, whose best answer so far is then printed, and no
other Ctrl-C disturbs that; while the search is still stopping, a second one ends the
process at once. While kernels compile, which happens once after an
installation or an edit, a message on standard error says so; otherwise nothing does.
"""

from __future__ import annotations

import functools
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from engine.jit import cache_dir, set_compile_listener
from service.output import INTERRUPTED

if TYPE_CHECKING:
    from solver import Answer, Stop

DOUBLE_TAP_S = 0.5  # a second Ctrl-C within so long counts as the first
QUIET_S = 0.3  # of compilation go without a message
REFRESH_S = 0.2


class CompileNotice:
    """Say on standard error that code is being compiled; use as a context.

    Parameters
    ----------
    game : str
        What it is for, for the message.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self._lock = threading.Lock()
        self._began = self._told = 0.0
        self._done = 0

    def __enter__(self) -> CompileNotice:
        set_compile_listener(self.listen)
        return self

    def __exit__(self, *error: object) -> None:
        set_compile_listener(None)
        self.finish()

    def listen(self, name: str, seconds: float) -> None:
        """Note that the compilation of `name` begins (0 s) or has ended."""
        with self._lock:
            now = time.monotonic()
            self._began = self._began or now
            self._done += seconds > 0
            is_due = sys.stderr.isatty() and now - self._told >= REFRESH_S
            if now - self._began >= QUIET_S and (is_due or not self._told):
                self._told = now
                self._tell(_compiling(self._game, self._done))

    def finish(self) -> None:
        """End the message, if there is one, so that other text may follow."""
        with self._lock:
            if self._told:
                took = time.monotonic() - self._began
                self._tell(f"compiled {_functions(self._done)} in {took:.0f} s", "\n")
            self._began = self._told = 0.0
            self._done = 0

    def _tell(self, text: str, end: str = "") -> None:
        """Write a message, on a terminal over the one before."""
        line = f"\r\x1b[2K{text}{end}" if sys.stderr.isatty() else f"{text}\n"
        sys.stderr.write(line)
        sys.stderr.flush()


def _compiling(game: str, done: int) -> str:
    """Return the message: what is compiled, how far, and whether it is kept."""
    place = _short(str(cache_dir()))
    if _can_write(cache_dir()):
        return (
            f"compiling for {game}, first run only: {_functions(done)} so far, "
            f"kept in {place}"
        )
    return (
        f"compiling for {game}: {_functions(done)} so far, which can't be kept in "
        f"{place} (MALAC_CACHE_DIR chooses another folder)"
    )


@functools.cache
def _can_write(folder: Path) -> bool:
    """Return whether files can be made in a folder, which need not exist yet."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _functions(number: int) -> str:
    return "1 function" if number == 1 else f"{number} functions"


def _short(path: str) -> str:
    """Return a path with `~` for the home directory."""
    home = os.path.expanduser("~")
    return "~" + path[len(home) :] if path.startswith(home + os.sep) else path


class Interrupt:
    """Turn Ctrl-C into a stop of the search; use as a context.

    After a Ctrl-C the next ones are ignored, so that what was found can be printed:
    use it within `restored_interrupts`.

    Attributes
    ----------
    stop : Stop
        What the search is to be given.
    """

    def __init__(self) -> None:
        from solver import Stop

        self.stop: Stop = Stop()
        self._before: Any = None
        self._first = 0.0

    @property
    def happened(self) -> bool:
        """Return whether Ctrl-C was pressed."""
        return self.stop.is_set()

    def __enter__(self) -> Interrupt:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            after = signal.SIG_IGN if self.happened else self._before
            signal.signal(signal.SIGINT, after)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.stop.is_set():
            if time.monotonic() - self._first < DOUBLE_TAP_S:
                return  # pressed twice, or held: the answer is about to be printed
            # Threads may be deep in a kernel or the compiler: don't wait for them.
            os._exit(INTERRUPTED)
        self._first = time.monotonic()
        self.stop.set()
        if sys.stderr.isatty():
            os.write(2, b"\nstopping; Ctrl-C again quits\n")


@contextmanager
def restored_interrupts() -> Iterator[None]:
    """Let Ctrl-C mean at the end what it meant before, also after an interrupt."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            # None is a handler that isn't Python's.
            signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


def load_display(answer: Answer) -> None:
    """Import what prints answers, while a search goes on: a progress callback.

    Searches are in their kernels most of the time and leave the interpreter to others.
    """
    _display_thread()


@functools.cache
def _display_thread() -> threading.Thread:
    """Start the import in a thread, once."""

    def load() -> None:
        import service.answers  # noqa: F401

    thread = threading.Thread(target=load, name="display", daemon=True)
    thread.start()
    return thread


def search(ask: Callable[[Stop], Answer]) -> tuple[Answer, bool]:
    """Return the answer of `ask` and whether Ctrl-C cut it short.

    `ask` searches, and stops soon after the token that it is given is set. After a
    Ctrl-C further ones are ignored until the end of `restored_interrupts`.
    """
    with Interrupt() as interrupt:
        answer = ask(interrupt.stop)
    return answer, interrupt.happened

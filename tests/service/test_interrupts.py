"""Ctrl-C, closed pipes, messages of the compiler: the command as a process."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import load_game
from service import searching
from service.searching import DOUBLE_TAP_S, CompileNotice
from solver import Answer, Stop, solve
from tests.service.running import malac

# Four hands of sixteen discards each: seconds of search, far longer than a signal.
LONG = ("solve", "sult_malac", "-o", "players=4", "--limit", "none")


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_ctrl_c_prints_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    real = searching.search

    def search(ask: Callable[[Stop], Answer]) -> tuple[Answer, bool]:
        def pressed(stop: Stop) -> Answer:
            os.kill(os.getpid(), signal.SIGINT)
            return ask(stop)

        return real(pressed)

    monkeypatch.setattr("service.answering.search", search)
    result = malac(*LONG, *form, status=130)
    if form:
        assert json.loads(result.stdout)["complete"] is False
    else:
        told = "incomplete: stopped by Ctrl-C; no value was proven until then"
        assert told in result.stdout
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_stops_a_process_that_searches() -> None:
    code = (
        "import sys, service.searching as s\n"
        "from service.cli import main\n"
        "s.load_display = lambda answer: print('busy', file=sys.stderr, flush=True)\n"
        f"main({list(LONG)!r}, prog_name='malac')\n"
    )
    with started(code) as process:
        assert process.stderr is not None
        while process.stderr.readline().strip() != "busy":
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "incomplete: stopped by Ctrl-C" in out
    assert "Traceback" not in err


def test_ctrl_c_is_ignored_while_the_best_so_far_is_printed() -> None:
    answer = solve(load_game("kuhn").new_position(seed=1))

    def ask(stop: Stop) -> Answer:
        os.kill(os.getpid(), signal.SIGINT)
        return answer

    handler = signal.getsignal(signal.SIGINT)
    with searching.restored_interrupts():
        found, interrupted = searching.search(ask)
        assert found is answer
        assert interrupted
        os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is handler


@pytest.mark.parametrize("command", [["--help"], ["games"], ["games", "--json"]])
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
def test_a_full_disk_is_told_in_a_line(command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "service", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("Error: the output can't be written: ")
    assert done.stderr.count("\n") == 1


def test_the_second_ctrl_c_does_not_wait() -> None:
    code = (
        "import time, service.searching as s\n"
        "def ask(stop):\n"
        "    print('busy', flush=True)\n"
        "    while not stop.is_set(): time.sleep(0.01)\n"
        "    print('stopping', flush=True)\n"
        "    time.sleep(600)\n"
        "s.search(ask)\n"
    )
    with started(code) as process:
        assert process.stdout is not None
        for word in ("busy", "stopping"):
            assert process.stdout.readline().strip() == word
            time.sleep(DOUBLE_TAP_S + 0.1)  # sooner it counts as the first
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 130


def test_a_closed_pipe_is_quiet() -> None:
    code = (
        "from service.cli import main\n"
        "main(['deal', 'kuhn', '--count', '1000000'], prog_name='malac')\n"
    )
    with started(code) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("kuhn | hands")
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
        process.wait(timeout=60)


def test_help_does_not_load_the_compiler() -> None:
    code = (
        "import sys\n"
        "from service.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "assert not {'numba', 'numpy', 'rich'} & set(sys.modules)\n"
    )
    with started(code) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "solve" in out


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service", "hint", "nothing"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: unknown game 'nothing'")
    assert done.stderr.count("\n") == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_compilation_is_told_once_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO]
) -> None:
    stderr = stream()
    clock = iter([0.0, 0.1, 5.0, 5.05, 6.0, 9.0])
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr("service.searching.time.monotonic", lambda: next(clock))
    monkeypatch.setenv("HOME", "/home/pig")
    monkeypatch.setattr(searching, "cache_dir", lambda: Path("/home/pig/.cache/malac"))
    monkeypatch.setattr(searching, "_can_write", lambda folder: True)
    with CompileNotice("ekarte") as notice:
        notice.listen("a", 0.0)
        notice.listen("a", 0.1)
        assert stderr.getvalue() == ""  # a moment needs no message
        notice.listen("b", 0.0)
        notice.listen("b", 0.05)
        notice.listen("c", 0.0)
    text = stderr.getvalue()
    first = (
        "compiling for ekarte, first run only: 1 function so far, "
        "kept in ~/.cache/malac"
    )
    last = "compiled 2 functions in 9 s"
    if stream is Terminal:
        second = first.replace("1 function ", "2 functions ")
        assert text == "".join(f"\r\x1b[2K{t}" for t in (first, second, last)) + "\n"
    else:
        assert text == f"{first}\n{last}\n"


def test_a_cache_that_cannot_be_kept_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(searching, "cache_dir", lambda: tmp_path / "file" / "cache")
    monkeypatch.setattr(searching, "QUIET_S", 0.0)
    monkeypatch.setattr(sys, "stderr", stderr := io.StringIO())
    with CompileNotice("ekarte") as notice:
        notice.listen("a", 0.0)
    assert "can't be kept in" in stderr.getvalue()
    assert "MALAC_CACHE_DIR" in stderr.getvalue()


def test_without_compilation_there_is_no_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stderr = Terminal()
    monkeypatch.setattr(sys, "stderr", stderr)
    with CompileNotice("ekarte"):
        pass
    assert stderr.getvalue() == ""


def started(code: str) -> subprocess.Popen[str]:
    """Start a process that runs `code`."""
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

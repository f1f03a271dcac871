"""Compiled code on disk: never stale, safe among processes, dispensable.

Each test writes a little package of kernels, runs it in processes of their own with a
cache directory of their own, and looks at the answer and at what was compiled for it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]

FILES = {
    "__init__.py": "",
    "helpers.py": """
from engine.jit import kernel
FACTOR = 3
@kernel
def helper(x):
    return x * FACTOR
""",
    "words.py": """
from engine.jit import intrinsic
def binary(emit):
    def definition(typing, a, b):
        from numba import types
        def codegen(context, builder, sig, args):
            return getattr(builder, emit)(args[0], args[1])
        return types.int64(types.int64, types.int64), codegen
    return intrinsic(definition)
def define_flip(typing, x):
    from numba import types
    def codegen(context, builder, sig, args):
        return builder.neg(args[0])
    return types.int64(types.int64), codegen
combine = binary("add")
flip = intrinsic(define_flip)
""",
    "main.py": """
import numpy as np
from engine.jit import kernel
from tiny.helpers import helper
from tiny.words import combine, flip
OFFSET = 5
TABLE = np.array([1, 2, 3])
PAIR = (10, 20)
@kernel
def answer(x, extra=7):
    return combine(helper(x), OFFSET) + TABLE[2] + PAIR[1] + extra + flip(x)
""",
    "walk.py": """
from engine.jit import generic, verb
@verb
def step(x):
    'Return the next number.'
@generic
def walk(x, n):
    for _ in range(n):
        x = step(x)
    return x
""",
    "game_a.py": """
from engine.jit import kernel
STEP = 2
@kernel
def step(x):
    return x + STEP
""",
    "game_b.py": """
from engine.jit import kernel
@kernel
def step(x):
    return 2 * x
""",
    "__main__.py": """
import json
from engine.jit import set_compile_listener
compiled = []
set_compile_listener(lambda name, seconds: compiled.append((name, seconds)))
from tiny import game_a, game_b
from tiny.main import answer
from tiny.walk import walk
values = answer(4), walk[game_a](1, 3), walk[game_b](1, 3)
print(json.dumps([[int(value) for value in values], compiled]))
""",
}

# answer(4) = 4 * 3 + 5 + 3 + 20 + 7 - 4; then 1 + 3 * 2 and 1 * 2 ** 3
VALUES = [43, 7, 8]


class Run(NamedTuple):
    """What one process answered, and which functions it compiled."""

    values: list[int]
    compiled: list[str]


@dataclass
class Tiny:
    """A copy of the package with a cache directory beside it."""

    folder: Path

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    def write(self) -> None:
        for name, text in FILES.items():
            path = self.folder / "tiny" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / "tiny" / name
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))

    def start(self, **environment: str) -> subprocess.Popen[str]:
        given = {
            **{k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")},
            "PYTHONPATH": f"{self.folder}{os.pathsep}{ROOT}",
            "MALAC_CACHE_DIR": str(self.cache),
            **environment,
        }
        return subprocess.Popen(
            [sys.executable, "-m", "tiny"], env=given, text=True, stdout=subprocess.PIPE
        )

    def run(self, **environment: str) -> Run:
        return finish(self.start(**environment))


def finish(process: subprocess.Popen[str]) -> Run:
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    values, compiled = json.loads(output)
    # Each is reported twice: with 0 s when its compilation begins, then with its time.
    begun = [name for name, seconds in compiled if seconds == 0]
    ended = [name for name, seconds in compiled if seconds > 0]
    assert sorted(begun) == sorted(ended)
    return Run(values, begun)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """The package with a filled cache; tests work on copies."""
    tiny = Tiny(tmp_path_factory.mktemp("kept"))
    tiny.write()
    first = tiny.run()
    assert first.values == VALUES
    assert set(first.compiled) == {
        "tiny.main.answer",
        "tiny.helpers.helper",
        "tiny.walk.walk.tiny.game_a",
        "tiny.walk.walk.tiny.game_b",
        "tiny.game_a.step",
        "tiny.game_b.step",
    }
    return tiny


@pytest.fixture
def tiny(kept: Tiny, tmp_path: Path) -> Tiny:
    shutil.copytree(kept.folder, tmp_path, dirs_exist_ok=True)
    return Tiny(tmp_path)


def test_a_second_process_compiles_nothing(tiny: Tiny) -> None:
    assert tiny.run() == (VALUES, [])


@pytest.mark.parametrize(
    ("name", "old", "new", "answer"),
    [
        ("main.py", "OFFSET = 5", "OFFSET = 6", 44),
        ("main.py", "[1, 2, 3]", "[1, 2, 9]", 49),
        ("main.py", "(10, 20)", "(10, 21)", 44),
        ("main.py", "extra=7", "extra=8", 44),
        ("main.py", "+ extra", "- extra", 29),
        ("helpers.py", "FACTOR = 3", "FACTOR = 4", 47),
        ("helpers.py", "x * FACTOR", "x + FACTOR", 38),
        ("words.py", 'binary("add")', 'binary("sub")', 33),
        ("words.py", "builder.neg(args[0])", "builder.not_(args[0])", 42),
    ],
)
def test_an_edit_anywhere_is_seen(
    tiny: Tiny, name: str, old: str, new: str, answer: int
) -> None:
    tiny.edit(name, old, new)
    assert tiny.run().values == [answer, *VALUES[1:]]


def test_an_edit_of_one_game_leaves_the_others_compiled(tiny: Tiny) -> None:
    tiny.edit("game_a.py", "STEP = 2", "STEP = 5")
    values, compiled = tiny.run()
    assert values == [43, 16, 8]
    assert set(compiled) == {"tiny.walk.walk.tiny.game_a", "tiny.game_a.step"}


def test_an_edit_of_a_generic_is_seen_for_every_game(tiny: Tiny) -> None:
    tiny.edit("walk.py", "return x\n", "return -x\n")
    assert tiny.run().values == [43, -7, -8]


def test_settings_of_the_compiler_are_part_of_the_stamp(tiny: Tiny) -> None:
    """Else a run with bounds checking would use the unchecked code of one without."""
    checked = tiny.run(NUMBA_BOUNDSCHECK="1")
    assert checked.values == VALUES
    assert len(checked.compiled) == 6
    assert tiny.run() == (VALUES, [])


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path)
    tiny.write()
    processes = [tiny.start() for _ in range(4)]
    for process in processes:
        assert finish(process).values == VALUES
    assert tiny.run() == (VALUES, [])


def test_a_directory_that_cannot_be_written_costs_only_time(tiny: Tiny) -> None:
    blocked = tiny.folder / "file"
    blocked.write_text("a file where the directory should be")
    run = tiny.run(MALAC_CACHE_DIR=str(blocked / "cache"))
    assert run.values == VALUES
    assert len(run.compiled) == 6


def test_damaged_files_are_ignored_and_mended(tiny: Tiny) -> None:
    """Emptied, overwritten, or cut in half, as a killed process may leave them."""
    indices, codes = (sorted(tiny.cache.glob(f"*.{end}")) for end in ("nbi", "nbc"))
    assert len(indices) == len(codes) == 6
    # Each of the six functions gets a damage of its own.
    for i, file in enumerate([*indices[:3], *codes[3:]]):
        whole = file.read_bytes()
        file.write_bytes([b"", b"no such thing", whole[: len(whole) // 2]][i % 3])
    run = tiny.run()
    assert run.values == VALUES
    assert len(run.compiled) == 6
    assert tiny.run() == (VALUES, [])


def test_code_that_nobody_used_for_long_is_deleted(tiny: Tiny) -> None:
    old = tiny.cache / "tiny.gone-0123.py311.nbi"
    old.write_bytes(b"")
    os.utime(old, (0, 0))
    kept = set(tiny.cache.glob("*.nb?")) - {old}
    tiny.edit("main.py", "OFFSET = 5", "OFFSET = 6")
    tiny.run()
    assert not old.exists()
    assert all(file.exists() for file in kept)


def test_without_the_jit_the_same_code_is_plain_python(tiny: Tiny) -> None:
    """All but intrinsics, which their module has to give a twin."""
    tiny.edit("main.py", "combine(helper(x), OFFSET)", "(helper(x) + OFFSET)")
    tiny.edit("main.py", "flip(x)", "-x")
    assert tiny.run(NUMBA_DISABLE_JIT="1") == (VALUES, [])

"""The house in order: what is public, who imports what, what files say of themselves.

That `engine`, `solver`, `analyses`, `service` depend on each other in this order only,
import-linter checks; its contracts are in `pyproject.toml`.
"""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import engine
import engine.errors

ROOT = Path(__file__).parents[1]
PACKAGES = ("analyses", "engine", "service", "solver")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LONGEST = 400  # lines; more needs a reason

SOURCES = [path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))]


def module_names() -> list[str]:
    """Return every module of the packages, by its dotted name."""
    return [
        name
        for package in map(importlib.import_module, PACKAGES)
        for name in (
            package.__name__,
            *(
                found.name
                for found in pkgutil.walk_packages(
                    package.__path__, f"{package.__name__}."
                )
                if not found.name.endswith("__main__")
            ),
        )
    ]


MODULES = module_names()


def public(module: ModuleType) -> list[str]:
    found: list[str] = module.__all__
    return found


def kind_and_name(name: str) -> tuple[int, str]:
    """Order constants, classes, functions, each by name, as ruff sorts them."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_offers_is_sorted_and_there(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    if hasattr(module, "__all__"):
        names = public(module)
        assert names == sorted(set(names), key=kind_and_name)
        assert all(hasattr(module, each) for each in names)


@pytest.mark.parametrize("name", PACKAGES)
def test_packages_are_typed(name: str) -> None:
    assert (ROOT / name / "py.typed").is_file()


@pytest.mark.parametrize("name", ["engine", "solver", "service.cli"])
@pytest.mark.parametrize("heavy", ["scipy.linalg", "networkx", "rich"])
def test_a_quick_start_imports_nothing_heavy(name: str, heavy: str) -> None:
    code = f"import sys, {name}; sys.exit({heavy!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0


def test_the_command_line_starts_without_compiler_and_arrays() -> None:
    code = "import sys, service.cli; sys.exit('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0


def test_one_version_everywhere() -> None:
    version = PROJECT["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d[^\]]*)\]", changes, re.M)
    assert newest is not None
    assert newest[1] == version
    assert importlib.metadata.version("malac") == version


def test_files_answer_one_question() -> None:
    long = {
        str(path.relative_to(ROOT)): length
        for path in SOURCES
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    # The whole text face, mostly docstrings; and all there is to say about numba.
    assert set(long) <= {"engine/position.py", "engine/jit.py"}, long


def test_all_errors_are_public_and_of_one_tree() -> None:
    own = {
        name: value
        for name, value in vars(engine.errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    assert all(issubclass(error, engine.MalacError) for error in own.values())
    assert set(own) <= set(engine.__all__)
    assert all(name in (engine.errors.__doc__ or "") for name in own)


def test_nothing_imports_tests_or_scripts() -> None:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert name.split(".")[0] not in ("tests", "scripts"), path


def test_the_project_speaks_of_itself_alone() -> None:
    """No open ends, and no paths of the machine it was written on."""
    marks = "|".join(word[::-1] for word in ("ODOT", "EMXIF"))
    paths = "|".join(f"/{folder}/" for folder in ("work", "tmp", "root"))
    found = [
        f"{path.relative_to(ROOT)}: {hit[0]}"
        for folder in (*PACKAGES, "tests", "scripts", "docs", ".ci")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".md", ".txt", ".golden", ".perft", "")
        and path.is_file()
        for hit in re.finditer(rf"\b({marks})\b|({paths})", path.read_text("utf-8"))
    ]
    assert found == []

"""The only numba decorators of the house, and the cache of what they compile.

`kernel` compiles one function. `generic` marks a function that is written against the
verbs of `engine.protocol` and compiled once a game: `fn[rules]` is a copy of it in
whose globals every verb and every other generic is bound to the game module `rules`.
The compiler then sees direct calls and constants, as if the function had been written
by hand for that game. `verb` declares a name that a game supplies.

Compiled code is kept on disk in the user's cache directory (`cache_dir`), under a stamp
of all that the compiler sees: the byte code and constants of the function and of all it
calls, the jit options, the NUMBA_* variables and the versions. An edit anywhere gives
another stamp, so stale code is never found; numba's own cache sees one file only and
would run old code after an edit in another. A lock around saves keeps processes that
start together from spoiling the index. Where the directory can't be written the code is
compiled anew in every process: slower, never wrong.

With NUMBA_DISABLE_JIT=1 all of this is ordinary Python.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

import llvmlite
import numba
import numpy as np
from numba.core import caching
from numba.np import linalg

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])
# What kernels compute in; with the JIT off Python's ints, or numpy's if one was stored.
I64 = int | np.signedinteger[Any]

JIT_DISABLED: bool = bool(getattr(numba.config, "DISABLE_JIT"))  # noqa: B009

# nogil: threads share the work. error_model: no test for division by zero. _nrt=False:
# no reference counting, a quarter less time a node, and an allocation inside a kernel
# becomes a compile error, which is the rule here: workspaces are passed in.
FLAGS = {"nogil": True, "error_model": "numpy", "_nrt": False}
KEEP_DAYS = 60  # compiled code not used for so long is deleted at the next compilation

intrinsic = numba.extending.intrinsic


def _skip_blas_check() -> None:
    """Import numba's array code without scipy.linalg, 0.15 s of every start.

    numba asks there whether scipy offers a BLAS. No kernel here uses one; numba asks
    again when somebody's code does.
    """
    asked = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = asked


_skip_blas_check()


# --- Where compiled code is kept -----------------------------------------------------


@functools.cache
def cache_dir() -> Path:
    """Return the directory of compiled code: $MALAC_CACHE_DIR or the user's cache."""
    chosen = os.environ.get("MALAC_CACHE_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("malac")) / "compiled"


CompileListener = Callable[[str, float], None]
_listener: CompileListener | None = None


def set_compile_listener(listener: CompileListener | None) -> None:
    """Have `listener(name, seconds)` called around every compilation.

    It is called with seconds = 0.0 when a function was not found in the cache and its
    compilation begins, and with the seconds it took when that has ended. Calls nest:
    compiling a function compiles what it calls.
    """
    global _listener
    _listener = listener


# --- The stamp: a digest of all that the compiler sees --------------------------------

_ENVIRONMENT = repr(
    (
        sys.version_info[:3],
        platform.machine(),
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        sorted(FLAGS.items()),
        sorted(kv for kv in os.environ.items() if kv[0].startswith("NUMBA_")),
    )
).encode()


class _Stamper:
    """Walk a function, what it calls and the constants they use, into one digest."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256(_ENVIRONMENT)
        self.seen: set[int] = set()
        self.active: list[types.FunctionType] = []

    def function(self, fn: types.FunctionType) -> None:
        """Add `fn` and, once each, everything that it reaches."""
        if fn in self.active[:-1]:
            raise TypeError(
                f"{fn.__module__}.{fn.__qualname__}: mutual recursion can't be cached "
                "by numba (the next process would crash); use an explicit stack"
            )
        if id(fn) in self.seen:
            return
        self.seen.add(id(fn))
        if fn.__closure__:
            raise TypeError(f"kernel {fn.__qualname__} must not be a closure")
        self.active.append(fn)
        self.code(fn.__code__, fn.__globals__)
        self.value(fn.__defaults__, fn.__qualname__)
        self.active.pop()

    def code(self, code: types.CodeType, names: dict[str, Any]) -> None:
        """Add byte code, its constants, and the globals it names."""
        self.digest.update(code.co_code)
        for const in code.co_consts:
            if isinstance(const, types.CodeType):
                self.code(const, names)
            else:
                self.digest.update(repr(const).encode())
        for name in code.co_names:
            self.digest.update(name.encode())
            if name in names:
                self.value(names[name], name)

    def value(self, value: Any, name: str) -> None:
        """Add the value of global `name`."""
        if isinstance(value, np.ndarray):
            self.digest.update(repr((value.dtype, value.shape)).encode())
            self.digest.update(value.tobytes())
        elif hasattr(value, "py_func"):
            self.function(value.py_func)
        elif hasattr(value, "_defn"):  # an intrinsic
            self.code(value._defn.__code__, {})  # its globals are numba's own
            for cell in value._defn.__closure__ or ():
                self.digest.update(repr(cell.cell_contents).encode())
        elif isinstance(value, types.FunctionType):
            self.function(value)
        elif isinstance(value, tuple):
            for item in value:
                self.value(item, name)
        elif isinstance(value, types.ModuleType):
            if value.__name__.partition(".")[0] not in ("numpy", "math"):
                raise TypeError(
                    f"a kernel uses module {value.__name__} as {name}: import the "
                    "names it needs, so that a change in them is seen"
                )
        elif value is None or isinstance(value, int | float | str | np.generic | type):
            self.digest.update(repr(value).encode())
        elif isinstance(value, types.BuiltinFunctionType) or value is I64:
            self.digest.update(name.encode())
        else:
            raise TypeError(f"kernel global {name} = {value!r} can't be stamped")


def stamp(fn: types.FunctionType) -> str:
    """Return the digest of all that the compiler sees of `fn`, 20 hex digits."""
    stamper = _Stamper()
    stamper.function(fn)
    return stamper.digest.hexdigest()[:20]


# --- The cache: numba's files, our stamp, our lock ------------------------------------


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Tell numba's cache where to look and which stamp to ask for."""

    def __init__(self, source_stamp: str) -> None:
        self._stamp = source_stamp

    def get_cache_path(self) -> str:
        return str(cache_dir())

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return ""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> None:
        return None


class _Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """numba's way of writing compiled code down, under a name of ours."""

    def __init__(self, fn: types.FunctionType, source_stamp: str) -> None:
        self._lineno = fn.__code__.co_firstlineno
        self._locator = _Locator(source_stamp)
        name = f"{fn.__module__}.{fn.__qualname__}"
        self._filename_base = f"{name}-{source_stamp}"

    def check_cachable(self, cres: Any) -> bool:
        if ".numba.unresolved$" in cres.library.get_llvm_str():
            raise TypeError(
                f"{cres.fndesc.qualname} calls itself with other argument types than "
                "it was called with; numba's cached code for that crashes. Wrap the "
                "literals at its call sites in np.int64(...)"
            )
        return bool(super().check_cachable(cres))  # type: ignore[no-untyped-call]


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    """A function's compiled code on disk; opened at the first call, not at import."""

    def __init__(self, fn: types.FunctionType) -> None:
        self._name = f"{fn.__module__}.{fn.__qualname__}"
        self._py_func = fn
        self._enabled = True
        self._cache_path = ""
        self._impl: Any = None
        self._cache_file: Any = None
        self._began = 0.0
        self._damaged = False

    def _open(self) -> None:
        if self._impl is None:
            self._impl = _Impl(self._py_func, stamp(self._py_func))
            self._cache_path = self._impl.locator.get_cache_path()
            self._cache_file = caching.IndexDataCacheFile(
                cache_path=self._cache_path,
                filename_base=self._impl.filename_base,
                source_stamp=self._impl.locator.get_source_stamp(),
            )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled code for `sig`, or None after telling the listener."""
        self._open()
        try:
            # Not super(): that has numba load everything it compiles with, 0.2 s of
            # every start. What is found needs none of it, as _nrt is off.
            found = self._load_overload(sig, target_context)
        except Exception:  # an unreadable or damaged file is the same as none
            found, self._damaged = None, True
        if found is None:
            self._began = time.perf_counter()
            if _listener is not None:
                _listener(self._name, 0.0)
        else:
            self._touch()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code, unless the directory can't be written."""
        self._open()
        if _listener is not None:
            _listener(self._name, time.perf_counter() - self._began)
        try:
            Path(self._cache_path).mkdir(parents=True, exist_ok=True)
            import filelock

            with filelock.FileLock(Path(self._cache_path) / "lock", timeout=60):
                if self._damaged:
                    Path(self._cache_file._index_path).unlink(missing_ok=True)
                    self._damaged = False
                super().save_overload(sig, data)
                _prune()
        except (OSError, TimeoutError):
            self._enabled = False

    def _touch(self) -> None:
        """Mark the files as used, once a day, so that `_prune` leaves them."""
        index = Path(self._cache_file._index_path)
        try:
            if time.time() - index.stat().st_mtime > 86400:
                for file in index.parent.glob(f"{self._impl.filename_base}*"):
                    os.utime(file)
        except OSError:
            pass


@functools.cache
def _prune() -> None:
    """Delete compiled code that nobody has used for `KEEP_DAYS`; once a process."""
    oldest = time.time() - KEEP_DAYS * 86400
    for file in cache_dir().glob("*.nb[ic]"):
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)


# --- The decorators -------------------------------------------------------------------

_known: dict[tuple[str, str], tuple[str, int]] = {}


def kernel(fn: F) -> F:
    """Compile `fn` at its first call, or load it from the cache.

    Raises
    ------
    TypeError
        If another function has the same module and qualified name: numba would take
        the one's compiled code for the other's.
    """
    code = fn.__code__
    place = (code.co_filename, code.co_firstlineno)
    if _known.setdefault((fn.__module__, fn.__qualname__), place) != place:
        raise TypeError(f"two kernels are called {fn.__module__}.{fn.__qualname__}")
    if JIT_DISABLED:
        return fn
    jit: Any = numba.njit
    dispatcher: Any = jit(**FLAGS)(fn)
    dispatcher._cache = _Cache(fn)  # type: ignore[arg-type]
    return dispatcher  # type: ignore[no-any-return]


class GenericFunction(Generic[P, R]):
    """A function over the verbs; `fn[rules]` is it, compiled for one game.

    A game module may bring its own version under the same name, which then is used
    wherever the generic is named: that is how a verb with a default works.
    """

    def __init__(self, fn: Callable[P, R], *, required: bool = False) -> None:
        functools.update_wrapper(self, fn)
        self.fn: Any = fn
        self.required = required
        self._made: dict[str, Callable[P, R]] = {}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Refuse: only for type checkers, which see calls inside other generics."""
        raise TypeError(f"{self.fn.__name__} must be bound to a game first: fn[rules]")

    def __getitem__(self, rules: Any) -> Callable[P, R]:
        key = rules.__name__
        if key not in self._made:
            own = getattr(rules, self.fn.__name__, None)
            # A file of a game that is a folder may happen to have the same name.
            if own is None or isinstance(own, GenericFunction | types.ModuleType):
                if self.required:
                    raise TypeError(
                        f"{key} lacks the verb {self.fn.__name__}: {self.fn.__doc__}"
                    )
                own = self._bind(rules)
            self._made[key] = own
        return self._made[key]

    def _bind(self, rules: Any) -> Any:
        fn = self.fn
        names = dict(fn.__globals__)
        copy = types.FunctionType(
            fn.__code__, names, fn.__name__, fn.__defaults__, fn.__closure__
        )
        # A name of its own: it is the cache's file and the symbol of the machine code.
        copy.__module__ = fn.__module__
        copy.__qualname__ = f"{fn.__name__}.{rules.__name__}"
        copy.__doc__ = fn.__doc__
        # Itself first, so that recursion finds the compiled copy.
        names[fn.__name__] = self._made[rules.__name__] = jitted = kernel(copy)
        for name in _all_names(fn.__code__):
            value = names.get(name)
            if isinstance(value, GenericFunction) and name != fn.__name__:
                names[name] = value[rules]
        return jitted


def _all_names(code: types.CodeType) -> set[str]:
    """Return the globals that `code` and the code inside it may name."""
    names = set(code.co_names)
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            names |= _all_names(const)
    return names


def generic(fn: Callable[P, R]) -> GenericFunction[P, R]:
    """Mark `fn` as written over the verbs, to be compiled for each game."""
    return GenericFunction(fn)


def verb(fn: Callable[P, R]) -> GenericFunction[P, R]:
    """Declare a verb that every game supplies; `fn` holds only its documentation."""
    return GenericFunction(fn, required=True)


__all__ = [
    "FLAGS",
    "I64",
    "JIT_DISABLED",
    "GenericFunction",
    "cache_dir",
    "generic",
    "intrinsic",
    "kernel",
    "set_compile_listener",
    "stamp",
    "verb",
]

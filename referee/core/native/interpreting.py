"""Kernels as they are at the start of a process: objects that run their Python functions.

The decorators in `kernel` make these objects, and pass to each the functions that compile or load
code for it. So this module need not import `compiling`, `loading` or Numba, and those two modules
can import it.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import threading
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar

import numpy as np

from referee.core.clock import SystemClock
from referee.core.errors import FieldError

__all__ = [
    "COMPILED",
    "JIT",
    "LOAD_AFTER_NS",
    "Kernel",
    "KernelGroup",
    "WaysToCompile",
    "group_of",
    "groups",
    "load_after",
]

P = ParamSpec("P")
R = TypeVar("R")

_VARIABLE = "REFEREE_KERNELS"
_AUTO, _INTERPRETED, _COMPILED = "auto", "interpreted", "compiled"


def _read_mode() -> str:
    mode = os.environ.get(_VARIABLE) or _AUTO
    if mode not in (_AUTO, _INTERPRETED, _COMPILED):
        raise FieldError(_VARIABLE, f"{_AUTO}, {_INTERPRETED} or {_COMPILED}", mode)
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return _INTERPRETED
    try:
        # Looked for, not imported: importing Numba takes most of a second, and few processes need
        # it.
        return mode if importlib.util.find_spec("numba") else _INTERPRETED
    except ValueError:  # raised for a module without a spec, such as a test's stand-in
        return mode


_MODE = _read_mode()

JIT: bool = _MODE != _INTERPRETED
"""Whether kernels can be compiled in this process: Numba is installed and the environment does not
forbid it.
"""
COMPILED: bool = _MODE == _COMPILED
"""Whether every kernel is compiled at its first call (REFEREE_KERNELS=compiled)."""


LOAD_AFTER_NS = 500_000_000
"""Time in nanoseconds. When a group's interpreted kernels have run longer than this, its compiled
code is loaded, unless `load_after` was called. About as long as importing Numba and loading the
code of a small game take.
"""


_load_after_ns: float = LOAD_AFTER_NS


class KernelGroup:
    """The kernels of one game, whose compiled code is loaded together.

    Args:
        name: Name of the package that the kernels are in.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.kernels: list[Kernel[..., Any]] = []
        """Kernels of the group, in the order in which they were defined."""
        self.spent_ns = 0
        """Nanoseconds spent in interpreted kernels called from ordinary Python code."""
        self.limit_ns: float = _load_after_ns
        """Limit in nanoseconds. When `spent_ns` exceeds it, loading of compiled code begins in a
        thread. Then the limit is infinite, or, if code was missing from the cache, the time after which kernels are
        compiled.
        """
        self.fallbacks = 0
        """Number of calls that were interpreted because no code was compiled for their argument
        types.
        """


groups: dict[str, KernelGroup] = {}
"""Groups of kernels by name, of all modules that have been imported."""


def load_after(limit_ns: int) -> None:
    """Set the time after which compiled code is loaded in this process, in place of `LOAD_AFTER_NS`.

    Groups whose loading has begun, or whose code is not cached, stay as they are.

    Args:
        limit_ns: Time in interpreted kernels, in nanoseconds, from 0.
    """
    global _load_after_ns  # one answer for the whole process, also for games that are imported later
    for group in groups.values():
        if group.limit_ns == _load_after_ns:
            group.limit_ns = limit_ns
    _load_after_ns = limit_ns


def group_of(module: str) -> str:
    """Return the name of the group that the kernels of a module belong to: a package.

    For modules inside a game's folder of `referee`, this is the game's package. Otherwise it is the
    outermost package: `referee` for kernels that games share, and the package of a game from
    elsewhere.
    """
    parts = module.split(".")
    is_ours = parts[0] == __name__.partition(".")[0]
    return ".".join(parts[:3]) if is_ours and len(parts) > 3 else parts[0]


class WaysToCompile(NamedTuple):
    """The two functions by which a kernel gets compiled code.

    One makes it compile when it is called, the other loads cached code in the background.
    """

    compile_when_called: Callable[[Kernel[..., Any]], None]
    """Makes a kernel compile for each new combination of argument types when it is called."""
    load_in_background: Callable[[KernelGroup], None]
    """Starts loading the compiled code of a group, and returns at once."""


class Kernel(Generic[P, R]):
    """A function that is interpreted until compiled code for it is loaded.

    Args:
        function: The Python function that the kernel runs.
        ways: The functions by which the kernel gets compiled code.
        options: Options of Numba's compiler.
    """

    __name__: str
    __qualname__: str
    __wrapped__: Callable[P, R]

    def __init__(self, function: Callable[P, R], ways: WaysToCompile, **options: bool) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self._ways = ways
        self.options = options
        name = group_of(function.__module__)
        self.group = groups.setdefault(name, KernelGroup(name))
        self.group.kernels.append(self)
        self._run: Callable[..., Any] = self._first_run
        self.is_compiled = COMPILED
        """Whether calls run compiled code now, or would compile it at the first call."""

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
            """Run the function, interpreted or compiled, whichever is current."""
            ...

    else:

        def __call__(self, *args):
            """Run the function; without keyword arguments, which would cost a dictionary a call."""
            return self._run(*args)

    def become(self, compiled: Callable[..., Any]) -> None:
        """Run the given compiled function in all calls from now on."""
        self._run = compiled
        self.is_compiled = True

    @functools.cached_property
    def plain(self) -> Callable[P, R]:
        """The Python function with globals in which kernels are plain functions, made at its first use.

        Within it, calls of kernels cost no more than calls of ordinary functions.
        """
        _names_of(self.function).fill()
        return self.bare

    @functools.cached_property
    def bare(self) -> Callable[P, R]:
        """Copy of the Python function with separate globals, which `plain` fills."""
        # Not filled with the other kernels' functions here: kernels of two modules may call each
        # other, and each would need the other's globals first.
        function: Any = self.function
        # A copy with other globals: a kernel that calls kernels through `__call__` would pay for each of them
        # with another call, errstate and time measurement.
        return types.FunctionType(
            function.__code__,
            _names_of(function).plain,
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )

    def interpret(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the Python function and return its result, even if compiled code is loaded."""
        with np.errstate(over="ignore"):
            return self.plain(*args, **kwargs)

    def fall_back(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the Python function and return its result; count the call in `KernelGroup.fallbacks`.

        It is called if no code is compiled for the types of these arguments.
        """
        self.group.fallbacks += 1
        return self.interpret(*args, **kwargs)

    def _first_run(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if COMPILED:
            self._ways.compile_when_called(self)
        else:
            self._run = self._interpret_and_count if JIT else self.interpret
        result: R = self._run(*args, **kwargs)
        return result

    def _interpret_and_count(self, *args: P.args, **kwargs: P.kwargs) -> R:
        # Kernels called by this one are plain functions, so their time is counted here, and only
        # once.
        began_ns = _now_ns()
        with np.errstate(over="ignore"):
            result = self.plain(*args, **kwargs)
        group = self.group
        group.spent_ns += _now_ns() - began_ns
        if group.spent_ns > group.limit_ns:
            group.limit_ns = float("inf")  # not again for each call while the thread is loading
            self._ways.load_in_background(group)
        return result


_now_ns = SystemClock().now_ns


class _Names:
    """The globals of a module, and a copy of these globals in which kernels are plain functions.

    Args:
        names: The module's dictionary of globals.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names
        self._filled = 0
        self.plain: dict[str, Any] = {}

    def fill(self) -> None:
        """Copy the globals of this module, and of all modules whose kernels it uses."""
        # Of two threads that begin at once, the second must not run the kernel on half of its names.
        with _filling:
            waiting = [self]
            while waiting:
                waiting += waiting.pop()._fill()

    def _fill(self) -> list[_Names]:
        """Copy the globals of this module alone.

        Return the modules of the kernels that it names.
        """
        if self._filled == len(self._names):  # otherwise names were added since
            return []
        names = self._names.copy()
        kernels = {name: value for name, value in names.items() if isinstance(value, Kernel)}
        # Changed in place: functions that were made before have this very dictionary as their
        # globals.
        self.plain |= names | {name: value.bare for name, value in kernels.items()}
        # Noted before other modules are filled, so that two modules whose kernels call each other
        # end the loop in `fill`.
        self._filled = len(names)
        return [_names_of(value.function) for value in kernels.values()]


_filling = threading.Lock()
"""Lock held while globals of modules are copied."""
_modules: dict[int, _Names] = {}
"""Globals of modules, by `id` of the module's dictionary. The dictionary is never freed, as
functions refer to it.
"""


def _names_of(function: Any) -> _Names:
    names = function.__globals__
    return _modules.get(id(names)) or _modules.setdefault(id(names), _Names(names))

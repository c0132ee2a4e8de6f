"""Kernels as a process begins with them: objects that run their Python bodies.

They are made by the decorators of `kernel`, which tell each how it comes by compiled code. What
compiles and what takes up stand above this, so it imports neither of them, nor Numba.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar

import numpy as np

from referee.core.clock import SystemClock
from referee.core.errors import FieldError

__all__ = ["COMPILED", "JIT", "KernelGroup", "Kernel", "WaysToCompile", "group_of", "groups"]

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
        return mode if importlib.util.find_spec("numba") else _INTERPRETED
    except ValueError:  # what Python says of a module that was put where it is
        return mode


_MODE = _read_mode()

JIT: bool = _MODE != _INTERPRETED
"""Whether kernels can be compiled in this process."""
COMPILED: bool = _MODE == _COMPILED
"""Whether every kernel is compiled at its first call."""


WORTH_TAKING_UP_NS = 1_000_000_000
"""About what it costs to import Numba and take up a game's compiled code."""


class KernelGroup:
    """Kernels that are taken up together: those of one game.

    Args:
        name: The package they are in.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.kernels: list[Kernel[..., Any]] = []
        """In the order in which they were defined."""
        self.spent_ns = 0
        """Time that went into interpreted calls from outside."""
        self.limit_ns: float = WORTH_TAKING_UP_NS
        """When so much has been spent, compiled code is looked for."""
        self.fallbacks = 0
        """Calls that had to be interpreted since nothing was compiled for their types."""


groups: dict[str, KernelGroup] = {}
"""By name, those of all modules that have been imported."""


def group_of(module: str) -> str:
    """Return the package whose kernels a module's belong to.

    In our own package that is a folder within a layer, which is one of our games. Else it is the outermost
    package: of what our games share, and of games from elsewhere.
    """
    parts = module.split(".")
    is_ours = parts[0] == __name__.partition(".")[0]
    return ".".join(parts[:3]) if is_ours and len(parts) > 3 else parts[0]


class WaysToCompile(NamedTuple):
    """How a kernel comes by compiled code."""

    compile_when_called: Callable[[Kernel[..., Any]], None]
    """Lets a kernel be compiled for each new combination of types."""
    take_up_beside: Callable[[KernelGroup], None]
    """Has compiled code of a group taken up, and returns at once."""


class Kernel(Generic[P, R]):
    """A function that is interpreted until compiled code for it is taken up.

    Args:
        function: What it does.
        ways: How it comes by compiled code.
        options: For Numba.
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
        """Whether compiled code runs now, or would at the first call."""

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
            """Run it as it is run at this moment."""
            ...

    else:

        def __call__(self, *args):
            """Run it as it is run at this moment; without keywords, which would cost a dictionary."""
            return self._run(*args)

    def become(self, compiled: Callable[..., Any]) -> None:
        """Let compiled code run from now on."""
        self._run = compiled
        self.is_compiled = True

    @functools.cached_property
    def plain(self) -> Callable[P, R]:
        """The function among others like it: it calls those of other kernels, not the kernels."""
        _names_of(self.function).fill()
        return self.bare

    @functools.cached_property
    def bare(self) -> Callable[P, R]:
        """The function `plain` before it knows the others."""
        function: Any = self.function
        return types.FunctionType(
            function.__code__,
            _names_of(function).plain,
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )

    def interpret(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run it interpreted, whatever is compiled."""
        with np.errstate(over="ignore"):
            return self.plain(*args, **kwargs)

    def fall_back(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run it interpreted, because nothing is compiled for arguments of these types."""
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
        began_ns = _now_ns()
        with np.errstate(over="ignore"):
            result = self.plain(*args, **kwargs)
        group = self.group
        group.spent_ns += _now_ns() - began_ns
        if group.spent_ns > group.limit_ns:
            group.limit_ns = float("inf")
            self._ways.take_up_beside(group)
        return result


_now_ns = SystemClock().now_ns


class _Names:
    """What names stand for in a module, and what they do in the functions of its kernels.

    Args:
        names: The module's dictionary.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names
        self._filled = 0
        self.plain: dict[str, Any] = {}

    def fill(self) -> None:
        """Take over the names; those that are kernels stand for their functions, there as here."""
        waiting = [self]
        while waiting:
            waiting += waiting.pop()._fill()

    def _fill(self) -> list[_Names]:
        """Do so in this module; return those that its kernels are from."""
        if self._filled == len(self._names):  # else more has been imported or defined since
            return []
        names = self._names.copy()
        kernels = {name: value for name, value in names.items() if isinstance(value, Kernel)}
        self.plain |= names | {name: value.bare for name, value in kernels.items()}
        self._filled = len(names)
        return [_names_of(value.function) for value in kernels.values()]


_modules: dict[int, _Names] = {}
"""By the identity of their dictionaries, which live as long as this does."""


def _names_of(function: Any) -> _Names:
    names = function.__globals__
    return _modules.get(id(names)) or _modules.setdefault(id(names), _Names(names))

"""`@kernel`: hot rules as plain scalar Python over numpy arrays, which Numba can compile.

The same body runs either way and gives the same digests, so a process may switch from one to the
other at any moment. A process begins interpreted and does not import Numba; compiled code is loaded
for one game at a time, see `loading`. The environment variable REFEREE_KERNELS changes that:
`interpreted` never loads any, `compiled` compiles every kernel at its first call. Numba's own
NUMBA_DISABLE_JIT=1 means `interpreted`, too.

Rules for the code of a kernel: 64-bit dice arithmetic on np.uint64 only (mixed with signed integers
it gives floats, interpreted or compiled); no objects, strings, dicts, or keywords in calls; and
globals of the kernel's module must be constant, since their values are read only once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from referee.core.native.interpreting import (
    COMPILED,
    JIT,
    Kernel,
    KernelGroup,
    WaysToCompile,
    group_of,
    groups,
)

__all__ = [
    "COMPILED",
    "JIT",
    "KernelGroup",
    "Kernel",
    "borrowing",
    "group_of",
    "groups",
    "inlined",
    "kernel",
]

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Return a function as a kernel: it can be compiled, and its integer arithmetic wraps silently."""
    return Kernel(function, _WAYS)


def inlined(function: Callable[P, R]) -> Kernel[P, R]:
    """Return a function as a kernel whose code replaces each call that another kernel makes.

    Use it for a few lines whose call would cost more than the lines do, above all with arrays as
    arguments.
    """
    return Kernel(function, _WAYS, forceinline=True)


def borrowing(function: Callable[P, R]) -> Kernel[P, R]:
    """Return a function as a kernel without reference counting; it must not allocate an array.

    Use it for rules of many small kernels on many arrays, above all arrays in a named tuple, where
    counting references costs two to three times as much as the rules, as measured. The kernel may
    make views of its arguments, but must not return one.
    """
    # `_nrt` is Numba's reference counting. Without it an allocation in the kernel fails to compile.
    return Kernel(function, _WAYS, _nrt=False)


def _compile_when_called(kernel: Kernel[..., Any]) -> None:
    from referee.core.native import compiling  # only now, since it imports Numba

    compiling.compile_when_called(kernel)


def _load_in_background(group: KernelGroup) -> None:
    from referee.core.native import loading  # only now, since most processes never need it

    loading.load_in_background(group)


_WAYS = WaysToCompile(_compile_when_called, _load_in_background)

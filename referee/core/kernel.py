"""`@kernel`: hot rules as plain scalar Python over numpy arrays, compiled where Numba is installed.

The same body runs either way and gives the same digests. Without Numba, or with NUMBA_DISABLE_JIT=1,
it is interpreted. The discipline this asks of a kernel: 64-bit dice arithmetic on np.uint64 only
(mixing it with signed integers gives floats in both worlds), no objects, no strings, no dicts.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numpy as np

__all__ = ["JIT", "kernel"]

P = ParamSpec("P")
R = TypeVar("R")


def _find_jit() -> Callable[[Callable[P, R]], Callable[P, R]] | None:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return None
    try:
        from numba import njit
    except ImportError:
        return None
    jit: Callable[[Callable[P, R]], Callable[P, R]] = njit(cache=True, nogil=True)
    return jit


_jit = _find_jit()

JIT: bool = _jit is not None
"""Whether kernels are compiled in this process."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function if Numba is there; else let its integer arithmetic wrap silently."""
    if _jit is not None:
        return _jit(function)

    @functools.wraps(function)
    def interpreted(*args: P.args, **kwargs: P.kwargs) -> R:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return interpreted

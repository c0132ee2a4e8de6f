"""`@kernel`: hot rules as plain scalar Python over numpy arrays, compiled where Numba is installed.

The same body runs either way and gives the same digests. Without Numba, or with NUMBA_DISABLE_JIT=1,
it is interpreted. The discipline this asks of a kernel: 64-bit dice arithmetic on np.uint64 only
(mixing it with signed integers gives floats in both worlds), no objects, no strings, no dicts.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np

from referee.core.sources import folder_for, remove_outdated

__all__ = ["JIT", "borrowing", "inlined", "kernel"]

P = ParamSpec("P")
R = TypeVar("R")


def _find_njit() -> Callable[..., Any] | None:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return None
    _choose_cache()
    try:
        from numba import njit
    except ImportError:
        return None
    return functools.partial(njit, cache=True, nogil=True)


def _choose_cache() -> None:
    """Keep compiled kernels under a digest of all sources that kernels are made from.

    Numba by itself looks only at a kernel's own file, and would go on using one that was compiled with
    the constants and kernels that other files had before.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    folder = folder_for("kernels", "core/*.py", "games/**/*.py")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return  # an installation that can't be written to: Numba finds a place of its own
    remove_outdated(folder)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


_njit = _find_njit()

JIT: bool = _njit is not None
"""Whether kernels are compiled in this process."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function if Numba is there; else let its integer arithmetic wrap silently."""
    return _interpreted(function) if _njit is None else _njit()(function)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel whose code is put in place of each call that another kernel makes.

    It pays where a call costs more than what is called: a few lines, above all such that take arrays.
    """
    return _interpreted(function) if _njit is None else _njit(forceinline=True)(function)


def borrowing(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that makes no array of its own: it borrows those it is given, and counts no references.

    It pays for rules of many small kernels on many arrays, above all in a named tuple, where counting
    costs more than the rules; two to three times as much was measured. Views of what it is given are
    fine within it; returning one is not.
    """
    return _interpreted(function) if _njit is None else _njit(_nrt=False)(function)


class _Depth(threading.local):
    is_in_kernel = False


_depth = _Depth()


def _interpreted(function: Callable[P, R]) -> Callable[P, R]:
    @functools.wraps(function)
    def interpreted(*args: P.args, **kwargs: P.kwargs) -> R:
        if _depth.is_in_kernel:
            return function(*args, **kwargs)
        _depth.is_in_kernel = True
        try:
            with np.errstate(over="ignore"):
                return function(*args, **kwargs)
        finally:
            _depth.is_in_kernel = False

    return interpreted

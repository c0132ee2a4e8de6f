"""Limits the memory of the rows of all batches of a server; a batch's rows are counted before it is opened."""

from __future__ import annotations

import functools
import gc
import sys
import threading
import types
from collections.abc import Callable
from typing import Any

from referee.core.errors import FieldError

__all__ = ["HEADROOM", "MemoryBudget", "memory_of", "memory_of_row"]

HEADROOM = 2
"""Factor between the bytes counted for a row and the bytes that it takes when its match begins.

It is above 1 because matches and the memories of opponents grow, and next episodes are prepared ahead.
"""
_SHARED = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    functools.partial,
)
"""Types of objects that belong to the program, not to rows, so that `memory_of` does not count them."""


class MemoryBudget:
    """Limit in bytes for the memory of all rows of a server together; safe to use from any thread.

    Args:
        num_bytes: Number of bytes, from 1.
    """

    def __init__(self, num_bytes: int) -> None:
        self._total, self._left = num_bytes, num_bytes
        self._guard = threading.Lock()

    @property
    def left(self) -> int:
        """Number of bytes that are not taken."""
        return self._left

    def take(self, num_rows: int, row_bytes: int) -> int:
        """Take the bytes of some rows from the budget.

        Returns:
            Number of bytes taken, which the caller must give back.

        Raises:
            FieldError: Fewer bytes are left than the rows need; says how many rows still fit.
        """
        wanted = num_rows * row_bytes
        with self._guard:
            # Compared and subtracted under one lock: two threads must not take the same bytes.
            if wanted > self._left:
                bound = (
                    f"at most {self._left // row_bytes}, as {self._left} of {self._total} bytes of memory for all "
                    f"batches are left and a row of this game counts for {row_bytes}"
                )
                raise FieldError("num_rows", bound, num_rows)
            self._left -= wanted
        return wanted

    def give_back(self, num_bytes: int) -> None:
        """Return bytes to the budget that `take` has taken."""
        with self._guard:
            self._left += num_bytes


def memory_of_row(make: Callable[[int], object]) -> int:
    """Return an estimate of the bytes that one row takes, at least 1.

    Args:
        make: Takes a number; returns an object with that many rows, whose matches have begun.
    """
    # The difference leaves out what all rows share, and what the game builds once, at its first matches.
    few, more = make(2), make(4)
    return max(1, (memory_of(more) - memory_of(few)) // 2)


def memory_of(root: object) -> int:
    """Return the bytes of all objects reachable from `root`, without classes, modules and functions."""
    seen: set[int] = set()
    left: list[Any] = [root]
    total = 0
    while left:
        each = left.pop()
        # By identity: equal objects are counted each, and cycles end.
        if id(each) in seen or isinstance(each, _SHARED):
            continue
        seen.add(id(each))
        total += sys.getsizeof(each)
        left.extend(gc.get_referents(each))
    return total

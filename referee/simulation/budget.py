"""Memory for the rows of all batches of a server, counted before they are opened."""

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
"""How much memory is counted for a row, as a multiple of what it takes when its match begins: matches and the memories
of opponents grow, and next episodes are prepared ahead."""
_SHARED = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    functools.partial,
)
"""Types of objects that belong to programs rather than to rows."""


class MemoryBudget:
    """The bytes that all rows together may take; safe to use from any thread.

    Args:
        num_bytes: Number of bytes, from 1.
    """

    def __init__(self, num_bytes: int) -> None:
        self._total, self._left = num_bytes, num_bytes
        self._guard = threading.Lock()

    @property
    def left(self) -> int:
        """Bytes that are not taken."""
        return self._left

    def take(self, num_rows: int, row_bytes: int) -> int:
        """Take the bytes of some rows; return how many, which the caller must give back.

        Raises:
            FieldError: There are not enough left.
        """
        wanted = num_rows * row_bytes
        with self._guard:
            if wanted > self._left:
                bound = (
                    f"at most {self._left // row_bytes}, as {self._left} of {self._total} bytes of memory for all "
                    f"batches are left and a row of this game counts for {row_bytes}"
                )
                raise FieldError("num_rows", bound, num_rows)
            self._left -= wanted
        return wanted

    def give_back(self, num_bytes: int) -> None:
        """Give back what was taken."""
        with self._guard:
            self._left += num_bytes


def memory_of_row(make: Callable[[int], object]) -> int:
    """Return about how many bytes a row takes.

    Args:
        make: Returns an object with this many rows, whose matches have begun.
    """
    # The difference leaves out what all rows share, and what the game builds once, at its first matches.
    few, more = make(2), make(4)
    return max(1, (memory_of(more) - memory_of(few)) // 2)


def memory_of(root: object) -> int:
    """Return the bytes of all objects that can be reached from one, without classes and functions."""
    seen: set[int] = set()
    left: list[Any] = [root]
    total = 0
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, _SHARED):
            continue
        seen.add(id(each))
        total += sys.getsizeof(each)
        left.extend(gc.get_referents(each))
    return total

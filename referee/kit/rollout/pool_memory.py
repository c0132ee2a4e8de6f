"""Shared memory for columns: the processes of a pool write them, and the process that owns the pool reads them."""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Sequence

import numpy as np

from referee.kit.rollout.columns import Ragged, RowColumn, Values
from referee.kit.rollout.dtypes import Array, Longs

__all__ = ["PoolMemory", "new_memory"]

_ALIGNED = 64
"""Columns begin at multiples of this many bytes."""


class PoolMemory:
    """Columns of all rows in shared memory, except ragged ones (lists of any length).

    The memory has no name, so none can be left behind: the system frees it with the last process
    that maps it.

    Args:
        descriptor: File descriptor of the memory; it may be closed afterwards.
        columns: Columns to hold; ragged ones are left out.
        num_rows: Number of matches in the pool.
        num_seats: Number of seats of each match.
    """

    def __init__(
        self, descriptor: int, columns: Sequence[RowColumn], num_rows: int, num_seats: int
    ) -> None:
        self.columns = tuple(column for column in columns if not column.is_ragged)
        """Columns that are in the memory: those given, without ragged ones."""
        shapes = [column.shape(num_rows, num_seats) for column in self.columns]
        sizes = [
            column.column.dtype.itemsize * int(np.prod(shape))
            for column, shape in zip(self.columns, shapes, strict=True)
        ]
        rounded = [-(-size // _ALIGNED) * _ALIGNED for size in sizes]
        places = np.cumsum([0, *rounded]).tolist()
        # Memory of 0 bytes can't be mapped, and all columns may be ragged.
        total = max(places[-1], 1)
        # Every process maps the same memory, and whichever comes first sets its size.
        if os.fstat(descriptor).st_size < total:
            os.ftruncate(descriptor, total)
        self._bytes = np.frombuffer(mmap.mmap(descriptor, total), np.uint8)
        self._layout = list(zip(self.columns, shapes, places, sizes, strict=False))
        self._arrays = self._within(self._bytes)

    def put(self, first: int, values: Sequence[Values], rows: Longs | None = None) -> None:
        """Write one process's columns, of all its rows or of some.

        Args:
            first: Index in the pool of the writing process's row 0.
            values: The columns; ragged ones (lists of any length) among them are skipped.
            rows: int64[n]: the process's own indices of the rows in `values`; None for all its
                rows, in order.
        """
        # Ragged columns are sent over the link: their size is not known when memory is laid out.
        fixed = [each for each in values if not isinstance(each, Ragged)]
        for array, each in zip(self._arrays, fixed, strict=True):
            array[slice(first, first + len(each)) if rows is None else first + rows] = each

    def taken(self) -> list[Array]:
        """Return copies of all columns, with all rows of the pool."""
        # Copied, since a caller may keep the arrays while processes write the next ones.
        return self._within(self._bytes.copy())

    def some(self, place: int, rows: Longs) -> Array:
        """Return a copy of some rows of one column.

        Args:
            place: Index of the column in `columns`.
            rows: int64[n]: indices of the rows in the pool.
        """
        chosen: Array = self._arrays[place][rows]
        return chosen

    def _within(self, data: Array) -> list[Array]:
        return [
            data[place : place + size].view(column.column.dtype).reshape(shape)
            for column, shape, place, size in self._layout
        ]


def new_memory() -> int | None:
    """Return a file descriptor of new, empty memory.

    None on systems without anonymous memory files.
    """
    if sys.platform == "linux":
        return os.memfd_create("rows")
    return None

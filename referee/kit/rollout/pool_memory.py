"""Columns that the processes of a pool write and the pool reads, in shared memory."""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Sequence

import numpy as np

from referee.kit.rollout.rows import Array, Longs, Ragged, RowColumn, Values

__all__ = ["PoolMemory", "new_memory"]

_ALIGNED = 64
"""The offset of each column is a multiple of this many bytes."""


class PoolMemory:
    """Columns of all rows, except ragged ones, one after another.

    The memory has no name, so that none can be left behind: it is freed with the last process that maps it.

    Args:
        descriptor: The memory; it can be closed afterwards.
        columns: Its columns; ragged ones are left out.
        num_rows: Matches.
        num_seats: Seats of each.
    """

    def __init__(
        self, descriptor: int, columns: Sequence[RowColumn], num_rows: int, num_seats: int
    ) -> None:
        self.columns = tuple(column for column in columns if not column.is_ragged)
        """Those that are in it."""
        shapes = [column.shape(num_rows, num_seats) for column in self.columns]
        sizes = [
            column.column.dtype.itemsize * int(np.prod(shape))
            for column, shape in zip(self.columns, shapes, strict=True)
        ]
        rounded = [-(-size // _ALIGNED) * _ALIGNED for size in sizes]
        places = np.cumsum([0, *rounded]).tolist()
        total = max(places[-1], 1)
        if os.fstat(descriptor).st_size < total:
            os.ftruncate(descriptor, total)
        self._bytes = np.frombuffer(mmap.mmap(descriptor, total), np.uint8)
        self._layout = list(zip(self.columns, shapes, places, sizes, strict=False))
        self._arrays = self._within(self._bytes)

    def put(self, first: int, values: Sequence[Values], rows: Longs | None = None) -> None:
        """Write columns of the rows from one on, or of some of these.

        Args:
            first: Number in the pool of the writer's row 0.
            values: The columns, ragged ones included, which are left out.
            rows: int64[n]: the writer's numbers of the rows; None for as many as there are, in order.
        """
        fixed = [each for each in values if not isinstance(each, Ragged)]
        for array, each in zip(self._arrays, fixed, strict=True):
            array[slice(first, first + len(each)) if rows is None else first + rows] = each

    def taken(self) -> list[Array]:
        """Return copies of all columns, all rows of each."""
        return self._within(self._bytes.copy())

    def some(self, place: int, rows: Longs) -> Array:
        """Return a copy of some rows of a column.

        Args:
            place: Which of `columns`.
            rows: int64[n].
        """
        chosen: Array = self._arrays[place][rows]
        return chosen

    def _within(self, data: Array) -> list[Array]:
        return [
            data[place : place + size].view(column.column.dtype).reshape(shape)
            for column, shape, place, size in self._layout
        ]


def new_memory() -> int | None:
    """Return the descriptor of new, empty memory; None on systems without anonymous memory files."""
    if sys.platform == "linux":
        return os.memfd_create("rows")
    return None

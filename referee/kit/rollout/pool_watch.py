"""Watched columns of a pool of processes: those that were observed after the last step.

The processes send them again with their answers to later steps, without being asked.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.kit.rollout.columns import Ragged, RowColumn, Values
from referee.kit.rollout.dtypes import Longs
from referee.kit.rollout.pool_memory import PoolMemory

__all__ = ["Watch", "end_to_end", "in_order"]


class Watch:
    """Columns of all rows that the processes of a pool send after every step (watched columns).

    Args:
        columns: Columns that are watched.
        memory: Shared memory with the columns that are not ragged (lists of any length).
        num_shares: Number of processes.
        num_seats: Number of seats of a row.
    """

    def __init__(
        self, columns: Sequence[RowColumn], memory: PoolMemory, num_shares: int, num_seats: int
    ) -> None:
        self._columns, self._memory, self._num_seats = tuple(columns), memory, num_seats
        self.names = tuple(column.name for column in columns)
        """Names of the watched columns, in order."""
        self.is_fresh = False
        """Whether the columns match the rows as they are now."""
        self.is_wanted = False
        """Whether the columns were observed since the last step; if so, the next step returns them."""
        self._ragged: list[list[Ragged]] = [[] for _ in range(num_shares)]

    def update(self, share: int, seen: list[Ragged], own: Longs | None) -> None:
        """Keep the ragged columns (lists of any length) that a process sent.

        The process has written the other columns to shared memory.

        Args:
            share: Index of the process.
            seen: Ragged columns of the process's rows.
            own: int64[n]: the process's own indices of the rows in `seen`; None for all its rows.
        """
        # Only some rows were observed: their lists replace the old ones, and all others stay.
        if own is not None:
            pairs = zip(self._ragged[share], seen, strict=True)
            seen = [_replaced(before, each, own, self._num_seats) for before, each in pairs]
        self._ragged[share] = seen

    def taken(self) -> list[Values]:
        """Return copies of all watched columns (sent after every step), with all rows of the pool."""
        fixed = iter(self._memory.taken())
        ragged = iter([end_to_end(shares) for shares in zip(*self._ragged, strict=True)])
        return [next(ragged) if column.is_ragged else next(fixed) for column in self._columns]

    def some(self, names: Sequence[str], rows: Longs) -> list[Values]:
        """Return copies of some watched columns (sent after every step), with these rows.

        Args:
            names: Names of watched columns.
            rows: int64[n]: indices of the rows in the pool.
        """
        return [self._some(self.names.index(name), rows) for name in names]

    def _some(self, place: int, rows: Longs) -> Values:
        # Ragged columns are numbered separately from those in memory.
        ahead = [column.is_ragged for column in self._columns[:place]]
        if not self._columns[place].is_ragged:
            return self._memory.some(place - sum(ahead), rows)
        whole = end_to_end([shares[sum(ahead)] for shares in self._ragged])
        return in_order(whole, rows, self._num_seats)


def end_to_end(shares: Sequence[Values]) -> Values:
    """Return one column of all rows, joined from the column's parts of each process."""
    if all(isinstance(share, Ragged) for share in shares):
        parts = [share for share in shares if isinstance(share, Ragged)]
        # Each part counts its entries from 0, so its offsets move by what precedes it.
        starts = np.cumsum([0, *(len(part.data) for part in parts)])
        offsets = [part.offsets[1:] + start for part, start in zip(parts, starts[:-1], strict=True)]
        data = np.concatenate([part.data for part in parts])
        return Ragged(data, np.concatenate([np.zeros(1, np.int64), *offsets]))
    return np.concatenate([share for share in shares if not isinstance(share, Ragged)])


def in_order(values: Values, order: Longs, num_seats: int) -> Values:
    """Return the given rows of a column, in the given order.

    Args:
        values: The column.
        order: int64[n]: indices of the rows.
        num_seats: Seats of a row.
    """
    if not isinstance(values, Ragged):
        return values[order]
    return values.some(_lists_of(order, num_seats))


def _replaced(before: Ragged, changed: Ragged, own: Longs, num_seats: int) -> Ragged:
    """Return a copy of the ragged column `before` with the lists of some rows replaced.

    Args:
        before: The column, with all rows of a process.
        changed: The new lists, of the rows in `own` alone, in the same order.
        own: int64[n]: indices of the rows to replace.
        num_seats: Number of seats of a row, each of which has a list.
    """
    # The new lists are appended, and the indices of those rows point there.
    both = end_to_end([before, changed])
    assert isinstance(both, Ragged)
    behind = len(before.offsets) - 1
    places = np.arange(behind)
    places[_lists_of(own, num_seats)] = behind + np.arange(len(own) * num_seats)
    return both.some(places)


def _lists_of(rows: Longs, num_seats: int) -> Longs:
    """Return the indices of these rows' lists in a ragged column (a list for each seat of a row)."""
    return (rows[:, None] * num_seats + np.arange(num_seats)).reshape(-1)

"""Columns of a pool that are returned with each step: those that were observed after the step before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.kit.rollout.pool_memory import PoolMemory
from referee.kit.rollout.rows import Longs, Ragged, RowColumn, Values

__all__ = ["Watch", "end_to_end", "in_order"]


class Watch:
    """Columns of all rows, as the processes of a pool have last sent them.

    Args:
        columns: The columns.
        memory: Memory of those that are not ragged.
        num_shares: Processes.
        num_seats: Seats of a row.
    """

    def __init__(
        self, columns: Sequence[RowColumn], memory: PoolMemory, num_shares: int, num_seats: int
    ) -> None:
        self._columns, self._memory, self._num_seats = tuple(columns), memory, num_seats
        self.names = tuple(column.name for column in columns)
        """Names of the columns, in order."""
        self.is_fresh = False
        """Whether the columns are those of the rows as they are now."""
        self.is_wanted = False
        """Whether the columns were asked for since the last step."""
        self._ragged: list[list[Ragged]] = [[] for _ in range(num_shares)]

    def update(self, share: int, seen: list[Ragged], own: Longs | None) -> None:
        """Take the ragged columns that a process has sent; the others are in memory.

        Args:
            share: Which process.
            seen: The columns.
            own: int64[n]: the rows they are of, as the process numbers them; None for all that it has.
        """
        if own is not None:
            pairs = zip(self._ragged[share], seen, strict=True)
            seen = [_replaced(before, each, own, self._num_seats) for before, each in pairs]
        self._ragged[share] = seen

    def taken(self) -> list[Values]:
        """Return copies of all columns."""
        fixed = iter(self._memory.taken())
        ragged = iter([end_to_end(shares) for shares in zip(*self._ragged, strict=True)])
        return [next(ragged) if column.is_ragged else next(fixed) for column in self._columns]

    def some(self, names: Sequence[str], rows: Longs) -> list[Values]:
        """Return copies of some columns of some rows.

        Args:
            names: Names of columns that are watched.
            rows: int64[n].
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
    """Join a column of the rows of each process to one of all rows."""
    if all(isinstance(share, Ragged) for share in shares):
        parts = [share for share in shares if isinstance(share, Ragged)]
        starts = np.cumsum([0, *(len(part.data) for part in parts)])
        offsets = [part.offsets[1:] + start for part, start in zip(parts, starts[:-1], strict=True)]
        data = np.concatenate([part.data for part in parts])
        return Ragged(data, np.concatenate([np.zeros(1, np.int64), *offsets]))
    return np.concatenate([share for share in shares if not isinstance(share, Ragged)])


def in_order(values: Values, order: Longs, num_seats: int) -> Values:
    """Return some rows of a column, in a given order.

    Args:
        values: The column.
        order: int64[n]: indices of the rows.
        num_seats: Seats of a row.
    """
    if not isinstance(values, Ragged):
        return values[order]
    return values.some(_lists_of(order, num_seats))


def _replaced(before: Ragged, changed: Ragged, own: Longs, num_seats: int) -> Ragged:
    """Return a ragged column with other lists for some rows."""
    # The new lists are appended, and the indices of those rows point there.
    both = end_to_end([before, changed])
    assert isinstance(both, Ragged)
    behind = len(before.offsets) - 1
    places = np.arange(behind)
    places[_lists_of(own, num_seats)] = behind + np.arange(len(own) * num_seats)
    return both.some(places)


def _lists_of(rows: Longs, num_seats: int) -> Longs:
    """Return the indices of the lists of some rows in a ragged column."""
    return (rows[:, None] * num_seats + np.arange(num_seats)).reshape(-1)

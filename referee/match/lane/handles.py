"""Handles: the numbers by which bots name the matches of a lane, which plays many at once."""

from __future__ import annotations

import numpy as np

from referee.kit.rollout.dtypes import Bools, Longs

__all__ = ["NO_ROW", "Handles"]

NO_ROW = -1
"""Stands in place of a row's index for a handle that names no match of the lane."""


class Handles:
    """Table of the matches of a lane (many at once): the handle by which bots name each, and its row.

    A handle is never used again, so that a late answer can't reach another match.

    Args:
        num_rows: Number of rows of the lane.
    """

    def __init__(self, num_rows: int) -> None:
        self.of_row: Longs = np.full(num_rows, NO_ROW, np.int64)
        """int64[row]: handle of the row's match; `NO_ROW` for a free row."""
        # One entry for every match that was ever added, in an array that doubles when it is full.
        self._row_of: Longs = np.full(num_rows, NO_ROW, np.int64)
        self._count = 0
        # Scratch space of `are_first`: its content means nothing between calls.
        self._place: Longs = np.zeros(num_rows, np.int64)

    def grow(self, num_rows: int) -> None:
        """Enlarge the table to `num_rows` rows; the new rows are free."""
        more = num_rows - len(self.of_row)
        self.of_row = np.append(self.of_row, np.full(more, NO_ROW))
        self._place = np.zeros(num_rows, np.int64)

    def add(self, row: int) -> None:
        """Give the match of a row a new handle (number for bots), 1 more than the last one."""
        if self._count == len(self._row_of):
            self._row_of = np.append(self._row_of, np.full(self._count, NO_ROW))
        self._row_of[self._count] = row
        self.of_row[row] = self._count
        self._count += 1

    def remove(self, row: int) -> None:
        """Free a row: its handle names no match any more."""
        self._row_of[self.of_row[row]] = NO_ROW
        self.of_row[row] = NO_ROW

    def rows(self, handles: Longs) -> Longs:
        """Return the row of each handle as int64[n]; `NO_ROW` where a handle names no match.

        Handles may have any value, since they come from bots.
        """
        # One out of range must not index the table, and a negative one would index it from its end.
        known = (handles >= 0) & (handles < self._count)
        rows: Longs = np.where(known, self._row_of[np.where(known, handles, 0)], NO_ROW)
        return rows

    def are_first(self, rows: Longs) -> Bools:
        """Return for each entry of a list of rows whether it is the first with its row, as bool[n].

        A bot may answer the same match twice in one message, and only the first answer counts.
        """
        # Where no row occurs twice, nearly always, each place is read back as it was written.
        places = np.arange(len(rows))
        self._place[rows] = places
        if (self._place[rows] == places).all():
            return np.ones(len(rows), np.bool_)
        first = np.zeros(len(rows), np.bool_)
        first[np.unique(rows, return_index=True)[1]] = True
        return first

"""Processor time of the decisions on a lane, as arrays; a lane plays many matches at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.kit.arrays import spanned
from referee.kit.rollout.dtypes import Bools, Longs
from referee.match.lane.clocks import Places

__all__ = ["UNKNOWN", "ProcessorTimes"]

UNKNOWN = -1
"""Value in arrays of processor times where nothing was measured."""


class ProcessorTimes:
    """When turns were handed over, by the processor clocks of the bots' processes, and what answers took.

    Each array has the axes [row, seat].

    Args:
        num_rows: Number of rows (matches).
        num_seats: Number of seats in a match.
    """

    def __init__(self, num_rows: int, num_seats: int) -> None:
        self.start_ns: Longs = np.full((num_rows, num_seats), UNKNOWN, np.int64)
        """Reading of the processor clock of the seat's process when its open turn was handed over, in
        nanoseconds; `UNKNOWN` before that, and for a seat whose process is not known.
        """
        self.used_ns: Longs = np.full((num_rows, num_seats), UNKNOWN, np.int64)
        """Processor time charged for the seat's answer at the open decision point, in nanoseconds;
        `UNKNOWN` before it has answered, and if its turn was not measured.
        """

    def grow(self, num_rows: int) -> None:
        """Enlarge both arrays to `num_rows` rows; nothing is known of new ones."""
        for name in ("start_ns", "used_ns"):
            array = getattr(self, name)
            more = np.full((num_rows - len(array), array.shape[1]), UNKNOWN, np.int64)
            setattr(self, name, np.concatenate([array, more]))

    def load(self, row: int, start_ns: Sequence[int]) -> None:
        """Begin with the open turns of a row that enters the lane.

        `start_ns` has the reading at the hand-over of each seat's turn, or `UNKNOWN`.
        """
        self.start_ns[row], self.used_ns[row] = start_ns, UNKNOWN

    def open(self, rows: Places) -> None:
        """Forget what was measured in these rows, whose next turns are opened."""
        self.start_ns[rows] = self.used_ns[rows] = UNKNOWN

    def hand(self, rows: Longs, seat: int, reading_ns: int) -> None:
        """Record the reading of the clock of a seat's process at the hand-over of its turns.

        A turn that was handed over before keeps its first reading: a bot that comes back must not
        get rid of what it has used.
        """
        at = spanned(rows), seat
        before = self.start_ns[at]
        self.start_ns[at] = np.where(before == UNKNOWN, reading_ns, before)

    def measured(self, rows: Longs, seat: int) -> Longs:
        """Return those of the rows in which the seat's turn was measured from its hand-over on."""
        found: Longs = rows[self.start_ns[spanned(rows), seat] != UNKNOWN]
        return found

    def owes(self, is_open: Bools, seat: int) -> bool:
        """Return whether a seat was handed a turn that is open; `is_open` is bool[row, seat]."""
        return bool((is_open[:, seat] & (self.start_ns[:, seat] != UNKNOWN)).any())

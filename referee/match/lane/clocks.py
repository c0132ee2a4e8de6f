"""Clocks of many seats as arrays: the clock rules of `SeatState`, applied to all seats at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.core.time_control import TimeControl
from referee.kit.arrays import spanned
from referee.kit.rollout.dtypes import Bools, Ints, Longs
from referee.match.seat import SeatState

__all__ = ["NO_LIMIT", "Clocks", "Places", "Readings", "Taken"]

NO_LIMIT = np.iinfo(np.int64).max
"""Value in arrays of limits and deadlines that means no time limit."""
NOTHING = -1
"""Value in arrays of charged or remaining times where there is no such time; for a single seat,
`SeatState` uses None instead.
"""

_TIMES = (
    "bank_ns",
    "bank_rest_ns",
    "free_ns",
    "used_ns",
    "used_rest_ns",
    "limit_ns",
    "clock_start_ns",
    "last_elapsed_ns",
    "last_lag_ns",
    "decisions",
    "thought_ns",
    "longest_ns",
    "elapsed_ns",
    "lag_ns",
    "handed_ns",
)
_FLAGS = ("is_open", "clock_waits", "can_be_late", "was_handed", "earns_increment")

Places = Longs | slice
"""Rows of the lane, as int64[n], or as the equivalent slice that `spanned` returns for consecutive
rows.
"""


class Readings(NamedTuple):
    """Clock readings of n open turns, as they are sent to bots.

    All fields are int64[n] in nanoseconds.
    """

    remaining_ns: Longs
    """int64[n]: nanoseconds until the deadline, without the lag margin; -1 if there is no deadline."""
    bank_ns: Longs
    """int64[n]: nanoseconds left in the seat's bank."""
    last_elapsed_ns: Longs
    """int64[n]: nanoseconds charged for the seat's last answer; -1 before its first answer and after
    a missed deadline.
    """
    last_lag_ns: Longs
    """int64[n]: nanoseconds not charged for the seat's last answer, because the referee was busy."""


class Taken(NamedTuple):
    """Times of n answers that were read together: time charged, lag, clock start, and lateness."""

    elapsed_ns: Longs
    """int64[n]: nanoseconds to charge for each answer."""
    lag_ns: Longs
    """int64[n]: nanoseconds not charged for each answer, because the referee itself was busy."""
    start_ns: Longs
    """int64[n]: when the clock of each answered turn started, in nanoseconds of the monotonic clock."""
    late: Bools
    """bool[n]: whether each answer arrived after its turn's deadline."""


class Clocks:
    """Clocks and open turns of all seats in a lane; each array has the axes [row, seat].

    Fields without a comment mean the same as in `SeatState`.

    A lane plays many matches at once.

    Args:
        terms: Time control of all the lane's matches.
        num_rows: Number of rows (matches).
        num_seats: Number of seats in a match.
        turns_go_on: Whether the game has decision points that continue a turn, with its clock.
    """

    bank_ns: Longs
    bank_rest_ns: Longs
    free_ns: Longs
    """Move time of each seat's last turn. Like `used_ns`, `used_rest_ns` and `earns_increment`, kept
    up to date only if the game has turns that continue over several decision points.
    """
    used_ns: Longs
    used_rest_ns: Longs
    limit_ns: Longs
    clock_start_ns: Longs
    last_elapsed_ns: Longs
    last_lag_ns: Longs
    decisions: Longs
    thought_ns: Longs
    longest_ns: Longs
    elapsed_ns: Longs
    """Nanoseconds charged for each seat's answer at the open decision point."""
    lag_ns: Longs
    """Nanoseconds not charged for each seat's answer at the open decision point, because the
    referee was busy.
    """
    handed_ns: Longs
    """When the clock of each answered turn started, on the referee's monotonic clock."""
    is_open: Bools
    clock_waits: Bools
    can_be_late: Bools
    was_handed: Bools
    earns_increment: Bools

    def __init__(
        self, terms: TimeControl, num_rows: int, num_seats: int, *, turns_go_on: bool = False
    ) -> None:
        self._terms = terms
        self._turns_go_on = turns_go_on
        shape = (num_rows, num_seats)
        self.turn: Ints = np.zeros(shape, np.int32)
        """Number of each seat's last opened turn."""
        for name in _TIMES:
            setattr(self, name, np.zeros(shape, np.int64))
        for name in _FLAGS:
            setattr(self, name, np.zeros(shape, np.bool_))

    def grow(self, num_rows: int) -> None:
        """Enlarge all arrays to `num_rows` rows; new rows are zero."""
        for name in ("turn", *_TIMES, *_FLAGS):
            array = getattr(self, name)
            more = np.zeros((num_rows, array.shape[1]), array.dtype)
            more[: len(array)] = array
            setattr(self, name, more)

    def load(self, row: int, index: int, seat: SeatState) -> None:
        """Copy clock and turn from a `SeatState` into the arrays, as the seat `index` of a row."""
        at = row, index
        self.turn[at] = seat.turn
        for name in ("bank_ns", "bank_rest_ns", "used_ns", "used_rest_ns"):
            getattr(self, name)[at] = getattr(seat, name)
        self.clock_start_ns[at], self.last_lag_ns[at] = seat.clock_start_ns, seat.last_lag_ns
        for name in ("decisions", "thought_ns", "longest_ns", *_FLAGS):
            getattr(self, name)[at] = getattr(seat, name)
        # Arrays of integers have no None: each field has a number that stands for it.
        self.limit_ns[at] = NO_LIMIT if seat.limit_ns is None else seat.limit_ns
        self.free_ns[at] = 0 if seat.free_ns is None else seat.free_ns
        elapsed_ns = seat.last_elapsed_ns
        self.last_elapsed_ns[at] = NOTHING if elapsed_ns is None else elapsed_ns

    def store(self, row: int, index: int, seat: SeatState) -> None:
        """Copy clock and turn of the seat `index` of a row from the arrays back into its `SeatState`.

        The answer, events and chat messages in the `SeatState` stay as they are.
        """
        at = row, index
        seat.turn = self.turn.item(at)
        seat.bank_ns, seat.used_ns = self.bank_ns.item(at), self.used_ns.item(at)
        seat.bank_rest_ns = self.bank_rest_ns.item(at)
        seat.clock_start_ns = self.clock_start_ns.item(at)
        seat.decisions = self.decisions.item(at)
        seat.thought_ns, seat.longest_ns = self.thought_ns.item(at), self.longest_ns.item(at)
        seat.is_open, seat.was_handed = self.is_open.item(at), self.was_handed.item(at)
        seat.clock_waits, seat.can_be_late = self.clock_waits.item(at), self.can_be_late.item(at)
        # Unless turns go on, the arrays don't have these three: each turn has the whole move time,
        # earns the increment, and has used what its one answer took.
        seat.free_ns, seat.earns_increment = self._terms.free_ns(first=seat.turn == 1), True
        seat.used_rest_ns = seat.used_ns % 1000
        if self._turns_go_on:
            seat.used_rest_ns = self.used_rest_ns.item(at)
            seat.earns_increment = self.earns_increment.item(at)
            seat.free_ns = None if seat.free_ns is None else self.free_ns.item(at)
        limit_ns, elapsed_ns = self.limit_ns.item(at), self.last_elapsed_ns.item(at)
        seat.limit_ns = None if limit_ns == NO_LIMIT else limit_ns
        seat.last_elapsed_ns = None if elapsed_ns == NOTHING else elapsed_ns
        seat.last_lag_ns = self.last_lag_ns.item(at)
        # No lane takes a match with a held turn.
        seat.is_held = False

    def open(
        self, rows: Places, asked: Bools, clock_start_ns: int, goes_on: Bools | None = None
    ) -> None:
        """Open the next turn of the seats that are asked, by the rules of `SeatState.open`.

        Args:
            rows: The n rows whose turns are opened.
            asked: bool[n, seat]: which seats must decide.
            clock_start_ns: When the clocks start if the turns have not been handed over by then.
            goes_on: bool[n]: whether the decision continues the row's previous turn and its clock;
                None if none does.
        """
        terms = self._terms
        begins = asked if goes_on is None else asked & ~goes_on[:, None]
        turn = self.turn[rows] + asked
        self.turn[rows] = turn
        if terms.move_time_ns is None:
            limit_ns = np.full(asked.shape, NO_LIMIT)
        else:
            free_ns = np.full(asked.shape, terms.move_time_ns)
            if terms.first_move_ns is not None:
                free_ns[turn == 1] = terms.first_move_ns
            if goes_on is not None:
                free_ns = self._free_left(rows, begins, free_ns)
            limit_ns = free_ns + self.bank_ns[rows] + terms.lag_margin_ns
        self._set(rows, asked, "limit_ns", limit_ns)
        # After `_free_left`, which needs what the last decision of a continued turn had used.
        self._set(rows, begins, "used_ns", 0)
        if goes_on is not None:
            self._set(rows, begins, "used_rest_ns", 0)
        if goes_on is not None:
            self.earns_increment[rows] = np.where(asked, begins, self.earns_increment[rows])
        self._set(rows, asked, "clock_start_ns", clock_start_ns)
        self._set(rows, asked, "clock_waits", True)
        self._set(rows, asked, "can_be_late", False)
        self._set(rows, asked, "was_handed", False)
        self.is_open[rows] = asked

    def _free_left(self, rows: Places, begins: Bools, free_ns: Longs) -> Longs:
        """Return how much move time each turn has left, as int64[n, seat] in nanoseconds.

        Args:
            rows: The n rows whose turns are opened.
            begins: bool[n, seat]: whether the turn is a new one, which has all its move time; a
                turn that continues has what its earlier decisions have left.
            free_ns: int64[n, seat]: move time of each turn, if it is a new one.
        """
        free_ns = np.where(begins, free_ns, self.free_ns[rows])
        self.free_ns[rows] = free_ns
        left: Longs = np.maximum(0, free_ns - np.where(begins, 0, self.used_ns[rows]))
        return left

    def _set(self, rows: Places, where: Bools, name: str, value: Longs | int) -> None:
        array = getattr(self, name)
        array[rows] = value if where.all() else np.where(where, value, array[rows])

    def hand(self, rows: Longs, seat: int, at_ns: int, lag_ns: int) -> None:
        """Record that open turns of a seat were handed to the transport, which starts their clocks.

        A clock that already runs keeps its start; rows without an open turn are ignored.

        Args:
            rows: int64[n]: rows of the turns.
            seat: Index of the seat.
            at_ns: When the turns were handed over.
            lag_ns: Part of the wait for the hand-over that the referee itself caused. The latest
                clock start is postponed by it.
        """
        rows = rows[self.is_open[rows, seat]]
        self.was_handed[spanned(rows), seat] = True
        # A clock that runs already keeps its start: a second hand-over must not gain time.
        rows = rows[self.clock_waits[rows, seat]]
        at = spanned(rows), seat
        self.clock_waits[at] = False
        self.can_be_late[at] = True
        self.clock_start_ns[at] = np.minimum(at_ns, self.clock_start_ns[at] + lag_ns)

    def delay(self, rows: Longs, seat: int, at_ns: int, lag_ns: int) -> None:
        """Postpone the clock starts of open turns of a seat, once after each hand-over.

        Called when turns left the referee later than their hand-over was recorded. Rows without an
        open turn, and those whose clock start was postponed already, are ignored.

        Args:
            rows: int64[n]: rows of the turns.
            seat: Index of the seat.
            at_ns: Current time; no clock can start later than this.
            lag_ns: How much later the turns left.
        """
        # Once for each hand-over, as in `SeatState.delay`: repeated reports must not stop the clock.
        rows = rows[self.is_open[rows, seat] & self.can_be_late[rows, seat]]
        at = spanned(rows), seat
        self.can_be_late[at] = False
        self.clock_start_ns[at] = np.minimum(at_ns, self.clock_start_ns[at] + lag_ns)

    def measure(self, rows: Places, seat: int, at_ns: int, lag_ns: int) -> Taken:
        """Return the times of answers of a seat that were all read at the same time.

        Args:
            rows: Rows of the n answered turns.
            seat: Index of the seat.
            at_ns: When the answers were read.
            lag_ns: Time before that which the referee itself may have lost; it is not charged, as
                far as the clock was running then.
        """
        # Lag from before the clock ran has cost the seat nothing, so it must not be deducted either.
        start_ns = np.minimum(self.clock_start_ns[rows, seat], at_ns)
        own_ns = np.minimum(lag_ns, at_ns - start_ns)
        elapsed_ns = at_ns - start_ns - own_ns
        return Taken(elapsed_ns, own_ns, start_ns, elapsed_ns > self.limit_ns[rows, seat])

    def charge(self, rows: Places, seat: int, taken: Taken) -> None:
        """Charge a seat's clocks for answers in time, one for each row, and close the answered turns.

        Increments are added to the banks.

        Args:
            rows: Rows of the n answered turns, each once.
            seat: Index of the seat.
            taken: Times of the n answers, as `measure` returned them.
        """
        at = rows, seat
        elapsed_ns = taken.elapsed_ns
        self.elapsed_ns[at] = self.last_elapsed_ns[at] = elapsed_ns
        self.lag_ns[at] = self.last_lag_ns[at] = taken.lag_ns
        self.handed_ns[at] = taken.start_ns
        self.decisions[at] += 1
        counted_ns = elapsed_ns - elapsed_ns % 1000
        self.thought_ns[at] += counted_ns
        self.longest_ns[at] = np.maximum(self.longest_ns[at], counted_ns)
        self.was_handed[at] = True
        self.is_open[at] = False
        terms = self._terms
        if terms.move_time_ns is None:
            return
        bank_ns = self.bank_ns[at]
        # `open` made the limit of the move time that was left, so this gives it back without
        # another array.
        free_ns = self.limit_ns[at] - bank_ns - terms.lag_margin_ns
        over_ns = np.maximum(0, elapsed_ns - free_ns)
        earned_ns: Longs | int = terms.increment_ns
        if self._turns_go_on:
            earned_ns = earned_ns * self.earns_increment[at]
        left_ns = np.maximum(0, bank_ns - over_ns)
        # Most answers take nothing from the bank, and then rounding makes no difference.
        if np.count_nonzero(over_ns):
            self._charge_recorded(at, bank_ns, left_ns, counted_ns, free_ns)
        self.bank_ns[at] = left_ns + earned_ns
        self.used_ns[at] += elapsed_ns
        if self._turns_go_on:
            self.used_rest_ns[at] += elapsed_ns - counted_ns

    def _charge_recorded(
        self,
        at: tuple[Places, int],
        bank_ns: Longs,
        left_ns: Longs,
        counted_ns: Longs,
        free_ns: Longs,
    ) -> None:
        """Update `bank_rest_ns`, the difference between banks here and those that journals record.

        Journals charge answers in whole microseconds. So this is needed only if at least one of the
        answers takes something from its bank (time reserve). All arrays are int64[n] in nanoseconds.

        Args:
            at: Rows and seat of the n answers.
            bank_ns: Banks before the answers.
            left_ns: What the answers leave of the banks, without the increment.
            counted_ns: Times of the answers, rounded down to whole microseconds.
            free_ns: Move time that the turns had left, which may be negative.
        """
        if self._turns_go_on:
            free_ns = np.maximum(0, self.free_ns[at] - self.used_ns[at] + self.used_rest_ns[at])
        over_ns = np.maximum(0, counted_ns - free_ns)
        recorded_ns = np.maximum(0, bank_ns + self.bank_rest_ns[at] - over_ns)
        self.bank_rest_ns[at] = recorded_ns - left_ns

    def read(self, rows: Longs, seat: int, at_ns: int) -> Readings:
        """Return the clock readings of a seat's open turns in these rows, as sent to its bot at `at_ns`."""
        at = spanned(rows), seat
        limit_ns = self.limit_ns[at]
        start_ns = np.minimum(self.clock_start_ns[at], at_ns)
        # In this order: a time added to `NO_LIMIT` would overflow, and the difference is never
        # above 0.
        left_ns = np.maximum(0, start_ns - at_ns + limit_ns - self._terms.lag_margin_ns)
        remaining_ns = np.where(limit_ns == NO_LIMIT, NOTHING, left_ns)
        others = (self.bank_ns[at], self.last_elapsed_ns[at], self.last_lag_ns[at])
        return Readings(remaining_ns, *(each.copy() for each in others))

    def deadlines_ns(self) -> Longs:
        """Return when the first open turn in each row expires, as int64[row]; `NO_LIMIT` if none can."""
        limited = self.is_open & (self.limit_ns != NO_LIMIT)
        # The 0 keeps `NO_LIMIT` from overflowing; the outer choice puts it back.
        due_ns = np.where(
            limited, self.clock_start_ns + np.where(limited, self.limit_ns, 0), NO_LIMIT
        )
        earliest: Longs = due_ns.min(axis=1)
        return earliest

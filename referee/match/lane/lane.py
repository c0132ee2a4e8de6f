"""A lane: plays many matches at once as rows of arrays, by the rules of `MatchMachine`.

Like the machine it reads no clock and does no I/O.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

import numpy as np

from referee.kit.arrays import spanned
from referee.kit.rollout.columns import Values, of_seat
from referee.kit.rollout.dtypes import Ints, Longs
from referee.match.lane.answers import NO_CODE, Answers, Refused, Taken
from referee.match.lane.clocks import NO_LIMIT, Readings
from referee.match.lane.handles import NO_ROW
from referee.match.lane.matches import LaneMatches
from referee.match.lane.processor import UNKNOWN
from referee.match.lane.tick import Tick, stepped

__all__ = ["Lane"]

_MOST_PLAYED = 4
"""Number of steps of the lane that a match's machine may lack; at this number it redoes them all,
so that `leave` stays fast. Not used where the lane keeps copies of the states before the last step
(`_keeps`).
"""


class Lane(LaneMatches):
    """Matches with the same terms, except for their seeds, as rows of arrays.

    Args:
        terms: Terms of any one of the matches.
        plugin: The matches' game.
        make_rows: Makes rows of the game and config; takes the number of rows.
        metered: Whether the processor time of any seat is measured.
    """

    # Answers and steps.

    def take(self, seat: int, answers: Answers, at_ns: int, lag_ns: int) -> Taken:
        """Take answers from one seat that arrived in one message, except those that the lane can't handle.

        Return how many were taken, which were refused, and in which rows no answer is missing now.

        Args:
            seat: Index of the seat that sent the answers.
            answers: The answers; their shapes have been checked.
            at_ns: When the message was read.
            lag_ns: How long the message may have waited while the referee was busy.
        """
        self._code = self.book.thin_out(self._code)
        rows = self.handles.rows(answers.handles)
        at = spanned(rows)
        fine = (rows != NO_ROW) & self.is_in[at] & self._clocks.is_open[at, seat]
        fine &= self._clocks.turn[at, seat] == answers.turns
        # A slice stands for different rows. In a list, a row may occur twice, and only its first
        # answer counts.
        if not isinstance(at, slice):
            fine &= self.handles.are_first(rows)
        # Only answers to open turns are decoded: a flood of stale ones must not cost decoding, nor fill the book.
        codes = self.book.codes_of(answers.values, fine)
        fine &= codes != NO_CODE
        # Of all answers, even those without a row, whose -1 reads the last row: what is measured
        # for them is dropped below.
        taken = self._clocks.measure(at, seat, at_ns, lag_ns)
        fine &= ~taken.late
        good = rows
        if not fine.all():
            taken = taken._replace(**{n: getattr(taken, n)[fine] for n in taken._fields})
            good, codes = rows[fine], codes[fine]
            at = spanned(good)
        self._clocks.charge(at, seat, taken)
        self._code[at, seat] = codes
        ready = good[~np.logical_or.reduce(self._clocks.is_open[at], axis=1)]
        refused = [Refused(place, int(rows[place])) for place in np.flatnonzero(~fine).tolist()]
        return Taken(good, np.sort(ready), refused)

    def last_turn(self, row: int, seat: int) -> tuple[int, bool]:
        """Return the number of a seat's last opened turn in a match, and whether it is open.

        The lane must be playing the match of `row`.
        """
        at = row, seat
        return self._clocks.turn.item(at), self._clocks.is_open.item(at)

    def handed_ns(self, seat: int, answers: Answers) -> int:
        """Return when the clock of the latest answered turn started or will start, in nanoseconds.

        Return 0 if no answer names a match of the lane.

        Args:
            seat: Index of the seat that sent the answers.
            answers: The answers; their shapes have been checked.
        """
        rows = self.handles.rows(answers.handles)
        starts: Longs = self._clocks.clock_start_ns[rows[rows != NO_ROW], seat]
        return int(starts.max(initial=0))

    @property
    def open_turns(self) -> int:
        """Number of open turns in the matches that the lane plays."""
        return int(self._clocks.is_open[self.is_in].sum())

    def owes(self, seat: int) -> bool:
        """Return whether a metered seat was handed a turn in any row that it has not answered yet."""
        return self.cpu is not None and self.cpu.owes(self._clocks.is_open, seat)

    def owed(self, row: int) -> list[tuple[int, int, int]]:
        """Return the metered open turns of a row that the lane plays.

        For each: the seat, the turn's number, and the reading of the processor clock of the seat's
        process at the hand-over.
        """
        if self.cpu is None:
            return []
        open_seats = np.flatnonzero(self._clocks.is_open[row] & (self.cpu.start_ns[row] != UNKNOWN))
        return [
            (seat, self._clocks.turn.item(row, seat), self.cpu.start_ns.item(row, seat))
            for seat in open_seats.tolist()
        ]

    def limits_ns(self, rows: Longs) -> Longs:
        """Return the nanoseconds allowed for the last opened turns of these rows, as int64[n, seat].

        The lag margin is included; `NO_LIMIT` stands for a turn without a deadline.
        """
        limits: Longs = self._clocks.limit_ns[rows]
        return limits

    def step(self, rows: Longs, at_ns: int) -> Tick:
        """Step the matches in which all asked seats have answered, and open their next turns.

        Args:
            rows: int64[n]: rows that `take` returned as ready.
            at_ns: Current time.
        """
        at = spanned(rows)
        code = self._code[at].copy()
        asked = code != NO_CODE
        clocks = self._clocks
        if self._keeps:
            # The copy holds one step only. A machine that must count refusals redoes its step before the next one
            # overwrites the copy.
            for row in rows[self._has_refusals[rows]].tolist():
                self._catch_up(row)
            self._before.keep(rows, self.rows)
        actions = self.book.actions_of(self._code, rows, asked, self.rows)
        refused = self.rows.step_some(rows, actions)
        self.steps[at] += 1
        over, alive = self.rows.over()[at], self.rows.alive()[at]
        # Where a seat goes out or the match ends, the machine must decide what follows: places, ends, forfeits.
        ends = over | np.logical_or.reduce(alive != self._alive[at], axis=1)
        tick = Tick(
            rows,
            self.steps[at].copy(),
            asked,
            clocks.turn[at].copy(),
            code,
            self.book.actions,
            self.book.payloads,
            clocks.elapsed_ns[at].copy(),
            clocks.lag_ns[at].copy(),
            clocks.handed_ns[at] - self._began_ns[at, None],
            self.rows.digests(rows),
            rows[ends],
            None if self.cpu is None else self.cpu.used_ns[at].copy(),
        )
        self._remember(tick)
        self._has_refusals[at] = np.logical_or.reduce(refused[at], axis=1)
        self._code[at] = NO_CODE
        if self.cpu is not None:
            self.cpu.open(at)
        left = rows[ends]
        for row in left.tolist():
            self._hand_back(row)
        going = spanned(rows[~ends]) if len(left) else at
        next_asked = self.rows.asked()[going]
        goes_on = self.rows.going_on()[going] if self.rows.turns_go_on else None
        clocks.open(going, next_asked, at_ns + self._limit_ns, goes_on)
        return tick

    def _remember(self, tick: Tick) -> None:
        first, end = int(tick.rows[0]), int(tick.rows[-1]) + 1
        # Consecutive rows, the usual case, are set as one slice.
        if end - first == len(tick.rows):
            self._tick_of[first:end] = zip(repeat(tick), range(len(tick.rows)))
        else:
            for place, row in enumerate(tick.rows.tolist()):
                self._tick_of[row] = tick, place
        if not self._keeps:
            for place, row in enumerate(tick.rows.tolist()):
                self._played[row].append(stepped(tick, place))
                if len(self._played[row]) >= _MOST_PLAYED:
                    self._redo(row)

    # Clocks, and what turns contain.

    def hand(
        self,
        seat: int,
        handles: Longs,
        turns: Ints,
        at_ns: int,
        lag_ns: int,
        cpu_ns: int | None = None,
    ) -> list[tuple[int, int]]:
        """Record that turns of a seat were handed to the transport.

        Args:
            seat: Index of the seat that the turns belong to.
            handles: int64[n]: handles of the turns' rows.
            turns: int32[n]: numbers of the turns.
            at_ns: When the turns were handed over.
            lag_ns: Part of the wait for the hand-over that the referee itself caused.
            cpu_ns: Reading of the processor clock of the seat's process, in nanoseconds; None if it
                is not metered.

        Returns:
            Row and turn for each turn whose match has left the lane. Its machine must record the
            hand-over.
        """
        rows, left = self._find(seat, handles, turns)
        self._clocks.hand(rows, seat, at_ns, lag_ns)
        if self.cpu is not None and cpu_ns is not None:
            self.cpu.hand(rows, seat, cpu_ns)
        return left

    def delay(
        self, seat: int, handles: Longs, turns: Ints, at_ns: int, lag_ns: int
    ) -> list[tuple[int, int]]:
        """Record that turns of a seat left the referee later than their hand-over was recorded.

        Args:
            seat: Index of the seat that the turns belong to.
            handles: int64[n]: handles of the turns' rows.
            turns: int32[n]: numbers of the turns.
            at_ns: When this was reported; no clock can start later.
            lag_ns: How much later the turns left, in nanoseconds.

        Returns:
            Row and turn for each turn whose match has left the lane. Its machine must record the
            delay.
        """
        rows, left = self._find(seat, handles, turns)
        self._clocks.delay(rows, seat, at_ns, lag_ns)
        return left

    def _find(self, seat: int, handles: Longs, turns: Ints) -> tuple[Longs, list[tuple[int, int]]]:
        """Return the rows in which these turns are a seat's last ones, and the turns that are elsewhere.

        The latter are row and turn for each turn whose match has left the lane. Handles that name no
        match of the lane, and turns that are over, are left out.
        """
        rows = self.handles.rows(handles)
        here = rows != NO_ROW
        rows, turns = rows[here], turns[here]
        is_in = self.is_in[rows]
        # A turn that is over by now must not change the clock of the one after it.
        same = is_in & (self._clocks.turn[rows, seat] == turns)
        if is_in.all():
            return rows[same], []
        return rows[same], list(zip(rows[~is_in].tolist(), turns[~is_in].tolist(), strict=True))

    @property
    def next_deadline_ns(self) -> int | None:
        """When the next open turn expires, on the monotonic clock; None if none can."""
        earliest = int(self._clocks.deadlines_ns().min())
        return None if earliest == NO_LIMIT else earliest

    def due(self, fair_ns: int) -> list[int]:
        """Return the rows in which an open turn has expired, ascending.

        Args:
            fair_ns: Current time, minus the time that the referee itself has lost.
        """
        return np.flatnonzero(self._clocks.deadlines_ns() <= fair_ns).tolist()

    def open_rows(self, seat: int, rows: Longs) -> Longs:
        """Return those of the given rows in which a seat has an open turn."""
        open_rows: Longs = rows[self._clocks.is_open[spanned(rows), seat]]
        return open_rows

    def turns(self, seat: int, rows: Longs) -> Ints:
        """Return the number of a seat's last opened turn in each of the given rows, as int32[n]."""
        turns: Ints = self._clocks.turn[spanned(rows), seat].copy()
        return turns

    def readings(self, seat: int, rows: Longs, at_ns: int) -> Readings:
        """Return the clock readings of a seat's open turns in these rows, as sent to its bot at `at_ns`."""
        return self._clocks.read(rows, seat, at_ns)

    def seen(self, seat: int, rows: Longs, names: Sequence[str]) -> list[Values]:
        """Return what a seat sees in the given rows: one column for each of `names`; first axis: rows."""
        columns = {each.name: each for each in self.rows.observed}
        values = self.rows.observe(names, rows)
        return [
            of_seat(value, seat, self._num_seats) if columns[name].by_seat else value
            for name, value in zip(names, values, strict=True)
        ]

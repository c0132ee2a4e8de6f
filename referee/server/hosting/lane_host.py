"""One lane: matches between the same streams, whose turns are sent and answered together as columns.

A match is on a lane as long as nothing but answers in time happens. Its host gives the match to the
lane when its turns open, and takes it back before anything else happens to it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from gamereferee.v1 import play_service_pb2, replay_pb2
from referee.core.clock import Clock
from referee.core.errors import MalformedError
from referee.core.outcome import EndCause
from referee.kit.arrays import spanned
from referee.kit.rollout.dtypes import Bools, Ints, Longs
from referee.match.lane import Answers, Lane, Refused, Taken, Tick
from referee.replay.lane_journal import LaneJournal, on_lane
from referee.replay.ticks import encode_tick, tick_record
from referee.server.hosting.deadlines import Deadlines
from referee.server.hosting.lane_match import LaneMatch, LaneStreams, Place
from referee.server.hosting.lane_process import LaneProcess, TakenAnswers, owe_since
from referee.server.hosting.lane_rows import columns_of, rows_of_match
from referee.server.hosting.lane_wire import (
    answers_of,
    foreign_row,
    lane_turns,
    most_rows,
    named_turns,
    opened,
)
from referee.server.hosting.observer import HostingObserver
from referee.server.hosting.seat_stream import SeatStream
from referee.server.process.lag import LagMeter
from referee.server.process.logs import get_log

__all__ = ["LaneHost"]


_JOURNAL_BYTES = 32 << 20
"""Size of a lane's journal, in bytes, beyond which all its steps are moved to the matches' own
journals.
"""


class LaneHost:
    """Host of one lane: its matches, journal, deadline timer, and the streams of its seats.

    Args:
        first: The match for which the lane is made; it defines game, config and time control.
        streams: Stream of each seat, and the columns that its bot wants.
        processes: Process by which each seat is metered; None for a seat that is not.
        journal: Journal to which the lane's ticks (steps) are written.
        clock: Source of the time.
        meter: Measures the referee's own lag.
        observer: Observes the lane's ticks; None for nobody.
    """

    def __init__(
        self,
        first: LaneMatch,
        streams: LaneStreams,
        *,
        processes: Sequence[LaneProcess | None],
        journal: LaneJournal,
        clock: Clock,
        meter: LagMeter,
        observer: HostingObserver | None = None,
    ) -> None:
        terms, self._plugin = first.machine.terms, first.plugin
        make = partial(rows_of_match, first)
        self.lane = Lane(terms, first.plugin, make, metered=any(processes))
        """State and rules of the lane's matches, without I/O."""
        self.processes = processes
        """Process by which each seat is metered; None for a seat that is not."""
        for seat, process in enumerate(processes):
            if process is not None:
                process.add(self.lane, seat)
        self.streams = streams.streams
        """Streams that hold the lane's seats, in seat order."""
        self.is_shared = len(set(map(id, self.streams))) > 1
        """Whether more than one stream holds the lane's seats."""
        self.lag_margin_ns = terms.time_control.lag_margin_ns
        """Lag margin of all the lane's matches, in nanoseconds."""
        self._journal, self._clock, self._meter = journal, clock, meter
        self._observer = observer
        self.name = journal.name
        """Name of the lane in the journals of its matches."""
        self._has_bank = terms.time_control.has_bank
        self._columns = [columns_of(self.lane.rows, names) for names in streams.columns]
        self._most = [most_rows(columns) for columns in self._columns]
        """Highest number of rows in one message, by seat."""
        self._numbers: list[int] = []
        """Number that identifies the lane on each seat's stream; empty until the lane was announced
        to the streams.
        """
        self._matches: dict[int, LaneMatch] = {}
        """Matches that have a row in the lane, by row."""
        self._records: dict[int, list[bytes]] = {}
        """Serialized step records that are in the lane's journal but not yet in the match's own, by
        row.
        """
        self._new_rows: list[tuple[int, str]] = []
        """Handles (numbers by which bots name matches) and match ids of new rows that the streams
        have not been informed of yet.
        """
        self._unsent: Bools = np.zeros((len(self.streams), 0), np.bool_)
        """bool[seat, row]: whether the seat's open turn in the row is still to be sent."""
        self._sending: asyncio.Handle | None = None
        self.deadlines = Deadlines(
            next_deadline_ns=lambda: self.lane.next_deadline_ns,
            handover_limit_ns=terms.time_control.lag_margin_ns,
            clock=clock,
            meter=meter,
            is_taking=lambda: any(stream.is_taking for stream in self.streams),
            unread_ns=lambda now_ns: max(stream.unread_ns(now_ns) for stream in self.streams),
            expire=self._expire,
        )

    # Matches coming and going.

    def take(self, match: LaneMatch, seats: Sequence[int]) -> None:
        """Play a match on this lane from now on, and send these seats their open turns in it."""
        if match.places and match.places[-1].lane is self:
            row = match.places[-1].row
        else:
            row = self.lane.add(match.machine)
            match.places.append(Place(self, row))
            self._matches[row], self._records[row] = match, []
            self._new_rows.append((int(self.lane.handles.of_row[row]), match.match_id))
        starts_ns = match.cpu_starts_ns()
        owe_since(self.processes, starts_ns)
        self.lane.enter(row, starts_ns)
        match.is_on_lane = True
        match.set_timer(is_on=False)
        self._send_later(seats, row)
        self.deadlines.arm()

    def give_back(self, match: LaneMatch, row: int) -> None:
        """Bring a match's own machine up to date, and let it play the match from now on.

        The match keeps its row, for answers that still arrive.

        Raises:
            ValueError: The match's machine computes another digest than the lane.
        """
        # First: if the rest raises, the match must fail by its own machine.
        match.is_on_lane = False
        if self._unsent[:, row].any():
            # Turns that still wait to be sent would be lost: the machine takes them for sent.
            for seat, stream in enumerate(self.streams):
                self._unsent[seat, row] &= match.is_held(seat, stream)
            self._send()
        # Before the machine redoes the last step: whatever is recorded next must come after all steps of the lane.
        self._spill_last(row)
        owed = self.lane.owed(row)
        self.lane.leave(row)
        for seat, turn, start_ns in owed:
            match.resume_metering(seat, turn, start_ns)
        match.set_timer(is_on=True)

    def remove(self, row: int) -> None:
        """Free the row of a match that is over."""
        del self._matches[row], self._records[row]
        self._unsent[:, row] = False
        self.lane.remove(row)

    @property
    def has_matches(self) -> bool:
        """Whether any match has a row in the lane, to which answers may still arrive."""
        return bool(self._matches)

    @property
    def open_turns(self) -> int:
        """Number of open turns in the matches that the lane plays now."""
        return self.lane.open_turns

    def steps_of(self, row: int) -> int:
        """Return the number of engine steps made so far in a row's match."""
        return int(self.lane.steps[row])

    def hand(self, row: int, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Start the clock of a row's turn that was handed over as a single turn, as `LaneKeeper` says."""
        turns = np.array([turn], np.int32)
        self._hand(seat, self.lane.handles.of_row[[row]], turns, at_ns, lag_ns)

    def delay(self, row: int, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Postpone the clock start of a row's turn, which a router passed on late as a single turn."""
        turns = np.array([turn], np.int32)
        self.lane.delay(seat, self.lane.handles.of_row[[row]], turns, at_ns, lag_ns)

    def stop(self) -> None:
        """End the lane: give all matches back to their machines.

        Answers that still arrive here are passed to the machines.
        """
        self.deadlines.stop()
        for match in list(self._matches.values()):
            match.leave_lane()
        for process in filter(None, self.processes):
            process.remove(self.lane)
        # Only if all matches have their steps: else the file is kept, and recovery completes their journals from it.
        if self._flush_all():
            self._journal.remove()
        else:
            self._journal.close()

    def last_turn(self, row: int, seat: int) -> tuple[int, bool]:
        """Return the number of a seat's last opened turn in a row's match, and whether it is open."""
        return self.lane.last_turn(row, seat)

    def spill(self, row: int) -> None:
        """Append to the journal of a row's match the steps that only the lane's journal has; don't flush."""
        records = self._records[row]
        if records:
            self._matches[row].append(records)
            self._records[row] = []

    def _spill_last(self, row: int) -> None:
        """Append to the journal of a row's match the steps that only the lane's journal has.

        The last record that is appended says that the match leaves the lane.
        """
        self.spill(row)
        self._matches[row].append([on_lane("")])

    # Answers and steps.

    def answer(
        self,
        seat: int,
        message: play_service_pb2.LaneAnswers,
        at_ns: int,
        lag_of: Callable[[int], int],
    ) -> TakenAnswers:
        """Take a message of answers, and return what is left to do with them.

        First `share_processor_time` must be called with the answers of all lanes that were read in one
        request, then `go_on` of each.

        Args:
            seat: Index of the seat that answers.
            message: The message with the answers.
            at_ns: When the message was read.
            lag_of: Takes the time at which the last of the answered turns was handed over; returns
                how long the answers may have waited in the referee, in nanoseconds.

        Raises:
            MalformedError: The message's arrays don't fit together.
        """
        answers = answers_of(message, self.lane.rows.answers)
        # One lag for all answers: they came in one message and waited the same time.
        lag_ns = lag_of(self.lane.handed_ns(seat, answers))
        taken = self.lane.take(seat, answers, at_ns, lag_ns)
        go_on = partial(self._go_on_after, seat, answers, taken, at_ns, lag_ns)
        return TakenAnswers(self.lane, seat, taken, self.processes[seat], go_on)

    def _go_on_after(
        self, seat: int, answers: Answers, taken: Taken, at_ns: int, lag_ns: int
    ) -> None:
        """Step the matches in which no answer is missing now, and pass on the answers that were refused.

        The arguments are those of `Lane.take`, and what it returned.
        """
        if len(taken.ready):
            self._step(taken.ready, at_ns)
        for refused in taken.refused:
            self._refuse(seat, answers, refused, at_ns, lag_ns)
        # After the refusals, which may take matches off the lane: their turns are sent by their own hosts.
        if len(taken.rows):
            self._send()
            self.deadlines.arm()

    def _refuse(
        self, seat: int, answers: Answers, refused: Refused, at_ns: int, lag_ns: int
    ) -> None:
        """Pass an answer that the lane did not take (`refused`) to the match's own machine.

        If the row has no match, or another stream holds the seat, reject the answer here. `at_ns` is
        when the answer was read, `lag_ns` how long it may have waited in the referee.
        """
        turn, handle = int(answers.turns[refused.place]), int(answers.handles[refused.place])
        match, stream = self._matches.get(refused.row), self.streams[seat]
        if match is None or not match.is_held(seat, stream):
            match_id, number = "" if match is None else match.match_id, self._numbers[seat]
            stream.send_rejected(foreign_row(match_id, number, handle, seat, turn))
        elif not match.is_open(seat, turn):
            match.reject_untimely(seat, turn, at_ns, lag_ns)
        else:
            try:
                action, payload = self.lane.book.read(answers.values, refused.place)
            except MalformedError as error:
                match.take_unreadable(seat, turn, str(error), at_ns)
            else:
                match.take_read(seat, turn, action, payload, at_ns, lag_ns)

    def _step(self, rows: Longs, at_ns: int) -> None:
        places = rows.tolist()
        matches = [self._matches[row] for row in places]
        # Before the step, which opens the next turns.
        limits_ns = None if self._observer is None else self.lane.limits_ns(rows)
        try:
            tick = self.lane.step(rows, at_ns)
            records = encode_tick(tick)
            record = tick_record([match.match_id for match in matches], tick, records)
        except Exception as error:
            # A bug, most likely of a game, in a match that can't be determined: all of them fail, as
            # their rows are stepped by one call, and none has got anything from it.
            self._fail(matches, EndCause.REFEREE_FAULT, f"{type(error).__name__}: {error}")
            return
        for row, each in zip(places, records, strict=True):
            self._records[row].append(each)
        # In this order: what a bot is sent must be in a journal, or it would know a step that a restart undoes.
        before = self._journal.num_bytes
        failed = self._write(record, places)
        if self._observer is not None and limits_ns is not None:
            ids, size = [match.match_id for match in matches], self._journal.num_bytes - before
            self._observer.ticked(self._plugin.game.info.game, ids, tick, limits_ns, size)
        self._go_on(tick, at_ns, failed)
        if self._journal.num_bytes > _JOURNAL_BYTES:
            self._spill_all()

    def _write(self, record: replay_pb2.Record, rows: Sequence[int]) -> set[int]:
        """Write a tick to the lane's journal; call it before any turn that follows from the tick is sent.

        If the lane's journal can't be written, the steps go to the matches' own journals.

        Args:
            record: Record of the tick.
            rows: Rows of the matches that were stepped in it.

        Returns:
            Rows of matches that have failed because their own journal could not be written either.
        """
        try:
            self._journal.write(record)
        except OSError as error:
            get_log().warning(
                "a lane's journal can't be written", lane=self.name, reason=str(error)
            )
            if self._observer is not None:
                self._observer.lane_journal_failed()
        else:
            return set()
        failed = set()
        for row in rows:
            match = self._matches[row]
            self.spill(row)
            try:
                match.flush()
            except OSError as error:
                failed.add(row)
                text = f"the journal can't be written: {error}"
                self._fail([match], EndCause.HOST_FAILURE, text)
        return failed

    def _go_on(self, tick: Tick, at_ns: int, failed: set[int]) -> None:
        left = tick.left.tolist()
        for row in left:
            if row in failed:
                continue  # it has ended already
            # The match is over, or the rules have put a seat out: its machine handles that, which `Lane.step` has
            # brought up to date.
            match = self._matches[row]
            match.is_on_lane = False
            self._spill_last(row)
            match.go_on(at_ns)
        going = tick.rows
        if left or failed:
            going = going[self.lane.is_in[going]]
        self._unsent[:, spanned(going)] = True

    def _fail(self, matches: Sequence[LaneMatch], cause: EndCause, text: str) -> None:
        for match in matches:
            match.is_on_lane = False
            row = match.places[-1].row
            with contextlib.suppress(Exception):  # it fails already, and so must those after it
                if self.lane.give_up(row):
                    self.spill(row)
            match.fail(cause, text)

    def _spill_all(self) -> None:
        if self._flush_all():
            # If that fails, it still has all, and is started again after the next tick.
            with contextlib.suppress(OSError):
                self._journal.forget()

    def _flush_all(self) -> bool:
        """Write the steps that only the lane's journal has to the matches' own journals.

        Returns:
            Whether the steps of all matches were written.
        """
        try:
            for row, match in self._matches.items():
                self.spill(row)
                match.flush()
        except OSError:
            return False  # the lane's journal has it all still
        return True

    def _expire(self, now_ns: int, lag_ns: int) -> None:
        for row in self.lane.due(now_ns - lag_ns):
            match = self._matches.get(row)
            if match is not None and match.is_on_lane:
                match.expire(now_ns, lag_ns)

    # Sending.

    def _send_later(self, seats: Sequence[int], row: int) -> None:
        if row >= self._unsent.shape[1]:  # the lane has got more rows since then
            more = np.zeros((len(self.streams), len(self.lane.machines)), np.bool_)
            more[:, : self._unsent.shape[1]] = self._unsent
            self._unsent = more
        self._unsent[list(seats), row] = True
        if self._sending is None:
            # In the next turn of the loop, so that matches that enter together are sent in one message.
            self._sending = asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        self._open()
        new, self._new_rows = self._new_rows, []
        for seat, stream in enumerate(self.streams):
            if new:
                new_rows = play_service_pb2.LaneRows(
                    lane=self._numbers[seat],
                    first_row=new[0][0],
                    match_ids=[match_id for _, match_id in new],
                )
                stream.send_lane(rows=new_rows)
            rows = np.flatnonzero(self._unsent[seat])
            self._unsent[seat] = False
            if len(rows):
                self._send_turns(seat, stream, rows)

    def _open(self) -> None:
        # Not before the first turns: a lane that no match enters in the end must not be announced.
        if self._numbers:
            return
        terms = len(self.streams)
        for seat, stream in enumerate(self.streams):
            number = stream.new_lane(self, seat)
            self._numbers.append(number)
            columns = self._columns[seat]
            answers = self.lane.rows.answers
            stream.send_lane(opened=opened(number, seat, self._plugin, terms, columns, answers))

    def _send_turns(self, seat: int, stream: SeatStream, rows: Longs) -> None:
        lane = self.lane
        # Only open ones: a seat need not be asked after each step, and a match may have left the
        # lane since its row was noted.
        rows = lane.open_rows(seat, rows)
        names, most = [each.name for each in self._columns[seat]], self._most[seat]
        now_ns = self._clock.now_ns()
        for start in range(0, len(rows), most):
            some = rows[start : start + most]
            handles, turns = lane.handles.of_row[some], lane.turns(seat, some)
            data = lane_turns(
                self._numbers[seat],
                handles,
                turns,
                lane.seen(seat, some, names),
                lane.readings(seat, some, now_ns),
                has_bank=self._has_bank,
            )
            stream.send_lane_turns(self, seat, handles, turns, data)

    def handed(self, seat: int, handles: Longs, turns: Ints, at_ns: int, lag_ns: int) -> None:
        """Start the clocks of turns that were handed to the transport in columns, as `HeldLane` says."""
        for row, turn in self._hand(seat, handles, turns, at_ns, lag_ns):
            match = self._matches.get(row)
            if match is not None:
                match.handed(seat, turn, at_ns, lag_ns)

    def _hand(
        self, seat: int, handles: Longs, turns: Ints, at_ns: int, lag_ns: int
    ) -> list[tuple[int, int]]:
        process = self.processes[seat]
        cpu_ns = None if process is None else process.handed()
        return self.lane.hand(seat, handles, turns, at_ns, lag_ns, cpu_ns)

    def delayed(
        self, seat: int, late: play_service_pb2.LaneAnswers, at_ns: int, lag_ns: int
    ) -> None:
        """Postpone the clock starts of turns that a router passed on late, as `HeldLane` says."""
        for row, turn in self.lane.delay(seat, *named_turns(late), at_ns, lag_ns):
            match = self._matches.get(row)
            # As with single turns: a turn that another stream has got was sent again there.
            if match is not None and match.is_held(seat, self.streams[seat]):
                match.delayed(seat, turn, at_ns, lag_ns)

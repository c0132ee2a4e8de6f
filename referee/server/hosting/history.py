"""Makes frames of earlier steps of a match from its journal, when a spectator asks for them.

So a match that nobody watches pays nothing for such frames. They are made on a thread, in slices: runs
of steps that take a few milliseconds together. The whole server makes one slice at a time, with rests
in between. A slice is made only when a spectator waits for a frame in it, so a slow reader makes no
work and fills no memory.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from gamereferee.v1 import error_pb2, replay_pb2
from referee.core.errors import RefereeError
from referee.core.game import AnyPlugin
from referee.core.time_control import MS, SECOND
from referee.match.effects import Show
from referee.match.machine import MatchMachine, MatchTerms
from referee.replay.growing import RecordReader
from referee.replay.records import record_from_wire
from referee.server.hosting.encoder import MatchEncoder
from referee.server.hosting.watch_frames import Eyes, FrameMaker, Shown
from referee.server.process.logs import get_log
from referee.server.process.status import CallError
from referee.server.process.switching import quick_switches

__all__ = ["Histories", "History", "HistoryError", "MatchHistory"]

MOST_HISTORIES = 32
"""Most histories (earlier frames of one match for one point of view) that are open at once on a server."""
IDLE_NS = 10 * SECOND
"""Nanoseconds without a request after which a history may be closed, to open another one beyond the limit."""
KEPT_BYTES = 2 << 20
"""Most bytes of frames that a history keeps for further readers; its last slice is kept in any case."""
SLICE_NS = 5 * MS
"""Nanoseconds after which a slice ends at the next step; a slice has at least one step."""
SLICE_BYTES = 1 << 20
"""Number of bytes of frames with which a slice ends at the next step."""
REST = 3
"""Time of rest after a slice, as a multiple of the time that it took: three quarters of the time
stay for the matches that run.
"""


class HistoryError(RefereeError):
    """Frames of earlier steps of a match can't be made from its journal; the message says why."""


class _Redone:
    """A match that is replayed from its journal, on a thread, to make its frames for one point of view."""

    def __init__(
        self,
        terms: MatchTerms,
        plugin: AnyPlugin,
        eyes: Eyes,
        paths: Sequence[Path],
        now_ns: Callable[[], int],
    ) -> None:
        self._machine = MatchMachine(terms, created_ns=0)
        self._frames = FrameMaker(self._machine, MatchEncoder(self._machine, plugin))
        self._codec = plugin.codec
        self._eyes = eyes
        self._paths = paths
        self._now_ns = now_ns
        self._reader: RecordReader | None = None
        self._unshown: list[Show] = []
        """Steps that are replayed but have no frame yet, since frames are made only after all steps of one event."""
        self._made: deque[Shown] = deque()
        """Frames that the current call of `make` has made so far."""

    def make(self, first: int, stop: int) -> Sequence[Shown]:
        """Replay the match further for about `SLICE_NS`; return the frames of the replayed steps from `first` on.

        Args:
            first: First step to make a frame of; steps before it are replayed without a frame.
            stop: Step before which to stop; the caller must make sure that the journal has all steps before it.

        Raises:
            ReplayError: The journal can't be read.
            HistoryError: The journal ends before the steps that are needed.
            ValueError: A record contradicts those before it.
        """
        if self._reader is None:
            self._reader = RecordReader(self._paths)
        made: deque[Shown] = deque()
        self._made = made
        end_ns = self._now_ns() + SLICE_NS
        length = 0
        # A match that has not begun has no state, and is before step 0.
        while self._machine.state is None or self._machine.steps < stop - 1 or self._unshown:
            record = self._reader.read()
            if record is None:
                raise HistoryError(f"the journal ends after step {self._machine.steps}")
            before = len(made)
            self._take(record, first)
            length += sum(len(made[place].encoded) for place in range(before, len(made)))
            if self._now_ns() >= end_ns or length >= SLICE_BYTES:
                break
        return made

    def close(self) -> None:
        """Close the journal."""
        if self._reader is not None:
            self._reader.close()

    def _take(self, wire: replay_pb2.Record, first: int) -> None:
        kind = wire.WhichOneof("record")
        if kind == "end" and self._unshown:
            self._show(first)
        record = record_from_wire(wire, self._codec)
        if record is None:
            return
        machine = self._machine
        machine.redo(record)
        if kind not in ("start", "step"):
            return
        phase = machine.point.phase if machine.point is not None else ""
        events, said = machine.last_events, machine.last_said
        self._unshown.append(Show(machine.steps, phase, events, said))
        # While all seats that have to decide are out, the running match steps on within the same
        # event, and shows its steps only then, all as it stands after the last.
        point = machine.point
        if (
            point is None
            or machine.due_end() is not None
            or any(not machine.seats[seat].is_out for seat in point.seats)
        ):
            self._show(first)

    def _show(self, first: int) -> None:
        machine = self._machine
        shows, self._unshown = self._unshown, []
        if shows[-1].step < first:
            return
        # The running match has ended by then, if it is to end here, and nobody is asked any more.
        is_over = machine.point is None or machine.due_end() is not None
        asked = () if machine.point is None or is_over else machine.point.seats
        public = self._frames.public_observation()
        for show in shows:
            if show.step >= first:
                frame = self._frames.frame(self._eyes, show, public, asked)
                self._made.append(Shown(None, frame.SerializeToString(), show.step))


class History:
    """Frames of earlier steps of one match for one point of view, made when they are asked for.

    `Histories.open` creates these objects.

    Args:
        owner: All histories of the server, which limit the work for this one.
        redone: Makes the frames from the journal.
        first: Step of the first frame that can be asked for.
    """

    def __init__(self, owner: Histories, redone: _Redone, first: int) -> None:
        self._owner = owner
        self._redone = redone
        self._frames: deque[Shown] = deque()
        self._num_bytes = 0
        self._making: asyncio.Task[None] | None = None
        self.first = first
        """Step of the first frame that is kept or will be made."""
        self.used_ns = 0
        """Time of the last request for a frame, in nanoseconds of the clock `Histories.now_ns`."""
        self.is_closed = False
        """Whether the history was closed, so that `frame` returns None."""

    async def frame(self, step: int, stop: int) -> Shown | None:
        """Return the frame of a step, made now if necessary; None if this history is closed or has dropped the frame.

        Args:
            step: Step of the frame; less than `stop`.
            stop: Step before which frames end; the journal must have all steps before it.

        Raises:
            HistoryError: The frame can't be made from the journal.
        """
        while not self.is_closed and step >= self.first:
            self.used_ns = self._owner.now_ns()
            if step < self.first + len(self._frames):
                return self._frames[step - self.first]
            if self._making is None:
                self._making = asyncio.create_task(self._make(stop))
                # All readers may have left by then: a failure that nobody waits for is no error.
                self._making.add_done_callback(lambda task: task.cancelled() or task.exception())
            # A reader that leaves must not stop the work for the others that wait for it.
            await asyncio.shield(self._making)
        return None

    async def _make(self, stop: int) -> None:
        try:
            made = await self._owner.on_thread(
                lambda: self._redone.make(self.first + len(self._frames), stop)
            )
            self._frames.extend(made)
            self._num_bytes += sum(len(shown.encoded) for shown in made)
            while self._num_bytes > KEPT_BYTES and len(self._frames) > len(made):
                self._num_bytes -= len(self._frames.popleft().encoded)
                self.first += 1
        finally:
            self._making = None
            if self.is_closed:
                self._redone.close()

    def close(self) -> None:
        """Drop all frames and make no more; do nothing if the history is closed already."""
        if self.is_closed:
            return
        self.is_closed = True
        self._frames.clear()
        self._owner.forget(self)
        # Else the thread still reads the journal, and `_make` closes it.
        if self._making is None:
            self._redone.close()

    async def closed(self) -> None:
        """Close the history, and wait until no thread works for it."""
        making = self._making
        self.close()
        if making is not None:
            await asyncio.gather(making, return_exceptions=True)


class Histories:
    """All open histories of a server; limits their number and the processor time that they take together.

    Args:
        paths: Returns the paths at which the journal of a match may be, by the match's id.
        now_ns: Returns a monotonic time in nanoseconds.
    """

    def __init__(self, paths: Callable[[str], Sequence[Path]], now_ns: Callable[[], int]) -> None:
        self.now_ns = now_ns
        """Function that returns a monotonic time in nanoseconds."""
        self._paths = paths
        self._open: set[History] = set()
        self._one = asyncio.Lock()
        self._rests_until_ns = 0

    def open(
        self, match_id: str, terms: MatchTerms, plugin: AnyPlugin, eyes: Eyes, first: int
    ) -> History:
        """Return a new history of a match for the point of view `eyes`, with frames from step `first` on.

        If `MOST_HISTORIES` are open, close the one that has been unused for longest.

        Raises:
            CallError: `MOST_HISTORIES` are open, and all of them were used within the last `IDLE_NS`.
        """
        now_ns = self.now_ns()
        if len(self._open) >= MOST_HISTORIES:
            idle = min(self._open, key=lambda history: history.used_ns)
            if now_ns - idle.used_ns < IDLE_NS:
                raise CallError(
                    error_pb2.ERROR_REASON_TOO_MANY_CALLS,
                    f"the past of {MOST_HISTORIES} matches is being shown, which is the most allowed",
                )
            idle.close()
        redone = _Redone(terms, plugin, eyes, self._paths(match_id), self.now_ns)
        history = History(self, redone, first)
        history.used_ns = now_ns
        self._open.add(history)
        return history

    def forget(self, history: History) -> None:
        """Remove a closed history from those that count towards `MOST_HISTORIES`."""
        self._open.discard(history)

    async def on_thread(self, make: Callable[[], Sequence[Shown]]) -> Sequence[Shown]:
        """Call `make`, which makes one slice, on a thread, and return the slice's frames.

        The call waits until the slices of all earlier calls are made and the rest after the last one has passed.

        Raises:
            HistoryError: `make` has raised an exception.
        """
        async with self._one:
            rest_ns = self._rests_until_ns - self.now_ns()
            if rest_ns > 0:
                await asyncio.sleep(rest_ns / 1e9)
            begun_ns = self.now_ns()
            try:
                with quick_switches():
                    return await asyncio.to_thread(make)
            except RefereeError as error:
                raise HistoryError(str(error)) from error
            except Exception as error:  # a bug, most likely of a game, which must harm no match
                get_log().exception("the past of a match can't be shown")
                raise HistoryError(f"{type(error).__name__}: {error}") from error
            finally:
                now_ns = self.now_ns()
                self._rests_until_ns = now_ns + REST * (now_ns - begun_ns)

    async def close(self) -> None:
        """Close all histories, and wait until no thread works for any."""
        await asyncio.gather(*(history.closed() for history in list(self._open)))


class MatchHistory:
    """Opens histories (earlier frames for one point of view each) of one match.

    Args:
        histories: Histories of the server.
        match_id: Id of the match.
        terms: Terms of the match, with its seed.
        plugin: The match's game.
    """

    def __init__(
        self, histories: Histories, match_id: str, terms: MatchTerms, plugin: AnyPlugin
    ) -> None:
        self._histories = histories
        self._match_id = match_id
        self._terms = terms
        self._plugin = plugin

    def open(self, eyes: Eyes, first: int) -> History:
        """Return a new history for the point of view `eyes`, with frames from the step `first` on.

        Raises:
            CallError: Too many histories are open on the server, and all of them are in use.
        """
        return self._histories.open(self._match_id, self._terms, self._plugin, eyes, first)

"""All lanes of a server, each of which plays many matches at once; chooses lanes for matches."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence

from referee.core.clock import Clock
from referee.core.time_control import SECOND
from referee.match.lane import can_take
from referee.replay.lane_journal import LaneJournal
from referee.server.hosting.cpu import CpuClock
from referee.server.hosting.lane_host import LaneHost
from referee.server.hosting.lane_match import LaneMatch
from referee.server.hosting.lane_process import LaneProcess
from referee.server.hosting.lane_rows import rows_of_match
from referee.server.hosting.observer import HostingObserver
from referee.server.hosting.seat_stream import SeatStream
from referee.server.process.lag import LagMeter
from referee.server.process.logs import get_log

__all__ = ["MOST_LANES", "MOST_OF_STREAM", "Lanes"]

MOST_LANES = 1024
"""Highest number of lanes on a server. Turns of matches that would need another lane are sent one by
one.
"""
MOST_OF_STREAM = 64
"""Highest number of lanes on one stream. Without this limit, a bot could force a new lane for each
match by asking for different columns each time.
"""
_RETRY_NS = SECOND
"""Time after a failure to create a lane's journal during which no new lane is made, in nanoseconds."""
_MOST_KNOWN = 256
"""Number of games and configs whose column names are cached; at this size the cache is emptied."""


class Lanes:
    """All lanes of a server, each of which plays many matches at once.

    Args:
        make_journal: Creates and returns the journal of a new lane.
        clock: Source of the time.
        meter: Measures the referee's own lag.
        observer: Observes the lanes' ticks; None for nobody.
    """

    def __init__(
        self,
        make_journal: Callable[[], LaneJournal],
        clock: Clock,
        meter: LagMeter,
        observer: HostingObserver | None = None,
    ) -> None:
        self._make_journal, self._clock, self._meter = make_journal, clock, meter
        self._observer = observer
        self._lanes: OrderedDict[tuple[object, ...], LaneHost] = OrderedDict()
        """Lanes by what their matches have in common; the lane that a match entered most recently
        is last.
        """
        self._processes: dict[tuple[int, int], LaneProcess] = {}
        """Metered processes by the id of their stream (of the object) and the process id."""
        self._next_try_ns = 0
        """Time before which no lane is made, because creating a journal has failed; in nanoseconds on
        the monotonic clock, 0 if none has failed.
        """
        self._known: dict[tuple[object, ...], frozenset[str]] = {}

    def columns(self, match: LaneMatch) -> frozenset[str]:
        """Return the names of all columns that a lane can send for a match of this game and config."""
        key = match.lane_key()
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = frozenset(each.name for each in rows_of_match(match, 1).observed)
        return self._known[key]

    def __iter__(self) -> Iterator[LaneHost]:
        return iter(self._lanes.values())

    def lane_for(self, match: LaneMatch) -> LaneHost | None:
        """Return the lane for a match whose turns are open; None if its turns are to be sent one by one.

        None if not all bots of the match accept lanes, if the match has something that lanes don't
        handle, if there are too many lanes, or if a lane's journal can't be created.

        A lane plays many matches at once.
        """
        streams = match.lane_streams()
        if streams is None or not can_take(match.machine):
            return None
        # A lane sends one message to each stream for all its matches, so they must share their
        # streams. An id can't be that of another stream: `end_stream` removes a stream's lanes.
        # Processor time is shared among all answers of a message, so their process must be the same.
        key = (*match.lane_key(), *map(id, streams.streams), *streams.columns, *streams.pids)
        lane = self._lanes.get(key)
        if lane is not None:
            self._lanes.move_to_end(key)
            return lane
        if not self._has_room(streams.streams) or self._clock.now_ns() < self._next_try_ns:
            return None
        try:
            journal = self._make_journal()
        except OSError as error:
            # On a full disk, each match would try again and log it with every turn.
            self._next_try_ns = self._clock.now_ns() + _RETRY_NS
            reason = str(error)
            get_log().warning(
                "no journal of a lane can be made; turns are sent one by one", reason=reason
            )
            return None
        try:
            lane = LaneHost(
                match,
                streams,
                processes=[*map(self._process, streams.streams, streams.pids)],
                journal=journal,
                clock=self._clock,
                meter=self._meter,
                observer=self._observer,
            )
        except BaseException:
            # Else a file without a lane would be left in the folder.
            journal.remove()
            raise
        self._lanes[key] = lane
        return lane

    def _process(self, stream: SeatStream, pid: int) -> LaneProcess | None:
        """Return the process that plays on a stream; None if there is none, or `pid` is 0."""
        key = id(stream), pid
        if pid and key not in self._processes:
            with contextlib.suppress(OSError):  # it has just ended
                self._processes[key] = LaneProcess(CpuClock(pid).read_ns)
        return self._processes.get(key)

    def _has_room(self, streams: Sequence[SeatStream]) -> bool:
        """Return whether one more lane between these streams may be made.

        If necessary, end a lane without matches to make room.

        A lane plays many matches at once.
        """
        for stream in set(streams):
            if not self._has_room_among(MOST_OF_STREAM, stream):
                return False
        return self._has_room_among(MOST_LANES, None)

    def _has_room_among(self, most: int, stream: SeatStream | None) -> bool:
        lanes = [
            (key, lane)
            for key, lane in self._lanes.items()
            if stream is None or stream in lane.streams
        ]
        if len(lanes) < most:
            return True
        for key, lane in lanes:  # the lane whose last match entered it the longest ago first
            if not lane.has_matches:
                del self._lanes[key]
                lane.stop()
                return True
        return False

    def end_stream(self, stream: SeatStream) -> None:
        """End all lanes of a stream that has ended. Their matches continue by single turns.

        A lane plays many matches at once.
        """
        # A copy of the items, since the loop removes lanes from the dictionary.
        for key, lane in list(self._lanes.items()):
            if stream in lane.streams:
                del self._lanes[key]
                lane.stop()
        for process in [key for key in self._processes if key[0] == id(stream)]:
            del self._processes[process]

    def close(self) -> None:
        """End all lanes. All steps of their matches are then in the matches' own journals.

        A lane plays many matches at once.
        """
        while self._lanes:
            _, lane = self._lanes.popitem()
            lane.stop()

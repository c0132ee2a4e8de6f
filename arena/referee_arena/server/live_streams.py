"""Live matches for browsers: one history for all readers (browsers) with the same point of view.

A live stream watches the match at the referee once, however many readers it has, and keeps every frame. It asks
the referee for the match from its first step, so that the first reader gets all of it, however late it comes. A
reader is only a position in the history, so that a slow one costs no memory. A reader that falls too far behind gets
the newest frame as a whole; its page fetches the skipped frames if a person wants to see them. A `Throttle` collects
new frames before they are sent, so that readers do not slow down a match of bots that answer at once.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from gamereferee.v1 import spectate_service_pb2
from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee.replay.frames import Deadlines, Heading
from referee.replay.watched import WatchedFrames
from referee_arena.scenes.history import History, NextFrame, SentFrame, encoded
from referee_arena.server.countdown import Countdown
from referee_arena.server.referee_link import NotShownError, RefereeLink
from referee_arena.server.throttle import Throttle

__all__ = ["MOST_BEHIND", "Counts", "LiveStream", "LiveStreams", "StreamEvent"]

log = logging.getLogger(__name__)
MOST_BEHIND = 25
"""Most frames that are sent to a reader one by one; a reader that lacks more gets the newest frame as a whole."""
MOST_BATCHES = 16
"""Most encoded batches of frames that are kept for further readers.

A reader chooses the first frame of its batch, so without a limit there could be as many batches as frames.
"""
LOOK_S = 0.5
"""Longest time in seconds after which a waiting reader checks again whether the arena is shutting down."""
PING_WAITS = 30
"""Number of waits of `LOOK_S` without new frames after which a ping shows a reader that it is still connected."""
CATCH_UP_S = 2.0
"""Longest wait in seconds of the first reader until the frames have reached the match as it was when the reader came.

Without the wait, a page would open at the start of the match and run to its present.
"""
AGAIN_S = (0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to reach a referee that does not answer; the last value repeats."""


class StreamEvent(NamedTuple):
    """One server-sent event for a reader of a live match, such as a new frame: kind, number and data."""

    kind: str
    """Kind of the event.

    `frame`: the next frame. `skip`: a whole frame, sent in place of several. `clock`: how much time is left to decide.
    `state`: a text about a problem with the referee, empty when the problem is over. `over`: no more frames follow.
    `ping`: nothing new.
    """
    number: int
    """Number of the frame that is sent; for other kinds than `frame` and `skip`, number of the last frame so far."""
    data: str
    """Data of the event, as JSON; empty for `ping`."""


class Counts(NamedTuple):
    """Numbers of live streams."""

    views: int
    """Streams that are followed at the referee."""
    stalled: int
    """Of these, streams whose referee does not answer at present."""
    watched: int
    """Matches of which at least one stream has a reader."""


class LiveStream:
    """A match that the arena watches from one point of view, and all its frames so far.

    Args:
        link: Connection to the referee.
        request: The request to watch; it names the match and the point of view.
        heading: Id, game, players and point of view of the match.
        terms: Further values for the index of the history.
        steps: Number of steps that the match has made and that this point of view may see by now.
    """

    def __init__(
        self,
        link: RefereeLink,
        request: spectate_service_pb2.WatchRequest,
        heading: Heading,
        terms: PlainObject,
        steps: int = 0,
    ) -> None:
        self.name = secrets.token_hex(4)
        """Random name of the stream.

        With it a page notices that its frame numbers are those of an earlier stream, which was dropped or belonged to
        an earlier run of the arena.
        """
        self.history = History(heading, {**terms, "history": self.name})
        """All frames so far."""
        self.problem: NotShownError | None = None
        """Why the stream ended before the match did; None while it goes on, and after the end of the match."""
        self.state = ""
        """Text for people about a present problem, such as a referee that does not answer; empty if there is none."""
        self._link = link
        self._request = spectate_service_pb2.WatchRequest()
        self._request.CopyFrom(request)
        self._request.deadlines = True
        self._steps = steps
        self._frames = WatchedFrames(heading)
        self._changed = asyncio.Event()
        self._throttle = Throttle(self._show_new_frames, asyncio.get_running_loop().call_later)
        self._batches: dict[int, list[StreamEvent]] = {}
        self._countdown: Countdown | None = None
        self.readers = 0
        """Number of browsers that read the stream now."""
        self.task = asyncio.create_task(self._run())
        """Task that watches the match at the referee; it ends with the match."""
        asyncio.get_running_loop().call_later(CATCH_UP_S, self._stop_waiting)

    @property
    def is_over(self) -> bool:
        """Whether no more frames will come."""
        return self.history.is_over or self.problem is not None

    async def begun(self) -> None:
        """Wait until there are frames for all steps that the match had made when the stream began.

        After `CATCH_UP_S`, one frame is enough. Return at once when the stream ends or the referee does not answer.

        Raises:
            NotShownError: The stream ended without a frame, such as because the referee refuses the point of view.
        """
        while not self._has_caught_up and not self.is_over and not self.state:
            await self._wait()
        if self.problem is not None and not self.history.frames:
            raise self.problem

    @property
    def _has_caught_up(self) -> bool:
        frames = self.history.frames
        return bool(frames) and frames[-1].step >= self._steps

    def _stop_waiting(self) -> None:
        self._steps = 0
        self._wake_readers()

    async def read(
        self, number: int, is_closing: Callable[[], bool]
    ) -> AsyncIterator[list[StreamEvent]]:
        """Yield events for one reader in batches: first those of frames that are here already, then of new ones.

        Args:
            number: Number of the first frame that the reader has not got yet, from 0.
            is_closing: Called at least twice a second; the iteration ends when it returns True.
        """
        self.readers += 1
        sent_state = ""
        counted: Countdown | None = None
        quiet = 0
        try:
            while not is_closing():
                frames = self.history.frames
                if self.state != sent_state:
                    sent_state = self.state
                    yield [
                        StreamEvent("state", len(frames) - 1, encoded({"text": sent_state})),
                    ]
                if number < len(frames):
                    batch = self._batch(number)
                    number = batch[-1].number + 1
                    yield batch
                elif self._countdown is not None and self._countdown is not counted:
                    counted = self._countdown
                    yield [StreamEvent("clock", number - 1, encoded(counted.plain()))]
                elif self.is_over:
                    text = self.problem.text if self.problem else ""
                    yield [StreamEvent("over", len(frames) - 1, encoded({"text": text}))]
                    return
                else:
                    try:
                        # Not longer: the server can end only when all readers have left.
                        async with asyncio.timeout(LOOK_S):
                            await self._wait()
                        quiet = 0
                    except TimeoutError:
                        quiet += 1
                        if quiet % PING_WAITS == 0:
                            yield [StreamEvent("ping", number - 1, "")]
        finally:
            self.readers -= 1

    def _batch(self, number: int) -> list[StreamEvent]:
        """Return the events with all frames from this number on, encoded once for all readers that need them.

        If these are too many, a single event has the newest frame, and only the timeline of those skipped.
        """
        if number not in self._batches:
            if len(self._batches) >= MOST_BATCHES:
                del self._batches[next(iter(self._batches))]
            frames = self.history.frames[number:]
            if len(frames) > MOST_BEHIND:
                self._batches[number] = [self._skip(frames)]
            else:
                self._batches[number] = [_frame(frame) for frame in frames]
        return self._batches[number]

    def _skip(self, frames: list[SentFrame]) -> StreamEvent:
        last = frames[-1].number
        timelines: list[Plain] = [frame.timeline for frame in frames]
        data: PlainObject = {"n": last, "told": [self.history.latest], "timeline": timelines}
        return StreamEvent("skip", last, encoded(data))

    async def _wait(self) -> None:
        await self._changed.wait()

    def _show_new_frames(self) -> None:
        # Batches end with the newest frame, so that all of them are out of date now.
        self._batches = {}
        self._wake_readers()

    def _wake_readers(self) -> None:
        # Readers wait on the old event. A fresh one, not `clear()`: a reader that has not run yet must not miss it.
        self._changed.set()
        self._changed = asyncio.Event()

    async def _run(self) -> None:
        """Watch the match to its end; if the referee stops answering, try again after `AGAIN_S`."""
        failures = 0
        while not self.is_over:
            try:
                frames = self.history.frames
                self._request.from_step = frames[-1].step + 1 if frames else 0
                async for wire in self._link.watch(self._request):
                    failures, self.state = 0, ""
                    is_last = wire.HasField("outcome")
                    if frames and wire.step <= frames[-1].step and not is_last:
                        continue  # older referees begin with the match as it stands, which is known already
                    # A view may take long: on a thread it does not hold up other matches. Only this task adds
                    # frames, so that nothing else is appended meanwhile.
                    come_s = time.monotonic()
                    prepared, deadlines = await asyncio.to_thread(self._prepare, wire)
                    number = self.history.append(prepared).number
                    self._countdown = Countdown.of(deadlines, number, come_s)
                    self._throttle.add()
                if not self.is_over:
                    self.problem = NotShownError(410, "the referee shows no more of this match")
            except NotShownError as problem:
                if problem.status != 503:  # 503 is a referee that is gone and may come back
                    self.problem = problem
                self.state = problem.text
            except Exception as error:  # of the game or of its view, which may be anybody's
                log.exception("a match can't be shown")
                self.problem = NotShownError(500, f"the game's view fails: {type(error).__name__}")
            # How long turns wait for a referee that is gone is not known.
            self._countdown = None
            self._show_new_frames()
            if not self.is_over:
                await asyncio.sleep(AGAIN_S[min(failures, len(AGAIN_S) - 1)])
                failures += 1

    def _prepare(
        self, wire: spectate_service_pb2.WatchResponse
    ) -> tuple[NextFrame, Deadlines | None]:
        frame = self._frames.frame(wire)
        return self.history.prepare(frame), frame.deadlines


def _frame(frame: SentFrame) -> StreamEvent:
    timeline = encoded(frame.timeline)
    data = f'{{"n":{frame.number},"told":{frame.json},"timeline":{timeline}}}'
    return StreamEvent("frame", frame.number, data)


class LiveStreams:
    """Keeps the arena's live streams, by match and point of view, up to a highest number.

    Args:
        most: Most streams that are kept. If one more is added, one without readers is dropped, if possible one
            whose match is over.
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._streams: dict[tuple[str, str], LiveStream] = {}

    @property
    def is_watched(self) -> bool:
        """Whether any stream of a match that goes on, and without a present problem, has a reader."""
        return any(
            stream.readers and not stream.is_over and not stream.state
            for stream in self._streams.values()
        )

    def counts(self) -> Counts:
        """Return the numbers of streams and of watched matches; callable from any thread."""
        streams = list(self._streams.items())  # at once, so that the event loop may change the rest
        followed = [stream for _, stream in streams if not stream.is_over]
        stalled = sum(bool(stream.state) for stream in followed)
        watched = {match_id for (match_id, _), stream in streams if stream.readers}
        return Counts(len(followed), stalled, len(watched))

    def find(self, match_id: str, eyes: str) -> LiveStream | None:
        """Return the stream of a match for the point of view named `eyes`; None if there is none."""
        return self._streams.get((match_id, eyes))

    def add(self, match_id: str, eyes: str, stream: LiveStream) -> None:
        """Add a stream of a match for the point of view named `eyes`.

        Raises:
            NotShownError: There are as many streams as may be, and all have readers.
        """
        if len(self._streams) >= self._most:
            idle = [key for key, kept in self._streams.items() if not kept.readers]
            if not idle:
                stream.task.cancel()
                raise NotShownError(429, f"{self._most} views are shown already, which is the most")
            over = [key for key in idle if self._streams[key].is_over]
            self.drop(*(over or idle)[0])
        self._streams[match_id, eyes] = stream

    def drop(self, match_id: str, eyes: str) -> None:
        """Stop the live stream of a match from the point of view named `eyes`, and remove it."""
        stream = self._streams.pop((match_id, eyes))
        stream.task.cancel()

    async def close(self) -> None:
        """Stop all streams, and wait until they have stopped."""
        tasks = [stream.task for stream in self._streams.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

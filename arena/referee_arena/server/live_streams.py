"""Live matches as browsers see them: one history for all readers with the same eyes.

A live stream watches the match at the referee once, however many readers it has, and keeps every frame. It asks
the referee for the match from its start, so that the first reader sees all of it, however late it comes. A reader is only a position in the history, so that a slow one costs no
memory. A reader who falls too far behind gets the newest frame as a whole; its page fetches the frames between
when they are looked at. New frames go out through a `Throttle`, so that readers do not slow down a match of bots
that answer at once.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from gamereferee.v1 import spectate_service_pb2
from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee.replay.frames import Heading
from referee.replay.watched import WatchedFrames
from referee_arena.scenes.history import History, NextFrame, SentFrame, encoded
from referee_arena.server.referee_link import NotShownError, RefereeLink
from referee_arena.server.throttle import Throttle

__all__ = ["MOST_BEHIND", "LiveStream", "LiveStreams", "StreamEvent"]

log = logging.getLogger(__name__)
MOST_BEHIND = 25
"""Most frames that a reader may be behind; further behind, it gets the newest frame as a whole."""
MOST_BATCHES = 16
"""Most batches that are kept for further readers. The first frame of a batch is chosen by the reader, so there
may be as many different ones as frames."""
LOOK_S = 0.5
"""Longest wait in seconds until a reader checks again whether the arena ends."""
PING_WAITS = 30
"""After this many waits without anything new, a reader gets a ping, which shows that it is still connected."""
CATCH_UP_S = 2.0
"""Longest wait in seconds of the first reader until the frames have reached the match as it was when it came.
Without the wait a page would open at the start of the match and run to its present."""
AGAIN_S = (0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to reach a referee that is gone; the last value repeats."""


class StreamEvent(NamedTuple):
    """One server-sent event for a reader."""

    kind: str
    """`frame`, `skip` for a whole frame after some that were left out, `state` for a text, `over`, or `ping`."""
    number: int
    """Number of the frame; for other kinds, that of the last frame."""
    data: str
    """JSON."""


class LiveStream:
    """One match seen by the same eyes.

    Args:
        link: The referee.
        request: The match and the eyes.
        heading: The match.
        terms: What else is in the index.
        steps: Number of steps that the match has made and that these eyes may see by now.
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
        """Distinguishes its frame numbers from those of an arena that ran before, or of a stream that was dropped."""
        self.history = History(heading, {**terms, "history": self.name})
        """The frames so far."""
        self.problem: NotShownError | None = None
        """Why it ended before the match did; None if it did not."""
        self.state = ""
        """What is wrong just now, for people; empty if nothing is."""
        self._link = link
        self._request = spectate_service_pb2.WatchRequest()
        self._request.CopyFrom(request)
        self._steps = steps
        self._frames = WatchedFrames(heading)
        self._changed = asyncio.Event()
        self._throttle = Throttle(self._wake_readers, asyncio.get_running_loop().call_later)
        self._batches: dict[int, list[StreamEvent]] = {}
        self.readers = 0
        """Number of readers now."""
        self.task = asyncio.create_task(self._run())
        """Watches the match; ends with it."""
        asyncio.get_running_loop().call_later(CATCH_UP_S, self._stop_waiting)

    @property
    def is_over(self) -> bool:
        """Whether no more frames will come."""
        return self.history.is_over or self.problem is not None

    async def begun(self) -> None:
        """Wait for the frames up to the match as it was at first, or until it is known that there are none.

        If they take longer than `CATCH_UP_S`, wait for the first one alone.

        Raises:
            NotShownError: These eyes may not look, or the referee is not there.
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
        """Yield the events from a frame on, then new ones as they come, as many at a time as there are.

        Args:
            number: The first frame that the reader wants.
            is_closing: Asked at each wait, and at least twice a second, whether to leave.
        """
        self.readers += 1
        sent_state = ""
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
        """Return the events for every reader whose next frame is this one; encoded once for all of them."""
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

    def _wake_readers(self) -> None:
        # Batches end with the newest frame, so that all of them are out of date now.
        self._batches = {}
        # Readers wait on the old event. A fresh one, not `clear()`: a reader that has not run yet must not miss it.
        self._changed.set()
        self._changed = asyncio.Event()

    async def _run(self) -> None:
        """Watch to the end of the match; ask a referee that goes away again."""
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
                    self.history.append(await asyncio.to_thread(self._prepare, wire))
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
            self._wake_readers()
            if not self.is_over:
                await asyncio.sleep(AGAIN_S[min(failures, len(AGAIN_S) - 1)])
                failures += 1

    def _prepare(self, wire: spectate_service_pb2.WatchResponse) -> NextFrame:
        return self.history.prepare(self._frames.frame(wire))


def _frame(frame: SentFrame) -> StreamEvent:
    timeline = encoded(frame.timeline)
    data = f'{{"n":{frame.number},"told":{frame.json},"timeline":{timeline}}}'
    return StreamEvent("frame", frame.number, data)


class LiveStreams:
    """All live streams.

    Args:
        most: How many are kept. When there are this many, one without readers is dropped, if possible one that is
            over.
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._streams: dict[tuple[str, str], LiveStream] = {}

    @property
    def is_watched(self) -> bool:
        """Whether a match that goes on has a reader, as far as is known."""
        return any(
            stream.readers and not stream.is_over and not stream.state
            for stream in self._streams.values()
        )

    def find(self, match_id: str, eyes: str) -> LiveStream | None:
        """Return the stream of a match by the name of its eyes; None if there is none."""
        return self._streams.get((match_id, eyes))

    def add(self, match_id: str, eyes: str, stream: LiveStream) -> None:
        """Keep a stream.

        Raises:
            NotShownError: There are too many that have readers.
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
        """Stop a stream and forget it."""
        stream = self._streams.pop((match_id, eyes))
        stream.task.cancel()

    async def close(self) -> None:
        """Stop all of them."""
        tasks = [stream.task for stream in self._streams.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

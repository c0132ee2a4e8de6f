"""Live matches as browsers see them: one history for all who look through the same eyes.

A show asks the referee once, however many look, and keeps all it has been told: who joins late reads from the
start. A reader has a place in the history and nothing else, so that one who reads slowly costs no memory; one
who falls too far behind is put at the newest frame, told whole, and fetches what is between when it looks there.
Readers are told of new frames in beats, so that a match of bots that answer at once is not slowed by who watches.
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
from referee_arena.scenes.history import History, Made, Moment, encoded
from referee_arena.server.beat import Beat
from referee_arena.server.referee_link import NotShownError, RefereeLink

__all__ = ["MOST_BEHIND", "Event", "Hall", "Show"]

log = logging.getLogger(__name__)
MOST_BEHIND = 25
"""Frames that a reader may be behind before it is put at the newest."""
MOST_BATCHES = 16
"""Batches that are kept for further readers; a reader chooses by number where its own begins."""
LOOK_S = 0.5
"""Seconds after which a reader looks whether the arena ends."""
PING_WAITS = 30
"""Waits without anything new, after which a reader is told that it is still connected."""
AGAIN_S = (0.5, 1.0, 2.0, 5.0)
"""Seconds until a referee that has gone is asked again, the last of them for ever."""


class Event(NamedTuple):
    """Something told to a reader of a stream."""

    kind: str
    """`frame`, `skip` for a whole one after frames that were left out, `state` for a text, `over`, or `ping`."""
    number: int
    """Number of the frame; that of the last one for other kinds."""
    data: str
    """JSON."""


class Show:
    """One match seen by the same eyes.

    Args:
        link: The referee.
        request: The match and the eyes.
        heading: The match.
        terms: What else the index tells.
    """

    def __init__(
        self,
        link: RefereeLink,
        request: spectate_service_pb2.WatchRequest,
        heading: Heading,
        terms: PlainObject,
    ) -> None:
        self.name = secrets.token_hex(4)
        """Tells its numbers of frames from those of an arena that ran before, or of a show that was dropped."""
        self.history = History(heading, {**terms, "history": self.name})
        """What has been seen so far."""
        self.problem: NotShownError | None = None
        """Why it has ended before the match did."""
        self.state = ""
        """What is wrong just now, for people; empty if nothing is."""
        self._link = link
        self._request = request
        self._frames = WatchedFrames(heading)
        self._changed = asyncio.Event()
        self._beat = Beat(self._tell, asyncio.get_running_loop().call_later)
        self._batches: dict[int, list[Event]] = {}
        self.readers = 0
        """Who reads it now."""
        self.task = asyncio.create_task(self._run())
        """Ends with the match."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be seen."""
        return self.history.is_over or self.problem is not None

    async def begun(self) -> None:
        """Wait for the first frame, or until it is known that there is none.

        Raises:
            NotShownError: These eyes may not look, or the referee is not there.
        """
        while not self.history.moments and not self.is_over and not self.state:
            await self._wait()
        if self.problem is not None and not self.history.moments:
            raise self.problem

    async def read(self, number: int, is_closing: Callable[[], bool]) -> AsyncIterator[list[Event]]:
        """Yield what a reader has not read, and then what comes, as much at a time as there is.

        Args:
            number: The first frame it wants.
            is_closing: Asked at each wait, and at least twice a second, whether to leave.
        """
        self.readers += 1
        told_state = ""
        quiet = 0
        try:
            while not is_closing():
                moments = self.history.moments
                if self.state != told_state:
                    told_state = self.state
                    yield [Event("state", len(moments) - 1, encoded({"text": told_state}))]
                if number < len(moments):
                    batch = self._batch(number)
                    number = batch[-1].number + 1
                    yield batch
                elif self.is_over:
                    text = self.problem.text if self.problem else ""
                    yield [Event("over", len(moments) - 1, encoded({"text": text}))]
                    return
                else:
                    try:
                        async with asyncio.timeout(LOOK_S):
                            await self._wait()
                        quiet = 0
                    except TimeoutError:
                        quiet += 1
                        if quiet % PING_WAITS == 0:
                            yield [Event("ping", number - 1, "")]
        finally:
            self.readers -= 1

    def _batch(self, number: int) -> list[Event]:
        """Return what is told to all readers who want this frame next."""
        if number not in self._batches:
            if len(self._batches) >= MOST_BATCHES:
                del self._batches[next(iter(self._batches))]
            moments = self.history.moments[number:]
            if len(moments) > MOST_BEHIND:
                self._batches[number] = [self._skip(moments)]
            else:
                self._batches[number] = [_frame(moment) for moment in moments]
        return self._batches[number]

    def _skip(self, moments: list[Moment]) -> Event:
        last = moments[-1].number
        timelines: list[Plain] = [moment.timeline for moment in moments]
        told: PlainObject = {"n": last, "told": [self.history.latest], "timeline": timelines}
        return Event("skip", last, encoded(told))

    async def _wait(self) -> None:
        await self._changed.wait()

    def _tell(self) -> None:
        self._batches = {}
        self._changed.set()
        self._changed = asyncio.Event()

    async def _run(self) -> None:
        """Watch to the end of the match; a referee that goes away is asked again."""
        failures = 0
        while not self.is_over:
            try:
                async for wire in self._link.watch(self._request):
                    failures, self.state = 0, ""
                    moments = self.history.moments
                    is_last = wire.HasField("outcome")
                    if moments and wire.step <= moments[-1].step and not is_last:
                        continue  # the match as it stands, which was seen before the referee was gone
                    self.history.keep(await asyncio.to_thread(self._made, wire))
                    self._beat.add()
                if not self.is_over:
                    self.problem = NotShownError(410, "the referee shows no more of this match")
            except NotShownError as problem:
                if problem.status != 503:
                    self.problem = problem
                self.state = problem.text
            except Exception as error:  # of the game or of its view, which may be anybody's
                log.exception("a match can't be shown")
                self.problem = NotShownError(500, f"the game's view fails: {type(error).__name__}")
            self._tell()
            if not self.is_over:
                await asyncio.sleep(AGAIN_S[min(failures, len(AGAIN_S) - 1)])
                failures += 1

    def _made(self, wire: spectate_service_pb2.WatchResponse) -> Made:
        return self.history.made(self._frames.frame(wire))


def _frame(moment: Moment) -> Event:
    timeline = encoded(moment.timeline)
    data = f'{{"n":{moment.number},"told":{moment.json},"timeline":{timeline}}}'
    return Event("frame", moment.number, data)


class Hall:
    """All shows.

    Args:
        most: How many are kept; then one that nobody reads goes, those first that are over.
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._shows: dict[tuple[str, str], Show] = {}

    @property
    def is_watched(self) -> bool:
        """Whether somebody reads of a match that goes on, as far as is known."""
        return any(
            show.readers and not show.is_over and not show.state for show in self._shows.values()
        )

    def find(self, match_id: str, eyes: str) -> Show | None:
        """Return the show of a match by the name of its eyes; None if there is none."""
        return self._shows.get((match_id, eyes))

    def add(self, match_id: str, eyes: str, show: Show) -> None:
        """Keep a show.

        Raises:
            NotShownError: There are too many that somebody reads.
        """
        if len(self._shows) >= self._most:
            idle = [key for key, kept in self._shows.items() if not kept.readers]
            if not idle:
                show.task.cancel()
                raise NotShownError(429, f"{self._most} views are shown already, which is the most")
            over = [key for key in idle if self._shows[key].is_over]
            self.drop(*(over or idle)[0])
        self._shows[match_id, eyes] = show

    def drop(self, match_id: str, eyes: str) -> None:
        """Forget a show."""
        show = self._shows.pop((match_id, eyes))
        show.task.cancel()

    async def close(self) -> None:
        """End all of them."""
        tasks = [show.task for show in self._shows.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

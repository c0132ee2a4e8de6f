"""Processes joins of ended matches, which must first be read from their replays."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from gamereferee.v1 import error_pb2, play_service_pb2
from referee.core.clock import Clock
from referee.server.lobby.lobby import Lobby
from referee.server.process.status import CallError
from referee.server.services.costs import StreamCosts

__all__ = ["PastJoins"]

MAX_PAST_JOINS = 10_000
"""Highest number of joins on one stream that may wait for their matches to be read."""


class PastJoins:
    """Joins of one stream that wait for their ended matches to be read, one after another.

    Reading a match takes long, and nothing else on the stream waits for it. So it is done in a
    separate task.

    Args:
        lobby: Reads the matches.
        take: Called with each join whose match was read.
        refuse: Called with a join that is refused, and why.
        cut_off: Called with an error to end the stream with it.
        on_idle: Called when no more joins wait.
        costs: Time account of the stream.
        clock: Source of the time.
    """

    def __init__(
        self,
        lobby: Lobby,
        take: Callable[[play_service_pb2.Join], None],
        refuse: Callable[[play_service_pb2.Join, CallError], None],
        *,
        cut_off: Callable[[CallError], None],
        on_idle: Callable[[], None],
        costs: StreamCosts,
        clock: Clock,
    ) -> None:
        self._lobby = lobby
        self._take, self._refuse = take, refuse
        self._cut_off, self._on_idle = cut_off, on_idle
        self._costs, self._clock = costs, clock
        self._waiting: deque[play_service_pb2.Join] = deque()
        self._reading: asyncio.Task[None] | None = None

    @property
    def are_waiting(self) -> bool:
        """Whether any join still waits for its match."""
        return self._reading is not None

    def add(self, join: play_service_pb2.Join) -> None:
        """Process a join once its match was read; refuse it at once if too many joins wait."""
        if len(self._waiting) >= MAX_PAST_JOINS:
            text = f"{MAX_PAST_JOINS} joins of old matches wait, which is the most allowed"
            self._refuse(join, CallError(error_pb2.ERROR_REASON_TOO_MANY_CALLS, text))
            return
        self._waiting.append(join)
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())

    def cancel(self) -> None:
        """Stop reading matches; joins that still wait are dropped."""
        if self._reading is not None:
            self._reading.cancel()

    async def _read(self) -> None:
        try:
            while self._waiting:
                join = self._waiting.popleft()
                problem: CallError | None = None
                try:
                    await self._lobby.find_seat(join.token)
                except CallError as error:
                    problem = error
                # Other messages of the stream were charged during the wait; only what follows is this join's work.
                self._costs.begin(self._clock.now_ns())
                if problem is None:
                    self._take(join)
                else:
                    self._refuse(join, problem)
                self._costs.end()
        # A charge has raised it: it must end the reader of the stream, not just this task.
        except CallError as error:
            self._cut_off(error)
        finally:
            self._reading = None
            self._on_idle()  # the writer may have waited for this only

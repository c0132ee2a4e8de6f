"""Joins whose match must be read from its replay first."""

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
"""Joins of one stream that may wait for their matches to be read."""


class PastJoins:
    """Joins of one stream that wait for their matches to be read, one after another.

    To read a match takes long, and nothing else on the stream waits for it: so it is done in a separate task.

    Args:
        lobby: Reads the matches.
        take: Takes a join whose match is there.
        refuse: Refuses a join for this reason.
        cut_off: Ends the stream with an error.
        on_idle: Called when no join waits any longer.
        costs: The stream's account.
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
        """Whether any join waits."""
        return self._reading is not None

    def add(self, join: play_service_pb2.Join) -> None:
        """Take a join once its match was read; refuse it if too many wait."""
        if len(self._waiting) >= MAX_PAST_JOINS:
            text = f"{MAX_PAST_JOINS} joins of old matches wait, which is the most allowed"
            self._refuse(join, CallError(error_pb2.ERROR_REASON_TOO_MANY_CALLS, text))
            return
        self._waiting.append(join)
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())

    def cancel(self) -> None:
        """Read no more."""
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

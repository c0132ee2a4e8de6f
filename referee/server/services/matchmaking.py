"""Makes matches for callers that wait for opponents.

Anybody may wait, and matches are made for waiting callers without the organizer. To leave room for
others, the number of seats of a caller without the organizer key is limited. The limit applies to
seats at once, waiting or in matches that are not over, and to seats per second. All such matches
together take at most half of the server's room.
"""

from __future__ import annotations

import asyncio
import collections
import dataclasses
from collections import deque

from gamereferee.v1 import error_pb2
from referee.core.clock import Clock
from referee.core.errors import RefereeError
from referee.core.rng import Stream, secret_bytes
from referee.match.machine import MatchPhase
from referee.server.access.quotas import Rate
from referee.server.hosting.host import MatchHost
from referee.server.lobby.lobby import Lobby
from referee.server.lobby.request import MatchRequest
from referee.server.process.status import CallError

__all__ = ["Matchmaking"]

MOST_SEATS = 100
"""Highest number of seats of one caller at once, waiting or in matches that are not over."""
PER_SECOND = 2.0
"""Number of seats a caller may take per second, after the first `MOST_SEATS`."""


class Matchmaking:
    """Queues of callers that wait for opponents, one queue for each game, config and number of seats.

    Args:
        lobby: Makes the matches.
        clock: Source of the time.
    """

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._waiting: dict[tuple[str, str, int], deque[_Waiting]] = {}
        self._rate = Rate("wait for opponents", MOST_SEATS, PER_SECOND, clock)
        self._made: list[tuple[MatchHost, tuple[str | None, ...]]] = []
        """Matches made here that were not over at the last check. Each has the callers of its seats, in
        seat order; None for a seat of an organizer.
        """

    @property
    def waiting(self) -> int:
        """Number of callers that wait for opponents."""
        return sum(
            not waiting.future.done() for queue in self._waiting.values() for waiting in queue
        )

    async def enqueue(
        self, request: MatchRequest, player: str, caller: str | None = None
    ) -> tuple[MatchHost, int]:
        """Wait until there are enough opponents.

        Return the match that is made, and the caller's seat in it.

        Args:
            request: The match that the caller wants to play.
            player: Name of the caller's player.
            caller: Caller whose limits apply; None for one without limits.

        Raises:
            RefereeError: The match can't be made, or the caller already has as many seats as it
                may.
        """
        self._lobby.check_open()
        if caller is not None:
            self._check_seats(caller)
            self._rate.spend(caller)
        info = request.plugin.game.info
        key = (info.game, request.config.model_dump_json(), request.num_seats)
        queue = self._waiting.setdefault(key, deque())
        future: asyncio.Future[tuple[MatchHost, int]] = asyncio.get_running_loop().create_future()
        me = _Waiting(future, player, caller)
        queue.append(me)
        try:
            # A caller that has hung up leaves the queue only when its task runs again; until then
            # its future is done.
            there = [waiting for waiting in queue if not waiting.future.done()]
            if len(there) >= request.num_seats:
                self._seat_all(request, there[: request.num_seats])
            return await future
        finally:
            # Also if the caller hangs up, or its seat would go to nobody.
            queue.remove(me)
            if not queue:
                del self._waiting[key]

    def _check_seats(self, caller: str) -> None:
        """Check that a caller may have one more seat.

        Raises:
            CallError: The caller has as many seats as it may, or matches for waiting callers have
                reached their share of the server's room.
        """
        self._made = [made for made in self._made if made[0].machine.phase is not MatchPhase.ENDED]
        seats = collections.Counter(each for _, callers in self._made for each in callers)
        for queue in self._waiting.values():
            seats.update(waiting.caller for waiting in queue if not waiting.future.done())
        if seats[caller] >= MOST_SEATS:
            raise _enough(
                error_pb2.ERROR_REASON_TOO_MANY_CALLS,
                f"{MOST_SEATS} seats of {caller} wait for opponents or are in matches that are not over",
            )
        # The other half is left to organizers.
        most = max(1, self._lobby.config.max_matches // 2)
        if sum(any(callers) for _, callers in self._made) >= most:
            raise _enough(
                error_pb2.ERROR_REASON_TOO_MANY_MATCHES,
                f"{most} matches of the queue are not over",
            )

    def _seat_all(self, request: MatchRequest, together: list[_Waiting]) -> None:
        # In random order, or whoever waits longest would always get seat 0.
        Stream(int.from_bytes(secret_bytes(8), "big")).shuffle(together)
        players = tuple(waiting.player for waiting in together)
        try:
            host = self._lobby.create(dataclasses.replace(request, players=players))
        except RefereeError as error:
            for waiting in together:
                waiting.future.set_exception(error)
            return
        self._made.append((host, tuple(waiting.caller for waiting in together)))
        for seat, waiting in enumerate(together):
            waiting.future.set_result((host, seat))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class _Waiting:
    future: asyncio.Future[tuple[MatchHost, int]]
    player: str
    caller: str | None


def _enough(reason: error_pb2.ErrorReason, text: str) -> CallError:
    return CallError(reason, f"{text}, which is the most allowed without the organizer key")

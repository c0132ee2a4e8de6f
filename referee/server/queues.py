"""Callers who wait for opponents."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import deque

from referee.core.errors import RefereeError
from referee.core.rng import Stream, secret_bytes
from referee.server.host import MatchHost
from referee.server.lobby import Lobby, MatchRequest

__all__ = ["Queues"]


class Queues:
    """Callers who wait for opponents, by what they want to play.

    Args:
        lobby: Where their matches are made.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._waiting: dict[tuple[str, str, int], deque[_Waiting]] = {}

    async def enqueue(self, request: MatchRequest, player: str) -> tuple[MatchHost, int]:
        """Wait for opponents; return the match and the caller's seat in it.

        Raises:
            RefereeError: The match can't be made.
        """
        self._lobby.check_open()
        info = request.plugin.game.info
        key = (info.game, request.config.model_dump_json(), request.num_seats)
        queue = self._waiting.setdefault(key, deque())
        future: asyncio.Future[tuple[MatchHost, int]] = asyncio.get_running_loop().create_future()
        me = _Waiting(future, player)
        queue.append(me)
        try:
            there = [waiting for waiting in queue if not waiting.future.done()]
            if len(there) >= request.num_seats:
                self._seat_all(request, there[: request.num_seats])
            return await future
        finally:
            queue.remove(me)
            if not queue:
                del self._waiting[key]

    def _seat_all(self, request: MatchRequest, together: list[_Waiting]) -> None:
        Stream(int.from_bytes(secret_bytes(8), "big")).shuffle(together)
        players = tuple(waiting.player for waiting in together)
        try:
            host = self._lobby.create(dataclasses.replace(request, players=players))
        except RefereeError as error:
            for waiting in together:
                waiting.future.set_exception(error)
            return
        for seat, waiting in enumerate(together):
            waiting.future.set_result((host, seat))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class _Waiting:
    future: asyncio.Future[tuple[MatchHost, int]]
    player: str

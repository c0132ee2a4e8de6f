"""Reads matches that ended before this server was started, on request, from their replays.

So a bot that was disconnected when its match ended and the server stopped can still get the end.
Reading a match means simulating it again, which takes time. It is done in a thread, one match at a
time, and few callers may wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from gamereferee.v1 import error_pb2
from referee.replay.errors import ReplayError
from referee.replay.reader import Replay, load
from referee.server.access.auth import SeatToken, is_token_of_replay
from referee.server.lobby.folder import DataFolder
from referee.server.process.logs import get_log
from referee.server.process.status import CallError
from referee.server.process.switching import quick_switches

__all__ = ["PastMatches"]

MOST_WAITING = 256
"""Highest number of callers that may wait for matches to be read."""

_Host = TypeVar("_Host")


class PastMatches(Generic[_Host]):
    """Reads matches that ended before the server was started.

    Args:
        folder: Data folder with the replays.
        redone: Simulates a replay and returns the host of its match; called in a thread. Raises
            `ReplayError` if the replay is invalid.
        keep: Called with each match that was read, to keep it in memory.
    """

    def __init__(
        self,
        folder: DataFolder,
        redone: Callable[[Replay, Path], _Host],
        keep: Callable[[_Host], None],
    ) -> None:
        self._folder = folder
        self._redone = redone
        self._keep = keep
        self._reading: dict[str, asyncio.Future[_Host | None]] = {}
        """Futures of the matches that are being read or wait to be read, by match id. Calls for the
        same match share one future.
        """
        self._one = asyncio.Lock()
        self._waiting = 0

    async def find(self, match_id: str, token: SeatToken | None = None) -> _Host | None:
        """Return the match with this id; None if it has no replay that can be read.

        Args:
            match_id: Id of the match.
            token: Seat token that must belong to the match; it is checked before the match is
                simulated. None for no check.

        Raises:
            CallError: Too many callers wait already.
        """
        path = self._folder.find_replay(match_id)
        if path is None:
            return None
        if self._waiting >= MOST_WAITING:
            raise CallError(
                error_pb2.ERROR_REASON_TOO_MANY_CALLS,
                f"{MOST_WAITING} callers wait for old matches to be read, which is the most allowed",
            )
        self._waiting += 1
        try:
            # First, as it is cheap: without a valid token nobody may have a match simulated.
            if token is not None and not await self._is_token(token, path):
                return None
            if match_id not in self._reading:
                reading = asyncio.ensure_future(self._read(match_id, path))
                self._reading[match_id] = reading
                reading.add_done_callback(lambda _: self._reading.pop(match_id, None))
            # A caller that hangs up must not end the reading for the others that wait for it.
            return await asyncio.shield(self._reading[match_id])
        finally:
            self._waiting -= 1

    async def _is_token(self, token: SeatToken, path: Path) -> bool:
        try:
            return await asyncio.to_thread(is_token_of_replay, token, path)
        except ReplayError as error:
            _warn(token.match_id, error)
            return False

    async def _read(self, match_id: str, path: Path) -> _Host | None:
        async with self._one:
            try:
                # The event loop must not wait for a whole usual interval whenever the simulating thread has the GIL.
                with quick_switches():
                    host = await asyncio.to_thread(lambda: self._redone(load(path), path))
            except ReplayError as error:
                _warn(match_id, error)
                return None
            self._keep(host)
            return host


def _warn(match_id: str, error: ReplayError) -> None:
    get_log().warning("replay can't be read", match=match_id, reason=str(error))

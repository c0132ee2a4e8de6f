"""Matches that had ended before this server was started, read from their replays when they are asked for.

So a bot that was disconnected when its match ended and the server stopped can still get the end. To read a match means to
simulate it again, which takes time: it is done in a thread, one match at a time, and few callers may wait for it.
"""

from __future__ import annotations

import asyncio
import sys
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

__all__ = ["PastMatches"]

MOST_WAITING = 256
"""Most callers that wait for matches to be read."""
SWITCH_S = 0.0005
"""How long the event loop waits at most for the thread that simulates one, in seconds."""

_Host = TypeVar("_Host")


class PastMatches(Generic[_Host]):
    """Matches that had ended before the server was started.

    Args:
        folder: Where their replays are.
        redone: Simulates a match again and returns its host, in any thread; raises `ReplayError` if it can't.
        keep: Called with each match that was read.
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
        """Matches that are read or wait to be; calls for the same match share one reading."""
        self._one = asyncio.Lock()
        self._waiting = 0

    async def find(self, match_id: str, token: SeatToken | None = None) -> _Host | None:
        """Return the match of this id; None if there is none that can be read.

        Args:
            match_id: The match.
            token: A token that must be the match's, checked before the match is simulated again; None checks nothing.

        Raises:
            CallError: Too many are being read.
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
            if token is not None and not await self._is_token(token, path):
                return None
            if match_id not in self._reading:
                reading = asyncio.ensure_future(self._read(match_id, path))
                self._reading[match_id] = reading
                reading.add_done_callback(lambda _: self._reading.pop(match_id, None))
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
            # The event loop must not wait for a whole usual interval whenever the simulating thread has the GIL.
            usual_s = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_S)
            try:
                host = await asyncio.to_thread(lambda: self._redone(load(path), path))
            except ReplayError as error:
                _warn(match_id, error)
                return None
            finally:
                sys.setswitchinterval(usual_s)
            self._keep(host)
            return host


def _warn(match_id: str, error: ReplayError) -> None:
    get_log().warning("replay can't be read", match=match_id, reason=str(error))

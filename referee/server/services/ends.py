"""One WatchEnds stream: the matches it waits for, and what waits to be written to it.

As on a Play stream, the reader takes names in as they come and the writer sends whatever has gathered
since it last wrote; neither waits for the other, until too much has gathered for a caller who doesn't read.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

from gamereferee.v1 import spectate_service_pb2
from referee.core.errors import RefereeError
from referee.server.hosting.host import MatchHost
from referee.server.hosting.watch_pacer import WatchPacer
from referee.server.lobby.lobby import Lobby
from referee.server.process.status import CallError, reason_of, sendable

__all__ = ["MOST_HELD_BACK", "EndsSession", "EndsStream"]

BATCH_BYTES = 512 * 1024
"""A longer message is full; what is left goes into the next one."""
MOST_HELD_BACK = 1000
"""Matches that may wait to be looked up or to be told of before no more names are read."""


class EndsStream(Protocol):
    """What a session reads from and writes to: a call."""

    async def read(self) -> object:
        """Return the next request; anything else is the end."""
        ...

    async def write(self, message: bytes, /) -> None:
        """Hand a WatchEndsResponse to the transport."""


class EndsSession:
    """A caller who waits for the ends of matches.

    Args:
        stream: What carries it.
        lobby: Where ids lead to matches.
        pacer: Says when it may be told something; None tells it at once.
    """

    def __init__(self, stream: EndsStream, lobby: Lobby, pacer: WatchPacer | None) -> None:
        self._stream = stream
        self._lobby = lobby
        self._pacer = pacer
        self._waiting: dict[str, MatchHost] = {}
        """Matches that are not over, by id."""
        self._unknown: deque[str] = deque()
        """Ids of no match that runs or has ended not long ago; they are looked up one after the other."""
        self._looking_up: asyncio.Task[None] | None = None
        self._out: deque[bytes] = deque()
        """Encoded responses; joined end to end they are one."""
        self._wake = asyncio.Event()
        self._is_in_line = False
        """Whether the pacer is going to let it go on."""
        self._is_due = False
        """Whether the pacer has."""
        self._room = asyncio.Event()
        self._is_closing = False

    async def run(self) -> None:
        """Read until the caller closes its side, write until all it has named is told."""
        writer = asyncio.create_task(self._write())
        try:
            await self._read(writer)
            self._is_closing = True
            self._wake.set()
            await writer
        finally:
            writer.cancel()
            if self._looking_up is not None:
                self._looking_up.cancel()
            for host in self._waiting.values():
                host.end_listeners.remove(self._ended)

    async def _read(self, writer: asyncio.Task[None]) -> None:
        while not writer.done():
            request = await self._stream.read()
            if not isinstance(request, spectate_service_pb2.WatchEndsRequest):
                return  # the end of the stream
            for match_id in request.match_ids:
                self._name(match_id)
            while len(self._out) + len(self._unknown) > MOST_HELD_BACK and not writer.done():
                self._room.clear()
                await self._room.wait()

    def _name(self, match_id: str) -> None:
        if match_id in self._waiting:
            return
        try:
            self._wait_for(self._lobby.match(match_id))
        except CallError:
            self._unknown.append(match_id)
            if self._looking_up is None:
                self._looking_up = asyncio.create_task(self._look_up())

    def _wait_for(self, host: MatchHost) -> None:
        self._waiting[host.match_id] = host
        host.end_listeners.add(self._ended)

    def _ended(self, match_id: str, told: bytes) -> None:
        del self._waiting[match_id]
        self._tell(told)

    async def _look_up(self) -> None:
        """Find matches of the past, which nothing else waits for."""
        try:
            while self._unknown:
                match_id = self._unknown.popleft()
                self._room.set()
                try:
                    host = await self._lobby.find(match_id)
                except RefereeError as error:
                    self._tell(_unwatched(match_id, error))
                else:
                    if match_id not in self._waiting:
                        self._wait_for(host)
        finally:
            self._looking_up = None
            self._wake.set()

    def _tell(self, encoded: bytes) -> None:
        self._out.append(encoded)
        if self._pacer is None:
            self._wake.set()
        else:
            self._stand_in_line(self._pacer)

    def _stand_in_line(self, pacer: WatchPacer) -> None:
        if not self._is_in_line:
            self._is_in_line = True
            pacer.call(deque([self]))

    def go_on(self) -> None:
        """See `PacedWatcher`."""
        self._is_in_line = False
        self._is_due = True
        self._wake.set()

    async def _write(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._out and self._may_write():
                    await self._stream.write(self._message())
                    self._room.set()
                if self._is_closing and not (self._waiting or self._out or self._looking_up):
                    return
        finally:
            self._room.set()  # who reads finds out that nobody writes any more

    def _may_write(self) -> bool:
        """Return whether it is time for one more message; if not, it will be."""
        if self._pacer is None:
            return True
        if not self._is_due:
            self._stand_in_line(self._pacer)
            return False
        self._is_due = False
        return True

    def _message(self) -> bytes:
        parts: list[bytes] = []
        size = 0
        while self._out and size < BATCH_BYTES:
            parts.append(self._out.popleft())
            size += len(parts[-1])
        return b"".join(parts)


def _unwatched(match_id: str, error: RefereeError) -> bytes:
    unwatched = spectate_service_pb2.UnwatchedMatch(
        match_id=match_id, reason=reason_of(error), text=sendable(str(error))
    )
    return spectate_service_pb2.WatchEndsResponse(unwatched=[unwatched]).SerializeToString()

"""Serves one WatchEnds stream, on which a caller names matches and is notified when they end.

As on a Play stream, the reader takes match ids as they arrive, and the writer sends what has
gathered since it last wrote. Neither waits for the other, until too much has gathered for a caller
that doesn't read.
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
"""Size in bytes from which on a message is full; what remains goes into the next message."""
MOST_HELD_BACK = 1000
"""Number of matches that may wait to be looked up or sent. While there are more, no further
requests are read.
"""


class EndsStream(Protocol):
    """A caller's WatchEnds stream (gRPC call), on which it is notified of the ends of matches."""

    async def read(self) -> object:
        """Return the next request; any object of another type means that the stream has ended."""
        ...

    async def write(self, message: bytes, /) -> None:
        """Hand a serialized WatchEndsResponse to the transport."""


class EndsSession:
    """Serves one caller of WatchEnds: it names matches, and is notified when each has ended.

    Args:
        stream: The caller's gRPC stream.
        lobby: Finds matches by their ids.
        pacer: Decides when something may be sent; None to send without delay.
    """

    def __init__(self, stream: EndsStream, lobby: Lobby, pacer: WatchPacer | None) -> None:
        self._stream = stream
        self._lobby = lobby
        self._pacer = pacer
        self._waiting: dict[str, MatchHost] = {}
        """Named matches that have not ended, by id."""
        self._unknown: deque[str] = deque()
        """Ids of named matches that are not in memory and are still to be looked up, one after
        another.
        """
        self._looking_up: asyncio.Task[None] | None = None
        self._out: deque[bytes] = deque()
        """Serialized responses that wait to be sent; joined end to end they form one response."""
        self._wake = asyncio.Event()
        self._has_asked = False
        """Whether the pacer was asked for a turn to write and has not granted it yet."""
        self._is_due = False
        """Whether the pacer has granted a turn to write that is not used yet."""
        self._room = asyncio.Event()
        """Set when fewer matches wait than before, or when the writer has ended."""
        self._is_closing = False

    async def run(self) -> None:
        """Read match ids until the caller closes its side; write until all their ends were sent."""
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
            # Or the matches would go on calling a stream that is gone.
            for host in self._waiting.values():
                host.end_listeners.remove(self._ended)

    async def _read(self, writer: asyncio.Task[None]) -> None:
        while not writer.done():
            request = await self._stream.read()
            if not isinstance(request, spectate_service_pb2.WatchEndsRequest):
                return  # the end of the stream
            for match_id in request.match_ids:
                self._name(match_id)
            # A caller that names matches faster than it reads their ends is not read from
            # meanwhile.
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

    def _ended(self, match_id: str, encoded: bytes) -> None:
        del self._waiting[match_id]
        self._send(encoded)

    async def _look_up(self) -> None:
        """Find named matches that are not in memory.

        Runs in a separate task, because nothing else on the stream waits for it.
        """
        try:
            while self._unknown:
                match_id = self._unknown.popleft()
                self._room.set()
                try:
                    host = await self._lobby.find(match_id)
                except RefereeError as error:
                    self._send(_unwatched(match_id, error))
                else:
                    # It may have been named again, and found in memory, while it was looked up.
                    if match_id not in self._waiting:
                        self._wait_for(host)
        finally:
            self._looking_up = None
            self._wake.set()

    def _send(self, encoded: bytes) -> None:
        self._out.append(encoded)
        if self._pacer is None:
            self._wake.set()
        else:
            self._ask_for_turn(self._pacer)

    def _ask_for_turn(self, pacer: WatchPacer) -> None:
        if not self._has_asked:
            self._has_asked = True
            pacer.call(deque([self]))

    def go_on(self) -> None:
        """Wake the writer; the pacer calls this when it grants a turn to write."""
        self._has_asked = False
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
            self._room.set()  # or the reader would wait for room for ever

    def _may_write(self) -> bool:
        """Return whether one more message may be written now; if not, ask the pacer for a turn."""
        if self._pacer is None:
            return True
        if not self._is_due:
            self._ask_for_turn(self._pacer)
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

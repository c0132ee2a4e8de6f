"""A listener in front of a server: it breaks the first connections, and passes later ones on to the server.

It imitates a load balancer while the server behind it restarts: a connection is accepted, and
closed before the server has sent anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import socket
import struct

__all__ = ["Cut", "Gate"]

_CHUNK = 1 << 16
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""Value of the socket option SO_LINGER with a time of 0: closing the socket sends a TCP reset."""


class Cut(enum.Enum):
    """Ways in which the gate breaks a connection before the server has sent anything.

    It closes or resets the connection, at once or after the client's first bytes.
    """

    CLOSED = "closed at once"
    RESET = "reset at once"
    CLOSED_AFTER_HELLO = "closed after the client's first bytes"
    RESET_AFTER_HELLO = "reset after the client's first bytes"


class Gate:
    """Listener on a free port of 127.0.0.1 that passes connections on to a server, or breaks them.

    Args:
        port: Port of the server behind the gate.
    """

    def __init__(self, port: int) -> None:
        self._behind = port
        self._cuts: list[Cut] = []
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        """Return the port on which the gate listens."""
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def cuts_left(self) -> int:
        """Return the number of coming connections that will be broken."""
        return len(self._cuts)

    async def start(self) -> None:
        """Start to listen on a free port."""
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)

    async def cut(self, *cuts: Cut) -> None:
        """Close all connections, and break the next ones in these ways, one each.

        Connections after those are passed on to the server.
        """
        self._cuts[:] = cuts
        await self._close_all()

    async def stop(self) -> None:
        """Close the listener and all connections."""
        assert self._server is not None
        self._server.close()
        await self._close_all()

    async def _close_all(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Served in a second task: asyncio logs an error if the task that it has made for this callback is cancelled.
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        await asyncio.wait([task])
        self._tasks.discard(task)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(OSError):
                if self._cuts:
                    # Counted when the connection is accepted, in the order of the scenario.
                    await self._cut(self._cuts.pop(0), reader, writer)
                else:
                    await self._pass_on(reader, writer)
        finally:
            # Closes at once, without waiting for data that is not yet sent.
            writer.transport.abort()

    async def _cut(
        self, cut: Cut, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if cut in (Cut.CLOSED_AFTER_HELLO, Cut.RESET_AFTER_HELLO):
            await reader.read(_CHUNK)
        if cut in (Cut.RESET, Cut.RESET_AFTER_HELLO):
            # Without this option, closing sends FIN: a normal end.
            connection = writer.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._behind)
        ways = [
            asyncio.create_task(_pipe(reader, there_writer)),
            asyncio.create_task(_pipe(there_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            there_writer.transport.abort()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(_CHUNK):
            writer.write(data)
            await writer.drain()

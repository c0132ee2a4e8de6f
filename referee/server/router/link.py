"""Link for a bot's stream between router and worker: frames on a Unix socket, one socket for each stream.

A gRPC call would do the same at several times the cost, and every decision of every bot goes this
way. Frames hold the bytes that the bot sends and receives. Messages between router and worker are
frames of other kinds, so that no bot can forge them.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import struct
from typing import NamedTuple

__all__ = ["BUFFER", "Frame", "Kind", "Link", "LinkLostError", "connect", "link_path"]

_HEADER = struct.Struct("<BIq")
"""Layout of a frame's header: kind, length of the body in bytes, time in nanoseconds."""
BUFFER = 1024 * 1024
"""Bytes that one end of a link may have received without reading them; beyond about that, the other
end must wait.
"""


class Kind(enum.IntEnum):
    """Kind of a frame (message) on a link between router and worker.

    The router passes on the bot's requests, who calls, the end of the bot's side, and turns that left
    late; the worker sends responses for the bot and the status that ends the stream.
    """

    REQUEST = 1
    """A PlayRequest from the bot. The frame's time is the earliest at which it may have arrived at
    the router.
    """
    CLOSE = 2
    """The bot has closed its side of the stream."""
    LATE = 3
    """A report of turns that left the router late. Its body is a PlayRequest whose actions, small
    actions and lane answers name those turns; the frame's time is how late they left.
    """
    RESPONSE = 4
    """A PlayResponse for the bot."""
    STATUS = 5
    """A google.rpc.Status with which the worker ends the stream."""
    CALLER = 6
    """Caller of the bot's stream, an address or network, as text. This is the first frame on a
    link.
    """


class Frame(NamedTuple):
    """One message on a link between router and worker."""

    kind: Kind
    body: bytes = b""
    time_ns: int = 0
    """Nanoseconds: a duration, or a time on the monotonic clock that router and worker share. 0 for
    kinds without a time.
    """


class LinkLostError(Exception):
    """The link's connection is lost: the other side has died or closed it."""


def link_path(address: str) -> str:
    """Return the path of the socket file for links to the worker that listens at this address."""
    return f"{address.removeprefix('unix:')}.play"


class Link:
    """One end of the connection between router and worker.

    Args:
        reader: Reads from the connection.
        writer: Writes to the connection.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> Frame:
        """Wait for the next frame and return it.

        Raises:
            LinkLostError: The connection has ended; there are no further frames.
        """
        try:
            kind, length, time_ns = _HEADER.unpack(await self._reader.readexactly(_HEADER.size))
            return Frame(Kind(kind), await self._reader.readexactly(length), time_ns)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise LinkLostError from None

    def write(self, frame: Frame) -> None:
        """Send a frame. If the connection is lost, nothing happens here, and `read` raises."""
        # One write for both, as each may cost a system call.
        self._writer.write(_HEADER.pack(frame.kind, len(frame.body), frame.time_ns) + frame.body)

    async def drain(self) -> None:
        """Wait until the other side has read enough for more to be sent."""
        with contextlib.suppress(ConnectionError):
            await self._writer.drain()

    async def lost(self) -> None:
        """Wait until the other side closes the connection; drop everything that still arrives."""
        with contextlib.suppress(ConnectionError):
            while await self._reader.read(BUFFER):
                pass

    def drop(self) -> None:
        """Close the connection at once; data that was not sent yet is lost."""
        self._writer.transport.abort()


async def connect(address: str) -> Link:
    """Connect to the worker that listens at this address; return the link.

    Raises:
        LinkLostError: No worker listens there.
    """
    try:
        return Link(*await asyncio.open_unix_connection(link_path(address), limit=BUFFER))
    except OSError:
        raise LinkLostError from None

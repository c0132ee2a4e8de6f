"""A bot's stream between router and worker: frames on a Unix socket, one connection for each stream.

A gRPC call would do the same at several times the cost, and each decision of each bot goes this way. Frames hold the
bytes that the bot sends and receives. Messages between router and worker are other kinds of frames, so that no bot can
forge them.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import struct
from typing import NamedTuple

__all__ = ["BUFFER", "Frame", "Kind", "Link", "LinkLostError", "connect", "link_path"]

_HEADER = struct.Struct("<BIq")
"""Kind, length of the body, time."""
BUFFER = 1024 * 1024
"""From this many unread bytes on, the other side must wait, in bytes."""


class Kind(enum.IntEnum):
    """The kind of a frame."""

    REQUEST = 1
    """A PlayRequest; the time is the earliest at which it may have arrived at the router."""
    CLOSE = 2
    """The bot has closed its side."""
    LATE = 3
    """A PlayRequest whose actions and small actions name turns that left the router late; the time is by how much."""
    RESPONSE = 4
    """A PlayResponse."""
    STATUS = 5
    """A google.rpc.Status with which the worker ends the stream."""
    CALLER = 6
    """The caller of the bot's stream, an address or network, as text; the first frame of a link."""


class Frame(NamedTuple):
    """A message on a link."""

    kind: Kind
    body: bytes = b""
    time_ns: int = 0
    """Nanoseconds; a point in time is one of the monotonic clock, which router and worker share."""


class LinkLostError(Exception):
    """The connection is lost: the other side has died, or has closed it."""


def link_path(address: str) -> str:
    """Return the path of the socket for streams of the worker that listens at an address."""
    return f"{address.removeprefix('unix:')}.play"


class Link:
    """One end of a connection.

    Args:
        reader: Reads from it.
        writer: Writes to it.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> Frame:
        """Return the next frame.

        Raises:
            LinkLostError: There is no further frame.
        """
        try:
            kind, length, time_ns = _HEADER.unpack(await self._reader.readexactly(_HEADER.size))
            return Frame(Kind(kind), await self._reader.readexactly(length), time_ns)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise LinkLostError from None

    def write(self, frame: Frame) -> None:
        """Send a frame; if the connection is lost, `read` raises."""
        self._writer.write(_HEADER.pack(frame.kind, len(frame.body), frame.time_ns) + frame.body)

    async def drain(self) -> None:
        """Wait until the other side has read enough."""
        with contextlib.suppress(ConnectionError):
            await self._writer.drain()

    async def lost(self) -> None:
        """Wait until the other side closes the connection; everything that still arrives is dropped."""
        with contextlib.suppress(ConnectionError):
            while await self._reader.read(BUFFER):
                pass

    def drop(self) -> None:
        """Close the connection at once."""
        self._writer.transport.abort()


async def connect(address: str) -> Link:
    """Return a connection to the worker that listens at an address.

    Raises:
        LinkLostError: There is no worker.
    """
    try:
        return Link(*await asyncio.open_unix_connection(link_path(address), limit=BUFFER))
    except OSError:
        raise LinkLostError from None

"""A bot's stream between router and worker: frames on a Unix socket, one connection a stream.

A call of gRPC would do the same at several times the price, and each decision of each bot goes this
way. The messages in the frames are the bytes that the bot sends and gets; what router and worker have
to say to each other besides stands in frames of its own, where no bot can put it.
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
"""Bytes that may wait to be read before the other side is held up."""


class Kind(enum.IntEnum):
    """What a frame is."""

    REQUEST = 1
    """A PlayRequest; the time says since when it may have waited in the router."""
    CLOSE = 2
    """The bot has closed its side."""
    LATE = 3
    """A PlayRequest whose actions, small ones too, name turns that left the router late, by the time."""
    RESPONSE = 4
    """A PlayResponse."""
    STATUS = 5
    """The worker ends the stream with this google.rpc.Status."""
    CALLER = 6
    """Address or network that the bot's stream comes from, as text; before all others."""


class Frame(NamedTuple):
    """What travels."""

    kind: Kind
    body: bytes = b""
    time_ns: int = 0
    """Nanoseconds; an instant is one of the monotonic clock, which router and worker share."""


class LinkLostError(Exception):
    """The connection has broken: the other side is no more, or wants no more of it."""


def link_path(address: str) -> str:
    """Return the socket for streams of the worker that listens at an address."""
    return f"{address.removeprefix('unix:')}.play"


class Link:
    """One end of a connection.

    Args:
        reader: Its one half.
        writer: Its other half.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> Frame:
        """Return the next frame.

        Raises:
            LinkLostError: There will be none.
        """
        try:
            kind, length, time_ns = _HEADER.unpack(await self._reader.readexactly(_HEADER.size))
            return Frame(Kind(kind), await self._reader.readexactly(length), time_ns)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise LinkLostError from None

    def write(self, frame: Frame) -> None:
        """Send a frame; if the connection is lost, reading tells."""
        self._writer.write(_HEADER.pack(frame.kind, len(frame.body), frame.time_ns) + frame.body)

    async def drain(self) -> None:
        """Wait until the other side has read enough."""
        with contextlib.suppress(ConnectionError):
            await self._writer.drain()

    async def lost(self) -> None:
        """Wait until the other side lets go; what still comes is dropped."""
        with contextlib.suppress(ConnectionError):
            while await self._reader.read(BUFFER):
                pass

    def drop(self) -> None:
        """Let the connection go at once."""
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

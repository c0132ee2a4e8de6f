"""Objects over the private socket pair between a worker and its stage process.

They are pickled: both ends are the same program on one machine, and nobody else has the socket.
"""

from __future__ import annotations

import asyncio
import dataclasses
import pickle
import socket
from typing import Any

from tournaments.play.executor import AttemptOrder, PlayedAttempt
from tournaments.processes.client import Exit
from tournaments.spec.matches import GameFacts

__all__ = [
    "Done",
    "Failed",
    "Note",
    "PlayAttempt",
    "ProcessEnded",
    "Ready",
    "pack",
    "receive",
    "receive_one",
]

_LENGTH_BYTES = 8


@dataclasses.dataclass(frozen=True, slots=True)
class PlayAttempt:
    """To the stage: play an attempt."""

    number: int
    """Names it in the answer."""
    attempt: AttemptOrder
    """The attempt."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ready:
    """From the stage: everything is up."""

    facts: GameFacts
    """Its referee's game."""


@dataclasses.dataclass(frozen=True, slots=True)
class Failed:
    """From the stage: it can't be brought up, or does not stay up; it ends."""

    text: str
    """Why, for people."""


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """From the stage: an attempt is over."""

    number: int
    """Which."""
    played: PlayedAttempt
    """Its result; the replay is on the worker."""


@dataclasses.dataclass(frozen=True, slots=True)
class Note:
    """From the stage: something went wrong that an organizer should know."""

    text: str
    """In one line."""


@dataclasses.dataclass(frozen=True, slots=True)
class ProcessEnded:
    """From the stage: a process has ended."""

    program: str
    """The bot's name."""
    number: int
    """From 1 for each program of a stage."""
    ended: Exit
    """How."""
    died: bool
    """Whether it should not have."""


def pack(message: object) -> bytes:
    """Return a message as bytes to be written."""
    data = pickle.dumps(message)
    return len(data).to_bytes(_LENGTH_BYTES, "big") + data


async def receive(reader: asyncio.StreamReader) -> Any:
    """Return the next message; None at the end of the stream, however it came."""
    try:
        length = int.from_bytes(await reader.readexactly(_LENGTH_BYTES), "big")
        return pickle.loads(await reader.readexactly(length))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


def receive_one(connection: socket.socket) -> Any:
    """Return the first message, before there is an event loop; None if the other end is closed."""
    length = int.from_bytes(_exactly(connection, _LENGTH_BYTES), "big")
    data = _exactly(connection, length)
    return pickle.loads(data) if data else None


def _exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size and (more := connection.recv(size - len(data))):
        data += more
    return data if len(data) == size else b""

"""Messages between a worker and its stage process, which runs a referee and bots, over a socket pair.

Both have the socket pair to themselves.

They are pickled objects, each after its length: both ends are the same program on one machine, and
nobody else has the socket.
"""

from __future__ import annotations

import asyncio
import dataclasses
import pickle
import socket
from typing import Any

from tournaments.bots.entry_programs import EntryProgram
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
    "Unfit",
    "pack",
    "receive",
    "receive_one",
]

_LENGTH_BYTES = 8


@dataclasses.dataclass(frozen=True, slots=True)
class PlayAttempt:
    """Message from a worker to its stage process: play an attempt at a match."""

    number: int
    """Number of the request, which the answer repeats."""
    attempt: AttemptOrder
    """The attempt to be played."""
    programs: tuple[EntryProgram, ...] = ()
    """Programs of a season's entries that play it, whose copies the worker has."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ready:
    """Message from a stage process to its worker: referee and bots are running; has facts of the game."""

    facts: GameFacts
    """Facts of the game at the stage's referee."""


@dataclasses.dataclass(frozen=True, slots=True)
class Failed:
    """Message from a stage process to its worker: the stage can't be started, or has failed, and ends."""

    text: str
    """Why the stage can't be started, or has failed, as text for people."""


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """Message from a stage process to its worker: the result of an attempt at a match."""

    number: int
    """Number of the request that this message answers."""
    played: PlayedAttempt
    """Result of the attempt; the path of its replay is on the worker."""


@dataclasses.dataclass(frozen=True, slots=True)
class Unfit:
    """Message from the stage: an attempt was not begun, since a program can't be started here."""

    number: int
    """Number of the request that this message answers."""
    label: str
    """Label of the program."""
    text: str
    """Why it can't be started, as text for people."""


@dataclasses.dataclass(frozen=True, slots=True)
class Note:
    """Message from a stage process to its worker: something went wrong that an organizer should know."""

    text: str
    """What went wrong, in one line."""


@dataclasses.dataclass(frozen=True, slots=True)
class ProcessEnded:
    """Message from a stage process to its worker: how a process of the referee or of a bot has ended."""

    program: str
    """Name of the program: of a bot, or `referee`."""
    number: int
    """Number of the process, from 1 for each program of a stage."""
    ended: Exit
    """How the process ended."""
    died: bool
    """Whether the process ended while it was still needed."""


def pack(message: object) -> bytes:
    """Return a message as bytes to be written: its length, then its pickle."""
    # The length goes first: a stream does not keep the bounds of messages.
    data = pickle.dumps(message)
    return len(data).to_bytes(_LENGTH_BYTES, "big") + data


async def receive(reader: asyncio.StreamReader) -> Any:
    """Return the next message of a stream; None at the end of the stream, even within a message."""
    try:
        length = int.from_bytes(await reader.readexactly(_LENGTH_BYTES), "big")
        return pickle.loads(await reader.readexactly(length))
    # A stage that was killed leaves half a message; to the reader this is the same as an orderly
    # end.
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


def receive_one(connection: socket.socket) -> Any:
    """Wait for the first message on a socket and return it, for use before there is an event loop.

    None if the other end is closed.
    """
    length = int.from_bytes(_exactly(connection, _LENGTH_BYTES), "big")
    data = _exactly(connection, length)
    return pickle.loads(data) if data else None


def _exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    # Exactly as much as the first message has: what follows is for the event loop's reader.
    while len(data) < size and (more := connection.recv(size - len(data))):
        data += more
    return data if len(data) == size else b""

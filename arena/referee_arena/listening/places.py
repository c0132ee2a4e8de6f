"""Limits the connections of the arena's server, in all and by address, and the time that each may take.

Each open connection takes a place. The server either waits for a connection's request or answers it. An answer may
last: the stream of a live match is open for hours. A connection whose request has not been received has a deadline,
and is closed early when no place is left for a new one. A browser sends its request at once, so that closing the
connection that has been silent the longest does the least harm.
"""

from __future__ import annotations

import dataclasses
import enum
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Protocol

from referee.core.forwarded import Network, caller_address, caller_network, is_trusted

__all__ = ["Connection", "ConnectionLimits", "Places", "Waiting"]


class Waiting(enum.Enum):
    """State of a connection: what the server waits for."""

    HEAD = "request"
    """The server waits for the head of the connection's first request, or for the rest of a later head."""
    BODY = "body"
    """The server waits for the rest of a request's body."""
    UPLOAD = "body of an upload"
    """The server waits for the rest of a body whose sender has proved a right to send it.

    It may take longer than other bodies, and is not closed to make room.
    """
    REST = "rest of a body that nobody reads"
    """The server waits for the rest of a request's body to discard it: it has answered the request before the body was
    complete.
    """
    IDLE = "next request"
    """The server waits for the next request on the connection, after an answer."""
    ANSWER = "answer"
    """The server waits for nothing: it is answering a request. This is the only state without a deadline."""


@dataclasses.dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections there may be, and how long each may take."""

    most: int = 512
    """Most connections open at once, from all addresses together."""
    by_address: int = 128
    """Most connections open at once from one IPv4 address or one IPv6 /64 network.

    For a caller behind a trusted proxy, it is the most requests that are answered at the same time.
    """
    head_s: float = 10.0
    """Seconds within which the head of a request must be received."""
    body_s: float = 30.0
    """Seconds within which the body of a request must be received."""
    upload_s: float = 900.0
    """Seconds within which the body of an upload must be received."""
    rest_s: float = 2.0
    """Seconds for which the rest of a body is still received and discarded after an early answer.

    A client that is still sending would otherwise miss the answer.
    """
    idle_s: float = 15.0
    """Seconds for which a connection without a request stays open after an answer."""
    stall_s: float = 120.0
    """Seconds after which a client is disconnected if it reads none of the bytes that wait for it."""

    @classmethod
    def of_files(cls, open_files: int) -> ConnectionLimits:
        """Return limits for a process that may have `open_files` files open.

        Connections may use half of them, but at least 8 and at most 8,192.
        """
        most = max(8, min(8192, open_files // 2))
        return cls(most=most, by_address=max(4, min(1024, most // 4)))

    def seconds(self, waiting: Waiting) -> float | None:
        """Return how many seconds a connection may stay in a state; None if there is no limit."""
        match waiting:
            case Waiting.HEAD:
                return self.head_s
            case Waiting.BODY:
                return self.body_s
            case Waiting.UPLOAD:
                return self.upload_s
            case Waiting.REST:
                return self.rest_s
            case Waiting.IDLE:
                return self.idle_s
            case Waiting.ANSWER:
                return None


class Connection(Protocol, Hashable):
    """Interface of an open connection to a client, which `Places` counts and may close."""

    @property
    def unsent(self) -> int:
        """Number of bytes written to the connection that the client has not read yet."""

    def end(self, waiting: Waiting) -> None:
        """Close the connection because it stayed in the state `waiting` for too long."""

    def abort(self) -> None:
        """Close the connection at once; bytes that are still unsent are lost."""


@dataclasses.dataclass(slots=True)
class _Place:
    """An open connection's address, its state, and the state's deadline."""

    owner: str | None
    """IPv4 address or IPv6 network of the client; None for a trusted proxy, which carries many clients."""
    waiting: Waiting
    deadline: float | None
    unsent: int = 0
    """Number of bytes to the client that were unsent at the last `sweep`."""
    taken_at: float = 0.0
    """Monotonic time in seconds of the last `sweep` at which the client had read some bytes or nothing was unsent."""


class Places:
    """Gives places to new connections up to the limits, and closes connections that take too long.

    Args:
        limits: Numbers of connections, and times in seconds.
        now: Returns a monotonic time in seconds.
        trusted: Proxies, whose connections are not counted by address.
    """

    def __init__(
        self, limits: ConnectionLimits, now: Callable[[], float], trusted: Sequence[Network] = ()
    ) -> None:
        self.limits = limits
        """Numbers of connections, and times in seconds."""
        self.refused = 0
        """Number of connections that were refused because no place was left."""
        self.ended = 0
        """Number of connections that were closed because they took too long, or to make room for another one."""
        self._now = now
        self._trusted = trusted
        self._places: dict[Connection, _Place] = {}
        self._by_owner: dict[str, int] = {}
        # Connections that may be closed to make room, the longest silent first: one table of all, one by owner.
        self._yielding: OrderedDict[Connection, None] = OrderedDict()
        self._yielding_by_owner: dict[str, OrderedDict[Connection, None]] = {}

    def __len__(self) -> int:
        """Return the number of taken places."""
        return len(self._places)

    @property
    def num_owners(self) -> int:
        """Number of client addresses for which state is kept; an address without a connection has none."""
        return max(len(self._by_owner), len(self._yielding_by_owner))

    def enter(self, connection: Connection, peer: str) -> bool:
        """Take a place for a new connection; another connection may be closed to make room.

        Args:
            connection: The connection.
            peer: Address of the client or proxy.

        Returns:
            True if the connection has a place now; if False, the caller must close the connection.
        """
        # A trusted proxy carries many callers: only the total limits it here, and `Proxied` counts its callers.
        owner = (
            None
            if is_trusted(peer, self._trusted)
            else caller_network(caller_address(peer, "", ()))
        )
        # Above its own limit, an address can only replace one of its connections, never one of another address.
        if owner is not None and self._by_owner.get(owner, 0) >= self.limits.by_address:
            if not self._give_way(self._yielding_by_owner.get(owner)):
                self.refused += 1
                return False
        elif len(self._places) >= self.limits.most and not self._give_way(self._yielding):
            self.refused += 1
            return False
        now = self._now()
        self._places[connection] = _Place(owner, Waiting.ANSWER, None, taken_at=now)
        if owner is not None:
            self._by_owner[owner] = self._by_owner.get(owner, 0) + 1
        self.wait(connection, Waiting.HEAD)
        return True

    def wait(self, connection: Connection, waiting: Waiting) -> None:
        """Set the state of a connection; if the state changes, a new deadline begins.

        A client that sends a single byte from time to time stays in the same state, so it can't extend the deadline.
        """
        place = self._places.get(connection)
        if place is None or place.waiting is waiting:
            return
        place.waiting = waiting
        seconds = self.limits.seconds(waiting)
        place.deadline = None if seconds is None else self._now() + seconds
        # Out of the tables and in again at their end, so that they stay sorted by the time of silence.
        self._hold(connection, place)
        if seconds is not None and waiting is not Waiting.UPLOAD:
            self._yielding[connection] = None
            if place.owner is not None:
                of_owner = self._yielding_by_owner.setdefault(place.owner, OrderedDict())
                of_owner[connection] = None

    def leave(self, connection: Connection) -> None:
        """Free the place of a connection; forget its address if that has no other connection."""
        place = self._places.pop(connection, None)
        if place is None:
            return
        self._hold(connection, place)
        if place.owner is not None:
            left = self._by_owner[place.owner] - 1
            if left:
                self._by_owner[place.owner] = left
            else:
                del self._by_owner[place.owner]

    def sweep(self) -> None:
        """Close connections that stayed in one state for too long, or whose client has read nothing for `stall_s`."""
        now = self._now()
        for connection, place in list(self._places.items()):
            unsent = connection.unsent
            # A stream goes on writing while the client reads nothing: only fewer unsent bytes show a reader.
            if not unsent or unsent < place.unsent:
                place.taken_at = now
            place.unsent = unsent
            if now - place.taken_at > self.limits.stall_s:
                self._end(connection)
                connection.abort()
            elif place.deadline is not None and now > place.deadline:
                place.deadline = None  # only once: sending the last answer may take a moment
                self.ended += 1
                connection.end(place.waiting)

    def _give_way(self, yielding: OrderedDict[Connection, None] | None) -> bool:
        if not yielding:
            return False
        connection = next(iter(yielding))
        self._end(connection)
        connection.abort()
        return True

    def _end(self, connection: Connection) -> None:
        self.ended += 1
        self.leave(connection)

    def _hold(self, connection: Connection, place: _Place) -> None:
        """Protect a connection from being closed to make room for a new one, such as while it is answered.

        Args:
            connection: The connection.
            place: The connection's place, with the address of its client.
        """
        self._yielding.pop(connection, None)
        of_owner = self._yielding_by_owner.get(place.owner) if place.owner is not None else None
        if of_owner is not None:
            of_owner.pop(connection, None)
            if not of_owner:
                del self._yielding_by_owner[place.owner or ""]

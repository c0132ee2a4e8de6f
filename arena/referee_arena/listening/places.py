"""Places for connections: how many are taken, from which addresses, and which connection is closed when.

The server either waits for a connection's request or answers it. An answer may last: the stream of a live match is open
for hours. A connection whose request has not been received has a deadline, and is closed early when no place is left
for a new one. A browser sends its request at once, so that closing the connection that has been silent the longest
does the least harm.
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
    """The head of its first request, or the rest of a later one's head."""
    BODY = "body"
    """The rest of a body."""
    REST = "rest of a body that nobody reads"
    """The rest of a body whose request was answered early, so that nobody reads it."""
    IDLE = "next request"
    """The next request, after an answer."""
    ANSWER = "answer"
    """Nothing: the server is answering. The only state without a deadline."""


@dataclasses.dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections there may be, and how long each may take."""

    most: int = 512
    """Most connections in all."""
    by_address: int = 128
    """Most connections from one IPv4 address or one IPv6 /64; for a caller behind a trusted proxy, most requests that
are being answered."""
    head_s: float = 10.0
    """Seconds within which the head of a request must be received."""
    body_s: float = 30.0
    """Seconds within which its body must be received."""
    rest_s: float = 2.0
    """Seconds for which a body that nobody reads is still received; otherwise a client that still sends misses the
answer."""
    idle_s: float = 15.0
    """Seconds for which a connection is kept for another request."""
    stall_s: float = 120.0
    """Seconds within which a client must read some of what is sent to it."""

    @classmethod
    def of_files(cls, open_files: int) -> ConnectionLimits:
        """Return the limits of a process that may have `open_files` open; half of them are left for other things."""
        most = max(8, min(8192, open_files // 2))
        return cls(most=most, by_address=max(4, min(1024, most // 4)))

    def seconds(self, waiting: Waiting) -> float | None:
        """Return how long a connection may be in a state; None without a limit."""
        match waiting:
            case Waiting.HEAD:
                return self.head_s
            case Waiting.BODY:
                return self.body_s
            case Waiting.REST:
                return self.rest_s
            case Waiting.IDLE:
                return self.idle_s
            case Waiting.ANSWER:
                return None


class Connection(Protocol, Hashable):
    """A connection that has a place."""

    @property
    def unsent(self) -> int:
        """Bytes that wait until the client reads them."""

    def end(self, waiting: Waiting) -> None:
        """Close it because it was in a state for too long."""

    def abort(self) -> None:
        """Close it at once, without sending the rest."""


@dataclasses.dataclass(slots=True)
class _Place:
    owner: str | None
    """Address or network; None for a trusted proxy, which is many callers."""
    waiting: Waiting
    deadline: float | None
    unsent: int = 0
    """Bytes that were unsent at the last `sweep`."""
    taken_at: float = 0.0
    """Time when the client last read something, or when nothing was unsent."""


class Places:
    """Places for connections.

    Args:
        limits: Numbers and times.
        now: Returns a monotonic time in seconds.
        trusted: Proxies, whose connections are not counted by address.
    """

    def __init__(
        self, limits: ConnectionLimits, now: Callable[[], float], trusted: Sequence[Network] = ()
    ) -> None:
        self.limits = limits
        """Numbers and times."""
        self.refused = 0
        """Connections that found no place."""
        self.ended = 0
        """Connections that were closed for taking too long, or to make room for another."""
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
        """Number of addresses for which there is state; it must not grow with visitors that have left."""
        return max(len(self._by_owner), len(self._yielding_by_owner))

    def enter(self, connection: Connection, peer: str) -> bool:
        """Take a place for a new connection; another connection may be closed to make room.

        Args:
            connection: The connection.
            peer: Address of its other end.

        Returns:
            Whether there is a place; otherwise close the connection.
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
        """Set the state of a connection. The deadline is set only when the state changes.

        So a client that sends a byte now and then can't extend it.
        """
        place = self._places.get(connection)
        if place is None or place.waiting is waiting:
            return
        place.waiting = waiting
        seconds = self.limits.seconds(waiting)
        place.deadline = None if seconds is None else self._now() + seconds
        # Out of the tables and in again at their end, so that they stay sorted by the time of silence.
        self._hold(connection, place)
        if seconds is not None:
            self._yielding[connection] = None
            if place.owner is not None:
                of_owner = self._yielding_by_owner.setdefault(place.owner, OrderedDict())
                of_owner[connection] = None

    def leave(self, connection: Connection) -> None:
        """Give a place back; remove all state of an address without connections."""
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
        """Close connections that are in a state for too long, and those that read nothing of what is sent to them."""
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
        """Protect a connection from being closed to make room."""
        self._yielding.pop(connection, None)
        of_owner = self._yielding_by_owner.get(place.owner) if place.owner is not None else None
        if of_owner is not None:
            of_owner.pop(connection, None)
            if not of_owner:
                del self._yielding_by_owner[place.owner or ""]

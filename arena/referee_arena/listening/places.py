"""Places for connections: how many are taken, by whom, and which connection is closed for taking too long.

A connection is either waited for (its request has not come) or being answered. Answers may last: a stream of
a live match is open for hours. What is waited for has a deadline, and gives way when there is no place left:
a browser sends its request at once, so the connection that has been silent the longest is the least loss.
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
    """What a connection is at."""

    HEAD = "request"
    """Its first request, or the rest of a later one's head, has not come."""
    BODY = "body"
    """The rest of a body has not come."""
    REST = "rest of a body that nobody reads"
    """The request has been answered before its body came to its end."""
    IDLE = "next request"
    """It has been answered, and is kept for the next request."""
    ANSWER = "answer"
    """The server is to answer, or does so: the only state without a deadline."""


@dataclasses.dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections there may be, and how long each may take."""

    most: int = 512
    """Connections in all."""
    by_address: int = 128
    """Connections from one address in IPv4, or one /64 in IPv6; answers, of a caller behind a trusted proxy."""
    head_s: float = 10.0
    """Seconds within which the head of a request must be there."""
    body_s: float = 30.0
    """Seconds within which its body must be there."""
    rest_s: float = 2.0
    """Seconds for which a body is taken that nobody reads: a client that still sends misses the answer else."""
    idle_s: float = 15.0
    """Seconds for which a connection is kept for another request."""
    stall_s: float = 120.0
    """Seconds within which a client must take something of what is sent to it."""

    @classmethod
    def of_files(cls, open_files: int) -> ConnectionLimits:
        """Return the limits of a process that may have so many files open; half of them are for other things."""
        most = max(8, min(8192, open_files // 2))
        return cls(most=most, by_address=max(4, min(1024, most // 4)))

    def seconds(self, waiting: Waiting) -> float | None:
        """Return how long a connection may be waited for; None for as long as it takes."""
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
    """A connection, as far as it has a place."""

    @property
    def unsent(self) -> int:
        """Bytes that wait until the client takes them."""

    def end(self, waiting: Waiting) -> None:
        """Close it for being waited for too long."""

    def abort(self) -> None:
        """Close it at once, whatever is unsent."""


@dataclasses.dataclass(slots=True)
class _Place:
    owner: str | None
    """Address or network; None for a trusted proxy, which is many callers."""
    waiting: Waiting
    deadline: float | None
    unsent: int = 0
    """At the last look."""
    taken_at: float = 0.0
    """When something of it was taken, or there was nothing."""


class Places:
    """Places for connections.

    Args:
        limits: How many there are.
        now: Tells the time, in seconds.
        trusted: Proxies, whose connections are not counted by address.
    """

    def __init__(
        self, limits: ConnectionLimits, now: Callable[[], float], trusted: Sequence[Network] = ()
    ) -> None:
        self.limits = limits
        """How many there are."""
        self.refused = 0
        """Connections that found no place."""
        self.ended = 0
        """Connections that were closed for taking too long, or gave way."""
        self._now = now
        self._trusted = trusted
        self._places: dict[Connection, _Place] = {}
        self._by_owner: dict[str, int] = {}
        # What gives way, the one that has been waited for the longest first; one table of all, one by owner.
        self._yielding: OrderedDict[Connection, None] = OrderedDict()
        self._yielding_by_owner: dict[str, OrderedDict[Connection, None]] = {}

    def __len__(self) -> int:
        """Return how many are taken."""
        return len(self._places)

    @property
    def num_owners(self) -> int:
        """Addresses that something is kept of."""
        return max(len(self._by_owner), len(self._yielding_by_owner))

    def enter(self, connection: Connection, peer: str) -> bool:
        """Take a place for a connection that has just been made; another may have to give way.

        Args:
            connection: The connection.
            peer: Address of its other end.

        Returns:
            Whether there is one; otherwise the connection is to be closed.
        """
        owner = (
            None
            if is_trusted(peer, self._trusted)
            else caller_network(caller_address(peer, "", ()))
        )
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
        """Note what a connection is at; its deadline is set once for each state, however often this is called."""
        place = self._places.get(connection)
        if place is None or place.waiting is waiting:
            return
        place.waiting = waiting
        seconds = self.limits.seconds(waiting)
        place.deadline = None if seconds is None else self._now() + seconds
        self._hold(connection, place)
        if seconds is not None:
            self._yielding[connection] = None
            if place.owner is not None:
                of_owner = self._yielding_by_owner.setdefault(place.owner, OrderedDict())
                of_owner[connection] = None

    def leave(self, connection: Connection) -> None:
        """Give a place back; nothing is kept of an address without connections."""
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
        """Close what has been waited for too long, and what takes nothing of what it is sent."""
        now = self._now()
        for connection, place in list(self._places.items()):
            unsent = connection.unsent
            # A stream writes on while the client takes nothing, so that growth is no sign of a reader.
            if not unsent or unsent < place.unsent:
                place.taken_at = now
            place.unsent = unsent
            if now - place.taken_at > self.limits.stall_s:
                self._end(connection)
                connection.abort()
            elif place.deadline is not None and now > place.deadline:
                place.deadline = None  # once: what is written to it last may take a moment
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
        """Let a connection give way no more."""
        self._yielding.pop(connection, None)
        of_owner = self._yielding_by_owner.get(place.owner) if place.owner is not None else None
        if of_owner is not None:
            of_owner.pop(connection, None)
            if not of_owner:
                del self._yielding_by_owner[place.owner or ""]

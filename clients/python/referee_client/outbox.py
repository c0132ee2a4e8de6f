"""Messages of a process that have not been passed to a stream yet, in order.

Every method may be called from any thread, since a bot may send chat messages while another thread
sends.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from gamereferee.v1 import play_service_pb2 as wire

__all__ = ["MAX_REQUEST_BYTES", "ROOM_BYTES", "Answer", "Outbox", "Unsaid"]

MAX_REQUEST_BYTES = 1024 * 1024
"""Highest number of bytes of one request; a referee ends the stream that sends a larger one."""
ROOM_BYTES = MAX_REQUEST_BYTES - 1024
"""Highest number of bytes of messages in one request; the remaining bytes are for the framing
around them."""

Answer = wire.Action | wire.SmallAction | wire.Skip
"""Messages that close a turn: an action, an action in short, or giving the turn up."""
Unsaid = wire.Resign | wire.Say
"""Messages that have to be sent on the next stream if this stream breaks before.

Unlike answers, they are not asked for again by a turn that is sent again."""
ToSay = (
    Answer
    | wire.LaneAnswers
    | wire.Join
    | wire.OpenNonce
    | wire.Resign
    | wire.Say
    | wire.Pong
    | wire.Ping
)

_FRAME_BYTES = 6
"""Bytes of an entry in a request in addition to its message: field number and length."""


class Outbox:
    """Queue of messages for the referee, until a stream takes them."""

    def __init__(self) -> None:
        self._waiting: list[ToSay] = []
        self._says = 0
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        """Return whether the outbox has a message to send."""
        return bool(
            self._waiting
        )  # without the lock: a list that another thread appends to is still a list

    def add(self, message: ToSay) -> None:
        """Add a message at the end of the queue."""
        with self._lock:
            self._waiting.append(message)

    def new_number(self) -> int:
        """Return a number for the next chat message of this outbox, from 1."""
        with self._lock:
            # Counted per process, so that the number alone identifies a chat message in a rejection.
            self._says += 1
            return self._says

    def renew(self, joins: Iterable[wire.Join]) -> None:
        """Begin on a new stream: put joins first, then the resignations and chat messages that wait.

        `joins` are the messages that present the seats' tokens again. Everything else is dropped:
        answers, since the referee sends open turns again, and pings and pongs of the old stream.
        Joins come first, because the referee takes other messages only of seats that are joined.
        """
        with self._lock:
            # An answer sent now would be rejected: the referee takes it only after it has sent the turn again.
            kept = [said for said in self._waiting if isinstance(said, Unsaid)]
            self._waiting = [*joins, *kept]

    def rest(self, match_id: str = "", seat: int = 0) -> list[Unsaid]:
        """Remove and return resignations and chat messages, so that they can be sent on another stream.

        Args:
            match_id: Match of the one seat to look for; empty takes the messages of all seats.
            seat: Index of that seat, 0-based.
        """
        rest: list[Unsaid] = []
        kept: list[ToSay] = []
        with self._lock:
            for said in self._waiting:
                if isinstance(said, Unsaid) and (
                    not match_id or (said.match_id, said.seat) == (match_id, seat)
                ):
                    rest.append(said)
                else:
                    kept.append(said)
            self._waiting = kept
        return rest

    def silence(self, match_id: str, seat: int) -> None:
        """Drop the chat messages of a seat whose match is over."""
        with self._lock:
            self._waiting = [
                said
                for said in self._waiting
                if not (
                    isinstance(said, wire.Say) and (said.match_id, said.seat) == (match_id, seat)
                )
            ]

    def take(self) -> wire.PlayRequest | None:
        """Return the next request, with as many messages as fit into it.

        Return None if there is nothing to send.

        One request may not be enough: call it again until it returns None.
        """
        with self._lock:
            waiting = self._waiting
            if not waiting:
                return None
            # Nearly always all fit. Only if not, sizes are added up one by one.
            request = _request(waiting)
            # A single message that is too long is sent all the same: only the referee can say what is wrong with it.
            # Any other request that is too long would end the stream, and with it the turns of all
            # seats.
            if request.ByteSize() <= MAX_REQUEST_BYTES or len(waiting) == 1:
                self._waiting = []
                return request
            count = _room_for(waiting)
            self._waiting = waiting[count:]
            return _request(waiting[:count])


def _room_for(waiting: Sequence[ToSay]) -> int:
    """Return how many of the first of the waiting messages fit into one request, at least 1."""
    size = 0
    for count, message in enumerate(waiting):
        size += message.ByteSize() + _FRAME_BYTES
        if size > MAX_REQUEST_BYTES:
            return max(1, count)
    return len(waiting)


_FIELDS: dict[type[ToSay], str] = {
    wire.Action: "actions",
    wire.LaneAnswers: "lane_answers",
    wire.SmallAction: "small_actions",
    wire.Skip: "skips",
    wire.Join: "joins",
    wire.OpenNonce: "openings",
    wire.Resign: "resigns",
    wire.Say: "says",
    wire.Pong: "pongs",
}
"""Names of the lists in a request, by the type of message that each holds. Pings are missing, since
a request has one at most."""


def _request(waiting: Iterable[ToSay]) -> wire.PlayRequest:
    request = wire.PlayRequest()
    for message in waiting:
        if isinstance(message, wire.Ping):
            request.ping.CopyFrom(message)
        else:
            getattr(request, _FIELDS[type(message)]).append(message)
    return request

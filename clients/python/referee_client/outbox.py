"""What a process has to say and no stream has been given yet, in order.

Every method may be called from any thread: bots speak while others write.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from gamereferee.v1 import play_service_pb2 as wire

__all__ = ["MAX_REQUEST_BYTES", "ROOM_BYTES", "Answer", "Outbox", "Unsaid"]

MAX_REQUEST_BYTES = 1024 * 1024
"""Most bytes of a request; a referee ends the stream that brings more."""
ROOM_BYTES = MAX_REQUEST_BYTES - 1024
"""Most bytes of what stands in one, without the names of fields around it."""

Answer = wire.Action | wire.SmallAction | wire.Skip
"""What closes a turn."""
Unsaid = wire.Resign | wire.Say
"""What has to be said on another stream if one has not taken it."""
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
"""What an entry takes beside itself: its field's number and its length."""


class Outbox:
    """Messages for the referee, until a stream takes them."""

    def __init__(self) -> None:
        self._waiting: list[ToSay] = []
        self._says = 0
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        """Return whether there is anything to say."""
        return bool(self._waiting)

    def add(self, message: ToSay) -> None:
        """Put a message at the end."""
        with self._lock:
            self._waiting.append(message)

    def new_number(self) -> int:
        """Return number of a bot's next message, from 1."""
        with self._lock:
            self._says += 1
            return self._says

    def renew(self, joins: Iterable[wire.Join]) -> None:
        """Begin on a new stream: after joins comes what no stream has taken and no turn brings again.

        Those are resignations and what bots have said: joins are taken in ahead of them.
        """
        with self._lock:
            kept = [said for said in self._waiting if isinstance(said, Unsaid)]
            self._waiting = [*joins, *kept]

    def rest(self, match_id: str = "", seat: int = 0) -> list[Unsaid]:
        """Take out what no turn brings again, to be said on another stream.

        Args:
            match_id: Of one seat's match; empty for all.
            seat: The seat.
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
        """Drop what a seat has said that no stream has taken: its match is over."""
        with self._lock:
            self._waiting = [
                said
                for said in self._waiting
                if not (
                    isinstance(said, wire.Say) and (said.match_id, said.seat) == (match_id, seat)
                )
            ]

    def take(self) -> wire.PlayRequest | None:
        """Return what there is to say, in one message if that has room for it; None if there is nothing.

        To be called until it returns None.
        """
        with self._lock:
            waiting = self._waiting
            if not waiting:
                return None
            request = _request(waiting)
            if request.ByteSize() <= MAX_REQUEST_BYTES or len(waiting) == 1:
                self._waiting = []
                return request
            count = _room_for(waiting)
            self._waiting = waiting[count:]
            return _request(waiting[:count])


def _room_for(waiting: Sequence[ToSay]) -> int:
    """Return how many of these a request has room for, at least 1."""
    size = 0
    for count, message in enumerate(waiting):
        size += message.ByteSize() + _FRAME_BYTES
        if size > MAX_REQUEST_BYTES:
            return max(1, count)
    return len(waiting)


def _request(waiting: Iterable[ToSay]) -> wire.PlayRequest:
    request = wire.PlayRequest()
    for message in waiting:
        match message:
            case wire.Action() as action:
                request.actions.append(action)
            case wire.LaneAnswers() as answers:
                request.lane_answers.append(answers)
            case wire.SmallAction() as small:
                request.small_actions.append(small)
            case wire.Skip() as skip:
                request.skips.append(skip)
            case wire.Join() as join:
                request.joins.append(join)
            case wire.OpenNonce() as opening:
                request.openings.append(opening)
            case wire.Resign() as resign:
                request.resigns.append(resign)
            case wire.Say() as say:
                request.says.append(say)
            case wire.Pong() as pong:
                request.pongs.append(pong)
            case wire.Ping() as ping:
                request.ping.CopyFrom(ping)
    return request

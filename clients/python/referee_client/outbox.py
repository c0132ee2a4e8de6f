"""What a process has to say and no stream has been given yet, in order.

Every method may be called from any thread: bots speak while others write.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from gamereferee.v1 import play_service_pb2 as wire

__all__ = ["Answer", "Outbox", "Unsaid"]

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
        """Return everything in one message; None if there is nothing."""
        with self._lock:
            if not self._waiting:
                return None
            waiting, self._waiting = self._waiting, []
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

"""State of one connection (line) of a process.

It has the messages to send, and the handles and lanes that hold on this connection alone. One line,
the home line, leads to the address that the process was given. When its stream breaks, another
stream follows. The other lines lead straight to workers of the referee, past its router; each has
one stream.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamereferee.v1 import play_service_pb2 as wire
from referee_client.outbox import Outbox
from referee_client.small_turns import ShortForm

if TYPE_CHECKING:
    from referee_client.lanes import Lane, LaneTurns

__all__ = ["WORKER_ADDRESS", "Line"]

WORKER_ADDRESS = "worker-address"
"""Name of the feature by which a client says that it can connect to the workers that have its
matches."""


class Line:
    """State of a connection to one address, without its I/O.

    Args:
        address: Address of a worker; empty for the connection to the address that the process was
            given.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        """Address of a worker; empty for the line home."""
        self.is_open = not address
        """Whether seats may be on this line; False until the worker has answered."""
        self.outbox = Outbox()
        """Messages to send on this line."""
        self.forms: dict[int, ShortForm] = {}
        """Short forms of seats' turns on this stream, by the seat's handle."""
        self.lanes: dict[int, Lane] = {}
        """Lanes (sets of matches with turns in columns) by their numbers on this stream."""
        self.lane_turns: list[LaneTurns] = []
        """Turns in columns that were received and that bots have to be asked about."""
        self._heard = True
        self._is_pinged = False
        if address:
            # The answer shows that the worker can be reached. Until then all seats are played at home.
            self.outbox.add(wire.Ping(number=1))

    def begin(self) -> None:
        """Begin on a new stream: forget short forms and lanes (turns of many matches as arrays).

        Both are valid on one stream alone.
        """
        # The outbox is not cleared: `Outbox.renew` has put the joins into it already, and chat
        # messages have to survive the break.
        self.forms.clear()
        self.lanes.clear()
        self.lane_turns.clear()
        self.heard()

    def heard(self) -> None:
        """Record that a message was received on this line."""
        self._heard, self._is_pinged = True, False

    def is_silent(self) -> bool:
        """Return whether the stream seems dead; call it at regular intervals.

        If nothing was received since the last call, a ping asks the referee for a pong. If nothing
        is received until the next call either, the stream is dead.
        """
        # Each step takes a whole interval. A single check without a message must not end the
        # stream: the referee may simply have nothing to say.
        if self._heard:
            self._heard = False
        elif self._is_pinged:
            return True
        else:
            self._is_pinged = True
            self.outbox.add(wire.Ping(number=1))
        return False

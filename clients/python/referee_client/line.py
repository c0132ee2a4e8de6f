"""State of one stream of a process: messages to send on it, and the handles and lanes that hold on it alone.

One line leads home, to the address that the process was given. When its stream breaks, another stream follows. The
other lines lead to workers of the referee without its router; each has one stream.
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
"""Feature of a client that goes to the workers which have its matches."""


class Line:
    """A connection to one address, without its I/O.

    Args:
        address: Address of a worker; empty for the line home.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        """Address of a worker; empty for the line home."""
        self.is_open = not address
        """Whether seats may be on it; False until the worker has answered."""
        self.outbox = Outbox()
        """Messages to send."""
        self.forms: dict[int, ShortForm] = {}
        """Short forms of turns, by handle."""
        self.lanes: dict[int, Lane] = {}
        """Lanes by their numbers on this stream."""
        self.lane_turns: list[LaneTurns] = []
        """Turns in columns about which bots have to be asked."""
        self._heard = True
        self._is_pinged = False
        if address:
            # The answer shows that the worker can be reached. Until then all seats are played at home.
            self.outbox.add(wire.Ping(number=1))

    def begin(self) -> None:
        """Begin on a new stream, where short forms and lanes of the last one do not hold."""
        self.forms.clear()
        self.lanes.clear()
        self.lane_turns.clear()
        self.heard()

    def heard(self) -> None:
        """Record that something was received."""
        self._heard, self._is_pinged = True, False

    def is_silent(self) -> bool:
        """Return whether the stream seems dead; call it at regular intervals.

        If nothing was received since the last call, the referee is asked for a pong. If nothing is received until
        the next call either, the stream is dead.
        """
        if self._heard:
            self._heard = False
        elif self._is_pinged:
            return True
        else:
            self._is_pinged = True
            self.outbox.add(wire.Ping(number=1))
        return False

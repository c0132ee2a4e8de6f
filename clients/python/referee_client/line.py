"""What belongs to one stream of a process: what is to be said on it, and what the referee calls things there.

One line leads home, to the address that the process was given, through one stream after the other. The
others lead to workers of the referee, past its router, each through one stream.
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
    """A line.

    Args:
        address: The worker's that it leads to; empty for the line home.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        """The worker's that it leads to; empty for the line home."""
        self.is_open = not address
        """Whether seats may be on it: a worker has answered first."""
        self.outbox = Outbox()
        """What is to be said."""
        self.forms: dict[int, ShortForm] = {}
        """How turns are told in short, by handle."""
        self.lanes: dict[int, Lane] = {}
        """By the numbers that the stream knows them by."""
        self.lane_turns: list[LaneTurns] = []
        """Turns in columns that bots have to be asked about."""
        self._heard = True
        self._is_pinged = False
        if address:
            self.outbox.add(wire.Ping(number=1))

    def begin(self) -> None:
        """Begin on a new stream, on which nothing that was agreed counts any longer."""
        self.forms.clear()
        self.lanes.clear()
        self.lane_turns.clear()
        self.heard()

    def heard(self) -> None:
        """Note that something came."""
        self._heard, self._is_pinged = True, False

    def is_silent(self) -> bool:
        """Return whether the stream seems dead; to be asked from time to time.

        Nothing heard since the last time asks the referee for a pong, nothing again means dead.
        """
        if self._heard:
            self._heard = False
        elif self._is_pinged:
            return True
        else:
            self._is_pinged = True
            self.outbox.add(wire.Ping(number=1))
        return False

"""Listeners that are called when a match ends."""

from __future__ import annotations

from collections.abc import Callable

from gamereferee.v1 import spectate_service_pb2
from referee.match.machine import MatchMachine
from referee.server.hosting.messages import counted_outcome

__all__ = ["EndListener", "EndListeners"]

EndListener = Callable[[str, bytes], None]
"""Called when a match is over, with its id and how it ended as a serialized WatchEndsResponse."""


class EndListeners:
    """The listeners of one match.

    Args:
        match_id: The match's id.
        machine: The match.
    """

    def __init__(self, match_id: str, machine: MatchMachine) -> None:
        self._match_id = match_id
        self._machine = machine
        self._is_over = machine.outcome is not None
        self._waiting: dict[EndListener, None] = {}
        """In the order in which they were added."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, listener: EndListener) -> None:
        """Call a listener once when the match is over, at once if it is."""
        if self._is_over:
            listener(self._match_id, self._encoded())
        else:
            self._waiting[listener] = None

    def remove(self, listener: EndListener) -> None:
        """Don't call a listener any more."""
        self._waiting.pop(listener, None)

    def notify(self) -> None:
        """Call all listeners, and from now on each at once: the match is over."""
        self._is_over = True
        if self._waiting:
            waiting, self._waiting = self._waiting, {}
            encoded = self._encoded()
            for listener in waiting:
                listener(self._match_id, encoded)

    def _encoded(self) -> bytes:
        end = spectate_service_pb2.WatchedEnd(
            match_id=self._match_id, outcome=counted_outcome(self._machine)
        )
        return spectate_service_pb2.WatchEndsResponse(ends=[end]).SerializeToString()

"""Callbacks that are called once when a match ends."""

from __future__ import annotations

from collections.abc import Callable

from gamereferee.v1 import spectate_service_pb2
from referee.match.machine import MatchMachine
from referee.server.hosting.messages import counted_outcome

__all__ = ["EndListener", "EndListeners"]

EndListener = Callable[[str, bytes], None]
"""Callback for the end of a match. It gets the match's id and a serialized WatchEndsResponse that
holds the outcome.
"""


class EndListeners:
    """Callbacks for the end of one match.

    Args:
        match_id: The match's id.
        machine: Machine of the match.
    """

    def __init__(self, match_id: str, machine: MatchMachine) -> None:
        self._match_id = match_id
        self._machine = machine
        self._is_over = machine.outcome is not None
        self._waiting: dict[EndListener, None] = {}
        """Callbacks not called yet, in the order in which they were added."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, listener: EndListener) -> None:
        """Call a listener once when the match ends; call it at once if the match has ended already."""
        if self._is_over:
            listener(self._match_id, self._encoded())
        else:
            self._waiting[listener] = None

    def remove(self, listener: EndListener) -> None:
        """Remove a listener, so that it is not called; do nothing if it is not waiting."""
        self._waiting.pop(listener, None)

    def notify(self) -> None:
        """Call all waiting listeners, because the match has ended.

        Listeners added later are called at once.
        """
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

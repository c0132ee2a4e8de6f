"""Handles: numbers by which short turns name the seats of one stream."""

from __future__ import annotations

from referee.server.hosting.host import MatchHost
from referee.server.process.shard import Shard, nth_handle

__all__ = ["SeatHandles"]

MAX_PAST = 1000
"""Number of past handles that are remembered, so that an answer with one of them gets a fitting
rejection.
"""


class SeatHandles:
    """Handles of the seats of one stream; each handle is used only once.

    Args:
        shard: Part of the matches that this worker has, if a router splits the stream by worker;
            None if not.
    """

    def __init__(self, shard: Shard | None) -> None:
        self._shard = shard
        self._given = 0
        self._seats: dict[int, tuple[MatchHost, int]] = {}
        """Match and seat by handle, for seats that are held."""
        self._handles: dict[tuple[str, int], int] = {}
        """Handle by match id and seat, for seats that are held."""
        self._past: dict[int, tuple[str, int]] = {}
        """Match id and seat by handle, for the most recent seats that are no longer held."""

    def give(self, host: MatchHost, seat: int) -> int:
        """Return a new handle (number on this stream) for a seat that has none."""
        handle = self._handles[host.match_id, seat] = nth_handle(self._given, self._shard)
        self._given += 1
        self._seats[handle] = (host, seat)
        return handle

    def seat_of(self, handle: int) -> tuple[MatchHost, int] | None:
        """Return match and seat of a handle; None if it stands for no seat that is held."""
        return self._seats.get(handle)

    def past_seat_of(self, handle: int) -> tuple[str, int] | None:
        """Return match id and seat of a handle whose seat was held until recently.

        None for any other handle.
        """
        return self._past.get(handle)

    def revoke(self, match_id: str, seat: int) -> None:
        """Make the handle (number) of a seat that joins again invalid; do nothing if it has none."""
        handle = self._handles.pop((match_id, seat), None)
        if handle is not None:
            del self._seats[handle]

    def drop(self, match_id: str, seat: int) -> None:
        """Move the handle (number) of a seat that is no longer held to the past handles.

        Do nothing if it has none.
        """
        handle = self._handles.pop((match_id, seat), None)
        if handle is None:
            return
        del self._seats[handle]
        self._past[handle] = (match_id, seat)
        if len(self._past) > MAX_PAST:
            del self._past[next(iter(self._past))]

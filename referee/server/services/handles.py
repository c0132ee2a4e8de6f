"""Numbers that stand for the seats of one stream, in turns in short."""

from __future__ import annotations

from referee.server.hosting.host import MatchHost
from referee.server.process.shard import Shard, nth_handle

__all__ = ["SeatHandles"]

MAX_PAST = 1000
"""Numbers of seats held no more that are remembered, so that an answer by one of them is rejected as such."""


class SeatHandles:
    """The numbers of one stream; each is used once.

    Args:
        shard: The part of the stream that this is, if a router has split it; None for all of it.
    """

    def __init__(self, shard: Shard | None) -> None:
        self._shard = shard
        self._given = 0
        self._seats: dict[int, tuple[MatchHost, int]] = {}
        """Match and seat, by number."""
        self._handles: dict[tuple[str, int], int] = {}
        """The numbers of seats that are held, by match id and seat."""
        self._past: dict[int, tuple[str, int]] = {}
        """Match id and seat of the last numbers whose seats are held no more."""

    def give(self, host: MatchHost, seat: int) -> int:
        """Return a new number for a seat that has none."""
        handle = self._handles[host.match_id, seat] = nth_handle(self._given, self._shard)
        self._given += 1
        self._seats[handle] = (host, seat)
        return handle

    def seat_of(self, handle: int) -> tuple[MatchHost, int] | None:
        """Return match and seat of a number; None if it stands for no seat that is held."""
        return self._seats.get(handle)

    def past_seat_of(self, handle: int) -> tuple[str, int] | None:
        """Return match id and seat of a number whose seat was held until recently; None for any other."""
        return self._past.get(handle)

    def revoke(self, match_id: str, seat: int) -> None:
        """Make the number of a seat that joins again invalid, if it has one."""
        handle = self._handles.pop((match_id, seat), None)
        if handle is not None:
            del self._seats[handle]

    def drop(self, match_id: str, seat: int) -> None:
        """Note that a seat is held no more, if it has a number."""
        handle = self._handles.pop((match_id, seat), None)
        if handle is None:
            return
        del self._seats[handle]
        self._past[handle] = (match_id, seat)
        if len(self._past) > MAX_PAST:
            del self._past[next(iter(self._past))]

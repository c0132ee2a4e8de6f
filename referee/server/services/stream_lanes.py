"""Numbers by which the messages of one stream name its lanes, each of which plays many matches at once."""

from __future__ import annotations

from referee.server.hosting.seat_stream import HeldLane
from referee.server.process.shard import Shard, nth_lane

__all__ = ["StreamLanes"]


class StreamLanes:
    """Lanes on which one stream has seats; each number is used only once.

    A lane plays many matches at once.

    Args:
        shard: Part of the matches that this worker has, if a router splits the stream by worker;
            None if not.
    """

    def __init__(self, shard: Shard | None) -> None:
        self._shard = shard
        self._given = 0
        self._lanes: dict[int, tuple[HeldLane, int]] = {}
        """Lane and seat by the lane's number on the stream."""

    def give(self, lane: HeldLane, seat: int) -> int:
        """Return a new number (of a lane on this stream), by which the stream's bot plays this seat."""
        number = nth_lane(self._given, self._shard)
        self._given += 1
        self._lanes[number] = (lane, seat)
        return number

    def lane_of(self, number: int) -> tuple[HeldLane, int] | None:
        """Return the lane with this number, and the seat; None if the stream has no such lane.

        The number may be any, as it comes from a bot.
        """
        return self._lanes.get(number)

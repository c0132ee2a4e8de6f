"""Clocks of a match as its spectators may see them: what is left of each seat's time, and when open turns expire."""

from __future__ import annotations

from google.protobuf import timestamp_pb2

from gamereferee.v1 import spectate_service_pb2
from referee.core.clock import Clock
from referee.core.game import DecisionPoint
from referee.match.machine import MatchMachine
from referee.match.seat import SeatState
from referee.server.hosting.watch_frames import Eyes

__all__ = ["deadlines"]


def deadlines(machine: MatchMachine, eyes: Eyes, clock: Clock) -> bytes:
    """Return a serialized `WatchResponse` that has only `deadlines`; empty if this point of view gets none.

    It may be joined to the bytes of the frame that shows the match as it is now. Seats that have answered are treated
    like all others: who still thinks is nobody else's to know.

    Args:
        machine: The match.
        eyes: Point of view; one with a delay gets nothing.
        clock: The server's clock.
    """
    point, now_ns = machine.point, clock.now_ns()
    if point is None or eyes.delay or machine.clocks_wait_ns(now_ns) is not None:
        return b""
    wall_ns = clock.wall_ns()
    ends = {}
    for index in point.seats:
        seat = machine.seats[index]
        left_ns = _left_ns(seat, now_ns)
        if left_ns is not None and not seat.is_out:
            ends[index] = wall_ns + left_ns
    if not ends:
        return b""
    sees_all = machine.terms.game.public_clocks
    seen = [index for index in ends if sees_all or index in eyes.seats]
    found = spectate_service_pb2.Deadlines(
        now=_time(wall_ns),
        seats=[
            spectate_service_pb2.SeatDeadline(seat=index, deadline=_time(ends[index]))
            for index in seen
        ],
    )
    if len(seen) == len(ends) or _has_equal_limits(machine, point):
        found.latest.CopyFrom(_time(max(ends.values())))
    if not seen and not found.HasField("latest"):
        return b""
    return spectate_service_pb2.WatchResponse(deadlines=found).SerializeToString()


def _left_ns(seat: SeatState, now_ns: int) -> int | None:
    """Return what is left at `now_ns` of the time of a seat's last opened turn, in nanoseconds.

    None if the turn has no limit.
    """
    if seat.limit_ns is None:
        return None
    # Not from the bank: that of a seat that has answered is another by now.
    return seat.clock_start_ns + seat.limit_ns - seat.terms.lag_margin_ns - now_ns


def _has_equal_limits(machine: MatchMachine, point: DecisionPoint) -> bool:
    """Return whether all turns of the decision point `point` have the same time.

    That is so if no time depends on which seats are asked, or on how long they thought before.
    """
    terms = machine.terms.time_control
    return not (terms.has_bank or point.continues) and terms.first_move_ns is None


def _time(ns: int) -> timestamp_pb2.Timestamp:
    time = timestamp_pb2.Timestamp()
    time.FromNanoseconds(ns)
    return time

"""Calls about remote entries to a referee over gRPC: keys, seats, and who attends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from typing import Any

import grpc
import grpc.aio

from gamereferee.v1 import attend_service_pb2
from gamereferee.v1.attend_service_pb2_grpc import AttendServiceStub
from tournaments.bots.remote import AttendanceChange, AttendanceKind, AttendeeKey
from tournaments.play.referee_calls import GrpcRefereeCalls

__all__ = ["AttendCalls"]

SILENCE_S = 60.0
"""Time after which a referee that has not answered a new WatchAttendance is taken for away, in
seconds.
"""
_KINDS = {kind.value for kind in AttendanceKind}
_AWAY = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED)
"""Statuses after which the attendance is watched again: the referee was away, or this process did not
read.
"""


class AttendCalls:
    """Client of one referee that lets programs on other machines play: keys, seats and connections."""

    def __init__(self, calls: GrpcRefereeCalls) -> None:
        self._calls = calls
        self._stub: Any = AttendServiceStub(calls.channel)

    async def set_attendees(self, keys: Iterable[AttendeeKey]) -> None:
        """Replace the keys with which programs may connect for remote entries.

        Raises:
            RefereeCallError: The referee stays away, or refuses the call.
        """
        request = attend_service_pb2.SetAttendeesRequest(
            keys=[
                attend_service_pb2.AttendeeKey(
                    key_sha256=bytes.fromhex(key.key_sha256),
                    entries=key.entries,
                    may_add=key.may_add,
                )
                for key in keys
            ]
        )
        await self._calls.call(self._stub.SetAttendees, request)

    async def assign(self, seats: Sequence[tuple[str, str]]) -> dict[str, str]:
        """Hand seats to entries.

        Args:
            seats: Entry and token of each seat, at most 256.

        Returns:
            Why seats were refused, by token.

        Raises:
            RefereeCallError: The referee stays away, or refuses the call.
        """
        request = attend_service_pb2.AssignSeatsRequest(
            seats=[
                attend_service_pb2.AssignedSeat(entry=entry, token=token) for entry, token in seats
            ]
        )
        answer = await self._calls.call(self._stub.AssignSeats, request)
        return {seat.token: seat.text for seat in answer.refused}

    async def unassign(self, tokens: Sequence[str], *, all_others: bool = False) -> None:
        """Take seats back from entries, which no longer play them.

        Args:
            tokens: Tokens of the seats, at most 10,000.
            all_others: Whether these are instead the seats to keep, and all others are taken back.

        Raises:
            RefereeCallError: The referee stays away, or refuses the call.
        """
        request = attend_service_pb2.ReleaseSeatsRequest(tokens=tokens, all_others=all_others)
        await self._calls.call(self._stub.ReleaseSeats, request)

    async def dismiss(self, entry: str, text: str, *, over: bool) -> None:
        """End the stream of an entry, with a text of at most 200 characters for its author.

        Args:
            entry: Name of the entry.
            text: The text.
            over: Whether the entry has no more matches to play, so that its helper leaves in order.

        Raises:
            RefereeCallError: The referee stays away, or refuses the call.
        """
        request = attend_service_pb2.DismissAttendeeRequest(entry=entry, text=text, over=over)
        await self._calls.call(self._stub.DismissAttendee, request)

    async def abort_of(self, token: str, reason: str) -> None:
        """End the match of a seat without a result.

        Args:
            token: Token of the seat, whose match this run has created.
            reason: Why, for people; at most 200 characters.

        Raises:
            RefereeCallError: The referee stays away, or refuses the call.
        """
        await self._calls.abort_of(token, reason)

    async def attendance(self) -> AsyncGenerator[list[AttendanceChange], None]:
        """Yield the connections of all remote entries, then each change; stop when the referee is away.

        Raises:
            RefereeCallError: The referee refuses the call.
        """
        call = self._stub.WatchAttendance(
            attend_service_pb2.WatchAttendanceRequest(), metadata=self._calls.metadata
        )
        limit_s: float | None = SILENCE_S
        try:
            while True:
                async with asyncio.timeout(limit_s):
                    answer = await call.read()
                if not isinstance(answer, attend_service_pb2.WatchAttendanceResponse):
                    return
                limit_s = None
                # A newer referee may report what is not known here.
                yield [_change(change) for change in answer.changes if change.kind in _KINDS]
        except TimeoutError:
            return
        except grpc.aio.AioRpcError as error:
            if error.code() not in _AWAY:
                raise self._calls.failed(error) from None
        finally:
            call.cancel()


def _change(wire: attend_service_pb2.AttendanceChange) -> AttendanceChange:
    return AttendanceChange(
        kind=AttendanceKind(wire.kind),
        entry=wire.entry,
        stream=wire.stream,
        round_trip_ns=wire.round_trip.ToNanoseconds(),
        at_once=wire.room.at_once,
        further=wire.room.further if wire.room.HasField("further") else None,
        key_sha256=wire.info.key_sha256.hex(),
        version=wire.info.version,
        language=wire.info.language,
        in_order=wire.in_order,
    )

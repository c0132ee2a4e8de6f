"""AttendService: checks calls about entries that play from other machines, and passes them on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import grpc

from gamereferee.v1 import attend_service_pb2, attend_service_pb2_grpc, error_pb2, match_pb2
from referee.core.clock import Clock
from referee.core.errors import FieldError, RefereeError
from referee.server.access.auth import check_organizer, parse_token
from referee.server.access.callers import caller_of
from referee.server.access.quotas import Rate
from referee.server.attendance.attendance import Attendance, OpenSeat
from referee.server.attendance.keys import AttendeeKeys, check_entry
from referee.server.attendance.session import AttendLimits, AttendSession
from referee.server.attendance.watching import AttendanceWatch
from referee.server.process.config import ServerConfig
from referee.server.process.logs import get_log
from referee.server.process.status import abort, reason_of, sendable
from referee.server.services.request_fields import check_count, check_text

__all__ = ["AttendService", "FindMatch"]

Call = grpc.aio.ServicerContext[Any, Any]
FindMatch = Callable[[str], Awaitable[match_pb2.Match]]
"""Returns the match of a seat token; raises CallError if the token names no seat."""

MOST_RELEASED = 10_000
"""Highest number of tokens in one call of ReleaseSeats."""
BURST = 100
"""Number of Attend streams that a caller may open at once."""
PER_SECOND = 1.0
"""Number of Attend streams that a caller may open per second after that."""


class AttendService(attend_service_pb2_grpc.AttendServiceServicer):
    """Serves entries that play from other machines, and the organizer who assigns them seats.

    An entry is connected by its helper, the program that keeps an Attend stream open for it.

    Args:
        config: Settings of the server.
        clock: Source of the time.
        find: Finds the match of a seat token.
        limits: How long a helper may be silent.
    """

    def __init__(
        self, config: ServerConfig, clock: Clock, find: FindMatch, limits: AttendLimits
    ) -> None:
        self._config = config
        self._clock = clock
        self._find = find
        self._limits = limits
        self._attendance = Attendance(clock)
        self._rate = Rate("open Attend streams", BURST, PER_SECOND, clock)

    async def Attend(self, _: object, context: Call) -> None:  # type: ignore[override]  # noqa: N802
        """Serve the stream by which one entry is connected, until it ends."""
        log = get_log(peer=context.peer())
        try:
            # Separately from the first message: gRPC could not end a call whose first write, metadata included, is cancelled.
            await context.send_initial_metadata(())
            caller = caller_of(context, self._config)
            if caller is not None:
                self._rate.spend(caller)
            session = AttendSession(
                context, self._attendance, clock=self._clock, limits=self._limits, log=log
            )
            await session.run()
        except RefereeError as error:
            log.info("attendance ended", reason=str(error))
            await abort(context, error)

    async def SetAttendees(  # noqa: N802
        self, request: attend_service_pb2.SetAttendeesRequest, context: Call
    ) -> attend_service_pb2.SetAttendeesResponse:
        """Replace the keys with which entries may connect, for an organizer; return an empty response."""
        try:
            self._check_organizer(context)
            self._attendance.set_keys(AttendeeKeys(request.keys))
        except RefereeError as error:
            await abort(context, error)
        return attend_service_pb2.SetAttendeesResponse()

    async def WatchAttendance(  # type: ignore[override]  # noqa: N802
        self, request: attend_service_pb2.WatchAttendanceRequest, context: Call
    ) -> None:
        """Send an organizer the connected entries and each change, until the call is cancelled."""
        del request
        try:
            self._check_organizer(context)
            await context.send_initial_metadata(())  # separately, as for Attend
            await AttendanceWatch(context, self._attendance).run()
        except RefereeError as error:
            await abort(context, error)

    async def AssignSeats(  # noqa: N802
        self, request: attend_service_pb2.AssignSeatsRequest, context: Call
    ) -> attend_service_pb2.AssignSeatsResponse:
        """Hand seats to entries for an organizer; return those that were refused, and why."""
        try:
            self._check_organizer(context)
            check_count("seats", len(request.seats))
        except RefereeError as error:
            await abort(context, error)
        response = attend_service_pb2.AssignSeatsResponse()
        for each in request.seats:
            try:
                check_entry("entry", each.entry)
                self._attendance.assign(await self._open_seat(each.entry, each.token))
            except RefereeError as error:
                if reason_of(error) == error_pb2.ERROR_REASON_DRAINING:
                    await abort(context, error)
                reason, text = reason_of(error), sendable(str(error))
                response.refused.add(token=each.token, reason=reason, text=text)
        return response

    async def _open_seat(self, entry: str, token: str) -> OpenSeat:
        """Return the seat of a token as it is assigned to an entry.

        Raises:
            CallError: The token names no seat of this server.
        """
        match = await self._find(token)
        parsed = parse_token(token)
        assert parsed is not None  # its match was found
        return OpenSeat(
            entry=entry,
            token=token,
            match_id=match.match_id,
            seat=parsed.seat,
            game=match.game,
            num_seats=len(match.seats),
            join_until_ns=self._join_until_ns(match),
        )

    def _join_until_ns(self, match: match_pb2.Match) -> int | None:
        waits = match.phase == match_pb2.MATCH_PHASE_WAITING
        if not waits or not match.time_control.HasField("join_limit"):
            return None
        limit_ns: int = match.time_control.join_limit.ToNanoseconds()
        age_ns = max(0, self._clock.wall_ns() - match.create_time.ToNanoseconds())
        return self._clock.now_ns() + limit_ns - age_ns

    async def ReleaseSeats(  # noqa: N802
        self, request: attend_service_pb2.ReleaseSeatsRequest, context: Call
    ) -> attend_service_pb2.ReleaseSeatsResponse:
        """Take seats back from entries for an organizer; return an empty response."""
        try:
            self._check_organizer(context)
            if len(request.tokens) > MOST_RELEASED:
                bound = f"at most {MOST_RELEASED} entries"
                raise FieldError("tokens", bound, f"{len(request.tokens)} entries")
        except RefereeError as error:
            await abort(context, error)
        tokens = set(request.tokens)
        for token in self._attendance.tokens() - tokens if request.all_others else tokens:
            self._attendance.release(token)
        return attend_service_pb2.ReleaseSeatsResponse()

    async def DismissAttendee(  # noqa: N802
        self, request: attend_service_pb2.DismissAttendeeRequest, context: Call
    ) -> attend_service_pb2.DismissAttendeeResponse:
        """End the stream of an entry for an organizer; return an empty response."""
        try:
            self._check_organizer(context)
            check_text("text", request.text, 200)
        except RefereeError as error:
            await abort(context, error)
        self._attendance.dismiss(request.entry, request.text, over=request.over)
        return attend_service_pb2.DismissAttendeeResponse()

    def _check_organizer(self, context: Call) -> None:
        check_organizer(context, self._config.organizer_keys)

"""SpectateService: translates requests and passes them to a match's spectators.

The handler returns bytes, because a frame is serialized once for all its spectators.
"""

from __future__ import annotations

from typing import Any

import grpc

from gamereferee.v1 import error_pb2, spectate_service_pb2
from referee.core.errors import FieldError, RefereeError
from referee.match.machine import MatchPhase
from referee.server.access.auth import check_admitted, check_organizer
from referee.server.access.callers import caller_of
from referee.server.hosting.host import MatchHost
from referee.server.hosting.watch_frames import Eyes
from referee.server.hosting.watch_pacer import WatchPacer
from referee.server.hosting.watch_views import Watcher
from referee.server.hosting.whole_views import WholeWatcher
from referee.server.lobby.lobby import Lobby
from referee.server.process.status import CallError, abort
from referee.server.services.ends import EndsSession

__all__ = ["SpectateService"]

_SERVICE = "gamereferee.v1.SpectateService"
MOST_OF_A_SEAT = 16
"""Highest number of spectators that may watch one seat at once by its token."""


class SpectateService:
    """Serves the calls of spectators.

    Args:
        lobby: All matches of the server.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._pacer = WatchPacer()

    def handler(self) -> grpc.GenericRpcHandler:
        """Return the gRPC handler of the service, to be added to a server."""
        read = spectate_service_pb2.WatchRequest.FromString
        watch: grpc.RpcMethodHandler[spectate_service_pb2.WatchRequest, bytes] = (
            grpc.unary_stream_rpc_method_handler(self.watch, request_deserializer=read)
        )
        read_ends = spectate_service_pb2.WatchEndsRequest.FromString
        ends: grpc.RpcMethodHandler[spectate_service_pb2.WatchEndsRequest, bytes] = (
            grpc.stream_stream_rpc_method_handler(self.watch_ends, request_deserializer=read_ends)
        )
        methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {"Watch": watch, "WatchEnds": ends}
        return grpc.method_handlers_generic_handler(_SERVICE, methods)

    async def watch(
        self,
        request: spectate_service_pb2.WatchRequest,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> None:
        """Send the frames of one match until it ends."""
        try:
            if request.from_step < 0:
                raise FieldError("from_step", "0 or more", request.from_step)
            host, eyes = await self._find(request, context)
        except RefereeError as error:
            await abort(context, error)
        watcher: Watcher
        if request.only_end:
            watcher = Watcher(Eyes(only_end=True), pacer=self._pacer)
        elif request.HasField("from_step"):
            watcher = WholeWatcher(eyes, request.from_step, pacer=self._pacer)
        else:
            watcher = Watcher(eyes, pacer=self._pacer)
        host.watch(watcher)
        try:
            while (shown := await watcher.next()) is not None:
                adds = request.deadlines and not request.only_end
                await context.write(
                    host.watchers.with_deadlines(watcher, shown) if adds else shown.encoded
                )
        except CallError as error:
            await abort(context, error)
        finally:
            host.watchers.remove(watcher)

    async def watch_ends(self, _: object, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """Send the ends of all matches that the caller names."""
        config = self._lobby.config
        try:
            check_admitted(context, config)
        except RefereeError as error:
            await abort(context, error)
        # Separately, as on a Play stream.
        await context.send_initial_metadata(())
        is_organizer = caller_of(context, config) is None
        await EndsSession(context, self._lobby, None if is_organizer else self._pacer).run()

    async def _find(
        self,
        request: spectate_service_pb2.WatchRequest,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> tuple[MatchHost, Eyes]:
        """Return the host of the requested match, and the point of view that the caller may have of it.

        Raises:
            CallError: There is no such match, or the caller may not watch it in this way.
        """
        # Checked before the match is searched: a caller without rights must not find out which matches exist.
        if request.WhichOneof("view") == "seat_token":
            host, seat = await self._lobby.find_seat(request.seat_token)
            if request.match_id != host.match_id:
                raise CallError(error_pb2.ERROR_REASON_BAD_TOKEN, "the token is of another match")
            if host.watchers.count((seat,)) >= MOST_OF_A_SEAT:
                raise CallError(
                    error_pb2.ERROR_REASON_TOO_MANY_CALLS,
                    f"{MOST_OF_A_SEAT} watch this seat, which is the most allowed",
                )
            return host, Eyes((seat,), waits=True)
        check_admitted(context, self._lobby.config)
        host = await self._lobby.find(request.match_id)
        if request.WhichOneof("view") == "full":
            return host, self._full(host, context)
        return host, Eyes(waits=True)

    def _full(self, host: MatchHost, context: grpc.aio.ServicerContext[Any, Any]) -> Eyes:
        keys, header = self._lobby.config.organizer_keys, host.header
        check_organizer(context, keys)
        is_over = host.machine.phase is MatchPhase.ENDED
        if not is_over and not header.HasField("full_view_delay"):
            raise CallError(
                error_pb2.ERROR_REASON_NOT_VISIBLE,
                "the full view of this match opens after its end",
            )
        if host.reveal.is_withheld and is_over and not keys:
            raise CallError(
                error_pb2.ERROR_REASON_NOT_VISIBLE,
                "the full view of this match opens when its reveal is released",
            )
        return Eyes(tuple(range(header.num_seats)), header.full_view_delay)

"""SpectateService: translates requests and delegates to a match's watchers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import grpc

from gamereferee.v1 import error_pb2, spectate_service_pb2, spectate_service_pb2_grpc
from referee.core.errors import RefereeError
from referee.match.machine import MatchPhase
from referee.server.auth import check_admitted, check_organizer
from referee.server.host import MatchHost
from referee.server.lobby import Lobby
from referee.server.status import CallError, abort
from referee.server.watch import Watcher

__all__ = ["SpectateService"]


class SpectateService(spectate_service_pb2_grpc.SpectateServiceServicer):
    """What an audience calls.

    Args:
        lobby: The matches.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def Watch(  # noqa: N802
        self,
        request: spectate_service_pb2.WatchRequest,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> AsyncIterator[spectate_service_pb2.WatchResponse]:
        """See the protocol."""
        try:
            # Before the match is looked for: a stranger is not to find out which there are.
            if request.WhichOneof("view") == "seat_token":
                self._lobby.seat_of(request.seat_token)
            else:
                check_admitted(context, self._lobby.config)
            host = self._lobby.match(request.match_id)
            watcher = self._watcher(request, host, context)
        except RefereeError as error:
            await abort(context, error)
        host.watchers.add(watcher)
        try:
            while (frame := await watcher.next()) is not None:
                yield frame
        finally:
            host.watchers.remove(watcher)

    def _watcher(
        self,
        request: spectate_service_pb2.WatchRequest,
        host: MatchHost,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> Watcher:
        match request.WhichOneof("view"):
            case "seat_token":
                token_host, seat = self._lobby.seat_of(request.seat_token)
                if token_host is not host:
                    raise CallError(
                        error_pb2.ERROR_REASON_BAD_TOKEN, "the token is of another match"
                    )
                return Watcher((seat,), waits=True)
            case "full":
                check_organizer(context, self._lobby.config.organizer_key)
                header = host.header
                is_over = host.machine.phase is MatchPhase.ENDED
                if not is_over and not header.HasField("full_view_delay"):
                    raise CallError(
                        error_pb2.ERROR_REASON_NOT_VISIBLE,
                        "the full view of this match opens after its end",
                    )
                if host.reveal_withheld and is_over and not self._lobby.config.organizer_key:
                    raise CallError(
                        error_pb2.ERROR_REASON_NOT_VISIBLE,
                        "the full view of this match opens when its reveal is released",
                    )
                return Watcher(tuple(range(header.num_seats)), header.full_view_delay)
        return Watcher((), waits=True)

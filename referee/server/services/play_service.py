"""PlayService: serves each bot's stream by a session.

The handler takes bytes, so that a message that is no PlayRequest can be answered with a status that
says so. It returns bytes, because a session joins its messages from encoded parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc

from referee.core.clock import Clock
from referee.server.access.callers import caller_of
from referee.server.lobby.lobby import Lobby
from referee.server.process.lag import LagMeter
from referee.server.process.logs import Log, get_log
from referee.server.process.status import CallError, abort
from referee.server.services.costs import Callers
from referee.server.services.outbox import PlayStream
from referee.server.services.session import PlaySession

__all__ = ["SERVICE", "PlayService"]

SERVICE = "gamereferee.v1.PlayService"
"""Full name of the gRPC service."""


class PlayService:
    """Serves the Play call.

    Args:
        lobby: Finds seats by their tokens.
        clock: Source of the time.
        meter: Measures the referee's own lag.
    """

    def __init__(self, lobby: Lobby, clock: Clock, meter: LagMeter) -> None:
        self._lobby = lobby
        self._clock = clock
        self._meter = meter
        self.callers = Callers(clock)
        """Time accounts of all callers, for messages that nobody asked for."""

    def handler(self) -> grpc.GenericRpcHandler:
        """Return the gRPC handler of the service, to be added to a server."""
        play: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(self.play)
        return grpc.method_handlers_generic_handler(SERVICE, {"Play": play})

    def session(
        self,
        stream: PlayStream,
        log: Log,
        waited_ns: Callable[[int], int] | None = None,
        *,
        caller: str = "",
    ) -> PlaySession:
        """Return a new session on a stream; the caller must run it.

        Args:
            stream: The bot's stream.
            log: Log whose lines name the stream's peer.
            waited_ns: Takes the time at which a message was read; returns how long it may have
                waited, in nanoseconds. None for the meter's lag.
            caller: Caller to charge for messages that nobody asked for; empty for an account that
                no other stream shares.
        """
        session = PlaySession(
            stream,
            self._lobby,
            clock=self._clock,
            meter=self._meter,
            log=log,
            waited_ns=waited_ns,
            callers=self.callers,
            caller=caller,
        )
        self._lobby.sessions.add(session)
        if self._lobby.draining:
            session.send_draining()
        return session

    async def play(self, _: object, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """Serve one bot's stream until it ends."""
        log = get_log(peer=context.peer())
        log.debug("stream opened")
        try:
            # Separately from the first message: gRPC could not end a call whose first write, metadata included, is cancelled.
            await context.send_initial_metadata(())
            caller = caller_of(context, self._lobby.config) or ""
            await self.session(context, log, caller=caller).run()
        except CallError as error:
            log.warning("stream refused", reason=str(error))
            self._lobby.count_stream_error(error)
            await abort(context, error)
        except grpc.aio.BaseError as error:
            log.info("stream broken", reason=type(error).__name__)
        finally:
            log.debug("stream closed")

"""The arena's web server: uvicorn with limits of connections and with a quick shutdown."""

from __future__ import annotations

import asyncio
import functools
import socket
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal

import uvicorn
from starlette.types import ASGIApp

from referee.core.forwarded import Network
from referee_arena.listening.places import ConnectionLimits, Places
from referee_arena.listening.protocol import LimitedProtocol

__all__ = ["LISTEN_BACKLOG", "ArenaServer"]

LISTEN_BACKLOG = 512
"""Most connections that the kernel holds until the server accepts them."""
_TAKEN_AT_ONCE = 64
"""Most connections that asyncio accepts in one go before it serves others.

If no file descriptor is free, asyncio logs this many errors each time.
"""
_SWEEP_TICKS = 10
"""Number of uvicorn's ticks between two calls of `Places.sweep`; there are ten ticks a second."""
END_S = 0.3
"""Seconds that open answers have to end at shutdown before their connections are closed; browsers ask again for what
a stream did not send.
"""


class ArenaServer(uvicorn.Server):
    """Serves an application; at shutdown it closes connections whose answers are not complete after `END_S`.

    Args:
        app: The ASGI application.
        lifespan: Whether the application gets the ASGI events of start and shutdown.
        log_level: Log level of uvicorn.
        limits: Limits of connections; None for the defaults.
        trusted: Addresses of proxies, whose connections are not counted by address.
        now: Returns a monotonic time in seconds.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        lifespan: Literal["on", "off"] = "on",
        log_level: str = "warning",
        limits: ConnectionLimits | None = None,
        trusted: Sequence[Network] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.places = Places(limits or ConnectionLimits(), now, trusted)
        """Counts and limits the open connections."""
        protocol: Any = functools.partial(LimitedProtocol, places=self.places)
        super().__init__(
            uvicorn.Config(
                app,
                http=protocol,
                ws="none",
                lifespan=lifespan,
                log_level=log_level,
                access_log=False,
                server_header=False,
                proxy_headers=False,  # `Proxied` reads them, from trusted proxies alone
                backlog=_TAKEN_AT_ONCE,
                h11_max_incomplete_event_size=64 * 1024,
                timeout_keep_alive=int(self.places.limits.idle_s)
                + 1,  # the places close them first
                timeout_graceful_shutdown=1,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, with a queue of `LISTEN_BACKLOG` connections.

        The number is set here because asyncio would also accept as many connections in one go as its own backlog says.
        """
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(LISTEN_BACKLOG)

    async def on_tick(self, counter: int) -> bool:
        """Once a second, close connections that take too long; called by uvicorn ten times a second.

        Return whether the server must shut down, as uvicorn's own method decides.
        """
        if counter % _SWEEP_TICKS == 0:
            self.places.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, give open answers `END_S` seconds to complete, then close all connections.

        Without the limit, a client that reads a byte a second would delay the shutdown.
        """
        for listening in self.servers:
            listening.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()  # closes those that wait for a request
        for _ in range(int(END_S / 0.05)):
            if not self.server_state.connections:
                break
            await asyncio.sleep(0.05)
        for connection in list(self.server_state.connections):
            transport = getattr(connection, "transport", None)
            if transport is not None:
                transport.abort()
        await super().shutdown(sockets)

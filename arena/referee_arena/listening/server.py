"""The server: uvicorn with limits of connections, which ends quickly when it is stopped."""

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
"""Most connections that wait to be accepted."""
_TAKEN_AT_ONCE = 64
"""Most connections that are accepted before others are served. Without free descriptors, asyncio logs this many errors."""
_SWEEP_TICKS = 10
"""Ticks of uvicorn from one sweep to the next; there are ten in a second."""
END_S = 0.3
"""Seconds that open answers have to end before they are cut off; browsers ask again for what a stream did not send."""


class ArenaServer(uvicorn.Server):
    """Serves an application; when it ends, it cuts off clients that still read.

    Args:
        app: The application.
        lifespan: Whether it gets the events of start and shutdown.
        log_level: Of uvicorn.
        limits: Of connections.
        trusted: Proxies, whose connections are not counted by address.
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
        """Places of connections."""
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
        """Listen with a longer queue. Given to asyncio, that number would also be how many it accepts at once."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(LISTEN_BACKLOG)

    async def on_tick(self, counter: int) -> bool:
        """Close connections that take too long, once a second."""
        if counter % _SWEEP_TICKS == 0:
            self.places.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, and give answers a moment to end; then cut them off, since a client may read a byte a second."""
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

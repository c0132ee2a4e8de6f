"""Runs the arena until it is told to end; open streams don't hold it up."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys

import uvicorn

from referee_arena.server.app import make_app
from referee_arena.server.settings import ArenaError, ArenaSettings

__all__ = ["ArenaServer", "run_arena"]

LISTEN_BACKLOG = 512
"""Connections that wait to be taken at most."""
NICENESS = 10
"""The referee and the bots go first where they share a machine with who watches."""
END_S = 0.6
"""Seconds that open streams have to end by themselves."""


class ArenaServer(uvicorn.Server):
    """One that cuts off who still reads when it ends: a browser that reads a byte a second would hold it up."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen no more, and give those who are answered a moment."""
        for listening in self.servers:
            listening.close()
        for _ in range(int(END_S / 0.05)):
            if not self.server_state.connections:
                break
            await asyncio.sleep(0.05)
        for connection in list(self.server_state.connections):
            transport = getattr(connection, "transport", None)
            if transport is not None:
                transport.abort()
        await super().shutdown(sockets)


def run_arena(settings: ArenaSettings) -> None:
    """Serve until SIGINT, SIGTERM or SIGHUP; prints the address it is reached at.

    Raises:
        ArenaError: It can't listen there.
    """
    os.nice(NICENESS)
    listening = _bound(settings)
    port = listening.getsockname()[1]
    server: ArenaServer | None = None

    def is_closing() -> bool:
        return server is not None and server.should_exit

    app = make_app(settings, is_closing=is_closing)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        lifespan="on",
        server_header=False,
        h11_max_incomplete_event_size=64 * 1024,
        timeout_graceful_shutdown=1,
    )
    server = ArenaServer(config)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup keeps it running
        signal.signal(signal.SIGHUP, lambda _, frame: server.handle_exit(signal.SIGTERM, frame))
    host = settings.listen.host
    shown = "127.0.0.1" if host in ("0.0.0.0", "[::]") else host
    key = f"#key={settings.access_key}" if settings.access_key else ""
    print(f"the arena is at http://{shown}:{port}/{key}", flush=True)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        sys.exit(130)


def _bound(settings: ArenaSettings) -> socket.socket:
    listen = settings.listen
    family = socket.AF_INET6 if ":" in listen.bind else socket.AF_INET
    made = socket.socket(family)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((listen.bind, listen.port))
        made.listen(LISTEN_BACKLOG)  # who has read the address is heard from then on
    except (OSError, OverflowError) as error:
        made.close()
        why = error.strerror if isinstance(error, OSError) else str(error)
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            why = "somebody listens there already; give another with --listen"
        raise ArenaError(f"can't listen at {listen.host}:{listen.port}: {why}") from None
    return made

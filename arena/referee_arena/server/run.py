"""Runs the arena's web server until a signal stops it; open streams do not delay the end."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys

from referee.core.os_limits import raise_open_files
from referee_arena.listening.places import ConnectionLimits
from referee_arena.listening.rare_log import RareLines, calm
from referee_arena.listening.server import LISTEN_BACKLOG, ArenaServer
from referee_arena.server.app import make_app
from referee_arena.server.metrics import ArenaMetrics, serve_metrics
from referee_arena.server.settings import ArenaError, ArenaSettings

__all__ = ["run_arena"]

SEND_BUFFER = 128 * 1024
"""Size of a connection's send buffer in the kernel, in bytes; Linux doubles the number."""
NICENESS = 10
"""Niceness of the arena's process: it gives way to a referee and bots on the same machine."""


def run_arena(settings: ArenaSettings) -> None:
    """Run the arena until SIGINT, SIGTERM or SIGHUP; print the address at which browsers reach it.

    Raises:
        ArenaError: The arena can't listen at the address of its settings.
        FieldError: It can't serve metrics at theirs.
    """
    os.nice(NICENESS)
    listening = _bound(settings)
    port = listening.getsockname()[1]
    server: ArenaServer | None = None

    def is_closing() -> bool:
        return server is not None and server.should_exit

    limits = ConnectionLimits.of_files(raise_open_files())
    metrics: ArenaMetrics | None = None
    if settings.metrics is not None:
        # Only now: arenas without metrics must not wait for it to be loaded.
        from prometheus_client import CollectorRegistry

        registry = CollectorRegistry()
        metrics = ArenaMetrics(registry)
        metrics_port = serve_metrics(settings.metrics, registry)
    app = make_app(
        settings, is_closing=is_closing, most_by_caller=limits.by_address, metrics=metrics
    )
    server = ArenaServer(app, limits=limits, trusted=settings.trusted_proxies)
    calm(RareLines())
    if (
        signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN
    ):  # as under nohup, which keeps it running
        signal.signal(signal.SIGHUP, lambda _, frame: server.handle_exit(signal.SIGTERM, frame))
    host = settings.listen.host
    shown = "127.0.0.1" if host in ("0.0.0.0", "[::]") else host
    key = f"#key={settings.access_key}" if settings.access_key else ""
    print(f"the arena is at http://{shown}:{port}/{key}", flush=True)
    if settings.metrics is not None:
        print(f"metrics: http://{settings.metrics.host}:{metrics_port}/metrics", flush=True)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        # At once, as SIGTERM ends it: to take all modules down would take 0.4 s of a processor, at a low priority.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(128 + signal.SIGINT)


def _bound(settings: ArenaSettings) -> socket.socket:
    listen = settings.listen
    family = socket.AF_INET6 if ":" in listen.bind else socket.AF_INET
    made = socket.socket(family)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Connections inherit it. Without it the kernel keeps megabytes for each client that reads nothing.
    made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        made.bind((listen.bind, listen.port))
        made.listen(
            LISTEN_BACKLOG
        )  # so that visitors can connect as soon as the address is printed
    except (OSError, OverflowError) as error:
        made.close()
        why = error.strerror if isinstance(error, OSError) else str(error)
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            why = "somebody listens there already; give another with --listen"
        raise ArenaError(f"can't listen at {listen.host}:{listen.port}: {why}") from None
    return made

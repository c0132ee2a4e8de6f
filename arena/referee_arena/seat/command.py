"""The command `python -m referee_arena seat`, which serves a page for each seat that people play at a referee."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from referee_client.run import log_to_stderr

__all__ = ["seat"]

STDIN = "-"
"""Value of `--token` with which the command reads the tokens from standard input, one in each line."""
LAST_LOOK_S = 2.0
"""Seconds that pages have to show the end of the last match before the server ends."""


def seat(
    referee: Annotated[
        str,
        typer.Option(
            envvar="REFEREE_ADDRESS",
            help="unix:/path or HOST:PORT of the referee.",
            show_default=False,
        ),
    ],
    token: Annotated[
        list[str],
        typer.Option(
            envvar="REFEREE_TOKENS",
            help="Token of a seat, repeatable; - reads them from standard input, one a line.",
            show_default=False,
        ),
    ],
    port: Annotated[int, typer.Option(help="Port of the pages; 0 takes a free one.")] = 0,
    ca: Annotated[
        Path | None, typer.Option(help="PEM file with the roots to trust; given means TLS.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the pages in a browser.")] = True,
) -> None:
    """Let people play seats in a browser on this machine."""
    log_to_stderr("error")
    with socket.create_server(("127.0.0.1", port)) as listener:
        asyncio.run(_serve(listener, referee, ca, token, opens=browser))


async def _serve(
    listener: socket.socket, referee: str, ca: Path | None, tokens: list[str], *, opens: bool
) -> None:
    from referee_arena.seat.alone import SeatServer, services_at

    services = services_at(referee, ca)
    server = SeatServer(services)
    loop = asyncio.get_running_loop()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/seat"

    def offer(token: str) -> None:
        offered.append(token)
        print(f"play at {address}#{token}", file=sys.stderr, flush=True)
        if opens and _has_windows():
            threading.Thread(
                target=webbrowser.open, args=(f"{address}#{token}",), daemon=True
            ).start()

    async def leave() -> None:
        """Wait until all seats are over and nobody watches a live match, wait `LAST_LOOK_S` more, and stop the server."""
        people = services.desk.people
        while sum(person.is_over for person in people) < len(offered) or services.live.is_watched:
            await asyncio.sleep(0.1)
            people = services.desk.people
        await asyncio.sleep(LAST_LOOK_S)
        server.stop()

    def begin() -> None:
        if tokens == [STDIN]:
            _follow_stdin(lambda line: loop.call_soon_threadsafe(offer, line), finish)
        else:
            for token in tokens:
                offer(token)

    def finish() -> None:
        loop.call_soon_threadsafe(lambda: leaving.append(asyncio.create_task(leave())))

    offered: list[str] = []
    leaving: list[asyncio.Task[None]] = []
    await server.run_on(listener, begin)


def _has_windows() -> bool:
    """Return whether a browser can open a window; without a desktop, a browser may run in the terminal instead."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _follow_stdin(take: Callable[[str], object], finish: Callable[[], None]) -> None:
    def read() -> None:
        # Unbuffered, because a thread blocked inside a buffered reader can't be left at exit.
        with open(0, "rb", buffering=0, closefd=False) as stdin:
            rest = b""
            while data := stdin.read(65536):
                *whole, rest = (rest + data).split(b"\n")
                for line in whole:
                    if line.strip():
                        take(line.decode(errors="replace").strip())
        finish()

    threading.Thread(target=read, name="tokens", daemon=True).start()

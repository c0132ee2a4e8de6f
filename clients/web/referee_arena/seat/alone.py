"""A server of its own for seats that people play, as `referee play --bot web` starts it."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee_arena.seat.desk import Desk
from referee_arena.seat.routes import routes
from referee_arena.server.statics import static_address, static_file

__all__ = ["SeatServer", "app"]

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def app(desk: Desk) -> ASGIApp:
    """Return an application that serves seats, and what their page is made of.

    Args:
        desk: Where they are played.
    """
    static = Route("/static/{digest}/{name}", static_file)
    return _Headers(Starlette(routes=[*routes(desk, _link), static]))


class SeatServer(uvicorn.Server):
    """A server on a port of this machine that ends at once when it is told to.

    Args:
        desk: Where seats are played.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(uvicorn.Config(app(desk), log_level="error", lifespan="off"))
        self._desk = desk

    async def run_on(self, listener: socket.socket, meanwhile: Callable[[], None]) -> None:
        """Serve until `stop` is called or a signal comes.

        Args:
            listener: The socket, bound.
            meanwhile: Called once it is served.
        """
        serving = asyncio.create_task(self.serve([listener]))
        while not self.started and not serving.done():
            await asyncio.sleep(0.01)
        meanwhile()
        await serving

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Let requests that wait for news end, then the server; a second signal is not waited for."""
        asyncio.get_running_loop().call_soon_threadsafe(self.stop)
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        del frame

    def stop(self) -> None:
        """End the server; whoever waits for news is told that it ends."""
        self.should_exit = True
        self._closing = asyncio.create_task(self._desk.close())


class _Headers:
    """Adds the headers that every answer has.

    Args:
        inner: What answers.
    """

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = _POLICY
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
                headers["Referrer-Policy"] = "no-referrer"
                headers["X-Content-Type-Options"] = "nosniff"
            await send(message)

        await self._inner(scope, receive, sent)


def _link(what: str, which: str | int = "", /) -> str | None:
    """Return where something is: there is nothing but the page and its files."""
    return static_address(str(which)) if what == "static" else None

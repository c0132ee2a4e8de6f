"""A web server for the seats that people play at one referee, without the other pages of the arena.

`python -m referee_arena seat` runs it; `referee play --bot web` starts this command.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from referee_arena.listening.server import ArenaServer
from referee_arena.seat.desk import Desk
from referee_arena.seat.routes import PROBLEMS, SeatServices, routes
from referee_arena.server.access import Sessions
from referee_arena.server.guard import guarded
from referee_arena.server.referee_link import NotShownError, RefereeLink
from referee_arena.server.settings import LOCAL_HOSTS
from referee_arena.server.statics import static_address, static_file
from referee_arena.server.views import LiveMatches
from referee_client.address import Address

__all__ = ["SeatServer", "app", "services_at"]


def services_at(address: str, ca: Path | None = None) -> SeatServices:
    """Return the services that `app` needs to let people play seats at one referee; nothing is connected yet.

    Args:
        address: `unix:/path` or `HOST:PORT` of the referee.
        ca: File with the root certificates to trust, in PEM; None for a connection without TLS.
    """
    live = LiveMatches(RefereeLink(Address.parse(address, ca), key=""), has_key=False)
    return SeatServices(Desk(address, ca=ca), Sessions(), live)


def app(services: SeatServices, is_closing: Callable[[], bool] = lambda: False) -> Starlette:
    """Return a web application with the page on which people play seats; it refuses hosts other than this machine.

    Args:
        services: The seats, the browser sessions and the live matches of the page.
        is_closing: Called regularly while a browser reads a live stream, which ends when this returns True.
    """
    static = Route("/static/{digest}/{name}", static_file)
    return Starlette(
        routes=[*routes(services, _link, is_closing), static],
        middleware=guarded(LOCAL_HOSTS),
        exception_handlers={NotShownError: _not_shown, **PROBLEMS},
    )


class SeatServer(ArenaServer):
    """Web server of the page on which people play seats; when it stops, the play of all seats and all live streams end.

    Args:
        services: The seats, the browser sessions and the live matches of the page.
    """

    def __init__(self, services: SeatServices) -> None:
        made = app(services, lambda: self.should_exit)
        super().__init__(made, log_level="error", lifespan="off")
        self._services = services

    async def run_on(self, listener: socket.socket, meanwhile: Callable[[], None]) -> None:
        """Serve until `stop` is called or the process gets SIGINT or SIGTERM.

        Args:
            listener: Bound socket on which the server accepts connections.
            meanwhile: Called once, when the server has begun to accept connections.
        """
        serving = asyncio.create_task(self.serve([listener]))
        while not self.started and not serving.done():
            await asyncio.sleep(0.01)
        meanwhile()
        await serving

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop the server on a signal; a second SIGINT ends it without waiting for requests."""
        asyncio.get_running_loop().call_soon_threadsafe(self.stop)
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        del frame

    def stop(self) -> None:
        """Begin to stop the server, and return at once.

        The arena stops playing all seats, without resigning them. So requests that wait for a change of a seat
        are answered, not cut off.
        """
        self.should_exit = True
        self._closing = asyncio.create_task(self._close())

    async def _close(self) -> None:
        await self._services.desk.close()
        await self._services.live.close()


async def _not_shown(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, NotShownError)
    return JSONResponse({"error": error.text}, error.status)


def _link(what: str, which: str | int = "", /) -> str | None:
    """Return the address of a script or style sheet for the kind `static`; None for all other kinds of targets."""
    return static_address(str(which)) if what == "static" else None

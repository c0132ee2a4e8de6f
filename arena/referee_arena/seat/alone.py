"""A separate server for seats that people play, as `referee play --bot web` starts it."""

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
    """Return the services for seats of one referee.

    Args:
        address: `unix:/path` or `HOST:PORT` of the referee.
        ca: File with PEM roots; given means TLS.
    """
    live = LiveMatches(RefereeLink(Address.parse(address, ca), key=""), has_key=False)
    return SeatServices(Desk(address, ca=ca), Sessions(), live)


def app(services: SeatServices, is_closing: Callable[[], bool] = lambda: False) -> Starlette:
    """Return an application that serves seats and the files of their page, to this machine alone.

    Args:
        services: Services for the seats.
        is_closing: Whether streams are to end.
    """
    static = Route("/static/{digest}/{name}", static_file)
    return Starlette(
        routes=[*routes(services, _link, is_closing), static],
        middleware=guarded(LOCAL_HOSTS),
        exception_handlers={NotShownError: _not_shown, **PROBLEMS},
    )


class SeatServer(ArenaServer):
    """A server on a port of this machine, which ends at once when it is stopped.

    Args:
        services: Services for the seats.
    """

    def __init__(self, services: SeatServices) -> None:
        made = app(services, lambda: self.should_exit)
        super().__init__(made, log_level="error", lifespan="off")
        self._services = services

    async def run_on(self, listener: socket.socket, meanwhile: Callable[[], None]) -> None:
        """Serve until `stop` is called or a signal comes.

        Args:
            listener: The socket, bound.
            meanwhile: Called once the server listens.
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
        """End the server; requests that wait for news are answered before."""
        self.should_exit = True
        self._closing = asyncio.create_task(self._close())

    async def _close(self) -> None:
        await self._services.desk.close()
        await self._services.live.close()


async def _not_shown(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, NotShownError)
    return JSONResponse({"error": error.text}, error.status)


def _link(what: str, which: str | int = "", /) -> str | None:
    """Return an address; there are only the page and its files."""
    return static_address(str(which)) if what == "static" else None

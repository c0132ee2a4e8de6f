"""An arena of this process, at a port that is free, and what tests ask it with."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx

from referee_arena.listening.places import ConnectionLimits
from referee_arena.listening.server import ArenaServer
from referee_arena.server.app import make_app
from referee_arena.server.metrics import ArenaMetrics
from referee_arena.server.settings import ArenaSettings
from tests.helpers.patience import HANG_S

__all__ = ["Arena", "arena_running", "events_of", "read_stream"]


class Arena:
    """A running arena.

    Args:
        port: Where it listens.
        server: What runs it.
    """

    def __init__(self, port: int, server: ArenaServer) -> None:
        self.address = f"http://127.0.0.1:{port}"
        """Where browsers find it."""
        self.server = server
        """What runs it."""
        self.browser = self.new_browser()
        """One that keeps cookies."""

    def new_browser(self) -> httpx.AsyncClient:
        """Another browser, with no cookies yet."""
        return httpx.AsyncClient(base_url=self.address, timeout=HANG_S / 2, trust_env=False)

    async def json(self, path: str, status: int = 200) -> Any:
        """What the browser gets at a path."""
        answer = await self.browser.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        """What posting JSON is answered with."""
        own = {"sec-fetch-site": "same-origin", "content-type": "application/json"}
        return await self.browser.post(path, content=json.dumps(body), headers=own | headers)


@asynccontextmanager
async def arena_running(
    *,
    limits: ConnectionLimits | None = None,
    now: Callable[[], float] = time.monotonic,
    metrics: ArenaMetrics | None = None,
    **settings: Any,
) -> AsyncIterator[Arena]:
    """An arena with these settings, while the context lasts.

    Args:
        limits: Of its connections.
        now: Tells its connections the time.
        metrics: What counts its requests.
        settings: As of `ArenaSettings`.
    """
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    server: ArenaServer | None = None
    app = make_app(
        ArenaSettings(**settings),
        is_closing=lambda: server is not None and server.should_exit,
        most_by_caller=(limits or ConnectionLimits()).by_address,
        metrics=metrics,
    )
    trusted = settings.get("trusted_proxies", ())
    server = ArenaServer(app, limits=limits, trusted=trusted, now=now)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    async with asyncio.timeout(HANG_S / 2):
        while not server.started:
            await asyncio.sleep(0)
    arena = Arena(port, server)
    try:
        yield arena
    finally:
        await arena.browser.aclose()
        server.should_exit = True
        await serving


async def events_of(response: httpx.Response) -> AsyncIterator[tuple[str, int, Any]]:
    """Kind, number and data of what a stream tells."""
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        if line.startswith(":"):
            continue
        if not line:
            if fields:
                yield fields["event"], int(fields["id"]), json.loads(fields["data"])
            fields = {}
            continue
        name, _, value = line.partition(": ")
        fields[name] = value


async def read_stream(arena: Arena, path: str, until: int) -> list[tuple[str, int, Any]]:
    """What a stream tells of frames up to that of a number, or to its end; clocks are left out."""
    told = []
    async with arena.browser.stream("GET", path) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        async for event in events_of(response):
            if event[0] == "clock":
                continue
            told.append(event)
            if event[0] == "over" or (event[0] in ("frame", "skip") and event[1] >= until):
                break
    return told

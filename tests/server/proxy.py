"""A Unix socket in front of a server, for connections that go wrong in the middle."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

__all__ = ["Proxy", "proxy_to"]


class Proxy:
    """Passes bytes on until it is told to do otherwise.

    Args:
        address: What to connect to: its own socket, as an address of gRPC.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._flows = {"up": asyncio.Event(), "down": asyncio.Event()}
        for flow in self._flows.values():
            flow.set()
        self._writers: list[asyncio.StreamWriter] = []

    def swallow(self) -> None:
        """From now on nothing arrives on either side, and nobody is told."""
        for flow in self._flows.values():
            flow.clear()

    def stop_reading(self) -> None:
        """From now on nothing the server sends is read; what the bot sends still arrives."""
        self._flows["down"].clear()

    def read_on(self) -> None:
        """From now on everything arrives again, what was held up first."""
        for flow in self._flows.values():
            flow.set()

    def cut(self) -> None:
        """Close all connections without a word of farewell, as the death of a process does."""
        for writer in self._writers:
            writer.transport.abort()

    async def pass_on(
        self, way: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Pass bytes on, one way."""
        self._writers.append(writer)
        with contextlib.suppress(ConnectionError):
            while await self._flows[way].wait() and (data := await reader.read(4096)):
                await self._flows[way].wait()
                writer.write(data)
                await writer.drain()


@asynccontextmanager
async def proxy_to(address: str, folder: Path | None) -> AsyncIterator[Proxy]:
    """A proxy to the server at `address`, `unix:PATH` or HOST:PORT.

    Args:
        address: Address of the server.
        folder: Folder of the proxy's socket; None listens on a port of this machine.
    """
    path = f"{folder}/proxy.sock"
    proxy = Proxy(f"unix:{path}")
    tasks: list[asyncio.Task[None]] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there = await _connect(address)
        except OSError:  # the server is not there now
            writer.transport.abort()
            return
        tasks.append(asyncio.create_task(proxy.pass_on("up", reader, there[1])))
        tasks.append(asyncio.create_task(proxy.pass_on("down", there[0], writer)))

    if folder is None:
        listening = await asyncio.start_server(connected, "127.0.0.1", 0, limit=4096)
        proxy.address = f"localhost:{listening.sockets[0].getsockname()[1]}"
    else:
        listening = await asyncio.start_unix_server(connected, path, limit=4096)
    try:
        yield proxy
    finally:
        listening.close()
        proxy.cut()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _connect(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if address.startswith("unix:"):
        return await asyncio.open_unix_connection(address.removeprefix("unix:"), limit=4096)
    host, _, port = address.rpartition(":")
    return await asyncio.open_connection(host, int(port), limit=4096)

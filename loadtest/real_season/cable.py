"""A cable between a remote entry and the referee: a TCP proxy that can be pulled out and put back."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable

__all__ = ["Cables"]


class _Cable:
    """TCP proxy in front of the referee, whose connections can be broken off and refused.

    It is used only in the event loop of the thread that `Cables` has.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_in = True

    async def listen(self) -> int:
        """Listen at a free port, and return it."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port: int = server.sockets[0].getsockname()[1]
        return port

    def pull(self) -> None:
        """Break all connections off, and refuse further ones."""
        self.is_in = False
        for end in self._ends:
            end.transport.abort()

    def put_back(self) -> None:
        """Accept connections again."""
        self.is_in = True

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.is_in:
            writer.transport.abort()
            return
        try:
            there = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:  # the referee is not there now
            writer.transport.abort()
            return
        self._ends |= {writer, there[1]}
        for source, sink in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(self._pass_on(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(OSError):
                while data := await source.read(65536):
                    sink.write(data)
                    await sink.drain()
        finally:
            self._ends.discard(sink)
            sink.transport.abort()


class Cables:
    """A TCP proxy (cable) for each remote entry, in a thread with its own event loop.

    Args:
        target: Port of the referee.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._loop = asyncio.new_event_loop()
        self._cables: dict[str, _Cable] = {}
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def lay(self, entry: str) -> int:
        """Start the TCP proxy of an entry; return the port at which the entry reaches the referee."""
        cable = self._cables[entry] = _Cable(self._target)
        return asyncio.run_coroutine_threadsafe(cable.listen(), self._loop).result()

    def pull(self, entry: str) -> None:
        """Pull an entry's cable: its connections break, and it can't connect again."""
        self._do(self._cables[entry].pull)

    def put_back(self, entry: str) -> None:
        """Let an entry connect again whose cable (TCP proxy) was pulled."""
        self._do(self._cables[entry].put_back)

    def _do(self, act: Callable[[], None]) -> None:
        """Call a function in the event loop of the proxies' thread, and wait until it has returned."""

        async def do() -> None:
            act()

        asyncio.run_coroutine_threadsafe(do(), self._loop).result()

    def close(self) -> None:
        """Break all connections off, and end the thread of the proxies."""
        for cable in self._cables.values():
            self._do(cable.pull)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

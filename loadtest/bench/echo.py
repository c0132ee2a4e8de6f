"""Bare grpc.aio: what a stream carries when nobody parses, decides or writes anything.

The measure for the referee: messages are bytes of the size of real ones, each is answered at once,
and both sides are written as plainly as the referee's own session is.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from multiprocessing.connection import Connection
from typing import TypeAlias

import grpc
import grpc.aio

from loadtest.bench.windows import Window

__all__ = ["EchoLoad", "Handler", "bare_server", "echo_server"]

SERVICE, METHOD = "loadtest.Echo", "Echo"
Handler: TypeAlias = Callable[[object, grpc.aio.ServicerContext[bytes, bytes]], Awaitable[None]]
"""What serves one stream, in bytes."""
_OPTIONS = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]


class EchoLoad:
    """Streams that send a message as soon as the last one was answered.

    Args:
        address: Where the echo server listens.
        streams: Streams at once, all on one connection.
        request_bytes: Size of what the client sends for one item.
        response_bytes: Size of what the server sends for one item.
        items: Items in a message; only what is counted and the size of messages depend on it.
    """

    def __init__(
        self, address: str, *, streams: int, request_bytes: int, response_bytes: int, items: int = 1
    ) -> None:
        self._address = address
        self._num_streams = streams
        self._items = items
        self._request = bytes(request_bytes * items)
        self._response_bytes = response_bytes * items
        self._calls: list[grpc.aio.StreamStreamCall[bytes, bytes]] = []

    async def open(self) -> None:
        """Open the streams, and set on each how long the server's answers are."""
        self._channel = grpc.aio.insecure_channel(self._address, _OPTIONS)
        echo: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = self._channel.stream_stream(
            f"/{SERVICE}/{METHOD}"
        )
        self._calls = [echo() for _ in range(self._num_streams)]
        for call in self._calls:
            await call.write(str(self._response_bytes).encode())
            await call.read()

    async def run(self, seconds: float) -> Window:
        """Exchange messages on all streams; items are counted by their answers."""
        began_ns = time.monotonic_ns()
        until_ns = began_ns + round(seconds * 1e9)
        counts = await asyncio.gather(*(self._exchange(call, until_ns) for call in self._calls))
        return Window(sum(counts) * self._items, began_ns, time.monotonic_ns())

    async def _exchange(self, call: grpc.aio.StreamStreamCall[bytes, bytes], until_ns: int) -> int:
        messages = 0
        while time.monotonic_ns() < until_ns:
            await call.write(self._request)
            await call.read()
            messages += 1
        return messages

    async def close(self) -> None:
        """Close the connection."""
        await self._channel.close()


def echo_server(address: str) -> AbstractContextManager[None]:
    """Run an echo server in its own process while the context is open."""
    return bare_server(address, SERVICE, METHOD, _echo)


@contextmanager
def bare_server(address: str, service: str, method: str, handler: Handler) -> Iterator[None]:
    """Run a server that has only one method, in its own process, while the context is open.

    Args:
        address: Where it listens.
        service: Full name of its service.
        method: Name of its method, with streams both ways.
        handler: Serves a stream; is sent to the process.
    """
    context = multiprocessing.get_context("spawn")
    pipe, theirs = context.Pipe()
    arguments = theirs, address, service, method, handler
    process = context.Process(target=_serve, args=arguments, daemon=True)
    process.start()
    theirs.close()
    try:
        pipe.recv()
        yield
    finally:
        pipe.close()
        process.join()


def _serve(pipe: Connection, address: str, service: str, method: str, handler: Handler) -> None:
    asyncio.run(_serve_until_closed(pipe, address, service, method, handler))


async def _serve_until_closed(
    pipe: Connection, address: str, service: str, method: str, handler: Handler
) -> None:
    server = grpc.aio.server(options=_OPTIONS)
    methods: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        method: grpc.stream_stream_rpc_method_handler(handler)
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, methods),))
    server.add_insecure_port(address)
    await server.start()
    pipe.send(None)
    closed = asyncio.Event()
    asyncio.get_running_loop().add_reader(pipe.fileno(), closed.set)
    await closed.wait()
    await server.stop(grace=0)


async def _echo(_: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
    answer = bytes(int(await context.read()))
    await context.write(answer)
    while isinstance(await context.read(), bytes):
        await context.write(answer)

"""Bare grpc.aio: the rate of a stream on which nothing is parsed, decided or stored.

It is the standard of comparison for the referee: messages are bytes of the size of real ones, each
is answered at once, and both sides are written as plainly as the referee's own session is.
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
"""Type of a function that serves one stream of messages in bytes."""
_OPTIONS = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]


class EchoLoad:
    """Load of streams that send a message as soon as the last one was answered.

    Args:
        address: Address of the echo server.
        streams: Number of streams at once, all on one connection.
        request_bytes: Bytes that the client sends for one item.
        response_bytes: Bytes that the server sends for one item.
        items: Number of items in a message; the count of items and the size of messages depend on
            it, nothing else.
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
        """Open the streams, and send on each how long the server's answers must be."""
        self._channel = grpc.aio.insecure_channel(self._address, _OPTIONS)
        echo: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = self._channel.stream_stream(
            f"/{SERVICE}/{METHOD}"
        )
        self._calls = [echo() for _ in range(self._num_streams)]
        for call in self._calls:
            await call.write(str(self._response_bytes).encode())
            await call.read()

    async def run(self, seconds: float) -> Window:
        """Exchange messages on all streams for some seconds.

        Return the number of items answered, with times.
        """
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
        """Close the connection to the echo server."""
        await self._channel.close()


def echo_server(address: str) -> AbstractContextManager[None]:
    """Run an echo server in a separate process while the context is open."""
    return bare_server(address, SERVICE, METHOD, _echo)


@contextmanager
def bare_server(address: str, service: str, method: str, handler: Handler) -> Iterator[None]:
    """Run a gRPC server with only one method in a separate process while the context is open.

    Args:
        address: Address on which the server listens.
        service: Full name of the service.
        method: Name of the method, which streams both ways.
        handler: Serves one stream; it is pickled and sent to the process.
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

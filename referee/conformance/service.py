"""A PlayService without logic: every stream that is opened is handed to a scenario."""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Callable
from typing import Any

import grpc
import grpc.aio

__all__ = ["Call", "Closed", "PlayServer"]

_OPTIONS = [
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.so_reuseport", 0),
]


class Closed(enum.Enum):
    """How the bot's side of a stream has ended."""

    HALF = "it has closed its side of the stream"
    """As the protocol asks."""
    BROKEN = "it has broken the stream off"
    """Cancelled, or the connection is gone."""


class Call:
    """One call of Play: bytes in, bytes out.

    Args:
        context: What gRPC gives.
        take: Called with each message as it is read, and with how the bot's side ended.
    """

    def __init__(self, context: Any, take: Callable[[bytes | Closed], None]) -> None:
        self._context = context
        self._take = take
        self._writing = asyncio.Lock()
        self._ending: asyncio.Future[tuple[grpc.StatusCode, str]] = (
            asyncio.get_running_loop().create_future()
        )
        self.read_pause_s = 0.0
        """Pause before each message is read."""

    async def write(self, data: bytes) -> None:
        """Write a message; one that can't be written any more is no matter."""
        async with self._writing:
            try:
                await self._context.write(data)
            except (grpc.aio.BaseError, asyncio.InvalidStateError):
                self._take(Closed.BROKEN)

    def end(self, code: grpc.StatusCode, details: str) -> None:
        """End the call with a status, once."""
        if not self._ending.done():
            self._ending.set_result((code, details))

    async def serve(self) -> None:
        """Read until the end is asked for."""
        reader = asyncio.create_task(self._read())
        try:
            code, details = await asyncio.shield(self._ending)
        except asyncio.CancelledError:
            self._take(Closed.BROKEN)
            raise
        finally:
            reader.cancel()
        async with self._writing:
            if code is not grpc.StatusCode.OK:
                await self._context.abort(code, details)

    async def _read(self) -> None:
        while True:
            if self.read_pause_s:
                await asyncio.sleep(self.read_pause_s)
            data = await self._context.read()
            if data is grpc.aio.EOF:
                break
            self._take(data)
        self._take(Closed.HALF)


class PlayServer:
    """Serves Play at an address.

    Args:
        address: `unix:/path`, or `127.0.0.1:0` for a free port.
        credentials: Certificate and key; None serves without TLS.
        opened: Called with the context of each new call; serves it.
    """

    def __init__(
        self,
        address: str,
        credentials: grpc.ServerCredentials | None,
        opened: Callable[[Any], Any],
    ) -> None:
        self._address = address
        self._credentials = credentials
        self._opened = opened
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> str:
        """Address as bots get it."""
        if self._credentials is None:
            return self._address
        return self._address.replace("127.0.0.1", "localhost")

    async def start(self) -> None:
        """Take calls; a port is kept from one start to the next."""
        server = grpc.aio.server(options=_OPTIONS)
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            self._play
        )
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("gamereferee.v1.PlayService", {"Play": handler}),)
        )
        if self._credentials is None:
            port = server.add_insecure_port(self._address)
        else:
            port = server.add_secure_port(self._address, self._credentials)
        if not self._address.startswith("unix:"):
            self._address = f"127.0.0.1:{port}"
        await server.start()
        self._server = server

    async def stop(self) -> None:
        """Break all calls off, and take no more."""
        if self._server is not None:
            await self._server.stop(None)
            self._server = None

    async def _play(self, _requests: object, context: Any) -> None:
        await self._opened(context)

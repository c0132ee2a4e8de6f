"""A PlayService without logic: it passes each stream that a bot opens to the scenario."""

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
    """How the bot ended its side of a stream: it closed its side, or broke the stream off."""

    HALF = "it has closed its side of the stream"
    """The bot closed its side, as the protocol asks."""
    BROKEN = "it has broken the stream off"
    """The bot cancelled the stream, or its connection broke."""


class Call:
    """One call of Play, as bytes in and bytes out.

    Args:
        context: gRPC's context of the call.
        take: Called with each message when it is read, and at the end with how the bot ended its
            side.
    """

    def __init__(self, context: Any, take: Callable[[bytes | Closed], None]) -> None:
        self._context = context
        self._take = take
        self._writing = asyncio.Lock()
        self._ending: asyncio.Future[tuple[grpc.StatusCode, str]] = (
            asyncio.get_running_loop().create_future()
        )
        self.read_pause_s = 0.0
        """Pause before each message is read, in seconds."""

    async def write(self, data: bytes) -> None:
        """Write a message; if the bot's side is gone, record that and raise nothing."""
        async with self._writing:
            try:
                # gRPC allows one write at a time, and several tasks of a scenario may write.
                await self._context.write(data)
            except (grpc.aio.BaseError, asyncio.InvalidStateError):
                self._take(Closed.BROKEN)

    def end(self, code: grpc.StatusCode, details: str) -> None:
        """End the call with a status code and its details; a second `end` does nothing."""
        if not self._ending.done():
            self._ending.set_result((code, details))

    async def serve(self) -> None:
        """Read messages until `end` is called, then end the call with that status."""
        reader = asyncio.create_task(self._read())
        try:
            # Shielded: cancelling the call must not cancel the future, which `end` may still set.
            code, details = await asyncio.shield(self._ending)
        except asyncio.CancelledError:
            self._take(Closed.BROKEN)
            raise
        finally:
            reader.cancel()
        async with self._writing:
            # With OK, returning ends the call; `abort` takes no such status.
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
    """Server of a PlayService at one address, for a scenario.

    Args:
        address: `unix:/path`, or `127.0.0.1:0` for a free port.
        credentials: Certificate and key; None serves without TLS.
        opened: Coroutine function that serves a new call; called with the call's context.
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
        """Return the address that a bot is given.

        With TLS, the host is `localhost`, as in the certificate.
        """
        if self._credentials is None:
            return self._address
        return self._address.replace("127.0.0.1", "localhost")

    async def start(self) -> None:
        """Begin to accept calls; a later start uses the same port again."""
        # A new server each time: gRPC can't start a stopped one again.
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
        # The port that was free at the first start stays the server's: bots know it by now.
        if not self._address.startswith("unix:"):
            self._address = f"127.0.0.1:{port}"
        await server.start()
        self._server = server

    async def stop(self) -> None:
        """Break off all calls and accept no more until `start`."""
        if self._server is not None:
            await self._server.stop(None)
            self._server = None

    async def _play(self, _requests: object, context: Any) -> None:
        await self._opened(context)

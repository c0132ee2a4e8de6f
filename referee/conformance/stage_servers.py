"""The servers of a scenario: where the bot reaches the referee, and how its connections break."""

from __future__ import annotations

import abc
import asyncio
import contextlib
from functools import partial
from pathlib import Path
from typing import Any

from referee.conformance.gate import Cut, Gate
from referee.conformance.service import PlayServer
from referee.conformance.setting import Setting, Transport
from referee.conformance.stream import BotStream

__all__ = ["StageServers"]


class StageServers(abc.ABC):
    """Servers of one scenario; a subclass serves the bot's streams.

    Args:
        setting: Settings that all scenarios share.
        transport: How the bot reaches the server in this scenario.
    """

    def __init__(self, setting: Setting, transport: Transport) -> None:
        self.setting = setting
        self._transport = transport
        self._opened: asyncio.Queue[BotStream] = asyncio.Queue()
        self._stack = contextlib.AsyncExitStack()
        self._folder = Path()
        self._gate: Gate | None = None
        self._server: PlayServer | None = None
        self._workers: list[PlayServer] = []

    @abc.abstractmethod
    async def _serve(
        self, opened: asyncio.Queue[BotStream], answers_pings: bool, context: Any
    ) -> None:
        """Put a stream of the bot into `opened`, then serve it until it ends.

        `answers_pings` says whether the stream answers the bot's pings.
        """

    @property
    def is_secure(self) -> bool:
        """Return whether the bot must use TLS in this scenario."""
        return self._transport == Transport.TLS

    @property
    def address(self) -> str:
        """Return the address of the server that the bot is given."""
        assert self._server is not None
        if self._gate is None:
            return self._server.address
        # The host stays, as the certificate of a TLS server is for `localhost`.
        return f"{self._server.address.rpartition(':')[0]}:{self._gate.port}"

    async def use_server(self, transport: Transport, credentials: Any = None) -> None:
        """Stop the server and serve over this transport, with these TLS credentials in place of the usual ones."""
        await self.stop_server()
        self._transport = transport
        self._server = self._make_server("referee", self._opened, credentials)
        await self._server.start()

    def _make_server(
        self,
        name: str,
        opened: asyncio.Queue[BotStream],
        credentials: Any = None,
        *,
        answers_pings: bool = True,
    ) -> PlayServer:
        """Return a new server over the scenario's transport that puts new streams into `opened`.

        Args:
            name: Name of the socket file, without its ending, where the transport is a Unix socket.
            opened: Queue for the bot's streams.
            credentials: TLS credentials of the server; None for those that scenarios usually have.
            answers_pings: Whether the streams answer the bot's pings.
        """
        if self._transport == Transport.UNIX:
            address = f"unix:{self._folder / f'{name}.sock'}"
        else:
            address = "127.0.0.1:0"
        if self._transport == Transport.TLS:
            credentials = credentials or self.setting.certificates.server()
        serve = partial(self._serve, opened, answers_pings)
        return PlayServer(address, credentials, serve)

    async def _add_server(self, opened: asyncio.Queue[BotStream], *, answers_pings: bool) -> str:
        """Start another server over the same transport, and return its address.

        Args:
            opened: Queue for the streams that the bot opens to it.
            answers_pings: Whether the streams answer the bot's pings.
        """
        server = self._make_server(
            f"worker{len(self._workers)}", opened, answers_pings=answers_pings
        )
        self._workers.append(server)
        self._stack.push_async_callback(server.stop)
        await server.start()
        return server.address

    async def cut(self, *cuts: Cut) -> None:
        """Break the bot's connections now, and the next ones in these ways, one each; not for a Unix socket.

        The first call must come before the bot starts, because it changes the bot's address.
        """
        if self._gate is None:
            # Kept for the rest of the scenario, since the bot knows no other address.
            self._gate = Gate(int(self.address.rpartition(":")[2]))
            await self._gate.start()
            self._stack.push_async_callback(self._gate.stop)
        await self._gate.cut(*cuts)

    @property
    def cuts_left(self) -> int:
        """Return the number of coming connections that will be broken."""
        return 0 if self._gate is None else self._gate.cuts_left

    async def stop_server(self) -> None:
        """Break off all streams and refuse new ones, until `start_server`."""
        if self._server is not None:
            await self._server.stop()

    async def start_server(self) -> None:
        """Accept streams again, at the same address as before `stop_server`."""
        assert self._server is not None
        await self._server.start()

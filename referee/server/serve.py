"""Builds the gRPC server, and runs it until it is told to stop."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import ssl
import stat
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from gamereferee.v1 import (
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    play_service_pb2,
    replay_service_pb2,
    replay_service_pb2_grpc,
    spectate_service_pb2,
    spectate_service_pb2_grpc,
)
from referee.core.clock import Clock, SystemClock
from referee.core.errors import FieldError
from referee.games import registry
from referee.server.config import Listen, ServerConfig
from referee.server.lag import LagMeter, new_event_loop
from referee.server.lobby import Lobby
from referee.server.lobby_service import HouseBots, LobbyService
from referee.server.logs import get_log
from referee.server.play_service import PlayService
from referee.server.replay_service import ReplayService
from referee.server.spectate_service import SpectateService

__all__ = ["Server", "run_server", "running_server"]

KEEPALIVE_MS = 20_000
"""A silent connection is asked for a sign of life that often, and closed without one."""


class Server:
    """A referee that can be reached.

    Args:
        config: Settings.
        house: Plays baseline bots, if there are any.
        meter: The lag meter of the event loop it runs on.
        clock: Tells the time.
    """

    def __init__(
        self,
        config: ServerConfig,
        *,
        house: HouseBots | None = None,
        meter: LagMeter | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.config = config
        self.addresses: list[str] = []
        """Where it listens, with the ports that were free where 0 was asked for."""
        self._meter = meter or LagMeter()
        self._clock = clock or SystemClock()
        self._house = house
        self._log = get_log()
        self._health = health.aio.HealthServicer()

    async def start(self) -> None:
        """Open the data folder, take up unfinished matches, and listen.

        Raises:
            FieldError: The data folder or an address can't be used.
        """
        registry.warm_up()
        self.lobby = Lobby(self.config, self._clock, self._meter)
        self._server = grpc.aio.server(
            options=[
                ("grpc.max_receive_message_length", self.config.max_message_bytes),
                ("grpc.max_send_message_length", -1),
                ("grpc.so_reuseport", 0),
                ("grpc.keepalive_time_ms", KEEPALIVE_MS),
                ("grpc.keepalive_timeout_ms", KEEPALIVE_MS // 2),
                ("grpc.keepalive_permit_without_calls", 1),
                ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
            ]
        )
        try:
            self._add_services()
            for listen in self.config.listen:
                self.addresses.append(self._bind(listen))
            recovered = self.lobby.recover()
            await self._server.start()
        except BaseException:
            await self.stop()
            raise
        await self._health.set("", health_pb2.HealthCheckResponse.SERVING)
        self._log.info("listening", addresses=self.addresses, recovered=recovered)

    def _add_services(self) -> None:
        lobby_service = LobbyService(self.lobby, self._house)
        lobby_service_pb2_grpc.add_LobbyServiceServicer_to_server(lobby_service, self._server)
        spectate_service_pb2_grpc.add_SpectateServiceServicer_to_server(
            SpectateService(self.lobby), self._server
        )
        replay_service_pb2_grpc.add_ReplayServiceServicer_to_server(
            ReplayService(self.lobby), self._server
        )
        play_service = PlayService(self.lobby, self._clock, self._meter)
        self._server.add_generic_rpc_handlers((play_service.handler(),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        files = (lobby_service_pb2, play_service_pb2, spectate_service_pb2, replay_service_pb2)
        names = [name for f in files for name in _service_names(f.DESCRIPTOR)]
        names += [health.SERVICE_NAME, reflection.SERVICE_NAME]
        reflection.enable_server_reflection(names, self._server)

    def _bind(self, listen: Listen) -> str:
        try:
            if self.config.tls_cert is not None and not listen.text.startswith("unix:"):
                port = self._server.add_secure_port(listen.text, self._credentials())
            else:
                _remove_stale_socket(listen.text)
                port = self._server.add_insecure_port(listen.text)
        except RuntimeError as error:
            raise FieldError(
                "listen", "an address that is free and allowed", f"{listen.text} ({error})"
            ) from None
        if listen.text.startswith("unix:"):
            os.chmod(listen.text.removeprefix("unix:"), 0o600)
            return listen.text
        return f"{listen.text.rpartition(':')[0]}:{port}"

    def _credentials(self) -> grpc.ServerCredentials:
        cert, key = self.config.tls_cert, self.config.tls_key
        assert cert is not None
        assert key is not None
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key)
            pair = (key.read_bytes(), cert.read_bytes())
        except OSError as error:
            bound = f"PEM files of a certificate and its key ({error.strerror})"
            raise FieldError("tls_cert and tls_key", bound, f"{cert} and {key}") from None
        return grpc.ssl_server_credentials([pair])

    async def drain(self) -> None:
        """Stop gracefully: no new matches, running ones may end within the grace."""
        await self._health.set("", health_pb2.HealthCheckResponse.NOT_SERVING)
        await self.lobby.drain()

    async def stop(self) -> None:
        """Stop at once; matches that run stay in their journals."""
        await self._server.stop(grace=0.5)
        await self.lobby.close()
        self._log.info("stopped")


@asynccontextmanager
async def running_server(server: Server) -> AsyncIterator[Server]:
    """A server that is started and, in the end, stopped."""
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def run_server(config: ServerConfig, house: HouseBots | None = None) -> None:
    """Run a server until SIGTERM or SIGINT, then drain it; a second signal ends the grace.

    Raises:
        FieldError: The data folder or an address can't be used.
    """
    meter = LagMeter()
    with asyncio.Runner(loop_factory=lambda: new_event_loop(meter)) as runner:
        runner.run(_serve(Server(config, house=house, meter=meter)))


async def _serve(server: Server) -> None:
    told = asyncio.Event()
    told_again = asyncio.Event()

    def tell() -> None:
        (told_again if told.is_set() else told).set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, tell)
    async with running_server(server):
        await told.wait()
        drained = asyncio.create_task(server.drain())
        impatient = asyncio.create_task(told_again.wait())
        await asyncio.wait((drained, impatient), return_when=asyncio.FIRST_COMPLETED)
        drained.cancel()
        impatient.cancel()


def _service_names(descriptor: Any) -> Sequence[str]:
    return [service.full_name for service in descriptor.services_by_name.values()]


def _remove_stale_socket(address: str) -> None:
    """Remove the socket file of a server that was killed; a live one is left alone."""
    if not address.startswith("unix:"):
        return
    path = address.removeprefix("unix:")
    if not os.path.exists(path):
        return
    if not stat.S_ISSOCK(os.stat(path).st_mode):
        raise FieldError("listen", "the path of a socket, not of another file", address)
    probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        probe.connect(path)
    except ConnectionRefusedError:
        os.unlink(path)
    except OSError:
        pass
    else:
        raise FieldError("listen", "an address that is free and allowed", address)
    finally:
        probe.close()

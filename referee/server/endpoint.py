"""A gRPC server with its addresses, health and reflection, whatever it serves.

It knows sizes, TLS and sockets; what the calls mean is for the handlers that are added to it.
"""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from gamereferee.v1 import (
    lobby_service_pb2,
    play_service_pb2,
    replay_service_pb2,
    spectate_service_pb2,
)
from referee.core.errors import FieldError
from referee.server.access.pace import CallPace
from referee.server.access.quotas import CallQuotas
from referee.server.process.config import Listen, ServerConfig
from referee.server.process.credentials import Certificate
from referee.server.process.edge import Edge
from referee.server.standard.health import Health
from referee.server.standard.reflection import REFLECTION_SERVICES, Elsewhere, Reflection

__all__ = ["SERVED_FILES", "Endpoint", "remove_stale_socket"]

KEEPALIVE_MS = 20_000
"""A silent connection is asked for a sign of life that often, and closed without one."""
HANDSHAKE_MS = 5_000
"""A connection on which nobody says who they are, in TLS and HTTP/2, is closed after so long."""
PENDING_CALLS = 100_000
"""Calls that may wait to be taken up. Beyond that gRPC cancels calls at random: with its own limit of
a thousand, who opens and resets streams as fast as it can gets the calls of others cancelled."""
MAX_STREAMS = 20_000
"""Calls of one connection that may be open; a client keeps others back. As many as a caller may play on."""
METADATA_BYTES = 16 * 1024
"""Metadata of one call; more is refused before the call is looked at."""
STOP_GRACE_S = 0.5
"""How long calls may go on that are under way when the server stops."""
SERVED_FILES = (lobby_service_pb2, play_service_pb2, spectate_service_pb2, replay_service_pb2)
"""Modules of all services of a referee."""


class Endpoint:
    """Where a referee can be reached.

    Args:
        config: Settings.
        files: Modules of the services that are served.
        has_quotas: Whether what strangers may do is bounded by `CallQuotas`.
        name: The setting that says where it listens, for errors.
        elsewhere: Answers requests of reflection for what this process doesn't know.
    """

    def __init__(
        self,
        config: ServerConfig,
        *,
        files: Sequence[ModuleType] = SERVED_FILES,
        has_quotas: bool = True,
        name: str = "listen",
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self._config = config
        self._name = name
        # A worker gets only what its router has let through and added a little to.
        largest = config.max_message_bytes if config.shard is None else -1
        outside = (
            has_quotas and config.shard is None
        )  # before a worker, its router has looked at that
        self.server = grpc.aio.server(
            interceptors=[*(_bounds(config) if outside else []), Edge()],
            options=[
                ("grpc.max_receive_message_length", largest),
                ("grpc.max_send_message_length", -1),
                ("grpc.so_reuseport", 0),
                ("grpc.max_concurrent_streams", MAX_STREAMS),
                ("grpc.max_metadata_size", METADATA_BYTES // 2),
                ("grpc.absolute_max_metadata_size", METADATA_BYTES),
                ("grpc.keepalive_time_ms", KEEPALIVE_MS),
                ("grpc.keepalive_timeout_ms", KEEPALIVE_MS // 2),
                ("grpc.keepalive_permit_without_calls", 1),
                ("grpc.server_handshake_timeout_ms", HANDSHAKE_MS),
                ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
                ("grpc.http2.max_ping_strikes", 2),
                ("grpc.server.max_pending_requests", PENDING_CALLS),
                ("grpc.server.max_pending_requests_hard_limit", PENDING_CALLS),
            ],
        )
        """Takes the handlers of the services, before `start`."""
        names = [name for file in (*files, health_pb2) for name in _service_names(file.DESCRIPTOR)]
        names += REFLECTION_SERVICES
        self._health = Health(names)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self.server)
        self.server.add_generic_rpc_handlers(tuple(Reflection(names, elsewhere).handlers()))

    def bind(self) -> list[str]:
        """Read keys and certificate, and take all addresses; return the addresses.

        They have the ports that were free where 0 was asked for.

        Raises:
            FieldError: An address or a file can't be used.
        """
        self._config.credentials.current  # noqa: B018  # raises before anything is bound
        return [self._bind(listen) for listen in self._config.listen]

    async def start(self) -> None:
        """Take calls."""
        await self.server.start()
        self._health.set_serving(True)

    async def drain(self) -> None:
        """Say that the server is going to stop."""
        self._health.set_serving(False)

    async def stop(self) -> None:
        """End all calls and let the addresses go."""
        await self.server.stop(grace=STOP_GRACE_S)

    def _bind(self, listen: Listen) -> str:
        try:
            if self._config.tls_cert is not None and not listen.text.startswith("unix:"):
                port = self.server.add_secure_port(listen.text, self._credentials())
            else:
                remove_stale_socket(listen.text, self._name)
                port = self.server.add_insecure_port(listen.text)
        except RuntimeError:
            raise FieldError(
                self._name, "an address that is free and allowed", listen.text
            ) from None
        if listen.text.startswith("unix:"):
            os.chmod(listen.text.removeprefix("unix:"), 0o600)
            return listen.text
        return f"{listen.text.rpartition(':')[0]}:{port}"

    def _credentials(self) -> grpc.ServerCredentials:
        """Return credentials that ask for the certificate in use at each new connection."""
        credentials = self._config.credentials
        used = credentials.current.certificate
        assert used is not None

        def fetch() -> grpc.ServerCertificateConfiguration | None:
            # Called in a thread of gRPC. None keeps what was returned last.
            nonlocal used
            now = credentials.current.certificate
            if now is None or now == used:
                return None
            used = now
            return _certificate_to_grpc(now)

        initial = _certificate_to_grpc(used)
        return grpc.dynamic_ssl_server_credentials(initial, fetch)  # type: ignore[arg-type]  # its stub forgets None


def _certificate_to_grpc(certificate: Certificate) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration([(certificate.key, certificate.chain)])


def _bounds(config: ServerConfig) -> list[grpc.aio.ServerInterceptor]:
    """Return what bounds callers without the organizer key."""
    return [CallQuotas(config), CallPace(config)]


def _service_names(descriptor: Any) -> list[str]:
    return [service.full_name for service in descriptor.services_by_name.values()]


def remove_stale_socket(address: str, field: str) -> None:
    """Remove the socket file of a server that was killed; a live one is left alone.

    Args:
        address: Where it listened; nothing is done where that is no `unix:PATH`.
        field: The setting that says so.

    Raises:
        FieldError: Another server listens there, or it is no socket.
    """
    if not address.startswith("unix:"):
        return
    path = address.removeprefix("unix:")
    if not os.path.exists(path):
        return
    if not stat.S_ISSOCK(os.stat(path).st_mode):
        raise FieldError(field, "the path of a socket, not of another file", address)
    probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        probe.connect(path)
    except ConnectionRefusedError:
        os.unlink(path)
    except OSError:
        pass
    else:
        raise FieldError(field, "an address that is free and allowed", address)
    finally:
        probe.close()

"""A gRPC server with its addresses, health and reflection, without any of the referee's services.

It handles message sizes, TLS and sockets. What calls do is up to the handlers that are added to it.
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
    attend_service_pb2,
    lobby_service_pb2,
    play_service_pb2,
    replay_service_pb2,
    spectate_service_pb2,
)
from referee.core.errors import FieldError
from referee.server.access.pace import CallPace
from referee.server.access.quotas import CallQuotas
from referee.server.process.call_guard import CallGuard
from referee.server.process.config import Listen, ServerConfig
from referee.server.process.credentials import Certificate
from referee.server.standard.health import Health
from referee.server.standard.reflection import REFLECTION_SERVICES, Elsewhere, Reflection
from referee.server.telemetry.recorder import Recorder

__all__ = ["SERVED_FILES", "Endpoint", "remove_stale_socket"]

KEEPALIVE_MS = 20_000
"""Time after which a silent connection is pinged, in milliseconds. The connection is closed if no
answer comes within half of that time.
"""
HANDSHAKE_MS = 5_000
"""Time, in milliseconds, after which a connection is closed that has not finished the handshakes of
TLS and HTTP/2.
"""
PENDING_CALLS = 100_000
"""Number of calls that may wait to be started. Beyond it gRPC cancels calls at random. With gRPC's
own limit of a thousand, a client that opens and resets streams as fast as it can would get the
calls of others cancelled.
"""
MAX_STREAMS = 20_000
"""Highest number of open calls on one connection; its client delays further ones. A caller may have
the same number of `Play` streams.
"""
METADATA_BYTES = 16 * 1024
"""Highest number of bytes of metadata in one call; a call with more is refused before its handler
runs.
"""
STOP_GRACE_S = 0.5
"""Time that open calls may still take when the server stops, in seconds."""
SERVED_FILES = (
    lobby_service_pb2,
    play_service_pb2,
    spectate_service_pb2,
    replay_service_pb2,
    attend_service_pb2,
)
"""Generated modules of all the referee's services."""


class Endpoint:
    """gRPC server on the addresses at which a referee can be reached.

    Args:
        config: Settings of the server.
        files: Generated modules of the services that will be added.
        has_quotas: Whether to limit the calls of callers without the organizer key.
        name: Name of the setting that holds the address, for error messages.
        recorder: Counts errors and refused calls; None for no metrics.
        elsewhere: Answers reflection requests for files that this process doesn't have; None if
            there are none elsewhere.
    """

    def __init__(
        self,
        config: ServerConfig,
        *,
        files: Sequence[ModuleType] = SERVED_FILES,
        has_quotas: bool = True,
        name: str = "listen",
        recorder: Recorder | None = None,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self._config = config
        self._name = name
        # A worker gets only messages that its router has let through, slightly enlarged.
        largest = config.max_message_bytes if config.shard is None else -1
        # A worker's calls come from its router, which has applied the bounds already.
        outside = has_quotas and config.shard is None
        self.server = grpc.aio.server(
            interceptors=[
                *(_bounds(config, recorder) if outside else []),
                CallGuard(recorder.call_failed if recorder is not None and outside else None),
            ],
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
        """gRPC server, to which the services' handlers must be added before `start`."""
        names = [name for file in (*files, health_pb2) for name in _service_names(file.DESCRIPTOR)]
        names += REFLECTION_SERVICES
        self._health = Health(names)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self.server)
        self.server.add_generic_rpc_handlers(tuple(Reflection(names, elsewhere).handlers()))

    def bind(self) -> list[str]:
        """Read keys and certificate, and bind all addresses.

        Returns:
            The bound addresses, with the actual ports where port 0 was configured.
        """
        self._config.credentials.current  # noqa: B018  # raises before anything is bound
        return [self._bind(listen) for listen in self._config.listen]

    async def start(self) -> None:
        """Start to accept calls, and report SERVING by the health service."""
        await self.server.start()
        self._health.set_serving(True)

    async def drain(self) -> None:
        """Report NOT_SERVING by the health service, because the server is going to stop."""
        self._health.set_serving(False)

    async def stop(self) -> None:
        """End all calls, after a short grace, and free the addresses."""
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
        """Return gRPC credentials that take the certificate in use at the time of each new connection."""
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


def _bounds(config: ServerConfig, recorder: Recorder | None) -> list[grpc.aio.ServerInterceptor]:
    """Return the interceptors that limit callers without the organizer key; `recorder` counts refusals."""
    return [CallQuotas(config, recorder=recorder), CallPace(config, recorder=recorder)]


def _service_names(descriptor: Any) -> list[str]:
    return [service.full_name for service in descriptor.services_by_name.values()]


def remove_stale_socket(address: str, field: str) -> None:
    """Remove the socket file that a killed server has left; leave a live server's alone.

    Args:
        address: Address of the server; nothing is done unless it is `unix:PATH`.
        field: Name of the setting that holds the address, for error messages.

    Raises:
        FieldError: Another server listens at the address, or the file is no socket.
    """
    if not address.startswith("unix:"):
        return
    path = address.removeprefix("unix:")
    if not os.path.exists(path):
        return
    # A mistyped path must never cost anybody a file.
    if not stat.S_ISSOCK(os.stat(path).st_mode):
        raise FieldError(field, "the path of a socket, not of another file", address)
    probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # Only a connection shows whether a server is still behind the socket file.
        probe.connect(path)
    except ConnectionRefusedError:
        os.unlink(path)
    except OSError:
        pass
    else:
        raise FieldError(field, "an address that is free and allowed", address)
    finally:
        probe.close()

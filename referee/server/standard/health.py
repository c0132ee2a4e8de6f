"""Health of a server and of each of its services, as `grpc.health.v1`.

The servicer of grpcio-health-checking holds a lock while it writes to a watcher, so that a watcher that
does not read keeps the status from changing, and the server from draining.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

__all__ = ["Health"]

_Response = health_pb2.HealthCheckResponse


class Health(health_pb2_grpc.HealthServicer):  # type: ignore[misc]  # the package has no types
    """Answers for the server as a whole, which is the name `""`, and for each service by its name.

    Args:
        names: Full names of the services.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(("", *names))
        self._status: int = _Response.NOT_SERVING
        self._changed = asyncio.Event()

    def set_serving(self, is_serving: bool) -> None:
        """Change what all names are, and wake those that watch."""
        self._status = _Response.SERVING if is_serving else _Response.NOT_SERVING
        self._changed.set()
        self._changed = asyncio.Event()

    async def Check(  # noqa: N802
        self,
        request: health_pb2.HealthCheckRequest,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> health_pb2.HealthCheckResponse:
        """See the protocol of gRPC: a name that no service has is NOT_FOUND."""
        if request.service not in self._names:
            await context.abort(
                grpc.StatusCode.NOT_FOUND, "no service of this server has that name"
            )
        return _Response(status=self._status)

    async def Watch(  # noqa: N802
        self,
        request: health_pb2.HealthCheckRequest,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> None:
        """See the protocol of gRPC: a name that no service has may come later, so the call stays open."""
        is_known, sent = request.service in self._names, None
        while True:
            changed = self._changed  # before the status is read: a change after that is not missed
            status = self._status if is_known else _Response.SERVICE_UNKNOWN
            if status != sent:
                await context.write(_Response(status=status))
                sent = status
            await changed.wait()

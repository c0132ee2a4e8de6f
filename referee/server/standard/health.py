"""Health of a server and of each of its services, by the protocol `grpc.health.v1`.

The servicer of grpcio-health-checking holds a lock while it writes to a watcher. There, a watcher
that does not read would keep the status from changing, and the server from draining.
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
    """Health service for the server as a whole, whose name is `""`, and for each service by its name.

    Args:
        names: Full names of the server's services.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(("", *names))
        self._status: int = _Response.NOT_SERVING
        self._changed = asyncio.Event()

    def set_serving(self, is_serving: bool) -> None:
        """Set the status of all services to SERVING or NOT_SERVING, and notify the watchers."""
        self._status = _Response.SERVING if is_serving else _Response.NOT_SERVING
        # The old event wakes those that wait now; those that come later wait for the new one.
        self._changed.set()
        self._changed = asyncio.Event()

    async def Check(  # noqa: N802
        self,
        request: health_pb2.HealthCheckRequest,
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> health_pb2.HealthCheckResponse:
        """Return the status of a service; end the call with NOT_FOUND for an unknown name."""
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
        """Send the status of a service, and again whenever it changes, until the caller ends the call.

        For an unknown name, send SERVICE_UNKNOWN and keep the call open, as gRPC's protocol
        demands.
        """
        is_known, sent = request.service in self._names, None
        while True:
            changed = self._changed  # before the status is read: a change after that is not missed
            status = self._status if is_known else _Response.SERVICE_UNKNOWN
            if status != sent:
                await context.write(_Response(status=status))
                sent = status
            await changed.wait()

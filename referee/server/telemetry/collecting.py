"""The call by which a router reads the metrics of its workers.

A worker serves it on its socket to the router, and the router passes it on to nobody, so that no
client can reach it.
"""

from __future__ import annotations

from typing import Any

import grpc

from referee.server.telemetry.recorder import Recorder
from referee.server.telemetry.samples import Sample, encode, read

__all__ = ["samples_handler", "samples_of"]

_SERVICE = "gamereferee.internal.Telemetry"
_METHOD = "Samples"
LIMIT_S = 4.0
"""Longest time for which a scrape waits for one worker, in seconds."""


def samples_handler(recorder: Recorder) -> grpc.GenericRpcHandler:
    """Return the handler of the call, to be added to a worker's server."""

    async def answer(_: bytes, __: grpc.aio.ServicerContext[Any, Any]) -> bytes:
        return encode(recorder.samples())

    call: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(answer)
    return grpc.method_handlers_generic_handler(_SERVICE, {_METHOD: call})


async def samples_of(channel: grpc.aio.Channel) -> list[Sample]:
    """Return the samples of the worker at the other end of a channel.

    Raises:
        grpc.aio.AioRpcError: The worker does not answer within `LIMIT_S`.
    """
    call: Any = channel.unary_unary(f"/{_SERVICE}/{_METHOD}")
    return read(await call(b"", timeout=LIMIT_S))

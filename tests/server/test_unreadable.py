"""Requests that can't be read, at every method there is, and faults: they end their own call, and say why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from gamereferee.v1 import lobby_service_pb2
from referee.server.endpoint import SERVED_FILES
from tests.server.running import Problem, Referee, refusal

_UNREADABLE = (b"\xff", b"\x0a\x05abc")
"""A tag without end, and a string that is cut off."""


def _methods() -> Iterator[Any]:
    """Descriptors of all methods of all services, so that a new one is among them."""
    for file in (*SERVED_FILES, health_pb2, reflection_pb2):
        for service in file.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                yield pytest.param(method, id=method.full_name.removeprefix("gamereferee.v1."))


def _call(channel: grpc.aio.Channel, method: Any) -> Any:
    kind = f"{'stream' if method.client_streaming else 'unary'}_" + (
        "stream" if method.server_streaming else "unary"
    )
    return getattr(channel, kind)(f"/{method.containing_service.full_name}/{method.name}")


async def _sent(channel: grpc.aio.Channel, method: Any, data: bytes) -> object:
    """What comes back for one message of these bytes."""

    async def requests() -> Any:
        yield data

    call = _call(channel, method)(requests() if method.client_streaming else data)
    if method.server_streaming:
        return [each async for each in call]
    return await call


@pytest.mark.parametrize("method", list(_methods()))
async def test_a_request_that_cannot_be_read_is_an_invalid_argument(
    anywhere: Referee, method: Any
) -> None:
    """At a router too; its text names the message and no Python."""
    for data in _UNREADABLE:
        problem = await refusal(_sent(anywhere.channel, method, data))
        text = f"{len(data)} bytes that are no {method.input_type.name}"
        assert problem == Problem("INVALID_ARGUMENT", "MALFORMED", text)


async def test_a_fault_of_the_referee_tells_no_python(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its story is in the log; the server goes on."""

    def broken() -> None:
        raise ZeroDivisionError("a secret of the referee's")

    with monkeypatch.context() as patched:
        patched.setattr(referee.server.lobby, "listed", broken)
        problem = await refusal(_listed(referee))
    assert problem == Problem("INTERNAL", "REFEREE_FAULT", "a fault of the referee")
    assert not (await _listed(referee)).matches


async def _listed(referee: Referee) -> Any:
    return await referee.lobby.ListMatches(lobby_service_pb2.ListMatchesRequest())

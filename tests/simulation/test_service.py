"""SimulationService over the wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import numpy as np
import pytest
import pytest_asyncio

from gamereferee.v1 import error_pb2
from gamereferee.v1 import simulation_service_pb2 as wire
from gamereferee.v1.simulation_service_pb2_grpc import SimulationServiceStub
from referee.games import registry
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.serve import running_server
from referee.simulation.limits import SimulationLimits
from referee.simulation.pools import LEAST_ROWS
from referee.simulation.serve import SimulationConfig, SimulationServer
from referee.simulation.service import Ahead
from tests.helpers.patience import come_true
from tests.simulation.foggy import foggy_config

KEY = "a key for learners"
WINDOW = 3


@pytest_asyncio.fixture
async def stub(tmp_path: Path) -> AsyncIterator[Any]:
    """The calls of a server that needs a key."""
    listen = (parse_listen(f"unix:{tmp_path}/simulations.sock"),)
    server = ServerConfig(listen=listen, data_dir=tmp_path / "none", organizer_key=KEY)
    config = SimulationConfig(server, SimulationLimits(window=WINDOW), streams=2, niceness=0)
    async with (
        running_server(SimulationServer(config)) as running,
        grpc.aio.insecure_channel(running.addresses[0]) as channel,
    ):
        made: Any = SimulationServiceStub(channel)
        made.address = running.addresses[0]
        yield made
    assert not (tmp_path / "none").exists()


def _bearer(key: str = KEY) -> Sequence[tuple[str, str]]:
    return (("authorization", f"Bearer {key}"),)


def _open(number: int = 0, num_rows: int = 4) -> wire.RolloutRequest:
    """Open matches that do not end while a test goes on, and tell how many steps they have made."""
    told = wire.OpenBatch(
        game="diceman", num_rows=num_rows, seed=1, autoreset=wire.AUTORESET_NEXT_STEP, observe=[3]
    )
    plugin = registry.find("diceman")
    config = plugin.game.config_class(games=1000)
    told.config.type_url = f"type.googleapis.com/{plugin.codec.config_type}"
    told.config.value = plugin.codec.encode_config(config)
    return wire.RolloutRequest(number=number, batch=1, open=told)


def _step(number: int, num_rows: int = 4) -> wire.RolloutRequest:
    data = np.zeros((num_rows, 2), np.int8).tobytes()
    step = wire.StepBatch(actions=[wire.ColumnData(id=1, data=data)])
    return wire.RolloutRequest(number=number, batch=1, step=step)


async def _answers(call: Any, count: int) -> list[wire.RolloutResponse]:
    return [await call.read() for _ in range(count)]


async def test_a_game_is_described(stub: Any) -> None:
    """Its config is told complete, with the limits of a stream."""
    told = await stub.Describe(wire.DescribeRequest(game="swordman"), metadata=_bearer())
    assert (told.game, told.num_seats, told.limits.window) == ("swordman", 2, WINDOW)
    assert [each.name for each in told.acted] == ["answered", "order"]
    assert len(told.schema_hash) == 32
    assert told.config.value


async def test_requests_are_answered_in_their_order(stub: Any) -> None:
    """Some of them sent ahead."""
    call = stub.Rollout(metadata=_bearer())
    for request in (_open(10), _step(11), _step(12)):
        await call.write(request)
    answers = await _answers(call, 3)
    assert [each.number for each in answers] == [10, 11, 12]
    assert [each.WhichOneof("response") for each in answers] == ["observed", "stepped", "stepped"]
    await call.done_writing()
    assert await call.read() is grpc.aio.EOF


@pytest.mark.parametrize("metadata", [(), _bearer("another"), _bearer("match.0.secret")])
async def test_without_the_key_nothing_is_told(stub: Any, metadata: Any) -> None:
    """A seat's token is no key."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.Describe(wire.DescribeRequest(game="diceman"), metadata=metadata)
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
    call = stub.Rollout(metadata=metadata)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call.read()
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_what_is_wrong_with_a_description_is_told(stub: Any) -> None:
    """By status codes."""
    for request, code in (
        (wire.DescribeRequest(game="chess"), grpc.StatusCode.NOT_FOUND),
        (wire.DescribeRequest(game="diceman", num_seats=5), grpc.StatusCode.INVALID_ARGUMENT),
        (wire.DescribeRequest(game="diceman", game_version=99), grpc.StatusCode.INVALID_ARGUMENT),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stub.Describe(request, metadata=_bearer())
        assert caught.value.code() is code


@pytest.mark.parametrize("data", [b"\xff", b"\x1a\x05abc"])
async def test_a_request_that_cannot_be_read_is_an_invalid_argument(stub: Any, data: bytes) -> None:
    """At every method; what was asked before it on a stream is answered first."""
    (service,) = wire.DESCRIPTOR.services_by_name.values()
    assert {method.name for method in service.methods} == {"Describe", "Rollout"}
    with grpc.insecure_channel(stub.address) as channel:
        path = f"/{service.full_name}/"

        def describe() -> None:
            call: Any = channel.unary_unary(f"{path}Describe")
            call(data, metadata=_bearer())

        def rollout() -> None:
            sent = iter([_open().SerializeToString(), data])
            call: Any = channel.stream_stream(f"{path}Rollout")
            answers = call(sent, metadata=_bearer())
            answer = wire.RolloutResponse.FromString(next(answers))
            assert answer.WhichOneof("response") == "observed"
            next(answers)

        for call, name in ((describe, "DescribeRequest"), (rollout, "RolloutRequest")):
            with pytest.raises(grpc.RpcError) as caught:
                await asyncio.to_thread(call)
            error: Any = caught.value
            assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
            assert error.details() == f"{len(data)} bytes that are no {name}"


async def test_streams_are_bounded_and_free_again(stub: Any) -> None:
    """Who is gone leaves room, in the middle of whatever it asked for."""
    first, second = (stub.Rollout(metadata=_bearer()) for _ in range(2))
    for call in (first, second):
        await call.write(_open())
        await call.read()
    silent = stub.Rollout(metadata=_bearer())
    third = stub.Rollout(metadata=_bearer())
    await third.write(_open())
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await third.read()
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    await first.write(_step(1))
    first.cancel()
    while True:
        fourth = stub.Rollout(metadata=_bearer())
        try:
            await fourth.write(_open())
            answer = await fourth.read()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            continue  # the server has not heard yet
        assert answer.WhichOneof("response") == "observed"
        break
    await second.write(_step(1))
    assert (await second.read()).WhichOneof("response") == "stepped"
    silent.cancel()


async def test_processes_end_with_their_stream_and_with_the_server(tmp_path: Path) -> None:
    """One stream is given up while the server goes on, another when it stops."""
    listen = (parse_listen(f"unix:{tmp_path}/simulations.sock"),)
    server = SimulationServer(
        SimulationConfig(
            ServerConfig(listen=listen, data_dir=tmp_path / "none"), niceness=0, processes=2
        )
    )
    told = wire.OpenBatch(
        game="dungeon_keeper", config=foggy_config(), num_rows=2 * LEAST_ROWS, num_seats=2, seed=1
    )
    told.autoreset = wire.AUTORESET_NEXT_STEP
    opening = wire.RolloutRequest(batch=1, open=told)
    pools = server._pools._open
    async with (
        running_server(server) as running,
        grpc.aio.insecure_channel(running.addresses[0]) as channel,
    ):
        stub: Any = SimulationServiceStub(channel)
        first, second = stub.Rollout(), stub.Rollout()
        await first.write(opening)
        assert (await first.read()).WhichOneof("response") == "observed"
        (ended,) = pools
        first.cancel()
        await come_true(lambda: not ended._processes, "the end of processes")
        assert pools == []
        await second.write(opening)
        assert (await second.read()).WhichOneof("response") == "observed"
        (ended,) = pools
        assert len(ended._processes) == 2
    assert (pools, ended._processes) == ([], [])


async def test_more_requests_than_may_wait_are_refused() -> None:
    """Those that find room are carried out; further ones are told apart, and then the network has to wait."""

    async def sent() -> AsyncIterator[wire.RolloutRequest]:
        for number in range(10):
            yield _step(number)

    ahead = Ahead(sent(), WINDOW)
    while ahead.num_waiting < 2 * WINDOW:
        await asyncio.sleep(0)
    read = [(request.number, is_over) async for request, is_over in ahead]
    assert read[: 2 * WINDOW] == [(n, n >= WINDOW) for n in range(2 * WINDOW)]
    assert [number for number, _ in read] == list(range(10))


async def test_a_stream_whose_client_sends_too_much_goes_on(stub: Any) -> None:
    """Each request has its answer, in its place, and what it says is true of it."""
    call = stub.Rollout(metadata=_bearer())
    rows, sent = 20_000, 40
    await call.write(_open(0, rows))
    writing = asyncio.create_task(_write_all(call, [_step(n, rows) for n in range(1, sent)]))
    answers = await _answers(call, sent)
    await writing
    assert [each.number for each in answers] == list(range(sent))
    steps = 0
    for each in answers[1:]:
        if each.HasField("refused"):
            assert each.refused.reason == error_pb2.ERROR_REASON_FLOOD
            assert each.refused.text == f"at most {WINDOW} requests may wait for their answers"
        else:
            steps += 1
            assert _step_of(each) == steps
    await call.write(_step(99, rows))
    assert _step_of(await call.read()) == steps + 1


def _step_of(answer: wire.RolloutResponse) -> int:
    """Decision points of the first row's match."""
    return int(np.frombuffer(answer.stepped.observed[0].data, "<i4")[0])


async def _write_all(call: Any, requests: Iterable[wire.RolloutRequest]) -> None:
    for request in requests:
        await call.write(request)

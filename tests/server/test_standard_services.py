"""Health by service name, and reflection in both versions: what tools of gRPC ask of any server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2

from gamereferee.v1 import lobby_service_pb2
from loadtest import http2
from referee.core.errors import MalformedError
from referee.games import registry
from referee.server.access.quotas import CALLS, Quota
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.serve import running_server
from referee.server.standard import reflection
from referee.server.standard.health import Health
from referee.server.standard.reflection import REFLECTION_METHODS, REFLECTION_SERVICES, Reflection
from referee.simulation.serve import SimulationConfig, SimulationServer
from tests.server.running import Referee, refusal, running, soon

Serving = health_pb2.HealthCheckResponse
SERVICES = ("Attend", "Lobby", "Play", "Replay", "Spectate")
REFEREE = tuple(f"gamereferee.v1.{name}Service" for name in SERVICES)
STANDARD = ("grpc.health.v1.Health", *REFLECTION_SERVICES)
V1, ALPHA = REFLECTION_METHODS


# Health.


async def _statuses(channel: grpc.aio.Channel, names: tuple[str, ...]) -> set[int]:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    calls = [stub.Check(health_pb2.HealthCheckRequest(service=name)) for name in names]
    return {(await soon(call)).status for call in calls}


async def test_health_answers_by_the_name_of_each_service(anywhere: Referee) -> None:
    """All of them serve at first, and none while the server drains."""
    names = ("", *REFEREE, *STANDARD)
    assert await _statuses(anywhere.channel, names) == {Serving.SERVING}
    draining = asyncio.create_task(anywhere.server.drain())
    await soon(draining)
    assert await _statuses(anywhere.channel, names) == {Serving.NOT_SERVING}


async def test_a_name_that_no_service_has_is_not_found(anywhere: Referee) -> None:
    """Its watcher is told so on an open call, as gRPC has it."""
    stub: Any = health_pb2_grpc.HealthStub(anywhere.channel)
    for name in ("gamereferee.v1", "gamereferee.v1.SimulationService", "LobbyService", "*"):
        request = health_pb2.HealthCheckRequest(service=name)
        assert (await refusal(stub.Check(request))).code == "NOT_FOUND"
        watching = stub.Watch(request)
        assert (await soon(watching.read())).status == Serving.SERVICE_UNKNOWN
        watching.cancel()


async def test_a_service_is_watched_by_name(anywhere: Referee) -> None:
    """SERVING, then NOT_SERVING."""
    stub: Any = health_pb2_grpc.HealthStub(anywhere.channel)
    watching = stub.Watch(health_pb2.HealthCheckRequest(service=REFEREE[0]))
    assert (await soon(watching.read())).status == Serving.SERVING
    await soon(anywhere.server.drain())
    assert (await soon(watching.read())).status == Serving.NOT_SERVING
    watching.cancel()


async def test_a_server_of_simulations_answers_by_name(tmp_path: Path) -> None:
    """By its own services alone."""
    listen = (parse_listen(f"unix:{tmp_path}/s"),)
    config = SimulationConfig(ServerConfig(listen, tmp_path), niceness=0)
    address = listen[0].text
    async with (
        running_server(SimulationServer(config)) as server,
        grpc.aio.insecure_channel(address) as channel,
    ):
        names = ("", "gamereferee.v1.SimulationService", *STANDARD)
        assert await _statuses(channel, names) == {Serving.SERVING}
        stub: Any = health_pb2_grpc.HealthStub(channel)
        request = health_pb2.HealthCheckRequest(service=REFEREE[0])
        assert (await refusal(stub.Check(request))).code == "NOT_FOUND"
        await server.drain()
        assert await _statuses(channel, names) == {Serving.NOT_SERVING}


async def test_a_watcher_that_does_not_read_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its window is 0, so that what it is sent can't leave; others hear of the drain, and it ends."""
    writing = asyncio.Event()
    watch = Health.Watch

    async def noted(self: Health, request: Any, context: Any) -> None:
        writing.set()
        await watch(self, request, context)

    monkeypatch.setattr(Health, "Watch", noted)
    async with running(tmp_path) as referee:
        reader, writer = await asyncio.open_unix_connection(referee.address.removeprefix("unix:"))
        writer.write(http2.PREFACE + http2.settings(initial_window=0) + http2.settings_ack())
        writer.write(http2.call_headers(1, "/grpc.health.v1.Health/Watch"))
        writer.write(http2.message(1, b""))
        await soon(writing.wait())
        await soon(referee.server.drain())
        assert await _statuses(referee.channel, ("",)) == {Serving.NOT_SERVING}
        writer.close()
        assert not reader.at_eof()


# Reflection.


async def _asked(channel: grpc.aio.Channel, path: str, **fields: Any) -> Any:
    stream: Any = channel.stream_stream(
        path,
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    request = reflection_pb2.ServerReflectionRequest(**fields)
    call = stream(iter([request]))
    answer = await soon(call.read())
    assert answer.original_request == request
    return answer


async def _files(channel: grpc.aio.Channel, path: str = V1, **fields: Any) -> list[str]:
    answer = await _asked(channel, path, **fields)
    files = answer.file_descriptor_response.file_descriptor_proto
    return [descriptor_pb2.FileDescriptorProto.FromString(file).name for file in files]


@pytest.mark.parametrize("path", REFLECTION_METHODS)
async def test_both_versions_list_all_services(anywhere: Referee, path: str) -> None:
    """Ours, health, and both versions of reflection."""
    answer = await _asked(anywhere.channel, path, list_services="*")
    names = [service.name for service in answer.list_services_response.service]
    assert names == sorted([*REFEREE, *STANDARD])


LOBBY_FILE = "gamereferee/v1/lobby_service.proto"


@pytest.mark.parametrize("path", REFLECTION_METHODS)
@pytest.mark.parametrize(
    ("symbol", "file"),
    [
        ("gamereferee.v1.LobbyService", LOBBY_FILE),
        ("gamereferee.v1.LobbyService.ListGames", LOBBY_FILE),
        ("gamereferee.v1.SpectateService.WatchEnds", "gamereferee/v1/spectate_service.proto"),
        ("gamereferee.v1.CreateMatchRequest", LOBBY_FILE),
        ("gamereferee.v1.CreateMatchRequest.game", LOBBY_FILE),
        ("gamereferee.v1.ErrorReason", "gamereferee/v1/error.proto"),
        ("gamereferee.v1.ERROR_REASON_BAD_FIELD", "gamereferee/v1/error.proto"),
        ("gamereferee.v1.ErrorReason.ERROR_REASON_BAD_FIELD", "gamereferee/v1/error.proto"),
        ("gamereferee.v1.Record.record", "gamereferee/v1/replay.proto"),
        ("google.protobuf.Value.ListValue", ""),
        ("google.protobuf.Struct.FieldsEntry", "google/protobuf/struct.proto"),
        ("google.protobuf.Struct.FieldsEntry.key", "google/protobuf/struct.proto"),
        ("grpc.health.v1.Health.Check", "grpc_health/v1/health.proto"),
        ("grpc.health.v1.HealthCheckResponse.ServingStatus", "grpc_health/v1/health.proto"),
        ("grpc.health.v1.HealthCheckResponse.SERVING", "grpc_health/v1/health.proto"),
        ("grpc.health.v1.HealthCheckResponse.ServingStatus.SERVING", "grpc_health/v1/health.proto"),
        ("grpc.reflection.v1.ServerReflection", "grpc/reflection/v1/reflection.proto"),
        (
            "grpc.reflection.v1.ServerReflection.ServerReflectionInfo",
            "grpc/reflection/v1/reflection.proto",
        ),
        ("grpc.reflection.v1alpha.ServerReflection", "grpc_reflection/v1alpha/reflection.proto"),
        ("gamereferee.v1.LobbyService.NoSuchMethod", ""),
        ("gamereferee.v1.ErrorReason.NO_SUCH_VALUE", ""),
        ("gamereferee.v1.NoSuchMessage", ""),
        ("gamereferee.v1", ""),
        ("ListGames", ""),
        (".", ""),
        ("", ""),
        ("a" * 100_000, ""),
    ],
    ids=lambda text: text[:60] or "nothing",
)
async def test_the_file_of_each_kind_of_symbol_is_found(
    referee: Referee, path: str, symbol: str, file: str
) -> None:
    """Services, methods, messages, fields, oneofs, enums and their values; all else is NOT_FOUND."""
    answer = await _asked(referee.channel, path, file_containing_symbol=symbol)
    if file:
        names = await _files(referee.channel, path, file_containing_symbol=symbol)
        assert names[0] == file
    else:
        assert answer.error_response.error_code == grpc.StatusCode.NOT_FOUND.value[0]


async def test_a_file_comes_with_all_that_it_imports(anywhere: Referee) -> None:
    """So that a pool can be made of them; the service can be called by what it says."""
    symbol = "gamereferee.v1.LobbyService.ListGames"
    answer = await _asked(anywhere.channel, V1, file_containing_symbol=symbol)
    files = [
        descriptor_pb2.FileDescriptorProto.FromString(data)
        for data in answer.file_descriptor_response.file_descriptor_proto
    ]
    names = {file.name for file in files}
    assert len(names) == len(files)
    assert all(name in names for file in files for name in file.dependency)
    by_name = await _files(anywhere.channel, V1, file_by_filename=LOBBY_FILE)
    assert set(by_name) == names


async def test_what_is_no_question_is_answered_as_such(anywhere: Referee) -> None:
    """An empty request, a file and an extension that are not there; the call goes on."""
    ask = anywhere.channel
    answer = await _asked(ask, V1)
    assert answer.error_response.error_code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    extension = reflection_pb2.ExtensionRequest(containing_type="nothing", extension_number=7)
    for fields in (
        {"file_by_filename": "no/such.proto"},
        {"file_containing_extension": extension},
        {"all_extension_numbers_of_type": "nothing"},
    ):
        answer = await _asked(ask, V1, **fields)
        assert answer.error_response.error_code == grpc.StatusCode.NOT_FOUND.value[0]
    answer = await _asked(ask, V1, all_extension_numbers_of_type="google.protobuf.MethodOptions")
    assert answer.all_extension_numbers_response.base_type_name == "google.protobuf.MethodOptions"


def _late_file(name: str) -> descriptor_pb2.FileDescriptorProto:
    return descriptor_pb2.FileDescriptorProto(
        name=f"{name}.proto",
        package=name,
        syntax="proto3",
        message_type=[descriptor_pb2.DescriptorProto(name="Action")],
    )


async def test_messages_of_games_are_found_though_no_game_was_loaded(
    anywhere: Referee, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """The first question for something unknown loads the games, once."""
    name = f"late_{request.node.name.partition('[')[2].rstrip(']')}"
    found: list[str] = []

    def find(game: str) -> None:
        if not found:
            descriptor_pool.Default().Add(_late_file(name))  # as the game's stub does
        found.append(game)

    monkeypatch.setattr(registry, "find", find)
    for _ in range(3):
        assert await _files(anywhere.channel, file_containing_symbol=f"{name}.Action") == [
            f"{name}.proto"
        ]
        await _asked(anywhere.channel, V1, file_containing_symbol="unknown.Message")
    assert set(found) == set(registry.names())
    assert len(found) <= 2 * len(registry.names())  # once a process; a router has two behind it


# What it costs.


async def test_a_file_is_put_together_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often and by whichever symbol it is asked for."""
    made: list[str] = []
    put_together = reflection._with_imports

    def noted(file: Any) -> bytes:
        made.append(file.name)
        return put_together(file)

    monkeypatch.setattr(reflection, "_with_imports", noted)
    served = Reflection(REFEREE)
    methods = lobby_service_pb2.DESCRIPTOR.services_by_name["LobbyService"].methods
    for _ in range(20):
        for method in methods:
            request = reflection_pb2.ServerReflectionRequest(
                file_containing_symbol=method.full_name
            )
            await served.answer(request.SerializeToString())
    assert made == [LOBBY_FILE]


async def test_requests_and_streams_of_a_caller_are_limited(
    anywhere: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many on a stream, and so many streams, of both versions alike."""
    monkeypatch.setattr(reflection, "MOST_REQUESTS", 3)
    request = reflection_pb2.ServerReflectionRequest(list_services="").SerializeToString()
    for path in REFLECTION_METHODS:
        stream: Any = anywhere.channel.stream_stream(path)
        call = stream()
        for _ in range(3):
            await soon(call.write(request))
            assert await soon(call.read())
        await soon(call.write(request))
        problem = await refusal(call.read())
        assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")
        monkeypatch.setitem(CALLS, path, Quota(0, 9))
        # It sends nothing: gRPC's client may take a request that meets the end of its call for a fault.
        problem = await refusal(stream().read())
        assert problem.text.startswith("0 calls of ServerReflectionInfo from this machine are open")


async def test_a_request_that_can_t_be_read_ends_the_call(anywhere: Referee) -> None:
    """INVALID_ARGUMENT, as everywhere."""
    for path in REFLECTION_METHODS:
        stream: Any = anywhere.channel.stream_stream(path)
        call = stream()
        await soon(call.write(b"\xff\xff"))
        problem = await refusal(call.read())
        assert (problem.code, problem.reason) == ("INVALID_ARGUMENT", "MALFORMED")
    with pytest.raises(MalformedError):
        await Reflection(REFEREE).answer(b"\xff")

"""No match that goes on can be asked of simulations, and nobody who plays can ask for them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from gamereferee.v1 import (
    lobby_service_pb2,
    play_service_pb2,
    replay_pb2,
    simulation_service_pb2,
    spectate_service_pb2,
)
from gamereferee.v1.simulation_service_pb2_grpc import SimulationServiceStub
from referee.games import registry
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.serve import running_server
from referee.simulation.serve import SimulationConfig, SimulationServer
from tests.server.running import running
from tests.tournaments.hostile import program
from tests.tournaments.sandboxes import needs_sandbox, sandbox_of
from tests.tournaments.supervising import supervising

ASKING = """
    import grpc
    from gamereferee.v1 import simulation_service_pb2 as wire
    from gamereferee.v1.simulation_service_pb2_grpc import SimulationServiceStub
    with grpc.insecure_channel(target) as channel:
        answer = SimulationServiceStub(channel).Describe(
            wire.DescribeRequest(game="diceman"), wait_for_ready=False, timeout=60
        )
    return answer.game == "diceman"
    """
"""What a bot would have to do."""


async def test_a_referee_has_no_simulations(tmp_path: Path) -> None:
    """Whoever asks; so a match that goes on and a rollout are never in one process."""
    async with running(tmp_path) as referee, grpc.aio.insecure_channel(referee.address) as channel:
        stub: Any = SimulationServiceStub(channel)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stub.Describe(simulation_service_pb2.DescribeRequest(game="diceman"))
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


def _fields(message: Any, seen: set[str]) -> Iterator[str]:
    """Full names of all fields that a message can hold, by itself or within others."""
    if message.full_name in seen:
        return
    seen.add(message.full_name)
    for field in message.fields:
        yield field.full_name
        if field.message_type is not None:
            yield from _fields(field.message_type, seen)


def _is_telling(name: str) -> bool:
    field = name.rpartition(".")[2]
    return any(word in field for word in ("digest", "hash", "checksum", "fingerprint"))


def _told_of_live_matches() -> Iterator[Any]:
    yield play_service_pb2.PlayResponse.DESCRIPTOR
    yield spectate_service_pb2.WatchResponse.DESCRIPTOR
    service = lobby_service_pb2.DESCRIPTOR.services_by_name["LobbyService"]
    yield from (method.output_type for method in service.methods)
    for name in registry.names():
        package = registry.find(name).codec.config_type.rpartition(".")[0]
        file = simulation_service_pb2.DESCRIPTOR.pool.FindMessageTypeByName(
            f"{package}.Observation"
        ).file
        yield from file.message_types_by_name.values()


def test_nothing_told_of_a_match_that_goes_on_is_a_digest_of_it() -> None:
    """Who knew one could try hidden states against it; commitments, which are salted, are the exception.

    The journal's record, which has one, is seen to be found.
    """
    assert any(map(_is_telling, _fields(replay_pb2.Record.DESCRIPTOR, set())))
    seen: set[str] = set()
    told = [name for message in _told_of_live_matches() for name in _fields(message, seen)]
    assert len(told) > 300
    assert [name for name in told if _is_telling(name)] == []


@needs_sandbox
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bubblewrap", "none"])
async def test_a_bot_in_its_sandbox_does_not_reach_it(tmp_path: Path, kind: str) -> None:
    """By a port of the machine or by a socket; without a sandbox both can be had."""
    for folder in ("own", "elsewhere", "temporary"):
        (tmp_path / folder).mkdir()
    listen = tuple(map(parse_listen, ("127.0.0.1:0", f"unix:{tmp_path}/elsewhere/s.sock")))
    server = ServerConfig(listen=listen, data_dir=tmp_path / "none")
    config = SimulationConfig(server, niceness=0)
    async with running_server(SimulationServer(config)) as simulations:
        assert len(simulations.addresses) == len(listen)
        for place, address in enumerate(simulations.addresses):
            told = await _tried(tmp_path, kind, address, tmp_path / f"program{place}")
            assert told["could"] is (kind == "none"), told["why"]
            if kind == "bubblewrap":
                assert "UNAVAILABLE" in told["why"]


async def _tried(folder: Path, kind: str, address: str, log: Path) -> dict[str, Any]:
    """What came of a bot that asked."""
    async with supervising() as supervisor:
        process = await supervisor.run(
            [sys.executable, "-c", program(ASKING), address],
            cwd=folder / "own",
            env={"TMPDIR": "/tmp" if kind == "bubblewrap" else f"{folder}/temporary"},
            log=log,
            sandbox=sandbox_of(folder / "own") if kind == "bubblewrap" else (),
        )
        await process.ended
    told: dict[str, Any] = json.loads(log.with_suffix(".stdout").read_text())
    return told

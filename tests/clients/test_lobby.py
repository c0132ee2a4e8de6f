"""The lobby helper against a scripted LobbyService."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf import any_pb2, duration_pb2

from gamereferee.games.diceman.v1.diceman_pb2 import Config
from gamereferee.v1 import lobby_service_pb2 as wire
from gamereferee.v1.game_pb2 import GameInfo
from gamereferee.v1.match_pb2 import MATCH_PHASE_ENDED, MATCH_PHASE_RUNNING, Match
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_client import AddressError, Lobby, LobbyError, UnreachableError, lobby, time_control

Context = grpc.aio.ServicerContext[object, object]


class ScriptedLobby:
    """Answers plausibly and keeps what it was asked; a match ends when looked at the third time."""

    def __init__(self) -> None:
        self.created: list[wire.CreateMatchRequest] = []
        self.seated: list[wire.SeatHouseBotRequest] = []
        self.metadata: list[dict[str, str | bytes]] = []
        self.looks = 0

    def methods(self) -> dict[str, Callable[..., Any]]:
        """What it answers, by the name on the wire."""
        return {
            "ListGames": self.list_games,
            "GetGame": self.get_game,
            "CreateMatch": self.create_match,
            "GetMatch": self.get_match,
            "AbortMatch": self.abort_match,
            "SeatHouseBot": self.seat_house_bot,
        }

    async def list_games(
        self, _request: wire.ListGamesRequest, _context: Context
    ) -> wire.ListGamesResponse:
        """One game."""
        return wire.ListGamesResponse(games=[GameInfo(game="diceman", version=1)])

    async def get_game(
        self, request: wire.GetGameRequest, _context: Context
    ) -> wire.GetGameResponse:
        """Any game."""
        return wire.GetGameResponse(info=GameInfo(game=request.game), config_schema="{}")

    async def create_match(
        self, request: wire.CreateMatchRequest, context: Context
    ) -> wire.CreateMatchResponse:
        """Create, or refuse a game that does not exist with the details of a real server."""
        self.created.append(request)
        self.metadata.append(dict(context.invocation_metadata() or ()))
        if request.game != "diceman":
            status = error_status(5, "unknown game 'chess'", "ERROR_REASON_UNKNOWN_GAME")
            context.set_trailing_metadata((("grpc-status-details-bin", status),))
            await context.abort(grpc.StatusCode.NOT_FOUND, "unknown game 'chess'")
        return wire.CreateMatchResponse(match=Match(match_id="m"), seat_tokens=["t0", "t1"])

    async def get_match(
        self, request: wire.GetMatchRequest, context: Context
    ) -> wire.GetMatchResponse:
        """Run, run, ended."""
        if request.match_id == "nowhere":
            await context.abort(grpc.StatusCode.NOT_FOUND, "no match 'nowhere'")
        self.looks += 1
        over = self.looks >= 3 and request.match_id != "endless"
        phase = MATCH_PHASE_ENDED if over else MATCH_PHASE_RUNNING
        return wire.GetMatchResponse(match=Match(match_id=request.match_id, phase=phase))

    async def abort_match(
        self, request: wire.AbortMatchRequest, _context: Context
    ) -> wire.AbortMatchResponse:
        """End it."""
        match = Match(match_id=request.match_id, phase=MATCH_PHASE_ENDED, label=request.reason)
        return wire.AbortMatchResponse(match=match)

    async def seat_house_bot(
        self, request: wire.SeatHouseBotRequest, _context: Context
    ) -> wire.SeatHouseBotResponse:
        """Seat it."""
        self.seated.append(request)
        return wire.SeatHouseBotResponse()


def error_status(code: int, text: str, reason: str) -> bytes:
    """A google.rpc.Status with an ErrorInfo, in bytes, field by field."""

    def field(number: int, value: bytes) -> bytes:
        return bytes([number << 3 | 2, len(value)]) + value

    info = field(1, reason.encode()) + field(2, b"gamereferee")
    detail = any_pb2.Any(type_url="type.googleapis.com/google.rpc.ErrorInfo", value=info)
    return bytes([1 << 3, code]) + field(2, text.encode()) + field(3, detail.SerializeToString())


@contextlib.asynccontextmanager
async def lobbying(address: str) -> AsyncIterator[ScriptedLobby]:
    """Serve a scripted lobby."""
    server = grpc.aio.server()
    scripted = ScriptedLobby()
    handlers = {
        name: grpc.unary_unary_rpc_method_handler(
            method,
            request_deserializer=getattr(wire, f"{name}Request").FromString,
            response_serializer=getattr(wire, f"{name}Response").SerializeToString,
        )
        for name, method in scripted.methods().items()
    }
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("gamereferee.v1.LobbyService", handlers),)
    )
    server.add_insecure_port(address)
    await server.start()
    try:
        yield scripted
    finally:
        await server.stop(None)


async def test_games(address: str) -> None:
    """Games are listed and described."""

    def visit() -> tuple[list[str], str]:
        with Lobby(address) as visited:
            games = [info.game for info in visited.list_games()]
            return games, visited.get_game("diceman").info.game

    async with lobbying(address):
        assert await asyncio.to_thread(visit) == (["diceman"], "diceman")


async def test_create_match(address: str) -> None:
    """Config by fields or as a message, seed, terms and key arrive as the protocol wants them."""

    def visit() -> list[str]:
        with Lobby(address, key="k") as visited:
            visited.create_match("diceman")
            visited.create_match("diceman", config=Config(games=3), seed=0)
            created = visited.create_match(
                "diceman",
                config={"games": 5},
                num_seats=2,
                time_control=time_control(0.5, bank=10, strikes=0),
                players=["a", "b"],
                label="final",
                request_id="r1",
            )
            visited.seat_house_bot("m", 1, "greedy")
            return list(created.seat_tokens)

    async with lobbying(address) as scripted:
        assert await asyncio.to_thread(visit) == ["t0", "t1"]
    plain, packed, full = scripted.created
    assert plain == wire.CreateMatchRequest(game="diceman")
    config = Config()
    assert packed.config.Unpack(config)
    assert config == Config(games=3)
    assert packed.seed_policy.WhichOneof("policy") == "fixed"
    assert json.loads(full.config_json) == {"games": 5}
    assert full.time_control == TimeControl(
        move_time=duration_pb2.Duration(nanos=500_000_000),
        bank=duration_pb2.Duration(seconds=10),
        increment=duration_pb2.Duration(),
        strikes=0,
    )
    assert full.time_control.HasField("strikes")
    assert (list(full.players), full.label, full.request_id) == (["a", "b"], "final", "r1")
    assert scripted.metadata[0]["authorization"] == "Bearer k"
    assert scripted.seated == [wire.SeatHouseBotRequest(match_id="m", seat=1, bot="greedy")]


async def test_refusal_has_its_reason(address: str) -> None:
    """A refused call tells status, reason and text."""

    def visit() -> None:
        with Lobby(address) as visited:
            visited.create_match("chess")

    async with lobbying(address):
        with pytest.raises(LobbyError, match="UNKNOWN_GAME: unknown game 'chess'") as caught:
            await asyncio.to_thread(visit)
    assert (caught.value.code, caught.value.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_GAME")


async def test_wait(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting ends with the match, with the time, or with a match that is not there."""
    monkeypatch.setattr(lobby, "FIRST_POLL_S", 0.001)

    def visit() -> Match:
        with Lobby(address) as visited:
            with pytest.raises(TimeoutError, match="match endless has not ended within 0 s"):
                visited.wait("endless", timeout=0)
            with pytest.raises(LobbyError, match="NOT_FOUND: no match 'nowhere'"):
                visited.wait("nowhere")
            return visited.wait("m")

    async with lobbying(address) as scripted:
        match = await asyncio.to_thread(visit)
    assert (match.match_id, match.phase) == ("m", MATCH_PHASE_ENDED)
    assert scripted.looks == 3


async def test_abort(address: str) -> None:
    """An aborted match comes back as it ended."""

    def visit() -> Match:
        with Lobby(address) as visited:
            return visited.abort_match("m", "rain")

    async with lobbying(address):
        match = await asyncio.to_thread(visit)
    assert (match.phase, match.label) == (MATCH_PHASE_ENDED, "rain")


def test_nobody_there(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lobby that does not answer is unreachable, and an address is checked at once."""
    monkeypatch.setattr(lobby, "CALL_TIMEOUT_S", 0.05)
    with Lobby(address) as visited, pytest.raises(UnreachableError, match="no referee at unix:"):
        visited.list_games()
    with pytest.raises(AddressError):
        Lobby("nowhere")

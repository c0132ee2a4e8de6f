"""Workers' own addresses, past their router: who is told of them, what can be done there, and what it takes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from gamereferee.v1 import (
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    play_service_pb2,
    replay_service_pb2,
    replay_service_pb2_grpc,
    spectate_service_pb2,
    spectate_service_pb2_grpc,
)
from referee.core.errors import FieldError
from referee.server.access.callers import CALLER
from referee.server.access.quotas import CALLS, Quota
from referee.server.process.config import ServerConfig, parse_listen, worker_config
from referee.server.process.shard import shard_of
from referee.server.process.worker_addresses import advertised_address, nth_address
from referee.server.router.shared_lag import OwnMeter, SharedInstants, WorkerMeter
from tests.cli.command import process
from tests.server.routed import LocalFleet, routed
from tests.server.running import PATIENT, BotStream, Referee, Refusal, bid, refusal, soon

FEATURE = "worker-address"


def own(folder: Path, number: int) -> str:
    """Where a worker is reached."""
    return f"unix:{folder}/own-{number}"


@pytest_asyncio.fixture
async def direct(tmp_path: Path) -> AsyncIterator[tuple[Referee, LocalFleet]]:
    """A router before two workers that can be reached past it."""
    listen = parse_listen(f"unix:{tmp_path}/own")
    async with routed(tmp_path, worker_listen=listen) as started:
        yield started


async def create_at(
    referee: Referee, number: int, **fields: Any
) -> lobby_service_pb2.CreateMatchResponse:
    """Make a match that one of two workers has."""
    while True:
        made = await referee.create(**fields)
        if shard_of(made.match.match_id, 2) == number:
            return made
        # Otherwise a drain would wait for it until the grace is over.
        await referee.abort(made.match.match_id)


async def ask(stream: BotStream, token: str, *features: str) -> play_service_pb2.Joined:
    """Join a seat, asking for features."""
    join = play_service_pb2.Join(token=token, features=features, number=1)
    await stream.send(joins=[join])
    joined: play_service_pb2.Joined = await stream.next("joins")
    return joined


# Who is told.


@pytest.mark.parametrize("number", [0, 1])
async def test_who_asks_is_told_where_the_match_is(
    direct: tuple[Referee, LocalFleet], tmp_path: Path, number: int
) -> None:
    """By CreateMatch, and on a stream by the answer to a join; the same on the worker's own stream."""
    referee, _ = direct
    made = await create_at(referee, number)
    assert made.worker_address == own(tmp_path, number)
    for address in ("", made.worker_address):
        joined = await ask(referee.stream(address), made.seat_tokens[0], FEATURE)
        assert list(joined.features) == [FEATURE]
        assert joined.worker_address == own(tmp_path, number)


async def test_matches_made_in_one_call_are_told_where_each_is(
    direct: tuple[Referee, LocalFleet], tmp_path: Path
) -> None:
    """Each with the address of its own worker."""
    referee, _ = direct
    orders = [
        lobby_service_pb2.CreateMatchRequest(game="toy_bid", time_control=PATIENT) for _ in range(4)
    ]
    request = lobby_service_pb2.CreateMatchesRequest(matches=orders)
    made = (await soon(referee.lobby.CreateMatches(request))).matches
    for each in made:
        joined = await ask(referee.stream(each.worker_address), each.seat_tokens[0], FEATURE)
        assert joined.worker_address == each.worker_address
    assert {each.worker_address for each in made} == {own(tmp_path, 0), own(tmp_path, 1)}


async def test_who_does_not_ask_is_told_what_it_was_told_before(
    direct: tuple[Referee, LocalFleet], tmp_path: Path
) -> None:
    """Field for field, which in this format is byte for byte, the answer of a router that keeps its workers."""
    referee, _ = direct
    made = await create_at(referee, 0)
    told = await ask(referee.stream(), made.seat_tokens[0])
    folder = tmp_path / "kept"
    folder.mkdir()
    async with routed(folder) as (kept, _):
        before = await ask(kept.stream(), (await create_at(kept, 0)).seat_tokens[0])
    for joined in (told, before):
        joined.match_id, joined.seed_commitment = "", b""
    assert told.SerializeToString() == before.SerializeToString()


async def test_nothing_is_told_or_open_by_default(tmp_path: Path) -> None:
    """Not even to who asks."""
    async with routed(tmp_path) as (referee, _):
        made = await referee.create()
        joined = await ask(referee.stream(), made.seat_tokens[0], FEATURE)
    assert made.worker_address == ""
    assert (list(joined.features), joined.worker_address) == ([], "")
    assert not list(tmp_path.glob("own*"))


async def test_a_server_without_workers_tells_none(anywhere: Referee) -> None:
    """The feature is not in force there."""
    made = await anywhere.create()
    joined = await ask(anywhere.stream(), made.seat_tokens[0], FEATURE)
    assert (made.worker_address, list(joined.features)) == ("", [])


# What can be done there.


async def test_a_match_is_played_past_the_router(direct: tuple[Referee, LocalFleet]) -> None:
    """One seat at the worker, the other at the router."""
    referee, _ = direct
    made = await create_at(referee, 1, config_json='{"rounds": 3}')
    streams = [referee.stream(made.worker_address), referee.stream()]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    for _ in range(3):
        for stream in streams:
            await stream.answer(await stream.turn(), bid(1))
    for stream in streams:
        assert (await stream.ended()).outcome.seats


async def test_a_seat_goes_over_in_the_middle_of_a_turn(
    direct: tuple[Referee, LocalFleet],
) -> None:
    """To the worker and back: who has held it is told so, and the open turn comes again."""
    referee, _ = direct
    made = await create_at(referee, 0)
    rival = referee.stream()
    await rival.join(made.seat_tokens[1])
    held = referee.stream()
    await held.join(made.seat_tokens[0])
    assert (await held.turn()).turn == 1
    for address in (made.worker_address, ""):
        taking = referee.stream(address)
        (joined,) = await taking.join(made.seat_tokens[0])
        assert joined.rejoined
        assert await held.refused() == Refusal("TAKEN_OVER")
        turn = await taking.turn()
        assert turn.turn == 1
        held = taking
    await held.answer(turn, bid(1))
    await rival.answer(await rival.turn(), bid(2))
    assert (await held.turn()).turn == 2


async def test_tokens_are_looked_at_there(direct: tuple[Referee, LocalFleet]) -> None:
    """A wrong one, and one of another worker's match, are worth nothing."""
    referee, _ = direct
    here, elsewhere = await create_at(referee, 0), await create_at(referee, 1)
    stream = referee.stream(here.worker_address)
    for token in (f"{here.match.match_id}.0.wrong", elsewhere.seat_tokens[0], "nonsense"):
        await stream.present(token)
        assert await stream.refused() == Refusal("BAD_TOKEN")


async def test_all_else_is_for_the_router(direct: tuple[Referee, LocalFleet]) -> None:
    """Calls of other services are unknown at a worker's own address; its health is not."""
    referee, _ = direct
    made = await create_at(referee, 0)
    match_id = made.match.match_id
    async with grpc.aio.insecure_channel(made.worker_address) as channel:
        lobby: Any = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        replays: Any = replay_service_pb2_grpc.ReplayServiceStub(channel)
        spectate: Any = spectate_service_pb2_grpc.SpectateServiceStub(channel)
        watching = spectate.Watch(spectate_service_pb2.WatchRequest(match_id=match_id))
        calls = [
            lobby.ListGames(lobby_service_pb2.ListGamesRequest()),
            lobby.CreateMatch(lobby_service_pb2.CreateMatchRequest(game="toy_bid")),
            lobby.GetMatch(lobby_service_pb2.GetMatchRequest(match_id=match_id)),
            lobby.AbortMatch(lobby_service_pb2.AbortMatchRequest(match_id=match_id)),
            replays.ListReplays(replay_service_pb2.ListReplaysRequest()),
            watching.read(),
        ]
        for call in calls:
            assert (await refusal(call)).code == "UNIMPLEMENTED"
        health: Any = health_pb2_grpc.HealthStub(channel)
        answer = await soon(health.Check(health_pb2.HealthCheckRequest()))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_strangers_have_quotas_there(
    direct: tuple[Referee, LocalFleet], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever they say they are: what a router tells its workers of callers counts for nothing here."""
    referee, _ = direct
    made = await create_at(referee, 0)
    monkeypatch.setitem(CALLS, "/gamereferee.v1.PlayService/Play", Quota(1, 10))
    await referee.stream(made.worker_address).join(made.seat_tokens[0])
    async with grpc.aio.insecure_channel(made.worker_address) as channel:
        play: Any = channel.stream_stream("/gamereferee.v1.PlayService/Play")
        call = play(metadata=((CALLER, "somebody else"),))
        problem = await refusal(call.read())
    assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")


async def test_who_plays_there_is_told_that_the_server_drains(
    direct: tuple[Referee, LocalFleet],
) -> None:
    """As at the router."""
    referee, fleet = direct
    made = await create_at(referee, 0)
    stream = referee.stream(made.worker_address)
    await stream.join(*made.seat_tokens)
    draining = asyncio.create_task(fleet.drain())
    await stream.next("draining")
    await referee.abort(made.match.match_id)
    await soon(draining)


async def test_a_worker_comes_back_at_its_address(direct: tuple[Referee, LocalFleet]) -> None:
    """The stream is broken, the other worker's is not; the token is good for the next."""
    referee, fleet = direct
    lost, kept = await create_at(referee, 0), await create_at(referee, 1)
    streams = [referee.stream(made.worker_address) for made in (lost, kept)]
    for stream, made in zip(streams, (lost, kept), strict=True):
        await stream.join(*made.seat_tokens)
    await fleet.lose(0)
    assert (await streams[0].status()).code in {"CANCELLED", "UNAVAILABLE"}
    await streams[1].settle()
    await fleet.restore(0)
    (joined,) = await referee.stream(lost.worker_address).join(lost.seat_tokens[0])
    assert joined.rejoined


# Time.


def test_a_router_that_is_late_is_no_excuse_past_it(tmp_path: Path) -> None:
    """An answer that has not gone through the router can't have waited there."""
    instants = SharedInstants(tmp_path / "busy")
    worker = WorkerMeter(instants)
    own_meter = OwnMeter(worker)
    worker.polled(1000, waited=True)
    instants.busy_since_ns = 400
    assert worker.lag_ns(1500) == 1100
    assert own_meter.lag_ns(1500) == 500


# Settings.


@pytest.mark.parametrize(
    ("first", "number", "address"),
    [
        ("127.0.0.1:7071", 0, "127.0.0.1:7071"),
        ("127.0.0.1:7071", 63, "127.0.0.1:7134"),
        ("[::1]:7071", 2, "[::1]:7073"),
        ("127.0.0.1:0", 5, "127.0.0.1:0"),
        ("unix:/run/w", 3, "unix:/run/w-3"),
    ],
)
def test_workers_listen_side_by_side(first: str, number: int, address: str) -> None:
    """The number is added to the port or the name; of free ports each takes its own."""
    assert nth_address(first, number) == address


@pytest.mark.parametrize(
    ("bound", "host", "told"),
    [
        ("127.0.0.1:7071", "", "127.0.0.1:7071"),
        ("0.0.0.0:7071", "referee.example", "referee.example:7071"),
        ("[::]:7072", "[2001:db8::7]", "[2001:db8::7]:7072"),
        ("unix:/run/w-0", "", "unix:/run/w-0"),
    ],
)
def test_clients_are_told_what_they_can_reach(bound: str, host: str, told: str) -> None:
    """The host that the operator names, the port that the worker has."""
    assert advertised_address(bound, host) == told


def test_a_socket_is_told_by_its_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client's folder is another one."""
    monkeypatch.chdir(tmp_path)
    assert advertised_address("unix:w-1", "") == f"unix:{tmp_path}/w-1"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"workers": 1, "worker_listen": "127.0.0.1:7071"},
            "worker_listen must be given with workers from 2, not '127.0.0.1:7071'",
        ),
        (
            {"worker_host": "referee.example"},
            "worker_host must be given together with worker_listen, not 'referee.example'",
        ),
        (
            {"worker_listen": "127.0.0.1:65535"},
            "worker_listen must be HOST:PORT with a port up to 65534, so that 2 workers have one "
            "each, not '127.0.0.1:65535'",
        ),
        (
            {"worker_listen": "127.0.0.1:7069"},
            "worker_listen must be an address from which on 2 ports are free, and not the router's "
            "own, not '127.0.0.1:7069'",
        ),
        (
            {"worker_listen": "unix:/w", "worker_host": "referee.example"},
            "worker_host must be left out where worker_listen is a socket file, not 'referee.example'",
        ),
        (
            {"worker_listen": "0.0.0.0:7071", "allow_open": True},
            "worker_host must be given where worker_listen is no address that clients can reach, "
            "not 'none'",
        ),
        (
            {"worker_listen": "[::]:7071", "allow_open": True},
            "worker_host must be given where worker_listen is no address that clients can reach, "
            "not 'none'",
        ),
        (
            {"worker_listen": "127.0.0.1:7071", "worker_host": "referee.example:80"},
            "worker_host must be a host without a port, as clients are to reach it, "
            "not 'referee.example:80'",
        ),
        (
            {"worker_listen": "10.0.0.1:7071"},
            "worker_listen must be an address of this machine alone",
        ),
    ],
)
def test_settings_that_do_not_go_together(settings: dict[str, Any], message: str) -> None:
    """Each is refused with its bound, before anything is started."""
    given: dict[str, Any] = {"data_dir": Path("d"), "workers": 2} | settings
    if "worker_listen" in given:
        given["worker_listen"] = parse_listen(given["worker_listen"])
    with pytest.raises(FieldError) as caught:
        ServerConfig(listen=(parse_listen("127.0.0.1:7070"),), **given)
    assert str(caught.value).startswith(message)


def test_a_worker_has_its_own_part_of_the_settings(tmp_path: Path) -> None:
    """Where it is reached, and TLS as the router has it."""
    config = ServerConfig(
        listen=(parse_listen("127.0.0.1:7070"),),
        data_dir=Path("d"),
        workers=3,
        worker_listen=parse_listen("127.0.0.1:7071"),
        tls_cert=Path("c"),
        tls_key=Path("k"),
    )
    own_config = worker_config(config, 2, tmp_path)
    assert own_config.worker_listen == parse_listen("127.0.0.1:7073")
    assert (own_config.tls_cert, own_config.tls_key) == (Path("c"), Path("k"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--worker-listen", "7071"], "worker_listen must be unix:PATH or HOST:PORT"),
        (["--worker-listen", ":7071"], "worker_listen must be given with workers from 2"),
        (["--worker-host", "h"], "worker_host must be given together with worker_listen"),
    ],
)
def test_the_command_refuses_them_in_one_line(
    tmp_path: Path, words: list[str], message: str
) -> None:
    """With exit status 2, and nothing is left."""
    ran = process("serve", "--data-dir", str(tmp_path / "d"), *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"referee: {message}")
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "d").exists()


async def test_an_address_in_use_is_refused(tmp_path: Path) -> None:
    """By its setting's name."""
    (tmp_path / "own-1").write_text("a file")
    message = "worker_listen must be the path of a socket, not of another file"
    with pytest.raises(FieldError, match=message):
        async with routed(tmp_path, worker_listen=parse_listen(f"unix:{tmp_path}/own")):
            pass

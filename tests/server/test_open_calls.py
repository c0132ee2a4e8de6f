"""Calls that anybody may make: what they cost the server, which must be next to nothing."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2
from referee.core.clock import ManualClock
from referee.core.errors import BrokenGameError, UnknownGameError
from referee.core.time_control import SECOND
from referee.games import registry
from referee.replay.journal import REPLAY_SUFFIX
from referee.server.access import pace
from referee.server.access.pace import Pace
from referee.server.endpoint import MAX_STREAMS, METADATA_BYTES
from referee.server.process.status import CallError
from referee.server.services import games, lobby_service, replay_service
from referee.server.services.games import RETRY_NS, Games
from referee.server.services.replay_service import SETTLED_NS, ReplayList
from tests.server.running import Referee, refusal, running, soon


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the registry is searched, and what never changes is encoded."""
    calls: Counter[str] = Counter()
    for owner, name in ((registry, "names"), (registry, "find"), (games, "tables_json")):
        _count(monkeypatch, calls, owner, name)
    return calls


def _count(patched: pytest.MonkeyPatch, calls: Counter[str], owner: object, name: str) -> None:
    real = getattr(owner, name)

    def counting(*arguments: object) -> object:
        calls[name] += 1
        return real(*arguments)

    patched.setattr(owner, name, counting)


async def test_games_are_encoded_once(referee: Referee, counted: Counter[str]) -> None:
    """However often they are asked for; every answer is the same."""
    lists = [
        await soon(referee.lobby.ListGames(lobby_service_pb2.ListGamesRequest())) for _ in range(3)
    ]
    assert [info.game for info in lists[0].games] == registry.names()
    assert lists[1] == lists[2] == lists[0]
    assert counted.pop("names") == 2  # once of it by this test
    request = lobby_service_pb2.GetGameRequest(game="toy_bid")
    told = [await soon(referee.lobby.GetGame(request)) for _ in range(3)]
    assert told[0].info.game == "toy_bid"
    assert told[1] == told[2] == told[0]
    assert counted["tables_json"] == 1


async def test_games_that_are_not_installed_are_searched_for_once(
    referee: Referee, counted: Counter[str]
) -> None:
    """Invented names cost no search each."""
    for number in range(3):
        request = lobby_service_pb2.GetGameRequest(game=f"invented_{number}")
        assert (await refusal(referee.lobby.GetGame(request))).reason == "UNKNOWN_GAME"
    assert counted == {"names": 1}


async def test_a_broken_game_is_tried_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not with each call; the list is without it until it can be loaded."""
    clock = ManualClock()
    known = Games(None, clock)
    tries: list[str] = []
    works = registry.find("toy_bid")

    def find(game: str) -> object:
        tries.append(game)
        if len(tries) < 3:
            raise BrokenGameError(f"{game} is broken")
        return works

    monkeypatch.setattr(registry, "names", lambda: ["toy_bid"])
    monkeypatch.setattr(registry, "is_loaded", lambda _: False)
    monkeypatch.setattr(registry, "find", find)
    for tried in (1, 1):
        with pytest.raises(BrokenGameError):
            await known.find("toy_bid")
        assert len(tries) == tried
    assert await known.encoded_list() == b""
    clock.advance(RETRY_NS)
    assert await known.encoded_list() == b""
    assert len(tries) == 2
    clock.advance(RETRY_NS)
    told = lobby_service_pb2.ListGamesResponse.FromString(await known.encoded_list())
    assert [info.game for info in told.games] == ["toy_bid"]
    with pytest.raises(UnknownGameError):
        await known.find("another")


async def test_replays_are_listed_anew_only_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And as long as the folder's time of modification is too young to tell changes apart."""
    clock, calls = ManualClock(), Counter[str]()
    _count(monkeypatch, calls, replay_service, "_list")
    listing = ReplayList(tmp_path, clock)
    assert not (await listing.newest()).keys
    (tmp_path / f"first{REPLAY_SUFFIX}").write_bytes(b"12")
    os.utime(tmp_path, ns=(1, 1))
    for _ in range(2):
        assert [info.match_id for info in (await listing.newest()).infos] == ["first"]
    assert calls["_list"] == 3
    clock.advance(SETTLED_NS)
    for _ in range(3):
        assert [info.match_id for info in (await listing.newest()).infos] == ["first"]
    assert calls["_list"] == 4
    (tmp_path / f"first{REPLAY_SUFFIX}").unlink()
    os.utime(tmp_path, ns=(2, 2))
    assert not (await listing.newest()).keys


async def test_long_lists_of_matches_let_others_go_on(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list is that of one go: filtered, in pages, and after a change."""
    monkeypatch.setattr(lobby_service, "SLICE", 2)
    made = [(await referee.create(label=f"{number % 2}")).match.match_id for number in range(7)]
    request = lobby_service_pb2.ListMatchesRequest(label="0", page_size=2)
    first = await soon(referee.lobby.ListMatches(request))
    assert [match.match_id for match in first.matches] == [made[6], made[4]]
    request.page_token = first.next_page_token
    second = await soon(referee.lobby.ListMatches(request))
    assert [match.match_id for match in second.matches] == [made[2], made[0]]
    assert not second.next_page_token
    newest = (await referee.create(label="0")).match.match_id
    request.page_token = ""
    assert (await soon(referee.lobby.ListMatches(request))).matches[0].match_id == newest


async def test_calls_beyond_the_pace_wait_and_then_are_refused() -> None:
    """Others do not wait for them, and what was not answered is not counted."""
    clock = ManualClock()
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    paced = Pace(burst=3, per_second=2, most_wait_s=1, clock=clock, sleep=sleep)
    for _ in range(5):
        await paced.wait("a")
    assert slept == [0.5, 1.0]
    for _ in range(2):
        with pytest.raises(CallError, match=r"a is answered 3 calls at once and 2 a second"):
            await paced.wait("a")
    await paced.wait("b")
    paced.charge("b", 2)
    await paced.wait("b")
    assert slept == [0.5, 1.0, 0.5]
    clock.advance(10 * SECOND)
    for _ in range(3):
        await paced.wait("a")
    assert len(slept) == 3


async def test_many_callers_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those first of whom nothing is left to remember."""
    monkeypatch.setattr(pace, "_CALLERS_KEPT", 4)
    clock = ManualClock()
    paced = Pace(burst=1, per_second=1, most_wait_s=1, clock=clock)
    for who in "abc":
        await paced.wait(who)
    clock.advance(2 * SECOND)
    for who in "defghi":
        await paced.wait(who)
    assert len(paced._due_ns) <= 4
    with pytest.raises(CallError):
        await asyncio.gather(*(paced.wait("i") for _ in range(3)))


async def test_a_server_paces_keyless_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every method that is answered at once, and by request on reflection; the organizer's are not."""
    monkeypatch.setattr(pace, "BURST", 2)
    monkeypatch.setattr(pace, "MOST_WAIT_S", 0)
    monkeypatch.setattr(pace, "SystemClock", ManualClock)
    key = (("authorization", "Bearer secret"),)
    async with running(tmp_path, organizer_key="secret") as referee:
        list_games = referee.lobby.ListGames
        request = lobby_service_pb2.ListGamesRequest()
        for _ in range(2):
            await soon(list_games(request))
        assert (await refusal(list_games(request))).reason == "TOO_MANY_CALLS"
        for _ in range(3):
            await soon(list_games(request, metadata=key))
        for path in set(pace.PACED) - {"/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"}:
            if "reflection" in path:
                stream: Any = referee.channel.stream_stream(path)
                asking = stream()
                await soon(asking.write(b""))  # and no more, which could meet the end of the call
                problem = await refusal(asking.read())
            else:
                call: Any = referee.channel.unary_unary(path)
                problem = await refusal(call(b""))
            assert problem.reason == "TOO_MANY_CALLS", path


async def test_a_connection_has_bounds(referee: Referee) -> None:
    """The server says how many calls may be open, and how long their metadata may be, as its first frame."""
    reader, writer = await asyncio.open_unix_connection(referee.address.removeprefix("unix:"))
    writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0")
    head = await soon(reader.readexactly(9))
    assert head[3] == 4  # SETTINGS (RFC 9113, 6.5)
    body = await soon(reader.readexactly(int.from_bytes(head[:3], "big")))
    settings = {
        int.from_bytes(body[at : at + 2], "big"): int.from_bytes(body[at + 2 : at + 6], "big")
        for at in range(0, len(body), 6)
    }
    assert settings[3] == MAX_STREAMS
    assert settings[6] == METADATA_BYTES
    writer.close()
    await writer.wait_closed()


async def test_long_metadata_costs_only_its_call(referee: Referee) -> None:
    """It is refused, and the next call of the connection is served."""
    request = lobby_service_pb2.ListGamesRequest()
    long = (("gamereferee-note", "x" * METADATA_BYTES),)
    problem = await refusal(referee.lobby.ListGames(request, metadata=long))
    assert problem.code == "RESOURCE_EXHAUSTED"
    assert (await soon(referee.lobby.ListGames(request))).games

"""Calls that anybody may make: what they cost the server, which must be next to nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from gamereferee.v1 import lobby_service_pb2
from referee.core.clock import ManualClock
from referee.core.errors import BrokenGameError, UnknownGameError
from referee.games import registry
from referee.server.services import games
from referee.server.services.games import RETRY_NS, Games
from tests.server.running import Referee, refusal, soon


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

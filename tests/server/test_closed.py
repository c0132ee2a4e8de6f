"""A closed server: a seat token opens its seat, and nothing else opens anything but the organizer key."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gamereferee.v1 import lobby_service_pb2, replay_service_pb2, spectate_service_pb2
from referee.core.errors import FieldError
from referee.server.process.config import ServerConfig, parse_listen
from tests.server.routed import routed
from tests.server.running import Problem, Referee, refusal, running, soon

KEY = (("authorization", "Bearer secret"),)
CLOSED: dict[str, Any] = {"organizer_key": "secret", "closed": True}
WatchRequest = spectate_service_pb2.WatchRequest


@pytest_asyncio.fixture(params=["server", "router"])
async def closed(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Referee]:
    """A closed server, and a closed router before two."""
    if request.param == "server":
        async with running(tmp_path, **CLOSED) as referee:
            yield referee
    else:
        async with routed(tmp_path, **CLOSED) as (referee, _):
            yield referee


async def _played(referee: Referee) -> str:
    """A match that has been played to its end, its replay written."""
    match_id, _ = await referee.play(1, metadata=KEY)
    await referee.replays_written()
    return match_id


async def _made(referee: Referee) -> lobby_service_pb2.CreateMatchResponse:
    return await referee.create(config_json='{"rounds": 1}', metadata=KEY)


def _calls(referee: Referee, match_id: str, metadata: Any) -> dict[str, Awaitable[Any]]:
    """All calls that an open server answers to everybody, but `Play` and a seat's own view."""
    replay = replay_service_pb2.GetReplayRequest(match_id=match_id)
    watch = WatchRequest(match_id=match_id)
    return {
        "ListGames": referee.lobby.ListGames(
            lobby_service_pb2.ListGamesRequest(), metadata=metadata
        ),
        "GetGame": referee.lobby.GetGame(
            lobby_service_pb2.GetGameRequest(game="toy_bid"), metadata=metadata
        ),
        "ListReplays": referee.replays.ListReplays(
            replay_service_pb2.ListReplaysRequest(), metadata=metadata
        ),
        "GetReplay": referee.replays.GetReplay(replay, metadata=metadata).read(),
        "Watch": referee.spectate.Watch(watch, metadata=metadata).read(),
    }


async def test_nobody_without_the_key_reads_anything(closed: Referee) -> None:
    """No game, no replay, no list of them, no public view; the organizer has them all."""
    match_id = await _played(closed)
    for metadata in ((), (("authorization", "Bearer wrong"),)):
        for name, call in _calls(closed, match_id, metadata).items():
            problem = await refusal(call)
            told = (problem.code, problem.reason)
            assert told == ("UNAUTHENTICATED", "BAD_ORGANIZER_KEY"), name
    for call in _calls(closed, match_id, KEY).values():
        assert await soon(call)


async def test_nobody_without_the_key_plays_others(closed: Referee) -> None:
    """The queue, in which a bot would meet a partner of its author's, is shut."""
    request = lobby_service_pb2.EnqueueRequest(game="toy_bid")
    problem = await refusal(closed.lobby.Enqueue(request))
    assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_ORGANIZER_KEY")


async def test_a_token_opens_its_seat(closed: Referee) -> None:
    """It is played and watched without a key; the token shows no other match."""
    made, other = await _made(closed), await _made(closed)
    stream = closed.stream()
    await stream.join(*made.seat_tokens)
    await stream.turn()
    frames = closed.watch(made.match.match_id, seat_token=made.seat_tokens[0])
    first = await frames.next()
    assert first is not None
    assert [seen.seat for seen in first.observations] == [0]
    request = WatchRequest(match_id=other.match.match_id, seat_token=made.seat_tokens[0])
    problem = await refusal(closed.spectate.Watch(request).read())
    assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_TOKEN")


async def test_a_wrong_token_tells_no_matches(closed: Referee) -> None:
    """Whether there is such a match or not, the answer is the same."""
    made = await _made(closed)
    told: list[Problem] = []
    for match_id in (made.match.match_id, "absent"):
        request = WatchRequest(match_id=match_id, seat_token="x.0.y")
        told.append(await refusal(closed.spectate.Watch(request).read()))
    assert told[0] == told[1]
    assert told[0].reason == "BAD_TOKEN"


def test_a_closed_server_needs_a_key() -> None:
    """Without one nobody could do anything there."""
    with pytest.raises(FieldError, match="closed must be given with an organizer key"):
        ServerConfig((parse_listen(":0"),), Path("d"), closed=True)

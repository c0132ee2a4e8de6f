"""WatchEnds: the ends of any number of matches on one stream, each once, and none lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio

from gamereferee.v1 import error_pb2, match_pb2, spectate_service_pb2
from referee.server.access.quotas import CALLS, Quota
from referee.server.process.shard import shard_of
from referee.server.router.ends import EndsRoute
from referee.server.services import ends as ends_service
from tests.server.routed import LocalFleet, routed
from tests.server.running import Referee, refusal, running, soon, until

Request = spectate_service_pb2.WatchEndsRequest
Response = spectate_service_pb2.WatchEndsResponse
KEY = (("authorization", "Bearer secret"),)


class Ends:
    """One stream."""

    def __init__(self, referee: Referee, metadata: Any = None) -> None:
        self.call = referee.spectate.WatchEnds(metadata=metadata)
        self.told: list[tuple[str, match_pb2.Outcome]] = []
        """All ends so far."""
        self.unwatched: dict[str, spectate_service_pb2.UnwatchedMatch] = {}
        """What was refused."""
        self.messages = 0
        """How many were read."""

    async def name(self, *match_ids: str) -> None:
        """Name matches."""
        await soon(self.call.write(Request(match_ids=match_ids)))

    async def hear(self, count: int) -> list[str]:
        """Read until so many matches are told of or refused; which they were, in order."""
        while len(self.told) + len(self.unwatched) < count:
            response = await soon(self.call.read())
            assert isinstance(response, Response), "the stream has ended"
            self.messages += 1
            self.told += [(end.match_id, end.outcome) for end in response.ends]
            self.unwatched |= {each.match_id: each for each in response.unwatched}
        return [match_id for match_id, _ in self.told]

    async def close(self) -> None:
        """Close this side, and see that the other one follows with OK."""
        await soon(self.call.done_writing())
        assert await soon(self.call.read()) is grpc.aio.EOF
        assert await soon(self.call.code()) is grpc.StatusCode.OK


async def _made(referee: Referee, count: int) -> list[str]:
    return [(await referee.create()).match.match_id for _ in range(count)]


async def _known(ends: Ends, count: int) -> None:
    """Wait until the server waits for so many matches of a stream: one that is unknown is told of after them."""
    await ends.name("absent")
    await ends.hear(count + 1)


async def test_each_end_is_told_once(anywhere: Referee) -> None:
    """When it comes, as in the last frame of Watch, in the order of the ends; then the stream may end."""
    first, second, third = await _made(anywhere, 3)
    ends = Ends(anywhere)
    await ends.name(first, second)
    await ends.name(second, third)
    await _known(ends, 0)
    ends.unwatched.clear()
    for match_id in (third, first):
        await anywhere.abort(match_id)
        await ends.hear(len(ends.told) + 1)
    assert [match_id for match_id, _ in ends.told] == [third, first]
    await soon(ends.call.done_writing())
    await anywhere.abort(second)
    assert await ends.hear(3) == [third, first, second]
    assert await soon(ends.call.read()) is grpc.aio.EOF
    for match_id, outcome in ends.told:
        (frame,) = await anywhere.watch(match_id).rest()
        assert outcome == frame.outcome
        assert outcome == (await anywhere.get(match_id)).outcome


async def test_a_match_that_is_over_is_told_of_at_once(anywhere: Referee) -> None:
    """Whether it was played just now, or named on a stream before."""
    match_id, _ = await anywhere.play(1)
    for _ in range(2):
        ends = Ends(anywhere)
        await ends.name(match_id)
        assert await ends.hear(1) == [match_id]
        assert ends.told[0][1] == (await anywhere.get(match_id)).outcome
        await ends.close()


async def test_nobody_waits_for_matches_that_are_not_there(anywhere: Referee) -> None:
    """They are told by name; the others go on."""
    (match_id,) = await _made(anywhere, 1)
    ends = Ends(anywhere)
    await ends.name("absent", match_id, "../etc")
    await ends.hear(2)
    assert sorted(ends.unwatched) == ["../etc", "absent"]
    told = ends.unwatched["absent"]
    assert told.reason == error_pb2.ERROR_REASON_UNKNOWN_MATCH
    assert told.text == "unknown match 'absent'"
    await anywhere.abort(match_id)
    await ends.hear(3)
    await ends.close()


async def _messages_of_ends(referee: Referee, count: int) -> int:
    """End that many matches, name them on one stream, and return how many messages had their ends, in order."""
    matches = await _made(referee, count)
    for match_id in matches:
        await referee.abort(match_id)
    ends = Ends(referee)
    await ends.name(*matches)
    assert await ends.hear(count) == matches
    return ends.messages


async def test_ends_that_come_together_are_one_message(referee: Referee) -> None:
    """All that were named when they were over, in the order in which they were named."""
    assert await _messages_of_ends(referee, 20) == 1


async def test_a_match_that_ended_while_the_stream_was_broken(anywhere: Referee) -> None:
    """It is told of on the next stream that names it."""
    first, second = await _made(anywhere, 2)
    broken = Ends(anywhere)
    await broken.name(first, second)
    await _known(broken, 0)
    broken.call.cancel()
    await anywhere.abort(first)
    ends = Ends(anywhere)
    await ends.name(first, second)
    assert await ends.hear(1) == [first]
    await anywhere.abort(second)
    assert await ends.hear(2) == [first, second]


async def test_a_stream_that_has_gone_is_forgotten(referee: Referee) -> None:
    """No match keeps anything of it."""
    (match_id,) = await _made(referee, 1)
    host = referee.server.lobby.match(match_id)
    ends = Ends(referee)
    await ends.name(match_id)
    await until(lambda: len(host.end_listeners) == 1)
    ends.call.cancel()
    await until(lambda: not host.end_listeners)


async def test_matches_of_the_past(tmp_path: Path) -> None:
    """After the server was started again, their ends are known from their replays."""
    async with running(tmp_path) as referee:
        match_id, _ = await referee.play(1)
        outcome = (await referee.get(match_id)).outcome
        await referee.replays_written()
        going_on = (await referee.create()).match.match_id
    async with running(tmp_path) as referee:
        ends = Ends(referee)
        await ends.name(match_id, going_on)
        assert await ends.hear(1) == [match_id]
        assert ends.told[0][1].seats[0].placement == outcome.seats[0].placement
        await referee.abort(going_on)
        assert await ends.hear(2) == [match_id, going_on]
        await ends.close()


async def test_who_does_not_read_is_not_read(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many names of matches that are over are sent, no more than a bound of ends wait for their reader."""
    monkeypatch.setattr(ends_service, "MOST_HELD_BACK", 10)
    matches = await _made(referee, 30)
    for match_id in matches:
        await referee.abort(match_id)
    ends = Ends(referee)
    for _ in range(20):
        await ends.name(*matches)
    assert await ends.hear(600) == matches * 20


@pytest_asyncio.fixture(params=["server", "router"])
async def closed(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Referee]:
    """A closed server, and a closed router before two."""
    settings: dict[str, Any] = {"organizer_key": "secret", "closed": True}
    if request.param == "server":
        async with running(tmp_path, **settings) as referee:
            yield referee
    else:
        async with routed(tmp_path, **settings) as (referee, _):
            yield referee


async def test_a_closed_server_tells_the_organizer_alone(closed: Referee) -> None:
    """As it does the public view."""
    made = await closed.create(metadata=KEY)
    for metadata in (None, (("authorization", "Bearer wrong"),)):
        problem = await refusal(closed.spectate.WatchEnds(metadata=metadata).read())
        assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_ORGANIZER_KEY")
    ends = Ends(closed, KEY)
    await ends.name(made.match.match_id, "absent")
    await ends.hear(1)
    assert list(ends.unwatched) == ["absent"]


async def test_streams_of_a_caller_are_counted(
    anywhere: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Like those of Watch."""
    monkeypatch.setitem(CALLS, "/gamereferee.v1.SpectateService/WatchEnds", Quota(1, 9))
    ends = Ends(anywhere)
    await _known(ends, 0)
    problem = await refusal(anywhere.spectate.WatchEnds().read())
    assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")
    assert problem.text.startswith("1 calls of WatchEnds from this machine are open")


async def test_a_lost_worker_ends_the_stream(tmp_path: Path) -> None:
    """Who names its matches again is told of them when it is back."""
    async with routed(tmp_path) as (referee, fleet):
        made = await _one_on_each(referee, fleet)
        ends = Ends(referee)
        await ends.name(*made)
        await _known(ends, 0)
        await fleet.lose(0)
        assert (await refusal(ends.call.read())).code == "UNAVAILABLE"
        again = Ends(referee)
        await again.name(*made)
        await referee.abort(made[1])
        assert await again.hear(1) == [made[1]]
        await fleet.restore(0)
        await referee.abort(made[0])
        assert await again.hear(2) == [made[1], made[0]]
        await again.close()


class Refusing:
    """A router's only worker, its channel and its call at once; the call ends as soon as it begins."""

    reading: asyncio.Task[list[bytes]]
    """What gRPC has beside each call: it reads requests, and does not end with the call."""

    def in_turn(self) -> list[Refusing]:
        """It is the only one."""
        return [self]

    async def channel(self) -> Refusing:
        """It is its own."""
        return self

    def stream_stream(self, _: str) -> Refusing:
        """It is its own call."""
        return self

    def __call__(self, requests: AsyncIterator[bytes], metadata: object) -> Refusing:  # noqa: ARG002
        """Begin to read."""

        async def read() -> list[bytes]:
            return [request async for request in requests]

        self.reading = asyncio.create_task(read())
        return self

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Refuse, once the requests are waited for."""
        await asyncio.sleep(0)
        raise ConnectionError
        yield b""

    def cancel(self) -> bool:
        """It has ended before."""
        return False


async def test_a_refused_call_leaves_nothing_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """GRPC goes on to wait for requests of a call that has ended, so the router ends these."""
    worker: Any = Refusing()
    caller: Any = Refusing()
    monkeypatch.setattr(caller, "read", asyncio.Event().wait, raising=False)
    with pytest.raises(ConnectionError):
        await soon(EndsRoute(caller, worker, ()).run())
    await asyncio.sleep(0)  # the reader's turn
    assert worker.reading.done()


async def _one_on_each(referee: Referee, fleet: LocalFleet) -> list[str]:
    """A match of each worker, by its number."""
    found: dict[int, str] = {}
    while len(found) < len(fleet.workers):
        match_id = (await referee.create()).match.match_id
        found.setdefault(shard_of(match_id, len(fleet.workers)), match_id)
    return [found[number] for number in sorted(found)]


async def test_messages_are_no_longer_than_a_bound(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left goes into the next one."""
    monkeypatch.setattr(ends_service, "BATCH_BYTES", 1)
    assert await _messages_of_ends(referee, 3) == 3


async def test_both_halves_end_when_the_caller_goes(referee: Referee) -> None:
    """No task is left of a stream that was broken off."""
    before = asyncio.all_tasks()
    ends = Ends(referee)
    await _known(ends, 0)
    ends.call.cancel()
    await until(
        lambda: not any("EndsSession" in repr(task) for task in asyncio.all_tasks() - before)
    )

"""Quotas: what callers without the organizer key may take up of a server, alone and together."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio

from gamereferee.v1 import lobby_service_pb2, match_pb2, replay_service_pb2, spectate_service_pb2
from referee.core.clock import ManualClock
from referee.core.forwarded import trusted_networks
from referee.core.time_control import SECOND
from referee.replay import journal
from referee.replay.reader import Replay, load
from referee.server.access.callers import CALLER
from referee.server.access.quotas import CALLS, Quota, Rate
from referee.server.lobby import past
from referee.server.process.status import CallError
from referee.server.services import matchmaking, replay_service, spectate_service
from tests.server.fake_call import FakeCall
from tests.server.routed import routed
from tests.server.running import PATIENT, Problem, Referee, bid, refusal, running, soon

KEY = (("authorization", "Bearer secret"),)
WATCH = "/gamereferee.v1.SpectateService/Watch"
GET_REPLAY = "/gamereferee.v1.ReplayService/GetReplay"


@pytest_asyncio.fixture(params=["server", "router"])
async def keyed(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Referee]:
    """A server with an organizer key, open to all, and a router before two such."""
    if request.param == "server":
        async with running(tmp_path, organizer_key="secret", max_matches=20) as referee:
            yield referee
    else:
        async with routed(tmp_path, organizer_key="secret", max_matches=40) as (referee, _):
            yield referee


def _enqueue(referee: Referee, metadata: Any = (), **fields: Any) -> asyncio.Task[Any]:
    request = lobby_service_pb2.EnqueueRequest(**({"game": "toy_bid"} | fields))

    async def call() -> Any:
        return await soon(referee.lobby.Enqueue(request, metadata=metadata))

    return asyncio.create_task(call())


async def _met(referee: Referee, metadata: Any = ()) -> Any:
    """A match of the queue, both of its callers the same."""
    calls = [_enqueue(referee, metadata) for _ in range(2)]
    return [await call for call in calls]


async def _created(referee: Referee) -> Any:
    request = lobby_service_pb2.CreateMatchRequest(game="toy_bid", time_control=PATIENT)
    return await soon(referee.lobby.CreateMatch(request, metadata=KEY))


# The queue.


async def test_a_caller_has_only_so_many_seats(
    keyed: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it says of itself; the organizer has any number, and a match that ends makes room."""
    monkeypatch.setattr(matchmaking, "MOST_SEATS", 4)
    forged = [((CALLER, f"192.0.2.{n}"),) for n in range(3)]
    first, _ = await _met(keyed, forged[0])
    await _met(keyed, forged[1])
    problem = await refusal(_enqueue(keyed, forged[2]))
    assert problem == Problem(
        "RESOURCE_EXHAUSTED",
        "TOO_MANY_CALLS",
        "4 seats of this machine wait for opponents or are in matches that are not over, which is the "
        "most allowed without the organizer key",
    )
    await _met(keyed, KEY)
    request = lobby_service_pb2.AbortMatchRequest(match_id=first.match_id)
    await soon(keyed.lobby.AbortMatch(request, metadata=KEY))
    await _met(keyed)


async def test_the_queue_leaves_half_of_the_room(keyed: Referee) -> None:
    """Twenty places a process: ten of them are the organizer's alone."""
    for _ in range(10):
        await _met(keyed)
    problem = await refusal(_enqueue(keyed))
    assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_MATCHES")
    assert problem.text.startswith(
        "10 matches of the queue are not over, which is the most allowed"
    )
    for _ in range(10):
        await _created(keyed)


async def test_matches_that_end_at_once_are_limited_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many at once, and then so many a second."""
    monkeypatch.setattr(matchmaking, "MOST_SEATS", 6)
    async with running(tmp_path) as referee:
        for _ in range(3):
            met, _ = await _met(referee)
            await referee.abort(met.match_id)
        problem = await refusal(_enqueue(referee))
        assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")
        assert "6 times at once and 2 times a second after that" in problem.text
        referee.pass_time(1)
        await _met(referee)
        assert (await refusal(_enqueue(referee))).reason == "TOO_MANY_CALLS"


async def test_waiting_counts(keyed: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for opponents that don't come has taken a seat."""
    monkeypatch.setattr(matchmaking, "MOST_SEATS", 2)
    waiting = [_enqueue(keyed, num_seats=number) for number in (3, 4)]
    await keyed.until_waiting(2)
    assert (await refusal(_enqueue(keyed))).reason == "TOO_MANY_CALLS"
    waiting[0].cancel()
    await keyed.until_waiting(1)
    waiting.append(_enqueue(keyed, num_seats=4))
    await keyed.until_waiting(2)
    assert not waiting[-1].done()
    for call in waiting:
        call.cancel()


def test_a_rate_forgets_who_has_all_of_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """And, where nobody has, those that came first: what is remembered is bounded."""
    monkeypatch.setattr("referee.server.access.quotas._CALLERS_KEPT", 10)
    clock = ManualClock(SECOND)
    rate = Rate("call", 2, 1.0, clock)
    for number in range(10):
        rate.spend(f"192.0.2.{number}")
    clock.advance(3 * SECOND)
    rate.spend("192.0.2.99")
    assert len(rate._left) == 1
    for number in range(40):
        rate.spend(f"192.0.2.{number}")
        assert len(rate._left) <= 10
    rate.spend("192.0.2.39")
    with pytest.raises(
        CallError, match=r"192\.0\.2\.39 may call 2 times at once and 1 times a second"
    ):
        rate.spend("192.0.2.39")


# Calls that stay open.


async def test_watchers_of_a_caller_are_counted(
    keyed: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the organizer are not; who leaves makes room."""
    monkeypatch.setitem(CALLS, WATCH, Quota(2, 9))
    made = await _created(keyed)
    match_id = made.match.match_id
    stream = keyed.stream()
    await stream.join(*made.seat_tokens)
    request = spectate_service_pb2.WatchRequest(match_id=match_id)
    calls = [keyed.spectate.Watch(request) for _ in range(2)]
    for call in calls:
        await soon(call.read())
    problem = await refusal(keyed.spectate.Watch(request).read())
    assert problem == Problem(
        "RESOURCE_EXHAUSTED",
        "TOO_MANY_CALLS",
        "2 calls of Watch from this machine are open, which is the most allowed without the organizer key",
    )
    assert (await keyed.watch(match_id, metadata=KEY).next()) is not None
    calls[0].cancel()
    async with asyncio.timeout(60):
        while True:  # until the server has noticed
            call = keyed.spectate.Watch(request)
            try:
                await call.read()
                break
            except grpc.aio.AioRpcError:
                continue


async def test_watchers_of_all_callers_are_counted(
    keyed: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Together they have no more than one may have of twice as much."""
    monkeypatch.setitem(CALLS, WATCH, Quota(9, 1))
    made = await _created(keyed)
    await keyed.stream().join(*made.seat_tokens)
    request = spectate_service_pb2.WatchRequest(match_id=made.match.match_id)
    call = keyed.spectate.Watch(request)
    await soon(call.read())
    problem = await refusal(keyed.spectate.Watch(request).read())
    assert problem.text.startswith("1 calls of Watch are open, which is the most allowed")


async def test_one_token_has_few_watchers(
    anywhere: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other seat's token has as many of its own."""
    monkeypatch.setattr(spectate_service, "MOST_OF_A_SEAT", 2)
    made = await anywhere.create()
    match_id, tokens = made.match.match_id, list(made.seat_tokens)
    await anywhere.stream().join(*tokens)
    watching = []  # a call that nothing refers to is cancelled
    for token in tokens:
        for _ in range(2):
            watching.append(anywhere.watch(match_id, seat_token=token))
            assert (await watching[-1].next()) is not None
        request = spectate_service_pb2.WatchRequest(match_id=match_id, seat_token=token)
        problem = await refusal(anywhere.spectate.Watch(request).read())
        assert problem == Problem(
            "RESOURCE_EXHAUSTED",
            "TOO_MANY_CALLS",
            "2 watch this seat, which is the most allowed",
        )
    assert (await anywhere.watch(match_id).next()) is not None


@pytest.mark.parametrize("kind", ["server", "router"])
async def test_callers_behind_a_proxy_are_limited_each_by_itself(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody gets more by sending addresses of its own choice, or what a router tells its workers."""
    monkeypatch.setattr(matchmaking, "MOST_SEATS", 2)
    settings: Any = {"trusted_proxies": trusted_networks(["127.0.0.1"])}
    async with contextlib.AsyncExitStack() as stack:
        if kind == "server":
            referee = await stack.enter_async_context(running(tmp_path, **settings))
        else:
            referee, _ = await stack.enter_async_context(routed(tmp_path, **settings))
        for caller_of in ("192.0.2.7", "192.0.2.8"):
            await _met(referee, (("x-forwarded-for", caller_of),))
            forged = (
                ("x-forwarded-for", f"198.51.100.1, {caller_of}"),
                (CALLER, "198.51.100.1"),
            )
            problem = await refusal(_enqueue(referee, forged))
            assert problem.reason == "TOO_MANY_CALLS"
            assert f"2 seats of {caller_of} wait" in problem.text


# Replays.


async def test_a_replay_is_read_at_the_pace_of_its_reader(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a caller who does not read there is one message in memory, not the replay."""
    match_id, _ = await referee.play(*range(1, 21))
    await referee.server.lobby.replays_written()
    monkeypatch.setattr(replay_service, "RECORDS_PER_MESSAGE", 4)
    read = 0

    def noted(path: Path) -> Any:
        nonlocal read
        with contextlib.closing(journal.stream_records(path)) as records:
            for record in records:
                read += 1
                yield record

    monkeypatch.setattr(replay_service, "stream_records", noted)
    gate, context = asyncio.Semaphore(0), _Reader()
    context.gate = gate
    service = replay_service.ReplayService(referee.server.lobby, referee.clock)
    request = replay_service_pb2.GetReplayRequest(match_id=match_id)
    call = asyncio.create_task(service.GetReplay(request, context))  # type: ignore[arg-type]  # all that is asked for
    for messages in range(1, 4):
        async with asyncio.timeout(60):
            await context.written.acquire()
        assert read == 4 * messages
        gate.release()
    call.cancel()
    await asyncio.wait([call])


class _Reader(FakeCall):
    """Who reads one message whenever the gate lets it."""

    gate: asyncio.Semaphore

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Semaphore(0)

    async def write(self, _: Any) -> None:
        self.written.release()
        await self.gate.acquire()


async def test_replays_read_at_once_are_counted(
    keyed: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unread call stays open, and there are only so many."""
    monkeypatch.setitem(CALLS, GET_REPLAY, Quota(0, 9))
    request = replay_service_pb2.GetReplayRequest(match_id="absent")
    problem = await refusal(keyed.replays.GetReplay(request).read())
    assert problem.text.startswith("0 calls of GetReplay from this machine are open")
    problem = await refusal(keyed.replays.GetReplay(request, metadata=KEY).read())
    assert problem.reason == "UNKNOWN_REPLAY"


@pytest.mark.parametrize("cut", [1, 20, 200])
async def test_a_replay_that_is_cut_off_is_told_after_what_is_there(
    referee: Referee, cut: int
) -> None:
    """DATA_LOSS, never a shorter match."""
    match_id, _ = await referee.play(*range(1, 21))
    await referee.server.lobby.replays_written()
    path = referee.server.lobby.folder.replay_path(match_id)
    path.write_bytes(path.read_bytes()[:-cut])
    call = referee.replays.GetReplay(replay_service_pb2.GetReplayRequest(match_id=match_id))
    kinds = []
    problem = None
    while problem is None:
        try:
            response = await soon(call.read())
            kinds += [record.WhichOneof("record") for record in response.records]
        except grpc.aio.AioRpcError:
            problem = await refusal(call.read())
    assert (problem.code, problem.reason) == ("DATA_LOSS", "CORRUPT_REPLAY")
    assert kinds[:1] in ([], ["header"])


# Matches of the past.


async def test_reading_an_old_match_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop serves a whole match while an old one is read; who asks for it waits, and shares the work."""
    async with running(tmp_path) as referee:
        match_id, _ = await referee.play(3, 1)
        token = referee.server.lobby.tokens(referee.server.lobby.match(match_id))[0]
    begun, go_on, loads = threading.Event(), threading.Event(), []

    def held(path: Path) -> Replay:
        loads.append(path)
        begun.set()
        assert go_on.wait(60)
        return load(path)

    monkeypatch.setattr(past, "load", held)
    async with running(tmp_path) as referee:
        asked = [asyncio.create_task(referee.get(match_id)) for _ in range(3)]
        await asyncio.to_thread(begun.wait, 60)
        stream = referee.stream()
        await stream.present(token)
        made = await referee.create(config_json='{"rounds": 1}')
        await stream.join(*made.seat_tokens)
        for turn in [await stream.turn() for _ in range(2)]:
            await stream.answer(turn, bid(1))
        ended = await stream.ended()
        assert ended.match_id == made.match.match_id
        assert not any(call.done() for call in asked)
        go_on.set()
        for call in asked:
            assert (await call).phase == match_pb2.MATCH_PHASE_ENDED
        while (await stream.ended()).match_id != match_id:
            pass
        assert len(loads) == 1


async def test_only_so_many_wait_for_old_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are told to come again."""
    async with running(tmp_path) as referee:
        match_id, _ = await referee.play(1)
        token = referee.server.lobby.tokens(referee.server.lobby.match(match_id))[0]
    monkeypatch.setattr(past, "MOST_WAITING", 0)
    async with running(tmp_path) as referee:
        stream = referee.stream()
        await stream.present(token)
        assert (await stream.refused()).reason == "TOO_MANY_CALLS"
        problem = await refusal(referee.get(match_id))
        assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")


async def test_invented_joins_of_old_matches_end_the_stream(tmp_path: Path) -> None:
    """As a flood, like any other."""
    async with running(tmp_path) as referee:
        match_id, _ = await referee.play(1)
    async with running(tmp_path) as referee:
        stream = referee.stream()
        await stream.present(*[f"{match_id}.0.{number}" for number in range(300)])
        problem = await stream.status()
        assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "FLOOD")


async def test_a_stream_that_is_closed_hears_of_its_old_matches_first(tmp_path: Path) -> None:
    """It ends when all of its joins are answered."""
    async with running(tmp_path) as referee:
        matches = [(await referee.play(1))[0] for _ in range(3)]
        lobby = referee.server.lobby
        tokens = [lobby.tokens(lobby.match(match_id))[0] for match_id in matches]
    async with running(tmp_path) as referee:
        stream = referee.stream()
        await stream.present(*tokens)
        await stream.finish()
        ended = [(await stream.ended()).match_id for _ in matches]
        assert ended == matches
        assert (await stream.status()).code == "OK"

"""What only a router can get wrong: where things go, and what becomes of them without a worker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gamereferee.v1 import lobby_service_pb2, match_pb2, play_service_pb2
from referee.server.process.shard import shard_of
from referee.server.router import play
from referee.server.services import outbox
from tests.server.routed import LocalFleet, routed
from tests.server.running import (
    BotStream,
    Problem,
    Referee,
    action_of,
    bid,
    refusal,
    running,
    soon,
    until,
)
from tests.server.stuck import hundred_matches, stuck_bot

Created = lobby_service_pb2.CreateMatchResponse
ListRequest = lobby_service_pb2.ListMatchesRequest

GONE = Problem(
    "UNAVAILABLE", "", "a part of the referee has stopped and is started again; come back"
)
FULL = "RESOURCE_EXHAUSTED"


@pytest_asyncio.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[Referee, LocalFleet]]:
    """A router and its two workers."""
    async with routed(tmp_path) as started:
        yield started


async def _one_on_each(referee: Referee, **fields: Any) -> list[Created]:
    """A match on each of two workers, in their order."""
    made = [await referee.create(**fields) for _ in range(2)]
    made.sort(key=lambda match: shard_of(match.match.match_id, 2))
    assert [shard_of(match.match.match_id, 2) for match in made] == [0, 1]
    return made


async def _play_on(stream: BotStream, count: int, ends: int) -> None:
    """Answer as many turns, each message of them with one, and read as many ends."""
    for _ in range(count):
        await stream.answer(await stream.turn(), bid(1))
    for _ in range(ends):
        assert (await stream.ended()).outcome.cause == match_pb2.END_CAUSE_RULES


# Matches.


async def test_matches_are_spread(both: tuple[Referee, LocalFleet]) -> None:
    """Each worker has those of its part."""
    referee, fleet = both
    made = {(await referee.create()).match.match_id for _ in range(8)}
    hosts = [{host.match_id for host in worker.server.lobby.matches()} for worker in fleet.workers]
    assert [len(ids) for ids in hosts] == [4, 4]
    assert hosts[0] | hosts[1] == made
    for index, ids in enumerate(hosts):
        assert {shard_of(match_id, 2) for match_id in ids} == {index}


async def test_where_there_is_room_a_match_is_made(tmp_path: Path) -> None:
    """A full worker is passed over; when all are full, the referee is."""
    async with routed(tmp_path, max_matches=4) as (referee, _):
        made = [(await referee.create()).match.match_id for _ in range(4)]
        request = lobby_service_pb2.CreateMatchRequest(game="toy_bid")
        problem = await refusal(referee.lobby.CreateMatch(request))
        assert (problem.code, problem.reason) == (FULL, "TOO_MANY_MATCHES")
        for match_id in made:
            if shard_of(match_id, 2) == 1:
                await referee.abort(match_id)
        again = [(await referee.create()).match.match_id for _ in range(2)]
        assert [shard_of(match_id, 2) for match_id in again] == [1, 1]


async def _pages(referee: Referee, size: int, **fields: Any) -> list[list[str]]:
    pages, token = [], ""
    while True:
        request = ListRequest(page_size=size, page_token=token, **fields)
        response = await soon(referee.lobby.ListMatches(request))
        pages.append([match.match_id for match in response.matches])
        token = response.next_page_token
        if not token:
            return pages


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 8, 1000])
async def test_one_list_is_made_of_all(both: tuple[Referee, LocalFleet], size: int) -> None:
    """The newest first, in pages of the size that was asked for, each match once."""
    referee, _ = both
    made = [(await referee.create(label="odd" if i % 2 else "")).match.match_id for i in range(7)]
    lonely = [match_id for match_id in made if shard_of(match_id, 2) == 0]
    newest_first = made[::-1]
    pages = await _pages(referee, size)
    assert [match_id for page in pages for match_id in page] == newest_first
    assert all(len(page) == size for page in pages[:-1])
    assert 0 < len(pages[-1]) <= size
    odd = [match_id for page in await _pages(referee, size, label="odd") for match_id in page]
    assert odd == [match_id for match_id in newest_first if made.index(match_id) % 2]
    for match_id in lonely:
        await referee.abort(match_id)
    ended = await _pages(referee, size, phase=match_pb2.MATCH_PHASE_ENDED)
    assert [match_id for page in ended for match_id in page] == lonely[::-1]


@pytest.mark.parametrize("token", ["x", "1", "1.2.3", "1.-1", "1.", "1.1234567890", "¹.²"])
async def test_a_page_token_of_another_list_is_refused(
    both: tuple[Referee, LocalFleet], token: str
) -> None:
    """As one that is none is."""
    problem = await refusal(both[0].lobby.ListMatches(ListRequest(page_token=token)))
    text = f"page_token must be the next_page_token of another page, not {token!r}"
    assert problem == Problem("INVALID_ARGUMENT", "BAD_FIELD", text, ("page_token",))


async def test_the_organizer_key_is_passed_on(tmp_path: Path) -> None:
    """To the worker that a call goes to, and to all of them for a list."""
    async with routed(tmp_path, organizer_key="secret") as (referee, _):
        calls = (
            (referee.lobby.CreateMatch, lobby_service_pb2.CreateMatchRequest(game="toy_bid")),
            (referee.lobby.ListMatches, ListRequest()),
        )
        for call, request in calls:
            for metadata in ((), (("authorization", "Bearer wrong"),)):
                problem = await refusal(call(request, metadata=metadata))
                assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_ORGANIZER_KEY")
            await soon(call(request, metadata=(("authorization", "Bearer secret"),)))


# Streams.


async def test_one_stream_plays_on_all_workers(both: tuple[Referee, LocalFleet]) -> None:
    """With seats, answers, skips and resigns of both in one message; it ends when all is over."""
    referee, fleet = both
    made = await _one_on_each(referee, config_json='{"rounds": 3}')
    stream = referee.stream()
    joined = await stream.join(*[token for match in made for token in match.seat_tokens])
    assert {answer.match_id for answer in joined} == {match.match.match_id for match in made}
    assert [len(worker.server.lobby.sessions) for worker in fleet.workers] == [1, 1]
    turns = [await stream.turn() for _ in range(4)]
    assert len({turn.match_id for turn in turns}) == 2
    await stream.send(actions=[action_of(turn, bid(1)) for turn in turns])
    turns = [await stream.turn() for _ in range(4)]
    await stream.send(
        skips=[
            play_service_pb2.Skip(match_id=turn.match_id, seat=turn.seat, turn=turn.turn)
            for turn in turns
        ]
    )
    missed = [await stream.next("missed") for _ in range(4)]
    assert {(miss.match_id, miss.seat) for miss in missed} == {
        (turn.match_id, turn.seat) for turn in turns
    }
    turns = [await stream.turn() for _ in range(4)]
    resigns = [
        play_service_pb2.Resign(match_id=match.match.match_id, seat=seat)
        for seat, match in enumerate(made)
    ]
    actions = [action_of(turn, bid(1)) for turn in turns]
    await stream.send(actions=actions[:1], resigns=resigns)
    ends = [await stream.ended() for _ in range(4)]
    for seat, match in enumerate(made):
        outcomes = [end.outcome for end in ends if end.match_id == match.match.match_id]
        assert len(outcomes) == 2
        for outcome in outcomes:
            assert outcome.seats[seat].forfeit == match_pb2.FORFEIT_CAUSE_RESIGNED
    await stream.finish()
    assert await stream.status() == Problem("OK", "", "")


async def test_who_closes_gets_what_is_left(both: tuple[Referee, LocalFleet]) -> None:
    """The stream goes on until the last match of the last worker has ended."""
    referee, _ = both
    made = await _one_on_each(referee, config_json='{"rounds": 1}')
    stream, rivals = referee.stream(), [referee.stream(), referee.stream()]
    await stream.join(*[match.seat_tokens[0] for match in made])
    for rival, match in zip(rivals, made, strict=True):
        await rival.join(match.seat_tokens[1])
    await stream.send(actions=[action_of(await stream.turn(), bid(1)) for _ in made])
    await stream.finish()
    for rival in rivals:
        await _play_on(rival, 1, 1)
        assert (await stream.ended()).outcome.cause == match_pb2.END_CAUSE_RULES
    assert await stream.status() == Problem("OK", "", "")


async def test_a_stream_without_seats_ends_when_it_is_closed(
    both: tuple[Referee, LocalFleet],
) -> None:
    """Before it has said anything, too."""
    for said in (False, True):
        stream = both[0].stream()
        if said:
            await stream.settle()
        await stream.finish()
        assert await stream.status() == Problem("OK", "", "")


async def test_a_bot_that_goes_after_closing_leaves_its_seats(
    both: tuple[Referee, LocalFleet],
) -> None:
    """On all workers."""
    referee, fleet = both
    made = await _one_on_each(referee)
    stream = referee.stream()
    await stream.join(*[match.seat_tokens[0] for match in made])
    await stream.finish()
    await stream.break_off()
    await until(lambda: not any(lobby.sessions for lobby in fleet.lobbies()))
    for match in made:
        seat = (await referee.get(match.match.match_id)).seats[0]
        assert not seat.connected


async def test_each_worker_gets_the_pong_it_asked_for(both: tuple[Referee, LocalFleet]) -> None:
    """So that both know the round trip before their matches begin."""
    referee, _ = both
    made = await _one_on_each(referee)
    stream = referee.stream()
    await stream.join(*[match.seat_tokens[0] for match in made])
    for _ in made:
        ping = await stream.next("ping")
        await stream.send(pongs=[play_service_pb2.Pong(number=ping.number)])
    for match in made:
        rival = referee.stream()
        await rival.join(match.seat_tokens[1])
        started = await stream.next("starts")
        assert started.match_id == match.match.match_id
        assert started.HasField("round_trip")


async def test_one_message_has_one_ping(both: tuple[Referee, LocalFleet]) -> None:
    """Where much is joined end to end, one ping would else cover the other up."""
    referee, _ = both
    made = [await referee.create() for _ in range(20)]
    stream = referee.stream()
    await stream.join(*[match.seat_tokens[0] for match in made])
    pings = [response.HasField("ping") for response in stream.responses]
    while sum(pings) < 2:
        await stream.read()
        pings = [response.HasField("ping") for response in stream.responses]
    assert sum(pings) == 2


@pytest.mark.slow
async def test_a_bot_that_does_not_read_is_cut_off(
    both: tuple[Referee, LocalFleet], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its worker, which finds out through the router."""
    monkeypatch.setattr(outbox, "FULL_MESSAGES", 2)
    monkeypatch.setattr(outbox, "BATCH_BYTES", 20_000)
    monkeypatch.setattr(play, "BATCH_BYTES", 20_000)
    monkeypatch.setattr("referee.server.router.link.BUFFER", 20_000)
    monkeypatch.setattr("referee.server.router.worker.BUFFER", 20_000)
    referee, fleet = both
    matches = await hundred_matches(referee)
    async with stuck_bot(referee, matches, tmp_path):
        rival = referee.stream()
        await rival.join(*[made.seat_tokens[1] for made in matches])
        for _ in range(20):
            for number, made in enumerate(matches):
                await referee.pass_deadline(made.match.match_id)
                if number % 10 == 9:  # who is asked so much has to read
                    await rival.settle()
        for _ in matches:
            assert (await rival.ended()).outcome.cause == match_pb2.END_CAUSE_RULES
        await until(lambda: all(len(lobby.sessions) == 1 for lobby in fleet.lobbies()))


# Workers that are gone.


async def test_the_matches_of_a_lost_worker_are_not_lost(
    both: tuple[Referee, LocalFleet],
) -> None:
    """Its streams end; those of the other go on; when it is back, its matches go on too."""
    referee, fleet = both
    made = await _one_on_each(referee, config_json='{"rounds": 2}')
    streams = [referee.stream(), referee.stream()]
    for stream, match in zip(streams, made, strict=True):
        await stream.join(*match.seat_tokens)
        await _play_on(stream, 2, 0)
        await stream.settle()
    await fleet.lose(0)
    assert await streams[0].status() == GONE
    await _play_on(streams[1], 2, 2)

    stream = referee.stream()
    await stream.present(*made[0].seat_tokens)
    asked = asyncio.create_task(referee.get(made[0].match.match_id))
    elsewhere = await referee.create()
    assert shard_of(elsewhere.match.match_id, 2) == 1
    assert not asked.done()
    await fleet.restore(0)
    found = await asked
    assert (found.phase, found.steps) == (match_pb2.MATCH_PHASE_RUNNING, 1)
    for _ in range(2):
        assert (await stream.next("joins")).rejoined
    await _play_on(stream, 2, 2)


async def test_a_call_that_is_under_way_when_its_worker_goes_fails(
    both: tuple[Referee, LocalFleet],
) -> None:
    """With words that name no address."""
    referee, fleet = both
    made = await _one_on_each(referee)
    watching = [
        asyncio.create_task(refusal(referee.watch(match.match.match_id).next())) for match in made
    ]
    lobbies = zip(fleet.lobbies(), made, strict=True)
    hosts = [lobby.match(match.match.match_id) for lobby, match in lobbies]
    await until(lambda: all(len(host.watchers) for host in hosts))
    await asyncio.gather(fleet.lose(0), fleet.lose(1))
    assert [await watch for watch in watching] == [GONE] * 2


async def test_any_number_of_workers_takes_up_all_matches(tmp_path: Path) -> None:
    """Two, then three, then none but the server itself: tokens, request ids and turns hold."""
    asked: dict[str, Any] = {"config_json": '{"rounds": 3}'}
    async with routed(tmp_path) as (referee, _):
        made = [await referee.create(request_id=f"r{i}", **asked) for i in range(6)]
        stream = referee.stream()
        await stream.join(*[token for match in made for token in match.seat_tokens])
        await _play_on(stream, 12, 0)
        for _ in range(12):
            await stream.turn()  # so that the round is in the journals
    async with routed(tmp_path, workers=3) as (referee, fleet):
        assert [worker.server.recovered for worker in fleet.workers] == [
            sum(shard_of(match.match.match_id, 3) == index for match in made) for index in range(3)
        ]
        stream = referee.stream()
        joined = await stream.join(*[token for match in made for token in match.seat_tokens])
        assert all(answer.rejoined for answer in joined)
        await _play_on(stream, 12, 0)
        for _ in range(12):
            await stream.turn()  # so that the round is in the journals
        again = [await referee.create(request_id=f"r{i}", **asked) for i in range(6)]
        assert [list(match.seat_tokens) for match in again] == [
            list(match.seat_tokens) for match in made
        ]
    async with running(tmp_path) as referee:
        again = [await referee.create(request_id=f"r{i}", **asked) for i in range(6)]
        assert [match.match.steps for match in again] == [2] * 6
        stream = referee.stream()
        await stream.join(*[token for match in made for token in match.seat_tokens])
        await _play_on(stream, 12, 12)


# Messages.


async def test_messages_go_to_the_worker_of_their_match(
    both: tuple[Referee, LocalFleet],
) -> None:
    """One request with messages for matches on both, and for one that is nowhere."""
    referee, _ = both
    made = await _one_on_each(referee, game="toy_talk")
    stream = referee.stream()
    await stream.join(*[token for match in made for token in match.seat_tokens])
    turns = [await stream.turn() for _ in range(4)]
    says = [
        play_service_pb2.Say(
            match_id=match_id, seat=0, channel="HALL", text=text.encode(), number=number
        )
        for number, (match_id, text) in enumerate(
            [(made[0].match.match_id, "one"), (made[1].match.match_id, "two"), ("nowhere", "x")]
        )
    ]
    await stream.send(says=says)
    rejected = await stream.next("rejections")
    assert (rejected.match_id, rejected.say_number) == ("nowhere", 2)
    await stream.send(actions=[action_of(turn, bid(0)) for turn in turns])
    heard = {(turn.match_id, turn.said[0].text) for turn in [await stream.turn() for _ in range(4)]}
    assert heard == {(made[0].match.match_id, "one"), (made[1].match.match_id, "two")}


# The end.


async def test_draining_lets_the_matches_of_all_workers_end(tmp_path: Path) -> None:
    """The bots are told, nothing new is made, and the drain is over when the last match is."""
    async with routed(tmp_path) as (referee, _):
        made = await _one_on_each(referee, config_json='{"rounds": 1}')
        streams = [referee.stream(), referee.stream()]
        for stream, match in zip(streams, made, strict=True):
            await stream.join(*match.seat_tokens)
        draining = asyncio.create_task(referee.server.drain())
        for stream in streams:
            assert await stream.next("draining")
        request = lobby_service_pb2.CreateMatchRequest(game="toy_bid")
        problem = await refusal(referee.lobby.CreateMatch(request))
        assert (problem.code, problem.reason) == ("UNAVAILABLE", "DRAINING")
        for stream, match in zip(streams, made, strict=True):
            assert not draining.done()
            await _play_on(stream, 2, 2)
            assert (await referee.get(match.match.match_id)).phase == match_pb2.MATCH_PHASE_ENDED
        await soon(draining)


async def test_all_streams_end_with_the_router(tmp_path: Path) -> None:
    """With UNAVAILABLE, so that bots come back to the next one."""
    async with routed(tmp_path, drain_grace_ns=0) as (referee, _):
        made = await _one_on_each(referee)
        stream = referee.stream()
        await stream.join(*[token for match in made for token in match.seat_tokens])
        await referee.server.drain()
        await referee.server.stop()
        assert (await stream.status()).code == "UNAVAILABLE"

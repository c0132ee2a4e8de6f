"""Correspondence matches that sleep: what puts them to sleep, what wakes them, and what stays the same."""

from __future__ import annotations

import errno
import gc
import os
import shutil
import weakref
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2, match_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import HOUR, SECOND
from referee.replay.journal import read_records
from referee.replay.verify import verify
from referee.server.gauges import match_gauges
from referee.server.lobby.sleepers import WAKE_EARLY_NS
from referee.server.process.shard import shard_of
from tests.server.routed import routed
from tests.server.running import Referee, bid, refusal, running, soon, terms, until, visit

SLOW = terms(move_time=72 * 3600, lag_margin=0, strikes=2)
CONFIG = '{"rounds": 2}'


async def _left(referee: Referee, **fields: Any) -> tuple[str, list[str]]:
    """Make a match of two turns; both bots join, seat 0 bids 4, and both leave."""
    fields = {"config_json": CONFIG, "time_control": SLOW, **fields}
    made = await referee.create(**fields)
    streams = [referee.stream() for _ in made.seat_tokens]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    await streams[0].answer(await streams[0].turn(), bid(4))
    await streams[0].settle()
    for stream in streams:
        await stream.break_off()
    match_id = made.match.match_id
    await until(lambda: not referee._host(match_id).notifier.has_streams)
    return match_id, list(made.seat_tokens)


async def _asleep(referee: Referee, **fields: Any) -> tuple[str, list[str]]:
    """The same, and the match sleeps."""
    match_id, tokens = await _left(referee, **fields)
    referee.sweep()
    assert referee.asleep() == []
    referee.sweep()
    assert referee.asleep() == [match_id]
    return match_id, tokens


async def test_nothing_of_it_stays_in_memory_but_an_entry(tmp_path: Path) -> None:
    """The game's state is gone, and whatever holds it."""
    async with running(tmp_path) as referee:
        match_id, _ = await _left(referee)
        left = weakref.ref(referee._host(match_id).machine.state)
        referee.sweep()
        referee.sweep()
        assert referee.asleep() == [match_id]
        gc.collect()
        assert left() is None
        assert referee.server.lobby.matches() == []


async def test_bots_that_come_for_a_turn_do_not_notice(tmp_path: Path) -> None:
    """The match sleeps before each visit: same clocks, same answers, and its replay verifies."""
    clock = ManualClock(SECOND)
    async with running(tmp_path, clock=clock) as referee:
        match_id, tokens = await _asleep(referee)
        left_h = []
        for seat, value in ((1, 3), (0, 0), (1, 1)):
            clock.advance(5 * HOUR)
            turn = await visit(referee, tokens[seat], value)
            left_h.append(turn.clock.remaining.ToNanoseconds() / HOUR)
            assert turn.seat == seat
            if referee.server.lobby.live():
                await until(lambda: not referee._host(match_id).notifier.has_streams)
                referee.sweep()
                referee.sweep()
        # Turn 2 opens with the second visit, at 5 hours.
        assert left_h == [67, 67, 62]
        await referee.replays_written()
        replay = tmp_path / "data" / "replays" / f"{match_id}.replay"
        assert verify(replay).problem is None
        kinds = [record.WhichOneof("record") for record in read_records(replay)]
        assert kinds == ["header", "join", "join", "start", "step", "step", "end"]


async def test_it_sleeps_behind_a_router(tmp_path: Path) -> None:
    """The router lists it, and its worker wakes it for a visit, after a restart of the worker, too."""
    async with routed(tmp_path) as (referee, fleet):
        match_id, tokens = await _asleep(referee)
        request = lobby_service_pb2.ListMatchesRequest(phase=match_pb2.MATCH_PHASE_RUNNING)
        listed = (await soon(referee.lobby.ListMatches(request))).matches
        assert [match.match_id for match in listed] == [match_id]
        assert referee.asleep() == [match_id]
        assert (await visit(referee, tokens[1], 3)).seat == 1
        await until(lambda: not referee._host(match_id).notifier.has_streams)
        referee.sweep()
        referee.sweep()
        assert referee.asleep() == [match_id]
        number = shard_of(match_id, 2)
        await fleet.lose(number)
        await fleet.restore(number)
        for seat, value in ((0, 0), (1, 1)):
            assert (await visit(referee, tokens[seat], value)).turn == 2
        await referee.replays_written()
        assert verify(tmp_path / "data" / "replays" / f"{match_id}.replay").problem is None


async def test_it_is_awake_when_its_deadline_comes(tmp_path: Path) -> None:
    """Woken half a minute before, it does not go to sleep again; the seat has one strike."""
    clock = ManualClock(SECOND)
    async with running(tmp_path, clock=clock) as referee:
        match_id, _ = await _asleep(referee)
        opened_ns = clock.now_ns()
        referee.pass_time(72 * 3600 - WAKE_EARLY_NS / SECOND - 1)
        assert referee.asleep() == [match_id]
        referee.pass_time(1)
        await until(lambda: not referee.asleep())
        referee.sweep()
        referee.sweep()
        assert not referee.asleep()
        await referee.pass_deadline(match_id)
        host = referee._host(match_id)
        assert [seat.strikes for seat in host.machine.seats] == [0, 1]
        assert clock.now_ns() == opened_ns + 72 * HOUR


async def test_listed_as_it_was_and_woken_by_name(tmp_path: Path) -> None:
    """A list wakes nothing; whoever asks for the match itself finds it awake."""
    async with running(tmp_path) as referee:
        match_id, _ = await _left(referee, label="slow")
        expected = await referee.get(match_id)
        other = await referee.create(label="other")
        for _ in range(3):
            referee.sweep()
        assert referee.asleep() == [match_id]
        request = lobby_service_pb2.ListMatchesRequest(phase=match_pb2.MATCH_PHASE_RUNNING)
        assert list((await soon(referee.lobby.ListMatches(request))).matches) == [expected]
        every = await soon(referee.lobby.ListMatches(lobby_service_pb2.ListMatchesRequest()))
        assert [match.match_id for match in every.matches] == [other.match.match_id, match_id]
        request = lobby_service_pb2.ListMatchesRequest(label="other")
        (match,) = (await soon(referee.lobby.ListMatches(request))).matches
        assert match.match_id == other.match.match_id
        assert referee.asleep() == [match_id]
        assert await referee.get(match_id) == expected
        assert referee.asleep() == []
        referee.sweep()
        assert (await referee.abort(match_id)).phase == match_pb2.MATCH_PHASE_ENDED


async def test_counted_among_open_matches(tmp_path: Path) -> None:
    """By the limit on matches, and by the metrics."""
    async with running(tmp_path, max_matches=1) as referee:
        await _asleep(referee)
        server = referee.server
        found = {
            (name, *labels.values()): value
            for name, labels, value in match_gauges(server.lobby, server.matchmaking)
        }
        assert found["referee_matches_open", "asleep"] == 1
        assert found["referee_matches_open", "running"] == 0
        assert found["referee_turns_open",] == 1
        error = await refusal(referee.create())
        assert error.reason == "TOO_MANY_MATCHES"


async def test_a_wrong_token_wakes_nobody(tmp_path: Path) -> None:
    """Neither does that of a seat which the match does not have."""
    async with running(tmp_path) as referee:
        match_id, tokens = await _asleep(referee)
        for token in (tokens[0][:-2] + "zz", tokens[0].replace(".0.", ".7.")):
            request = lobby_service_pb2.GetMatchRequest(match_id=match_id, seat_token=token)
            error = await refusal(referee.lobby.GetMatch(request))
            assert error.reason == "BAD_TOKEN"
        assert referee.asleep() == [match_id]
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id, seat_token=tokens[1])
        assert (await soon(referee.lobby.GetMatch(request))).match.match_id == match_id
        assert referee.asleep() == []


async def test_the_server_dies_while_it_sleeps(tmp_path: Path) -> None:
    """The next one reads its journal, and lets it sleep at once; its deadline stands."""
    clock = ManualClock(SECOND)
    async with running(tmp_path, clock=clock) as referee:
        match_id, tokens = await _asleep(referee)
        killed = tmp_path / "killed"
        shutil.copytree(tmp_path / "data", killed / "data")
    clock.advance(10 * HOUR)
    async with running(killed, clock=clock) as referee:
        assert referee.server.recovered == 1
        assert referee.asleep() == [match_id]
        turn = await visit(referee, tokens[1], 3)
        assert turn.clock.remaining.ToNanoseconds() == 62 * HOUR
        assert referee._host(match_id).steps == 1


async def test_a_repeated_request_finds_it(tmp_path: Path) -> None:
    """It is the same match, with the same tokens."""
    fields: dict[str, Any] = {"config_json": CONFIG, "time_control": SLOW, "request_id": "r"}
    async with running(tmp_path) as referee:
        match_id, tokens = await _asleep(referee, **fields)
        made = await referee.create(**fields)
        assert (made.match.match_id, list(made.seat_tokens)) == (match_id, tokens)


async def test_a_journal_that_cannot_be_read_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks gets an error, and the match sleeps on; it is tried again for its deadline."""
    clock = ManualClock(SECOND)
    async with running(tmp_path, clock=clock) as referee:
        match_id, _ = await _asleep(referee)

        def failing(path: Path) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

        with monkeypatch.context() as context:
            context.setattr(Path, "read_bytes", failing)
            request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
            error = await refusal(referee.lobby.GetMatch(request))
            assert error.reason == "REFEREE_FAULT"
            assert "can't be read for now" in error.text
        assert referee.asleep() == [match_id]
        referee.pass_time(60)
        await until(lambda: not referee.asleep())


async def test_a_damaged_journal_is_set_aside(tmp_path: Path) -> None:
    """As at a start; the match is unknown from then on, and others go on."""
    async with running(tmp_path) as referee:
        match_id, _ = await _asleep(referee)
        journal = tmp_path / "data" / "journals" / f"{match_id}.journal"
        data = bytearray(journal.read_bytes())
        data[-1] ^= 1
        journal.write_bytes(data)
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        error = await refusal(referee.lobby.GetMatch(request))
        assert error.reason == "UNKNOWN_MATCH"
        assert referee.asleep() == []
        assert [path.name for path in journal.parent.iterdir()] == [f"{journal.name}.broken"]
        assert (await referee.create()).match.match_id


async def test_a_match_that_is_watched_stays_awake(tmp_path: Path) -> None:
    """However often it is looked at."""
    async with running(tmp_path) as referee:
        match_id, _ = await _left(referee)
        watching = referee.watch(match_id, public=True)
        await until(lambda: len(referee._host(match_id).watchers) == 1)
        referee.sweep()
        referee.sweep()
        assert referee.asleep() == []
        del watching


async def test_a_match_near_its_deadline_stays_awake(tmp_path: Path) -> None:
    """It would have to be woken at once."""
    async with running(tmp_path) as referee:
        await _left(referee)
        referee.pass_time(72 * 3600 - 60)
        referee.sweep()
        referee.sweep()
        assert referee.asleep() == []

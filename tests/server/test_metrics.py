"""Metrics of a server: what happens to matches, streams and calls is counted, and served by HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamereferee.v1 import play_service_pb2
from referee.core.errors import FieldError
from referee.server.process.config import parse_listen
from tests.server.lane_matches import create_seeded, on_lanes, play_out, replay_path, steps_of
from tests.server.routed import routed
from tests.server.running import Refusal, bid, refusal, running, terms
from tests.server.scraping import ANYWHERE, scrape

TERMS = terms(move_time=10, lag_margin=1, strikes=9)


async def test_a_match_is_counted(tmp_path: Path) -> None:
    """Its creation, steps, decisions with their clocks, bytes and end; before that, what is open."""
    async with running(tmp_path, metrics=ANYWHERE) as referee:
        made = await referee.create(time_control=TERMS, config_json='{"rounds": 2}')
        streams = [referee.stream() for _ in made.seat_tokens]
        for stream, token in zip(streams, made.seat_tokens, strict=True):
            await stream.join(token)
        turns = [await stream.turn() for stream in streams]
        address = referee.server.metrics_address
        before = await scrape(address)
        assert before("matches_open", phase="running") == 1
        assert before("turns_open") == before("streams_open") == 2
        assert before("decisions_total", game="toy_bid", kind="played") == 0
        referee.clock.advance(4_000_000_000)
        for stream, turn in zip(streams, turns, strict=True):
            await stream.answer(turn, bid(1))
        for stream in streams:
            await stream.answer(await stream.turn(), bid(2))
            await stream.settle()
        for stream in streams:
            await stream.ended()
        after = await scrape(address)
    assert after("matches_created_total", game="toy_bid") == 1
    assert after("matches_ended_total", game="toy_bid", cause="rules") == 1
    assert after("matches_ended_total", game="toy_bid", cause="bot_time") == 0
    assert after("matches_open", phase="running") == after("turns_open") == 0
    assert after("steps_total", game="toy_bid") == 2
    assert after("decisions_total", game="toy_bid", kind="played") == 4
    # Of four decisions two took 4 s of 10 s and a margin of 1 s, and two took no time.
    assert after("thinking_seconds_sum", game="toy_bid") == 8
    assert after("thinking_seconds_bucket", game="toy_bid", le="0.0") == 2
    assert after("slack_seconds_count", game="toy_bid") == 4
    assert after("slack_seconds_sum", game="toy_bid") == 2 * 7 + 2 * 11
    assert after("journal_bytes_total", journal="match") > 200
    assert after("build_info", version=after.labels("build_info")[0]["version"]) == 1


async def test_a_missed_turn_and_its_late_answer(tmp_path: Path) -> None:
    """The default is counted, and how late the answer was; it is no fault of the referee."""
    async with running(tmp_path, metrics=ANYWHERE) as referee:
        made = await referee.create(time_control=TERMS)
        streams = [referee.stream() for _ in made.seat_tokens]
        for stream, token in zip(streams, made.seat_tokens, strict=True):
            await stream.join(token)
        late, quick = [await stream.turn() for stream in streams]
        await streams[1].answer(quick, bid(1))
        await streams[1].settle()
        await referee.pass_deadline(made.match.match_id)
        referee.clock.advance(3_000_000_000)
        for _ in range(2):
            await streams[0].answer(late, bid(1))
            assert await streams[0].refused() == Refusal("LATE", 0, 1)
        counted = await scrape(referee.server.metrics_address)
    assert counted("decisions_total", game="toy_bid", kind="defaulted") == 1
    assert counted("missed_turns_total", game="toy_bid", cause="deadline") == 1
    assert counted("missed_turns_total", game="toy_bid", cause="given_up") == 0
    assert counted("rejections_total", reason="late") == 2
    assert counted("late_answers_seconds_count") == 1
    assert counted("late_answers_seconds_sum") == pytest.approx(3, abs=1e-6)
    assert counted("false_timeout_suspects_total") == 0


async def test_an_answer_that_is_read_before_its_timer_goes_off(tmp_path: Path) -> None:
    """It is late all the same, and counted as such."""
    async with running(tmp_path, metrics=ANYWHERE) as referee:
        made = await referee.create(time_control=TERMS)
        streams = [referee.stream() for _ in made.seat_tokens]
        for stream, token in zip(streams, made.seat_tokens, strict=True):
            await stream.join(token)
        turn = await streams[0].turn()
        await streams[0].settle()
        referee.clock.advance(13_000_000_000)
        await streams[0].answer(turn, bid(1))
        assert await streams[0].refused() == Refusal("LATE", 0, 1)
        counted = await scrape(referee.server.metrics_address)
    assert counted("late_answers_seconds_count") == 1
    assert counted("late_answers_seconds_sum") == 2
    assert counted("false_timeout_suspects_total") == 0


async def test_decisions_on_lanes_are_counted(tmp_path: Path) -> None:
    """As many as their replays have, with the same clocks."""
    async with running(tmp_path, metrics=ANYWHERE) as referee:
        made = await create_seeded(referee, time_control=TERMS)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        open_now = await scrape(referee.server.metrics_address)
        assert open_now("lanes_open") == 1
        assert open_now("turns_open") == 2 * len(made)
        referee.clock.advance(4_000_000_000)
        await play_out(bots, told)
        await referee.replays_written()
        counted = await scrape(referee.server.metrics_address)
        steps = sum(len(steps_of(replay_path(referee, each.match.match_id))) for each in made)
    decisions = 2 * steps
    assert counted("steps_total", game="diceman") == steps
    assert counted("decisions_total", game="diceman", kind="played") == decisions
    # The first of each seat and match took 4 s, all others no time.
    assert counted("thinking_seconds_sum", game="diceman") == 4 * 2 * len(made)
    assert counted("slack_seconds_count", game="diceman") == decisions
    assert counted("slack_seconds_sum", game="diceman") == 11 * decisions - 4 * 2 * len(made)
    assert counted("lag_seconds_count") == decisions
    assert counted("journal_bytes_total", journal="lane") > 0


async def test_errors_are_counted_by_reason(tmp_path: Path) -> None:
    """Of calls and of streams; what a caller has sent is never a label."""
    async with running(tmp_path, metrics=ANYWHERE) as referee:
        assert (await refusal(referee.create("no such game"))).reason == "UNKNOWN_GAME"
        made = await referee.create()
        stream = referee.stream()
        await stream.join(made.seat_tokens[0])
        foreign = play_service_pb2.Action(match_id="no match", turn=1, payload=bid(1))
        await stream.send(actions=[foreign])
        assert (await stream.refused()).reason == "NOT_YOUR_SEAT"
        await stream.send_bytes(b"\xff")
        assert (await stream.status()).reason == "MALFORMED"
        counted = await scrape(referee.server.metrics_address)
    assert counted("call_errors_total", method="CreateMatch", code="not_found") == 1
    assert counted("rejections_total", reason="not_your_seat") == 1
    assert counted("stream_errors_total", reason="malformed") == 1
    assert {each["game"] for each in counted.labels("matches_created_total")} == {"toy_bid"}


async def test_workers_have_series_of_their_own(tmp_path: Path) -> None:
    """Each has a label; one that is gone has no samples, and the one in its place begins at 0."""
    async with routed(tmp_path, metrics=ANYWHERE) as (referee, fleet):
        ids = [(await referee.create()).match.match_id for _ in range(2)]
        address = referee.server.metrics_address
        counted = await scrape(address)
        for worker in "01":
            assert counted("matches_created_total", game="toy_bid", worker=worker) == 1
            assert counted("worker_up", worker=worker) == 1
        assert counted("worker_restarts_total", worker="router") == 0
        await fleet.lose(0)
        lost = await scrape(address)
        assert lost("worker_up", worker="0") == 0
        assert [each["worker"] for each in lost.labels("matches_created_total")] == ["1"]
        await fleet.restore(0)
        again = await scrape(address)
    assert again("worker_up", worker="0") == again("worker_restarts_total", worker="router") == 1
    assert again("recoveries_total", result="resumed", worker="0") == 1
    assert again("recoveries_total", result="resumed", worker="1") == 0
    assert len(set(ids)) == 2


async def test_without_the_flag_nothing_is_counted(tmp_path: Path) -> None:
    """No recorder, no observer, no address."""
    async with running(tmp_path) as referee:
        match_id, _ = await referee.play(1)
        assert referee.server.recorder is None
        assert referee.server.lobby.match(match_id).observer is None
        assert referee.server.meter.on_poll is None
        assert referee.server.metrics_address == ""


async def test_an_address_that_is_taken_is_an_error(tmp_path: Path) -> None:
    """It names the setting; a socket's path is none."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    async with running(first, metrics=ANYWHERE) as referee:
        taken = parse_listen(referee.server.metrics_address, "metrics")
        with pytest.raises(FieldError, match="metrics must be an address that is free"):
            async with running(second, metrics=taken):
                pass
    with pytest.raises(FieldError, match="metrics must be HOST:PORT"):
        async with running(second, metrics=parse_listen("unix:/tmp/x", "metrics")):
            pass

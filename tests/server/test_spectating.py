"""Watching: each view shows what it may and no more, and no watcher holds a match up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import any_pb2, json_format, struct_pb2

from gamereferee.games.champions.v1 import champions_pb2
from gamereferee.v1 import lobby_service_pb2, match_pb2, spectate_service_pb2
from referee.server.hosting import watch_views
from tests.server.bidding import begun, play_bids
from tests.server.running import Frames, Problem, Referee, refusal, running, soon

Frame = spectate_service_pb2.WatchResponse
Policy = lobby_service_pb2.SpectatePolicy


def _events(frame: Frame) -> list[str]:
    if not frame.HasField("events"):
        return []
    events = struct_pb2.ListValue()
    assert frame.events.Unpack(events)
    return [str(event.struct_value["event"]) for event in events.values]


def _observed(wrapped: any_pb2.Any) -> dict[str, Any]:
    struct = struct_pb2.Struct()
    assert wrapped.Unpack(struct)
    return dict(json_format.MessageToDict(struct))


async def test_the_public_sees_what_everybody_is_told(referee: Referee) -> None:
    """No observation, no notice; the last frame has outcome and reveal."""
    made, stream = await begun(referee, rounds=2)
    frames = referee.watch(made.match.match_id, public=True)
    first = await frames.next()
    assert first == Frame(step=0, phase="bid")
    await play_bids(stream, 1, 99)
    await play_bids(stream, 2, 1)
    one, two, last = await frames.rest()
    assert (one.step, one.phase, _events(one)) == (1, "bid", ["RoundWon"])
    assert (two.step, two.phase, _events(two)) == (2, "", ["RoundWon"])
    assert not any(frame.observations for frame in (one, two, last))
    match = await referee.get(made.match.match_id)
    assert (last.step, last.phase) == (2, "")
    assert (last.outcome, last.reveal) == (match.outcome, match.reveal)


async def test_the_public_view_is_the_default(referee: Referee) -> None:
    """A request that names no view gets it, without any key or token."""
    made, stream = await begun(referee, rounds=1)
    frames = referee.watch(made.match.match_id)
    await frames.next()
    await play_bids(stream, 1, 2)
    step, _ = await frames.rest()
    assert _events(step) == ["RoundWon"]
    assert not step.observations


STARTS = (15, 12, 1, 5, 9, 6, 2, 3, 4, 14, 13, 11, 7, 0, 10, 8)
"""Tiles on which the seats begin in Champions with seed 1 (E-15)."""


async def test_every_view_shows_what_everybody_may_know(referee: Referee) -> None:
    """In Champions where everybody stands and who is out; nothing of any seat. The last frame has none."""
    made = await referee.create(
        "champions",
        num_seats=16,
        seed_policy=lobby_service_pb2.SeedPolicy(fixed=1),
        spectate_policy=Policy(full_view_delay=0),
    )
    match_id = made.match.match_id
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    await stream.turn()
    views: list[dict[str, Any]] = [{"seat_token": made.seat_tokens[3]}, {"full": True}, {}]
    watching = [referee.watch(match_id, **view) for view in views]
    first = [await frames.next() for frames in watching]
    seen = []
    for frame in first:
        public = champions_pb2.Observation()
        assert frame is not None
        assert frame.public_observation.Unpack(public)
        seen.append(public)
    seats = [champions_pb2.Seat(alive=True, row=t // 4, col=t % 4) for t in STARTS]
    assert seen == [champions_pb2.Observation(round=1, size=4, seats=seats)] * 3
    assert [len(frame.observations) for frame in first if frame is not None] == [1, 16, 0]
    await referee.abort(match_id, "enough")
    (last,) = await watching[-1].rest()
    assert last.HasField("outcome")
    assert not last.HasField("public_observation")


async def test_a_match_can_be_watched_from_before_its_start(referee: Referee) -> None:
    """The first frame comes when it begins."""
    made = await referee.create(config_json='{"rounds": 1}')
    frames = referee.watch(made.match.match_id)
    await soon(referee.lobby.ListGames(lobby_service_pb2.ListGamesRequest()))
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    assert await frames.next() == Frame(step=0, phase="bid")


async def test_a_seat_sees_its_own(referee: Referee) -> None:
    """Its observation and its notices, and nothing of the other seat's."""
    made, stream = await begun(referee, rounds=1)
    frames = referee.watch(made.match.match_id, seat_token=made.seat_tokens[1])
    await frames.next()
    await play_bids(stream, 99, 3)
    step, last = await frames.rest()
    assert _events(step) == ["RoundWon"]
    (seen,) = step.observations
    assert seen.seat == 1
    assert _observed(seen.observation)["own_bids"] == [3]
    assert not last.observations

    made, stream = await begun(referee, rounds=1)
    frames = referee.watch(made.match.match_id, seat_token=made.seat_tokens[0])
    await frames.next()
    await play_bids(stream, 99, 3)
    step, _ = await frames.rest()
    assert _events(step) == ["Notice", "RoundWon"]


async def test_the_full_view_shows_every_seat(referee: Referee) -> None:
    """All observations and all events, where the match allows it."""
    made, stream = await begun(referee, rounds=1, spectate_policy=Policy(full_view_delay=0))
    frames = referee.watch(made.match.match_id, full=True)
    await frames.next()
    await play_bids(stream, 99, 3)
    step, _ = await frames.rest()
    assert _events(step) == ["Notice", "RoundWon"]
    assert [seen.seat for seen in step.observations] == [0, 1]
    assert [_observed(seen.observation)["own_bids"] for seen in step.observations] == [[0], [3]]


async def test_clocks_are_told_to_who_looks_through_their_eyes(referee: Referee) -> None:
    """The public is told none: times, strikes and refusals of a live match are the organizer's or the seat's."""
    made, stream = await begun(referee, rounds=2, spectate_policy=Policy(full_view_delay=0))
    token = made.seat_tokens[0]
    everything = referee.watch(made.match.match_id, full=True)
    own = referee.watch(made.match.match_id, seat_token=token)
    public = referee.watch(made.match.match_id, public=True)
    start, own_start, _ = [await _frame(frames) for frames in (everything, own, public)]
    assert [(clock.seat, clock.asked) for clock in start.clocks] == [(0, True), (1, True)]
    assert [clock.seat for clock in own_start.clocks] == [0]
    assert not start.clocks[0].HasField("last_elapsed")
    await play_bids(stream, 99, 3)
    step, own_step, public_step = [await _frame(frames) for frames in (everything, own, public)]
    assert [clock.decisions for clock in step.clocks] == [1, 1]
    assert [clock.strikes for clock in step.clocks] == [0, 0]
    assert step.clocks[0].HasField("last_elapsed")
    assert len(own_step.clocks) == 1
    assert not public_step.clocks
    assert not public_step.forfeited
    await referee.pass_deadline(made.match.match_id)
    missed = await _frame(everything)
    assert [(clock.decisions, clock.strikes) for clock in missed.clocks] == [(1, 1), (1, 1)]
    assert not missed.clocks[0].HasField("last_elapsed")
    await stream.break_off()


async def test_the_full_view_lags_behind(referee: Referee) -> None:
    """By as many steps as the match says; at the end everything is shown."""
    made, stream = await begun(referee, rounds=4, spectate_policy=Policy(full_view_delay=2))
    delayed = referee.watch(made.match.match_id, full=True)
    public = referee.watch(made.match.match_id)
    waiting = asyncio.create_task(_step(delayed))
    assert await _step(public) == 0
    for step in range(1, 4):
        assert not waiting.done()
        await play_bids(stream, 1, 2)
        assert await _step(public) == step
        if step >= 2:
            assert await waiting == step - 2
            waiting = asyncio.create_task(_step(delayed))
    assert not waiting.done()
    await play_bids(stream, 1, 2)
    assert [await waiting, *[frame.step for frame in await delayed.rest()]] == [2, 3, 4, 4]


async def _frame(frames: Frames) -> Frame:
    frame = await frames.next()
    assert frame is not None
    return frame


async def _step(frames: Frames) -> int:
    return (await _frame(frames)).step


async def test_the_full_view_opens_after_the_end(referee: Referee) -> None:
    """Unless the match says otherwise."""
    made, stream = await begun(referee, rounds=1)
    request = spectate_service_pb2.WatchRequest(match_id=made.match.match_id, full=True)
    problem = await refusal(referee.spectate.Watch(request).read())
    text = "the full view of this match opens after its end"
    assert problem == Problem("PERMISSION_DENIED", "NOT_VISIBLE", text)
    await play_bids(stream, 1, 2)
    await stream.ended()
    (last,) = await referee.watch(made.match.match_id, full=True).rest()
    assert last.outcome.cause == match_pb2.END_CAUSE_RULES


async def test_the_full_view_needs_the_organizer_key(tmp_path: Path) -> None:
    """Where there is one; the other views don't."""
    key = (("authorization", "Bearer secret"),)
    async with running(tmp_path, organizer_key="secret") as referee:
        request = lobby_service_pb2.CreateMatchRequest(
            game="toy_bid", spectate_policy=Policy(full_view_delay=0)
        )
        made = await soon(referee.lobby.CreateMatch(request, metadata=key))
        stream = referee.stream()
        await stream.join(*made.seat_tokens)
        await stream.turn()
        match_id = made.match.match_id
        closed = spectate_service_pb2.WatchRequest(match_id=match_id, full=True)
        problem = await refusal(referee.spectate.Watch(closed).read())
        assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_ORGANIZER_KEY")
        assert (await referee.watch(match_id, metadata=key, full=True).next()) is not None
        assert (await referee.watch(match_id).next()) is not None
        seat_token = made.seat_tokens[0]
        assert (await referee.watch(match_id, seat_token=seat_token).next()) is not None


@pytest.mark.parametrize("whose", ["garbage", "another match's"])
async def test_a_wrong_seat_token_shows_nothing(referee: Referee, whose: str) -> None:
    """UNAUTHENTICATED, whoever's it is."""
    made = await referee.create()
    other = await referee.create()
    token = "x.0.y" if whose == "garbage" else other.seat_tokens[0]
    request = spectate_service_pb2.WatchRequest(match_id=made.match.match_id, seat_token=token)
    problem = await refusal(referee.spectate.Watch(request).read())
    assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_TOKEN")


async def test_an_unknown_match_can_t_be_watched(referee: Referee) -> None:
    """NOT_FOUND."""
    request = spectate_service_pb2.WatchRequest(match_id="absent")
    problem = await refusal(referee.spectate.Watch(request).read())
    assert problem == Problem("NOT_FOUND", "UNKNOWN_MATCH", "unknown match 'absent'")


async def test_who_waits_for_the_end_sees_nothing_else(referee: Referee) -> None:
    """From before the start or in the midst, beside one who sees all; what they may not see has no end either."""
    made = await referee.create(config_json='{"rounds": 2}')
    match_id = made.match.match_id
    early = referee.watch(match_id, public=True, only_end=True)
    await soon(referee.lobby.ListGames(lobby_service_pb2.ListGamesRequest()))
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    await play_bids(stream, 1, 2)
    await stream.settle()
    waiting = [early, referee.watch(match_id, seat_token=made.seat_tokens[0], only_end=True)]
    whole = referee.watch(match_id)
    assert (await _frame(whole)).step == 1
    await play_bids(stream, 1, 2)
    ends = [await frames.rest() for frames in waiting]
    last = (await whole.rest())[-1]
    assert ends == [[last], [last]]
    assert last.HasField("outcome")
    (after,) = await referee.watch(match_id, only_end=True).rest()
    assert after == last
    running = (await referee.create()).match.match_id
    request = spectate_service_pb2.WatchRequest(match_id=running, full=True, only_end=True)
    assert (await refusal(referee.spectate.Watch(request).read())).reason == "NOT_VISIBLE"


async def test_a_match_that_is_over_shows_its_end(referee: Referee) -> None:
    """In one frame."""
    match_id, _ = await referee.play(1)
    (last,) = await referee.watch(match_id).rest()
    assert last.step == 1
    assert last.outcome == (await referee.get(match_id)).outcome


async def test_a_slow_watcher_loses_frames_and_delays_nobody(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest that wait are dropped, which shows as a gap in step; the end is never lost."""
    monkeypatch.setattr(watch_views, "QUEUE_FRAMES", 5)
    watcher = watch_views.Watcher()
    made, stream = await begun(referee, rounds=20)
    referee.server.lobby.match(made.match.match_id).watchers.add(watcher)
    for _ in range(20):
        await play_bids(stream, 0, 0)
    assert (await stream.ended()).outcome.cause == match_pb2.END_CAUSE_RULES
    frames = []
    while (shown := await soon(watcher.next())) is not None:
        frames.append(shown.frame)
    assert [frame.step for frame in frames] == [17, 18, 19, 20, 20]
    assert frames[-1].HasField("outcome")


async def test_a_watcher_who_leaves_is_forgotten(referee: Referee) -> None:
    """The match goes on without it."""
    made, stream = await begun(referee, rounds=2)
    request = spectate_service_pb2.WatchRequest(match_id=made.match.match_id)
    call = referee.spectate.Watch(request)
    await soon(call.read())
    call.cancel()
    await play_bids(stream, 1, 2)
    await play_bids(stream, 1, 2)
    await stream.ended()
    (last,) = await referee.watch(made.match.match_id).rest()
    assert last.step == 2

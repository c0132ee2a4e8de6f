"""Lanes on streams to a router: each worker has its own there, and nothing of a match is otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2, match_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee.core.clock import ManualClock
from referee.core.time_control import MS
from referee.replay.verify import verify
from referee.server.hosting.host import MatchHost
from referee.server.process.config import parse_listen
from referee.server.process.lag import LagMeter
from referee.server.process.shard import shard_of
from referee.server.router import play
from tests.server.lane_bot import LaneBot, Open
from tests.server.lane_matches import action_of, choice_of, create_seeded, on_lanes, steps_of
from tests.server.routed import LocalFleet, routed
from tests.server.running import Problem, Referee, Refusal, running, soon

Made = lobby_service_pb2.CreateMatchResponse
SEEDS = (31, 32, 33, 34)


async def _of_both(referee: Referee) -> list[Made]:
    """Two matches of each of two workers."""
    made = await create_seeded(referee, SEEDS)
    assert sorted(_worker(one) for one in made) == [0, 0, 1, 1]
    return made


def _worker(made: Made) -> int:
    return shard_of(made.match.match_id, 2)


async def _finish(bots: Sequence[LaneBot], told: Sequence[dict[str, Open]]) -> None:
    """Play from open turns on lanes to the end of all matches, all of them in one message."""
    running = set(told[0])
    while running:
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, choice_of)
        read = [await bot.go_on(running) for bot in bots]
        told = [turns for turns, _ in read]
        over = read[0][1]
        assert all(each == over for _, each in read)
        running -= over


async def _sound(referee: Referee, folder: Path, made: Iterable[Made]) -> list[list[Any]]:
    """Check the replays of matches that are over; return their steps."""
    await referee.replays_written()
    paths = [folder / "data" / "replays" / f"{one.match.match_id}.replay" for one in made]
    for path in paths:
        assert verify(path).problem is None
    return [steps_of(path) for path in paths]


async def _plain_steps(folder: Path) -> list[list[Any]]:
    """Return the steps of the same matches at a server without workers, by single turns."""
    async with running(folder) as referee:
        made = await create_seeded(referee, SEEDS)
        streams = [referee.stream() for _ in range(2)]
        for seat, stream in enumerate(streams):
            await stream.join(*(one.seat_tokens[seat] for one in made))
        left = {one.match.match_id for one in made}
        while left:
            over: set[str] = set()
            for stream in streams:
                asked: set[str] = set()
                while left - asked - over:
                    if not stream.has("turns") and not stream.has("ends"):
                        await stream.read()
                    while stream.has("ends"):
                        over.add((await stream.ended()).match_id)
                    while stream.has("turns"):
                        turn = await stream.turn()
                        asked.add(turn.match_id)
                        await stream.answer(turn, action_of(choice_of("", turn.turn)))
            left -= over
        return await _sound(referee, folder, made)


# Numbers.


async def test_matches_of_both_workers_are_on_lanes_of_one_stream(tmp_path: Path) -> None:
    """A lane of each worker, answered in one message; the same steps and digests as without a router."""
    async with routed(tmp_path / "routed") as (referee, _):
        made = await _of_both(referee)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        for bot, each in zip(bots, told, strict=True):
            assert len(bot.lanes) == 2
            for one in made:
                assert each[one.match.match_id].lane % 2 == _worker(one)
        await _finish(bots, told)
        assert not any(bot.stream.has("turns") for bot in bots)
        steps = await _sound(referee, tmp_path / "routed", made)
    assert steps == await _plain_steps(tmp_path / "plain")


async def test_a_lane_that_was_not_opened_is_nobodys(tmp_path: Path) -> None:
    """Whoever of the workers would have given its number; all that was opened goes on."""
    async with routed(tmp_path) as (referee, _):
        made = await _of_both(referee)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        for number in (2, 3, 77, 2**32 - 1):
            await bots[0].stream.send(lane_answers=[wire.LaneAnswers(lane=number)])
            rejected = await bots[0].stream.next("rejections")
            assert rejected.text == f"this stream has no lane {number}"
        await _finish(bots, told)


async def test_a_lane_of_a_worker_without_seats_here_is_nobodys(tmp_path: Path) -> None:
    """Its number would be another worker's, to which the stream has no way."""
    async with routed(tmp_path) as (referee, _):
        made = [one for one in await _of_both(referee) if _worker(one) == 0]
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        await bots[0].stream.send(lane_answers=[wire.LaneAnswers(lane=1)])
        assert await bots[0].stream.refused() == Refusal("NOT_YOUR_SEAT")
        await _finish(bots, told)


# Clocks.


class _SetMeter(LagMeter):
    """Says what the test says."""

    lag_ms = 0

    def lag_ns(self, now_ns: int) -> int:
        """See `LagMeter`."""
        del now_ns
        return self.lag_ms * MS


class _Late:
    """Holds back what the router reports of turns that leave late.

    Args:
        monkeypatch: Puts it in the router's place.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._held: list[tuple[Any, int]] = []
        self._report = play._report_late
        monkeypatch.setattr(play, "_report_late", lambda *told: self._held.append(told))

    def release(self) -> None:
        """Report it."""
        for parts, late_ns in self._held:
            self._report(parts, late_ns)
        self._held.clear()


def _host(fleet: LocalFleet, made: Made) -> MatchHost:
    hosts = (host for lobby in fleet.lobbies() for host in lobby.matches())
    return next(host for host in hosts if host.match_id == made.match.match_id)


async def test_answers_that_wait_in_the_router_are_not_charged_for_it(tmp_path: Path) -> None:
    """40 ms of 100 in all rows of both workers' lanes, by which the router was late when it read them."""
    clock, meter = ManualClock(1_000_000 * MS), _SetMeter()
    async with routed(tmp_path, meter=meter, clock=clock) as (referee, _):
        made = await _of_both(referee)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        clock.advance(100 * MS)
        meter.lag_ms = 40
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, choice_of)
        for bot in bots:
            turns = (await bot.turns(len(made))).values()
            assert {(turn.elapsed_us, turn.lag_us) for turn in turns} == {(60_000, 40_000)}


def _stays(_: MatchHost) -> None:
    pass


def _leaves(host: MatchHost) -> None:
    host.leave_lane()


@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
@pytest.mark.parametrize("before", [_stays, _leaves], ids=["on its lane", "left it meanwhile"])
async def test_columns_that_leave_the_router_late_are_not_charged_for_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: Callable[[MatchHost], None],
    times: int,
) -> None:
    """The router wrote them 30 ms late, so of 130 ms the bots had 100, whoever plays the match when it is known."""
    clock, meter, late = ManualClock(1_000_000 * MS), _SetMeter(), _Late(monkeypatch)
    async with routed(tmp_path, meter=meter, clock=clock) as (referee, fleet):
        made = await _of_both(referee)
        bots = [LaneBot(referee) for _ in range(2)]
        await bots[0].join(*(one.seat_tokens[0] for one in made))
        meter.lag_ms = 30
        await bots[1].join(*(one.seat_tokens[1] for one in made))
        told = [await bot.turns(len(made)) for bot in bots]
        meter.lag_ms = 0
        before(_host(fleet, made[0]))
        clock.advance(30 * MS)
        for _ in range(times):  # to say it again changes nothing
            held = list(late._held)
            late.release()
            late._held += held
        clock.advance(100 * MS)
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, choice_of)
        for bot in bots:
            turns = (await bot.turns(len(made))).values()
            assert {(turn.elapsed_us, turn.lag_us) for turn in turns} == {(100_000, 0)}


async def test_a_single_turn_that_left_late_is_not_charged_on_a_lane(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its match has gone on a lane before that was known, as its rival now takes lanes."""
    clock, meter, late = ManualClock(1_000_000 * MS), _SetMeter(), _Late(monkeypatch)
    async with routed(tmp_path, meter=meter, clock=clock) as (referee, fleet):
        (made,) = await create_seeded(referee, SEEDS[:1])
        bot, rival, plain = LaneBot(referee), LaneBot(referee), referee.stream()
        await bot.join(made.seat_tokens[0])
        meter.lag_ms = 30
        await plain.join(made.seat_tokens[1])
        turn = await bot.stream.turn()
        meter.lag_ms = 0
        await rival.join(made.seat_tokens[1])
        told = await rival.turns(1)
        assert _host(fleet, made).is_on_lane
        clock.advance(30 * MS)
        late.release()
        clock.advance(100 * MS)
        await bot.stream.answer(turn, action_of(choice_of("", 1)))
        await rival.answer(told, choice_of)
        (following,) = (await bot.turns(1)).values()
        assert (following.elapsed_us, following.lag_us) == (100_000, 0)


async def test_who_has_left_a_late_stream_gains_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat has gone to another stream, where its turn was sent again: its clock has run on."""
    clock, meter, late = ManualClock(1_000_000 * MS), _SetMeter(), _Late(monkeypatch)
    async with routed(tmp_path, meter=meter, clock=clock) as (referee, _):
        (made,) = await create_seeded(referee, SEEDS[:1])
        bots = [LaneBot(referee) for _ in range(3)]
        await bots[0].join(made.seat_tokens[0])
        meter.lag_ms = 30
        await bots[1].join(made.seat_tokens[1])
        await bots[0].turns(1)
        meter.lag_ms = 0
        theirs = await bots[1].turns(1)
        await bots[2].join(made.seat_tokens[0])
        mine = await bots[2].turns(1)
        clock.advance(30 * MS)
        late.release()
        clock.advance(100 * MS)
        await bots[2].answer(mine, choice_of)
        await bots[1].answer(theirs, choice_of)
        (following,) = (await bots[2].turns(1)).values()
        assert (following.elapsed_us, following.lag_us) == (130_000, 0)
        (following,) = (await bots[1].turns(1)).values()
        assert following.elapsed_us == 100_000


# Ways that end.


GONE = Problem(
    "UNAVAILABLE", "", "a part of the referee has stopped and is started again; come back"
)


async def test_lanes_of_a_lost_worker_are_opened_anew(tmp_path: Path) -> None:
    """Streams end as with single turns; on new ones old lanes mean nothing, and no step is lost or made twice."""
    folder = tmp_path / "routed"
    async with routed(folder) as (referee, fleet):
        made = await _of_both(referee)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        for bot, each in zip(bots, told, strict=True):
            await bot.answer(each, choice_of)
        told = [await bot.turns(len(made)) for bot in bots]
        journals = folder / "data" / "journals"
        names = [f"{one.match.match_id}.journal" for one in made if _worker(one) == 0]
        names += [path.name for path in journals.glob("0-of-2-*.lane")]
        left = {name: (journals / name).read_bytes() for name in names}
        await fleet.lose(0)
        for name, data in left.items():  # as if it had been killed
            (journals / name).write_bytes(data)
        for bot in bots:
            assert await bot.stream.status() == GONE
        await fleet.restore(0)
        again = [LaneBot(referee) for _ in bots]
        await again[0].stream.send(lane_answers=[wire.LaneAnswers(lane=told[0].popitem()[1].lane)])
        assert await again[0].stream.refused() == Refusal("NOT_YOUR_SEAT")
        for seat, bot in enumerate(again):
            await bot.join(*(one.seat_tokens[seat] for one in made))
        first = [await again[0].stream.turn() for _ in made]  # the other was not there yet
        assert {turn.turn for turn in first} == {2}
        second = await again[1].turns(len(made))
        for turn in first:
            await again[0].stream.answer(turn, action_of(choice_of("", turn.turn)))
        await again[1].answer(second, choice_of)
        await _finish(again, [await bot.turns(len(made)) for bot in again])
        steps = await _sound(referee, folder, made)
    assert steps == await _plain_steps(tmp_path / "plain")


@pytest.mark.parametrize("past", [1, 2], ids=["one of both", "both"])
async def test_seats_that_go_past_the_router_are_on_lanes_again(tmp_path: Path, past: int) -> None:
    """Turns that were sent at the router come again on a lane of the new stream; the old one has lost the seats."""
    own = parse_listen(f"unix:{tmp_path}/own")
    async with routed(tmp_path, worker_listen=own) as (referee, _):
        made = [one for one in await _of_both(referee) if _worker(one) == 1]
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        for seat in range(past):
            gone, bots[seat] = bots[seat], LaneBot(referee, made[0].worker_address)
            await bots[seat].join(*(one.seat_tokens[seat] for one in made))
            told[seat] = await bots[seat].turns(len(made))
            for _ in made:
                assert (await gone.stream.refused()).reason == "TAKEN_OVER"
        await _finish(bots, told)
        await _sound(referee, tmp_path, made)


async def test_a_referee_that_drains_lets_lanes_go_on(tmp_path: Path) -> None:
    """Matches of both workers are played out on their lanes, and it waits for them."""
    async with routed(tmp_path) as (referee, _):
        made = await _of_both(referee)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        draining = asyncio.create_task(referee.server.drain())
        assert await bots[0].stream.next("draining")
        await _finish(bots, told)
        await soon(draining)
        phases = {(await referee.get(one.match.match_id)).phase for one in made}
        assert phases == {match_pb2.MATCH_PHASE_ENDED}


async def test_a_turn_given_up_takes_one_match_off_its_lane(tmp_path: Path) -> None:
    """The others of both workers go on; the one comes back to its lane with its next turn."""
    async with routed(tmp_path) as (referee, _):
        made = await _of_both(referee)
        bots = await on_lanes(referee, made)
        told = [await bot.turns(len(made)) for bot in bots]
        slow = made[0].match.match_id
        for each in told:
            del each[slow]
        for seat, (bot, each) in enumerate(zip(bots, told, strict=True)):
            skip = wire.Skip(match_id=slow, seat=seat, turn=1)
            await bot.stream.send(skips=[skip])
            await bot.answer(each, choice_of)
        for bot in bots:
            assert (await bot.stream.next("missed")).match_id == slow
        told = [await bot.turns(len(made)) for bot in bots]
        assert {each[slow].turn for each in told} == {2}
        await _finish(bots, told)

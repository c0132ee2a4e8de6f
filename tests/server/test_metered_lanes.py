"""Processor time of decisions on lanes: each message's time is divided among its answers, and none is lost."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee.replay.journal import read_records
from referee.replay.verify import verify
from tests.server.lane_bot import LaneBot, answers_to
from tests.server.lane_matches import (
    SEEDS,
    action_of,
    choice_of,
    create_seeded,
    on_lanes,
    play_out,
    replay_path,
    settle_all,
    steps_of,
)
from tests.server.running import Referee, running, soon, terms, until

_PIDS = (os.getpid(), os.getppid())
"""Processes that exist; what their clocks read is up to the test."""


@dataclasses.dataclass
class Processes:
    """Processor clocks of the two bots, in nanoseconds."""

    read_ns: list[int]

    def burn(self, bot: int, micros: int) -> None:
        """Let a bot's process use processor time, in microseconds."""
        self.read_ns[bot] += micros * 1000


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Processes:
    """Both bots' processes, which use processor time only where a test says so."""
    told = Processes([7_000_000, 900])
    clocks = {(~pid << 3) | 2: place for place, pid in enumerate(_PIDS)}

    clock_gettime_ns = time.clock_gettime_ns

    def read_ns(clock: int) -> int:
        return told.read_ns[clocks[clock]] if clock in clocks else clock_gettime_ns(clock)

    monkeypatch.setattr(time, "clock_gettime_ns", read_ns)
    return told


async def _meter(referee: Referee, made: Sequence[Any], *seats: int) -> None:
    for one in made:
        for seat in seats:
            request = lobby_service_pb2.MeterSeatRequest(
                match_id=one.match.match_id, seat=seat, pid=_PIDS[seat]
            )
            await soon(referee.lobby.MeterSeat(request))


async def _used(referee: Referee, made: Any, seat: int = 0) -> list[int | None]:
    """Processor time of each decision of a seat, in microseconds, of a match that has ended."""
    path = replay_path(referee, made.match.match_id)
    await until(path.exists)
    taken = [
        action
        for record in read_records(path)
        if record.HasField("step")
        for action in record.step.actions
        if action.seat == seat
    ]
    return [action.cpu_us if action.HasField("cpu_us") else None for action in taken]


async def _end(referee: Referee, made: Sequence[Any]) -> None:
    for one in made:
        await referee.abort(one.match.match_id)


async def test_metered_matches_are_the_same_on_a_lane(tmp_path: Path, processes: Processes) -> None:
    """All turns come in columns; steps and digests are those of matches that nobody meters."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee)
        await _meter(referee, made, 0, 1)
        plain = await create_seeded(referee)
        for each in (made, plain):
            bots = await on_lanes(referee, each)
            await play_out(bots, [await bot.turns(len(each)) for bot in bots])
            for bot in bots:
                assert not any(response.turns for response in bot.stream.responses)
        await referee.replays_written()
        for mine, theirs in zip(made, plain, strict=True):
            path, other = (replay_path(referee, one.match.match_id) for one in (mine, theirs))
            assert verify(path).problem is None
            steps = steps_of(path)
            for step in steps:
                for action in step.actions:
                    assert action.HasField("cpu_us")
                    action.ClearField("cpu_us")
            assert steps == steps_of(other)
    assert processes.read_ns == [7_000_000, 900]


async def test_a_message_is_shared_by_its_answers(tmp_path: Path, processes: Processes) -> None:
    """In whole microseconds, equally; what is left over goes to the answers of the next message."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:3])
        await _meter(referee, made, 0)
        processes.burn(0, 50)  # before any turn: nobody's
        bots = await on_lanes(referee, made)
        for micros in (31, 2, 30):
            told = [await bot.turns(3) for bot in bots]
            processes.burn(0, micros)
            await bots[0].answer(told[0], choice_of)
            await settle_all(bots)
            processes.burn(0, 1000)  # while it owes no answer
            await bots[1].answer(told[1], choice_of)
        await settle_all(bots)
        await _end(referee, made)
        # 31 = 3 * 10 + 1; 1 + 2 = 3 * 1; 30 = 3 * 10.
        assert [await _used(referee, one) for one in made] == [[10, 1, 10]] * 3
        assert [await _used(referee, one, 1) for one in made] == [[None] * 3] * 3


async def test_what_is_answered_late_still_pays(tmp_path: Path, processes: Processes) -> None:
    """No order of answers hides time: all that a process uses while it owes a turn is charged."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:2])
        await _meter(referee, made, 0)
        bots = await on_lanes(referee, made)
        slow, quick = (one.match.match_id for one in made)
        told = [await bot.turns(2) for bot in bots]
        await bots[1].answer(told[1], choice_of)
        processes.burn(0, 600)  # about the slow match, say, while two turns are owed
        await bots[0].answer({quick: told[0][quick]}, choice_of)
        again = [await bot.turns(1) for bot in bots]
        await bots[1].answer(again[1], choice_of)
        processes.burn(0, 40)
        await bots[0].answer({slow: told[0][slow]}, choice_of)
        await settle_all(bots)
        processes.burn(0, 5)
        await bots[0].answer(again[0], choice_of)
        await settle_all(bots)
        await _end(referee, made)
        assert await _used(referee, made[1]) == [600, 5]
        assert await _used(referee, made[0]) == [40]


async def test_refused_answers_take_no_share(tmp_path: Path, processes: Processes) -> None:
    """A bot can't make its decisions look cheaper by answers that are none."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:2])
        await _meter(referee, made, 0)
        bots = await on_lanes(referee, made)
        names = [one.match.match_id for one in made]
        told = [await bot.turns(2) for bot in bots]
        await bots[1].answer(told[1], choice_of)
        mine = told[0]
        stale = [
            dataclasses.replace(mine[names[0]], turn=number, row=row)
            for number, row in ((3, 999), (7, mine[names[0]].row), (2, 1000))
        ]
        sent = {names[0]: mine[names[0]]} | {str(each.turn): each for each in stale}
        processes.burn(0, 100)
        await bots[0].stream.send(lane_answers=[answers_to(sent, dict.fromkeys(sent, 1))])
        await settle_all(bots)
        await _end(referee, made)
        assert await _used(referee, made[0]) == [100]


async def test_answers_of_two_lanes_share_their_request(
    tmp_path: Path, processes: Processes
) -> None:
    """A process that has both seats, on two lanes, is charged once for what one request answers."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:3])
        turned = [one.seat_tokens for one in made[:2]] + [[*reversed(made[2].seat_tokens)]]
        for place, one in enumerate(made):
            request = lobby_service_pb2.MeterSeatRequest(
                match_id=one.match.match_id, seat=0 if place < 2 else 1, pid=_PIDS[0]
            )
            await soon(referee.lobby.MeterSeat(request))
        bots = [LaneBot(referee) for _ in range(2)]
        for place, bot in enumerate(bots):
            await bot.join(*(tokens[place] for tokens in turned))
        told = [await bot.turns(3) for bot in bots]
        assert all(len(bot.lanes) == 2 for bot in bots)
        processes.burn(0, 90)
        for bot, each in zip(bots, told, strict=True):
            lanes = sorted({turn.lane for turn in each.values()})
            parts = [{k: turn for k, turn in each.items() if turn.lane == lane} for lane in lanes]
            answers = [answers_to(part, dict.fromkeys(part, 1)) for part in parts]
            await bot.stream.send(lane_answers=answers)
        await settle_all(bots)
        await _end(referee, made)
        used = [await _used(referee, one, 0 if place < 2 else 1) for place, one in enumerate(made)]
        assert used == [[30]] * 3


async def test_a_turn_that_leaves_its_lane_is_metered_on(
    tmp_path: Path, processes: Processes
) -> None:
    """From its hand-over there, whether it is missed or answered in a message of its own."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:2], time_control=terms(move_time=1, strikes=9))
        await _meter(referee, made, 0)
        bots = await on_lanes(referee, made)
        first = made[0].match.match_id
        told = [await bot.turns(2) for bot in bots]
        await bots[1].answer(told[1], choice_of)
        processes.burn(0, 70)
        packed = action_of(1)
        await bots[0].stream.send(
            actions=[wire.Action(match_id=first, seat=0, turn=1, payload=packed)]
        )
        await settle_all(bots)
        processes.burn(0, 8)
        referee.pass_time(5)
        await bots[0].stream.next("missed")
        await _end(referee, made)
        assert [(await _used(referee, one))[0] for one in made] == [70, 78]


async def test_a_match_changes_its_lane_with_its_process(
    tmp_path: Path, processes: Processes
) -> None:
    """Metered from the middle on, by the next turn; the turn that is open has no figure, and others stay."""
    async with running(tmp_path) as referee:
        made = await create_seeded(referee, SEEDS[:2])
        bots = await on_lanes(referee, made)
        told = [await bot.turns(2) for bot in bots]
        await _meter(referee, made[:1], 0)
        for micros in (3, 4):
            processes.burn(0, micros)
            for bot, each in zip(bots, told, strict=True):
                await bot.answer({made[0].match.match_id: each[made[0].match.match_id]}, choice_of)
                await bot.answer({made[1].match.match_id: each[made[1].match.match_id]}, choice_of)
            told = [await bot.turns(2) for bot in bots]
        assert all(len(bot.lanes) == 2 for bot in bots)
        await _end(referee, made)
        assert await _used(referee, made[0]) == [None, 4]
        assert await _used(referee, made[1]) == [None, None]

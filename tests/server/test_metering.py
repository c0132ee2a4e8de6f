"""Processor time of decisions: measured in the bot's own process, recorded beside the wall time."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from gamereferee.v1 import lobby_service_pb2
from referee.core.time_control import MS
from referee.match.records import ActionTaken, Stepped
from referee.replay.reader import load
from referee.replay.records import record_from_wire
from referee.server.hosting.cpu import CpuClock
from tests.helpers.toy_games import SIMULTANEOUS
from tests.server.running import Problem, Referee, bid, refusal, soon, until

WORKER = """
import sys, time
print(time.process_time_ns(), flush=True)
for line in sys.stdin:
    began = time.process_time_ns()
    while time.process_time_ns() < began + int(line):
        pass
    print(began, time.process_time_ns(), flush=True)
"""
"""Burns as many nanoseconds of processor time as it is told; says what it had used before and after."""


@pytest.fixture
def burner() -> Iterator[subprocess.Popen[str]]:
    """A process that stands for a bot."""
    with subprocess.Popen(
        [sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


async def _told(burner: subprocess.Popen[str]) -> list[int]:
    """What the process says next of its own clock."""
    assert burner.stdout is not None
    return [int(word) for word in (await asyncio.to_thread(burner.stdout.readline)).split()]


async def _burn(burner: subprocess.Popen[str], ns: int) -> list[int]:
    assert burner.stdin is not None
    burner.stdin.write(f"{ns}\n")
    burner.stdin.flush()
    return await _told(burner)


async def _meter(referee: Referee, match_id: str, seat: int, pid: int) -> None:
    await soon(
        referee.lobby.MeterSeat(
            lobby_service_pb2.MeterSeatRequest(match_id=match_id, seat=seat, pid=pid)
        )
    )


async def _actions(referee: Referee, match_id: str) -> list[list[ActionTaken]]:
    """Actions of all steps in the replay of a match that has ended."""
    path = referee.server.lobby.folder.replay_path(match_id)
    await until(path.exists)
    records = [record_from_wire(wire, SIMULTANEOUS.codec) for wire in load(path).records]
    return [record.actions for record in records if isinstance(record, Stepped)]


async def test_a_decision_is_recorded_with_its_processor_time(
    referee: Referee, burner: subprocess.Popen[str]
) -> None:
    """Computing costs what the bot's own clock says it did; a seat that isn't metered has no figure."""
    made = await referee.create(config_json='{"rounds": 3}')
    match_id = made.match.match_id
    streams = [referee.stream(), referee.stream()]
    (used_before,) = await _told(burner)
    await streams[0].join(made.seat_tokens[0])
    await _meter(referee, match_id, 0, burner.pid)
    await streams[1].join(made.seat_tokens[1])
    bounds = []
    for ns in (0, 200 * MS, 0):
        turn = await streams[0].turn()
        began, ended = await _burn(burner, ns)
        await streams[0].answer(turn, bid(1))
        await streams[0].settle()
        came_back, used = await _burn(burner, 0)
        bounds.append((ended - began, came_back - used_before))
        used_before = used
        await streams[1].answer(await streams[1].turn(), bid(1))
    await streams[0].ended()
    steps = await _actions(referee, match_id)
    assert [step[1].cpu_ns for step in steps] == [None, None, None]
    for step, (least, most) in zip(steps, bounds, strict=True):
        assert step[0].cpu_ns is not None
        assert least <= step[0].cpu_ns <= most
    assert bounds[1][0] >= 200 * MS


async def test_a_turn_that_was_handed_over_before_has_no_figure(
    referee: Referee, burner: subprocess.Popen[str]
) -> None:
    """Half a figure would be a wrong one; nor is there one when the metering has ended."""
    made = await referee.create(config_json='{"rounds": 3}')
    match_id = made.match.match_id
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    for number in range(3):
        turns = [await stream.turn(), await stream.turn()]
        if number == 0:
            await _meter(referee, match_id, 0, burner.pid)
        if number == 2:
            await _meter(referee, match_id, 0, 0)
        for turn in turns:
            await stream.answer(turn, bid(1))
    await stream.ended()
    used = [step[0].cpu_ns for step in await _actions(referee, match_id)]
    assert (used[0], used[2]) == (None, None)
    assert used[1] is not None


async def test_a_process_that_ends_is_metered_no_more(
    referee: Referee, burner: subprocess.Popen[str]
) -> None:
    """The match goes on without the figure."""
    made = await referee.create(config_json='{"rounds": 2}')
    stream = referee.stream()
    await _meter(referee, made.match.match_id, 0, burner.pid)
    await stream.join(*made.seat_tokens)
    turns = [await stream.turn(), await stream.turn()]
    burner.kill()
    burner.wait()
    for turn in turns:
        await stream.answer(turn, bid(1))
    for turn in [await stream.turn(), await stream.turn()]:
        await stream.answer(turn, bid(1))
    await stream.ended()
    used = [step[0].cpu_ns for step in await _actions(referee, made.match.match_id)]
    assert used == [None, None]


@pytest.mark.parametrize(
    ("seat", "pid", "field"),
    [
        pytest.param(2, 1, "seat", id="seat"),
        pytest.param(0, -1, "pid", id="negative"),
        pytest.param(0, 2**31 - 1, "pid", id="nobody's"),
    ],
)
async def test_what_is_not_there_is_refused(
    referee: Referee, seat: int, pid: int, field: str
) -> None:
    """By the name of the field."""
    made = await referee.create()
    problem = await refusal(_meter(referee, made.match.match_id, seat, pid))
    assert (problem.code, problem.reason, problem.fields) == (
        "INVALID_ARGUMENT",
        "BAD_FIELD",
        (field,),
    )


async def test_a_match_must_be_known(referee: Referee) -> None:
    """As everywhere."""
    problem = await refusal(_meter(referee, "nothing", 0, os.getpid()))
    assert problem == Problem("NOT_FOUND", "UNKNOWN_MATCH", "unknown match 'nothing'")


def test_the_clock_counts_all_threads() -> None:
    """Of this very process, whose own clock says the same."""
    clock = CpuClock(os.getpid())
    before = time.process_time_ns()
    sum(range(1_000_000))
    assert before < clock.read_ns() <= time.process_time_ns()


def test_nobody_has_no_clock() -> None:
    """A number that no process has."""
    with pytest.raises(ProcessLookupError, match="no process has the number"):
        CpuClock(2**22 + 1)

"""Matches of hours and days on a server that dies: bots come for one turn, and leave again.

Time is the test's own. A server is killed by going on from a copy of its data folder.
"""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from gamereferee.v1 import match_pb2, replay_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import HOUR, SECOND
from referee.replay.journal import read_records
from referee.replay.reader import load
from referee.replay.verify import verify
from tests.replay.recording import kinds
from tests.server.running import bid, running, terms, visit

SLOW = terms(move_time=20 * 3600, lag_margin=0, strikes=1)
CONFIG = '{"rounds": 2}'


def _copy(folder: Path, name: str) -> Path:
    """What a server that is killed now leaves behind."""
    killed = folder / name
    shutil.copytree(folder / "data", killed / "data")
    return killed


def _deadlines(path: Path) -> list[tuple[int, int, int]]:
    """Seat, turn and deadline in nanoseconds of the turn records of a journal."""
    return [
        (record.turn.seat, record.turn.turn, record.turn.deadline.ToNanoseconds())
        for record in read_records(path)
        if record.WhichOneof("record") == "turn"
    ]


async def test_a_match_of_days_is_played_by_bots_that_come_and_go(tmp_path: Path) -> None:
    """The server dies while one of them is awaited; nobody misses a turn, and the replay verifies."""
    clock = ManualClock(SECOND)
    async with running(tmp_path, clock=clock) as referee:
        made = await referee.create(config_json=CONFIG, time_control=SLOW)
        first, second = made.seat_tokens
        streams = [referee.stream(), referee.stream()]
        for stream, token in zip(streams, made.seat_tokens, strict=True):
            await stream.join(token)
        for stream in streams:
            await stream.turn()
            await stream.break_off()
        clock.advance(3 * HOUR)
        turn = await visit(referee, first, 4)
        assert turn.clock.remaining.ToNanoseconds() == 17 * HOUR
        killed = _copy(tmp_path, "killed")
    # The machine is started again after 10 hours: its monotonic clock starts again from 0, the calendar goes on.
    clock.advance(10 * HOUR)
    async with running(killed, clock=clock) as referee:
        await referee.get(made.match.match_id)  # wakes it
        assert referee.is_answered(made.match.match_id, 1, 0)
        turn = await visit(referee, second, 3)
        assert turn.clock.remaining.ToNanoseconds() == 7 * HOUR
        for token in made.seat_tokens:
            turn = await visit(referee, token, 0)
            assert (turn.turn, turn.clock.remaining.ToNanoseconds()) == (2, 20 * HOUR)
        match = await referee.get(made.match.match_id)
        await referee.replays_written()
        replay = killed / "data" / "replays" / f"{match.match_id}.replay"
        assert match.outcome.cause == match_pb2.END_CAUSE_RULES
        assert [result.strikes for result in match.outcome.seats] == [0, 0]
        assert verify(replay).problem is None
        actions = next(r.step.actions for r in load(replay).records if r.HasField("step"))
        assert [a.elapsed_us * 1000 for a in actions] == [3 * HOUR, 13 * HOUR]
        assert not {"turn", "answer"} & set(kinds(load(replay).records))


async def test_the_deadline_comes_while_the_server_is_away(tmp_path: Path) -> None:
    """The seat has an hour from the restart, and a strike after it."""
    clock = ManualClock(SECOND)
    async with running(tmp_path, clock=clock) as referee:
        made = await referee.create(config_json=CONFIG, time_control=SLOW)
        opened_ns = clock.now_ns()
        streams = [referee.stream(), referee.stream()]
        for stream, token in zip(streams, made.seat_tokens, strict=True):
            await stream.join(token)
        await streams[0].answer(await streams[0].turn(), bid(4))
        await streams[0].settle()
        journal = tmp_path / "data" / "journals" / f"{made.match.match_id}.journal"
        assert _deadlines(journal) == [(seat, 1, opened_ns + 20 * HOUR) for seat in (0, 1)]
        killed = _copy(tmp_path, "killed")
    clock.advance(50 * HOUR)
    async with running(killed, clock=clock) as referee:
        back_ns = clock.now_ns()
        await referee.get(made.match.match_id)  # wakes it
        journal = killed / "data" / "journals" / f"{made.match.match_id}.journal"
        assert _deadlines(journal)[-1] == (1, 1, back_ns + HOUR)
        referee.pass_time(3599)
        assert not referee.is_answered(made.match.match_id, 1, 1)
        await referee.pass_deadline(made.match.match_id)
        assert clock.now_ns() == back_ns + HOUR
        match = await referee.get(made.match.match_id)
        assert match.outcome.cause == match_pb2.END_CAUSE_BOT_TIME
        assert [result.strikes for result in match.outcome.seats] == [0, 1]


async def test_a_turn_that_waits_for_a_core_has_no_deadline_until_it_gets_one(
    tmp_path: Path,
) -> None:
    """What it waited is not its bot's time, after a restart neither."""
    clock = ManualClock(SECOND)
    async with running(tmp_path, clock=clock, think_slots=1) as referee:
        made = await referee.create(config_json=CONFIG, time_control=SLOW)
        opened_ns = clock.now_ns()
        streams = [referee.stream(), referee.stream()]
        for stream, token in zip(streams, made.seat_tokens, strict=True):
            await stream.join(token)
        turn = await streams[0].turn()
        journal = tmp_path / "data" / "journals" / f"{made.match.match_id}.journal"
        turns = [record.turn for record in read_records(journal) if record.HasField("turn")]
        held = replay_pb2.TurnRecord(seat=1, turn=1)
        assert [record for record in turns if record.seat == 1][-1] == held
        clock.advance(3 * HOUR)
        await streams[0].answer(turn, bid(4))
        await streams[1].turn()
        assert _deadlines(journal)[-1] == (1, 1, opened_ns + 23 * HOUR)


@pytest.mark.parametrize("fails", ["the first write of a deadline", "that of a released turn"])
async def test_a_deadline_that_cannot_be_written_voids_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """As with every record: a restart would not know of it."""
    clock = ManualClock(SECOND)
    async with running(tmp_path, clock=clock, think_slots=1) as referee:
        made = await referee.create(config_json=CONFIG, time_control=SLOW)
        streams = [referee.stream(), referee.stream()]
        await streams[0].join(made.seat_tokens[0])
        write = os.write

        def write_some(fd: int, data: bytes) -> int:
            if b"\x8a\x01" in data:  # the tag of a record's field `turn`
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(fd, data)

        if fails.startswith("the first"):
            monkeypatch.setattr(os, "write", write_some)
            await streams[1].join(made.seat_tokens[1])
        else:
            await streams[1].join(made.seat_tokens[1])
            turn = await streams[0].turn()
            monkeypatch.setattr(os, "write", write_some)
            await streams[0].answer(turn, bid(4))
        ended = await streams[0].ended()
        assert ended.outcome.cause == match_pb2.END_CAUSE_HOST_FAILURE

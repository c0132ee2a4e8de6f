"""Sixteen bots on sockets of their own decide at once; four of them are no good, and twelve don't mind."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import partial
from pathlib import Path

from gamereferee.v1 import match_pb2, play_service_pb2
from referee.replay.reader import load
from tests.server.running import BotStream, Problem, Referee, action_of, bid, soon, terms, until

MOVE_S, MARGIN_S = 1.0, 1.0
BRISK = terms(move_time=MOVE_S, lag_margin=MARGIN_S, strikes=3)
"""Three misses of two seconds, and a bad bot is out."""
SLOW, KILLED, SILENT, FLOODING = range(4)
ROUNDS = 8

DIES = """
import os, signal, sys
from google.protobuf import struct_pb2
from referee_client import run

def act(observation: struct_pb2.Struct, turn):
    if turn.number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return struct_pb2.Value(number_value=0)

run(act)
"""


async def _answer_all(stream: BotStream, falls_in: int) -> play_service_pb2.MatchEnded:
    """Answer at once, and fall in this turn; how it ended for the one seat of the stream."""
    while not stream.has("ends"):
        while stream.has("turns"):  # the first may have come with the answer to the join
            turn = await stream.turn()
            await stream.answer(turn, bid(5 if turn.turn == falls_in else 0))
        await stream.read()
    return await stream.ended()


async def _answer_too_late(stream: BotStream) -> play_service_pb2.MatchEnded:
    """Answer each turn when its deadline has passed."""
    for strike in range(1, 4):
        turn = await stream.turn()
        missed: play_service_pb2.MissedDeadline = await stream.next("missed")
        assert (missed.turn, missed.strikes, missed.forfeited) == (strike, strike, strike == 3)
        await stream.answer(turn, bid(0))
        assert (await stream.refused()).reason in ("LATE", "STALE", "ENDED")
    return await stream.ended()


async def _flood(stream: BotStream) -> Problem:
    """Answer the first turn a thousand times; how the stream ended."""
    turn = await stream.turn()
    actions = [action_of(turn, bid(0))] * 1000
    await stream.send(actions=actions)
    return await stream.status()


async def test_four_bad_bots_of_sixteen_delay_nobody(anywhere: Referee, tmp_path: Path) -> None:
    """One too slow, one killed, one silent, one that floods: each is out after its own deadlines.

    Of the other twelve, seat 15 falls in the first round and hears so while the bad ones are waited for
    in the second; none of the twelve has a strike, and all sixteen have a result.
    """
    made = await anywhere.create(
        "toy_last", num_seats=16, config_json=f'{{"rounds": {ROUNDS}}}', time_control=BRISK
    )
    tokens, match_id = made.seat_tokens, made.match.match_id
    command = [sys.executable, "-c", DIES, "--address", anywhere.address]
    with subprocess.Popen([*command, "--token", tokens[KILLED], "--log-level", "error"]) as killed:
        streams = {seat: anywhere.stream() for seat in range(16) if seat != KILLED}
        for seat, stream in streams.items():
            await stream.join(tokens[seat])
        good = {
            seat: asyncio.create_task(_answer_all(stream, falls_in=1 if seat == 15 else 0))
            for seat, stream in streams.items()
            if seat > FLOODING
        }
        slow = asyncio.create_task(_answer_too_late(streams[SLOW]))
        flood = asyncio.create_task(_flood(streams[FLOODING]))
        await until(lambda: anywhere.is_answered(match_id, 1, KILLED, *good))
        await anywhere.pass_deadline(match_id)
        early = await soon(good.pop(15))
        assert (early.goes_on, early.outcome.seats[15].placement) == (True, 16)
        assert (await anywhere.get(match_id)).phase == match_pb2.MATCH_PHASE_RUNNING
        assert await asyncio.to_thread(killed.wait) == -9
        for turn in (2, 3, 4):  # the bad ones miss them
            await until(partial(anywhere.is_answered, match_id, turn, *good))
            await anywhere.pass_deadline(match_id)
        ends = [await soon(task) for task in good.values()]
        ends += [await soon(slow), await streams[SILENT].ended()]
        assert (await soon(flood)).reason == "FLOOD"
    outcome = (await anywhere.get(match_id)).outcome
    for result in outcome.seats:  # what organizers alone are told
        result.ClearField("refusals")
        result.ClearField("rejections")
        result.ClearField("given_up")
        result.ClearField("times")
    assert all(not ended.goes_on and ended.outcome == outcome for ended in ends)
    bad = [outcome.seats[seat] for seat in range(4)]
    assert [result.forfeit for result in bad] == [match_pb2.FORFEIT_CAUSE_TIME] * 4
    assert [result.strikes for result in bad] == [3] * 4
    assert all(not result.strikes and not result.forfeit for result in outcome.seats[4:])
    assert [result.placement for result in outcome.seats[4:15]] == [1] * 11
    assert outcome.seats[15] == early.outcome.seats[15]
    path = tmp_path / "data" / "replays" / f"{match_id}.replay"
    await until(path.exists)
    _check_times(path)


def _check_times(path: Path) -> None:
    """No good seat was charged anything, or waited for its turn longer than bad ones may take."""
    steps = [record.step for record in load(path).records if record.HasField("step")]
    assert len(steps) == ROUNDS
    limit_us = round((MOVE_S + 2 * MARGIN_S) * 1e6)
    before_us = 0
    for step in steps:
        good = [taken for taken in step.actions if taken.seat > FLOODING]
        assert all(taken.elapsed_us == 0 for taken in good)
        handed_us = max(taken.handed_us for taken in good)
        assert handed_us - before_us <= limit_us
        before_us = handed_us

"""Steps of many matches as records, made at once and one by one."""

from __future__ import annotations

import numpy as np
import pytest

from gamereferee.v1 import replay_pb2
from referee.match.lane import Tick, stepped
from referee.replay.records import encode_step
from referee.replay.ticks import encode_tick

PAYLOADS = (b"", b"a", b"longer", b"a payload that is far longer than all of the others")


def _tick(
    codes: list[list[int]], longest_ns: int = 10**9, cpu_ns: list[list[int]] | None = None
) -> Tick:
    """A tick of as many matches, with times up to the longest; processor times as they are given."""
    shape = np.array(codes).shape
    dice = np.random.default_rng(len(codes))
    elapsed, lag, handed = (dice.integers(0, longest_ns + 1, shape) for _ in range(3))
    elapsed[0, 0] = longest_ns
    return Tick(
        np.arange(shape[0]),
        np.arange(1, shape[0] + 1),
        np.array(codes) >= 0,
        dice.integers(1, 2**31 - 1, shape, dtype=np.int32),
        np.array(codes, np.int32),
        [None] * len(PAYLOADS),
        PAYLOADS,
        elapsed,
        lag,
        handed,
        [dice.bytes(16) for _ in range(shape[0])],
        np.zeros(0, np.int64),
        None if cpu_ns is None else np.array(cpu_ns),
    )


@pytest.mark.parametrize(
    "tick",
    [
        _tick([[1, 2], [2, 1], [0, 0]]),
        _tick([[1, 1]], 0),
        _tick([[1, 2]], 10**18),  # longer than times have room for
        _tick([[1, 3], [3, 3]]),  # payloads too unlike
        _tick([[1, -1], [-1, 2]]),  # not all were asked
        _tick([[1, 2, 0, 1, 2, 0]] * 3),
        _tick([[1, 2], [2, 1]], cpu_ns=[[5_000, 10**9], [0, 7_999]]),
        _tick([[1, 2], [2, 1]], cpu_ns=[[5_000, -1], [0, -1]]),
        _tick([[1, 2], [2, 1]], cpu_ns=[[5_000, -1], [-1, -1]]),  # not all of a seat
        _tick([[1, -1], [-1, 2]], cpu_ns=[[5_000, -1], [-1, 9_000]]),
    ],
)
def test_all_at_once_say_what_each_says(tick: Tick) -> None:
    """Every record reads as the one that is made of its step by itself."""
    for place, record in enumerate(encode_tick(tick)):
        alone = replay_pb2.Record.FromString(encode_step(stepped(tick, place)))
        assert replay_pb2.Record.FromString(record) == alone


def test_processor_times_are_recorded_where_they_were_measured() -> None:
    """In whole microseconds; a seat that is not metered has none."""
    tick = _tick([[1, 2], [2, 1]], cpu_ns=[[5_999, -1], [0, -1]])
    steps = [replay_pb2.Record.FromString(record).step for record in encode_tick(tick)]
    assert [step.actions[0].cpu_us for step in steps] == [5, 0]
    for step in steps:
        assert [action.HasField("cpu_us") for action in step.actions] == [True, False]

"""Steps of many matches as records, made at once and one by one, and what a killed server has left of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gamereferee.v1 import replay_pb2
from referee.match.lane import Tick, stepped
from referee.replay.journal import JournalWriter, frame
from referee.replay.lane_journal import LaneJournal, append_missing, read_ticks
from referee.replay.records import encode_step
from referee.replay.ticks import encode_tick, tick_record

PAYLOADS = (b"", b"a", b"longer", b"a payload that is far longer than all of the others")


def _tick(codes: list[list[int]], longest_ns: int = 10**9) -> Tick:
    """A tick of as many matches, with times up to the longest."""
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
    ],
)
def test_all_at_once_say_what_each_says(tick: Tick) -> None:
    """Every record reads as the one that is made of its step by itself."""
    for place, record in enumerate(encode_tick(tick)):
        alone = replay_pb2.Record.FromString(encode_step(stepped(tick, place)))
        assert replay_pb2.Record.FromString(record) == alone


def _written(path: Path) -> list[bytes]:
    """A lane's journal of two ticks of matches a and b; returns a's steps."""
    journal = LaneJournal(path, sync=False)
    kept = []
    for number in range(2):
        tick = _tick([[1, 2], [2, 1]])
        tick.steps[:] = number + 1
        records = encode_tick(tick)
        kept.append(records[0])
        journal.write(tick_record(["a", "b"], tick, records))
    return kept


def test_a_torn_tick_is_none_and_damage_is_told(tmp_path: Path) -> None:
    """Nobody was told of what was being written; what else can't be read is named."""
    path = tmp_path / "x.lane"
    kept = _written(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    steps, problems = read_ticks([path])
    assert (steps["a"], list(steps["b"]), problems) == ({1: kept[0]}, [1], [])
    path.write_bytes(whole[:20] + bytes([whole[20] ^ 1]) + whole[21:])
    steps, problems = read_ticks([path])
    assert steps == {}
    assert problems == ["x.lane at byte 0: damaged: the checksum doesn't match"]


def test_a_match_gets_what_it_lacks_once(tmp_path: Path) -> None:
    """Steps that its own journal has are not written again, and none after a gap."""
    path = tmp_path / "x.lane"
    kept = _written(path)
    steps = read_ticks([path])[0]["a"] | {4: kept[0]}
    own = tmp_path / "a.journal"
    journal = JournalWriter(own)
    journal.append(kept[0])
    journal.flush()
    journal.close()
    assert append_missing(own, steps, sync=False) == 1
    assert own.read_bytes() == frame(kept[0]) + frame(kept[1])
    assert append_missing(own, steps, sync=True) == 0

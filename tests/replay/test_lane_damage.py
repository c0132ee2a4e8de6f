"""Damage to a lane's journal is never silent: it is put right exactly, found, or a torn end that nobody was shown.

What can't be told from a tick that was never written is a file that ends earlier at the end of a record; so it is
with the journals of matches.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gamereferee.v1 import replay_pb2
from referee.core.rng import StreamRandom
from referee.replay.journal import frame_at
from referee.replay.lane_journal import LaneJournal, read_lane

TICKS = 12


def _lane(folder: Path, name: str, dice: StreamRandom) -> bytes:
    """A lane's journal of some ticks of up to four matches."""
    path = folder / f"{name}.lane"
    journal = LaneJournal(path, sync=False)
    for step in range(1, TICKS + 1):
        record = replay_pb2.Record()
        for match in range(1 + dice.randrange(4)):
            record.tick.match_ids.append(f"{name}{match}")
            record.tick.steps.append(step)
            record.tick.records.append(
                bytes(dice.randrange(256) for _ in range(10 + dice.randrange(60)))
            )
        journal.write(record)
    return path.read_bytes()


def _frames(data: bytes) -> list[bytes]:
    frames, offset = [], 0
    while offset < len(data):
        _, end = frame_at(data, offset)
        frames.append(data[offset:end])
        offset = end
    return frames


def _flip(data: bytes, _: bytes, dice: StreamRandom) -> bytes:
    place = dice.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << dice.randrange(8)]) + data[place + 1 :]


def _overwrite(data: bytes, _: bytes, dice: StreamRandom) -> bytes:
    place, length = dice.randrange(len(data)), 1 + dice.randrange(64)
    block = bytes(dice.randrange(256) for _ in range(length))
    return data[:place] + block[: len(data) - place] + data[place + length :]


def _tear(data: bytes, _: bytes, dice: StreamRandom) -> bytes:
    return data[: -1 - dice.randrange(len(data) - 1)]


def _splice(data: bytes, other: bytes, dice: StreamRandom) -> bytes:
    """Records swapped, doubled, left out before others, or taken from another lane."""
    frames, foreign = _frames(data), _frames(other)
    place, second = dice.randrange(TICKS - 1), dice.randrange(TICKS)
    match dice.randrange(5):
        case 0:
            frames[place], frames[second] = frames[second], frames[place]
        case 1:
            frames.insert(second, frames[place])
        case 2:
            del frames[place]
        case 3:
            frames[place] = foreign[place]
        case _:
            frames[place:] = foreign[second:]
    return b"".join(frames)


@pytest.mark.parametrize(
    ("damage", "number"),
    [(_flip, 1000), (_overwrite, 300), (_tear, 300), (_splice, 300)],
    ids=["flips", "blocks", "torn", "spliced"],
)
def test_no_damage_is_silent(
    tmp_path: Path, damage: Callable[[bytes, bytes, StreamRandom], bytes], number: int
) -> None:
    """A whole file reads as written; a changed one is put right to the bit, torn, or told."""
    dice = StreamRandom(2026)
    whole, other = _lane(tmp_path, "a", dice), _lane(tmp_path, "b", dice)
    ends = {sum(map(len, _frames(whole)[:count])) for count in range(TICKS)}
    path = tmp_path / "a.lane"
    untouched = read_lane(path)
    assert (untouched.problem, untouched.bits, untouched.torn) == ("", 0, 0)
    silent = []
    outcomes = {"mended": 0, "told": 0, "torn": 0, "unchanged": 0}
    for trial in range(number):
        data = damage(whole, other, dice)
        if data == whole or (len(data) in ends and whole.startswith(data)):
            outcomes["unchanged"] += 1
            continue
        path.write_bytes(data)
        content = read_lane(path)
        if content.problem:
            outcomes["told"] += 1
        elif content.bits:
            outcomes["mended"] += 1
            if content.data != whole or content.steps != untouched.steps:
                silent.append((trial, "put right to something else"))
        elif content.torn and whole.startswith(content.data):
            outcomes["torn"] += 1
        else:
            silent.append((trial, f"{len(data)} bytes pass for a whole file"))
    assert silent == [], outcomes
    assert outcomes["unchanged"] < number // 5

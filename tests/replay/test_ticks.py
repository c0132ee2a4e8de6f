"""Steps of many matches as records, made at once and one by one, and what a killed server has left of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gamereferee.v1 import replay_pb2
from referee.match.lane import Tick, stepped
from referee.replay.errors import ReplayError
from referee.replay.journal import JournalWriter, frame, frame_at, read_records
from referee.replay.lane_journal import (
    LaneJournal,
    append_missing,
    lane_mark,
    lane_of,
    mend_lane,
    read_lane,
)
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


def test_a_torn_tick_is_none_and_one_bit_is_put_right(tmp_path: Path) -> None:
    """Nobody was shown what was being written; a single flipped bit is known by its checksum."""
    path = tmp_path / "x.lane"
    kept = _written(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    content = read_lane(path)
    assert (content.steps["a"], list(content.steps["b"])) == ({1: kept[0]}, [1])
    assert (content.problem, content.bits, content.torn) == ("", 0, len(whole) // 2 - 5)
    path.write_bytes(whole[:20] + bytes([whole[20] ^ 1]) + whole[21:])
    content = read_lane(path)
    assert content.steps["a"] == {1: kept[0], 2: kept[1]}
    assert (content.problem, content.bits, content.data) == ("", 1, whole)


def test_damage_that_can_t_be_put_right_is_told(tmp_path: Path) -> None:
    """With the matches of the records that can still be read."""
    path = tmp_path / "x.lane"
    _written(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:20] + bytes([whole[20] ^ 7]) + whole[21:])
    content = read_lane(path)
    assert content.problem == "record 0 at byte 0: damaged: the checksum doesn't match"
    assert content.matches == {"a", "b"}


def _spliced(first: bytes, second: bytes) -> dict[str, tuple[bytes, str]]:
    """Files made of the two records of a lane's journal, and what is wrong with each."""
    number = "its number must be {}, not {}"
    behind = "it was not written behind the record that is before it"
    return {
        "swapped": (second + first, f"record 0 at byte 0: {number.format(1, 2)}"),
        "doubled": (first + first, f"record 1 at byte {len(first)}: {number.format(2, 1)}"),
        "lost": (second, f"record 0 at byte 0: {number.format(1, 2)}"),
        "foreign": (_foreign(1) + second, f"record 0 at byte 0: {behind}"),
        "replaced": (first + _foreign(2), f"record 1 at byte {len(first)}: {behind}"),
        "of a match": (
            first + frame(replay_pb2.Record(lane=replay_pb2.LaneRecord()).SerializeToString()),
            f"record 1 at byte {len(first)}: it is no tick",
        ),
    }


def _foreign(number: int) -> bytes:
    """A tick of another lane."""
    record = replay_pb2.Record()
    record.tick.number, record.tick.previous = number, 12345
    return frame(record.SerializeToString())


@pytest.mark.parametrize("how", _spliced(b"", b""))
def test_records_that_are_out_of_place_are_told(tmp_path: Path, how: str) -> None:
    """Each has its number and the checksum of the one before it, the first that of the lane's name."""
    path = tmp_path / "x.lane"
    _written(path)
    whole = path.read_bytes()
    _, end = frame_at(whole, 0)
    data, problem = _spliced(whole[:end], whole[end:])[how]
    path.write_bytes(data)
    content = read_lane(path)
    assert content.problem == problem
    assert content.matches == {"a", "b"}


def test_the_journal_of_another_lane_is_told(tmp_path: Path) -> None:
    """A file under another name than its own."""
    path = tmp_path / "x.lane"
    _written(path)
    content = read_lane(path.rename(tmp_path / "y.lane"))
    assert content.problem.startswith("record 0 at byte 0: it was not written behind")


def test_files_of_older_versions_are_read(tmp_path: Path) -> None:
    """Their records have neither numbers nor checksums of those before."""
    path = tmp_path / "x.lane"
    kept = _written(path)
    records = list(read_records(path))
    for record in records:
        record.tick.ClearField("number")
        record.tick.ClearField("previous")
    path.write_bytes(b"".join(frame(record.SerializeToString()) for record in records))
    content = read_lane(path)
    assert (content.steps["a"], content.problem) == ({1: kept[0], 2: kept[1]}, "")


def test_mending_keeps_what_it_was_made_from(tmp_path: Path) -> None:
    """And changes nothing where there is nothing to mend, or too much."""
    path = tmp_path / "x.lane"
    _written(path)
    whole = path.read_bytes()
    with pytest.raises(ReplayError, match="nothing to mend"):
        mend_lane(path)
    flipped = whole[:20] + bytes([whole[20] ^ 1]) + whole[21:]
    path.write_bytes(flipped)
    kept, bits = mend_lane(path)
    assert (path.read_bytes(), kept.read_bytes(), bits) == (whole, flipped, 1)
    assert kept.name == "x.lane.broken"
    path.write_bytes(b"\x05" + whole)
    with pytest.raises(ReplayError, match="can't be mended"):
        mend_lane(path)
    assert path.read_bytes() == b"\x05" + whole


def test_a_mark_says_on_which_lane_a_match_is(tmp_path: Path) -> None:
    """The last one counts, and an empty one says that it has left."""
    own = tmp_path / "a.journal"
    journal = JournalWriter(own)
    for name, expected in (("x", "x"), ("", ""), ("y", "y")):
        journal.append(lane_mark(name))
        journal.flush()
        assert lane_of(own) == expected
    journal.close()


def test_a_match_gets_what_it_lacks_once(tmp_path: Path) -> None:
    """Steps that its own journal has are not written again; a gap or another step is an error."""
    path = tmp_path / "x.lane"
    kept = _written(path)
    steps = read_lane(path).steps["a"]
    own = tmp_path / "a.journal"
    journal = JournalWriter(own)
    journal.append(kept[0])
    journal.flush()
    journal.close()
    assert append_missing(own, steps, sync=False) == 1
    assert own.read_bytes() == frame(kept[0]) + frame(kept[1])
    assert append_missing(own, steps, sync=True) == 0
    with pytest.raises(
        ReplayError, match="step 3 is missing, but the journal of its lane has step 4"
    ):
        append_missing(own, steps | {4: kept[0]}, sync=False)
    with pytest.raises(ReplayError, match="step 1 is another one in the journal of its lane"):
        append_missing(own, {1: encode_tick(_tick([[2, 2]]))[0]}, sync=False)
    assert own.read_bytes() == frame(kept[0]) + frame(kept[1])

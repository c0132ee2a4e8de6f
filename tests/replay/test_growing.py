"""Reading a journal while it grows: whole records only, and on after the file has lost its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamereferee.v1 import replay_pb2
from referee.replay.errors import UnreadableError
from referee.replay.growing import RecordReader
from referee.replay.journal import frame

SMALL = replay_pb2.Record(recovery=replay_pb2.RecoveryRecord(steps=7))
LARGE = replay_pb2.Record(header=replay_pb2.HeaderRecord(label="x" * 200_000))


def test_a_record_is_read_once_it_is_whole(tmp_path: Path) -> None:
    """Half a record is none, and may be written with other bytes later; a long one is read as well."""
    path = tmp_path / "m.journal"
    small, large = (frame(record.SerializeToString()) for record in (SMALL, LARGE))
    path.write_bytes(small + large[:1000])
    reader = RecordReader([path, tmp_path / "m.replay"])
    assert [reader.read(), reader.read(), reader.read()] == [SMALL, None, None]
    path.write_bytes(small + small[:3])
    assert reader.read() is None
    path.write_bytes(small + large + small)
    with path.open("ab") as file:  # the same file, as a journal is never replaced
        path.unlink()
        file.write(small)
    assert [reader.read() for _ in range(4)] == [LARGE, SMALL, SMALL, None]
    reader.close()


def test_without_a_file_nothing_is_read(tmp_path: Path) -> None:
    """Neither a journal nor a replay is there."""
    with pytest.raises(UnreadableError, match="no journal can be read"):
        RecordReader([tmp_path / "m.journal", tmp_path / "m.replay"])

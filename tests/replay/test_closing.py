"""Journals that become replays together: each as if it were alone, and to the byte as one record at a time."""

from __future__ import annotations

from pathlib import Path

import zstandard

from referee.replay.closing import close_journal, close_journals
from referee.replay.errors import ReplayError
from referee.replay.journal import frame, read_records


def anew(journal: Path) -> bytes:
    """The replay of a journal, every record read and written anew."""
    records = [each for each in read_records(journal) if each.WhichOneof("record") != "secret"]
    data = b"".join(frame(record.SerializeToString()) for record in records)
    return zstandard.ZstdCompressor(level=3, write_checksum=True).compress(data)


def test_records_are_copied_as_they_are(tmp_path: Path, recorded: Path) -> None:
    """No byte differs from that of records that are read and written anew."""
    expected = anew(recorded)
    close_journal(recorded, tmp_path / "m.replay")
    assert (tmp_path / "m.replay").read_bytes() == expected


def test_each_is_closed_for_itself(tmp_path: Path, recorded: Path) -> None:
    """What can't be keeps no other from it, and its journal stays."""
    data = recorded.read_bytes()
    recorded.unlink()
    replays = tmp_path / "replays"
    replays.mkdir()
    paths = []
    for name, content in (("a", data), ("b", data[:-1]), ("c", data), ("d", data)):
        journal = tmp_path / f"{name}.journal"
        journal.write_bytes(content)
        paths.append((journal, replays / f"{name}.replay"))
    expected = anew(paths[0][0])
    paths[2] = (paths[2][0], tmp_path / "absent" / "c.replay")
    problems = close_journals(paths)
    assert [type(problem) for problem in problems] == [
        type(None),
        ReplayError,
        FileNotFoundError,
        type(None),
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.journal", "c.journal", "replays"]
    assert {path.name: path.read_bytes() for path in replays.iterdir()} == {
        "a.replay": expected,
        "d.replay": expected,
    }


def test_nothing_to_close() -> None:
    """There is nothing to say of it."""
    assert close_journals([]) == []

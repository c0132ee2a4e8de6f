"""Journal files: frames, what a crash leaves of them, and what damage is noticed."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from gamereferee.v1 import replay_pb2
from referee.replay import journal
from referee.replay.closing import close_journal
from referee.replay.errors import ReplayError
from referee.replay.journal import JournalWriter, frame, free_path, read_records
from referee.replay.survey import survey
from tests.replay.recording import kinds

PREFIXES = {
    1: "01",
    127: "7f",
    128: "8001",
    16383: "ff7f",
    16384: "808001",
    2097151: "ffff7f",
    2097152: "80808001",
}
"""Lengths at which a varint grows, with their varints as the protobuf encoding guide gives them."""

SMALL = [
    replay_pb2.Record(header=replay_pb2.HeaderRecord(format_version=1, match_id="small")),
    replay_pb2.Record(secret=replay_pb2.SecretRecord(server_seed=b"s" * 8, salt=b"t" * 8)),
    replay_pb2.Record(header=replay_pb2.HeaderRecord(label="x" * 126)),
    replay_pb2.Record(step=replay_pb2.StepRecord(digest=bytes(range(16)))),
]
"""Four records, the third of which is long enough for two bytes of length."""


def _write(path: Path, records: list[replay_pb2.Record]) -> None:
    path.write_bytes(b"".join(frame(record.SerializeToString()) for record in records))


def _boundaries(records: list[replay_pb2.Record]) -> list[int]:
    """Where frames begin and end: the length's varint, the record, 4 bytes of checksum."""
    sizes = [record.ByteSize() for record in records]
    return [0, *itertools.accumulate(size + (1 if size < 128 else 2) + 4 for size in sizes)]


def _fail_writing(
    monkeypatch: pytest.MonkeyPatch, *, after_bytes: int = 0
) -> Callable[[int, bytes], int]:
    """Let the disk be full after so many more bytes; returns what writes again."""
    room = [after_bytes]
    write = os.write

    def full(fd: int, data: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = write(fd, data[: room[0]])
        room[0] -= taken
        return taken

    monkeypatch.setattr(os, "write", full)
    return write


# Frames.


def test_a_frame_ends_in_the_crc32c() -> None:
    """The checksum is the CRC-32C of the published check value, little-endian."""
    assert bytes.fromhex("09") + b"123456789" + bytes.fromhex("839206e3") == frame(b"123456789")


@pytest.mark.parametrize(("length", "prefix"), PREFIXES.items())
def test_a_frame_begins_with_the_length_as_a_varint(length: int, prefix: str) -> None:
    """One byte for each seven bits of the length."""
    framed = frame(b"x" * length)
    assert bytes.fromhex(prefix) == framed[: len(prefix) // 2]
    assert len(prefix) // 2 + length + 4 == len(framed)


@pytest.mark.parametrize("length", PREFIXES)
def test_records_of_any_length_are_read_back(tmp_path: Path, length: int) -> None:
    """What was appended is read, at every length at which the varint grows."""
    wanted = replay_pb2.Record(header=replay_pb2.HeaderRecord(label="x" * length))
    _write(tmp_path / "f", [*SMALL, wanted, *SMALL])
    assert [*SMALL, wanted, *SMALL] == list(read_records(tmp_path / "f"))


# Writing.


def test_a_journal_is_its_owners_alone(tmp_path: Path) -> None:
    """It holds the seed, so nobody else may read it, whatever the umask allows."""
    before = os.umask(0)
    try:
        JournalWriter(tmp_path / "j").close()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "j").stat().st_mode) == 0o600


def test_records_are_on_disk_once_flushed(tmp_path: Path) -> None:
    """Nothing before the flush, everything after it, in order; a second writer goes on behind."""
    path = tmp_path / "j"
    writer = JournalWriter(path)
    for record in SMALL:
        writer.append(record.SerializeToString())
    assert path.read_bytes() == b""
    writer.flush()
    assert list(read_records(path)) == SMALL
    writer.close()
    again = JournalWriter(path)
    again.append(SMALL[0].SerializeToString())
    again.flush()
    again.close()
    assert [*SMALL, SMALL[0]] == list(read_records(path))


@pytest.mark.parametrize("sync", [False, True])
def test_only_sync_waits_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sync: bool
) -> None:
    """With sync each flush that has something to write is an fsync, and without none is."""
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    writer = JournalWriter(tmp_path / "j", sync=sync)
    for record in SMALL[:2]:
        writer.append(record.SerializeToString())
        writer.flush()
        writer.flush()
    writer.close()
    assert (2 if sync else 0) == len(synced)


@pytest.mark.parametrize("room", [0, 1, 20])
def test_a_full_disk_leaves_whole_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    """What was written in part is taken back, and written in order by the next flush."""
    path = tmp_path / "j"
    writer = JournalWriter(path)
    writer.append(SMALL[0].SerializeToString())
    writer.flush()
    writer.append(SMALL[1].SerializeToString())
    write = _fail_writing(monkeypatch, after_bytes=room)
    with pytest.raises(OSError, match="No space"):
        writer.flush()
    assert SMALL[:1] == list(read_records(path))
    monkeypatch.setattr(os, "write", write)
    writer.append(SMALL[2].SerializeToString())
    writer.flush()
    writer.close()
    assert SMALL[:3] == list(read_records(path))


def test_closing_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal that can't be written can still be closed, twice too."""
    writer = JournalWriter(tmp_path / "j")
    writer.append(SMALL[0].SerializeToString())
    _fail_writing(monkeypatch)
    writer.close()
    writer.close()
    assert (tmp_path / "j").read_bytes() == b""


def test_a_journal_set_aside_is_none_any_more(tmp_path: Path) -> None:
    """Its file has another ending, which nobody takes up."""
    writer = JournalWriter(tmp_path / "m.journal")
    writer.append(SMALL[0].SerializeToString())
    writer.flush()
    writer.set_aside()
    assert [path.name for path in tmp_path.iterdir()] == ["m.journal.broken"]
    assert SMALL[:1] == list(read_records(tmp_path / "m.journal.broken"))


# What a crash leaves.


def _whole(path: Path) -> int:
    return survey(path.read_bytes()).whole


def test_a_journal_cut_off_anywhere_holds_up_to_the_last_whole_record(tmp_path: Path) -> None:
    """Of every length: the whole frames are counted, and reading further says where it ends."""
    _write(tmp_path / "whole", SMALL)
    data = (tmp_path / "whole").read_bytes()
    boundaries = _boundaries(SMALL)
    assert boundaries[-1] == len(data)
    path = tmp_path / "cut"
    for length in range(len(data) + 1):
        path.write_bytes(data[:length])
        whole = max(n for n in range(len(boundaries)) if boundaries[n] <= length)
        assert boundaries[whole] == _whole(path), length
        records = read_records(path)
        assert SMALL[:whole] == list(itertools.islice(records, whole)), length
        if boundaries[whole] < length:
            place = f"cut: record {whole} at byte {boundaries[whole]}: cut off"
            with pytest.raises(ReplayError, match=place):
                next(records)
        else:
            assert list(records) == []


@pytest.mark.parametrize("zeros", [1, 4, 5, 6, 4096])
def test_zeros_are_no_records(tmp_path: Path, zeros: int) -> None:
    """A power cut may leave a file long enough but empty at its end; CRC-32C of nothing is 0."""
    _write(tmp_path / "j", SMALL)
    whole = (tmp_path / "j").stat().st_size
    with (tmp_path / "j").open("ab") as file:
        file.write(bytes(zeros))
    assert whole == _whole(tmp_path / "j")
    with pytest.raises(ReplayError, match=f"record 4 at byte {whole}"):
        list(read_records(tmp_path / "j"))


# Damage.


def test_every_flipped_bit_of_a_journal_is_noticed(tmp_path: Path) -> None:
    """Whichever bit it is: in a length, a record or a checksum."""
    _write(tmp_path / "j", SMALL)
    data = (tmp_path / "j").read_bytes()
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        (tmp_path / "j").write_bytes(flipped)
        with pytest.raises(ReplayError, match=r"record [0-3] at byte"):
            list(read_records(tmp_path / "j"))


def test_every_flipped_bit_of_a_replay_is_noticed(tmp_path: Path) -> None:
    """All but one: RFC 8878 bids a reader ignore bit 4 of a frame's descriptor, its fifth byte."""
    _write(tmp_path / "j", SMALL)
    close_journal(tmp_path / "j", tmp_path / "r")
    kept = [SMALL[0], *SMALL[2:]]
    assert kept == list(read_records(tmp_path / "r"))
    data = (tmp_path / "r").read_bytes()
    unnoticed = []
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        (tmp_path / "r").write_bytes(flipped)
        try:
            assert kept == list(read_records(tmp_path / "r"))
        except ReplayError:
            continue
        unnoticed.append(bit)
    assert unnoticed == [8 * 4 + 4]


def test_a_replay_cut_off_anywhere_is_noticed(tmp_path: Path) -> None:
    """At every length but 0, which is an empty file."""
    _write(tmp_path / "j", SMALL)
    close_journal(tmp_path / "j", tmp_path / "r")
    data = (tmp_path / "r").read_bytes()
    for length in range(1, len(data)):
        (tmp_path / "r").write_bytes(data[:length])
        with pytest.raises(ReplayError, match=r"cut off|damaged"):
            list(read_records(tmp_path / "r"))


@pytest.mark.parametrize("behind", [b"x", b"\0" * 5000])
def test_what_follows_a_replay_is_noticed(tmp_path: Path, behind: bytes) -> None:
    """A replay is one compressed frame and nothing else."""
    _write(tmp_path / "j", SMALL)
    close_journal(tmp_path / "j", tmp_path / "r")
    with (tmp_path / "r").open("ab") as file:
        file.write(behind)
    with pytest.raises(ReplayError, match="more bytes follow the records"):
        list(read_records(tmp_path / "r"))


@given(data=st.binary(max_size=200), compressed=st.booleans())
@example(data=zstandard.FRAME_HEADER, compressed=True)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_garbage_is_refused_in_words(tmp_path: Path, data: bytes, compressed: bool) -> None:
    """Whatever a file holds: what is whole is read, and the rest is refused with file and place."""
    assume(compressed or not data.startswith(zstandard.FRAME_HEADER))  # cut replays: see above
    path = tmp_path / "garbage"
    path.write_bytes(zstandard.compress(data) if compressed else data)
    whole = _whole(path)
    reading = contextlib.nullcontext() if whole == len(data) else _refused(path, whole)
    with reading:
        list(read_records(path))


def _refused(path: Path, whole: int) -> contextlib.AbstractContextManager[object]:
    return pytest.raises(ReplayError, match=f"{re.escape(str(path))}: record .* at byte {whole}:")


def test_an_empty_file_has_no_records(tmp_path: Path) -> None:
    """It is what a server leaves that died before its first write."""
    (tmp_path / "j").touch()
    assert list(read_records(tmp_path / "j")) == []
    assert _whole(tmp_path / "j") == 0


@pytest.mark.parametrize("name", ["absent", "."])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    """The message says which and why."""
    with pytest.raises(ReplayError, match=r"can't be read: (No such file|Is a directory)"):
        list(read_records(tmp_path / name))


def test_a_replay_may_not_unfold_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small file that stands for a great many bytes is refused before they are in memory."""
    monkeypatch.setattr(journal, "MAX_REPLAY_BYTES", 10_000)
    (tmp_path / "r").write_bytes(zstandard.compress(bytes(50_000_000)))
    with pytest.raises(ReplayError, match="r: more than 10000 bytes of records"):
        list(read_records(tmp_path / "r"))


@pytest.mark.parametrize("prefix", ["81808008", "ffffffff07", "ffffffffff01"])
def test_a_length_beyond_all_bounds_is_damage(tmp_path: Path, prefix: str) -> None:
    """16 MiB and 1, 2 GiB, and a varint longer than any length's."""
    (tmp_path / "j").write_bytes(bytes.fromhex(prefix) + bytes(100))
    with pytest.raises(ReplayError, match=r"record 0 at byte 0: damaged: (a length of|no length)"):
        list(read_records(tmp_path / "j"))


def test_a_whole_frame_that_is_no_record_is_refused(tmp_path: Path) -> None:
    """Its checksum is right, so it is no damage, but it is not ours either."""
    (tmp_path / "j").write_bytes(frame(b"\xff\xff\xff"))
    with pytest.raises(ReplayError, match="record 0 at byte 0: no record"):
        list(read_records(tmp_path / "j"))


# From journal to replay.


def test_closing_leaves_the_secret_out(tmp_path: Path, recorded: Path) -> None:
    """The replay is the journal without its secret record, compressed, and the journal goes."""
    before = list(read_records(recorded))
    assert kinds(before)[:3] == ["header", "secret", "join"]
    data = recorded.read_bytes()
    close_journal(recorded, tmp_path / "m.replay")
    assert [before[0], *before[2:]] == list(read_records(tmp_path / "m.replay"))
    assert [path.name for path in tmp_path.iterdir()] == ["m.replay"]
    assert (tmp_path / "m.replay").stat().st_size < len(data)


def test_a_damaged_journal_is_not_closed(tmp_path: Path, recorded: Path) -> None:
    """It stays as it is, and no replay appears."""
    data = recorded.read_bytes()[:-1]
    recorded.write_bytes(data)
    with pytest.raises(ReplayError, match="cut off"):
        close_journal(recorded, tmp_path / "m.replay")
    assert [path.name for path in tmp_path.iterdir()] == ["recorded.journal"]
    assert data == recorded.read_bytes()


def test_a_replay_that_can_t_be_written_leaves_the_journal(tmp_path: Path, recorded: Path) -> None:
    """So that the next start can close it."""
    data = recorded.read_bytes()
    with pytest.raises(FileNotFoundError):
        close_journal(recorded, tmp_path / "absent" / "m.replay")
    assert data == recorded.read_bytes()


def test_what_is_kept_gets_a_name_of_its_own(tmp_path: Path) -> None:
    """Compiled too, where a generator that never ends would be run to its end."""
    path = tmp_path / "m.journal.torn"
    kept = []
    for _ in range(3):
        kept.append(free_path(path).name)
        free_path(path).touch()
    assert kept == ["m.journal.torn", "m.journal.torn-2", "m.journal.torn-3"]

"""Journal files: records framed by length and checksum, appended while a match runs.

A frame is the record's length as a varint, the record, and the CRC-32C of the record as 4 bytes,
little-endian. A file that was being written when the process died ends in a broken frame at worst;
everything before it holds. A closed match is one zstd stream of the same frames in a file that ends
in `.replay`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import google_crc32c
import zstandard
from google.protobuf.message import DecodeError

from gamereferee.v1 import replay_pb2
from referee.replay.errors import ReplayError
from referee.replay.varint import varint

__all__ = [
    "JOURNAL_SUFFIX",
    "REPLAY_SUFFIX",
    "JournalWriter",
    "broken_path",
    "close_journal",
    "frame",
    "read_records",
    "whole_length",
]

JOURNAL_SUFFIX = ".journal"
"""Ending of the file of a match that runs."""
REPLAY_SUFFIX = ".replay"
"""Ending of the file of a match that is over."""

MAX_RECORD_BYTES = 16 * 1024 * 1024
"""A longer record is taken for damage."""
MAX_REPLAY_BYTES = 1024 * 1024 * 1024
"""Uncompressed size beyond which a replay isn't read."""
_CHUNK_BYTES = 1024
"""Compressed bytes read at once: at the densest they hold some 30 MB."""
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


def frame(record: bytes) -> bytes:
    """A serialized record with its length before and its checksum behind it."""
    checksum: int = google_crc32c.value(record)
    return b"".join([varint(len(record)), record, checksum.to_bytes(4, "little")])


class JournalWriter:
    """Appends records to a match's journal.

    Records are buffered until `flush`, which a host calls before it tells anybody of what they hold.
    A flushed record survives the death of the process; with `sync` it survives that of the machine.

    Args:
        path: The file; made if absent, readable by its owner only, for it holds secrets.
        sync: Whether each flush waits for the disk.
        is_over: Whether the match is over, so that nothing is ever written and no file is opened.

    Raises:
        OSError: The file can't be written.
    """

    def __init__(self, path: Path, *, sync: bool = False, is_over: bool = False) -> None:
        self.path = path
        self._sync = sync
        self._fd = -1
        self._length = 0
        self._buffer: list[bytes] = []
        if not is_over:
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
            self._fd = os.open(path, flags, 0o600)
            self._length = os.fstat(self._fd).st_size

    def append(self, record: bytes) -> None:
        """Take a serialized record."""
        self._buffer.append(frame(record))

    def flush(self) -> None:
        """Hand all records taken to the operating system.

        When that fails, the file ends where it did before, and the records wait for the next flush.

        Raises:
            OSError: The disk is full or gone.
        """
        if not self._buffer:
            return
        data = b"".join(self._buffer)
        try:
            written = os.write(self._fd, data)
            while written < len(data):
                written += os.write(self._fd, data[written:])
            if self._sync:
                os.fsync(self._fd)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._fd, self._length)
            raise
        self._length += len(data)
        self._buffer.clear()

    def close(self) -> None:
        """Close; records taken since the last flush are lost."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def set_aside(self) -> None:
        """Close, and rename the file, so that the match is not taken up from it."""
        self.close()
        self.path.rename(broken_path(self.path))


def broken_path(journal: Path) -> Path:
    """Where a journal goes from which no match can be taken up."""
    return journal.with_name(journal.name + ".broken")


def read_records(path: Path) -> Iterator[replay_pb2.Record]:
    """The records of a journal or replay, in order.

    Raises:
        ReplayError: The file can't be read or is damaged; names the record and the byte.
    """
    data = _content(path)
    offset, index = 0, 0
    while offset < len(data):
        record, offset = _record_at(data, offset, f"{path}: record {index} at byte {offset}")
        yield record
        index += 1


def whole_length(path: Path) -> int:
    """Length in bytes of the whole frames at the beginning of a journal.

    Raises:
        ReplayError: The file can't be read.
    """
    data = _content(path)
    offset = 0
    while offset < len(data):
        try:
            _, offset = _record_at(data, offset, str(path))
        except ReplayError:
            break
    return offset


def close_journal(journal: Path, replay: Path) -> None:
    """Turn the journal of an ended match into its replay, without the secret record.

    The replay appears whole or not at all, and the journal goes once the replay is on the disk.

    Raises:
        ReplayError: The journal is damaged.
        OSError: A file can't be written.
    """
    kept = [
        frame(record.SerializeToString())
        for record in read_records(journal)
        if record.WhichOneof("record") != "secret"
    ]
    data = zstandard.ZstdCompressor(level=3, write_checksum=True).compress(b"".join(kept))
    partial = replay.with_name(replay.name + ".part")
    with partial.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(replay)
    journal.unlink()


def _content(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReplayError(f"{path}: can't be read: {error.strerror}") from error
    if not data.startswith(_ZSTD_MAGIC):
        return data
    return _decompressed(data, path)


def _decompressed(data: bytes, path: Path) -> bytes:
    content, taken = bytearray(), 0
    stream = zstandard.ZstdDecompressor().decompressobj()
    try:
        while taken < len(data) and not stream.eof:
            content += stream.decompress(data[taken : taken + _CHUNK_BYTES])
            taken += _CHUNK_BYTES
            if len(content) > MAX_REPLAY_BYTES:
                raise ReplayError(f"{path}: more than {MAX_REPLAY_BYTES} bytes of records")
    except zstandard.ZstdError as error:
        raise ReplayError(f"{path}: damaged: {error}") from error
    if not stream.eof:
        raise ReplayError(f"{path}: damaged: cut off after {len(content)} bytes of records")
    if taken < len(data) or stream.unused_data:
        raise ReplayError(f"{path}: damaged: more bytes follow the records")
    return bytes(content)


def _record_at(data: bytes, offset: int, where: str) -> tuple[replay_pb2.Record, int]:
    length, start = _varint(data, offset, where)
    end = start + length
    if not 1 <= length <= MAX_RECORD_BYTES:  # zeros, as a power cut leaves them, are no records
        raise ReplayError(f"{where}: damaged: a length of {length} bytes")
    if end + 4 > len(data):
        raise ReplayError(f"{where}: cut off")
    body = data[start:end]
    if google_crc32c.value(body) != int.from_bytes(data[end : end + 4], "little"):
        raise ReplayError(f"{where}: damaged: the checksum doesn't match")
    try:
        return replay_pb2.Record.FromString(body), end + 4
    except DecodeError as error:
        raise ReplayError(f"{where}: no record: {error}") from error


def _varint(data: bytes, offset: int, where: str) -> tuple[int, int]:
    value = 0
    for shift in range(0, 35, 7):
        if offset >= len(data):
            raise ReplayError(f"{where}: cut off")
        byte = data[offset]
        offset += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, offset
    raise ReplayError(f"{where}: damaged: no length")

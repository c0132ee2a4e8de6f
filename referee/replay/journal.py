"""Journal files: records framed by length and checksum, appended while a match runs.

A frame is the record's length as a varint, the record, and the CRC-32C of the record as 4 bytes,
little-endian. If the process dies while writing, at worst the last frame is broken; all frames
before it are valid. A closed match is one zstd stream of the same frames, in a file whose name ends
in `.replay`.
"""

from __future__ import annotations

import collections
import contextlib
import errno
import io
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol, TypeVar

import google_crc32c
import zstandard
from google.protobuf.message import DecodeError

from gamereferee.v1 import replay_pb2
from referee.replay.errors import ReplayError, UnreadableError
from referee.replay.varint import varint

__all__ = [
    "BROKEN_SUFFIX",
    "CHECKSUM_BYTES",
    "JOURNAL_SUFFIX",
    "MAX_RECORD_BYTES",
    "REPLAY_SUFFIX",
    "TORN_SUFFIX",
    "JournalWriter",
    "OpenFile",
    "OpenJournals",
    "broken_path",
    "first_record",
    "frame",
    "frame_at",
    "free_path",
    "open_file",
    "read_frames",
    "read_records",
    "stream_records",
    "varint_at",
]

_T = TypeVar("_T")

JOURNAL_SUFFIX = ".journal"
"""Ending of the file name of a match that has not ended."""
REPLAY_SUFFIX = ".replay"
"""Ending of the file name of a match that has ended."""

CHECKSUM_BYTES = 4
"""Length in bytes of the CRC-32C that follows each record."""
MAX_RECORD_BYTES = 16 * 1024 * 1024
"""Longest record that is accepted, in bytes; a frame with a greater length counts as damage."""
BROKEN_SUFFIX = ".broken"
"""Ending added to the file name of a damaged journal, which is then left alone."""
TORN_SUFFIX = ".torn"
"""Ending added to a journal's name for the file that keeps the torn tail cut off it."""
MAX_REPLAY_BYTES = 1024 * 1024 * 1024
"""Largest uncompressed size of a replay that is read, in bytes; a larger one is an error."""
_CHUNK_BYTES = 1024
"""Number of compressed bytes of a replay that are read at once. At the highest compression they hold
some 30 MB of records.
"""
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


def frame(record: bytes) -> bytes:
    """Return the frame of a serialized record: its length, the record, and its checksum."""
    checksum: int = google_crc32c.value(record)
    return b"".join([varint(len(record)), record, checksum.to_bytes(4, "little")])


class OpenFile(Protocol):
    """A journal whose file can be closed for a while; the next write opens it again."""

    def let_go(self) -> None:
        """Close the file for now, to free its descriptor; the next write opens it again."""


class OpenJournals:
    """Limits how many journals have an open file; the least recently written ones are closed first.

    Args:
        most: Highest number of open files, at least 1.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: collections.OrderedDict[OpenFile, None] = collections.OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    def written(self, journal: OpenFile) -> None:
        """Record that a journal is open and was written just now; close the journals beyond the limit."""
        # The journal just written is the last in the order, so the bound never closes it.
        self._open[journal] = None
        self._open.move_to_end(journal)
        while len(self._open) > self._most:
            self._let_go()

    def closed(self, journal: OpenFile) -> None:
        """Record that a journal was closed; do nothing if it was not open."""
        self._open.pop(journal, None)

    def let_all_go(self) -> None:
        """Close the files of all open journals; each is opened again by its next write."""
        while self._open:
            self._let_go()

    def _let_go(self) -> None:
        journal, _ = self._open.popitem(last=False)
        journal.let_go()


def open_file(path: Path, flags: int, journals: OpenJournals | None) -> int:
    """Open the file of a journal, readable by its owner only; return the descriptor.

    If the process has no free descriptor, close the files of other journals and try once more.

    Args:
        path: Path of the file.
        flags: Flags of `os.open`.
        journals: Open journals whose files may be closed to free descriptors; None if there are
            none.

    Raises:
        OSError: The file can't be opened.
    """
    try:
        return os.open(path, flags | os.O_CLOEXEC, 0o600)
    except OSError as error:
        # Other journals can spare their files, and open them again when they are written.
        if journals is None or error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        journals.let_all_go()
        return os.open(path, flags | os.O_CLOEXEC, 0o600)


class JournalWriter:
    """Appends records to a match's journal.

    Records are buffered until `flush`, which a host calls before it sends anything that follows
    from them. A flushed record survives a crash of the process; with `sync` it survives a crash of
    the machine.

    Args:
        path: Path of the file. It is created if absent, readable by its owner only, because it
            holds secrets.
        sync: Whether each flush waits for the disk.
        is_over: Whether the match is over. Then no file is opened, and nothing can be written.
        journals: Limits the number of open journal files; None if this file may stay open.

    Raises:
        OSError: The file can't be opened.
    """

    def __init__(
        self,
        path: Path,
        *,
        sync: bool = False,
        is_over: bool = False,
        journals: OpenJournals | None = None,
    ) -> None:
        self.path = path
        self._sync = sync
        self._journals = journals
        self._fd = -1
        self._length = 0
        """Length in bytes of the part of the file that holds valid records. Bytes after it remain
        from a failed write.
        """
        self._is_longer = False
        """Whether a failed write may have left bytes after the valid records."""
        self._is_closed = is_over
        self._buffer: list[bytes] = []
        if not is_over:
            self._open(os.O_CREAT)
            # All that is there counts as records: recovery has cut off a torn tail before it opens
            # the file.
            self._length = os.fstat(self._fd).st_size

    def append(self, record: bytes) -> None:
        """Add a serialized record to the buffer, without writing it yet."""
        self._buffer.append(frame(record))

    def flush(self) -> None:
        """Hand all buffered records to the operating system; do nothing if there are none.

        If that fails, the file is cut back to its former end, and the records stay in the buffer
        for the next flush.

        Raises:
            OSError: The disk is full or gone.
        """
        if not self._buffer:
            return
        # One write for all, so that a crash seldom comes between records of one event.
        data = b"".join(self._buffer)
        self._open()
        # Half a record in the midst of a file would make all behind it unreadable.
        if self._is_longer:
            self._cut()
        try:
            # A write may take only a part of the data, as on a disk that is just becoming full.
            written = os.write(self._fd, data)
            while written < len(data):
                written += os.write(self._fd, data[written:])
            if self._sync:
                os.fsync(self._fd)
        except OSError:
            # Set before the cut, which may fail as well: then the next flush must cut first.
            self._is_longer = True
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._length += len(data)
        # Only now: records that were not written must be in the next flush, in their order.
        self._buffer.clear()

    def _cut(self) -> None:
        os.ftruncate(self._fd, self._length)
        self._is_longer = False

    def _open(self, how: int = 0) -> None:
        """Open the file if it is closed, and record that it is about to be written.

        `how` has further flags of `os.open`.

        Raises:
            OSError: The file can't be opened, or the journal was closed for good.
        """
        if self._fd < 0:
            if self._is_closed:
                raise OSError(errno.EBADF, "the journal is closed", str(self.path))
            self._fd = open_file(self.path, how | os.O_WRONLY | os.O_APPEND, self._journals)
        if self._journals is not None:
            self._journals.written(self)

    def let_go(self) -> None:
        """Close the file for now, to free its descriptor; the next write opens it again."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def close(self) -> None:
        """Close the journal for good; records appended since the last flush are lost."""
        self._is_closed = True
        self.let_go()
        if self._journals is not None:
            self._journals.closed(self)

    def set_aside(self) -> None:
        """Close the journal and rename its file as broken, so that no server resumes the match from it."""
        self.close()
        self.path.rename(broken_path(self.path))


def broken_path(journal: Path) -> Path:
    """Return an unused path, ending in `.broken` or `.broken-2` and so on, for a journal that can't be resumed."""
    return free_path(journal.with_name(journal.name + BROKEN_SUFFIX))


def free_path(path: Path) -> Path:
    """Return `path` if nothing exists there, else `path` with the first free number, from 2, appended."""
    free, number = path, 1
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def read_records(path: Path) -> Iterator[replay_pb2.Record]:
    """Yield the records of a journal or replay, in order.

    Raises:
        ReplayError: The file can't be read or is damaged; the message names the record and its
            byte.
    """
    for record, _ in _read(path, frame_at):
        yield record


def read_frames(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """Yield each serialized record of a journal or replay, in order, together with its whole frame.

    Raises:
        ReplayError: The file can't be read or is damaged; the message names the record and its
            byte.
    """
    yield from _read(path, _body_at)


def _read(path: Path, read: Callable[[bytes, int], tuple[_T, int]]) -> Iterator[tuple[_T, bytes]]:
    """Yield what `read` makes of each frame of a journal or replay, in order, together with the whole frame."""
    data = _content(path)
    offset, index = 0, 0
    while offset < len(data):
        try:
            found, end = read(data, offset)
        except ReplayError as error:
            raise ReplayError(f"{path}: record {index} at byte {offset}: {error}") from None
        yield found, data[offset:end]
        offset = end
        index += 1


def first_record(path: Path) -> replay_pb2.Record:
    """Return the first record of a replay, normally its header, reading no more of the file than needed.

    Raises:
        ReplayError: The file can't be read, is no replay, or its beginning is damaged.
    """
    content = bytearray()
    stream = zstandard.ZstdDecompressor().decompressobj()
    try:
        with path.open("rb") as file:
            while compressed := file.read(_CHUNK_BYTES):
                content += stream.decompress(compressed)
                try:
                    record, _ = frame_at(bytes(content), 0)
                except ReplayError:
                    # Until then, the rest of the frame may still follow. No frame is longer than
                    # this, so now it is damage.
                    if len(content) > MAX_RECORD_BYTES + 2 * CHECKSUM_BYTES:
                        raise
                else:
                    return record
    except OSError as error:
        raise UnreadableError(f"{path}: can't be read: {error.strerror}") from error
    except zstandard.ZstdError as error:
        raise ReplayError(f"{path}: damaged: {error}") from error
    raise ReplayError(f"{path}: no record")


def stream_records(path: Path) -> Generator[replay_pb2.Record]:
    """Yield the records of a replay in order, without holding the whole replay in memory.

    Raises:
        ReplayError: The file can't be read, is damaged, or has no end record. Records before the
            damage are yielded first.
    """
    data, offset, index = b"", 0, 0
    record = replay_pb2.Record()
    # A compiled generator that nobody closes does not close what it has open.
    with contextlib.closing(_pieces(path)) as pieces:
        for more in pieces:
            # Of what was read before, only a frame that is not whole yet is kept.
            data, offset = data[offset:] + more, 0
            while offset < len(data):
                try:
                    record, offset = frame_at(data, offset)
                except ReplayError as error:
                    if len(data) - offset > MAX_RECORD_BYTES + 2 * CHECKSUM_BYTES:
                        raise ReplayError(f"{path}: record {index}: {error}") from None
                    break  # the rest of it is to come
                yield record
                index += 1
    # A file that is cut between two frames looks whole; only the end record shows that nothing is
    # missing.
    if offset < len(data) or record.WhichOneof("record") != "end":
        raise ReplayError(f"{path}: damaged or cut off after record {index}")


def _pieces(path: Path) -> Generator[bytes]:
    try:
        with path.open("rb") as file:
            yield from _decompressed(file, path)
    except OSError as error:
        raise UnreadableError(f"{path}: can't be read: {error.strerror}") from error


def _content(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"{path}: can't be read: {error.strerror}") from error
    if not data.startswith(_ZSTD_MAGIC):
        return data
    return b"".join(_decompressed(io.BytesIO(data), path))


def _decompressed(file: BinaryIO, path: Path) -> Iterator[bytes]:
    """Yield the decompressed content of the open replay `file`, piece by piece; `path` is for errors.

    Raises:
        ReplayError: The replay is damaged, or larger than `MAX_REPLAY_BYTES`.
    """
    stream = zstandard.ZstdDecompressor().decompressobj()
    length = 0
    try:
        while not stream.eof and (compressed := file.read(_CHUNK_BYTES)):
            piece = stream.decompress(compressed)
            length += len(piece)
            # A small file can decompress to any size: without a bound it could fill the memory.
            if length > MAX_REPLAY_BYTES:
                raise ReplayError(f"{path}: more than {MAX_REPLAY_BYTES} bytes of records")
            yield piece
    except zstandard.ZstdError as error:
        raise ReplayError(f"{path}: damaged: {error}") from error
    if not stream.eof:
        raise ReplayError(f"{path}: damaged: cut off after {length} bytes of records")
    # Bytes behind the stream would never be read, and so never be verified.
    if stream.unused_data or file.read(1):
        raise ReplayError(f"{path}: damaged: more bytes follow the records")


def frame_at(data: bytes, offset: int) -> tuple[replay_pb2.Record, int]:
    """Return the record of the frame at byte `offset` of `data`, and the offset of the next frame.

    Raises:
        ReplayError: There is no valid frame. The message says what is wrong, but not where.
    """
    body, end = _body_at(data, offset)
    try:
        return replay_pb2.Record.FromString(body), end
    except DecodeError as error:
        raise ReplayError(f"no record: {error}") from error


def _body_at(data: bytes, offset: int) -> tuple[bytes, int]:
    """Return the serialized record of the frame at byte `offset`, and the offset of the next frame."""
    length, start = varint_at(data, offset)
    end = start + length
    if not 1 <= length <= MAX_RECORD_BYTES:  # zeros, as a power cut leaves them, are no records
        raise ReplayError(f"damaged: a length of {length} bytes")
    if end + CHECKSUM_BYTES > len(data):
        raise ReplayError("cut off")
    body = data[start:end]
    checksum = int.from_bytes(data[end : end + CHECKSUM_BYTES], "little")
    if google_crc32c.value(body) != checksum:
        raise ReplayError("damaged: the checksum doesn't match")
    return body, end + CHECKSUM_BYTES


def varint_at(data: bytes, offset: int) -> tuple[int, int]:
    """Return the varint (protobuf's integer encoding) at byte `offset`, and the offset after it.

    Raises:
        ReplayError: The data ends within the varint, or the varint has more than 5 bytes.
    """
    value = 0
    # Five bytes hold 35 bits, enough for every length that is accepted.
    for shift in range(0, 35, 7):
        if offset >= len(data):
            raise ReplayError("cut off")
        byte = data[offset]
        offset += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, offset
    raise ReplayError("damaged: no length")

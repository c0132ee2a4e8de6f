"""Journal files: records framed by length and checksum, appended while a match runs.

A frame is the record's length as a varint, the record, and the CRC-32C of the record as 4 bytes,
little-endian. A file that was being written when the process died ends in a broken frame at worst;
everything before it holds. A closed match is one zstd stream of the same frames in a file that ends
in `.replay`.
"""

from __future__ import annotations

import collections
import contextlib
import errno
import io
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

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

JOURNAL_SUFFIX = ".journal"
"""Ending of the file of a match that runs."""
REPLAY_SUFFIX = ".replay"
"""Ending of the file of a match that is over."""

CHECKSUM_BYTES = 4
"""Length of the checksum behind a record."""
MAX_RECORD_BYTES = 16 * 1024 * 1024
"""A longer record is taken for damage."""
BROKEN_SUFFIX = ".broken"
"""Behind the name of a journal that is damaged."""
TORN_SUFFIX = ".torn"
"""Behind the name of a journal for the torn tail that was cut off it."""
MAX_REPLAY_BYTES = 1024 * 1024 * 1024
"""Uncompressed size beyond which a replay isn't read."""
_CHUNK_BYTES = 1024
"""Compressed bytes read at once: at the densest they hold some 30 MB."""
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


def frame(record: bytes) -> bytes:
    """Return a serialized record with its length before and its checksum behind it."""
    checksum: int = google_crc32c.value(record)
    return b"".join([varint(len(record)), record, checksum.to_bytes(4, "little")])


class OpenFile(Protocol):
    """A journal whose file can be closed until it is written again."""

    def let_go(self) -> None:
        """Close the file until something is written again."""


class OpenJournals:
    """Journals whose files are open: those that were written last, and no more than a bound.

    Args:
        most: How many, at least 1.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: collections.OrderedDict[OpenFile, None] = collections.OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    def written(self, journal: OpenFile) -> None:
        """Record that a journal was written: it is open, and is closed after all others."""
        self._open[journal] = None
        self._open.move_to_end(journal)
        while len(self._open) > self._most:
            self._let_go()

    def closed(self, journal: OpenFile) -> None:
        """Record that a journal was closed."""
        self._open.pop(journal, None)

    def let_all_go(self) -> None:
        """Close all open journals; each is opened again when it is written."""
        while self._open:
            self._let_go()

    def _let_go(self) -> None:
        journal, _ = self._open.popitem(last=False)
        journal.let_go()


def open_file(path: Path, flags: int, journals: OpenJournals | None) -> int:
    """Open the file of a journal for its owner only; return its descriptor.

    Args:
        path: The file.
        flags: As for `os.open`.
        journals: Those that give up their descriptors if there is none left; None for none.

    Raises:
        OSError: It can't be opened.
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

    Records are buffered until `flush`, which a host calls before it sends anything that follows from them.
    A flushed record survives the death of the process; with `sync` it survives that of the machine.

    Args:
        path: The file; made if absent, readable by its owner only, for it holds secrets.
        sync: Whether each flush waits for the disk.
        is_over: Whether the match is over, so that nothing is ever written and no file is opened.
        journals: Keeps the number of open files within bounds; None leaves this one open.

    Raises:
        OSError: The file can't be written.
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
        """Length of the part of the file that holds records; bytes after it are left from a failed write."""
        self._is_longer = False
        """Whether there may be something behind them."""
        self._is_closed = is_over
        self._buffer: list[bytes] = []
        if not is_over:
            self._open(os.O_CREAT)
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
        self._open()
        # Half a record in the midst of a file would make all behind it unreadable.
        if self._is_longer:
            self._cut()
        try:
            written = os.write(self._fd, data)
            while written < len(data):
                written += os.write(self._fd, data[written:])
            if self._sync:
                os.fsync(self._fd)
        except OSError:
            self._is_longer = True
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._length += len(data)
        self._buffer.clear()

    def _cut(self) -> None:
        os.ftruncate(self._fd, self._length)
        self._is_longer = False

    def _open(self, how: int = 0) -> None:
        """Open the file if it is closed.

        Raises:
            OSError: It can't be, or the journal was closed for good.
        """
        if self._fd < 0:
            if self._is_closed:
                raise OSError(errno.EBADF, "the journal is closed", str(self.path))
            self._fd = open_file(self.path, how | os.O_WRONLY | os.O_APPEND, self._journals)
        if self._journals is not None:
            self._journals.written(self)

    def let_go(self) -> None:
        """Close the file until something is written again."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def close(self) -> None:
        """Close for good; records taken since the last flush are lost."""
        self._is_closed = True
        self.let_go()
        if self._journals is not None:
            self._journals.closed(self)

    def set_aside(self) -> None:
        """Close, and rename the file, so that the match is not taken up from it."""
        self.close()
        self.path.rename(broken_path(self.path))


def broken_path(journal: Path) -> Path:
    """Return where a journal goes from which no match can be taken up; one that went there before stays there."""
    return free_path(journal.with_name(journal.name + BROKEN_SUFFIX))


def free_path(path: Path) -> Path:
    """Return a path, or one with the first number behind it under which there is nothing yet."""
    free, number = path, 1
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def read_records(path: Path) -> Iterator[replay_pb2.Record]:
    """Yield the records of a journal or replay, in order.

    Raises:
        ReplayError: The file can't be read or is damaged; names the record and the byte.
    """
    data = _content(path)
    offset, index = 0, 0
    while offset < len(data):
        try:
            record, end = frame_at(data, offset)
        except ReplayError as error:
            raise ReplayError(f"{path}: record {index} at byte {offset}: {error}") from None
        yield record
        offset = end
        index += 1


def read_frames(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """Yield the serialized records of a journal or replay, in order, each before its whole frame.

    Raises:
        ReplayError: The file can't be read or is damaged; names the record and the byte.
    """
    data = _content(path)
    offset, index = 0, 0
    while offset < len(data):
        try:
            body, end = _body_at(data, offset)
        except ReplayError as error:
            raise ReplayError(f"{path}: record {index} at byte {offset}: {error}") from None
        yield body, data[offset:end]
        offset = end
        index += 1


def first_record(path: Path) -> replay_pb2.Record:
    """Return the first record of a replay, its header as a rule, without reading further.

    Raises:
        ReplayError: The file can't be read, is no replay, or is damaged there.
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
    """Yield the records of a replay, in order, read as they are asked for: never the whole of it at once.

    Raises:
        ReplayError: The file can't be read, is damaged, or does not go to the end of the match; records
            before the damage are given first.
    """
    data, offset, index = b"", 0, 0
    record = replay_pb2.Record()
    # A compiled generator that nobody closes does not close what it has open.
    with contextlib.closing(_pieces(path)) as pieces:
        for more in pieces:
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
    """Yield what is in a replay, piece by piece.

    Raises:
        ReplayError: It is damaged, or larger than any replay.
    """
    stream = zstandard.ZstdDecompressor().decompressobj()
    length = 0
    try:
        while not stream.eof and (compressed := file.read(_CHUNK_BYTES)):
            piece = stream.decompress(compressed)
            length += len(piece)
            if length > MAX_REPLAY_BYTES:
                raise ReplayError(f"{path}: more than {MAX_REPLAY_BYTES} bytes of records")
            yield piece
    except zstandard.ZstdError as error:
        raise ReplayError(f"{path}: damaged: {error}") from error
    if not stream.eof:
        raise ReplayError(f"{path}: damaged: cut off after {length} bytes of records")
    if stream.unused_data or file.read(1):
        raise ReplayError(f"{path}: damaged: more bytes follow the records")


def frame_at(data: bytes, offset: int) -> tuple[replay_pb2.Record, int]:
    """Return the record of the frame at a byte, and where the next one begins.

    Raises:
        ReplayError: There is no whole frame; says what is wrong, without the place.
    """
    body, end = _body_at(data, offset)
    try:
        return replay_pb2.Record.FromString(body), end
    except DecodeError as error:
        raise ReplayError(f"no record: {error}") from error


def _body_at(data: bytes, offset: int) -> tuple[bytes, int]:
    """Return the serialized record of the frame at a byte, and where the next one begins."""
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
    """Return the length that stands at a byte, and where what follows it begins.

    Raises:
        ReplayError: The file ends in its midst, or it is too long for any length.
    """
    value = 0
    for shift in range(0, 35, 7):
        if offset >= len(data):
            raise ReplayError("cut off")
        byte = data[offset]
        offset += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, offset
    raise ReplayError("damaged: no length")

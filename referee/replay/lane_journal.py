"""Journals of lanes: what several matches have stepped at once, until it is in their own journals.

A tick is written before any bot is sent a step of it. The first record of the file counts the ticks that bots
may have been shown, and is rewritten in place behind each: so a tick that a death has torn, which nobody has
seen, differs from one that was cut off later. Ticks have numbers and a running checksum, so that none can be
missing, twice, or of another file.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

import google_crc32c

from gamereferee.v1 import replay_pb2
from referee.core.rng import secret_bytes
from referee.replay.journal import OpenJournals, frame, open_file

__all__ = [
    "LANE_SUFFIX",
    "NEW_SUFFIX",
    "LaneJournal",
    "first_chain",
    "head_frame",
    "lane_of",
    "on_lane",
]

LANE_SUFFIX = ".lane"
"""Ending of the journal of a lane."""
NEW_SUFFIX = ".new"
"""Behind that ending while a file is written that is to replace another."""
_NONCE_BYTES = 8


def first_chain(nonce: int) -> int:
    """Return the checksum that a file's first tick has."""
    chain: int = google_crc32c.value(nonce.to_bytes(_NONCE_BYTES, "little"))
    return chain


def head_frame(name: str, nonce: int, ticks: int) -> bytes:
    """Return the first frame of a lane's journal, which is as long whatever `ticks` is."""
    head = replay_pb2.Record(lane=replay_pb2.LaneRecord(name=name, nonce=nonce, ticks=ticks))
    return frame(head.SerializeToString())


def on_lane(name: str) -> bytes:
    """Return the record, serialized, by which a match's own journal says that it goes on a lane.

    Args:
        name: Of the lane's journal, without its ending; empty if the match leaves its lane.
    """
    return replay_pb2.Record(lane=replay_pb2.LaneRecord(name=name)).SerializeToString()


def lane_of(records: Iterable[replay_pb2.Record]) -> tuple[str, bool]:
    """Return the name of the lane that a match is on at the end of its journal, empty for none.

    Returns:
        The name, and whether the journal names any lane at all, as those of earlier versions never do.
    """
    name, names_any = "", False
    for record in records:
        kind = record.WhichOneof("record")
        if kind == "lane":
            name, names_any = record.lane.name, True
        elif kind != "step":  # its own machine wrote that
            name = ""
    return name, names_any


class LaneJournal:
    """Writes ticks to a lane's journal, whose file is there from the beginning.

    Args:
        path: The file, which must not be there.
        sync: Whether each write waits for the disk.
        journals: Keeps the number of open files within bounds; None leaves this one open.

    Raises:
        OSError: The file can't be made; nothing is left of it.
    """

    def __init__(self, path: Path, *, sync: bool, journals: OpenJournals | None = None) -> None:
        self._path, self._sync, self._journals = path, sync, journals
        self.name = path.name.removesuffix(LANE_SUFFIX)
        """By which matches' own journals know it."""
        self._fd = -1
        self._nonce = self._ticks = self._chain = self._length = 0
        self._is_longer = False
        """Whether something may be behind the records that a write has left which failed."""
        self._begin(path, os.O_EXCL)

    @property
    def num_bytes(self) -> int:
        """Bytes of ticks so far."""
        return self._length - len(head_frame(self.name, self._nonce, 0))

    def write(self, record: replay_pb2.Record) -> None:
        """Append a tick and hand it to the operating system.

        Raises:
            OSError: The disk is full or gone; the file holds what it did before.
        """
        record.tick.number, record.tick.chain = self._ticks + 1, self._chain
        body = record.SerializeToString()
        data = frame(body)
        self._open()
        if self._is_longer:
            self._cut()
        try:
            _write_at(self._fd, data, self._length)
            # Before anything of the tick is sent: from here on, a file without it is a damaged one.
            _write_at(self._fd, head_frame(self.name, self._nonce, self._ticks + 1), 0)
            if self._sync:
                os.fsync(self._fd)
        except OSError:
            self._is_longer = True
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._ticks += 1
        self._length += len(data)
        self._chain = google_crc32c.extend(self._chain, body)

    def forget(self) -> None:
        """Begin again without ticks: every match has its steps in its own journal.

        Raises:
            OSError: The new file can't be written; the old one is as it was.
        """
        before = self._nonce, self._ticks, self._chain, self._length, self._is_longer
        self.let_go()
        new = self._path.with_name(self._path.name + NEW_SUFFIX)
        try:
            self._begin(new, os.O_TRUNC)
            os.replace(new, self._path)  # at once, for matches' own journals name this file
        except OSError:
            self.let_go()
            self._nonce, self._ticks, self._chain, self._length, self._is_longer = before
            with contextlib.suppress(OSError):
                new.unlink(missing_ok=True)
            raise

    def remove(self) -> None:
        """Remove the file for good: every match has its steps in its own journal, which says that it has left."""
        self.close()
        with contextlib.suppress(OSError):  # what is left of it does no harm
            self._path.unlink()

    def let_go(self) -> None:
        """Close the file until something is written again."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def close(self) -> None:
        """Close the file, which stays."""
        self.let_go()
        if self._journals is not None:
            self._journals.closed(self)

    def _begin(self, path: Path, how: int) -> None:
        nonce = int.from_bytes(secret_bytes(_NONCE_BYTES), "little") or 1
        head = head_frame(self.name, nonce, 0)
        self._fd = open_file(path, os.O_CREAT | os.O_WRONLY | how, self._journals)
        try:
            _write_at(self._fd, head, 0)
            if self._sync:
                os.fsync(self._fd)
        except OSError:
            self.let_go()
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        self._nonce, self._ticks, self._chain = nonce, 0, first_chain(nonce)
        self._length, self._is_longer = len(head), False
        if self._journals is not None:
            self._journals.written(self)

    def _open(self) -> None:
        if self._fd < 0:
            self._fd = open_file(self._path, os.O_WRONLY, self._journals)
        if self._journals is not None:
            self._journals.written(self)

    def _cut(self) -> None:
        """Make the file what it was before a write that failed."""
        os.ftruncate(self._fd, self._length)
        _write_at(self._fd, head_frame(self.name, self._nonce, self._ticks), 0)
        self._is_longer = False


def _write_at(fd: int, data: bytes, offset: int) -> None:
    written = os.pwrite(fd, data, offset)
    while written < len(data):
        written += os.pwrite(fd, data[written:], offset + written)

"""Journals of lanes: steps of several matches at once, until they are in the matches' own journals.

A tick (one lane step) is written before any bot is sent a step of it. The first record of the file
counts the ticks that bots may have been sent. It is rewritten in place after each tick is appended.
The count separates two cases: a last tick torn by a crash, which no bot has seen, and ticks that
are missing at the end of a damaged file. Ticks have numbers and a running checksum, so a tick that
is missing, repeated or from another file is found.
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
"""Ending of the file name of a lane's journal."""
NEW_SUFFIX = ".new"
"""Ending added to a lane journal's name while its replacement is written."""
_NONCE_BYTES = 8


def first_chain(nonce: int) -> int:
    """Return the running checksum that the first tick (lane step) of a file must have.

    `nonce` is the file's random number.
    """
    chain: int = google_crc32c.value(nonce.to_bytes(_NONCE_BYTES, "little"))
    return chain


def head_frame(name: str, nonce: int, ticks: int) -> bytes:
    """Return the first frame of a lane's journal: its name, a random number (`nonce`), a count of ticks.

    The frame's length does not depend on `ticks`, so it can be rewritten in place.

    A lane plays many matches at once.
    """
    head = replay_pb2.Record(lane=replay_pb2.LaneRecord(name=name, nonce=nonce, ticks=ticks))
    return frame(head.SerializeToString())


def on_lane(name: str) -> bytes:
    """Return the serialized record by which a match's own journal names the lane it enters.

    A lane plays many matches at once.

    Args:
        name: Name of the lane's journal, without its ending; empty if the match leaves its lane.
    """
    return replay_pb2.Record(lane=replay_pb2.LaneRecord(name=name)).SerializeToString()


def lane_of(records: Iterable[replay_pb2.Record]) -> tuple[str, bool]:
    """Return which lane a match is on after these records of its own journal.

    A lane plays many matches at once.

    Returns:
        The lane's name, empty if it is on none, and whether the journal names any lane at all.
        Journals of earlier versions never do.
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
    """Writes ticks (lane steps) to a lane's journal; the file is created at once.

    Args:
        path: Path of the file, which must not exist.
        sync: Whether each write waits for the disk.
        journals: Limits the number of open journal files; None if this file may stay open.

    Raises:
        OSError: The file can't be created; nothing of it remains.
    """

    def __init__(self, path: Path, *, sync: bool, journals: OpenJournals | None = None) -> None:
        self._path, self._sync, self._journals = path, sync, journals
        self.name = path.name.removesuffix(LANE_SUFFIX)
        """Name of the lane, by which the matches' own journals refer to it."""
        self._fd = -1
        self._nonce = self._ticks = self._chain = self._length = 0
        self._is_longer = False
        """Whether a failed write may have left bytes after the valid records."""
        self._begin(path, os.O_EXCL)

    @property
    def num_bytes(self) -> int:
        """Size of all ticks (lane steps) in the file, in bytes."""
        return self._length - len(head_frame(self.name, self._nonce, 0))

    def write(self, record: replay_pb2.Record) -> None:
        """Append a tick (lane step) and hand it to the operating system.

        Sets the tick's number and running checksum in `record`.

        Raises:
            OSError: The disk is full or gone; the file's valid content is unchanged.
        """
        # The chain is a checksum over all ticks before: a missing, repeated or foreign tick breaks
        # it.
        record.tick.number, record.tick.chain = self._ticks + 1, self._chain
        body = record.SerializeToString()
        data = frame(body)
        self._open()
        # A tick behind the rest of a failed one would never be found by a reader.
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
        # Only after both writes: a tick that failed must leave no gap in the numbers and the chain.
        self._ticks += 1
        self._length += len(data)
        self._chain = google_crc32c.extend(self._chain, body)

    def forget(self) -> None:
        """Replace the file by one without ticks.

        Before that, every match must have all its steps in its own journal.

        Raises:
            OSError: The new file can't be written; the old one is unchanged.
        """
        # If the new file can't be written, the old one goes on with these.
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
        """Remove the file for good; a failure to remove it is ignored.

        Before that, every match must have all its steps in its own journal, and after them a record
        that it has left the lane.

        A lane plays many matches at once.
        """
        self.close()
        with contextlib.suppress(OSError):  # what is left of it does no harm
            self._path.unlink()

    def let_go(self) -> None:
        """Close the file for now, to free its descriptor; the next write opens it again."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def close(self) -> None:
        """Close the file without removing it."""
        self.let_go()
        if self._journals is not None:
            self._journals.closed(self)

    def _begin(self, path: Path, how: int) -> None:
        # 0 would look like a file of an earlier version, which has no nonce.
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
        """Restore the file to its state before a failed write."""
        # The head as well: it may count the tick that failed already.
        os.ftruncate(self._fd, self._length)
        _write_at(self._fd, head_frame(self.name, self._nonce, self._ticks), 0)
        self._is_longer = False


def _write_at(fd: int, data: bytes, offset: int) -> None:
    written = os.pwrite(fd, data, offset)
    while written < len(data):
        written += os.pwrite(fd, data[written:], offset + written)

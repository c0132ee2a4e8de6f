"""Reads a match's journal while the match goes on, record by record, without holding the file in memory."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from gamereferee.v1 import replay_pb2
from referee.replay.errors import ReplayError, UnreadableError
from referee.replay.journal import (
    MAX_RECORD_BYTES,
    REPLAY_SUFFIX,
    frame_at,
    stream_records,
)

__all__ = ["GrowingJournal", "RecordReader"]

_PIECE_BYTES = 64 * 1024
"""Number of bytes that are read at once; a record that is longer is read with all that may follow it."""
_LONGEST_BYTES = MAX_RECORD_BYTES + 16
"""Upper bound of the length in bytes of a frame: a record with its length and checksum."""


class GrowingJournal:
    """Records of a journal to which a match may still be writing.

    Args:
        path: Path of the journal.

    Raises:
        OSError: The file can't be opened.
    """

    def __init__(self, path: Path) -> None:
        # Kept open: when the match ends, the file loses its name, and the rest is still to be read.
        self._fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._offset = 0
        """Offset in the file of the next record, in bytes."""
        self._data = b""
        self._at = 0
        """Offset of the next record in `_data`, the bytes that were read from the file last."""

    def read(self) -> replay_pb2.Record | None:
        """Return the next record; None if it is not in the file yet, at least not as a whole."""
        # From the file again each time: what follows the last whole record may be half written now
        # and have other bytes later.
        for size in (0, _PIECE_BYTES, _LONGEST_BYTES):
            if size:
                self._data, self._at = os.pread(self._fd, size, self._offset), 0
            with contextlib.suppress(ReplayError):
                record, end = frame_at(self._data, self._at)
                self._offset += end - self._at
                self._at = end
                return record
        return None

    def close(self) -> None:
        """Close the file; nothing can be read afterwards."""
        os.close(self._fd)
        self._fd = -1


class RecordReader:
    """Records of a match from its journal or, once that has become a replay, from the replay.

    Args:
        paths: Paths at which the file may be, in the order in which they are tried.

    Raises:
        UnreadableError: There is no such file, or it can't be opened.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._journal: GrowingJournal | None = None
        problem: OSError | None = None
        for path in paths:
            try:
                if path.suffix == REPLAY_SUFFIX:
                    path.stat()
                    self._replay = stream_records(path)
                else:
                    self._journal = GrowingJournal(path)
            except OSError as error:
                problem = error
            else:
                return
        raise UnreadableError(f"no journal can be read: {problem}")

    def read(self) -> replay_pb2.Record | None:
        """Return the next record; None if there is none so far.

        Raises:
            ReplayError: The replay is damaged.
        """
        if self._journal is not None:
            return self._journal.read()
        return next(self._replay, None)

    def close(self) -> None:
        """Close the file; nothing can be read afterwards."""
        if self._journal is not None:
            self._journal.close()
        else:
            self._replay.close()

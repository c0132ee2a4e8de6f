"""Journals of lanes: what several matches have stepped at once, until it is in their own journals.

Such a file is written before anybody is told of a step. Whatever of it a match's own journal lacks when the
server is started again is appended there, before the match is taken up.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from referee.replay.journal import JournalWriter, frame, frame_at, read_records
from referee.replay.survey import Tail, survey

__all__ = ["LANE_SUFFIX", "LaneJournal", "append_missing", "read_ticks"]

LANE_SUFFIX = ".lane"
"""Ending of the journal of a lane."""

Steps = dict[str, dict[int, bytes]]
"""Serialized records of steps, by match and number."""


class LaneJournal:
    """Appends ticks to a lane's journal.

    Args:
        path: The file; made when something is written.
        sync: Whether each write waits for the disk.
    """

    def __init__(self, path: Path, *, sync: bool) -> None:
        self._path, self._sync = path, sync
        self._writer: JournalWriter | None = None
        self.num_bytes = 0
        """Bytes of records so far."""

    def write(self, record: bytes) -> None:
        """Append a record and hand it to the operating system.

        Raises:
            OSError: The disk is full or gone; the file is as it was.
        """
        if self._writer is None:
            self._writer = JournalWriter(self._path, sync=self._sync)
        self._writer.append(record)
        try:
            self._writer.flush()
        except OSError:
            self._writer.close()  # the record is not to be written later
            self._writer = None
            raise
        self.num_bytes += len(record)

    def forget(self) -> None:
        """Remove all records: every match has its own in its own journal."""
        self.num_bytes = 0
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            with contextlib.suppress(OSError):  # what is left of it does no harm
                self._path.unlink()


def read_ticks(paths: Iterable[Path]) -> tuple[Steps, list[str]]:
    """Return all steps in journals of lanes, and what is wrong with those that can't be read to their ends.

    A record that was being written when the server was killed is no problem: nobody had been told of it.

    Raises:
        OSError: A file can't be read.
    """
    steps: Steps = {}
    problems = []
    for path in paths:
        data = path.read_bytes()
        found = survey(data)
        if found.tail is Tail.DAMAGED:
            problems.append(f"{path.name} at byte {found.whole}: {found.problem}")
        offset = 0
        while offset < found.whole:
            record, offset = frame_at(data, offset)
            told = record.tick
            for match_id, step, each in zip(told.match_ids, told.steps, told.records, strict=True):
                steps.setdefault(match_id, {})[step] = each
    return steps, problems


def append_missing(journal: Path, steps: dict[int, bytes], *, sync: bool) -> int:
    """Append to a match's journal the steps that it lacks; return how many.

    Args:
        journal: The file, which ends with a whole record.
        steps: Serialized records by their numbers.
        sync: Whether to wait for the disk.

    Raises:
        ReplayError: The journal is damaged.
        OSError: It can't be written.
    """
    made = sum(record.HasField("step") for record in read_records(journal))
    missing = []
    while made + 1 in steps:
        made += 1
        missing.append(frame(steps[made]))
    if missing:
        with journal.open("ab") as file:
            file.write(b"".join(missing))
            file.flush()
            if sync:
                os.fsync(file.fileno())
    return len(missing)

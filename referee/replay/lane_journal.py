"""Journals of lanes: what several matches have stepped at once, until it is in their own journals.

Such a file is written before anybody is shown a step. Whatever of it a match's own journal lacks when the
server is started again is appended there, before the match is taken up.

Each record has its number and the checksum of the record before it, so that a record that is lost, moved or
copied from elsewhere is found as surely as a flipped bit. The own journal of a match says on which lane the match
is (`lane_mark`). So if a lane's journal can't be put right, it is known which matches may lack steps: they are
not taken up, rather than from an earlier turn than their bots have seen.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import NamedTuple

import google_crc32c

from gamereferee.v1 import replay_pb2
from referee.replay.errors import ReplayError
from referee.replay.journal import (
    CHECKSUM_BYTES,
    JournalWriter,
    OpenJournals,
    broken_path,
    frame,
    frame_at,
    free_path,
    read_records,
)
from referee.replay.survey import Tail, put_right, records_behind, survey

__all__ = [
    "LANE_SUFFIX",
    "LaneContent",
    "LaneJournal",
    "append_missing",
    "lane_mark",
    "lane_name",
    "lane_of",
    "mend_lane",
    "read_lane",
]

LANE_SUFFIX = ".lane"
"""Ending of the journal of a lane."""

Steps = dict[str, dict[int, bytes]]
"""Serialized records of steps, by match and number."""


class LaneJournal:
    """Appends ticks to a lane's journal.

    Args:
        path: The file; made when something is written.
        sync: Whether each write waits for the disk.
        journals: Keeps the number of open files within bounds; None leaves this one open.
    """

    def __init__(self, path: Path, *, sync: bool, journals: OpenJournals | None = None) -> None:
        self._path, self._sync, self._journals = path, sync, journals
        self._writer: JournalWriter | None = None
        self.name = lane_name(path)
        """What marks of matches call it."""
        self.num_bytes = 0
        """Bytes of records so far."""
        self._number, self._previous = 0, _checksum(self.name.encode())

    def write(self, record: replay_pb2.Record) -> None:
        """Append a tick and hand it to the operating system.

        Raises:
            OSError: The disk is full or gone, or the file can't be opened; the file is as it was.
        """
        if self._writer is None:
            self._writer = JournalWriter(self._path, sync=self._sync, journals=self._journals)
        record.tick.number, record.tick.previous = self._number + 1, self._previous
        data = record.SerializeToString()
        self._writer.append(data)
        try:
            self._writer.flush()
        except OSError:
            self._writer.close()  # the record is not to be written later
            self._writer = None
            raise
        self._number, self._previous = self._number + 1, _checksum(data)
        self.num_bytes += len(data)

    def forget(self) -> None:
        """Remove all records: every match has its own in its own journal."""
        self.num_bytes = 0
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            with contextlib.suppress(OSError):  # what is left of it does no harm
                self._path.unlink()
                self._number, self._previous = 0, _checksum(self.name.encode())


class LaneContent(NamedTuple):
    """What a lane's journal holds."""

    steps: Steps
    """What matches have stepped there, as far as it can be relied on."""
    matches: frozenset[str]
    """All matches that any readable record names."""
    data: bytes
    """The whole records, flipped bits put right."""
    bits: int
    """How many flipped bits were put right."""
    torn: int
    """Bytes of a record at its end that was being written: nobody was shown that tick."""
    problem: str
    """What is wrong with it that can't be put right; empty if nothing is."""


def lane_name(path: Path) -> str:
    """Return the name of the lane whose journal a file is, in its place or set aside."""
    return path.name.partition(LANE_SUFFIX)[0]


def lane_mark(name: str) -> bytes:
    """Return the record for a match's own journal that it is on a lane now, or on none if the name is empty."""
    return replay_pb2.Record(lane=replay_pb2.LaneRecord(name=name)).SerializeToString()


def lane_of(journal: Path) -> str:
    """Return the lane that a match's own journal says it is on; empty if on none.

    Raises:
        ReplayError: The journal is damaged.
    """
    name = ""
    for record in read_records(journal):
        if record.HasField("lane"):
            name = record.lane.name
    return name


def read_lane(path: Path) -> LaneContent:
    """Return what a lane's journal holds.

    Raises:
        OSError: It can't be read.
    """
    data, bits = put_right(path.read_bytes())
    found = survey(data)
    problem = ""
    if found.tail is Tail.DAMAGED:
        problem = f"record {found.records} at byte {found.whole}: {found.problem}"
    steps: Steps = {}
    matches = {
        name for record in records_behind(data, found.whole) for name in record.tick.match_ids
    }
    number, offset, previous = 0, 0, _checksum(lane_name(path).encode())
    is_old = False
    while offset < found.whole:
        record, end = frame_at(data, offset)
        tick = record.tick
        matches.update(tick.match_ids)
        is_old = is_old or (number == 0 and record.HasField("tick") and tick.number == 0)
        number += 1
        fault = _fault(record, 0 if is_old else number, previous)
        if fault:
            problem = f"record {number - 1} at byte {offset}: {fault}"
            break
        for match_id, step, each in zip(tick.match_ids, tick.steps, tick.records, strict=True):
            steps.setdefault(match_id, {})[step] = each
        previous = int.from_bytes(data[end - CHECKSUM_BYTES : end], "little")
        offset = end
    while offset < found.whole:  # behind a fault, for the names
        record, offset = frame_at(data, offset)
        matches.update(record.tick.match_ids)
    torn = found.length - found.whole if found.tail is Tail.TORN else 0
    return LaneContent(steps, frozenset(matches), data[: found.whole], bits, torn, problem)


def _fault(record: replay_pb2.Record, number: int, previous: int) -> str:
    """Return why a record is not the next of its file; empty if it is.

    Args:
        record: The record.
        number: The number that it must have, from 1; 0 in a file of older versions.
        previous: Checksum of the record before it.
    """
    tick = record.tick
    if not record.HasField("tick"):
        return "it is no tick"
    if not len(tick.match_ids) == len(tick.steps) == len(tick.records):
        return "it has not as many steps and records as matches"
    if tick.number != number:
        return f"its number must be {number}, not {tick.number}"
    if number and tick.previous != previous:
        return "it was not written behind the record that is before it"
    return ""


def _checksum(data: bytes) -> int:
    checksum: int = google_crc32c.value(data)
    return checksum


def mend_lane(path: Path) -> tuple[Path, int]:
    """Write a lane's journal without its flipped bits; what it was made from is kept.

    Returns:
        Where the original is kept, and how many bits were put right.

    Raises:
        ReplayError: It is whole already, or there is damage that can't be put right; nothing has changed.
        OSError: A file can't be read or written.
    """
    content = read_lane(path)
    lane = path.with_name(lane_name(path) + LANE_SUFFIX)
    if content.problem:
        raise ReplayError(f"{path}: it can't be mended: {content.problem}")
    if path == lane and not content.bits:
        raise ReplayError(f"{path}: nothing to mend: all of its records are whole")
    if path != lane and lane.exists():
        raise ReplayError(f"{lane}: there is a lane's journal already")
    written = free_path(lane.with_name(f"{lane_name(path)}.mended"))
    _write(written, content.data)
    kept = path
    if path == lane:
        kept = broken_path(path)
        _write(kept, path.read_bytes())  # a copy, so that there is a journal at every moment
    os.replace(written, lane)
    return kept, content.bits


def _write(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def append_missing(journal: Path, steps: dict[int, bytes], *, sync: bool) -> int:
    """Append to a match's journal the steps that it lacks; return how many.

    Args:
        journal: The file, which ends with a whole record.
        steps: Serialized records by their numbers.
        sync: Whether to wait for the disk.

    Raises:
        ReplayError: The journal is damaged, has another step than the lane, or lacks one that the lane
            doesn't have either.
        OSError: It can't be written.
    """
    own = [record for record in read_records(journal) if record.HasField("step")]
    for step, record in steps.items():
        if step <= len(own) and replay_pb2.Record.FromString(record) != own[step - 1]:
            raise ReplayError(f"{journal}: step {step} is another one in the journal of its lane")
    made = len(own)
    missing = []
    while made + 1 in steps:
        made += 1
        missing.append(frame(steps[made]))
    if steps and max(steps) > made:
        raise ReplayError(
            f"{journal}: step {made + 1} is missing, but the journal of its lane has step {max(steps)}"
        )
    if missing:
        with journal.open("ab") as file:
            file.write(b"".join(missing))
            file.flush()
            if sync:
                os.fsync(file.fileno())
    return len(missing)

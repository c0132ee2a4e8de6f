"""Checks and repairs journals of lanes, which hold steps of many matches played together."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import google_crc32c

from gamereferee.v1 import replay_pb2
from referee.replay.errors import ReplayError
from referee.replay.journal import broken_path, frame_at, free_path, read_records, varint_at
from referee.replay.lane_journal import LANE_SUFFIX, first_chain, head_frame, lane_of
from referee.replay.mend import Mended
from referee.replay.survey import Tail, frames_behind, is_torn, mended_frame

__all__ = [
    "LaneContent",
    "is_lane_path",
    "lane_name",
    "lane_problem",
    "mend_lane",
    "mended_data",
    "read_lane",
]

Steps = dict[str, dict[int, bytes]]
"""Serialized step records, by match id and then by step number."""


@dataclasses.dataclass
class LaneContent:
    """What a lane's journal holds: its valid steps, what follows them, and what is wrong or missing.

    A lane plays many matches at once.
    """

    name: str
    """Name of the lane: the file's name without its ending."""
    length: int
    """Size of the file in bytes."""
    whole: int = 0
    """Size in bytes of the valid beginning of the file: whole records that follow from one another."""
    ticks: int = 0
    """Number of ticks (lane steps) in the valid beginning."""
    steps: Steps = dataclasses.field(default_factory=dict)
    """Step records from the valid ticks."""
    tail: Tail = Tail.NOTHING
    """Kind of bytes that follow the valid beginning."""
    problem: str = ""
    """What is wrong with the bytes after the valid beginning, or what is missing there, as text; empty
    if nothing is wrong.
    """
    behind: int = 0
    """Number of readable records after the damage."""
    shown: int = 0
    """Number of ticks (lane steps) that bots may have been sent, as the first record states."""
    nonce: int = 0
    """Random number of the file, from its first record; 0 if there is none, as in files of earlier
    versions.
    """
    chain: int = 0
    """Running checksum that the next tick (lane step) must have."""
    is_old: bool = False
    """Whether an earlier version wrote the file, without a first record, and without numbers and
    checksums of ticks (lane steps).
    """

    def names(self, match_id: str, data: bytes) -> bool:
        """Return whether the file may hold steps of a match, in readable or in damaged form.

        Used for files of earlier versions. `data` is the content of the file.
        """
        return match_id in self.steps or match_id.encode() in data


def is_lane_path(path: Path) -> bool:
    """Return whether a path names a lane's journal, under its usual name or renamed as broken.

    A lane plays many matches at once.
    """
    return LANE_SUFFIX in path.name


def lane_name(path: Path) -> str:
    """Return the name of the lane whose journal this is: the file name before `LANE_SUFFIX`.

    A lane plays many matches at once.
    """
    return path.name.partition(LANE_SUFFIX)[0]


def read_lane(data: bytes, name: str) -> LaneContent:
    """Parse the bytes of the journal of the lane `name`; return what they hold and what is wrong.

    A lane plays many matches at once.
    """
    content = LaneContent(name, len(data))
    while content.whole < len(data):
        try:
            record, end = frame_at(data, content.whole)
        except ReplayError as error:
            content.problem = str(error)
            content.tail = Tail.TORN if is_torn(data, content.whole) else Tail.DAMAGED
            break
        if content.whole == 0 and record.HasField("lane"):
            problem = _take_head(content, record.lane)
        else:
            problem = _take_tick(content, record)
        if problem:
            content.problem, content.tail = f"damaged: {problem}", Tail.DAMAGED
            break
        # Over the bytes as they were written: serialized again, a message may have others.
        if content.nonce and record.HasField("tick"):
            length, start = varint_at(data, content.whole)
            content.chain = google_crc32c.extend(content.chain, data[start : start + length])
        content.whole = end
    # Bots may have seen steps that are lost here, so their matches must not go on as if nothing
    # were missing.
    if content.tail is not Tail.DAMAGED and content.ticks < content.shown:
        cut = f"cut off: {content.ticks} ticks are whole, and {content.shown} may have been shown to bots"
        content.problem, content.tail = cut, Tail.DAMAGED
    if content.tail is Tail.DAMAGED:
        content.behind = frames_behind(data, content.whole + 1)
    return content


def _take_head(content: LaneContent, head: replay_pb2.LaneRecord) -> str:
    if head.name != content.name or not head.nonce:
        return f"it is the journal of lane {head.name[:80]!r}"
    content.nonce, content.chain = head.nonce, first_chain(head.nonce)
    content.shown = head.ticks
    return ""


def _take_tick(content: LaneContent, record: replay_pb2.Record) -> str:
    """Add a record's tick (lane step) to `content`; return what is wrong if it can't be added.

    Empty if nothing is wrong.

    A lane plays many matches at once.
    """
    tick = record.tick
    if not record.HasField("tick") or not (
        len(tick.match_ids) == len(tick.steps) == len(tick.records)
    ):
        return "a record that is no tick"
    # The first record decides: earlier versions wrote neither a head nor numbers.
    if not content.ticks and not content.nonce and not tick.number:
        content.is_old = True
    if content.is_old:
        if tick.number:
            return f"a tick of another file, its {tick.number}."
    elif not content.nonce:
        return "the first record is not there"
    elif tick.number != content.ticks + 1:
        return f"tick {content.ticks + 1} should follow, not tick {tick.number}"
    elif tick.chain != content.chain:
        return f"tick {tick.number} is not of this file, or follows others"
    # All steps are checked before the first is added: a bad tick must not be added in part.
    for match_id, step in zip(tick.match_ids, tick.steps, strict=True):
        if step <= next(reversed(content.steps.get(match_id, {0: b""}))):
            return f"step {step} of match {match_id} follows a later one"
    for match_id, step, each in zip(tick.match_ids, tick.steps, tick.records, strict=True):
        content.steps.setdefault(match_id, {})[step] = each
    content.ticks += 1
    return ""


def lane_problem(journal: Path) -> str:
    """Return why steps of a match may be lost with its lane's journal; empty if none are lost.

    A lane plays many matches at once.

    Raises:
        ReplayError: The match's own journal is damaged.
        OSError: The lane's journal can't be read.
    """
    name, _ = lane_of(read_records(journal))
    if not name:
        return ""
    lane = journal.with_name(name + LANE_SUFFIX)
    if not lane.exists():
        return f"the journal of its lane, {lane.name}, is not there"
    content = read_lane(lane.read_bytes(), name)
    if content.tail is Tail.DAMAGED or not content.nonce:
        problem = content.problem or "no record"
        return f"the journal of its lane, {lane.name}, is damaged: {problem}"
    return ""


def mended_data(data: bytes, name: str) -> tuple[bytes, int, LaneContent]:
    """Return `data`, the journal of the lane `name`, with damage repaired as far as possible.

    A single flipped bit in a record, a length or a checksum is corrected. Bytes after the ticks
    (lane steps) that bots may have been sent are left out.

    A lane plays many matches at once.

    Returns:
        The bytes, the number of corrected bits, and what the bytes hold, including any damage left.
    """
    bits = 0
    content = read_lane(data, name)
    # Each pass mends one frame; the next damage, if any, shows only after that.
    while content.tail is Tail.DAMAGED and content.whole < len(data):
        mended = mended_frame(data, content.whole)
        if mended is None:
            break
        frame, following = mended
        data = data[: content.whole] + frame + data[following:]
        bits += 1
        content = read_lane(data, name)
    # All ticks that bots may have seen are whole, so nothing is lost by leaving out the rest.
    if content.tail is Tail.DAMAGED and content.nonce and content.ticks >= content.shown:
        data = data[: content.whole]
        content = read_lane(data, name)
    return data, bits, content


def mend_lane(path: Path, *, cut: bool = False) -> Mended:
    """Write a repaired copy of a lane's journal, and keep the original file; return what was done.

    A lane plays many matches at once.

    Args:
        path: The journal, under its usual name or renamed as broken.
        cut: Whether to leave out everything from the first damage on that can't be corrected.

    Raises:
        ReplayError: The journal is whole already, it has damage that can't be corrected and `cut`
            is not set, or nothing of it can be read. No file has changed.
        OSError: A file can't be read or written.
    """
    name = lane_name(path)
    journal = path.with_name(name + LANE_SUFFIX)
    original = path.read_bytes()
    data, bits, content = mended_data(original, name)
    if content.tail is Tail.DAMAGED and not (cut and content.ticks):
        raise ReplayError(
            f"{path}: tick {content.ticks + 1} at byte {content.whole} can't be mended: "
            f"{content.problem}; --cut gives it up with all that follows"
        )
    # A file that was set aside is put back in place even if it is whole.
    if data == original and content.tail is Tail.NOTHING and path == journal:
        raise ReplayError(f"{path}: nothing to mend: all of its {content.ticks} ticks are whole")
    if path != journal and journal.exists():
        raise ReplayError(f"{journal}: there is a journal already")
    data = data[: content.whole]
    if (
        content.tail is Tail.DAMAGED and content.nonce
    ):  # the head states how many ticks follow, so it must count those that are left
        head = head_frame(name, content.nonce, content.ticks)
        data = head + data[len(head) :]
    written = free_path(path.with_name(f"{name}.mended"))
    descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    kept = path if path != journal else path.rename(broken_path(path))
    written.rename(journal)
    return Mended(journal, kept, bits, len(original) - len(data))

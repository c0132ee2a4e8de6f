"""Repairs damaged journals, as far as checksums show what was written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from referee.replay.errors import ReplayError
from referee.replay.journal import BROKEN_SUFFIX, JOURNAL_SUFFIX, broken_path, free_path
from referee.replay.reader import load
from referee.replay.survey import Tail, mended_frame, survey

__all__ = ["Mended", "mend", "standing"]


class Mended(NamedTuple):
    """Result of repairing a journal: both files, bits corrected, and bytes left out."""

    path: Path
    """The repaired journal, which a server can resume."""
    kept: Path
    """The damaged original file, under the name it has now."""
    bits: int
    """Number of flipped bits that were corrected."""
    given_up: int
    """Number of bytes at the end of the original that the repaired journal leaves out."""


def standing(path: Path) -> str:
    """Return how far the match of a journal has come by its records, as text.

    The text is `waiting`, `ended`, or for instance `running after 12 steps`.

    Raises:
        ReplayError: A record contradicts earlier ones, or there is no secret to continue the match
            with.
    """
    replay = load(path)
    if replay.end is not None:
        return "ended"
    if replay.secret is None:
        raise ReplayError(f"{path}: no secret record, so that the match can't go on")
    machine = replay.machine(replay.secret.server_seed)
    for _ in replay.redone(machine):
        pass
    return f"running after {machine.steps} steps" if machine.state is not None else "waiting"


def mend(path: Path, *, cut: bool = False) -> Mended:
    """Write a repaired copy of a journal, and keep the original file; return what was done.

    A single flipped bit in a record, a length or a checksum is corrected. A torn record at the end
    is left out.

    Args:
        path: The journal, under its usual name or renamed as broken.
        cut: Whether to leave out everything from the first damage on that can't be corrected.

    Raises:
        ReplayError: The journal is whole already, it has damage that can't be corrected and `cut`
            is not set, or the repaired records contradict one another. No file has changed.
        OSError: A file can't be read or written.
    """
    data = path.read_bytes()
    bits = 0
    found = survey(data)
    # Each pass mends one frame; the next damage, if any, shows only after that.
    while found.tail is Tail.DAMAGED:
        mended = mended_frame(data, found.whole)
        if mended is None:
            break
        frame, following = mended
        data = data[: found.whole] + frame + data[following:]
        bits += 1
        found = survey(data)
    if found.tail is Tail.DAMAGED and not cut:
        raise ReplayError(
            f"{path}: record {found.records} at byte {found.whole} can't be mended: {found.problem}; "
            f"--cut gives it up with all that follows, {found.behind} readable records"
        )
    if not bits and found.tail is Tail.NOTHING and path.suffix != BROKEN_SUFFIX:
        raise ReplayError(f"{path}: nothing to mend: all of its {found.records} records are whole")
    name = (
        path.name[: path.name.index(JOURNAL_SUFFIX)] if JOURNAL_SUFFIX in path.name else path.stem
    )
    journal = path.with_name(name + JOURNAL_SUFFIX)
    written = free_path(path.with_name(f"{name}.mended"))
    # Under another name until it is known to be good: neither file may be lost if this fails.
    descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data[: found.whole])
        file.flush()
        os.fsync(file.fileno())
    try:
        standing(written)
        if path != journal and journal.exists():
            raise ReplayError(f"{journal}: there is a journal already")
    except ReplayError:
        written.unlink()
        raise
    # A journal in its place makes room for the copy; one that was set aside stays where it is.
    kept = path if path != journal else path.rename(broken_path(path))
    written.rename(journal)
    return Mended(journal, kept, bits, len(data) - found.whole)

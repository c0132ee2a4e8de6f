"""Mends damaged journals, as far as checksums show what was written."""

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
    """Result of mending a journal."""

    path: Path
    """The mended journal, which a server can resume."""
    kept: Path
    """What it was made from."""
    bits: int
    """Flipped bits that were put right."""
    given_up: int
    """Bytes at its end that are left out."""


def standing(path: Path) -> str:
    """Return how far a journal's records lead: `running after 12 steps`, `waiting` or `ended`.

    Raises:
        ReplayError: Its records don't follow from each other, or it has no secret to go on with.
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
    """Write a copy of a journal without its damage; the original file is kept.

    A single flipped bit in a record, a length or a checksum is corrected. A torn record at the end is left
    out.

    Args:
        path: The journal, in its place or set aside.
        cut: Whether to leave out everything from the first damage on that can't be put right.

    Raises:
        ReplayError: It is whole already, there is such damage and `cut` is not set, or its records don't
            lead anywhere; nothing has changed.
        OSError: A file can't be read or written.
    """
    data = path.read_bytes()
    bits = 0
    found = survey(data)
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
    kept = path if path != journal else path.rename(broken_path(path))
    written.rename(journal)
    return Mended(journal, kept, bits, len(data) - found.whole)

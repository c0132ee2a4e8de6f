"""Turns journals of matches that have ended into replays."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import zstandard

from referee.replay.errors import ReplayError
from referee.replay.journal import read_frames
from referee.replay.varint import tag

__all__ = ["close_journal", "close_journals"]

_LEFT_OUT = (tag(9, 2), tag(15, 2), tag(17, 2), tag(18, 2))
"""First bytes of the serialized records that a replay leaves out: the tags of the fields `secret`,
`lane`, `turn` and `answer` of a `Record` message.
"""


def close_journal(journal: Path, replay: Path) -> None:
    """Turn the journal of an ended match into its replay, without secret, lane, turn and answer records.

    Lane records say on which lanes (many matches played at once) the match was. What turn and answer
    records say is in the steps.

    The replay appears whole or not at all. The journal is removed once the replay is on the disk.

    Raises:
        ReplayError: The journal is damaged.
        OSError: A file can't be written.
    """
    (problem,) = close_journals([(journal, replay)])
    if problem is not None:
        raise problem


def close_journals(paths: Sequence[tuple[Path, Path]]) -> list[OSError | ReplayError | None]:
    """Turn the journals of several ended matches into their replays, as `close_journal` does for one.

    All replays are written before the first is synced, so that they reach the disk together.

    Args:
        paths: Path of each journal and of its replay. At most as many as files may be open at once.

    Returns:
        For each journal why it could not be closed; None if it was closed.
    """
    compressor = zstandard.ZstdCompressor(level=3, write_checksum=True)
    problems: list[OSError | ReplayError | None] = []
    files: list[int] = []
    for journal, replay in paths:
        try:
            files.append(_write_part(journal, replay, compressor))
            problems.append(None)
        except (OSError, ReplayError) as error:
            files.append(-1)
            problems.append(error)
    # All are written by now, so that the first of them takes the others to the disk.
    for place, (journal, replay) in enumerate(paths):
        if files[place] >= 0:
            try:
                _finish(files[place], journal, replay)
            except OSError as error:
                problems[place] = error
    return problems


def _write_part(journal: Path, replay: Path, compressor: zstandard.ZstdCompressor) -> int:
    """Write the replay of a journal, compressed by `compressor`, to a file under a temporary name.

    Return the descriptor of that file, which is still open.
    """
    # The secret must be left out: dice can be computed from it, and the reveal of a match may still be withheld.
    kept = [whole for record, whole in read_frames(journal) if not record.startswith(_LEFT_OUT)]
    data = compressor.compress(b"".join(kept))
    file = os.open(_part(replay), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
    try:
        written = os.write(file, data)
        while written < len(data):
            written += os.write(file, data[written:])
    except OSError:
        os.close(file)
        raise
    return file


def _finish(file: int, journal: Path, replay: Path) -> None:
    try:
        os.fsync(file)
    finally:
        os.close(file)
    # Only a whole file gets the name; a kill before leaves the journal, which is closed again.
    os.replace(_part(replay), replay)
    os.unlink(journal)


def _part(replay: Path) -> Path:
    return replay.with_name(replay.name + ".part")

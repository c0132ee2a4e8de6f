"""The log as a file in the data folder: a copy of the events in the database, for people and audits.

Lines are appended after the database transaction with the events has been committed. If the process
is killed in between, the file lacks lines, which the next run appends from the database.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from tournaments.spec.errors import LogError

__all__ = ["LOG_FILE", "append_lines", "heal", "read_lines"]

LOG_FILE = "tournament.log"
"""Name of the file in the data folder."""


def read_lines(path: Path) -> list[str]:
    """Return the lines of a log; a last line without a line break, as a killed run may leave, is left out.

    Raises:
        LogError: The file can't be read, or is not UTF-8.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise LogError(f"{path} can't be read: {error}") from None
    return text[: text.rfind("\n") + 1].split("\n")[:-1]


def append_lines(path: Path, lines: Sequence[str]) -> None:
    """Append lines to a log in one write.

    Raises:
        LogError: The file can't be written.
    """
    data = "".join(f"{line}\n" for line in lines).encode()
    with _errors_of(path):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            while data:
                data = data[os.write(file, data) :]
        finally:
            os.close(file)


def heal(path: Path, lines: Sequence[str]) -> None:
    """Complete a log with lines of the database that it lacks, and cut off a torn last line.

    Args:
        path: Path of the log, which may not exist.
        lines: All lines of the log, from the database.

    Raises:
        LogError: The file has a line that differs from the database's, or more lines; the message
            names the first such event.
    """
    found = read_lines(path) if path.exists() else []
    for number, line in enumerate(found, 1):
        if number > len(lines):
            raise LogError(
                f"{path} has event {number}, and the database ends with event {len(lines)}: use the"
                " database that belongs to it, or move the file away to write it again"
            )
        if line != lines[number - 1]:
            raise LogError(
                f"{path} and the database differ from event {number} on: one of them was changed"
            )
    if not lines:
        return
    with _errors_of(path):
        if path.exists():
            os.truncate(path, sum(len(line.encode()) + 1 for line in found))
        append_lines(path, lines[len(found) :])


@contextlib.contextmanager
def _errors_of(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LogError(f"{path} can't be written: {error.strerror}") from None

"""Keeps the file `doors.json` of a season up to date, by which programs that take submissions check them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tournaments.season.doors import DoorEntry, Doors, write_doors
from tournaments.season.records import SeasonStatus
from tournaments.season.state import SeasonState
from tournaments.spec.errors import FolderError

__all__ = ["DoorFile", "doors_of"]


def doors_of(state: SeasonState, day: str) -> Doors:
    """Return hashes of the entries' keys, limits of submissions, and whether a season accepts submissions.

    Args:
        state: The season.
        day: Day of UTC, such as `2027-03-01`, on which submissions are counted.
    """
    bounds = state.spec.entries
    accepts = state.status in (SeasonStatus.ANNOUNCED, SeasonStatus.OPEN)
    entries = {}
    for name, sha256 in state.keys.items():
        author = state.owners[name.lower()]
        entry = state.entries.get(name)
        status = "none" if entry is None else entry.status.value
        entries[name] = DoorEntry(author, sha256, status, state.sent(author, day))
    return Doors(
        accepts=accepts,
        why="" if accepts else f"the season is {state.status.value}",
        size=bounds.size,
        unpacked=bounds.unpacked,
        files=bounds.files,
        per_day=bounds.per_day,
        day=day,
        entries=entries,
    )


class DoorFile:
    """Writes the file `doors.json` of one season, with hashes of its entries' keys and limits of submissions.

    Args:
        data: Data folder of the season.
        report: Called with a line if the file can't be written.
    """

    def __init__(self, data: Path, report: Callable[[str], None]) -> None:
        self._data = data
        self._report = report
        self._seen: tuple[int, str] | None = None
        self._written: Doors | None = None

    def write(self, state: SeasonState, at: str) -> None:
        """Write the file if its content would differ from what was written last.

        Args:
            state: The season.
            at: Time, UTC, ISO 8601.
        """
        now = (state.last, at[:10])
        if now == self._seen:
            return
        self._seen = now
        doors = doors_of(state, at[:10])
        if doors == self._written:
            return
        try:
            write_doors(self._data, doors)
        except FolderError as error:
            self._report(str(error))
        self._written = doors

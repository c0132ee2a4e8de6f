"""A season as its authors reach it: they hand in a program, follow its check, and read its logs."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import IO, Any, Protocol

__all__ = ["EntryBounds", "SeasonDoor"]


@dataclasses.dataclass(frozen=True, slots=True)
class EntryBounds:
    """What the author of an entry may hand in now: whether anything, how often, and of what size."""

    accepts: bool
    """Whether submissions are received now."""
    why: str
    """Why none are received; empty if they are."""
    left: int | None
    """Number of submissions left today; None if nobody counts them here."""
    per_day: int
    """Number of submissions of one author on one day."""
    size: int
    """Largest archive that is received, in bytes."""
    unpacked: int
    """Largest sum of the sizes of its files, in bytes."""
    files: int
    """Largest number of its files and folders."""


class SeasonDoor(Protocol):
    """Interface by which an entry's author hands in programs to a season: by its data folder or web address."""

    def bounds(self) -> EntryBounds:
        """Return whether the entry's author may hand in a program now, how often, and of what size."""

    def submit(self, request_id: str, archive: IO[bytes], size: int) -> None:
        """Hand in an archive of `size` bytes; doing so again with the same id changes nothing."""

    def withdraw(self, request_id: str) -> None:
        """Ask that the entry be withdrawn; doing so again with the same id changes nothing."""

    def reports(self, request_id: str, after: int) -> Sequence[dict[str, Any]]:
        """Return the reports of a request's check, except the first `after` ones."""

    def logs(self) -> list[str]:
        """Return the names of the logs of the entry's bots, the newest last."""

    def log(self, name: str) -> str:
        """Return the text of one log of the entry's bots.

        Args:
            name: Name of the log, one of `logs()`.
        """

    def check_log(self, request_id: str, name: str) -> str | None:
        """Return the output of an author's program in a check; None if the check has none.

        Args:
            request_id: Id of the request whose check it is.
            name: Name of the output's file, one of `check_files.CHECK_LOGS`.
        """

"""What programs that take submissions for a season must know: entries' keys, limits, whether it accepts any.

The run of the season writes the file `doors.json` whenever one of these changes, and the arena
reads it. It has hashes of keys alone.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tournaments.season.keys import is_key_of, same_entry
from tournaments.spec.errors import FolderError
from tournaments.spec.whole_file import replace_file

__all__ = ["DOORS_FILE", "DoorEntry", "Doors", "read_doors", "write_doors"]

DOORS_FILE = "doors.json"
"""Name of the file, in the data folder."""


@dataclasses.dataclass(frozen=True, slots=True)
class DoorEntry:
    """An entry for which a key has been given out: author, hash of the key, and use of the daily quota."""

    author: str
    """Name of the entry's author."""
    key_sha256: str
    """SHA-256 of the entry's key, 64 hexadecimal digits."""
    state: str = "none"
    """State of the entry: none, active, benched, withdrawn or expelled."""
    used: int = 0
    """Number of the author's submissions on the day `Doors.day`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Doors:
    """Hashes of the entries' keys, limits of submissions, and whether a season accepts submissions now."""

    accepts: bool
    """Whether submissions are received now."""
    why: str
    """Why none are received, as a sentence for authors; empty if they are."""
    size: int
    """Largest archive that is received, in bytes."""
    unpacked: int
    """Largest sum of the sizes of its files, in bytes."""
    files: int
    """Largest number of its files and folders."""
    per_day: int
    """Number of submissions of one author on one day of UTC."""
    day: str
    """Day of UTC that `used` counts, such as `2027-03-01`."""
    entries: Mapping[str, DoorEntry]
    """Entries with a key, by name."""

    def entry_of(self, name: str, key: str) -> tuple[str, DoorEntry] | None:
        """Return an entry's name as the season spells it, and the entry; None if the key is not that of the entry.

        Args:
            name: Name of the entry, in any case.
            key: Text that was presented as the key.
        """
        found = next((each for each in self.entries.items() if same_entry(each[0], name)), None)
        # Compared in any case, so that the time does not show whether there is such an entry.
        is_right = is_key_of(key, found[1].key_sha256 if found else "")
        return found if is_right else None

    def left(self, entry: DoorEntry, today: str) -> int:
        """Return how many submissions an entry's author may still hand in on the day `today`.

        Args:
            entry: The entry.
            today: A day of UTC, such as `2027-03-01`.
        """
        return max(0, self.per_day - (entry.used if today == self.day else 0))


def write_doors(data: Path, doors: Doors) -> None:
    """Write what programs that take submissions must know as `doors.json` into a data folder, in one step.

    Raises:
        FolderError: The file can't be written.
    """
    text = json.dumps(dataclasses.asdict(doors), indent=1) + "\n"
    try:
        replace_file(data / DOORS_FILE, text.encode())
    except OSError as error:
        raise FolderError(f"{data / DOORS_FILE} can't be written: {error.strerror}") from None


def read_doors(data: Path) -> Doors | None:
    """Return what `doors.json` in a data folder says for programs that take submissions; None without the file.

    Raises:
        FolderError: The file is damaged or can't be read.
    """
    path = data / DOORS_FILE
    try:
        values: Any = json.loads(path.read_text(encoding="utf-8"))
        entries = {name: DoorEntry(**entry) for name, entry in values.pop("entries").items()}
        return Doors(**values, entries=entries)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FolderError(f"{path} can't be read: {error.strerror}") from None
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise FolderError(f"{path} is damaged: {error}") from None

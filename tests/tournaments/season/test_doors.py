"""What receivers know of a season: whose key is whose, and how many submissions are left."""

from __future__ import annotations

from pathlib import Path

import pytest

from tournaments.season.doors import DOORS_FILE, DoorEntry, Doors, read_doors, write_doors
from tournaments.season.keys import key_hash
from tournaments.spec.errors import FolderError

ANN, BOB = "gr_" + "a" * 52, "gr_" + "b" * 52
DOORS = Doors(
    accepts=True,
    why="",
    size=1000,
    unpacked=5000,
    files=20,
    per_day=5,
    day="2027-03-01",
    entries={
        "Ann": DoorEntry("ann", key_hash(ANN), "active", 3),
        "bob": DoorEntry("bob", key_hash(BOB)),
    },
)


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    """In one file, which has no key."""
    write_doors(tmp_path, DOORS)
    assert read_doors(tmp_path) == DOORS
    assert [path.name for path in tmp_path.iterdir()] == [DOORS_FILE]
    assert ANN not in (tmp_path / DOORS_FILE).read_text()


def test_a_key_opens_its_own_entry_alone() -> None:
    """Whatever the case of the name."""
    assert DOORS.entry_of("ann", ANN) == ("Ann", DOORS.entries["Ann"])
    assert DOORS.entry_of("BOB", BOB) == ("bob", DOORS.entries["bob"])
    assert DOORS.entry_of("ann", BOB) is None
    assert DOORS.entry_of("nobody", ANN) is None
    assert DOORS.entry_of("nobody", "") is None
    assert DOORS.entry_of("ann", key_hash(ANN)) is None


def test_submissions_are_counted_by_day() -> None:
    """Those of another day don't count, and there are never fewer than none left."""
    ann = DOORS.entries["Ann"]
    assert DOORS.left(ann, "2027-03-01") == 2
    assert DOORS.left(ann, "2027-03-02") == 5
    assert DOORS.left(DoorEntry("ann", "", used=9), "2027-03-01") == 0


def test_a_folder_without_a_season(tmp_path: Path) -> None:
    """Has none."""
    assert read_doors(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"entries": {"ann": {"key": 1}}}'])
def test_a_damaged_file(tmp_path: Path, text: str) -> None:
    """Is refused by name."""
    (tmp_path / DOORS_FILE).write_text(text)
    with pytest.raises(FolderError, match=r"doors\.json is damaged"):
        read_doors(tmp_path)

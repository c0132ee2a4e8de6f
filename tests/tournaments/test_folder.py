from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tournaments.fakes import spec_of
from tournaments.spec.errors import FolderError
from tournaments.spec.store_url import checked_url
from tournaments.store import folder as folder_module
from tournaments.store.folder import DataFolder, folder_of, socket_folder


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for."""
    monkeypatch.setattr(folder_module, "LOCK_PATIENCE_S", 0.0)


def test_where_it_is(tmp_path: Path) -> None:
    """Beside the file under the tournament's name, as the file says, or as the call says."""
    spec, file = spec_of("ab"), tmp_path / "cup.toml"
    assert folder_of(spec, file, None).path == tmp_path / "data" / "cup"
    elsewhere = spec.model_copy(update={"data": "../x"})
    assert folder_of(elsewhere, file, None).path == tmp_path / "../x"
    assert folder_of(spec, file, tmp_path / "y").path == tmp_path / "y"


def test_one_run_at_a_time(tmp_path: Path) -> None:
    """A second run is refused until the first has let go, copies of the lock included."""
    folder = DataFolder(tmp_path / "new" / "folder")
    with folder.lock() as lock:
        inherited = os.dup(lock.descriptor)
        with pytest.raises(FolderError, match="is in use by another run"):
            folder.lock()
    with pytest.raises(FolderError, match="is in use by another run"):
        folder.lock()
    os.close(inherited)
    with folder.lock():
        pass


def test_folders_that_can_not_be_used(tmp_path: Path) -> None:
    """A folder of something else and a path through a file are refused, and left as they are."""
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(FolderError, match="is not empty and has no tournament"):
        DataFolder(tmp_path).lock()
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(FolderError, match=r"data folder .* can't be used: Not a directory"):
        DataFolder(tmp_path / "thesis.tex" / "x").lock()


def test_a_folder_of_a_run_killed_as_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before its note of a database elsewhere had its name, it begins again like any other."""
    url = checked_url("postgresql://organizer@host/database")
    folder = DataFolder(tmp_path / "new", store=url)
    with folder.lock(), monkeypatch.context() as context:
        context.setattr(Path, "replace", lambda *_: None)  # as if it were killed before that
        folder.database.remember("b1b213c7efc081a5")
    assert sorted(os.listdir(folder.path)) == ["lock", "store.new"]
    assert not folder.exists
    with folder.lock():
        folder.database.remember("b1b213c7efc081a6")
    assert sorted(os.listdir(folder.path)) == ["lock", "store.json"]
    assert folder.database.tournament_id == "b1b213c7efc081a6"


def test_a_note_that_says_so_already_is_left(tmp_path: Path) -> None:
    """One that says something else is replaced, whatever is in it."""
    folder = DataFolder(tmp_path / "new", store=checked_url("postgresql://organizer@host/database"))
    with folder.lock():
        place = folder.database
        place.remember("b1b213c7efc081a5")
        first = folder.note.stat().st_ino
        place.remember("b1b213c7efc081a5")
        assert folder.note.stat().st_ino == first
        folder.note.write_bytes(b"\xff")
        place.remember("b1b213c7efc081a5")
    assert folder.database.tournament_id == "b1b213c7efc081a5"


def test_a_place_for_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is short, private, and the same whenever the data folder is; an open one is refused."""
    monkeypatch.setattr("tournaments.store.folder.tempfile.gettempdir", lambda: str(tmp_path))
    deep = DataFolder(tmp_path / ("d" * 200))
    place = socket_folder(deep)
    assert place == socket_folder(deep)
    assert place != socket_folder(DataFolder(tmp_path / "other"))
    assert len(place.name) < 50
    assert place.stat().st_mode & 0o777 == 0o700
    place.chmod(0o755)
    with pytest.raises(FolderError, match="belongs to somebody else or is open to others"):
        socket_folder(deep)


def test_a_run_that_was_refused(tmp_path: Path) -> None:
    """What it has left before it wrote down a tournament keeps no other run from the folder."""
    folder = DataFolder(tmp_path / "data")
    with folder.lock():
        for place in (folder.logs, folder.programs, folder.referee):
            place.mkdir()
    folder.lock().__exit__()
    (folder.path / "thesis.txt").touch()
    with pytest.raises(FolderError, match="is not empty and has no tournament"):
        folder.lock()
    other = DataFolder(tmp_path / "other")
    other.logs.mkdir(parents=True)  # of somebody else's program: no run has been here
    with pytest.raises(FolderError, match="is not empty and has no tournament"):
        other.lock()

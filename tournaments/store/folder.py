"""A tournament's data folder: where everything is, and the lock that admits one run at a time."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import tempfile
import time
from pathlib import Path

import sqlalchemy as sa

from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import FolderError
from tournaments.spec.store_url import checked_url, without_secrets
from tournaments.store.database import Place, unfinished_note

__all__ = ["DataFolder", "FolderLock", "folder_of", "socket_folder"]

LOCK_PATIENCE_S = 10.0
"""Time to wait for the processes of a killed run to end, in seconds."""
_MAX_FOLDER = 107 - 36
"""Length of the longest path of a folder for sockets, in bytes: with the longest socket name,
`/bots/worker-31.sock.play`, it stays within the 107 bytes that Unix allows.
"""
_SHORT = Path("/tmp")
"""Folder for sockets where TMPDIR is too long; the folder made in it is private."""
_LOCK_PAUSE_S = 0.05


class DataFolder:
    """Paths in a data folder. Creating the object touches nothing on disk.

    Args:
        path: The folder.
        store: URL of the database with the results; None means the database that the folder's note
            names, or else a file in the folder.
        name: Name of the tournament, by which it is found in a database if its id is not known.
    """

    def __init__(self, path: Path, *, store: sa.URL | None = None, name: str | None = None) -> None:
        self.path = path
        """Path of the data folder itself."""
        self.file = path / "tournament.sqlite"
        """SQLite file with the results, unless they are in a database elsewhere."""
        self.note = path / "store.json"
        """File that names the database with the results, if they are elsewhere."""
        self.logs = path / "logs"
        """Folder with the output of all programs, one subfolder a program."""
        self.programs = path / "programs"
        """Folder with copies of the bots' folders, named by their digests."""
        self.referee = path / "referee"
        """Data folder of the referee that the run starts."""
        self.journals = path / "referee" / "journals"
        """Journals of that referee: logs of running matches, or of matches whose replays are yet to
        be written.
        """
        self.replays = path / "referee" / "replays"
        """Folder with the replays of that referee."""
        self.stages = path / "stages"
        """Folder with the tournament files and data folders of a season's stages."""

        self.tournament_id: str | None = None
        """Id of the tournament in a database elsewhere, once it was found there; else None."""
        self._store = store
        self._name = name

    @property
    def exists(self) -> bool:
        """Whether the folder holds a tournament: a results file or a note of where the results are."""
        return self.file.is_file() or self.note.is_file()

    @property
    def was_run(self) -> bool:
        """Whether a run has ever locked the folder, even one that was refused before its first match."""
        return (self.path / "lock").is_file()

    @property
    def database(self) -> Place:
        """Where the results are, or will be.

        Raises:
            FolderError: The results are in the folder but are asked for elsewhere, or the note that
                says where they are can't be read.
        """
        if self._store is None and not self.note.is_file():
            return Place.file(self.file)
        # Both a file and another database: results could be written to either, so neither is
        # chosen.
        if self.file.is_file():
            problem = f"its results are in {self.file.name}: leave out --store and TOURNAMENT_STORE"
            raise FolderError(f"{self.path} can't be used with a database elsewhere: {problem}")
        if not self.note.is_file():
            assert self._store is not None
            return Place(self._store, self.tournament_id, name=self._name, note=self.note)
        noted, tournament_id = self._read_note()
        url = self._store or noted
        is_moved = without_secrets(url) != without_secrets(noted)
        return Place(
            url,
            tournament_id,
            begun_at=without_secrets(noted) if is_moved else None,
            note=self.note,
        )

    def stage(self, name: str, tournament: str | None = None) -> DataFolder:
        """Return the data folder of a stage of the season that is in this folder.

        Its results are where the season's are: in the folder, or in the same database elsewhere.

        Args:
            name: Name of the stage.
            tournament: Name of the stage's tournament, by which it is found in a database elsewhere.

        Raises:
            FolderError: The note that says where the season's results are can't be read.
        """
        store = self._store
        if store is None and self.note.is_file():
            store, _ = self._read_note()
        return DataFolder(self.stages / name, store=store, name=tournament)

    def _read_note(self) -> tuple[sa.URL, str]:
        try:
            values = json.loads(self.note.read_text(encoding="utf-8"))
            return checked_url(values["store"]), str(values["tournament_id"])
        except OSError as error:
            raise FolderError(f"{self.note} can't be read: {error.strerror}") from None
        except (ValueError, TypeError, KeyError):
            raise FolderError(f"{self.note} is damaged: it should name a store") from None

    def is_in_use(self) -> bool:
        """Return whether a run has locked the folder now."""
        try:
            lock = os.open(self.path / "lock", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(lock)
        return False

    def lock(self, *, is_rebuilt: bool = False) -> FolderLock:
        """Create the folder if it does not exist, reserve it for this run, and return the lock.

        A run that has just been killed may still have processes; this waits `LOCK_PATIENCE_S` for
        their end.

        Args:
            is_rebuilt: Whether the results may be missing, since they are made again.

        Raises:
            FolderError: The folder can't be written, has files but no tournament, or another run
                uses it.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            found = {entry.name for entry in self.path.iterdir()}
            # Of a run killed as it began, and what was handed in before a season began.
            ours = {"lock", unfinished_note(self.note).name, "inbox"}
            if self.was_run:  # and of one that was refused before it wrote anything down
                ours |= {self.logs.name, self.programs.name, self.referee.name}
            foreign = found - ours
            if foreign and not self.exists and not is_rebuilt:
                raise FolderError(f"data folder {self.path} is not empty and has no tournament")
            # The file stays when the lock is released: removing it would let two runs lock two
            # files.
            lock = os.open(self.path / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as error:
            reason = error.strerror
            raise FolderError(f"data folder {self.path} can't be used: {reason}") from None
        deadline = time.monotonic() + LOCK_PATIENCE_S
        while True:
            with contextlib.suppress(BlockingIOError):
                # flock follows the open file: processes that inherit the descriptor hold the lock
                # as well.
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return FolderLock(lock)
            if time.monotonic() > deadline:
                os.close(lock)
                raise FolderError(f"data folder {self.path} is in use by another run")
            time.sleep(_LOCK_PAUSE_S)


class FolderLock:
    """Lock of a data folder.

    It lasts until this process and all that inherited the descriptor close it.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        """File descriptor of the open lock file."""

    def __enter__(self) -> FolderLock:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.descriptor)


def folder_of(
    spec: TournamentSpec, file: Path, override: Path | None, store: sa.URL | None = None
) -> DataFolder:
    """Return the data folder of a tournament file.

    It is `override` if given, else the folder that the file names, else `data/<name>`.

    Args:
        spec: The tournament.
        file: Path of its file, to which the folder is relative.
        override: The folder to use in place of the file's; None for the file's.
        store: URL of the database with the results, in place of the file's; None for the file's.
    """
    inside = file.parent / (spec.data or f"data/{spec.name}")
    store = store or (checked_url(spec.store) if spec.store else None)
    return DataFolder((override or inside).absolute(), store=store, name=spec.name)


def socket_folder(folder: DataFolder) -> Path:
    """Return a private folder for the sockets of a data folder, the same folder every time.

    The path of a Unix socket may have 107 bytes, which a data folder's path often exceeds.

    Raises:
        FolderError: The folder belongs to another user, or others may enter it.
    """
    digest = hashlib.sha256(str(folder.path.resolve()).encode()).hexdigest()[:16]
    name = f"tournament-{os.getuid()}-{digest}"
    path = Path(tempfile.gettempdir()) / name
    if len(os.fsencode(path)) > _MAX_FOLDER and os.access(_SHORT, os.W_OK | os.X_OK):
        path = _SHORT / name  # TMPDIR may be as long as a data folder
    path.mkdir(mode=0o700, exist_ok=True)
    # lstat: another user could have put a link there before us, as /tmp is open to all.
    status = path.lstat()
    if status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise FolderError(f"{path} belongs to somebody else or is open to others")
    return path

"""A tournament's data folder: where everything is, and that one run at a time uses it."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import tempfile
import time
from pathlib import Path

from tournaments.config import TournamentSpec
from tournaments.errors import FolderError

__all__ = ["DataFolder", "FolderLock", "folder_of", "socket_folder"]

LOCK_PATIENCE_S = 10.0
"""How long to wait for the processes of a killed run to end, in seconds."""
_LOCK_PAUSE_S = 0.05


class DataFolder:
    """Paths in a data folder. Creating the object touches nothing.

    Args:
        path: The folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        """The folder itself."""
        self.database = path / "tournament.sqlite"
        """Results."""
        self.logs = path / "logs"
        """Kept output, one folder per program."""
        self.referee = path / "referee"
        """Data folder of the runner's own referee."""
        self.replays = path / "referee" / "replays"
        """Replays of that referee."""

    @property
    def exists(self) -> bool:
        """Whether there is a tournament in it."""
        return self.database.is_file()

    def lock(self) -> FolderLock:
        """Make the folder if need be, and reserve it for this run.

        A run that has just been killed may still have processes; their end is waited for.

        Raises:
            FolderError: It can't be written, is somebody else's, or another run uses it.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            foreign = {entry.name for entry in self.path.iterdir()} - {"lock"}
            if foreign and not self.exists:
                raise FolderError(f"data folder {self.path} is not empty and has no tournament")
            lock = os.open(self.path / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as error:
            reason = error.strerror
            raise FolderError(f"data folder {self.path} can't be used: {reason}") from None
        deadline = time.monotonic() + LOCK_PATIENCE_S
        while True:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return FolderLock(lock)
            if time.monotonic() > deadline:
                os.close(lock)
                raise FolderError(f"data folder {self.path} is in use by another run")
            time.sleep(_LOCK_PAUSE_S)


class FolderLock:
    """Holds a folder until it is closed, here and in every process it was handed to."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        """Open file that carries the lock."""

    def __enter__(self) -> FolderLock:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.descriptor)


def folder_of(spec: TournamentSpec, file: Path, override: Path | None) -> DataFolder:
    """The data folder of a tournament file: as overridden, as the file says, or `data/<name>`."""
    inside = file.parent / (spec.data or f"data/{spec.name}")
    return DataFolder((override or inside).absolute())


def socket_folder(folder: DataFolder) -> Path:
    """A private folder for sockets of this data folder, the same one every time.

    The path of a Unix socket may have 107 bytes, which a data folder's path often exceeds.

    Raises:
        FolderError: Somebody else has taken the place.
    """
    digest = hashlib.sha256(str(folder.path.resolve()).encode()).hexdigest()[:16]
    path = Path(tempfile.gettempdir()) / f"tournament-{os.getuid()}-{digest}"
    path.mkdir(mode=0o700, exist_ok=True)
    status = path.lstat()
    if status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise FolderError(f"{path} belongs to somebody else or is open to others")
    return path

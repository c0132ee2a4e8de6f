"""Makes private temporary folders, for sockets for example, removed even if their process is killed.

A process that is killed can remove nothing. So each folder has a lock that the kernel releases with
its process, and a process that makes a folder first removes the folders whose processes are dead.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

__all__ = ["MAX_SOCKET_PATH", "scratch_folder"]

_LOCK = ".lock"
MAX_SOCKET_PATH = 107 if sys.platform == "linux" else 103
"""Highest length in bytes that the operating system allows for the path of a Unix socket."""
_NAME_BYTES, _SOCKET_BYTES = 8, 30
"""Length in bytes of a folder's random name, and highest length of a socket's name, such as
`worker-31.sock.play`.
"""
_SHORT = Path("/tmp")
"""Parent for folders when the system's temporary folder has too long a path for sockets. Folders
made in it are private.
"""


@contextlib.contextmanager
def scratch_folder(prefix: str = "referee-", place: Path | None = None) -> Iterator[Path]:
    """Make a private temporary folder, yield its path, and remove it at the end.

    Args:
        prefix: How the names of such folders begin.
        place: Where to make the folder; None means the system's folder for temporary files or,
            where its path is too long for sockets, `/tmp`.

    Raises:
        OSError: The folder can't be made.
    """
    parent = place or _socket_parent(prefix)
    _remove_orphans(parent, prefix)
    with tempfile.TemporaryDirectory(prefix=prefix, dir=parent, ignore_cleanup_errors=True) as name:
        lock = os.open(f"{name}/{_LOCK}.new", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # Under its name only now: nobody may find it there without a process that holds it.
            os.rename(f"{name}/{_LOCK}.new", f"{name}/{_LOCK}")
            yield Path(name)
        finally:
            os.close(lock)


def _socket_parent(prefix: str) -> Path:
    """Return the folder in which scratch folders with this prefix are made.

    It is the system's folder for temporary files, or `/tmp` if paths of sockets would be too long.
    """
    chosen = Path(tempfile.gettempdir())
    needed = len(prefix) + _NAME_BYTES + _SOCKET_BYTES + 2
    fits = len(os.fsencode(chosen)) + needed <= MAX_SOCKET_PATH
    return chosen if fits or not os.access(_SHORT, os.W_OK | os.X_OK) else _SHORT


def _remove_orphans(parent: Path, prefix: str) -> None:
    """Remove this user's folders in `parent` whose names have the prefix and whose processes are dead.

    A folder without a lock file stays, as its owner is unknown.
    """
    for path in parent.glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            status = path.lstat()
            # `lstat`: a link in a folder that everybody may write to could point to anything.
            if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid():
                _remove_if_orphan(path)


def _remove_if_orphan(path: Path) -> None:
    lock = os.open(path / _LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        # Fails while the folder's process lives, since the kernel releases a lock only with its
        # process.
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(lock)

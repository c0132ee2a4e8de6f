"""Private folders for sockets and the like, which are removed even after their process was killed.

A process that is killed can remove nothing. So each folder has a lock that the kernel releases with its process,
and a process that makes a folder first removes those whose processes are dead.
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
"""Bytes that the path of a Unix socket may have."""
_NAME_BYTES, _SOCKET_BYTES = 8, 30
"""Bytes of a random name, and at most of a socket's, such as `worker-31.sock.play`."""
_SHORT = Path("/tmp")
"""Each folder that is made in it is private."""


@contextlib.contextmanager
def scratch_folder(prefix: str = "referee-", place: Path | None = None) -> Iterator[Path]:
    """Make a private folder; yield it, and remove it in the end.

    Args:
        prefix: How the names of such folders begin.
        place: Where to make it; None means the system's folder for temporary files or, where its path is too
            long for sockets, `/tmp`.

    Raises:
        OSError: It can't be made.
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
    """Return a folder for folders whose sockets have paths that the kernel takes."""
    chosen = Path(tempfile.gettempdir())
    needed = len(prefix) + _NAME_BYTES + _SOCKET_BYTES + 2
    fits = len(os.fsencode(chosen)) + needed <= MAX_SOCKET_PATH
    return chosen if fits or not os.access(_SHORT, os.W_OK | os.X_OK) else _SHORT


def _remove_orphans(parent: Path, prefix: str) -> None:
    """Remove folders of this user whose processes are dead; those without a lock may be anybody's, and stay."""
    for path in parent.glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            status = path.lstat()
            if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid():
                _remove_if_orphan(path)


def _remove_if_orphan(path: Path) -> None:
    lock = os.open(path / _LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(lock)

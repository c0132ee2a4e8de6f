"""Folders for files made from the package's sources, each named by a digest of those sources.

The name changes with the sources, so outdated files are never used.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

__all__ = ["cache_root", "digest_of", "listed", "remove_outdated"]

_MOST_DIGESTS = 8
"""Number of source versions whose files are kept; older ones are deleted."""


def cache_root() -> Path:
    """Return the folder that the environment variable REFEREE_CACHE_DIR names.

    If it is not set, return the folder `gamereferee` in the user's folder of caches.
    """
    chosen = os.environ.get("REFEREE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(caches) / "gamereferee"


def digest_of(package: Path, *patterns: str, salt: str = "") -> str:
    """Return a digest of source files: of their names and contents, not of their times or location.

    Args:
        package: The folder that contains the sources.
        patterns: Glob patterns of the sources, relative to `package`.
        salt: Text that is hashed before the sources.
    """
    digest = hashlib.blake2b(salt.encode(), digest_size=8)
    # Sorted, since the order of a folder's files differs between machines.
    for source in sorted({source for pattern in patterns for source in package.glob(pattern)}):
        # The name is hashed, too: moving a file must change the digest.
        name = source.relative_to(package).as_posix()
        digest.update(name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()


def listed(file: Path) -> list[str]:
    """Return the lines of a text file, without empty ones and those that begin with `#`."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def remove_outdated(folder: Path) -> None:
    """Delete sibling folders of `folder`, except the newest ones, which other checkouts may use."""
    others = [other for other in folder.parent.iterdir() if other != folder]
    others.sort(key=lambda other: other.stat().st_mtime, reverse=True)
    for other in others[_MOST_DIGESTS - 1 :]:
        shutil.rmtree(other, ignore_errors=True)

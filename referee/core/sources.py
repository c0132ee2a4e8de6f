"""Folders for what is made from the package's sources, so that nothing outdated is ever taken."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

__all__ = ["digest_of", "folder_for", "remove_outdated"]

_PACKAGE = Path(__file__).parents[1]


def folder_for(kind: str, *patterns: str, package: Path = _PACKAGE) -> Path:
    """Where things of a kind are, or would be, that are made from today's sources.

    Args:
        kind: What is kept there.
        patterns: Globs of the sources, relative to the package.
        package: The package's folder.
    """
    return package / "__pycache__" / f"{kind}-{digest_of(package, *patterns)}"


def digest_of(package: Path, *patterns: str, salt: str = "") -> str:
    """What stands for the sources in a folder: their names and what they say, no times, no places.

    Args:
        package: The folder.
        patterns: Globs of the sources, relative to it.
        salt: What else it is to stand for.
    """
    digest = hashlib.blake2b(salt.encode(), digest_size=8)
    for source in sorted({source for pattern in patterns for source in package.glob(pattern)}):
        name = source.relative_to(package).as_posix()
        digest.update(name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()


def remove_outdated(folder: Path) -> None:
    """Remove the folders of the same kind that other sources had."""
    kind = folder.name.rpartition("-")[0]
    for other in folder.parent.glob(f"{kind}-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)

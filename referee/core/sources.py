"""Folders for what is made from the package's sources, so that nothing outdated is ever taken."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

__all__ = ["folder_for", "remove_outdated"]

_PACKAGE = Path(__file__).parents[1]


def folder_for(kind: str, *patterns: str, package: Path = _PACKAGE) -> Path:
    """Where things of a kind are, or would be, that are made from today's sources.

    Args:
        kind: What is kept there.
        patterns: Globs of the sources, relative to the package.
        package: The package's folder.
    """
    digest = hashlib.blake2b(digest_size=8)
    for source in sorted({source for pattern in patterns for source in package.glob(pattern)}):
        digest.update(str(source.relative_to(package)).encode() + b"\0" + source.read_bytes())
    return package / "__pycache__" / f"{kind}-{digest.hexdigest()}"


def remove_outdated(folder: Path) -> None:
    """Remove the folders of the same kind that other sources had."""
    kind = folder.name.rpartition("-")[0]
    for other in folder.parent.glob(f"{kind}-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)

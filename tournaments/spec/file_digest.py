"""The SHA-256 of a file."""

from __future__ import annotations

import hashlib
from pathlib import Path

__all__ = ["file_sha256"]


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, as 64 hexadecimal digits.

    Raises:
        OSError: The file can't be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""Replaces a file whole: readers see the old content or the new one, also after a kill."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

__all__ = ["replace_file"]


def replace_file(path: Path, content: bytes) -> None:
    """Write a file in one step; create it if there is none.

    A kill meanwhile may leave a file next to it, whose name begins with a dot.

    Args:
        path: The file; its folder must exist.
        content: New content.

    Raises:
        OSError: It can't be written; a file that was there stays as it was.
    """
    part = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            # Before it is renamed: after a power failure the name must not lead to an empty file.
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise

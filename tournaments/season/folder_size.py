"""Measures folders that programs write into, and stops a build that fills the disk."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

from tournaments.spec.limits import shown_size

__all__ = ["FolderSize", "FolderWatch", "excess", "size_of", "watching"]

LOOK_S = 0.5
"""Period at which a folder is measured while a program writes into it, in seconds."""
UNSEEN = 4
"""Times of a folder's most bytes by which the free room of its disk may shrink meanwhile: files that
have been removed while they are open are in no folder.
"""
LEAST_UNSEEN = 4 * 1024**3
"""Bytes by which the free room may always shrink: others write to the same disk."""


@dataclasses.dataclass(frozen=True, slots=True)
class FolderSize:
    """Number of files and bytes of a folder, or a bound on both."""

    num_files: int
    """Number of files and folders below it."""
    num_bytes: int
    """Bytes of all its files: their lengths, or the room that they take, whichever is more."""
    closed: str | None = None
    """Name of a folder below it that can't be read; None if there is none."""


class FolderWatch:
    """Measures a folder that a program writes into, and compares its size with bounds.

    Args:
        folder: The folder.
        most: Most files and bytes that it may have.
    """

    def __init__(self, folder: Path, most: FolderSize) -> None:
        self._folder = folder
        self._most = most
        self._free = shutil.disk_usage(folder).free
        self.stop = asyncio.Event()
        """Set once the folder, or what is written to its disk, exceeds a bound."""

    def look(self) -> str | None:
        """Return what exceeds a bound now, as the end of a sentence; None if nothing does."""
        problem = excess(size_of(self._folder), self._most)
        used = self._free - shutil.disk_usage(self._folder).free
        if problem is None and used > max(LEAST_UNSEEN, UNSEEN * self._most.num_bytes):
            return f"filled the disk: {shown_size(used)} less are free than before"
        return problem


def size_of(folder: Path) -> FolderSize:
    """Return the size of a folder; links are not followed."""
    num_files = num_bytes = 0
    closed: list[str] = []

    def note(error: OSError) -> None:
        if isinstance(error, PermissionError):  # others have been removed meanwhile
            closed.append(os.path.relpath(error.filename, folder))

    for where, folders, files in os.walk(folder, onerror=note):
        num_files += len(folders) + len(files)
        for name in files:
            with contextlib.suppress(OSError):
                status = os.lstat(os.path.join(where, name))
                # A file with holes takes its whole length once it is copied.
                num_bytes += max(status.st_size, status.st_blocks * 512)
    return FolderSize(num_files, num_bytes, next(iter(closed), None))


def excess(size: FolderSize, most: FolderSize) -> str | None:
    """Return in what a size exceeds the bound `most`, as the end of a sentence; None if it does not."""
    if size.closed is not None:
        return f"made a folder that can't be read: {size.closed}"
    if size.num_files > most.num_files:
        return f"made more than {most.num_files} files and folders, which is the most here"
    if size.num_bytes > most.num_bytes:
        return f"wrote more than {shown_size(most.num_bytes)}, which is the most here"
    return None


@contextlib.asynccontextmanager
async def watching(folder: Path, most: FolderSize) -> AsyncIterator[FolderWatch]:
    """Measure a folder again and again while the context lasts; yield the object that measures it.

    The event `stop` of that object is set once the folder exceeds a bound.

    Args:
        folder: The folder.
        most: Most files and bytes that it may have.
    """
    watch = FolderWatch(folder, most)

    async def look() -> None:
        while await asyncio.to_thread(watch.look) is None:
            await asyncio.sleep(LOOK_S)
        watch.stop.set()

    task = asyncio.create_task(look())
    try:
        yield watch
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

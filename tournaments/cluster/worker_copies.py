"""Copies of programs that workers get from the organizer's machine, each named by its digest.

A season's entries come while it runs, so a worker can't have their files beforehand. A copy travels
as an archive in parts, takes its name only when its files have its digest, and is kept for further
matches.
"""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
import tarfile
from collections.abc import Collection
from pathlib import Path
from typing import IO

from tournaments.bots.copies import digest_of, list_files
from tournaments.spec.errors import CopyError

__all__ = ["CopyPart", "WorkerCopies", "copies_in", "pack_copy"]

_PART = "part-"
"""Beginning of the names of what is not whole yet."""


@dataclasses.dataclass(frozen=True, slots=True)
class CopyPart:
    """A part of the archive of a copy; all parts are sent in order."""

    digest: str
    """Digest of the copy, 64 hexadecimal digits."""
    data: bytes
    """The part's bytes."""
    is_first: bool
    """Whether the archive begins with it."""
    is_last: bool
    """Whether the archive ends with it."""
    needed: frozenset[str]
    """Digests of all copies that will be needed; with the first part, others are deleted."""


def copies_in(folder: Path, season: str) -> Path:
    """Return the folder for the copies of a season's programs.

    Args:
        folder: Folder of the worker.
        season: Id of the season.
    """
    return folder / f"copies-{season}"


def pack_copy(copy: Path, out: IO[bytes]) -> None:
    """Write the archive of a copy, with its folders, links and the times of its files."""
    # Not compressed: a cluster's network is faster than the compression.
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        archive.add(copy, arcname=".")


class WorkerCopies:
    """The copies of one season's programs on one worker.

    Args:
        folder: Folder of the copies; it need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._verified: set[str] = set()

    def lacking(self, digests: Collection[str]) -> list[str]:
        """Return those of these digests of which there is no copy with the right files."""
        return [digest for digest in digests if not self._has(digest)]

    def take(self, part: CopyPart) -> str | None:
        """Take in a part of a copy's archive; the last one makes the copy.

        Return why there is no copy after the last part, as text; None if there is one, or more parts
        follow.
        """
        archive = self._folder / f"{_PART}{part.digest}.tar"
        try:
            if part.is_first:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._delete_except(part.needed)
            with archive.open("wb" if part.is_first else "ab") as file:
                file.write(part.data)
            return self._unpack(part.digest, archive) if part.is_last else None
        except (OSError, CopyError, tarfile.TarError) as error:
            return f"the copy {part.digest} can't be written: {error}"

    def _has(self, digest: str) -> bool:
        copy = self._folder / digest
        if digest not in self._verified or not copy.is_dir():
            # Read in full once: an earlier run may have left it, and a bot without a sandbox may
            # have changed it.
            with contextlib.suppress(CopyError):
                if copy.is_dir() and digest_of(list_files(copy)) == digest:
                    self._verified.add(digest)
                    return True
            self._verified.discard(digest)
            return False
        return True

    def _unpack(self, digest: str, archive: Path) -> str | None:
        part, copy = self._folder / f"{_PART}{digest}", self._folder / digest
        shutil.rmtree(part, ignore_errors=True)
        with tarfile.open(archive) as packed:
            _extract(packed, part)
        archive.unlink()
        found = digest_of(list_files(part))
        if found != digest:
            shutil.rmtree(part, ignore_errors=True)
            return f"the copy {digest} came as {found}"
        shutil.rmtree(copy, ignore_errors=True)
        # Its name promises the digest, so it gets it last.
        part.rename(copy)
        self._verified.add(digest)
        return None

    def _delete_except(self, needed: Collection[str]) -> None:
        for path in self._folder.iterdir():
            if path.is_dir() and path.name not in needed:
                self._verified.discard(path.name)
                shutil.rmtree(path, ignore_errors=True)
            elif path.is_file():
                path.unlink()


def _extract(packed: tarfile.TarFile, target: Path) -> None:
    """Unpack folders, files and links, whose names lead nowhere else since a folder was packed."""
    target.mkdir(parents=True)
    for member in packed:
        place = target / member.name
        if member.isdir():
            place.mkdir(exist_ok=True)
        elif member.issym():
            place.symlink_to(member.linkname)
        else:
            # Written by hand, since what tarfile does with owners and links depends on its version.
            packed.makefile(member, str(place))
            place.chmod(0o755 if member.mode & 0o100 else 0o644)
            packed.utime(member, str(place))

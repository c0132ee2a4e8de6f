"""Packs a bot's folder into a .tar.gz: the same files always give the same bytes."""

from __future__ import annotations

import gzip
import os
import tarfile
import tempfile
from pathlib import Path
from typing import IO

from tournaments.season.unpacker import PayloadError, unpack
from tournaments.spec.errors import SpecError

__all__ = ["pack_folder"]


def pack_folder(
    folder: Path, out: IO[bytes], *, most_bytes: int, most_files: int, without: Path | None = None
) -> tuple[int, int]:
    """Pack a folder, and return the number of its files and folders, and the bytes of its files.

    The folder goes through the same checks as at the season, so that what would be refused there
    for its names, links or size is refused here, before anything is sent. Folders of version
    control and `__pycache__` are left out.

    Args:
        folder: The bot's folder, with its `bot.toml`.
        out: File that the archive is written to.
        most_bytes: Most bytes of all files together.
        most_files: Most files and folders.
        without: A file that must not be packed, as the key; None for none.

    Raises:
        SpecError: The folder is none, can't be read, or would be refused.
    """
    if not folder.is_dir():
        raise SpecError(folder, "must be the folder of a bot, with its bot.toml")
    with tempfile.TemporaryDirectory(prefix="submit-") as place:
        copy = Path(place) / "copy"
        copy.mkdir()
        try:
            done = unpack(folder, copy, most_bytes=most_bytes, most_files=most_files)
        except PayloadError as error:
            raise SpecError(folder, str(error)) from None
        except OSError as error:
            problem = f"can't be read: {error.filename}: {error.strerror}"
            raise SpecError(folder, problem) from None
        if without is not None and without.resolve().is_relative_to(folder.resolve()):
            (copy / without.resolve().relative_to(folder.resolve())).unlink(missing_ok=True)
        _write(copy, out)
    return done.num_files, done.num_bytes


def _write(folder: Path, out: IO[bytes]) -> None:
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    # No name and no time in the header of gzip, for these differ from call to call.
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name in paths:
            path = folder / name
            info = tarfile.TarInfo(name)
            if path.is_dir():
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(info)
                continue
            info.size = path.stat().st_size
            info.mode = 0o755 if os.access(path, os.X_OK) else 0o644
            with path.open("rb") as file:
                archive.addfile(info, file)

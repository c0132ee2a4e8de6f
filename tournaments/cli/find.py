"""Finds a tournament on disk: by its file, or by its data folder alone."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tournaments.config import TournamentSpec, load_spec, parse_spec
from tournaments.errors import FolderError
from tournaments.folder import DataFolder, folder_of
from tournaments.reports.view import TournamentView, read_view
from tournaments.store import Store

__all__ = ["find", "find_view"]


def find(where: Path, data: Path | None) -> tuple[TournamentSpec, Path, DataFolder]:
    """The tournament that was begun in a data folder, or in the one of a tournament file.

    Args:
        where: Tournament file or data folder.
        data: Data folder, in place of the file's.

    Raises:
        FolderError: Nothing was begun there.
        SpecError: The file can't be used.
    """
    if where.is_dir():
        folder = DataFolder(where.absolute())
    elif not where.exists():
        raise FolderError(f"{where}: no such file or folder")
    else:
        folder = folder_of(load_spec(where), where, data)
    with contextlib.closing(Store(folder.database)) as store:
        stored = store.tournament()
    if stored is None:
        raise FolderError(f"there is no tournament in {folder.path}")
    if not where.is_dir():
        return load_spec(where), where, folder
    return parse_spec(stored.source, stored.file), stored.file, folder


def find_view(where: Path, data: Path | None) -> TournamentView:
    """All that is known of that tournament as of now, by the file as it was when it began.

    Raises: as `find`.
    """
    _, _, folder = find(where, data)
    with contextlib.closing(Store(folder.database)) as store:
        return read_view(store, folder)

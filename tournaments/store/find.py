"""Finds a tournament on disk, given its file or its data folder."""

from __future__ import annotations

import contextlib
from pathlib import Path

import sqlalchemy as sa

from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import FolderError, OutdatedStoreError, TournamentError
from tournaments.spec.reading import load_spec, parse_spec
from tournaments.spec.store_url import checked_url
from tournaments.store.folder import DataFolder, folder_of
from tournaments.store.records import StoredTournament
from tournaments.store.store import Store

__all__ = ["checked_store", "find", "find_folder", "migrate_store"]


def find(
    where: Path, data: Path | None, store: str | None, *, to_play: bool = False
) -> tuple[TournamentSpec, Path, DataFolder]:
    """Return spec, file and data folder of a tournament that has begun.

    Args:
        where: Tournament file or data folder.
        data: Data folder, in place of the file's.
        store: URL of the results, in place of the file's.
        to_play: Whether the tournament is to be played on. Then results of an older program are
            brought up to date if they can't be read as they are, and where a run has begun no
            match, the tournament's file is enough.

    Raises:
        FolderError: No tournament was begun there.
        SpecError: The file can't be used.
        StoreError: The results can't be read.
    """
    folder = find_folder(where, data, store)
    try:
        stored = _stored(folder)
    except OutdatedStoreError:
        if not to_play:
            raise
        migrate_store(folder)
        stored = _stored(folder)
    # A run that was refused has left its folder, but nothing in the database: the file is all there
    # is.
    if stored is None and to_play and not where.is_dir() and folder.was_run:
        return load_spec(where), where, folder
    if stored is None:
        raise FolderError(f"there is no tournament in {folder.path}")
    folder.tournament_id = stored.tournament_id
    if not where.is_dir():
        return load_spec(where), where, folder
    return parse_spec(stored.source, stored.file), stored.file, folder


def find_folder(where: Path, data: Path | None, store: str | None) -> DataFolder:
    """Return the data folder of a tournament, whether or not the tournament has begun.

    Args:
        where: Tournament file or data folder.
        data: Data folder, in place of the file's.
        store: URL of the results, in place of the file's.

    Raises:
        FolderError: There is no such file or folder.
        SpecError: The file can't be used.
        TournamentError: `store` is no URL of a database.
    """
    url = checked_store(store)
    if where.is_dir():
        return DataFolder(where.absolute(), store=url)
    if not where.exists():
        raise FolderError(f"{where}: no such file or folder")
    return folder_of(load_spec(where), where, data, url)


def migrate_store(folder: DataFolder) -> None:
    """Bring the tables of a folder's results to the version of this program.

    Raises:
        FolderError: There are no results, or a run uses them.
    """
    place = folder.database
    if place.path is not None and not place.path.is_file():
        raise FolderError(f"there is no tournament in {folder.path}")
    # Results in a server's database may have no folder here, and are protected by locks of the
    # database.
    with folder.lock() if folder.exists else contextlib.nullcontext():
        Store(place, create=True).close()


def checked_store(store: str | None) -> sa.URL | None:
    """Return the URL that was given with `--store`; None if none was given.

    Raises:
        TournamentError: The text is no URL of a database.
    """
    if store is None:
        return None
    try:
        return checked_url(store)
    except ValueError as error:
        raise TournamentError(f"--store must be {error}") from None


def _stored(folder: DataFolder) -> StoredTournament | None:
    with contextlib.closing(Store(folder.database)) as opened:
        return opened.tournament()

"""Makes a results database again from its log, or the log's file from the database."""

from __future__ import annotations

import contextlib
import datetime
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from tournaments.bots.copies import digest_of, list_files
from tournaments.bots.program import Program
from tournaments.bots.programs import find_programs
from tournaments.bots.sealing import files_of, version_of
from tournaments.log.event import Event, parse_lines
from tournaments.log.log_file import LOG_FILE, read_lines
from tournaments.log.signing import KEY_FILE, signer_of
from tournaments.log_rows import VersionFinder, restore_rows
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import CopyError, FolderError, LogError
from tournaments.spec.toml_tables import read_text
from tournaments.spec.whole_file import replace_file
from tournaments.store.database import Place
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredVersion
from tournaments.store.store import Store

__all__ = ["heal_store", "rebuild_database", "rebuild_log"]

_UNKNOWN = "its digest is of the log; which files it covers is not known"


def heal_store(
    store: Store,
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    note: Callable[[str], None],
) -> None:
    """Complete the shorter of database and log by the longer one, as after a kill, or with an older backup.

    Args:
        store: The database, opened for a run.
        spec: The tournament.
        file: The tournament's file.
        folder: The data folder.
        note: Called with a line if the database lacked events.

    Raises:
        LogError: The two differ, or the rows that are missing can't be made from the log.
    """
    missing = store.events.missing()
    if missing:
        events = _events_of(folder)
        since = missing[0].number - 1
        find = _finder(spec, file, folder)
        restore_rows(store, folder, file, read_text(file), events, find, since=since)
        note(f"the database lacked {len(missing)} events of the log, and has them now")
    store.events.heal()


def rebuild_log(folder: DataFolder) -> str:
    """Write the log's file again from the database; return what was done, as text.

    The file that was there is kept under another name.

    Raises:
        TournamentError: A run uses the folder, or there is no database.
    """
    with folder.lock(), contextlib.closing(Store(folder.database, create=True)) as store:
        lines = store.events.lines()
        if not lines:
            raise FolderError(f"the database of {folder.path} has no log")
        path = folder.path / LOG_FILE
        kept = _set_aside(path)
        replace_file(path, "".join(f"{line}\n" for line in lines).encode())
    return f"{path} has {len(lines)} events again{kept}"


def rebuild_database(spec: TournamentSpec, file: Path, folder: DataFolder) -> str:
    """Write the database again from the log's file; return what was done, as text.

    An SQLite file that was there is kept under another name once the new one is whole; if that can't
    be made, the old one stays as it is.

    Args:
        spec: The tournament.
        file: The tournament's file.
        folder: The data folder.

    Raises:
        TournamentError: A run uses the folder, there is no log, it does not hold, or another database
            has results of this tournament.
    """
    path = folder.path / LOG_FILE
    if not path.is_file():
        raise LogError(f"there is no log to rebuild from: {path}")
    with folder.lock(is_rebuilt=True):
        events = _events_of(folder)
        _check_key(events, folder)
        place, kept = folder.database, ""
        fresh = None if place.path is None else folder.file.with_name(f"{folder.file.name}.fresh")
        if fresh is not None:
            place = Place.file(fresh)
            _remove_database(fresh)  # what a kill has left
        try:
            with contextlib.closing(Store(place, create=True)) as store:
                if store.tournament() is not None:
                    raise FolderError(
                        "the database has this tournament: delete its rows there first"
                    )
                find = _finder(spec, file, folder)
                restore_rows(store, folder, file.absolute(), read_text(file), events, find)
                store.events.heal()
                count = len(store.matches())
            if fresh is not None:
                for each in reversed(_files_of(folder.file)):
                    kept = _set_aside(each) or kept
                os.rename(fresh, folder.file)
        finally:
            if fresh is not None:
                _remove_database(fresh)
    return f"the database has {count} results from {len(events)} events again{kept}"


def _events_of(folder: DataFolder) -> list[Event]:
    path = folder.path / LOG_FILE
    events = list(parse_lines(read_lines(path), name=str(path)))
    if not events:
        raise LogError(f"{path} is empty")
    return events


def _check_key(events: Sequence[Event], folder: DataFolder) -> None:
    """Check that later events will be signed with the key that has signed the earlier ones.

    Args:
        events: Earlier events of the log.
        folder: Data folder with the key.

    Raises:
        LogError: The folder has another key, or none.
    """
    public = events[0].body.get("public_key")
    if public is None:
        return
    path = folder.path / KEY_FILE
    if not path.is_file() or signer_of(folder.path).public_key != public:
        raise LogError(f"{path} must be the key that has signed the log, {public[:16]}...")


def _set_aside(path: Path) -> str:
    """Rename a file if there is one; return its new name as the end of a sentence."""
    if not path.exists():
        return ""
    now = datetime.datetime.now(datetime.UTC)
    kept = path.with_name(f"{path.name}.before-{now:%Y%m%dT%H%M%S%f}")
    os.rename(path, kept)
    return f"; what was there is {kept.name}"


def _files_of(database: Path) -> list[Path]:
    """Return an SQLite file and the files that may lie next to it while it is in use."""
    return [database.with_name(database.name + suffix) for suffix in ("", "-shm", "-wal")]


def _remove_database(database: Path) -> None:
    for each in _files_of(database):
        each.unlink(missing_ok=True)


def _finder(spec: TournamentSpec, file: Path, folder: DataFolder) -> VersionFinder:
    """Return a function that finds the program of a bot's version, for its row in the database.

    It finds programs of the file that have not changed since, and copies in the data folder.
    """
    programs = {
        program.name: program for program in find_programs(spec, file, data=folder.path).programs
    }

    def find(bot: str, version: int, sha256: str, request: str | None) -> StoredVersion:
        program = programs.get(bot)
        if request is None and program is not None:
            found = _as_now(program, version, sha256, folder)
            if found is not None:
                return found
        copy = folder.programs / sha256
        files = list_files(copy) if copy.is_dir() else {}
        start: dict[str, object] = {
            "argv": [] if program is None else list(program.argv),
            "env": {},
            "terms": {},
            "copy": sha256 if files else None,
        }
        if request is not None:
            start["request"] = request
        return StoredVersion(bot, version, sha256, _UNKNOWN, files, start)

    return find


def _as_now(
    program: Program, version: int, sha256: str, folder: DataFolder
) -> StoredVersion | None:
    """Return a version of a bot for the database, if the bot has not changed since; else None.

    Args:
        program: The bot, as the file has it now.
        version: Number of the version.
        sha256: Digest of all files of the version, 64 hexadecimal digits.
        folder: Data folder with the copies.
    """
    try:
        files, copy = files_of(program, folder.programs)
    except CopyError:
        return None
    return version_of(program, version, files, copy) if digest_of(files) == sha256 else None

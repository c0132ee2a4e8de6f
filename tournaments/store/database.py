"""The database of a store: where it is, how it is opened, and what its failures mean.

It is SQLite in the data folder or PostgreSQL by URL, behind the same two methods, `reading` and
`writing`, each one transaction. A run holds its tournament by a lock of the database and writes
through the very connection that has the lock: a run that has lost the lock can write nothing any
more.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tournaments.spec.errors import FolderError, OutdatedStoreError, StoreError, StoreFailedError
from tournaments.spec.store_url import without_secrets
from tournaments.store.migrations import (
    NEWEST,
    OLDEST_READABLE,
    ForeignTablesError,
    upgrade,
    version_of,
)
from tournaments.store.schema import TOURNAMENTS

__all__ = [
    "LOCK_PATIENCE_S",
    "Database",
    "Place",
    "unfinished_note",
]

LOCK_PATIENCE_S = 10.0
"""Time to wait for another run, such as a killed one, to give up its tournament, in seconds."""
CONNECT_TIMEOUT_S = 10
"""Time that a database server has to answer a new connection, in seconds."""
BUSY_TIMEOUT_MS = 10_000
"""Time to wait while another process writes to the same SQLite file, in milliseconds."""
_LOCK_PAUSE_S = 0.05
_INSTALL = "pip install 'gamereferee[postgres]'"


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Address of a tournament's results: a database, and which tournament in it."""

    url: sa.URL
    """URL of the database."""
    tournament_id: str | None = None
    """Id of the tournament in the database; None means its only tournament, or one that has not
    begun.
    """
    name: str | None = None
    """Name by which the tournament is looked for if its id is not known; None for no name."""
    begun_at: str | None = None
    """URL of the results by the data folder's note, without secrets, if it is not `url`; else None. Then
    it is an error if the tournament is not found at `url`.
    """
    note: Path | None = None
    """File in the data folder that says where the results are; None for SQLite, whose file is in
    that folder.
    """

    @classmethod
    def file(cls, path: Path) -> Place:
        """Return the place of an SQLite file that holds one tournament."""
        return cls(sa.URL.create("sqlite", database=str(path)))

    @property
    def path(self) -> Path | None:
        """Path of the SQLite file; None if the database is on a server."""
        if self.url.get_backend_name() != "sqlite":
            return None
        return Path(str(self.url.database))

    @property
    def folder(self) -> Path | None:
        """Data folder of the tournament; None if no data folder refers to the database."""
        place = self.note or self.path
        return None if place is None else place.parent

    def __str__(self) -> str:
        """Return the path or the URL without secrets, as messages name the database."""
        return str(self.path or without_secrets(self.url))

    def remember(self, tournament_id: str) -> None:
        """Write a note into the data folder that says where the results are; do nothing for an SQLite file.

        Raises:
            FolderError: The note can't be read or written.
        """
        if self.note is None:
            return
        values = {"store": without_secrets(self.url), "tournament_id": tournament_id}
        text = (json.dumps(values, indent=2) + "\n").encode()
        unfinished = unfinished_note(self.note)
        try:
            if self.note.exists() and self.note.read_bytes() == text:
                return
            with unfinished.open("wb") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            # Renamed when it is whole: a kill must not leave half a note, which would hide the
            # results.
            unfinished.replace(self.note)
        except OSError as error:
            raise FolderError(f"{self.note} can't be written: {error.strerror}") from None


def unfinished_note(note: Path) -> Path:
    """Return the path under which a file is written before it is renamed to `note` as a whole.

    Args:
        note: File of a data folder that says in which database the results are.
    """
    return note.with_suffix(".new")


class Database:
    """An open database of results.

    Args:
        place: Where the database is.
        write: Whether it may be written; if so, its tables are made where there are none.
        upgrade: Whether the tables of a writable database are brought to the newest version at
            once. If not, older tables can be read, and nothing can be written before `upgrade` was
            called.

    Raises:
        StoreError: The database can't be opened, has tables of another program, or tables of a
            version that this program can't read.
    """

    def __init__(self, place: Place, *, write: bool, upgrade: bool = True) -> None:
        self.place = place
        """Address of the database: its URL, and which tournament in it."""
        self._write = write
        self._upgrades = upgrade
        self._mutex = threading.RLock()
        self._after_commit: list[Callable[[], None]] = []
        """Functions to be called, in order, when the open transaction has been carried out."""
        self._reserved: set[str] = set()
        self._opened = False
        self._last_words = ""
        self.version = NEWEST
        """Version of the tables; may be older than `NEWEST` if the database is only read or not
        upgraded yet.
        """
        self.is_empty = False
        """Whether a database opened for reading has no tables, because nothing was ever written."""
        self.is_muted = False
        """Whether nothing is logged that is written; see `EventBook.muted`."""
        self._engine = _engine(place, write=write)
        # One connection for the whole life of the store: PostgreSQL's advisory locks belong to it.
        self._connection = self._connect()
        try:
            self._bring_up_to_date()
        except BaseException:
            self.close()
            raise
        self._opened = True

    def close(self) -> None:
        """Close the database, and release the tournaments that were reserved."""
        self._connection.close()
        self._engine.dispose()

    def reading(self) -> contextlib.AbstractContextManager[sa.Connection]:
        """Return a transaction that sees one unchanging state of the database.

        Raises:
            StoreFailedError: The database fails.
        """
        return self._transaction(writes=False)

    def writing(self) -> contextlib.AbstractContextManager[sa.Connection]:
        """Return a transaction that is carried out as a whole at the end of the block, or not at all.

        A transaction that begins inside another one is part of the outer one.

        Raises:
            StoreFailedError: The database fails: nothing was written, unless the connection broke
                at the very end.
        """
        return self._transaction(writes=True)

    def after_commit(self, act: Callable[[], None]) -> None:
        """Call a function once when the open transaction has been carried out, and never if it fails."""
        self._after_commit.append(act)

    def tournament_id(self, *, by_name: bool) -> str | None:
        """Return the id of the tournament that has begun at this place; None if none has.

        Args:
            by_name: Whether a tournament may be found by its name alone, where its id is unknown.

        Raises:
            StoreError: Several tournaments there have this place's name.
        """
        place, id_column = self.place, TOURNAMENTS.c.tournament_id
        query = sa.select(id_column)
        if place.tournament_id is not None:
            query = query.where(id_column == place.tournament_id)
        # By name only where the id is unknown; a file has one tournament, whatever its name.
        elif place.path is None:
            query = query.where(TOURNAMENTS.c.name == place.name, sa.literal(by_name))
        with self.reading() as connection:
            ids = connection.scalars(query).all()
        if len(ids) > 1:
            raise StoreError(
                f"{place} has {len(ids)} tournaments named {place.name}: give the data folder of one"
            )
        return next(iter(ids), None)

    def upgrade(self) -> None:
        """Bring older tables to the newest version, all the way or not at all.

        Raises:
            StoreError: Another run uses the tables, or another program has changed them meanwhile.
        """
        if self.version < NEWEST:
            self._upgrades = True
            self._bring_up_to_date()

    def reserve(self, tournament_id: str) -> None:
        """Keep every other run from this tournament until the database is closed.

        Does nothing for an SQLite file, which is protected by the lock of its data folder.

        Raises:
            StoreError: Another run has the tournament, and does not end within `LOCK_PATIENCE_S`.
        """
        if self.place.path is not None or tournament_id in self._reserved:
            return
        query = sa.select(sa.func.pg_try_advisory_lock(_lock_number(tournament_id)))
        deadline = time.monotonic() + LOCK_PATIENCE_S
        while True:
            # The lock is one of the session and not of the transaction: it stays after the commit.
            with self.writing() as connection:
                if connection.scalar(query):
                    self._reserved.add(tournament_id)
                    return
            if time.monotonic() > deadline:
                raise StoreError(
                    f"tournament {tournament_id} in {self.place} is in use by another run"
                )
            time.sleep(_LOCK_PAUSE_S)

    def _connect(self) -> sa.Connection:
        try:
            return self._engine.connect()
        except sa.exc.DBAPIError as error:
            self._engine.dispose()
            raise self._failure(error) from None

    @contextlib.contextmanager
    def _transaction(self, *, writes: bool) -> Iterator[sa.Connection]:
        with self._mutex:
            if self._connection.invalidated:  # a new connection would have no lock
                raise StoreFailedError(self._last_words)
            # An inner transaction joins the outer one, which alone decides on commit or rollback.
            if self._connection.in_transaction():
                yield self._connection
                return
            try:
                self._connection.execution_options(tournament_writes=writes)
                with self._connection.begin():
                    yield self._connection
                for act in self._after_commit:
                    act()
            # Not a failure of the database: the caller decides what a second result means.
            except sa.exc.IntegrityError:
                raise
            except sa.exc.DBAPIError as error:
                failure = self._failure(error)
                # Repeated by later calls: the first failure says why, and the broken connection
                # only that.
                self._last_words = str(failure)
                raise failure from None
            finally:
                self._after_commit = []

    def _failure(self, error: sa.exc.DBAPIError) -> StoreError:
        """Return an exception with the database's message in one line.

        It is a `StoreError` while the database is being opened, and a `StoreFailedError` later.
        """
        said = _one_line(str(error.orig))
        if not self._opened:
            return StoreError(f"{self.place} can't be used: {said}")
        return StoreFailedError(
            f"{self.place} fails: {said}; what was recorded before is kept, and"
            " `tournament resume` goes on from there"
        )

    def _bring_up_to_date(self) -> None:
        with self._transaction(writes=self._write) as connection:
            if self._write and self.place.path is None:
                # Everybody who opens it waits here for the one who changes its tables.
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_lock_number("tables"))))
            version = self._version(connection)
            if self._write and 0 < version < NEWEST and not self._upgrades:
                self.version = version
                return
            if self._write and version < NEWEST:
                # An older program knows nothing of new columns, and would go on writing rows
                # without them.
                self._check_unused(connection)
                upgrade(connection)
            # Only before writing: the check reads the whole file, and a reader can still show what
            # is sound.
            elif self._write and self.place.path is not None:
                self._check_pages(connection)
            if self._write and self.place.path is None:
                # Held by every run until it ends, so that no other program changes the tables under
                # it.
                users = sa.func.pg_advisory_lock_shared(_lock_number("users"))
                connection.execute(sa.select(users))
            self.version = NEWEST if self._write else version
            self.is_empty = not self._write and version == 0

    def _version(self, connection: sa.Connection) -> int:
        try:
            version = version_of(connection)
        except ForeignTablesError as error:
            raise StoreError(
                f"{self.place} has tables of another program, such as {error}: give another database"
            ) from None
        if 0 < version < OLDEST_READABLE:
            raise OutdatedStoreError(
                f"{self.place} has tables of version {version}, this program reads those from version"
                f" {OLDEST_READABLE} on: use the program that made it"
            )
        if version > NEWEST:
            raise StoreError(
                f"{self.place} has tables of version {version}, this program knows those up to version"
                f" {NEWEST}: use the program that made it, or a newer one"
            )
        return version

    def _check_unused(self, connection: sa.Connection) -> None:
        """Raise `StoreError` if runs of an older program are using the tables that are to be upgraded."""
        if self.place.path is not None:  # the folder's lock sees to that
            return
        users = sa.func.pg_try_advisory_xact_lock(_lock_number("users"))
        if not connection.scalar(sa.select(users)):
            raise StoreError(
                f"{self.place} has older tables that runs are using: try again when they have ended"
            )

    def _check_pages(self, connection: sa.Connection) -> None:
        """Raise `StoreError` if SQLite finds the file damaged."""
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if found != "ok":
            said = f"it is damaged ({_one_line(found)}): use a backup"
            raise StoreError(f"{self.place} can't be used: {said}")


def _engine(place: Place, *, write: bool) -> sa.Engine:
    if place.path is not None:
        engine = sa.create_engine(_file_url(place.path, write=write))
        sa.event.listen(engine, "connect", _set_up_writer if write else _set_up_reader)
        sa.event.listen(engine, "begin", _begin)
        return engine
    settings = {"connect_timeout": CONNECT_TIMEOUT_S, "application_name": "tournament"}
    # What the URL says takes precedence.
    arguments = {name: value for name, value in settings.items() if name not in place.url.query}
    try:
        engine = sa.create_engine(place.url, connect_args=arguments)
    except ImportError as error:
        raise StoreError(f"{place} can't be used: PostgreSQL needs {_INSTALL} ({error})") from None
    if write:
        sa.event.listen(engine, "connect", _notice_lost_clients)
    return engine


def _notice_lost_clients(connection: Any, _: object) -> None:
    """Have PostgreSQL free the locks of a vanished machine after two minutes rather than hours."""
    for name, value in (("idle", 60), ("interval", 10), ("count", 6)):
        connection.execute(f"SET tcp_keepalives_{name} = {value}")
    connection.commit()


def _file_url(path: Path, *, write: bool) -> sa.URL:
    """Return the URL of an SQLite file.

    One in a folder that can't be written is opened as immutable. SQLite would otherwise want to
    write files next to it even to read it.
    """
    # A log with content has results that are not in the file yet: an immutable file would not show
    # them.
    if write or os.access(path.parent, os.W_OK) or _has_content(path.with_name(f"{path.name}-wal")):
        return sa.URL.create("sqlite", database=str(path))
    query = {"immutable": "1", "uri": "true"}
    return sa.URL.create("sqlite", database=path.absolute().as_uri(), query=query)


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def _set_up_writer(connection: Any, record: object) -> None:
    _set_up_reader(connection, record)
    _write_ahead(connection)
    # FULL: a result that the runner has heard of must survive a power failure.
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "query_only=OFF"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: Any) -> None:
    """Switch the file to write-ahead logging.

    SQLite does not wait for another writer here, so this tries again for `BUSY_TIMEOUT_MS`.
    """
    give_up_at = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > give_up_at:
                raise
        time.sleep(_LOCK_PAUSE_S)


def _set_up_reader(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, also around DDL
    for pragma in (f"busy_timeout={BUSY_TIMEOUT_MS}", "query_only=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction of SQLite.

    A writer takes the write lock at once: SQLite refuses to wait for it after the transaction has
    read.
    """
    writes = connection.get_execution_options().get("tournament_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _one_line(text: str) -> str:
    lines = (line.strip() for line in text.splitlines())
    return "; ".join(line for line in lines if line)


def _lock_number(name: str) -> int:
    """Return the PostgreSQL advisory lock number of a name, int64.

    It is a hash with this program's prefix, since other programs use such numbers too.
    """
    digest = hashlib.sha256(f"gamereferee tournament {name}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)

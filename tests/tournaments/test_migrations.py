"""Versions of the tables: old databases are brought up to date, with everything that is in them."""

from __future__ import annotations

import concurrent.futures
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

import tournaments.store.migrations
from tests.helpers.postgres import PostgresServer
from tournaments.spec.errors import OutdatedStoreError, StoreError
from tournaments.spec.store_url import checked_url
from tournaments.store.database import Database
from tournaments.store.folder import DataFolder
from tournaments.store.migrations import (
    NEWEST,
    OLDEST_READABLE,
    VERSION_TABLE,
    run_scripts,
    version_of,
)
from tournaments.store.schema import METADATA
from tournaments.store.store import Store


@pytest.fixture(params=["by scripts", "at once"])
def connection(request: pytest.FixtureRequest, folder: DataFolder) -> Iterator[sa.Connection]:
    """A connection to a database of the newest version, of either kind, made in either way."""
    if request.param == "by scripts":
        engine = sa.create_engine(folder.database.url)
        with engine.begin() as transaction:
            run_scripts(transaction)
        engine.dispose()
    database = Database(folder.database, write=True)
    with contextlib.closing(database), database.reading() as opened:
        yield opened


@pytest.mark.parametrize("create", [True, False])
def test_older_tables_are_refused(folder: DataFolder, *, create: bool) -> None:
    """They were never in a release; the message names their version and the oldest that is read."""
    database = Database(folder.database, write=True)
    with contextlib.closing(database), database.writing() as connection:
        connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '0010'"))
    with pytest.raises(OutdatedStoreError, match=r"of version 10, .* from version 11 on: use the"):
        Store(folder.database, create=create)


def test_tables_of_the_first_kind_are_refused(tmp_path: Path) -> None:
    """They had their version elsewhere."""
    old = tmp_path / "tournament.sqlite"
    with contextlib.closing(sqlite3.connect(old)) as connection, connection:
        for table in ("tournament", "attempts", "results"):
            connection.execute(f"CREATE TABLE {table} (x)")
    with pytest.raises(OutdatedStoreError, match="has tables of version 1, "):
        Store(old, create=True)


def test_an_upgrade_that_fails_changes_nothing(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However far it came, the database is what it was."""
    Database(folder.database, write=True).close()

    def fail_at_the_end(connection: sa.Connection) -> None:
        connection.execute(sa.text("CREATE TABLE added (x VARCHAR)"))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("tournaments.store.database.NEWEST", NEWEST + 1)
        patch.setattr("tournaments.store.database.upgrade", fail_at_the_end)
        with pytest.raises(KeyboardInterrupt):
            Store(folder.database, create=True)
    database = Database(folder.database, write=True)
    with contextlib.closing(database), database.reading() as connection:
        assert "added" not in sa.inspect(connection).get_table_names()
        assert version_of(connection) == NEWEST


def test_a_newer_database(folder: DataFolder) -> None:
    """It is refused, and the message names both versions."""
    database = Database(folder.database, write=True)
    with contextlib.closing(database), database.writing() as connection:
        connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '0099'"))
    for create in (True, False):
        with pytest.raises(StoreError, match=rf"version 99, .* up to version {NEWEST}: use the"):
            Store(folder.database, create=create)


def test_migrations_lead_to_the_schema(connection: sa.Connection) -> None:
    """What they make is what `schema.py` describes, keys and names included, as are new tables."""
    options = {"version_table": VERSION_TABLE, "compare_type": True}
    context = MigrationContext.configure(connection, opts=options)
    assert compare_metadata(context, METADATA) == []
    assert version_of(connection) == NEWEST
    inspector = sa.inspect(connection)
    for table in METADATA.tables.values():
        key = inspector.get_pk_constraint(table.name)
        assert key["constrained_columns"] == [column.name for column in table.primary_key]
        assert key["name"] == table.primary_key.name
        assert {each["name"] for each in inspector.get_foreign_keys(table.name)} == {
            each.name for each in table.foreign_key_constraints
        }
        columns = [each["name"] for each in inspector.get_columns(table.name)]
        assert columns == [column.name for column in table.columns]
    written = sa.text(f"SELECT version_num FROM {VERSION_TABLE}")
    assert connection.scalars(written).all() == [f"{NEWEST:04}"]


def test_the_newest_version_is_that_of_the_last_script() -> None:
    """Each script follows the one before, and their numbers are without gap."""
    folder = Path(tournaments.store.migrations.__file__).parent
    scripts = list(ScriptDirectory(str(folder)).walk_revisions())
    numbers = [int(script.revision) for script in scripts]
    assert numbers == list(range(NEWEST, OLDEST_READABLE - 1, -1))


def test_many_open_it_at_once(folder: DataFolder) -> None:
    """The first makes the tables; the others wait and go on."""

    def open_it(_: int) -> int:
        database = Database(folder.database, write=True)
        with contextlib.closing(database), database.reading() as connection:
            return version_of(connection)

    with concurrent.futures.ThreadPoolExecutor(6) as threads:
        assert list(threads.map(open_it, range(6))) == [NEWEST] * 6


def test_another_writes_while_it_is_opened(tmp_path: Path) -> None:
    """A file that is not in write-ahead mode yet can't change to it meanwhile: one waits."""
    place = DataFolder(tmp_path).database
    assert place.path is not None
    with contextlib.closing(sqlite3.connect(place.path, check_same_thread=False)) as other:
        other.executescript("CREATE TABLE other_things (x); BEGIN IMMEDIATE")
        with concurrent.futures.ThreadPoolExecutor(1) as threads:
            opened = threads.submit(Database, place, write=True)
            with pytest.raises(TimeoutError):
                opened.result(0.3)
            other.execute("DROP TABLE other_things")
            other.commit()
            with contextlib.closing(opened.result()) as database, database.reading() as connection:
                assert version_of(connection) == NEWEST


def test_old_tables_that_are_in_use(
    tmp_path: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables under a run of the older program are not changed; once it has ended, they are."""
    url = checked_url(postgres.new_database())
    place = DataFolder(tmp_path, store=url).database
    upgraded: list[int] = []
    with contextlib.closing(Database(place, write=True)), monkeypatch.context() as patch:
        patch.setattr("tournaments.store.database.NEWEST", NEWEST + 1)
        patch.setattr("tournaments.store.database.upgrade", lambda _: upgraded.append(1))
        with pytest.raises(StoreError, match="older tables that runs are using: try again"):
            Database(place, write=True)
    assert not upgraded
    monkeypatch.setattr("tournaments.store.database.NEWEST", NEWEST + 1)
    monkeypatch.setattr("tournaments.store.database.upgrade", lambda _: upgraded.append(1))
    Database(place, write=True).close()
    assert upgraded

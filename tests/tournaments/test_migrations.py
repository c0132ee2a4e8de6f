"""Versions of the tables: old databases are brought up to date, with everything that is in them."""

from __future__ import annotations

import concurrent.futures
import contextlib
import re
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
from tests.tournaments.fakes import ended, order_of, pairing_of
from tournaments.processes.client import Exit
from tournaments.spec.errors import OutdatedStoreError, StoreError
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.spec.store_url import checked_url
from tournaments.store.database import Database
from tournaments.store.folder import DataFolder
from tournaments.store.migrations import NEWEST, VERSION_TABLE, upgrade, version_of
from tournaments.store.records import Attempt, ProcessRecord, StoredMatch
from tournaments.store.schema import METADATA
from tournaments.store.store import Store

VERSION_1 = Path(__file__).with_name("version_1.sql")
"""Dump of a database that the last program with tables of version 1 has written."""
FIRST, SECOND = pairing_of(1, "ab", seed=2**64 - 1), pairing_of(2, "ba", seed=2**64 - 1)
LATE = (SeatResult(1, -7, 0, None), SeatResult(2, 2**40, 3, ForfeitCause.TIME))
MATCHES = [
    StoredMatch(
        FIRST, MatchEnd(EndCause.BOT_TIME, "late", LATE), "m2", "referee/replays/m2.replay"
    ),
    StoredMatch(SECOND, ended(1, 1), "m3", None),
]
"""What that program was told to write, as it was told."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database file of version 1."""
    path = tmp_path / "tournament.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1.read_text())
    return path


@pytest.fixture(params=["by scripts", "at once"])
def connection(request: pytest.FixtureRequest, folder: DataFolder) -> Iterator[sa.Connection]:
    """A connection to a database of the newest version, of either kind, made in either way."""
    if request.param == "by scripts":
        engine = sa.create_engine(folder.database.url)
        with engine.begin() as transaction:
            upgrade(transaction, to=1)
        engine.dispose()
    database = Database(folder.database, write=True)
    with contextlib.closing(database), database.reading() as opened:
        yield opened


def test_everything_of_version_1_is_kept(old: Path) -> None:
    """Opened for a run, it is brought up to date, and nothing in it has changed."""
    with contextlib.closing(Store(old, create=True)) as store:
        tournament = store.tournament()
        assert tournament is not None
        assert (tournament.tournament_id, tournament.name) == ("0123456789abcdef", "cup")
        assert tournament.file == Path("cup.toml")
        assert tournament.source.startswith('name = "cup"\n')
        assert store.entries.names() == ["a", "b"]
        assert store.matches() == MATCHES
        assert store.last_attempt(order_of(FIRST).key) == Attempt(2, "m2", is_void=False)
        assert store.last_attempt(order_of(SECOND).key) == Attempt(1, "m3", is_void=False)
        assert store.num_voids() == 1
        assert store.processes() == [
            ProcessRecord("a", 1, -11, 1.5, died=True),
            ProcessRecord("a", 2, None, 0.0, died=False),
            ProcessRecord("referee", 1, None, 0.0, died=False),
        ]
        assert not store.record(order_of(SECOND), SECOND, ended(1, 1), match_id="m3", replay=None)
        assert store.begin_process("a") == 3
        store.end_process("a", 3, Exit(0, 1.0, 1.0, 1), died=False)


def test_version_1_without_a_tournament(tmp_path: Path) -> None:
    """A run that ended before it had begun left tables without rows."""
    empty = tmp_path / "empty.sqlite"
    with contextlib.closing(sqlite3.connect(empty)) as connection:
        tables = re.sub(r"^INSERT .*?;$", "", VERSION_1.read_text(), flags=re.MULTILINE | re.DOTALL)
        connection.executescript(tables)
    with contextlib.closing(Store(empty, create=True)) as store:
        assert store.tournament() is None
        assert store.begin("cup", Path("cup.toml"), "text", ["a", "b"]).name == "cup"


def test_reading_an_old_database(old: Path) -> None:
    """It is left as it is, and the message says how to bring it up to date."""
    before = old.read_bytes()
    expected = (
        rf"has tables of version 1, this program needs version {NEWEST}: .*tournament migrate"
    )
    with pytest.raises(OutdatedStoreError, match=expected):
        Store(old)
    assert old.read_bytes() == before


def test_version_2_is_read_as_it_is(old: Path) -> None:
    """Later ones have only added tables: nothing is known of what is in them, and nothing is written."""
    with contextlib.closing(Store(old, create=True)):
        pass
    with contextlib.closing(sqlite3.connect(old)) as connection, connection:
        for table in (
            "seat_times",
            "left_out",
            "growth",
            "dice",
            "schedules",
            "refusals",
            "tie_breaks",
            "players",
            "plays",
            "versions",
        ):
            connection.execute(f"DROP TABLE {table}")
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '0002'")
    with contextlib.closing(Store(old)) as store:
        assert store.matches() == MATCHES
        assert store.matches()[0].end.seats[0].refusals == {}
        assert store.schedule() is None
        assert (store.programs.versions(), store.programs.plays()) == ([], {})
    with contextlib.closing(sqlite3.connect(old)) as connection:
        assert version_of_file(connection) == 2
    with contextlib.closing(Store(old, create=True)) as store:
        assert store.matches() == MATCHES
    with contextlib.closing(sqlite3.connect(old)) as connection:
        assert version_of_file(connection) == NEWEST


def version_of_file(connection: sqlite3.Connection) -> int:
    """The version that is written in a database file."""
    return int(connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()[0])


def test_a_migration_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far it came, the database is what it was, and the next try succeeds."""
    with contextlib.closing(sqlite3.connect(old)) as connection, connection:
        before = list(connection.iterdump())

    def fail_at_the_end(connection: sa.Connection) -> None:
        upgrade(connection)
        raise KeyboardInterrupt

    monkeypatch.setattr("tournaments.store.database.upgrade", fail_at_the_end)
    with pytest.raises(KeyboardInterrupt):
        Store(old, create=True)
    with contextlib.closing(sqlite3.connect(old)) as connection:
        assert list(connection.iterdump()) == before
    monkeypatch.undo()
    with contextlib.closing(Store(old, create=True)) as store:
        assert store.matches() == MATCHES


def test_a_newer_database(folder: DataFolder) -> None:
    """It is refused, and the message names both versions."""
    database = Database(folder.database, write=True)
    with contextlib.closing(database), database.writing() as connection:
        connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '0099'"))
    for create in (True, False):
        with pytest.raises(StoreError, match=rf"version 99, .* up to version {NEWEST}: use the"):
            Store(folder.database, create=create)


def test_a_newer_database_of_the_old_kind(old: Path) -> None:
    """The place where version 1 had its number is still looked at."""
    with contextlib.closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE tournament SET schema_version = 99")
    with pytest.raises(StoreError, match="version 99"):
        Store(old, create=True)


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
    assert numbers == list(range(NEWEST, 0, -1))


@pytest.mark.parametrize("version", [0, 1])
def test_many_open_it_at_once(folder: DataFolder, version: int) -> None:
    """Whoever comes first makes the tables or brings them up to date; the others wait and go on."""
    if version == 1 and folder.database.path is not None:
        with contextlib.closing(sqlite3.connect(folder.database.path)) as connection:
            connection.executescript(VERSION_1.read_text())
    elif version == 1:
        engine = sa.create_engine(folder.database.url)
        with engine.begin() as transaction:
            upgrade(transaction, to=1)
        engine.dispose()

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


def test_old_tables_that_are_in_use(tmp_path: Path, postgres: PostgresServer) -> None:
    """Tables under a run of the older program are not changed; once it has ended, they are."""
    url = checked_url(postgres.new_database())
    place = DataFolder(tmp_path, store=url).database
    with contextlib.closing(Database(place, write=True)) as run:
        with run.writing() as connection:
            connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '0001'"))
        with pytest.raises(StoreError, match="older tables that runs are using: try again"):
            Database(place, write=True)
        with run.writing() as connection:
            connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '{NEWEST:04}'"))
    Database(place, write=True).close()

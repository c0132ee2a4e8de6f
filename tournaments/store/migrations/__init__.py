"""Versions of the tables: which version a database has, and how it is upgraded to the newest.

There is one Alembic script for each version in `versions/`, from `OLDEST_READABLE` on. Alembic is
loaded only when tables are to be changed: the tables of a new database are made from `schema`.
"""

from __future__ import annotations

import threading
from pathlib import Path

import sqlalchemy as sa

from tournaments.store.schema import METADATA

__all__ = [
    "NEWEST",
    "OLDEST_READABLE",
    "VERSION_TABLE",
    "ForeignTablesError",
    "run_scripts",
    "upgrade",
    "version_of",
]

NEWEST = 12
"""Version of the tables that `tournaments/store/schema.py` describes."""
OLDEST_READABLE = 11
"""Oldest version of tables that can be read and upgraded; older ones were never in a release."""
VERSION_TABLE = "tournament_schema"
"""Table that holds the version; another program in the same database may use Alembic's default
name.
"""

_one_at_a_time = threading.Lock()  # `alembic.op` is one object for all threads


class ForeignTablesError(Exception):
    """The database has tables, but of another program; the message is the name of one of them."""


def version_of(connection: sa.Connection) -> int:
    """Return the version of the tables in a database: 0 if there are none.

    Raises:
        ForeignTablesError: The database has tables of another program.
    """
    tables = set(sa.inspect(connection).get_table_names())
    if VERSION_TABLE in tables:
        query = sa.text(f"SELECT version_num FROM {VERSION_TABLE}")
        return int(connection.execute(query).scalar_one())
    if {"tournament", "attempts", "results"} <= tables:  # version 1 had its number elsewhere
        return 1
    if tables:
        raise ForeignTablesError(min(tables))
    return 0


def upgrade(connection: sa.Connection, *, to: int = NEWEST) -> None:
    """Bring the tables to a version, all the way or not at all.

    Args:
        connection: Connection in a transaction during which no other upgrade can run.
        to: Number of the version, from `OLDEST_READABLE`; nothing changes if the tables have
            reached it.
    """
    version = version_of(connection)
    if version >= to:
        return
    # New databases skip the scripts, and with them the import of Alembic.
    if version == 0 and to == NEWEST:
        _create(connection)
        return
    run_scripts(connection, to)


def run_scripts(connection: sa.Connection, to: int = NEWEST) -> None:
    """Bring the tables to a version with the migration scripts alone, also in an empty database."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with _one_at_a_time:
        command.upgrade(config, _revision(to))


def _create(connection: sa.Connection) -> None:
    """Create the tables of the newest version, equal to those that all migration scripts make."""
    METADATA.create_all(connection, checkfirst=False)
    number = sa.Column("version_num", sa.String(32), nullable=False)
    key = sa.PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc")
    table = sa.Table(VERSION_TABLE, sa.MetaData(), number, key)
    table.create(connection)
    connection.execute(sa.insert(table).values(version_num=_revision(NEWEST)))


def _revision(version: int) -> str:
    """Return Alembic's name of a version: four digits."""
    return f"{version:04d}"

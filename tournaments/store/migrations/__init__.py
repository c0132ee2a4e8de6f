"""Versions of the tables: which one a database has, and the way from each to the newest.

The scripts are Alembic's, one for each version in `versions/`, from `OLDEST_READABLE` on. Alembic is loaded only
when tables are to be changed: those of a new database are made as `schema` has them.
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

NEWEST = 11
"""Version of the tables in `tournaments/store/schema.py`."""
OLDEST_READABLE = 11
"""Version from which on tables can be read and upgraded; older ones were never in a release."""
VERSION_TABLE = "tournament_schema"
"""Where the version is written; Alembic's own name for it may be another program's in a database."""

_one_at_a_time = threading.Lock()  # `alembic.op` is one object for all threads


class ForeignTablesError(Exception):
    """The database has tables, but not ours; the message is the name of one."""


def version_of(connection: sa.Connection) -> int:
    """Return the version of the tables in a database: 0 if there are none.

    Raises:
        ForeignTablesError: It has tables of another program.
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
        connection: In a transaction during which no other upgrade can run.
        to: The version, from `OLDEST_READABLE`; one that has been reached already changes nothing.
    """
    version = version_of(connection)
    if version >= to:
        return
    if version == 0 and to == NEWEST:
        _create(connection)
        return
    run_scripts(connection, to)


def run_scripts(connection: sa.Connection, to: int = NEWEST) -> None:
    """Bring the tables to a version by the scripts alone, from none as well."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with _one_at_a_time:
        command.upgrade(config, _revision(to))


def _create(connection: sa.Connection) -> None:
    """Make the tables of the newest version, equal to those that all scripts together make."""
    METADATA.create_all(connection, checkfirst=False)
    number = sa.Column("version_num", sa.String(32), nullable=False)
    key = sa.PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc")
    table = sa.Table(VERSION_TABLE, sa.MetaData(), number, key)
    table.create(connection)
    connection.execute(sa.insert(table).values(version_num=_revision(NEWEST)))


def _revision(version: int) -> str:
    """Return what Alembic calls a version."""
    return f"{version:04d}"

"""Environment in which Alembic runs the scripts: with the connection and transaction of the caller."""

from __future__ import annotations

from alembic import context

from tournaments.store.migrations import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()

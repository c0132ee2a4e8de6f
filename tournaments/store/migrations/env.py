"""What Alembic runs around the scripts: they use the connection they are given, and its transaction."""

from __future__ import annotations

from alembic import context

from tournaments.store.migrations import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()

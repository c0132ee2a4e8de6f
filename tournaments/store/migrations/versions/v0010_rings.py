"""Version 10: whether groups are seated for a table that is a ring.

Nothing else changes, so that a database of version 2 to 9 can be read as it is. Whoever has begun goes on
as on a table that is no ring.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column."""
    op.add_column(
        "schedules", sa.Column("ring", sa.Boolean, nullable=False, server_default=sa.false())
    )

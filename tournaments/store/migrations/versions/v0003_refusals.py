"""Version 3: what of each seat's orders and messages did not count, in a table of its own.

Nothing that was there changes, so that a database of version 2 can be read as it is.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "refusals",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint(
            "tournament_id", "match_key", "seat", "kind", "reason", name="pk_refusals"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key", "seat"],
            ["results.tournament_id", "results.match_key", "results.seat"],
            name="fk_refusals_results",
        ),
    )

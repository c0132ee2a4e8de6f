"""Version 12 of the tables: the log of each tournament."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the table of events."""
    op.create_table(
        "events",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_events_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_events"),
    )

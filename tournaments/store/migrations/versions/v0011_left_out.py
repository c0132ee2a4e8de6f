"""Version 11: entries that are left out of a tournament since they can't run.

Nothing else changes, so that a database of version 2 to 10 can be read as it is: nobody was left out.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "left_out",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "bot", name="pk_left_out"),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.tournament_id"],
            name="fk_left_out_tournaments",
        ),
    )

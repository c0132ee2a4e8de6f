"""Version 8: tournaments that grow, in a table of its own.

Nothing that was there changes, so that a database of version 2 to 7 can be read as it is. A tournament
without a row has not grown.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "growth",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("bots", sa.Integer, nullable=False),
        sa.Column("cycles", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "step", name="pk_growth"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_growth_tournaments"
        ),
    )

"""Version 7: by which rule pairings follow from results, in a table of its own.

Nothing that was there changes, so that a database of version 2 to 6 can be read as it is. A tournament
without a row goes by the first rule.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "schedules",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("pairing_rule", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_schedules"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_schedules_tournaments"
        ),
    )

"""Version 5: where the dice of a tournament come from, in a table of its own.

Nothing that was there changes, so that a database of version 2 to 4 can be read as it is. A tournament
without a row has the dice that follow from the seed in its file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "dice",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("policy", sa.String, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("schedule_seed", sa.String, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_dice"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_dice_tournaments"
        ),
    )

"""Version 9: what decisions took, in a table of its own.

Nothing that was there changes, so that a database of version 2 to 8 can be read as it is.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "seat_times",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("total_us", sa.BigInteger, nullable=False),
        sa.Column("longest_us", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "seat", name="pk_seat_times"),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key", "seat"],
            ["results.tournament_id", "results.match_key", "results.seat"],
            name="fk_seat_times_results",
        ),
    )

"""Version 6: what decides between equal scores, in a table of its own.

Nothing that was there changes, so that a database of version 2 to 5 can be read as it is.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "tie_breaks",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("value", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "seat", "rank", name="pk_tie_breaks"),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key", "seat"],
            ["results.tournament_id", "results.match_key", "results.seat"],
            name="fk_tie_breaks_results",
        ),
    )

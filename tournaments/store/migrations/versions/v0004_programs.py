"""Version 4: which files each bot was run from, and which of them played each match, when and where.

Nothing that was there changes, so that a database of version 2 or 3 can be read as it is.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "versions",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("sha256", sa.String, nullable=False),
        sa.Column("covers", sa.Text, nullable=False),
        sa.Column("files", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "bot", "version", name="pk_versions"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_versions_tournaments"
        ),
    )
    op.create_table(
        "plays",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("started_at", sa.String, nullable=False),
        sa.Column("ended_at", sa.String),
        sa.Column("host", sa.String),
        sa.Column("referee", sa.String),
        sa.Column("python", sa.String),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "attempt", name="pk_plays"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_plays_tournaments"
        ),
    )
    op.create_table(
        "players",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "attempt", "seat", name="pk_players"),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key", "attempt"],
            ["plays.tournament_id", "plays.match_key", "plays.attempt"],
            name="fk_players_plays",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "bot", "version"],
            ["versions.tournament_id", "versions.bot", "versions.version"],
            name="fk_players_versions",
        ),
    )

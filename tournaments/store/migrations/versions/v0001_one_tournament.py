"""Version 1: a database in its data folder, and one tournament in it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tournament",
        sa.Column("tournament_id", sa.String, primary_key=True),
        sa.Column("schema_version", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("file", sa.String, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
    )
    op.create_table(
        "bots",
        sa.Column("bot", sa.String, primary_key=True),
        sa.Column("position", sa.Integer, nullable=False, unique=True),
    )
    op.create_table(
        "attempts",
        sa.Column("match_key", sa.String, primary_key=True),
        sa.Column("attempt", sa.Integer, primary_key=True),
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("void_cause", sa.String),
        sa.Column("void_text", sa.Text),
    )
    op.create_table(
        "matches",
        sa.Column("match_key", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, unique=True),
        sa.Column("block", sa.String, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("game_version", sa.Integer, nullable=False),
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("cause", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("replay", sa.String),
    )
    op.create_table(
        "results",
        sa.Column("match_key", sa.String, sa.ForeignKey("matches.match_key"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("bot", sa.String, sa.ForeignKey("bots.bot"), nullable=False),
        sa.Column("placement", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("strikes", sa.Integer, nullable=False),
        sa.Column("forfeit", sa.String),
    )
    op.create_table(
        "processes",
        sa.Column("program", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("code", sa.Integer),
        sa.Column("cpu_s", sa.Float),
        sa.Column("wall_s", sa.Float),
        sa.Column("max_rss_kib", sa.Integer),
        sa.Column("died", sa.Boolean),
    )

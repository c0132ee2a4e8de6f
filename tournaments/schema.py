"""Tables of a tournament's database: data only; `store.py` says what is done with them."""

from __future__ import annotations

import sqlalchemy as sa

__all__ = [
    "ATTEMPTS",
    "BOTS",
    "MATCHES",
    "METADATA",
    "PROCESSES",
    "RESULTS",
    "SCHEMA_VERSION",
    "TOURNAMENT",
]

SCHEMA_VERSION = 1
"""Rises when a table changes; a database of another version is refused."""

METADATA = sa.MetaData()
TOURNAMENT = sa.Table(
    "tournament",
    METADATA,
    sa.Column("tournament_id", sa.String, primary_key=True),
    sa.Column("schema_version", sa.Integer, nullable=False),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("file", sa.String, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
)
"""What the folder is of; one row."""
BOTS = sa.Table(
    "bots",
    METADATA,
    sa.Column("bot", sa.String, primary_key=True),
    sa.Column("position", sa.Integer, nullable=False, unique=True),
)
"""Entrants."""
ATTEMPTS = sa.Table(
    "attempts",
    METADATA,
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("attempt", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.String, nullable=False),
    sa.Column("void_cause", sa.String),
    sa.Column("void_text", sa.Text),
)
"""Matches at the referee that were begun; void ones came to nothing."""
MATCHES = sa.Table(
    "matches",
    METADATA,
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False, unique=True),
    sa.Column("block", sa.String, nullable=False),
    sa.Column("seed", sa.String, nullable=False),  # SQLite has no unsigned 64-bit integers
    sa.Column("game", sa.String, nullable=False),
    sa.Column("game_version", sa.Integer, nullable=False),
    sa.Column("match_id", sa.String, nullable=False),
    sa.Column("cause", sa.String, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("replay", sa.String),
)
"""Results, each match exactly once."""
RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("match_key", sa.ForeignKey("matches.match_key"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("bot", sa.ForeignKey("bots.bot"), nullable=False),
    sa.Column("placement", sa.Integer, nullable=False),
    sa.Column("score", sa.BigInteger, nullable=False),
    sa.Column("strikes", sa.Integer, nullable=False),
    sa.Column("forfeit", sa.String),
)
"""What a match came to for each seat."""
PROCESSES = sa.Table(
    "processes",
    METADATA,
    sa.Column("program", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("code", sa.Integer),
    sa.Column("cpu_s", sa.Float),
    sa.Column("wall_s", sa.Float),
    sa.Column("max_rss_kib", sa.Integer),
    sa.Column("died", sa.Boolean),
)
"""Processes that were started, and how they ended."""

"""Tables of the results database: data only; `store.py` says what is done with them.

One database may hold many tournaments, so that every row says which it is of. A change here needs a
script in `migrations/versions/` that brings a database of the version before up to it.
"""

from __future__ import annotations

import sqlalchemy as sa

__all__ = [
    "ATTEMPTS",
    "BOTS",
    "MATCHES",
    "METADATA",
    "PROCESSES",
    "REFUSALS",
    "RESULTS",
    "TOURNAMENTS",
]

METADATA = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
    }
)


def _of_a_tournament() -> sa.Column[str]:
    return sa.Column("tournament_id", sa.String, primary_key=True)


def _belongs_to(table: str, *columns: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(columns, [f"{table}.{column}" for column in columns])


TOURNAMENTS = sa.Table(
    "tournaments",
    METADATA,
    sa.Column("tournament_id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("file", sa.String, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
)
"""What has been begun; in a data folder's own database, one row."""
BOTS = sa.Table(
    "bots",
    METADATA,
    _of_a_tournament(),
    sa.Column("bot", sa.String, primary_key=True),
    sa.Column("position", sa.Integer, nullable=False),
    sa.UniqueConstraint("tournament_id", "position"),
    _belongs_to("tournaments", "tournament_id"),
)
"""Entrants."""
ATTEMPTS = sa.Table(
    "attempts",
    METADATA,
    _of_a_tournament(),
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("attempt", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.String, nullable=False),
    sa.Column("void_cause", sa.String),
    sa.Column("void_text", sa.Text),
    _belongs_to("tournaments", "tournament_id"),
)
"""Matches at the referee that were begun; void ones came to nothing."""
MATCHES = sa.Table(
    "matches",
    METADATA,
    _of_a_tournament(),
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("block", sa.String, nullable=False),
    sa.Column("seed", sa.String, nullable=False),  # neither database has unsigned 64-bit integers
    sa.Column("game", sa.String, nullable=False),
    sa.Column("game_version", sa.Integer, nullable=False),
    sa.Column("match_id", sa.String, nullable=False),
    sa.Column("cause", sa.String, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("replay", sa.String),
    sa.UniqueConstraint("tournament_id", "number"),
    _belongs_to("tournaments", "tournament_id"),
)
"""Results, each match exactly once."""
RESULTS = sa.Table(
    "results",
    METADATA,
    _of_a_tournament(),
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("bot", sa.String, nullable=False),
    sa.Column("placement", sa.Integer, nullable=False),
    sa.Column("score", sa.BigInteger, nullable=False),
    sa.Column("strikes", sa.Integer, nullable=False),
    sa.Column("forfeit", sa.String),
    _belongs_to("matches", "tournament_id", "match_key"),
    _belongs_to("bots", "tournament_id", "bot"),
)
"""What a match came to for each seat."""
REFUSALS = sa.Table(
    "refusals",
    METADATA,
    _of_a_tournament(),
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, primary_key=True),
    sa.Column("reason", sa.String, primary_key=True),
    sa.Column("times", sa.Integer, nullable=False),
    _belongs_to("results", "tournament_id", "match_key", "seat"),
)
"""What of a seat's orders the rules refused, of its messages the referee, and how many turns the bot gave
up; since version 3."""
PROCESSES = sa.Table(
    "processes",
    METADATA,
    _of_a_tournament(),
    sa.Column("program", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("code", sa.Integer),
    sa.Column("cpu_s", sa.Float),
    sa.Column("wall_s", sa.Float),
    sa.Column("max_rss_kib", sa.Integer),
    sa.Column("died", sa.Boolean),
    _belongs_to("tournaments", "tournament_id"),
)
"""Processes that were started, and how they ended."""

"""Tables of the results database: data only; `store.py` reads and writes them.

One database may hold many tournaments, so every row says which one it belongs to. A change here
needs a script in `migrations/versions/` that upgrades a database of the version before.
"""

from __future__ import annotations

import sqlalchemy as sa

__all__ = [
    "ATTEMPTS",
    "BOTS",
    "DICE",
    "EVENTS",
    "GROWTH",
    "LEFT_OUT",
    "MATCHES",
    "METADATA",
    "PLAYERS",
    "PLAYS",
    "PROCESSES",
    "REFUSALS",
    "RESULTS",
    "SCHEDULES",
    "SEAT_TIMES",
    "TIE_BREAKS",
    "TOURNAMENTS",
    "VERSIONS",
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
"""Tournaments that have begun; a data folder's own database has one row."""
BOTS = sa.Table(
    "bots",
    METADATA,
    _of_a_tournament(),
    sa.Column("bot", sa.String, primary_key=True),
    sa.Column("position", sa.Integer, nullable=False),
    sa.UniqueConstraint("tournament_id", "position"),
    _belongs_to("tournaments", "tournament_id"),
)
"""Entrants of a tournament: bots that take part, by name, with their position in order of entry."""
DICE = sa.Table(
    "dice",
    METADATA,
    _of_a_tournament(),
    sa.Column("policy", sa.String, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("schedule_seed", sa.String, nullable=False),
    sa.Column("secret", sa.String, nullable=False),
    sa.Column("commitment", sa.String, nullable=False),
    _belongs_to("tournaments", "tournament_id"),
)
"""Where the dice of a tournament come from, with the secret seed that bots must not learn; since
version 5.
"""
SCHEDULES = sa.Table(
    "schedules",
    METADATA,
    _of_a_tournament(),
    sa.Column("pairing_rule", sa.Integer, nullable=False),
    sa.Column("ring", sa.Boolean, nullable=False, server_default=sa.false()),
    _belongs_to("tournaments", "tournament_id"),
)
"""Number of the rule by which a tournament's pairings follow from its results, since version 7; and
whether its groups are seated for a table that is a ring, since version 10.
"""
GROWTH = sa.Table(
    "growth",
    METADATA,
    _of_a_tournament(),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("bots", sa.Integer, nullable=False),
    sa.Column("cycles", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer),
    sa.Column("after", sa.Integer, nullable=False),
    sa.Column("secret", sa.String, nullable=False),
    sa.Column("commitment", sa.String, nullable=False),
    _belongs_to("tournaments", "tournament_id"),
)
"""What a tournament was before each time that its file grew, and the secret seed of the matches
added then; since version 8.
"""
LEFT_OUT = sa.Table(
    "left_out",
    METADATA,
    _of_a_tournament(),
    sa.Column("bot", sa.String, primary_key=True),
    sa.Column("reason", sa.Text, nullable=False),
    _belongs_to("tournaments", "tournament_id"),
)
"""Entries of the file that can't run, and so do not take part, with the reason; since version 11."""
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
"""Attempts at matches, each with its match id at the referee; void ones have a cause and no result."""
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
"""Matches with a result, each exactly once."""
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
"""Result of each seat of a match with a result."""
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
"""Counts for each seat of a match: orders that the rules refused, messages that the referee
rejected, and turns that the bot gave up; since version 3.
"""
TIE_BREAKS = sa.Table(
    "tie_breaks",
    METADATA,
    _of_a_tournament(),
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("rank", sa.Integer, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("value", sa.BigInteger, nullable=False),
    _belongs_to("results", "tournament_id", "match_key", "seat"),
)
"""Values that decide between equal scores, for each seat of a match; rank 1 is the most important;
since version 6.
"""
SEAT_TIMES = sa.Table(
    "seat_times",
    METADATA,
    _of_a_tournament(),
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("total_us", sa.BigInteger, nullable=False),
    sa.Column("longest_us", sa.BigInteger, nullable=False),
    _belongs_to("results", "tournament_id", "match_key", "seat"),
)
"""Number and time of the decisions of each seat of a match, where the referee reported them; since
version 9.
"""
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
"""Processes that a tournament has started, and how they ended."""
VERSIONS = sa.Table(
    "versions",
    METADATA,
    _of_a_tournament(),
    sa.Column("bot", sa.String, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("sha256", sa.String, nullable=False),
    sa.Column("covers", sa.Text, nullable=False),
    sa.Column("files", sa.Text, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    _belongs_to("tournaments", "tournament_id"),
)
"""Versions of the bots' programs as they were run; since version 4."""
PLAYS = sa.Table(
    "plays",
    METADATA,
    _of_a_tournament(),
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("attempt", sa.Integer, primary_key=True),
    sa.Column("started_at", sa.String, nullable=False),
    sa.Column("ended_at", sa.String),
    sa.Column("host", sa.String),
    sa.Column("referee", sa.String),
    sa.Column("python", sa.String),
    _belongs_to("tournaments", "tournament_id"),
)
"""When, on which machine and with which referee and Python each attempt at a match was played;
since version 4.
"""
PLAYERS = sa.Table(
    "players",
    METADATA,
    _of_a_tournament(),
    sa.Column("match_key", sa.String, primary_key=True),
    sa.Column("attempt", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("bot", sa.String, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    _belongs_to("plays", "tournament_id", "match_key", "attempt"),
    _belongs_to("versions", "tournament_id", "bot", "version"),
)
"""Bot and version that played each seat of an attempt at a match; since version 4."""
EVENTS = sa.Table(
    "events",
    METADATA,
    _of_a_tournament(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
    _belongs_to("tournaments", "tournament_id"),
)
"""Log of a tournament: its events as lines, by number from 1; since version 12."""

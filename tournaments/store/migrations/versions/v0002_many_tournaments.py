"""Version 2: every row says which tournament it is of, so that many share a database.

Neither database can give a table another primary key in place that the other could too: rows are set
aside, tables made anew, and the rows put back. A database of version 1 has one tournament at most,
and rows of other tables only together with it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0002"
down_revision = "0001"

_COLUMNS = {
    "bots": "bot, position",
    "attempts": "match_key, attempt, match_id, void_cause, void_text",
    "matches": "match_key, number, block, seed, game, game_version, match_id, cause, text, replay",
    "results": "match_key, seat, bot, placement, score, strikes, forfeit",
    "processes": "program, number, code, cpu_s, wall_s, max_rss_kib, died",
}
"""Tables of version 1 but `tournament`, each before those that refer to it, and their columns."""


def upgrade() -> None:
    """Give every table the tournament in front of its key."""
    for table in _COLUMNS:
        op.execute(f"CREATE TABLE old_{table} AS SELECT * FROM {table}")
    for table in reversed(_COLUMNS):
        op.drop_table(table)
    _create_tables()
    op.execute(
        "INSERT INTO tournaments (tournament_id, name, file, source)"
        " SELECT tournament_id, name, file, source FROM tournament"
    )
    for table, columns in _COLUMNS.items():
        op.execute(
            f"INSERT INTO {table} (tournament_id, {columns})"
            f" SELECT (SELECT tournament_id FROM tournament), {columns} FROM old_{table}"
        )
        op.drop_table(f"old_{table}")
    op.drop_table("tournament")


def _create_tables() -> None:
    op.create_table(
        "tournaments",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("file", sa.String, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_tournaments"),
    )
    op.create_table(
        "bots",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "bot", name="pk_bots"),
        sa.UniqueConstraint("tournament_id", "position", name="uq_bots_tournament_id_position"),
        _of_a_tournament("bots"),
    )
    op.create_table(
        "attempts",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("void_cause", sa.String),
        sa.Column("void_text", sa.Text),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "attempt", name="pk_attempts"),
        _of_a_tournament("attempts"),
    )
    op.create_table(
        "matches",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("block", sa.String, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("game_version", sa.Integer, nullable=False),
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("cause", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("replay", sa.String),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", name="pk_matches"),
        sa.UniqueConstraint("tournament_id", "number", name="uq_matches_tournament_id_number"),
        _of_a_tournament("matches"),
    )
    op.create_table(
        "results",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("placement", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("strikes", sa.Integer, nullable=False),
        sa.Column("forfeit", sa.String),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key"],
            ["matches.tournament_id", "matches.match_key"],
            name="fk_results_matches",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "bot"], ["bots.tournament_id", "bots.bot"], name="fk_results_bots"
        ),
    )
    op.create_table(
        "processes",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("program", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("code", sa.Integer),
        sa.Column("cpu_s", sa.Float),
        sa.Column("wall_s", sa.Float),
        sa.Column("max_rss_kib", sa.Integer),
        sa.Column("died", sa.Boolean),
        sa.PrimaryKeyConstraint("tournament_id", "program", "number", name="pk_processes"),
        _of_a_tournament("processes"),
    )


def _of_a_tournament(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tournament_id"], ["tournaments.tournament_id"], name=f"fk_{table}_tournaments"
    )

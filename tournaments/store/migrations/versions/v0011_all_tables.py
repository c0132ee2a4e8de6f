"""Version 11 of the tables: creates all of them; upgrades start from here.

Earlier versions were never in a release. A new database is made by `schema` instead;
`tests/tournaments` shows that both ways lead to the same tables.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["upgrade"]

revision = "0011"
down_revision = None


def upgrade() -> None:
    """Create all tables of version 11."""
    op.create_table(
        "tournaments",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("file", sa.String, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_tournaments"),
    )
    op.create_table(
        "attempts",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("void_cause", sa.String, nullable=True),
        sa.Column("void_text", sa.Text, nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_attempts_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "attempt", name="pk_attempts"),
    )
    op.create_table(
        "bots",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_bots_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "bot", name="pk_bots"),
        sa.UniqueConstraint("tournament_id", "position", name="uq_bots_tournament_id_position"),
    )
    op.create_table(
        "dice",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("policy", sa.String, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("schedule_seed", sa.String, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_dice_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_dice"),
    )
    op.create_table(
        "growth",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("bots", sa.Integer, nullable=False),
        sa.Column("cycles", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=True),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_growth_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "step", name="pk_growth"),
    )
    op.create_table(
        "left_out",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_left_out_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "bot", name="pk_left_out"),
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
        sa.Column("replay", sa.String, nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_matches_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", name="pk_matches"),
        sa.UniqueConstraint("tournament_id", "number", name="uq_matches_tournament_id_number"),
    )
    op.create_table(
        "plays",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("started_at", sa.String, nullable=False),
        sa.Column("ended_at", sa.String, nullable=True),
        sa.Column("host", sa.String, nullable=True),
        sa.Column("referee", sa.String, nullable=True),
        sa.Column("python", sa.String, nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_plays_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "attempt", name="pk_plays"),
    )
    op.create_table(
        "processes",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("program", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("code", sa.Integer, nullable=True),
        sa.Column("cpu_s", sa.Float, nullable=True),
        sa.Column("wall_s", sa.Float, nullable=True),
        sa.Column("max_rss_kib", sa.Integer, nullable=True),
        sa.Column("died", sa.Boolean, nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_processes_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "program", "number", name="pk_processes"),
    )
    op.create_table(
        "schedules",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("pairing_rule", sa.Integer, nullable=False),
        sa.Column("ring", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_schedules_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_schedules"),
    )
    op.create_table(
        "versions",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("sha256", sa.String, nullable=False),
        sa.Column("covers", sa.Text, nullable=False),
        sa.Column("files", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.tournament_id"], name="fk_versions_tournaments"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "bot", "version", name="pk_versions"),
    )
    op.create_table(
        "players",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id", "bot", "version"],
            ["versions.tournament_id", "versions.bot", "versions.version"],
            name="fk_players_versions",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key", "attempt"],
            ["plays.tournament_id", "plays.match_key", "plays.attempt"],
            name="fk_players_plays",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "attempt", "seat", name="pk_players"),
    )
    op.create_table(
        "results",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("placement", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("strikes", sa.Integer, nullable=False),
        sa.Column("forfeit", sa.String, nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id", "bot"], ["bots.tournament_id", "bots.bot"], name="fk_results_bots"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key"],
            ["matches.tournament_id", "matches.match_key"],
            name="fk_results_matches",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "seat", name="pk_results"),
    )
    op.create_table(
        "refusals",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key", "seat"],
            ["results.tournament_id", "results.match_key", "results.seat"],
            name="fk_refusals_results",
        ),
        sa.PrimaryKeyConstraint(
            "tournament_id", "match_key", "seat", "kind", "reason", name="pk_refusals"
        ),
    )
    op.create_table(
        "seat_times",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("total_us", sa.BigInteger(), nullable=False),
        sa.Column("longest_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key", "seat"],
            ["results.tournament_id", "results.match_key", "results.seat"],
            name="fk_seat_times_results",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "seat", name="pk_seat_times"),
    )
    op.create_table(
        "tie_breaks",
        sa.Column("tournament_id", sa.String, nullable=False),
        sa.Column("match_key", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id", "match_key", "seat"],
            ["results.tournament_id", "results.match_key", "results.seat"],
            name="fk_tie_breaks_results",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "match_key", "seat", "rank", name="pk_tie_breaks"),
    )

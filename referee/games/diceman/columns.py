"""The open table of a match as one row of integers: which column holds what.

The kernels play a round on such a row; the digest, the observations and the events of the round are all
read from it. Columns of a pair are followed by the other seat's: that of a seat is `LIFE + seat`. Nothing
hidden has a column here (DM-6).
"""

from __future__ import annotations

from referee.core.kernel import inlined
from referee.games.diceman.tables import NUM_COMBOS, NUM_DICE, NUM_SEATS
from referee.games.duel import DEADLINE_MS, GAME, GAMES, LIFE, OVER, POINTS, ROUND, ROUND_CAP, Ints

__all__ = [
    "COMBO",
    "DEADLINE_MS",
    "DUEL",
    "EDGE",
    "FULL_LIFE",
    "GAME",
    "GAMES",
    "LIFE",
    "LIFE_AFTER",
    "LIFE_BEFORE",
    "LIFE_LEFT",
    "MAGIC_DAMAGE",
    "NUMBER",
    "NUM_PHASES",
    "OVER",
    "PHASES",
    "PHASE_WIDTH",
    "PICK_COUNTS",
    "PLAYED_GAME",
    "PLAYED_ROUND",
    "POINTS",
    "PREEMPT",
    "RESULT",
    "ROUND",
    "ROUND_CAP",
    "SCOPE",
    "SIDES",
    "SWORD_DAMAGE",
    "TABLE_WIDTH",
    "VALUES",
    "Ints",
    "phase_at",
    "pick_count_at",
    "value_at",
]

# What was agreed (DM-2.1), before what all duels have.
FULL_LIFE = 0
SIDES = 1
"""Sides of the four dice, by die id."""
SCOPE = 5
"""Index of `magic_scope` in `tables.SCOPES`."""

# How the match stands (DM-3.3), behind what all duels have.
PICK_COUNTS = 16
"""Six counts a seat, by combination id."""

# The last round that was played (DM-3.5).
PLAYED_GAME = PICK_COUNTS + NUM_SEATS * NUM_COMBOS
"""From 1; 0 as long as no round has been played."""
PLAYED_ROUND = PLAYED_GAME + 1
RESULT = PLAYED_GAME + 2
"""How its game stands after it, see `tables`."""
COMBO = PLAYED_GAME + 3
LIFE_BEFORE = PLAYED_GAME + 5
LIFE_AFTER = PLAYED_GAME + 7
VALUES = PLAYED_GAME + 9
"""Four values a seat, by die id; 0 for a die not held."""
NUM_PHASES = VALUES + NUM_SEATS * NUM_DICE
PHASES = NUM_PHASES + 1
"""Where the first phase starts."""

# Columns of a phase, counted from where it starts; damage is that dealt BY each seat.
NUMBER, EDGE, PREEMPT, SWORD_DAMAGE, MAGIC_DAMAGE, DUEL, LIFE_LEFT = 0, 1, 3, 5, 7, 9, 10
PHASE_WIDTH = 12
TABLE_WIDTH = PHASES + NUM_SEATS * PHASE_WIDTH
"""A seat is active in one phase of a round (DM-5.4), so there are at most two."""


# Kernels find columns by these, not by views of the row: those would double the time of a round.


@inlined
def value_at(seat: int, die: int) -> int:
    """Column of what a die of a seat shows."""
    return VALUES + NUM_DICE * seat + die


@inlined
def pick_count_at(seat: int, combo: int) -> int:
    """Column of how often a seat has picked a combination."""
    return PICK_COUNTS + NUM_COMBOS * seat + combo


@inlined
def phase_at(place: int, column: int) -> int:
    """Column of a phase of the last round, by its place among them."""
    return PHASES + PHASE_WIDTH * place + column

"""Column indices of the open table: an array with one row of integers for each match, which holds all public state.

The kernels play a round on such a row; the digest, the observations and the events of the round are all
read from it. A number that each seat has takes two adjacent columns: the life of a seat is in `LIFE + seat`.
Nothing hidden has a column here (DM-6).
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
"""First of four columns: number of sides of each die, by die id."""
SCOPE = 5
"""Column of the config's `magic_scope`, as its index in `tables.SCOPES`."""

# How the match stands (DM-3.3), behind what all duels have.
PICK_COUNTS = 16
"""First of twelve columns: how often each seat has picked each of the 6 combinations; seat 0 first, by id."""

# The last round that was played (DM-3.5).
PLAYED_GAME = PICK_COUNTS + NUM_SEATS * NUM_COMBOS
"""Column of the game that the last round belonged to, from 1; 0 as long as no round has been played."""
PLAYED_ROUND = PLAYED_GAME + 1
RESULT = PLAYED_GAME + 2
"""Column of the game's result after the last round: 0 not over, 1 won by seat 0, 2 won by seat 1, 3 drawn."""
COMBO = PLAYED_GAME + 3
LIFE_BEFORE = PLAYED_GAME + 5
LIFE_AFTER = PLAYED_GAME + 7
VALUES = PLAYED_GAME + 9
"""First of eight columns: value rolled with each die in the last round, seat 0 first, by die id.

A die that the seat did not hold has 0.
"""
NUM_PHASES = VALUES + NUM_SEATS * NUM_DICE
PHASES = NUM_PHASES + 1
"""First column of the first phase of the last round; the second phase follows it."""

# Columns of a phase, counted from where it starts; damage is that dealt BY each seat.
NUMBER, EDGE, PREEMPT, SWORD_DAMAGE, MAGIC_DAMAGE, DUEL, LIFE_LEFT = 0, 1, 3, 5, 7, 9, 10
PHASE_WIDTH = 12
TABLE_WIDTH = PHASES + NUM_SEATS * PHASE_WIDTH
"""Number of columns of the open table. It has room for two phases: a seat is active in one of a round (DM-5.4)."""


# Kernels find columns by these, not by views of the row: those would double the time of a round.


@inlined
def value_at(seat: int, die: int) -> int:
    """Return the column of the value that a seat rolled with a die in the last round."""
    return VALUES + NUM_DICE * seat + die


@inlined
def pick_count_at(seat: int, combo: int) -> int:
    """Return the column that counts how often a seat has picked a combination."""
    return PICK_COUNTS + NUM_COMBOS * seat + combo


@inlined
def phase_at(place: int, column: int) -> int:
    """Return a column of one phase of the last round.

    Args:
        place: Index of the phase in the round: 0 for the first, 1 for the second.
        column: Column within the phase, such as `EDGE`.
    """
    return PHASES + PHASE_WIDTH * place + column

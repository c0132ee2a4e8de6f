"""Column indices of the open table: an array with one row of integers for each match, which holds all public state.

The kernels play a round on such a row; the digest, the observations and the events of the round are all
read from it. A number that each seat has takes two adjacent columns: the life of a seat is in `LIFE + seat`.
Nothing hidden has a column here (SW-6).
"""

from __future__ import annotations

from referee.games.duel import DEADLINE_MS, GAME, GAMES, LIFE, OVER, POINTS, ROUND, ROUND_CAP, Ints
from referee.games.swordman.tables import NUM_FIELDS, NUM_SEATS

__all__ = [
    "BLOW",
    "DEADLINE_MS",
    "FIRST",
    "FULL_LIFE",
    "GAME",
    "GAMES",
    "GUARD_OFF",
    "GUARD_ON",
    "HAS_PRIORITY",
    "LANDED",
    "LIFE",
    "LIFE_AFTER",
    "LIFE_BEFORE",
    "LOCATIONS",
    "OVER",
    "PLAYED_GAME",
    "PLAYED_ROUND",
    "POINTS",
    "POWER",
    "RESULT",
    "ROUND",
    "ROUND_CAP",
    "SETTINGS",
    "TABLE_WIDTH",
    "Ints",
]

# What was agreed (SW-2.1), in the order of the config's first six fields; the others are with what all duels have.
POWER, HAS_PRIORITY, FULL_LIFE, LOCATIONS, GUARD_ON, GUARD_OFF = range(6)

# The last round that was played (SW-3.2).
PLAYED_GAME = 16
"""Column of the game that the last round belonged to, from 1; 0 as long as no round has been played."""
PLAYED_ROUND = 17
RESULT = 18
"""Column of the game's result after the last round: 0 not over, 1 won by seat 0, 2 won by seat 1, 3 drawn."""
SETTINGS = 19
"""First of ten columns: the five fields of each seat's setting in the last round, seat 0 first; see `tables.FIELDS`.

Refused fields have the value that was used instead.
"""
BLOW = SETTINGS + NUM_SEATS * NUM_FIELDS
LANDED = BLOW + 2
"""First of two columns: 1 if the seat's blow was dealt, 0 if the seat was slain before it could strike."""
FIRST = LANDED + 2
"""Column of the seat that struck first; -1 if both struck at once."""
LIFE_BEFORE = FIRST + 1
LIFE_AFTER = LIFE_BEFORE + 2
TABLE_WIDTH = LIFE_AFTER + 2

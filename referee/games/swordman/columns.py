"""The open table of a match as one row of integers: which column holds what.

The kernels play a round on such a row; the digest, the observations and the events of the round are all
read from it. Columns of a pair are followed by the other seat's. Nothing hidden has a column here (SW-6).
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
"""From 1; 0 as long as no round has been played."""
PLAYED_ROUND = 17
RESULT = 18
"""How its game stands after it, see `duel`."""
SETTINGS = 19
"""Five fields a seat, as they counted; see `tables`."""
BLOW = SETTINGS + NUM_SEATS * NUM_FIELDS
LANDED = BLOW + 2
"""1 for a seat whose blow was dealt, 0 for one that was slain before."""
FIRST = LANDED + 2
"""Seat that struck first, or -1."""
LIFE_BEFORE = FIRST + 1
LIFE_AFTER = LIFE_BEFORE + 2
TABLE_WIDTH = LIFE_AFTER + 2

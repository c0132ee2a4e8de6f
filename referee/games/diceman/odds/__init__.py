"""The odds of Diceman (DM-11): exact for a single round, by dynamic programming for the whole game.

`count_rolls` counts the results of all rolls under a config; `round_table` makes the table of a single
round from these counts; `solve_game` computes values and optimal mixtures for all pairs of lives.
"""

from referee.games.diceman.odds.rolls import (
    MAX_ROLL_PAIRS,
    Progress,
    RollCounts,
    count_rolls,
)
from referee.games.diceman.odds.table import Entry, RoundTable, round_table
from referee.games.diceman.odds.whole_game import (
    MAX_LIFE,
    WholeGame,
    check_life,
    solve_game,
)

__all__ = [
    "MAX_LIFE",
    "MAX_ROLL_PAIRS",
    "Entry",
    "RollCounts",
    "Progress",
    "RoundTable",
    "WholeGame",
    "check_life",
    "count_rolls",
    "round_table",
    "solve_game",
]

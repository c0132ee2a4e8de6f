"""Diceman's numbers and names: dice, combinations, what fills a choice."""

from __future__ import annotations

import enum

import numpy as np

from referee.games.diceman.info import NUM_SEATS

__all__ = [
    "MagicScope",
    "COMBO_DICE",
    "COMBO_NAMES",
    "COMBO_OF_DICE",
    "DIE_NAMES",
    "FILL_ORDER",
    "MAGIC",
    "MAX_ENTRIES",
    "MAX_NOTICES",
    "NUM_COMBOS",
    "NUM_DICE",
    "NUM_SEATS",
    "PRIORITY",
    "SCOPES",
    "SHIELD",
    "SO_FAR",
    "SWORD",
    "ReasonCode",
]

# Die ids (DM-3.1).
MAGIC, PRIORITY, SWORD, SHIELD = 0, 1, 2, 3
NUM_DICE = 4
DIE_NAMES = "MPSH"
"""Letter of each die id."""

# Combination ids (DM-3.2).
NUM_COMBOS = 6
COMBO_DICE = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], dtype=np.int64)
"""int64[combo, 2]: the two dice of a combination, the lower id first."""
COMBO_NAMES = ("MP", "MS", "MH", "PS", "PH", "SH")
"""Letters of each combination id."""
COMBO_OF_DICE = {frozenset(pair): combo for combo, pair in enumerate(COMBO_DICE.tolist())}
"""Combination id of two die ids."""


class MagicScope(enum.Enum):
    """Whether damage of earlier priority phases disturbs Magic (DM-5.9.5)."""

    PHASE = 1
    """Only damage of the same phase disturbs it."""
    SO_FAR = 2
    """Damage of earlier phases of the same round does too."""


SCOPES = tuple(scope.name.lower() for scope in MagicScope)
"""Values of `magic_scope` (DM-2.1)."""
SO_FAR = SCOPES.index("so_far")


MAX_ENTRIES = 8
"""Entries of an action that are read (DM-4.5)."""
MAX_NOTICES = MAX_ENTRIES + 2
"""Most notices one action can cause: one an entry, TOO_LONG and INCOMPLETE."""
FILL_ORDER = (SWORD, SHIELD, PRIORITY, MAGIC)
"""Dice that fill an incomplete choice (DM-4.6)."""


class ReasonCode(enum.Enum):
    """Why a part of an action did not count (DM-4.10)."""

    NOT_A_DIE = 1
    """Not one of the ids 0 to 3."""
    DUPLICATE = 2
    """That die is held already."""
    TOO_MANY = 3
    """Two dice are held already."""
    TOO_LONG = 4
    """More than 8 entries; the rest was not read."""
    INCOMPLETE = 5
    """Fewer than two dice named; the rest was filled in."""
    NO_ACTION = 6
    """The deadline passed; sword and shield were played."""
    BAD_FORM = 7
    """The action could not be read; sword and shield were played."""

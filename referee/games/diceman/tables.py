"""Ids, names and bounds of Diceman: dice, combinations, and the codes of refused parts of an action."""

from __future__ import annotations

import enum

import numpy as np

from referee.core.tables import RuleTables
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
    "TABLES",
    "Combo",
    "Die",
    "ReasonCode",
]


class Die(enum.IntEnum):
    """Dice, by die id (DM-3.1)."""

    MAGIC = 0
    PRIORITY = 1
    SWORD = 2
    SHIELD = 3


MAGIC, PRIORITY, SWORD, SHIELD = map(int, Die)
NUM_DICE = len(Die)
DIE_NAMES = "MPSH"
"""Letter of each die, by die id: Magic, Priority, Sword, sHield."""


class Combo(enum.IntEnum):
    """Combinations of two dice, by combination id (DM-3.2)."""

    MAGIC_PRIORITY = 0
    MAGIC_SWORD = 1
    MAGIC_SHIELD = 2
    PRIORITY_SWORD = 3
    PRIORITY_SHIELD = 4
    SWORD_SHIELD = 5


NUM_COMBOS = len(Combo)
COMBO_DICE = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], dtype=np.int64)
"""int64[combo, 2]: ids of the two dice of each combination, the lower id first."""
COMBO_NAMES = ("MP", "MS", "MH", "PS", "PH", "SH")
"""Name of each combination, by combination id: the letters of its two dice."""
COMBO_OF_DICE = {frozenset(pair): combo for combo, pair in enumerate(COMBO_DICE.tolist())}
"""Combination id by the set of its two die ids."""


class MagicScope(enum.Enum):
    """Whether damage of earlier priority phases stops Magic too (DM-5.9.5)."""

    PHASE = 1
    """Only damage of the same phase stops it."""
    SO_FAR = 2
    """Damage of earlier phases of the same round stops it too."""


SCOPES = tuple(scope.name.lower() for scope in MagicScope)
"""Values of the config's `magic_scope`, as text (DM-2.1)."""
SO_FAR = SCOPES.index("so_far")


MAX_ENTRIES = 8
"""Number of entries that are read of an action's list of dice (DM-4.5); the rest is ignored with `TOO_LONG`."""
MAX_NOTICES = MAX_ENTRIES + 2
"""Most notices that one action can cause: one for each entry, one TOO_LONG and one INCOMPLETE."""
FILL_ORDER = (SWORD, SHIELD, PRIORITY, MAGIC)
"""Die ids in the order in which they are added to a choice of fewer than two dice (DM-4.6)."""


class ReasonCode(enum.Enum):
    """Why a part of an action did not count (DM-4.10)."""

    NOT_A_DIE = 1
    """The entry is not one of the die ids 0 to 3."""
    DUPLICATE = 2
    """The die of the entry is held already."""
    TOO_MANY = 3
    """The entry names a third die, but two are held already."""
    TOO_LONG = 4
    """The list has more than 8 entries; the rest was not read."""
    INCOMPLETE = 5
    """Fewer than two dice were named; the missing ones were filled in."""
    NO_ACTION = 6
    """The deadline passed; sword and shield were played."""
    BAD_FORM = 7
    """The action could not be read; sword and shield were played."""


TABLES = RuleTables(
    __name__,
    enums=(Die, Combo),
    fields={"Action.dice": Die, "Roll.combo": Combo},
    lists={"PickCounts.counts": Combo, "Roll.values": Die},
)
"""Names of dice and combinations, which the game publishes to bots and people."""

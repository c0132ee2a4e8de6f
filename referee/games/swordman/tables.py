"""Names and numbers of Swordman: the fields of a setting, and the codes of refused parts of an action."""

from __future__ import annotations

import enum

__all__ = [
    "BAD_PLACE",
    "BAD_VALUE",
    "FIELDS",
    "NOWHERE",
    "NO_FIELD",
    "NO_PRIORITY",
    "NUM_FIELDS",
    "NUM_SEATS",
    "OVER_BUDGET",
    "POWERS",
    "PRIORITY",
    "SHIELD",
    "SHIELD_AT",
    "SWORD",
    "SWORD_AT",
    "ReasonCode",
]

NUM_SEATS = 2
"""Number of seats of each match (SW-1.2)."""

# Fields of a setting, in the order in which they are read (SW-4.4, SW-4.5).
SWORD, SHIELD, PRIORITY, SWORD_AT, SHIELD_AT = range(5)
FIELDS = ("sword", "shield", "priority", "sword_at", "shield_at")
"""Names of the fields of a setting, in the order in which they are read."""
NUM_FIELDS = len(FIELDS)
POWERS = 3
"""Number of fields that hold points: the first three of `FIELDS`; the other two are locations."""
NOWHERE = -1
"""Location of a sword or shield without points (SW-4.5)."""
NO_FIELD = -1
"""Field index of a notice that is about the whole action."""


class ReasonCode(enum.Enum):
    """Why a part of an action did not count (SW-4.9)."""

    BAD_VALUE = 1
    """The points were negative or no integer; 0 was used instead."""
    NO_PRIORITY = 2
    """The config allows no priority; 0 was used instead."""
    OVER_BUDGET = 3
    """More points than the fields before it had left; 0 was used instead."""
    BAD_PLACE = 4
    """The location was missing, out of range, or no integer; the middle location was used instead."""
    NO_ACTION = 5
    """The deadline passed; the default was played."""
    BAD_FORM = 6
    """The action could not be read; the default was played."""


# The codes that are about a field, as numbers for kernels.
BAD_VALUE = ReasonCode.BAD_VALUE.value
NO_PRIORITY = ReasonCode.NO_PRIORITY.value
OVER_BUDGET = ReasonCode.OVER_BUDGET.value
BAD_PLACE = ReasonCode.BAD_PLACE.value

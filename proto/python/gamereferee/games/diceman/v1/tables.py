"""Rule tables of Diceman, as the referee has them. Generated from the game's own; do not edit."""

from __future__ import annotations

import enum
from typing import Final, NamedTuple

__all__ = [
    "Die",
    "Combo",
]


class Die(enum.IntEnum):
    """Dice, by die id (DM-3.1)."""

    MAGIC = 0
    PRIORITY = 1
    SWORD = 2
    SHIELD = 3


class Combo(enum.IntEnum):
    """Combinations of two dice, by combination id (DM-3.2)."""

    MAGIC_PRIORITY = 0
    MAGIC_SWORD = 1
    MAGIC_SHIELD = 2
    PRIORITY_SWORD = 3
    PRIORITY_SHIELD = 4
    SWORD_SHIELD = 5




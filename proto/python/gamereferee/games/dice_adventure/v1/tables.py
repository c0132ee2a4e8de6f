"""Rule tables of Dice Adventure, as the referee has them. Generated from the game's own; do not edit."""

from __future__ import annotations

import enum
from typing import Final, NamedTuple

__all__ = [
    "Character",
]


class Character(enum.IntEnum):
    """Members of a party, by the number that each has on the map (DA-2.2)."""

    DWARF = 1
    GIANT = 2
    HUMAN = 3




"""Columns of Proving Grounds' arrays (PG-3.9)."""

from __future__ import annotations

import enum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Bools", "Bytes", "Ints", "MatchPhase", "Shorts", "Words"]

Ints: TypeAlias = npt.NDArray[np.int32]
Shorts: TypeAlias = npt.NDArray[np.int16]
Bytes: TypeAlias = npt.NDArray[np.int8]
Words: TypeAlias = npt.NDArray[np.uint64]
Bools: TypeAlias = npt.NDArray[np.bool_]

NONE = -1
"""Stands for none: no door, no item, no owner, no creature."""

# Rules: int32[column], the part of the config that is used after the map is made.
WIDTH, DEPTH = 0, 1
# START_GOLD is unused; its column must stay, for digests cover it.
START_GOLD, MAX_HEROES, HIRE_PERIOD, ROUND_CAP = 2, 3, 4, 5
END_ROOMS, LATE_TURN, END_PCT, BONUS_GOLD = 6, 7, 8, 9
MAX_TURNS, MAX_ORDERS = 10, 11
RULES_WIDTH = 12

# Match: int32[column].
TURN = 0
"""From 1; 0 at setup."""
PHASE = 1
"""SETUP, ORDERS or OVER."""
ARRIVALS = 2
"""Number of times that a hero has entered a room or appeared (PG-3.3a)."""
END_CAUSE = 3
"""EndCause; NONE while the match goes on."""
MATCH_WIDTH = 4


class MatchPhase(enum.IntEnum):
    """What all seats are asked for."""

    SETUP = 0
    """A party."""
    ORDERS = 1
    """Orders of a turn."""
    OVER = 2
    """Nothing: the match is over."""


SETUP, ORDERS, OVER = map(int, MatchPhase)

# Rooms: int16[room, column]. Caches follow from CACHES on, first first; 0 where there is none.
EXPLORED = 0
OWNER = 1
"""A seat or NONE."""
TRAP = 2
"""NONE, the seat that set it, or the number of seats for the dungeon."""
HOARD_GOLD, FLOOR_GOLD = 3, 4
CACHES = 5

# Creatures: int16[room, place, column], in their order; NONE for both where there is no living creature.
C_KIND, C_HP = 0, 1

# Seats: int32[seat, column].
GOLD = 0
NUM_HEROES = 1
"""Heroes that have appeared, which is the id of the next."""
SEAT_WIDTH = 2

# Heroes: int32[seat, hero, column]; the place is the id. All zeros for those that have not appeared.
ALIVE, CLASS, ROOM, HP, MANA, ARRIVAL = 0, 1, 2, 3, 4, 5
STATS = 6
"""First of five columns: base characteristics by Stat."""
SLOTS = 11
"""First of four columns: item in the slot, by ItemKind, or NONE."""
WEAPON, ARMOR, CHARM, BATTLEMAGIC = 11, 12, 13, 14
SPELLS = 15
"""Set of regular spells: bit k stands for item KNOCK + k."""
GUARD, POLICY = 16, 17
HERO_WIDTH = 18

# Candidates: int8[candidate, column]: class, then characteristics by Stat; NONE where there is nobody.
# Standing offers: int32[seat, hero, column]; zeros where there is none. Then gems given and wanted.
O_STANDS = 0
"""The turn in which it was made; 0 for no offer."""
O_SEAT, O_HERO = 1, 2
"""To whom."""
O_GIVE_GOLD, O_GIVE_ITEM, O_WANT_GOLD, O_WANT_ITEM = 3, 4, 5, 6
O_GEMS = 7
"""First of 2 K columns: gems given by kind, then gems wanted."""

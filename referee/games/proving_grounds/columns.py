"""Numbers of the columns of the state's arrays, and the arrays' types (PG-3.9)."""

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
"""Value that stands for none in an array: no door, no item, no owner, no creature."""

# Rules: int32[column], the part of the config that is used after the map is made.
WIDTH, DEPTH = 0, 1
# START_GOLD is unused; its column must stay, for digests cover it.
START_GOLD, MAX_HEROES, HIRE_PERIOD, ROUND_CAP = 2, 3, 4, 5
END_ROOMS, LATE_TURN, END_PCT, BONUS_GOLD = 6, 7, 8, 9
MAX_TURNS, MAX_ORDERS = 10, 11
RULES_WIDTH = 12

# Match: int32[column].
TURN = 0
"""Column of `State.match`: number of the turn, from 1; 0 at setup."""
PHASE = 1
"""Column of `State.match`: SETUP, ORDERS or OVER."""
ARRIVALS = 2
"""Column of `State.match`: how often any hero has entered a room or appeared so far (PG-3.3a)."""
END_CAUSE = 3
"""Column of `State.match`: number of the EndCause; NONE while the match goes on."""
MATCH_WIDTH = 4


class MatchPhase(enum.IntEnum):
    """Phases of a match: what all seats are asked for now."""

    SETUP = 0
    """All seats are asked to buy a party."""
    ORDERS = 1
    """All seats are asked for the orders of a turn."""
    OVER = 2
    """Nobody is asked for anything: the match is over."""


SETUP, ORDERS, OVER = map(int, MatchPhase)

# Rooms: int16[room, column]. Caches follow from CACHES on, first first; 0 where there is none.
EXPLORED = 0
OWNER = 1
"""Column of `State.rooms`: seat that owns the room; NONE for nobody."""
TRAP = 2
"""Column of `State.rooms`: NONE without a trap, else the seat that set it; the number of seats for
a trap of the dungeon.
"""
HOARD_GOLD, FLOOR_GOLD = 3, 4
CACHES = 5

# Creatures: int16[room, place, column], in their order; NONE for both where there is no living creature.
C_KIND, C_HP = 0, 1

# Seats: int32[seat, column].
GOLD = 0
NUM_HEROES = 1
"""Column of `State.seats`: number of the seat's heroes that have ever appeared; it is the id of the
next hero.
"""
SEAT_WIDTH = 2

# Heroes: int32[seat, hero, column]; the place is the id. All zeros for those that have not appeared.
ALIVE, CLASS, ROOM, HP, MANA, ARRIVAL = 0, 1, 2, 3, 4, 5
STATS = 6
"""First of five columns of `State.heroes`: base values of the characteristics, by Stat."""
SLOTS = 11
"""First of four columns of `State.heroes`: item in each slot, by ItemKind; NONE for an empty
slot.
"""
WEAPON, ARMOR, CHARM, BATTLEMAGIC = 11, 12, 13, 14
SPELLS = 15
"""Column of `State.heroes`: set of regular spells; bit k stands for item KNOCK + k."""
GUARD, POLICY = 16, 17
HERO_WIDTH = 18

# Candidates: int8[candidate, column]: class, then characteristics by Stat; NONE where there is nobody.
# Standing offers: int32[seat, hero, column]; zeros where there is none. Then gems given and wanted.
O_STANDS = 0
"""Column of `State.offers`: turn in which the offer was made; 0 for no offer."""
O_SEAT, O_HERO = 1, 2
"""Columns of `State.offers`: seat and id of the hero to whom the offer is made."""
O_GIVE_GOLD, O_GIVE_ITEM, O_WANT_GOLD, O_WANT_ITEM = 3, 4, 5, 6
O_GEMS = 7
"""First of 2 K columns of `State.offers`, where K is the number of gem kinds: gems given, by kind,
then gems wanted, by kind.
"""

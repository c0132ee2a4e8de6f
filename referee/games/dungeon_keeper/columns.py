"""Meaning of the columns of Dungeon Keeper's arrays, as their indices by name (DK-3.13)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["NO", "Bools", "Bytes", "Cells", "Ints", "Longs", "Places", "Shorts", "Words"]

Ints: TypeAlias = npt.NDArray[np.int32]
Longs: TypeAlias = npt.NDArray[np.int64]
Shorts: TypeAlias = npt.NDArray[np.int16]
Bytes: TypeAlias = npt.NDArray[np.int8]
Places: TypeAlias = npt.NDArray[np.intp]
"""Indices of cells as row * size + column, or of rows of another array, as NumPy returns them."""
Words: TypeAlias = npt.NDArray[np.uint64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Cells: TypeAlias = npt.NDArray[np.signedinteger[Any]]
"""Planes of a board: int8 if no mine holds more than 127, int16 otherwise."""

NO = -1
"""Stands for "none": no mine, building, owner, rune, source of a status, or cell."""

# Rules: int32[column], what of the config matters once the map is made.
MAX_ROUNDS, UNIT_CAP, STACK_LIMIT = 0, 1, 2
GOLD_PER_AP, IRON_PER_AP, GEM_PER_AP = 3, 4, 5
FOG, SIGHT_RADIUS, ALLIANCES = 6, 7, 8
HERO_ENABLED, HERO_FIRST_ROUND, HERO_CHANCE = 9, 10, 11
HERO_SENSE, HERO_MIN_DISTANCE, HERO_RAZES = 12, 13, 14
MAX_ORDERS, MAX_BATCHES = 15, 16
WANING_ROUND = RULES_OF_OLD = 17
RULES = (
    *("max_rounds", "unit_cap", "stack_limit", "gold_per_ap", "iron_per_ap", "gem_per_ap"),
    *("fog_of_war", "sight_radius", "alliances", "hero_enabled", "hero_first_round", "hero_chance"),
    *("hero_sense", "hero_min_distance", "hero_razes"),
    *("max_orders_per_turn", "max_batches_per_turn", "waning_round"),
)
"""Config fields that the columns of `State.rules` hold, in order."""
# Matches under version 1 have only `RULES_OF_OLD` columns, and `PLANES_OF_OLD` planes: their digests stay.

# Match: int32[column].
ROUND = 0
"""Column of `State.match`: number of the round, from 1."""
TURN = 1
"""Column of `State.match`: place of the acting seat in the turn order, from 0."""
ACTING = 2
"""Column of `State.match`: the acting seat; NO once the match is over."""
BATCH = 3
"""Column of `State.match`: number of batches accepted in this turn."""
ORDERS = 4
"""Column of `State.match`: number of orders counted in this turn, refused ones included."""
OVER = 5
"""Column of `State.match`: 1 if the match has ended, else 0."""
LIGHT_SERIAL = 6
"""Column of `State.match`: number of light units (Heroes and gnomes) created so far."""
HERO_DIRECTION = 7
"""Column of `State.match`: direction in which the Hero wanders: 0 N, 1 E, 2 S, 3 W."""
NUM_ELIMINATED = 8
ALTARS_COUNT = 9
"""Column of `State.match`: 1 if the match ends when one Altar is left.

0 in a scenario in which some seat has no Altar, until an Altar falls (DK-2.20)."""
NUM_ITEMS = 10
"""Column of `State.match`: number of rows of `State.items` in use, rows of items that are gone
included."""
SHOWN = 11
"""Column of `State.match`: 1 if the acting seat's next observation may be a delta, with only what
differs from its last one.
"""
MATCH_WIDTH = 12

# Planes of the board: int8 or int16[plane, row, col].
TERRAIN = 0
MINE_KIND, MINE_LEFT = 1, 2
B_KIND, B_OWNER, B_HP, B_LEVEL, B_AP, B_UPGRADED = 3, 4, 5, 6, 7, 8
B_LOW = PLANES_OF_OLD = 9
"""Plane of the board with the low mark of each Altar, the lowest hit points that it has had
(DK-3.14); also the number of planes in version 1, which lacks it.
"""
NUM_PLANES = 10

# Terrain (DK-3.1); NO is unknown, under fog. A cell is solid if it is not EMPTY.
UNDUG, EMPTY, MINE, BUILDING = 0, 1, 2, 3

# Units: int32[unit, column]. A row without a unit is all zeros; ids begin with 1.
ID, OWNER, CONTROLLER, KIND, ROW, COL, HP, AP = 0, 1, 2, 3, 4, 5, 6, 7
ARTIFACTS, SPIRITS = 8, 9
"""Columns of a unit that hold sets as bits: bit k is set if the unit has the Artifact or Spirit
k."""
RUNE = 10
"""Column of a unit: the Rune that it carries, or NO."""
UPGRADED, TOWER_SLOWED, AP_DEBT, FEAR = 11, 12, 13, 14
CAPTURE_CELL, CAPTURE_POINTS = 15, 16
"""Columns of a unit: the Source that it is capturing, as row * size + col or NO, and the action
points spent on that."""
POISON_TURNS, POISON_SOURCE = 17, 18
STATUS = 19
"""First of 11 columns of a unit, one for each non-stacking Status.

Each holds the seat that the status comes from, or NO if the unit does not have the status."""
BLADE_STACKS, BLADE_TURNS, BLADE_SOURCE = 30, 31, 32
UNIT_WIDTH = 33

# Seats: int32[seat, column].
ALIVE = 0
STOCKS = GOLD = 1
IRON, TALDEAR, MANA = 2, 3, 4
STORE = 5
"""First of four columns of a seat: number of artifacts in its store, by Artifact."""
SPIRITS_HELD = 9
"""First of three columns of a seat: number of spirits that it has not assigned yet, by Spirit."""
RUNES = 12
"""First of three columns of a seat: 1 if the Rune is installed in its Altar, else 0."""
SPELLS = 15
"""First of twelve columns of a seat: 1 if it has researched the Spell, else 0."""
SERIAL = 27
"""Column of a seat: number of units that it has created so far, from which ids are made."""
ALTAR_DAMAGE = 28
ELIMINATED_ORDER = 29
"""Column of a seat: place in the order of eliminations, from 1; 0 for a seat that is still in the
match."""
ALLIES = 30
"""Column of a seat: seats with which it has declared an alliance, as a set of bits."""
SEAT_WIDTH = 31

# Items: int16[item, column], in order of arrival. An item lies on one cell as long as it is; what is
# dropped is a new item.
I_KIND, I_ROW, I_COL, I_PLACE, I_GOLD, I_TALDEAR, I_MANA = 0, 1, 2, 3, 4, 5, 6
I_WIDTH = 7
# I_PLACE: picked up or never there, lying on its cell, or with the Hero (2 for the first he took, 3 ...).
NOWHERE, LYING, WITH_HERO = 0, 1, 2

# Streams: uint64[column].
SEED, DICE_STREAM, HERO_STREAM = 0, 1, 2

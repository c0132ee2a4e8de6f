"""What the columns of Dungeon Keeper's arrays mean (DK-3.13)."""

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
"""Cells as row * size + column, or rows of anything else, as NumPy finds them."""
Words: TypeAlias = npt.NDArray[np.uint64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Cells: TypeAlias = npt.NDArray[np.signedinteger[Any]]
"""Planes of a board: int8 where no mine holds more than that, int16 elsewhere."""

NO = -1
"""Stands for none: no mine, no building, no owner, no rune, no source of a status, no cell."""

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
"""Fields of the config in these columns."""
# Matches under version 1 have only `RULES_OF_OLD` columns, and `PLANES_OF_OLD` planes: their digests stay.

# Match: int32[column].
ROUND = 0
"""From 1."""
TURN = 1
"""Place of the acting seat in the turn order."""
ACTING = 2
"""The acting seat; NO once the match is over."""
BATCH = 3
"""Batches accepted in this turn."""
ORDERS = 4
"""Orders counted in this turn, refused ones included."""
OVER = 5
"""Whether the match has ended."""
LIGHT_SERIAL = 6
"""Light units made so far."""
HERO_DIRECTION = 7
"""Where the Hero wanders: 0 N, 1 E, 2 S, 3 W."""
NUM_ELIMINATED = 8
ALTARS_COUNT = 9
"""Whether a last Altar ends the match; not in a position that began without one, until one falls (DK-2.20)."""
NUM_ITEMS = 10
"""Rows of items in use, those of items that are gone included."""
SHOWN = 11
"""Whether the next observation of the acting seat may be a delta to the one that it was sent last."""
MATCH_WIDTH = 12

# Planes of the board: int8 or int16[plane, row, col].
TERRAIN = 0
MINE_KIND, MINE_LEFT = 1, 2
B_KIND, B_OWNER, B_HP, B_LEVEL, B_AP, B_UPGRADED = 3, 4, 5, 6, 7, 8
B_LOW = PLANES_OF_OLD = 9
"""Low mark of an Altar (DK-3.14)."""
NUM_PLANES = 10

# Terrain (DK-3.1); NO is unknown, under fog. A cell is solid if it is not EMPTY.
UNDUG, EMPTY, MINE, BUILDING = 0, 1, 2, 3

# Units: int32[unit, column]. A row without a unit is all zeros; ids begin with 1.
ID, OWNER, CONTROLLER, KIND, ROW, COL, HP, AP = 0, 1, 2, 3, 4, 5, 6, 7
ARTIFACTS, SPIRITS = 8, 9
"""Sets: bit k stands for kind k."""
RUNE = 10
"""The rune carried, or NO."""
UPGRADED, TOWER_SLOWED, AP_DEBT, FEAR = 11, 12, 13, 14
CAPTURE_CELL, CAPTURE_POINTS = 15, 16
"""The Source being captured as row * size + col, or NO, and action points spent on it."""
POISON_TURNS, POISON_SOURCE = 17, 18
STATUS = 19
"""First of the columns of the non-stacking statuses, by Status: the source seat, or NO if it is absent."""
BLADE_STACKS, BLADE_TURNS, BLADE_SOURCE = 30, 31, 32
UNIT_WIDTH = 33

# Seats: int32[seat, column].
ALIVE = 0
STOCKS = GOLD = 1
IRON, TALDEAR, MANA = 2, 3, 4
STORE = 5
"""First of four columns: artifacts in store by kind."""
SPIRITS_HELD = 9
"""First of three columns: spirits by kind."""
RUNES = 12
"""First of three columns: whether the rune is in the Altar."""
SPELLS = 15
"""First of twelve columns: whether the spell is known."""
SERIAL = 27
"""Units made so far."""
ALTAR_DAMAGE = 28
ELIMINATED_ORDER = 29
"""From 1; 0 for a seat that lives."""
ALLIES = 30
"""Set of seats with which it has declared an alliance."""
SEAT_WIDTH = 31

# Items: int16[item, column], in order of arrival. An item lies on one cell as long as it is; what is
# dropped is a new item.
I_KIND, I_ROW, I_COL, I_PLACE, I_GOLD, I_TALDEAR, I_MANA = 0, 1, 2, 3, 4, 5, 6
I_WIDTH = 7
# I_PLACE: picked up or never there, lying on its cell, or with the Hero (2 for the first he took, 3 ...).
NOWHERE, LYING, WITH_HERO = 0, 1, 2

# Streams: uint64[column].
SEED, DICE_STREAM, HERO_STREAM = 0, 1, 2

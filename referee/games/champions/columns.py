"""What the columns of Champions' arrays mean, and the arrays together as kernels take them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.games.champions.tables import Phase

__all__ = [
    "ACTION",
    "ACTION_WIDTH",
    "ALIVE",
    "BATTLE_TURN",
    "CHAMPION_DIED",
    "COL",
    "COUNT",
    "DAMAGE",
    "ELIMINATED",
    "ENTRIES",
    "EQUIPPED",
    "FIGHTER_WIDTH",
    "F_ACTIONS",
    "F_BATTLE",
    "F_CHAMPION",
    "F_COUNT",
    "F_SURPLUS",
    "GONE",
    "ITEMS_RETURNED",
    "KILLS",
    "LOG_ENTRIES",
    "LOG_SIZE",
    "LOOT_ACTIONS",
    "LOOT_FOUND",
    "LOOT_NOTHING",
    "MAP_SHRUNK",
    "MATCH_WIDTH",
    "MAX_ROUNDS",
    "NUM_BATTLES",
    "NUM_ITEMS",
    "ORDER_WIDTH",
    "OUTLAST",
    "OUT_ROUND",
    "OVER",
    "O_CHAMPION",
    "O_ITEM",
    "O_KIND",
    "O_SLOT",
    "O_WIDTH",
    "PHASE",
    "PHASES",
    "PHASE_NAMES",
    "PREFS",
    "REFUSED",
    "ROUND",
    "ROW",
    "ROYALE",
    "RULES_WIDTH",
    "SCORING",
    "SEAT_WIDTH",
    "SIDE_A",
    "SIDE_B",
    "SIZE",
    "STAGE_AGE",
    "STAGE_ROUNDS",
    "STASH",
    "SURPLUS",
    "SURPLUS_MASK",
    "SURPLUS_REFUSED",
    "TARGET",
    "TERMS_WIDTH",
    "TILE",
    "TILE_REPORT",
    "WHOLE",
    "Board",
    "Bools",
    "Bytes",
    "Ints",
    "Shorts",
    "Words",
]

Ints: TypeAlias = npt.NDArray[np.int32]
Shorts: TypeAlias = npt.NDArray[np.int16]
Bytes: TypeAlias = npt.NDArray[np.int8]
Words: TypeAlias = npt.NDArray[np.uint64]
Bools: TypeAlias = npt.NDArray[np.bool_]

# Rules: int32[column]. The second is 0 where each size has a number of its own; `terms` says what holds.
LOOT_ACTIONS, STAGE_ROUNDS, MAX_ROUNDS = 0, 1, 2
RULES_WIDTH = 3

# Terms: int32[column]: what came with version 2 of the rules. Its first columns are the most rounds of a
# map by its size.
SCORING = 5
TERMS_WIDTH = 6
OUTLAST, ROYALE = 0, 1

# Match: int32[column].
ROUND, SIZE, STAGE_AGE, PHASE, NUM_ITEMS, NUM_BATTLES = 0, 1, 2, 3, 4, 5
MATCH_WIDTH = 6

# Phases in which seats decide, and the end.
MOVE, LOOT, EQUIP, BATTLE = PHASES = tuple(map(int, Phase))
OVER = 4
PHASE_NAMES = ("MOVE", "LOOT", "EQUIP", "BATTLE", "OVER")
"""Name of each phase."""

# Seats: int32[seat, column]. Row and column are -1 once a seat is out.
ALIVE, ROW, COL, KILLS, DAMAGE, OUT_ROUND = 0, 1, 2, 3, 4, 5
SEAT_WIDTH = 6

# Places of items (CH-3.7): tiles 0 to 15 are pools, then stashes and slots of seats.
GONE = -1
STASH, EQUIPPED = 100, 200

# Battles of this round: int8[battle, column].
SIDE_A, SIDE_B, TILE = 0, 1, 2

# Orders: int16[seat, column], as `actions.put_order` writes them.
WHOLE = 0
"""RefusalCode of the order as a whole; 0 if it counts."""
COUNT = 1
"""Entries that are read."""
SURPLUS = 2
"""Entries beyond the bound, at most 65,535; with F_SURPLUS the 16 bits of an unsigned number."""
SURPLUS_MASK = 0xFFFF
ENTRIES = 3

# An equipment order.
O_KIND, O_ITEM, O_CHAMPION, O_SLOT = 0, 1, 2, 3
O_WIDTH = 4

# A fighter entry: battle (-1 if absent), champion (-1 if unreadable), its set.
F_BATTLE, F_CHAMPION, F_COUNT, F_SURPLUS, F_ACTIONS = 0, 1, 2, 3, 4
# An action of a set: what, whom (-1 if absent or unknown), how many preferences, and these.
ACTION, TARGET, PREFS = 0, 1, 2
ACTION_WIDTH = 7
FIGHTER_WIDTH = F_ACTIONS + 4 * ACTION_WIDTH
ORDER_WIDTH = ENTRIES + 8 * FIGHTER_WIDTH

# Log of a step: int32[column], its size and entries as `rules.log` says. Kinds of entries are the places from
# 1 of their records in `EVENTS`; several refusals at once are no record.
LOG_SIZE = 0
LOG_ENTRIES = 1
SURPLUS_REFUSED = 0
REFUSED, LOOT_FOUND, LOOT_NOTHING, TILE_REPORT, BATTLE_TURN = 1, 2, 3, 4, 5
CHAMPION_DIED, ITEMS_RETURNED, ELIMINATED, MAP_SHRUNK = 6, 7, 8, 9


class Board(NamedTuple):
    """The arrays of one match, as kernels take them."""

    rules: Ints
    """int32[column]."""
    seed: Words
    """uint64[1]: the match seed."""
    match: Ints
    """int32[column]."""
    seats: Ints
    """int32[seat, column]."""
    health: Shorts
    """int16[seat, champion]: 0 to the maximum; 0 is dead."""
    slots: Shorts
    """int16[seat, champion, slot]: item instance id; 0 empty."""
    item_kind: Bytes
    """int8[item]: kind by instance id; entry 0 is no item."""
    item_place: Shorts
    """int16[item]: where it is."""
    battles: Bytes
    """int8[battle, column]: those of this round."""
    dice: Words
    """uint64[1]: state of the stream in use."""
    script: Ints
    """int32[column]: scripted dice."""
    log: Ints
    """int32[column]: what has happened in the last step."""
    terms: Ints
    """int32[column]: most rounds by size of the map, and the ranking."""

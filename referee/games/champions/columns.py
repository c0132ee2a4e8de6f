"""Column numbers of Champions' arrays, and the arrays of a match as kernels take them.

Other modules import this one as `c`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.games.champions.tables import (
    MAX_EQUIP_ORDERS,
    MAX_FIGHTER_ENTRIES,
    NUM_TURNS,
    NUM_TYPES,
    Phase,
)

__all__ = ["Board", "Bytes", "Ints", "Shorts", "Words"]

Ints: TypeAlias = npt.NDArray[np.int32]
Shorts: TypeAlias = npt.NDArray[np.int16]
Bytes: TypeAlias = npt.NDArray[np.int8]
Words: TypeAlias = npt.NDArray[np.uint64]

# Rules: int32[column].
LOOT_ACTIONS, STAGE_ROUNDS, MAX_ROUNDS = 0, 1, 2
"""Columns of the array `rules`. No rule reads STAGE_ROUNDS, since `terms` has the lengths of
stages; the column stays because it is part of the digest, and is 0 where each map size has its
own length.
"""

# Terms: int32[column]: what came with version 2 of the rules. Its first columns are the most rounds of a
# map by its size.
SCORING = 5
OUTLAST, ROYALE = 0, 1

# Match: int32[column].
ROUND, SIZE, STAGE_AGE, PHASE, NUM_ITEMS, NUM_BATTLES = 0, 1, 2, 3, 4, 5
MATCH_WIDTH = 6

# Phases in which seats decide, and the end.
MOVE, LOOT, EQUIP, BATTLE, OVER = map(int, Phase)
PHASE_NAMES = tuple(phase.name for phase in Phase)
"""Names of the phases, by phase number; OVER is the state after the end of the match."""

# Seats: int32[seat, column]. Row and column are -1 once a seat is out.
ALIVE, ROW, COL, KILLS, DAMAGE, OUT_ROUND = 0, 1, 2, 3, 4, 5
SEAT_WIDTH = 6

# Places of items (CH-3.7): tiles 0 to 15 are pools, then stashes and slots of seats.
GONE = -1
STASH, EQUIPPED = 100, 200

# Battles of this round: int8[battle, column].
SIDE_A, SIDE_B, TILE = 0, 1, 2

# Orders, by the arrays of `rules.orders`. Of each seat: RefusalCode of the order as a whole, 0 if it counts;
# entries that are read; entries beyond the bound.
WHOLE, COUNT, SURPLUS = range(3)
HEAD_WIDTH = 3
# An equipment order.
EQUIP_KIND, EQUIP_ITEM, EQUIP_CHAMPION, EQUIP_SLOT = range(4)
EQUIP_WIDTH = 4
# A fighter entry: its battle (-1 if absent), its champion (negative if unreadable), and its set.
FIGHTER_BATTLE, FIGHTER_CHAMPION, FIGHTER_COUNT, FIGHTER_SURPLUS = range(4)
FIGHTER_WIDTH = 4
# An action of a set: what, whom (negative if absent or unknown), how many preferences, and these.
ACTION, TARGET, NUM_PREFS, PREFS = range(4)
SET_WIDTH = PREFS + NUM_TYPES

# An order as numbers side by side: how many entries its list has, negative if it is none of the phase, and then
# both steps of a move, or categories, or equipment orders, or fighter entries. Of a fighter entry that is its
# battle, its champion, how many actions its set has, and these.
GIVEN_COUNT, GIVEN_ENTRIES = 0, 1
GIVEN_SET = FIGHTER_SURPLUS
GIVEN_FIGHTER_WIDTH = GIVEN_SET + NUM_TURNS * SET_WIDTH
GIVEN_WIDTH = GIVEN_ENTRIES + max(
    MAX_EQUIP_ORDERS * EQUIP_WIDTH, MAX_FIGHTER_ENTRIES * GIVEN_FIGHTER_WIDTH
)

# Log of a step: int32[column], its size and entries as `rules.log` says. Kinds of entries are the places from
# 1 of their records in `EVENTS`; several refusals at once are no record.
LOG_SIZE = 0
LOG_ENTRIES = 1
SURPLUS_REFUSED = 0
REFUSED, LOOT_FOUND, LOOT_NOTHING, TILE_REPORT, BATTLE_TURN = 1, 2, 3, 4, 5
CHAMPION_DIED, ITEMS_RETURNED, ELIMINATED, MAP_SHRUNK = 6, 7, 8, 9


class Board(NamedTuple):
    """All arrays of one match, bundled so that kernels (compiled functions) take them as one argument."""

    rules: Ints
    """int32[column]: the config values that the rules need; columns LOOT_ACTIONS to MAX_ROUNDS."""
    seed: Words
    """uint64[1]: the match seed."""
    match: Ints
    """int32[column]: round, map size, phase and other numbers of the match; columns ROUND to
    NUM_BATTLES.
    """
    seats: Ints
    """int32[seat, column]: numbers about each seat, such as its position; columns ALIVE to
    OUT_ROUND.
    """
    health: Shorts
    """int16[seat, champion]: health of each champion, 0 (dead) to its maximum."""
    slots: Shorts
    """int16[seat, champion, slot]: instance id of the item in each slot; 0 for an empty slot."""
    item_kind: Bytes
    """int8[item]: kind of each item by its instance id; entry 0 is no item."""
    item_place: Shorts
    """int16[item]: where each item is: GONE (nowhere), a tile index (in the pool, the loot that
    lies on that tile), STASH + seat, or EQUIPPED + seat (in a slot of one of the seat's champions).
    """
    battles: Bytes
    """int8[battle, column]: this round's battles, each with its two seats and its tile; -1 in
    unused rows.
    """
    dice: Words
    """uint64[1]: state of the dice stream in use."""
    script: Ints
    """int32[column]: scripted dice of a test, used in place of random ones: number of results (-1
    for none), rolls so far, mark of a bad result, then the results.
    """
    log: Ints
    """int32[column]: what has happened in the last step, as entries of integers that `rules.log` describes."""
    terms: Ints
    """int32[column]: highest number of rounds by map size, then the scoring (column SCORING)."""

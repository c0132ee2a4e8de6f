"""Arrays of many matches of Proving Grounds, and the working arrays of a turn, as kernels take them.

The kernels of this folder carry out the rules of the folder `rules` for one row of these arrays. All
of them take the table and the row first.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.columns import Bools, Bytes, Ints, Shorts, Words
from referee.games.proving_grounds.state import State

__all__ = [
    "ACTED",
    "BLESSED",
    "FOUGHT",
    "HASTED",
    "IN_STATE",
    "Marks",
    "NUM_CONFLICTS",
    "NUM_OFFERS",
    "RESTS",
    "SEARCHES",
    "SHIELDED",
    "TAKEN",
    "Table",
    "begin_turn",
    "table_of",
]

Marks: TypeAlias = npt.NDArray[np.uint8]

ACTED, FOUGHT, BLESSED, HASTED, SHIELDED, TAKEN, SEARCHES, RESTS = (1 << bit for bit in range(8))
"""Bits of `Table.marks`: what has happened to a hero in this turn; TAKEN: he has an action;
SEARCHES and RESTS: that action is an order to search or to rest.
"""
NUM_CONFLICTS, NUM_OFFERS = 0, 1
"""Columns of `Table.counts`; those of fights are in `fighters` and `fights`."""
_COUNTS = 16


class Table(NamedTuple):
    """Arrays of all matches, by row, then the orders, then working arrays of the one row that is played."""

    rules: Ints
    """int32[row, column]; this and the following are those of `State`, with an axis of rows in front."""
    seed: Words
    match: Ints
    doors: Shorts
    spiked: Bools
    rooms: Shorts
    creatures: Shorts
    hoard_gems: Shorts
    floor_gems: Shorts
    floor_items: Shorts
    seats: Ints
    stash: Shorts
    vault: Shorts
    levels: Bytes
    trap_seen: Bools
    tapped: Bools
    boards: Bytes
    heroes: Ints
    hero_gems: Shorts
    market: Bytes
    candidates: Bytes
    offers: Ints
    given: Ints
    """int32[row, seat, column]: orders, in the columns of the module `layout`."""
    answered: Bools
    """bool[row, seat]: whether the seat has sent a message."""
    refused: Ints
    """int32[row, seat]: number of refused parts of each seat's message; written."""
    default: Ints
    """int32[column]: the default party as a setup message (PG-2.13)."""
    dice: Words
    """uint64[1]: state of the dice stream in use."""
    counts: Ints
    """int32[column]: numbers of conflicts and of offers of this turn."""
    bids: Ints
    """int32[seat, board]: gold that each seat bids on boards that are open (PG-5.2)."""
    passed: Marks
    """uint8[seat, entry]: phase of each hero order that has passed the checks; 0 for others."""
    hires: Ints
    """int32[seat, candidate]: gold that the seat bids; -1 for no bid that has passed the checks."""
    buys: Marks
    """uint8[seat, place]: whether the entry of the seat's purchases has passed the checks."""
    marks: Marks
    """uint8[seat, hero]: bits ACTED to RESTS."""
    came_from: Shorts
    """int16[seat, hero]: room that a hero who has walked in this turn left last; else NONE."""
    entered: Shorts
    """int16[room]: who entered the room in this turn: a seat, or CREATURES; else NONE."""
    noise: Marks
    """uint8[room]: whether NOISE was cast there in this turn."""
    has_conflict: Marks
    """uint8[room]: whether a fight is registered there."""
    conflicts: Shorts
    """int16[place, 2]: room and entering side of each registered fight, in their order."""
    near: Marks
    """uint8[seat, room]: whether the seat's knowledge of the room rises."""
    dealt: Ints
    """int32[offer, column]: trade offers, standing ones last; columns of `trading`."""
    fighters: Ints
    """int32[place, column]: who fights, defenders first; columns of `fights`."""
    listed: Ints
    """int32[list, place]: places of fighters or other numbers, in lists for one purpose each."""


IN_STATE = tuple(
    field.name for field in dataclasses.fields(State) if field.metadata.get("digest", True)
)
"""Names of the arrays that a table has of `State`: all but the scripted dice."""
_NUM_LISTS = 12
_FIGHTER_WIDTH = 24


def table_of(state: State, default: Ints, shape: at.Shape) -> Table:
    """Return a table of matches, with new working arrays.

    Args:
        state: The matches, with an axis of rows in front; the table has the same arrays.
        default: int32[column]: the default party as a setup message.
        shape: Sizes of a message.
    """
    num_rows, seats, heroes, _ = state.heroes.shape
    rooms, creatures, gems = state.rooms.shape[1], state.creatures.shape[2], state.vault.shape[2]
    most = seats * heroes + creatures
    arrays = {name: getattr(state, name) for name in IN_STATE}
    bytes_of = np.uint8
    return Table(
        **arrays,
        given=np.zeros((num_rows, seats, shape.width), np.int32),
        answered=np.zeros((num_rows, seats), np.bool_),
        refused=np.zeros((num_rows, seats), np.int32),
        default=default,
        dice=np.zeros(1, np.uint64),
        counts=np.zeros(_COUNTS, np.int32),
        bids=np.zeros((seats, state.boards.shape[1]), np.int32),
        passed=np.zeros((seats, shape.entries), bytes_of),
        hires=np.zeros((seats, shape.candidates), np.int32),
        buys=np.zeros((seats, shape.slots), bytes_of),
        marks=np.zeros((seats, heroes), bytes_of),
        came_from=np.zeros((seats, heroes), np.int16),
        entered=np.zeros(rooms, np.int16),
        noise=np.zeros(rooms, bytes_of),
        has_conflict=np.zeros(rooms, bytes_of),
        conflicts=np.zeros((2 * rooms, 2), np.int16),
        near=np.zeros((seats, rooms), bytes_of),
        dealt=np.zeros((2 * seats * heroes, 10 + 2 * gems), np.int32),
        fighters=np.zeros((most, _FIGHTER_WIDTH), np.int32),
        listed=np.zeros((_NUM_LISTS, max(2 * most, rooms * 4, 16)), np.int32),
    )


@borrowing
def begin_turn(m: Table, row: int) -> None:
    """Clear the working arrays for a turn in which nothing has happened yet."""
    for seat in range(m.seats.shape[1]):
        m.refused[row, seat] = 0
        for hero in range(m.heroes.shape[2]):
            m.marks[seat, hero] = 0
            m.came_from[seat, hero] = c.NONE
    for room in range(m.rooms.shape[1]):
        m.entered[room] = c.NONE
        m.noise[room] = 0
        m.has_conflict[room] = 0
    m.counts[NUM_CONFLICTS] = 0
    m.counts[NUM_OFFERS] = 0

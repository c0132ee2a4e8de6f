"""Dungeon Keeper's state: one match as arrays. What a column means is said in `columns`."""

from __future__ import annotations

import dataclasses

import numpy as np

from referee.core.digest import hidden_from_digest
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Bytes, Ints, Shorts, Words
from referee.games.dungeon_keeper.tables import LIGHT_UNITS
from referee.kit.dice import no_script

__all__ = ["State", "blank_state"]

_FIRST_ITEMS = 64


@dataclasses.dataclass(slots=True, eq=False)
class State:
    """One match. Everything that the rules know of it is here."""

    rules: Ints
    """int32[column]: what of the config matters once the map is made."""
    streams: Words
    """uint64[column]: the match seed, and states of the two streams of dice; seen by nobody."""
    match: Ints
    """int32[column]: round, whose turn it is and the like."""
    turn_order: Bytes
    """int8[place]: seats in the order of their turns."""
    cells: Shorts
    """int16[plane, row, col]: the board."""
    units: Ints
    """int32[unit, column]; a row is used again after a death."""
    seats: Ints
    """int32[seat, column]."""
    items: Shorts
    """int16[item, column], in order of arrival; it grows when it is full."""
    vision: Bools
    """bool[seat, row, col]: what each seat has in sight (DK-6.20); no seats without fog."""
    memory: Shorts
    """int16[seat, plane, row, col]: the board as each seat has seen it last; no seats without fog."""
    item_memory: Bools
    """bool[seat, item]: items that each seat believes to lie where they lay; no seats without fog."""
    shown_cells: Shorts = dataclasses.field(metadata=hidden_from_digest)
    """int16[plane, row, col]: the board as the acting seat was shown it last, if `SHOWN`."""
    shown_units: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[unit, column]: units as it was shown them, zeros for those out of its sight, if `SHOWN`."""
    shown_seats: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[seat, column]: seats as it was shown them, if `SHOWN`."""
    shown_items: Bools = dataclasses.field(metadata=hidden_from_digest)
    """bool[item]: items that it was shown, if `SHOWN`."""
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: scripted dice."""


def blank_state(rules: Ints, seed: int, num_seats: int, size: int) -> State:
    """Make a match on a board without a hole in it, with nobody and nothing there yet.

    Args:
        rules: int32[column]: see `State.rules`; by its width a match of version 1 is known.
        seed: Match seed, 0..2^64-1.
        num_seats: Seats, 1 to 8.
        size: Rows and columns of the board.
    """
    planes = c.PLANES_OF_OLD if len(rules) == c.RULES_OF_OLD else c.NUM_PLANES
    cells = np.full((planes, size, size), c.NO, np.int16)
    cells[[c.TERRAIN, c.MINE_LEFT, c.B_HP, c.B_LEVEL, c.B_AP, c.B_UPGRADED]] = 0
    cells[c.B_LOW :] = 0
    units = np.zeros((num_seats * int(rules[c.UNIT_CAP]) + LIGHT_UNITS, c.UNIT_WIDTH), np.int32)
    seats = np.zeros((num_seats, c.SEAT_WIDTH), np.int32)
    seats[:, c.ALIVE] = 1
    # Where all is seen nothing need be remembered.
    watchers = num_seats if rules[c.FOG] else 0
    match = np.zeros(c.MATCH_WIDTH, np.int32)
    match[[c.ROUND, c.ALTARS_COUNT]] = 1
    return State(
        rules=rules,
        streams=np.array([seed, 0, 0], np.uint64),
        match=match,
        turn_order=np.arange(num_seats, dtype=np.int8),
        cells=cells,
        units=units,
        seats=seats,
        items=np.zeros((_FIRST_ITEMS, c.I_WIDTH), np.int16),
        vision=np.zeros((watchers, size, size), np.bool_),
        memory=np.full((watchers, planes, size, size), c.NO, np.int16),
        item_memory=np.zeros((watchers, _FIRST_ITEMS), np.bool_),
        shown_cells=np.zeros_like(cells),
        shown_units=np.zeros_like(units),
        shown_seats=np.zeros_like(seats),
        shown_items=np.zeros(_FIRST_ITEMS, np.bool_),
        script=no_script(),
    )

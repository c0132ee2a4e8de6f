"""Dungeon Keeper's state: one match as arrays. What a column means is said in `columns`."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from referee.core.digest import hidden_from_digest
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Bytes, Cells, Ints, Shorts, Words
from referee.games.dungeon_keeper.rules.board.faces import Faces, planes_of
from referee.games.dungeon_keeper.tables import LIGHT_UNITS
from referee.kit.dice import no_script

__all__ = ["State", "blank_state", "doubled", "most_units"]

_FIRST_ITEMS = 64
_FIRST_UNITS = 16


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
    cells: Cells
    """int8 or int16[plane, row, col]: the board; see `narrow`."""
    units: Ints
    """int32[unit, column]; a row is used again after a death. It grows when it is full."""
    seats: Ints
    """int32[seat, column]."""
    items: Shorts
    """int16[item, column], in order of arrival; it grows when it is full."""
    vision: Bools
    """bool[seat, row, col]: what each seat has in sight (DK-6.20); no seats without fog."""
    memory: Faces
    """uint32[seat, row, col]: faces of cells as each seat has seen them last; no seats without fog."""
    item_memory: Bools
    """bool[seat, item]: items that each seat believes to lie where they lay; no seats without fog."""
    shown_cells: Cells | Faces = dataclasses.field(metadata=hidden_from_digest)
    """The board as the acting seat was shown it last, as it is in `Visible.known`; empty unless `SHOWN`."""
    shown_looks: Cells = dataclasses.field(metadata=hidden_from_digest)
    """int8 or int16[row, col]: how its cells looked; empty unless `SHOWN`."""
    shown_units: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[unit, column]: units as it was shown them, zeros for those out of its sight; none unless `SHOWN`."""
    shown_seats: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[seat, column]: seats as it was shown them; none unless `SHOWN`."""
    shown_items: Bools = dataclasses.field(metadata=hidden_from_digest)
    """bool[item]: items that it was shown; none unless `SHOWN`."""
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: scripted dice."""

    def digested(self) -> State:
        """Return the match as it is digested, see `state_digest`.

        The board is int16, there is a row for each unit that there may be, and memory has the planes of the
        board: int16[seat, plane, row, col].
        """
        units = np.zeros((most_units(self), c.UNIT_WIDTH), np.int32)
        units[: len(self.units)] = self.units
        cells = self.cells.astype(np.int16, copy=False)
        watchers, planes, area = len(self.memory), len(cells), cells[0].size
        memory: Any = planes_of(self.memory.reshape(watchers, area), planes)
        memory = memory.reshape(watchers, *cells.shape)
        return dataclasses.replace(self, cells=cells, units=units, memory=memory)

    def narrow(self) -> None:
        """Keep the board of a match that is set up in int8, if it fits.

        What a mine holds only ever becomes less, and in all other planes 100 is the most.
        """
        if self.cells.max() <= np.iinfo(np.int8).max:
            self.cells = self.cells.astype(np.int8)

    def forget_shown(self) -> None:
        """Let the next observation of the acting seat be a whole one; what it was shown is kept no longer."""
        self.match[c.SHOWN] = 0
        if len(self.shown_units):
            self.shown_cells = self.shown_looks = np.zeros((0, 0), np.int8)
            self.shown_units = np.zeros((0, c.UNIT_WIDTH), np.int32)
            self.shown_seats = np.zeros((0, c.SEAT_WIDTH), np.int32)
            self.shown_items = np.zeros(0, np.bool_)


def most_units(state: State) -> int:
    """Return how many units there may be at once."""
    return len(state.seats) * state.rules.item(c.UNIT_CAP) + LIGHT_UNITS


def doubled(rows: np.ndarray, most: int | None = None) -> np.ndarray:
    """Return a copy of rows with as many rows of zeros behind them.

    Args:
        rows: Any array.
        most: Rows at most; None for any number.
    """
    more = rows if most is None else rows[: most - len(rows)]
    return np.concatenate([rows, np.zeros_like(more)])


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
    most = num_seats * int(rules[c.UNIT_CAP]) + LIGHT_UNITS
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
        units=np.zeros((min(_FIRST_UNITS, most), c.UNIT_WIDTH), np.int32),
        seats=seats,
        items=np.zeros((_FIRST_ITEMS, c.I_WIDTH), np.int16),
        vision=np.zeros((watchers, size, size), np.bool_),
        memory=np.zeros((watchers, size, size), np.uint32),
        item_memory=np.zeros((watchers, _FIRST_ITEMS), np.bool_),
        shown_cells=np.zeros((0, 0), np.int8),
        shown_looks=np.zeros((0, 0), np.int8),
        shown_units=np.zeros((0, c.UNIT_WIDTH), np.int32),
        shown_seats=np.zeros((0, c.SEAT_WIDTH), np.int32),
        shown_items=np.zeros(0, np.bool_),
        script=no_script(),
    )

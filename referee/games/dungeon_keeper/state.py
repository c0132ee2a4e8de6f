"""State of a match of Dungeon Keeper as arrays, whose columns are described in `columns`."""

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
    """State of one match: everything that the rules need to know."""

    rules: Ints
    """int32[column]: values of the config that matter once the map is made, in the order of `columns.RULES`."""
    streams: Words
    """uint64[column]: the match seed, and the states of the dice stream and the Hero's stream. No
    seat ever sees them."""
    match: Ints
    """int32[column]: counters of the match such as round, acting seat and batches in this turn."""
    turn_order: Bytes
    """int8[place]: seats in the order of their turns, the same in all rounds."""
    cells: Cells
    """int8 or int16[plane, row, col]: the board, int8 if all values fit (see `narrow`)."""
    units: Ints
    """int32[unit, column]: units of all owners, with zeros in rows without a unit. The row of a
    dead unit is used again; the array grows when it is full."""
    seats: Ints
    """int32[seat, column]: stocks, spells and other attributes of each seat."""
    items: Shorts
    """int16[item, column]: items on the board in order of arrival; grows when it is full."""
    vision: Bools
    """bool[seat, row, col]: cells that each seat has in sight (DK-6.20); no rows without fog."""
    memory: Faces
    """uint32[seat, row, col]: content of each cell as each seat saw it last (see `faces`); no rows
    without fog."""
    item_memory: Bools
    """bool[seat, item]: items that each seat believes still lie where it saw them; no rows without
    fog."""
    shown_cells: Cells | Faces = dataclasses.field(metadata=hidden_from_digest)
    """Board as the acting seat's last observation showed it: int8 or int16[plane, row, col] without fog;
    under fog uint32[row, col], each cell's content as one number (see `faces`).

    Empty unless the match's column `SHOWN` is 1. With the other `shown_` fields it is the base of the next delta."""
    shown_looks: Cells = dataclasses.field(metadata=hidden_from_digest)
    """int8 or int16[row, col]: how each cell looked (undug, empty, mine, building, remembered or
    unknown) in the acting seat's last observation, as an index into `LOOKS`; empty unless `SHOWN`
    is set.
    """
    shown_units: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[unit, column]: units in the acting seat's last observation, zeros for units out of its
    sight; no rows unless `SHOWN` is set."""
    shown_seats: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[seat, column]: seats in the acting seat's last observation; no rows unless `SHOWN` is
    set."""
    shown_items: Bools = dataclasses.field(metadata=hidden_from_digest)
    """bool[item]: whether the acting seat's last observation had the item; empty unless `SHOWN` is
    set."""
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: scripted results of dice, used up before the streams are drawn from: their
    number (-1 for none), rolls so far, mark of a bad result, then the results.
    """

    def digested(self) -> State:
        """Return a copy in the form from which `state_digest` is computed.

        The board is int16, `units` has a row for each unit that there may be, and memory is split
        into the planes of the board: int16[seat, plane, row, col].
        """
        # Lengths of arrays and the board's type must not show in the digest: it is of the match alone.
        units = np.zeros((most_units(self), c.UNIT_WIDTH), np.int32)
        units[: len(self.units)] = self.units
        cells = self.cells.astype(np.int16, copy=False)
        watchers, planes, area = len(self.memory), len(cells), cells[0].size
        memory: Any = planes_of(self.memory.reshape(watchers, area), planes)
        memory = memory.reshape(watchers, *cells.shape)
        return dataclasses.replace(self, cells=cells, units=units, memory=memory)

    def narrow(self) -> None:
        """Convert the board of a match that has been set up to int8, if all its values fit.

        They still fit later: the content of a mine only shrinks, and no other plane exceeds 100.
        """
        # Not for a board with a rich mine, whose content does not fit.
        if self.cells.max() <= np.iinfo(np.int8).max:
            self.cells = self.cells.astype(np.int8)

    def forget_shown(self) -> None:
        """Drop the copy of the acting seat's last observation, so that the next one is no delta."""
        self.match[c.SHOWN] = 0
        # Mostly these arrays are empty already, and need no new ones.
        if len(self.shown_units):
            self.shown_cells = self.shown_looks = np.zeros((0, 0), np.int8)
            self.shown_units = np.zeros((0, c.UNIT_WIDTH), np.int32)
            self.shown_seats = np.zeros((0, c.SEAT_WIDTH), np.int32)
            self.shown_items = np.zeros(0, np.bool_)


def most_units(state: State) -> int:
    """Return the most units that a match can have at once: every seat's cap, and 2 light units."""
    return len(state.seats) * state.rules.item(c.UNIT_CAP) + LIGHT_UNITS


def doubled(rows: np.ndarray, most: int | None = None) -> np.ndarray:
    """Return a copy of an array with as many rows of zeros appended as it has rows.

    Args:
        rows: Any array.
        most: Highest number of rows of the result; None for no limit.
    """
    # Fewer rows than there are if the limit comes first.
    more = rows if most is None else rows[: most - len(rows)]
    return np.concatenate([rows, np.zeros_like(more)])


def blank_state(rules: Ints, seed: int, num_seats: int, size: int) -> State:
    """Make a match on a wholly undug board, without units, mines, buildings and items.

    Args:
        rules: int32[column]: values as in `State.rules`; their number says whether the match is of version 1.
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

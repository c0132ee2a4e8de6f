"""Columns of what the seats of many matches see, filled by kernels: lists of units and buildings, and maps.

They hold what `visibility.columns` makes of the same matches, of which there is no fog: all seats see
the same, and only owners are given as they stand to the seat that looks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing, kernel
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import tables as t
from referee.games.dungeon_keeper.batch.board import Board, board_at, copy_over
from referee.games.dungeon_keeper.batch.units import (
    attack_of,
    cell,
    defence_of,
    max_ap_of,
    max_hp_of,
    unit,
)
from referee.games.dungeon_keeper.columns import Ints, Longs, Shorts
from referee.games.dungeon_keeper.rules.scoring import (
    PER_ALTAR_HP,
    PER_ARTIFACT,
    PER_DAMAGE,
    PER_RUNE,
    PER_SOURCE_LEVEL,
    STOCKS_PER_POINT,
    TALDEAR_WORTH,
)
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NUM_STATUSES,
    Artifact,
    Building,
    Item,
    Spirit,
    Status,
)
from referee.kit.rollout.dtypes import Array

__all__ = ["Blocks", "building_columns", "map_columns", "scores_of_rows", "unit_columns"]

_Narrow: TypeAlias = npt.NDArray[np.int8]

_UNITS_WIDE = (
    *("id", "hp", "ap", "attack", "defence", "max_hp", "max_ap", "fear", "ap_debt"),
    *("capture_cell.row", "capture_cell.col", "capture_points"),
)
"""Columns of units as `_fill_units` numbers them: those of int32."""
_UNITS_NARROW = (
    *("owner", "controller", "kind", "row", "col", "rune.present", "rune", "upgraded"),
    *("tower_slowed", "capture_cell.present", "side", "obeys"),
)
"""Columns of units as `_fill_units` numbers them: those of one byte."""
_SIDE, _OBEYS = 10, 11
_BUILDINGS_WIDE = ("hp", "ap", "low_mark")
_BUILDINGS_NARROW = ("row", "col", "kind", "owner", "level", "upgraded", "side")
_BUILDING_SIDE = 6
_MAPS_WIDE = ("left", "hp")
_MAPS_NARROW = ("look", "mine", "building", "level", "side")
_MAP_SIDE = 4
_LIGHT, _NUM_STATUSES, _ALL_STATUSES = int(LIGHT), int(NUM_STATUSES), len(Status)
_NUM_ARTIFACTS, _NUM_SPIRITS, _NUM_ITEMS = len(Artifact), len(Spirit), len(Item)
_ALTAR, _SOURCE = int(Building.ALTAR), int(Building.SOURCE)
_BLADE, _POISON = int(Status.CURSED_BLADE), int(Status.POISON)


class Blocks:
    """Large arrays that are filled again once nobody holds them: new memory costs as much as filling it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[tuple[int, ...], type], list[Array]] = {}

    def take(self, shape: tuple[int, ...], dtype: type) -> Array:
        """Return an array of any content, which nobody else holds, nor a part of it."""
        kept = self._kept.setdefault((shape, dtype), [])
        for array in kept:
            # Held by the list, by the loop, and by what counts; every part of it holds it as well.
            if sys.getrefcount(array) <= _HELD_BY_NOBODY:
                return array
        made: Array = np.empty(shape, dtype)
        if len(kept) < _MOST_KEPT and made.nbytes <= _MOST_BYTES:
            kept.append(made)
        return made


_HELD_BY_NOBODY = 3
_MOST_KEPT, _MOST_BYTES = 2, 1 << 25
"""How many arrays of a shape are kept, the one returned last and the one being filled, and how large
they may be."""
_Take: TypeAlias = Callable[[tuple[int, ...], type], Array]


def unit_columns(
    boards: Board, rows: Longs, places: int, take: _Take = np.empty
) -> dict[str, Array]:
    """Return the columns of lists of units, without the prefix `units.`, by name.

    Args:
        boards: Arrays of matches side by side.
        rows: int64[n]: indices of the matches.
        places: Length of the lists.
        take: Makes arrays of any content, of a shape and type.
    """
    shape = (len(rows), boards.seats.shape[1], places)
    wide = take((len(_UNITS_WIDE), *shape), np.int32)
    narrow = take((len(_UNITS_NARROW), *shape), np.int8)
    # Sets are bytes of 0 and 1, which are truths as they are.
    artifacts = take((*shape, _NUM_ARTIFACTS), np.int8)
    spirits = take((*shape, _NUM_SPIRITS), np.int8)
    statuses = take((*shape, _ALL_STATUSES), np.int8)
    counts = np.empty(shape[:2], np.int32)
    order = np.empty(boards.units.shape[1], np.int64)
    _fill_units(boards, rows, wide, narrow, artifacts, spirits, statuses, counts, order)
    made: dict[str, Array] = dict(zip(_UNITS_WIDE, wide, strict=True))
    made |= zip(_UNITS_NARROW, narrow, strict=True)
    return made | {
        "artifacts": artifacts,
        "spirits": spirits,
        "statuses": statuses,
        "count": counts,
    }


def building_columns(
    boards: Board, rows: Longs, places: int, take: _Take = np.empty
) -> dict[str, Array]:
    """Return the columns of lists of buildings, without the prefix `buildings.`, by name; see `unit_columns`."""
    shape = (len(rows), boards.seats.shape[1], places)
    wide = take((len(_BUILDINGS_WIDE), *shape), np.int32)
    narrow = take((len(_BUILDINGS_NARROW), *shape), np.int8)
    counts = np.empty(shape[:2], np.int32)
    _fill_buildings(boards, rows, wide, narrow, counts)
    made: dict[str, Array] = dict(zip(_BUILDINGS_WIDE, wide, strict=True))
    return made | dict(zip(_BUILDINGS_NARROW, narrow, strict=True)) | {"count": counts}


def map_columns(boards: Board, rows: Longs, take: _Take = np.empty) -> dict[str, Array]:
    """Return the maps of the board, without the prefix `map.`, by name; see `unit_columns`."""
    seats, size = boards.seats.shape[1], boards.cells.shape[2]
    shape = (len(rows), seats, size, size)
    wide = take((len(_MAPS_WIDE), *shape), np.int32)
    narrow = take((len(_MAPS_NARROW), *shape), np.int8)
    items = take((len(rows), seats, _NUM_ITEMS, size, size), np.int8)
    standing = take((len(rows), seats, 3, size, size), np.int16)
    flat = shape[0], seats, -1
    _fill_maps(
        boards,
        rows,
        wide.reshape(len(wide), *flat),
        narrow.reshape(len(narrow), *flat),
        items.reshape(flat),
        standing.reshape(flat),
    )
    made: dict[str, Array] = dict(zip(_MAPS_WIDE, wide, strict=True))
    made |= zip(_MAPS_NARROW, narrow, strict=True)
    return made | {"items": items, "units": standing}


@borrowing
def _side(owner: int, seat: int, num_seats: int) -> int:
    """Return an owner as it stands to a seat: 1 the seat itself, 2 the next one, and so on."""
    return 1 + (owner - seat) % num_seats if owner >= 0 else owner


@borrowing
def _sort_units(b: Board, order: Longs) -> int:
    """Write the rows of living units in the order of their ids; return how many there are."""
    count = 0
    for at in range(len(b.units)):
        if b.units[at, c.ID] > 0:
            place = count
            while place > 0 and b.units[order[place - 1], c.ID] > b.units[at, c.ID]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = at
            count += 1
    return count


@kernel
def _fill_units(
    boards: Board,
    rows: Longs,
    wide: Ints,
    narrow: _Narrow,
    artifacts: _Narrow,
    spirits: _Narrow,
    statuses: _Narrow,
    counts: Ints,
    order: Longs,
) -> None:
    """Fill the columns of lists of units.

    Args:
        boards: Arrays of matches side by side.
        rows: int64[n]: indices of the matches.
        wide: int32[column, n, seat, place]: written.
        narrow: int8[column, n, seat, place]: written.
        artifacts: int8[n, seat, place, kind]: written.
        spirits: int8[n, seat, place, kind]: written.
        statuses: int8[n, seat, place, kind]: written.
        counts: int32[n, seat]: lengths of the lists; written.
        order: int64[unit]: working array.
    """
    seats = wide.shape[2]
    for n in range(len(rows)):
        b = board_at(boards, rows[n])
        count = min(_sort_units(b, order), wide.shape[3])
        for place in range(count):
            at = order[place]
            _put_numbers(b, at, wide[:, n, 0, place], narrow[:, n, 0, place])
            _put_sets(b, at, artifacts[n, 0, place], spirits[n, 0, place], statuses[n, 0, place])
        counts[n] = count
        _end_list(wide[:, n], count)
        _end_list(narrow[:, n], count)
        _end_sets(artifacts[n], count)
        _end_sets(spirits[n], count)
        _end_sets(statuses[n], count)
        for seat in range(seats):
            for place in range(count):
                at = order[place]
                narrow[_SIDE, n, seat, place] = _side(unit(b, at, c.OWNER), seat, seats)
                narrow[_OBEYS, n, seat, place] = _side(unit(b, at, c.CONTROLLER), seat, seats)


@borrowing
def _end_list(columns: Array, count: int) -> None:
    """Put zeros behind the entries of a list that seat 0 has, and copy all of it for the other seats.

    Args:
        columns: integers[column, seat, entry]: the list's columns; changed in place.
        count: Number of entries.
    """
    for column in range(len(columns)):
        columns[column, 0, count:] = 0
        for seat in range(1, columns.shape[1]):
            copy_over(columns[column, seat], columns[column, 0])


@kernel
def _end_sets(sets: _Narrow, count: int) -> None:
    """Write zeros behind the sets of the first seat, and copy all of them for the other seats.

    Args:
        sets: int8[seat, place, kind].
        count: How many places are in use.
    """
    width = sets.shape[2]
    first = sets[0].reshape(-1)
    first[count * width :] = 0
    for seat in range(1, len(sets)):
        copy_over(sets[seat].reshape(-1), first)


@borrowing
def _put_numbers(b: Board, at: int, wide: Ints, narrow: _Narrow) -> None:
    """Write the numbers of the unit in row `at`, in the order of the columns' names."""
    source, rune, size = unit(b, at, c.CAPTURE_CELL), unit(b, at, c.RUNE), b.cells.shape[1]
    wide[0] = b.units[at, c.ID]
    wide[1] = b.units[at, c.HP]
    wide[2] = b.units[at, c.AP]
    wide[3] = attack_of(b, at)
    wide[4] = defence_of(b, at)
    wide[5] = max_hp_of(b, at)
    wide[6] = max_ap_of(b, at)
    wide[7] = b.units[at, c.FEAR]
    wide[8] = b.units[at, c.AP_DEBT]
    wide[9] = source // size if source != c.NO else 0
    wide[10] = source % size if source != c.NO else 0
    wide[11] = b.units[at, c.CAPTURE_POINTS]
    narrow[0] = b.units[at, c.OWNER]
    narrow[1] = b.units[at, c.CONTROLLER]
    narrow[2] = b.units[at, c.KIND]
    narrow[3] = b.units[at, c.ROW]
    narrow[4] = b.units[at, c.COL]
    narrow[5] = 1 if rune != c.NO else 0
    narrow[6] = rune if rune != c.NO else 0
    narrow[7] = b.units[at, c.UPGRADED]
    narrow[8] = b.units[at, c.TOWER_SLOWED]
    narrow[9] = 1 if source != c.NO else 0


@borrowing
def _put_sets(b: Board, at: int, artifacts: _Narrow, spirits: _Narrow, statuses: _Narrow) -> None:
    """Write the sets of the unit in row `at`: what it bears, what goes with it, its statuses but fear."""
    for kind in range(_NUM_ARTIFACTS):
        artifacts[kind] = (unit(b, at, c.ARTIFACTS) >> kind) & 1
    for kind in range(_NUM_SPIRITS):
        spirits[kind] = (unit(b, at, c.SPIRITS) >> kind) & 1
    statuses[:] = 0
    for status in range(_NUM_STATUSES):
        if b.units[at, c.STATUS + status] != c.NO:
            statuses[status] = 1
    if b.units[at, c.BLADE_STACKS] != 0:
        statuses[_BLADE] = 1
    if b.units[at, c.POISON_TURNS] != 0:
        statuses[_POISON] = 1


@kernel
def _fill_buildings(boards: Board, rows: Longs, wide: Ints, narrow: _Narrow, counts: Ints) -> None:
    """Fill the columns of lists of buildings, row by row; those beyond the list are left out.

    Args:
        boards: Arrays of matches side by side.
        rows: int64[n]: indices of the matches.
        wide: int32[column, n, seat, place]: written.
        narrow: int8[column, n, seat, place]: written.
        counts: int32[n, seat]: lengths of the lists; written.
    """
    size, seats, places = boards.cells.shape[2], wide.shape[2], wide.shape[3]
    for n in range(len(rows)):
        b = board_at(boards, rows[n])
        count = 0
        for row in range(size):
            for col in range(size):
                if b.cells[c.TERRAIN, row, col] == c.BUILDING and count < places:
                    wide[0, n, 0, count] = b.cells[c.B_HP, row, col]
                    wide[1, n, 0, count] = b.cells[c.B_AP, row, col]
                    wide[2, n, 0, count] = b.cells[c.B_LOW, row, col]
                    narrow[0, n, 0, count] = row
                    narrow[1, n, 0, count] = col
                    narrow[2, n, 0, count] = b.cells[c.B_KIND, row, col]
                    narrow[3, n, 0, count] = b.cells[c.B_OWNER, row, col]
                    narrow[4, n, 0, count] = b.cells[c.B_LEVEL, row, col]
                    narrow[5, n, 0, count] = b.cells[c.B_UPGRADED, row, col]
                    count += 1
        counts[n] = count
        _end_list(wide[:, n], count)
        _end_list(narrow[:, n], count)
        for seat in range(seats):
            for place in range(count):
                owner = int(narrow[3, n, 0, place])
                narrow[_BUILDING_SIDE, n, seat, place] = _side(owner, seat, seats)


@kernel
def _fill_maps(
    boards: Board, rows: Longs, wide: Ints, narrow: _Narrow, items: _Narrow, standing: Shorts
) -> None:
    """Fill the maps of the board, whose cells are along one axis.

    Args:
        boards: Arrays of matches side by side.
        rows: int64[n]: indices of the matches.
        wide: int32[column, n, seat, cell]: written.
        narrow: int8[column, n, seat, cell]: written.
        items: int8[n, seat, kind * cell]: whether a kind lies on a cell; written.
        standing: int16[n, seat, side * cell]: units that obey the seat, other seats, the light
            side; written.
    """
    seats, area, size = wide.shape[2], wide.shape[3], boards.cells.shape[2]
    for n in range(len(rows)):
        b = board_at(boards, rows[n])
        cells = b.cells.reshape(c.NUM_PLANES, area)
        # Planes that a cell does not use hold 0, or NO for its kinds.
        copy_over(wide[0, n, 0], cells[c.MINE_LEFT])
        copy_over(wide[1, n, 0], cells[c.B_HP])
        copy_over(narrow[0, n, 0], cells[c.TERRAIN])
        _put_kinds(cells[c.MINE_KIND], narrow[1, n, 0])
        _put_kinds(cells[c.B_KIND], narrow[2, n, 0])
        copy_over(narrow[3, n, 0], cells[c.B_LEVEL])
        items[n, 0, :] = 0
        for item in range(b.match[c.NUM_ITEMS]):
            if b.items[item, c.I_PLACE] == c.LYING:
                place = int(b.items[item, c.I_ROW]) * size + int(b.items[item, c.I_COL])
                items[n, 0, int(b.items[item, c.I_KIND]) * area + place] = 1
        for seat in range(seats):
            if seat > 0:
                for column in range(len(wide)):
                    copy_over(wide[column, n, seat], wide[column, n, 0])
                for column in range(_MAP_SIDE):
                    copy_over(narrow[column, n, seat], narrow[column, n, 0])
                copy_over(items[n, seat], items[n, 0])
            _put_sides(cells, seat, seats, narrow[_MAP_SIDE, n, seat])
            _put_standing(b, seat, area, standing[n, seat])


@borrowing
def _put_kinds(kinds: _Narrow, into: _Narrow) -> None:
    """Write 1 more than each kind, which is 0 where there is none."""
    for place in range(len(into)):
        into[place] = kinds[place] + 1


@borrowing
def _put_sides(cells: _Narrow, seat: int, seats: int, sides: _Narrow) -> None:
    """Write whose the buildings of the board are, as it stands to a seat."""
    sides[:] = 0
    for place in range(len(sides)):
        if cells[c.B_KIND, place] != c.NO:
            sides[place] = _side(int(cells[c.B_OWNER, place]), seat, seats)


@borrowing
def _put_standing(b: Board, seat: int, area: int, standing: Shorts) -> None:
    """Count the units on each cell: those that obey the seat, other seats, the light side."""
    standing[:] = 0
    size = b.cells.shape[1]
    for at in range(len(b.units)):
        if b.units[at, c.ID] > 0:
            controller = unit(b, at, c.CONTROLLER)
            whose = 0 if controller == seat else 1
            if controller == _LIGHT:
                whose = 2
            standing[whose * area + unit(b, at, c.ROW) * size + unit(b, at, c.COL)] += 1


def scores_of_rows(boards: Board, rows: Longs) -> Longs:
    """Return the score of each seat of some matches, 0 for eliminated seats, as int64[n, seat] (DK-7.3)."""
    scores = np.zeros((len(rows), boards.seats.shape[1]), np.int64)
    _score(boards, rows, scores)
    return scores


@kernel
def _score(boards: Board, rows: Longs, scores: Longs) -> None:
    """Add the score of each seat to int64[n, seat] (DK-7.3)."""
    size = boards.cells.shape[2]
    for n in range(len(rows)):
        b = board_at(boards, rows[n])
        for row in range(size):
            for col in range(size):
                owner = cell(b, c.B_OWNER, row, col)
                if owner >= 0:
                    kind = cell(b, c.B_KIND, row, col)
                    if kind == _ALTAR:
                        scores[n, owner] += PER_ALTAR_HP * cell(b, c.B_HP, row, col)
                    elif kind == _SOURCE:
                        scores[n, owner] += PER_SOURCE_LEVEL * cell(b, c.B_LEVEL, row, col)
        for at in range(len(b.units)):
            owner = unit(b, at, c.OWNER)
            if b.units[at, c.ID] > 0 and owner >= 0:
                scores[n, owner] += t.VALUE[b.units[at, c.KIND]]
                for kind in range(_NUM_ARTIFACTS):
                    scores[n, owner] += PER_ARTIFACT * ((unit(b, at, c.ARTIFACTS) >> kind) & 1)
        for seat in range(len(b.seats)):
            scores[n, seat] += _points_of(b, seat)
            if b.seats[seat, c.ALIVE] == 0:
                scores[n, seat] = 0


@borrowing
def _points_of(b: Board, seat: int) -> int:
    """Return a seat's points for Altar damage, artifacts in store, installed runes, stocks."""
    points = PER_DAMAGE * int(b.seats[seat, c.ALTAR_DAMAGE])
    for column in range(c.STORE, c.SPIRITS_HELD):
        points += PER_ARTIFACT * int(b.seats[seat, column])
    for column in range(c.RUNES, c.SPELLS):
        points += PER_RUNE * int(b.seats[seat, column])
    worth = int(b.seats[seat, c.GOLD]) + int(b.seats[seat, c.IRON]) + int(b.seats[seat, c.MANA])
    return points + (worth + TALDEAR_WORTH * int(b.seats[seat, c.TALDEAR])) // STOCKS_PER_POINT

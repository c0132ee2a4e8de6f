"""Observations of many matches as columns: lists of units, buildings, seats; maps of the board.

The columns hold what observations hold, and are made from the same arrays for all matches at once:
without fog from the board and the units, under fog from what a seat has in sight and remembers
(DK-6.20). An owner is given relative to the observing seat, so that a policy need not learn each
seat separately.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Ints
from referee.games.dungeon_keeper.rules.board.units import (
    attacks_in,
    defences_in,
    max_aps_in,
    max_hps_in,
)
from referee.games.dungeon_keeper.rules.scoring import scores_side_by_side
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    LIGHT_UNITS,
    MAX_SEATS,
    Artifact,
    Building,
    Item,
    MineKind,
    Rune,
    Spell,
    Spirit,
    Status,
)
from referee.games.dungeon_keeper.visibility.matches import Matches
from referee.games.dungeon_keeper.visibility.observation import Observation
from referee.games.dungeon_keeper.visibility.records import LOOKS
from referee.kit.columns import Column, ColumnSet
from referee.kit.rollout.columns import RowColumn
from referee.kit.rollout.dtypes import Array

__all__ = ["SightColumns"]

_BUILDINGS, _BUILDINGS_A_SEAT = 16, 16
"""Greatest length of the list of buildings: the first number plus the second one for each seat.
Buildings beyond that are only on the map.
"""
_COUNT = 2**31 - 1

_UNITS = {
    "id": c.ID,
    "owner": c.OWNER,
    "controller": c.CONTROLLER,
    "kind": c.KIND,
    "row": c.ROW,
    "col": c.COL,
    "hp": c.HP,
    "ap": c.AP,
    "fear": c.FEAR,
    "upgraded": c.UPGRADED,
    "tower_slowed": c.TOWER_SLOWED,
    "ap_debt": c.AP_DEBT,
    "capture_points": c.CAPTURE_POINTS,
}
"""Fields of a unit that are copied from columns of the state, each with its column."""
_FOLLOWING: dict[str, Callable[[Ints], Array]] = {
    "attack": attacks_in,
    "defence": defences_in,
    "max_hp": max_hps_in,
    "max_ap": max_aps_in,
}
"""Function that computes the field from a unit's columns, for each field of a unit that is not a
column."""
_BUILT = {
    "kind": c.B_KIND,
    "owner": c.B_OWNER,
    "hp": c.B_HP,
    "level": c.B_LEVEL,
    "ap": c.B_AP,
    "upgraded": c.B_UPGRADED,
    "low_mark": c.B_LOW,
}
"""Fields of a building, each with its plane of the board."""
_HELD: dict[str, Any] = {
    "gold": c.GOLD,
    "iron": c.IRON,
    "taldear": c.TALDEAR,
    "mana": c.MANA,
    "store": slice(c.STORE, c.SPIRITS_HELD),
    "spirits": slice(c.SPIRITS_HELD, c.RUNES),
    "runes": slice(c.RUNES, c.SPELLS),
    "spells": slice(c.SPELLS, c.SPELLS + len(Spell)),
    "altar_damage": c.ALTAR_DAMAGE,
}
"""Fields of a seat's holdings, each with its columns of the state; hidden from other seats under
fog."""
_OF_SEATS = {"alive": c.ALIVE, "eliminated_order": c.ELIMINATED_ORDER, "serial": c.SERIAL}
"""Fields of a seat that all seats know, each with its column of the state."""


class SightColumns:
    """Makes columns of what the seats of many matches see. See `FurtherColumns`.

    Args:
        size: Rows and columns of the board.
        num_seats: Seats of a match.
        unit_cap: Units that a seat may own.
    """

    def __init__(self, size: int, num_seats: int, unit_cap: int) -> None:
        self._size, self._num_seats = size, num_seats
        self._units = num_seats * unit_cap + LIGHT_UNITS
        self._buildings = min(size * size, _BUILDINGS + _BUILDINGS_A_SEAT * num_seats)
        self.most = {
            "turn_order": num_seats,
            "buildings": self._buildings,
            "units": self._units,
            "seats": num_seats,
        }
        """Greatest length of each list of the observation, by the list's name."""
        plain = {column.name for column in ColumnSet(Observation).columns}
        fields = ColumnSet(Observation, self.most).columns
        # Fields outside lists are columns of the game's rows already; here they are only made
        # faster.
        lists = [column for column in fields if column.name not in plain]
        self.columns = tuple(RowColumn(column) for column in (*lists, *self._more()))
        """Columns that are added to those of the game's `Rows`; see `FurtherColumns`."""
        self.quicker = frozenset(plain)
        """Names of columns of the game's `Rows` that this class makes faster; see `FurtherColumns`."""
        self._by_name = {column.name: column for column in (*fields, *self._more())}

    def values(self, states: Sequence[State], names: Sequence[str]) -> dict[str, Array]:
        """Return the named columns, with axes of matches and seats first; see `FurtherColumns`."""
        return self.values_of(Matches(states, self._num_seats, self._size), names)

    def values_of(
        self,
        matches: Matches,
        names: Sequence[str],
        filled: Mapping[str, Array] | None = None,
        scores: Array | None = None,
    ) -> dict[str, Array]:
        """Return the named columns of these matches, with axes of matches and seats first.

        Args:
            matches: The matches.
            names: Column names.
            filled: Columns that are made already, by name: all of a list or map of which there is one.
            scores: int64[match, seat]: the seats' scores; None if they are to be computed.
        """
        ready = {} if filled is None else filled
        parts = {name.partition(".")[0] for name in names}
        parts -= {name.partition(".")[0] for name in ready}
        made: dict[str, Any] = self._heads(matches)
        # Make only what was asked for: each part passes over all units or cells of all matches.
        if "units" in parts:
            made |= self._of_units(matches)
        if "buildings" in parts:
            made |= self._of_buildings(matches)
        if "seats" in parts:
            made |= self._of_seats(matches, scores)
        if "map" in parts:
            made |= self._maps(matches)
        made |= ready
        return {name: self._whole(name, made[name], len(matches.match)) for name in names}

    def _whole(self, name: str, values: Any, num_rows: int) -> Array:
        column = self._by_name[name]
        whole = (num_rows, self._num_seats, *column.shape)
        if isinstance(values, np.ndarray) and values.shape == whole:
            if values.dtype == column.dtype:
                return values
            if values.dtype == np.int8 and column.dtype == np.bool_:
                return values.view(np.bool_)  # bytes of 0 and 1
        array = np.empty(whole, column.dtype)
        # Where all seats see the same, the values have one place on the axis of seats: it is
        # repeated.
        array[...] = values
        return array

    def _more(self) -> list[Column]:
        """Return descriptions of the columns that the observation's fields lack, or have in another form."""
        size, seats = self._size, self._num_seats
        board, units, small = (size, size), (self._units,), np.dtype(np.int8)
        truth = np.dtype(np.bool_)
        side = (
            "1 the seat that looks, 2 the next and so on; -1 neutral, -2 the light side, 0 nothing"
        )

        def kinds(name: str, shape: tuple[int, ...], number: int, about: str) -> Column:
            return Column(name, truth, (*shape, number), 0, 1, about)

        def of(name: str, shape: tuple[int, ...], low: int, high: int, about: str) -> Column:
            dtype = small if high < 1 << 7 else np.dtype(np.int32)
            return Column(name, dtype, shape, low, high, about)

        return [
            of("units.side", units, LIGHT, MAX_SEATS, f"Whose it is: {side}"),
            of("units.obeys", units, LIGHT, MAX_SEATS, f"Whom it obeys: {side}"),
            kinds("units.artifacts", units, len(Artifact), "Whether it bears each artifact"),
            kinds("units.spirits", units, len(Spirit), "Whether each spirit goes with it"),
            kinds("units.statuses", units, len(Status), "Whether it has each status, but fear"),
            of("buildings.side", (self._buildings,), LIGHT, MAX_SEATS, f"Whose it is: {side}"),
            kinds("seats.allies", (seats,), seats, "With whom it has declared an alliance"),
            kinds("seats.holdings.runes", (seats,), len(Rune), "Whether each rune is in the Altar"),
            kinds("seats.holdings.spells", (seats,), len(Spell), "Whether it knows each spell"),
            of("map.look", board, 0, len(LOOKS) - 1, f"Place among {LOOKS}, as in `rows`"),
            of("map.mine", board, 0, len(MineKind), "1 and the kind of the mine there, or 0"),
            of("map.left", board, 0, _COUNT, "What is left in it"),
            of("map.building", board, 0, len(Building), "1 and the kind of the building, or 0"),
            of("map.side", board, LIGHT, MAX_SEATS, f"Whose building it is: {side}"),
            of("map.hp", board, 0, _COUNT, "Its hit points"),
            of("map.level", board, 0, 10, "Level of a Source"),
            Column("map.items", truth, (len(Item), *board), 0, 1, "Whether each kind lies there"),
            Column(
                "map.units",
                np.dtype(np.int16),
                (3, *board),
                0,
                self._units,
                "Units in sight that obey the seat, other seats, the light side",
            ),
        ]

    def _heads(self, m: Matches) -> dict[str, Any]:
        """Return, by name, the columns outside lists and maps, of one value for each seat, such as the round."""
        match, seats = m.match, np.arange(self._num_seats)
        # These values must agree with `observe`, whose observation begins each turn with a whole
        # one.
        acting = match[:, c.ACTING, np.newaxis]
        is_acting = acting == seats
        return {
            "is_delta": is_acting & (match[:, [c.BATCH]] > 0) & (match[:, [c.SHOWN]] > 0),
            "round": match[:, [c.ROUND]],
            "you.present": True,
            "you": seats,
            "acting_seat.present": acting != c.NO,
            "acting_seat": np.maximum(acting, 0),
            "batch.present": is_acting,
            "batch": match[:, [c.BATCH]] * is_acting,
            "orders.present": is_acting,
            "orders": match[:, [c.ORDERS]] * is_acting,
            "turn_order.count": self._num_seats,
            "turn_order": m.turn_order[:, np.newaxis],
        }

    def _of_units(self, m: Matches) -> dict[str, Any]:
        """Return, by name, the columns of units in sight, sorted by id, with zeros behind the last unit."""
        most = np.iinfo(np.int32).max
        # Units out of sight sort behind all others and are cut off: nothing of them may show.
        keys = np.where(m.sees_unit, m.units[:, np.newaxis, :, c.ID], most)
        order = np.argsort(keys, axis=-1)[..., : self._units]
        count = m.sees_unit.sum(axis=-1)
        here = m.sees_unit.shape[:2]
        places = order.shape[-1]
        # As few as any seat sees: most rows of the list are empty.
        used = min(int(count.max(initial=0)), places)
        rows = m.units[np.arange(here[0])[:, np.newaxis, np.newaxis], order[..., :used]]
        is_there = np.arange(used) < count[..., np.newaxis]
        arrays: dict[str, Any] = {name: rows[..., column] for name, column in _UNITS.items()}
        arrays |= {name: follows(rows) for name, follows in _FOLLOWING.items()}
        rune, capture = rows[..., c.RUNE], rows[..., c.CAPTURE_CELL]
        arrays |= {"rune.present": rune != c.NO, "rune": np.maximum(rune, 0)}
        row, col = np.divmod(np.maximum(capture, 0), self._size)
        arrays["capture_cell.present"] = capture != c.NO
        arrays |= {"capture_cell.row": row, "capture_cell.col": col}
        arrays["artifacts"] = _bits(rows[..., c.ARTIFACTS], len(Artifact))
        arrays["spirits"] = _bits(rows[..., c.SPIRITS], len(Spirit))
        arrays["statuses"] = _statuses(rows)
        padded = {
            f"units.{name}": _padded(_zeroed(values, is_there), self._units)
            for name, values in arrays.items()
        }
        for name, owner in (("side", rows[..., c.OWNER]), ("obeys", rows[..., c.CONTROLLER])):
            values = self._side(owner) * is_there
            padded[f"units.{name}"] = _padded(values, self._units)
        return padded | {"units.count": count}

    def _of_buildings(self, m: Matches) -> dict[str, Any]:
        """Return, by name, the columns of buildings, row by row, with zeros behind the last one.

        Without fog all seats share one list.
        """
        planes = m.planes
        is_built = planes[:, c.TERRAIN] == c.BUILDING
        # Counting the built cells gives each its place in a list that is row-major.
        place = is_built.cumsum(axis=1) - 1
        # Buildings beyond the list are left out here; the map has them all.
        is_built &= place < self._buildings
        board, cell = is_built.nonzero()
        at = board, place[board, cell]
        count = is_built.sum(axis=1)
        rows = np.zeros((len(planes), self._buildings, 2 + c.NUM_PLANES), np.int32)
        rows[(*at, 0)], rows[(*at, 1)] = np.divmod(cell, self._size)
        rows[..., 2 : 2 + planes.shape[1]][at] = planes[board, :, cell]
        arrays = {"row": rows[..., 0], "col": rows[..., 1]}
        arrays |= {name: rows[..., 2 + plane] for name, plane in _BUILT.items()}
        named = {f"buildings.{name}": m.by_seat(values) for name, values in arrays.items()}
        owners = m.by_seat(rows[..., 2 + c.B_OWNER])
        is_there = np.arange(self._buildings) < m.by_seat(count)[..., np.newaxis]
        side = self._side(owners) * is_there
        return named | {"buildings.count": m.by_seat(count), "buildings.side": side}

    def _of_seats(self, m: Matches, scores: Array | None) -> dict[str, Any]:
        """Return, by name, the columns of all seats, in seat order.

        Under fog the `holdings` of other seats are 0 (DK-6.20).
        """
        seats, number = m.seats[:, np.newaxis], self._num_seats
        own, every = np.eye(number, dtype=np.bool_), np.ones((number, number), np.bool_)
        knows = own if m.is_foggy else every
        allies = _bits(m.seats[..., c.ALLIES], number)[:, np.newaxis]
        if m.is_foggy:
            # Of others a seat knows what they have declared with it.
            allies = allies & (knows[..., np.newaxis] | own[:, np.newaxis])
        arrays: dict[str, Any] = {"count": number, "seat": np.arange(number), "allies": allies}
        arrays |= {name: seats[..., column] for name, column in _OF_SEATS.items()}
        held: dict[str, Any] = {name: seats[..., columns] for name, columns in _HELD.items()}
        # From the real boards: the mask below lets only known scores through.
        if scores is None:
            scores = scores_side_by_side(m.seats, m.board, m.units)
        held |= {"score": scores[:, np.newaxis], "present": True}
        for name, values in held.items():
            if m.is_foggy:
                values = values * (
                    knows if np.ndim(values) < seats.ndim else knows[..., np.newaxis]
                )
            arrays[f"holdings.{name}"] = values
        return {f"seats.{name}": values for name, values in arrays.items()}

    def _maps(self, m: Matches) -> dict[str, Any]:
        """Return, by name, maps of the board as each seat knows it: one value for each cell."""
        planes, board = m.planes, (self._size, self._size)
        terrain = planes[:, c.TERRAIN]
        is_mine, is_built = terrain == c.MINE, terrain == c.BUILDING
        arrays = {
            "mine": np.where(is_mine, planes[:, c.MINE_KIND] + 1, 0),
            "left": np.where(is_mine, planes[:, c.MINE_LEFT], 0),
            "building": np.where(is_built, planes[:, c.B_KIND] + 1, 0),
            "hp": np.where(is_built, planes[:, c.B_HP], 0),
            "level": np.where(is_built, planes[:, c.B_LEVEL], 0),
        }
        maps = {
            f"map.{name}": m.by_seat(values.reshape(-1, *board)) for name, values in arrays.items()
        }
        owners = m.by_seat(planes[:, c.B_OWNER])
        side = self._side(owners) * m.by_seat(is_built)
        maps["map.side"] = side.reshape(*side.shape[:2], *board)
        maps["map.look"] = m.looks().reshape(-1, m.num_sights, *board)
        return maps | {"map.items": self._items(m), "map.units": self._standing(m)}

    def _items(self, m: Matches) -> Array:
        lying = np.zeros((len(m.match), m.num_sights, len(Item), self._size, self._size), np.bool_)
        row, sight, item = m.sees_item.nonzero()
        # Items of one kind on a cell are one truth: their number is not shown.
        kind, at_row, at_col = m.items[row, item][:, [c.I_KIND, c.I_ROW, c.I_COL]].T
        lying[row, sight, kind, at_row, at_col] = True
        return lying

    def _standing(self, m: Matches) -> Array:
        """Return how many units in sight stand on each cell: int16[match, seat, side, row, col].

        The side is 0 for units that obey the seat, 1 for those of other seats, 2 for the light
        side.
        """
        standing = np.zeros((len(m.match), self._num_seats, 3, self._size, self._size), np.int16)
        sees = np.broadcast_to(m.sees_unit, (len(m.match), self._num_seats, m.units.shape[1]))
        row, seat, unit = sees.nonzero()
        controller, at_row, at_col = m.units[row, unit][:, [c.CONTROLLER, c.ROW, c.COL]].T
        whose = np.where(controller == LIGHT, 2, controller != seat)
        # Plain indexing would count several units of one cell once.
        np.add.at(standing, (row, seat, whose, at_row, at_col), 1)
        return standing

    def _side(self, owners: Array) -> Array:
        """Return owners relative to the observing seat, which is the index on the array's second axis.

        The description of the column `units.side` says what each number stands for.
        """
        seats = np.arange(self._num_seats).reshape(-1, *[1] * (owners.ndim - 2))
        # Counted from the seat that looks, so that a policy sees itself as 1 in every seat.
        side: Array = np.where(owners >= 0, 1 + (owners - seats) % self._num_seats, owners)
        return side


def _zeroed(values: Array, is_there: Bools) -> Array:
    """Return values of units, of any shape, with zeros where `is_there` says that the list has no unit."""
    kept: Array = values * is_there.reshape(*is_there.shape, *[1] * (values.ndim - 3))
    return kept


def _padded(values: Array, places: int) -> Array:
    """Return the values with zeros appended along the third axis, up to the length `places`."""
    array = np.zeros((*values.shape[:2], places, *values.shape[3:]), values.dtype)
    array[:, :, : values.shape[2]] = values
    return array


def _bits(sets: Array, number: int) -> Bools:
    """Return bool[..., member]: whether each set contains the member.

    Args:
        sets: Sets as integers, with bit i for member i.
        number: Number of members that a set may have.
    """
    held: Bools = (sets[..., np.newaxis] >> np.arange(number) & 1) != 0
    return held


def _statuses(rows: Ints) -> Bools:
    """Return bool[..., status]: whether each unit has the status; fear is always False."""
    has = np.zeros((*rows.shape[:-1], len(Status)), np.bool_)
    plain = rows[..., c.STATUS : c.BLADE_STACKS]
    has[..., : plain.shape[-1]] = plain != c.NO
    # Fear has a separate column, `units.fear`.
    has[..., Status.CURSED_BLADE] = rows[..., c.BLADE_STACKS] != 0
    has[..., Status.POISON] = rows[..., c.POISON_TURNS] != 0
    return has

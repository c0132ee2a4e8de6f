"""Observations: what a seat or spectator may see, whole or as a delta (DK-4.13, DK-6.1, 6.20)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Cells, Ints, Shorts
from referee.games.dungeon_keeper.rules.places import Count, SeatNumber
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.visibility.entries import (
    building_of,
    cell_of,
    item_of,
    mine_of,
    seat_of,
    unit_of,
)
from referee.games.dungeon_keeper.visibility.fog import has_fog
from referee.games.dungeon_keeper.visibility.records import (
    LOOKS,
    BuildingSeen,
    CellSeen,
    ItemSeen,
    MineSeen,
    SeatSeen,
    UnitSeen,
)
from referee.games.dungeon_keeper.visibility.visibility import (
    Visible,
    building_rows,
    cell_rows,
    item_rows,
    mine_rows,
    planes_known,
    seat_rows,
    unit_rows,
    visible_to,
)
from referee.kit.flat import LazyRecord

__all__ = ["Observation", "SharedPart", "cells_of", "observe", "observe_public", "remember"]

_SCORED = [c.ID, c.OWNER, c.KIND, c.ARTIFACTS]
"""Columns of a unit that count for its owner's score (DK-7.3)."""
_BUILT = slice(c.B_KIND, c.B_AP)
"""Planes of the board that count for scores: kind, owner, hit points and level of buildings."""
_NOTHING: Shorts = np.empty((0, 0), np.int16)
_NOBODY: Ints = np.empty((0, c.UNIT_WIDTH), np.int32)


@dataclasses.dataclass(slots=True, eq=False)
class SharedPart:
    """Part of an observation that is equal for all seats seeing the same, as rows of numbers."""

    is_delta: bool
    round: int
    acting: int
    """The acting seat; NO once the match is over."""
    size: int
    """Rows and columns of the board."""
    seats: Ints
    turn_order: tuple[int, ...] = ()
    looks: Cells = dataclasses.field(default_factory=lambda: _NOTHING)
    """int8 or int16[row, col]: how each cell looks, as an index into `LOOKS`; empty if the
    observation has no board."""
    mines: Shorts = dataclasses.field(default_factory=lambda: _NOTHING)
    buildings: Shorts = dataclasses.field(default_factory=lambda: _NOTHING)
    items: Shorts = dataclasses.field(default_factory=lambda: _NOTHING)
    cells: Shorts = dataclasses.field(default_factory=lambda: _NOTHING)
    lying: Shorts = dataclasses.field(default_factory=lambda: _NOTHING)
    """int16[item, 3]: row, column and kind of the items on the cells in `cells`."""
    units: Ints = dataclasses.field(default_factory=lambda: _NOBODY)
    gone_units: tuple[int, ...] = ()
    encoded: bytes | None = None
    """Bytes of this part on the wire, stored by the codec when it first encodes it; None until
    then."""


class Observation(LazyRecord):
    """All that a seat may know now (DK-4.13, DK-6.20).

    The events since the seat's last observation are sent along with it, results of orders first.

    A whole observation has everything. A delta has only those cells, units and seats that differ
    from what the seat could see before its last batch, and leaves out the fields marked "Not in a
    delta".
    """

    is_delta: bool
    """Whether this is a delta; else it is a whole observation."""
    round: Count
    """Number of the current round, from 1."""
    you: SeatNumber | None
    """Seat that observes; absent in what spectators see."""
    acting_seat: SeatNumber | None
    """Seat whose turn it is; absent once the match is over."""
    batch: Count | None
    """Number of batches accepted in this turn; only for the acting seat."""
    orders: Count | None
    """Number of orders counted in this turn, refused ones included; only for the acting seat."""
    turn_order: tuple[SeatNumber, ...]
    """Seats in the order of their turns. Not in a delta."""
    rows: tuple[str, ...]
    """Rows of the board, with one character for each cell: '#' undug, '.' empty, 'm' mine, 'b'
    building. Under fog, cells out of sight are as last seen: '%' undug, ',' empty, 'M' mine, 'B'
    building; '?' was never seen. Not in a delta, nor under fog in what spectators see."""
    mines: tuple[MineSeen, ...]
    """Mines, row by row. Not in a delta."""
    buildings: tuple[BuildingSeen, ...]
    """Buildings, row by row. Not in a delta."""
    items: tuple[ItemSeen, ...]
    """Items on the ground, row by row, oldest first within a cell. Not in a delta."""
    cells: tuple[CellSeen, ...]
    """In a delta: cells that have changed, row by row; else empty."""
    units: tuple[UnitSeen, ...]
    """Units in sight, by id; in a delta only those that are new or have changed."""
    gone_units: tuple[Count, ...]
    """In a delta: ids of units that are gone or out of sight; else empty."""
    seats: tuple[SeatSeen, ...]
    """All seats, in order from 0; in a delta only those that have changed."""

    __slots__ = ("own", "shared")

    def __init__(self, shared: SharedPart, own: tuple[int | None, int | None, int | None]) -> None:
        self.shared = shared
        """Part of the observation that all seats that see the same have in common."""
        self.own = own
        """Values of the fields `you`, `batch` and `orders`."""

    def _read(self, name: str) -> Any:
        return _READERS[name](self)


_READERS: dict[str, Callable[[Observation], Any]] = {
    "is_delta": lambda seen: seen.shared.is_delta,
    "round": lambda seen: seen.shared.round,
    "you": lambda seen: seen.own[0],
    "acting_seat": lambda seen: None if seen.shared.acting == c.NO else seen.shared.acting,
    "batch": lambda seen: seen.own[1],
    "orders": lambda seen: seen.own[2],
    "turn_order": lambda seen: seen.shared.turn_order,
    "rows": lambda seen: tuple(["".join([LOOKS[look] for look in row]) for row in seen.shared.looks.tolist()]),
    "mines": lambda seen: tuple(map(mine_of, seen.shared.mines.tolist())),
    "buildings": lambda seen: tuple(map(building_of, seen.shared.buildings.tolist())),
    "items": lambda seen: tuple(map(item_of, seen.shared.items.tolist())),
    "cells": lambda seen: cells_of(seen.shared),
    "units": lambda seen: tuple([unit_of(row, seen.shared.size) for row in seen.shared.units]),
    "gone_units": lambda seen: seen.shared.gone_units,
    "seats": lambda seen: tuple(map(seat_of, seen.shared.seats.tolist())),
}  # fmt: skip


def cells_of(shared: SharedPart) -> tuple[CellSeen, ...]:
    """Return the entries of the changed cells of a delta; none for a whole observation."""
    lying: dict[tuple[int, int], tuple[ItemSeen, ...]] = {}
    for item in map(item_of, shared.lying.tolist()):
        place = item.row, item.col
        lying[place] = (*lying.get(place, ()), item)
    return tuple([cell_of(row, lying) for row in shared.cells.tolist()])


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Return the observations of some seats, in the order of `seats`, sharing equal parts."""
    acting, batches = state.match[[c.ACTING, c.BATCH]].tolist()
    # A turn begins with a whole observation, whatever was shown in the turn before.
    with_delta = batches > 0 and state.match.item(c.SHOWN) > 0
    public: SharedPart | None = None
    observations = []
    for seat in seats:
        if seat == acting and with_delta:
            shared = _delta(state, seat)
        elif has_fog(state):
            shared = _whole(state, seat)
        else:
            # In an open game all see the same, whoever looks.
            shared = public = public or _whole(state, seat)
        asked = (batches, state.match.item(c.ORDERS)) if seat == acting else (None, None)
        observations.append(Observation(shared, (seat, *asked)))
    return observations


def observe_public(state: State) -> Observation:
    """Return what spectators see: without fog all that seats see, else only what all seats know."""
    if not has_fog(state):
        return Observation(_whole(state, 0), (None, None, None))
    shared = _head(state, seat_rows(state, None))
    shared.turn_order = _turn_order(state)
    return Observation(shared, (None, None, None))


def remember(state: State) -> None:
    """Store what the acting seat sees now, so that its next observation can be a delta to it."""
    seat = state.match.item(c.ACTING)
    visible = visible_to(state, seat)
    state.shown_cells = visible.known.copy()
    state.shown_looks = visible.looks.copy()
    # Unseen units become rows of 0: the id 0 later says that the seat had not seen the unit in this row.
    state.shown_units = visible.units * visible.seen[:, np.newaxis]
    state.shown_seats = state.seats.copy()
    state.shown_items = np.zeros(len(state.items), np.bool_)
    state.shown_items[: len(visible.items)] = visible.items
    state.match[c.SHOWN] = 1


def _head(state: State, seats: Ints) -> SharedPart:
    round_number, acting = state.match[[c.ROUND, c.ACTING]].tolist()
    return SharedPart(False, round_number, acting, state.cells.shape[1], seats)


def _turn_order(state: State) -> tuple[int, ...]:
    return tuple(state.turn_order.tolist())


def _whole(state: State, seat: int) -> SharedPart:
    visible = visible_to(state, seat)
    shared = _head(state, seat_rows(state, seat))
    shared.turn_order = _turn_order(state)
    shared.looks = visible.looks.copy()
    shared.mines = mine_rows(visible)
    shared.buildings = building_rows(visible)
    shared.items = item_rows(state, visible)
    shared.units = unit_rows(state, visible.seen)
    return shared


def _delta(state: State, seat: int) -> SharedPart:
    visible = visible_to(state, seat)
    before, now = state.shown_units, state.units
    # Rows that had not been seen were kept as 0, so a unit that comes into sight counts as changed.
    has_changed = _any_of_row(before != now)
    stays = visible.seen & has_changed
    was_seen = before[:, c.ID] > 0
    # If another unit has the row by now, the unit that had it before is gone as well.
    is_gone = was_seen & (~visible.seen | (before[:, c.ID] != now[:, c.ID]))
    cells = _changed_cells(state, visible)
    shared = _head(state, _changed_seats(state, visible, seat, stays | is_gone, cells))
    shared.is_delta = True
    shared.cells = cell_rows(visible, cells)
    if len(shared.cells):
        shared.lying = item_rows(state, visible, cells)
    shared.units = unit_rows(state, stays)
    shared.gone_units = tuple(sorted(before[is_gone, c.ID].tolist()))
    return shared


def _any_of_row(differs: Bools) -> Bools:
    """Return bool[row]: whether any value of the row is True.

    Fast if all are False, as they mostly are.
    """
    found = np.zeros(len(differs), np.bool_)
    (places,) = differs.ravel().nonzero()
    found[places // differs.shape[1]] = True
    return found


def _changed_seats(state: State, visible: Visible, seat: int, units: Bools, cells: Bools) -> Ints:
    others = _touched_seats(state, visible, units, cells)
    if not others:
        return np.empty((0, 2 + c.SEAT_WIDTH), np.int32)
    # Scores follow from board and units. So make the rows of the shown state in the same way and compare, which
    # also finds seats whose score alone has changed.
    every = np.arange(cells.size)
    planes = planes_known(state.shown_cells, every, visible.num_planes)
    shown = dataclasses.replace(
        state,
        cells=planes.reshape(-1, *cells.shape),
        units=state.shown_units,
        seats=state.shown_seats,
    )
    before, now = seat_rows(shown, seat, others), seat_rows(state, seat, others)
    changed: Ints = now[(before != now).any(axis=1)]
    return changed


def _touched_seats(state: State, visible: Visible, units: Bools, cells: Bools) -> list[int]:
    """Return the seats whose row of an observation may have changed, the score included.

    It may name too many seats, never too few.

    Args:
        state: The match.
        visible: What the observing seat sees now.
        units: bool[unit]: units that have changed, appeared or gone.
        cells: bool[row, col]: cells that have changed.
    """
    # Most orders touch no seat. This test may name too many seats, never too few: others are not compared.
    touched = (state.shown_seats != state.seats).any(axis=1).nonzero()[0].tolist()
    (at,) = units.nonzero()
    before = state.shown_units[at][:, _SCORED]
    now = state.units[at][:, _SCORED] * visible.seen[at, np.newaxis]
    for rows in (before, now):
        touched += rows[(before != now).any(axis=1), _SCORED.index(c.OWNER)].tolist()
    (places,) = cells.ravel().nonzero()
    if len(places):
        shown = planes_known(state.shown_cells, places, visible.num_planes)
        known = visible.planes(places)
        built = (shown[_BUILT] != known[_BUILT]).any(axis=0)
        touched += [*shown[c.B_OWNER, built].tolist(), *known[c.B_OWNER, built].tolist()]
    return sorted({seat for seat in touched if seat >= 0})


def _changed_cells(state: State, visible: Visible) -> Bools:
    # What is known of a cell may be the same, and yet it has gone out of sight.
    changed: Bools = state.shown_looks != visible.looks
    (places,) = (state.shown_cells != visible.known).ravel().nonzero()
    changed.ravel()[places % changed.size] = True
    (others,) = (visible.items != state.shown_items[: len(visible.items)]).nonzero()
    changed[state.items[others, c.I_ROW], state.items[others, c.I_COL]] = True
    return changed

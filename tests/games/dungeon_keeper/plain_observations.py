"""Observations of Dungeon Keeper made record by record, straight from the state, with nothing remembered.

The plain way, by which messages are proven that are written from rows: `message_of` writes what it makes with
the writer of the schema.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools, Cells
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.visibility.fog import has_fog
from referee.games.dungeon_keeper.visibility.records import (
    BuildingSeen,
    CellSeen,
    ItemSeen,
    MineSeen,
    SeatSeen,
    UnitSeen,
)
from referee.games.dungeon_keeper.wire.codec import SCHEMA
from tests.games.dungeon_keeper.plain_entries import (
    Visible,
    building_entries,
    cell_entries,
    item_entries,
    mine_entries,
    row_texts,
    seat_entries,
    unit_entries,
    visible_to,
)
from tests.games.dungeon_keeper.plain_faces import board_of_faces

__all__ = ["message_of", "plain_observation", "plain_public"]


class Observation(NamedTuple):
    """The fields of an observation."""

    is_delta: bool = False
    round: int = 0
    you: int | None = None
    acting_seat: int | None = None
    batch: int | None = None
    orders: int | None = None
    turn_order: tuple[int, ...] = ()
    rows: tuple[str, ...] = ()
    mines: tuple[MineSeen, ...] = ()
    buildings: tuple[BuildingSeen, ...] = ()
    items: tuple[ItemSeen, ...] = ()
    cells: tuple[CellSeen, ...] = ()
    units: tuple[UnitSeen, ...] = ()
    gone_units: tuple[int, ...] = ()
    seats: tuple[SeatSeen, ...] = ()


_SCORED = [c.ID, c.OWNER, c.KIND, c.ARTIFACTS]
"""Columns of units that count for the score (DK-7.3)."""
_BUILT = slice(c.B_KIND, c.B_AP)
"""Planes of the board that do: kind, owner, hit points and level of buildings."""


def plain_observation(state: State, seat: int) -> Observation:
    """Return what a seat may know."""
    acting, batches = state.match[[c.ACTING, c.BATCH]].tolist()
    if seat == acting and batches > 0 and state.match.item(c.SHOWN) > 0:
        seen = _delta(state, seat)
    else:
        seen = _whole(state, seat)
    seen = seen._replace(you=seat)
    return (
        seen._replace(batch=batches, orders=state.match.item(c.ORDERS)) if seat == acting else seen
    )


def plain_public(state: State) -> Observation:
    """Return what everybody may know."""
    if has_fog(state):
        return _head(state, seat_entries(state, None))._replace(turn_order=_turn_order(state))
    return _whole(state, 0)


def message_of(seen: Observation) -> bytes:
    """Return an observation as the writer of the schema has it."""
    return SCHEMA.writer(SCHEMA.observation)(seen)


def _head(state: State, seats: tuple[SeatSeen, ...]) -> Observation:
    acting = state.match.item(c.ACTING)
    acting_seat = None if acting == c.NO else acting
    return Observation(round=state.match.item(c.ROUND), acting_seat=acting_seat, seats=seats)


def _turn_order(state: State) -> tuple[int, ...]:
    return tuple(state.turn_order.tolist())


def _whole(state: State, seat: int) -> Observation:
    visible = visible_to(state, seat)
    return _head(state, seat_entries(state, seat))._replace(
        turn_order=_turn_order(state),
        rows=row_texts(visible),
        mines=mine_entries(visible),
        buildings=building_entries(visible),
        items=item_entries(state, visible),
        units=unit_entries(state, np.flatnonzero(visible.units[:, c.ID]).tolist()),
    )


def _delta(state: State, seat: int) -> Observation:
    visible = visible_to(state, seat)
    cells = _changed_cells(state, visible)
    before, now = state.shown_units, visible.units
    changed = (before != now).any(axis=1)
    stays = changed & (now[:, c.ID] > 0)
    # A row that another unit has by now tells of one that is gone as well.
    is_gone = (before[:, c.ID] > 0) & (before[:, c.ID] != now[:, c.ID])
    return _head(state, _changed_seats(state, visible, seat))._replace(
        is_delta=True,
        cells=cell_entries(state, visible, cells),
        units=unit_entries(state, np.flatnonzero(stays).tolist()),
        gone_units=tuple(sorted(before[is_gone, c.ID].tolist())),
    )


def _changed_seats(state: State, visible: Visible, seat: int) -> tuple[SeatSeen, ...]:
    others = _touched_seats(state, visible)
    if not others:
        return ()
    shown = dataclasses.replace(
        state, cells=_shown_cells(state), units=state.shown_units, seats=state.shown_seats
    )
    before, now = seat_entries(shown, seat, others), seat_entries(state, seat, others)
    return tuple([new for old, new in zip(before, now, strict=True) if old != new])


def _touched_seats(state: State, visible: Visible) -> list[int]:
    """Return the seats of which anything may have changed, their scores included; of most orders none."""
    touched = np.flatnonzero((state.shown_seats != state.seats).any(axis=1)).tolist()
    before, now = state.shown_units, visible.units
    units = (before[:, _SCORED] != now[:, _SCORED]).any(axis=1)
    shown_cells = _shown_cells(state)
    cells = (shown_cells[_BUILT] != visible.cells[_BUILT]).any(axis=0)
    for owners in (
        before[units, c.OWNER],
        now[units, c.OWNER],
        shown_cells[c.B_OWNER][cells],
        visible.cells[c.B_OWNER][cells],
    ):
        touched += owners.tolist()
    return sorted({seat for seat in touched if seat >= 0})


def _shown_cells(state: State) -> Cells:
    """What `Visible.cells` was."""
    shown: Any = state.shown_cells
    return board_of_faces(shown, len(state.cells)) if has_fog(state) else shown


def _changed_cells(state: State, visible: Visible) -> Bools:
    before = _shown_cells(state)
    changed: Bools = (before[c.TERRAIN + 1 :] != visible.cells[c.TERRAIN + 1 :]).any(axis=0)
    # Terrain as it looks: a cell may have gone out of sight.
    changed |= state.shown_looks != visible.looks
    others = np.flatnonzero(visible.items != state.shown_items[: len(visible.items)])
    changed[state.items[others, c.I_ROW], state.items[others, c.I_COL]] = True
    return changed

"""What one seat may see, and what everybody may (DK-4.13, DK-6.1, DK-6.20): the whole, or what has changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools
from referee.games.dungeon_keeper.sight.fog import has_fog
from referee.games.dungeon_keeper.sight.records import Observation, SeatSeen
from referee.games.dungeon_keeper.sight.visibility import (
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
from referee.games.dungeon_keeper.state import State

__all__ = ["Observation", "observe", "observe_public", "remember"]

_SCORED = [c.ID, c.OWNER, c.KIND, c.ARTIFACTS]
"""Columns of units that count for the score (DK-7.3)."""
_BUILT = slice(c.B_KIND, c.B_AP)
"""Planes of the board that do: kind, owner, hit points and level of buildings."""


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Return the observations of a match, in the order of `seats`; what they share is made once."""
    acting, batches = state.match[[c.ACTING, c.BATCH]].tolist()
    # A turn begins with a whole observation, whatever was shown in the turn before.
    with_delta = batches > 0 and state.match.item(c.SHOWN) > 0
    shared: Observation | None = None
    observations = []
    for seat in seats:
        if seat == acting and with_delta:
            seen = _delta(state, seat)
        elif has_fog(state):
            seen = _whole(state, seat)
        else:
            # In an open game all see the same, whoever looks.
            seen = shared = shared or _whole(state, seat)
        seen = seen._replace(you=seat)
        if seat == acting:
            seen = seen._replace(batch=batches, orders=state.match.item(c.ORDERS))
        observations.append(seen)
    return observations


def observe_public(state: State) -> Observation:
    """Return what everybody may see: all that every seat sees, under fog who lives and whose turn it is."""
    if has_fog(state):
        return _head(state, seat_entries(state, None))._replace(turn_order=_turn_order(state))
    return _whole(state, 0)


def remember(state: State) -> None:
    """Keep what the acting seat sees now, so that its next observation may be told by what differs."""
    seat = state.match.item(c.ACTING)
    visible = visible_to(state, seat)
    state.shown_cells[...] = visible.cells
    # In place of the terrain how it looks, which tells what is in sight.
    state.shown_cells[c.TERRAIN] = visible.looks
    state.shown_units[...] = visible.units
    state.shown_seats[...] = state.seats
    state.shown_items[...] = False
    state.shown_items[: len(visible.items)] = visible.items
    state.match[c.SHOWN] = 1


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
        state, cells=state.shown_cells, units=state.shown_units, seats=state.shown_seats
    )
    before, now = seat_entries(shown, seat, others), seat_entries(state, seat, others)
    return tuple([new for old, new in zip(before, now, strict=True) if old != new])


def _touched_seats(state: State, visible: Visible) -> list[int]:
    """Return the seats of which anything may have changed, their scores included; of most orders none."""
    touched = np.flatnonzero((state.shown_seats != state.seats).any(axis=1)).tolist()
    before, now = state.shown_units, visible.units
    units = (before[:, _SCORED] != now[:, _SCORED]).any(axis=1)
    cells = (state.shown_cells[_BUILT] != visible.cells[_BUILT]).any(axis=0)
    for owners in (
        before[units, c.OWNER],
        now[units, c.OWNER],
        state.shown_cells[c.B_OWNER][cells],
        visible.cells[c.B_OWNER][cells],
    ):
        touched += owners.tolist()
    return sorted({seat for seat in touched if seat >= 0})


def _changed_cells(state: State, visible: Visible) -> Bools:
    before = state.shown_cells
    changed: Bools = (before[c.TERRAIN + 1 :] != visible.cells[c.TERRAIN + 1 :]).any(axis=0)
    # Terrain as it looks: a cell may have gone out of sight.
    changed |= before[c.TERRAIN] != visible.looks
    others = np.flatnonzero(visible.items != state.shown_items[: len(visible.items)])
    changed[state.items[others, c.I_ROW], state.items[others, c.I_COL]] = True
    return changed

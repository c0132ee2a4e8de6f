"""How heroes leave a fight, as kernels: by policy, or when it is broken off (PG-5.26 to PG-5.29)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import fighters as f
from referee.games.proving_grounds.batch.basics import (
    door_place,
    entry_room,
    is_accessible,
    is_hostile,
    spiked_to,
)
from referee.games.proving_grounds.batch.deaths import come_into
from referee.games.proving_grounds.batch.fighters import remove
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.tables import CREATURES, MAX_LEVEL, Policy

__all__ = ["break_off", "retreat"]

_NEVER, _WOUNDED = int(Policy.NEVER), int(Policy.WOUNDED)
_LEAVING = 7
"""List of `Table.listed` with whether each fighter leaves."""
_WITH_COMPANY, _OWNED, _KNOWN = range(3)
"""Kinds of refuges, best first (PG-5.28)."""


@borrowing
def retreat(m: Table, row: int, room: int, side: int) -> None:
    """Move out all heroes of a side whose policy says so; a hero stays if he has no refuge (PG-5.26)."""
    # All are marked before the first leaves, but each refuge is found in turn, for an earlier retreat may change it.
    for one in range(m.counts[f.NUM_FIGHTERS]):
        is_there = m.fighters[one, f.SIDE] == side and not m.fighters[one, f.GONE]
        m.listed[_LEAVING, one] = 1 if is_there and _wants_to_leave(m, one, side) else 0
    for one in range(m.counts[f.NUM_FIGHTERS]):
        if m.listed[_LEAVING, one]:
            seat, hero = m.fighters[one, f.SEAT], m.fighters[one, f.ID]
            refuge = _refuge_of(m, row, seat, hero, room)
            if refuge != c.NONE:
                remove(m, one)
                come_into(m, row, seat, hero, refuge)


@borrowing
def _wants_to_leave(m: Table, one: int, side: int) -> bool:
    policy = m.fighters[one, f.POLICY]
    if m.fighters[one, f.SEAT] == CREATURES or policy == _NEVER:
        return False
    is_wounded = policy == _WOUNDED and 2 * m.fighters[one, f.HP] <= m.fighters[one, f.MOST_HP]
    return bool(m.counts[f.SUFFERED + side] or is_wounded)


@borrowing
def break_off(m: Table, row: int, room: int) -> None:
    """End a fight at the round cap: heroes go to their refuge, or home without one (PG-5.29).

    Against creatures all heroes leave; between seats only the entrants do.
    """
    is_against_creatures = False
    for one in range(m.counts[f.NUM_FIGHTERS]):
        if m.fighters[one, f.SEAT] == CREATURES:
            is_against_creatures = True
    for side in (f.DEFENDERS, f.ENTRANTS):
        if side == f.DEFENDERS and not is_against_creatures:
            continue
        for one in range(m.counts[f.NUM_FIGHTERS]):
            seat, hero = m.fighters[one, f.SEAT], m.fighters[one, f.ID]
            if m.fighters[one, f.SIDE] != side or m.fighters[one, f.GONE] or seat == CREATURES:
                continue
            refuge = _refuge_of(m, row, seat, hero, room)
            # Home however far it is: two sides must not stay in one room over the turn.
            remove(m, one)
            home = entry_room(m, row, seat)
            come_into(m, row, seat, hero, home if refuge == c.NONE else refuge)


@borrowing
def _refuge_of(m: Table, row: int, seat: int, hero: int, room: int) -> int:
    """Return the room to which a hero who leaves a fight goes; NONE if there is none (PG-5.28)."""
    came_from = int(m.came_from[seat, hero])
    if door_place(m, row, room, came_from) != c.NONE and _is_fit(m, row, seat, room, came_from):
        return came_from
    places, num_seats = m.doors.shape[2], m.seats.shape[1]
    is_hall = room == m.rooms.shape[1] - 1
    for choice in range(3):
        for turn in range(num_seats if is_hall else places):
            # The doors of the hall are in the order that starts with the seat's own sector (PG-2.5).
            other = int(m.doors[row, room, (seat + turn) % num_seats if is_hall else turn])
            if other == c.NONE:
                continue
            if choice == _KNOWN:
                is_choice = m.levels[row, seat, other] == MAX_LEVEL
            else:
                is_choice = m.rooms[row, other, c.OWNER] == seat
            if is_choice and choice == _WITH_COMPANY:
                is_choice = _is_in(m, row, seat, other)
            if is_choice and _is_fit(m, row, seat, room, other):
                return other
    return c.NONE


@borrowing
def _is_in(m: Table, row: int, seat: int, room: int) -> bool:
    for hero in range(m.seats[row, seat, c.NUM_HEROES]):
        if m.heroes[row, seat, hero, c.ALIVE] and m.heroes[row, seat, hero, c.ROOM] == room:
            return True
    return False


@borrowing
def _is_fit(m: Table, row: int, seat: int, room: int, other: int) -> bool:
    return (
        is_accessible(m, row, seat, other)
        and not spiked_to(m, row, room, other)
        and not is_hostile(m, row, seat, other)
        and not m.noise[other]
        and not m.has_conflict[other]
    )

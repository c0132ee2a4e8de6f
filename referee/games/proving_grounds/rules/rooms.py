"""Rooms of Proving Grounds, their doors, and their creatures (PG-2.4, PG-2.5, PG-3.5)."""

from __future__ import annotations

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.heroes import seats_in
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    CREATURES_TABLE,
    MAX_LEVEL,
    Creature,
    Direction,
)

__all__ = [
    "add_spikes",
    "caches_of",
    "creatures_in",
    "door_place",
    "doors_of",
    "familiar",
    "has_creatures",
    "hall",
    "home_of",
    "is_accessible",
    "is_hostile",
    "is_neighbour",
    "is_spiked",
    "neighbour",
    "num_rooms_of",
    "num_unexplored",
    "raise_level",
    "remove_spikes",
    "seats_at_level",
    "watch_of",
]


def hall(state: State) -> int:
    """Return the number of the central hall, which is the last room."""
    return len(state.rooms) - 1


def neighbour(num_seats: int, width: int, depth: int, room: int, direction: Direction) -> int:
    """Return the room next to a room in a direction, with or without a door.

    NONE beyond the edge (PG-2.5).

    Args:
        num_seats: Number of seats, which is the number of sectors.
        width: Number of columns of a sector.
        depth: Number of rows of a sector.
        room: A room that is not the hall.
        direction: Direction in which the neighbour lies.
    """
    sector, place = divmod(room, width * depth)
    row, column = divmod(place, width)
    if direction == Direction.OUT:
        return room - width if row else c.NONE
    if direction == Direction.IN:
        return room + width if row < depth - 1 else num_seats * width * depth
    # Sectors form a ring: behind the last column is the first column of the next sector.
    step = 1 if direction == Direction.RIGHT else -1
    moved = column + step
    sector = (sector + moved // width) % num_seats
    return (sector * depth + row) * width + moved % width


def is_neighbour(state: State, room: int, other: int) -> bool:
    """Return whether a door, spiked or not, joins two rooms; False for numbers that are no room."""
    return door_place(state, room, other) != c.NONE


def door_place(state: State, room: int, other: int) -> int:
    """Return the index in `State.doors[room]` of the door to another room; NONE without a door.

    Numbers that are no room have no door.
    """
    # Orders name any integers. Places without a door hold -1, so a search for -1 would find one.
    if not 0 <= room < len(state.doors) or other < 0:
        return c.NONE
    places: list[int] = state.doors[room].tolist()
    return places.index(other) if other in places else c.NONE


def doors_of(state: State, room: int, seat: int) -> list[int]:
    """Return the rooms behind the doors of a room, in door order (PG-2.5).

    The doors of the hall are in the order that starts with the seat's own sector.
    """
    places: list[int] = state.doors[room].tolist()
    if room == hall(state):
        num_seats = len(state.seats)
        # Door order decides ties; it starts at the seat's sector, so that no seat has an advantage by its number.
        places = [places[(seat + turn) % num_seats] for turn in range(num_seats)]
    return [other for other in places if other != c.NONE]


def is_spiked(state: State, room: int, other: int) -> bool:
    """Return whether the door between two neighbours is spiked."""
    return state.spiked.item(room, door_place(state, room, other))


def add_spikes(state: State, room: int, other: int) -> None:
    """Spike the door between two neighbours, on both sides."""
    _set_spikes(state, room, other, spiked=True)


def remove_spikes(state: State, room: int, other: int) -> None:
    """Free the door between two neighbours of spikes, on both sides."""
    _set_spikes(state, room, other, spiked=False)


def _set_spikes(state: State, room: int, other: int, *, spiked: bool) -> None:
    # Each side of a door has its own entry. They must never differ, for `is_spiked` reads only one.
    state.spiked[room, door_place(state, room, other)] = spiked
    state.spiked[other, door_place(state, other, room)] = spiked


def home_of(state: State, room: int) -> int:
    """Return the seat whose entry room this is; NONE if the room is no entry room."""
    width, depth = state.rules.item(c.WIDTH), state.rules.item(c.DEPTH)
    # The hall divides into a sector beyond the last one; the bound on `seat` keeps it nobody's
    # home.
    seat, place = divmod(room, width * depth)
    return seat if place == width // 2 and seat < len(state.seats) else c.NONE


def is_accessible(state: State, seat: int, room: int) -> bool:
    """Return whether a seat's heroes may enter a room: not another seat's entry room (PG-5.12)."""
    return home_of(state, room) in (c.NONE, seat)


def creatures_in(state: State, room: int) -> list[int]:
    """Return the indices of a room's living creatures in `State.creatures[room]`, ascending."""
    kinds: list[int] = state.creatures[room, :, c.C_KIND].tolist()
    return [place for place, kind in enumerate(kinds) if kind != c.NONE]


def watch_of(state: State, room: int) -> int:
    """Return the highest watch of a room's living creatures, which lowers the chance of a theft.

    0 without creatures (PG-5.10).
    """
    kinds = [state.creatures.item(room, place, c.C_KIND) for place in creatures_in(state, room)]
    return max([CREATURES_TABLE[Creature(kind)].watch for kind in kinds], default=0)


def has_creatures(state: State, room: int) -> bool:
    """Return whether there is a living creature in a room."""
    kinds: list[int] = state.creatures[room, :, c.C_KIND].tolist()
    return max(kinds) != c.NONE


def is_hostile(state: State, seat: int, room: int) -> bool:
    """Return whether a room holds a living creature or another seat's living hero (PG-3.6)."""
    if has_creatures(state, room):
        return True
    seats = seats_in(state, room)
    return seats not in ([], [seat])


def caches_of(state: State, room: int) -> list[int]:
    """Return the gold of each cache (hidden store) that is left in a room, in the order of finding."""
    return [gold for gold in state.rooms[room, c.CACHES :].tolist() if gold]


def num_unexplored(state: State) -> int:
    """Return U, the number of rooms that no hero has ever entered (PG-7.1)."""
    explored: list[int] = state.rooms[:, c.EXPLORED].tolist()
    return explored.count(0)


def num_rooms_of(state: State, seat: int) -> int:
    """Return how many rooms a seat owns."""
    return int(np.count_nonzero(state.rooms[:, c.OWNER] == seat))


def familiar(state: State, *rooms: int) -> set[int]:
    """Return the seats whose knowledge of at least one of these rooms is at level 4 (PG-6.7)."""
    return {
        seat
        for room in rooms
        for seat, level in enumerate(state.levels[:, room].tolist())
        if level == MAX_LEVEL
    }


def seats_at_level(state: State, room: int, low: int, high: int) -> set[int]:
    """Return the seats whose level of knowledge of a room is `low` to `high`, both included."""
    levels: list[int] = state.levels[:, room].tolist()
    return {seat for seat, level in enumerate(levels) if low <= level <= high}


def raise_level(state: State, seat: int, room: int, level: int) -> None:
    """Raise a seat's level of knowledge of a room to at least `level`; it never falls (PG-6.2)."""
    state.levels[seat, room] = max(level, state.levels.item(seat, room))

"""Generates the dungeon: one sector is made and stocked, and all sectors are copies of it.

The rules are PG-2.6 to PG-2.8.
"""

from __future__ import annotations

import dataclasses

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.dice import Dice, map_dice
from referee.games.proving_grounds.rules.rooms import hall, neighbour
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    CREATURES_TABLE,
    ENCOUNTERS,
    HALL_CREATURES,
    NUM_TIERS,
    Creature,
    Direction,
)

__all__ = ["NUM_CACHES", "join", "make_dungeon", "stock"]

NUM_CACHES = (0, 0, 0, 1, 1, 2)
"""Number of caches (stores of hidden gold) of a room, indexed by d6 - 1 (PG-2.7)."""


@dataclasses.dataclass(slots=True)
class _Room:
    """A room of the sector template, the part of the dungeon of which all sectors are copies, with its contents."""

    creatures: tuple[Creature, ...]
    caches: list[int]
    has_trap: bool
    gems: list[int]


@dataclasses.dataclass(frozen=True, slots=True)
class _Sector:
    """Size of a sector; its rooms are numbered row by row from the periphery."""

    width: int
    depth: int

    @property
    def entry(self) -> int:
        """Index of the entry room, in which the seat's heroes appear, within the sector."""
        return self.width // 2

    @property
    def size(self) -> int:
        """Number of rooms in the sector."""
        return self.width * self.depth

    @property
    def last_row(self) -> int:
        """Index of the first room of the row next to the hall."""
        return self.size - self.width

    def edges(self) -> list[tuple[int, int]]:
        """Return all pairs of rooms that could have a door, in the order of PG-2.6, step 1."""
        found = []
        for room in range(self.size):
            if room % self.width < self.width - 1:
                found.append((room, room + 1))
            if room < self.last_row:
                found.append((room, room + self.width))
        return found


def make_dungeon(
    state: State, *, extra_door_pct: int, wrap_doors: int, gems_per_kind: int, trap_pct: int
) -> None:
    """Make the doors and stock the rooms of a blank match (PG-2.6 to PG-2.8).

    Args:
        state: State of the match; changed in place.
        extra_door_pct: Percent chance of each door that is not needed to connect a sector's rooms.
        wrap_doors: Number of doors between two neighbouring sectors.
        gems_per_kind: Number of gems of each kind in each sector.
        trap_pct: Percent chance that a room has a trap.
    """
    # One stream for all of it: the order of the draws is that of PG-2.6 and PG-2.7, and must stay.
    dice = map_dice(state)
    sector = _Sector(state.rules.item(c.WIDTH), state.rules.item(c.DEPTH))
    way_in = _make_doors(state, sector, dice, extra_door_pct, wrap_doors)
    rooms = _stock_sector(sector, dice, trap_pct)
    _settle_dragon(sector, rooms, way_in, dice)
    kinds = state.vault.shape[1]
    _lay_gems(sector, rooms, kinds, gems_per_kind, dice)
    num_seats = len(state.seats)
    for seat in range(num_seats):
        for place, room in enumerate(rooms):
            at = seat * sector.size + place
            stock(state, at, room.creatures, caches=room.caches, gems=room.gems)
            if room.has_trap:
                state.rooms[at, c.TRAP] = num_seats
    stock(state, hall(state), HALL_CREATURES, gems=[1] * kinds)


def _make_doors(
    state: State, sector: _Sector, dice: Dice, extra_door_pct: int, wrap_doors: int
) -> int:
    """Make the doors of all sectors (PG-2.6).

    Args:
        state: State of the match; changed in place.
        sector: Size of a sector.
        dice: Random numbers.
        extra_door_pct: Percent chance of each door that is not needed to connect a sector's rooms.
        wrap_doors: Number of doors between two neighbouring sectors.

    Returns:
        Column of a sector whose last room has the door to the hall.
    """
    edges = sector.edges()
    inner = [edge for edge in edges if sector.entry not in edge]
    dice.shuffle(inner)
    doors, aside = _spanning_tree(sector, inner)
    doors += [edge for edge in aside if dice.d100() <= extra_door_pct]
    # All doors of the entry room exist, so that no seat can be shut in by one spiked door (PG-2.6).
    doors += [edge for edge in edges if sector.entry in edge]
    rows = list(range(1, sector.depth))
    dice.shuffle(rows)
    column = dice.rand(sector.width)
    num_seats = len(state.seats)
    for seat in range(num_seats):
        first = seat * sector.size
        for room, other in doors:
            join(state, first + room, first + other)
        for row in rows[
            :wrap_doors
        ]:  # the same rows everywhere, so that no sector is better connected
            room = first + row * sector.width + sector.width - 1
            num = (num_seats, sector.width, sector.depth)
            join(state, room, neighbour(*num, room, Direction.RIGHT))
        join(state, first + sector.last_row + column, hall(state))
    return column


def _spanning_tree(
    sector: _Sector, edges: list[tuple[int, int]]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Split a sector's edges into those that join separate groups of rooms and the rest.

    This is step 2 of PG-2.6. Both lists keep the order of `edges`.
    """
    group = list(range(sector.size))
    doors, aside = [], []
    for room, other in edges:
        if group[room] == group[other]:
            aside.append((room, other))
            continue
        doors.append((room, other))
        # Relabel the whole group: a sector has at most 60 rooms, so nothing faster is needed.
        joined = group[other]
        group = [group[room] if of == joined else of for of in group]
    return doors, aside


def join(state: State, room: int, other: int) -> None:
    """Put a door between two rooms that are neighbours by PG-2.5."""
    num_seats, last = len(state.seats), hall(state)
    width, depth = state.rules.item(c.WIDTH), state.rules.item(c.DEPTH)
    for here, there in ((room, other), (other, room)):
        # The hall's places are by sector, those of all other rooms by direction (PG-2.5).
        if here == last:
            state.doors[here, there // (width * depth)] = there
            continue
        for direction in Direction:
            if neighbour(num_seats, width, depth, here, direction) == there:
                state.doors[here, direction] = there
                break


def _stock_sector(sector: _Sector, dice: Dice, trap_pct: int) -> list[_Room]:
    rooms = []
    for place in range(sector.size):
        if place == sector.entry:
            rooms.append(_Room((), [], has_trap=False, gems=[]))
            continue
        tier = NUM_TIERS * (place // sector.width) // sector.depth
        # The draws of a room, in this order: encounter, number of caches, gold of each, trap
        # (PG-2.7). The entry room has none.
        creatures = ENCOUNTERS[tier][dice.d6() - 1]
        caches = [dice.d6() + tier for _ in range(NUM_CACHES[dice.d6() - 1])]
        rooms.append(_Room(creatures, caches, has_trap=dice.d100() <= trap_pct, gems=[]))
    return rooms


def _settle_dragon(sector: _Sector, rooms: list[_Room], way_in: int, dice: Dice) -> None:
    """Replace the creatures of a random room in a sector's last row by a Dragon (PG-2.7).

    The room in the column `way_in`, from which a door leads to the hall, is left out.
    """
    # The den must not lie on the sector's way into the hall (PG-2.7).
    columns = [column for column in range(sector.width) if column != way_in]
    den = sector.last_row + columns[dice.rand(sector.width - 1)]
    rooms[den].creatures = (Creature.DRAGON,)


def _lay_gems(
    sector: _Sector, rooms: list[_Room], kinds: int, gems_per_kind: int, dice: Dice
) -> None:
    """Deal gems to the hoards of a sector, room after room in a shuffled order (PG-2.7).

    Only rooms with creatures, which guard the hoards, get gems.

    Args:
        sector: Size of the sector.
        rooms: Its rooms; changed in place.
        kinds: Number of kinds of gems.
        gems_per_kind: Number of gems of each kind.
        dice: Random numbers.
    """
    stocked = [place for place in range(sector.size) if rooms[place].creatures]
    dice.shuffle(stocked)
    for place in range(sector.size):
        rooms[place].gems = [0] * kinds
    for number in range(kinds * gems_per_kind):
        rooms[stocked[number % len(stocked)]].gems[number % kinds] += 1


def stock(
    state: State,
    room: int,
    creatures: tuple[Creature, ...],
    *,
    caches: list[int] | tuple[int, ...] = (),
    gems: list[int] | tuple[int, ...] = (),
) -> None:
    """Put creatures with the hoard that they guard, and caches (hidden gold), into an empty room (PG-2.7).

    Args:
        state: State of the match; changed in place.
        room: Number of the room.
        creatures: Creatures in their order; the hoard's gold is the sum of their gold values.
        caches: Gold of each cache.
        gems: Gems of the hoard by kind; empty for zeros.
    """
    for place, kind in enumerate(creatures):
        state.creatures[room, place] = (int(kind), CREATURES_TABLE[kind].hp)
    state.rooms[room, c.HOARD_GOLD] = sum(CREATURES_TABLE[kind].gold for kind in creatures)
    state.rooms[room, c.CACHES : c.CACHES + len(caches)] = caches
    if gems:
        state.hoard_gems[room] = gems

"""Makes the dungeon as kernels: one sector is made and stocked, and all sectors are copies of it (PG-2.6 to PG-2.8)."""

from __future__ import annotations

import numpy as np

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import d6, open_dice, roll
from referee.games.proving_grounds.batch.setup import shuffle
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.columns import Ints
from referee.games.proving_grounds.maps.dungeon import NUM_CACHES
from referee.games.proving_grounds.rules.dice import MAP_DICE
from referee.games.proving_grounds.tables import (
    ENCOUNTERS,
    HALL_CREATURES,
    NUM_TIERS,
    Creature,
    Direction,
)

__all__ = ["make_dungeon"]

_MOST = 4
"""Most creatures of a room of a generated dungeon."""
_ENCOUNTERS = np.array(
    [[[*kinds, *[-1] * (_MOST - len(kinds))] for kinds in tier] for tier in ENCOUNTERS], np.int32
)
"""int32[tier, d6 - 1, place]: creatures that a room gets; -1 for none (PG-2.7)."""
_CACHES = np.array(NUM_CACHES, np.int32)
_HALL = np.array(HALL_CREATURES, np.int32)
_DRAGON = int(Creature.DRAGON)
_OUT, _LEFT, _RIGHT, _IN = map(int, Direction)
EXTRA_PCT, WRAP_DOORS, GEMS_PER_KIND, TRAP_PCT = range(4)
"""Columns of the part of the config that only the making of the dungeon needs."""
# Lists of `Table.listed`: edges as `room * 64 + way`, group of each room, shuffled numbers, and gems.
_EDGES, _GROUPS, _SHUFFLED, _KEPT = 0, 1, 2, 3
_WAYS = 8
"""An edge is the number of its first room times this, and 1 if it leads inward, else 0."""


@borrowing
def make_dungeon(m: Table, row: int, making: Ints) -> None:
    """Make the doors and stock the rooms of a blank match (PG-2.6 to PG-2.8)."""
    # One stream for all of it: the order of the draws is that of PG-2.6 and PG-2.7, and must stay.
    open_dice(m, row, MAP_DICE)
    way_in = _make_doors(m, row, making)
    _stock_sector(m, row, int(making[TRAP_PCT]))
    _settle_dragon(m, row, way_in)
    _lay_gems(m, row, int(making[GEMS_PER_KIND]))
    _copy_sector(m, row)
    hall = m.rooms.shape[1] - 1
    for place in range(len(_HALL)):
        _put_creature(m, row, hall, place, int(_HALL[place]))
    for kind in range(m.vault.shape[2]):
        m.hoard_gems[row, hall, kind] = 1


@borrowing
def _make_doors(m: Table, row: int, making: Ints) -> int:
    """Make the doors of all sectors; return the column of a sector from which a door leads to the hall (PG-2.6)."""
    width, depth = int(m.rules[row, c.WIDTH]), int(m.rules[row, c.DEPTH])
    size, entry, seats = width * depth, width // 2, m.seats.shape[1]
    inner = 0
    for room in range(size):
        for way in range(2):
            if _has_edge(width, depth, room, way) and not _touches(width, room, way, entry):
                m.listed[_EDGES, inner] = room * _WAYS + way
                inner += 1
    shuffle(m, m.listed[_EDGES], inner)
    for room in range(size):
        m.listed[_GROUPS, room] = room
    aside = 0
    for place in range(inner):
        edge = int(m.listed[_EDGES, place])
        room, other = edge // _WAYS, _behind(width, edge // _WAYS, edge % _WAYS)
        group, joined = m.listed[_GROUPS, room], m.listed[_GROUPS, other]
        if group == joined:
            m.listed[_KEPT, aside] = edge
            aside += 1
            continue
        _open(m, row, room, edge % _WAYS)
        for each in range(size):
            if m.listed[_GROUPS, each] == joined:
                m.listed[_GROUPS, each] = group
    for place in range(aside):
        if roll(m, 100) <= making[EXTRA_PCT]:
            edge = int(m.listed[_KEPT, place])
            _open(m, row, edge // _WAYS, edge % _WAYS)
    # All doors of the entry room exist, so that no seat can be shut in by one spiked door.
    for room in range(size):
        for way in range(2):
            if _has_edge(width, depth, room, way) and _touches(width, room, way, entry):
                _open(m, row, room, way)
    for place in range(depth - 1):
        m.listed[_SHUFFLED, place] = 1 + place
    shuffle(m, m.listed[_SHUFFLED], depth - 1)
    column, hall = roll(m, width) - 1, m.rooms.shape[1] - 1
    for seat in range(seats):
        for place in range(making[WRAP_DOORS]):
            # The same rows everywhere, so that no sector is better connected.
            first = int(m.listed[_SHUFFLED, place]) * width
            here, there = seat * size + first + width - 1, (seat + 1) % seats * size + first
            m.doors[row, here, _RIGHT], m.doors[row, there, _LEFT] = there, here
        last = seat * size + size - width + column
        m.doors[row, last, _IN], m.doors[row, hall, seat] = hall, last
    return column


@borrowing
def _has_edge(width: int, depth: int, room: int, way: int) -> bool:
    """Return whether a room of a sector has a neighbour inward (way 1) or to the right (way 0)."""
    return room < width * (depth - 1) if way else room % width < width - 1


@borrowing
def _behind(width: int, room: int, way: int) -> int:
    return room + width if way else room + 1


@borrowing
def _touches(width: int, room: int, way: int, entry: int) -> bool:
    return room == entry or _behind(width, room, way) == entry


@borrowing
def _open(m: Table, row: int, room: int, way: int) -> None:
    """Put a door between two rooms in every sector; `room` is the first one's place in its sector."""
    width, size = int(m.rules[row, c.WIDTH]), int(m.rules[row, c.WIDTH] * m.rules[row, c.DEPTH])
    for seat in range(m.seats.shape[1]):
        here, there = seat * size + room, seat * size + _behind(width, room, way)
        m.doors[row, here, _IN if way else _RIGHT] = there
        m.doors[row, there, _OUT if way else _LEFT] = here


@borrowing
def _put_creature(m: Table, row: int, room: int, place: int, kind: int) -> None:
    """Put a creature into a room, with its gold into the hoard (PG-2.7)."""
    m.creatures[row, room, place, c.C_KIND] = kind
    m.creatures[row, room, place, c.C_HP] = n.CREATURES[kind, n.C_HIT_POINTS]
    m.rooms[row, room, c.HOARD_GOLD] += n.CREATURES[kind, n.C_GOLD]


@borrowing
def _stock_sector(m: Table, row: int, trap_pct: int) -> None:
    """Stock the rooms of the first sector with creatures, caches and traps (PG-2.7)."""
    width, depth = int(m.rules[row, c.WIDTH]), int(m.rules[row, c.DEPTH])
    for room in range(width * depth):
        if room == width // 2:
            continue
        tier = NUM_TIERS * (room // width) // depth
        # The draws of a room, in this order: encounter, number of caches, gold of each, trap. The entry room has none.
        drawn = roll(m, 6) - 1
        for place in range(_MOST):
            kind = int(_ENCOUNTERS[tier, drawn, place])
            if kind >= 0:
                _put_creature(m, row, room, place, kind)
        for place in range(_CACHES[roll(m, 6) - 1]):
            m.rooms[row, room, c.CACHES + place] = d6(m, 1) + tier
        if roll(m, 100) <= trap_pct:
            m.rooms[row, room, c.TRAP] = m.seats.shape[1]


@borrowing
def _settle_dragon(m: Table, row: int, way_in: int) -> None:
    """Replace the creatures of a random room in the first sector's last row by a Dragon (PG-2.7)."""
    width, depth = int(m.rules[row, c.WIDTH]), int(m.rules[row, c.DEPTH])
    column = roll(m, width - 1) - 1
    # The den must not lie on the sector's way into the hall.
    if column >= way_in:
        column += 1
    den = width * (depth - 1) + column
    for place in range(_MOST):
        m.creatures[row, den, place, c.C_KIND] = m.creatures[row, den, place, c.C_HP] = c.NONE
    m.rooms[row, den, c.HOARD_GOLD] = 0
    _put_creature(m, row, den, 0, _DRAGON)


@borrowing
def _lay_gems(m: Table, row: int, gems_per_kind: int) -> None:
    """Deal gems to the hoards of the first sector, room after room in a shuffled order (PG-2.7)."""
    kinds, stocked = m.vault.shape[2], 0
    for room in range(int(m.rules[row, c.WIDTH] * m.rules[row, c.DEPTH])):
        if m.creatures[row, room, 0, c.C_KIND] != c.NONE:
            m.listed[_SHUFFLED, stocked] = room
            stocked += 1
    shuffle(m, m.listed[_SHUFFLED], stocked)
    for number in range(kinds * gems_per_kind):
        m.hoard_gems[row, m.listed[_SHUFFLED, number % stocked], number % kinds] += 1


@borrowing
def _copy_sector(m: Table, row: int) -> None:
    """Stock all other sectors as the first one (PG-2.8)."""
    size = int(m.rules[row, c.WIDTH] * m.rules[row, c.DEPTH])
    for seat in range(1, m.seats.shape[1]):
        for place in range(size):
            room = seat * size + place
            m.rooms[row, room, c.TRAP] = m.rooms[row, place, c.TRAP]
            m.rooms[row, room, c.HOARD_GOLD] = m.rooms[row, place, c.HOARD_GOLD]
            for cache in range(c.CACHES, m.rooms.shape[2]):
                m.rooms[row, room, cache] = m.rooms[row, place, cache]
            for creature in range(m.creatures.shape[2]):
                for column in range(2):
                    value = m.creatures[row, place, creature, column]
                    m.creatures[row, room, creature, column] = value
            for kind in range(m.vault.shape[2]):
                m.hoard_gems[row, room, kind] = m.hoard_gems[row, place, kind]

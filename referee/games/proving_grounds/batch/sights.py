"""What seats see as columns, as kernels: all columns of many matches in one call (PG-6.1 to PG-6.6).

`visibility.columns` makes the same columns with NumPy, and is what these kernels are compared with.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing, kernel
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import seen as s
from referee.games.proving_grounds.batch.basics import (
    carried_gems,
    max_mana,
    num_living,
    num_rooms_of,
    num_unexplored,
)
from referee.games.proving_grounds.batch.checks import is_open
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.tables import MAX_LEVEL, NUM_BOARDS, Creature, Item, Stat
from referee.games.proving_grounds.visibility.rooms import (
    COUNTED,
    DETAILED,
    FAMILIAR,
    RED_CIRCLE,
)

__all__ = ["Sheet", "look_all"]

_NUM_KINDS, _NUM_STATS, _CON = len(Creature), len(Stat), int(Stat.CON)
_KNOCK = int(Item.KNOCK)


class Sheet(NamedTuple):
    """Arrays that columns are written to: one for each dtype, with the columns one behind the other."""

    bools: npt.NDArray[np.bool_]
    bytes8: npt.NDArray[np.int8]
    shorts: npt.NDArray[np.int16]
    ints: npt.NDArray[np.int32]
    base: npt.NDArray[np.int64]
    """int64[column]: place of each column in the array of its dtype; columns of `seen`."""
    size: npt.NDArray[np.int64]
    """int64[column]: numbers of each column for one seat."""
    parts: npt.NDArray[np.bool_]
    """bool[part]: whether columns of this part are wanted; parts of `seen`."""


@kernel
def look_all(m: Table, rows: npt.NDArray[np.int64], out: Sheet) -> None:
    """Write what each seat of some matches sees; only what is not 0 is written.

    Args:
        m: The matches.
        rows: int64[n]: rows of the matches.
        out: Arrays of zeros, written.
    """
    seats = m.seats.shape[1]
    for place in range(len(rows)):
        row = int(rows[place])
        if out.parts[s.HEADS]:
            _see_heads(m, row, out, place * seats)
        for seat in range(seats):
            k = place * seats + seat
            if out.parts[s.OWN]:
                _see_own(m, row, seat, out, k)
            if out.parts[s.ROOMS]:
                _see_rooms(m, row, seat, out, k)
            if out.parts[s.DOTS]:
                _see_dots(m, row, seat, out, k)
            if out.parts[s.OFFERS]:
                _see_offers(m, row, seat, out, k)


@borrowing
def _at(out: Sheet, column: int, k: int) -> int:
    """Return the place of a column's first number for a seat, by the seat's number among all that look."""
    return int(out.base[column] + k * out.size[column])


@borrowing
def _see_heads(m: Table, row: int, out: Sheet, first: int) -> None:
    """Write what is public: turn, boards, market, candidates and players (PG-6.1)."""
    is_on = m.match[row, c.PHASE] != c.SETUP
    unexplored, seats = num_unexplored(m, row), m.seats.shape[1]
    for k in range(first, first + seats):
        out.shorts[_at(out, s.TURN, k)] = m.match[row, c.TURN]
        out.shorts[_at(out, s.UNEXPLORED, k)] = unexplored
        _see_market(m, row, out, k)
        # At setup no board has an order and none is open, so neither is shown.
        if is_on:
            _see_boards(m, row, out, k)
    for seat in range(seats):
        gems = 0
        for kind in range(m.vault.shape[2]):
            gems += carried_gems(m, row, seat, kind)
        heroes, rooms = num_living(m, row, seat), num_rooms_of(m, row, seat)
        for k in range(first, first + seats):
            out.ints[_at(out, s.PLAYERS_GOLD, k) + seat] = m.seats[row, seat, c.GOLD]
            out.ints[_at(out, s.PLAYERS_GEMS, k) + seat] = gems
            out.shorts[_at(out, s.PLAYERS_HEROES, k) + seat] = heroes
            out.shorts[_at(out, s.PLAYERS_ROOMS, k) + seat] = rooms


@borrowing
def _see_market(m: Table, row: int, out: Sheet, k: int) -> None:
    count = 0
    for slot in range(m.market.shape[1]):
        if m.market[row, slot] != c.NONE:
            out.shorts[_at(out, s.MARKET_SLOT, k) + count] = slot
            out.bytes8[_at(out, s.MARKET_ITEM, k) + count] = m.market[row, slot]
            count += 1
    out.bytes8[_at(out, s.MARKET_COUNT, k)] = count
    count = 0
    for candidate in range(m.candidates.shape[1]):
        if m.candidates[row, candidate, 0] == c.NONE:
            continue
        out.shorts[_at(out, s.CANDIDATES_CANDIDATE, k) + count] = candidate
        out.bytes8[_at(out, s.CANDIDATES_KIND, k) + count] = m.candidates[row, candidate, 0]
        stats = _at(out, s.CANDIDATES_STATS, k) + count * _NUM_STATS
        for stat in range(_NUM_STATS):
            out.bytes8[stats + stat] = m.candidates[row, candidate, 1 + stat]
        count += 1
    out.bytes8[_at(out, s.CANDIDATES_COUNT, k)] = count


@borrowing
def _see_boards(m: Table, row: int, out: Sheet, k: int) -> None:
    seats = m.seats.shape[1]
    width = out.size[s.BOARDS_SEATS] // NUM_BOARDS
    out.bytes8[_at(out, s.BOARDS_COUNT, k)] = NUM_BOARDS
    count = 0
    for board in range(NUM_BOARDS):
        out.bytes8[_at(out, s.BOARDS_BOARD, k) + board] = board
        out.bytes8[_at(out, s.BOARDS_SEATS_COUNT, k) + board] = seats
        for place in range(seats):
            seat = m.boards[row, board, place]
            out.bytes8[_at(out, s.BOARDS_SEATS, k) + board * width + place] = seat
        if is_open(m, row, board):
            out.bytes8[_at(out, s.OPEN, k) + count] = board
            count += 1
    out.bytes8[_at(out, s.OPEN_COUNT, k)] = count


@borrowing
def _see_own(m: Table, row: int, seat: int, out: Sheet, k: int) -> None:
    """Write what only the seat itself knows: its stash, its vault and its heroes (PG-6.5)."""
    count = 0
    for item in range(m.stash.shape[2]):
        if m.stash[row, seat, item] > 0:
            out.bytes8[_at(out, s.OWN_STASH_ITEM, k) + count] = item
            out.shorts[_at(out, s.OWN_STASH_NUMBER, k) + count] = m.stash[row, seat, item]
            count += 1
    out.bytes8[_at(out, s.OWN_STASH_COUNT, k)] = count
    for kind in range(m.vault.shape[2]):
        out.shorts[_at(out, s.OWN_VAULT, k) + kind] = m.vault[row, seat, kind]
    count = 0
    for hero in range(m.seats[row, seat, c.NUM_HEROES]):
        if m.heroes[row, seat, hero, c.ALIVE] and count < out.size[s.HEROES_HERO]:
            _see_hero(m, row, seat, hero, out, k, count)
            count += 1
    out.bytes8[_at(out, s.HEROES_COUNT, k)] = count


@borrowing
def _see_hero(m: Table, row: int, seat: int, hero: int, out: Sheet, k: int, place: int) -> None:
    """Write an own hero to a place of the list (PG-6.5)."""
    out.shorts[_at(out, s.HEROES_HERO, k) + place] = hero
    out.bytes8[_at(out, s.HEROES_KIND, k) + place] = m.heroes[row, seat, hero, c.CLASS]
    out.shorts[_at(out, s.HEROES_ROOM, k) + place] = m.heroes[row, seat, hero, c.ROOM]
    out.shorts[_at(out, s.HEROES_HP, k) + place] = m.heroes[row, seat, hero, c.HP]
    most = 2 * m.heroes[row, seat, hero, c.STATS + _CON]
    out.shorts[_at(out, s.HEROES_MAX_HP, k) + place] = most
    out.shorts[_at(out, s.HEROES_MANA, k) + place] = m.heroes[row, seat, hero, c.MANA]
    out.shorts[_at(out, s.HEROES_MAX_MANA, k) + place] = max_mana(m, row, seat, hero)
    for stat in range(_NUM_STATS):
        value = m.heroes[row, seat, hero, c.STATS + stat]
        out.bytes8[_at(out, s.HEROES_STATS, k) + place * _NUM_STATS + stat] = value
    _see_items(m, row, seat, hero, out, k, place)
    gems, kinds = out.size[s.HEROES_GEMS] // out.size[s.HEROES_HERO], m.vault.shape[2]
    out.bytes8[_at(out, s.HEROES_GEMS_COUNT, k) + place] = kinds
    for kind in range(kinds):
        held = m.hero_gems[row, seat, hero, kind]
        out.shorts[_at(out, s.HEROES_GEMS, k) + place * gems + kind] = held
    out.bools[_at(out, s.HEROES_GUARD, k) + place] = m.heroes[row, seat, hero, c.GUARD] != 0
    out.bytes8[_at(out, s.HEROES_POLICY, k) + place] = m.heroes[row, seat, hero, c.POLICY]
    out.shorts[_at(out, s.HEROES_ARRIVAL, k) + place] = _rank(m, row, seat, hero)


@borrowing
def _see_items(m: Table, row: int, seat: int, hero: int, out: Sheet, k: int, place: int) -> None:
    """List the items that a hero has equipped, spells included, ascending."""
    items, count = m.stash.shape[2], 0
    first, spells = _at(out, s.HEROES_ITEMS, k) + place * items, m.heroes[row, seat, hero, c.SPELLS]
    for item in range(items):
        holds = item >= _KNOCK and (spells >> (item - _KNOCK)) & 1 == 1
        for slot in range(c.SLOTS, c.SPELLS):
            if m.heroes[row, seat, hero, slot] == item:
                holds = True
        if holds:
            out.bytes8[first + count] = item
            count += 1
    out.bytes8[_at(out, s.HEROES_ITEMS_COUNT, k) + place] = count


@borrowing
def _rank(m: Table, row: int, seat: int, hero: int) -> int:
    """Return a hero's place in the entry order of his room, from 1 (PG-3.3a)."""
    room, arrival = m.heroes[row, seat, hero, c.ROOM], m.heroes[row, seat, hero, c.ARRIVAL]
    rank = 1
    for of in range(m.seats.shape[1]):
        for other in range(m.seats[row, of, c.NUM_HEROES]):
            if (
                m.heroes[row, of, other, c.ALIVE]
                and m.heroes[row, of, other, c.ROOM] == room
                and m.heroes[row, of, other, c.ARRIVAL] < arrival
            ):
                rank += 1
    return rank


@borrowing
def _see_rooms(m: Table, row: int, seat: int, out: Sheet, k: int) -> None:
    """Write the rooms as a seat knows them (PG-6.1 to PG-6.4)."""
    seats, is_on = m.seats.shape[1], m.match[row, c.PHASE] != c.SETUP
    for room in range(m.rooms.shape[1]):
        out.bools[_at(out, s.ROOMS_IS_EXPLORED, k) + room] = m.rooms[row, room, c.EXPLORED] != 0
        owner = int(m.rooms[row, room, c.OWNER])
        if owner != c.NONE:
            out.bools[_at(out, s.ROOMS_OWNER_PRESENT, k) + room] = True
            out.bytes8[_at(out, s.ROOMS_OWNER, k) + room] = owner
            out.bytes8[_at(out, s.ROOMS_SIDE, k) + room] = 1 + (owner - seat) % seats
        if not is_on:
            continue
        level, trap = int(m.levels[row, seat, room]), m.rooms[row, room, c.TRAP]
        if level >= RED_CIRCLE:
            _see_creatures(m, row, room, level, out, k)
        out.bytes8[_at(out, s.ROOMS_LEVEL, k) + room] = level
        out.bools[_at(out, s.ROOMS_IS_TAPPED, k) + room] = m.tapped[row, seat, room]
        # Whether, never whose: nobody may learn who set a trap (PG-6.4).
        if owner == seat or trap == seat or m.trap_seen[row, seat, room]:
            out.bools[_at(out, s.ROOMS_HAS_TRAP_PRESENT, k) + room] = True
            out.bools[_at(out, s.ROOMS_HAS_TRAP, k) + room] = trap != c.NONE
        _see_doors(m, row, seat, room, level, out, k)
        if level >= FAMILIAR:
            _see_floor(m, row, room, out, k)


@borrowing
def _see_creatures(m: Table, row: int, room: int, level: int, out: Sheet, k: int) -> None:
    """Write what a level of knowledge shows of a room's creatures and their hoard (PG-6.2)."""
    places, rooms = m.creatures.shape[2], m.rooms.shape[1]
    width = out.size[s.ROOMS_CREATURES_HP] // rooms
    first, count = room * width, 0
    for place in range(places):
        kind = m.creatures[row, room, place, c.C_KIND]
        if kind == c.NONE:
            continue
        if level >= DETAILED:
            left = m.creatures[row, room, place, c.C_HP]
            out.bytes8[_at(out, s.ROOMS_CREATURES_CREATURE, k) + first + count] = kind
            out.shorts[_at(out, s.ROOMS_CREATURES_HP, k) + first + count] = left
        count += 1
    out.bools[_at(out, s.ROOMS_HAS_CREATURES_PRESENT, k) + room] = True
    out.bools[_at(out, s.ROOMS_HAS_CREATURES, k) + room] = count > 0
    if level >= COUNTED:
        _see_counts(m, row, room, out, k)
    if level < DETAILED:
        return
    out.bytes8[_at(out, s.ROOMS_CREATURES_COUNT, k) + room] = count
    out.bools[_at(out, s.ROOMS_HOARD_PRESENT, k) + room] = True
    out.ints[_at(out, s.ROOMS_HOARD_GOLD, k) + room] = m.rooms[row, room, c.HOARD_GOLD]
    out.bytes8[_at(out, s.ROOMS_HOARD_GEMS_COUNT, k) + room] = m.vault.shape[2]
    gems = _at(out, s.ROOMS_HOARD_GEMS, k) + room * (out.size[s.ROOMS_HOARD_GEMS] // rooms)
    for kind in range(m.vault.shape[2]):
        out.shorts[gems + kind] = m.hoard_gems[row, room, kind]


@borrowing
def _see_counts(m: Table, row: int, room: int, out: Sheet, k: int) -> None:
    """List the number of creatures of each kind in a room."""
    count, first = 0, room * _NUM_KINDS
    for kind in range(_NUM_KINDS):
        number = 0
        for place in range(m.creatures.shape[2]):
            if m.creatures[row, room, place, c.C_KIND] == kind:
                number += 1
        if number:
            out.bytes8[_at(out, s.ROOMS_COUNTS_CREATURE, k) + first + count] = kind
            out.bytes8[_at(out, s.ROOMS_COUNTS_NUMBER, k) + first + count] = number
            count += 1
    out.bytes8[_at(out, s.ROOMS_COUNTS_COUNT, k) + room] = count


@borrowing
def _see_doors(m: Table, row: int, seat: int, room: int, level: int, out: Sheet, k: int) -> None:
    """List the doors of a room that are known from either side, with spikes if either is familiar (PG-6.3)."""
    width, count = out.size[s.ROOMS_DOORS_ROOM] // m.rooms.shape[1], 0
    for place in range(m.doors.shape[2]):
        other = m.doors[row, room, place]
        if other == c.NONE:
            continue
        either = max(level, int(m.levels[row, seat, other]))
        if either < DETAILED:
            continue
        at = room * width + count
        out.shorts[_at(out, s.ROOMS_DOORS_ROOM, k) + at] = other
        if either >= FAMILIAR:
            out.bools[_at(out, s.ROOMS_DOORS_SPIKED_PRESENT, k) + at] = True
            out.bools[_at(out, s.ROOMS_DOORS_SPIKED, k) + at] = m.spiked[row, room, place]
        count += 1
    out.bytes8[_at(out, s.ROOMS_DOORS_COUNT, k) + room] = count


@borrowing
def _see_floor(m: Table, row: int, room: int, out: Sheet, k: int) -> None:
    """Write what lies on a room's floor (PG-6.2)."""
    items, rooms, count = m.stash.shape[2], m.rooms.shape[1], 0
    out.bools[_at(out, s.ROOMS_FLOOR_PRESENT, k) + room] = True
    out.ints[_at(out, s.ROOMS_FLOOR_GOLD, k) + room] = m.rooms[row, room, c.FLOOR_GOLD]
    out.bytes8[_at(out, s.ROOMS_FLOOR_GEMS_COUNT, k) + room] = m.vault.shape[2]
    gems = _at(out, s.ROOMS_FLOOR_GEMS, k) + room * (out.size[s.ROOMS_FLOOR_GEMS] // rooms)
    for kind in range(m.vault.shape[2]):
        out.shorts[gems + kind] = m.floor_gems[row, room, kind]
    for item in range(items):
        number = m.floor_items[row, room, item]
        if number > 0:
            out.bytes8[_at(out, s.ROOMS_FLOOR_ITEMS_ITEM, k) + room * items + count] = item
            out.shorts[_at(out, s.ROOMS_FLOOR_ITEMS_NUMBER, k) + room * items + count] = number
            count += 1
    out.bytes8[_at(out, s.ROOMS_FLOOR_ITEMS_COUNT, k) + room] = count


@borrowing
def _see_dots(m: Table, row: int, seat: int, out: Sheet, k: int) -> None:
    """List the living heroes of all seats; class and hit points only where the seat knows them (PG-6.1)."""
    seats, count, is_on = m.seats.shape[1], 0, m.match[row, c.PHASE] != c.SETUP
    for of in range(seats):
        for hero in range(m.seats[row, of, c.NUM_HEROES]):
            if not m.heroes[row, of, hero, c.ALIVE] or count >= out.size[s.DOTS_ROOM]:
                continue
            room = m.heroes[row, of, hero, c.ROOM]
            out.bytes8[_at(out, s.DOTS_SEAT, k) + count] = of
            out.bytes8[_at(out, s.DOTS_SIDE, k) + count] = 1 + (of - seat) % seats
            out.shorts[_at(out, s.DOTS_HERO, k) + count] = hero
            out.shorts[_at(out, s.DOTS_ROOM, k) + count] = room
            if is_on and (of == seat or m.levels[row, seat, room] >= MAX_LEVEL):
                out.bools[_at(out, s.DOTS_KIND_PRESENT, k) + count] = True
                out.bytes8[_at(out, s.DOTS_KIND, k) + count] = m.heroes[row, of, hero, c.CLASS]
                out.bools[_at(out, s.DOTS_HP_PRESENT, k) + count] = True
                out.shorts[_at(out, s.DOTS_HP, k) + count] = m.heroes[row, of, hero, c.HP]
            count += 1
    out.bytes8[_at(out, s.DOTS_COUNT, k)] = count


@borrowing
def _see_offers(m: Table, row: int, seat: int, out: Sheet, k: int) -> None:
    """List the standing offers that the seat has made or that are made to it (PG-5.6)."""
    count = 0
    for of in range(m.seats.shape[1]):
        for hero in range(m.seats[row, of, c.NUM_HEROES]):
            if not m.offers[row, of, hero, c.O_STANDS] or count >= out.size[s.OFFERS_GIVER_SEAT]:
                continue
            to = m.offers[row, of, hero, c.O_SEAT]
            if of != seat and to != seat:
                continue
            out.bytes8[_at(out, s.OFFERS_GIVER_SEAT, k) + count] = of
            out.shorts[_at(out, s.OFFERS_GIVER_HERO, k) + count] = hero
            out.bytes8[_at(out, s.OFFERS_TAKER_SEAT, k) + count] = to
            partner = m.offers[row, of, hero, c.O_HERO]
            out.shorts[_at(out, s.OFFERS_TAKER_HERO, k) + count] = partner
            _see_goods(m, row, of, hero, 0, out, k, count)
            _see_goods(m, row, of, hero, 1, out, k, count)
            count += 1
    out.bytes8[_at(out, s.OFFERS_COUNT, k)] = count


@borrowing
def _see_goods(
    m: Table, row: int, of: int, hero: int, side: int, out: Sheet, k: int, place: int
) -> None:
    """Write one side of an offer: with `side` 0 what is given, with 1 what is wanted."""
    kinds, more = m.vault.shape[2], side * s.GOODS_WIDTH
    gems = out.size[s.OFFERS_GIVE_GEMS] // out.size[s.OFFERS_GIVER_SEAT]
    gold = m.offers[row, of, hero, c.O_WANT_GOLD if side else c.O_GIVE_GOLD]
    item = m.offers[row, of, hero, c.O_WANT_ITEM if side else c.O_GIVE_ITEM]
    out.ints[_at(out, s.OFFERS_GIVE_GOLD + more, k) + place] = gold
    out.bytes8[_at(out, s.OFFERS_GIVE_GEMS_COUNT + more, k) + place] = kinds
    for kind in range(kinds):
        number = m.offers[row, of, hero, c.O_GEMS + side * kinds + kind]
        out.shorts[_at(out, s.OFFERS_GIVE_GEMS + more, k) + place * gems + kind] = number
    if item != c.NONE:
        out.bools[_at(out, s.OFFERS_GIVE_ITEM_PRESENT + more, k) + place] = True
        out.bytes8[_at(out, s.OFFERS_GIVE_ITEM + more, k) + place] = item

"""Phases 9 to 11, as kernels: loot, searches, rest, ownership and knowledge of rooms (PG-5.30 to PG-5.33)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch.basics import (
    d6,
    go_down,
    has_creatures,
    heroes_in,
    max_mana,
    open_dice,
    skill_of,
)
from referee.games.proving_grounds.batch.table import ACTED, FOUGHT, RESTS, SEARCHES, Table
from referee.games.proving_grounds.rules.aftermath import LISTENED
from referee.games.proving_grounds.rules.dice import HERO_DICE
from referee.games.proving_grounds.tables import REST_HP, HeroClass, Stat

__all__ = ["phase_knowledge", "phase_loot", "phase_ownership", "phase_search_and_rest"]

_THIEF, _CON = int(HeroClass.THIEF), int(Stat.CON)
_WHO = 0
"""First list of `Table.listed` with the heroes of a room."""


@borrowing
def phase_loot(m: Table, row: int) -> None:
    """Give all that lies on the floor of rooms without creatures to the seat with heroes there (PG-5.30)."""
    for seat in range(m.seats.shape[1]):
        for hero in range(m.seats[row, seat, c.NUM_HEROES]):
            room = int(m.heroes[row, seat, hero, c.ROOM])
            if not m.heroes[row, seat, hero, c.ALIVE] or not _has_loot(m, row, room):
                continue
            if not has_creatures(m, row, room):
                # The first hero to enter takes the gems.
                heroes_in(m, row, room, _WHO)
                _loot(m, row, room, m.listed[_WHO, 0], m.listed[_WHO + 1, 0])


@borrowing
def _has_loot(m: Table, row: int, room: int) -> bool:
    if m.rooms[row, room, c.FLOOR_GOLD] > 0:
        return True
    for item in range(m.stash.shape[2]):
        if m.floor_items[row, room, item]:
            return True
    gems = 0
    for kind in range(m.vault.shape[2]):
        gems += int(m.floor_gems[row, room, kind])
    return gems > 0


@borrowing
def _loot(m: Table, row: int, room: int, seat: int, hero: int) -> None:
    m.seats[row, seat, c.GOLD] += m.rooms[row, room, c.FLOOR_GOLD]
    m.rooms[row, room, c.FLOOR_GOLD] = 0
    for item in range(m.stash.shape[2]):
        m.stash[row, seat, item] += m.floor_items[row, room, item]
        m.floor_items[row, room, item] = 0
    for kind in range(m.vault.shape[2]):
        m.hero_gems[row, seat, hero, kind] += m.floor_gems[row, room, kind]
        m.floor_gems[row, room, kind] = 0


@borrowing
def phase_search_and_rest(m: Table, row: int) -> None:
    """Let heroes who have not fought search and rest (PG-5.30, PG-5.31).

    Heroes search or rest as they were ordered to; those who did nothing search if they are Thieves,
    and rest otherwise. Nobody shares a room with another seat, so the order of seats does not matter.
    """
    for seat in range(m.seats.shape[1]):
        for hero in range(m.seats[row, seat, c.NUM_HEROES]):
            marks = m.marks[seat, hero]
            if not m.heroes[row, seat, hero, c.ALIVE] or marks & FOUGHT:
                continue
            is_idle = not marks & (ACTED | SEARCHES | RESTS)
            is_thief = m.heroes[row, seat, hero, c.CLASS] == _THIEF
            if marks & SEARCHES or (is_idle and is_thief):
                _search(m, row, seat, hero)
            elif marks & RESTS or is_idle:
                _rest(m, row, seat, hero)


@borrowing
def _search(m: Table, row: int, seat: int, hero: int) -> None:
    """Roll for the first cache of the Thief's room; if none is left, the room is tapped for the seat (PG-5.30)."""
    room = int(m.heroes[row, seat, hero, c.ROOM])
    last = m.rooms.shape[2] - 1
    if _num_caches(m, row, room):
        open_dice(m, row, HERO_DICE)
        go_down(m, int(m.match[row, c.TURN]))
        go_down(m, seat)
        go_down(m, hero)
        # After a failed roll the cache stays, for another try in a later turn.
        if d6(m, 3) <= skill_of(m, row, seat, hero):
            first = c.CACHES
            while not m.rooms[row, room, first]:
                first += 1
            m.seats[row, seat, c.GOLD] += m.rooms[row, room, first]
            m.rooms[row, room, first] = 0
            # The others move up, so that the next one is first.
            free = c.CACHES
            for place in range(c.CACHES, last + 1):
                gold = m.rooms[row, room, place]
                if gold:
                    m.rooms[row, room, place] = 0
                    m.rooms[row, room, free] = gold
                    free += 1
    if not _num_caches(m, row, room):
        m.tapped[row, seat, room] = True


@borrowing
def _num_caches(m: Table, row: int, room: int) -> int:
    count = 0
    for place in range(c.CACHES, m.rooms.shape[2]):
        if m.rooms[row, room, place]:
            count += 1
    return count


@borrowing
def _rest(m: Table, row: int, seat: int, hero: int) -> None:
    """Give a hero 2 hit points and 1 Mana, up to his maximum (PG-5.31)."""
    hp, mana = m.heroes[row, seat, hero, c.HP], m.heroes[row, seat, hero, c.MANA]
    most = 2 * m.heroes[row, seat, hero, c.STATS + _CON]
    m.heroes[row, seat, hero, c.HP] = hp + min(REST_HP, most - hp)
    m.heroes[row, seat, hero, c.MANA] = mana + min(1, max_mana(m, row, seat, hero) - mana)


@borrowing
def phase_ownership(m: Table, row: int) -> None:
    """Make each seat with heroes in a room the room's owner (PG-5.32)."""
    for seat in range(m.seats.shape[1]):
        for hero in range(m.seats[row, seat, c.NUM_HEROES]):
            if m.heroes[row, seat, hero, c.ALIVE]:
                m.rooms[row, m.heroes[row, seat, hero, c.ROOM], c.OWNER] = seat


@borrowing
def phase_knowledge(m: Table, row: int) -> None:
    """Raise each seat's knowledge of rooms next to its heroes by one level, up to 3 (PG-5.33).

    In even turns, rooms next to rooms that the seat owns count as well.
    """
    rooms = m.rooms.shape[1]
    for seat in range(m.seats.shape[1]):
        # Flags, not counts: never more than one level a turn, however many doors lead there.
        for room in range(rooms):
            m.near[seat, room] = 0
        for hero in range(m.seats[row, seat, c.NUM_HEROES]):
            if m.heroes[row, seat, hero, c.ALIVE]:
                _mark_near(m, row, seat, int(m.heroes[row, seat, hero, c.ROOM]))
    if m.match[row, c.TURN] % 2 == 0:
        for room in range(rooms):
            if m.rooms[row, room, c.OWNER] != c.NONE:
                _mark_near(m, row, int(m.rooms[row, room, c.OWNER]), room)
    for seat in range(m.seats.shape[1]):
        for room in range(rooms):
            if m.near[seat, room] and m.levels[row, seat, room] < LISTENED:
                m.levels[row, seat, room] += 1


@borrowing
def _mark_near(m: Table, row: int, seat: int, room: int) -> None:
    for place in range(m.doors.shape[2]):
        other = m.doors[row, room, place]
        if other != c.NONE:
            m.near[seat, other] = 1

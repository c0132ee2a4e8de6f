"""Regular spells, which Wizards cast in phase 6, as kernels (PG-5.9)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import (
    arrive,
    d6,
    door_place,
    entry_room,
    has_creatures,
    home_of,
    is_alive,
    knows,
)
from referee.games.proving_grounds.batch.deaths import kill_creature, open_trap_dice, raise_level
from referee.games.proving_grounds.batch.table import HASTED, NUM_CONFLICTS, SHIELDED, Table
from referee.games.proving_grounds.batch.thievery import free_door
from referee.games.proving_grounds.tables import (
    BLOW,
    CREATURES,
    MAX_LEVEL,
    Code,
    Creature,
    Spell,
)

__all__ = ["add_conflict", "cast", "refuse_cast"]

_OK, _NOT_KNOWN, _NO_MANA = int(Code.OK), int(Code.NOT_KNOWN), int(Code.NO_MANA)
_NO_DOOR, _SPIKED, _NOT_SPIKED = int(Code.NO_DOOR), int(Code.SPIKED), int(Code.NOT_SPIKED)
_GATE, _BLOCKED, _IMMUNE = int(Code.GATE), int(Code.BLOCKED), int(Code.IMMUNE)
_BAD_TARGET, _DRAGON = int(Code.BAD_TARGET), int(Creature.DRAGON)
_NOISE, _LURE, _KNOCK, _SHIELD, _HASTE, _SCRY, _TELEPORT = map(int, Spell)


@borrowing
def refuse_cast(m: Table, row: int, seat: int, first: int) -> int:
    """Return the code of the first condition of a spell that does not hold; OK if all hold (PG-5.9)."""
    hero, spell = m.given[row, seat, first + at.HERO], m.given[row, seat, first + at.FIRST]
    target, item = m.given[row, seat, first + at.THIRD], n.SPELL_VALUES[spell, n.S_ITEM]
    if item >= 0 and not knows(m, row, seat, hero, item):
        return _NOT_KNOWN
    if m.heroes[row, seat, hero, c.MANA] < n.SPELL_VALUES[spell, n.S_MANA]:
        return _NO_MANA
    room, other = int(m.heroes[row, seat, hero, c.ROOM]), m.given[row, seat, first + at.SECOND]
    if n.SPELL_VALUES[spell, n.S_ON_HERO]:
        is_there = is_alive(m, row, seat, target) and m.heroes[row, seat, target, c.ROOM] == room
        return _OK if is_there else _BAD_TARGET
    if spell == _SCRY or (spell == _NOISE and other == room):
        return _OK
    door = door_place(m, row, room, other)
    if door == c.NONE:
        return _NO_DOOR
    if spell == _KNOCK:
        return _OK if m.spiked[row, room, door] else _NOT_SPIKED
    if spell == _LURE:
        return _refuse_lure(m, row, room, door, other)
    return _OK


@borrowing
def _refuse_lure(m: Table, row: int, room: int, door: int, other: int) -> int:
    """Return why the creatures behind a door can't be lured into the caster's room; OK if they can."""
    if m.spiked[row, room, door]:
        return _SPIKED
    if home_of(m, row, room) != c.NONE:
        return _GATE
    if m.entered[room] == CREATURES:
        return _BLOCKED
    if not has_creatures(m, row, other):
        return _BAD_TARGET
    for place in range(m.creatures.shape[2]):
        if m.creatures[row, other, place, c.C_KIND] == _DRAGON:
            return _IMMUNE
    return _OK


@borrowing
def cast(m: Table, row: int, seat: int, first: int) -> None:
    """Spend the spell's Mana, and apply the spell, whose conditions hold (PG-5.9)."""
    hero, spell = m.given[row, seat, first + at.HERO], m.given[row, seat, first + at.FIRST]
    other, target = m.given[row, seat, first + at.SECOND], m.given[row, seat, first + at.THIRD]
    room = int(m.heroes[row, seat, hero, c.ROOM])
    m.heroes[row, seat, hero, c.MANA] -= n.SPELL_VALUES[spell, n.S_MANA]
    if spell == _NOISE:
        m.noise[other] = 1
    elif spell == _LURE:
        _lure(m, row, other, room)
    elif spell == _KNOCK:
        free_door(m, row, room, other)
    elif spell == _SHIELD:
        m.marks[seat, target] |= SHIELDED
    elif spell == _HASTE:
        m.marks[seat, target] |= HASTED
    elif spell == _SCRY:
        raise_level(m, row, seat, other, MAX_LEVEL)
    elif spell == _TELEPORT:
        arrive(m, row, seat, target, entry_room(m, row, seat))
        # A retreat must not lead back to a room that he did not walk from (PG-5.28).
        m.came_from[seat, target] = c.NONE


@borrowing
def add_conflict(m: Table, room: int, entrants: int) -> None:
    """Register a fight in a room; `entrants` is the seat that entered it, or CREATURES (PG-5.13)."""
    place = m.counts[NUM_CONFLICTS]
    m.conflicts[place, 0], m.conflicts[place, 1] = room, entrants
    m.counts[NUM_CONFLICTS] = place + 1
    m.has_conflict[room] = 1


@borrowing
def _lure(m: Table, row: int, origin: int, room: int) -> None:
    """Move the creatures and the hoard of a room into the caster's room, and register a fight there (PG-5.9)."""
    for place in range(m.creatures.shape[2]):
        for column in range(2):
            m.creatures[row, room, place, column] = m.creatures[row, origin, place, column]
            m.creatures[row, origin, place, column] = c.NONE
    m.rooms[row, room, c.HOARD_GOLD] = m.rooms[row, origin, c.HOARD_GOLD]
    m.rooms[row, origin, c.HOARD_GOLD] = 0
    for kind in range(m.vault.shape[2]):
        m.hoard_gems[row, room, kind] = m.hoard_gems[row, origin, kind]
        m.hoard_gems[row, origin, kind] = 0
    m.entered[room] = CREATURES
    # Registered before the trap springs: a group that it kills leaves a conflict that is skipped (PG-5.15).
    add_conflict(m, room, CREATURES)
    # Traps of the dungeon, which have no seat's number, catch heroes only (PG-5.9).
    if not 0 <= m.rooms[row, room, c.TRAP] < m.seats.shape[1]:
        return
    open_trap_dice(m, row, room)
    m.rooms[row, room, c.TRAP] = c.NONE
    first = 0
    while m.creatures[row, room, first, c.C_KIND] == c.NONE:
        first += 1
    m.creatures[row, room, first, c.C_HP] -= d6(m, 1) + BLOW
    if m.creatures[row, room, first, c.C_HP] <= 0:
        kill_creature(m, row, room, first)

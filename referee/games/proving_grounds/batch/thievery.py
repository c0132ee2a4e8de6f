"""Actions of Thieves, as kernels: spikes, traps, scouting and stealing (PG-5.8, PG-5.10)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import (
    d6,
    door_place,
    has_creatures,
    heroes_in,
    is_accessible,
    is_hostile,
    skill_of,
)
from referee.games.proving_grounds.batch.deaths import hurt_hero, raise_level
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.tables import (
    BLOW,
    CAUGHT,
    HERO_WATCH,
    MOST_STOLEN,
    SCOUTED_LEVEL,
    Code,
    Item,
)

__all__ = [
    "disarm",
    "free_door",
    "refuse_theft",
    "scout",
    "set_spikes",
    "set_trap",
    "spike",
    "steal",
]

_OK, _GATE, _BAD_TARGET = int(Code.OK), int(Code.GATE), int(Code.BAD_TARGET)
_SPIKES, _TRAP_KIT = int(Item.SPIKES), int(Item.TRAP_KIT)
_WHO = 0
"""First list of `Table.listed` with heroes in the room of a theft."""


@borrowing
def set_spikes(m: Table, row: int, room: int, other: int, is_spiked: bool) -> None:
    """Set on both sides whether the door between two neighbours is spiked."""
    m.spiked[row, room, door_place(m, row, room, other)] = is_spiked
    m.spiked[row, other, door_place(m, row, other, room)] = is_spiked


@borrowing
def free_door(m: Table, row: int, room: int, other: int) -> None:
    """Free the door between two neighbours of spikes, which are lost."""
    set_spikes(m, row, room, other, False)


@borrowing
def spike(m: Table, row: int, seat: int, hero: int, room: int) -> None:
    """Use up spikes of the stash to spike the door to a room shut."""
    m.stash[row, seat, _SPIKES] -= 1
    set_spikes(m, row, int(m.heroes[row, seat, hero, c.ROOM]), room, True)


@borrowing
def set_trap(m: Table, row: int, seat: int, hero: int) -> None:
    """Set a trap in the Thief's room, which spares heroes of his seat (PG-5.13)."""
    room = m.heroes[row, seat, hero, c.ROOM]
    m.stash[row, seat, _TRAP_KIT] -= 1
    m.rooms[row, room, c.TRAP] = seat
    # Seats that found no trap must look again.
    for other in range(m.seats.shape[1]):
        m.trap_seen[row, other, room] = False


@borrowing
def disarm(m: Table, row: int, seat: int, hero: int, room: int) -> None:
    """Roll to remove a trap of a neighbouring room, whether or not it has one; the seat learns whether it had."""
    if d6(m, 3) <= skill_of(m, row, seat, hero):
        m.rooms[row, room, c.TRAP] = c.NONE
    m.trap_seen[row, seat, room] = True


@borrowing
def scout(m: Table, row: int, seat: int, room: int) -> None:
    """Raise the seat's knowledge of a room to level 3, its trap included (PG-5.8)."""
    raise_level(m, row, seat, room, SCOUTED_LEVEL)
    m.trap_seen[row, seat, room] = True


@borrowing
def refuse_theft(m: Table, row: int, seat: int, room: int) -> int:
    """Return why nothing can be stolen from a room behind an open door; OK if it can (PG-5.10)."""
    if not is_accessible(m, row, seat, room):
        return _GATE
    return _OK if is_hostile(m, row, seat, room) else _BAD_TARGET


@borrowing
def steal(m: Table, row: int, seat: int, hero: int, room: int, wanted: int) -> None:
    """Roll to steal a gem, or gold, from a neighbouring room (PG-5.10).

    A roll that fails by 3 or more gets the thief struck.
    """
    is_guarded = has_creatures(m, row, room)
    watch = _watch_of(m, row, room) if is_guarded else HERO_WATCH
    need = skill_of(m, row, seat, hero) - watch
    roll = d6(m, 3)
    if roll <= need and is_guarded:
        _take_from_hoard(m, row, seat, hero, room, wanted)
    elif roll <= need:
        _take_from_heroes(m, row, seat, hero, room, wanted)
    elif roll >= need + CAUGHT:
        hurt_hero(m, row, seat, hero, d6(m, 1) + BLOW)


@borrowing
def _watch_of(m: Table, row: int, room: int) -> int:
    """Return the highest watch of a room's living creatures (PG-5.10)."""
    watch = 0
    for place in range(m.creatures.shape[2]):
        kind = m.creatures[row, room, place, c.C_KIND]
        if kind != c.NONE:
            watch = max(watch, int(n.CREATURES[kind, n.C_WATCH]))
    return watch


@borrowing
def _take_from_hoard(m: Table, row: int, seat: int, hero: int, room: int, wanted: int) -> None:
    """Take a gem of the creatures' hoard, or without gems up to `MOST_STOLEN` gold (PG-5.10)."""
    kinds = m.vault.shape[2]
    for turn in range(kinds + 1):
        # The wanted kind, then all from the lowest.
        kind = wanted if turn == 0 else turn - 1
        if m.hoard_gems[row, room, kind]:
            m.hoard_gems[row, room, kind] -= 1
            m.hero_gems[row, seat, hero, kind] += 1
            return
    gold = min(MOST_STOLEN, int(m.rooms[row, room, c.HOARD_GOLD]))
    m.rooms[row, room, c.HOARD_GOLD] -= gold
    m.seats[row, seat, c.GOLD] += gold


@borrowing
def _take_from_heroes(m: Table, row: int, seat: int, hero: int, room: int, wanted: int) -> None:
    """Take a gem from the first hero of another seat in the room, in entry order, who carries any (PG-5.10)."""
    for place in range(heroes_in(m, row, room, _WHO)):
        of, victim = m.listed[_WHO, place], m.listed[_WHO + 1, place]
        if of == seat:
            continue
        for turn in range(m.vault.shape[2] + 1):
            kind = wanted if turn == 0 else turn - 1
            if m.hero_gems[row, of, victim, kind]:
                m.hero_gems[row, of, victim, kind] -= 1
                m.hero_gems[row, seat, hero, kind] += 1
                return

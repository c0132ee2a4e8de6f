"""Deaths of heroes and creatures, entering a room, and traps, as kernels (PG-5.9, PG-5.13, PG-5.21)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch.basics import (
    arrive,
    d6,
    go_down,
    has_creatures,
    open_dice,
    skill_of,
)
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.rules.dice import TRAP_DICE
from referee.games.proving_grounds.tables import BLOW, MAX_LEVEL, HeroClass, Item

__all__ = ["come_into", "hurt_hero", "kill_creature", "kill_hero", "open_trap_dice", "raise_level"]

_THIEF, _KNOCK, _SPIKES = int(HeroClass.THIEF), int(Item.KNOCK), int(Item.SPIKES)


@borrowing
def hurt_hero(m: Table, row: int, seat: int, hero: int, damage: int) -> None:
    """Apply damage of a trap or a blow to a hero, from which neither armor nor a cure saves him."""
    m.heroes[row, seat, hero, c.HP] -= damage
    if m.heroes[row, seat, hero, c.HP] <= 0:
        kill_hero(m, row, seat, hero)


@borrowing
def kill_hero(m: Table, row: int, seat: int, hero: int) -> None:
    """Kill a hero: items and gems fall to the floor of his room, and his standing offer lapses (PG-5.21)."""
    room = m.heroes[row, seat, hero, c.ROOM]
    for slot in range(c.SLOTS, c.SPELLS):
        item = m.heroes[row, seat, hero, slot]
        if item != c.NONE:
            m.floor_items[row, room, item] += 1
    spells = int(m.heroes[row, seat, hero, c.SPELLS])
    for item in range(_KNOCK, _SPIKES):
        if (spells >> (item - _KNOCK)) & 1:
            m.floor_items[row, room, item] += 1
    for kind in range(m.vault.shape[2]):
        m.floor_gems[row, room, kind] += m.hero_gems[row, seat, hero, kind]
        m.hero_gems[row, seat, hero, kind] = 0
    for column in range(m.heroes.shape[3]):
        m.heroes[row, seat, hero, column] = 0
    for column in range(m.offers.shape[3]):
        m.offers[row, seat, hero, column] = 0


@borrowing
def kill_creature(m: Table, row: int, room: int, place: int) -> None:
    """Remove a dead creature from its room; if it was the last, its hoard falls to the floor (PG-5.21)."""
    m.creatures[row, room, place, c.C_KIND] = c.NONE
    m.creatures[row, room, place, c.C_HP] = c.NONE
    if has_creatures(m, row, room):
        return
    m.rooms[row, room, c.FLOOR_GOLD] += m.rooms[row, room, c.HOARD_GOLD]
    m.rooms[row, room, c.HOARD_GOLD] = 0
    for kind in range(m.vault.shape[2]):
        m.floor_gems[row, room, kind] += m.hoard_gems[row, room, kind]
        m.hoard_gems[row, room, kind] = 0


@borrowing
def raise_level(m: Table, row: int, seat: int, room: int, level: int) -> None:
    """Raise a seat's level of knowledge of a room to at least `level`; it never falls (PG-6.2)."""
    if m.levels[row, seat, room] < level:
        m.levels[row, seat, room] = level


@borrowing
def open_trap_dice(m: Table, row: int, room: int) -> None:
    """Use the dice stream for the trap of a room that springs in this turn."""
    open_dice(m, row, TRAP_DICE)
    go_down(m, int(m.match[row, c.TURN]))
    go_down(m, room)


@borrowing
def come_into(m: Table, row: int, seat: int, hero: int, room: int) -> None:
    """Put a walking or retreating hero into a room, and spring its trap (PG-5.13)."""
    m.came_from[seat, hero] = m.heroes[row, seat, hero, c.ROOM]
    arrive(m, row, seat, hero, room)
    m.rooms[row, room, c.EXPLORED] = 1
    raise_level(m, row, seat, room, MAX_LEVEL)
    trap = m.rooms[row, room, c.TRAP]
    if trap == c.NONE or trap == seat:
        return
    # A Thief first rolls to disarm it; it is gone whether he does or not.
    open_trap_dice(m, row, room)
    is_disarmed = False
    if m.heroes[row, seat, hero, c.CLASS] == _THIEF:
        is_disarmed = d6(m, 3) <= skill_of(m, row, seat, hero)
    m.rooms[row, room, c.TRAP] = c.NONE
    if not is_disarmed:
        hurt_hero(m, row, seat, hero, d6(m, 1) + BLOW)

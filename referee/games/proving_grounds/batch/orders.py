"""Free orders and actions of heroes, as kernels (PG-4.5, PG-4.6, PG-5.5, PG-5.7 to PG-5.10)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import (
    can_use,
    cut_mana,
    d6,
    door_place,
    entry_room,
    go_down,
    is_alive,
    knows,
    note,
    open_dice,
    prowess,
    wear,
)
from referee.games.proving_grounds.batch.checks import entry_at
from referee.games.proving_grounds.batch.spells import cast, refuse_cast
from referee.games.proving_grounds.batch.table import ACTED, BLESSED, Table
from referee.games.proving_grounds.batch.thievery import (
    disarm,
    free_door,
    refuse_theft,
    scout,
    set_trap,
    spike,
    steal,
)
from referee.games.proving_grounds.rules.dice import HERO_DICE
from referee.games.proving_grounds.tables import (
    BLESS_MANA,
    CLW_MANA,
    CSW_BONUS,
    CSW_MANA,
    FORCING,
    Board,
    Code,
    Item,
    ItemKind,
    Stat,
)

__all__ = ["is_companion", "open_hero_dice", "phase_actions", "phase_free"]

_OK, _ALREADY, _BAD_CLASS = int(Code.OK), int(Code.ALREADY), int(Code.BAD_CLASS)
_BAD_TARGET, _NO_ITEM, _NO_GOODS = int(Code.BAD_TARGET), int(Code.NO_ITEM), int(Code.NO_GOODS)
_NOT_HOME, _NO_MANA, _NO_DOOR = int(Code.NOT_HOME), int(Code.NO_MANA), int(Code.NO_DOOR)
_SPIKED, _NOT_SPIKED = int(Code.SPIKED), int(Code.NOT_SPIKED)
_SPELL, _CONSUMABLE = int(ItemKind.SPELL), int(ItemKind.CONSUMABLE)
_KNOCK, _POTION, _SPIKES = int(Item.KNOCK), int(Item.POTION), int(Item.SPIKES)
_TRAP_KIT, _CON, _ORDER = int(Item.TRAP_KIT), int(Stat.CON), int(Board.ORDER)


# Phase 4.


@borrowing
def phase_free(m: Table, row: int) -> None:
    """Carry out the free orders of each seat in list order, each with effect at once (PG-5.5)."""
    for seat in range(m.seats.shape[1]):
        for place in range(m.passed.shape[1]):
            if m.passed[seat, place] == n.FREE:
                note(m, row, seat, _free_order(m, row, seat, entry_at(m, place)))


@borrowing
def _free_order(m: Table, row: int, seat: int, first: int) -> int:
    """Carry out a free order; return its result."""
    kind, hero = m.given[row, seat, first + at.KIND], m.given[row, seat, first + at.HERO]
    one = m.given[row, seat, first + at.FIRST]
    if kind == at.EQUIP:
        return _equip(m, row, seat, hero, one)
    if kind == at.UNEQUIP:
        return _unequip(m, row, seat, hero, one)
    if kind == at.GUARD:
        m.heroes[row, seat, hero, c.GUARD] = 1 if one else 0
    elif kind == at.POLICY:
        m.heroes[row, seat, hero, c.POLICY] = one
    elif kind == at.PASS:
        return _pass_on(m, row, seat, hero, one, first + at.SECOND)
    elif kind == at.DEPOSIT:
        return _use_vault(m, row, seat, hero, first + at.FIRST, 1)
    elif kind == at.WITHDRAW:
        return _use_vault(m, row, seat, hero, first + at.FIRST, -1)
    return _OK


@borrowing
def _equip(m: Table, row: int, seat: int, hero: int, item: int) -> int:
    """Put an item from the seat's stash on the hero (PG-5.5)."""
    kind = n.ITEM_VALUES[item, n.KIND]
    if kind == _CONSUMABLE:
        return _BAD_TARGET
    if not can_use(m, row, seat, hero, item):
        return _BAD_CLASS
    if not m.stash[row, seat, item]:
        return _NO_ITEM
    if kind == _SPELL and knows(m, row, seat, hero, item):
        return _ALREADY
    m.stash[row, seat, item] -= 1
    wear(m, row, seat, hero, item)
    return _OK


@borrowing
def _unequip(m: Table, row: int, seat: int, hero: int, item: int) -> int:
    """Take an item off the hero and put it into the seat's stash (PG-5.5)."""
    kind = int(n.ITEM_VALUES[item, n.KIND])
    if kind == _CONSUMABLE:
        return _NO_ITEM
    if kind == _SPELL:
        if not knows(m, row, seat, hero, item):
            return _NO_ITEM
        m.heroes[row, seat, hero, c.SPELLS] &= ~(1 << (item - _KNOCK))
    else:
        if m.heroes[row, seat, hero, c.SLOTS + kind] != item:
            return _NO_ITEM
        m.heroes[row, seat, hero, c.SLOTS + kind] = c.NONE
        cut_mana(m, row, seat, hero)
    m.stash[row, seat, item] += 1
    return _OK


@borrowing
def _pass_on(m: Table, row: int, seat: int, hero: int, target: int, first: int) -> int:
    """Give gems of the hero to another hero of his seat in the same room (PG-5.5)."""
    if target == hero or not is_companion(m, row, seat, hero, target):
        return _BAD_TARGET
    for kind in range(m.vault.shape[2]):
        if m.given[row, seat, first + kind] > m.hero_gems[row, seat, hero, kind]:
            return _NO_GOODS
    for kind in range(m.vault.shape[2]):
        m.hero_gems[row, seat, hero, kind] -= m.given[row, seat, first + kind]
        m.hero_gems[row, seat, target, kind] += m.given[row, seat, first + kind]
    return _OK


@borrowing
def _use_vault(m: Table, row: int, seat: int, hero: int, first: int, way: int) -> int:
    """Put gems of the hero into his seat's vault, or with `way` -1 take them out (PG-5.5)."""
    if m.heroes[row, seat, hero, c.ROOM] != entry_room(m, row, seat):
        return _NOT_HOME
    for kind in range(m.vault.shape[2]):
        held = m.hero_gems[row, seat, hero, kind] if way > 0 else m.vault[row, seat, kind]
        if m.given[row, seat, first + kind] > held:
            return _NO_GOODS
    for kind in range(m.vault.shape[2]):
        m.hero_gems[row, seat, hero, kind] -= way * m.given[row, seat, first + kind]
        m.vault[row, seat, kind] += way * m.given[row, seat, first + kind]
    return _OK


# Phase 6.


@borrowing
def phase_actions(m: Table, row: int) -> None:
    """Carry out actions by seats in the order of the leader board ORDER, and in list order within a seat (PG-5.7)."""
    for rank in range(m.seats.shape[1]):
        seat = int(m.boards[row, _ORDER, rank])
        for place in range(m.passed.shape[1]):
            if m.passed[seat, place] != n.ACT:
                continue
            first = entry_at(m, place)
            code = _refuse(m, row, seat, first)
            note(m, row, seat, code)
            if code == _OK:
                _act(m, row, seat, first)
                m.marks[seat, m.given[row, seat, first + at.HERO]] |= ACTED


@borrowing
def is_companion(m: Table, row: int, seat: int, hero: int, target: int) -> bool:
    """Return whether a target is a living hero of the seat in the hero's room (PG-5.8)."""
    if not is_alive(m, row, seat, target):
        return False
    return bool(m.heroes[row, seat, target, c.ROOM] == m.heroes[row, seat, hero, c.ROOM])


@borrowing
def _refuse(m: Table, row: int, seat: int, first: int) -> int:
    """Return the code of the first condition of an action that does not hold; OK if all hold (PG-5.8)."""
    kind, hero = m.given[row, seat, first + at.KIND], m.given[row, seat, first + at.HERO]
    one = m.given[row, seat, first + at.FIRST]
    mana, room = m.heroes[row, seat, hero, c.MANA], int(m.heroes[row, seat, hero, c.ROOM])
    if kind == at.CAST:
        return refuse_cast(m, row, seat, first)
    if kind == at.BLESS:
        return _OK if mana >= BLESS_MANA else _NO_MANA
    if kind == at.TRAP:
        if m.rooms[row, room, c.TRAP] != c.NONE:
            return _ALREADY
        return _OK if m.stash[row, seat, _TRAP_KIT] else _NO_ITEM
    if kind in (at.POTION, at.CLW, at.CSW):
        if not is_companion(m, row, seat, hero, one):
            return _BAD_TARGET
        if kind == at.POTION:
            return _OK if m.stash[row, seat, _POTION] else _NO_ITEM
        return _OK if mana >= (CLW_MANA if kind == at.CLW else CSW_MANA) else _NO_MANA
    # All others are for a door.
    door = door_place(m, row, room, one)
    if door == c.NONE:
        return _NO_DOOR
    is_spiked = m.spiked[row, room, door]
    if kind in (at.FORCE, at.UNSPIKE):
        return _OK if is_spiked else _NOT_SPIKED
    if kind == at.SCOUT:
        return _OK
    if kind == at.SPIKE:
        if is_spiked:
            return _ALREADY
        return _OK if m.stash[row, seat, _SPIKES] else _NO_ITEM
    if is_spiked:
        return _SPIKED
    return refuse_theft(m, row, seat, one) if kind == at.STEAL else _OK


@borrowing
def open_hero_dice(m: Table, row: int, seat: int, hero: int) -> None:
    """Use the hero's dice stream of this turn, from its start (PG-5.8)."""
    open_dice(m, row, HERO_DICE)
    go_down(m, int(m.match[row, c.TURN]))
    go_down(m, seat)
    go_down(m, hero)


@borrowing
def _act(m: Table, row: int, seat: int, first: int) -> None:
    """Carry out an action whose conditions hold."""
    kind, hero = m.given[row, seat, first + at.KIND], int(m.given[row, seat, first + at.HERO])
    one, two = int(m.given[row, seat, first + at.FIRST]), m.given[row, seat, first + at.SECOND]
    open_hero_dice(m, row, seat, hero)
    if kind == at.FORCE:
        if d6(m, 3) <= prowess(m, row, seat, hero, n.STRENGTH) + FORCING:
            free_door(m, row, int(m.heroes[row, seat, hero, c.ROOM]), one)
    elif kind == at.POTION:
        m.stash[row, seat, _POTION] -= 1
        _heal(m, row, seat, one, d6(m, 2))
    elif kind == at.CLW:
        m.heroes[row, seat, hero, c.MANA] -= CLW_MANA
        _heal(m, row, seat, one, d6(m, 1))
    elif kind == at.CSW:
        m.heroes[row, seat, hero, c.MANA] -= CSW_MANA
        _heal(m, row, seat, one, d6(m, 2) + CSW_BONUS)
    elif kind == at.BLESS:
        _bless(m, row, seat, hero)
    elif kind == at.CAST:
        cast(m, row, seat, first)
    elif kind == at.SPIKE:
        spike(m, row, seat, hero, one)
    elif kind == at.UNSPIKE:
        free_door(m, row, int(m.heroes[row, seat, hero, c.ROOM]), one)
    elif kind == at.TRAP:
        set_trap(m, row, seat, hero)
    elif kind == at.DISARM:
        disarm(m, row, seat, hero, one)
    elif kind == at.SCOUT:
        scout(m, row, seat, one)
    elif kind == at.STEAL:
        steal(m, row, seat, hero, one, two)


@borrowing
def _heal(m: Table, row: int, seat: int, target: int, amount: int) -> None:
    """Give hit points to a hero, up to the maximum (PG-5.8)."""
    most = 2 * m.heroes[row, seat, target, c.STATS + _CON]
    m.heroes[row, seat, target, c.HP] = min(m.heroes[row, seat, target, c.HP] + amount, most)


@borrowing
def _bless(m: Table, row: int, seat: int, hero: int) -> None:
    """Bless all heroes of the seat in the room: attacks hit at +1 in this turn (PG-5.19)."""
    m.heroes[row, seat, hero, c.MANA] -= BLESS_MANA
    for other in range(m.seats[row, seat, c.NUM_HEROES]):
        if is_companion(m, row, seat, hero, other):
            m.marks[seat, other] |= BLESSED

"""Deaths, strikes and area attacks of one match in kernels (DK-5.20 to DK-5.34).

Each kernel is the one of the same name in `rules.combat`, for a match whose arrays are a `Board`.
"""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import tables as t
from referee.games.dungeon_keeper.batch.board import Board
from referee.games.dungeon_keeper.batch.statuses import (
    absorbs,
    add_status,
    end_all_from,
    has_status,
    heal,
    roll,
    take_hp,
)
from referee.games.dungeon_keeper.batch.units import (
    are_allied,
    attack_of,
    can,
    cell,
    clear_cell,
    defence_of,
    distance,
    forget_captures,
    give_up,
    is_enemy_owner,
    lower_mark,
    next_unit,
    put_item,
    unit,
)
from referee.games.dungeon_keeper.tables import (
    CLOSE,
    KILL_MANA,
    LIGHT,
    NEUTRAL,
    TOWER_ATTACK,
    VAMPIRISM_HP,
    WALL_BREAKER_ATTACK,
    Ability,
    Artifact,
    Building,
    Item,
    Kind,
    Roll,
    Rune,
    Status,
)

__all__ = [
    "attack_building",
    "attack_unit",
    "blast",
    "destroy_building",
    "kill_unit",
    "pass_source",
    "remove_unit",
    "shoot",
]

_LIGHT, _NEUTRAL = int(LIGHT), int(NEUTRAL)
_ALTAR, _SOURCE, _HERO = int(Building.ALTAR), int(Building.SOURCE), int(Kind.HERO)
_NUM_ARTIFACTS, _NUM_RUNES = len(Artifact), len(Rune)
_FIRST_ARTIFACT, _FIRST_RUNE = int(Item.SWORD), int(Item.RUNE_FIRE)
_MELEE, _RANGED = int(Ability.MELEE), int(Ability.RANGED)
_HAS_ZEAL, _HAS_BLADE = int(Ability.ZEAL), int(Ability.CURSED_BLADE)
_VAMPIRISM, _WALL_BREAKER = int(Ability.VAMPIRISM), int(Ability.WALL_BREAKER)
_ZEAL, _BERSERK, _GHOST = int(Roll.ZEAL), int(Roll.BERSERK), int(Roll.GHOSTLINESS)
_IS_BERSERK, _GHOSTLINESS = int(Status.BERSERK), int(Status.GHOSTLINESS)
_BLADE = int(Status.CURSED_BLADE)

# Deaths (DK-5.25 to DK-5.28).


@borrowing
def kill_unit(b: Board, at: int, killer: int) -> None:
    """Kill the unit in row `at`: a seat that killed it may gain mana, and what it had drops (DK-5.25)."""
    if b.units[at, c.KIND] == _HERO:
        # What he has collected drops, and his gnome vanishes (DK-5.87).
        give_up(b)
        return
    owner = unit(b, at, c.OWNER)
    is_prey = t.IS_WORKER[b.units[at, c.KIND]] == 0 and owner != killer
    if killer >= 0 and is_prey and not are_allied(b, killer, owner):
        b.seats[killer, c.MANA] += KILL_MANA
    remove_unit(b, at)


@borrowing
def remove_unit(b: Board, at: int) -> None:
    """Remove the unit in row `at` from the board; the items that it had drop on its cell (DK-5.25)."""
    row, col = unit(b, at, c.ROW), unit(b, at, c.COL)
    artifacts, rune = unit(b, at, c.ARTIFACTS), unit(b, at, c.RUNE)
    b.units[at] = 0
    for kind in range(_NUM_ARTIFACTS):
        if (artifacts >> kind) & 1 != 0:
            put_item(b, row, col, _FIRST_ARTIFACT + kind)
    if rune != c.NO:
        put_item(b, row, col, _FIRST_RUNE + rune)


@borrowing
def destroy_building(b: Board, row: int, col: int) -> None:
    """Destroy a building; if it is an Altar, its seat is eliminated (DK-5.27, DK-5.28)."""
    owner, kind = cell(b, c.B_OWNER, row, col), cell(b, c.B_KIND, row, col)
    clear_cell(b, row, col)
    if kind == _ALTAR:
        _eliminate(b, owner, row, col)


@borrowing
def _eliminate(b: Board, seat: int, row: int, col: int) -> None:
    """Eliminate a seat whose Altar on this cell has fallen, in the order of DK-5.28."""
    b.match[c.NUM_ELIMINATED] += 1
    b.seats[seat, c.ALIVE] = 0
    b.seats[seat, c.ELIMINATED_ORDER] = b.match[c.NUM_ELIMINATED]
    for rune in range(_NUM_RUNES):
        if b.seats[seat, c.RUNES + rune] != 0:
            b.seats[seat, c.RUNES + rune] = 0
            put_item(b, row, col, _FIRST_RUNE + rune)
    at = next_unit(b, 0, seat)
    while at != c.NO:
        number = unit(b, at, c.ID)
        remove_unit(b, at)
        at = next_unit(b, number, seat)
    size = b.cells.shape[1]
    for down in range(size):
        for right in range(size):
            kind = cell(b, c.B_KIND, down, right)
            if kind != c.NO and b.cells[c.B_OWNER, down, right] == seat:
                if kind == _SOURCE:
                    pass_source(b, down, right, _NEUTRAL)
                else:
                    clear_cell(b, down, right)
    end_all_from(b, seat)
    for column in range(c.STOCKS, c.RUNES):
        b.seats[seat, column] = 0
    b.match[c.ALTARS_COUNT] = 1
    living = 0
    for other in range(len(b.seats)):
        if b.seats[other, c.ALIVE] != 0:
            living += 1
    if living <= 1:
        b.match[c.OVER] = 1


@borrowing
def pass_source(b: Board, row: int, col: int, owner: int) -> None:
    """Give a Source to another owner; points earned towards capturing it are lost (DK-5.60)."""
    b.cells[c.B_OWNER, row, col] = owner
    place = row * b.cells.shape[1] + col
    for at in range(len(b.units)):
        if b.units[at, c.ID] > 0 and b.units[at, c.CAPTURE_CELL] == place:
            forget_captures(b, at)


# Strikes (DK-5.20 to DK-5.22).


@borrowing
def attack_unit(b: Board, at: int, target: int) -> None:
    """Attack a unit: strike and be countered, and again for zeal and for berserk (DK-5.20)."""
    one, other = unit(b, at, c.ID), unit(b, target, c.ID)
    _exchange_blows(b, at, target)
    # A roll is made only if its attack can take place.
    if _both_stand(b, at, one, target, other) and can(b, at, _HAS_ZEAL) and roll(b, at, _ZEAL):
        _exchange_blows(b, at, target)
    if _both_stand(b, at, one, target, other) and _is_berserk(b, at) and roll(b, at, _BERSERK):
        _exchange_blows(b, at, target)


@borrowing
def _both_stand(b: Board, at: int, one: int, target: int, other: int) -> bool:
    # Nobody comes while an attack lasts, so a row that is free stays free.
    return bool(b.units[at, c.ID] == one and b.units[target, c.ID] == other)


@borrowing
def _exchange_blows(b: Board, at: int, target: int) -> None:
    one, other = unit(b, at, c.ID), unit(b, target, c.ID)
    _strike(b, at, target)
    # Only a melee attacker is countered (DK-5.20).
    if can(b, at, _MELEE) and _both_stand(b, at, one, target, other):
        _strike(b, target, at)


@borrowing
def _strike(b: Board, at: int, target: int) -> None:
    """Carry out one strike of a unit at another unit (DK-5.21)."""
    if _evades(b, target):
        return
    damage = max(1, attack_of(b, at) - defence_of(b, target))
    row, col = unit(b, target, c.ROW), unit(b, target, c.COL)
    dealt = take_hp(b, target, _weakened_if_close(b, at, damage, row, col))
    if can(b, at, _VAMPIRISM):
        heal(b, at, min(VAMPIRISM_HP, dealt))
    controller = unit(b, at, c.CONTROLLER)
    if b.units[target, c.HP] == 0:
        kill_unit(b, target, controller)
    elif can(b, at, _HAS_BLADE) and not absorbs(b, target):
        add_status(b, target, _BLADE, controller)


@borrowing
def _evades(b: Board, target: int) -> bool:
    return has_status(b, target, _GHOSTLINESS) and roll(b, target, _GHOST)


@borrowing
def _is_berserk(b: Board, at: int) -> bool:
    return can(b, at, _MELEE) and has_status(b, at, _IS_BERSERK)


@borrowing
def _weakened_if_close(b: Board, at: int, damage: int, row: int, col: int) -> int:
    here, there = unit(b, at, c.ROW), unit(b, at, c.COL)
    if can(b, at, _RANGED) and distance(here, there, row, col) <= CLOSE:
        return max(1, damage // 2)
    return damage


@borrowing
def attack_building(b: Board, at: int, row: int, col: int) -> None:
    """Attack a building, and again for zeal and for berserk; it never counters (DK-5.20)."""
    one = unit(b, at, c.ID)
    _strike_building(b, at, row, col)
    if _stands_before(b, at, one, row, col) and can(b, at, _HAS_ZEAL) and roll(b, at, _ZEAL):
        _strike_building(b, at, row, col)
    if _stands_before(b, at, one, row, col) and _is_berserk(b, at) and roll(b, at, _BERSERK):
        _strike_building(b, at, row, col)


@borrowing
def _stands_before(b: Board, at: int, one: int, row: int, col: int) -> bool:
    # With an Altar its seat's units fall, be the attacker one of them (DK-5.28).
    return bool(b.units[at, c.ID] == one and b.cells[c.B_KIND, row, col] != c.NO)


@borrowing
def _strike_building(b: Board, at: int, row: int, col: int) -> None:
    attack = attack_of(b, at)
    if can(b, at, _WALL_BREAKER):
        attack += WALL_BREAKER_ATTACK
    kind = cell(b, c.B_KIND, row, col)
    damage = max(1, attack - int(t.BUILDING_DEFENCE[kind]))
    damage = _weakened_if_close(b, at, damage, row, col)
    dealt = min(damage, cell(b, c.B_HP, row, col))
    b.cells[c.B_HP, row, col] -= dealt
    striker = unit(b, at, c.CONTROLLER)
    if kind == _ALTAR:
        # Only hit points below the Altar's low mark count for the score (DK-5.27, DK-7.3).
        fresh = lower_mark(b, row, col)
        if striker >= 0 and is_enemy_owner(b, striker, cell(b, c.B_OWNER, row, col)):
            b.seats[striker, c.ALTAR_DAMAGE] += fresh
    if b.cells[c.B_HP, row, col] == 0:
        destroy_building(b, row, col)


@borrowing
def shoot(b: Board, row: int, col: int, target: int) -> None:
    """Shoot at a unit from a battle tower (DK-5.34)."""
    if _evades(b, target):
        return
    take_hp(b, target, max(1, TOWER_ATTACK - defence_of(b, target)))
    if b.units[target, c.HP] == 0:
        kill_unit(b, target, cell(b, c.B_OWNER, row, col))


# Area attacks (DK-5.30 to DK-5.33).


@borrowing
def blast(b: Board, at: int, victim: int, divisor: int) -> None:
    """Hit a victim of an area attack of the unit in row `at` (DK-5.30)."""
    damage = max(1, attack_of(b, at) - defence_of(b, victim))
    take_hp(b, victim, max(1, damage // divisor))
    if b.units[victim, c.HP] == 0:
        kill_unit(b, victim, unit(b, at, c.CONTROLLER))

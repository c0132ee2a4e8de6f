"""Attacks of units and shots of towers (DK-5.20 to DK-5.22, DK-5.34).

The caller has checked that the attack is allowed, and has spent the action points of a unit or
tower.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import building_at, distance, lower_mark
from referee.games.dungeon_keeper.rules.board.units import (
    attack_of,
    can,
    defence_of,
    find,
    is_enemy_owner,
    place_of,
    spot,
)
from referee.games.dungeon_keeper.rules.combat.deaths import destroy_building, kill_unit, take_hp
from referee.games.dungeon_keeper.rules.combat.statuses import (
    absorbs,
    add_status,
    has_status,
    heal,
    roll,
)
from referee.games.dungeon_keeper.rules.events import Attacked, Place, TowerShot
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    CLOSE,
    TOWER_ATTACK,
    VAMPIRISM_HP,
    WALL_BREAKER_ATTACK,
    Ability,
    Building,
    Roll,
    Status,
)

__all__ = [
    "attack_building",
    "attack_unit",
    "shoot",
    "strike",
]


def attack_unit(play: Play, at: int, target: int) -> None:
    """Attack a unit: strike and be countered, and again for zeal and for berserk (DK-5.20).

    Args:
        play: The match.
        at: Row of the attacker.
        target: Row of a unit in the attacker's reach.
    """
    state = play.state
    attacker, prey = state.units.item(at, c.ID), state.units.item(target, c.ID)

    def both_stand() -> bool:
        # Asked by id: the row of a unit that died may be used again.
        return find(state, attacker) == at and find(state, prey) == target

    def exchange_blows() -> None:
        strike(play, at, target)
        # Only a melee attacker is countered (DK-5.20).
        if can(state, at, Ability.MELEE) and both_stand():
            strike(play, target, at, is_counter=True)

    _attack(play, at, exchange_blows, both_stand)


def attack_building(play: Play, at: int, row: int, col: int) -> None:
    """Attack a building, and again for zeal and for berserk; it never counters (DK-5.20).

    Args:
        play: The match.
        at: Row of the attacker.
        row: The building's row.
        col: The building's column.
    """
    state = play.state
    attacker = state.units.item(at, c.ID)

    def both_stand() -> bool:
        # With an Altar its seat's units fall, be the attacker one of them (DK-5.28).
        return find(state, attacker) == at and building_at(state, row, col) is not None

    _attack(play, at, lambda: _strike_building(play, at, row, col), both_stand)


def strike(play: Play, at: int, target: int, *, is_counter: bool = False) -> None:
    """Carry out one strike of a unit at another unit (DK-5.21).

    Args:
        play: The match.
        at: Row of the unit that strikes.
        target: Row of the unit that is struck at.
        is_counter: Whether the strike is the answer to an attack; only shown in the event.
    """
    state = play.state
    # Taken now, because a unit that dies leaves an empty row, and events show where it stood.
    striker, where = spot(state, at), spot(state, target)
    if _evades(play, target):
        play.log.append(Attacked(striker, where, None, None, is_counter))
        return
    dealt = take_hp(state, target, _damage_to_unit(state, at, target))
    play.log.append(Attacked(striker, where, None, dealt, is_counter))
    # A vampire gains by the blow that kills as well (DK-5.21).
    if can(state, at, Ability.VAMPIRISM):
        heal(play, at, min(VAMPIRISM_HP, dealt))
    controller = state.units.item(at, c.CONTROLLER)
    if state.units.item(target, c.HP) == 0:
        kill_unit(play, target, controller, striker)
    # Only a living target may roll for absorption: a needless roll would shift all later dice.
    elif can(state, at, Ability.CURSED_BLADE) and not absorbs(play, target):
        add_status(play, target, Status.CURSED_BLADE, controller)


def shoot(play: Play, row: int, col: int, target: int) -> None:
    """Shoot at a unit from a battle tower (DK-5.34).

    Args:
        play: The match.
        row: The tower's row.
        col: The tower's column.
        target: Row of a unit in the tower's reach.
    """
    state = play.state
    tower, where = Place(row, col), spot(state, target)
    if _evades(play, target):
        play.log.append(TowerShot(tower, where, None))
        return
    dealt = take_hp(state, target, max(1, TOWER_ATTACK - defence_of(state, target)))
    play.log.append(TowerShot(tower, where, dealt))
    if state.units.item(target, c.HP) == 0:
        kill_unit(play, target, state.cells.item(c.B_OWNER, row, col), tower)


def _damage_to_unit(state: State, at: int, target: int) -> int:
    """Return the hit points that a strike takes from a unit, if it is not evaded (DK-5.21).

    `at` is the row of the unit that strikes, `target` that of the unit that is struck.
    """
    damage = max(1, attack_of(state, at) - defence_of(state, target))
    return _weakened_if_close(state, at, damage, *place_of(state, target))


def _damage_to_building(state: State, at: int, row: int, col: int) -> int:
    """Return the hit points that a strike takes from the building on a cell (DK-5.21).

    `at` is the row of the unit that strikes.
    """
    attack = attack_of(state, at)
    if can(state, at, Ability.WALL_BREAKER):
        attack += WALL_BREAKER_ATTACK
    damage = max(1, attack - BUILDINGS[state.cells.item(c.B_KIND, row, col)].defence)
    return _weakened_if_close(state, at, damage, row, col)


def _attack(
    play: Play, at: int, exchange_blows: Callable[[], None], both_stand: Callable[[], bool]
) -> None:
    """Carry out an attack: one exchange of blows, and one more each for zeal and berserk (DK-5.20).

    Args:
        play: The match.
        at: Row of the attacker.
        exchange_blows: Function that strikes the target once, and strikes back if the target can
            counter.
        both_stand: Function that returns whether attacker and target are both still there; if not,
            no more blows follow.
    """
    exchange_blows()
    # A roll is made only if its attack can take place: a needless die would shift all later ones.
    # So the test whether both stand comes first, then the ability, then the roll.
    if both_stand() and can(play.state, at, Ability.ZEAL) and roll(play, at, Roll.ZEAL):
        exchange_blows()
    if both_stand() and _is_berserk(play.state, at) and roll(play, at, Roll.BERSERK):
        exchange_blows()


def _is_berserk(state: State, at: int) -> bool:
    return can(state, at, Ability.MELEE) and has_status(state, at, Status.BERSERK)


def _evades(play: Play, target: int) -> bool:
    """Roll whether the unit in row `target` evades a strike (DK-5.21 step 1).

    False for a unit without ghostliness, which rolls nothing.
    """
    is_ghost = has_status(play.state, target, Status.GHOSTLINESS)
    return is_ghost and roll(play, target, Roll.GHOSTLINESS)


def _weakened_if_close(state: State, at: int, damage: int, row: int, col: int) -> int:
    if can(state, at, Ability.RANGED) and distance(*place_of(state, at), row, col) <= CLOSE:
        return max(1, damage // 2)
    return damage


def _strike_building(play: Play, at: int, row: int, col: int) -> None:
    state = play.state
    damage = _damage_to_building(state, at, row, col)
    dealt = min(damage, state.cells.item(c.B_HP, row, col))
    state.cells[c.B_HP, row, col] -= dealt
    play.log.append(Attacked(spot(state, at), None, Place(row, col), dealt, is_counter=False))
    striker = state.units.item(at, c.CONTROLLER)
    _count_altar_damage(state, striker, dealt, row, col)
    if state.cells.item(c.B_HP, row, col) == 0:
        destroy_building(play, row, col, striker)


def _count_altar_damage(state: State, striker: int, dealt: int, row: int, col: int) -> None:
    """Credit a striker's seat with the damage `dealt` to an enemy Altar, for its score.

    This is DK-5.27 and DK-7.3. Only hit points below the Altar's low mark, the lowest that it has
    had, count; in version 1 all damage. Nothing happens for other buildings, and nobody is credited
    for the Hero's blows.
    """
    if building_at(state, row, col) != Building.ALTAR:
        return
    # The mark falls whoever strikes, also for the Hero, so that no hit point is ever counted twice.
    fresh = dealt if len(state.cells) == c.PLANES_OF_OLD else lower_mark(state, row, col)
    owner = state.cells.item(c.B_OWNER, row, col)
    if striker >= 0 and is_enemy_owner(state, striker, owner):
        state.seats[striker, c.ALTAR_DAMAGE] += fresh

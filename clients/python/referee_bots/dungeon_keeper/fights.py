"""Results of attacks in Dungeon Keeper and their expected values over the rolls (DK-5.20, DK-5.21)."""

from __future__ import annotations

from typing import NamedTuple

from gamereferee.games.dungeon_keeper.v1.tables import (
    BUILDINGS,
    CHANCES,
    MELEE_RANGE,
    RANGED_RANGE,
    TOWER_ATTACK,
    VAMPIRISM_HP,
    WALL_BREAKER_ATTACK,
    Roll,
)
from referee_bots.dungeon_keeper.board import Board, House, Unit
from referee_bots.dungeon_keeper.ground import sees

__all__ = [
    "AttackOutcome",
    "damage",
    "damage_of_tower",
    "damage_to_house",
    "expected_to_house",
    "outcomes",
    "reach",
    "reaches",
]

ZEAL_CHANCE, EVADE_CHANCE = CHANCES[Roll.ZEAL] / 100, CHANCES[Roll.GHOSTLINESS] / 100
"""Probability that a unit with zeal attacks once more (DK-5.20), and that a ghostly unit evades a
strike (DK-5.21)."""


class AttackOutcome(NamedTuple):
    """One possible result of an attack: hit points of both units after it, and its probability."""

    chance: float
    target_hp: int
    """Hit points that the target has left; 0 or less if it is dead."""
    own_hp: int
    """Hit points that the attacker has left; 0 or less if it is dead."""


def reach(unit: Unit) -> int:
    """Return the range of a unit's attacks, in cells."""
    return RANGED_RANGE if unit.is_ranged else MELEE_RANGE


def reaches(board: Board, unit: Unit, here: int, there: int) -> bool:
    """Return whether a unit on the cell `here` could attack the cell `there`, by range and sight."""
    grid = board.grid
    return grid.distance(here, there) <= reach(unit) and sees(board.land, grid.size, here, there)


def damage(unit: Unit, defence: int, *, near: bool, bonus: int = 0) -> int:
    """Return the damage of one strike in hit points, at least 1.

    Args:
        unit: Unit that strikes.
        defence: Defence of the target.
        near: Whether the target is on a neighbouring cell, where ranged units do half the damage
            (DK-5.21).
        bonus: Number added to the unit's attack.
    """
    full = max(1, unit.attack + bonus - defence)
    return max(1, full // 2) if unit.is_ranged and near else full


def damage_to_house(unit: Unit, house: House, *, near: bool) -> int:
    """Return the damage of one strike at a building in hit points, at least 1.

    `near` says whether the building is on a neighbouring cell, where ranged units do half the
    damage.
    """
    bonus = WALL_BREAKER_ATTACK if unit.breaks_walls else 0
    return damage(unit, BUILDINGS[house.kind].defence, near=near, bonus=bonus)


def expected_to_house(unit: Unit, house: House, *, near: bool) -> float:
    """Return the expected damage of an attack on a building, a second attack by zeal included.

    `near` says whether the building is on a neighbouring cell, where ranged units do half the
    damage.
    """
    plain = damage_to_house(unit, house, near=near)
    return plain * (1 + ZEAL_CHANCE * unit.has_zeal)


def damage_of_tower(target: Unit) -> int:
    """Return the damage of a battle tower's shot at a unit in hit points, at least 1 (DK-5.34)."""
    return max(1, TOWER_ATTACK - target.defence)


def outcomes(unit: Unit, target: Unit, *, near: bool) -> list[AttackOutcome]:
    """Return all possible outcomes of an attack on a unit, with counter-attack and zeal included.

    `near` says whether the units are on neighbouring cells, where ranged units do half the damage.
    """
    once = _clash([AttackOutcome(1.0, target.hp, unit.hp)], unit, target, near=near)
    if not unit.has_zeal:
        return once
    # Zeal strikes again only if both still stand after the first exchange.
    stand = [out for out in once if out.target_hp > 0 and out.own_hp > 0]
    fallen = [out for out in once if out.target_hp <= 0 or out.own_hp <= 0]
    again = _clash(stand, unit, target, near=near)
    return [
        *fallen,
        *(out._replace(chance=out.chance * (1 - ZEAL_CHANCE)) for out in stand),
        *(out._replace(chance=out.chance * ZEAL_CHANCE) for out in again),
    ]


def _clash(
    before: list[AttackOutcome], unit: Unit, target: Unit, *, near: bool
) -> list[AttackOutcome]:
    """Return the outcomes after one more strike, for each of the outcomes before it.

    A target that survives the strike strikes back, unless the attacker is ranged.

    Args:
        before: Outcomes before the strike.
        unit: Unit that strikes.
        target: Unit that is struck.
        near: Whether the units are on neighbouring cells, where ranged units do half the damage.
    """
    after = _strike(before, unit, target, near=near)
    if unit.is_ranged:
        return after
    living = [out for out in after if out.target_hp > 0]
    # Roles exchanged: the target now is the one that strikes.
    turned = [AttackOutcome(out.chance, out.own_hp, out.target_hp) for out in living]
    countered = _strike(turned, target, unit, near=True)
    dead = [out for out in after if out.target_hp <= 0]
    return dead + [AttackOutcome(out.chance, out.own_hp, out.target_hp) for out in countered]


def _strike(
    before: list[AttackOutcome], unit: Unit, target: Unit, *, near: bool
) -> list[AttackOutcome]:
    taken = damage(unit, target.defence, near=near)
    after = []
    for chance, hp, own in before:
        hits = chance
        if target.is_ghostly:
            hits *= 1 - EVADE_CHANCE
            after.append(AttackOutcome(chance * EVADE_CHANCE, hp, own))
        # A vampire drinks no more than the target had left.
        fed = min(VAMPIRISM_HP, taken, hp) if unit.is_vampire else 0
        after.append(AttackOutcome(hits, hp - taken, max(own, min(unit.max_hp, own + fed))))
    return after

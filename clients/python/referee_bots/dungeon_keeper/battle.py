"""Choice of attacks, by the expected value of each attack that a fighter could make now (DK-9.3).

The values look one attack ahead and no further.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gamereferee.games.dungeon_keeper.v1.tables import KILL_MANA, Building, Kind
from referee_bots.dungeon_keeper import archdemon, fights, marching
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.ground import Step
from referee_bots.dungeon_keeper.plan import Plan

__all__ = ["attack_all", "shoot_all", "worth"]

ALTAR_HP, MARK_HP, ALTAR_FALL = 0.75, 0.75, 1000.0
"""Three values in mana: of taking one hit point from an enemy's Altar (the building whose loss
eliminates its seat), of taking one below the lowest number that it has had so far, in addition, and
of the Altar's fall.
"""
HOUSE_HP = {Building.BATTLE_TOWER: 0.6, Building.SLOWING_TOWER: 0.4, Building.CIRCLE: 0.2}
"""Worth in mana of taking one hit point from an enemy's building, by kind; 0 for kinds that are not
listed.
"""
KILL_SHARE = 0.5
"""Value of a kill in addition to the hit points it takes, as a fraction of the target's worth."""
CAUTION = 0.8
"""Weight of the bot's own losses in the value of an attack; the enemy's losses have weight 1."""
IMP_WORTH, HERO_WORTH = 6.0, 20.0
LEAST_GAIN = 0.05


class _Attack(NamedTuple):
    """An attack that a fighter could make now, with the walk to its place."""

    gain: float
    """Expected gain of the attack in mana, for each action point of walk and attack."""
    unit: Unit
    path: list[Step]
    """Steps of the walk before the attack."""
    target: Unit | None
    cell: int
    """Cell of the target."""


def worth(unit: Unit) -> float:
    """Return the value of a unit in mana: its price and its items', or a fixed one of imp and hero."""
    if unit.kind == Kind.IMP:
        return IMP_WORTH
    if unit.kind == Kind.HERO:
        return HERO_WORTH
    return unit.row.value + 10 * len(unit.artifacts)


def shoot_all(plan: Plan) -> None:
    """Have the battle towers shoot at the nearest hostile units, first at those that one shot kills.

    Towers shoot as long as they have action points and a target.
    """
    board = plan.board
    for tower in board.houses_of(board.me, Building.BATTLE_TOWER):
        while not plan.is_open:
            targets = sorted(
                archdemon.targets_of(board, tower),
                key=lambda unit: (unit.hp > fights.damage_of_tower(unit), -worth(unit), unit.id),
            )
            if not targets or not archdemon.shoot(plan, tower, targets[0]):
                break


def attack_all(plan: Plan) -> None:
    """Make the best attack again and again.

    Stop when no attack gains `LEAST_GAIN`, or when the next attack depends on a roll whose result
    is not known yet.
    """
    while not plan.is_open:
        # All attacks are weighed again after each one, because every attack changes the board for
        # the others.
        best = max(_attacks(plan.board), key=lambda attack: attack.gain, default=None)
        if best is None or best.gain < LEAST_GAIN or not _make(plan, best):
            return


def _make(plan: Plan, attack: _Attack) -> bool:
    if not all(plan.move(attack.unit, step) for step in attack.path):
        return False
    if attack.target is None:
        return plan.raze(attack.unit, attack.cell)
    return plan.attack(attack.unit, attack.target)


def _attacks(board: Board) -> Iterator[_Attack]:
    grid, enemies, targets = board.grid, board.enemies(), board.targets()
    for unit in board.fighters():
        # A cheap bound first: paths are searched only for fighters that may reach something, since
        # this runs after every single attack.
        span = unit.ap - 1 + fights.reach(unit)
        units = [enemy for enemy in enemies if grid.distance(unit.cell, enemy.cell) <= span]
        cells = [cell for cell in targets if grid.distance(unit.cell, cell) <= span]
        if unit.ap < 1 or not (units or cells):
            continue
        # One action point must be left for the attack itself.
        way = marching.walks(board, unit, unit.ap - 1)
        within = {cell: cost for cell, cost in way.costs.items() if cost < unit.ap}
        for enemy in units:
            for post in _posts(board, unit, enemy.cell, within):
                near = grid.distance(post, enemy.cell) <= 1
                gain = _gain(unit, enemy, near=near) / (within[post] + 1)
                yield _Attack(gain, unit, way.path_to(post), enemy, enemy.cell)
        for cell in cells:
            for post in _posts(board, unit, cell, within):
                near = grid.distance(post, cell) <= 1
                gain = _gain_of_house(board, unit, cell, near=near) / (within[post] + 1)
                yield _Attack(gain, unit, way.path_to(post), None, cell)


def _posts(board: Board, unit: Unit, target: int, within: dict[int, int]) -> list[int]:
    """Return the cells from which a unit attacks another cell at the lowest cost of the walk.

    There are at most two: the cheapest cell next to the target, and for a ranged unit the cheapest
    one farther away.

    Args:
        board: The board.
        unit: Unit that attacks.
        target: Cell that is attacked.
        within: Cost in action points of the walk to each cell that the unit can reach and attack
            from.
    """
    grid = board.grid
    found: dict[bool, int] = {}
    for cell in marching.posts(board, unit, target):
        if cell in within:
            near = grid.distance(cell, target) <= 1
            if near not in found or within[cell] < within[found[near]]:
                found[near] = cell
    return list(found.values())


def _gain(unit: Unit, target: Unit, *, near: bool) -> float:
    """Return the expected value of an attack on a unit, in mana.

    It is the value of the damage that the target suffers, less `CAUTION` times the value of the
    damage that the attacker suffers by counter-attacks (DK-5.20).

    Args:
        unit: Unit that attacks.
        target: Unit that is attacked.
        near: Whether the two units are on neighbouring cells.
    """
    ours, theirs = worth(unit), worth(target)
    gain = 0.0
    for chance, target_hp, own_hp in fights.outcomes(unit, target, near=near):
        taken = (target.hp - max(0, target_hp)) / max(1, target.max_hp)
        lost = (unit.hp - max(0, own_hp)) / max(1, unit.max_hp)
        value = theirs * taken - CAUTION * ours * lost
        if target_hp <= 0:
            value += KILL_SHARE * theirs + KILL_MANA * (not target.is_worker)
        if own_hp <= 0:
            value -= CAUTION * KILL_SHARE * ours
        gain += chance * value
    return gain


def _gain_of_house(board: Board, unit: Unit, cell: int, *, near: bool) -> float:
    house = board.houses[cell]
    taken = min(float(house.hp), fights.expected_to_house(unit, house, near=near))
    if house.kind != Building.ALTAR:
        return taken * HOUSE_HP.get(house.kind, 0.0)
    falls = fights.damage_to_house(unit, house, near=near) >= house.hp
    # Hit points below the Altar's low mark count more, so that damage is split at the mark.
    counted = min(taken, max(0.0, taken - house.hp + (house.low_mark or house.hp)))
    return ALTAR_HP * taken + MARK_HP * counted + ALTAR_FALL * falls

"""Orders of the archdemon (the seat itself), which are added to a plan like orders of units (DK-4.11).

Each function that gives an order returns whether it could be given; if not, it changes nothing.
"""

from __future__ import annotations

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as wire
from gamereferee.games.dungeon_keeper.v1.tables import (
    ARTIFACTS,
    MAX_SOURCE_LEVEL,
    SOURCE_GOLD,
    TOWER_RANGE,
    UNITS,
    Artifact,
    Building,
    Kind,
)
from referee_bots.dungeon_keeper import fights
from referee_bots.dungeon_keeper.board import Board, Unit
from referee_bots.dungeon_keeper.ground import sees
from referee_bots.dungeon_keeper.plan import Plan

__all__ = [
    "can_upgrade",
    "equip",
    "shoot",
    "summon",
    "targets_of",
    "upgrade",
    "upgrade_source",
]

SEAT_IDS = 100_000
"""Size of a seat's range of unit ids: the units of seat s have ids above 100,000 * (s + 1), up to
100,000 * (s + 2) (DK-3.6).
"""


def summon(plan: Plan, kind: Kind) -> bool:
    """Summon an imp (a worker) or a bes (a weak fighter) to a cell next to a Circle of the seat.

    A Circle is the building that units are summoned at; a cell near a Source of mana is preferred.
    Return whether the order was given. It is not if the mana is too little, or no such cell can
    hold another unit.
    """
    board, seat = plan.board, plan.board.mine
    if plan.is_full or seat.mana < UNITS[kind].mana or board.num_units() >= board.rules.unit_cap:
        return False
    places = [
        (circle, cell)
        for circle in board.houses_of(board.me, Building.CIRCLE)
        for cell in board.empty_around(circle)
        if all(other.owner == board.me for other in board.stacks.get(cell, ()))
        and len(board.stacks.get(cell, ())) < board.rules.stack_limit
    ]
    if not places:
        return False
    # Near a Source first, since only there a unit can be upgraded.
    circle, cell = min(places, key=lambda place: (not board.is_near_source(place[1]), place))
    plan.say(
        wire.Order(
            summon=wire.SummonOrder(
                circle=plan.cell(circle), kind=f"UNIT_KIND_{kind.name}", cell=plan.cell(cell)
            )
        )
    )
    seat.mana -= UNITS[kind].mana
    # The new unit's id is predicted, so that later orders of the same batch can name it (DK-3.6).
    seat.serial += 1
    row, id_ = UNITS[kind], SEAT_IDS * (board.me + 1) + seat.serial
    me, hp = board.me, row.hp
    board.add(Unit(id_, me, me, kind, cell, hp, 0, row.attack, row.defence, hp, row.ap))
    return True


def can_upgrade(board: Board, unit: Unit, kind: Kind) -> bool:
    """Return whether a unit can be upgraded to another kind now (DK-5.62).

    It must be near a Source of its seat, the Altar must have the rune that the kind needs, and the
    mana and gold must suffice.
    """
    seat, row = board.mine, UNITS[kind]
    return (
        unit.owner == board.me
        and row.parent == unit.kind
        and (row.rune is None or row.rune in seat.runes)
        and not unit.is_upgraded
        and seat.mana >= row.mana
        and seat.gold >= row.gold
        and board.is_near_source(unit.cell)
    )


def upgrade(plan: Plan, unit: Unit, kind: Kind) -> bool:
    """Upgrade a unit to another kind; return whether the order was given."""
    if plan.is_full or not can_upgrade(plan.board, unit, kind):
        return False
    old, new, seat = unit.row, UNITS[kind], plan.board.mine
    plan.say(
        wire.Order(upgrade_unit=wire.UpgradeUnitOrder(unit=unit.id, to=f"UNIT_KIND_{kind.name}"))
    )
    seat.mana -= new.mana
    seat.gold -= new.gold
    unit.kind, unit.is_upgraded = kind, True
    # Damage stays: an upgrade adds differences, so that it does not heal.
    unit.hp += new.hp - old.hp
    unit.max_hp += new.hp - old.hp
    unit.max_ap += new.ap - old.ap
    unit.ap = min(unit.ap, unit.max_ap)
    unit.attack += new.attack - old.attack
    unit.defence += new.defence - old.defence
    return True


def upgrade_source(plan: Plan, cell: int) -> bool:
    """Raise the level of an own Source (a building that gives mana each turn).

    Return whether the order was given.
    """
    board = plan.board
    house = board.houses.get(cell)
    if (
        plan.is_full
        or house is None
        or house.kind != Building.SOURCE
        or house.owner != board.me
        or house.level >= MAX_SOURCE_LEVEL
        or house.is_upgraded
        or board.mine.gold < SOURCE_GOLD * house.level
    ):
        return False
    plan.say(wire.Order(upgrade_source=wire.UpgradeSourceOrder(source=plan.cell(cell))))
    board.mine.gold -= SOURCE_GOLD * house.level
    house.level += 1
    house.is_upgraded = True
    return True


def equip(plan: Plan, unit: Unit, artifact: Artifact) -> bool:
    """Give a unit an artifact (an item that raises its values) from the seat's store.

    Return whether the order was given.
    """
    board = plan.board
    if (
        plan.is_full
        or unit.owner != board.me
        or board.mine.store[artifact] <= 0
        or artifact in unit.artifacts
    ):
        return False
    plan.say(wire.Order(equip=wire.EquipOrder(unit=unit.id, artifact=f"ARTIFACT_{artifact.name}")))
    board.mine.store[artifact] -= 1
    unit.artifacts |= {artifact}
    row = ARTIFACTS[artifact]
    unit.attack += row.attack
    unit.defence += row.defence
    unit.hp += row.hp
    unit.max_hp += row.hp
    unit.max_ap += row.ap
    return True


def shoot(plan: Plan, tower: int, target: Unit) -> bool:
    """Have a battle tower shoot at a unit, which must be one of its nearest (DK-5.34).

    Return whether the order was given.

    Args:
        plan: Orders of the batch, to which this one is added.
        tower: Cell of the tower.
        target: Unit to shoot at.
    """
    board = plan.board
    house = board.houses[tower]
    if plan.is_full or house.ap < 1 or target not in targets_of(plan.board, tower):
        return False
    plan.say(wire.Order(tower_shot=wire.TowerShotOrder(tower=plan.cell(tower), target=target.id)))
    house.ap -= 1
    target.hp -= fights.damage_of_tower(target)
    plan.is_open |= target.is_ghostly
    if target.hp <= 0:
        plan.kill(target)
    return True


def targets_of(board: Board, tower: int) -> list[Unit]:
    """Return the possible targets of a battle tower: the nearest hostile units in its range and sight.

    `tower` is the tower's cell.
    """
    grid = board.grid
    seen = [
        unit
        for unit in board.enemies()
        if grid.distance(tower, unit.cell) <= TOWER_RANGE
        and sees(board.land, grid.size, tower, unit.cell)
    ]
    least = min((grid.distance(tower, unit.cell) for unit in seen), default=0)
    return [unit for unit in seen if grid.distance(tower, unit.cell) == least]

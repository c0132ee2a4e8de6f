"""Attacks, area attacks and towers in the plain reference (DK-5.20 to 5.34)."""

from __future__ import annotations

from tests.games.dungeon_keeper.reference_deaths import hit_building, hit_unit, kill
from tests.games.dungeon_keeper.reference_statuses import add_blade
from tests.games.dungeon_keeper.reference_tables import BUILDINGS, DIRECTIONS
from tests.games.dungeon_keeper.reference_world import Cell, Unit, World, distance, place

__all__ = ["attack", "breathe_fire", "cloud", "reach", "shoot", "stream_of_fire", "stream_victims"]


def reach(unit: Unit) -> int:
    """DK-5.20."""
    return 1 if unit.can("melee") else 3


def attack(w: World, attacker: Unit, target: Unit | Cell) -> None:
    """DK-5.20 without its price."""
    extras = ["zeal"] * attacker.can("zeal")
    extras += ["berserk"] * (attacker.has("berserk") and attacker.can("melee"))
    _blow(w, attacker, target)
    for extra in extras:
        if _both_stand(w, attacker, target) and w.roll(attacker, extra):
            _blow(w, attacker, target)


def _both_stand(w: World, attacker: Unit, target: Unit | Cell) -> bool:
    standing = w.lives(target) if isinstance(target, Unit) else target in w.buildings
    return standing and w.lives(attacker)


def _blow(w: World, attacker: Unit, target: Unit | Cell) -> None:
    if not isinstance(target, Unit):
        _strike_building(w, attacker, target)
        return
    _strike(w, attacker, target, is_counter=False)
    if attacker.can("melee") and _both_stand(w, attacker, target):
        _strike(w, target, attacker, is_counter=True)


def _strike(w: World, a: Unit, t: Unit, *, is_counter: bool) -> None:
    """DK-5.21 on a unit."""
    spots = {"attacker": a.spot(), "target": t.spot(), "is_counter": is_counter}
    if t.has("ghostliness") and w.roll(t, "ghostliness"):
        w.tell("attacked", **spots)
        return
    damage = _halved_near(a, t.cell, max(1, a.attack - t.defence))
    dealt = min(damage, t.hp)
    w.tell("attacked", **spots, damage=dealt)
    t.hp -= damage
    if a.can("vampirism"):
        w.heal(a, min(3, dealt))
    if t.hp <= 0:
        kill(w, t, a.controller)
    elif a.can("cursed_blade"):
        add_blade(w, t, a.controller)


def _strike_building(w: World, a: Unit, cell: Cell) -> None:
    """DK-5.21 on a building."""
    building = w.buildings[cell]
    power = a.attack + 10 * a.can("wall_breaker")
    damage = _halved_near(a, cell, max(1, power - BUILDINGS[building.kind].defence))
    w.tell(
        "attacked",
        attacker=a.spot(),
        cell=place(cell),
        damage=min(damage, building.hp),
        is_counter=False,
    )
    hit_building(w, cell, damage, a.controller)


def _halved_near(a: Unit, cell: Cell, damage: int) -> int:
    if a.can("ranged") and distance(a.cell, cell) <= 1:
        return max(1, damage // 2)
    return damage


def _blast(w: World, a: Unit, victims: list[Unit], *, halved: bool = False) -> None:
    """DK-5.30."""
    for t in victims:
        if not w.lives(t):
            continue
        damage = max(1, a.attack - t.defence)
        if halved:
            damage = max(1, damage // 2)
        w.tell("blasted", attacker=a.spot(), target=t.spot(), damage=min(damage, t.hp))
        hit_unit(w, t, damage, a.controller)


def breathe_fire(w: World, a: Unit, cell: Cell) -> None:
    """DK-5.31."""
    _blast(w, a, w.at(cell), halved=True)


def stream_victims(w: World, a: Unit, direction: int) -> list[Unit]:
    """Whom DK-5.32 would hit."""
    dr, dc = DIRECTIONS[direction]
    cells = [(a.cell[0] + dr * step, a.cell[1] + dc * step) for step in (1, 2)]
    return [
        unit
        for cell in cells
        if w.on_board(cell) and not w.solid(cell) and w.los(a.cell, cell)
        for unit in w.at(cell)
    ]


def stream_of_fire(w: World, a: Unit, direction: int) -> None:
    """DK-5.32."""
    _blast(w, a, stream_victims(w, a, direction))


def cloud(w: World, a: Unit, cell: Cell) -> None:
    """DK-5.33."""
    _blast(w, a, [unit for unit in w.at(cell) if w.hostile(a.controller, unit)])


def shoot(w: World, tower: Cell, t: Unit) -> None:
    """DK-5.34 without its price."""
    if t.has("ghostliness") and w.roll(t, "ghostliness"):
        w.tell("tower_shot", tower=place(tower), target=t.spot())
        return
    damage = max(1, 8 - t.defence)
    w.tell("tower_shot", tower=place(tower), target=t.spot(), damage=min(damage, t.hp))
    hit_unit(w, t, damage, w.buildings[tower].owner)

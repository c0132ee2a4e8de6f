"""The light Hero and his gnome in the plain reference (DK-5.80 to 5.86)."""

from __future__ import annotations

import heapq

from tests.games.dungeon_keeper.reference_combat import attack
from tests.games.dungeon_keeper.reference_statuses import (
    curses_of,
    give_turn_ap,
    purge,
    slow_down,
    suffer_poison,
)
from tests.games.dungeon_keeper.reference_tables import ARTIFACTS, DIRECTIONS
from tests.games.dungeon_keeper.reference_world import LIGHT, Cell, Unit, World, distance, place

__all__ = ["neutral_phase"]

STRAIGHT = ((-1, 0), (0, 1), (1, 0), (0, -1))
Evil = tuple[int, int, Cell, Unit | None]
"""Buildings after units, id or place on the board, where it is, and the unit."""


def neutral_phase(w: World) -> None:
    """P2 (DK-5.80)."""
    for unit in w.owned(LIGHT):
        suffer_poison(w, unit)
    for unit in w.owned(LIGHT):
        if unit.can("regeneration"):
            w.heal(unit, 3)
    for unit in w.owned(LIGHT):
        give_turn_ap(w, unit)
    hero = _hero(w)
    if hero is not None:
        _act(w, hero)
    if w.over or not w.rules["hero_enabled"] or w.round < w.rules["hero_first_round"]:
        return
    if _hero(w) is None and 1 + w.hero_roll(100) <= w.rules["hero_chance"]:
        _appear(w)


def _hero(w: World) -> Unit | None:
    return next((unit for unit in w.owned(LIGHT) if unit.kind == "hero"), None)


def _gnome(w: World) -> Unit | None:
    return next((unit for unit in w.owned(LIGHT) if unit.kind == "gnome"), None)


def _appear(w: World) -> None:
    """DK-5.81."""
    altars = [cell for cell, building in w.buildings.items() if building.kind == "altar"]
    candidates = [
        cell
        for cell in w.cells()
        if not w.solid(cell)
        and not w.at(cell)
        and not w.items.get(cell)
        and all(distance(cell, altar) >= w.rules["hero_min_distance"] for altar in altars)
    ]
    if not candidates:
        return
    cell = candidates[w.hero_roll(len(candidates))]
    first = w.light_serial + 1
    w.light_serial += 2
    hero = Unit(first, LIGHT, LIGHT, "hero", cell, 50, 0, artifacts=set(ARTIFACTS))
    gnome = Unit(first + 1, LIGHT, LIGHT, "gnome", cell, 10, 0)
    w.units |= {hero.id: hero, gnome.id: gnome}
    w.hero_direction = w.hero_roll(4)
    w.tell("hero_appeared", hero=hero.spot(), gnome=gnome.spot())


def _act(w: World, hero: Unit) -> None:
    """DK-5.82."""
    gnome = _gnome(w)
    if gnome is not None and gnome.cell != hero.cell:
        w.tell("moved", unit=gnome.spot(), to=place(hero.cell))
        gnome.cell = hero.cell
    while hero.ap >= 1 and w.lives(hero) and not w.over:
        if curses_of(hero):
            hero.ap -= 1
            purge(w, hero)
        elif not _take_artifact(w, hero):
            goes_on = _fight_evil(w, hero)
            if not (_wander(w, hero) if goes_on is None else goes_on):
                return
        w.moment()


def _seat_stands(w: World, cell: Cell) -> bool:
    return any(unit.owner >= 0 for unit in w.at(cell))


def _take_artifact(w: World, hero: Unit) -> bool:
    near = [
        cell for cell in w.cells() if distance(cell, hero.cell) <= 1 and not _seat_stands(w, cell)
    ]
    for cell in near:
        for item in w.items.get(cell, []):
            if item.kind in ARTIFACTS:
                hero.ap -= 1
                _remove_item(w, cell, item.kind)
                hero.taken.append(item.kind)
                w.tell(
                    "picked_up",
                    **{"unit": hero.spot(), "cell": place(cell), "item": item.kind},
                    **{"gold": 0, "taldear": 0, "mana": 0},
                )
                return True
    return False


def _remove_item(w: World, cell: Cell, kind: str) -> None:
    lying = w.items[cell]
    lying.remove(next(item for item in lying if item.kind == kind))
    if not lying:
        del w.items[cell]


def _enterable(w: World, cell: Cell) -> bool:
    return w.on_board(cell) and not w.solid(cell) and not _seat_stands(w, cell)


def _diggable(w: World, cell: Cell) -> bool:
    return cell in w.undug and _gnome(w) is not None


def _entries(w: World, cell: Cell) -> list[tuple[Cell, int]]:
    """Neighbours that can be gone to, and for how much, by direction (DK-5.85)."""
    entries = []
    for dr, dc in DIRECTIONS:
        to = cell[0] + dr, cell[1] + dc
        if _enterable(w, to) and w.los(cell, to):
            entries.append((to, 1))
        elif (dr == 0 or dc == 0) and _diggable(w, to):
            entries.append((to, 3))
    return entries


def _costs(w: World, start: Cell) -> dict[Cell, int]:
    """Least cost from a cell to each that can be gone to."""
    costs = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cost > costs[cell]:
            continue
        for to, price in _entries(w, cell):
            if cost + price < costs.get(to, 10**9):
                costs[to] = cost + price
                heapq.heappush(queue, (cost + price, to))
    return costs


def _attack_cells(w: World, hero: Unit, evil: Cell) -> list[Cell]:
    return [
        cell
        for dr in (-1, 0, 1)
        for dc in (-1, 0, 1)
        for cell in [(evil[0] + dr, evil[1] + dc)]
        if w.on_board(cell)
        and (cell == hero.cell or _enterable(w, cell) or _diggable(w, cell))
        and w.los(cell, evil)
    ]


def _evils(w: World, hero: Unit) -> list[Evil]:
    """DK-5.84."""
    evils: list[Evil] = [(0, unit.id, unit.cell, unit) for unit in w.by_id() if unit.owner >= 0]
    if w.rules["hero_razes"]:
        evils += [
            (1, cell[0] * w.size + cell[1], cell, None)
            for cell, building in w.buildings.items()
            if building.owner >= 0 and building.kind != "source"
        ]
    return [evil for evil in evils if distance(hero.cell, evil[2]) <= w.rules["hero_sense"]]


def _fight_evil(w: World, hero: Unit) -> bool | None:
    """DK-5.84, DK-5.85; None if there is none to fight, False if the turn ends."""
    costs = _costs(w, hero.cell)
    found = []
    for evil in _evils(w, hero):
        reached = [costs[cell] for cell in _attack_cells(w, hero, evil[2]) if cell in costs]
        if reached:
            found.append((min(reached), *evil[:2], evil))
    if not found:
        return None
    cost, *_, (_, _, cell, unit) = min(found, key=lambda one: one[:3])
    if cost == 0:
        hero.ap -= 1
        attack(w, hero, cell if unit is None else unit)
        return True
    goals = _attack_cells(w, hero, cell)
    best: tuple[int, Cell] | None = None
    for to, price in _entries(w, hero.cell):
        onward = _costs(w, to)
        left = [onward[goal] for goal in goals if goal in onward]
        if left and (best is None or price + min(left) < best[0]):
            best = price + min(left), to
    assert best is not None
    return _go(w, hero, best[1])


def _go(w: World, hero: Unit, to: Cell) -> bool:
    """A step, dug before if need be; False if the turn ends."""
    if to in w.undug:
        gnome = _gnome(w)
        assert gnome is not None
        if gnome.ap < 1:
            return False
        gnome.ap -= 1
        w.undug.remove(to)
        w.tell("dug", unit=gnome.spot(), cell=place(to))
    hero.ap -= 1
    both = [unit for unit in (hero, _gnome(w)) if unit is not None]
    for unit in both:
        w.tell("moved", unit=unit.spot(), to=place(to))
        unit.cell = to
    for unit in both:
        slow_down(w, unit)
    return True


def _wander(w: World, hero: Unit) -> bool:
    """DK-5.86; False if the turn ends."""

    def cell_in(way: int) -> Cell:
        return hero.cell[0] + STRAIGHT[way][0], hero.cell[1] + STRAIGHT[way][1]

    while True:
        way = w.hero_direction
        if _enterable(w, cell_in(way)):
            return _go(w, hero, cell_in(way))
        sides = [side for side in range(4) if side % 2 != way % 2 and _enterable(w, cell_in(side))]
        if sides:
            w.hero_direction = sides[w.hero_roll(len(sides))]
            return _go(w, hero, cell_in(w.hero_direction))
        if _diggable(w, cell_in(way)):
            return _go(w, hero, cell_in(way))
        others = [
            other
            for other in range(4)
            if other != way and (_enterable(w, cell_in(other)) or _diggable(w, cell_in(other)))
        ]
        if not others:
            return False
        w.hero_direction = others[w.hero_roll(len(others))]

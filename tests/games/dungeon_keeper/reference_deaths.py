"""How units, buildings and seats of the plain reference are lost (DK-5.25 to 5.28, DK-5.87)."""

from __future__ import annotations

from tests.games.dungeon_keeper.reference_tables import ARTIFACTS, RUNES, SPIRITS, STATUSES
from tests.games.dungeon_keeper.reference_world import (
    NEUTRAL,
    Cell,
    Item,
    Unit,
    World,
    place,
)

__all__ = [
    "clear_captures",
    "destroy",
    "end_if_alone",
    "hit_building",
    "hit_unit",
    "kill",
    "vanish",
]


def hit_unit(w: World, unit: Unit, damage: int, killer: int) -> None:
    """Hit points are taken already told of; at 0 it dies."""
    unit.hp -= damage
    if unit.hp <= 0:
        kill(w, unit, killer)


def kill(w: World, unit: Unit, killer: int) -> None:
    """DK-5.25; the killer is a seat or LIGHT."""
    del w.units[unit.id]
    rewarded = (
        not unit.is_worker
        and killer >= 0
        and unit.owner != killer
        and not w.allied(killer, unit.owner)
    )
    if rewarded:
        w.seats[killer].stocks["mana"] += 2
    told = killer if killer >= 0 else None
    w.tell("died", unit=unit.spot(), killer=told, mana=2 * rewarded)
    _lose(w, unit)


def vanish(w: World, unit: Unit) -> None:
    """No kill, but its things drop."""
    del w.units[unit.id]
    w.tell("vanished", unit=unit.spot())
    _lose(w, unit)


def _lose(w: World, unit: Unit) -> None:
    for artifact in ARTIFACTS:
        if artifact in unit.artifacts:
            w.drop(unit.cell, Item(artifact))
    for artifact in unit.taken:
        w.drop(unit.cell, Item(artifact))
    if unit.rune is not None:
        w.drop(unit.cell, Item(f"rune_{unit.rune}"))
    if unit.kind == "hero":
        w.tell("hero_died", hero=unit.spot())
        for other in w.by_id():
            if other.kind == "gnome":
                vanish(w, other)


def hit_building(w: World, cell: Cell, damage: int, by: int) -> None:
    """Hit points of a building are taken by a seat or by LIGHT (DK-5.27)."""
    building = w.buildings[cell]
    left = max(0, building.hp - damage)
    if building.kind == "altar":
        counted = building.hp - left if w.is_first else max(0, building.low_mark - left)
        if by >= 0 and w.enemy_owner(by, building.owner):
            w.seats[by].altar_damage += counted
        building.low_mark = min(building.low_mark, left)
    building.hp = left
    if left == 0:
        destroy(w, cell, by)


def destroy(w: World, cell: Cell, by: int) -> None:
    """A building at 0 is gone, and with an Altar its seat."""
    building = w.buildings[cell]
    _destroy(w, cell)
    if building.kind == "altar":
        _eliminate(w, building.owner, cell, by)


def _destroy(w: World, cell: Cell) -> None:
    building = w.buildings.pop(cell)
    w.tell("building_destroyed", cell=place(cell), building=building.kind, owner=building.owner)


def _eliminate(w: World, number: int, altar: Cell, by: int) -> None:
    """DK-5.28."""
    seat = w.seats[number]
    w.num_eliminated += 1
    seat.alive, seat.eliminated_order = False, w.num_eliminated
    w.tell("eliminated", seat=number, by=by if by >= 0 else None)
    for rune in RUNES:
        if rune in seat.runes:
            w.drop(altar, Item(f"rune_{rune}"))
    seat.runes = set()
    for unit in w.owned(number):
        vanish(w, unit)
    own = [(cell, its) for cell, its in sorted(w.buildings.items()) if its.owner == number]
    for cell, building in own:
        if building.kind == "source":
            building.owner = NEUTRAL
            w.tell("captured", cell=place(cell), old=number, new=NEUTRAL)
            clear_captures(w, cell)
    for cell, building in own:
        if building.kind != "source":
            _destroy(w, cell)
    for unit in w.by_id():
        _end_statuses(w, unit, number)
    seat.stocks = dict.fromkeys(seat.stocks, 0)
    seat.store = dict.fromkeys(ARTIFACTS, 0)
    seat.spirits = dict.fromkeys(SPIRITS, 0)
    w.altars_count = True
    end_if_alone(w)


def _end_statuses(w: World, unit: Unit, source: int) -> None:
    for status in STATUSES:
        if unit.statuses.get(status) == source:
            del unit.statuses[status]
            w.tell("status_removed", unit=unit.spot(), status=status, source=source)
    if unit.blade_stacks and unit.blade_source == source:
        unit.blade_stacks, unit.blade_turns, unit.blade_source = 0, 0, NEUTRAL
        w.tell("status_removed", unit=unit.spot(), status="cursed_blade", source=source)
    if unit.poison_turns and unit.poison_source == source:
        unit.poison_turns, unit.poison_source = 0, NEUTRAL
        w.tell("status_removed", unit=unit.spot(), status="poison", source=source)


def clear_captures(w: World, cell: Cell) -> None:
    """All units' points on a Source are cleared."""
    for unit in w.by_id():
        if unit.capture_cell == cell:
            unit.forget_capture()


def end_if_alone(w: World) -> None:
    """DK-7.1."""
    if w.altars_count and sum(seat.alive for seat in w.seats) <= 1:
        w.over = True

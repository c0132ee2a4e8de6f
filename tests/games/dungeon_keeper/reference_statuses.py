"""Statuses, absorption and control in the plain reference (DK-5.14, DK-5.40 to 5.52)."""

from __future__ import annotations

from tests.games.dungeon_keeper.reference_deaths import hit_unit
from tests.games.dungeon_keeper.reference_tables import STATUSES
from tests.games.dungeon_keeper.reference_world import NEUTRAL, Unit, World, distance

__all__ = [
    "absorbed",
    "add_blade",
    "add_fear",
    "add_poison",
    "add_status",
    "curses_of",
    "expire",
    "give_ap",
    "give_turn_ap",
    "purge",
    "release_all",
    "slow_down",
    "subjugate",
    "suffer_poison",
]


def absorbed(w: World, unit: Unit) -> bool:
    """DK-5.47: whether it keeps a debuff or control off, and gains by it."""
    if not (
        (unit.can("curse_absorption") and w.roll(unit, "curse_absorption"))
        or (unit.has("magic_absorption") and w.roll(unit, "magic_absorption"))
    ):
        return False
    w.heal(unit, 2)
    return True


def add_status(w: World, unit: Unit, status: str, source: int) -> None:
    """DK-5.41: another source takes it over."""
    unit.statuses[status] = source
    w.tell("status_added", unit=unit.spot(), status=status, source=source)


def add_blade(w: World, unit: Unit, source: int) -> None:
    """DK-5.42, after absorption."""
    if not absorbed(w, unit):
        unit.blade_stacks += 1
        unit.blade_turns += 1
        unit.blade_source = source
        w.tell("status_added", unit=unit.spot(), status="cursed_blade", source=source)


def add_fear(w: World, unit: Unit, source: int) -> None:
    """DK-5.43, after absorption."""
    if not absorbed(w, unit):
        unit.fear += 1
        w.tell("status_added", unit=unit.spot(), status="fear", source=source)


def add_poison(w: World, unit: Unit, source: int) -> None:
    """DK-5.44."""
    unit.poison_turns += 3
    unit.poison_source = source
    w.tell("status_added", unit=unit.spot(), status="poison", source=source)


def curses_of(unit: Unit) -> list[str]:
    """What purify and dispel would remove (DK-5.45), in the order of the tables."""
    found = [s for s in ("slow", "weakness", "corruption", "exhaustion") if unit.has(s)]
    found += ["cursed_blade"] * (unit.blade_stacks > 0)
    found += ["fear"] * (unit.fear > 0)
    return found + ["poison"] * (unit.poison_turns > 0)


def purge(w: World, unit: Unit) -> None:
    """DK-5.45."""
    for status in curses_of(unit):
        source: int | None
        if status == "cursed_blade":
            source = unit.blade_source
            unit.blade_stacks, unit.blade_turns, unit.blade_source = 0, 0, NEUTRAL
        elif status == "fear":
            source = None
            unit.fear = 0
        elif status == "poison":
            source = unit.poison_source
            unit.poison_turns, unit.poison_source = 0, NEUTRAL
        else:
            source = unit.statuses.pop(status)
        w.tell("status_removed", unit=unit.spot(), status=status, source=source)


def expire(w: World, seat: int) -> None:
    """DK-5.1 step 2."""
    for unit in w.by_id():
        for status in STATUSES:
            if unit.statuses.get(status) == seat:
                del unit.statuses[status]
                w.tell("status_removed", unit=unit.spot(), status=status, source=seat)
        if unit.blade_stacks and unit.blade_source == seat:
            unit.blade_turns -= 1
            if unit.blade_turns == 0:
                unit.blade_stacks, unit.blade_source = 0, NEUTRAL
                w.tell("status_removed", unit=unit.spot(), status="cursed_blade", source=seat)


def give_ap(w: World, unit: Unit) -> None:
    """DK-5.50: by the formula of DK-5.1 step 8, but nothing is used up."""
    _count_ap(unit)
    slow_down(w, unit)


def give_turn_ap(w: World, unit: Unit) -> None:
    """DK-5.1 step 8: fear and debt are used up."""
    _count_ap(unit)
    if unit.fear:
        w.tell("status_removed", unit=unit.spot(), status="fear")
    unit.fear = unit.ap_debt = 0
    slow_down(w, unit)


def _count_ap(unit: Unit) -> None:
    unit.ap = max(0, unit.max_ap - unit.has("slow") - unit.fear - unit.ap_debt)
    unit.tower_slowed = False


def slow_down(w: World, unit: Unit) -> None:
    """DK-5.14."""
    if unit.tower_slowed:
        return
    if any(
        building.kind == "slowing_tower"
        and w.enemy_owner(unit.controller, building.owner)
        and distance(cell, unit.cell) <= 3
        for cell, building in w.buildings.items()
    ):
        unit.tower_slowed = True
        if unit.ap > 0:
            unit.ap -= 1
            w.tell("slowed", unit=unit.spot())


def subjugate(w: World, user: Unit, target: Unit) -> None:
    """DK-5.50."""
    if not w.roll(user, "subjugate"):
        return
    if target.can("control_resistance") and w.roll(target, "control_resistance"):
        return
    if absorbed(w, target):
        return
    target.controller = user.controller
    target.forget_capture()
    w.tell("controlled", unit=target.spot(), seat=user.controller)
    give_ap(w, target)


def release_all(w: World, seat: int) -> None:
    """DK-5.9."""
    for unit in w.by_id():
        if unit.controller == seat != unit.owner:
            unit.controller, unit.ap = unit.owner, 0
            unit.forget_capture()
            w.tell("released", unit=unit.spot(), seat=seat)


def suffer_poison(w: World, unit: Unit) -> None:
    """DK-5.1 step 4 of one unit."""
    if unit.poison_turns == 0:
        return
    source = unit.poison_source
    unit.poison_turns -= 1
    w.tell("hurt", unit=unit.spot(), damage=min(4, unit.hp), by_poison=True)
    hit_unit(w, unit, 4, source)
    if w.lives(unit) and unit.poison_turns == 0:
        unit.poison_source = NEUTRAL
        w.tell("status_removed", unit=unit.spot(), status="poison", source=source)

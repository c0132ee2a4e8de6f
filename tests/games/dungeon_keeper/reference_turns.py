"""Turn start, turn end and the run of the rounds in the plain reference (DK-4.1, DK-5.1 to 5.9)."""

from __future__ import annotations

from tests.games.dungeon_keeper.reference_deaths import destroy, hit_unit, vanish
from tests.games.dungeon_keeper.reference_hero import neutral_phase
from tests.games.dungeon_keeper.reference_scoring import score
from tests.games.dungeon_keeper.reference_statuses import (
    expire,
    give_turn_ap,
    release_all,
    suffer_poison,
)
from tests.games.dungeon_keeper.reference_tables import KINDS
from tests.games.dungeon_keeper.reference_world import LIGHT, Unit, World, distance

__all__ = ["end_turn"]


def end_turn(w: World) -> None:
    """P1c, and on to the next order phase or the end of the match."""
    release_all(w, w.acting)
    place = w.turn_order.index(w.acting)
    later = [seat for seat in w.turn_order[place + 1 :] if w.seats[seat].alive]
    if later:
        _begin_turn(w, later[0])
        return
    w.open_dice(8)
    neutral_phase(w)
    if not w.over:
        _wane(w)
    if not w.over and w.round == w.rules["max_rounds"]:
        w.over = True
    if w.over:
        return
    w.round += 1
    _begin_turn(w, next(seat for seat in w.turn_order if w.seats[seat].alive))


def _wane(w: World) -> None:
    """DK-7.5."""
    first = w.rules["waning_round"]
    if w.is_first or first == 0 or w.round < first:
        return
    before = [score(w, number) for number in range(len(w.seats))]
    loss = w.round - first + 1
    w.tell("altars_waned", hp=loss)
    fallen = []
    for cell, building in sorted(w.buildings.items()):
        if building.kind == "altar":
            building.hp = max(0, building.hp - loss)
            building.low_mark = min(building.low_mark, building.hp)
            if building.hp == 0:
                fallen.append((building.owner, cell))
    out = w.num_eliminated
    for _, cell in sorted(fallen):
        destroy(w, cell, LIGHT)
    for number, _ in fallen:
        worse = [other for other, _ in fallen if before[other] < before[number]]
        w.seats[number].eliminated_order = out + 1 + len(worse)
    w.moment()


def _begin_turn(w: World, number: int) -> None:
    """DK-5.1."""
    w.acting = number
    w.open_dice(number)
    seat = w.seats[number]
    w.tell("turn_start", seat=number)
    start = w.log[-1][1]  # its numbers are known later
    for unit in w.by_id():
        unit.upgraded = False
    for building in w.buildings.values():
        building.upgraded = False
    expire(w, number)
    for unit in w.owned(number):
        if unit.can("fire_aura"):
            _burn(w, unit)
    for unit in w.owned(number):
        suffer_poison(w, unit)
    for unit in w.owned(number):
        if unit.can("regeneration"):
            w.heal(unit, 3)
    sources = [b for b in w.buildings.values() if b.kind == "source" and b.owner == number]
    income = sum(source.level for source in sources)
    seat.stocks["mana"] += income
    start["income"], start["upkeep"] = income, _pay_upkeep(w, number)
    for unit in w.owned(number):
        give_turn_ap(w, unit)
    for building in w.buildings.values():
        if building.kind == "battle_tower" and building.owner == number:
            building.ap = 3
    w.moment()


def _burn(w: World, ifrit: Unit) -> None:
    for unit in w.by_id():
        if (
            w.lives(unit)
            and w.hostile(ifrit.owner, unit)
            and distance(ifrit.cell, unit.cell) <= 1
            and w.los(ifrit.cell, unit.cell)
        ):
            w.tell("hurt", unit=unit.spot(), damage=1, by_poison=False)
            hit_unit(w, unit, 1, ifrit.owner)


def _pay_upkeep(w: World, number: int) -> int:
    """DK-5.3."""
    stocks = w.seats[number].stocks
    while True:
        units = w.owned(number)
        due = sum(KINDS[unit.kind].upkeep for unit in units)
        if due <= stocks["mana"]:
            stocks["mana"] -= due
            return due
        vanish(w, min(units, key=_standing))


def _standing(unit: Unit) -> tuple[bool, int, int]:
    """The least goes first: imps, then the weakest, among equals the one summoned last."""
    return unit.kind != "imp", KINDS[unit.kind].upkeep, -unit.id

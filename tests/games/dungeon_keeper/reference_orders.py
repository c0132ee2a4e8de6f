"""Unit orders in the plain reference (DK-4.10): a function each, which refuses or carries out.

Each returns the name of the code that refuses it, or None once it is done; the price in action points is
taken by `carry_out` before the effect, which a function begins with `pay()`.
"""

from __future__ import annotations

from typing import Any

from tests.games.dungeon_keeper import reference_combat as combat
from tests.games.dungeon_keeper import reference_statuses as statuses
from tests.games.dungeon_keeper.reference_abilities import ABILITY_ORDERS, Order, Pay, Sees, beside
from tests.games.dungeon_keeper.reference_deaths import clear_captures
from tests.games.dungeon_keeper.reference_tables import BUILDINGS
from tests.games.dungeon_keeper.reference_world import (
    NEUTRAL,
    Building,
    Cell,
    Item,
    Unit,
    World,
    distance,
    place,
)

__all__ = ["UNIT_ORDERS", "carry_out"]


def carry_out(w: World, seat: int, order: Order, sees: Sees) -> str:
    """One unit order; the code that comes of it."""
    unit = w.units.get(order["unit"])
    if unit is None or not sees(unit.cell):
        return "NO_SUCH_UNIT"
    if unit.controller != seat:
        return "NOT_YOURS"
    price, ability, function = UNIT_ORDERS[order["type"]]
    if ability and not unit.can(ability):
        return "NO_ABILITY"
    if unit.ap < price:
        return "NO_AP"

    def pay() -> None:
        unit.ap -= price
        if unit.controller != unit.owner:
            unit.ap_debt += price

    return function(w, unit, order, sees, pay) or "OK"


def _move(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    to = order["to"]
    if code := beside(w, unit, to):
        return code
    if w.solid(to):
        return "BLOCKED"
    if not w.los(unit.cell, to):
        return "CORNER"
    there = w.at(to)
    if any(other.owner != unit.owner for other in there):
        return "OCCUPIED"
    if unit.owner >= 0 and len(there) >= w.rules["stack_limit"]:
        return "STACK_FULL"
    pay()
    w.tell("moved", unit=unit.spot(), to=place(to))
    unit.cell = to
    if unit.capture_cell is not None and distance(unit.capture_cell, to) > 1:
        unit.forget_capture()
    statuses.slow_down(w, unit)
    return None


def _attack(w: World, unit: Unit, order: Order, sees: Sees, pay: Pay) -> str | None:
    seat = unit.controller
    target: Unit | Cell
    if "target" in order:
        found = w.units.get(order["target"])
        if found is None or not sees(found.cell):
            return "NO_SUCH_TARGET"
        if not w.hostile(seat, found):
            return "BAD_TARGET"
        target, cell = found, found.cell
    else:
        target = cell = order["cell"]
        building = w.buildings.get(cell)
        if building is None or not sees(cell):
            return "NO_SUCH_TARGET"
        legal = (
            building.kind == "wall"
            or w.enemy_owner(seat, building.owner)
            or (building.owner == seat and building.kind != "altar")
        )
        if building.kind == "source" or not legal:
            return "BAD_TARGET"
    if distance(unit.cell, cell) > combat.reach(unit):
        return "OUT_OF_RANGE"
    if not w.los(unit.cell, cell):
        return "NO_LOS"
    pay()
    combat.attack(w, unit, target)
    return None


def _dig(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    if code := beside(w, unit, order["cell"]):
        return code
    if order["cell"] not in w.undug:
        return "NOT_UNDUG"
    pay()
    w.undug.remove(order["cell"])
    w.tell("dug", unit=unit.spot(), cell=place(order["cell"]))
    return None


def _mine(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    cell = order["cell"]
    if code := beside(w, unit, cell):
        return code
    mine = w.mines.get(cell)
    if mine is None:
        return "NOT_MINE"
    pay()
    amount = min(mine.left, w.rules[f"{mine.kind}_per_ap"])
    mine.left -= amount
    stock = "taldear" if mine.kind == "gem" else mine.kind
    w.seats[unit.controller].stocks[stock] += amount
    if mine.left == 0:
        del w.mines[cell]
    w.tell("mined", unit=unit.spot(), cell=place(cell), kind=mine.kind, amount=amount)
    return None


def _build(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    cell, kind = order["cell"], order["building"]
    if code := beside(w, unit, cell):
        return code
    if w.solid(cell):
        return "NOT_EMPTY"
    if w.at(cell):
        return "OCCUPIED"
    if w.items.get(cell):
        return "ITEM_THERE"
    price = BUILDINGS[kind].price
    assert price is not None
    gold, iron, mana = price
    stocks = w.seats[unit.controller].stocks
    for name, needed in (("mana", mana), ("gold", gold), ("iron", iron)):
        if stocks[name] < needed:
            return f"NO_{name.upper()}"
    pay()
    for name, needed in (("mana", mana), ("gold", gold), ("iron", iron)):
        stocks[name] -= needed
    owner = NEUTRAL if kind == "wall" else unit.controller
    w.buildings[cell] = Building(kind, owner, BUILDINGS[kind].hp)
    w.tell("built", unit=unit.spot(), cell=place(cell), building=kind)
    return None


def _repair(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    cell, stocks = order["cell"], w.seats[unit.controller].stocks
    if code := beside(w, unit, cell):
        return code
    building = w.buildings.get(cell)
    if building is None or building.kind == "source":
        return "BAD_TARGET"
    if building.owner not in (unit.controller, NEUTRAL):
        return "BAD_TARGET"
    if building.kind == "altar" and not w.is_first and 0 < w.rules["waning_round"] <= w.round:
        return "BAD_TARGET"
    kind = BUILDINGS[building.kind]
    if building.hp >= kind.hp:
        return "FULL_HP"
    if stocks["gold"] == 0:
        return "NO_GOLD"
    pay()
    amount = min(10, kind.hp - building.hp, stocks["gold"] * kind.repair)
    gold = -(-amount // kind.repair)
    building.hp += amount
    stocks["gold"] -= gold
    w.tell("repaired", unit=unit.spot(), cell=place(cell), amount=amount, gold=gold)
    return None


def _pickup(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    cell, kind = order["cell"], order["item"]
    if not w.on_board(cell):
        return "OUT_OF_BOARD"
    if distance(unit.cell, cell) > 1:
        return "NOT_ADJACENT"
    lying = w.items.get(cell, [])
    item = next((one for one in lying if one.kind == kind), None)
    if item is None:
        return "NO_ITEM"
    if any(other.controller != unit.controller for other in w.at(cell)):
        return "OCCUPIED"
    if kind.startswith("rune_") and unit.rune is not None:
        return "HANDS_FULL"
    pay()
    w.items[cell] = [one for one in lying if one is not item]
    _take(w, unit, item)
    w.tell(
        "picked_up",
        **{"unit": unit.spot(), "cell": place(cell), "item": kind},
        **{"gold": item.gold, "taldear": item.taldear, "mana": item.mana},
    )
    return None


def _take(w: World, unit: Unit, item: Item) -> None:
    """DK-5.18."""
    seat = w.seats[unit.controller]
    if item.kind.startswith("rune_"):
        unit.rune = item.kind.removeprefix("rune_")
    elif item.kind in seat.store:
        seat.store[item.kind] += 1
    for stock in ("gold", "taldear", "mana"):
        seat.stocks[stock] += getattr(item, stock)


def _use_rune(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    seat = w.seats[unit.controller]
    if unit.rune is None:
        return "NO_RUNE"
    if not any(
        building.kind == "altar"
        and building.owner == unit.controller
        and distance(cell, unit.cell) == 1
        for cell, building in w.buildings.items()
    ):
        return "NOT_ADJACENT"
    installs = order["mode"] == "install"
    if installs and unit.rune in seat.runes:
        return "ALREADY_INSTALLED"
    pay()
    rune, unit.rune = unit.rune, None
    if installs:
        seat.runes.add(rune)
    else:
        seat.stocks["mana"] += 10
    w.tell("rune_used", unit=unit.spot(), rune=rune, is_installed=installs)
    return None


def _capture(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    cell, seat = order["cell"], unit.controller
    if code := beside(w, unit, cell):
        return code
    source = w.buildings.get(cell)
    if source is None or source.kind != "source":
        return "BAD_TARGET"
    if source.owner == seat or w.allied(seat, source.owner):
        return "OWN_SOURCE"
    pay()
    if unit.capture_cell != cell:
        unit.capture_cell, unit.capture_points = cell, 0
    unit.capture_points += 1
    w.tell("capture_progress", unit=unit.spot(), cell=place(cell), points=unit.capture_points)
    if unit.capture_points >= 10:
        w.tell("captured", cell=place(cell), old=source.owner, new=seat)
        source.owner = seat
        clear_captures(w, cell)
    return None


def _rest(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    if code := beside(w, unit, order["cell"]):
        return code
    building, seat = w.buildings.get(order["cell"]), unit.controller
    if building is None or building.kind != "hospital":
        return "NO_BUILDING"
    if building.owner != seat and not w.allied(seat, building.owner):
        return "NO_BUILDING"
    if unit.hp >= unit.max_hp:
        return "FULL_HP"
    pay()
    w.heal(unit, 2)
    return None


UNIT_ORDERS: dict[str, tuple[int, str | None, Any]] = {
    "move": (1, None, _move),
    "attack": (1, None, _attack),
    "dig": (1, "dig", _dig),
    "mine": (1, "mine", _mine),
    "build": (1, "build", _build),
    "repair": (1, "repair", _repair),
    "pickup": (1, None, _pickup),
    "use_rune": (1, None, _use_rune),
    "capture": (1, None, _capture),
    "rest": (1, None, _rest),
    **ABILITY_ORDERS,
}
"""Price in action points, ability, and function, by order type."""

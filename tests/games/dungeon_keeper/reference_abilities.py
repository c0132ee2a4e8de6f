"""Orders to use abilities in the plain reference (DK-4.10, from heal on); written as `reference_orders` is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.dungeon_keeper import reference_combat as combat
from tests.games.dungeon_keeper import reference_statuses as statuses
from tests.games.dungeon_keeper.reference_deaths import kill
from tests.games.dungeon_keeper.reference_world import Cell, Unit, World, distance

__all__ = ["ABILITY_ORDERS", "Order", "Pay", "Sees", "beside"]

Order = dict[str, Any]
Pay = Callable[[], None]
Sees = Callable[[Cell], bool]
"""Whether the seat has a cell in sight: what others have elsewhere does not exist for it (DK-6.24)."""


def beside(w: World, unit: Unit, cell: Cell) -> str | None:
    """What is wrong with a cell that must be a neighbour's; None if nothing."""
    if not w.on_board(cell):
        return "OUT_OF_BOARD"
    return None if distance(unit.cell, cell) == 1 else "NOT_ADJACENT"


def _in_reach(
    w: World, unit: Unit, order: Order, sees: Sees, far: int, fits: Callable[[Unit], bool]
) -> str | Unit:
    """The target of an order, or what is wrong with it."""
    target = w.units.get(order["target"])
    if target is None or not sees(target.cell):
        return "NO_SUCH_TARGET"
    if not fits(target):
        return "BAD_TARGET"
    if distance(unit.cell, target.cell) > far:
        return "OUT_OF_RANGE"
    return target if w.los(unit.cell, target.cell) else "NO_LOS"


def _heal(w: World, unit: Unit, order: Order, sees: Sees, pay: Pay) -> str | None:
    target = _in_reach(w, unit, order, sees, 2, lambda t: not w.hostile(unit.controller, t))
    if isinstance(target, str):
        return target
    if target.hp >= target.max_hp:
        return "FULL_HP"
    pay()
    w.heal(target, 3)
    return None


def _purify(w: World, unit: Unit, order: Order, sees: Sees, pay: Pay) -> str | None:
    target = _in_reach(w, unit, order, sees, 2, lambda t: not w.hostile(unit.controller, t))
    if isinstance(target, str):
        return target
    if not statuses.curses_of(target):
        return "NOTHING_TO_REMOVE"
    pay()
    statuses.purge(w, target)
    return None


def _sacrifice(w: World, unit: Unit, order: Order, sees: Sees, pay: Pay) -> str | None:
    seat = unit.controller
    target = _in_reach(
        *(w, unit, order, sees, 1),
        lambda t: t.owner == t.controller == seat and t is not unit,
    )
    if isinstance(target, str):
        return target
    pay()
    w.seats[seat].stocks["mana"] += 1
    w.seats[seat].spirits[order["spirit"]] += 1
    w.tell("sacrificed", priest=unit.spot(), unit=target.spot(), spirit=order["spirit"])
    kill(w, target, seat)
    return None


def _fire_breath(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    cell = order["cell"]
    if code := beside(w, unit, cell):
        return code
    if not w.los(unit.cell, cell):
        return "NO_LOS"
    if not w.at(cell):
        return "NO_SUCH_TARGET"
    pay()
    combat.breathe_fire(w, unit, cell)
    return None


def _fire_stream(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    if not combat.stream_victims(w, unit, order["direction"]):
        return "NO_SUCH_TARGET"
    pay()
    combat.stream_of_fire(w, unit, order["direction"])
    return None


def _death_cloud(w: World, unit: Unit, order: Order, _: Sees, pay: Pay) -> str | None:
    cell = order["cell"]
    if not w.on_board(cell):
        return "OUT_OF_BOARD"
    if distance(unit.cell, cell) > 3:
        return "OUT_OF_RANGE"
    if not w.los(unit.cell, cell):
        return "NO_LOS"
    if not any(w.hostile(unit.controller, other) for other in w.at(cell)):
        return "NO_SUCH_TARGET"
    pay()
    combat.cloud(w, unit, cell)
    return None


def _spelled(far: int, effect: Callable[[World, Unit, Unit, Order], None]) -> Any:
    """An ability against one hostile unit."""

    def function(w: World, unit: Unit, order: Order, sees: Sees, pay: Pay) -> str | None:
        target = _in_reach(w, unit, order, sees, far, lambda t: w.hostile(unit.controller, t))
        if isinstance(target, str):
            return target
        if order["type"] == "exhaust" and target.statuses.get("exhaustion") == unit.controller:
            return "ALREADY_ACTIVE"
        if order["type"] == "cancel_blessing" and not target.has(order["buff"]):
            return "NOTHING_TO_REMOVE"
        pay()
        effect(w, unit, target, order)
        return None

    return function


def _exhaust(w: World, unit: Unit, target: Unit, _: Order) -> None:
    if not statuses.absorbed(w, target):
        statuses.add_status(w, target, "exhaustion", unit.controller)


def _fear(w: World, unit: Unit, target: Unit, _: Order) -> None:
    if w.roll(unit, "fear"):
        statuses.add_fear(w, target, unit.controller)


def _poison(w: World, unit: Unit, target: Unit, _: Order) -> None:
    statuses.add_poison(w, target, unit.controller)


def _cancel(w: World, unit: Unit, target: Unit, order: Order) -> None:
    if w.roll(unit, "cancel_blessing"):
        source = target.statuses.pop(order["buff"])
        w.tell("status_removed", unit=target.spot(), status=order["buff"], source=source)


def _subjugate(w: World, unit: Unit, target: Unit, _: Order) -> None:
    statuses.subjugate(w, unit, target)


ABILITY_ORDERS: dict[str, tuple[int, str, Any]] = {
    "heal": (1, "heal", _heal),
    "purify": (1, "purify", _purify),
    "sacrifice": (1, "sacrifice", _sacrifice),
    "fire_breath": (1, "fire_breath", _fire_breath),
    "fire_stream": (3, "fire_stream", _fire_stream),
    "death_cloud": (2, "death_cloud", _death_cloud),
    "subjugate": (2, "subjugate", _spelled(2, _subjugate)),
    "exhaust": (1, "exhaust", _spelled(3, _exhaust)),
    "fear": (1, "fear", _spelled(3, _fear)),
    "poison": (1, "poison", _spelled(2, _poison)),
    "cancel_blessing": (1, "cancel_blessing", _spelled(3, _cancel)),
}
"""Price in action points, ability, and function, by order type."""

"""Archdemon orders in the plain reference (DK-4.11): the code that refuses each, or None once done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.dungeon_keeper import reference_statuses as statuses
from tests.games.dungeon_keeper.reference_combat import shoot
from tests.games.dungeon_keeper.reference_tables import (
    ARTIFACTS,
    DEBUFF_SPELLS,
    KINDS,
    PER_MANA,
    SPELLS,
)
from tests.games.dungeon_keeper.reference_world import Cell, Seat, Unit, World, distance, place

__all__ = ["ARCHDEMON_ORDERS"]

Order = dict[str, Any]
Sees = Callable[[Cell], bool]


def _own(w: World, seat: int, cell: Cell, kind: str) -> bool:
    building = w.buildings.get(cell)
    return building is not None and (building.kind, building.owner) == (kind, seat)


def _has(w: World, seat: int, kind: str) -> bool:
    return any(_own(w, seat, cell, kind) for cell in w.buildings)


def _unit(w: World, seat: int, order: Order, sees: Sees) -> str | Unit:
    """The unit of an order to one's own."""
    unit = w.units.get(order["unit"])
    if unit is None or not sees(unit.cell):
        return "NO_SUCH_UNIT"
    return unit if unit.owner == seat else "NOT_YOURS"


def _short(stocks: dict[str, int], **needed: int) -> str | None:
    """The code of the first stock that is too small."""
    for name, amount in needed.items():
        if stocks[name] < amount:
            return f"NO_{name.upper()}"
    return None


def _summon(w: World, seat: int, order: Order, _: Sees) -> str | None:
    circle, cell, kind = order["circle"], order["cell"], order["kind"]
    if not _own(w, seat, circle, "circle"):
        return "NO_BUILDING"
    if not w.on_board(cell):
        return "OUT_OF_BOARD"
    if distance(circle, cell) != 1:
        return "NOT_ADJACENT"
    if w.solid(cell):
        return "BLOCKED"
    there = w.at(cell)
    if any(unit.owner != seat for unit in there):
        return "OCCUPIED"
    if len(there) >= w.rules["stack_limit"]:
        return "STACK_FULL"
    if len(w.owned(seat)) >= w.rules["unit_cap"]:
        return "UNIT_CAP"
    me = w.seats[seat]
    if code := _short(me.stocks, mana=KINDS[kind].mana):
        return code
    me.stocks["mana"] -= KINDS[kind].mana
    me.serial += 1
    unit = Unit(100_000 * (seat + 1) + me.serial, seat, seat, kind, cell, KINDS[kind].hp, 0)
    w.units[unit.id] = unit
    w.tell("summoned", unit=unit.spot(), seat=seat, kind=kind, circle=place(circle))
    return None


def _upgrade_unit(w: World, seat: int, order: Order, sees: Sees) -> str | None:
    unit, me = _unit(w, seat, order, sees), w.seats[seat]
    if isinstance(unit, str):
        return unit
    old, new = KINDS[unit.kind], KINDS[order["to"]]
    if new.parent != unit.kind:
        return "BAD_UPGRADE"
    if new.rune is not None and new.rune not in me.runes:
        return "NEEDS_RUNE"
    near = [cell for cell in w.buildings if distance(cell, unit.cell) <= 2]
    if not any(_own(w, seat, cell, "source") for cell in near):
        return "NOT_NEAR_SOURCE"
    if unit.upgraded:
        return "ALREADY_UPGRADED"
    if code := _short(me.stocks, mana=new.mana, gold=new.gold):
        return code
    me.stocks["mana"] -= new.mana
    me.stocks["gold"] -= new.gold
    w.tell("upgraded", unit=unit.spot(), old=unit.kind, new=order["to"])
    unit.kind, unit.upgraded = order["to"], True
    unit.hp += new.hp - old.hp
    unit.ap = min(unit.ap, unit.max_ap)
    return None


def _upgrade_source(w: World, seat: int, order: Order, _: Sees) -> str | None:
    cell, stocks = order["source"], w.seats[seat].stocks
    if not _own(w, seat, cell, "source"):
        return "NO_BUILDING"
    source = w.buildings[cell]
    if source.level >= 10:
        return "MAX_LEVEL"
    if source.upgraded:
        return "ALREADY_UPGRADED"
    if code := _short(stocks, gold=10 * source.level):
        return code
    stocks["gold"] -= 10 * source.level
    source.level, source.upgraded = source.level + 1, True
    w.tell("source_upgraded", cell=place(cell), level=source.level)
    return None


def _research(w: World, seat: int, order: Order, _: Sees) -> str | None:
    me, spell = w.seats[seat], SPELLS[order["spell"]]
    if order["spell"] in me.spells:
        return "ALREADY_KNOWN"
    if not me.runes.issuperset(spell.runes):
        return "NEEDS_RUNE"
    if code := _short(me.stocks, mana=spell.research):
        return code
    me.stocks["mana"] -= spell.research
    me.spells.add(order["spell"])
    w.tell("researched", seat=seat, spell=order["spell"])
    return None


def _fits(w: World, seat: int, spell: str, target: Unit) -> bool:
    """Whether a spell may be cast on a unit (DK-5.70)."""
    if spell in ("slow", "weakness", "corruption"):
        return w.hostile(seat, target)
    if spell in ("dispel", "healing"):
        return target.owner == seat or w.allied(seat, target.owner)
    return target.owner == seat


def _cast(w: World, seat: int, order: Order, sees: Sees) -> str | None:
    me, spell = w.seats[seat], order["spell"]
    if spell not in me.spells:
        return "NOT_RESEARCHED"
    target = w.units.get(order["target"])
    if target is None or not sees(target.cell):
        return "NO_SUCH_TARGET"
    if not _fits(w, seat, spell, target):
        return "BAD_TARGET"
    if code := _in_vain(seat, spell, target):
        return code
    if code := _short(me.stocks, mana=SPELLS[spell].cast):
        return code
    me.stocks["mana"] -= SPELLS[spell].cast
    w.tell("cast", seat=seat, spell=spell, target=target.spot())
    if spell == "healing":
        w.heal(target, 5)
    elif spell == "dispel":
        statuses.purge(w, target)
    elif spell not in DEBUFF_SPELLS or not statuses.absorbed(w, target):
        statuses.add_status(w, target, spell, seat)
        target.ap += spell == "haste"
    return None


def _in_vain(seat: int, spell: str, target: Unit) -> str | None:
    if spell == "healing":
        return "FULL_HP" if target.hp >= target.max_hp else None
    if spell == "dispel":
        return None if statuses.curses_of(target) else "NOTHING_TO_REMOVE"
    return "ALREADY_ACTIVE" if target.statuses.get(spell) == seat else None


def _forge(w: World, seat: int, order: Order, _: Sees) -> str | None:
    me, price = w.seats[seat], ARTIFACTS[order["artifact"]]._asdict()
    if not _has(w, seat, "armoury"):
        return "NO_BUILDING"
    if code := _short(me.stocks, **price):
        return code
    for stock, amount in price.items():
        me.stocks[stock] -= amount
    me.store[order["artifact"]] += 1
    w.tell("forged", seat=seat, artifact=order["artifact"])
    return None


def _equip(w: World, seat: int, order: Order, sees: Sees) -> str | None:
    unit, store, artifact = _unit(w, seat, order, sees), w.seats[seat].store, order["artifact"]
    if isinstance(unit, str):
        return unit
    if store[artifact] == 0:
        return "NO_ARTIFACT"
    if artifact in unit.artifacts:
        return "SLOT_FULL"
    store[artifact] -= 1
    unit.artifacts.add(artifact)
    unit.hp += 10 * (artifact == "amulet")
    w.tell("equipped", unit=unit.spot(), artifact=artifact)
    return None


def _assign_spirit(w: World, seat: int, order: Order, sees: Sees) -> str | None:
    unit, held, spirit = _unit(w, seat, order, sees), w.seats[seat].spirits, order["spirit"]
    if isinstance(unit, str):
        return unit
    if held[spirit] == 0:
        return "NO_SPIRIT"
    if spirit in unit.spirits:
        return "SLOT_FULL"
    held[spirit] -= 1
    unit.spirits.add(spirit)
    unit.hp += 5 * (spirit == "life")
    w.tell("spirit_assigned", unit=unit.spot(), spirit=spirit)
    return None


def _exchange(w: World, seat: int, order: Order, _: Sees) -> str | None:
    stocks, resource, amount = w.seats[seat].stocks, order["resource"], order["amount"]
    if not _has(w, seat, "alchemy_lab"):
        return "NO_BUILDING"
    mana = amount * PER_MANA[resource]
    if code := _short(stocks, mana=mana):
        return code
    stocks["mana"] -= mana
    stocks[resource] += amount
    w.tell("exchanged", seat=seat, resource=resource, amount=amount, mana=mana)
    return None


def _tower_shot(w: World, seat: int, order: Order, sees: Sees) -> str | None:
    tower = order["tower"]
    if not _own(w, seat, tower, "battle_tower"):
        return "NO_BUILDING"
    if w.buildings[tower].ap < 1:
        return "NO_AP"
    target = w.units.get(order["target"])
    if target is None or not sees(target.cell):
        return "NO_SUCH_TARGET"
    if not w.hostile(seat, target):
        return "BAD_TARGET"
    far = distance(tower, target.cell)
    if far > 3:
        return "OUT_OF_RANGE"
    if not w.los(tower, target.cell):
        return "NO_LOS"
    if any(
        w.hostile(seat, other) and distance(tower, other.cell) < far and w.los(tower, other.cell)
        for other in w.by_id()
    ):
        return "NOT_NEAREST"
    w.buildings[tower].ap -= 1
    shoot(w, tower, target)
    return None


def _declare(w: World, seat: int, order: Order, _: Sees) -> str | None:
    other, declares = order["seat"], order["type"] == "ally"
    if not w.rules["alliances"]:
        return "DISABLED"
    others: list[Seat] = w.seats
    if other == seat or not 0 <= other < len(others) or not others[other].alive:
        return "BAD_TARGET"
    allies = w.seats[seat].allies
    w.seats[seat].allies = allies | {other} if declares else allies - {other}
    w.tell("alliance_changed", seat=seat, other=other, is_declared=declares)
    return None


ARCHDEMON_ORDERS: dict[str, Callable[[World, int, Order, Sees], str | None]] = {
    "summon": _summon,
    "upgrade_unit": _upgrade_unit,
    "upgrade_source": _upgrade_source,
    "research": _research,
    "cast": _cast,
    "forge": _forge,
    "equip": _equip,
    "assign_spirit": _assign_spirit,
    "exchange": _exchange,
    "tower_shot": _tower_shot,
    "ally": _declare,
    "unally": _declare,
}
"""Function by order type."""

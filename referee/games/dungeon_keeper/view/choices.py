"""The form for a turn of Dungeon Keeper: orders for units and for the archdemon (DK-4.11).

The options of a unit are the orders possible on its present cell. So at most one order a unit can
be picked at a time, and the next batch of orders continues the turn. Whether the seat can pay for
several orders together is checked by the referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.core.choices import Choices, Option, Pick
from referee.core.plain import Plain
from referee.core.scene import place
from referee.core.view import Fields, Sight
from referee.games.dungeon_keeper.tables import (
    ARTIFACTS,
    EXCHANGE_MANA,
    MAX_SOURCE_LEVEL,
    SOURCE_GOLD,
    SOURCE_RADIUS,
    SPELLS,
    SUMMONED,
    TOWER_RANGE,
    UNITS,
    Artifact,
    Building,
    Category,
    Kind,
    Resource,
    Spell,
    Spirit,
)
from referee.games.dungeon_keeper.view.reach import Reach, cell, unit_kind
from referee.games.dungeon_keeper.view.unit_choices import (
    CURSES,
    bears,
    spot_of,
    unit_label,
    unit_orders,
)

__all__ = ["choices"]

_AMOUNTS = (1, 10, 50)
"""Amounts of a resource offered for one exchange of mana, which can be repeated."""
_FREE: Mapping[str, int] = {}
_MIGHT = "archdemon"
"""Name of the group of orders that the archdemon gives itself, without a unit."""


def choices(seen: Fields, sight: Sight) -> Choices:
    """Return the orders that a seat can pick now.

    Args:
        seen: The seat's observation, whole.
        sight: What the viewer may see, with the config.
    """
    reach = Reach(seen, sight.config)
    options = [
        option for unit in reach.units if reach.is_mine(unit) for option in unit_orders(reach, unit)
    ]
    options += _archdemon(reach)
    left = max(0, sight.config["max_orders_per_turn"] - seen.get("orders", 0))
    orders = Pick(
        "orders",
        "Orders, carried out one after another",
        tuple(options),
        ("orders",),
        True,
        0,
        max(1, left),
    )
    is_last = seen.get("batch", 0) + 1 >= sight.config["max_batches_per_turn"]
    going_on = Option("more orders after these", {"end_turn": False})
    ends = (Option("end the turn", {"end_turn": True}),)
    end = Pick("end", "Then", ends if is_last else (going_on, *ends), (), start=(0,))
    return Choices("Give orders.", (orders, end), stocks=_stocks(reach))


def _stocks(reach: Reach) -> dict[str, int]:
    stocks = {name: reach.holdings[name] for name in ("gold", "iron", "taldear", "mana")}
    owned = sum(unit["owner"] == reach.me for unit in reach.units)
    return {**stocks, "units": max(0, reach.config["unit_cap"] - owned)}


def _archdemon(reach: Reach) -> Iterator[Option]:
    yield from _summons(reach)
    yield from _sources(reach)
    yield from _upgrades(reach)
    yield from _gifts(reach)
    yield from _spells(reach)
    yield from _makings(reach)
    yield from _shots(reach)
    yield from _alliances(reach)


def _might(
    label: str,
    name: str,
    order: dict[str, Plain],
    at: str = "",
    *,
    key: str = "",
    costs: Mapping[str, int] = _FREE,
    repeats: bool = False,
) -> Option:
    keys = () if repeats else (key or label,)
    return Option(label, {name: order}, at, _MIGHT, keys=keys, costs=costs)


def _summons(reach: Reach) -> Iterator[Option]:
    for circle in reach.own_buildings(Building.CIRCLE):
        for spot in reach.around(circle):
            if not reach.is_empty(spot) or not reach.has_room(spot, reach.me):
                continue
            for kind in SUMMONED:
                if reach.can_pay(mana=UNITS[kind].mana, gold=UNITS[kind].gold):
                    label = f"summon {kind.name.lower()} at {place(*spot)}, {UNITS[kind].mana} mana"
                    order: dict[str, Plain] = {"circle": {**cell(circle)}, "cell": {**cell(spot)}}
                    order["kind"] = f"UNIT_KIND_{kind.name}"
                    yield _might(
                        label,
                        "summon",
                        order,
                        place(*spot),
                        costs={"mana": UNITS[kind].mana, "units": 1},
                    )


def _sources(reach: Reach) -> Iterator[Option]:
    for spot in reach.own_buildings(Building.SOURCE):
        told = reach.buildings[spot]
        gold = SOURCE_GOLD * told["level"]
        may_rise = told["level"] < MAX_SOURCE_LEVEL and not told["upgraded"]
        if may_rise and reach.can_pay(gold=gold):
            label = f"raise the source at {place(*spot)}, {gold} gold"
            yield _might(
                label,
                "upgrade_source",
                {"source": {**cell(spot)}},
                place(*spot),
                costs={"gold": gold},
            )


def _upgrades(reach: Reach) -> Iterator[Option]:
    sources = reach.own_buildings(Building.SOURCE)
    for unit in reach.units:
        row, column = spot_of(unit)
        is_near = any(
            max(abs(row - other[0]), abs(column - other[1])) <= SOURCE_RADIUS for other in sources
        )
        if unit["owner"] != reach.me or unit["upgraded"] or not is_near:
            continue
        for kind in Kind:
            told = UNITS[kind]
            if told.parent != unit_kind(unit) or not reach.has_rune(told.rune):
                continue
            if reach.can_pay(mana=told.mana, gold=told.gold):
                name = kind.name.lower().replace("_", " ")
                price = f"{told.mana} mana, {told.gold} gold"
                label = f"make {unit_label(unit)} a {name}, {price}"
                order: dict[str, Plain] = {"unit": unit["id"], "to": f"UNIT_KIND_{kind.name}"}
                key = f"unit {unit['id']}"
                costs = {"mana": told.mana, "gold": told.gold}
                at = place(row, column)
                yield _might(label, "upgrade_unit", order, at, key=key, costs=costs)


def _gifts(reach: Reach) -> Iterator[Option]:
    """Yield orders that assign artifacts from the store, or spirits, to the seat's own units."""
    for unit in reach.units:
        if unit["owner"] != reach.me:
            continue
        at = place(*spot_of(unit))
        for artifact in Artifact:
            name = f"ARTIFACT_{artifact.name}"
            if reach.holdings["store"][artifact] and name not in unit["artifacts"]:
                label = f"give {unit_label(unit)} a {artifact.name.lower()}"
                yield _might(label, "equip", {"unit": unit["id"], "artifact": name}, at, key=name)
        for spirit in Spirit:
            name = f"SPIRIT_{spirit.name}"
            if reach.holdings["spirits"][spirit] and name not in unit["spirits"]:
                label = f"bind a spirit of {spirit.name.lower()} to {unit_label(unit)}"
                yield _might(
                    label, "assign_spirit", {"unit": unit["id"], "spirit": name}, at, key=name
                )


def _spells(reach: Reach) -> Iterator[Option]:
    for spell in Spell:
        row, name = SPELLS[spell], f"SPELL_{spell.name}"
        told = spell.name.lower().replace("_", " ")
        if name not in reach.holdings["spells"]:
            if all(map(reach.has_rune, row.runes)) and reach.can_pay(mana=row.research):
                label = f"learn the spell {told}, {row.research} mana"
                yield _might(label, "research", {"spell": name}, costs={"mana": row.research})
            continue
        for unit in reach.units if reach.can_pay(mana=row.cast) else ():
            if not _may_bear(reach, spell, unit):
                continue
            label = f"cast {told} on {unit_label(unit)}, {row.cast} mana"
            order: dict[str, Plain] = {"spell": name, "target": unit["id"]}
            at, key = place(*spot_of(unit)), f"cast {name} {unit['id']}"
            yield _might(label, "cast", order, at, key=key, costs={"mana": row.cast})


def _may_bear(reach: Reach, spell: Spell, unit: Fields) -> bool:
    """Return whether the seat may cast a spell on a unit (DK-5.70)."""
    row = SPELLS[spell]
    if spell is Spell.HEALING and unit["hp"] >= unit["max_hp"]:
        return False
    if spell is Spell.DISPEL and not bears(unit, CURSES):
        return False
    if row.status is not None and any(
        told["status"] == f"STATUS_{row.status.name}" and told["source"] == reach.me
        for told in unit["statuses"]
    ):
        return False
    match row.category:
        case Category.DEBUFF:
            return not reach.is_friend(unit)
        case Category.INSTANT:
            return reach.is_own_or_allied(unit["owner"])
    return bool(unit["owner"] == reach.me)


def _makings(reach: Reach) -> Iterator[Option]:
    if reach.own_buildings(Building.ARMOURY):
        for artifact in Artifact:
            price = ARTIFACTS[artifact]
            costs = {"gold": price.gold, "iron": price.iron, "taldear": price.taldear}
            if reach.can_pay(**costs):
                told = ", ".join(f"{count} {name}" for name, count in costs.items())
                label = f"forge {artifact.name.lower()}, {told}"
                name = f"ARTIFACT_{artifact.name}"
                yield _might(label, "forge", {"artifact": name}, costs=costs, repeats=True)
    if reach.own_buildings(Building.ALCHEMY_LAB):
        for resource in Resource:
            for amount in _AMOUNTS:
                mana = EXCHANGE_MANA[resource] * amount
                if reach.can_pay(mana=mana):
                    label = f"make {amount} {resource.name.lower()} out of {mana} mana"
                    order: dict[str, Plain] = {"resource": f"RESOURCE_{resource.name}"}
                    order["amount"] = amount
                    yield _might(label, "exchange", order, costs={"mana": mana}, repeats=True)


def _shots(reach: Reach) -> Iterator[Option]:
    """Yield orders for the seat's battle towers to shoot at hostile units in range.

    A tower may only shoot at the nearest such units (DK-5.34).
    """
    for tower in reach.own_buildings(Building.BATTLE_TOWER):
        if not reach.buildings[tower]["ap"]:
            continue
        apart = {
            unit["id"]: max(abs(unit["row"] - tower[0]), abs(unit["col"] - tower[1]))
            for unit in reach.units
            if not reach.is_friend(unit) and reach.within(tower, spot_of(unit), TOWER_RANGE)
        }
        for unit in reach.units:
            if apart.get(unit["id"]) == min(apart.values(), default=0) and unit["id"] in apart:
                order: dict[str, Plain] = {"tower": {**cell(tower)}, "target": unit["id"]}
                label = f"let the tower at {place(*tower)} shoot at {unit_label(unit)}"
                yield _might(
                    label, "tower_shot", order, place(*spot_of(unit)), key=f"tower {tower}"
                )


def _alliances(reach: Reach) -> Iterator[Option]:
    if not reach.config.get("alliances"):
        return
    own = next(told for told in reach.seats if told["seat"] == reach.me)
    for told in reach.seats:
        if told["seat"] == reach.me or not told["alive"]:
            continue
        name = "unally" if told["seat"] in own["allies"] else "ally"
        says = "withdraw the alliance with" if name == "unally" else "declare an alliance with"
        yield _might(f"{says} seat {told['seat']}", name, {"seat": told["seat"]})

"""What must hold for an order to be carried out: one condition for each check of DK-4.10 and DK-4.11.

A condition takes the order as it is aimed, and is true if the order passes. Which code it is refused with
otherwise, and in which order conditions are asked, is said in `order_rules`; each may take for granted that
those before it hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper import orders as o
from referee.games.dungeon_keeper.aims import Aim
from referee.games.dungeon_keeper.ground import (
    building_at,
    buildings_of,
    distance,
    is_on_board,
    items_at,
)
from referee.games.dungeon_keeper.prices import price_of
from referee.games.dungeon_keeper.space import los
from referee.games.dungeon_keeper.statuses import has_curse, has_status
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    LIGHT,
    MAX_SOURCE_LEVEL,
    MELEE_RANGE,
    NEUTRAL,
    RANGED_RANGE,
    SOURCE_RADIUS,
    SPELLS,
    UNITS,
    Ability,
    Building,
    Category,
    Rune,
    Spell,
    Status,
)
from referee.games.dungeon_keeper.units import (
    are_allied,
    can,
    has_artifact,
    has_spirit,
    is_enemy_owner,
    is_friendly,
    is_hostile,
    max_hp_of,
    num_units_of,
    place_of,
    units_of,
    who_stands_at,
)
from referee.games.dungeon_keeper.waning import is_waning

__all__ = [
    "Condition",
    "altar_beside",
    "altar_takes_rune",
    "artifact_fits",
    "can_pay",
    "carries_rune",
    "cures",
    "dispels",
    "gives_order",
    "has_alliances",
    "has_buff",
    "has_building",
    "has_free_hands",
    "has_gold",
    "has_item",
    "has_prey",
    "has_room",
    "has_rune_for_kind",
    "has_runes_for_spell",
    "has_target",
    "has_unit",
    "in_reach",
    "in_sight",
    "in_store",
    "in_weapon_reach",
    "is_adjacent",
    "is_child_of_kind",
    "is_damaged",
    "is_for_capture",
    "is_free_of_items",
    "is_free_of_others",
    "is_free_of_strangers",
    "is_free_of_units",
    "is_fresh",
    "is_hurt",
    "is_known",
    "is_other_seat",
    "is_own_hospital",
    "is_reparable",
    "is_source",
    "is_terrain",
    "is_unknown",
    "item_for",
    "may_be_attacked",
    "may_be_cast_on",
    "may_be_exhausted",
    "may_be_sacrificed",
    "may_have_more_units",
    "on_board",
    "source_is_idle",
    "source_may_rise",
    "source_near",
    "spirit_fits",
    "spirit_held",
    "target_is_cursed",
    "target_is_friendly",
    "target_is_hostile",
    "target_is_hurt",
    "target_is_nearest",
    "tower_has_ap",
    "unit_is_own",
    "unit_may_rise",
]

Condition: TypeAlias = Callable[[Aim[Any]], bool]
"""What must hold of an order."""


# Prices.


def can_pay(stock: int) -> Condition:
    """The seat has as much in a column of its stocks as the order costs."""
    return lambda aim: (
        aim.state.seats.item(aim.seat, stock) >= price_of(aim.state, aim.order)[stock - c.STOCKS]
    )


def has_gold(aim: Aim[o.Repair]) -> bool:
    """The seat has some gold, which buys a part of a repair (DK-5.17)."""
    return aim.state.seats.item(aim.seat, c.GOLD) > 0


# Cells, and how far they are.


def on_board(aim: Aim[Any]) -> bool:
    """There is such a cell."""
    return is_on_board(aim.state, *aim.cell)


def is_adjacent(aim: Aim[Any]) -> bool:
    """The cell is at distance 1; corners don't matter (DK-4.9)."""
    return distance(*aim.start, *aim.cell) == 1


def in_reach(reach: int) -> Condition:
    """The cell is so far off at most."""
    return lambda aim: distance(*aim.start, *aim.cell) <= reach


def in_weapon_reach(aim: Aim[o.Attack]) -> bool:
    """The cell is as near as the weapon strikes (DK-5.20)."""
    reach = RANGED_RANGE if can(aim.state, aim.at, Ability.RANGED) else MELEE_RANGE
    return distance(*aim.start, *aim.cell) <= reach


def in_sight(aim: Aim[Any]) -> bool:
    """There is a line of sight to the cell (DK-5.11)."""
    return los(aim.state.cells, *aim.start, *aim.cell)


def is_terrain(terrain: int) -> Condition:
    """The ground of the cell is that."""
    return lambda aim: aim.state.cells.item(c.TERRAIN, *aim.cell) == terrain


def is_free_of_others(aim: Aim[Any]) -> bool:
    """Only units of one owner stand there: the unit's, or else the seat (DK-5.12)."""
    units = aim.state.units
    owner = aim.seat if aim.at == c.NO else units.item(aim.at, c.OWNER)
    return not (who_stands_at(aim.state, *aim.cell) & (units[:, c.OWNER] != owner)).any()


def has_room(aim: Aim[Any]) -> bool:
    """One more unit may stand there; the Hero and his gnome don't care (DK-5.12)."""
    if aim.at != c.NO and aim.state.units.item(aim.at, c.OWNER) == LIGHT:
        return True
    number = int(who_stands_at(aim.state, *aim.cell).sum())
    return number < aim.state.rules.item(c.STACK_LIMIT)


def is_free_of_units(aim: Aim[o.Build]) -> bool:
    """Nobody stands there."""
    return not who_stands_at(aim.state, *aim.cell).any()


def is_free_of_strangers(aim: Aim[o.Pickup]) -> bool:
    """Only units that the seat controls stand there (DK-4.10, pickup)."""
    strange = aim.state.units[:, c.CONTROLLER] != aim.seat
    return not (who_stands_at(aim.state, *aim.cell) & strange).any()


def is_free_of_items(aim: Aim[o.Build]) -> bool:
    """Nothing lies there."""
    return not items_at(aim.state, *aim.cell)


# Buildings beside the unit.


def is_reparable(aim: Aim[o.Repair]) -> bool:
    """The building is the seat's or nobody's, and neither a Source nor an Altar that wanes (DK-4.10)."""
    kind = building_at(aim.state, *aim.cell)
    if kind is None or kind == Building.SOURCE:
        return False
    if kind == Building.ALTAR and is_waning(aim.state):
        return False
    return aim.owner(aim.cell) in (aim.seat, NEUTRAL)


def is_damaged(aim: Aim[o.Repair]) -> bool:
    """The building lacks hit points."""
    cells = aim.state.cells
    return cells.item(c.B_HP, *aim.cell) < BUILDINGS[cells.item(c.B_KIND, *aim.cell)].hp


def is_own_hospital(aim: Aim[o.Rest]) -> bool:
    """A Hospital of the seat or of an ally stands there."""
    is_hospital = building_at(aim.state, *aim.cell) == Building.HOSPITAL
    return is_hospital and _is_own_or_allied(aim, aim.owner(aim.cell))


def is_source(aim: Aim[o.Capture]) -> bool:
    """A Source is there."""
    return building_at(aim.state, *aim.cell) == Building.SOURCE


def is_for_capture(aim: Aim[o.Capture]) -> bool:
    """The Source is neither the seat's nor an ally's."""
    return not _is_own_or_allied(aim, aim.owner(aim.cell))


def altar_beside(aim: Aim[o.UseRune]) -> bool:
    """The seat's Altar is adjacent."""
    altars = buildings_of(aim.state, aim.seat, Building.ALTAR)
    return any(distance(*aim.start, *altar) == 1 for altar in altars)


# The unit that acts, and things.


def has_item(aim: Aim[o.Pickup]) -> bool:
    """An item of that kind lies there."""
    return item_for(aim) != c.NO


def has_free_hands(aim: Aim[o.Pickup]) -> bool:
    """It is no rune, or the unit carries none (DK-5.18)."""
    return aim.order.item.rune is None or not carries_rune(aim)


def item_for(aim: Aim[o.Pickup]) -> int:
    """Row of the oldest item of that kind on the cell, NO if there is none."""
    kinds = aim.state.items
    lying = items_at(aim.state, *aim.cell)
    return next((item for item in lying if kinds.item(item, c.I_KIND) == aim.order.item), c.NO)


def carries_rune(aim: Aim[Any]) -> bool:
    """The unit carries a rune."""
    return aim.state.units.item(aim.at, c.RUNE) != c.NO


def altar_takes_rune(aim: Aim[o.UseRune]) -> bool:
    """It is to be exchanged, or the Altar holds no such rune yet."""
    rune = Rune(aim.state.units.item(aim.at, c.RUNE))
    return aim.order.mode != o.RuneMode.INSTALL or not _is_installed(aim, rune)


def is_hurt(aim: Aim[Any]) -> bool:
    """The unit lacks hit points."""
    return _lacks_hp(aim, aim.at)


# Units and buildings that are aimed at.


def has_prey(aim: Aim[o.Attack]) -> bool:
    """There is such a unit, or a building on the cell."""
    if aim.order.cell is not None:
        return aim.building(aim.cell) is not None
    return aim.target != c.NO


def may_be_attacked(aim: Aim[o.Attack]) -> bool:
    """The unit is hostile; the building is an enemy's, a wall, or an own one but the Altar; no Source."""
    if aim.order.cell is None:
        return is_hostile(aim.state, aim.seat, aim.target)
    kind, owner = building_at(aim.state, *aim.cell), aim.owner(aim.cell)
    if kind in (Building.WALL, Building.SOURCE):
        return kind == Building.WALL
    if owner == aim.seat:
        return kind != Building.ALTAR
    return is_enemy_owner(aim.state, aim.seat, owner)


def has_target(aim: Aim[Any]) -> bool:
    """There is such a unit."""
    return aim.target != c.NO


def target_is_friendly(aim: Aim[Any]) -> bool:
    """The seat or an ally controls the target."""
    return is_friendly(aim.state, aim.seat, aim.target)


def target_is_hostile(aim: Aim[Any]) -> bool:
    """The target is hostile (DK-5.10)."""
    return is_hostile(aim.state, aim.seat, aim.target)


def may_be_sacrificed(aim: Aim[o.Sacrifice]) -> bool:
    """The target is owned and controlled by the seat, and not the priest himself (DK-5.65)."""
    units = aim.state.units
    is_own = units.item(aim.target, c.OWNER) == units.item(aim.target, c.CONTROLLER) == aim.seat
    return is_own and aim.target != aim.at


def target_is_hurt(aim: Aim[Any]) -> bool:
    """The target lacks hit points."""
    return _lacks_hp(aim, aim.target)


def target_is_cursed(aim: Aim[Any]) -> bool:
    """The target bears something that is purified or dispelled (DK-5.45)."""
    return has_curse(aim.state, aim.target)


def may_be_exhausted(aim: Aim[o.Exhaust]) -> bool:
    """The target has no exhaustion from the seat (DK-5.41)."""
    return _lacks_from_seat(aim, Status.EXHAUSTION)


def has_buff(aim: Aim[o.CancelBlessing]) -> bool:
    """The target has that buff."""
    return has_status(aim.state, aim.target, aim.order.buff)


# What an archdemon's order gives to, and asks of units.


def has_unit(aim: Aim[Any]) -> bool:
    """There is such a unit."""
    return aim.at != c.NO


def unit_is_own(aim: Aim[Any]) -> bool:
    """The seat owns the unit, whoever controls it (DK-5.52)."""
    return aim.state.units.item(aim.at, c.OWNER) == aim.seat


def is_child_of_kind(aim: Aim[o.UpgradeUnit]) -> bool:
    """The unit's kind is upgraded to that one (DK-3.7)."""
    return UNITS[aim.order.to].parent == aim.state.units.item(aim.at, c.KIND)


def has_rune_for_kind(aim: Aim[o.UpgradeUnit]) -> bool:
    """The Altar holds the rune of that branch (DK-5.19)."""
    rune = UNITS[aim.order.to].rune
    return rune is None or _is_installed(aim, rune)


def source_near(aim: Aim[o.UpgradeUnit]) -> bool:
    """A Source of the seat is near enough (DK-5.62)."""
    sources = buildings_of(aim.state, aim.seat, Building.SOURCE)
    return any(distance(*aim.start, *source) <= SOURCE_RADIUS for source in sources)


def unit_may_rise(aim: Aim[o.UpgradeUnit]) -> bool:
    """The unit has not been upgraded in this turn."""
    return not aim.state.units.item(aim.at, c.UPGRADED)


def in_store(aim: Aim[o.Equip]) -> bool:
    """There is such an artifact in the store."""
    return aim.state.seats.item(aim.seat, c.STORE + aim.order.artifact) > 0


def artifact_fits(aim: Aim[o.Equip]) -> bool:
    """The unit bears no such artifact (DK-5.64)."""
    return not has_artifact(aim.state, aim.at, aim.order.artifact)


def spirit_held(aim: Aim[o.AssignSpirit]) -> bool:
    """The seat has such a spirit."""
    return aim.state.seats.item(aim.seat, c.SPIRITS_HELD + aim.order.spirit) > 0


def spirit_fits(aim: Aim[o.AssignSpirit]) -> bool:
    """No such spirit goes with the unit (DK-5.66)."""
    return not has_spirit(aim.state, aim.at, aim.order.spirit)


# Buildings that the seat must have.


def has_building(kind: Building) -> Condition:
    """The seat has such a building anywhere."""
    return lambda aim: bool(buildings_of(aim.state, aim.seat, kind))


def gives_order(kind: Building) -> Condition:
    """The seat has such a building where the order comes from."""
    return lambda aim: aim.building(aim.start) == kind and aim.owner(aim.start) == aim.seat


def may_have_more_units(aim: Aim[o.Summon]) -> bool:
    """The seat owns fewer units than it may (DK-5.61)."""
    return num_units_of(aim.state, aim.seat) < aim.state.rules.item(c.UNIT_CAP)


def source_may_rise(aim: Aim[o.UpgradeSource]) -> bool:
    """The Source is not at its top level yet."""
    return aim.state.cells.item(c.B_LEVEL, *aim.start) < MAX_SOURCE_LEVEL


def source_is_idle(aim: Aim[o.UpgradeSource]) -> bool:
    """The Source has not been upgraded in this turn, by whomever."""
    return not aim.state.cells.item(c.B_UPGRADED, *aim.start)


def tower_has_ap(aim: Aim[o.TowerShot]) -> bool:
    """The tower has an action point left."""
    return aim.state.cells.item(c.B_AP, *aim.start) > 0


def target_is_nearest(aim: Aim[o.TowerShot]) -> bool:
    """No hostile unit in sight of the tower, and so in range, is nearer than the target (DK-5.34)."""
    state, reach = aim.state, distance(*aim.start, *aim.cell)
    return not any(
        distance(*aim.start, *(place := place_of(state, other))) < reach
        and is_hostile(state, aim.seat, other)
        and los(state.cells, *aim.start, *place)
        for other in units_of(state)
    )


# Spells.


def is_unknown(aim: Aim[o.Research]) -> bool:
    """The seat does not know the spell yet."""
    return not is_known(aim)


def has_runes_for_spell(aim: Aim[o.Research]) -> bool:
    """The Altar holds all runes for the research."""
    return all(_is_installed(aim, rune) for rune in SPELLS[aim.order.spell].runes)


def is_known(aim: Aim[Any]) -> bool:
    """The seat knows the spell."""
    return bool(aim.state.seats.item(aim.seat, c.SPELLS + aim.order.spell))


def may_be_cast_on(aim: Aim[o.Cast]) -> bool:
    """A debuff needs a hostile unit, any other spell an own one; instant ones serve allies too (DK-5.70)."""
    owner = aim.state.units.item(aim.target, c.OWNER)
    match SPELLS[aim.order.spell].category:
        case Category.DEBUFF:
            return target_is_hostile(aim)
        case Category.INSTANT:
            return _is_own_or_allied(aim, owner)
        case Category.BUFF:
            return owner == aim.seat


def cures(aim: Aim[o.Cast]) -> bool:
    """If the spell heals, the target lacks hit points."""
    return aim.order.spell != Spell.HEALING or target_is_hurt(aim)


def dispels(aim: Aim[o.Cast]) -> bool:
    """If the spell dispels, the target bears something that it takes."""
    return aim.order.spell != Spell.DISPEL or target_is_cursed(aim)


def is_fresh(aim: Aim[o.Cast]) -> bool:
    """The target does not bear the spell's status from this seat (DK-5.41)."""
    status = SPELLS[aim.order.spell].status
    return status is None or _lacks_from_seat(aim, status)


# Alliances (DK-5.90).


def has_alliances(aim: Aim[Any]) -> bool:
    """There are alliances in this match."""
    return bool(aim.state.rules.item(c.ALLIANCES))


def is_other_seat(aim: Aim[o.Ally | o.Unally]) -> bool:
    """It is another seat that is in the match."""
    other, seats = aim.order.seat, aim.state.seats
    return other != aim.seat and 0 <= other < len(seats) and bool(seats.item(other, c.ALIVE))


def _is_installed(aim: Aim[Any], rune: Rune) -> bool:
    return bool(aim.state.seats.item(aim.seat, c.RUNES + rune))


def _is_own_or_allied(aim: Aim[Any], owner: int) -> bool:
    return owner == aim.seat or are_allied(aim.state, aim.seat, owner)


def _lacks_hp(aim: Aim[Any], at: int) -> bool:
    return aim.state.units.item(at, c.HP) < max_hp_of(aim.state, at)


def _lacks_from_seat(aim: Aim[Any], status: Status) -> bool:
    return aim.state.units.item(aim.target, c.STATUS + status) != aim.seat

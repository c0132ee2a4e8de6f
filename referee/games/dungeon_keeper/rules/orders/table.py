"""Rules of orders as data: the checks and the effect of each kind of order (DK-4.10, DK-4.11).

A condition takes the aim of an order, and is true if the order passes. It may rely on all
conditions before it. Rows and their checks have the order of the rulebook's tables. `rulings`
applies them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import (
    building_at,
    buildings_of,
    distance,
    is_on_board,
    items_at,
    oldest_item,
)
from referee.games.dungeon_keeper.rules.board.space import line_of_sight
from referee.games.dungeon_keeper.rules.board.units import (
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
from referee.games.dungeon_keeper.rules.combat import abilities, blasts
from referee.games.dungeon_keeper.rules.combat.control import subjugate
from referee.games.dungeon_keeper.rules.combat.statuses import has_curse, has_status
from referee.games.dungeon_keeper.rules.combat.strikes import attack_building, attack_unit
from referee.games.dungeon_keeper.rules.economy import archdemon_orders, unit_orders
from referee.games.dungeon_keeper.rules.economy.prices import price_of
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.aims import Aim
from referee.games.dungeon_keeper.rules.turn.waning import is_waning
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    LIGHT,
    MAX_SOURCE_LEVEL,
    MELEE_RANGE,
    NEUTRAL,
    RANGED_RANGE,
    SOURCE_RADIUS,
    SPELLS,
    TOWER_RANGE,
    UNITS,
    Ability,
    Building,
    Category,
    Code,
    Kind,
    Rune,
    Spell,
    Status,
)

__all__ = ["RULINGS", "Check", "Condition", "Ruling", "has_ability_for"]

Condition: TypeAlias = Callable[[Aim[Any]], bool]
"""Function that returns whether an order meets one condition."""

Check: TypeAlias = tuple[Code, Condition]
"""Code and condition: an order that does not meet the condition is refused with the code."""


class Ruling(NamedTuple):
    """Rules of one kind of order: its checks, price in action points and effect."""

    checks: tuple[Check, ...]
    """Checks, in the order in which they are applied; the first that fails decides the code."""
    effect: Callable[[Aim[Any]], None]
    """Function that carries the order out, after its price is paid."""
    ap: int | None = None
    """Action points that the unit spends; None for an archdemon's order, which takes none."""
    ability: Ability | None = None
    """Ability that the unit must have; None if every unit may give the order."""


# Prices.


def _can_pay(stock: int) -> Condition:
    """Return a condition: the seat can pay the order's price in one resource.

    Args:
        stock: Column of the seat that holds the resource.
    """
    # A price has the order of the columns of stocks, so the column gives the place in the price.
    return lambda aim: (
        aim.state.seats.item(aim.seat, stock) >= price_of(aim.state, aim.order)[stock - c.STOCKS]
    )


def _has_gold(aim: Aim[o.Repair]) -> bool:
    """Return whether the ordering seat has any gold; one piece pays for part of a repair (DK-5.17)."""
    return aim.state.seats.item(aim.seat, c.GOLD) > 0


# Cells, and how far they are.


def _on_board(aim: Aim[Any]) -> bool:
    """Return whether the order's cell is on the board."""
    return is_on_board(aim.state, *aim.cell)


def _is_adjacent(aim: Aim[Any]) -> bool:
    """Return whether the order's cell is at distance 1 from the acting unit or building (DK-4.9).

    Corners don't matter here.
    """
    return distance(*aim.start, *aim.cell) == 1


def _in_reach(reach: int) -> Condition:
    """Return a condition: the order's cell is at most `reach` away from the acting unit or building."""
    return lambda aim: distance(*aim.start, *aim.cell) <= reach


def _in_weapon_reach(aim: Aim[o.Attack]) -> bool:
    """Return whether the order's cell is within the unit's range of attack, 1 or 3 (DK-5.20)."""
    reach = RANGED_RANGE if can(aim.state, aim.at, Ability.RANGED) else MELEE_RANGE
    return distance(*aim.start, *aim.cell) <= reach


def _in_sight(aim: Aim[Any]) -> bool:
    """Return whether the acting unit or building has a line of sight to the order's cell (DK-5.11)."""
    return line_of_sight(aim.state.cells, *aim.start, *aim.cell)


def _is_terrain(terrain: int) -> Condition:
    """Return a condition: the order's cell has this terrain, such as EMPTY."""
    return lambda aim: aim.state.cells.item(c.TERRAIN, *aim.cell) == terrain


def _is_free_of_others(aim: Aim[Any]) -> bool:
    """Return whether all units on the order's cell have the right owner (DK-5.12).

    That is the owner of the acting unit; without one, as in summoning, the ordering seat.
    """
    units = aim.state.units
    # By owner, not controller: a subjugated unit can only join units of its true owner (DK-5.12).
    owner = aim.seat if aim.at == c.NO else units.item(aim.at, c.OWNER)
    return not (who_stands_at(aim.state, *aim.cell) & (units[:, c.OWNER] != owner)).any()


def _has_room(aim: Aim[Any]) -> bool:
    """Return whether fewer units than `stack_limit` stand on the order's cell (DK-5.12).

    Always true if the Hero or his gnome acts.
    """
    if aim.at != c.NO and aim.state.units.item(aim.at, c.OWNER) == LIGHT:
        return True
    # All units of the cell count: OCCUPIED has passed, so they have the same owner.
    number = int(who_stands_at(aim.state, *aim.cell).sum())
    return number < aim.state.rules.item(c.STACK_LIMIT)


def _is_free_of_units(aim: Aim[o.Build]) -> bool:
    """Return whether no unit stands on the order's cell."""
    return not who_stands_at(aim.state, *aim.cell).any()


def _is_free_of_strangers(aim: Aim[o.Pickup]) -> bool:
    """Return whether the ordering seat controls all units on the order's cell (DK-4.10, pickup)."""
    # By controller, not owner: a unit that the seat has subjugated doesn't bar it.
    strange = aim.state.units[:, c.CONTROLLER] != aim.seat
    return not (who_stands_at(aim.state, *aim.cell) & strange).any()


def _is_free_of_items(aim: Aim[o.Build]) -> bool:
    """Return whether no item lies on the order's cell."""
    return not items_at(aim.state, *aim.cell)


# Buildings next to the unit.


def _is_reparable(aim: Aim[o.Repair]) -> bool:
    """Return whether the order's cell has a building that the ordering seat can repair (DK-4.10).

    It must be the seat's or neutral, no Source, and no Altar once the Altars have begun to lose hit
    points each round (waning).
    """
    kind = building_at(aim.state, *aim.cell)
    if kind is None or kind == Building.SOURCE:
        return False
    # Repairs could hold off the waning, whose purpose is that a match ends (DK-7.5).
    if kind == Building.ALTAR and is_waning(aim.state):
        return False
    return aim.owner(aim.cell) in (aim.seat, NEUTRAL)


def _is_damaged(aim: Aim[o.Repair]) -> bool:
    """Return whether the building on the order's cell lacks hit points."""
    cells = aim.state.cells
    return cells.item(c.B_HP, *aim.cell) < BUILDINGS[cells.item(c.B_KIND, *aim.cell)].hp


def _is_own_hospital(aim: Aim[o.Rest]) -> bool:
    """Return whether a Hospital of the ordering seat or of an ally is on the order's cell."""
    is_hospital = building_at(aim.state, *aim.cell) == Building.HOSPITAL
    return is_hospital and _is_own_or_allied(aim, aim.owner(aim.cell))


def _is_source(aim: Aim[o.Capture]) -> bool:
    """Return whether a Source is on the order's cell."""
    return building_at(aim.state, *aim.cell) == Building.SOURCE


def _is_for_capture(aim: Aim[o.Capture]) -> bool:
    """Return whether the Source on the order's cell is neither the ordering seat's nor an ally's."""
    return not _is_own_or_allied(aim, aim.owner(aim.cell))


def _altar_beside(aim: Aim[o.UseRune]) -> bool:
    """Return whether the ordering seat's Altar is adjacent to the acting unit."""
    altars = buildings_of(aim.state, aim.seat, Building.ALTAR)
    return any(distance(*aim.start, *altar) == 1 for altar in altars)


# The unit that acts, and things.


def _unit_obeys(aim: Aim[Any]) -> bool:
    """Return whether the ordering seat controls the unit that is to act."""
    return bool(aim.state.units.item(aim.at, c.CONTROLLER) == aim.seat)


def _is_able(ability: Ability) -> Condition:
    """Return a condition: the unit that is to act has the ability."""
    return lambda aim: can(aim.state, aim.at, ability)


def _has_ap(ap: int) -> Condition:
    """Return a condition: the unit that is to act has at least `ap` action points."""
    return lambda aim: aim.state.units.item(aim.at, c.AP) >= ap


def _has_item(aim: Aim[o.Pickup]) -> bool:
    """Return whether an item of the order's kind lies on the order's cell."""
    return oldest_item(aim.state, *aim.cell, aim.order.item) != c.NO


def _has_free_hands(aim: Aim[o.Pickup]) -> bool:
    """Return whether the item to pick up is no rune, or the acting unit carries none yet (DK-5.18)."""
    return aim.order.item.rune is None or not _carries_rune(aim)


def _carries_rune(aim: Aim[Any]) -> bool:
    """Return whether the unit that is to act carries a rune."""
    return aim.state.units.item(aim.at, c.RUNE) != c.NO


def _altar_takes_rune(aim: Aim[o.UseRune]) -> bool:
    """Return whether the acting unit's rune is to be exchanged, or is not in its seat's Altar yet."""
    rune = Rune(aim.state.units.item(aim.at, c.RUNE))
    return aim.order.mode != o.RuneMode.INSTALL or not _is_installed(aim, rune)


def _is_hurt(aim: Aim[Any]) -> bool:
    """Return whether the unit that is to act lacks hit points."""
    return _lacks_hp(aim, aim.at)


# Units and buildings that are aimed at.


def _has_prey(aim: Aim[o.Attack]) -> bool:
    """Return whether the unit or building to attack is there."""
    if aim.order.cell is not None:
        return aim.building(aim.cell) is not None
    return aim.target != c.NO


def _may_be_attacked(aim: Aim[o.Attack]) -> bool:
    """Return whether the ordering seat may attack the order's target (DK-5.20).

    A unit must be hostile. A building must be an enemy's, a wall, or an own one other than the
    Altar; Sources can never be attacked.
    """
    if aim.order.cell is None:
        return is_hostile(aim.state, aim.seat, aim.target)
    kind, owner = building_at(aim.state, *aim.cell), aim.owner(aim.cell)
    # Decided before the owner counts: walls have none, and no Source can be destroyed.
    if kind in (Building.WALL, Building.SOURCE):
        return kind == Building.WALL
    if owner == aim.seat:
        return kind != Building.ALTAR
    return is_enemy_owner(aim.state, aim.seat, owner)


def _has_target(aim: Aim[Any]) -> bool:
    """Return whether the order's target unit exists and is in sight."""
    return aim.target != c.NO


def _target_is_friendly(aim: Aim[Any]) -> bool:
    """Return whether the ordering seat or an ally controls the order's target."""
    return is_friendly(aim.state, aim.seat, aim.target)


def _target_is_hostile(aim: Aim[Any]) -> bool:
    """Return whether neither the ordering seat nor an ally controls the order's target (DK-5.10)."""
    return is_hostile(aim.state, aim.seat, aim.target)


def _may_be_sacrificed(aim: Aim[o.Sacrifice]) -> bool:
    """Return whether the ordering seat owns and controls the order's target (DK-5.65).

    The priest that carries out the order can't be its target.
    """
    units = aim.state.units
    is_own = units.item(aim.target, c.OWNER) == units.item(aim.target, c.CONTROLLER) == aim.seat
    return is_own and aim.target != aim.at


def _target_is_hurt(aim: Aim[Any]) -> bool:
    """Return whether the order's target lacks hit points."""
    return _lacks_hp(aim, aim.target)


def _target_is_cursed(aim: Aim[Any]) -> bool:
    """Return whether the order's target has a debuff or poison, which can be removed (DK-5.45)."""
    return has_curse(aim.state, aim.target)


def _may_be_exhausted(aim: Aim[o.Exhaust]) -> bool:
    """Return whether the order's target has no exhaustion from the ordering seat yet (DK-5.41)."""
    return _lacks_from_seat(aim, Status.EXHAUSTION)


def _has_buff(aim: Aim[o.CancelBlessing]) -> bool:
    """Return whether the target has the buff that the order names."""
    return has_status(aim.state, aim.target, aim.order.buff)


def _breath_hits(aim: Aim[o.FireBreath]) -> bool:
    """Return whether fire breath on the order's cell would hit any unit."""
    return bool(blasts.breath_hits(aim.state, *aim.cell))


def _stream_hits(aim: Aim[o.FireStream]) -> bool:
    """Return whether a stream of fire in the order's direction would hit any unit."""
    return bool(blasts.stream_hits(aim.state, aim.at, aim.order.direction))


def _cloud_hits(aim: Aim[o.DeathCloud]) -> bool:
    """Return whether a death cloud on the order's cell would hit any hostile unit."""
    return bool(blasts.cloud_hits(aim.state, aim.at, *aim.cell))


# What an archdemon's order gives to, and asks of units.


def _has_unit(aim: Aim[Any]) -> bool:
    """Return whether the unit named in the order exists and is in sight."""
    return aim.at != c.NO


def _unit_is_own(aim: Aim[Any]) -> bool:
    """Return whether the ordering seat owns the order's unit (DK-5.52).

    Another seat may control the unit.
    """
    return aim.state.units.item(aim.at, c.OWNER) == aim.seat


def _is_child_of_kind(aim: Aim[o.UpgradeUnit]) -> bool:
    """Return whether the unit's kind can be upgraded to the kind of the order (DK-3.7)."""
    return UNITS[aim.order.to].parent == aim.state.units.item(aim.at, c.KIND)


def _has_rune_for_kind(aim: Aim[o.UpgradeUnit]) -> bool:
    """Return whether the Altar holds the rune that the order's kind takes, if any (DK-5.19)."""
    rune = UNITS[aim.order.to].rune
    return rune is None or _is_installed(aim, rune)


def _source_near(aim: Aim[o.UpgradeUnit]) -> bool:
    """Return whether a Source of the seat is within 2 cells of the unit (DK-5.62)."""
    sources = buildings_of(aim.state, aim.seat, Building.SOURCE)
    return any(distance(*aim.start, *source) <= SOURCE_RADIUS for source in sources)


def _unit_may_rise(aim: Aim[o.UpgradeUnit]) -> bool:
    """Return whether the unit named in the order has not been upgraded in this turn yet."""
    return not aim.state.units.item(aim.at, c.UPGRADED)


def _in_store(aim: Aim[o.Equip]) -> bool:
    """Return whether the seat has an artifact of the order's kind in store."""
    return aim.state.seats.item(aim.seat, c.STORE + aim.order.artifact) > 0


def _artifact_fits(aim: Aim[o.Equip]) -> bool:
    """Return whether the unit bears no artifact of the order's kind yet (DK-5.64)."""
    return not has_artifact(aim.state, aim.at, aim.order.artifact)


def _spirit_held(aim: Aim[o.AssignSpirit]) -> bool:
    """Return whether the seat has a spirit of the order's kind to assign."""
    return aim.state.seats.item(aim.seat, c.SPIRITS_HELD + aim.order.spirit) > 0


def _spirit_fits(aim: Aim[o.AssignSpirit]) -> bool:
    """Return whether the unit has no spirit of the order's kind yet (DK-5.66)."""
    return not has_spirit(aim.state, aim.at, aim.order.spirit)


# Buildings that the seat must have.


def _has_building(kind: Building) -> Condition:
    """Return a condition: the seat has a building of this kind anywhere."""
    return lambda aim: bool(buildings_of(aim.state, aim.seat, kind))


def _gives_order(kind: Building) -> Condition:
    """Return a condition: the cell that gives the order has the seat's building of this kind."""
    return lambda aim: aim.building(aim.start) == kind and aim.owner(aim.start) == aim.seat


def _may_have_more_units(aim: Aim[o.Summon]) -> bool:
    """Return whether the seat owns fewer units than `unit_cap` (DK-5.61)."""
    return num_units_of(aim.state, aim.seat) < aim.state.rules.item(c.UNIT_CAP)


def _source_may_rise(aim: Aim[o.UpgradeSource]) -> bool:
    """Return whether the order's Source is below the highest level."""
    return aim.state.cells.item(c.B_LEVEL, *aim.start) < MAX_SOURCE_LEVEL


def _source_is_idle(aim: Aim[o.UpgradeSource]) -> bool:
    """Return whether no seat has upgraded the order's Source in this turn yet."""
    return not aim.state.cells.item(c.B_UPGRADED, *aim.start)


def _tower_has_ap(aim: Aim[o.TowerShot]) -> bool:
    """Return whether the order's battle tower has an action point left."""
    return aim.state.cells.item(c.B_AP, *aim.start) > 0


def _target_is_nearest(aim: Aim[o.TowerShot]) -> bool:
    """Return whether no hostile unit in sight of the tower is nearer than the target (DK-5.34)."""
    # The target is in range by now, so whatever is nearer is in range too.
    state, reach = aim.state, distance(*aim.start, *aim.cell)
    return not any(
        distance(*aim.start, *(place := place_of(state, other))) < reach
        and is_hostile(state, aim.seat, other)
        and line_of_sight(state.cells, *aim.start, *place)
        for other in units_of(state)
    )


# Spells.


def _is_unknown(aim: Aim[o.Research]) -> bool:
    """Return whether the seat has not researched the order's spell yet."""
    return not _is_known(aim)


def _has_runes_for_spell(aim: Aim[o.Research]) -> bool:
    """Return whether the Altar holds all runes that researching the spell takes."""
    return all(_is_installed(aim, rune) for rune in SPELLS[aim.order.spell].runes)


def _is_known(aim: Aim[Any]) -> bool:
    """Return whether the seat has researched the order's spell."""
    return bool(aim.state.seats.item(aim.seat, c.SPELLS + aim.order.spell))


def _may_be_cast_on(aim: Aim[o.Cast]) -> bool:
    """Return whether the order's spell may be cast on its target (DK-5.70).

    A debuff needs a hostile target, a buff an own one, an instant spell an own or allied one.
    """
    owner = aim.state.units.item(aim.target, c.OWNER)
    # A buff asks for the owner: a seat must not strengthen a unit that it only controls (DK-5.52).
    match SPELLS[aim.order.spell].category:
        case Category.DEBUFF:
            return _target_is_hostile(aim)
        case Category.INSTANT:
            return _is_own_or_allied(aim, owner)
        case Category.BUFF:
            return owner == aim.seat


def _cures(aim: Aim[o.Cast]) -> bool:
    """Return whether the order's target lacks hit points; true for all spells except healing."""
    return aim.order.spell != Spell.HEALING or _target_is_hurt(aim)


def _dispels(aim: Aim[o.Cast]) -> bool:
    """Return whether the order's target has a debuff or poison; true for all spells except dispel."""
    return aim.order.spell != Spell.DISPEL or _target_is_cursed(aim)


def _is_fresh(aim: Aim[o.Cast]) -> bool:
    """Return whether the order's target lacks the spell's status from the ordering seat (DK-5.41)."""
    status = SPELLS[aim.order.spell].status
    return status is None or _lacks_from_seat(aim, status)


# Alliances (DK-5.90).


def _has_alliances(aim: Aim[Any]) -> bool:
    """Return whether the config of the match allows alliances."""
    return bool(aim.state.rules.item(c.ALLIANCES))


def _is_other_seat(aim: Aim[o.Ally | o.Unally]) -> bool:
    """Return whether the order names another seat, which is still in the match."""
    # The number comes from a bot and may be any int32: check its range before it is used as an
    # index.
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


# Effects, and the table.


def _attack(aim: Aim[o.Attack]) -> None:
    if aim.order.cell is None:
        attack_unit(aim.play, aim.at, aim.target)
    else:
        attack_building(aim.play, aim.at, *aim.cell)


def _at_unit(condition: Condition, reach: int) -> tuple[Check, ...]:
    """Return the checks of an order at a target unit: it exists, qualifies, is near and in sight.

    Args:
        condition: What must hold for the target; else the code is BAD_TARGET.
        reach: Highest distance to the target in cells; beyond it the code is OUT_OF_RANGE.
    """
    return (_TARGET, (Code.BAD_TARGET, condition), (Code.OUT_OF_RANGE, _in_reach(reach)), _IN_SIGHT)


def _by_unit(
    effect: Callable[[Aim[Any]], None], *checks: Check, ability: Ability | None = None, ap: int = 1
) -> Ruling:
    """Make the ruling of a unit's order, with the common checks ahead of others (DK-4.10).

    The common checks are: the unit exists, obeys the seat, has the ability if one is given, and has
    enough action points.

    Args:
        effect: Carries out the order.
        *checks: Further checks.
        ability: Ability that the unit needs; None for none.
        ap: Number of action points that the order costs.
    """
    able = [] if ability is None else [(Code.NO_ABILITY, _is_able(ability))]
    # Bots and replays see the code of the first check that fails, so the order of checks is part of
    # the rules (DK-4.7).
    obeys = ((Code.NO_SUCH_UNIT, _has_unit), (Code.NOT_YOURS, _unit_obeys))
    return Ruling((*obeys, *able, (Code.NO_AP, _has_ap(ap)), *checks), effect, ap, ability)


def _by_archdemon(effect: Callable[[Aim[Any]], None], *checks: Check) -> Ruling:
    return Ruling(checks, effect)


_ON_BOARD = (Code.OUT_OF_BOARD, _on_board)
_BESIDE = (_ON_BOARD, (Code.NOT_ADJACENT, _is_adjacent))
_TARGET = (Code.NO_SUCH_TARGET, _has_target)
_IN_SIGHT = (Code.NO_LOS, _in_sight)
_FREE_OF_OTHERS = ((Code.OCCUPIED, _is_free_of_others), (Code.STACK_FULL, _has_room))
_MANA = (Code.NO_MANA, _can_pay(c.MANA))
_GOLD = (Code.NO_GOLD, _can_pay(c.GOLD))
_IRON = (Code.NO_IRON, _can_pay(c.IRON))
_OWN_UNIT = ((Code.NO_SUCH_UNIT, _has_unit), (Code.NOT_YOURS, _unit_is_own))
_OTHER_SEAT = ((Code.DISABLED, _has_alliances), (Code.BAD_TARGET, _is_other_seat))
_is_empty = _is_terrain(c.EMPTY)

# Prices come last in each row: `price_of` reads the cells and kinds that an order names, which
# only the checks before have shown to be there.
RULINGS: dict[type[o.Order], Ruling] = {
    o.Move: _by_unit(
        unit_orders.move,
        *_BESIDE,
        (Code.BLOCKED, _is_empty),
        # Between two neighbours nothing but a corner can be in the way (DK-5.11).
        (Code.CORNER, _in_sight),
        *_FREE_OF_OTHERS,
    ),
    o.Attack: _by_unit(
        _attack,
        (Code.NO_SUCH_TARGET, _has_prey),
        (Code.BAD_TARGET, _may_be_attacked),
        (Code.OUT_OF_RANGE, _in_weapon_reach),
        _IN_SIGHT,
    ),
    o.Dig: _by_unit(
        unit_orders.dig, *_BESIDE, (Code.NOT_UNDUG, _is_terrain(c.UNDUG)), ability=Ability.DIG
    ),
    o.Mine: _by_unit(
        unit_orders.mine, *_BESIDE, (Code.NOT_MINE, _is_terrain(c.MINE)), ability=Ability.MINE
    ),
    o.Build: _by_unit(
        unit_orders.build,
        *_BESIDE,
        (Code.NOT_EMPTY, _is_empty),
        (Code.OCCUPIED, _is_free_of_units),
        (Code.ITEM_THERE, _is_free_of_items),
        _MANA,
        _GOLD,
        _IRON,
        ability=Ability.BUILD,
    ),
    o.Repair: _by_unit(
        unit_orders.repair,
        *_BESIDE,
        (Code.BAD_TARGET, _is_reparable),
        (Code.FULL_HP, _is_damaged),
        (Code.NO_GOLD, _has_gold),
        ability=Ability.REPAIR,
    ),
    o.Pickup: _by_unit(
        unit_orders.pick_up,
        _ON_BOARD,
        # Its own cell counts too (DK-5.18).
        (Code.NOT_ADJACENT, _in_reach(1)),
        (Code.NO_ITEM, _has_item),
        (Code.OCCUPIED, _is_free_of_strangers),
        (Code.HANDS_FULL, _has_free_hands),
    ),
    o.UseRune: _by_unit(
        unit_orders.use_rune,
        (Code.NO_RUNE, _carries_rune),
        (Code.NOT_ADJACENT, _altar_beside),
        (Code.ALREADY_INSTALLED, _altar_takes_rune),
    ),
    o.Capture: _by_unit(
        unit_orders.capture,
        *_BESIDE,
        (Code.BAD_TARGET, _is_source),
        (Code.OWN_SOURCE, _is_for_capture),
    ),
    o.Rest: _by_unit(
        unit_orders.rest, *_BESIDE, (Code.NO_BUILDING, _is_own_hospital), (Code.FULL_HP, _is_hurt)
    ),
    o.Heal: _by_unit(
        abilities.heal,
        *_at_unit(_target_is_friendly, 2),
        (Code.FULL_HP, _target_is_hurt),
        ability=Ability.HEAL,
    ),
    o.Purify: _by_unit(
        abilities.purify,
        *_at_unit(_target_is_friendly, 2),
        (Code.NOTHING_TO_REMOVE, _target_is_cursed),
        ability=Ability.PURIFY,
    ),
    o.Sacrifice: _by_unit(
        unit_orders.sacrifice, *_at_unit(_may_be_sacrificed, 1), ability=Ability.SACRIFICE
    ),
    o.FireBreath: _by_unit(
        blasts.fire_breath,
        *_BESIDE,
        _IN_SIGHT,
        (Code.NO_SUCH_TARGET, _breath_hits),
        ability=Ability.FIRE_BREATH,
    ),
    o.FireStream: _by_unit(
        blasts.fire_stream,
        (Code.NO_SUCH_TARGET, _stream_hits),
        ability=Ability.FIRE_STREAM,
        ap=3,
    ),
    o.DeathCloud: _by_unit(
        blasts.death_cloud,
        _ON_BOARD,
        (Code.OUT_OF_RANGE, _in_reach(3)),
        _IN_SIGHT,
        (Code.NO_SUCH_TARGET, _cloud_hits),
        ability=Ability.DEATH_CLOUD,
        ap=2,
    ),
    o.Subjugate: _by_unit(
        subjugate, *_at_unit(_target_is_hostile, 2), ability=Ability.SUBJUGATE, ap=2
    ),
    o.Exhaust: _by_unit(
        abilities.exhaust,
        *_at_unit(_target_is_hostile, 3),
        (Code.ALREADY_ACTIVE, _may_be_exhausted),
        ability=Ability.EXHAUST,
    ),
    o.Fear: _by_unit(abilities.fear, *_at_unit(_target_is_hostile, 3), ability=Ability.FEAR),
    o.Poison: _by_unit(abilities.poison, *_at_unit(_target_is_hostile, 2), ability=Ability.POISON),
    o.CancelBlessing: _by_unit(
        abilities.cancel_blessing,
        *_at_unit(_target_is_hostile, 3),
        (Code.NOTHING_TO_REMOVE, _has_buff),
        ability=Ability.CANCEL_BLESSING,
    ),
    o.Summon: _by_archdemon(
        archdemon_orders.summon,
        (Code.NO_BUILDING, _gives_order(Building.CIRCLE)),
        *_BESIDE,
        (Code.BLOCKED, _is_empty),
        *_FREE_OF_OTHERS,
        (Code.UNIT_CAP, _may_have_more_units),
        _MANA,
    ),
    o.UpgradeUnit: _by_archdemon(
        archdemon_orders.upgrade_unit,
        *_OWN_UNIT,
        (Code.BAD_UPGRADE, _is_child_of_kind),
        (Code.NEEDS_RUNE, _has_rune_for_kind),
        (Code.NOT_NEAR_SOURCE, _source_near),
        (Code.ALREADY_UPGRADED, _unit_may_rise),
        _MANA,
        _GOLD,
    ),
    o.UpgradeSource: _by_archdemon(
        archdemon_orders.upgrade_source,
        (Code.NO_BUILDING, _gives_order(Building.SOURCE)),
        (Code.MAX_LEVEL, _source_may_rise),
        (Code.ALREADY_UPGRADED, _source_is_idle),
        _GOLD,
    ),
    o.Research: _by_archdemon(
        archdemon_orders.research,
        (Code.ALREADY_KNOWN, _is_unknown),
        (Code.NEEDS_RUNE, _has_runes_for_spell),
        _MANA,
    ),
    o.Cast: _by_archdemon(
        archdemon_orders.cast,
        (Code.NOT_RESEARCHED, _is_known),
        _TARGET,
        (Code.BAD_TARGET, _may_be_cast_on),
        (Code.FULL_HP, _cures),
        (Code.NOTHING_TO_REMOVE, _dispels),
        (Code.ALREADY_ACTIVE, _is_fresh),
        _MANA,
    ),
    o.Forge: _by_archdemon(
        archdemon_orders.forge,
        (Code.NO_BUILDING, _has_building(Building.ARMOURY)),
        _GOLD,
        _IRON,
        (Code.NO_TALDEAR, _can_pay(c.TALDEAR)),
    ),
    o.Equip: _by_archdemon(
        archdemon_orders.equip,
        *_OWN_UNIT,
        (Code.NO_ARTIFACT, _in_store),
        (Code.SLOT_FULL, _artifact_fits),
    ),
    o.AssignSpirit: _by_archdemon(
        archdemon_orders.assign_spirit,
        *_OWN_UNIT,
        (Code.NO_SPIRIT, _spirit_held),
        (Code.SLOT_FULL, _spirit_fits),
    ),
    o.Exchange: _by_archdemon(
        archdemon_orders.exchange, (Code.NO_BUILDING, _has_building(Building.ALCHEMY_LAB)), _MANA
    ),
    o.TowerShot: _by_archdemon(
        archdemon_orders.tower_shot,
        (Code.NO_BUILDING, _gives_order(Building.BATTLE_TOWER)),
        (Code.NO_AP, _tower_has_ap),
        *_at_unit(_target_is_hostile, TOWER_RANGE),
        (Code.NOT_NEAREST, _target_is_nearest),
    ),
    o.Ally: _by_archdemon(archdemon_orders.ally, *_OTHER_SEAT),
    o.Unally: _by_archdemon(archdemon_orders.unally, *_OTHER_SEAT),
}
"""Ruling of each kind of order, in the order of the rulebook's tables."""


def has_ability_for(kind: Kind, order: type[o.Order]) -> bool:
    """Return whether a kind of unit has the ability that an order needs; True for an order that needs none."""
    ability = RULINGS[order].ability
    return ability is None or ability in UNITS[kind].abilities

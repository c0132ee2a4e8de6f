"""Options for a turn of Dungeon Keeper: orders that each unit can carry out, by its abilities and cell (DK-4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.core.choices import Option
from referee.core.plain import Plain
from referee.core.scene import place
from referee.core.view import Fields
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    CAPTURE_AP,
    DIRECTIONS,
    MELEE_RANGE,
    NEUTRAL,
    RANGED_RANGE,
    STATUSES,
    Ability,
    Building,
    Spirit,
    Status,
)
from referee.games.dungeon_keeper.view.reach import (
    Reach,
    Spot,
    ability_of,
    building_kind,
    cell,
    unit_kind,
)

__all__ = ["CURSES", "bears", "spot_of", "unit_label", "unit_orders"]


class _AtUnit(NamedTuple):
    """An ability that is used on a hostile unit: its order, range and price."""

    order: str
    """Name of the order in the schema, such as `exhaust`."""
    ability: Ability
    """Ability that the unit must have."""
    reach: int
    """Highest distance to the target, in cells."""
    ap: int = 1
    """Action points that the order costs."""


_AT_ENEMIES = (
    _AtUnit("subjugate", Ability.SUBJUGATE, 2, 2),
    _AtUnit("exhaust", Ability.EXHAUST, 3),
    _AtUnit("fear", Ability.FEAR, 3),
    _AtUnit("poison", Ability.POISON, 2),
)
_HEAL_REACH = 2
_CANCEL_REACH = 3
_CLOUD_REACH, _CLOUD_AP = 3, 2
_STREAM_AP = 3
CURSES = {f"STATUS_{status.name}" for status in Status if STATUSES[status].is_curse}
"""Names of the curses among the statuses, which the orders purify and dispel remove."""
_BUFFS = {f"STATUS_{status.name}" for status in Status if STATUSES[status].is_buff}
_BUILDABLE = tuple(kind for kind in Building if BUILDINGS[kind].is_buildable)


def spot_of(told: Fields) -> Spot:
    """Return the cell of a unit or thing, given as a message."""
    return told["row"], told["col"]


def unit_label(unit: Fields) -> str:
    """Return the label of a unit in choices, such as `imp 12 at 3,4`."""
    kind = unit_kind(unit).name.lower().replace("_", " ")
    return f"{kind} {unit['id']} at {unit['row']},{unit['col']}"


def unit_orders(reach: Reach, unit: Fields) -> Iterator[Option]:
    """Yield the orders that a unit of the seat can carry out now.

    Only one of them can be picked in a batch, since an order may change where the unit stands.
    """
    if unit["ap"] < 1:
        return
    group = f"{unit_label(unit)}, {unit['ap']} action points"
    here = place(*spot_of(unit))
    key = f"unit {unit['id']}"
    for label, at, value in (
        *_moves(reach, unit),
        *_fights(reach, unit),
        *_work(reach, unit),
        *_takings(reach, unit),
        *_care(reach, unit),
        *_arts(reach, unit),
    ):
        yield Option(label, value, place(*at), group, here, (key,))
    if not ability_of(unit, Ability.BUILD):
        return
    for spot in reach.around(spot_of(unit)):
        for kind in _BUILDABLE if _is_free(reach, spot) else ():
            row = BUILDINGS[kind]
            costs = {"gold": row.gold, "iron": row.iron, "mana": row.mana}
            if reach.can_pay(**costs):
                label = f"build {kind.name.lower().replace('_', ' ')} at {place(*spot)}"
                name = f"BUILDING_KIND_{kind.name}"
                value = _order("build", unit, cell={**cell(spot)}, building=name)
                yield Option(label, value, place(*spot), group, here, (key,), costs)


_Choice = tuple[str, Spot, Plain]
"""Label of an order, the cell on which it is picked, and the order itself or a list of orders."""


def _order(name: str, unit: Fields, **fields: Plain) -> Plain:
    return {name: {"unit": unit["id"], **fields}}


def _moves(reach: Reach, unit: Fields) -> Iterator[_Choice]:
    for end, way in reach.ways(unit).items():
        steps: list[Plain] = [_order("move", unit, to={**cell(spot)}) for spot in way]
        count = f" in {len(way)} steps" if len(way) > 1 else ""
        yield f"move to {place(*end)}{count}", end, steps


def _fights(reach: Reach, unit: Fields) -> Iterator[_Choice]:
    here = spot_of(unit)
    far = RANGED_RANGE if ability_of(unit, Ability.RANGED) else MELEE_RANGE
    for other in reach.units:
        if not reach.is_friend(other) and reach.within(here, spot_of(other), far):
            value = _order("attack", unit, target=other["id"])
            yield f"attack {unit_label(other)}, {other['hp']} hp", spot_of(other), value
    for spot, told in reach.buildings.items():
        kind, owner = building_kind(told), told["owner"]
        is_foe = owner >= 0 and not reach.is_own_or_allied(owner)
        is_target = kind is Building.WALL or (is_foe and kind is not Building.SOURCE)
        if is_target and reach.within(here, spot, far):
            label = f"attack the {kind.name.lower().replace('_', ' ')} at {place(*spot)}"
            yield label, spot, _order("attack", unit, cell={**cell(spot)})


def _work(reach: Reach, unit: Fields) -> Iterator[_Choice]:
    for spot in reach.around(spot_of(unit)):
        where: dict[str, Plain] = {**cell(spot)}
        if reach.is_undug(spot) and ability_of(unit, Ability.DIG):
            yield f"dig at {place(*spot)}", spot, _order("dig", unit, cell=where)
        if spot in reach.mines and ability_of(unit, Ability.MINE):
            left = reach.mines[spot]["left"]
            yield f"mine at {place(*spot)}, {left} left", spot, _order("mine", unit, cell=where)
        if spot in reach.buildings:
            yield from _at_building(reach, unit, spot)


def _is_free(reach: Reach, spot: Spot) -> bool:
    return reach.is_empty(spot) and spot not in reach.stacks and spot not in reach.items


def _at_building(reach: Reach, unit: Fields, spot: Spot) -> Iterator[_Choice]:
    """Yield the orders of a unit at an adjacent building."""
    told, where = reach.buildings[spot], {**cell(spot)}
    kind, owner = building_kind(told), told["owner"]
    name = f"{kind.name.lower().replace('_', ' ')} at {place(*spot)}"
    is_damaged = kind is not Building.SOURCE and told["hp"] < BUILDINGS[kind].hp
    is_reparable = owner in {reach.me, NEUTRAL} and is_damaged and reach.can_pay(gold=1)
    if is_reparable and ability_of(unit, Ability.REPAIR):
        yield f"repair the {name}", spot, _order("repair", unit, cell={**where})
    if kind is Building.SOURCE and not reach.is_own_or_allied(owner):
        label = f"capture the {name}, which takes {CAPTURE_AP} action points"
        yield label, spot, _order("capture", unit, cell={**where})
    is_hospital = kind is Building.HOSPITAL and reach.is_own_or_allied(owner)
    if is_hospital and unit["hp"] < unit["max_hp"]:
        yield f"rest at the {name}", spot, _order("rest", unit, cell={**where})
    carried = unit["rune"]
    if kind is Building.ALTAR and owner == reach.me and carried != "RUNE_UNSPECIFIED":
        if carried not in reach.runes():
            value = _order("use_rune", unit, mode="RUNE_MODE_INSTALL")
            yield "set the rune into the Altar", spot, value
        value = _order("use_rune", unit, mode="RUNE_MODE_EXCHANGE")
        yield "give the rune for mana", spot, value


def _takings(reach: Reach, unit: Fields) -> Iterator[_Choice]:
    here = spot_of(unit)
    for spot in (here, *reach.around(here)):
        if not all(reach.is_mine(other) for other in reach.stacks.get(spot, ())):
            continue
        for kind in dict.fromkeys(reach.items.get(spot, ())):
            name = kind.removeprefix("ITEM_KIND_")
            if name.startswith("RUNE_") and unit["rune"] != "RUNE_UNSPECIFIED":
                continue
            label = f"pick up {name.lower().replace('_', ' ')} at {place(*spot)}"
            yield label, spot, _order("pickup", unit, cell={**cell(spot)}, item=kind)


def _care(reach: Reach, unit: Fields) -> Iterator[_Choice]:
    """Yield the orders of a unit that serve own and allied units: heal, purify, sacrifice."""
    here = spot_of(unit)
    for other in reach.units:
        spot = spot_of(other)
        if not reach.is_friend(other) or not reach.within(here, spot, _HEAL_REACH):
            continue
        if ability_of(unit, Ability.HEAL) and other["hp"] < other["max_hp"]:
            value = _order("heal", unit, target=other["id"])
            yield f"heal {unit_label(other)}", spot, value
        if ability_of(unit, Ability.PURIFY) and bears(other, CURSES):
            value = _order("purify", unit, target=other["id"])
            yield f"purify {unit_label(other)}", spot, value
        is_own = other["owner"] == other["controller"] == reach.me and other["id"] != unit["id"]
        if ability_of(unit, Ability.SACRIFICE) and is_own and reach.within(here, spot, 1):
            for spirit in Spirit:
                name = f"SPIRIT_{spirit.name}"
                value = _order("sacrifice", unit, target=other["id"], spirit=name)
                label = f"give {unit_label(other)} for a spirit of {spirit.name.lower()}"
                yield label, spot, value


def bears(unit: Fields, names: set[str]) -> bool:
    """Return whether a unit has at least one of the named statuses."""
    statuses = {told["status"] for told in unit["statuses"]}
    return bool(statuses & names) or (unit["fear"] > 0 and "STATUS_FEAR" in names)


def _arts(reach: Reach, unit: Fields) -> Iterator[_Choice]:
    """Yield the orders that use an ability against hostile units."""
    here, foes = spot_of(unit), [each for each in reach.units if not reach.is_friend(each)]
    for art in _AT_ENEMIES:
        if not ability_of(unit, art.ability) or unit["ap"] < art.ap:
            continue
        for foe in foes:
            if reach.within(here, spot_of(foe), art.reach):
                value = _order(art.order, unit, target=foe["id"])
                yield f"{art.order} {unit_label(foe)}", spot_of(foe), value
    if ability_of(unit, Ability.CANCEL_BLESSING):
        for foe in foes:
            buffs = sorted(_BUFFS & {told["status"] for told in foe["statuses"]})
            for buff in buffs if reach.within(here, spot_of(foe), _CANCEL_REACH) else ():
                value = _order("cancel_blessing", unit, target=foe["id"], buff=buff)
                name = buff.removeprefix("STATUS_").lower().replace("_", " ")
                yield f"take {name} from {unit_label(foe)}", spot_of(foe), value
    yield from _blasts(reach, unit, {spot_of(foe) for foe in foes})


def _blasts(reach: Reach, unit: Fields, foes: set[Spot]) -> Iterator[_Choice]:
    here = spot_of(unit)
    if ability_of(unit, Ability.FIRE_BREATH):
        for spot in reach.around(here):
            if spot in reach.stacks and reach.sees(here, spot):
                value = _order("fire_breath", unit, cell={**cell(spot)})
                yield f"breathe fire at {place(*spot)}", spot, value
    if ability_of(unit, Ability.FIRE_STREAM) and unit["ap"] >= _STREAM_AP:
        for direction, (down, right) in enumerate(DIRECTIONS):
            spot = here[0] + down, here[1] + right
            if spot in reach.stacks and reach.sees(here, spot):
                value = _order("fire_stream", unit, direction=direction)
                yield f"stream of fire through {place(*spot)}", spot, value
    if ability_of(unit, Ability.DEATH_CLOUD) and unit["ap"] >= _CLOUD_AP:
        for spot in sorted(foes):
            if reach.within(here, spot, _CLOUD_REACH):
                value = _order("death_cloud", unit, cell={**cell(spot)})
                yield f"death cloud at {place(*spot)}", spot, value

"""What stands in the way of an archdemon's own order: one predicate for each check of DK-4.11.

They are predicates as in `checks`: true if the order fails.
"""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper import orders as o
from referee.games.dungeon_keeper.checks import find_building, owner_there, place_of
from referee.games.dungeon_keeper.events import Place
from referee.games.dungeon_keeper.ground import buildings_of, distance
from referee.games.dungeon_keeper.play import Play
from referee.games.dungeon_keeper.space import los
from referee.games.dungeon_keeper.statuses import has_curse
from referee.games.dungeon_keeper.tables import (
    MAX_SOURCE_LEVEL,
    SOURCE_RADIUS,
    SPELLS,
    TOWER_RANGE,
    UNITS,
    Building,
    Category,
    Rune,
    Spell,
)
from referee.games.dungeon_keeper.units import (
    are_allied,
    find,
    has_artifact,
    has_spirit,
    is_hostile,
    max_hp_of,
    num_units_of,
    units_of,
)

__all__ = [
    "artifact_borne",
    "bad_ally",
    "beyond_tower",
    "cure_in_vain",
    "dispel_in_vain",
    "hidden_from_tower",
    "no_alchemy_lab",
    "no_alliances",
    "no_armoury",
    "no_battle_tower",
    "no_circle",
    "no_own_source",
    "no_source_near",
    "not_castable_on",
    "not_child_of_kind",
    "not_in_store",
    "not_nearest",
    "not_owned",
    "not_researched",
    "source_at_top",
    "source_upgraded",
    "spell_active",
    "spell_known",
    "spell_needs_rune",
    "spirit_borne",
    "spirit_not_held",
    "too_many_units",
    "tower_spent",
    "unit_missing",
    "unit_upgraded",
    "unsummonable_to",
    "upgrade_needs_rune",
]


# Units that are given something.


def unit_missing(play: Play, order: o.Order, at: int) -> bool:
    """There is no such unit."""
    del play, order
    return at == c.NO


def not_owned(play: Play, order: o.Order, at: int) -> bool:
    """The unit is not the seat's own, whoever controls it (DK-5.52)."""
    del order
    return play.state.units.item(at, c.OWNER) != play.seat


def not_child_of_kind(play: Play, order: o.UpgradeUnit, at: int) -> bool:
    """The unit's kind is not upgraded to that one (DK-3.7)."""
    return UNITS[order.to].parent != play.state.units.item(at, c.KIND)


def upgrade_needs_rune(play: Play, order: o.UpgradeUnit, at: int) -> bool:
    """The Altar lacks the rune of that branch (DK-5.19)."""
    del at
    rune = UNITS[order.to].rune
    return rune is not None and not _is_installed(play, rune)


def no_source_near(play: Play, order: o.UpgradeUnit, at: int) -> bool:
    """No Source of the seat is near enough (DK-5.62)."""
    del order
    row, col = place_of(play, at)
    sources = buildings_of(play.state, play.seat, Building.SOURCE)
    return all(distance(row, col, *source) > SOURCE_RADIUS for source in sources)


def unit_upgraded(play: Play, order: o.UpgradeUnit, at: int) -> bool:
    """The unit has been upgraded in this turn."""
    del order
    return bool(play.state.units.item(at, c.UPGRADED))


def not_in_store(play: Play, order: o.Equip, at: int) -> bool:
    """There is no such artifact in the store."""
    del at
    return play.state.seats.item(play.seat, c.STORE + order.artifact) == 0


def artifact_borne(play: Play, order: o.Equip, at: int) -> bool:
    """The unit bears such an artifact (DK-5.64)."""
    return has_artifact(play.state, at, order.artifact)


def spirit_not_held(play: Play, order: o.AssignSpirit, at: int) -> bool:
    """The seat has no such spirit."""
    del at
    return play.state.seats.item(play.seat, c.SPIRITS_HELD + order.spirit) == 0


def spirit_borne(play: Play, order: o.AssignSpirit, at: int) -> bool:
    """Such a spirit goes with the unit (DK-5.66)."""
    return has_spirit(play.state, at, order.spirit)


# Buildings that the seat must have.


def no_armoury(play: Play, order: o.Forge, at: int) -> bool:
    """The seat has no Armoury anywhere."""
    del order, at
    return not buildings_of(play.state, play.seat, Building.ARMOURY)


def no_alchemy_lab(play: Play, order: o.Exchange, at: int) -> bool:
    """The seat has no Alchemy Lab anywhere."""
    del order, at
    return not buildings_of(play.state, play.seat, Building.ALCHEMY_LAB)


def no_circle(play: Play, order: o.Summon, at: int) -> bool:
    """The seat has no Circle of Summoning there."""
    del at
    return not _is_own(play, order.circle, Building.CIRCLE)


def unsummonable_to(play: Play, order: o.Summon, at: int) -> bool:
    """The cell is not beside the Circle."""
    del play, at
    return distance(*order.circle, *order.cell) != 1


def too_many_units(play: Play, order: o.Summon, at: int) -> bool:
    """The seat owns as many units as it may (DK-5.61)."""
    del order, at
    return num_units_of(play.state, play.seat) >= play.state.rules.item(c.UNIT_CAP)


def no_own_source(play: Play, order: o.UpgradeSource, at: int) -> bool:
    """The seat has no Source there."""
    del at
    return not _is_own(play, order.source, Building.SOURCE)


def source_at_top(play: Play, order: o.UpgradeSource, at: int) -> bool:
    """The Source is at its top level."""
    del at
    return play.state.cells.item(c.B_LEVEL, *order.source) >= MAX_SOURCE_LEVEL


def source_upgraded(play: Play, order: o.UpgradeSource, at: int) -> bool:
    """The Source has been upgraded in this turn, by whomever."""
    del at
    return bool(play.state.cells.item(c.B_UPGRADED, *order.source))


# Spells.


def spell_known(play: Play, order: o.Research, at: int) -> bool:
    """The seat knows the spell."""
    del at
    return bool(play.state.seats.item(play.seat, c.SPELLS + order.spell))


def spell_needs_rune(play: Play, order: o.Research, at: int) -> bool:
    """The Altar lacks a rune for the research."""
    del at
    return not all(_is_installed(play, rune) for rune in SPELLS[order.spell].runes)


def not_researched(play: Play, order: o.Cast, at: int) -> bool:
    """The seat does not know the spell."""
    del at
    return not play.state.seats.item(play.seat, c.SPELLS + order.spell)


def not_castable_on(play: Play, order: o.Cast, at: int) -> bool:
    """A debuff needs a hostile unit, any other spell an own one; instant ones serve allies too (DK-5.70)."""
    del at
    target = find(play.state, order.target)
    owner = play.state.units.item(target, c.OWNER)
    match SPELLS[order.spell].category:
        case Category.DEBUFF:
            return not is_hostile(play.state, play.seat, target)
        case Category.INSTANT:
            return owner != play.seat and not are_allied(play.state, play.seat, owner)
        case Category.BUFF:
            return owner != play.seat


def cure_in_vain(play: Play, order: o.Cast, at: int) -> bool:
    """The spell heals, and the target lacks no hit points."""
    del at
    target = find(play.state, order.target)
    is_whole = play.state.units.item(target, c.HP) >= max_hp_of(play.state, target)
    return order.spell == Spell.HEALING and is_whole


def dispel_in_vain(play: Play, order: o.Cast, at: int) -> bool:
    """The spell dispels, and the target bears nothing that it would take."""
    del at
    return order.spell == Spell.DISPEL and not has_curse(play.state, find(play.state, order.target))


def spell_active(play: Play, order: o.Cast, at: int) -> bool:
    """The target bears the spell's status already, from this seat (DK-5.41)."""
    del at
    status = SPELLS[order.spell].status
    if status is None:
        return False
    target = find(play.state, order.target)
    return play.state.units.item(target, c.STATUS + status) == play.seat


# Battle towers (DK-5.34).


def no_battle_tower(play: Play, order: o.TowerShot, at: int) -> bool:
    """The seat has no battle tower there."""
    del at
    return not _is_own(play, order.tower, Building.BATTLE_TOWER)


def tower_spent(play: Play, order: o.TowerShot, at: int) -> bool:
    """The tower has no action point left."""
    del at
    return play.state.cells.item(c.B_AP, *order.tower) < 1


def beyond_tower(play: Play, order: o.TowerShot, at: int) -> bool:
    """The target is farther off than the tower shoots."""
    del at
    return _tower_distance(play, order, find(play.state, order.target)) > TOWER_RANGE


def hidden_from_tower(play: Play, order: o.TowerShot, at: int) -> bool:
    """The tower has no line of sight to the target."""
    del at
    target = place_of(play, find(play.state, order.target))
    return not los(play.state.cells, *order.tower, *target)


def not_nearest(play: Play, order: o.TowerShot, at: int) -> bool:
    """A hostile unit in sight of the tower is nearer than the target, and so in range."""
    del at
    state = play.state
    reach = _tower_distance(play, order, find(state, order.target))
    return any(
        _tower_distance(play, order, other) < reach
        and is_hostile(state, play.seat, other)
        and los(state.cells, *order.tower, *place_of(play, other))
        for other in units_of(state)
    )


# Alliances (DK-5.90).


def no_alliances(play: Play, order: o.Order, at: int) -> bool:
    """There are no alliances in this match."""
    del order, at
    return not play.state.rules.item(c.ALLIANCES)


def bad_ally(play: Play, order: o.Ally | o.Unally, at: int) -> bool:
    """It is the seat itself, no seat, or one that is out."""
    del at
    other = order.seat
    if other == play.seat or not 0 <= other < len(play.state.seats):
        return True
    return not play.state.seats.item(other, c.ALIVE)


def _is_installed(play: Play, rune: Rune) -> bool:
    return bool(play.state.seats.item(play.seat, c.RUNES + rune))


def _is_own(play: Play, cell: Place, kind: Building) -> bool:
    return find_building(play, cell) == kind and owner_there(play, cell) == play.seat


def _tower_distance(play: Play, order: o.TowerShot, at: int) -> int:
    return distance(*order.tower, *place_of(play, at))

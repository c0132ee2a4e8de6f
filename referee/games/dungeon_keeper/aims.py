"""What stands in the way of an order at somebody: checks of attacks, abilities and blasts (DK-4.10).

They are predicates as in `checks`: true if the order fails.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper import orders as o
from referee.games.dungeon_keeper.blasts import breath_hits, cloud_hits, stream_hits
from referee.games.dungeon_keeper.checks import (
    AtCell,
    AtTarget,
    find_building,
    find_seen,
    owner_there,
    place_of,
)
from referee.games.dungeon_keeper.events import Place
from referee.games.dungeon_keeper.ground import building_at, distance
from referee.games.dungeon_keeper.play import Play
from referee.games.dungeon_keeper.space import los
from referee.games.dungeon_keeper.statuses import has_curse, has_status
from referee.games.dungeon_keeper.tables import (
    MELEE_RANGE,
    RANGED_RANGE,
    Ability,
    Building,
    Status,
)
from referee.games.dungeon_keeper.units import (
    can,
    find,
    is_enemy_owner,
    is_friendly,
    is_hostile,
    max_hp_of,
)

__all__ = [
    "beyond_reach",
    "buff_absent",
    "exhausted_already",
    "no_prey",
    "no_target",
    "nobody_burns",
    "nobody_hostile_there",
    "nobody_in_stream",
    "not_friendly",
    "not_hostile",
    "not_to_be_attacked",
    "not_to_be_sacrificed",
    "nothing_to_purify",
    "prey_hidden",
    "target_at_full_hp",
    "target_farther_than",
    "target_hidden",
]


# Prey of an attack: a unit or a building (DK-5.20).


def no_prey(play: Play, order: o.Attack, at: int) -> bool:
    """There is no such unit, or no building on the cell."""
    del at
    if order.cell is not None:
        return find_building(play, order.cell) is None
    return order.target is None or find_seen(play, order.target) == c.NO


def not_to_be_attacked(play: Play, order: o.Attack, at: int) -> bool:
    """The unit is not hostile; the building is a Source, the own Altar, an ally's or of nobody but a wall."""
    del at
    if order.cell is None:
        return not is_hostile(play.state, play.seat, _prey(play, order))
    kind, owner = building_at(play.state, *order.cell), owner_there(play, order.cell)
    if kind in (Building.WALL, Building.SOURCE):
        return kind == Building.SOURCE
    if owner == play.seat:
        return kind == Building.ALTAR
    return not is_enemy_owner(play.state, play.seat, owner)


def beyond_reach(play: Play, order: o.Attack, at: int) -> bool:
    """The prey is farther off than the weapon reaches."""
    reach = RANGED_RANGE if can(play.state, at, Ability.RANGED) else MELEE_RANGE
    return distance(*place_of(play, at), *_prey_place(play, order)) > reach


def prey_hidden(play: Play, order: o.Attack, at: int) -> bool:
    """There is no line of sight to the prey."""
    return not los(play.state.cells, *place_of(play, at), *_prey_place(play, order))


# Units that an order is aimed at.


def no_target(play: Play, order: AtTarget, at: int) -> bool:
    """There is no such unit."""
    del at
    return find_seen(play, order.target) == c.NO


def not_friendly(play: Play, order: AtTarget, at: int) -> bool:
    """Neither the seat nor an ally controls the target."""
    del at
    return not is_friendly(play.state, play.seat, find(play.state, order.target))


def not_hostile(play: Play, order: AtTarget, at: int) -> bool:
    """The target is not hostile (DK-5.10)."""
    del at
    return not is_hostile(play.state, play.seat, find(play.state, order.target))


def not_to_be_sacrificed(play: Play, order: AtTarget, at: int) -> bool:
    """The target is the priest himself, or not both owned and controlled by the seat (DK-5.65)."""
    target = find(play.state, order.target)
    masters = play.state.units[target, [c.OWNER, c.CONTROLLER]].tolist()
    return target == at or masters != [play.seat, play.seat]


def target_farther_than(reach: int) -> Callable[[Play, AtTarget, int], bool]:
    """The target is farther off than that."""

    def is_farther(play: Play, order: AtTarget, at: int) -> bool:
        there = place_of(play, find(play.state, order.target))
        return distance(*place_of(play, at), *there) > reach

    return is_farther


def target_hidden(play: Play, order: AtTarget, at: int) -> bool:
    """The unit has no line of sight to the target."""
    there = place_of(play, find(play.state, order.target))
    return not los(play.state.cells, *place_of(play, at), *there)


def target_at_full_hp(play: Play, order: AtTarget, at: int) -> bool:
    """The target lacks no hit points."""
    del at
    target = find(play.state, order.target)
    return play.state.units.item(target, c.HP) >= max_hp_of(play.state, target)


def nothing_to_purify(play: Play, order: AtTarget, at: int) -> bool:
    """The target bears nothing that is purified or dispelled (DK-5.45)."""
    del at
    return not has_curse(play.state, find(play.state, order.target))


def exhausted_already(play: Play, order: AtTarget, at: int) -> bool:
    """The target's exhaustion comes from the seat (DK-5.41)."""
    del at
    target = find(play.state, order.target)
    return play.state.units.item(target, c.STATUS + Status.EXHAUSTION) == play.seat


def buff_absent(play: Play, order: o.CancelBlessing, at: int) -> bool:
    """The target has not that buff."""
    del at
    return not has_status(play.state, find(play.state, order.target), order.buff)


# Victims of a blast.


def nobody_burns(play: Play, order: AtCell, at: int) -> bool:
    """No unit stands where the fire is breathed."""
    del at
    return not breath_hits(play.state, *order.cell)


def nobody_in_stream(play: Play, order: o.FireStream, at: int) -> bool:
    """The stream of fire would hit nobody."""
    return not stream_hits(play.state, at, order.direction)


def nobody_hostile_there(play: Play, order: AtCell, at: int) -> bool:
    """The death cloud would hit nobody."""
    return not cloud_hits(play.state, at, *order.cell)


def _prey(play: Play, order: o.Attack) -> int:
    return c.NO if order.target is None else find(play.state, order.target)


def _prey_place(play: Play, order: o.Attack) -> Place:
    return place_of(play, _prey(play, order)) if order.cell is None else order.cell

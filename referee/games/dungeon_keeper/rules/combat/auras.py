"""Giving units action points, and the auras of slowing and fire (DK-5.1 steps 3 and 8, DK-5.14)."""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import distance
from referee.games.dungeon_keeper.rules.board.space import is_near_building, line_of_sight
from referee.games.dungeon_keeper.rules.board.units import (
    can,
    find,
    is_enemy_owner,
    is_hostile,
    max_ap_of,
    place_of,
    spot,
    units_of,
)
from referee.games.dungeon_keeper.rules.combat.deaths import kill_unit, take_hp
from referee.games.dungeon_keeper.rules.combat.statuses import has_status, remove_status
from referee.games.dungeon_keeper.rules.events import Hurt, Slowed
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    SLOWING_RADIUS,
    Ability,
    Building,
    Status,
)

__all__ = [
    "FIRE_DAMAGE",
    "FIRE_RADIUS",
    "fire_aura",
    "give_ap",
    "lend_ap",
    "slow_down",
]

_SLOWING_TOWER = int(Building.SLOWING_TOWER)
FIRE_RADIUS, FIRE_DAMAGE = 1, 1
"""Distance up to which an aura of fire burns units, and the hit points that it takes (DK-5.1 step
3)."""


def give_ap(play: Play, at: int) -> None:
    """Give the unit in row `at` its action points at its owner's turn start (DK-5.1 step 8).

    Fear and the points spent under foreign control are deducted, then cleared. A slowing aura takes
    effect.
    """
    state = play.state
    _set_ap(state, at)
    if has_status(state, at, Status.FEAR):
        remove_status(play, at, Status.FEAR)
    state.units[at, c.AP_DEBT] = 0
    # Last, because the aura takes from the points just given (DK-5.14).
    slow_down(play, at)


def lend_ap(play: Play, at: int) -> None:
    """Give the unit in row `at`, which another seat controls, action points (DK-5.50).

    Slow, fear and debts are deducted but not cleared: they count again at the owner's turn start.
    """
    _set_ap(play.state, at)
    slow_down(play, at)


def slow_down(play: Play, at: int) -> None:
    """Take an action point from the unit in row `at` if it is within a slowing aura (DK-5.14).

    That happens at most once a turn. It is called when the unit is given action points, and when a
    step of it ends. In the aura a unit with no action points loses none, but is marked as slowed
    all the same. Outside all auras nothing happens.
    """
    state = play.state
    if state.units.item(at, c.TOWER_SLOWED) or not _is_in_slowing_aura(state, at):
        return
    state.units[at, c.TOWER_SLOWED] = 1
    if state.units.item(at, c.AP) > 0:
        state.units[at, c.AP] -= 1
        play.log.append(Slowed(spot(state, at)))


def fire_aura(play: Play) -> None:
    """Burn hostile units next to the acting seat's units with an aura of fire (DK-5.1 step 3)."""
    state = play.state
    for at in units_of(state, play.seat):
        if can(state, at, Ability.FIRE_AURA):
            # Kept by id: a row may be empty when its turn comes.
            for unit in [state.units.item(near, c.ID) for near in _burnt_by(state, play.seat, at)]:
                # The Hero's gnome may have vanished with him.
                if (near := find(state, unit)) != c.NO:
                    _burn(play, near)


def _burn(play: Play, at: int) -> None:
    state = play.state
    lost = take_hp(state, at, FIRE_DAMAGE)
    play.log.append(Hurt(spot(state, at), lost, by_poison=False))
    if state.units.item(at, c.HP) == 0:
        kill_unit(play, at, play.seat)


def _burnt_by(state: State, seat: int, at: int) -> list[int]:
    here = place_of(state, at)
    return [
        near
        for near in units_of(state)
        if distance(*here, *(there := place_of(state, near))) <= FIRE_RADIUS
        and is_hostile(state, seat, near)
        and line_of_sight(state.cells, *here, *there)
    ]


def _set_ap(state: State, at: int) -> None:
    slow = int(has_status(state, at, Status.SLOW))
    taken = slow + state.units.item(at, c.FEAR) + state.units.item(at, c.AP_DEBT)
    # Slow, fear and debt add up, but take no more points than there are (DK-5.1 step 8).
    state.units[at, c.AP] = max(0, max_ap_of(state, at) - taken)
    state.units[at, c.TOWER_SLOWED] = 0


def _is_in_slowing_aura(state: State, at: int) -> bool:
    row, col = place_of(state, at)
    # Mostly there is no tower near at all, which the kernel finds out quickly.
    if not is_near_building(state.cells, _SLOWING_TOWER, row, col, SLOWING_RADIUS):
        return False
    rows = slice(max(0, row - SLOWING_RADIUS), row + SLOWING_RADIUS + 1)
    cols = slice(max(0, col - SLOWING_RADIUS), col + SLOWING_RADIUS + 1)
    towers = state.cells[c.B_KIND, rows, cols] == _SLOWING_TOWER
    controller = state.units.item(at, c.CONTROLLER)
    return any(
        is_enemy_owner(state, controller, owner)
        for owner in state.cells[c.B_OWNER, rows, cols][towers].tolist()
    )

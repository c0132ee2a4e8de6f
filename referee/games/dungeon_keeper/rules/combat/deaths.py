"""Permanent losses: deaths of units, destroyed buildings, eliminations (DK-5.25 to 5.28, DK-5.87)."""

from __future__ import annotations

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import (
    building_at,
    buildings_of,
    clear_cell,
    put_item,
    take_item,
)
from referee.games.dungeon_keeper.rules.board.units import are_allied, row_of, spot, units_of
from referee.games.dungeon_keeper.rules.combat.statuses import end_all_from
from referee.games.dungeon_keeper.rules.events import (
    BuildingDestroyed,
    Captured,
    Died,
    Dropped,
    Eliminated,
    HeroDied,
    Place,
    Spot,
    Vanished,
)
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    KILL_MANA,
    LIGHT,
    NEUTRAL,
    Artifact,
    Building,
    Item,
    Kind,
    Rune,
)

__all__ = [
    "destroy_building",
    "forget_captures",
    "kill_unit",
    "pass_source",
    "remove_unit",
    "take_hp",
]


def take_hp(state: State, at: int, damage: int) -> int:
    """Take `damage` hit points from the unit in row `at`, down to 0; return how many it lost.

    The caller logs the event, and then kills the unit if no hit points are left.
    """
    lost = min(damage, state.units.item(at, c.HP))
    state.units[at, c.HP] -= lost
    return lost


def kill_unit(play: Play, at: int, killer: int | None, by: Spot | Place | None = None) -> None:
    """Kill a unit: the killer may gain mana, and the items that the unit had drop on its cell (DK-5.25).

    When the Hero dies, his gnome vanishes (DK-5.87).

    Args:
        play: The match.
        at: Row of the unit that dies.
        killer: Seat that killed the unit; None or LIGHT for the Hero or his gnome.
        by: Where the killing blow came from, so that fog can hide it: a unit or a tower's cell.
            None for an aura of fire.
    """
    state = play.state
    seat = _seat_or_none(killer)
    mana = _kill_mana(state, at, seat)
    if seat is not None:
        state.seats[seat, c.MANA] += mana
    where = spot(state, at)
    # Kept by id, as DK-6.22 asks for it when the row may be another's.
    if by is not None:
        play.blows[where.unit] = by
    # Asked now, since the row is empty after `_take_off`.
    is_hero = state.units.item(at, c.KIND) == Kind.HERO
    play.log.append(Died(where, seat, mana))
    # After its event: what a unit drops is logged behind its death (DK-5.25).
    _take_off(play, at)
    if is_hero:
        play.log.append(HeroDied(where))
        # The Hero's row is empty by now, so this finds only the gnome.
        for gnome in units_of(state, LIGHT):
            remove_unit(play, gnome)


def remove_unit(play: Play, at: int) -> None:
    """Remove the unit in row `at`, which nobody has killed (DK-5.3, DK-5.28, DK-5.87).

    The items that it had drop on its cell.
    """
    play.log.append(Vanished(spot(play.state, at)))
    _take_off(play, at)


def destroy_building(play: Play, row: int, col: int, by: int | None) -> None:
    """Destroy a building (DK-5.27); if it is an Altar, its seat is eliminated (DK-5.28).

    Args:
        play: The match.
        row: The building's row.
        col: The building's column.
        by: Seat that struck the last blow; None or LIGHT for the Hero or his gnome.
    """
    owner = play.state.cells.item(c.B_OWNER, row, col)
    # Kind and owner are read before the cell is cleared.
    is_altar = building_at(play.state, row, col) == Building.ALTAR
    _tear_down(play, row, col)
    if is_altar:
        _eliminate(play, owner, Place(row, col), by)


def _eliminate(play: Play, seat: int, altar: Place, by: int | None) -> None:
    """Eliminate a seat whose Altar has fallen, in the order of DK-5.28.

    The match is over if one seat is left. From now on a last Altar ends the match, even in a
    scenario in which a seat had no Altar (DK-2.20).

    Args:
        play: The match.
        seat: Seat whose Altar fell.
        altar: Cell where the Altar stood, now empty.
        by: Seat that struck the last blow; None or LIGHT for the Hero or his gnome.
    """
    state = play.state
    state.match[c.NUM_ELIMINATED] += 1
    state.seats[seat, c.ALIVE] = 0
    state.seats[seat, c.ELIMINATED_ORDER] = state.match.item(c.NUM_ELIMINATED)
    play.log.append(Eliminated(seat, _seat_or_none(by)))
    _drop_runes(play, seat, altar)
    for at in units_of(state, seat):
        remove_unit(play, at)
    # Sources first: they pass to nobody and stand, while all other buildings fall (DK-5.28).
    for row, col in buildings_of(state, seat, Building.SOURCE):
        pass_source(play, row, col, NEUTRAL)
    for row, col in buildings_of(state, seat):
        _tear_down(play, row, col)
    # There is no turn start of this seat any more at which they would end.
    end_all_from(play, seat)
    # Spells, serial and Altar damage stay: they can neither be used nor count for the score.
    state.seats[seat, c.STOCKS : c.RUNES] = 0
    state.match[c.ALTARS_COUNT] = 1
    if np.count_nonzero(state.seats[:, c.ALIVE]) <= 1:
        state.match[c.OVER] = 1


def pass_source(play: Play, row: int, col: int, owner: int) -> None:
    """Give a Source to another owner, at its level.

    All units lose the points that they have earned towards capturing it (DK-5.60).
    """
    state = play.state
    old = state.cells.item(c.B_OWNER, row, col)
    state.cells[c.B_OWNER, row, col] = owner
    place = row * state.cells.shape[1] + col
    for at in units_of(state):
        if state.units.item(at, c.CAPTURE_CELL) == place:
            forget_captures(state, at)
    play.log.append(Captured(Place(row, col), old, owner))


def forget_captures(state: State, at: int) -> None:
    """Clear the points that the unit in row `at` has earned towards capturing a Source (DK-5.60)."""
    state.units[at, c.CAPTURE_CELL] = c.NO
    state.units[at, c.CAPTURE_POINTS] = 0


def _kill_mana(state: State, at: int, seat: int | None) -> int:
    owner = state.units.item(at, c.OWNER)
    if seat is None or row_of(state, at).is_worker or owner == seat:
        return 0
    # Killing one's own or an ally's unit gains nothing (DK-5.25).
    return 0 if are_allied(state, seat, owner) else KILL_MANA


def _take_off(play: Play, at: int) -> None:
    """Remove the unit in row `at` from the board; drop the items that it had on its cell (DK-5.25)."""
    state = play.state
    where = spot(state, at)
    things = [
        Item.of_artifact(kind) for kind in Artifact if state.units.item(at, c.ARTIFACTS) >> kind & 1
    ]
    if state.units.item(at, c.KIND) == Kind.HERO:
        things += _loot(state)
    rune = state.units.item(at, c.RUNE)
    if rune != c.NO:
        things.append(Item.of_rune(rune))
    # An empty row may be taken by the next new unit, so `at` means nothing from here on.
    state.units[at] = 0
    for thing in things:
        _drop(play, where, thing)


def _loot(state: State) -> list[Item]:
    """Return the items that the Hero has picked up, in order, and mark their rows as gone.

    The caller drops them as new items.
    """
    used = state.items[: state.match.item(c.NUM_ITEMS)]
    taken = [
        (used.item(item, c.I_PLACE), item)
        for item in np.flatnonzero(used[:, c.I_PLACE] >= c.WITH_HERO).tolist()
    ]
    loot = []
    for _, item in sorted(taken):
        take_item(state, item)
        loot.append(Item(used.item(item, c.I_KIND)))
    return loot


def _drop(play: Play, where: Place | Spot, thing: Item) -> None:
    put_item(play.state, where.row, where.col, thing)
    play.log.append(Dropped(Place(where.row, where.col), thing))


def _drop_runes(play: Play, seat: int, altar: Place) -> None:
    """Drop the runes of an eliminated seat's Altar on the cell where it stood (DK-5.28)."""
    seats = play.state.seats
    for rune in Rune:
        if seats.item(seat, c.RUNES + rune):
            seats[seat, c.RUNES + rune] = 0
            _drop(play, altar, Item.of_rune(rune))


def _tear_down(play: Play, row: int, col: int) -> None:
    kind = Building(play.state.cells.item(c.B_KIND, row, col))
    owner = play.state.cells.item(c.B_OWNER, row, col)
    clear_cell(play.state, row, col)
    play.log.append(BuildingDestroyed(Place(row, col), kind, owner))


def _seat_or_none(seat: int | None) -> int | None:
    return seat if seat is not None and seat >= 0 else None

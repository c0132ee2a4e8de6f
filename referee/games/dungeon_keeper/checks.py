"""What stands in the way of an order: one predicate for each check of DK-4.10 and DK-4.11.

A predicate is true if the order fails the check; which code that gives and in which order they are asked is
said in `order_rules`. Each takes the match, the order and the row of the unit that the order names first (NO if
it names none), and may take for granted that the checks before it have been passed. Here are the checks
about cells, things and prices; `aims` has those about who is aimed at, `archdemon_checks` those of DK-4.11.

Under fog a unit or building out of the seat's sight does not exist (DK-6.24).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper import orders as o
from referee.games.dungeon_keeper.events import Place
from referee.games.dungeon_keeper.ground import (
    building_at,
    buildings_of,
    distance,
    is_on_board,
    is_solid,
    items_at,
)
from referee.games.dungeon_keeper.play import Play
from referee.games.dungeon_keeper.prices import price_of
from referee.games.dungeon_keeper.sight import sees_cell, sees_unit
from referee.games.dungeon_keeper.space import los
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    LIGHT,
    NEUTRAL,
    Building,
)
from referee.games.dungeon_keeper.units import (
    are_allied,
    find,
    max_hp_of,
    who_stands_at,
)
from referee.games.dungeon_keeper.waning import is_waning

__all__ = [
    "AtCell",
    "AtTarget",
    "at_full_hp",
    "building_intact",
    "cell_farther_than",
    "cell_hidden",
    "cell_not_adjacent",
    "cell_off_board",
    "cell_out_of_hand",
    "cell_solid",
    "find_building",
    "find_seen",
    "foreign_unit_there",
    "hands_full",
    "has_no_such_item",
    "item_for",
    "lacks_gold",
    "lacks_iron",
    "lacks_mana",
    "lacks_taldear",
    "no_altar_beside",
    "no_gold_at_all",
    "no_hospital",
    "no_rune",
    "not_mine",
    "not_reparable",
    "not_source",
    "not_undug",
    "own_source",
    "owner_there",
    "place_of",
    "rune_installed",
    "something_lies_there",
    "stack_full",
    "stranger_there",
    "unit_there",
]


class AtCell(Protocol):
    """An order at a cell."""

    @property
    def cell(self) -> Place:
        """Which."""


class AtTarget(Protocol):
    """An order at a unit."""

    @property
    def target(self) -> int:
        """Its id."""


def find_seen(play: Play, unit: int) -> int:
    """Row of a unit that exists for the seat, NO if there is none (DK-6.24)."""
    at = find(play.state, unit)
    return at if at != c.NO and sees_unit(play.state, play.seat, at) else c.NO


def find_building(play: Play, cell: Place) -> Building | None:
    """The building on any cell that exists for the seat (DK-6.24)."""
    if not is_on_board(play.state, *cell) or not sees_cell(play.state, play.seat, *cell):
        return None
    return building_at(play.state, *cell)


def place_of(play: Play, at: int) -> Place:
    """Where a unit stands."""
    return Place(play.state.units.item(at, c.ROW), play.state.units.item(at, c.COL))


def owner_there(play: Play, cell: Place) -> int:
    """Whose building stands on a cell."""
    return int(play.state.cells.item(c.B_OWNER, *cell))


# Prices.


def lacks_mana(play: Play, order: o.Order, at: int) -> bool:
    """The seat has less mana than the order costs."""
    del at
    return play.state.seats.item(play.seat, c.MANA) < price_of(play.state, order).mana


def lacks_gold(play: Play, order: o.Order, at: int) -> bool:
    """The seat has less gold than the order costs."""
    del at
    return play.state.seats.item(play.seat, c.GOLD) < price_of(play.state, order).gold


def lacks_iron(play: Play, order: o.Order, at: int) -> bool:
    """The seat has less iron than the order costs."""
    del at
    return play.state.seats.item(play.seat, c.IRON) < price_of(play.state, order).iron


def lacks_taldear(play: Play, order: o.Order, at: int) -> bool:
    """The seat has less taldear than the order costs."""
    del at
    return play.state.seats.item(play.seat, c.TALDEAR) < price_of(play.state, order).taldear


# Cells.


def cell_off_board(play: Play, order: AtCell, at: int) -> bool:
    """There is no such cell."""
    del at
    return not is_on_board(play.state, *order.cell)


def cell_not_adjacent(play: Play, order: AtCell, at: int) -> bool:
    """The cell is not at distance 1; corners don't matter (DK-4.9)."""
    return _cell_distance(play, order, at) != 1


def cell_out_of_hand(play: Play, order: AtCell, at: int) -> bool:
    """The cell is neither adjacent nor the unit's own (DK-5.18)."""
    return _cell_distance(play, order, at) > 1


def cell_farther_than(reach: int) -> Callable[[Play, AtCell, int], bool]:
    """The cell is farther off than that."""
    return lambda play, order, at: _cell_distance(play, order, at) > reach


def cell_hidden(play: Play, order: AtCell, at: int) -> bool:
    """The unit has no line of sight to the cell (DK-5.11)."""
    return not los(play.state.cells, *place_of(play, at), *order.cell)


def cell_solid(play: Play, order: AtCell, at: int) -> bool:
    """The cell is not empty."""
    del at
    return is_solid(play.state, *order.cell)


def unit_there(play: Play, order: AtCell, at: int) -> bool:
    """Somebody stands there."""
    del at
    return bool(who_stands_at(play.state, *order.cell).any())


def foreign_unit_there(play: Play, order: AtCell, at: int) -> bool:
    """A unit of another owner stands there: than the unit's, or than the seat (DK-5.12)."""
    units = play.state.units
    owner = play.seat if at == c.NO else units.item(at, c.OWNER)
    return bool((who_stands_at(play.state, *order.cell) & (units[:, c.OWNER] != owner)).any())


def stranger_there(play: Play, order: AtCell, at: int) -> bool:
    """A unit stands there that the seat does not control (DK-4.10, pickup)."""
    del at
    strange = play.state.units[:, c.CONTROLLER] != play.seat
    return bool((who_stands_at(play.state, *order.cell) & strange).any())


def stack_full(play: Play, order: AtCell, at: int) -> bool:
    """As many units as may stand there do; the Hero and his gnome don't care (DK-5.12)."""
    if at != c.NO and play.state.units.item(at, c.OWNER) == LIGHT:
        return False
    number = int(who_stands_at(play.state, *order.cell).sum())
    return number >= play.state.rules.item(c.STACK_LIMIT)


def something_lies_there(play: Play, order: AtCell, at: int) -> bool:
    """Items lie on the cell."""
    del at
    return bool(items_at(play.state, *order.cell))


def not_undug(play: Play, order: AtCell, at: int) -> bool:
    """The cell is not undug."""
    del at
    return play.state.cells.item(c.TERRAIN, *order.cell) != c.UNDUG


def not_mine(play: Play, order: AtCell, at: int) -> bool:
    """The cell is no mine."""
    del at
    return play.state.cells.item(c.TERRAIN, *order.cell) != c.MINE


# Buildings beside the unit.


def not_reparable(play: Play, order: AtCell, at: int) -> bool:
    """There is no building, or a Source, or that of another seat, or an Altar that wanes (DK-4.10, repair)."""
    del at
    kind = building_at(play.state, *order.cell)
    if kind is None or kind == Building.SOURCE:
        return True
    if kind == Building.ALTAR and is_waning(play.state):
        return True
    return owner_there(play, order.cell) not in (play.seat, NEUTRAL)


def building_intact(play: Play, order: AtCell, at: int) -> bool:
    """The building lacks no hit points."""
    del at
    full = BUILDINGS[play.state.cells.item(c.B_KIND, *order.cell)].hp
    return play.state.cells.item(c.B_HP, *order.cell) >= full


def no_gold_at_all(play: Play, order: AtCell, at: int) -> bool:
    """The seat has no gold for a repair."""
    del order, at
    return play.state.seats.item(play.seat, c.GOLD) == 0


def no_hospital(play: Play, order: AtCell, at: int) -> bool:
    """There is no Hospital of the seat or of an ally."""
    del at
    if building_at(play.state, *order.cell) != Building.HOSPITAL:
        return True
    return not _is_own_or_allied(play, owner_there(play, order.cell))


def not_source(play: Play, order: AtCell, at: int) -> bool:
    """There is no Source."""
    del at
    return building_at(play.state, *order.cell) != Building.SOURCE


def own_source(play: Play, order: AtCell, at: int) -> bool:
    """The Source is the seat's, or an ally's."""
    del at
    return _is_own_or_allied(play, owner_there(play, order.cell))


# Things in the unit's hands, and its own state.


def has_no_such_item(play: Play, order: o.Pickup, at: int) -> bool:
    """No item of that kind lies there."""
    del at
    return item_for(play, order) == c.NO


def hands_full(play: Play, order: o.Pickup, at: int) -> bool:
    """It is a rune, and the unit carries one (DK-5.18)."""
    return order.item.rune is not None and play.state.units.item(at, c.RUNE) != c.NO


def item_for(play: Play, order: o.Pickup) -> int:
    """Row of the oldest item of that kind on the cell, NO if there is none."""
    kinds = play.state.items
    lying = items_at(play.state, *order.cell)
    return next((item for item in lying if kinds.item(item, c.I_KIND) == order.item), c.NO)


def no_rune(play: Play, order: o.UseRune, at: int) -> bool:
    """The unit carries no rune."""
    del order
    return play.state.units.item(at, c.RUNE) == c.NO


def no_altar_beside(play: Play, order: o.UseRune, at: int) -> bool:
    """The seat's Altar is not adjacent."""
    del order
    row, col = place_of(play, at)
    altars = buildings_of(play.state, play.seat, Building.ALTAR)
    return all(distance(row, col, *altar) != 1 for altar in altars)


def rune_installed(play: Play, order: o.UseRune, at: int) -> bool:
    """It is to be installed, and the Altar holds such a rune already."""
    rune = play.state.units.item(at, c.RUNE)
    is_there = bool(play.state.seats.item(play.seat, c.RUNES + rune))
    return order.mode == o.RuneMode.INSTALL and is_there


def at_full_hp(play: Play, order: o.Rest, at: int) -> bool:
    """The unit lacks no hit points."""
    del order
    return play.state.units.item(at, c.HP) >= max_hp_of(play.state, at)


def _cell_distance(play: Play, order: AtCell, at: int) -> int:
    return distance(*place_of(play, at), *order.cell)


def _is_own_or_allied(play: Play, owner: int) -> bool:
    return owner == play.seat or are_allied(play.state, play.seat, owner)

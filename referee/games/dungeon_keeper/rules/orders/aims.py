"""What an order is aimed at, found out once before it is judged, and read by all its checks and its effect.

Under fog a unit or building out of the seat's sight does not exist (DK-6.24).
"""

from __future__ import annotations

import dataclasses
from typing import Generic, TypeVar

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import building_at, is_on_board
from referee.games.dungeon_keeper.rules.board.units import find, place_of
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Building
from referee.games.dungeon_keeper.visibility.fog import sees_cell, sees_unit

__all__ = ["Aim", "aim_of"]

OrderT = TypeVar("OrderT", bound=o.Order)

_NOWHERE = Place(c.NO, c.NO)
_SITES = {o.Summon: "circle", o.UpgradeSource: "source", o.TowerShot: "tower"}
"""Fields with the cell of the building that gives the order."""


@dataclasses.dataclass(slots=True)
class Aim(Generic[OrderT]):
    """An order with whom and what it names."""

    play: Play
    """The match, the seat that gives the order, and the log."""
    state: State
    """The match."""
    seat: int
    """Seat that gives the order."""
    order: OrderT
    """The order."""
    at: int
    """Row of the unit that acts or is given something; NO if there is none for the seat."""
    target: int
    """Row of the unit aimed at, likewise."""
    start: Place
    """Where the unit stands, or the building that gives the order."""
    cell: Place
    """The cell aimed at, or that of the target."""

    def building(self, cell: Place) -> Building | None:
        """Return the building on any cell that exists for the seat (DK-6.24)."""
        if not is_on_board(self.state, *cell) or not sees_cell(self.state, self.seat, *cell):
            return None
        return building_at(self.state, *cell)

    def owner(self, cell: Place) -> int:
        """Return whose building stands on a cell of the board."""
        return int(self.state.cells.item(c.B_OWNER, *cell))


def aim_of(play: Play, order: OrderT) -> Aim[OrderT]:
    """Find out what an order is aimed at."""
    state = play.state
    at, target = (
        _seen(play, getattr(order, "unit", None)),
        _seen(play, getattr(order, "target", None)),
    )
    start, cell = _NOWHERE, getattr(order, "cell", None)
    if at != c.NO:
        start = place_of(state, at)
    elif (site := _SITES.get(type(order))) is not None:
        start = getattr(order, site)
    if cell is None:
        cell = _NOWHERE if target == c.NO else place_of(state, target)
    return Aim(play, state, play.seat, order, at, target, start, cell)


def _seen(play: Play, unit: int | None) -> int:
    """Return the row of a unit that exists for the seat, NO if there is none (DK-6.24)."""
    at = c.NO if unit is None else find(play.state, unit)
    return at if at != c.NO and sees_unit(play.state, play.seat, at) else c.NO

"""Aim of an order: the unit, target and cells that it names, for its checks and its effect.

Under fog a unit or building out of the seat's sight counts as missing (DK-6.24).
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

# No check reads this as a cell: NO_SUCH_UNIT, NO_SUCH_TARGET or NO_BUILDING fails before.
_NOWHERE = Place(c.NO, c.NO)
_SITES = {o.Summon: "circle", o.UpgradeSource: "source", o.TowerShot: "tower"}
"""Orders given by a building, each with its field for the building's cell."""


@dataclasses.dataclass(slots=True)
class Aim(Generic[OrderT]):
    """An order with the units and cells that it names: units as rows of the state."""

    play: Play
    """The match in progress, with the acting seat and the log of events."""
    state: State
    """State of the match, the same as `play.state`."""
    seat: int
    """Seat that gives the order."""
    order: OrderT
    """The order as it was sent."""
    at: int
    """Row of the unit in the order's field `unit`; NO if the order has no such field or the seat
    cannot see the unit."""
    target: int
    """Row of the unit in the order's field `target`; NO if the order has no such
    field or the seat cannot see the unit."""
    start: Place
    """Cell of the unit in row `at`, or of the building that gives the order; (-1, -1) if there is
    neither."""
    cell: Place
    """Cell named in the order, else the target's cell; (-1, -1) if there is neither."""

    def building(self, cell: Place) -> Building | None:
        """Return the building on a cell; None if there is none, or none in sight (DK-6.24)."""
        # An unseen building counts as none, so that no code shows whether there is one (DK-6.24).
        if not is_on_board(self.state, *cell) or not sees_cell(self.state, self.seat, *cell):
            return None
        return building_at(self.state, *cell)

    def owner(self, cell: Place) -> int:
        """Return the owner of the building on a cell of the board."""
        return int(self.state.cells.item(c.B_OWNER, *cell))


def aim_of(play: Play, order: OrderT) -> Aim[OrderT]:
    """Find the units and cells that an order of the acting seat names."""
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
    """Return the row of the unit with an id; NO if it is not there, or out of sight (DK-6.24)."""
    at = c.NO if unit is None else find(play.state, unit)
    # The same answer for a missing and for an unseen unit: the code must not show which it is
    # (DK-6.24).
    return at if at != c.NO and sees_unit(play.state, play.seat, at) else c.NO

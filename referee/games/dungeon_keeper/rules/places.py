"""Number types for fields of Dungeon Keeper's events and orders, and records of cells and units."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.dungeon_keeper.columns import NO
from referee.games.dungeon_keeper.tables import LIGHT, MAX_SEATS, MAX_SOURCE_LEVEL
from referee.kit.records import Absent, Int32

__all__ = [
    "Count",
    "AnyNumber",
    "Index",
    "SeatNumber",
    "Owner",
    "Level",
    "Percent",
    "Spot",
    "Place",
]

Count: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]
AnyNumber: TypeAlias = Annotated[int, Field(ge=-(2**31), le=2**31 - 1), Int32()]
"""Any int32, for ids, seats and cells that bots send; the rules refuse numbers that name
nothing."""
Index: TypeAlias = Annotated[int, Field(ge=0, le=62)]
"""Row of a cell, from 0 at the top, or its column, from 0 at the left."""
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SEATS - 1)]
Owner: TypeAlias = Annotated[int, Field(ge=LIGHT, le=MAX_SEATS - 1)]
"""Owner of a building: a seat, `NEUTRAL` (-1) or `LIGHT` (-2)."""
Level: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SOURCE_LEVEL)]
Percent: TypeAlias = Annotated[int, Field(ge=1, le=100)]


class Spot(NamedTuple):
    """A unit, and the cell on which it stood when the event happened."""

    unit: Count
    """Id of the unit, by which orders name it."""
    row: Annotated[Index, Absent(NO)]
    """Row of the unit's cell; absent if the seat could not see the cell."""
    col: Annotated[Index, Absent(NO)]
    """Column of the unit's cell; absent if the seat could not see the cell."""


class Place(NamedTuple):
    """A cell by row and column; in orders it may lie off the board."""

    row: AnyNumber
    """Row of the cell, from 0 at the top."""
    col: AnyNumber
    """Column of the cell, from 0 at the left."""

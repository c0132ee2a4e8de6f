"""Types of numbers in events and orders of Dungeon Keeper, and the records of cells and units."""

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
"""What is sent may be any number; the rules refuse what names nothing."""
Index: TypeAlias = Annotated[int, Field(ge=0, le=62)]
"""A row from 0 at the top, or a column from 0 at the left."""
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SEATS - 1)]
Owner: TypeAlias = Annotated[int, Field(ge=LIGHT, le=MAX_SEATS - 1)]
"""A seat, `NEUTRAL` or `LIGHT`."""
Level: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SOURCE_LEVEL)]
Percent: TypeAlias = Annotated[int, Field(ge=1, le=100)]


class Spot(NamedTuple):
    """A unit, and where it stood."""

    unit: Count
    """Its id."""
    row: Annotated[Index, Absent(NO)]
    """Row; absent if the seat could not see the cell."""
    col: Annotated[Index, Absent(NO)]
    """Column; absent likewise."""


class Place(NamedTuple):
    """A cell of the board, or one beyond its edge."""

    row: AnyNumber
    """From 0 at the top."""
    col: AnyNumber
    """From 0 at the left."""

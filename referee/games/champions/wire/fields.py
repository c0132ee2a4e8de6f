"""Types of the numbers in messages of Champions, each with its range."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from referee.games.champions.info import MAX_SEATS
from referee.games.champions.tables import (
    MOST_BATTLES,
    MOST_ITEMS,
    MOST_LOOT_ACTIONS,
    NUM_ACTIONS,
    NUM_KINDS,
    NUM_TURNS,
    NUM_TYPES,
)
from referee.kit.records import Int32

__all__ = [
    "Act",
    "BAD",
    "BattleId",
    "Bit",
    "Champion",
    "Coordinate",
    "Face",
    "Health",
    "ItemId",
    "ItemKind",
    "Looting",
    "Many",
    "MapSize",
    "Round",
    "Seat",
    "Step",
    "Turn",
]

# Not -1, which stands for an absent battle in the arrays of kernels.
BAD = -2
"""Stands for a number that is required but missing, or that is outside the range of its field."""

Seat: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SEATS - 1)]
Champion: TypeAlias = Annotated[int, Field(ge=0, le=NUM_TYPES - 1)]
BattleId: TypeAlias = Annotated[int, Field(ge=0, le=MOST_BATTLES - 1)]
Turn: TypeAlias = Annotated[int, Field(ge=0, le=NUM_TURNS - 1)]
Act: TypeAlias = Annotated[int, Field(ge=0, le=NUM_ACTIONS - 1)]
ItemId: TypeAlias = Annotated[int, Field(ge=1, le=MOST_ITEMS)]
ItemKind: TypeAlias = Annotated[int, Field(ge=0, le=NUM_KINDS - 1)]
MapSize: TypeAlias = Annotated[int, Field(ge=1, le=4)]
Coordinate: TypeAlias = Annotated[int, Field(ge=-1, le=3), Int32()]
Health: TypeAlias = Annotated[int, Field(ge=0, le=100)]
Round: TypeAlias = Annotated[int, Field(ge=1, le=200)]
Looting: TypeAlias = Annotated[int, Field(ge=0, le=MOST_LOOT_ACTIONS - 1)]
Face: TypeAlias = Annotated[int, Field(ge=1, le=20)]
Many: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]
Bit: TypeAlias = Annotated[int, Field(ge=0, le=1)]
Step: TypeAlias = Annotated[int, Field(ge=-1, le=1), Int32()]

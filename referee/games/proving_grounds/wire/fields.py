"""Types of the numbers in messages, with their bounds by the config (PG-2.1, PG-2.2, PG-2.9)."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from referee.games.proving_grounds.tables import (
    BEST,
    MAX_SEATS,
    MIN_SEATS,
    MOST_KINDS,
    WORST,
    Creature,
    HeroClass,
    Item,
)
from referee.kit.records import OneOf

__all__ = [
    "Amount",
    "CacheGold",
    "ClassNumber",
    "CreatureNumber",
    "Damage",
    "Depth",
    "GemKind",
    "Gems",
    "HeroId",
    "HoardGold",
    "ItemNumber",
    "NumSeats",
    "Place",
    "Roll",
    "Room",
    "Seat",
    "Stats",
    "Turn",
    "Width",
]

NumSeats: TypeAlias = Annotated[int, Field(ge=MIN_SEATS, le=MAX_SEATS)]
Width: TypeAlias = Annotated[int, Field(ge=2, le=6)]
Depth: TypeAlias = Annotated[int, Field(ge=2, le=10)]
"""Number of rows of a sector, a seat's part of the dungeon."""
HoardGold: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]
CacheGold: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
"""Gold of a cache, a hidden hoard, in a hand-made dungeon (PG-2.9)."""
Seat: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SEATS - 1)]
HeroId: TypeAlias = Annotated[int, Field(ge=0, le=2500)]
"""Id of a hero among all that his seat has ever had; for a creature, its place in its group."""
Room: TypeAlias = Annotated[int, Field(ge=0, le=480)]
Turn: TypeAlias = Annotated[int, Field(ge=0, le=500)]
Place: TypeAlias = Annotated[int, Field(ge=0, le=255)]
"""Index in a list, from 0."""
Amount: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]
Damage: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
"""Number of hit points or Mana."""
Roll: TypeAlias = Annotated[int, Field(ge=1, le=18)]
GemKind: TypeAlias = Annotated[int, Field(ge=0, le=MOST_KINDS - 1)]
Gems: TypeAlias = Annotated[
    tuple[Annotated[int, Field(ge=0, le=2**15 - 1)], ...], Field(max_length=MOST_KINDS)
]
"""Number of gems of each kind in play."""
Stats: TypeAlias = Annotated[
    tuple[Annotated[int, Field(ge=WORST, le=BEST)], ...], Field(min_length=5, max_length=5)
]
"""Values of the five characteristics, in the order of Stat: STR, DEX, CON, INT, initiative."""
# Names as they lie in arrays.
ClassNumber: TypeAlias = Annotated[int, OneOf(HeroClass)]
CreatureNumber: TypeAlias = Annotated[int, OneOf(Creature)]
ItemNumber: TypeAlias = Annotated[int, OneOf(Item)]

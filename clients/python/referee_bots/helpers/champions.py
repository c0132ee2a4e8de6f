"""Tiers of items and loot of tiles in Champions (CH-2.4, CH-2.5, CH-2.8, CH-3.4, CH-3.6)."""

from __future__ import annotations

from typing import TypeAlias

from gamereferee.games.champions.v1.champions_pb2 import Observation
from gamereferee.games.champions.v1.tables import (
    FILL_TIERS,
    ITEMS_A_FILL,
    KINDS,
    Category,
    Tier,
    TileClass,
)

__all__ = [
    "Tile",
    "category_of",
    "kinds_of",
    "loot_class",
    "neighbours",
    "tier_counts",
    "tier_of",
    "tier_share",
    "tile_of",
]

Tile: TypeAlias = tuple[int, int]
"""Row and column of a tile, from 0 at the top left (CH-2.4)."""

_SMALL = 2


def tier_of(kind: int) -> Tier:
    """Return the tier of a kind of item, from common to legendary (CH-3.6).

    Args:
        kind: Number of the kind, `Item.kind`, from 0 to 35.
    """
    return KINDS[kind].tier


def category_of(kind: int) -> Category:
    """Return the category of a kind of item: physical, magical, defensive or support (CH-3.6).

    Args:
        kind: Number of the kind, `Item.kind`, from 0 to 35.
    """
    return KINDS[kind].category


def kinds_of(category: Category, tier: Tier) -> list[int]:
    """Return the numbers of all kinds of items of a category and tier, ascending (CH-3.6)."""
    return [
        number
        for number, kind in enumerate(KINDS)
        if kind.category == category and kind.tier == tier
    ]


def tile_of(seen: Observation, seat: int | None = None) -> Tile:
    """Return the tile on which a seat stands.

    Args:
        seen: Observation of a seat.
        seat: Index of a seat in play; None for the observing seat.
    """
    there = seen.seats[seen.me.seat if seat is None else seat]
    return there.row, there.col


def neighbours(size: int, tile: Tile) -> list[Tile]:
    """Return the tiles that touch a tile at a side or a corner, row by row (CH-2.4).

    Args:
        size: Number of rows and of columns of the map, `Observation.size`.
        tile: Row and column of the tile.
    """
    row, col = tile
    return [
        (r, c)
        for r in range(max(0, row - 1), min(size, row + 2))
        for c in range(max(0, col - 1), min(size, col + 2))
        if (r, c) != tile
    ]


def loot_class(size: int, tile: Tile) -> TileClass:
    """Return the class of a tile: corner, edge, centre or core; the higher, the better its loot (CH-2.5).

    Args:
        size: Number of rows and of columns of the map, `Observation.size`.
        tile: Row and column of the tile.
    """
    if size <= _SMALL:
        return TileClass.CORE
    return TileClass(sum(0 < part < size - 1 for part in tile))


def tier_counts(of: TileClass) -> dict[Tier, int]:
    """Return how many of the 12 items that a tile of a class begins with are of each tier (CH-2.8)."""
    return {tier: FILL_TIERS[of].count(tier) for tier in Tier}


def tier_share(of: TileClass, tier: Tier) -> float:
    """Return the probability that an item of a full tile is of this tier or a better one, 0 to 1 (CH-2.8)."""
    return sum(count for each, count in tier_counts(of).items() if each >= tier) / ITEMS_A_FILL

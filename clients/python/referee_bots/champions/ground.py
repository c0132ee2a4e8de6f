"""Tiles of the map: which a seat can reach, who is on them, and their class (CH-2.4, CH-2.5, CH-4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from gamereferee.games.champions.v1.champions_pb2 import Action, Move, Observation
from gamereferee.games.champions.v1.tables import TileClass

__all__ = ["Cell", "distance", "move", "others_at", "place_of", "reachable", "tile_class"]

Cell: TypeAlias = tuple[int, int]
"""Row and column of a tile, from 0."""

_SMALL = 2


def tile_class(size: int, cell: Cell) -> int:
    """Return the class of a tile: 0 corner, 1 edge, 2 centre, 3 core.

    The higher the class, the better is its loot (CH-2.5, CH-2.8).

    Args:
        size: Number of rows and of columns of the map.
        cell: Row and column of the tile.
    """
    if size <= _SMALL:
        return TileClass.CORE  # as every tile of a small map is (CH-2.5)
    return sum(0 < part < size - 1 for part in cell)


def reachable(size: int, cell: Cell) -> list[Cell]:
    """Return the tiles that one move from a tile can reach, the tile itself included, row by row.

    Args:
        size: Number of rows and of columns of the map.
        cell: Row and column of the tile.
    """
    row, col = cell
    return [
        (r, c)
        for r in range(max(0, row - 1), min(size, row + 2))
        for c in range(max(0, col - 1), min(size, col + 2))
    ]


def distance(one: Cell, other: Cell) -> int:
    """Return the least number of moves from one tile to another."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def place_of(seen: Observation, seat: int) -> Cell:
    """Return the tile on which a seat stands; the seat must be in play."""
    return seen.seats[seat].row, seen.seats[seat].col


def others_at(seen: Observation, cells: Sequence[Cell]) -> list[int]:
    """Return the number of other seats in play on each of the tiles `cells`."""
    places = [
        (other.row, other.col)
        for seat, other in enumerate(seen.seats)
        if other.alive and seat != seen.me.seat
    ]
    return [places.count(cell) for cell in cells]


def move(seen: Observation, target: Cell) -> Action:
    """Return the action that moves the own seat to the tile `target`, which must be within reach."""
    row, col = place_of(seen, seen.me.seat)
    return Action(move=Move(dr=target[0] - row, dc=target[1] - col))

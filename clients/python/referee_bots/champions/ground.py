"""Tiles of the map: which a seat can reach, and who is on them (CH-2.4, CH-4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from gamereferee.games.champions.v1.champions_pb2 import Action, Move, Observation
from referee_bots.helpers.champions import neighbours, tile_of

__all__ = ["Cell", "distance", "move", "others_at", "reachable"]

Cell: TypeAlias = tuple[int, int]
"""Row and column of a tile, from 0."""


def reachable(size: int, cell: Cell) -> list[Cell]:
    """Return the tiles that one move from a tile can reach, the tile itself included, row by row.

    Args:
        size: Number of rows and of columns of the map.
        cell: Row and column of the tile.
    """
    return sorted([cell, *neighbours(size, cell)])


def distance(one: Cell, other: Cell) -> int:
    """Return the least number of moves from one tile to another."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


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
    row, col = tile_of(seen)
    return Action(move=Move(dr=target[0] - row, dc=target[1] - col))

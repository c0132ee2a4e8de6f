"""Symmetries of the square that make maps fair, and the slots of bases (DK-2.9, DK-2.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.dungeon_keeper.rules.places import Place

__all__ = ["Base", "Turn", "bases_of", "group_of", "images_of"]


class Turn(NamedTuple):
    """Element of the map's symmetry group: a mirroring of columns, if any, then quarter turns."""

    quarters: int
    """Number of quarter turns after the mirroring, 0 to 3: the rotations R0 to R3."""
    is_mirrored: bool = False

    def image(self, row: int, col: int, size: int) -> Place:
        """Return the cell to which this element maps a cell of a board of this size."""
        last = size - 1
        # First the mirroring, then the turns: the other way round gives other elements (DK-2.9).
        if self.is_mirrored:
            col = last - col
        for _ in range(self.quarters):
            row, col = col, last - row
        return Place(row, col)


_ROTATIONS = tuple(Turn(quarters) for quarters in range(4))
_MIRRORED = tuple(Turn(quarters, is_mirrored=True) for quarters in range(4))
_R0, _, _R2, _ = _ROTATIONS
# Mirrored and turned twice is the mirroring of rows, V.
_M, _, _V, _ = _MIRRORED

_GROUPS = {
    ("rotation", 2): (_R0, _R2),
    ("rotation", 4): _ROTATIONS,
    ("rotation", 8): _ROTATIONS + _MIRRORED,
    ("mirror", 2): (_R0, _M),
    ("mirror", 4): (_R0, _M, _R2, _V),
    ("mirror", 8): _ROTATIONS + _MIRRORED,
}


def group_of(num_seats: int, symmetry: str) -> tuple[Turn, ...]:
    """Return the elements of a map's symmetry group, one for each slot.

    Slot k is the image of slot 0 under element k.

    Args:
        num_seats: Seats, 2 to 8.
        symmetry: "rotation" or "mirror".
    """
    # Seats 3 and 5 to 7 leave slots vacant: a square has no symmetry of that many parts (DK-2.15).
    num_slots = next(number for number in (2, 4, 8) if num_seats <= number)
    return _GROUPS[symmetry, num_slots]


def images_of(group: Sequence[Turn], row: int, col: int, size: int) -> list[Place]:
    """Return the images of a cell by the turns of a group, one for each slot.

    The first one is the cell itself.
    """
    return [turn.image(row, col, size) for turn in group]


class Base(NamedTuple):
    """Cells of the Altar, Source, Circle and gold mine of one slot, a part of the map for one base.

    The cells around the Altar are the base's cave.
    """

    altar: Place
    source: Place
    circle: Place
    gold_mine: Place


def bases_of(group: Sequence[Turn], symmetry: str, size: int) -> list[Base]:
    """Return the bases, by slot (DK-2.10).

    Args:
        group: Symmetry group of the map, from `group_of`.
        symmetry: "rotation" or "mirror".
        size: Side of the board.
    """
    margin = size // 11 if len(group) == 8 else size // 6
    row, col = margin, margin
    if len(group) == 8:
        col = (size - 1 + margin) // 3
    elif len(group) == 2 and symmetry == "mirror":
        row = size // 2
    cells = ((row, col), (row - 2, col), (row, col - 2), (row, col + 2))
    return [Base(*[turn.image(*cell, size) for cell in cells]) for turn in group]

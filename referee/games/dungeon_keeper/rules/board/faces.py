"""Faces: all facts about a cell packed into one number, which is how seats remember it (DK-6.21).

Under fog each seat has its own memory of the board. A face takes 4 bytes for a cell, while planes
take 20. The content of a mine and the hit points of a building share bits, since no cell has both:

    bits   0-2      3-6    7-20                        21-24       25-28   29-30           31
           terrain  kind   what a mine holds           0           0       0               0
                           hit points, then low mark   owner + 1   level   action points   upgraded

Terrain is 1 more than in its plane. A face of 0 is a cell that was never seen; all its planes are
NO.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Cells, Longs, Shorts

__all__ = ["Faces", "face_of", "own_planes", "planes_of", "terrain_of"]

Faces: TypeAlias = npt.NDArray[np.uint32]

_TERRAIN = (1 << 3) - 1
"""Bit mask of the terrain in a face."""
_KIND, _LEFT, _HP, _LOW, _OWNER, _LEVEL, _AP, _UPGRADED = 3, 7, 7, 14, 21, 25, 29, 31
"""Position in a face of the lowest bit of each part but the terrain: kind, content of a mine, hit
points, low mark, owner + 1, level, action points, upgraded or not.
"""
_OF_MINES = np.array(
    [
        (c.MINE_KIND, _KIND, (1 << 4) - 1, 0),
        (c.MINE_LEFT, _LEFT, (1 << 14) - 1, 0),
    ]
)
"""How the planes of a mine are read from its face, one row for each plane in order: the plane, its
lowest bit, the bit mask, and a number to add."""
_OF_BUILDINGS = np.array(
    [
        (c.B_KIND, _KIND, (1 << 4) - 1, 0),
        (c.B_OWNER, _OWNER, (1 << 4) - 1, -1),
        (c.B_HP, _HP, (1 << 7) - 1, 0),
        (c.B_LEVEL, _LEVEL, (1 << 4) - 1, 0),
        (c.B_AP, _AP, (1 << 2) - 1, 0),
        (c.B_UPGRADED, _UPGRADED, 1, 0),
        (c.B_LOW, _LOW, (1 << 7) - 1, 0),
    ]
)


@borrowing
def face_of(cells: Cells, row: int, col: int) -> int:
    """Return the face of a cell as it is now: a number with the bits of the module's table.

    Args:
        cells: int8 or int16[plane, row, col]: the board.
        row: The cell's row.
        col: The cell's column.
    """
    terrain = _number(cells, c.TERRAIN, row, col)
    # 0 is left for a cell that was never seen.
    face = terrain + 1
    if terrain == c.MINE:
        face |= _number(cells, c.MINE_KIND, row, col) << _KIND
        face |= _number(cells, c.MINE_LEFT, row, col) << _LEFT
    elif terrain == c.BUILDING:
        face |= _number(cells, c.B_KIND, row, col) << _KIND
        face |= _number(cells, c.B_HP, row, col) << _HP
        face |= (_number(cells, c.B_OWNER, row, col) + 1) << _OWNER
        face |= _number(cells, c.B_LEVEL, row, col) << _LEVEL
        face |= _number(cells, c.B_AP, row, col) << _AP
        face |= _number(cells, c.B_UPGRADED, row, col) << _UPGRADED
        # Version 1 has no plane of low marks.
        if len(cells) > c.B_LOW:
            face |= _number(cells, c.B_LOW, row, col) << _LOW
    return face


@borrowing
def _number(cells: Cells, plane: int, row: int, col: int) -> int:
    # As wide as all numbers of a face are together.
    return int(np.int64(cells[plane, row, col]))


def terrain_of(faces: Faces) -> Cells:
    """Return the terrain that each face holds: int8 in the shape of `faces`, NO if never seen."""
    terrain: Cells = (faces & _TERRAIN).astype(np.int8) - np.int8(1)
    return terrain


def own_planes(faces: Faces, terrain: int, number: int) -> Longs:
    """Return the planes that only cells of one terrain use, read from faces of such cells.

    Args:
        faces: uint32[cell].
        terrain: MINE or BUILDING; all cells are of this terrain.
        number: Number of planes to return, from MINE_KIND or B_KIND on.

    Returns:
        int64[cell, plane].
    """
    _, first, bits, added = (_OF_MINES if terrain == c.MINE else _OF_BUILDINGS)[:number].T
    planes: Longs = (faces[:, np.newaxis].astype(np.int64) >> first & bits) + added
    return planes


def planes_of(faces: Faces, num_planes: int) -> Shorts:
    """Return faces unpacked into planes, in the form of `State.cells`.

    All planes of a cell that was never seen are NO.

    Args:
        faces: uint32[board, cell].
        num_planes: Number of planes of the state's board.

    Returns:
        int16[board, plane, cell].
    """
    planes = np.empty((len(faces), num_planes, faces.shape[1]), np.int16)
    if not planes.size:
        return planes
    terrain = terrain_of(faces)
    nothing = np.minimum(terrain, 0)  # NO where nothing is known, else 0
    planes[:, c.TERRAIN] = terrain
    planes[:, [c.MINE_KIND, c.B_KIND, c.B_OWNER]] = c.NO
    planes[:, c.MINE_LEFT] = nothing
    planes[:, c.B_HP :] = nothing[:, np.newaxis]
    for kind, parts in ((c.MINE, _OF_MINES), (c.BUILDING, _OF_BUILDINGS)):
        # Only such cells have these planes; all others keep what was written above.
        board, cell = (terrain == kind).nonzero()
        if len(cell):
            at, first, bits, added = parts[parts[:, 0] < num_planes].T[:, :, np.newaxis]
            planes[board, at, cell] = (faces[board, cell].astype(np.int64) >> first & bits) + added
    return planes

"""A level as arrays: terrain, pieces, and cells of spawn points, shrines and tower (DA-2.9, DA-3.3).

It holds what a map file says and no more. Nothing in it changes while the level is played, so one level
can serve any number of matches.
"""

from __future__ import annotations

import dataclasses

import numpy as np
import numpy.typing as npt

from referee.games.dice_adventure.tables import NUM_MEMBERS, SHRINE, SPAWN, TOWER

__all__ = ["MAX_SIDE", "Level", "level_from_grids"]

MAX_SIDE = 32
"""Largest width and height of a map, in cells (DA-2.10)."""


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A level as it stands before its first round. Its arrays can't be written to."""

    width: int
    """Number of cells in a row, 1..32."""
    height: int
    """Number of rows, 1..32."""
    terrain: npt.NDArray[np.uint8]
    """uint8[row, col]: 0 wall, 1 empty, 2 tower, 3-5 spawn point of member 1-3, 6-8 shrine of member 1-3 (DA-3.3)."""
    piece_type: npt.NDArray[np.int8]
    """int8[piece]: index of each piece's type. Pieces are in row-major order, which gives their ids (DA-2.16)."""
    piece_pos: npt.NDArray[np.int16]
    """int16[piece, 2]: cell (x, y) of each piece."""
    spawn: npt.NDArray[np.int16]
    """int16[member, 2]: spawn point (x, y) of each member."""
    shrine: npt.NDArray[np.int16]
    """int16[member, 2]: key shrine (x, y) of each member."""
    tower: npt.NDArray[np.int16]
    """int16[2]: the tower's cell (x, y)."""

    def __post_init__(self) -> None:
        for array in self._arrays():
            array.setflags(write=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Level):
            return NotImplemented
        # The generated comparison would compare arrays with `==`, which gives arrays and not a truth value.
        pairs = zip(self._arrays(), other._arrays(), strict=True)
        return all(np.array_equal(own, its) for own, its in pairs)

    def __hash__(self) -> int:
        return hash(b"".join(array.tobytes() for array in self._arrays()))

    @property
    def num_pieces(self) -> int:
        """Number of rocks, traps and monsters together."""
        return len(self.piece_type)

    def _arrays(self) -> tuple[npt.NDArray[np.generic], ...]:
        # The other fields follow from the shape of the terrain.
        return (
            self.terrain,
            self.piece_type,
            self.piece_pos,
            self.spawn,
            self.shrine,
            self.tower,
        )


def level_from_grids(terrain: npt.NDArray[np.uint8], pieces: npt.NDArray[np.int8]) -> Level:
    """Return the level with this terrain and these pieces; it uses the terrain array without a copy.

    Args:
        terrain: uint8[row, col], with one of each spawn point, each shrine and the tower.
        pieces: int8[row, col]: index of the type of the piece in each cell, -1 for none.
    """
    height, width = terrain.shape
    rows, cols = np.nonzero(pieces >= 0)
    cell_of = np.zeros((SHRINE + NUM_MEMBERS, 2), dtype=np.int16)
    special_rows, special_cols = np.nonzero(terrain >= TOWER)
    cell_of[terrain[special_rows, special_cols]] = np.stack((special_cols, special_rows), axis=1)
    return Level(
        width=width,
        height=height,
        terrain=terrain,
        piece_type=pieces[rows, cols],
        piece_pos=np.stack((cols, rows), axis=1).astype(np.int16),
        spawn=cell_of[SPAWN:SHRINE].copy(),
        shrine=cell_of[SHRINE:].copy(),
        tower=cell_of[TOWER].copy(),
    )

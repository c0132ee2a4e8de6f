"""Faces of cells taken apart one by one, as the table in `referee.games.dungeon_keeper.rules.board.faces` has them."""

from __future__ import annotations

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Shorts
from referee.games.dungeon_keeper.rules.board.faces import Faces

__all__ = ["board_of_faces", "planes_of_face"]


def planes_of_face(face: int, num_planes: int) -> list[int]:
    """What is known of a cell, by planes."""
    terrain = face % 8 - 1
    if terrain == c.NO:
        return [c.NO] * num_planes
    kind, rest = face // 8 % 16, face // 128
    mine, building = [c.NO, 0], [c.NO, c.NO, 0, 0, 0, 0, 0]
    if terrain == c.MINE:
        mine = [kind, rest % 16384]
    elif terrain == c.BUILDING:
        hp, low, owner = rest % 128, rest // 128 % 128, rest // 16384 % 16 - 1
        level, ap, upgraded = rest // 16384 // 16 % 16, rest // 16384 // 256 % 4, face // 2**31
        building = [kind, owner, hp, level, ap, upgraded, low]
    return [terrain, *mine, *building][:num_planes]


def board_of_faces(faces: Faces, num_planes: int) -> Shorts:
    """A board by planes: int16[plane, row, col]."""
    rows = [[planes_of_face(face, num_planes) for face in row] for row in faces.tolist()]
    return np.array(rows, np.int16).transpose(2, 0, 1)

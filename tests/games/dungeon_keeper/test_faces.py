"""Faces of cells: everything that a board can be is in them, and comes out of them again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from referee.core.rng import Stream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Cells
from referee.games.dungeon_keeper.rules.board.faces import Faces, face_of, planes_of
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    MAX_SEATS,
    MAX_SOURCE_LEVEL,
    TOWER_AP,
    Building,
    MineKind,
)
from tests.games.dungeon_keeper.plain_faces import board_of_faces

SIZE = 23
RICHEST_MINE = 10_000
"""DK-2.1."""


def drawn_cell(dice: Stream) -> list[int]:
    """A cell of any sort, with the least and the greatest numbers among others."""

    def number(most: int) -> int:
        return (0, most, dice.draw(most + 1) - 1)[dice.draw(3) - 1]

    terrain = (c.UNDUG, c.EMPTY, c.MINE, c.BUILDING)[dice.draw(4) - 1]
    mine, building = [c.NO, 0], [c.NO, c.NO, 0, 0, 0, 0, 0]
    if terrain == c.MINE:
        mine = [number(len(MineKind) - 1), number(RICHEST_MINE)]
    elif terrain == c.BUILDING:
        hp = max(row.hp for row in BUILDINGS.values())
        building = [
            *(number(len(Building) - 1), number(MAX_SEATS) - 1, number(hp)),
            *(number(MAX_SOURCE_LEVEL), number(TOWER_AP), number(1), number(hp)),
        ]
    return [terrain, *mine, *building]


def drawn_board(seed: int, num_planes: int) -> Cells:
    """A board of such cells."""
    dice = Stream(seed)
    rows = [[drawn_cell(dice)[:num_planes] for _ in range(SIZE)] for _ in range(SIZE)]
    return np.array(rows, np.int16).transpose(2, 0, 1).copy()


def faces_of(cells: Cells) -> Faces:
    """All faces of a board."""
    rows = [[face_of(cells, row, col) for col in range(SIZE)] for row in range(SIZE)]
    return np.array(rows, np.uint32)


@pytest.mark.parametrize("num_planes", [c.NUM_PLANES, c.PLANES_OF_OLD])
@pytest.mark.parametrize("planes_of_board", [planes_of, None])
def test_a_board_comes_out_of_its_faces(
    num_planes: int, planes_of_board: Callable[[Faces, int], Cells] | None
) -> None:
    """Taken apart by arrays, and one by one as the table has it; versions 1 and 2."""
    for seed in range(4):
        cells = drawn_board(seed, num_planes)
        faces = faces_of(cells)
        assert faces.min() > 0
        again = (
            board_of_faces(faces, num_planes)
            if planes_of_board is None
            else planes_of_board(faces.reshape(1, -1), num_planes).reshape(cells.shape)
        )
        assert again.dtype == np.int16
        assert (again == cells).all()


def test_nothing_is_known_of_cells_that_were_never_seen() -> None:
    """All of their planes are NO, and of others nothing changes; several boards at once."""
    cells = drawn_board(7, c.NUM_PLANES)
    faces = np.stack([faces_of(cells), np.zeros((SIZE, SIZE), np.uint32)])
    faces[0, 4:9] = 0
    planes = planes_of(faces.reshape(2, -1), c.NUM_PLANES).reshape(2, c.NUM_PLANES, SIZE, SIZE)
    assert (planes[1] == c.NO).all()
    assert (planes[0, :, 4:9] == c.NO).all()
    assert (planes[0, :, 9:] == cells[:, 9:]).all()
    assert (planes[0, :, :4] == cells[:, :4]).all()

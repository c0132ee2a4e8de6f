"""What seats see and remember under fog, by DK-6.20 and DK-6.21, on boards whose answer is drawn by hand."""

from __future__ import annotations

import numpy as np
import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import LIGHT, NEUTRAL, Building, Item, Kind
from referee.games.dungeon_keeper.visibility.fog import has_fog, look, sees_cell, sees_unit
from tests.games.dungeon_keeper.plain_faces import board_of_faces
from tests.games.dungeon_keeper.positions import add, build, open_board


@pytest.fixture
def fog() -> Play:
    """An empty board of 9 by 9 under fog, with the least sight radius."""
    return open_board(fog_of_war=True, sight_radius=3)


def drawn(play: Play, seat: int) -> list[str]:
    """What a seat sees, `x` for each cell."""
    return ["".join("x" if seen else "." for seen in row) for row in play.state.vision[seat]]


def test_a_unit_sees_what_is_in_its_radius(fog: Play) -> None:
    """On open ground a square of 7 by 7; at the edge what is left of it."""
    add(fog, 0, Kind.IMP, (4, 4))
    add(fog, 1, Kind.IMP, (0, 8))
    look(fog.state)
    assert drawn(fog, 0) == ["." * 9, *["." + "x" * 7 + "."] * 7, "." * 9]
    assert drawn(fog, 1) == ["." * 5 + "x" * 4] * 4 + ["." * 9] * 5


def test_rock_hides_what_is_behind_it_and_shows_its_face(fog: Play) -> None:
    """A wall of rock in column 6: seen itself but for its far ends, where the line grazes it earlier."""
    add(fog, 0, Kind.IMP, (4, 4))
    for row in range(9):
        fog.state.cells[c.TERRAIN, row, 6] = c.UNDUG
    look(fog.state)
    ends, middle = ".xxxxx...", ".xxxxxx.."
    assert drawn(fog, 0) == ["." * 9, ends, *[middle] * 5, ends, "." * 9]


def test_in_a_closed_cell_only_the_neighbours_are_seen(fog: Play) -> None:
    """All eight, corners too, although no line leads past two solid cells."""
    fog.state.cells[c.TERRAIN] = c.UNDUG
    fog.state.cells[c.TERRAIN, 4, 4] = c.EMPTY
    add(fog, 0, Kind.IMP, (4, 4))
    look(fog.state)
    assert drawn(fog, 0) == ["." * 9] * 3 + ["...xxx..."] * 3 + ["." * 9] * 3


def test_own_buildings_and_controlled_units_see_too(fog: Play) -> None:
    """Sources as well; neutral and others' buildings do not, nor the light side for anybody."""
    build(fog, 0, Building.SOURCE, (0, 0))
    build(fog, NEUTRAL, Building.WALL, (0, 8))
    build(fog, 1, Building.ALTAR, (8, 8))
    add(fog, LIGHT, Kind.HERO, (8, 0))
    look(fog.state)
    assert drawn(fog, 0) == ["xxxx....."] * 4 + ["." * 9] * 5
    add(fog, LIGHT, Kind.GNOME, (8, 0), controller=0)
    look(fog.state)
    assert drawn(fog, 0) == ["xxxx....."] * 4 + ["." * 9] + ["xxxx....."] * 4


def test_who_is_seen(fog: Play) -> None:
    """Own units always, others in sight; a unit under foreign control is known to both its masters."""
    own = add(fog, 0, Kind.BES, (0, 0))
    near = add(fog, 1, Kind.BES, (3, 3))
    far = add(fog, 1, Kind.BES, (8, 8))
    lost = add(fog, 1, Kind.BES, (8, 0), controller=0)
    look(fog.state)
    known = [[sees_unit(fog.state, seat, at) for at in (own, near, far, lost)] for seat in (0, 1)]
    assert known == [[True, True, False, True], [True, True, True, True]]
    assert sees_cell(fog.state, 0, 3, 3)
    assert not sees_cell(fog.state, 0, 4, 4)


def test_the_board_is_remembered_as_it_was_seen(fog: Play) -> None:
    """What changes out of sight stays as it was in memory, until it is seen again (DK-6.21)."""
    imp = add(fog, 0, Kind.IMP, (4, 4))
    build(fog, 1, Building.HOSPITAL, (4, 6))
    ground.put_mine(fog.state, 4, 2, 0, 100)
    look(fog.state)
    memory = board_of_faces(fog.state.memory[0], c.NUM_PLANES)
    assert memory[c.TERRAIN, 0].tolist() == [c.NO] * 9
    assert memory[c.B_HP, 4, 6] == 50
    fog.state.units[imp, [c.ROW, c.COL]] = 0, 4
    fog.state.cells[c.B_HP, 4, 6] = 20
    ground.clear_cell(fog.state, 4, 2)
    look(fog.state)
    memory = board_of_faces(fog.state.memory[0], c.NUM_PLANES)
    assert memory[[c.B_KIND, c.B_HP, c.B_OWNER], 4, 6].tolist() == [int(Building.HOSPITAL), 50, 1]
    assert memory[[c.TERRAIN, c.MINE_LEFT], 4, 2].tolist() == [c.MINE, 100]
    fog.state.units[imp, [c.ROW, c.COL]] = 4, 4
    look(fog.state)
    memory = board_of_faces(fog.state.memory[0], c.NUM_PLANES)
    assert memory[c.B_HP, 4, 6] == 20
    assert memory[c.TERRAIN, 4, 2] == c.EMPTY


def test_items_are_remembered_where_they_lay(fog: Play) -> None:
    """Gone without a witness, they stay in memory until somebody looks; others' finds are unknown."""
    imp = add(fog, 0, Kind.IMP, (4, 4))
    ground.put_item(fog.state, 4, 5, Item.CHEST)
    ground.put_item(fog.state, 8, 8, Item.CHEST)
    look(fog.state)
    assert fog.state.item_memory[:, :2].tolist() == [[True, False], [False, False]]
    fog.state.units[imp, [c.ROW, c.COL]] = 0, 0
    ground.take_item(fog.state, 0)
    look(fog.state)
    assert fog.state.item_memory[0, :2].tolist() == [True, False]
    fog.state.units[imp, [c.ROW, c.COL]] = 4, 4
    look(fog.state)
    assert fog.state.item_memory[0, :2].tolist() == [False, False]


def test_what_drops_in_sight_is_noticed_beyond_the_first_rows_of_items(fog: Play) -> None:
    """Memory of items grows with their number."""
    add(fog, 0, Kind.IMP, (4, 4))
    for _ in range(70):
        ground.put_item(fog.state, 4, 4, Item.SWORD)
    look(fog.state)
    assert fog.state.item_memory[0].sum() == 70
    assert not fog.state.item_memory[1].any()


def test_in_an_open_game_nothing_is_kept() -> None:
    """And everybody sees everything."""
    play = open_board()
    imp = add(play, 1, Kind.IMP, (8, 8))
    look(play.state)
    assert not has_fog(play.state)
    assert play.state.vision.size == play.state.memory.size == 0
    assert sees_unit(play.state, 0, imp)
    assert sees_cell(play.state, 0, 8, 8)


def test_looking_twice_changes_nothing(fog: Play) -> None:
    """Memory depends on what was seen alone."""
    add(fog, 0, Kind.IMP, (4, 4))
    look(fog.state)
    before = [fog.state.vision.copy(), fog.state.memory.copy(), fog.state.item_memory.copy()]
    look(fog.state)
    after = [fog.state.vision, fog.state.memory, fog.state.item_memory]
    assert all(np.array_equal(one, two) for one, two in zip(before, after, strict=True))

"""What bots need of the rules (`referee_bots.helpers`): values of the rulebooks' tables and worked examples."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from gamereferee.games.champions.v1.tables import KINDS, Category, Tier, TileClass
from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as da
from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as dk
from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as pg
from referee_bots.helpers import champions
from referee_bots.helpers.dice_adventure import Level, steps_of
from referee_bots.helpers.dungeon_keeper import Ground, distance
from referee_bots.helpers.proving_grounds import Dungeon, Layout

# Dungeon Keeper.


def board(size: int, *empty: tuple[int, int], units: list[dk.Unit] | None = None) -> dk.Observation:
    """What seat 0 sees of a board that is undug except for some cells."""
    rows = [["#"] * size for _ in range(size)]
    for row, col in empty:
        rows[row][col] = "."
    return dk.Observation(you=0, rows=["".join(row) for row in rows], units=units or [])


def test_neighbours_are_in_the_order_of_directions() -> None:
    """DK-2.8: N, NE, E, SE, S, SW, W, NW; only those on the board."""
    ground = Ground(board(9))
    assert ground.neighbours((4, 4)) == [
        *((3, 4), (3, 5), (4, 5), (5, 5)),
        *((5, 4), (5, 3), (4, 3), (3, 3)),
    ]
    assert ground.neighbours((0, 0)) == [(0, 1), (1, 1), (1, 0)]
    assert distance((37, 15), (35, 14)) == 2


def test_an_imp_on_its_way_to_a_mine() -> None:
    """DK-8.1, the seed's turn: one step to 36-15, and the mine at 35-14 is next to it."""
    seen = board(45, (37, 15), (36, 15))
    seen.rows[35] = seen.rows[35][:14] + "m" + seen.rows[35][15:]
    ground = Ground(seen)
    assert ground.path_beside((37, 15), (35, 14)) == [(36, 15)]
    assert ground.path_beside((36, 15), (35, 14)) == []
    assert ground.path((37, 15), (35, 14)) is None
    assert ground.costs((37, 15)) == {(37, 15): 0, (36, 15): 1}


def test_a_corner() -> None:
    """DK-8.6: a diagonal step between two undug cells is barred, and so is the line of sight."""
    ground = Ground(board(9, (4, 4), (3, 5)))
    assert ground.steps((4, 4)) == []
    assert not ground.sees((4, 4), (3, 5))
    # One of the two cells at the side has to be dug: 1 for that, and 1 for the step.
    assert ground.path((4, 4), (3, 5), digs=True) == [(3, 5)]
    assert ground.costs((4, 4), digs=True)[3, 5] == 2
    ground.see(dk.Observation(is_delta=True, cells=[dk.CellView(row=3, col=4, look=".")]))
    assert ground.steps((4, 4)) == [(3, 4), (3, 5)]
    assert ground.sees((4, 4), (3, 5))


def test_units_of_others_bar_the_way() -> None:
    """DK-5.12: the own ones do not; they are known by their latest observation."""
    other = dk.Unit(id=7, owner=1, row=3, col=5)
    own = dk.Unit(id=8, owner=0, row=3, col=4)
    ground = Ground(board(9, (4, 4), (3, 4), (3, 5), (3, 6), units=[other, own]))
    assert ground.is_foreign((3, 5))
    assert ground.steps((4, 4)) == [(3, 4)]
    assert ground.path((4, 4), (3, 6)) is None
    other.row = 3
    other.col = 6
    ground.see(dk.Observation(is_delta=True, units=[other]))
    assert ground.path((4, 4), (3, 5)) == [(3, 5)]
    ground.see(dk.Observation(is_delta=True, gone_units=[7]))
    assert ground.path((4, 4), (3, 6)) == [(3, 5), (3, 6)]
    assert ground.is_empty((3, 6))


def test_changes_alone_are_no_ground() -> None:
    """They belong to a whole observation."""
    with pytest.raises(ValueError, match="is_delta must be false in the first observation"):
        Ground(dk.Observation(is_delta=True))


# Dice Adventure.


def level(*grid: str, x: int, y: int, monsters: list[tuple[int, int]]) -> Level:
    """The level that a member on (x, y) knows as this grid."""
    return Level(
        da.Observation(
            level=da.Level(w=3, h=len(grid)),
            grid=grid,
            me=da.Me(x=x, y=y),
            monsters=[da.Monster(x=x, y=y) for x, y in monsters],
        )
    )


def test_the_first_level_as_two_members_know_it() -> None:
    """DA-8.2: the Dwarf steps up to its shrine, the Giant up twice to the tower."""
    dwarf = level("??????", "K1K2??", "C1C2??", "....??", x=0, y=2, monsters=[(0, 3), (1, 3)])
    assert dwarf.at == (0, 2)
    assert dwarf.find("K1") == (0, 1)
    assert dwarf.find("**") is None
    assert dwarf.path(dwarf.at, (0, 1)) == [da.STEP_UP]
    assert (0, 0) not in dwarf.codes
    assert dwarf.is_open((0, 0))
    assert dwarf.monsters == {(0, 3), (1, 3)}
    giant = level("##**##", "K1K2K3", "C1C2C3", "......", x=1, y=2, monsters=[])
    assert giant.path(giant.at, (1, 0)) == [da.STEP_UP, da.STEP_UP]
    assert giant.neighbours((1, 0)) == [(1, 1)]
    assert giant.steps((0, 1)) == {da.STEP_DOWN: (0, 2), da.STEP_RIGHT: (1, 1)}
    # DA-8.11: a wall.
    assert not giant.is_open((2, 0))
    assert giant.path(giant.at, (2, 0)) is None
    assert not giant.is_inside((3, 1))


def test_ways_of_other_costs() -> None:
    """A way around the Giant's shrine, which must not be entered; U, D, L and R in this order (DA-2.7)."""
    giant = level("##**##", "K1K2K3", "C1C2C3", "......", x=1, y=2, monsters=[])
    costs = giant.costs((1, 2))
    assert costs[1, 0] == 2
    assert (
        giant.path((1, 2), (1, 0), lambda cell: None if giant.codes.get(cell) == "K2" else 1)
        is None
    )
    assert giant.neighbours((1, 2)) == [(1, 1), (1, 3), (0, 2), (2, 2)]
    assert steps_of("UDLRW") == [
        *(da.STEP_UP, da.STEP_DOWN, da.STEP_LEFT, da.STEP_RIGHT, da.STEP_WAIT)
    ]


# Champions.


@pytest.mark.parametrize(
    ("of", "counts"),
    [
        # The table of CH-2.8: Common, Uncommon, Rare, Legendary.
        (TileClass.CORNER, [7, 4, 1, 0]),
        (TileClass.EDGE, [5, 4, 2, 1]),
        (TileClass.CENTRE, [2, 4, 4, 2]),
        (TileClass.CORE, [0, 4, 5, 3]),
    ],
)
def test_tiers_of_tiles(of: TileClass, counts: list[int]) -> None:
    """CH-2.8; the share of rare items and better follows from it."""
    assert list(champions.tier_counts(of).values()) == counts
    assert champions.tier_share(of, Tier.RARE) == (counts[2] + counts[3]) / 12
    assert champions.tier_share(of, Tier.COMMON) == 1


@pytest.mark.parametrize(
    ("size", "classes"),
    [
        (4, {TileClass.CORNER: 4, TileClass.EDGE: 8, TileClass.CENTRE: 4}),
        (3, {TileClass.CORNER: 4, TileClass.EDGE: 4, TileClass.CENTRE: 1}),
        (2, {TileClass.CORE: 4}),
        (1, {TileClass.CORE: 1}),
    ],
)
def test_classes_of_tiles(size: int, classes: dict[TileClass, int]) -> None:
    """CH-2.5: how many tiles of a map are of each class."""
    tiles = [(row, col) for row in range(size) for col in range(size)]
    assert Counter(champions.loot_class(size, tile) for tile in tiles) == classes


def test_tiers_of_items() -> None:
    """CH-3.6: some of its rows, two kinds of each weapon's tier, three of armour, 36 in all."""
    assert (champions.category_of(0), champions.tier_of(0)) == (Category.PHYSICAL, Tier.COMMON)
    assert (champions.category_of(15), champions.tier_of(15)) == (Category.MAGICAL, Tier.LEGENDARY)
    assert champions.kinds_of(Category.SUPPORT, Tier.UNCOMMON) == [30, 31]
    armour = champions.kinds_of(Category.DEFENSIVE, Tier.LEGENDARY)
    assert [KINDS[kind].name for kind in armour] == ["Spirit Robe", "Wyrmscale", "Aegis Plate"]
    every = [category for category in Category if category != Category.ANY]
    assert sorted(
        kind for category in every for tier in Tier for kind in champions.kinds_of(category, tier)
    ) == list(range(36))


def test_tiles_that_touch() -> None:
    """CH-2.4: at a side or a corner."""
    assert champions.neighbours(4, (0, 0)) == [(0, 1), (1, 0), (1, 1)]
    assert len(champions.neighbours(3, (1, 1))) == 8
    assert champions.neighbours(1, (0, 0)) == []


# Proving Grounds.

PG_8_2 = """\
0   R1 I3
1   L0 R2 I4
2   L1 I5
3   O0 L50 R4 I6
4   O1 L3 R5
5   O2 L4 R18 I8
6   O3 R7 I9
7   L6 R8
8   O5 L7 I11
9   O6 R10 I12
10  L9 R11 I13
11  O8 L10
12  O9 L59
13  O10 R14 I60
14  L13 R27
"""
"""Doors of sector 0 in the map of seed 1, each with its direction."""


@pytest.mark.parametrize("line", PG_8_2.splitlines())
def test_rooms_are_beside_each_other(line: str) -> None:
    """PG-2.4 and PG-2.5, by the doors of PG-8.2 in a dungeon of 4 seats, 3 columns and 5 rows."""
    layout = Layout(4, 3, 5)
    number, *doors = line.split()
    room = int(number)
    beside = layout.beside(room)
    # The rim has nothing outside, so that its rooms have three sides.
    sides = dict(zip("OLRI" if room >= 3 else "LRI", beside, strict=True))
    for door in doors:
        assert sides[door[0]] == int(door[1:])
    assert layout.tier(room) == room // 3
    assert layout.twin(room + 30) == room
    assert layout.seat_of(room + 45) == 3


def test_the_hall_and_the_entries() -> None:
    """PG-2.4; the rooms of PG-8.2 with a door to the hall are next to it."""
    layout = Layout(4, 3, 5)
    assert (layout.sector, layout.hall) == (15, 60)
    assert [layout.entry(seat) for seat in range(4)] == [1, 16, 31, 46]
    assert {13, 28, 43, 58} <= set(layout.beside(60))
    assert len(layout.beside(60)) == 12
    assert (layout.tier(60), layout.seat_of(60), layout.turned(60, 2)) == (4, None, 60)
    assert layout.turned(58, 1) == 13


def test_door_order_of_the_test_map() -> None:
    """Map T of section 8: room 3 has OUT 1, LEFT 2, RIGHT 6, IN 8."""
    layout = Layout(2, 2, 2)
    assert layout.beside(3) == [1, 2, 6, 8]
    assert [layout.entry(0), layout.entry(1), layout.hall] == [1, 5, 8]


T_DOORS = "0-1 0-2 1-3 2-3 4-5 4-6 5-7 6-7 3-6 7-2 3-8 7-8"


def dungeon(own: set[int], *, hostile: int = -1, spiked: str = "") -> Dungeon:
    """Map T as seat 0 knows it."""
    rooms = [pg.Room(room=room, has_creatures=room == hostile) for room in range(9)]
    for pair in T_DOORS.split():
        one, other = map(int, pair.split("-"))
        rooms[one].doors.append(pg.KnownDoor(room=other, is_spiked=pair == spiked))
    for room in own:
        rooms[room].owner = 0
    seen = pg.Observation(num_seats=2, width=2, depth=2, rooms=rooms, own=pg.Own(seat=0))
    return Dungeon(seen, is_generated=False)


def test_moves_end_in_the_first_room_that_is_not_owned() -> None:
    """PG-5.12: through own rooms any distance, never into another seat's entry room."""
    assert dungeon({1}).reach(1) == {0: [0], 3: [3]}
    assert dungeon({1, 3}).reach(1) == {0: [0], 3: [3], 2: [3, 2], 6: [3, 6], 8: [3, 8]}
    assert dungeon({1, 3, 6}).reach(1)[7] == [3, 6, 7]
    # Foes in an own room end the move, a spiked door bars it, and nobody walks out of a fight.
    assert dungeon({1, 3}, hostile=3).reach(1) == {0: [0], 3: [3]}
    assert dungeon({1, 3}, spiked="1-3").reach(1) == {0: [0]}
    assert dungeon({1}, hostile=1).reach(1) == {}
    everywhere = dungeon(set(range(9)))
    assert 5 not in everywhere.reach(1)
    assert everywhere.is_closed(5)
    assert not everywhere.is_closed(1)


def test_a_walk_takes_the_fewest_moves() -> None:
    """From the entry room to the other side of map T: two moves by 3, as rooms without an owner end each."""
    assert dungeon({1}).walk(1, 8) == [3, 8]
    # 0 and 2 are own rooms: one move goes through both, but a second one is needed behind 3 as well.
    assert dungeon({0, 1, 2}, hostile=3).walk(1, 7) == [0, 2, 7]
    assert dungeon({1}, hostile=3).walk(1, 8) == [0, 2, 7, 8]
    assert dungeon({1}).walk(1, 5) == []


def test_a_door_is_known_in_all_sectors() -> None:
    """PG-2.8: the door 1-4 of PG-8.2, seen in sector 0, is 16-19 in the next one."""
    room = pg.Room(room=1, doors=[pg.KnownDoor(room=4)])
    seen = pg.Observation(num_seats=4, width=3, depth=5, rooms=[room], own=pg.Own(seat=2))
    assert Dungeon(seen).doors(19) == [16]
    assert Dungeon(seen, is_generated=False).doors(19) == []
    assert Dungeon(seen).home == 31


def test_helpers_need_no_numpy() -> None:
    """The client alone brings them."""
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from referee_bots.helpers import champions, dice_adventure, dungeon_keeper, proving_grounds"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

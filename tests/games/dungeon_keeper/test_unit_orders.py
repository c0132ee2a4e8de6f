"""What units do with the ground, buildings and things (DK-4.10, DK-5.12 to DK-5.19, DK-5.60, DK-5.65)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground
from referee.games.dungeon_keeper.rules.events import (
    Built,
    Captured,
    CaptureProgress,
    Died,
    Dropped,
    Dug,
    Healed,
    Mined,
    Moved,
    PickedUp,
    Place,
    Repaired,
    RuneUsed,
    Sacrificed,
    Slowed,
    Spot,
)
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.rulings import carry_out
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    Artifact,
    Building,
    Code,
    Item,
    Kind,
    MineKind,
    Rune,
    Spirit,
)
from tests.games.dungeon_keeper.positions import (
    PLENTY,
    add,
    add_light,
    build,
    items_on,
    mana,
    open_board,
    undig,
    value,
)

FIRST, SECOND, ENEMY = 100001, 100002, 200001
HERE, BESIDE = (4, 4), Place(4, 5)


def gained(play: Play, column: int, seat: int = 0) -> int:
    """What a seat has gained in a stock since `open_board`, or lost."""
    return int(play.state.seats[seat, column]) - PLENTY


def plane(play: Play, which: int, place: tuple[int, int]) -> int:
    """One plane of a cell."""
    return int(play.state.cells[(which, *place)])


def results(play: Play, *orders: o.Order) -> list[Code]:
    """What comes of each order."""
    return [carry_out(play, order) for order in orders]


# Steps.


def test_the_turn_of_the_seed() -> None:
    """DK-8.1: a step, then a load of gold; corners don't hinder work."""
    play = open_board(size=45)
    play.state.seats[0, c.GOLD] = 0
    play.state.cells[c.TERRAIN] = c.UNDUG
    play.state.cells[c.TERRAIN, 36:38, 15] = c.EMPTY
    ground.put_mine(play.state, 35, 14, MineKind.GOLD, 100)
    imp = add(play, 0, Kind.IMP, (37, 15))
    mining = o.Mine(FIRST, Place(35, 14))
    codes = results(play, o.Move(FIRST, Place(36, 15)), mining, mining)
    assert codes == [Code.OK, Code.OK, Code.NO_AP]
    assert [value(play, imp, column) for column in (c.ROW, c.COL, c.AP)] == [36, 15, 0]
    assert play.state.seats[0, c.GOLD] == 10
    assert plane(play, c.MINE_LEFT, (35, 14)) == 90
    assert play.log == [
        Moved(Spot(FIRST, 37, 15), Place(36, 15)),
        Mined(Spot(FIRST, 36, 15), Place(35, 14), MineKind.GOLD, 10),
    ]


def test_corners_stop_steps_and_blows() -> None:
    """DK-8.6: between two undug cells nobody steps or strikes; CORNER comes before OCCUPIED."""
    play = open_board()
    play.state.cells[c.TERRAIN] = c.UNDUG
    for place in ((4, 4), (3, 5)):
        ground.clear_cell(play.state, *place)
    add(play, 0, Kind.IMP, (4, 4))
    bes = add(play, 0, Kind.BES, (4, 4))
    enemy = add(play, 1, Kind.BES, (3, 5))
    attack = o.Attack(SECOND, target=ENEMY)
    assert results(play, o.Move(FIRST, Place(3, 5)), attack, o.Dig(FIRST, Place(3, 4)), attack) == [
        Code.CORNER,
        Code.NO_LOS,
        Code.OK,
        Code.OK,
    ]
    assert [value(play, enemy, c.HP), value(play, bes, c.HP)] == [2, 2]
    assert play.log[0] == Dug(Spot(FIRST, 4, 4), Place(3, 4))


def test_units_of_one_owner_stand_together() -> None:
    """A step onto a cell of an own unit; one that is controlled joins its true owner's units (DK-5.12)."""
    play = open_board()
    add(play, 0, Kind.BES, HERE)
    add(play, 0, Kind.BES, BESIDE)
    assert carry_out(play, o.Move(FIRST, BESIDE)) is Code.OK
    add(play, 1, Kind.BES, (6, 4), controller=0)
    add(play, 1, Kind.BES, (6, 5))
    assert carry_out(play, o.Move(ENEMY, Place(6, 5))) is Code.OK


def test_hero_and_gnome_need_no_room() -> None:
    """The limit of a stack does not hold for the light side (DK-5.12)."""
    play = open_board(stack_limit=1)
    hero, gnome = add_light(play, HERE)
    play.state.units[[hero, gnome], c.CONTROLLER] = 0
    assert carry_out(play, o.Move(1, BESIDE)) is Code.OK
    assert carry_out(play, o.Move(2, BESIDE)) is Code.OK


def test_a_step_into_a_slowing_aura_costs_one_point_more_once() -> None:
    """The step itself 1 AP, the aura 1; the next step in the aura costs only itself (DK-5.14)."""
    play = open_board()
    grasdir = add(play, 0, Kind.GRASDIR, (4, 0))
    build(play, 1, Building.SLOWING_TOWER, (4, 4))
    carry_out(play, o.Move(FIRST, Place(4, 1)))
    assert value(play, grasdir, c.AP) == 2
    assert play.log == [Moved(Spot(FIRST, 4, 0), Place(4, 1)), Slowed(Spot(FIRST, 4, 1))]
    carry_out(play, o.Move(FIRST, Place(4, 2)))
    assert value(play, grasdir, c.AP) == 1


@pytest.mark.parametrize(("to", "expected"), [((3, 4), 3), ((3, 5), 3), ((4, 3), 0)])
def test_points_are_kept_within_reach_of_the_source(to: tuple[int, int], expected: int) -> None:
    """A step to another cell beside the Source keeps them, one out of its reach clears them (DK-5.60)."""
    play = open_board()
    build(play, NEUTRAL, Building.SOURCE, BESIDE)
    imp = add(play, 0, Kind.IMP, HERE, capture_cell=4 * 9 + 5, capture_points=3)
    carry_out(play, o.Move(FIRST, Place(*to)))
    assert value(play, imp, c.CAPTURE_POINTS) == expected
    assert value(play, imp, c.CAPTURE_CELL) == (41 if expected else c.NO)


# Digging and mining.


@pytest.mark.parametrize(
    ("kind", "left", "amount", "column"),
    [
        (MineKind.GOLD, 100, 10, c.GOLD),
        (MineKind.IRON, 100, 10, c.IRON),
        (MineKind.GEM, 10, 1, c.TALDEAR),
        (MineKind.GOLD, 7, 7, c.GOLD),
        (MineKind.IRON, 10, 10, c.IRON),
        (MineKind.GEM, 1, 1, c.TALDEAR),
    ],
)
def test_mines_yield_until_they_are_empty(
    kind: MineKind, left: int, amount: int, column: int
) -> None:
    """10 gold, 10 iron or 1 taldear for a point, at most what is left; then the cell is empty (DK-5.15)."""
    play = open_board()
    add(play, 0, Kind.IMP, HERE)
    ground.put_mine(play.state, *BESIDE, kind, left)
    assert carry_out(play, o.Mine(FIRST, BESIDE)) is Code.OK
    stocks = {name: gained(play, name) for name in (c.GOLD, c.IRON, c.TALDEAR, c.MANA)}
    assert stocks == {c.GOLD: 0, c.IRON: 0, c.TALDEAR: 0, c.MANA: 0} | {column: amount}
    assert plane(play, c.MINE_LEFT, BESIDE) == left - amount
    assert plane(play, c.TERRAIN, BESIDE) == (c.EMPTY if left == amount else c.MINE)
    assert plane(play, c.MINE_KIND, BESIDE) == (c.NO if left == amount else kind)


def test_mines_yield_what_the_config_says() -> None:
    """The yield of each kind is a parameter (DK-2.1)."""
    play = open_board(gold_per_ap=5, iron_per_ap=6, gem_per_ap=7)
    for serial, kind in enumerate(MineKind):
        add(play, 0, Kind.IMP, (2 * serial, 4))
        ground.put_mine(play.state, 2 * serial, 5, kind, 50)
        carry_out(play, o.Mine(FIRST + serial, Place(2 * serial, 5)))
    assert [gained(play, column) for column in (c.GOLD, c.IRON, c.TALDEAR)] == [5, 6, 7]


def test_a_gnome_under_control_digs() -> None:
    """Digging is for imps and the gnome (DK-4.10)."""
    play = open_board()
    add(play, LIGHT, Kind.GNOME, HERE, controller=0)
    undig(play, BESIDE)
    assert carry_out(play, o.Dig(1, BESIDE)) is Code.OK
    assert plane(play, c.TERRAIN, BESIDE) == c.EMPTY


# Buildings.


@pytest.mark.parametrize(
    ("building", "hp", "gold", "iron", "price_in_mana"),
    [
        (Building.CIRCLE, 50, 50, 0, 5),
        (Building.BATTLE_TOWER, 50, 50, 10, 0),
        (Building.SLOWING_TOWER, 50, 50, 10, 0),
        (Building.ARMOURY, 100, 100, 0, 0),
        (Building.WALL, 50, 25, 0, 0),
        (Building.ALCHEMY_LAB, 50, 50, 0, 0),
        (Building.HOSPITAL, 50, 50, 0, 0),
    ],
)
def test_buildings_stand_at_once(
    building: Building, hp: int, gold: int, iron: int, price_in_mana: int
) -> None:
    """One point and the price of DK-3.9; full hit points, no shots yet, a wall is nobody's (DK-5.16)."""
    play = open_board()
    imp = add(play, 0, Kind.IMP, HERE)
    play.state.seats[0, [c.GOLD, c.IRON, c.MANA]] = gold, iron, price_in_mana
    assert carry_out(play, o.Build(FIRST, BESIDE, building)) is Code.OK
    assert play.state.seats[0, [c.GOLD, c.IRON, c.MANA]].tolist() == [0, 0, 0]
    assert gained(play, c.TALDEAR) == 0
    planes = [c.TERRAIN, c.B_KIND, c.B_OWNER, c.B_HP, c.B_AP, c.B_LEVEL, c.B_UPGRADED]
    owner = NEUTRAL if building == Building.WALL else 0
    expected = [c.BUILDING, building, owner, hp, 0, 0, 0]
    assert [plane(play, which, BESIDE) for which in planes] == expected
    assert value(play, imp, c.AP) == 1
    assert play.log == [Built(Spot(FIRST, 4, 4), BESIDE, building)]


@pytest.mark.parametrize(
    ("building", "owner", "hp", "gold", "amount", "paid"),
    [
        (Building.HOSPITAL, 0, 10, 100, 10, 10),
        (Building.HOSPITAL, 0, 47, 100, 3, 3),
        (Building.HOSPITAL, 0, 10, 4, 4, 4),
        (Building.ALTAR, 0, 95, 100, 5, 5),
        (Building.ARMOURY, 0, 60, 100, 10, 10),
        (Building.WALL, NEUTRAL, 10, 100, 10, 5),
        (Building.WALL, NEUTRAL, 47, 100, 3, 2),
        (Building.WALL, NEUTRAL, 10, 3, 6, 3),
        (Building.WALL, NEUTRAL, 49, 1, 1, 1),
    ],
)
def test_repairs_cost_gold(
    building: Building, owner: int, hp: int, gold: int, amount: int, paid: int
) -> None:
    """Up to 10 hit points, as many as there is gold for, the gold rounded up (DK-5.17)."""
    play = open_board()
    add(play, 0, Kind.IMP, HERE)
    build(play, owner, building, BESIDE, hp=hp)
    play.state.seats[0, c.GOLD] = gold
    assert carry_out(play, o.Repair(FIRST, BESIDE)) is Code.OK
    assert plane(play, c.B_HP, BESIDE) == hp + amount
    assert play.state.seats[0, c.GOLD] == gold - paid
    assert play.log == [Repaired(Spot(FIRST, 4, 4), BESIDE, amount, paid)]


@pytest.mark.parametrize(("kind", "hp", "expected"), [(Kind.BES, 1, 3), (Kind.KERUB, 19, 20)])
def test_a_hospital_heals(kind: Kind, hp: int, expected: int) -> None:
    """2 hit points for a point, never above the most (DK-4.10)."""
    play = open_board()
    add(play, 0, kind, HERE, hp=hp)
    build(play, 0, Building.HOSPITAL, BESIDE)
    assert carry_out(play, o.Rest(FIRST, BESIDE)) is Code.OK
    assert play.log == [Healed(Spot(FIRST, 4, 4), expected - hp)]


def test_an_ally_s_hospital_heals() -> None:
    """Allies may rest there (DK-5.90)."""
    play = open_board()
    play.state.seats[:, c.ALLIES] = 0b10, 0b01
    bes = add(play, 0, Kind.BES, HERE, hp=1)
    build(play, 1, Building.HOSPITAL, BESIDE)
    assert carry_out(play, o.Rest(FIRST, BESIDE)) is Code.OK
    assert value(play, bes, c.HP) == 3


# Things.


def test_a_chest_goes_to_the_stocks() -> None:
    """Gold and taldear to the seat; its content is told (DK-5.18)."""
    play = open_board()
    add(play, 0, Kind.BES, HERE)
    ground.put_item(play.state, *BESIDE, Item.CHEST, gold=210, taldear=2)
    assert carry_out(play, o.Pickup(FIRST, BESIDE, Item.CHEST)) is Code.OK
    assert [gained(play, column) for column in (c.GOLD, c.TALDEAR, c.MANA)] == [210, 2, 0]
    assert items_on(play.state, BESIDE) == []
    assert play.log == [PickedUp(Spot(FIRST, 4, 4), BESIDE, Item.CHEST, 210, 2, 0)]


def test_a_crystal_goes_to_the_stocks() -> None:
    """Mana to the seat (DK-5.18)."""
    play = open_board()
    add(play, 0, Kind.BES, HERE)
    ground.put_item(play.state, *BESIDE, Item.MANA_CRYSTAL, mana=39)
    carry_out(play, o.Pickup(FIRST, BESIDE, Item.MANA_CRYSTAL))
    assert [gained(play, column) for column in (c.GOLD, c.TALDEAR, c.MANA)] == [0, 0, 39]


@pytest.mark.parametrize("artifact", Artifact)
def test_artifacts_go_to_the_store(artifact: Artifact) -> None:
    """Not to the unit that takes them (DK-5.18)."""
    play = open_board()
    bes = add(play, 0, Kind.BES, HERE)
    ground.put_item(play.state, *HERE, Item.of_artifact(artifact))
    carry_out(play, o.Pickup(FIRST, Place(*HERE), Item.of_artifact(artifact)))
    store = play.state.seats[0, c.STORE : c.STORE + 4].tolist()
    assert store == [int(kind == artifact) for kind in Artifact]
    assert value(play, bes, c.ARTIFACTS) == 0


def test_the_oldest_of_its_kind_is_taken() -> None:
    """Items lie in the order of their arrival; also one on which an own unit stands is taken (DK-5.18)."""
    play = open_board()
    add(play, 0, Kind.BES, HERE)
    add(play, 0, Kind.BES, BESIDE)
    for kind, gold in ((Item.SWORD, 0), (Item.CHEST, 50), (Item.CHEST, 60)):
        ground.put_item(play.state, *BESIDE, kind, gold=gold)
    carry_out(play, o.Pickup(FIRST, BESIDE, Item.CHEST))
    assert gained(play, c.GOLD) == 50
    assert items_on(play.state, BESIDE) == [Item.SWORD, Item.CHEST]


@pytest.mark.parametrize("rune", Rune)
def test_runes_are_carried_and_installed(rune: Rune) -> None:
    """Taken into the unit's hands, set into the Altar, and gone from the hands (DK-5.18, DK-5.19)."""
    play = open_board()
    imp = add(play, 0, Kind.IMP, HERE)
    build(play, 0, Building.ALTAR, (3, 3))
    ground.put_item(play.state, *BESIDE, Item.of_rune(rune))
    carry_out(play, o.Pickup(FIRST, BESIDE, Item.of_rune(rune)))
    assert value(play, imp, c.RUNE) == rune
    assert carry_out(play, o.UseRune(FIRST, o.RuneMode.INSTALL)) is Code.OK
    assert value(play, imp, c.RUNE) == c.NO
    installed = play.state.seats[0, c.RUNES : c.RUNES + 3].tolist()
    assert installed == [int(kind == rune) for kind in Rune]
    assert mana(play, 0) == 0
    assert play.log[-1] == RuneUsed(Spot(FIRST, 4, 4), rune, is_installed=True)


def test_runes_are_exchanged_for_mana() -> None:
    """10 mana, also for a rune that is installed already (DK-5.19)."""
    play = open_board()
    imp = add(play, 0, Kind.IMP, HERE, rune=Rune.DEATH)
    build(play, 0, Building.ALTAR, (3, 3))
    play.state.seats[0, c.RUNES + Rune.DEATH] = 1
    assert carry_out(play, o.UseRune(FIRST, o.RuneMode.EXCHANGE)) is Code.OK
    assert mana(play, 0) == 10
    assert value(play, imp, c.RUNE) == c.NO
    assert play.log == [RuneUsed(Spot(FIRST, 4, 4), Rune.DEATH, is_installed=False)]


def test_what_a_controlled_unit_takes_goes_to_its_controller() -> None:
    """All but a rune, which stays in its hands (DK-5.52)."""
    play = open_board()
    kerub = add(play, 1, Kind.KERUB, HERE, controller=0)
    ground.put_item(play.state, *BESIDE, Item.CHEST, gold=50)
    ground.put_item(play.state, *BESIDE, Item.RUNE_FIRE)
    for kind in (Item.CHEST, Item.RUNE_FIRE):
        assert carry_out(play, o.Pickup(ENEMY, BESIDE, kind)) is Code.OK
    assert [gained(play, c.GOLD, seat) for seat in (0, 1)] == [50, 0]
    assert value(play, kerub, c.RUNE) == Rune.FIRE


# Sources.


def test_a_source_is_captured_by_the_tenth_point() -> None:
    """DK-8.11: two points a turn for five turns."""
    play = open_board()
    build(play, NEUTRAL, Building.SOURCE, BESIDE)
    imp = add(play, 0, Kind.IMP, HERE)
    for points in (2, 4, 6, 8):
        play.state.units[imp, c.AP] = 2
        results(play, *[o.Capture(FIRST, BESIDE)] * 2)
        assert value(play, imp, c.CAPTURE_POINTS) == points
    play.log.clear()
    play.state.units[imp, c.AP] = 2
    assert results(play, *[o.Capture(FIRST, BESIDE)] * 3) == [Code.OK, Code.OK, Code.NO_AP]
    assert plane(play, c.B_OWNER, BESIDE) == 0
    assert plane(play, c.B_LEVEL, BESIDE) == 1
    assert [value(play, imp, column) for column in (c.CAPTURE_CELL, c.CAPTURE_POINTS)] == [c.NO, 0]
    where = Spot(FIRST, 4, 4)
    assert play.log == [
        CaptureProgress(where, BESIDE, 9),
        CaptureProgress(where, BESIDE, 10),
        Captured(BESIDE, NEUTRAL, 0),
    ]


def test_a_capture_clears_what_others_have_done() -> None:
    """All units' points on that Source are cleared, those on others stay; the level stays (DK-5.60)."""
    play = open_board()
    build(play, 1, Building.SOURCE, BESIDE, level=7, upgraded=1)
    add(play, 0, Kind.IMP, HERE, capture_cell=41, capture_points=9)
    rival = add(play, 1, Kind.IMP, (5, 5), capture_cell=41, capture_points=5)
    elsewhere = add(play, 0, Kind.IMP, (8, 8), capture_cell=70, capture_points=4)
    carry_out(play, o.Capture(FIRST, BESIDE))
    assert [plane(play, which, BESIDE) for which in (c.B_OWNER, c.B_LEVEL, c.B_UPGRADED)] == [
        0,
        7,
        1,
    ]
    assert [value(play, at, c.CAPTURE_POINTS) for at in (rival, elsewhere)] == [0, 4]


def test_another_source_begins_anew() -> None:
    """Points count for one Source at a time (DK-5.60)."""
    play = open_board()
    for place in (BESIDE, (3, 3)):
        build(play, NEUTRAL, Building.SOURCE, place)
    imp = add(play, 0, Kind.IMP, HERE, capture_cell=41, capture_points=9)
    carry_out(play, o.Capture(FIRST, Place(3, 3)))
    assert [value(play, imp, column) for column in (c.CAPTURE_CELL, c.CAPTURE_POINTS)] == [30, 1]


# Sacrifice.


def test_a_sacrifice_gives_a_spirit() -> None:
    """1 mana and a spirit; the unit is dead, its things drop, nobody is rewarded (DK-5.65)."""
    play = open_board()
    add(play, 0, Kind.PRIEST, HERE)
    add(play, 0, Kind.KERUB, BESIDE, artifacts=[Artifact.SWORD], rune=Rune.FIRE)
    assert carry_out(play, o.Sacrifice(FIRST, SECOND, Spirit.VALOUR)) is Code.OK
    assert mana(play, 0) == 1
    assert play.state.seats[0, c.SPIRITS_HELD : c.SPIRITS_HELD + 3].tolist() == [0, 1, 0]
    victim = Spot(SECOND, 4, 5)
    assert play.log == [
        Sacrificed(Spot(FIRST, 4, 4), victim, Spirit.VALOUR),
        Died(victim, 0, 0),
        Dropped(BESIDE, Item.SWORD),
        Dropped(BESIDE, Item.RUNE_FIRE),
    ]

"""Deaths, destroyed buildings and eliminated seats (DK-5.25 to DK-5.28, DK-5.87)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground
from referee.games.dungeon_keeper.rules.board.units import units_of
from referee.games.dungeon_keeper.rules.combat import deaths as losses
from referee.games.dungeon_keeper.rules.events import (
    BuildingDestroyed,
    Captured,
    Died,
    Dropped,
    Eliminated,
    HeroDied,
    Place,
    Spot,
    StatusRemoved,
    Vanished,
)
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    NUM_STATUSES,
    Artifact,
    Building,
    Item,
    Kind,
    Rune,
    Spirit,
    Status,
)
from tests.games.dungeon_keeper.positions import (
    PLENTY,
    add,
    add_light,
    build,
    items_on,
    mana,
    open_board,
    told,
    value,
)


def _ally(play: Play, seat: int, other: int) -> None:
    play.state.seats[seat, c.ALLIES] |= 1 << other
    play.state.seats[other, c.ALLIES] |= 1 << seat


@pytest.mark.parametrize(
    ("owner", "kind", "killer", "gained"),
    [
        (1, Kind.BES, 0, 2),
        (1, Kind.YAFALEN, 0, 2),
        (LIGHT, Kind.HERO, 0, 2),
        (1, Kind.IMP, 0, 0),
        (LIGHT, Kind.GNOME, 0, 0),
        (0, Kind.BES, 0, 0),
        (2, Kind.BES, 0, 0),
    ],
    ids=["bes", "yafalen", "hero", "imp", "gnome", "own", "ally's"],
)
def test_what_a_kill_is_worth(owner: int, kind: Kind, killer: int, gained: int) -> None:
    """DK-5.25: two mana for a combat unit of another seat that is no ally, or of the light side."""
    play = open_board(num_seats=3, alliances=True)
    _ally(play, 0, 2)
    at = add(play, owner, kind, (4, 4))

    losses.kill_unit(play, at, killer)

    assert mana(play, killer) == gained
    assert [(body.killer, body.mana) for body in told(play, Died)] == [(killer, gained)]
    assert not play.state.units[at].any()


def test_the_owner_is_asked_not_the_controller() -> None:
    """DK-5.25: who kills his own unit under foreign control gains nothing."""
    play = open_board()
    at = add(play, 0, Kind.BES, (4, 4), controller=1)

    losses.kill_unit(play, at, 0)

    assert (mana(play, 0), mana(play, 1)) == (0, 0)


@pytest.mark.parametrize("killer", [None, LIGHT])
def test_the_light_side_gains_nothing(killer: int | None) -> None:
    """DK-5.87."""
    play = open_board()
    at = add(play, 1, Kind.BES, (4, 4))

    losses.kill_unit(play, at, killer)

    assert play.log == [Died(Spot(200001, 4, 4), killer=None, mana=0)]


def test_what_a_dead_unit_leaves() -> None:
    """DK-5.25: artifacts in their order, then the rune, on top of what lies there; no spirits."""
    play = open_board()
    ground.put_item(play.state, 4, 4, Item.CHEST, gold=50, taldear=1)
    at = add(
        play,
        1,
        Kind.BES,
        (4, 4),
        artifacts=[Artifact.CROWN, Artifact.SWORD],
        spirits=Spirit,
        rune=Rune.DARKNESS,
    )

    losses.kill_unit(play, at, 0)

    things = [Item.SWORD, Item.CROWN, Item.RUNE_DARKNESS]
    assert items_on(play.state, (4, 4)) == [Item.CHEST, *things]
    assert play.log[1:] == [Dropped(Place(4, 4), thing) for thing in things]
    assert not play.state.seats[:, c.SPIRITS_HELD : c.RUNES].any()


def test_who_vanishes_is_not_killed_but_leaves_its_things() -> None:
    """DK-5.3, DK-8.3: no mana for anybody."""
    play = open_board()
    at = add(play, 1, Kind.GRASDIR, (4, 4), artifacts=[Artifact.SWORD])

    losses.remove_unit(play, at)

    assert play.log == [Vanished(Spot(200001, 4, 4)), Dropped(Place(4, 4), Item.SWORD)]
    assert (mana(play, 0), mana(play, 1)) == (0, 0)
    assert not play.state.units[at].any()


def test_what_the_hero_leaves() -> None:
    """DK-5.25: his artifacts, what he picked up in the order in which he did, his rune."""
    play = open_board()
    hero, gnome = add_light(play, (4, 4))
    play.state.units[hero, c.RUNE] = Rune.FIRE
    play.state.units[gnome, c.RUNE] = Rune.DEATH
    for kind, place in ((Item.CROWN, 1), (Item.SWORD, 0), (Item.AMULET, 0)):
        ground.put_item(play.state, 0, place, kind)
    crown, sword, amulet = 0, 1, 2
    play.state.items[amulet, c.I_PLACE] = c.WITH_HERO
    play.state.items[crown, c.I_PLACE] = c.WITH_HERO + 1

    losses.kill_unit(play, hero, 1)

    four = [Item.SWORD, Item.ARMOUR, Item.AMULET, Item.CROWN]
    things = [*four, Item.AMULET, Item.CROWN, Item.RUNE_FIRE]
    where = Place(4, 4)
    assert play.log == [
        Died(Spot(1, 4, 4), killer=1, mana=2),
        *[Dropped(where, thing) for thing in things],
        HeroDied(Spot(1, 4, 4)),
        Vanished(Spot(2, 4, 4)),
        Dropped(where, Item.RUNE_DEATH),
    ]
    assert items_on(play.state, (4, 4)) == [*things, Item.RUNE_DEATH]
    assert play.state.items[[crown, sword, amulet], c.I_PLACE].tolist() == [
        c.NOWHERE,
        c.LYING,
        c.NOWHERE,
    ]


def test_a_dead_gnome_leaves_the_hero_alone() -> None:
    """DK-5.87 the other way round."""
    play = open_board()
    hero, gnome = add_light(play, (4, 4))

    losses.kill_unit(play, gnome, 0)

    assert units_of(play.state, LIGHT) == [hero]


def test_a_destroyed_building_leaves_an_empty_cell() -> None:
    """DK-5.27: nothing of it stays in any plane."""
    play = open_board()
    build(play, 1, Building.BATTLE_TOWER, (4, 4), ap=3, upgraded=1)

    losses.destroy_building(play, 4, 4, 0)

    assert play.log == [BuildingDestroyed(Place(4, 4), Building.BATTLE_TOWER, owner=1)]
    assert play.state.cells[:, 4, 4].tolist() == play.state.cells[:, 0, 0].tolist()
    assert play.state.seats[:, c.ALIVE].all()


def _fall_of_seat_1(num_seats: int) -> tuple[Play, int, int]:
    """Seat 1 with an Altar, runes, a Source, buildings and units; the rows of two witnesses of seat 0."""
    play = open_board(num_seats=num_seats)
    build(play, 1, Building.ALTAR, (4, 4))
    play.state.seats[1, [c.RUNES + Rune.FIRE, c.RUNES + Rune.DEATH]] = 1
    build(play, 1, Building.CIRCLE, (8, 8))
    build(play, 1, Building.SOURCE, (0, 4), level=7)
    build(play, 1, Building.HOSPITAL, (2, 2))
    build(play, NEUTRAL, Building.WALL, (6, 6))
    capturer = add(play, 0, Kind.IMP, (1, 4), capture_cell=4, capture_points=6)
    add(play, 1, Kind.BES, (7, 7), artifacts=[Artifact.ARMOUR])
    add(play, 1, Kind.IMP, (3, 3), controller=0)
    cursed = add(
        play,
        0,
        Kind.KERUB,
        (5, 5),
        statuses={Status.SLOW: 1, Status.RAGE: 0, Status.EXHAUSTION: 1},
        poison_turns=2,
        poison_source=1,
        blade_stacks=3,
        blade_turns=3,
        blade_source=1,
        fear=1,
    )
    return play, capturer, cursed


def test_the_fall_of_a_seat_in_order() -> None:
    """DK-5.28, step by step; what is told is what happened."""
    play, _, _ = _fall_of_seat_1(3)

    losses.destroy_building(play, 4, 4, 0)

    altar, kerub = Place(4, 4), Spot(100002, 5, 5)
    assert play.log == [
        BuildingDestroyed(altar, Building.ALTAR, owner=1),
        Eliminated(1, by=0),
        Dropped(altar, Item.RUNE_FIRE),
        Dropped(altar, Item.RUNE_DEATH),
        Vanished(Spot(200001, 7, 7)),
        Dropped(Place(7, 7), Item.ARMOUR),
        Vanished(Spot(200002, 3, 3)),
        Captured(Place(0, 4), old=1, new=NEUTRAL),
        BuildingDestroyed(Place(2, 2), Building.HOSPITAL, owner=1),
        BuildingDestroyed(Place(8, 8), Building.CIRCLE, owner=1),
        StatusRemoved(kerub, Status.SLOW, source=1),
        StatusRemoved(kerub, Status.EXHAUSTION, source=1),
        StatusRemoved(kerub, Status.CURSED_BLADE, source=1),
        StatusRemoved(kerub, Status.POISON, source=1),
    ]


def test_what_is_left_of_a_fallen_seat() -> None:
    """DK-5.28: a neutral Source at its level without anybody's points, its runes, nothing else."""
    play, capturer, cursed = _fall_of_seat_1(3)
    play.state.seats[1, c.STORE] = 2
    play.state.seats[1, c.SPIRITS_HELD] = 1

    losses.destroy_building(play, 4, 4, 0)

    state = play.state
    assert items_on(state, (4, 4)) == [Item.RUNE_FIRE, Item.RUNE_DEATH]
    assert units_of(state, 1) == []
    source = state.cells[[c.B_KIND, c.B_OWNER, c.B_LEVEL], 0, 4].tolist()
    assert source == [Building.SOURCE, NEUTRAL, 7]
    assert ground.building_at(state, 6, 6) == Building.WALL
    assert value(play, capturer, c.CAPTURE_CELL) == c.NO
    assert value(play, capturer, c.CAPTURE_POINTS) == 0
    left = state.units[cursed, c.STATUS : c.STATUS + NUM_STATUSES]
    assert {Status(status) for status in range(NUM_STATUSES) if left[status] != c.NO} == {
        Status.RAGE
    }
    assert value(play, cursed, c.POISON_TURNS) == 0
    assert value(play, cursed, c.BLADE_STACKS) == 0
    assert value(play, cursed, c.FEAR) == 1
    assert not state.seats[1, c.STOCKS : c.SPELLS].any()
    assert state.seats[:, c.ALIVE].tolist() == [1, 0, 1]
    assert mana(play, 0) == 0


def test_elimination_numbers_rise() -> None:
    """DK-5.28, DK-7.1: the second of three to fall ends the match."""
    play = open_board(num_seats=3)
    build(play, 1, Building.ALTAR, (4, 4))
    build(play, 2, Building.ALTAR, (6, 6))

    losses.destroy_building(play, 6, 6, 0)
    assert not play.state.match[c.OVER]
    losses.destroy_building(play, 4, 4, None)

    assert play.state.match[c.OVER]
    assert play.state.seats[:, c.ELIMINATED_ORDER].tolist() == [0, 2, 1]
    assert told(play, Eliminated) == [Eliminated(2, by=0), Eliminated(1, by=None)]


def test_the_last_altar_ends_a_test_position_too() -> None:
    """DK-2.20: seat 0 has no Altar, but one has fallen now."""
    play = open_board()
    build(play, 1, Building.ALTAR, (4, 4))
    assert not play.state.match[c.ALTARS_COUNT]

    losses.destroy_building(play, 4, 4, 0)

    assert play.state.match[c.ALTARS_COUNT]
    assert play.state.match[c.OVER]


def test_the_stocks_of_others_stay() -> None:
    """DK-5.28 takes from the fallen seat alone."""
    play, _, _ = _fall_of_seat_1(2)

    losses.destroy_building(play, 4, 4, 0)

    assert play.state.seats[0, c.STOCKS : c.STORE].tolist() == [PLENTY] * 4


def test_a_source_that_changes_hands_forgets_all_work_on_it() -> None:
    """DK-5.60: everybody's points on that Source; not those on another."""
    play = open_board()
    build(play, NEUTRAL, Building.SOURCE, (4, 4), level=2)
    place = 4 * 9 + 4
    here = add(play, 0, Kind.IMP, (4, 3), capture_cell=place, capture_points=9)
    there = add(play, 1, Kind.IMP, (5, 5), capture_cell=place, capture_points=3)
    other = add(play, 1, Kind.IMP, (7, 7), capture_cell=80, capture_points=4)

    losses.pass_source(play, 4, 4, 0)

    assert play.log == [Captured(Place(4, 4), old=NEUTRAL, new=0)]
    assert play.state.cells[[c.B_OWNER, c.B_LEVEL], 4, 4].tolist() == [0, 2]
    assert [value(play, at, c.CAPTURE_POINTS) for at in (here, there, other)] == [0, 0, 4]
    assert [value(play, at, c.CAPTURE_CELL) for at in (here, there, other)] == [c.NO, c.NO, 80]

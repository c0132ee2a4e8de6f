"""Attacks on buildings, and shots of towers (DK-5)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import building_at
from referee.games.dungeon_keeper.rules.combat import strikes as combat
from referee.games.dungeon_keeper.rules.events import (
    Attacked,
    BuildingDestroyed,
    Died,
    Place,
    Rolled,
    Spot,
    TowerShot,
)
from referee.games.dungeon_keeper.tables import Building, Kind, Roll, Status
from tests.games.dungeon_keeper.fighting import hit_points
from tests.games.dungeon_keeper.positions import add, build, dice_left, mana, open_board, script


@pytest.mark.parametrize(("place", "hp"), [((4, 5), 48), ((4, 6), 45)], ids=["close", "far"])
def test_ranged_units_halve_at_close_buildings_too(place: tuple[int, int], hp: int) -> None:
    """DK-5.21 step 3: kadet 5 - 0, halved beside the building."""
    play = open_board()
    kadet = add(play, 0, Kind.KADET, (4, 4))
    build(play, 1, Building.HOSPITAL, place)

    combat.attack_building(play, kadet, *place)

    assert play.state.cells[c.B_HP, place[0], place[1]] == hp


def test_zeal_strikes_a_building_again_while_it_stands() -> None:
    """DK-5.20 step 3; a building that is gone is not rolled for."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (4, 4), statuses={Status.BERSERK: 0})
    build(play, 1, Building.HOSPITAL, (4, 5), hp=8)
    script(play, 50, 1)

    combat.attack_building(play, kerub, 4, 5)

    here = Spot(100001, 4, 4)
    assert play.log == [
        Attacked(here, None, Place(4, 5), 5, is_counter=False),
        Rolled(here, Roll.ZEAL, 50, 50),
        Attacked(here, None, Place(4, 5), 3, is_counter=False),
        BuildingDestroyed(Place(4, 5), Building.HOSPITAL, owner=1),
    ]
    assert building_at(play.state, 4, 5) is None
    assert play.state.cells[c.TERRAIN, 4, 5] == c.EMPTY
    assert dice_left(play) == 1


def test_altar_damage_is_counted_up_to_what_the_altar_has() -> None:
    """DK-5.27: 11 of 100, then the last 5; a Hospital counts nothing."""
    play = open_board(num_seats=3)
    beast = add(play, 0, Kind.SIEGE_BEAST, (4, 4))
    build(play, 1, Building.ALTAR, (4, 5))
    build(play, 1, Building.HOSPITAL, (3, 4))

    combat.attack_building(play, beast, 3, 4)
    combat.attack_building(play, beast, 4, 5)
    assert play.state.seats[0, c.ALTAR_DAMAGE] == 11
    play.state.cells[[c.B_HP, c.B_LOW], 4, 5] = 5
    combat.attack_building(play, beast, 4, 5)

    assert play.state.seats[:, c.ALTAR_DAMAGE].tolist() == [16, 0, 0]


@pytest.mark.parametrize(
    ("kind", "place", "hp"),
    [(Kind.KERUB, (4, 6), 15), (Kind.SIEGE_BEAST, (4, 5), 29), (Kind.KERUB, (4, 5), 15)],
    ids=["8 - 3", "at least 1", "not halved close by"],
)
def test_tower_shot(kind: Kind, place: tuple[int, int], hp: int) -> None:
    """DK-5.34: attack 8, nothing comes back."""
    play = open_board()
    build(play, 0, Building.BATTLE_TOWER, (4, 4))
    target = add(play, 1, kind, place)

    combat.shoot(play, 4, 4, target)

    assert hit_points(play, target) == hp
    assert [type(body) for body in play.log] == [TowerShot]


def test_a_tower_kills_for_its_owner() -> None:
    """DK-5.25."""
    play = open_board()
    build(play, 0, Building.BATTLE_TOWER, (4, 4))
    bes = add(play, 1, Kind.BES, (4, 6))

    combat.shoot(play, 4, 4, bes)

    there = Spot(200001, 4, 6)
    assert play.log == [TowerShot(Place(4, 4), there, 3), Died(there, killer=0, mana=2)]
    assert mana(play, 0) == 2


def test_a_ghost_evades_a_tower() -> None:
    """DK-5.34: the roll comes first."""
    play = open_board()
    build(play, 0, Building.BATTLE_TOWER, (4, 4))
    ghost = add(play, 1, Kind.BES, (4, 6), statuses={Status.GHOSTLINESS: 1, Status.LUCK: 1})
    script(play, 60)

    combat.shoot(play, 4, 4, ghost)

    there = Spot(200001, 4, 6)
    assert play.log == [
        Rolled(there, Roll.GHOSTLINESS, 60, 60),
        TowerShot(Place(4, 4), there, None),
    ]

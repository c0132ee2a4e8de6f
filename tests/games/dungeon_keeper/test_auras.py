"""Action points as they are given, and auras (DK-5.1 steps 3 and 8, DK-5.14)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.combat import auras
from referee.games.dungeon_keeper.rules.events import (
    Died,
    Hurt,
    Slowed,
    Spot,
    StatusRemoved,
    Vanished,
)
from referee.games.dungeon_keeper.tables import LIGHT, Artifact, Building, Kind, Status
from tests.games.dungeon_keeper.positions import (
    add,
    add_light,
    build,
    mana,
    open_board,
    told,
    undig,
    value,
)


@pytest.mark.parametrize(
    ("slow", "fear", "debt", "ap"),
    [
        (False, 0, 0, 5),
        (True, 0, 0, 4),
        (False, 2, 0, 3),
        (False, 0, 3, 2),
        (True, 1, 1, 2),
        (True, 3, 3, 0),
    ],
)
def test_action_points_of_a_turn(slow: bool, fear: int, debt: int, ap: int) -> None:
    """DK-5.1 step 8: aggel 4 and a crown, less slow, fear and debt; fear and debt are used up."""
    play = open_board()
    at = add(
        play,
        0,
        Kind.AGGEL,
        (4, 4),
        artifacts=[Artifact.CROWN],
        statuses={Status.SLOW: 1} if slow else {},
        fear=fear,
        ap_debt=debt,
        ap=1,
        tower_slowed=1,
    )

    auras.give_ap(play, at)

    left = [c.AP, c.FEAR, c.AP_DEBT, c.TOWER_SLOWED]
    assert play.state.units[at, left].tolist() == [ap, 0, 0, 0]
    assert value(play, at, c.STATUS + Status.SLOW) == (1 if slow else c.NO)
    told_of = [StatusRemoved(Spot(100001, 4, 4), Status.FEAR, source=None)] if fear else []
    assert play.log == told_of


def test_lent_action_points_use_nothing_up() -> None:
    """DK-5.50: the same sum, but fear and debt stay for the owner's turn."""
    play = open_board()
    at = add(play, 1, Kind.AGGEL, (4, 4), controller=0, fear=1, ap_debt=1, ap=0)

    auras.lend_ap(play, at)

    assert play.state.units[at, [c.AP, c.FEAR, c.AP_DEBT]].tolist() == [2, 1, 1]


@pytest.mark.parametrize(
    ("tower", "owner", "slowed"),
    [
        ((1, 4), 1, True),
        ((7, 7), 1, True),
        ((0, 4), 1, False),
        ((8, 4), 1, False),
        ((4, 0), 1, False),
        ((4, 8), 1, False),
        ((1, 4), 0, False),
    ],
    ids=["3 off", "a corner off", "4 north", "4 south", "4 west", "4 east", "own"],
)
def test_slowing_aura_reaches_three_cells(tower: tuple[int, int], owner: int, slowed: bool) -> None:
    """DK-5.14: sight is not needed."""
    play = open_board()
    undig(play, *[(2, col) for col in range(9)])
    build(play, owner, Building.SLOWING_TOWER, tower)
    at = add(play, 0, Kind.KERUB, (4, 4))

    auras.give_ap(play, at)

    assert value(play, at, c.AP) == (2 if slowed else 3)
    assert play.log == [Slowed(Spot(100001, 4, 4))] * slowed


@pytest.mark.parametrize(("tower", "ap"), [((8, 8), 3), ((3, 3), 2)], ids=["far", "near"])
def test_slowing_aura_in_a_corner(tower: tuple[int, int], ap: int) -> None:
    """DK-5.14 at the edges: the other side of the board is far away."""
    play = open_board()
    build(play, 1, Building.SLOWING_TOWER, tower)
    at = add(play, 0, Kind.KERUB, (0, 0))

    auras.give_ap(play, at)

    assert value(play, at, c.AP) == ap


def test_slowing_aura_takes_one_a_turn() -> None:
    """DK-5.14: two towers, then a second entry; the flag falls when AP are given again."""
    play = open_board()
    build(play, 1, Building.SLOWING_TOWER, (3, 4))
    build(play, 1, Building.SLOWING_TOWER, (5, 4))
    at = add(play, 0, Kind.KERUB, (4, 4))

    auras.slow_down(play, at)
    auras.slow_down(play, at)
    assert value(play, at, c.AP) == 2
    auras.give_ap(play, at)

    assert value(play, at, c.AP) == 2
    assert len(told(play, Slowed)) == 2


def test_slowing_aura_takes_nothing_from_nothing() -> None:
    """DK-5.14: not below 0; the unit has been slowed all the same."""
    play = open_board()
    build(play, 1, Building.SLOWING_TOWER, (3, 4))
    at = add(play, 0, Kind.KERUB, (4, 4), ap=0)

    auras.slow_down(play, at)

    assert play.state.units[at, [c.AP, c.TOWER_SLOWED]].tolist() == [0, 1]
    assert play.log == []


@pytest.mark.parametrize(
    ("owner", "controller", "slowed"),
    [(1, 0, True), (0, 1, False), (LIGHT, LIGHT, True), (2, 2, False)],
    ids=["obeys the other", "obeys the tower's", "light", "allied"],
)
def test_slowing_aura_asks_whom_a_unit_obeys(owner: int, controller: int, slowed: bool) -> None:
    """DK-5.14, DK-5.90: hostile to its controller, be it the tower's own unit."""
    play = open_board(num_seats=3, alliances=True)
    play.state.seats[1, c.ALLIES] = 1 << 2
    play.state.seats[2, c.ALLIES] = 1 << 1
    build(play, 1, Building.SLOWING_TOWER, (4, 5))
    at = add(play, owner, Kind.GNOME, (4, 4), controller=controller)

    auras.slow_down(play, at)

    assert value(play, at, c.AP) == (1 if slowed else 2)


def test_auras_of_fire_add_up() -> None:
    """DK-5.1 step 3: each ifrit takes 1 from each hostile neighbour, whatever its defence."""
    play = open_board()
    add(play, 0, Kind.IFRIT, (4, 4))
    add(play, 0, Kind.IFRIT, (4, 5))
    both = add(play, 1, Kind.SIEGE_BEAST, (3, 4))
    one = add(play, 1, Kind.KERUB, (4, 3))
    far = add(play, 1, Kind.KERUB, (6, 4))
    own = add(play, 0, Kind.BES, (5, 5))

    auras.fire_aura(play)

    assert [value(play, at, c.HP) for at in (both, one, far, own)] == [28, 19, 20, 3]
    beast, kerub = Spot(200001, 3, 4), Spot(200002, 4, 3)
    assert play.log == [Hurt(unit, 1, by_poison=False) for unit in (beast, kerub, beast)]


def test_auras_of_fire_kill_for_their_owner() -> None:
    """DK-5.1: deaths take effect at once, so the second ifrit burns nobody; DK-5.25: two mana."""
    play = open_board()
    add(play, 0, Kind.IFRIT, (4, 4))
    add(play, 0, Kind.IFRIT, (4, 5))
    add(play, 1, Kind.BES, (3, 4), hp=1)

    auras.fire_aura(play)

    there = Spot(200001, 3, 4)
    assert play.log == [Hurt(there, 1, by_poison=False), Died(there, killer=0, mana=2)]
    assert mana(play, 0) == 2


def test_auras_of_fire_need_sight() -> None:
    """DK-5.1 step 3, DK-5.11: not past a corner of two solid cells."""
    play = open_board()
    add(play, 0, Kind.IFRIT, (4, 4))
    behind = add(play, 1, Kind.KERUB, (3, 5))
    open_side = add(play, 1, Kind.KERUB, (5, 5))
    undig(play, (3, 4), (4, 5))

    auras.fire_aura(play)

    assert (value(play, behind, c.HP), value(play, open_side, c.HP)) == (20, 19)


def test_auras_of_fire_are_of_the_seat_whose_turn_begins() -> None:
    """DK-5.1 step 3: units owned by X alone."""
    play = open_board()
    add(play, 1, Kind.IFRIT, (4, 4))
    bes = add(play, 0, Kind.BES, (4, 5))

    auras.fire_aura(play)

    assert value(play, bes, c.HP) == 3


def test_a_gnome_whose_hero_burns_is_not_burnt() -> None:
    """DK-5.87: he has vanished before it is his turn."""
    play = open_board()
    add(play, 0, Kind.IFRIT, (4, 4))
    hero, _ = add_light(play, (4, 5))
    play.state.units[hero, c.HP] = 1

    auras.fire_aura(play)

    assert told(play, Hurt) == [Hurt(Spot(1, 4, 5), 1, by_poison=False)]
    assert told(play, Vanished) == [Vanished(Spot(2, 4, 5))]

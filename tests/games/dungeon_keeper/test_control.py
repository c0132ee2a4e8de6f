"""Subjugation and its end (DK-5.9, DK-5.50 to DK-5.52)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.combat import auras, control
from referee.games.dungeon_keeper.rules.combat import strikes as combat
from referee.games.dungeon_keeper.rules.events import (
    Controlled,
    Healed,
    Released,
    Rolled,
    Slowed,
    Spot,
)
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.tables import Building, Kind, Roll, Status
from tests.games.dungeon_keeper.positions import (
    add,
    aimed,
    build,
    dice_left,
    mana,
    open_board,
    script,
    told,
    value,
)

_USER, _TARGET = Spot(100001, 4, 4), Spot(200001, 4, 6)


def test_a_subjugated_turn() -> None:
    """DK-8.10: control, a kill for the new seat, AP spent there missing in the owner's next turn."""
    play = open_board()
    succubus = add(play, 0, Kind.SUCCUBUS, (4, 4))
    ifrit = add(play, 1, Kind.IFRIT, (4, 6), ap=0)
    bes = add(play, 1, Kind.BES, (4, 7))
    script(play, 37)

    control.subjugate(aimed(play, o.Subjugate, succubus, target=ifrit))

    assert play.log == [Rolled(_USER, Roll.SUBJUGATE, 37, 50), Controlled(_TARGET, seat=0)]
    assert play.state.units[ifrit, [c.OWNER, c.CONTROLLER, c.AP]].tolist() == [1, 0, 4]
    combat.attack_unit(play, ifrit, bes)
    assert mana(play, 0) == 2

    play.state.units[ifrit, [c.AP, c.AP_DEBT]] = (1, 3)  # the attack and two steps
    control.release_all(play)
    assert play.log[-1] == Released(_TARGET, seat=0)
    assert play.state.units[ifrit, [c.CONTROLLER, c.AP, c.AP_DEBT]].tolist() == [1, 0, 3]

    auras.give_ap(play, ifrit)
    assert play.state.units[ifrit, [c.AP, c.AP_DEBT]].tolist() == [1, 0]


def test_control_may_fail() -> None:
    """DK-5.50 (1): 51 is nothing, and nobody else rolls."""
    play = open_board()
    succubus = add(play, 0, Kind.SUCCUBUS, (4, 4))
    aggel = add(play, 1, Kind.AGGEL, (4, 6))
    script(play, 51, 1)

    control.subjugate(aimed(play, o.Subjugate, succubus, target=aggel))

    assert value(play, aggel, c.CONTROLLER) == 1
    assert dice_left(play) == 1


@pytest.mark.parametrize(
    ("dice", "controller"), [((50, 75), 1), ((50, 76), 0)], ids=["resists", "obeys"]
)
def test_control_may_be_resisted(dice: tuple[int, ...], controller: int) -> None:
    """DK-5.50 (2): the target's own 75 percent, after the user's roll."""
    play = open_board()
    succubus = add(play, 0, Kind.SUCCUBUS, (4, 4))
    beast = add(play, 1, Kind.SIEGE_BEAST, (4, 6))
    script(play, *dice)

    control.subjugate(aimed(play, o.Subjugate, succubus, target=beast))

    assert value(play, beast, c.CONTROLLER) == controller
    assert play.log[:2] == [
        Rolled(_USER, Roll.SUBJUGATE, 50, 50),
        Rolled(_TARGET, Roll.CONTROL_RESISTANCE, dice[1], 75),
    ]


def test_control_may_be_absorbed_after_resistance() -> None:
    """DK-5.50 (3), DK-5.47: three rolls in order, then two hit points."""
    play = open_board()
    succubus = add(play, 0, Kind.SUCCUBUS, (4, 4))
    beast = add(play, 1, Kind.SIEGE_BEAST, (4, 6), statuses={Status.MAGIC_ABSORPTION: 1}, hp=20)
    script(play, 50, 76, 50)

    control.subjugate(aimed(play, o.Subjugate, succubus, target=beast))

    assert value(play, beast, c.CONTROLLER) == 1
    assert play.log[2:] == [Rolled(_TARGET, Roll.MAGIC_ABSORPTION, 50, 50), Healed(_TARGET, 2)]


def test_control_clears_captures_and_takes_off_what_is_taken_off() -> None:
    """DK-5.50: max_ap less slow, fear and debt, none of it consumed."""
    play = open_board()
    succubus = add(play, 0, Kind.SUCCUBUS, (4, 4))
    aggel = add(
        play,
        1,
        Kind.KADET,
        (4, 6),
        capture_cell=8,
        capture_points=5,
        fear=1,
        statuses={Status.SLOW: 0},
    )
    script(play, 1)

    control.subjugate(aimed(play, o.Subjugate, succubus, target=aggel))

    found = [c.CAPTURE_CELL, c.CAPTURE_POINTS, c.AP, c.FEAR, c.STATUS + Status.SLOW]
    assert play.state.units[aggel, found].tolist() == [c.NO, 0, 1, 1, 0]


def test_its_owners_tower_slows_it_under_control() -> None:
    """DK-5.14, DK-5.50: hostile to the new controller; the flag falls before the check."""
    play = open_board()
    build(play, 1, Building.SLOWING_TOWER, (4, 8))
    succubus = add(play, 0, Kind.SUCCUBUS, (4, 4))
    kerub = add(play, 1, Kind.KERUB, (4, 6), tower_slowed=1)
    script(play, 1)

    control.subjugate(aimed(play, o.Subjugate, succubus, target=kerub))

    assert value(play, kerub, c.AP) == 2
    assert play.log[-2:] == [Controlled(_TARGET, seat=0), Slowed(_TARGET)]


def test_a_subjugated_succubus_subjugates_for_whom_it_obeys() -> None:
    """DK-5.40: the seat that controls the user."""
    play = open_board(num_seats=3)
    succubus = add(play, 1, Kind.SUCCUBUS, (4, 4), controller=0)
    bes = add(play, 2, Kind.BES, (4, 6))
    script(play, 1)

    control.subjugate(aimed(play, o.Subjugate, succubus, target=bes))

    assert value(play, bes, c.CONTROLLER) == 0


def test_release_is_for_what_the_seat_controls_and_does_not_own() -> None:
    """DK-5.9: AP and capture points go; its own units keep what they have."""
    play = open_board(num_seats=3)
    own = add(play, 0, Kind.KERUB, (4, 4), capture_cell=8, capture_points=2)
    first = add(play, 1, Kind.KERUB, (4, 5), controller=0, capture_cell=8, capture_points=2)
    second = add(play, 2, Kind.KERUB, (4, 6), controller=0)
    other = add(play, 2, Kind.KERUB, (4, 6), controller=1)

    control.release_all(play)

    units = (own, first, second, other)
    assert [value(play, at, c.CONTROLLER) for at in units] == [0, 1, 2, 1]
    assert [value(play, at, c.AP) for at in units] == [3, 0, 0, 3]
    assert [value(play, at, c.CAPTURE_POINTS) for at in (own, first)] == [2, 0]
    assert value(play, first, c.CAPTURE_CELL) == c.NO
    assert told(play, Released) == [
        Released(Spot(200001, 4, 5), seat=0),
        Released(Spot(300001, 4, 6), seat=0),
    ]

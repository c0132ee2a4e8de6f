"""Attacks on areas (DK-5.30 to DK-5.33)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.combat import blasts
from referee.games.dungeon_keeper.rules.events import (
    Blasted,
    Died,
    HeroDied,
    Place,
    Rolled,
    Spot,
    Vanished,
)
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.tables import NEUTRAL, Building, Kind, Status
from tests.games.dungeon_keeper.positions import (
    add,
    add_light,
    aimed,
    build,
    dice_left,
    mana,
    open_board,
    script,
    told,
    undig,
    value,
)

_N, _NE, _E, _SE = 0, 1, 2, 3


def test_breath_and_cloud_on_a_stack() -> None:
    """DK-8.14."""
    play = open_board()
    ognevik = add(play, 0, Kind.OGNEVIK, (4, 4))
    lich = add(play, 0, Kind.LICH, (4, 3))
    imp, bes, kerub = (add(play, 1, kind, (4, 5)) for kind in (Kind.IMP, Kind.BES, Kind.KERUB))

    blasts.fire_breath(aimed(play, o.FireBreath, ognevik, Place(4, 5)))

    fire = Spot(100001, 4, 4)
    assert play.log == [
        Blasted(fire, Spot(200001, 4, 5), 1),  # 4 // 2 of the one hit point that the imp has
        Died(Spot(200001, 4, 5), killer=0, mana=0),
        Blasted(fire, Spot(200002, 4, 5), 1),
        Blasted(fire, Spot(200003, 4, 5), 1),
    ]
    assert [value(play, at, c.HP) for at in (imp, bes, kerub)] == [0, 2, 19]

    play.log.clear()
    blasts.death_cloud(aimed(play, o.DeathCloud, lich, Place(4, 5)))

    cloud = Spot(100002, 4, 3)
    assert play.log == [
        Blasted(cloud, Spot(200002, 4, 5), 2),
        Died(Spot(200002, 4, 5), killer=0, mana=2),
        Blasted(cloud, Spot(200003, 4, 5), 1),
    ]
    assert value(play, kerub, c.HP) == 18
    assert mana(play, 0) == 2


def test_fire_burns_its_own_and_clouds_do_not() -> None:
    """DK-5.30, DK-5.33: "all units" and "all enemies" are taken literally; own dead pay nothing."""
    play = open_board()
    ognevik = add(play, 0, Kind.OGNEVIK, (4, 4))
    lich = add(play, 0, Kind.LICH, (4, 4))
    own = add(play, 0, Kind.BES, (4, 5), hp=1)

    assert blasts.cloud_hits(play.state, lich, 4, 5) == []
    assert blasts.breath_hits(play.state, 4, 5) == [own]
    blasts.fire_breath(aimed(play, o.FireBreath, ognevik, Place(4, 5)))

    assert told(play, Died) == [Died(Spot(100003, 4, 5), killer=0, mana=0)]
    assert mana(play, 0) == 0


def test_a_cloud_strikes_what_is_hostile_to_its_controller() -> None:
    """DK-5.10, DK-5.33: a subjugated lich spares its new seat's units, not its owner's."""
    play = open_board()
    lich = add(play, 1, Kind.LICH, (4, 4), controller=0)
    former = add(play, 1, Kind.BES, (4, 5))
    add(play, 0, Kind.BES, (5, 5))

    assert blasts.cloud_hits(play.state, lich, 4, 5) == [former]
    assert blasts.cloud_hits(play.state, lich, 5, 5) == []


def test_a_cloud_is_not_halved_near() -> None:
    """DK-5.33: lich 4 - 3 against a kerub, 4 - 1 against a bes beside it."""
    play = open_board()
    lich = add(play, 0, Kind.LICH, (4, 4))
    priest = add(play, 1, Kind.PRIEST, (4, 5))

    blasts.death_cloud(aimed(play, o.DeathCloud, lich, Place(4, 5)))

    assert value(play, priest, c.HP) == 7


def test_a_stream_goes_two_cells_in_order() -> None:
    """DK-5.32: the near cell first, within a cell by id, own units too, full damage."""
    play = open_board()
    ifrit = add(play, 0, Kind.IFRIT, (4, 4))
    far = add(play, 1, Kind.KERUB, (4, 6))
    second = add(play, 1, Kind.PRIEST, (4, 5))
    third = add(play, 1, Kind.PRIEST, (4, 5))
    add(play, 1, Kind.PRIEST, (4, 7))

    assert blasts.stream_hits(play.state, ifrit, _E) == [second, third, far]
    blasts.fire_stream(aimed(play, o.FireStream, ifrit, _E))

    assert [(body.target, body.damage) for body in told(play, Blasted)] == [
        (Spot(200002, 4, 5), 4),
        (Spot(200003, 4, 5), 4),
        (Spot(200001, 4, 6), 2),
    ]


@pytest.mark.parametrize(
    ("direction", "undug", "hit"),
    [
        (_N, [], True),
        (_N, [(3, 4)], False),
        (_NE, [(3, 4)], True),
        (_NE, [(3, 4), (4, 5)], False),
        (_NE, [(3, 5)], False),
        (_SE, [(5, 4), (4, 5)], False),
    ],
    ids=["open", "rock before", "one corner", "both corners", "rock on the way", "south east"],
)
def test_a_stream_needs_sight(direction: int, undug: list[tuple[int, int]], hit: bool) -> None:
    """DK-5.32: a cell counts only if it is in line of sight of the caster."""
    play = open_board()
    ifrit = add(play, 0, Kind.IFRIT, (4, 4))
    far = {_N: (2, 4), _NE: (2, 6), _SE: (6, 6)}[direction]
    target = add(play, 1, Kind.KERUB, far)
    undig(play, *undug)

    assert blasts.stream_hits(play.state, ifrit, direction) == [target] * hit


@pytest.mark.parametrize("direction", range(8))
@pytest.mark.parametrize("corner", [(0, 0), (0, 8), (8, 0), (8, 8)])
def test_a_stream_ends_at_the_edge(corner: tuple[int, int], direction: int) -> None:
    """DK-5.32: cells off the board do not count, and do not wrap around it."""
    play = open_board()
    ifrit = add(play, 0, Kind.IFRIT, corner)
    across = [(row, col) for row in (0, 8) for col in (0, 8) if (row, col) != corner]
    for place in across:
        add(play, 1, Kind.KERUB, place)

    assert blasts.stream_hits(play.state, ifrit, direction) == []


def test_buildings_are_not_hurt() -> None:
    """DK-5.30: units only; a wall also ends the stream."""
    play = open_board()
    ifrit = add(play, 0, Kind.IFRIT, (4, 4))
    build(play, NEUTRAL, Building.WALL, (4, 5))
    add(play, 1, Kind.KERUB, (4, 6))

    assert blasts.stream_hits(play.state, ifrit, _E) == []
    blasts.fire_stream(aimed(play, o.FireStream, ifrit, _E))
    assert play.state.cells[c.B_HP, 4, 5] == 50


def test_nobody_evades_a_blast() -> None:
    """DK-5.30: no roll for ghosts, no zeal or berserk, no blade."""
    play = open_board()
    ognevik = add(play, 0, Kind.OGNEVIK, (4, 4), statuses={Status.BERSERK: 0})
    ghost = add(play, 1, Kind.KERUB, (4, 5), statuses={Status.GHOSTLINESS: 1})
    script(play, 1)

    blasts.fire_breath(aimed(play, o.FireBreath, ognevik, Place(4, 5)))

    assert dice_left(play) == 1
    assert told(play, Rolled) == []
    assert (value(play, ghost, c.HP), value(play, ognevik, c.HP)) == (19, 12)


def test_a_gnome_whose_hero_burns_vanishes_unhit() -> None:
    """DK-5.87: the Hero has the lower id, so the gnome is gone before the blast reaches him."""
    play = open_board()
    hero, _ = add_light(play, (4, 5))
    play.state.units[hero, c.HP] = 1
    ognevik = add(play, 0, Kind.OGNEVIK, (4, 4))

    blasts.fire_breath(aimed(play, o.FireBreath, ognevik, Place(4, 5)))

    assert [body.target for body in told(play, Blasted)] == [Spot(1, 4, 5)]
    assert told(play, HeroDied) == [HeroDied(Spot(1, 4, 5))]
    assert told(play, Vanished) == [Vanished(Spot(2, 4, 5))]
    assert mana(play, 0) == 2

"""The light Hero, by DK-5.80 to DK-5.87, on hand-made boards."""

from __future__ import annotations

import numpy as np
import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground, units
from referee.games.dungeon_keeper.rules.events import (
    Attacked,
    BuildingDestroyed,
    Died,
    Dug,
    Eliminated,
    Healed,
    HeroAppeared,
    HeroDied,
    PickedUp,
    Rolled,
    Slowed,
    Spot,
    StatusRemoved,
    Vanished,
)
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.turn.neutral_phase import neutral_phase
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    Artifact,
    Building,
    Item,
    Kind,
    Spirit,
    Status,
)
from tests.games.dungeon_keeper.neutral_turns import (
    ALL,
    EAST,
    NORTH,
    SOUTH,
    act,
    heading,
    wait_a_turn,
    way,
)
from tests.games.dungeon_keeper.positions import (
    add,
    add_light,
    build,
    items_on,
    mana,
    open_board,
    told,
    undig,
    value,
)


def place(play: Play, at: int) -> tuple[int, int]:
    """Where a unit stands."""
    return value(play, at, c.ROW), value(play, at, c.COL)


# How he comes (DK-5.80, DK-5.81).


@pytest.mark.parametrize(("die", "comes"), [(5, True), (6, False)])
def test_he_comes_by_chance(die: int, comes: bool) -> None:
    """With hero_chance 5: by a 5, not by a 6."""
    play = open_board(hero_enabled=True, hero_first_round=1, hero_min_distance=0)
    act(play, *((die, 1, 1) if comes else (die,)))
    assert len(told(play, HeroAppeared)) == comes
    assert len(units.units_of(play.state, LIGHT)) == 2 * comes


@pytest.mark.parametrize(
    "config", [{"hero_enabled": False}, {"hero_first_round": 2}, {"hero_chance": 0}], ids=str
)
def test_he_does_not_come(config: dict[str, int]) -> None:
    """Not when he is switched off, not before his round; with chance 0 the die is rolled all the same."""
    play = open_board(**{"hero_enabled": True, "hero_first_round": 1, "hero_chance": 100, **config})
    act(play, *([1] if config == {"hero_chance": 0} else []))
    assert not told(play, HeroAppeared)


def test_he_comes_to_a_free_cell_far_from_altars() -> None:
    """Candidates row by row: empty, nobody and nothing there, far enough from living Altars."""
    play = open_board(hero_enabled=True, hero_first_round=1, hero_chance=100, hero_min_distance=7)
    build(play, 0, Building.ALTAR, (0, 0))
    undig(play, (7, 0))
    add(play, 1, Kind.IMP, (7, 1))
    ground.put_item(play.state, 7, 2, Item.CHEST)
    ground.put_item(play.state, 7, 3, Item.SWORD)
    ground.take_item(play.state, 1)
    # At distance 7 or more are columns 7 and 8 of rows 0 to 6 (14 cells), then rows 7 and 8.
    act(play, 100, 14 + 1, 3)
    (appeared,) = told(play, HeroAppeared)
    assert appeared.hero is not None
    assert appeared.gnome is not None
    assert appeared.hero[1:] == appeared.gnome[1:] == (7, 3)
    assert (appeared.hero.unit, appeared.gnome.unit) == (1, 2)
    assert play.state.match[c.HERO_DIRECTION] == SOUTH
    hero = units.find(play.state, 1)
    bears = [units.has_artifact(play.state, hero, kind) for kind in Artifact]
    assert all(bears)
    assert (value(play, hero, c.HP), value(play, hero, c.AP)) == (50, 0)
    assert units.attack_of(play.state, hero) == 8
    assert units.defence_of(play.state, hero) == 6
    assert units.max_ap_of(play.state, hero) == 5


def test_where_there_is_no_room_he_does_not_come() -> None:
    """The chance is rolled, no cell is."""
    play = open_board(hero_enabled=True, hero_first_round=1, hero_chance=100, hero_min_distance=9)
    build(play, 0, Building.ALTAR, (4, 4))
    act(play, 1)
    assert not units.units_of(play.state, LIGHT)


def test_there_is_but_one_hero() -> None:
    """While he lives no chance is rolled."""
    play = open_board(hero_enabled=True, hero_first_round=1, hero_chance=100)
    hero, _ = add_light(play, (4, 4))
    wait_a_turn(play, hero, 0)
    act(play)
    assert len(units.units_of(play.state, LIGHT)) == 2


def test_he_may_come_again_when_he_has_died_in_this_phase() -> None:
    """Poison kills him in step 1, and the chance is rolled in step 4; ids go on."""
    play = open_board(hero_enabled=True, hero_first_round=1, hero_chance=100, hero_min_distance=0)
    hero, _ = add_light(play, (4, 4))
    play.state.units[hero, [c.HP, c.POISON_TURNS, c.POISON_SOURCE]] = 4, 1, 1
    act(play, 1, 1, 1)
    assert [play.state.units[at, c.ID] for at in units.units_of(play.state, LIGHT)] == [3, 4]


# What he does first (DK-5.80, DK-5.82).


def test_poison_regeneration_and_action_points_come_first(board: Play) -> None:
    """DK-5.80 steps 1 and 2; then he dispels the poison for 1 of his 5 points."""
    hero, gnome = add_light(board, (4, 4))
    board.state.units[hero, [c.HP, c.POISON_TURNS, c.POISON_SOURCE]] = 20, 3, 1
    heading(board, SOUTH)
    act(board)
    assert value(board, hero, c.HP) == 20 - 4 + 3
    assert value(board, hero, c.POISON_TURNS) == 0
    assert len(told(board, StatusRemoved)) == 1
    # Four steps are left: he wanders to the edge.
    assert way(board, hero) == way(board, gnome) == [(5, 4), (6, 4), (7, 4), (8, 4)]


def test_he_dispels_before_he_fights(board: Play) -> None:
    """One point removes all debuffs at once; the slow has taken a point before."""
    hero, _ = add_light(board, (4, 4))
    curses = {Status.SLOW: 0, Status.WEAKNESS: 1, Status.EXHAUSTION: 0}
    for status, source in curses.items():
        board.state.units[hero, c.STATUS + status] = source
    beast = add(board, 0, Kind.SIEGE_BEAST, (4, 5))
    wait_a_turn(board, hero, 3)
    act(board, 51)
    assert {body.status for body in told(board, StatusRemoved)} == {*curses, Status.FEAR}
    # 5 points, less fear 2 and slow 1: one for dispel, one for a blow at defence 8 with attack 8.
    assert value(board, beast, c.HP) == 29
    assert value(board, hero, c.AP) == 0


def test_he_takes_the_first_artifact_in_reach(board: Play) -> None:
    """Row by row, then the oldest; not from under a seat's unit, and nothing but artifacts."""
    hero, _ = add_light(board, (4, 4))
    add(board, 0, Kind.IMP, (3, 3))
    for where, kind in [
        ((5, 5), Item.CROWN),
        ((4, 5), Item.AMULET),
        ((4, 5), Item.SWORD),
        ((3, 3), Item.ARMOUR),
        ((3, 4), Item.RUNE_FIRE),
        ((3, 4), Item.CHEST),
    ]:
        ground.put_item(board.state, *where, kind)
    wait_a_turn(board, hero, 2)
    act(board)
    taken = [body.item for body in told(board, PickedUp)]
    assert taken == [Item.AMULET, Item.SWORD]
    assert not told(board, Attacked)
    # At his death they drop after his own, in the order in which he took them (DK-5.25).
    board.state.units[hero, [c.HP, c.POISON_TURNS, c.POISON_SOURCE]] = 1, 1, 0
    act(board)
    own = [Item.SWORD, Item.ARMOUR, Item.AMULET, Item.CROWN]
    assert items_on(board.state, (4, 4)) == [*own, Item.AMULET, Item.SWORD]


def test_the_gnome_is_put_beside_him(board: Play) -> None:
    """Wherever he had been led; it costs nothing and is no step: no aura, no action point."""
    hero, _ = add_light(board, (4, 4))
    gnome = units.find(board.state, 2)
    board.state.units[gnome, [c.ROW, c.COL]] = 8, 8
    wait_a_turn(board, hero, 1)
    heading(board, NORTH)
    act(board)
    assert way(board, gnome) == [(4, 4), (3, 4)]
    assert value(board, gnome, c.AP) == 2


def test_both_meet_the_slowing_aura_when_they_step(board: Play) -> None:
    """DK-5.82: he enters the zone with his first step, and loses his last point there."""
    build(board, 0, Building.SLOWING_TOWER, (0, 4))
    hero, gnome = add_light(board, (4, 4))
    wait_a_turn(board, hero, 3)
    heading(board, NORTH)
    act(board)
    assert way(board, hero) == [(3, 4), (2, 4)]
    assert value(board, gnome, c.AP) == 1
    assert [body.unit.unit for body in told(board, Slowed) if body.unit] == [1, 2]


# Evil (DK-5.84, DK-5.85).


def test_blows_and_counters_of_the_hero(board: Play) -> None:
    """DK-8.17: 5 to a kerub, 1 in return, zeal fails by 51."""
    hero, _ = add_light(board, (4, 4))
    kerub = add(board, 0, Kind.KERUB, (4, 5))
    wait_a_turn(board, hero, 1)
    act(board, 51)
    assert (value(board, kerub, c.HP), value(board, hero, c.HP)) == (15, 49)
    assert [roll.value for roll in told(board, Rolled)] == [51]


def test_a_counter_kills_the_hero(board: Play) -> None:
    """DK-8.17, DK-5.87: 2 mana for the seat, four artifacts on his cell, and the gnome is gone."""
    hero, _ = add_light(board, (4, 4))
    sources = {Status.RAGE: 0}
    strong = {"artifacts": [Artifact.SWORD], "spirits": [Spirit.VALOUR], "statuses": sources}
    add(board, 0, Kind.YAFALEN, (4, 5), **strong)  # type: ignore[arg-type]
    # With attack 10 against defence 6 it takes the 4 that he has after regenerating.
    board.state.units[hero, c.HP] = 1
    act(board)
    assert [(died.killer, died.mana) for died in told(board, Died)] == [(0, 2)]
    assert mana(board, 0) == 2
    assert len(told(board, HeroDied)) == 1
    assert [body.unit for body in told(board, Vanished)] == [Spot(2, 4, 4)]
    assert not units.units_of(board.state, LIGHT)
    assert items_on(board.state, (4, 4)) == [Item.SWORD, Item.ARMOUR, Item.AMULET, Item.CROWN]


def test_zeal_and_a_kill(board: Play) -> None:
    """An imp dies by the first blow; the Hero gets no mana, and goes for the next one."""
    hero, _ = add_light(board, (4, 4))
    add(board, 0, Kind.IMP, (4, 5))
    bes = add(board, 1, Kind.BES, (3, 3), hp=3)
    wait_a_turn(board, hero, 2)
    act(board)
    assert [(died.killer, died.mana) for died in told(board, Died)] == [(None, 0), (None, 0)]
    assert board.state.units[bes, c.ID] == 0


def test_the_least_id_of_those_in_reach(board: Play) -> None:
    """Cost 0 for both: ids go before all else."""
    hero, _ = add_light(board, (4, 4))
    beasts = [add(board, seat, Kind.SIEGE_BEAST, (3, 3 + seat)) for seat in (1, 0)]
    wait_a_turn(board, hero, 1)
    act(board, 100)
    assert [value(board, at, c.HP) for at in beasts] == [30, 29]


def test_he_notices_evil_within_his_sense_alone(board: Play) -> None:
    """Distance 5 by default: from there he goes towards it, from further off he wanders."""
    hero, _ = add_light(board, (0, 4))
    add(board, 0, Kind.BES, (6, 4))
    heading(board, EAST)
    wait_a_turn(board, hero, 1)
    act(board)
    assert way(board, hero) == [(0, 5)]
    add(board, 0, Kind.BES, (5, 5))
    wait_a_turn(board, hero, 1)
    act(board)
    # The ways to (4, 4), (4, 5) and (4, 6) cost 4; of the directions SE is the first that leads there.
    assert way(board, hero) == [(0, 5), (1, 6)]


@pytest.mark.parametrize(("col", "step"), [(7, (4, 5)), (8, (3, 4))], ids=str)
def test_of_two_evils_the_cheaper_to_get_to(board: Play, col: int, step: tuple[int, int]) -> None:
    """Rock counts 3: an evil behind it is as far as one four cells away, and of two such the id decides."""
    hero, _ = add_light(board, (4, 4))
    undig(board, *[(3, other) for other in range(9)])
    add(board, 0, Kind.BES, (2, 4))
    add(board, 1, Kind.BES, (4, col))
    wait_a_turn(board, hero, 1)
    act(board)
    assert way(board, hero) == [step]


def test_the_gnome_digs_his_way(board: Play) -> None:
    """In a closed cave: each undug cell takes a point of the gnome and one of the Hero; then he is stuck."""
    undig(board, *[cell for cell in ALL if cell not in {(4, 0), (4, 5)}])
    hero, gnome = add_light(board, (4, 0))
    add(board, 0, Kind.BES, (4, 5))
    act(board)
    assert way(board, hero) == [(4, 1), (4, 2)]
    assert [body.cell for body in told(board, Dug)] == [(4, 1), (4, 2)]
    assert (value(board, hero, c.AP), value(board, gnome, c.AP)) == (3, 0)


def test_evil_that_he_cannot_get_to_is_ignored(board: Play) -> None:
    """Without a gnome rock is a wall: he wanders instead."""
    undig(board, (0, 7), (1, 7), (1, 8))
    add(board, 0, Kind.BES, (0, 8))
    hero, gnome = add_light(board, (3, 6))
    board.state.units[gnome] = 0
    heading(board, SOUTH)
    wait_a_turn(board, hero, 1)
    act(board)
    assert way(board, hero) == [(4, 6)]


def test_rock_itself_may_be_the_place_to_strike_from(board: Play) -> None:
    """An evil in a closed cell: with the gnome the Hero digs himself up to it, and strikes then."""
    undig(board, *[cell for cell in ALL if cell not in {(4, 4), (4, 6)}])
    hero, _ = add_light(board, (4, 4))
    beast = add(board, 0, Kind.SIEGE_BEAST, (4, 6))
    wait_a_turn(board, hero, 2)
    act(board, 100)
    assert way(board, hero) == [(4, 5)]
    assert value(board, beast, c.HP) == 29


def test_no_way_leads_through_units_of_seats(board: Play) -> None:
    """In a corridor the lesser id stands behind the other: he can only get to the one in front."""
    undig(board, *[cell for cell in ALL if cell[0] != 4])
    hero, gnome = add_light(board, (4, 3))
    board.state.units[gnome] = 0
    behind, in_front = (add(board, 0, Kind.SIEGE_BEAST, (4, col)) for col in (6, 5))
    wait_a_turn(board, hero, 2)
    act(board, 100)
    assert way(board, hero) == [(4, 4)]
    assert (value(board, behind, c.HP), value(board, in_front, c.HP)) == (30, 29)


@pytest.mark.parametrize("corners", [1, 2])
def test_he_obeys_the_corner_rule(board: Play, corners: int) -> None:
    """Evil beside him diagonally: between two corners of rock he goes round them."""
    hero, _ = add_light(board, (4, 4))
    undig(board, *[(3, 4), (4, 5)][:corners])
    beast = add(board, 0, Kind.SIEGE_BEAST, (3, 5))
    wait_a_turn(board, hero, 1)
    act(board, *([100] if corners == 1 else []))
    assert value(board, beast, c.HP) == (29 if corners == 1 else 30)
    # Two steps lead round either corner, by SE and by NW; rock would cost 3.
    assert way(board, hero) == ([] if corners == 1 else [(5, 5)])


def test_buildings_are_evil_if_he_razes() -> None:
    """Units before buildings at equal cost; Sources and walls never; an Altar that falls ends the match."""
    play = open_board(hero_razes=True)
    hero, _ = add_light(play, (4, 4))
    build(play, 1, Building.SOURCE, (3, 3))
    build(play, NEUTRAL, Building.WALL, (3, 4))
    build(play, 0, Building.ALTAR, (3, 5), hp=8)
    build(play, 1, Building.ALTAR, (8, 8))
    imp = add(play, 1, Kind.IMP, (5, 5))
    act(play)
    assert play.state.units[imp, c.ID] == 0
    assert [(out.seat, out.by) for out in told(play, Eliminated)] == [(0, None)]
    assert play.state.match[c.OVER] == 1
    assert value(play, hero, c.AP) == 3


def test_by_default_buildings_are_left_alone(board: Play) -> None:
    """He wanders past an Altar."""
    hero, _ = add_light(board, (4, 4))
    build(board, 0, Building.ALTAR, (3, 4))
    heading(board, EAST)
    wait_a_turn(board, hero, 1)
    act(board)
    assert not told(board, BuildingDestroyed)
    assert not told(board, Attacked)
    assert way(board, hero) == [(4, 5)]


def test_every_deed_is_a_moment(board: Play) -> None:
    """Seats look around after each of them (DK-6.21)."""
    hero, _ = add_light(board, (4, 4))
    heading(board, SOUTH)
    seen: list[tuple[int, int]] = []
    board.seat = LIGHT
    board.moment = lambda _: seen.append(place(board, hero))
    neutral_phase(board)
    assert seen[:4] == [(5, 4), (6, 4), (7, 4), (8, 4)]
    assert len(seen) == 5


def test_gnomes_regenerate_nothing_and_pay_nothing(board: Play) -> None:
    """Only who has the ability gains; stocks of seats stay as they are."""
    hero, gnome = add_light(board, (4, 4))
    board.state.units[[hero, gnome], c.HP] = 10, 5
    before = board.state.seats.copy()
    wait_a_turn(board, hero, 0)
    act(board)
    assert (value(board, hero, c.HP), value(board, gnome, c.HP)) == (13, 5)
    assert [body.amount for body in told(board, Healed)] == [3]
    assert np.array_equal(before, board.state.seats)

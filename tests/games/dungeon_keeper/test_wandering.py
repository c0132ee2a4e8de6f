"""Where the Hero goes when there is nothing to fight (DK-5.86)."""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import ground
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import NEUTRAL, Building, Kind
from tests.games.dungeon_keeper.neutral_turns import (
    ALL,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    act,
    heading,
    wait_a_turn,
    way,
)
from tests.games.dungeon_keeper.positions import add, add_light, build, open_board, undig, value

# Wandering (DK-5.86).


def test_he_turns_aside_at_an_obstacle(board: Play) -> None:
    """East is blocked: of N and S, in this order, the second by die 2; nothing is rolled for one side."""
    hero, _ = add_light(board, (4, 4))
    build(board, NEUTRAL, Building.WALL, (4, 5))
    heading(board, EAST)
    wait_a_turn(board, hero, 1)
    act(board, 2)
    assert way(board, hero) == [(5, 4)]
    assert board.state.match[c.HERO_DIRECTION] == SOUTH


def test_nothing_is_rolled_for_a_single_side(board: Play) -> None:
    """At the edge, with one side blocked too."""
    hero, _ = add_light(board, (4, 8))
    undig(board, (3, 8))
    heading(board, EAST)
    wait_a_turn(board, hero, 1)
    act(board)
    assert way(board, hero) == [(5, 8)]


def test_he_prefers_voids_to_rock(board: Play) -> None:
    """Rock ahead and a void to the side: the side; rock ahead and no side: through it."""
    hero, gnome = add_light(board, (4, 4))
    undig(board, (4, 5), (3, 4))
    heading(board, EAST)
    wait_a_turn(board, hero, 1)
    act(board)
    assert way(board, hero) == [(5, 4)]
    undig(board, (6, 4), (5, 3), (5, 5))
    wait_a_turn(board, hero, 1)
    act(board)
    assert way(board, hero) == [(5, 4), (6, 4)]
    assert value(board, gnome, c.AP) == 1


def test_when_the_gnome_is_tired_the_turn_ends(board: Play) -> None:
    """Two points dig two cells; with three left the Hero waits."""
    undig(board, *[cell for cell in ALL if cell != (8, 4)])
    hero, _ = add_light(board, (8, 4))
    heading(board, NORTH)
    act(board)
    assert way(board, hero) == [(7, 4), (6, 4)]
    assert value(board, hero, c.AP) == 3


def test_he_turns_back_only_when_nothing_else_is_left(board: Play) -> None:
    """(d): ahead a mine, no void beside: of W (void) and S (rock), in the order N, E, S, W, one by die.

    Rock chosen, the loop starts again: now the reverse of nothing is barred, and a void beside it comes
    first.
    """
    hero, _ = add_light(board, (4, 4))
    ground.put_mine(board.state, 4, 5, 0, 100)
    undig(board, (5, 4))
    build(board, NEUTRAL, Building.WALL, (3, 4))
    heading(board, EAST)
    wait_a_turn(board, hero, 1)
    # (d) lists S (rock) and W (void): die 1 takes S. Again: S is rock; its sides are E (mine) and W.
    act(board, 1)
    assert way(board, hero) == [(4, 3)]
    assert board.state.match[c.HERO_DIRECTION] == WEST


def test_walled_in_he_stays(board: Play) -> None:
    """No direction at all: the turn ends with all his points."""
    for where in [(3, 4), (4, 3), (4, 5), (5, 4)]:
        build(board, NEUTRAL, Building.WALL, where)
    hero, _ = add_light(board, (4, 4))
    act(board)
    assert way(board, hero) == []
    assert value(board, hero, c.AP) == 5


def test_units_of_seats_bar_his_way_beyond_his_sense() -> None:
    """With a sense of 1 he still cannot step on to a seat's unit; he fights it."""
    play = open_board(hero_sense=1)
    hero, _ = add_light(play, (4, 4))
    bes = add(play, 0, Kind.BES, (4, 6))
    heading(play, EAST)
    wait_a_turn(play, hero, 2)
    act(play)
    assert way(play, hero) == [(4, 5)]
    assert play.state.units[bes, c.ID] == 0

"""Turns of the light side, by its dice."""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import units
from referee.games.dungeon_keeper.rules.events import Moved
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.turn.neutral_phase import neutral_phase
from referee.games.dungeon_keeper.tables import LIGHT
from tests.games.dungeon_keeper.positions import dice_left, script, told, value

__all__ = ["ALL", "EAST", "NORTH", "SOUTH", "WEST", "act", "heading", "wait_a_turn", "way"]

NORTH, EAST, SOUTH, WEST = range(4)
ALL = [(row, col) for row in range(9) for col in range(9)]


def act(play: Play, *dice: int) -> None:
    """The neutral phase, with scripted dice, all of which it has to use."""
    play.seat = LIGHT
    script(play, *dice)
    neutral_phase(play)
    assert dice_left(play) == 0


def way(play: Play, at: int) -> list[tuple[int, int]]:
    """Cells that a unit has stepped on to."""
    unit = value(play, at, c.ID)
    moves = [body for body in told(play, Moved) if body.unit and body.unit.unit == unit]
    return [(move.to.row, move.to.col) for move in moves if move.to]


def heading(play: Play, direction: int) -> None:
    """Set where the Hero wanders."""
    play.state.match[c.HERO_DIRECTION] = direction


def wait_a_turn(play: Play, at: int, points: int) -> None:
    """Leave a unit so many action points of its coming turn, by fear."""
    play.state.units[at, c.FEAR] = units.max_ap_of(play.state, at) - points

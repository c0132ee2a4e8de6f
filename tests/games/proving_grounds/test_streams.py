"""The named streams of PG-8.1: state after opening, and first results."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules import dice as named
from referee.games.proving_grounds.rules.dice import Dice
from referee.games.proving_grounds.state import State

GAME = PLUGIN.game


def at_turn(turn: int) -> State:
    """A match from seed 1 in some turn."""
    state, _ = GAME.start(GAME.config_class(), seed=1, num_seats=5)
    state.match[c.TURN] = turn
    return state


@pytest.mark.parametrize(
    ("turn", "opened", "sides", "results"),
    [
        (1, lambda s: named.map_dice(s), 100, [95, 28, 33, 73, 53, 82, 70, 78]),
        (1, lambda s: named.market_dice(s), 48, [31, 14, 27, 21, 11, 33]),
    ],
    ids=["map", "market"],
)
def test_rand(turn: int, opened: Callable[[State], Dice], sides: int, results: list[int]) -> None:
    """Streams of which PG-8.1 gives values from 0."""
    dice = opened(at_turn(turn))
    assert [dice.rand(sides) for _ in results] == results


@pytest.mark.parametrize(
    ("turn", "opened", "results"),
    [
        (1, lambda s: named.hero_dice(s, 0, 4), [4, 6, 4, 6, 5, 2, 2, 4]),
        (1, lambda s: named.hero_dice(s, 4, 0), [5, 4, 5, 5, 6, 6, 3, 4]),
        (2, lambda s: named.fight_dice(s, 17), [1, 4, 1, 4, 4, 5, 5, 2]),
        (2, lambda s: named.trap_dice(s, 17), [4, 4, 5, 4]),
    ],
    ids=["hero 4 of seat 0", "hero 0 of seat 4", "fight", "trap"],
)
def test_d6(turn: int, opened: Callable[[State], Dice], results: list[int]) -> None:
    """Streams of which PG-8.1 gives six-sided dice."""
    dice = opened(at_turn(turn))
    assert [dice.d6() for _ in results] == results


@pytest.mark.parametrize(("chance", "roll"), [(0, 41), (1, 80)])
def test_end(chance: int, roll: int) -> None:
    """The two chances of turn 31."""
    assert named.end_dice(at_turn(31), chance).d100() == roll


def test_boards() -> None:
    """Two shuffles from one stream."""
    dice, found = named.boards_dice(at_turn(0)), []
    for _ in range(2):
        seats = [0, 1, 2, 3]
        dice.shuffle(seats)
        found.append(seats)
    assert found == [[0, 2, 3, 1], [1, 0, 2, 3]]


def test_a_script_replaces_all_streams() -> None:
    """In the order of play; a die with one side takes nothing; beyond the script the streams begin."""
    state = at_turn(2)
    GAME.script_dice(state, [2, 5, 1])
    fight, trap = named.fight_dice(state, 17), named.trap_dice(state, 17)
    assert [fight.d6(), trap.draw(1), trap.d6(), fight.d6()] == [2, 1, 5, 1]
    assert GAME.scripted_dice_left(state) == 0
    assert [fight.d6() for _ in range(4)] == [1, 4, 1, 4]
    assert GAME.scripted_dice_left(state) == -4

"""The dice of a match (DM-5.2), and scripted ones."""

from __future__ import annotations

import pytest

from referee.core.errors import ScenarioError
from referee.games.diceman import PLUGIN
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import LEGAL
from referee.games.diceman.state import State
from referee.games.diceman.tables import COMBO_DICE

GAME = PLUGIN.game
SEED = 2008


def match(config: DicemanConfig | None = None, **fields: object) -> State:
    """A match before a choice."""
    return GAME.parse_state(config or DicemanConfig(), 2, fields)


def rolled(state: State, combos: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """Values of both seats in a round."""
    GAME.step(state, {seat: LEGAL[combo] for seat, combo in enumerate(combos)})
    last_round = GAME.observe(state, [0])[0].table.last_round
    assert last_round is not None
    return [roll.values for roll in last_round.rolls]


@pytest.mark.parametrize(
    ("game", "round_", "values"),
    [
        (1, 1, [(1, 1, 7, 3), (1, 1, 5, 1)]),
        (1, 2, [(1, 1, 8, 2), (3, 4, 1, 4)]),
        (2, 1, [(3, 5, 8, 5), (1, 5, 1, 4)]),
    ],
)
@pytest.mark.parametrize("combo", range(6))
def test_dice_of_seed_2008(
    game: int, round_: int, values: list[tuple[int, ...]], combo: int
) -> None:
    """The values of example E16, whatever is held: a die does not depend on the choices."""
    state = match(seed=SEED, game=game, round=round_)
    held = COMBO_DICE[combo].tolist()
    expected = [tuple(v if die in held else 0 for die, v in enumerate(row)) for row in values]
    assert rolled(state, (combo, combo)) == expected


def test_scripted_dice_come_seat_by_seat_and_by_die() -> None:
    """M S of seat 0, then P H of seat 1; afterwards the streams go on where they were."""
    state = match(seed=SEED)
    GAME.script_dice(state, [4, 2, 6, 9])
    assert GAME.scripted_dice_left(state) == 4
    assert rolled(state, (1, 4)) == [(4, 0, 2, 0), (0, 6, 0, 9)]
    assert GAME.scripted_dice_left(state) == 0
    assert rolled(state, (5, 0)) == [(0, 0, 8, 2), (3, 4, 0, 0)]
    assert GAME.scripted_dice_left(state) == -4


def test_a_die_of_one_side_is_not_rolled() -> None:
    """It shows 1, and asks a script for nothing."""
    state = match(DicemanConfig(die_magic=1))
    GAME.script_dice(state, [5, 3, 7])
    assert rolled(state, (0, 5)) == [(1, 5, 0, 0), (0, 0, 3, 7)]
    assert GAME.scripted_dice_left(state) == 0


@pytest.mark.parametrize("value", [0, -1, 11])
def test_no_die_shows_such_a_value(value: int) -> None:
    """The largest die has ten sides."""
    with pytest.raises(ScenarioError, match=rf"dice\[1\] must be from 1 to 10, not {value}"):
        GAME.script_dice(match(), [1, value])


def test_a_value_must_fit_its_die() -> None:
    """Seen before anything has changed."""
    state = match()
    GAME.script_dice(state, [4, 6, 5, 10])
    before = GAME.digest(state)
    with pytest.raises(ScenarioError, match=r"dice\[2\] must be from 1 to 4 for die M of seat 1"):
        GAME.step(state, {0: LEGAL[0], 1: LEGAL[2]})
    assert GAME.digest(state) == before


def test_a_script_is_no_part_of_the_digest() -> None:
    """It is how a test plays, not what has happened."""
    state = match()
    before = GAME.digest(state)
    GAME.script_dice(state, [1, 2, 3])
    assert GAME.digest(state) == before

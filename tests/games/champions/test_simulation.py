"""Matches and battles in kernels alone are those of the engine."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.rules.orders import new_orders
from referee.games.champions.simulation import play_out, repeat_battles

GAME = PLUGIN.game
CONFIG = ChampionsConfig(max_rounds=15)


@pytest.mark.parametrize("num_seats", [2, 5, 16])
def test_a_match_is_played_out_as_the_engine_plays_it(num_seats: int) -> None:
    """The same dice choose the same actions, and the ends are equal."""
    state, _ = GAME.start(CONFIG, seed=num_seats, num_seats=num_seats)
    other = GAME.copy(state)
    dice, same_dice = Stream(5), Stream(5)
    play_out(state, dice)
    while (point := GAME.decision(other)) is not None:
        GAME.step(other, {seat: GAME.random_action(other, seat, same_dice) for seat in point.seats})
    assert GAME.decision(state) is None
    assert GAME.digest(state) == GAME.digest(other)
    assert dice.state == same_dice.state


def test_battles_are_counted() -> None:
    """All battles of the round, as often as asked; nobody's health changes."""
    fields = {"size": 1, "phase": "BATTLE", "battles": [[0, 1], [0, 2]]}
    state = GAME.parse_state(ChampionsConfig(), 3, {**fields, "seats": [{"pos": [0, 0]}] * 3})
    health = state.health.copy()
    assert repeat_battles(state, new_orders(3), 7) == 14
    assert np.array_equal(state.health, health)

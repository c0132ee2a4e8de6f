"""A match in a row is the match that the referee would play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.games import registry
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.rollout import Autoreset, Rollout
from referee.kit.rollout.seeds import episode_seeds
from tests.helpers.rollouts import column, step_both

ROWS = 2


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_messages_play_the_match_that_the_game_plays(game: str) -> None:
    """Digests, who is asked, and in the end the scores are those of `Game.step`, episode after episode."""
    plugin = registry.find(game)
    config = plugin.game.config_class()
    num_seats = plugin.game.info.default_seats
    rows = LoopRows(plugin, config, num_rows=ROWS, num_seats=num_seats)
    rollout = Rollout(rows, seed=3, autoreset=Autoreset.DISABLED, max_steps=40)
    seeds = episode_seeds(3, np.arange(ROWS), np.zeros(ROWS, np.int64)).tolist()
    states = [plugin.game.start(config, seed=seed, num_seats=num_seats)[0] for seed in seeds]
    dice = Stream(1)
    for _ in range(40):
        step = rollout.step({"message": _random_messages(plugin, states, num_seats, dice)})
        assert not step.refused.any()
        told = [digest.tobytes() for digest in column(rollout, "digest")]
        assert told == [plugin.game.digest(state) for state in states]
        for row, state in enumerate(states):
            assert step.terminated[row] == (plugin.game.decision(state) is None)
            if step.terminated[row]:
                assert step.reward[row].tolist() == list(plugin.game.outcome(state).scores)
        if (step.terminated | step.truncated).any():
            break


def _random_messages(plugin: AnyPlugin, states: list[Any], num_seats: int, dice: Stream) -> Ragged:
    """Step the states with random actions; return these as messages."""
    parts = [b""] * (len(states) * num_seats)
    for row, state in enumerate(states):
        decision = plugin.game.decision(state)
        assert decision is not None
        actions = {seat: plugin.game.random_action(state, seat, dice) for seat in decision.seats}
        for seat, action in actions.items():
            parts[row * num_seats + seat] = plugin.codec.encode_action(action)
        # As it comes back from the wire: two forms of an action of the same effect may differ.
        read = {seat: plugin.codec.decode_action(parts[row * num_seats + seat]) for seat in actions}
        plugin.game.step(state, read)
    return Ragged.of(parts)


def _combos(rng: np.random.Generator) -> tuple[dict[str, Any], dict[str, Any]]:
    """Combinations, some of them none: for rows of the game's own, and for those of any game."""
    choices = rng.integers(-2, 8, (ROWS, 2), np.int8)
    answered = rng.random((ROWS, 2)) < 0.8
    theirs = {"choice": choices.astype(np.int32), "answered": answered}
    return {"choice": choices, "answered": answered}, theirs


def _orders(rng: np.random.Generator) -> tuple[dict[str, Any], dict[str, Any]]:
    """Numbers in and out of bounds, likewise."""
    from referee.games.swordman.rules.actions import Action

    codec = registry.find("swordman").codec
    orders = np.zeros((ROWS, 2, 6), np.int32)
    orders[..., :3] = rng.integers(-1, 5, (ROWS, 2, 3))
    orders[..., 3:5] = rng.integers(-1, 4, (ROWS, 2, 2))
    answered = rng.random((ROWS, 2)) < 0.8
    parts = [
        codec.encode_action(Action._make((*order[:5], False)))
        for order in orders.reshape(-1, 6).tolist()
    ]
    theirs = {"message": Ragged.of(parts), "answered": answered}
    return {"order": orders, "answered": answered}, theirs


@pytest.mark.parametrize("game", ["diceman", "swordman"])
@pytest.mark.parametrize("autoreset", [Autoreset.NEXT_STEP, Autoreset.SAME_STEP])
def test_rows_of_a_games_own_tell_what_those_of_any_game_do(
    game: str, autoreset: Autoreset
) -> None:
    """Every column and every step, with actions legal and illegal, over several episodes."""
    plugin = registry.find(game)
    config = plugin.game.config_class(games=2)
    quick = Rollout(
        start_rows(plugin, config, num_rows=ROWS, num_seats=2), seed=5, autoreset=autoreset
    )
    plain = Rollout(
        LoopRows(plugin, config, num_rows=ROWS, num_seats=2), seed=5, autoreset=autoreset
    )
    rng = np.random.default_rng(11)
    names = [each.name for each in quick.columns]
    for _ in range(120):
        mine, theirs = (_combos if game == "diceman" else _orders)(rng)
        step_both(quick, plain, mine, theirs, names)
    assert column(quick, "episode").min() > 0

"""Checks of batches: many matches at once are what they are one by one."""

from __future__ import annotations

import pytest

from referee.core.batch import start_batch
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.testing.play import CAP
from referee.testing.samples import config_of, num_seats_of, told

__all__ = ["CHECKS", "check_batches"]

_SEEDS = (0, 1, 2**63, 2**64 - 1, 1)


def check_batches(plugin: AnyPlugin) -> None:
    """Check that each match of a batch has the digests, events, observations and outcome it has by itself.

    Matches end at different times; one that is over has no more events and stays as it is.
    """
    game = plugin.game
    config = config_of(plugin)
    for num_seats in num_seats_of(plugin):
        batch = start_batch(game, config, seeds=_SEEDS, num_seats=num_seats)
        singles = [game.start(config, seed=seed, num_seats=num_seats)[0] for seed in _SEEDS]
        dice = [Stream(num_seats, index) for index in range(len(singles))]
        seats = range(num_seats)
        assert len(batch) == len(singles)
        for _ in range(CAP):
            points = [game.decision(state) for state in singles]
            assert [batch.decision(index) for index in range(len(batch))] == points
            for index, state in enumerate(singles):
                assert batch.digest(index) == game.digest(state) == game.digest(batch.state(index))
                assert batch.outcome(index) == game.outcome(state)
                assert batch.observe(index, seats) == game.observe(state, seats)
            if not any(points):
                break
            actions = [
                {seat: game.random_action(state, seat, die) for seat in point.seats}
                if point
                else {}
                for state, point, die in zip(singles, points, dice, strict=True)
            ]
            expected = [
                told(plugin, game.step(state, chosen) if point else [])
                for state, chosen, point in zip(singles, actions, points, strict=True)
            ]
            assert [told(plugin, events) for events in batch.step(actions)] == expected
        assert not any(points)
        with pytest.raises(FieldError, match=r"^actions must be one entry for each of 5 matches"):
            batch.step([{}] * 4)


CHECKS = (check_batches,)
"""Those that need nothing but the plug-in."""

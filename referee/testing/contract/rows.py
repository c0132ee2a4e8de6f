"""Checks of rows: a match stepped next to others must be the same as when it is played alone."""

from __future__ import annotations

import numpy as np

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.kit.rollout.columns import ANSWERED, OBSERVATION, Ragged
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.rows import Rows
from referee.testing.play import CAP
from referee.testing.samples import acting_seats, config_of, num_seats_of

__all__ = ["CHECKS", "check_rows"]

_SEEDS = (0, 1, 2**63, 2**64 - 1, 1)
_FEW_STEPS = 12
"""Number of steps in which observations are compared as well as digests; comparing observations costs
most.
"""


def check_rows(plugin: AnyPlugin) -> None:
    """Check that each row has the digests, observations and scores of the same match played alone.

    Matches end at different times; a row whose match is over stays as it is. The digests of all rows
    together (`Rows.digests`) must equal that of each state (`Game.digest`).
    """
    for num_seats in num_seats_of(plugin):
        _check_rows(plugin, num_seats)


def _check_rows(plugin: AnyPlugin, num_seats: int) -> None:
    game, config = plugin.game, config_of(plugin)
    rows = start_rows(plugin, config, num_rows=len(_SEEDS), num_seats=num_seats)
    everywhere = np.arange(len(_SEEDS))
    rows.begin(everywhere, np.array(_SEEDS, np.uint64))
    singles = [game.start(config, seed=seed, num_seats=num_seats)[0] for seed in _SEEDS]
    streams = [Stream(num_seats, index) for index in range(len(singles))]
    for step in range(CAP):
        digests = [game.digest(state) for state in singles]
        assert rows.digests(everywhere) == digests
        assert [rows.digest(row) for row in everywhere.tolist()] == digests
        asked = [tuple(sorted(acting_seats(plugin, state))) for state in singles]
        assert [tuple(np.flatnonzero(row).tolist()) for row in rows.asked()] == asked
        assert rows.over().tolist() == [not seats for seats in asked]
        outcomes = [game.outcome(state) for state in singles]
        scores = np.array([outcome.scores for outcome in outcomes], np.float32)
        assert np.array_equal(rows.scores(everywhere), scores)
        if step < _FEW_STEPS:
            _check_observations(plugin, rows, singles)
        if not any(asked):
            return
        actions = rows.nothing()
        answered = actions[ANSWERED.name]
        assert not isinstance(answered, Ragged)
        for row, (state, seats) in enumerate(zip(singles, asked, strict=True)):
            chosen = {seat: game.random_action(state, seat, streams[row]) for seat in seats}
            for seat, action in chosen.items():
                answered[row, seat] = True
                # Both ways get equal actions from one stream a row, so only stepping can make a
                # difference.
                rows.put(actions, row, seat, action)
            if seats:
                game.step(state, chosen)
        rows.step(actions)
    raise AssertionError(f"no match may go on after {CAP} steps")


def _check_observations(plugin: AnyPlugin, rows: Rows, singles: list[object]) -> None:
    if OBSERVATION.name not in {column.name for column in rows.observed}:
        return
    (messages,) = rows.observe([OBSERVATION.name])
    assert isinstance(messages, Ragged)
    config, seats = config_of(plugin), range(rows.num_seats)
    expected = [
        message
        for state in singles
        for message in plugin.codec.encode_observations(config, plugin.game.observe(state, seats))
    ]
    assert [messages[place] for place in range(len(expected))] == expected


CHECKS = (check_rows,)
"""Checks of this module that take a game's plug-in as their only argument."""

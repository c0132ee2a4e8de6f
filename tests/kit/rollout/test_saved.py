"""Rows that are saved, and gone on from with other seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.errors import FieldError
from referee.core.rng import Stream
from referee.games import registry
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.pool_rows import PoolRows
from referee.kit.rollout.rollout import Rollout
from referee.kit.rollout.rows import Rows
from tests.helpers.rollouts import column
from tests.helpers.toy_bid import SIMULTANEOUS

DICEMAN = registry.find("diceman")
ROWS = np.arange(3)


def _words(*seeds: int) -> Any:
    return np.array(seeds, np.uint64)


def _duels(num_rows: int = 3, *, quick: bool = True, **options: Any) -> Rollout:
    config = DICEMAN.game.config_class(games=2)
    make = start_rows if quick else LoopRows
    return Rollout(make(DICEMAN, config, num_rows=num_rows, num_seats=2), seed=7, **options)


def _play(rollout: Rollout, steps: int) -> list[list[list[int]]]:
    """What everybody sees of some steps."""
    told = []
    dtype = rollout.rows.acted[0].column.dtype
    for step in range(steps):
        rollout.step({"choice": np.full((rollout.rows.num_rows, 2), step % 3, dtype)})
        told.append(column(rollout, "table.last_round.rolls.values").tolist())
    return told


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("opponents", [None, {1: "mixer"}, {0: "random"}])
def test_of_the_same_seed_a_restored_row_goes_on_the_same(
    quick: bool, opponents: dict[int, str] | None
) -> None:
    """In whichever row; of another seed it goes on otherwise, from the same state."""
    rollout = _duels(quick=quick, opponents=opponents)
    _play(rollout, 4)
    life = column(rollout, "table.life")
    kept = rollout.snapshot()
    _play(rollout, 9)
    seeds = _words(11, 11, 12)
    rollout.restore(kept, seeds, places=np.array([1, 1, 1]))
    assert column(rollout, "table.life").tolist() == [life[1].tolist()] * 3
    assert column(rollout, "step").tolist() == [4, 4, 4]
    first = _play(rollout, 6)
    assert [rows[0] for rows in first] == [rows[1] for rows in first]
    assert [rows[0] for rows in first] != [rows[2] for rows in first]
    rollout.restore(kept, _words(12), np.array([0]), np.array([1]))
    assert [rows[0] for rows in _play(rollout, 6)] == [rows[2] for rows in first]


def test_a_snapshot_stays_as_it_is() -> None:
    """Whatever is played on from it."""
    rollout = _duels()
    _play(rollout, 2)
    kept = rollout.snapshot(np.array([2]))
    told = []
    for _ in range(2):
        rollout.restore(kept, _words(5), np.array([0]))
        told.append([rows[0] for rows in _play(rollout, 5)])
    assert told[0] == told[1]
    assert kept.num_rows == 1
    assert kept.num_bytes > 4 * rollout.rows.num_seats


def duels(num_rows: int) -> Rows:
    """Rows of Diceman, for any process."""
    return LoopRows(DICEMAN, DICEMAN.game.config_class(games=2), num_rows=num_rows, num_seats=2)


def test_in_a_pool_a_row_goes_on_in_another_process() -> None:
    """As it would have done in its own."""
    pool = PoolRows(duels, num_rows=3, processes=2)
    try:
        several, one = Rollout(pool, seed=4), Rollout(duels(3), seed=4)
        told = []
        for rollout in (several, one):
            _play(rollout, 3)
            kept = rollout.snapshot(np.array([2, 0]))
            rollout.restore(kept, _words(1, 2), np.array([0, 2]), np.array([0, 1]))
            told.append(_play(rollout, 5))
        assert told[0] == told[1]
    finally:
        pool.close()


def test_a_row_that_waited_waits_again() -> None:
    """A finished match is restored as one."""
    rollout = _duels()
    while not rollout.step({"choice": np.ones((3, 2), np.int8)}).terminated.any():
        pass
    kept = rollout.snapshot()
    asked = column(rollout, "asked")
    rollout.reset()
    rollout.restore(kept, _words(1, 2, 3))
    assert column(rollout, "asked").tolist() == asked.tolist()
    assert not asked.all()


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_every_game_draws_from_another_seed(game: str) -> None:
    """Of equal seeds all goes on the same; what is seen now is the same of any."""
    plugin = registry.find(game)
    config, seats = plugin.game.config_class(), plugin.game.info.default_seats
    state, _ = plugin.game.start(config, seed=3, num_seats=seats)
    _step_at_random(plugin, state, 6)
    codec = plugin.codec
    digests = []
    for seed in (8, 8, 9):
        other = plugin.game.copy(state)
        plugin.game.reseed(other, seed)
        seen = [
            codec.encode_observations(config, plugin.game.observe(each, range(seats)))
            for each in (state, other)
        ]
        assert seen[0] == seen[1]
        _step_at_random(plugin, other, 25)
        digests.append(plugin.game.digest(other))
    assert digests[0] == digests[1]
    assert (digests[0] == digests[2]) == plugin.game.info.chance_free


def _step_at_random(plugin: Any, state: Any, steps: int) -> None:
    dice = Stream(1)
    for _ in range(steps):
        decision = plugin.game.decision(state)
        if decision is not None:
            seats = decision.seats
            actions = {seat: plugin.game.random_action(state, seat, dice) for seat in seats}
            plugin.game.step(state, actions)


@pytest.mark.parametrize("game", ["dice_adventure", "swordman", "champions"])
def test_rows_of_each_kind_are_put_back(game: str) -> None:
    """What is observed after a restore, and what comes of nothing being answered, is what it was."""
    plugin = registry.find(game)
    config, seats = plugin.game.config_class(), plugin.game.info.default_seats
    rollout = Rollout(start_rows(plugin, config, num_rows=2, num_seats=seats), seed=1)
    whole = rollout.rows.whole
    values: Any = np.zeros(whole.shape(2, seats), whole.column.dtype)
    if whole.is_ragged:
        values = Ragged.of([b""] * 2 * seats)
    nothing: dict[str, Any] = {whole.name: values, "answered": np.zeros((2, seats), np.bool_)}
    rollout.step(nothing)
    kept, told = rollout.snapshot(), []
    for _ in range(2):
        rollout.restore(kept, _words(3, 4))
        for _ in range(3):
            rollout.step(nothing)
        told.append(column(rollout, "digest").tolist())
    assert told[0] == told[1]
    assert told[0][0] != told[0][1] or plugin.game.info.chance_free


@pytest.mark.parametrize(
    ("seeds", "which", "places", "told"),
    [
        ([1], [0], [2], "places must be from 0 to 1, not 2"),
        ([1], [0], [-1], "places must be from 0 to 1, not -1"),
        ([1], [3], [0], "rows must be from 0 to 2, not 3"),
        ([1, 2], [0, 0], [0, 1], "rows must be each once, not [0, 0]"),
        ([1], [0, 1], [0, 1], "seeds must be uint64(2,), not 'uint64(1,)'"),
        ([1], [0], None, "places must be int64(1,), not 'int64(2,)'"),
    ],
)
def test_what_can_not_be_restored_changes_nothing(
    seeds: list[int], which: list[int], places: list[int] | None, told: str
) -> None:
    """The error names field, bound and value."""
    rollout = _duels()
    kept = rollout.snapshot(np.array([0, 1]))
    _play(rollout, 2)
    before = column(rollout, "digest").tolist()
    at = None if places is None else np.array(places)
    with pytest.raises(FieldError) as caught:
        rollout.restore(kept, _words(*seeds), np.array(which), at)
    assert str(caught.value) == told
    assert column(rollout, "digest").tolist() == before


def test_a_snapshot_of_another_rollout_is_refused() -> None:
    """Even of the same game and config."""
    with pytest.raises(FieldError, match=r"^snapshot must be one of this rollout, not"):
        _duels().restore(_duels().snapshot(), _words(1, 2, 3))


def test_a_game_that_can_t_be_reseeded_is_not_restored() -> None:
    """The error is one that a learner is told, and no row has changed."""
    rows = LoopRows(SIMULTANEOUS, SIMULTANEOUS.game.config_class(), num_rows=2, num_seats=2)
    rollout = Rollout(rows, seed=1)
    kept = rollout.snapshot()
    rollout.step({"choice": np.array([[0, 1], [2, 0]], np.int32)})
    before = column(rollout, "digest").tolist()
    with pytest.raises(FieldError, match="game must be one that can draw from another seed"):
        rollout.restore(kept, _words(1, 2))
    assert column(rollout, "digest").tolist() == before
    assert column(rollout, "step").tolist() == [1, 1]

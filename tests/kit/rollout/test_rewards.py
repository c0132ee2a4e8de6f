"""What an episode is worth that the rules have ended: by scores, by placements and by wins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.errors import FieldError
from referee.core.game import Plugin
from referee.core.outcome import GameOutcome, rank
from referee.games import registry
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.pool_rows import PoolRows
from referee.kit.rollout.rewards import Reward, worth_of
from referee.kit.rollout.rollout import Rollout
from tests.helpers.toy_base import ToyCodec
from tests.helpers.toy_last import LastConfig, LastGame, LastState

THIRD = 1 / 3


@pytest.mark.parametrize(
    ("placements", "sides", "placement", "win"),
    [
        pytest.param([1, 2], [0, 1], [1, -1], [1, 0], id="two"),
        pytest.param([1, 1], [0, 1], [0, 0], [0.5, 0.5], id="a draw"),
        pytest.param([2, 1, 3], [0, 1, 2], [0, 1, -1], [0, 1, 0], id="three"),
        pytest.param([1, 1, 3], [0, 1, 2], [0.5, 0.5, -1], [0.5, 0.5, 0], id="two share the first place"),
        pytest.param([1, 2, 2, 2], [0, 1, 2, 3], [1, -THIRD, -THIRD, -THIRD], [1, 0, 0, 0], id="three share the last"),
        pytest.param([2, 2, 1, 1, 3, 3], [0, 0, 1, 1, 2, 2], [0, 0, 1, 1, -1, -1], [0, 0, 1, 1, 0, 0], id="teams"),
        pytest.param([3, 3, 1, 1, 5, 5], [4, 4, 2, 2, 9, 9], [0, 0, 1, 1, -1, -1], [0, 0, 1, 1, 0, 0], id="places counted in seats"),
        pytest.param([1, 2, 1, 2], [0, 1, 0, 1], [1, -1, 1, -1], [1, 0, 1, 0], id="teams that sit apart"),
        pytest.param([1, 1, 1], [0, 1, 2], [0, 0, 0], [THIRD, THIRD, THIRD], id="all share it"),
    ],
)  # fmt: skip
def test_what_placements_are_worth(
    placements: list[int], sides: list[int], placement: list[float], win: list[float]
) -> None:
    """By hand; over all sides the one adds up to 0 and the other to 1."""
    _, firsts = np.unique(sides, return_index=True)
    places = np.array([placements], np.int32)
    for reward, expected, total in ((Reward.PLACEMENT, placement, 0), (Reward.WIN, win, 1)):
        worth = worth_of(reward, places, sides)
        assert worth.dtype == np.float32
        np.testing.assert_allclose(worth, [expected], atol=1e-6)
        assert worth[0, firsts].sum() == pytest.approx(total, abs=1e-6)


class ByPoints(LastGame):
    """The toy in which the rules rank by points alone, so that who goes out later is a matter of the referee's."""

    def outcome(self, state: LastState) -> GameOutcome:
        """Points alone."""
        points = state.points.tolist()
        return GameOutcome(rank([(own,) for own in points]), tuple(points))


def _by_points(num_rows: int) -> LoopRows:
    game = ByPoints()
    plugin = Plugin(game, ToyCodec(game.parse_action), "")
    return LoopRows(plugin, LastConfig(ceiling=4, rounds=9), num_rows=num_rows, num_seats=4)


def _stakes(rows: Any, stakes: Any) -> dict[str, Any]:
    return {"choice": np.broadcast_to(np.asarray(stakes, np.int32), (rows.num_rows, 4)).copy()}


def test_seats_that_went_out_are_placed_as_the_referee_places_them() -> None:
    """Behind all that stayed in longer, whatever their points; of those of one step the rules decide."""
    rollout = Rollout(_by_points(1), seed=1, reward=Reward.PLACEMENT)
    for stakes in ([1, 4, 0, 0], [0, 0, 4, 0]):
        step = rollout.step(_stakes(rollout.rows, stakes))
    state = rollout.rows.match(0)
    while not step.terminated[0]:
        step = rollout.step(_stakes(rollout.rows, 4))
    fell, points = state.fell.tolist(), state.points.tolist()
    keys = [(int(not out), out, own) for out, own in zip(fell, points, strict=True)]
    assert step.placement.tolist() == [list(rank(keys))]
    assert list(rank(keys)) != list(rank([(own,) for own in points]))
    np.testing.assert_array_equal(step.reward, worth_of(Reward.PLACEMENT, step.placement, range(4)))


def test_who_is_out_since_when_is_kept_with_a_match() -> None:
    """A restored match ends with the placements that it would have ended with; a trial changes nothing."""
    rollout = Rollout(_by_points(2), seed=1)
    rollout.step(_stakes(rollout.rows, [4, 0, 0, 0]))
    kept = rollout.snapshot(np.array([0]))

    def played() -> list[list[int]]:
        told = []
        for stakes in ([0, 4, 0, 0], [0, 0, 4, 4]):
            rollout.rows.refused(
                {**_stakes(rollout.rows, 4), "answered": np.ones((2, 4), np.bool_)}
            )
            told.append(rollout.step(_stakes(rollout.rows, stakes)).placement.tolist())
        last: list[list[int]] = told[-1]
        return last

    first = played()
    rollout.restore(kept, None, places=np.array([0, 0]))
    assert played() == first == [[4, 3, 1, 1]] * 2


def test_in_a_pool_placements_are_the_same() -> None:
    """They come with the answer to the step."""
    pool = PoolRows(_by_points, num_rows=2, processes=2)
    try:
        told = []
        for rows in (pool, _by_points(2)):
            rollout = Rollout(rows, seed=3, reward=Reward.WIN)
            steps = [rollout.step(_stakes(rows, 1)) for _ in range(9)]
            told.append([(step.placement.tolist(), step.reward.tolist()) for step in steps])
        assert told[0] == told[1]
        assert any(np.any(placement) for placement, _ in told[0])
    finally:
        pool.close()


def test_with_one_side_there_is_nobody_to_be_placed_before() -> None:
    """It is refused, whatever the game calls it."""
    plugin = registry.find("dice_adventure")
    rows = start_rows(plugin, plugin.game.config_class(), num_rows=1, num_seats=3)
    with pytest.raises(
        FieldError, match="reward must be score where all seats are of one side, not 'win'"
    ):
        Rollout(rows, seed=1, reward=Reward.WIN)


def test_rows_of_several_rollouts_can_be_counted_together() -> None:
    """Then they play what one with all of them plays."""
    plugin = registry.find("diceman")
    config = plugin.game.config_class(games=1)

    def digests(num_rows: int, first_row: int) -> list[Any]:
        rows = start_rows(plugin, config, num_rows=num_rows, num_seats=2)
        rollout = Rollout(rows, seed=5, first_row=first_row)
        told = []
        for _ in range(30):
            rollout.step({"choice": np.ones((num_rows, 2), np.int8)})
            (each,) = rollout.observe(["digest"])
            assert not isinstance(each, Ragged)
            told.append(each)
        return told

    whole, parts = digests(4, 0), zip(digests(1, 0), digests(3, 1), strict=True)
    for one, several in zip(whole, parts, strict=True):
        np.testing.assert_array_equal(one, np.concatenate(several))

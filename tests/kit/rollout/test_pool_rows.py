"""Rows in several processes are those of one."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from referee.core.errors import FieldError
from referee.games import registry
from referee.kit.rollout.loop_rows import LoopRows
from referee.kit.rollout.pool_rows import PoolError, PoolRows
from referee.kit.rollout.rollout import Autoreset, Rollout
from referee.kit.rollout.rows import Ragged, Rows

ROWS = 5


def duels(num_rows: int) -> Rows:
    """Rows of Diceman, for any process."""
    plugin = registry.find("diceman")
    config = plugin.game.config_class(games=1)
    return LoopRows(plugin, config, num_rows=num_rows, num_seats=2)


class _Failing(LoopRows):
    def over(self) -> Any:
        raise ZeroDivisionError("the game is broken")


def broken_duels(num_rows: int) -> Rows:
    """Rows that fail when they are looked at."""
    plugin = registry.find("diceman")
    return _Failing(plugin, plugin.game.config_class(), num_rows=num_rows, num_seats=2)


@pytest.fixture
def pool() -> Iterator[PoolRows]:
    """Return five duels in two processes."""
    rows = PoolRows(duels, num_rows=ROWS, processes=2)
    yield rows
    rows.close()


def test_the_processes_play_what_one_plays(pool: PoolRows) -> None:
    """Every column, the reward, and what is last seen, over episodes that end at different steps."""
    one = Rollout(duels(ROWS), seed=4, autoreset=Autoreset.SAME_STEP)
    several = Rollout(pool, seed=4, autoreset=Autoreset.SAME_STEP)
    names = [column.name for column in one.columns]
    rng = np.random.default_rng(2)
    ended = 0
    for _ in range(25):
        actions = {"choice": rng.integers(0, 7, (ROWS, 2), np.int32)}
        mine, theirs = one.step(actions, names), several.step(actions, names)
        assert mine.reward.tolist() == theirs.reward.tolist()
        assert mine.refused.tolist() == theirs.refused.tolist()
        assert mine.final is not None
        assert theirs.final is not None
        assert mine.final.rows.tolist() == theirs.final.rows.tolist()
        ended += len(mine.final.rows)
        _compare(mine.final.values, theirs.final.values)
        _compare(one.observe(names), several.observe(names))
        shuffled = rng.permutation(ROWS)[:3]
        _compare(one.observe(names, shuffled), several.observe(names, shuffled))
    assert ended > ROWS


def _compare(mine: list[Any], theirs: list[Any]) -> None:
    for one, other in zip(mine, theirs, strict=True):
        if hasattr(one, "offsets"):
            assert one.offsets.tolist() == other.offsets.tolist()
            one, other = one.data, other.data
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()


def test_messages_find_their_rows(pool: PoolRows) -> None:
    """Strings of bytes are cut where the shares are."""
    codec = registry.find("diceman").codec
    legal = registry.find("diceman").game.legal_actions(None, 0)
    assert legal is not None
    parts = [codec.encode_action(legal[place % 6]) for place in range(ROWS * 2)]
    rollout = Rollout(pool, seed=1)
    rollout.step({"message": Ragged.of(parts)})
    combos = rollout.observe(["table.last_round.rolls.combo"])[0]
    assert isinstance(combos, np.ndarray)
    assert combos[:, 0].tolist() == [[0, 1], [2, 3], [4, 5], [0, 1], [2, 3]]


def test_a_process_that_is_gone_closes_the_pool() -> None:
    """It is told once what happened, and then that there is no pool."""
    pool = PoolRows(duels, num_rows=2, processes=2)
    pool._processes[1].kill()
    pool._processes[1].join()
    with pytest.raises(PoolError, match=r"^a process of the pool has ended$"):
        pool.over()
    with pytest.raises(PoolError, match=r"^the pool is closed$"):
        pool.over()


def test_a_game_that_fails_tells_where() -> None:
    """The trace of the process is in the error."""
    pool = PoolRows(broken_duels, num_rows=1, processes=1)
    with pytest.raises(PoolError, match="ZeroDivisionError: the game is broken"):
        pool.over()


@pytest.mark.parametrize(
    ("num_rows", "processes", "told"),
    [
        (0, 1, "num_rows must be at least 1, not 0"),
        (1, 0, "processes must be from 1 to 256, not 0"),
        (1, 257, "processes must be from 1 to 256, not 257"),
    ],
)
def test_a_pool_has_bounds(num_rows: int, processes: int, told: str) -> None:
    """Told by name, before any process is started."""
    with pytest.raises(FieldError) as caught:
        PoolRows(functools.partial(duels), num_rows=num_rows, processes=processes)
    assert str(caught.value) == told

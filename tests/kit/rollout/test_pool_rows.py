"""Rows in several processes are those of one."""

from __future__ import annotations

import functools
import gc
import multiprocessing
import os
import sys
from collections.abc import Iterator
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.core.errors import FieldError
from referee.games import registry
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import LoopRows
from referee.kit.rollout.pool_rows import PoolError, PoolRows
from referee.kit.rollout.rollout import Autoreset, Rollout
from referee.kit.rollout.rows import Rows

ROWS = 5
CHOICES = np.tile(np.arange(2, dtype=np.int32), (ROWS, 1))
NAMES = ["table.life", "table.last_round.rolls.combo"]
ALWAYS_NAMES = ["asked", "alive", "episode", "step"]


def duels(num_rows: int) -> Rows:
    """Rows of Diceman, for any process."""
    plugin = registry.find("diceman")
    config = plugin.game.config_class(games=1)
    return LoopRows(plugin, config, num_rows=num_rows, num_seats=2)


def leaving_duels(num_rows: int) -> Rows:
    """Rows whose processes, which have one of two, end at once, but not who asks what they look like."""
    if multiprocessing.parent_process() is not None:
        os._exit(3)
    return duels(num_rows)


class _Failing(LoopRows):
    def over(self) -> Any:
        raise ZeroDivisionError("the game is broken")


def broken_duels(num_rows: int) -> Rows:
    """Rows that fail when they are looked at."""
    plugin = registry.find("diceman")
    return _Failing(plugin, plugin.game.config_class(), num_rows=num_rows, num_seats=2)


@pytest.fixture(scope="module")
def processes() -> Iterator[PoolRows]:
    """Return five duels in two processes, for all tests: to start them takes long."""
    rows = PoolRows(duels, num_rows=ROWS, processes=2)
    yield rows
    rows.close()


@pytest.fixture
def pool(processes: PoolRows) -> PoolRows:
    """Return them as they are when nothing has been observed yet; a rollout begins all matches."""
    processes._watch = None
    return processes


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
    told = "^a process of the pool has ended, by signal 9: its matches are lost$"
    with pytest.raises(PoolError, match=told):
        pool.over()
    for look in (pool.over, lambda: pool.observe(["table.life"])):
        with pytest.raises(PoolError, match=r"^the pool is closed$"):
            look()


def test_a_process_that_goes_in_the_middle_is_missed_at_the_next_step() -> None:
    """What was known before is not told any more."""
    pool = PoolRows(duels, num_rows=ROWS, processes=2)
    rollout = Rollout(pool, seed=1)
    rollout.observe(NAMES)
    pool._processes[0].kill()
    with pytest.raises(PoolError, match="by signal 9"):
        rollout.step({"choice": CHOICES})
    with pytest.raises(PoolError, match=r"^the pool is closed$"):
        rollout.asked()


def test_a_process_that_ends_by_itself_tells_its_status() -> None:
    """Not every end is a signal."""
    pool = PoolRows(leaving_duels, num_rows=2, processes=2)
    with pytest.raises(PoolError, match="has ended, with status 3: its matches are lost"):
        pool.over()


@pytest.mark.parametrize("names", [NAMES, ["message", *NAMES]])
def test_a_step_and_what_follows_it_is_one_round_trip(
    pool: PoolRows, monkeypatch: pytest.MonkeyPatch, names: list[str]
) -> None:
    """From the second step on; new episodes are one more, for they are begun by another call."""
    rollout = Rollout(pool, seed=4)
    calls = _counted(pool, monkeypatch)
    rollout.observe(names)
    assert calls == ["watch", "refresh"]
    began = 0
    for _ in range(40):
        calls.clear()
        step = rollout.step({"choice": CHOICES})
        rollout.observe([*ALWAYS_NAMES, *names])
        rollout.observe(names, np.array([3, 1]))
        assert calls == ["step", "begin"][: 1 + step.began.any()]
        began += step.began.sum()
    assert began > ROWS


def _counted(pool: PoolRows, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    calls: list[str] = []
    exchanged = pool._exchanged

    def counted(call: str, *more: Any) -> Any:
        calls.append(call)
        return exchanged(call, *more)

    monkeypatch.setattr(pool, "_exchanged", counted)
    return calls


def test_columns_are_made_ahead_only_while_they_are_asked_for(
    pool: PoolRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others beside them are asked for by themselves; others in their place are watched from then on."""
    one, several = Rollout(duels(ROWS), seed=4), Rollout(pool, seed=4)
    calls = _counted(pool, monkeypatch)
    others = ["message", "table.life"]

    def step(*observed: list[str]) -> list[str]:
        calls.clear()
        one.step({"choice": CHOICES})
        several.step({"choice": CHOICES})
        for names in observed:
            _compare(one.observe(names), several.observe(names))
        return [call for call in calls if call != "begin"]

    assert step(NAMES) == ["step", "watch", "refresh"]
    assert step(NAMES, others) == ["step", "observe"]
    assert step() == ["step"]
    assert step() == ["step"]
    assert step(NAMES) == ["step", "refresh"]
    assert step(others) == ["step", "watch", "refresh"]
    for _ in range(30):
        assert step(others) == ["step"]


def test_what_was_observed_stays_as_it_was(pool: PoolRows) -> None:
    """The memory that processes write is not what is handed out."""
    rollout = Rollout(pool, seed=4)
    (before,) = rollout.observe(["table.life"])
    assert isinstance(before, np.ndarray)
    kept = before.tolist()
    for _ in range(3):
        rollout.step({"choice": CHOICES})
        rollout.observe(["table.life"])
    assert before.tolist() == kept
    before[:] = 0
    assert rollout.observe(["table.life"])[0] is not before


def test_without_such_memory_all_is_sent(pool: PoolRows, monkeypatch: pytest.MonkeyPatch) -> None:
    """On other systems than Linux."""
    monkeypatch.setattr(sys, "platform", "darwin")
    one, several = Rollout(duels(ROWS), seed=4), Rollout(pool, seed=4)
    calls = _counted(pool, monkeypatch)
    names = ["message", *NAMES]
    for _ in range(3):
        one.step({"choice": CHOICES})
        several.step({"choice": CHOICES})
        _compare(one.observe(names), several.observe(names))
    assert calls == ["step", "observe"] * 3


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are told on Linux alone")
def test_nothing_is_left_of_a_pool() -> None:
    """No process, and no descriptor; the memory has no name that it could be left by."""
    resource_tracker.ensure_running()  # it comes with the first process, and stays
    before = set(os.listdir("/proc/self/fd"))
    pool = PoolRows(duels, num_rows=2, processes=2)
    Rollout(pool, seed=1).observe(NAMES)
    processes = [process.pid for process in pool._processes]
    pool.close()
    pool.close()
    gc.collect()
    assert set(os.listdir("/proc/self/fd")) <= before
    for pid in processes:
        assert pid is not None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


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

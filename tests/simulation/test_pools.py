"""Batches that several processes step, for games without kernels of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gamereferee.v1 import error_pb2
from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.errors import FieldError
from referee.kit.rollout.pool_rows import PoolRows
from referee.simulation import pools as pools_module
from referee.simulation.batches import StreamBatches
from referee.simulation.described import describe
from referee.simulation.limits import SimulationLimits
from referee.simulation.pools import Pools
from tests.simulation.foggy import foggy_config

GAME = "dungeon_keeper"
"""Under fog, since its matches without fog have their own rows, which are never split."""
ROWS = 4
SEATS = 2
CONFIG = foggy_config()
NAMES = ("asked", "alive", "episode", "step", "digest", "message")


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pools]:
    """Return what gives a batch two processes, of two rows each at least."""
    monkeypatch.setattr(pools_module, "LEAST_ROWS", 2)
    made = Pools(2)
    yield made
    made.close()


def _open(**options: Any) -> wire.OpenBatch:
    ids = {each.name: place for place, each in enumerate(describe(GAME, CONFIG, SEATS, 0).observed)}
    told: dict[str, Any] = {
        "game": GAME,
        "config": CONFIG,
        "num_rows": ROWS,
        "num_seats": SEATS,
        "seed": 7,
    }
    told |= {"autoreset": wire.AUTORESET_NEXT_STEP, "observe": [ids[name] for name in NAMES]}
    return wire.OpenBatch(**(told | options))


def _late(num_rows: int = ROWS) -> wire.StepBatch:
    """Nobody answers."""
    acted = [each.name for each in describe(GAME, CONFIG, SEATS, 0).acted]
    offsets = np.zeros(num_rows * SEATS + 1, "<i8").tobytes()
    answered = wire.ColumnData(id=acted.index("answered"), data=bytes(num_rows * SEATS))
    return wire.StepBatch(
        actions=[answered, wire.ColumnData(id=acted.index("message"), offsets=offsets)]
    )


def _ask(batches: StreamBatches, batch: int = 1, **request: Any) -> wire.RolloutResponse:
    return batches.answer(wire.RolloutRequest(batch=batch, **request))


def _pooled(pools: Pools) -> list[PoolRows]:
    return list(pools._open)


def test_a_batch_in_processes_is_told_as_one_without(pools: Pools) -> None:
    """Byte by byte; the processes end with the batch."""
    one, several = StreamBatches(SimulationLimits()), StreamBatches(SimulationLimits(), pools=pools)
    answers = [_ask(each, open=_open()) for each in (one, several)]
    assert answers[0].WhichOneof("response") == "observed"
    assert answers[0] == answers[1]
    (pool,) = _pooled(pools)
    assert len(pool._processes) == 2
    for _ in range(4):
        answers = [_ask(each, step=_late()) for each in (one, several)]
        assert answers[0].WhichOneof("response") == "stepped"
        assert answers[0] == answers[1]
    used = pools.processor_s()
    assert used == max(pool.processor_s) > 0
    assert _ask(several, close=wire.CloseBatch()).WhichOneof("response") == "closed"
    assert (_pooled(pools), pool._processes) == ([], [])
    assert pools.processor_s() == used


def test_a_process_that_is_killed_takes_its_batch_along_and_no_other(pools: Pools) -> None:
    """The client is told so once; then there is no such batch, and its number is free."""
    batches = StreamBatches(SimulationLimits(), pools=pools)
    for batch, num_rows in ((1, ROWS), (2, 1)):
        opened = _ask(batches, batch, open=_open(num_rows=num_rows))
        assert opened.WhichOneof("response") == "observed"
    (pool,) = _pooled(pools)
    pool._processes[1].kill()
    lost = _ask(batches, step=_late())
    assert lost.refused.reason == error_pb2.ERROR_REASON_REFEREE_FAULT
    told = "a process of the pool has ended, by signal 9: its matches are lost"
    assert lost.refused.text == told
    assert _pooled(pools) == []
    gone = _ask(batches, step=_late())
    assert gone.refused.reason == error_pb2.ERROR_REASON_BAD_FIELD
    assert gone.refused.text == "batch must be the number of one that is open, not 1"
    assert _ask(batches, 2, step=_late(1)).WhichOneof("response") == "stepped"
    assert _ask(batches, open=_open(num_rows=1)).WhichOneof("response") == "observed"


def test_what_can_not_be_opened_leaves_no_process(pools: Pools) -> None:
    """Whether it is seen before they are started or after."""
    batches = StreamBatches(SimulationLimits(), pools=pools)
    wrong = [
        _open(autoreset=99),
        _open(opponents=[wire.Opponent(seat=0, policy="nobody")]),
    ]
    for opening in wrong:
        assert _ask(batches, open=opening).WhichOneof("response") == "refused"
        assert _pooled(pools) == []


def test_few_rows_and_games_with_kernels_have_no_processes(
    pools: Pools, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor has a batch for which no more processes are left."""
    described = describe(GAME, CONFIG, SEATS, 0)
    assert not isinstance(pools.rows(described, 3, 1), PoolRows)
    assert not isinstance(pools.rows(describe("diceman", None, 0, 0), 100, 1), PoolRows)
    assert not isinstance(Pools().rows(described, 100, 1), PoolRows)
    monkeypatch.setattr(pools_module, "MOST_POOLS", 0)
    assert not isinstance(pools.rows(described, 100, 1), PoolRows)


@pytest.mark.parametrize("processes", [0, -1, 257])
def test_processes_have_bounds(processes: int) -> None:
    """Told by name."""
    with pytest.raises(FieldError) as caught:
        Pools(processes)
    assert str(caught.value) == f"processes must be from 1 to 256, not {processes}"

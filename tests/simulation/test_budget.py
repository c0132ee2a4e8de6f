"""Memory and time that batches take: counted before they are opened, and opened in parts."""

from __future__ import annotations

import numpy as np
import pytest

from gamereferee.v1 import error_pb2
from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.errors import FieldError
from referee.games import registry
from referee.simulation import batches
from referee.simulation.batches import StreamBatches
from referee.simulation.budget import HEADROOM, MemoryBudget, memory_of_row
from referee.simulation.limits import SimulationLimits
from referee.simulation.pools import MEMORY_BYTES, Pools

ROWS = 12
_MIB = 1024 * 1024


def _open(game: str, num_rows: int, batch: int = 1, **more: object) -> wire.RolloutRequest:
    told = wire.OpenBatch(
        game=game, num_rows=num_rows, seed=7, autoreset=wire.AUTORESET_NEXT_STEP, observe=[4]
    )
    for name, value in more.items():
        setattr(told, name, value)
    return wire.RolloutRequest(batch=batch, open=told)


def _close(batch: int = 1) -> wire.RolloutRequest:
    return wire.RolloutRequest(batch=batch, close=wire.CloseBatch())


def test_what_rows_share_is_not_counted() -> None:
    """A row counts for what one more of it takes."""
    shared = np.zeros(1_000_000, np.uint8)
    taken = memory_of_row(
        lambda count: (shared, [np.zeros(10_000, np.uint8) for _ in range(count)])
    )
    assert 10_000 <= taken < 11_000


def test_a_budget_is_taken_and_given_back() -> None:
    """What does not fit is refused with what would."""
    budget = MemoryBudget(100)
    assert budget.take(3, 30) == 90
    with pytest.raises(FieldError) as caught:
        budget.take(2, 10)
    assert str(caught.value) == (
        "num_rows must be at most 1, as 10 of 100 bytes of memory for all batches are left and a row of this game "
        "counts for 10, not 2"
    )
    budget.give_back(90)
    assert budget.left == 100


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_rows_of_every_game_are_counted(game: str) -> None:
    """The most rows of a stream fit into what is usual only where a row is small."""
    budget = MemoryBudget(MEMORY_BYTES)
    stream = StreamBatches(SimulationLimits(), pools=Pools(budget=budget))
    answer = stream.answer(_open(game, 2))
    assert answer.WhichOneof("response") == "observed", answer
    row = (MEMORY_BYTES - budget.left) // 2
    assert row >= HEADROOM * 100
    if row * SimulationLimits().rows > MEMORY_BYTES:
        refused = stream.answer(_open(game, SimulationLimits().rows - 2, batch=2)).refused
        assert refused.reason == error_pb2.ERROR_REASON_BAD_FIELD
        assert refused.text.startswith("num_rows must be at most ")
    assert stream.answer(_close()).WhichOneof("response") == "closed"
    assert budget.left == MEMORY_BYTES


def test_too_many_rows_of_a_large_game_are_refused_by_themselves() -> None:
    """Before any is opened, and together with those of other streams."""
    budget = MemoryBudget(_MIB)
    pools = Pools(budget=budget)
    one, two = (StreamBatches(SimulationLimits(), pools=pools) for _ in range(2))
    refused = one.answer(_open("dungeon_keeper", 65_536)).refused
    assert refused.text.startswith("num_rows must be at most ")
    assert refused.text.endswith(", not 65536")
    most = int(refused.text.split()[5].rstrip(","))
    assert one.answer(_open("dungeon_keeper", most)).WhichOneof("response") == "observed"
    assert "num_rows must be at most 0" in two.answer(_open("dungeon_keeper", 1)).refused.text
    one.close()
    assert budget.left == _MIB
    assert two.answer(_open("dungeon_keeper", 1)).WhichOneof("response") == "observed"


@pytest.mark.parametrize("game", ["diceman", "dungeon_keeper"])
@pytest.mark.parametrize("stagger", [0, 5])
def test_a_batch_opened_in_parts_is_the_same(
    game: str, stagger: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others have their turn between two rows at the least."""
    whole = StreamBatches(SimulationLimits()).answer(_open(game, ROWS, stagger=stagger))
    monkeypatch.setattr(batches, "PART_NS", 0)
    stream = StreamBatches(SimulationLimits())
    answer, parts = stream.begin(_open(game, ROWS, stagger=stagger)), 1
    while answer is None:
        answer, parts = stream.go_on(), parts + 1
    assert answer == whole
    assert parts == (ROWS if not stagger else 3)


def test_an_opening_that_is_broken_off_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where its stream ends meanwhile."""
    monkeypatch.setattr(batches, "PART_NS", 0)
    budget = MemoryBudget(MEMORY_BYTES)
    stream = StreamBatches(SimulationLimits(), pools=Pools(budget=budget))
    assert stream.begin(_open("dungeon_keeper", ROWS)) is None
    assert stream.go_on() is None
    assert budget.left < MEMORY_BYTES
    stream.close()
    assert budget.left == MEMORY_BYTES

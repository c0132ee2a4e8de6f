"""Snapshots over the wire: whose they are, how long they live, and how many there may be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.clock import ManualClock
from referee.simulation.batches import StreamBatches
from referee.simulation.described import describe
from referee.simulation.limits import SimulationLimits
from tests.simulation.test_batches import refusal_of

LIMITS = SimulationLimits(
    batches=3, rows=100, window=4, snapshots=3, snapshot_bytes=6_000, snapshot_seconds=10
)
IDS = {each.name: place for place, each in enumerate(describe("diceman", None, 0, 0).observed)}
SECOND_NS = 1_000_000_000
GONE = "handle must be of a snapshot of this batch that is kept, at most 10 s old, not {!r}"


class Stream:
    """A client with a batch of three duels, and perhaps a second one."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.batches = StreamBatches(LIMITS, clock=self.clock)

    def ask(self, batch: int = 1, **request: Any) -> wire.RolloutResponse:
        """What a request is answered."""
        return self.batches.answer(wire.RolloutRequest(batch=batch, **request))

    def open(self, batch: int = 1, num_rows: int = 3) -> None:
        """Open a batch."""
        opening = wire.OpenBatch(
            game="diceman",
            num_rows=num_rows,
            seed=7,
            autoreset=wire.AUTORESET_NEXT_STEP,
            observe=[IDS["digest"]],
        )
        assert self.ask(batch, open=opening).WhichOneof("response") == "observed"

    def step(self, batch: int = 1) -> bytes:
        """Step it; return the digests."""
        data = np.full((3, 2), 1, np.int8).tobytes()
        actions = [wire.ColumnData(id=1, data=data)]
        told = self.ask(batch, step=wire.StepBatch(actions=actions))
        return told.stepped.observed[0].data

    def keep(self, *rows: int, batch: int = 1) -> bytes:
        """Keep rows; return the handle."""
        told = self.ask(batch, snapshot=wire.SnapshotRows(rows=rows))
        assert told.WhichOneof("response") == "snapshot", told
        return told.snapshot.handle

    def restore(self, handle: bytes, batch: int = 1, **more: Any) -> wire.RolloutResponse:
        """Restore all rows."""
        more = {"seeds": [1, 2, 3]} | more
        return self.ask(batch, restore=wire.RestoreRows(handle=handle, **more))


@pytest.fixture
def stream() -> Stream:
    """A stream with one batch."""
    stream = Stream()
    stream.open()
    return stream


def test_of_the_same_seeds_it_goes_on_the_same(stream: Stream) -> None:
    """And what is seen at once is what a restored row shows."""
    stream.step()
    handle = stream.keep()
    told = []
    for seeds in ([4, 5, 6], [4, 5, 6], [7, 8, 9]):
        assert stream.restore(handle, seeds=seeds).WhichOneof("response") == "observed"
        told.append(stream.step())
    assert told[0] == told[1]
    assert told[0] != told[2]


def test_any_row_goes_on_from_any_place(stream: Stream) -> None:
    """Of one seed, three rows play one match."""
    handle = stream.keep(2)
    stream.restore(handle, seeds=[4, 4, 4], places=[0, 0, 0])
    digests = stream.step()
    assert digests[:16] == digests[16:32] == digests[32:]


def test_handles_that_are_not_of_this_batch_are_refused_and_change_nothing(stream: Stream) -> None:
    """Those of another stream, of another batch, invented, dropped, and too old."""
    other, same = Stream(), Stream()
    for each in (other, same):
        each.open()
    stream.open(2)
    dropped, old = stream.keep(), stream.keep()
    assert stream.ask(drop=wire.DropSnapshots(handles=[dropped])).HasField("dropped")
    stream.clock.advance(10 * SECOND_NS)
    wrong = [other.keep(), stream.keep(batch=2), bytes(16), b"", dropped, old]
    for handle in wrong:
        assert refusal_of(stream.restore(handle)) == GONE.format(handle.hex())
        told = stream.ask(drop=wire.DropSnapshots(handles=[handle]))
        assert refusal_of(told) == GONE.format(handle.hex())
    assert stream.step() == same.step()


def test_a_snapshot_lives_as_long_as_it_is_told(stream: Stream) -> None:
    """To the last nanosecond."""
    handle = stream.keep()
    stream.clock.advance(10 * SECOND_NS - 1)
    assert stream.restore(handle).HasField("observed")
    stream.clock.advance(1)
    assert stream.restore(handle).HasField("refused")


def test_snapshots_are_bounded_in_number(stream: Stream) -> None:
    """Until one is dropped; none is dropped if one of several is not there."""
    handles = [stream.keep(0) for _ in range(3)]
    told = stream.ask(snapshot=wire.SnapshotRows(rows=[0]))
    assert refusal_of(told) == "snapshot must be one of at most 3 at once, not 'one more'"
    assert stream.ask(drop=wire.DropSnapshots(handles=[handles[0], b"x"])).HasField("refused")
    assert stream.restore(handles[0], rows=[1], seeds=[1]).HasField("observed")
    assert stream.ask(drop=wire.DropSnapshots(handles=handles[:1])).HasField("dropped")
    assert stream.keep(0) not in handles


def test_snapshots_are_bounded_in_bytes(stream: Stream) -> None:
    """All together; what is told of one is what counts."""
    told = stream.ask(snapshot=wire.SnapshotRows()).snapshot
    assert told.num_bytes > 3 * 64
    stream.open(2, num_rows=97)
    refused = refusal_of(stream.ask(2, snapshot=wire.SnapshotRows()))
    assert refused.startswith("snapshot must be within 6000 bytes of all snapshots, not '")
    assert stream.ask(snapshot=wire.SnapshotRows(rows=[0])).HasField("snapshot")


def test_with_its_batch_a_snapshot_is_gone(stream: Stream) -> None:
    """Also from a batch of the same number that is opened later."""
    handle = stream.keep()
    stream.ask(close=wire.CloseBatch())
    stream.open()
    assert refusal_of(stream.restore(handle)) == GONE.format(handle.hex())


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"seeds": [1, 2]}, "seeds must be uint64(3,), not 'uint64(2,)'"),
        ({"seeds": []}, "seeds must be uint64(3,), not 'uint64(0,)'"),
        ({"places": [0, 1, 9]}, "places must be from 0 to 2, not 9"),
        ({"rows": [5, 1, 0]}, "rows must be from 0 to 2, not 5"),
    ],
)
def test_what_can_not_be_restored_leaves_the_batch_as_it_was(
    stream: Stream, more: dict[str, Any], told: str
) -> None:
    """The text names field, bound and value."""
    same = Stream()
    same.open()
    handle = stream.keep()
    assert refusal_of(stream.restore(handle, **more)) == told
    assert stream.step() == same.step()


def test_what_would_have_come_can_come_again(stream: Stream) -> None:
    """Without seeds, where that is said; with both it is refused."""
    stream.step()
    handle = stream.keep()
    told = [stream.step() for _ in range(3)]
    assert stream.restore(handle, seeds=[], same_future=True).WhichOneof("response") == "observed"
    assert told == [stream.step() for _ in range(3)]
    text = "seeds must be absent with same_future, not [1, 2, 3]"
    assert refusal_of(stream.restore(handle, same_future=True)) == text


def test_what_a_seat_cannot_know_is_drawn_anew_where_that_can_be(stream: Stream) -> None:
    """Both see all of a duel, so that nothing changes; beside opponents it is refused, and a seat is one."""
    handle = stream.keep()
    assert stream.restore(handle).HasField("observed")
    told = stream.step()
    assert stream.restore(handle, redraw_for=0).HasField("observed")
    assert told == stream.step()
    assert (
        refusal_of(stream.restore(handle, redraw_for=2)) == "redraw_for must be from 0 to 1, not 2"
    )
    text = "redraw_for must be absent without seeds, not 1"
    assert refusal_of(stream.restore(handle, seeds=[], same_future=True, redraw_for=1)) == text

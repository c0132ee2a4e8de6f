"""The batches of one stream: what `SimulationService.Rollout` does, request by request."""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterator, Sequence

import numpy as np

from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.clock import Clock, SystemClock
from referee.core.errors import FieldError, RefereeError
from referee.games.derived_rows import VIEWS
from referee.kit.rollout.pool_rows import PoolError
from referee.kit.rollout.rewards import Reward
from referee.kit.rollout.rollout import Autoreset, Rollout, Step
from referee.kit.rollout.rows import Longs, RowColumn, Values
from referee.kit.rollout.saved import Snapshot
from referee.server.process.logs import get_log
from referee.server.process.status import reason_of, sendable
from referee.simulation.budget import HEADROOM, memory_of_row
from referee.simulation.carried import data_of, little, size_of, values_of
from referee.simulation.described import Described, describe, describe_to_wire
from referee.simulation.limits import SimulationLimits
from referee.simulation.memory import SharedMemory
from referee.simulation.pools import Pools
from referee.simulation.snapshots import Snapshots

__all__ = ["StreamBatches"]

_AUTORESETS = {
    wire.AUTORESET_NEXT_STEP: Autoreset.NEXT_STEP,
    wire.AUTORESET_SAME_STEP: Autoreset.SAME_STEP,
    wire.AUTORESET_DISABLED: Autoreset.DISABLED,
}
_REWARDS = {
    wire.REWARD_UNSPECIFIED: Reward.SCORE,
    wire.REWARD_SCORE: Reward.SCORE,
    wire.REWARD_PLACEMENT: Reward.PLACEMENT,
    wire.REWARD_WIN: Reward.WIN,
}
MOST_LOOKED_AT = 64
"""Rows of a batch that observes views at most: they are for people, and there is no bound to how much one says."""
PART_NS = 20_000_000
"""Time that the parts of an opening take about: between two of them others are served."""
_MOST_MEASURED = 256
"""Games, configs and opponents whose memory is remembered."""
_VIEWS = {column.name for column in VIEWS}
_REQUESTS = "open, step, reset, close, snapshot, restore, drop and describe"


class StreamBatches:
    """The batches of one client.

    Args:
        limits: What it may have.
        memory: What it shares with us, if anything.
        clock: Says when snapshots are too old, and how long openings take; None for that of the system.
        pools: Makes the rows; None for all in this process.
    """

    def __init__(
        self,
        limits: SimulationLimits,
        memory: SharedMemory | None = None,
        clock: Clock | None = None,
        pools: Pools | None = None,
    ) -> None:
        self._limits = limits
        self._memory = memory
        self._clock = clock or SystemClock()
        self._snapshots = Snapshots(limits, self._clock)
        self._pools = pools or Pools()
        self._batches: dict[int, _Batch] = {}
        self._doing: Generator[None, None, wire.RolloutResponse] | None = None
        """The request that is done in parts, or was done last."""

    def close(self) -> None:
        """Close all batches, and break off what is done in parts."""
        if self._doing is not None:
            self._doing.close()
        for number in list(self._batches):
            self._close(number)

    def answer(self, request: wire.RolloutRequest) -> wire.RolloutResponse:
        """Do what a request says, and return what came of it; never fails because of the request."""
        response = self.begin(request)
        while response is None:
            response = self.go_on()
        return response

    def begin(self, request: wire.RolloutRequest) -> wire.RolloutResponse | None:
        """Begin what a request says; return what came of it, or None where `go_on` is to be called."""
        self._doing = self._parts(request)
        return self.go_on()

    def go_on(self) -> wire.RolloutResponse | None:
        """Do some more of the request that was begun; return what came of it, or None if that is not all."""
        assert self._doing is not None
        try:
            next(self._doing)
        except StopIteration as done:
            response: wire.RolloutResponse = done.value
            return response
        return None

    def _parts(self, request: wire.RolloutRequest) -> Generator[None, None, wire.RolloutResponse]:
        """Do what a request says, in parts; where it is broken off, nothing stays of it."""
        response = wire.RolloutResponse(number=request.number, batch=request.batch)
        try:
            if request.WhichOneof("request") == "open":
                batch = yield from self._open(request)
                response.observed.observed.extend(batch.observed(request.places))
            else:
                self._do(request, response)
        except RefereeError as error:
            self._refuse(request, response, error, is_lost=isinstance(error, PoolError))
        except Exception:  # a bug, most likely of a game; other batches have no part in it
            get_log().exception("simulation failed", request=request.WhichOneof("request"))
            self._refuse(request, response, PoolError("a fault of the referee"), is_lost=True)
        return response

    def _refuse(
        self,
        request: wire.RolloutRequest,
        response: wire.RolloutResponse,
        error: RefereeError,
        *,
        is_lost: bool,
    ) -> None:
        """Answer with an error; close the batch if nobody knows what has become of it."""
        if is_lost and request.batch in self._batches:
            self._close(request.batch)
        response.ClearField("response")
        response.refused.reason = reason_of(error)
        response.refused.text = sendable(str(error))

    def _do(self, request: wire.RolloutRequest, response: wire.RolloutResponse) -> None:
        match request.WhichOneof("request"):
            case "step":
                batch = self._find(request.batch)
                batch.step(request.step, request.places, response.stepped)
            case "reset":
                batch = self._find(request.batch)
                batch.reset(request.reset, request.places)
                response.observed.observed.extend(batch.observed(request.places))
            case "close":
                self._find(request.batch)
                self._close(request.batch)
                response.closed.SetInParent()
            case "describe":
                response.described.CopyFrom(describe_to_wire(request.describe, self._limits))
            case "snapshot":
                snapshot = self._find(request.batch).snapshot(request.snapshot)
                handle, num_bytes = self._snapshots.keep(request.batch, snapshot)
                response.snapshot.handle, response.snapshot.num_bytes = handle, num_bytes
            case "restore":
                batch = self._find(request.batch)
                snapshot = self._snapshots.find(request.batch, request.restore.handle)
                batch.restore(snapshot, request.restore, request.places)
                response.observed.observed.extend(batch.observed(request.places))
            case "drop":
                self._find(request.batch)
                self._snapshots.drop(request.batch, list(request.drop.handles))
                response.dropped.SetInParent()
            case _:
                raise FieldError("request", f"one of {_REQUESTS}", "none of them")

    def _find(self, number: int) -> _Batch:
        if number not in self._batches:
            raise FieldError("batch", "the number of one that is open", number)
        return self._batches[number]

    def _close(self, number: int) -> None:
        self._pools.give_back(self._batches.pop(number).rows)
        self._snapshots.drop_batch(number)

    def _open(self, request: wire.RolloutRequest) -> Generator[None, None, _Batch]:
        limits, number, asked = self._limits, request.batch, request.open
        if number in self._batches:
            raise FieldError("batch", "a number that is free", number)
        if len(self._batches) >= limits.batches:
            raise FieldError("batch", f"one of at most {limits.batches} at once", number)
        taken = sum(batch.num_rows for batch in self._batches.values())
        if taken >= limits.rows:
            bound = f"0, as all {limits.rows} rows of the stream are taken"
            raise FieldError("num_rows", bound, asked.num_rows)
        if not 1 <= asked.num_rows <= limits.rows - taken:
            raise FieldError("num_rows", f"from 1 to {limits.rows - taken}", asked.num_rows)
        config = asked.config if asked.HasField("config") else None
        described = describe(
            asked.game,
            config,
            asked.num_seats,
            asked.game_version,
            is_derived=asked.derived,
        )
        if asked.schema_hash not in (b"", described.schema_hash):
            known = described.schema_hash.hex()
            raise FieldError("schema_hash", known, asked.schema_hash.hex())
        batch = _Batch(described, asked, limits, self._memory, self._pools)
        try:
            batch.check_places(request.places)
            yield from batch.begin(self._clock)
        except BaseException:  # where the stream has ended meanwhile, too
            self._pools.give_back(batch.rows)
            raise
        self._batches[number] = batch
        return batch


class _Batch:
    """One batch.

    Args:
        described: The game.
        asked: What it was opened with.
        limits: What the client may have.
        memory: What it shares with us, if anything.
        pools: Makes the rows.

    Raises:
        FieldError: A bound is broken.
        PoolError: Its rows can't be made, or are lost at once.
    """

    def __init__(
        self,
        described: Described,
        asked: wire.OpenBatch,
        limits: SimulationLimits,
        memory: SharedMemory | None,
        pools: Pools,
    ) -> None:
        if asked.autoreset not in _AUTORESETS:
            raise FieldError("autoreset", "one of Autoreset", asked.autoreset)
        if asked.reward not in _REWARDS:
            raise FieldError("reward", "one of Reward", asked.reward)
        self._tells_placements = asked.placements
        self.num_rows = asked.num_rows
        """Matches."""
        self._memory = memory
        self._acted = described.acted
        self._observe = _named(described.observed, asked.observe, "observe")
        self._final = _named(described.observed, asked.observe_final, "observe_final")
        self._columns = described.observed
        self._ids = {each.name: place for place, each in enumerate(described.observed)}
        shown = [described.observed[place] for place in (*asked.observe, *asked.observe_final)]
        told = sum(size_of(each, asked.num_rows, described.num_seats) for each in shown)
        if told > limits.response_bytes:
            bound = f"columns of at most {limits.response_bytes} bytes"
            raise FieldError("observe", bound, f"{told} bytes")
        if asked.num_rows > MOST_LOOKED_AT and {each.name for each in shown} & _VIEWS:
            bound = f"at most {MOST_LOOKED_AT} where {' or '.join(sorted(_VIEWS))} is observed"
            raise FieldError("num_rows", bound, asked.num_rows)
        opponents = _opponents(asked)
        row_bytes = _row_bytes(described, tuple(sorted(opponents.items())))
        self.rows = pools.rows(described, asked.num_rows, HEADROOM * row_bytes)
        """Its matches, to be given back."""
        try:
            self._rollout = Rollout(
                self.rows,
                seed=asked.seed,
                autoreset=_AUTORESETS[asked.autoreset],
                max_steps=asked.max_steps or None,
                strict=asked.strict,
                opponents=opponents,
                stagger=asked.stagger,
                reward=_REWARDS[asked.reward],
                first_row=asked.first_row,
                is_begun=False,
            )
        except BaseException:
            pools.give_back(self.rows)
            raise

    def begin(self, clock: Clock) -> Iterator[None]:
        """Begin the first episodes in parts, each of as many rows as take `PART_NS` about.

        Args:
            clock: Tells how long a part has taken.
        """
        most = 1
        while True:
            began_ns = clock.now_ns()
            if not self._rollout.begin_some(most):
                return
            # Nothing depends on how many begin together, only when others have their turn.
            took_ns = clock.now_ns() - began_ns
            most = max(1, min(2 * most, most * PART_NS // max(took_ns, 1)))
            yield

    def check_places(self, places: Sequence[int]) -> None:
        """See that what is observed can be written where it is wanted.

        Raises:
            FieldError: It can't.
        """
        if not places:
            return
        if self._memory is None:
            raise FieldError("places", "empty, as no memory is shared", list(places))
        if len(places) != len(self._observe):
            raise FieldError("places", f"{len(self._observe)}, one for each column", len(places))
        rows = self._rollout.rows
        for name, place in zip(self._observe, places, strict=True):
            column = self._columns[self._ids[name]]
            if not column.is_ragged:
                self._memory.check(place, size_of(column, rows.num_rows, rows.num_seats))

    def observed(self, places: Sequence[int]) -> list[wire.ColumnData]:
        """Return what is to be seen, or where it is.

        Args:
            places: Where it is wanted; all of them have been checked.
        """
        values = self._rollout.observe(self._observe)
        if not places:
            return self._told(self._observe, values)
        ids = [self._ids[name] for name in self._observe]
        return [
            data_of(number, each, self._memory, place)
            for number, each, place in zip(ids, values, places, strict=True)
        ]

    def step(self, asked: wire.StepBatch, places: Sequence[int], told: wire.BatchStepped) -> None:
        """Carry out one decision point of every row."""
        self.check_places(places)
        step = self._rollout.step(self._actions(asked.actions), self._final)
        told.observed.extend(self.observed(places))
        for name in ("reward", "terminated", "truncated", "refused", "began"):
            array = getattr(step, name)
            if array.any():
                setattr(told, name, little(array))
        if self._tells_placements and step.terminated.any():
            told.placement = little(step.placement)
        self._tell_final(step, told)

    def _tell_final(self, step: Step, told: wire.BatchStepped) -> None:
        if step.final is not None and step.final.rows.size:
            told.final_rows = little(step.final.rows)
            told.final.extend(self._told(self._final, step.final.values))

    def reset(self, asked: wire.ResetRows, places: Sequence[int]) -> None:
        """Begin the next episode of some rows."""
        self.check_places(places)
        rows = _integers(asked.rows)
        seeds = np.array(asked.seeds, np.uint64) if asked.seeds else None
        self._rollout.reset(rows, seeds)

    def snapshot(self, asked: wire.SnapshotRows) -> Snapshot:
        """Return some rows as they are."""
        return self._rollout.snapshot(_integers(asked.rows))

    def restore(self, snapshot: Snapshot, asked: wire.RestoreRows, places: Sequence[int]) -> None:
        """Go on in some rows from a snapshot."""
        self.check_places(places)
        if asked.same_future and asked.seeds:
            raise FieldError("seeds", "absent with same_future", list(asked.seeds))
        seeds = None if asked.same_future else np.array(asked.seeds, np.uint64)
        redraw_for = asked.redraw_for if asked.HasField("redraw_for") else None
        self._rollout.restore(
            snapshot, seeds, _integers(asked.rows), _integers(asked.places), redraw_for
        )

    def _told(self, names: Sequence[str], values: Sequence[Values]) -> list[wire.ColumnData]:
        return [data_of(self._ids[name], each) for name, each in zip(names, values, strict=True)]

    def _actions(self, told: Sequence[wire.ColumnData]) -> dict[str, Values]:
        actions: dict[str, Values] = {}
        for each in told:
            if not 0 <= each.id < len(self._acted):
                raise FieldError("actions.id", f"from 0 to {len(self._acted) - 1}", each.id)
            column = self._acted[each.id]
            if column.name in actions:
                raise FieldError("actions.id", "each once", each.id)
            rows = self._rollout.rows
            actions[column.name] = values_of(
                column, each, rows.num_rows, rows.num_seats, self._memory
            )
        return actions


@functools.lru_cache(maxsize=_MOST_MEASURED)
def _row_bytes(described: Described, opponents: tuple[tuple[int, str], ...]) -> int:
    """Return about how many bytes of memory a row takes, with what its opponents remember."""

    def begun(num_rows: int) -> Rollout:
        return Rollout(described.rows(num_rows), seed=0, opponents=dict(opponents))

    return memory_of_row(begun)


def _integers(told: Sequence[int]) -> Longs | None:
    return np.array(told, np.int64) if told else None


def _opponents(asked: wire.OpenBatch) -> dict[int, str]:
    seated = {each.seat: each.policy for each in asked.opponents}
    if len(seated) < len(asked.opponents):
        seats = [each.seat for each in asked.opponents]
        raise FieldError("opponents", "each seat once", seats)
    return seated


def _named(columns: Sequence[RowColumn], ids: Sequence[int], field: str) -> list[str]:
    for each in ids:
        if not 0 <= each < len(columns):
            raise FieldError(field, f"from 0 to {len(columns) - 1}", each)
    if len(set(ids)) != len(ids):
        raise FieldError(field, "each once", list(ids))
    return [columns[each].name for each in ids]

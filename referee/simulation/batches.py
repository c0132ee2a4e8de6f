"""The batches of one stream: carries out the requests of `SimulationService.Rollout`, one by one."""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterator, Sequence

import numpy as np

from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.clock import Clock, SystemClock
from referee.core.errors import FieldError, RefereeError
from referee.games.derived_rows import VIEWS
from referee.kit.rollout.columns import RowColumn, Values
from referee.kit.rollout.dtypes import Longs
from referee.kit.rollout.pool_rows import PoolError
from referee.kit.rollout.rewards import Reward
from referee.kit.rollout.rollout import Autoreset, Rollout, Step
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
MOST_VIEWED = 64
"""Highest number of rows (matches) in a batch whose observed columns include views, since views are
texts for people without a bound on their length.
"""
PART_NS = 20_000_000
"""Intended time of each part of opening a batch, in nanoseconds; between two parts other streams are served."""
_MOST_MEASURED = 256
"""Highest number of combinations of game, config and opponents for which the measured bytes of a row
are cached.
"""
_VIEWS = {column.name for column in VIEWS}
_REQUESTS = "open, step, reset, close, snapshot, restore, drop and describe"


class StreamBatches:
    """The batches of one stream: groups of matches that a learner steps together.

    Args:
        limits: The limits of the stream.
        memory: Memory that the client shares with the server; None if it shares none.
        clock: Measures the age of snapshots and the time of openings; None for the system's clock.
        pools: Makes the rows of batches; None to make all in this process.
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
        """The request that is being carried out in parts, or the last one; None before the first."""

    def close(self) -> None:
        """Close all batches, and abandon a request that is being carried out in parts."""
        if self._doing is not None:
            # Ends the generator, which gives back the rows of a batch that is not open yet.
            self._doing.close()
        for number in list(self._batches):
            self._close(number)

    def answer(self, request: wire.RolloutRequest) -> wire.RolloutResponse:
        """Carry out a whole request and return the response; an error of the request becomes a refusal in it."""
        response = self.begin(request)
        while response is None:
            response = self.go_on()
        return response

    def begin(self, request: wire.RolloutRequest) -> wire.RolloutResponse | None:
        """Start to carry out a request; return the response, or None if `go_on` must be called."""
        self._doing = self._parts(request)
        return self.go_on()

    def go_on(self) -> wire.RolloutResponse | None:
        """Carry out the next part of the begun request; return the response, or None if parts remain."""
        assert self._doing is not None
        try:
            next(self._doing)
        except StopIteration as done:
            response: wire.RolloutResponse = done.value
            return response
        return None

    def _parts(self, request: wire.RolloutRequest) -> Generator[None, None, wire.RolloutResponse]:
        """Carry out a request in parts and return the response; if it is stopped in between, it has no effect."""
        response = wire.RolloutResponse(number=request.number, batch=request.batch)
        try:
            if request.WhichOneof("request") == "open":
                batch = yield from self._open(request)
                response.observed.observed.extend(batch.observed(request.places))
            else:
                self._do(request, response)
        except RefereeError as error:
            self._refuse(request, response, error, is_lost=isinstance(error, PoolError))
        except Exception:  # a bug, most likely of a game: other batches must go on
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
        """Turn the response into a refusal of the request with this error.

        If `is_lost`, the state of the request's batch is unknown after the error, and the batch is
        closed.
        """
        if is_lost and request.batch in self._batches:
            self._close(request.batch)
        # What was written into the response before the error must not be sent next to the refusal.
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
                # `_find` above only refuses an unknown batch, before its handles are looked up.
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
        # Its number may be opened again, and a snapshot must not get into another batch.
        self._snapshots.drop_batch(number)

    def _open(self, request: wire.RolloutRequest) -> Generator[None, None, _Batch]:
        limits, number, asked = self._limits, request.batch, request.open
        # All checks come before rows are made: making them takes memory and time that other streams need.
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
        except BaseException:  # also if the stream has ended meanwhile, which closes this generator
            self._pools.give_back(batch.rows)
            raise
        # Only now: an opening that fails must leave no batch behind.
        self._batches[number] = batch
        return batch


class _Batch:
    """One batch: matches of one game and config, which are stepped together.

    Args:
        described: The game.
        asked: The request that opens the batch.
        limits: The limits of its stream.
        memory: Memory that the client shares with the server; None if it shares none.
        pools: Makes the rows.

    Raises:
        FieldError: A field of the request breaks a bound.
        PoolError: The rows can't be made, or their processes end at once.
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
        self._has_placements = asked.placements
        self.num_rows = asked.num_rows
        """Number of matches in the batch."""
        self._memory = memory
        self._acted = described.acted
        self._observe = _named(described.observed, asked.observe, "observe")
        self._final = _named(described.observed, asked.observe_final, "observe_final")
        self._columns = described.observed
        self._ids = {each.name: place for place, each in enumerate(described.observed)}
        shown = [described.observed[place] for place in (*asked.observe, *asked.observe_final)]
        # Checked when the batch is opened, so that no later step can fail for its size.
        num_bytes = sum(size_of(each, asked.num_rows, described.num_seats) for each in shown)
        if num_bytes > limits.response_bytes:
            bound = f"columns of at most {limits.response_bytes} bytes"
            raise FieldError("observe", bound, f"{num_bytes} bytes")
        if asked.num_rows > MOST_VIEWED and {each.name for each in shown} & _VIEWS:
            bound = f"at most {MOST_VIEWED} where {' or '.join(sorted(_VIEWS))} is observed"
            raise FieldError("num_rows", bound, asked.num_rows)
        opponents = _opponents(asked)
        # Sorted, so that the same opponents in another order share the cached measurement.
        row_bytes = _row_bytes(described, tuple(sorted(opponents.items())))
        self.rows = pools.rows(described, asked.num_rows, HEADROOM * row_bytes)
        """The matches of the batch; they must be given back to the pools."""
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
        """Begin the first episodes in parts, each of as many rows as take about `PART_NS`; yield after each.

        Args:
            clock: Measures how long a part takes.
        """
        most = 1
        while True:
            began_ns = clock.now_ns()
            if not self._rollout.begin_some(most):
                return
            # The results don't depend on how many rows begin together; only the time for other streams does.
            took_ns = clock.now_ns() - began_ns
            most = max(1, min(2 * most, most * PART_NS // max(took_ns, 1)))
            yield

    def check_places(self, places: Sequence[int]) -> None:
        """Check that the observed columns can be written at these places (byte offsets) of shared memory.

        An empty list is allowed: then columns go into messages.

        Raises:
            FieldError: No memory is shared, a place is missing, or a column would not fit at its place.
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
        """Return the observed columns as messages.

        Args:
            places: Byte offset in the shared memory for each column, checked before: the columns are
                written there, and the messages hold only the places. Empty to put the values into the
                messages.
        """
        values = self._rollout.observe(self._observe)
        if not places:
            return self._in_messages(self._observe, values)
        ids = [self._ids[name] for name in self._observe]
        return [
            data_of(number, each, self._memory, place)
            for number, each, place in zip(ids, values, places, strict=True)
        ]

    def step(
        self, asked: wire.StepBatch, places: Sequence[int], stepped: wire.BatchStepped
    ) -> None:
        """Step every match of the batch by one decision point, and fill `stepped` with the results.

        `places` has the byte offset of each observed column in the shared memory; empty to put the
        columns into `stepped`.
        """
        self.check_places(places)
        step = self._rollout.step(self._actions(asked.actions), self._final)
        stepped.observed.extend(self.observed(places))
        for name in ("reward", "terminated", "truncated", "refused", "began"):
            array = getattr(step, name)
            # An array of zeros is left out of the message; the client takes an absent one as zeros.
            if array.any():
                setattr(stepped, name, little(array))
        if self._has_placements and step.terminated.any():
            stepped.placement = little(step.placement)
        self._add_final(step, stepped)

    def _add_final(self, step: Step, stepped: wire.BatchStepped) -> None:
        if step.final is not None and step.final.rows.size:
            stepped.final_rows = little(step.final.rows)
            stepped.final.extend(self._in_messages(self._final, step.final.values))

    def reset(self, asked: wire.ResetRows, places: Sequence[int]) -> None:
        """Begin the next episode of the rows that the request names, or of all if it names none.

        `places` are the byte offsets of columns in the shared memory, which are only checked here.
        """
        self.check_places(places)
        rows = _integers(asked.rows)
        seeds = np.array(asked.seeds, np.uint64) if asked.seeds else None
        self._rollout.reset(rows, seeds)

    def snapshot(self, asked: wire.SnapshotRows) -> Snapshot:
        """Return a snapshot of the rows that the request names, or of all if it names none."""
        return self._rollout.snapshot(_integers(asked.rows))

    def restore(self, snapshot: Snapshot, asked: wire.RestoreRows, places: Sequence[int]) -> None:
        """Put matches of a snapshot into the rows that the request names, which then play on from there.

        `places` are the byte offsets of columns in the shared memory, which are only checked here.
        """
        self.check_places(places)
        # Both together contradict each other: seeds would draw another future.
        if asked.same_future and asked.seeds:
            raise FieldError("seeds", "absent with same_future", list(asked.seeds))
        seeds = None if asked.same_future else np.array(asked.seeds, np.uint64)
        redraw_for = asked.redraw_for if asked.HasField("redraw_for") else None
        self._rollout.restore(
            snapshot, seeds, _integers(asked.rows), _integers(asked.places), redraw_for
        )

    def _in_messages(self, names: Sequence[str], values: Sequence[Values]) -> list[wire.ColumnData]:
        return [data_of(self._ids[name], each) for name, each in zip(names, values, strict=True)]

    def _actions(self, columns: Sequence[wire.ColumnData]) -> dict[str, Values]:
        actions: dict[str, Values] = {}
        for each in columns:
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
    """Return an estimate of the bytes that a row (match) of the game `described` and its opponents take.

    `opponents` has seat and name of each built-in bot.
    """

    def begun(num_rows: int) -> Rollout:
        return Rollout(described.rows(num_rows), seed=0, opponents=dict(opponents))

    # With opponents seated: the memories of their policies can be larger than the match.
    return memory_of_row(begun)


def _integers(values: Sequence[int]) -> Longs | None:
    return np.array(values, np.int64) if values else None


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

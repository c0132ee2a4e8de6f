"""The batches of one stream: what `SimulationService.Rollout` does, request by request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.errors import FieldError, RefereeError
from referee.kit.rollout.rollout import Autoreset, Rollout, Step
from referee.kit.rollout.rows import Array, Ragged, RowColumn, Values
from referee.server.process.status import reason_of, sendable
from referee.simulation.described import Described, describe
from referee.simulation.limits import SimulationLimits

__all__ = ["StreamBatches"]

_AUTORESETS = {
    wire.AUTORESET_NEXT_STEP: Autoreset.NEXT_STEP,
    wire.AUTORESET_SAME_STEP: Autoreset.SAME_STEP,
    wire.AUTORESET_DISABLED: Autoreset.DISABLED,
}


class StreamBatches:
    """The batches of one client.

    Args:
        limits: What it may have.
    """

    def __init__(self, limits: SimulationLimits) -> None:
        self._limits = limits
        self._batches: dict[int, _Batch] = {}

    def answer(self, request: wire.RolloutRequest) -> wire.RolloutResponse:
        """Do what a request says, and return what came of it; never fails because of the request."""
        response = wire.RolloutResponse(number=request.number, batch=request.batch)
        try:
            self._do(request, response)
        except RefereeError as error:
            response.ClearField("response")
            response.refused.reason = reason_of(error)
            response.refused.text = sendable(str(error))
        return response

    def _do(self, request: wire.RolloutRequest, response: wire.RolloutResponse) -> None:
        match request.WhichOneof("request"):
            case "open":
                batch = self._open(request.batch, request.open)
                response.observed.observed.extend(batch.observed())
            case "step":
                self._find(request.batch).step(request.step, response.stepped)
            case "reset":
                batch = self._find(request.batch)
                batch.reset(request.reset)
                response.observed.observed.extend(batch.observed())
            case "close":
                self._find(request.batch)
                del self._batches[request.batch]
                response.closed.SetInParent()
            case _:
                raise FieldError("request", "open, step, reset or close", "none of them")

    def _find(self, number: int) -> _Batch:
        if number not in self._batches:
            raise FieldError("batch", "the number of one that is open", number)
        return self._batches[number]

    def _open(self, number: int, asked: wire.OpenBatch) -> _Batch:
        limits = self._limits
        if number in self._batches:
            raise FieldError("batch", "a number that is free", number)
        if len(self._batches) >= limits.batches:
            raise FieldError("batch", f"one of at most {limits.batches} at once", number)
        if not 1 <= asked.num_rows <= limits.rows:
            raise FieldError("num_rows", f"from 1 to {limits.rows}", asked.num_rows)
        config = asked.config if asked.HasField("config") else None
        described = describe(asked.game, config, asked.num_seats, asked.game_version)
        if asked.schema_hash not in (b"", described.schema_hash):
            known = described.schema_hash.hex()
            raise FieldError("schema_hash", known, asked.schema_hash.hex())
        batch = _Batch(described, asked, limits)
        self._batches[number] = batch
        return batch


class _Batch:
    """One batch.

    Args:
        described: The game.
        asked: What it was opened with.
        limits: What the client may have.

    Raises:
        FieldError: A bound is broken.
    """

    def __init__(
        self, described: Described, asked: wire.OpenBatch, limits: SimulationLimits
    ) -> None:
        if asked.autoreset not in _AUTORESETS:
            raise FieldError("autoreset", "one of Autoreset", asked.autoreset)
        self._acted = described.acted
        self._observe = _named(described.observed, asked.observe, "observe")
        self._final = _named(described.observed, asked.observe_final, "observe_final")
        self._ids = {each.name: place for place, each in enumerate(described.observed)}
        shown = [described.observed[place] for place in (*asked.observe, *asked.observe_final)]
        told = sum(_bytes(each, asked.num_rows, described.num_seats) for each in shown)
        if told > limits.response_bytes:
            bound = f"columns of at most {limits.response_bytes} bytes"
            raise FieldError("observe", bound, f"{told} bytes")
        self._rollout = Rollout(
            described.rows(asked.num_rows),
            seed=asked.seed,
            autoreset=_AUTORESETS[asked.autoreset],
            max_steps=asked.max_steps or None,
            strict=asked.strict,
        )

    def observed(self) -> list[wire.ColumnData]:
        """Return what is to be seen."""
        return self._told(self._observe, self._rollout.observe(self._observe))

    def step(self, asked: wire.StepBatch, told: wire.BatchStepped) -> None:
        """Carry out one decision point of every row."""
        step = self._rollout.step(self._actions(asked.actions), self._final)
        told.observed.extend(self.observed())
        for name in ("reward", "terminated", "truncated", "refused", "began"):
            array = getattr(step, name)
            if array.any():
                setattr(told, name, _little(array))
        self._tell_final(step, told)

    def _tell_final(self, step: Step, told: wire.BatchStepped) -> None:
        if step.final is not None and step.final.rows.size:
            told.final_rows = _little(step.final.rows)
            told.final.extend(self._told(self._final, step.final.values))

    def reset(self, asked: wire.ResetRows) -> None:
        """Begin the next episode of some rows."""
        rows = np.array(asked.rows, np.int64) if asked.rows else None
        seeds = np.array(asked.seeds, np.uint64) if asked.seeds else None
        self._rollout.reset(rows, seeds)

    def _told(self, names: Sequence[str], values: Sequence[Values]) -> list[wire.ColumnData]:
        return [_data(self._ids[name], each) for name, each in zip(names, values, strict=True)]

    def _actions(self, told: Sequence[wire.ColumnData]) -> dict[str, Values]:
        actions: dict[str, Values] = {}
        for each in told:
            if not 0 <= each.id < len(self._acted):
                raise FieldError("actions.id", f"from 0 to {len(self._acted) - 1}", each.id)
            column = self._acted[each.id]
            if column.name in actions:
                raise FieldError("actions.id", "each once", each.id)
            rows = self._rollout.rows
            actions[column.name] = _values(column, each, rows.num_rows, rows.num_seats)
        return actions


def _named(columns: Sequence[RowColumn], ids: Sequence[int], field: str) -> list[str]:
    for each in ids:
        if not 0 <= each < len(columns):
            raise FieldError(field, f"from 0 to {len(columns) - 1}", each)
    if len(set(ids)) != len(ids):
        raise FieldError(field, "each once", list(ids))
    return [columns[each].name for each in ids]


def _bytes(each: RowColumn, num_rows: int, num_seats: int) -> int:
    """Return bytes of a column; of a ragged one, of its offsets."""
    if each.is_ragged:
        return 8 * (num_rows * num_seats + 1)
    return each.column.dtype.itemsize * int(np.prod(each.shape(num_rows, num_seats)))


def _values(column: RowColumn, told: wire.ColumnData, num_rows: int, num_seats: int) -> Values:
    """Return the numbers that are told, as an array over the bytes.

    Raises:
        FieldError: They are not as many bytes as the column has.
    """
    if column.is_ragged:
        offsets: npt.NDArray[Any] = np.frombuffer(_whole(column, told.offsets, 8), "<i8")
        return Ragged(np.frombuffer(told.data, np.uint8), offsets)
    shape = column.shape(num_rows, num_seats)
    dtype = column.column.dtype
    wanted = dtype.itemsize * int(np.prod(shape))
    if len(told.data) != wanted:
        raise FieldError(
            column.name, f"{wanted} bytes of {dtype}{shape}", f"{len(told.data)} bytes"
        )
    array: Array = np.frombuffer(told.data, dtype.newbyteorder("<")).reshape(shape)
    if dtype == np.bool_ and array.view(np.uint8).max(initial=0) > 1:
        raise FieldError(column.name, "bytes of 0 or 1", int(array.view(np.uint8).max()))
    return array


def _whole(column: RowColumn, data: bytes, size: int) -> bytes:
    if len(data) % size:
        raise FieldError(f"{column.name}.offsets", f"a multiple of {size} bytes", len(data))
    return data


def _data(place: int, values: Values) -> wire.ColumnData:
    if isinstance(values, Ragged):
        return wire.ColumnData(
            id=place, data=values.data.tobytes(), offsets=_little(values.offsets)
        )
    return wire.ColumnData(id=place, data=_little(values))


def _little(array: Array) -> bytes:
    """Return an array's numbers, little-endian and in C order."""
    return array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()

"""The backend over the wire: `SimulationService` of a server that `referee simulate` has started."""

from __future__ import annotations

import math
import os
import queue
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import grpc
import numpy as np
from google.protobuf import any_pb2
from google.protobuf.message import Message

from gamereferee.v1 import simulation_service_pb2 as wire
from gamereferee.v1.simulation_service_pb2_grpc import SimulationServiceStub
from referee_client.address import Address
from referee_client.errors import RefereeClientError
from referee_client.messages import message_class, pack
from referee_envs.backends.base import Answer, Backend, Game, Opening, Stepped
from referee_envs.columns import Array, Column, Description, Ragged, Values
from referee_envs.errors import BackendError, InputError

__all__ = ["OverWire"]

_AUTORESETS = {
    "next_step": wire.AUTORESET_NEXT_STEP,
    "same_step": wire.AUTORESET_SAME_STEP,
    "disabled": wire.AUTORESET_DISABLED,
}
_OPTIONS = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
_CLOSES = -1
"""Number of a request whose answer nobody waits for."""


class OverWire(Backend):
    """Matches of a server, on one stream.

    Args:
        address: `HOST:PORT` or `unix:/path`.
        game: Which matches.
        key: Secret that the server asks for; empty means `REFEREE_SIMULATE_KEY` of the environment, if any.
        ca: File with PEM certificates to trust; given means TLS.
        copy: Whether arrays are copies of what has come; others can't be written to.

    Raises:
        BackendError: The server can't be reached, or refuses the game.
    """

    def __init__(
        self,
        address: str,
        game: Game,
        *,
        key: str = "",
        ca: str | Path | None = None,
        copy: bool = True,
    ) -> None:
        self._copy = copy
        try:
            where = Address.parse(address, ca)
        except RefereeClientError as error:
            raise BackendError(str(error)) from None
        key = key or os.environ.get("REFEREE_SIMULATE_KEY", "")
        self._metadata = (("authorization", f"Bearer {key}"),) if key else ()
        if where.roots is None:
            self._channel = grpc.insecure_channel(where.target, _OPTIONS)
        else:
            trusted = grpc.ssl_channel_credentials(where.roots)
            self._channel = grpc.secure_channel(where.target, trusted, _OPTIONS)
        self._stub: Any = SimulationServiceStub(self._channel)
        self._requests: queue.SimpleQueue[wire.RolloutRequest | None] = queue.SimpleQueue()
        self._answers: Any = None
        self._openings: dict[int, Opening] = {}
        self._unanswered = 0
        try:
            self.description = self._describe(game)
        except BaseException:
            self.close()
            raise

    def open(self, batch: int, opening: Opening) -> None:
        """See `Backend`."""
        if self._answers is None:
            self._answers = self._stub.Rollout(
                iter(self._requests.get, None), metadata=self._metadata
            )
        if batch in self._openings:
            self._put(wire.RolloutRequest(number=_CLOSES, batch=batch, close=wire.CloseBatch()))
        told, ids = self.description, self._observed_ids
        message = wire.OpenBatch(
            game=told.game,
            config=told.config,
            num_seats=told.num_seats,
            game_version=told.game_version,
            schema_hash=told.schema_hash,
            num_rows=opening.num_rows,
            seed=opening.seed,
            autoreset=_AUTORESETS[opening.autoreset],
            max_steps=opening.max_steps,
            strict=opening.strict,
            observe=[ids[name] for name in opening.observe],
            observe_final=[ids[name] for name in opening.final],
        )
        self._openings[batch] = opening
        self._put(wire.RolloutRequest(batch=batch, open=message))

    def step(self, batch: int, actions: Mapping[str, Values]) -> None:
        """See `Backend`."""
        told = [_data(self._acted_ids[name], values) for name, values in actions.items()]
        self._put(wire.RolloutRequest(batch=batch, step=wire.StepBatch(actions=told)))

    def reset(self, batch: int, rows: Array, seeds: Array | None = None) -> None:
        """See `Backend`."""
        told = wire.ResetRows(rows=rows.tolist(), seeds=[] if seeds is None else seeds.tolist())
        self._put(wire.RolloutRequest(batch=batch, reset=told))

    def recv(self) -> Answer:
        """See `Backend`."""
        if not self._unanswered:
            raise BackendError("nothing was asked for that has not been answered")
        response = self._next()
        while response.number == _CLOSES:
            response = self._next()
        match response.WhichOneof("response"):
            case "observed":
                observed = response.observed.observed
                return Answer(response.batch, self._arrays(response.batch, observed), None)
            case "stepped":
                return self._stepped(response.batch, response.stepped)
            case "refused":
                raise BackendError(response.refused.text)
        raise BackendError(f"the server has answered what is not known here: {response}")

    def close(self) -> None:
        """See `Backend`."""
        self._requests.put(None)
        if self._answers is not None:
            self._answers.cancel()
        self._channel.close()

    def _describe(self, game: Game) -> Description:
        request = wire.DescribeRequest(
            game=game.game, num_seats=game.num_seats, game_version=game.version
        )
        if game.config is not None:
            request.config.CopyFrom(self._config(game))
        told = self._called(lambda: self._stub.Describe(request, metadata=self._metadata))
        self._observed_ids = {column.name: column.id for column in told.observed}
        self._acted_ids = {column.name: column.id for column in told.acted}
        self._columns = {column.id: _column(column) for column in told.observed}
        return Description(
            told.game,
            told.game_version,
            told.num_seats,
            told.config,
            tuple(map(_column, told.observed)),
            tuple(map(_column, told.acted)),
            tuple(told.policies),
            told.schema_hash,
            told.limits.window,
        )

    def _config(self, game: Game) -> any_pb2.Any:
        """Return a config as its message, whose type the server tells."""
        if isinstance(game.config, Message):
            return pack(game.config)
        plain = wire.DescribeRequest(game=game.game)
        told = self._called(lambda: self._stub.Describe(plain, metadata=self._metadata))
        try:
            config = message_class(told.config.type_url)
            return pack(config(**_labelled(config.DESCRIPTOR, game.config)))
        except (TypeError, ValueError) as error:
            raise InputError("config", "fields of the game's config", str(error)) from None

    def _called(self, call: Any) -> Any:
        try:
            return call()
        except grpc.RpcError as error:
            raise _failed(error) from None

    def _put(self, request: wire.RolloutRequest) -> None:
        self._unanswered += request.number != _CLOSES
        self._requests.put(request)

    def _next(self) -> wire.RolloutResponse:
        response: wire.RolloutResponse | None = self._called(lambda: next(self._answers, None))
        if response is None:
            raise BackendError("the server has ended the stream")
        self._unanswered -= response.number != _CLOSES
        return response

    def _arrays(self, batch: int, told: Any, num_rows: int = 0) -> dict[str, Values]:
        rows = num_rows or self._openings[batch].num_rows
        columns = [(self._columns[each.id], each) for each in told]
        seats = self.description.num_seats
        copy = self._copy
        return {c.name: _values(c, each, rows, seats, copy=copy) for c, each in columns}

    def _stepped(self, batch: int, told: wire.BatchStepped) -> Answer:
        rows, seats = self._openings[batch].num_rows, self.description.num_seats
        final_rows = np.frombuffer(told.final_rows, "<i8").copy()
        step = Stepped(
            _array(told.reward, "<f4", (rows, seats)),
            _array(told.terminated, "?", (rows,)),
            _array(told.truncated, "?", (rows,)),
            _array(told.refused, "<i4", (rows, seats)),
            final_rows,
            self._arrays(batch, told.final, len(final_rows)) if len(final_rows) else {},
        )
        return Answer(batch, self._arrays(batch, told.observed), step)


def _labelled(descriptor: Any, values: Any) -> Any:
    """Return fields of a message, with the names of choices as its enums have them: SIZE_SMALL for `small`."""
    if isinstance(values, list | tuple):
        return [_labelled(descriptor, each) for each in values]
    if not isinstance(values, Mapping):
        return values
    told = {}
    for name, value in values.items():
        field = descriptor.fields_by_name.get(name)
        if field is not None and field.message_type is not None:
            value = _labelled(field.message_type, value)
        elif field is not None and field.enum_type is not None and isinstance(value, str):
            zero = field.enum_type.values_by_number[0].name
            value = zero.removesuffix("UNSPECIFIED") + value.upper()
        told[name] = value
    return told


def _failed(error: Any) -> BackendError:
    return BackendError(f"{error.code().name}: {error.details()}")


def _column(told: wire.SimulationColumn) -> Column:
    return Column(
        told.name,
        told.dtype,
        tuple(told.shape),
        told.low if told.HasField("low") else -math.inf,
        told.high if told.HasField("high") else math.inf,
        told.by_seat,
        told.ragged,
        told.meaning,
    )


def _array(data: bytes, dtype: str, shape: tuple[int, ...], *, copy: bool = True) -> Array:
    """Return numbers as an array; no bytes stand for zeros."""
    if not data:
        return np.zeros(shape, np.dtype(dtype).newbyteorder("="))
    told: Array = np.frombuffer(data, dtype).reshape(shape)
    return told.astype(told.dtype.newbyteorder("="), copy=copy)


def _values(column: Column, told: wire.ColumnData, rows: int, seats: int, *, copy: bool) -> Values:
    if column.ragged:
        data = np.frombuffer(told.data, np.uint8)
        return Ragged(data, np.frombuffer(told.offsets, "<i8").astype(np.int64))
    dtype = np.dtype(column.dtype).newbyteorder("<").str
    return _array(told.data, dtype, column.full_shape(rows, seats), copy=copy)


def _data(place: int, values: Values) -> wire.ColumnData:
    if isinstance(values, Ragged):
        offsets = values.offsets.astype("<i8", copy=False).tobytes()
        return wire.ColumnData(id=place, data=values.data.tobytes(), offsets=offsets)
    little = values.astype(values.dtype.newbyteorder("<"), copy=False)
    return wire.ColumnData(id=place, data=little.tobytes())

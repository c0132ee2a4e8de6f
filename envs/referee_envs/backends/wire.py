"""The backend on a server started by `referee simulate`, over gRPC or shared memory."""

from __future__ import annotations

import collections
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from google.protobuf import any_pb2
from google.protobuf.message import Message

from gamereferee.v1 import simulation_service_pb2 as wire
from referee_client.messages import message_class, pack
from referee_envs.backends.base import Answer, Backend, Game, Opening, Restoring, Stepped
from referee_envs.backends.places import SLOTS, Area, Slot
from referee_envs.backends.transport import Transport
from referee_envs.columns import Array, Column, Description, Ragged, Values
from referee_envs.errors import BackendError, InputError
from referee_envs.rewards import SCORE

__all__ = ["OverWire"]

_AUTORESETS = {
    "next_step": wire.AUTORESET_NEXT_STEP,
    "same_step": wire.AUTORESET_SAME_STEP,
    "disabled": wire.AUTORESET_DISABLED,
}
_REWARDS = {
    "score": wire.REWARD_UNSPECIFIED,  # servers of all revisions know this
    "placement": wire.REWARD_PLACEMENT,
    "win": wire.REWARD_WIN,
}
_NEWER = 1
"""Lowest revision of the simulation service that has everything this module uses."""
_CLOSES = -1
"""Request number of closing a batch; answers with this number are dropped."""


class OverWire(Backend):
    """Backend whose matches (the rows of a batch) are stepped by a simulation server.

    Args:
        transport: Connection to the server; closed together with the backend.
        game: Game, config, seats and version of the matches.
        copy: Whether returned arrays are copies. If not, they are read-only; with shared memory the
            server overwrites them when it answers the `SLOTS`-th request after theirs.

    Raises:
        BackendError: The server can't be reached, or refuses the game.
    """

    def __init__(self, transport: Transport, game: Game, *, copy: bool = True) -> None:
        self._transport = transport
        self._copy = copy
        self._openings: dict[int, Opening] = {}
        self._areas: dict[int, Area] = {}
        self._answered: collections.deque[Answer | BackendError] = collections.deque()
        """Answers that were read, but not yet returned by `recv`."""
        self._asked: collections.deque[tuple[int, Slot | None]] = collections.deque()
        """Batch and slot of each request that waits for its answer, the oldest first."""
        try:
            self.description = self._describe(game)
        except BaseException:
            self.close()
            raise

    def open(self, batch: int, opening: Opening) -> None:
        """Request a batch of matches as `opening` says; an open one of this number is replaced."""
        if batch in self._openings:
            # Unread answers have the shapes of the old batch: read them while its opening is known.
            self._read_all()
            self._transport.put(
                wire.RolloutRequest(number=_CLOSES, batch=batch, close=wire.CloseBatch())
            )
        game, ids = self.description, self._observed_ids
        message = wire.OpenBatch(
            game=game.game,
            config=game.config,
            num_seats=game.num_seats,
            game_version=game.game_version,
            schema_hash=game.schema_hash,
            num_rows=opening.num_rows,
            seed=opening.seed,
            autoreset=_AUTORESETS[opening.autoreset],
            max_steps=opening.max_steps,
            strict=opening.strict,
            observe=[ids[name] for name in opening.observe],
            observe_final=[ids[name] for name in opening.final],
            opponents=[
                wire.Opponent(seat=seat, policy=name) for seat, name in opening.policies.items()
            ],
            derived=True,
            stagger=opening.stagger,
            reward=_REWARDS[opening.reward],
            placements=self._revision >= _NEWER,
            first_row=opening.first_row,
        )
        # An older server ignores unknown fields: it would return scores without an error.
        if opening.reward != SCORE or opening.first_row:
            what = "rewards but scores" if opening.reward != SCORE else "several batches"
            self._check_revision(what)
        if self._transport.memory is not None:
            self._areas[batch] = self._area(self._transport.memory, batch, opening)
        self._openings[batch] = opening
        self._put(batch, self._slot(batch), open=message)

    def step(self, batch: int, actions: Mapping[str, Values]) -> None:
        """Request that every row (match) of a batch carries out actions.

        Args:
            batch: Number that identifies the batch.
            actions: Action columns by name, for all seats of all rows.
        """
        slot = self._slot(batch)
        columns = [self._action(name, values, slot) for name, values in actions.items()]
        self._put(batch, slot, step=wire.StepBatch(actions=columns))

    def reset(self, batch: int, rows: Array, seeds: Array | None = None) -> None:
        """Request the next episode of some rows (matches) of a batch.

        Args:
            batch: Number that identifies the batch.
            rows: int64[n]: indices of the rows.
            seeds: uint64[n]: match seeds of these episodes; None continues with the batch's own.
        """
        message = wire.ResetRows(rows=rows.tolist(), seeds=[] if seeds is None else seeds.tolist())
        self._put(batch, self._slot(batch), reset=message)

    def snapshot(self, batch: int, rows: Array) -> None:
        """Request that the server keeps some rows (matches) of a batch, int64[n], as they are."""
        self._put(batch, None, snapshot=wire.SnapshotRows(rows=rows.tolist()))

    def restore(self, batch: int, restoring: Restoring) -> None:
        """Request that some rows (matches) continue from those of a snapshot."""
        seeds = restoring.seeds
        # An older server would ignore the new fields, and restore something else than what was
        # asked for.
        if seeds is None or restoring.redraw_for is not None:
            self._check_revision("snapshots without seeds or with redraw_for")
        message = wire.RestoreRows(
            handle=restoring.kept,
            rows=restoring.rows.tolist(),
            places=restoring.places.tolist(),
            seeds=[] if seeds is None else seeds.tolist(),
            redraw_for=restoring.redraw_for,
            same_future=seeds is None,
        )
        self._put(batch, self._slot(batch), restore=message)

    def drop(self, batch: int, kept: Any) -> None:
        """Request that the server forgets the kept rows (matches) of a snapshot."""
        self._put(batch, None, drop=wire.DropSnapshots(handles=[kept]))

    def dump(self, batch: int) -> Any:
        """Raise an error: matches of a server can't be copied to another backend.

        Raises:
            BackendError: Always; use `snapshot` and `restore`.
        """
        del batch
        text = (
            "matches of a server can't be copied or pickled; keep them by snapshot() and restore()"
        )
        raise BackendError(text)

    def load(self, batch: int, opening: Opening, dumped: Any) -> None:
        """Raise an error; never called, because `dump` always raises."""
        raise NotImplementedError("dump() of a server's matches always raises")

    def _check_revision(self, what: str) -> None:
        """Check that the server has at least revision `_NEWER` of the simulation service.

        Args:
            what: Name of the feature that needs it, for the error.

        Raises:
            BackendError: The server is older.
        """
        if self._revision < _NEWER:
            raise BackendError(f"the server is too old for {what}: install its newest version")

    def recv(self) -> Answer:
        """Return the answer to the oldest request without one, waiting for it."""
        if not self._answered:
            if not self._asked:
                raise BackendError("nothing was asked for that has not been answered")
            self._read(copy=self._copy)
        answer = self._answered.popleft()
        if isinstance(answer, BackendError):
            raise answer
        return answer

    def close(self) -> None:
        """Close the connection to the server."""
        self._transport.close()

    def _put(self, batch: int, slot: Slot | None, **request: Any) -> None:
        places = [] if slot is None else self._places(batch, slot)
        self._transport.put(wire.RolloutRequest(batch=batch, places=places, **request))
        self._asked.append((batch, slot))

    def _read_all(self) -> None:
        while self._asked:
            self._read(copy=True)

    def _read(self, *, copy: bool) -> None:
        """Read one answer from the server into `_answered`; with `copy`, copy its arrays.

        Raises:
            BackendError: The server is gone.
        """
        response = self._transport.next()
        # Nobody asked for the answer to the closing of an old batch; it has no entry in `_asked`.
        while response.number == _CLOSES:
            response = self._transport.next()
        batch, _ = self._asked.popleft()
        match response.WhichOneof("response"):
            case "observed":
                observed = self._arrays(batch, response.observed.observed, copy=copy)
                self._answered.append(Answer(batch, observed, None))
            case "stepped":
                self._answered.append(self._stepped(batch, response.stepped, copy=copy))
            case "snapshot":
                self._answered.append(Answer(batch, {}, None, response.snapshot.handle))
            case "dropped":
                self._answered.append(Answer(batch, {}, None))
            case "refused":
                self._answered.append(BackendError(response.refused.text))
            case _:
                # Kept as an answer, not raised: the request has been answered, so the order of
                # answers stays.
                text = f"the server has answered what is not known here: {response}"
                self._answered.append(BackendError(text))

    # Shared memory: each request has a slot for its arrays. A slot is reused only when its answer has been read.

    def _area(self, memory: Array, batch: int, opening: Opening) -> Area:
        rows, seats = opening.num_rows, self.description.num_seats
        observed = {
            each.name: each.size(rows, seats)
            for each in self.description.observed
            if each.name in opening.observe and not each.ragged
        }
        acted = {
            each.name: each.size(rows, seats) for each in self.description.acted if not each.ragged
        }
        # A batch that is opened again may use its old area if that is the last one: it can grow without moving others.
        before = self._areas.get(batch)
        end = max((area.end for area in self._areas.values()), default=0)
        begin = end if before is None or before.end < end else before.begin
        area = Area(begin, observed, acted)
        if area.end > len(memory):
            bound = f"arrays of at most {len(memory)} bytes in shared memory"
            raise InputError("num_envs", bound, area.end)
        return area

    def _slot(self, batch: int) -> Slot | None:
        if batch not in self._areas:
            return None
        # Answers of other batches may have to be read first, as the server sends them in the order of requests.
        while sum(number == batch for number, _ in self._asked) >= SLOTS:
            # This frees the oldest slot. The arrays must be copied, as the next request overwrites them.
            self._read(copy=True)
        return self._areas[batch].take()

    def _places(self, batch: int, slot: Slot) -> list[int]:
        return [slot.observed.get(name, 0) for name in self._openings[batch].observe]

    def _action(self, name: str, values: Values, slot: Slot | None) -> wire.ColumnData:
        number = self._acted_ids[name]
        if isinstance(values, Ragged):
            offsets = values.offsets.astype("<i8", copy=False).tobytes()
            return wire.ColumnData(id=number, data=values.data.tobytes(), offsets=offsets)
        little = values.astype(values.dtype.newbyteorder("<"), copy=False)
        if slot is None:
            return wire.ColumnData(id=number, data=little.tobytes())
        memory, place = self._transport.memory, slot.acted[name]
        assert memory is not None
        # Written before the request that names the place is sent; the socket orders the two for the server.
        flat = np.ascontiguousarray(little).reshape(-1).view(np.uint8)
        memory[place : place + flat.size] = flat
        return wire.ColumnData(id=number, place=place)

    def _describe(self, game: Game) -> Description:
        request = wire.DescribeRequest(
            game=game.game,
            num_seats=game.num_seats,
            game_version=game.version,
            derived=True,
            revision=True,
        )
        if game.config is not None:
            request.config.CopyFrom(self._config(game))
        response = self._transport.describe(request)
        self._observed_ids = {column.name: column.id for column in response.observed}
        self._acted_ids = {column.name: column.id for column in response.acted}
        self._revision = response.revision
        self._columns = {column.id: _column(column) for column in response.observed}
        return Description(
            response.game,
            response.game_version,
            response.num_seats,
            response.config,
            tuple(map(_column, response.observed)),
            tuple(map(_column, response.acted)),
            tuple(response.policies),
            response.schema_hash,
            response.limits.window,
            tuple(response.left_out),
            tuple(response.numbered_actions),
        )

    def _config(self, game: Game) -> any_pb2.Any:
        """Return the config of a game as a packed message.

        If the config is a mapping, the server is asked for the message's type.
        """
        if isinstance(game.config, Message):
            return pack(game.config)
        response = self._transport.describe(wire.DescribeRequest(game=game.game))
        try:
            config = message_class(response.config.type_url)
            return pack(config(**_labelled(config.DESCRIPTOR, game.config)))
        except (TypeError, ValueError) as error:
            raise InputError("config", "fields of the game's config", str(error)) from None

    def _arrays(
        self, batch: int, told: Any, num_rows: int = 0, *, copy: bool = True
    ) -> dict[str, Values]:
        rows = num_rows or self._openings[batch].num_rows
        columns = [(self._columns[each.id], each) for each in told]
        seats, memory = self.description.num_seats, self._transport.memory
        return {c.name: _values(c, each, rows, seats, memory, copy=copy) for c, each in columns}

    def _stepped(self, batch: int, told: wire.BatchStepped, *, copy: bool) -> Answer:
        rows, seats = self._openings[batch].num_rows, self.description.num_seats
        final_rows = np.frombuffer(told.final_rows, "<i8").copy()
        # Results of a step are small and always copied; only observed columns may be views into shared memory.
        step = Stepped(
            _array(told.reward, "<f4", (rows, seats)),
            _array(told.placement, "<i4", (rows, seats)),
            _array(told.terminated, "?", (rows,)),
            _array(told.truncated, "?", (rows,)),
            _array(told.refused, "<i4", (rows, seats)),
            final_rows,
            self._arrays(batch, told.final, len(final_rows)) if len(final_rows) else {},
        )
        return Answer(batch, self._arrays(batch, told.observed, copy=copy), step)


def _labelled(descriptor: Any, values: Any) -> Any:
    """Return fields of a message in which texts for enum fields have the enum's form: SIZE_SMALL for `small`.

    Args:
        descriptor: Descriptor of the message type.
        values: Fields of the message by name, or a list of such mappings; other values are returned
            unchanged.
    """
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
        told.scale,
    )


def _array(data: bytes, dtype: str, shape: tuple[int, ...], *, copy: bool = True) -> Array:
    """Return bytes of numbers as an array of this dtype and shape.

    Empty bytes mean that all numbers are 0.
    """
    if not data:
        return np.zeros(shape, np.dtype(dtype).newbyteorder("="))
    told: Array = np.frombuffer(data, dtype).reshape(shape)
    return told.astype(told.dtype.newbyteorder("="), copy=copy)


def _values(
    column: Column,
    told: wire.ColumnData,
    rows: int,
    seats: int,
    memory: Array | None,
    *,
    copy: bool,
) -> Values:
    little = np.dtype(column.dtype).newbyteorder("<").str
    if column.ragged:
        data = (
            _array(told.data, little, (-1, *column.shape), copy=False)
            if told.data
            else column.empty()
        )
        return Ragged(data, np.frombuffer(told.offsets, "<i8").astype(np.int64))
    dtype, shape = little, column.full_shape(rows, seats)
    if memory is None or not told.HasField("place"):
        return _array(told.data, dtype, shape, copy=copy)
    # A view into shared memory, which the server overwrites later. Unless it is copied, it is read-only, so that no
    # policy changes arrays of a slot in use.
    part = memory[told.place : told.place + column.size(rows, seats)]
    array: Array = part.view(dtype).reshape(shape)
    array = array.astype(array.dtype.newbyteorder("="), copy=copy)
    array.flags.writeable = copy
    return array

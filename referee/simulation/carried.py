"""Converts columns of arrays from and to messages and the memory that a learner shares with the server."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.errors import FieldError, RefereeError
from referee.kit.rollout.columns import Ragged, RowColumn, Values
from referee.kit.rollout.dtypes import Array
from referee.server.process.status import reason_of, sendable
from referee.simulation.memory import SharedMemory

__all__ = ["data_of", "little", "refusal", "size_of", "values_of"]


def size_of(column: RowColumn, num_rows: int, num_seats: int) -> int:
    """Return the most bytes that a column's values can take for this many rows and seats.

    Of a ragged column (lists of any length) whose lists have no bound, only the bytes of the
    offsets are counted.
    """
    if column.is_ragged:
        entry = column.column.dtype.itemsize * math.prod(column.column.shape)
        return 8 * (num_rows * num_seats + 1) + entry * column.most * num_rows * num_seats
    return column.column.dtype.itemsize * int(np.prod(column.shape(num_rows, num_seats)))


def values_of(
    column: RowColumn,
    sent: wire.ColumnData,
    num_rows: int,
    num_seats: int,
    memory: SharedMemory | None,
) -> Values:
    """Return the values of a column that a message holds, as an array that no one else can change.

    Args:
        column: The column.
        sent: The message: its values, or their place in the shared memory.
        num_rows: Number of rows.
        num_seats: Number of seats in each row.
        memory: The shared memory; None without one.

    Raises:
        FieldError: The number of bytes is wrong, the place is outside the shared memory, or a boolean is not 0 or 1.
    """
    if column.is_ragged:
        # Offsets are not checked here: `RowColumn.check` does that before they are used.
        offsets: npt.NDArray[Any] = np.frombuffer(_whole(column, sent.offsets, 8), "<i8")
        assert column.column.dtype == np.uint8  # the only type of a ragged column of actions
        return Ragged(np.frombuffer(sent.data, np.uint8), offsets)
    shape = column.shape(num_rows, num_seats)
    dtype = column.column.dtype
    wanted = size_of(column, num_rows, num_seats)
    data = sent.data
    if sent.HasField("place"):
        # A copy: the learner can write to its memory while the step runs.
        data = _shared(memory).read(sent.place, wanted)
    if len(data) != wanted:
        raise FieldError(column.name, f"{wanted} bytes of {dtype}{shape}", f"{len(data)} bytes")
    array: Array = np.frombuffer(data, dtype.newbyteorder("<")).reshape(shape)
    # NumPy would take any byte as a bool, and compiled kernels may compute with its value.
    if dtype == np.bool_ and array.view(np.uint8).max(initial=0) > 1:
        raise FieldError(column.name, "bytes of 0 or 1", int(array.view(np.uint8).max()))
    return array


def data_of(
    number: int, values: Values, memory: SharedMemory | None = None, place: int | None = None
) -> wire.ColumnData:
    """Return the values of a column as a message, or write them to the shared memory and return their place.

    Args:
        number: The column's id.
        values: The values.
        memory: The shared memory; None without one.
        place: Index of the first byte in the memory; None to put the values into the message.
    """
    if isinstance(values, Ragged):
        return wire.ColumnData(id=number, data=little(values.data), offsets=little(values.offsets))
    if place is None:
        return wire.ColumnData(id=number, data=little(values))
    _shared(memory).write(place, values.astype(values.dtype.newbyteorder("<"), copy=False))
    return wire.ColumnData(id=number, place=place)


def refusal(error: RefereeError) -> wire.RolloutRefused:
    """Return an error as a RolloutRefused message, with its reason and text."""
    return wire.RolloutRefused(reason=reason_of(error), text=sendable(str(error)))


def little(array: Array) -> bytes:
    """Return the bytes of an array's numbers, little-endian and in C order."""
    return array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()


def _shared(memory: SharedMemory | None) -> SharedMemory:
    if memory is None:
        raise FieldError("place", "absent, as no memory is shared", "a place")
    return memory


def _whole(column: RowColumn, data: bytes, size: int) -> bytes:
    if len(data) % size:
        raise FieldError(f"{column.name}.offsets", f"a multiple of {size} bytes", len(data))
    return data

"""Encodes turns of lanes (many matches played at once), and reads answers, for the Play stream.

Both are columns of raw little-endian bytes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gamereferee.v1 import error_pb2, play_service_pb2
from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.kit.rollout.columns import Ragged, RowColumn, Values
from referee.kit.rollout.dtypes import Ints, Longs
from referee.match.lane import Answers, Readings
from referee.replay.wire import column_to_wire

__all__ = ["answers_of", "foreign_row", "lane_turns", "most_rows", "named_turns", "opened"]

_FRAME_BYTES = 1 << 20
"""Approximate limit of the bytes of columns in one message; further rows go into further messages."""


def most_rows(columns: Sequence[RowColumn]) -> int:
    """Return how many rows one message may have turns of in these columns, from 1."""
    row_bytes = sum(each.column.dtype.itemsize * math.prod(each.column.shape) for each in columns)
    return max(1, _FRAME_BYTES // (64 + row_bytes))


def opened(
    lane: int,
    seat: int,
    plugin: AnyPlugin,
    num_seats: int,
    columns: Sequence[RowColumn],
    answers: RowColumn,
) -> play_service_pb2.LaneOpened:
    """Return the message that announces a lane on a stream, with the columns it will use.

    Args:
        lane: Number that identifies the lane on the stream.
        seat: Seat that the stream's bot plays in all matches of the lane.
        plugin: The matches' game.
        num_seats: Number of seats of each match.
        columns: Columns of observations that will be sent.
        answers: Column in which answers are expected.
    """
    return play_service_pb2.LaneOpened(
        lane=lane,
        seat=seat,
        game=plugin.game.info.game,
        game_version=plugin.game.info.version,
        num_seats=num_seats,
        observed=[column_to_wire(place, each) for place, each in enumerate(columns)],
        answers=column_to_wire(0, answers),
    )


def lane_turns(
    lane: int,
    handles: Longs,
    turns: Ints,
    seen: Sequence[Values],
    readings: Readings,
    *,
    has_bank: bool,
) -> bytes:
    """Return turns as a serialized PlayResponse, which can be joined to other serialized parts.

    A lane plays many matches at once.

    Args:
        lane: Number that identifies the lane on the stream.
        handles: int64[n]: handles of the rows, by which the bot knows the matches.
        turns: int32[n]: numbers of the turns.
        seen: Observations of the seat, one array for each column.
        readings: Clocks of the seat, one for each row.
        has_bank: Whether the time control has a bank.
    """
    response = play_service_pb2.PlayResponse()
    message = response.lane_turns.add(
        lane=lane, rows=_bytes(handles, "<i4"), turns=_bytes(turns, "<i4")
    )
    for place, values in enumerate(seen):
        if isinstance(values, Ragged):
            data, offsets = values.data.tobytes(), _bytes(values.offsets, "<i8")
            message.observed.add(id=place, data=data, offsets=offsets)
        else:
            message.observed.add(id=place, data=np.ascontiguousarray(values).tobytes())
    # The matches of a lane share their time control: either all turns have a limit or none has.
    if len(handles) and readings.remaining_ns[0] >= 0:
        message.remaining_us = _micros(readings.remaining_ns)
    if has_bank:
        message.bank_us = _micros(readings.bank_ns)
    elapsed = readings.last_elapsed_ns
    message.elapsed_us = _bytes(np.where(elapsed < 0, -1, elapsed // 1000), "<i8")
    # Nearly always all 0, so that the column is left out.
    if readings.last_lag_ns.any():
        message.lag_us = _micros(readings.last_lag_ns)
    return response.SerializeToString()


def answers_of(message: play_service_pb2.LaneAnswers, column: RowColumn) -> Answers:
    """Return the answers in a lane message, with their shapes checked.

    Args:
        message: The lane message.
        column: The lane's column of answers.

    Raises:
        MalformedError: The message's arrays don't fit together; the text names the field, the bound
            and the value.
    """
    handles = _array(message.rows, "<i4", "rows").astype(np.int64)
    turns = _array(message.turns, "<i4", "turns")
    count = len(handles)
    # The shapes of all arrays are checked here; what comes after relies on them.
    if not count:
        raise MalformedError("lane_answers.rows must be of at least 1 row, not 0")
    if len(turns) != count:
        raise MalformedError(f"lane_answers.turns must be {count} numbers, not {len(turns)}")
    data, own = message.values.data, column.column
    if column.is_ragged:
        offsets = _array(message.values.offsets, "<i8", "values.offsets")
        values = Ragged(np.frombuffer(data, np.uint8), offsets)
        if (
            len(offsets) != count + 1
            or offsets[0] != 0
            or offsets[-1] != len(data)
            or (offsets[1:] < offsets[:-1]).any()  # differences could overflow
        ):
            raise MalformedError(
                f"lane_answers.values.offsets must be {count + 1} numbers ascending from 0 to {len(data)}"
            )
        return Answers(handles, turns, values)
    size = count * own.dtype.itemsize * math.prod(own.shape)
    if len(data) != size:
        raise MalformedError(f"lane_answers.values.data must have {size} bytes, not {len(data)}")
    array = np.frombuffer(data, own.dtype.newbyteorder("<")).reshape(count, *own.shape)
    return Answers(handles, turns, array)


def named_turns(message: play_service_pb2.LaneAnswers) -> tuple[Longs, Ints]:
    """Return the handles and the numbers of the turns that a router names in a lane message.

    A lane plays many matches at once.
    """
    # The router has copied them from turns that this server encoded: there is nothing to check.
    handles = np.frombuffer(message.rows, "<i4").astype(np.int64)
    return handles, np.frombuffer(message.turns, "<i4")


def foreign_row(
    match_id: str, lane: int, handle: int, seat: int, turn: int
) -> play_service_pb2.Rejected:
    """Return the rejection of an answer for a row in which the stream plays no match.

    A lane plays many matches at once.

    Args:
        match_id: Id of the row's match, whose seat another stream holds; empty if the row has none.
        lane: Number that identifies the lane on the stream.
        handle: Handle of the row, which the answer names.
        seat: Seat of the stream on the lane.
        turn: Turn that the answer names.
    """
    where = f"row {handle} of lane {lane}"
    if match_id:
        reason = error_pb2.ERROR_REASON_ENDED
        text = f"another stream has taken the seat in {where}"
    else:
        reason = error_pb2.ERROR_REASON_NOT_YOUR_SEAT
        text = f"{where} has no match, or it is over"
    return play_service_pb2.Rejected(
        match_id=match_id, seat=seat, turn=turn, reason=reason, text=text
    )


def _array(data: bytes, dtype: str, name: str) -> Any:
    size = np.dtype(dtype).itemsize
    if len(data) % size:
        raise MalformedError(
            f"lane_answers.{name} must be whole numbers of {size} bytes, not {len(data)} bytes"
        )
    return np.frombuffer(data, dtype)


def _bytes(values: Longs | Ints, dtype: str) -> bytes:
    return values.astype(dtype, copy=False).tobytes()


def _micros(times_ns: Longs) -> bytes:
    return _bytes(times_ns // 1000, "<i8")

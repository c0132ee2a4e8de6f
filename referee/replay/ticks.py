"""Encodes the step records of all matches in a tick (one lane step) at once, from arrays.

Every number takes the same count of bytes in all records of a tick, whatever its value. Such padded
varints are valid protobuf, only longer than necessary; matches' own journals and replays keep them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gamereferee.v1 import replay_pb2
from referee.match.lane import UNKNOWN, Tick, stepped
from referee.match.records import ActionKind
from referee.replay.records import encode_step
from referee.replay.varint import tag, varint

__all__ = ["encode_tick", "tick_record"]

_Bytes = npt.NDArray[np.uint8]

_TURN_BYTES: Final = 5
_TIME_BYTES: Final = 6
_MOST_TIME: Final = 1 << 7 * _TIME_BYTES
_MOST_SHORT: Final = 127
"""Largest length of an encoded action that fits into a varint of one byte. If a tick has longer ones,
its records are encoded one by one.
"""
_MOST_PADDING: Final = 8
"""Highest number of bytes by which the varint of an action's kind can be padded, to give all actions
of a tick the same length.
"""
_STEP, _ACTIONS, _DIGEST = tag(1, 2), tag(1, 2), tag(2, 2)
_SEAT, _TURN, _KIND, _PAYLOAD = tag(1, 0), tag(2, 0), tag(3, 0), tag(4, 2)
_ELAPSED, _LAG, _HANDED, _CPU = tag(5, 0), tag(6, 0), tag(7, 0), tag(8, 0)


def encode_tick(tick: Tick) -> list[bytes]:
    """Return one serialized `Record` per match of the tick, in the tick's order, with the match's step."""
    blocks = _answer_blocks(tick)
    measured = [tick.elapsed_ns, tick.lag_ns, tick.handed_ns]
    # A seat without processor times has no field for them.
    is_metered = np.zeros(tick.asked.shape[1], np.bool_)
    if tick.cpu_ns is not None:
        measured.append(tick.cpu_ns)
        is_metered = (tick.cpu_ns != UNKNOWN).all(axis=0)
        if (tick.cpu_ns[:, ~is_metered] != UNKNOWN).any():
            blocks = None
    times = np.stack(measured) // 1000
    # Rows of different lengths can't be one array: they are encoded one by one.
    if blocks is None or int(times.max()) >= _MOST_TIME:
        return [encode_step(stepped(tick, place)) for place in range(len(tick.rows))]
    rows, seats = tick.asked.shape
    turns, told = _padded(tick.turn, _TURN_BYTES), _padded(times, _TIME_BYTES)
    parts: list[bytes | _Bytes] = []
    for seat in range(seats):
        fields: list[bytes | _Bytes] = [_SEAT + varint(seat) + _TURN, turns[:, seat]]
        fields.append(blocks[:, seat])
        names = (_ELAPSED, _LAG, _HANDED, _CPU)
        for name, each in zip(names[: 3 + is_metered.item(seat)], told, strict=False):
            fields += [name, each[:, seat]]
        length = sum(map(_width, fields))
        if length > _MOST_SHORT:
            return [encode_step(stepped(tick, place)) for place in range(rows)]
        parts += [_ACTIONS + varint(length), *fields]
    digests = np.frombuffer(b"".join(tick.digests), np.uint8).reshape(rows, -1)
    parts += [_DIGEST + varint(digests.shape[1]), digests]
    body = sum(map(_width, parts))
    data = _joined([_STEP + varint(body), *parts], rows).tobytes()
    size = len(data) // rows
    return [data[start : start + size] for start in range(0, len(data), size)]


def tick_record(match_ids: list[str], tick: Tick, records: list[bytes]) -> replay_pb2.Record:
    """Return a tick as a record of a lane's journal.

    `LaneJournal.write` fills in the tick's number and running checksum.

    A lane plays many matches at once.

    Args:
        match_ids: Id of each match, in the tick's order.
        tick: The tick.
        records: Serialized step record of each match.
    """
    record = replay_pb2.Record()
    told = record.tick
    told.match_ids.extend(match_ids)
    told.steps.extend(tick.steps.tolist())
    told.records.extend(records)
    return record


def _answer_blocks(tick: Tick) -> _Bytes | None:
    """Return the encoded payload and kind of each action, as uint8[row, seat, byte].

    None if the actions can't all be padded to the same length, or if some seat did not decide.
    """
    # A row in which a seat did not act is shorter than the others.
    if not tick.asked.all():
        return None
    is_given = np.zeros(len(tick.payloads), np.bool_)
    is_given[tick.code] = True
    codes = np.flatnonzero(is_given)
    places = np.zeros(len(is_given), np.int64)
    places[codes] = np.arange(len(codes))
    payloads = [tick.payloads[code] for code in codes.tolist()]
    fields = [_PAYLOAD + varint(len(each)) + each if each else b"" for each in payloads]
    longest, shortest = max(map(len, fields)), min(map(len, fields))
    if longest - shortest > _MOST_PADDING:
        return None
    kind = np.array([ActionKind.PLAYED.value])
    # The kind is padded by what the payload is shorter than the longest, so that all blocks have
    # one length.
    blocks = b"".join(
        field + _KIND + _padded(kind, 1 + longest - len(field)).tobytes() for field in fields
    )
    table = np.frombuffer(blocks, np.uint8).reshape(len(fields), -1)
    told: _Bytes = table[places[tick.code]]
    return told


def _padded(values: npt.NDArray[Any], width: int) -> _Bytes:
    """Return numbers as varints padded to `width` bytes each, as uint8[..., width]."""
    shifts = np.arange(0, 7 * width, 7)
    bits = (values.astype(np.int64)[..., None] >> shifts) & 0x7F
    # Each byte but the last says that another follows, even if only zeros do.
    bits[..., :-1] |= 0x80
    return bits.astype(np.uint8)


def _width(part: bytes | _Bytes) -> int:
    return len(part) if isinstance(part, bytes) else part.shape[-1]


def _joined(parts: Sequence[bytes | _Bytes], rows: int) -> _Bytes:
    """Return parts side by side, as uint8[row, byte]; a part given as bytes is repeated in every row."""
    told = np.empty((rows, sum(map(_width, parts))), np.uint8)
    start = 0
    for part in parts:
        end = start + _width(part)
        told[:, start:end] = np.frombuffer(part, np.uint8) if isinstance(part, bytes) else part
        start = end
    return told

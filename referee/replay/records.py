"""Converts the records of a running match to `Record` messages, and back."""

from __future__ import annotations

import enum
from typing import Any, Final, cast

from gamereferee.v1 import replay_pb2
from referee.core.errors import MalformedError
from referee.core.game import AnyCodec
from referee.core.outcome import ForfeitCause
from referee.match import records as rec
from referee.match.records import ActionKind, ActionTaken
from referee.match.rejection import Rejection
from referee.replay.varint import tag, varint
from referee.replay.wire import outcome_from_wire, outcome_to_wire

__all__ = ["encode", "encode_step", "record_from_wire"]

_Message = replay_pb2.Record

_KINDS: Final[dict[str, Any]] = {
    "join": rec.Joined,
    "committed": rec.Committed,
    "opened": rec.Opened,
    "start": rec.Started,
    "rejection": rec.Refused,
    "said": rec.Said,
    "miss": rec.Missed,
    "forfeit": rec.Forfeited,
    "recovery": rec.Recovered,
}
"""Record classes by their field's name in the `Record` message. Each class has the same field names
as its message, so it can be converted field by field.
"""
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}
_ENUMS: Final[dict[str, Any]] = {"reason": Rejection, "cause": ForfeitCause}
"""Fields that are an enum in the record and a plain number in its message, with their enum class."""


def encode(record: rec.MatchRecord, secret: replay_pb2.SecretRecord, *, fixed: bool) -> bytes:
    """Return a match record as a serialized `Record` message.

    Args:
        record: The record.
        secret: The server's seed and salt, which the `end` record reveals.
        fixed: Whether the organizer fixed the match seed.
    """
    if isinstance(record, rec.Stepped):
        return encode_step(record)
    if isinstance(record, rec.Answered):
        data = _encode_action(record.taken)
        return b"".join([_ANSWER, varint(len(data)), data])
    wire = _Message()
    if isinstance(record, rec.TurnOpened):
        wire.turn.seat, wire.turn.turn = record.seat, record.turn
        if record.deadline_ns is not None:
            wire.turn.deadline.FromNanoseconds(record.deadline_ns)
        return wire.SerializeToString()
    if isinstance(record, rec.Ended):
        end = wire.end
        end.outcome.CopyFrom(outcome_to_wire(record.outcome))
        end.reveal.server_seed, end.reveal.salt = secret.server_seed, secret.salt
        end.reveal.nonces.extend(record.nonces)
        end.reveal.nonce_commitments.extend(record.nonce_commitments)
        end.reveal.match_seed, end.reveal.fixed = record.match_seed, fixed
        return wire.SerializeToString()
    part = getattr(wire, _NAMES[type(record)])
    part.SetInParent()
    for field, value in zip(record._fields, record, strict=True):
        setattr(part, field, value.value if isinstance(value, enum.Enum) else value)
    return wire.SerializeToString()


_STEP: Final = tag(1, 2)
"""Tag bytes of the field `Record.step`."""
_ANSWER: Final = tag(18, 2)
"""Tag bytes of the field `Record.answer`."""

# Tags of StepRecord's fields.
_ACTIONS: Final = tag(1, 2)
_DIGEST: Final = tag(2, 2)

# Tags of ActionRecord's fields.
_SEAT: Final = tag(1, 0)
_TURN: Final = tag(2, 0)
_KIND: Final = tag(3, 0)
_PAYLOAD: Final = tag(4, 2)
_ELAPSED: Final = tag(5, 0)
_LAG: Final = tag(6, 0)
_HANDED: Final = tag(7, 0)
_CPU: Final = tag(8, 0)
_PLAYED: Final = _KIND + varint(ActionKind.PLAYED.value)


def encode_step(step: rec.Stepped) -> bytes:
    """Return a step as a serialized `Record` message.

    It is encoded by hand, for speed: every step needs one.
    """
    parts: list[bytes] = []
    for taken in step.actions:
        data = _encode_action(taken)
        parts += (_ACTIONS, varint(len(data)), data)
    parts.append(_bytes_field(_DIGEST, step.digest))
    return _bytes_field(_STEP, b"".join(parts))


def _encode_action(taken: ActionTaken) -> bytes:
    played = taken.kind is ActionKind.PLAYED
    kind = _PLAYED if played else _KIND + varint(taken.kind.value)
    return b"".join(
        [
            _int_field(_SEAT, taken.seat),
            _int_field(_TURN, taken.turn),
            kind,
            _bytes_field(_PAYLOAD, taken.payload),
            _int_field(_ELAPSED, taken.elapsed_ns // 1000),
            _int_field(_LAG, taken.lag_ns // 1000),
            _int_field(_HANDED, taken.handed_ns // 1000),
            b"" if taken.cpu_ns is None else _CPU + varint(taken.cpu_ns // 1000),
        ]
    )


def _int_field(tag: bytes, value: int) -> bytes:
    return tag + varint(value) if value else b""


def _bytes_field(tag: bytes, value: bytes) -> bytes:
    return b"".join([tag, varint(len(value)), value]) if value else b""


def record_from_wire(wire: replay_pb2.Record, codec: AnyCodec) -> rec.MatchRecord | None:
    """Return the match record in the message `wire`.

    None for kinds that a match does not make, such as `header`.

    Raises:
        MalformedError: A value in the message is invalid.
    """
    try:
        return _from_wire(wire, codec)
    except ValueError as error:
        raise MalformedError(str(error)) from None


def _from_wire(wire: replay_pb2.Record, codec: AnyCodec) -> rec.MatchRecord | None:
    name = wire.WhichOneof("record")
    if name == "step":
        actions = [_action(action, codec) for action in wire.step.actions]
        return rec.Stepped(actions, wire.step.digest)
    if name == "end":
        reveal = wire.end.reveal
        outcome = outcome_from_wire(wire.end.outcome)
        commitments = tuple(reveal.nonce_commitments)
        return rec.Ended(outcome, reveal.match_seed, tuple(reveal.nonces), commitments)
    if name == "answer":
        return rec.Answered(_action(wire.answer, codec))
    if name == "turn":
        turn = wire.turn
        deadline_ns = turn.deadline.ToNanoseconds() if turn.HasField("deadline") else None
        return rec.TurnOpened(turn.seat, turn.turn, deadline_ns)
    if name not in _KINDS:
        return None
    kind, part = _KINDS[name], getattr(wire, name)
    values = {field: getattr(part, field) for field in kind._fields}
    values |= {field: _ENUMS[field](values[field]) for field in _ENUMS.keys() & values}
    return cast("rec.MatchRecord", kind(**values))


def _action(wire: replay_pb2.ActionRecord, codec: AnyCodec) -> ActionTaken:
    kind = ActionKind(wire.kind)
    action = codec.decode_action(wire.payload) if kind is ActionKind.PLAYED else None
    return ActionTaken(
        wire.seat,
        wire.turn,
        kind,
        action,
        wire.payload,
        wire.elapsed_us * 1000,
        wire.lag_us * 1000,
        wire.handed_us * 1000,
        wire.cpu_us * 1000 if wire.HasField("cpu_us") else None,
    )

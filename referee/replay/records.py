"""The records of a running match as messages, and back."""

from __future__ import annotations

from typing import Final

from gamereferee.v1 import error_pb2, match_pb2, replay_pb2
from referee.core.errors import MalformedError
from referee.core.game import AnyCodec
from referee.core.outcome import ForfeitCause
from referee.match import records as rec
from referee.match.records import ActionKind, ActionTaken
from referee.match.rejection import Rejection
from referee.replay.varint import tag, varint
from referee.replay.wire import outcome_from_wire, outcome_to_wire

__all__ = ["encode", "record_from_wire"]

_Message = replay_pb2.Record


def encode(record: rec.MatchRecord, secret: replay_pb2.SecretRecord, *, fixed: bool) -> bytes:
    """A record of a match as a serialized message.

    Args:
        record: The record.
        secret: What the server knows of the seed; goes into the reveal at the end.
        fixed: Whether the organizer fixed the seed.
    """
    if isinstance(record, rec.Stepped):
        return _encode_step(record)
    wire = _Message()
    match record:
        case rec.Joined():
            wire.join.seat, wire.join.nonce = record.seat, record.nonce
            wire.join.bot_name, wire.join.client = record.bot_name, record.client
            wire.join.nonce_commitment = record.nonce_commitment
        case rec.Committed():
            wire.committed.SetInParent()
        case rec.Opened(seat, nonce):
            wire.opened.seat, wire.opened.nonce = seat, nonce
        case rec.Started(digest):
            wire.start.digest = digest
        case rec.Refused(seat, turn, reason):
            name = error_pb2.ErrorReason.Name(reason.value)
            wire.rejection.CopyFrom(replay_pb2.RejectionRecord(seat=seat, turn=turn, reason=name))
        case rec.Said(seat, channel, text):
            wire.said.seat, wire.said.channel, wire.said.text = seat, channel, text
        case rec.Missed(seat, turn, given_up):
            wire.miss.seat, wire.miss.turn, wire.miss.given_up = seat, turn, given_up
        case rec.Forfeited(seat, cause, order):
            name = match_pb2.ForfeitCause.Name(cause.value)
            wire.forfeit.CopyFrom(replay_pb2.ForfeitRecord(seat=seat, cause=name, order=order))
        case rec.Recovered(steps):
            wire.recovery.steps = steps
        case rec.Ended(outcome, match_seed, nonces, nonce_commitments):
            wire.end.outcome.CopyFrom(outcome_to_wire(outcome))
            wire.end.reveal.server_seed, wire.end.reveal.salt = secret.server_seed, secret.salt
            wire.end.reveal.nonces.extend(nonces)
            wire.end.reveal.nonce_commitments.extend(nonce_commitments)
            wire.end.reveal.match_seed, wire.end.reveal.fixed = match_seed, fixed
    return wire.SerializeToString()


_STEP: Final = tag(1, 2)
"""Tag of `Record.step`."""

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


def _encode_step(step: rec.Stepped) -> bytes:
    """By hand, because it is made at every step."""
    parts = [_encode_action(taken) for taken in step.actions]
    parts.append(_bytes_field(_DIGEST, step.digest))
    return _bytes_field(_STEP, b"".join(parts))


def _encode_action(taken: ActionTaken) -> bytes:
    played = taken.kind is ActionKind.PLAYED
    kind = _PLAYED if played else _KIND + varint(taken.kind.value)
    data = b"".join(
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
    return b"".join([_ACTIONS, varint(len(data)), data])


def _int_field(tag: bytes, value: int) -> bytes:
    return tag + varint(value) if value else b""


def _bytes_field(tag: bytes, value: bytes) -> bytes:
    return b"".join([tag, varint(len(value)), value]) if value else b""


def record_from_wire(wire: replay_pb2.Record, codec: AnyCodec) -> rec.MatchRecord | None:
    """The record a message holds; None for one that a match doesn't make, such as the header.

    Raises:
        MalformedError: A value in it can't be.
    """
    try:
        return _from_wire(wire, codec)
    except ValueError as error:
        raise MalformedError(str(error)) from None


def _from_wire(wire: replay_pb2.Record, codec: AnyCodec) -> rec.MatchRecord | None:
    match wire.WhichOneof("record"):
        case "step":
            actions = [_action(action, codec) for action in wire.step.actions]
            return rec.Stepped(actions, wire.step.digest)
        case "join":
            join = wire.join
            return rec.Joined(
                join.seat, join.nonce, join.bot_name, join.client, join.nonce_commitment
            )
        case "committed":
            return rec.Committed()
        case "opened":
            return rec.Opened(wire.opened.seat, wire.opened.nonce)
        case "start":
            return rec.Started(wire.start.digest)
        case "rejection":
            rejection = wire.rejection
            return rec.Refused(rejection.seat, rejection.turn, Rejection(rejection.reason))
        case "said":
            return rec.Said(wire.said.seat, wire.said.channel, wire.said.text)
        case "miss":
            return rec.Missed(wire.miss.seat, wire.miss.turn, wire.miss.given_up)
        case "forfeit":
            forfeit = wire.forfeit
            return rec.Forfeited(forfeit.seat, ForfeitCause(forfeit.cause), forfeit.order)
        case "recovery":
            return rec.Recovered(wire.recovery.steps)
        case "end":
            reveal = wire.end.reveal
            outcome = outcome_from_wire(wire.end.outcome)
            commitments = tuple(reveal.nonce_commitments)
            return rec.Ended(outcome, reveal.match_seed, tuple(reveal.nonces), commitments)
    return None


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

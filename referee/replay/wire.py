"""Converts time controls, outcomes, nonces and other values of a match to protocol messages and back.

All layers from `replay` up use it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from google.protobuf import any_pb2, duration_pb2

from gamereferee.v1 import (
    match_pb2,
    play_service_pb2,
    simulation_service_pb2,
    time_control_pb2,
)
from referee.core.outcome import EndCause, ForfeitCause, Outcome, SeatResult
from referee.core.time_control import TimeControl
from referee.kit.rollout.columns import RowColumn
from referee.match.seat import SeatState
from referee.match.talk import Heard

__all__ = [
    "LANES",
    "LEGAL_ACTIONS",
    "NONCE_COMMITMENTS",
    "SMALL_TURNS",
    "TYPE_PREFIX",
    "WITHOUT_EVENTS",
    "WORKER_ADDRESS",
    "column_to_wire",
    "duration",
    "nonces_as_shown",
    "outcome_from_wire",
    "outcome_to_wire",
    "packed",
    "said_to_wire",
    "seat_nonces",
    "time_control_from_wire",
    "time_control_to_wire",
]

NONCE_COMMITMENTS = "nonce-commitments"
"""Feature name: the bot commits to its nonce before play, and wants to receive the other seats'
commitments.
"""
SMALL_TURNS = "small-turns"
"""Feature name: the bot reads and answers turns in short form (`small turns`), which have a number
in place of match and seat.
"""
WITHOUT_EVENTS = "without-events"
"""Feature name: the bot decides by its observations alone, so its turns contain no events."""
LANES = "lanes"
"""Feature name: the bot accepts lanes, messages with the turns of many matches as columns, where
the referee can send them.
"""
LEGAL_ACTIONS = "legal-actions"
"""Feature name: the bot wants its turns to list the legal actions, for games that can list them."""
WORKER_ADDRESS = "worker-address"
"""Feature name: the bot connects directly to the worker process that has its match, where that has
an address.
"""
TYPE_PREFIX = "type.googleapis.com/"
"""Text before a message's full name in the type URL of an `Any`."""


def packed(type_name: str, data: bytes) -> any_pb2.Any:
    """Return an `Any` with `data`, a serialized message whose full name is `type_name`."""
    return any_pb2.Any(type_url=TYPE_PREFIX + type_name, value=data)


def duration(ns: int) -> duration_pb2.Duration:
    """Return a Duration of `ns` nanoseconds; `ns` must not be negative, which is not checked."""
    seconds, nanos = divmod(ns, 1_000_000_000)
    return duration_pb2.Duration(seconds=seconds, nanos=nanos)


def _ns(message: duration_pb2.Duration) -> int:
    return message.seconds * 1_000_000_000 + message.nanos


def time_control_to_wire(terms: TimeControl) -> time_control_pb2.TimeControl:
    """Return a time control as a message.

    All fields are set, except that absent move times stay absent.
    """
    wire = time_control_pb2.TimeControl(
        bank=duration(terms.bank_ns),
        increment=duration(terms.increment_ns),
        lag_margin=duration(terms.lag_margin_ns),
        strikes=terms.strikes,
        join_limit=duration(terms.join_limit_ns),
    )
    if terms.move_time_ns is not None:
        wire.move_time.CopyFrom(duration(terms.move_time_ns))
    if terms.first_move_ns is not None:
        wire.first_move.CopyFrom(duration(terms.first_move_ns))
    return wire


def time_control_from_wire(wire: time_control_pb2.TimeControl, strikes: int) -> TimeControl:
    """Return the time control in a message.

    Absent fields have the defaults that its `.proto` comments name.

    Args:
        wire: The TimeControl message.
        strikes: Number of missed deadlines that forfeit a seat, if the message has no `strikes`.

    Raises:
        FieldError: A field is out of its bounds.
    """
    default = TimeControl()
    return TimeControl(
        move_time_ns=_ns(wire.move_time) if wire.HasField("move_time") else None,
        bank_ns=_ns(wire.bank),
        increment_ns=_ns(wire.increment),
        first_move_ns=_ns(wire.first_move) if wire.HasField("first_move") else None,
        lag_margin_ns=_ns(wire.lag_margin)
        if wire.HasField("lag_margin")
        else default.lag_margin_ns,
        strikes=wire.strikes if wire.HasField("strikes") else strikes,
        join_limit_ns=_ns(wire.join_limit)
        if wire.HasField("join_limit")
        else default.join_limit_ns,
    )


def said_to_wire(heard: Heard) -> play_service_pb2.Said:
    """Return a chat message as a protocol message."""
    return play_service_pb2.Said(
        channel=heard.channel.name,
        number=heard.channel.number,
        seat=heard.seat,
        text=heard.text,
        round=heard.round,
        phase=heard.phase,
    )


def outcome_to_wire(outcome: Outcome) -> match_pb2.Outcome:
    """Return an outcome as a protocol message, with results in seat order."""
    seats = []
    for seat, result in enumerate(outcome.seats):
        forfeit = 0 if result.forfeit is None else result.forfeit.value
        seats.append(
            match_pb2.SeatResult(
                seat=seat,
                placement=result.placement,
                score=result.score,
                strikes=result.strikes,
                forfeit=match_pb2.ForfeitCause.Name(forfeit),
                tie_breaks=[
                    match_pb2.TieBreak(name=name, value=value) for name, value in result.tie_breaks
                ],
            )
        )
    cause = match_pb2.EndCause.Name(outcome.cause.value)
    return match_pb2.Outcome(cause=cause, text=outcome.text, seats=seats)


def outcome_from_wire(wire: match_pb2.Outcome) -> Outcome:
    """Return the outcome in a protocol message.

    Raises:
        ValueError: A cause is unknown, or the results are not in seat order.
    """
    if [result.seat for result in wire.seats] != list(range(len(wire.seats))):
        raise ValueError("the outcome's results are not in seat order")
    seats = tuple(
        SeatResult(
            result.placement,
            result.score,
            result.strikes,
            ForfeitCause(result.forfeit) if result.forfeit else None,
            tuple([(tie_break.name, tie_break.value) for tie_break in result.tie_breaks]),
        )
        for result in wire.seats
    )
    return Outcome(EndCause(wire.cause), wire.text, seats)


def seat_nonces(seats: Sequence[SeatState]) -> list[match_pb2.SeatNonce]:
    """Return the state of each seat's nonce as all seats may see it, in seat order.

    A state is one of none, plain, committed and opened, with the commitment and nonce known so far.
    """
    return [_seat_nonce(seat) for seat in seats]


def _seat_nonce(seat: SeatState) -> match_pb2.SeatNonce:
    if seat.nonce_commitment:
        state = (
            match_pb2.NonceState.NONCE_STATE_OPENED
            if seat.nonce
            else match_pb2.NonceState.NONCE_STATE_COMMITTED
        )
    elif seat.nonce:
        state = match_pb2.NonceState.NONCE_STATE_PLAIN
    else:
        state = match_pb2.NonceState.NONCE_STATE_NONE
    return match_pb2.SeatNonce(state=state, commitment=seat.nonce_commitment, nonce=seat.nonce)


def nonces_as_shown(nonces: Sequence[match_pb2.SeatNonce]) -> list[match_pb2.SeatNonce]:
    """Return seats' nonces as they were shown before any was opened.

    An opened nonce becomes its commitment again.
    """
    return [
        match_pb2.SeatNonce(
            state=match_pb2.NonceState.NONCE_STATE_COMMITTED, commitment=nonce.commitment
        )
        if nonce.state == match_pb2.NonceState.NONCE_STATE_OPENED
        else nonce
        for nonce in nonces
    ]


def column_to_wire(place: int, each: RowColumn) -> simulation_service_pb2.SimulationColumn:
    """Return a column (named array of a simulation) as a protocol message.

    Args:
        place: Id of the column in the message.
        each: The column.
    """
    column = each.column
    bounds = {"low": column.low, "high": column.high}
    told = {name: bound for name, bound in bounds.items() if math.isfinite(bound)}
    return simulation_service_pb2.SimulationColumn(
        id=place,
        name=column.name,
        dtype=column.dtype.name,
        shape=column.shape,
        scale=column.scale,
        by_seat=each.by_seat,
        ragged=each.is_ragged,
        meaning=column.meaning,
        most=each.most,
        **told,
    )

"""Values of core and match as messages of the protocol and back, where more than one layer needs it."""

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
from referee.kit.rollout.rows import RowColumn
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
"""Feature of a bot that commits itself to its nonce, and wants to see what the others did."""
SMALL_TURNS = "small-turns"
"""Feature of a bot that reads turns in short, and answers them so."""
WITHOUT_EVENTS = "without-events"
"""Feature of a bot that decides by its observations alone: its turns contain no events."""
LANES = "lanes"
"""Feature of a bot that takes turns in columns, where the referee can send them so."""
LEGAL_ACTIONS = "legal-actions"
"""Feature of a bot that reads its legal actions: its turns list them, where the game can."""
WORKER_ADDRESS = "worker-address"
"""Feature of a bot that goes to the worker which has its match, where one can be reached."""
TYPE_PREFIX = "type.googleapis.com/"
"""What stands before a message's full name in the type URL of an Any."""


def packed(type_name: str, data: bytes) -> any_pb2.Any:
    """Return an Any of a serialized message of this full name."""
    return any_pb2.Any(type_url=TYPE_PREFIX + type_name, value=data)


def duration(ns: int) -> duration_pb2.Duration:
    """Return a Duration of `ns` nanoseconds, which is at least 0."""
    seconds, nanos = divmod(ns, 1_000_000_000)
    return duration_pb2.Duration(seconds=seconds, nanos=nanos)


def _ns(message: duration_pb2.Duration) -> int:
    return message.seconds * 1_000_000_000 + message.nanos


def time_control_to_wire(terms: TimeControl) -> time_control_pb2.TimeControl:
    """Return the terms with every field set."""
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
    """Return the terms a message asks for; absent fields mean what its comments say.

    Args:
        wire: The message.
        strikes: What an absent `strikes` means.

    Raises:
        FieldError: A field breaks its bound.
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
    """Something that was said as a message."""
    return play_service_pb2.Said(
        channel=heard.channel.name,
        number=heard.channel.number,
        seat=heard.seat,
        text=heard.text,
        round=heard.round,
        phase=heard.phase,
    )


def outcome_to_wire(outcome: Outcome) -> match_pb2.Outcome:
    """Return the outcome as a message."""
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
    """Return the outcome of a message.

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
    """Return what each seat has done about its nonce, as all seats may see it."""
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
    """Return what was shown of nonces before any was opened."""
    return [
        match_pb2.SeatNonce(
            state=match_pb2.NonceState.NONCE_STATE_COMMITTED, commitment=nonce.commitment
        )
        if nonce.state == match_pb2.NonceState.NONCE_STATE_OPENED
        else nonce
        for nonce in nonces
    ]


def column_to_wire(place: int, each: RowColumn) -> simulation_service_pb2.SimulationColumn:
    """Return a column as a message.

    Args:
        place: Its id.
        each: It.
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

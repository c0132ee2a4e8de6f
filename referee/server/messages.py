"""What a match wants told, as messages of the Play stream."""

from __future__ import annotations

from gamereferee.v1 import error_pb2, play_service_pb2, replay_pb2, time_control_pb2
from referee.match.effects import ClockReading, Miss, Reject
from referee.replay.wire import duration

__all__ = ["fill_clock", "joined", "missed", "rejected"]

_SECOND = 1_000_000_000


def fill_clock(clock: time_control_pb2.Clock, reading: ClockReading, *, has_bank: bool) -> None:
    """Write a seat's clock into its turn; by the field, because every turn pays for it."""
    if reading.strikes:
        clock.strikes = reading.strikes
    if reading.remaining_ns is not None:
        remaining = clock.remaining
        remaining.seconds, remaining.nanos = divmod(reading.remaining_ns, _SECOND)
    if has_bank:
        clock.bank.CopyFrom(duration(reading.bank_ns))
    if reading.last_elapsed_ns is not None:
        elapsed, lag = clock.last_elapsed, clock.last_lag
        elapsed.seconds, elapsed.nanos = divmod(reading.last_elapsed_ns, _SECOND)
        lag.seconds, lag.nanos = divmod(reading.last_lag_ns, _SECOND)


def joined(
    header: replay_pb2.HeaderRecord, seat: int, *, number: int, rejoined: bool
) -> play_service_pb2.Joined:
    """The answer to a join whose token was right."""
    return play_service_pb2.Joined(
        match_id=header.match_id,
        seat=seat,
        game=header.game,
        game_version=header.game_version,
        config=header.config,
        num_seats=header.num_seats,
        time_control=header.time_control,
        seed_commitment=header.seed_commitment,
        rejoined=rejoined,
        join_number=number,
    )


def rejected(match_id: str, reject: Reject) -> play_service_pb2.Rejected:
    """What was not taken."""
    return play_service_pb2.Rejected(
        match_id=match_id,
        seat=reject.seat,
        turn=reject.turn,
        reason=error_pb2.ErrorReason.Name(reject.reason.value),
        text=reject.text,
    )


def missed(match_id: str, miss: Miss, strikes_limit: int) -> play_service_pb2.MissedDeadline:
    """A deadline that passed."""
    return play_service_pb2.MissedDeadline(
        match_id=match_id,
        seat=miss.seat,
        turn=miss.turn,
        strikes=miss.strikes,
        strikes_limit=strikes_limit,
        forfeited=miss.forfeited,
    )

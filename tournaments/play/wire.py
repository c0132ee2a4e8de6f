"""Converts matches and their ends between a tournament's types and the protocol's messages."""

from __future__ import annotations

from google.protobuf import duration_pb2

from gamereferee.v1 import lobby_service_pb2, match_pb2, time_control_pb2
from tournaments.spec.config import TimeControlSpec
from tournaments.spec.matches import MatchOrder
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult, SeatTimes

__all__ = ["create_request", "end_of"]


def create_request(
    order: MatchOrder, *, request_id: str, label: str
) -> lobby_service_pb2.CreateMatchRequest:
    """Return the CreateMatch request for a match.

    Args:
        order: The match.
        request_id: Idempotency key of this attempt at the match.
        label: Name of the match for people.
    """
    return lobby_service_pb2.CreateMatchRequest(
        game=order.game,
        game_version=order.game_version,
        config_json=order.config_json,
        num_seats=len(order.players),
        time_control=_time_control(order.time_control),
        seed_policy=_seed_policy(order.seed),
        reveal_policy=_reveal_policy(shares_dice=order.shares_dice),
        players=order.players,
        label=label,
        request_id=request_id,
        remote_seats=order.remote_seats,
    )


def _seed_policy(seed: int | None) -> lobby_service_pb2.SeedPolicy | None:
    return None if seed is None else lobby_service_pb2.SeedPolicy(fixed=seed)


def _reveal_policy(*, shares_dice: bool) -> lobby_service_pb2.RevealPolicy:
    """Return when the referee may publish a match's dice: at its end, or on request if other matches share them."""
    if shares_dice:
        return lobby_service_pb2.REVEAL_POLICY_WITHHELD
    return lobby_service_pb2.REVEAL_POLICY_AT_ONCE


def _time_control(spec: TimeControlSpec | None) -> time_control_pb2.TimeControl | None:
    # Without terms the game's suggestion applies, which only the referee knows.
    if spec is None:
        return None
    return time_control_pb2.TimeControl(
        move_time=_duration(spec.move_time),
        bank=_duration(spec.bank),
        increment=_duration(spec.increment),
        first_move=_duration(spec.first_move),
        lag_margin=_duration(spec.lag_margin),
        strikes=spec.strikes,
        join_limit=_duration(spec.join_limit),
    )


def _duration(value_ns: int | None) -> duration_pb2.Duration | None:
    # Unset and not 0: then the referee's own default applies.
    if value_ns is None:
        return None
    seconds, nanos = divmod(value_ns, 1_000_000_000)
    return duration_pb2.Duration(seconds=seconds, nanos=nanos)


def end_of(outcome: match_pb2.Outcome) -> MatchEnd:
    """Return the end of a match from the referee's outcome.

    Unknown causes are kept, not refused.
    """
    seats = tuple(
        SeatResult(
            placement=seat.placement,
            score=seat.score,
            strikes=seat.strikes,
            # An enum's 0 is "unspecified" in the protocol, which means no forfeit here.
            forfeit=ForfeitCause(seat.forfeit) if seat.forfeit else None,
            refusals={counted.reason: counted.count for counted in seat.refusals},
            rejections={counted.reason: counted.count for counted in seat.rejections},
            given_up=seat.given_up,
            tie_breaks=tuple([(one.name, one.value) for one in seat.tie_breaks]),
            times=_times(seat.times) if seat.HasField("times") else None,
        )
        for seat in outcome.seats
    )
    return MatchEnd(EndCause(outcome.cause), outcome.text, seats)


def _times(times: match_pb2.DecisionTimes) -> SeatTimes:
    return SeatTimes(times.decisions, times.total.ToMicroseconds(), times.longest.ToMicroseconds())

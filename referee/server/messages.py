"""What a match wants told, as messages of the Play stream."""

from __future__ import annotations

from google.protobuf import any_pb2

from gamereferee.v1 import error_pb2, match_pb2, play_service_pb2, replay_pb2
from referee.match.effects import Miss, Reject
from referee.match.machine import MatchMachine
from referee.replay.wire import outcome_to_wire

__all__ = ["counted_outcome", "joined", "missed", "rejected"]


def joined(
    header: replay_pb2.HeaderRecord,
    seat: int,
    *,
    config: any_pb2.Any,
    number: int,
    rejoined: bool,
) -> play_service_pb2.Joined:
    """The answer to a join whose token was right.

    Args:
        header: What the match is.
        seat: The seat.
        config: What seats may know of the config.
        number: Number of the join.
        rejoined: Whether the seat was joined before.
    """
    return play_service_pb2.Joined(
        match_id=header.match_id,
        seat=seat,
        game=header.game,
        game_version=header.game_version,
        config=config,
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
        say_number=reject.say_number,
    )


def counted_outcome(machine: MatchMachine) -> match_pb2.Outcome:
    """The outcome of a match that has ended, with what of its seats did not count."""
    assert machine.outcome is not None
    outcome = outcome_to_wire(machine.outcome)
    for result, seat in zip(outcome.seats, machine.seats, strict=True):
        result.given_up = seat.given_up
        for reason, count in seat.refusals.items():
            result.refusals.add(reason=reason, count=count)
        for rejection, count in seat.rejections.items():
            result.rejections.add(reason=rejection.name, count=count)
    return outcome


def missed(match_id: str, miss: Miss, strikes_limit: int) -> play_service_pb2.MissedDeadline:
    """A deadline that passed."""
    return play_service_pb2.MissedDeadline(
        match_id=match_id,
        seat=miss.seat,
        turn=miss.turn,
        strikes=miss.strikes,
        strikes_limit=strikes_limit,
        forfeited=miss.forfeited,
        given_up=miss.given_up,
    )

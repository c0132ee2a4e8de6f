"""Builds messages of the Play stream about one match."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf import any_pb2

from gamereferee.v1 import error_pb2, match_pb2, play_service_pb2, replay_pb2
from referee.match.effects import Miss, Reject
from referee.match.machine import MatchMachine
from referee.replay.wire import (
    LANES,
    LEGAL_ACTIONS,
    NONCE_COMMITMENTS,
    SMALL_TURNS,
    WITHOUT_EVENTS,
    WORKER_ADDRESS,
    duration,
    nonces_as_shown,
    outcome_to_wire,
    seat_nonces,
)

__all__ = [
    "commitments",
    "counted_outcome",
    "features_in_force",
    "joined",
    "missed",
    "rejected",
    "started",
]

FEATURES = (
    NONCE_COMMITMENTS,
    SMALL_TURNS,
    WITHOUT_EVENTS,
    LANES,
    LEGAL_ACTIONS,
    WORKER_ADDRESS,
)
"""Names of all features that this server supports, in the order of the answer to a join."""


def joined(
    header: replay_pb2.HeaderRecord,
    seat: int,
    *,
    config: any_pb2.Any,
    number: int,
    rejoined: bool,
    features: Sequence[str],
    small_form: play_service_pb2.SmallForm | None,
    worker_address: str,
) -> play_service_pb2.Joined:
    """Return the answer to an accepted join.

    Args:
        header: Header record of the match.
        seat: Index of the joined seat.
        config: The config without fields that seats may not know.
        number: The bot's own number for this join.
        rejoined: Whether the seat was joined before.
        features: Features in force, among those that the bot asked for.
        small_form: How the seat's turns are sent in short form (a number in place of match and
            seat); None if they are sent in full.
        worker_address: Address at which bots reach the match's worker directly; empty if there is
            none.
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
        features=features,
        small_form=small_form,
        worker_address=worker_address,
    )


def features_in_force(asked: Sequence[str]) -> list[str]:
    """Return the features a bot asked for that this server supports, in the order of `FEATURES`."""
    # In this server's order and each once, whatever a bot sends.
    return [name for name in FEATURES if name in asked]


def commitments(
    match_id: str, seat: int, machine: MatchMachine
) -> play_service_pb2.NonceCommitments:
    """Return the message to a seat with all seats' nonce commitments, without any opened nonce."""
    shown = nonces_as_shown(seat_nonces(machine.seats))
    return play_service_pb2.NonceCommitments(match_id=match_id, seat=seat, nonces=shown)


def started(
    match_id: str, seat: int, machine: MatchMachine, features: Sequence[str]
) -> play_service_pb2.MatchStarted:
    """Return the message to a seat that its match has begun.

    It has all seats' nonces, and whether they were committed, only if `features`, those in force
    for the seat, include nonce commitments.
    """
    message = play_service_pb2.MatchStarted(match_id=match_id, seat=seat)
    if NONCE_COMMITMENTS in features:
        message.nonces.extend(seat_nonces(machine.seats))
        message.nonces_committed = machine.nonces_committed
        message.seed_fixed = machine.terms.seed_fixed
    return message


def rejected(match_id: str, reject: Reject) -> play_service_pb2.Rejected:
    """Return the message that informs a bot of a rejection in the match with this id."""
    return play_service_pb2.Rejected(
        match_id=match_id,
        seat=reject.seat,
        turn=reject.turn,
        reason=error_pb2.ErrorReason.Name(reject.reason.value),
        text=reject.text,
        say_number=reject.say_number,
    )


def counted_outcome(machine: MatchMachine) -> match_pb2.Outcome:
    """Return the outcome of an ended match, with each seat's counts and thinking times.

    Counted are orders that the rules refused, and messages that the referee rejected.
    """
    assert machine.outcome is not None
    outcome = outcome_to_wire(machine.outcome)
    for result, seat in zip(outcome.seats, machine.seats, strict=True):
        result.given_up = seat.given_up
        for reason, count in seat.refusals.items():
            result.refusals.add(reason=reason, count=count)
        for rejection, count in seat.rejections.items():
            result.rejections.add(reason=rejection.name, count=count)
        result.times.decisions = seat.decisions
        result.times.total.CopyFrom(duration(seat.thought_ns))
        result.times.longest.CopyFrom(duration(seat.longest_ns))
    return outcome


def missed(match_id: str, miss: Miss, strikes_limit: int) -> play_service_pb2.MissedDeadline:
    """Return the message that informs a bot of a missed deadline in the match with this id.

    `strikes_limit` is the number of strikes that forfeits a seat.
    """
    return play_service_pb2.MissedDeadline(
        match_id=match_id,
        seat=miss.seat,
        turn=miss.turn,
        strikes=miss.strikes,
        strikes_limit=strikes_limit,
        forfeited=miss.forfeited,
        given_up=miss.given_up,
    )

"""Makes the Match messages that calls return: complete, without secrets, or as one seat may see them."""

from __future__ import annotations

from gamereferee.v1 import match_pb2
from referee.replay.wire import duration
from referee.server.hosting.host import MatchHost
from referee.server.hosting.messages import counted_outcome

__all__ = ["hide_opponents", "hide_secrets", "keep_to_seat", "match_of"]


def match_of(host: MatchHost) -> match_pb2.Match:
    """Return the Match message of a match with everything that is known, secrets included."""
    header, machine = host.header, host.machine
    match = match_pb2.Match(
        match_id=header.match_id,
        game=header.game,
        config=header.config,
        time_control=header.time_control,
        phase=match_pb2.MatchPhase.Name(machine.phase.value),
        steps=host.steps,
        create_time=header.create_time,
        seed_commitment=header.seed_commitment,
        label=header.label,
        reveal=host.reveal.seed,
    )
    if machine.outcome is not None:
        match.outcome.CopyFrom(counted_outcome(machine))
    players = [*header.players, *[""] * header.num_seats]
    for index, seat in enumerate(machine.seats):
        forfeit = 0 if seat.forfeit is None else seat.forfeit.value
        round_trip_ns = host.notifier.round_trip_ns(index)
        match.seats.add(
            seat=index,
            joined=seat.joined,
            connected=seat.connected and machine.outcome is None,
            bot_name=seat.bot_name,
            player=players[index],
            strikes=seat.strikes,
            forfeit=match_pb2.ForfeitCause.Name(forfeit),
            round_trip=None if round_trip_ns is None else duration(round_trip_ns),
            eliminated=seat.is_out and seat.forfeit is None,
            open_turn=host.waits_for(index),
        )
    return match


def hide_secrets(match: match_pb2.Match, host: MatchHost) -> None:
    """Remove from a Match message what only the organizer may see now.

    While the match runs, that is the hidden part of the config, all strikes (missed deadlines, turns
    given up), and who is waited for, unless everybody sees that on the clocks. While its reveal (seed data of the dice) is withheld, it is the reveal and the
    hidden part of the config.
    """
    is_over = match.phase == match_pb2.MATCH_PHASE_ENDED
    hide_opponents(match, host)
    if not is_over or host.reveal.is_withheld:
        match.config.CopyFrom(host.public_config())
    point = host.machine.point
    shows_turns = host.plugin.game.public_clocks and point is not None and len(point.seats) == 1
    if not is_over:
        for seat in match.seats:
            seat.strikes = 0
            if not shows_turns:
                seat.ClearField("open_turn")
    if host.reveal.is_withheld:
        match.ClearField("reveal")


def hide_opponents(match: match_pb2.Match, host: MatchHost, seat: int | None = None) -> None:
    """Remove label and names from the Match message of a running match with remote seats.

    An entry that plays elsewhere must not choose by its opponents whether it plays.

    Args:
        match: Match message; changed in place.
        host: Host of the same match.
        seat: Seat that asks, which may see its own names; None if no seat does.
    """
    if match.phase == match_pb2.MATCH_PHASE_ENDED or not host.header.remote_seats:
        return
    match.ClearField("label")
    for other in match.seats:
        if other.seat != seat:
            other.ClearField("player")
            other.ClearField("bot_name")


def keep_to_seat(match: match_pb2.Match, host: MatchHost, seat: int) -> None:
    """Remove from a Match message what one seat may not see, such as strikes of other seats.

    A strike is a deadline missed or a turn given up.

    Args:
        match: Complete Match message; changed in place.
        host: Host of the same match.
        seat: Index of the seat that asks.
    """
    codec = host.plugin.codec
    hide_opponents(match, host, seat)
    if match.phase != match_pb2.MATCH_PHASE_ENDED or host.reveal.is_withheld:
        match.config.value = codec.encode_public_config(host.machine.terms.config)
    if host.reveal.is_withheld:
        match.ClearField("reveal")
    for other in match.seats:
        if other.seat != seat:
            other.ClearField("strikes")
            other.ClearField("open_turn")
            other.ClearField("round_trip")
        else:  # which was hidden where everybody is an organizer
            other.MergeFrom(match_pb2.SeatInfo(open_turn=host.waits_for(seat)))
    for result in match.outcome.seats:
        if result.seat != seat:
            for field in ("strikes", "given_up", "refusals", "rejections", "times"):
                result.ClearField(field)

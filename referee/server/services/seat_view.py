"""A match as one of its seats may see it from outside, by its token alone."""

from __future__ import annotations

from gamereferee.v1 import match_pb2
from referee.server.hosting.host import MatchHost

__all__ = ["keep_to_seat"]


def keep_to_seat(match: match_pb2.Match, host: MatchHost, seat: int) -> None:
    """Take out of a match what is not one of its seats' to know: how others keep time, and what they did wrong.

    Args:
        match: All that is known of it.
        host: The match.
        seat: The seat.
    """
    codec = host.plugin.codec
    if match.phase != match_pb2.MATCH_PHASE_ENDED or host.reveal.is_withheld:
        match.config.value = codec.encode_public_config(host.machine.terms.config)
    if host.reveal.is_withheld:
        match.ClearField("reveal")
    for other in match.seats:
        if other.seat != seat:
            other.ClearField("strikes")
            other.ClearField("round_trip")
    for result in match.outcome.seats:
        if result.seat != seat:
            for field in ("strikes", "given_up", "refusals", "rejections", "times"):
                result.ClearField(field)

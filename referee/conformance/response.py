"""Puts the messages that a referee sends at one moment into one PlayResponse."""

from __future__ import annotations

from google.protobuf.message import Message

from gamereferee.v1 import play_service_pb2 as wire

__all__ = ["response_of"]

_LISTS: dict[type[Message], str] = {
    wire.Turn: "turns",
    wire.Joined: "joins",
    wire.NonceCommitments: "commitments",
    wire.MatchStarted: "starts",
    wire.Rejected: "rejections",
    wire.MissedDeadline: "missed",
    wire.MatchEnded: "ends",
    wire.LaneOpened: "lanes",
    wire.LaneRows: "lane_rows",
}
"""Field of PlayResponse that lists the messages of a type."""


def response_of(*said: Message, draining: bool = False) -> wire.PlayResponse:
    """Return the PlayResponse that holds all these messages.

    Args:
        said: Messages to send: turns, answers to joins, starts, rejections, misses, ends, a ping, a
            pong.
        draining: Whether the referee announces that it is going to stop.

    Raises:
        TypeError: A message is none that a referee sends.
    """
    response = wire.PlayResponse(draining=draining)
    for message in said:
        if isinstance(message, wire.Ping):
            response.ping.CopyFrom(message)
        elif isinstance(message, wire.Pong):
            response.pong.CopyFrom(message)
        elif type(message) in _LISTS:
            getattr(response, _LISTS[type(message)]).append(message)
        else:
            raise TypeError(f"a referee does not say {type(message).__name__}")
    return response

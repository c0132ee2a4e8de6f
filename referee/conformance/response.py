"""Puts the messages that a referee sends at one moment into one PlayResponse."""

from __future__ import annotations

from google.protobuf.message import Message

from gamereferee.v1 import play_service_pb2 as wire

__all__ = ["response_of"]


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
        match message:
            case wire.Turn():
                response.turns.append(message)
            case wire.Joined():
                response.joins.append(message)
            case wire.NonceCommitments():
                response.commitments.append(message)
            case wire.MatchStarted():
                response.starts.append(message)
            case wire.Rejected():
                response.rejections.append(message)
            case wire.MissedDeadline():
                response.missed.append(message)
            case wire.MatchEnded():
                response.ends.append(message)
            case wire.Ping():
                response.ping.CopyFrom(message)
            case wire.Pong():
                response.pong.CopyFrom(message)
            case _:
                raise TypeError(f"a referee does not say {type(message).__name__}")
    return response

"""Conversations of a client whose seats are joined and started."""

from __future__ import annotations

from gamereferee.v1 import play_service_pb2 as wire
from referee_client.conversation import Conversation
from tests.clients import scripted_referee as says

__all__ = ["seat_all"]


def seat_all(talk: Conversation, *matches: str) -> Conversation:
    """Join seat 0 of these matches and start them, so that nothing is left to say; return the conversation."""
    for match in matches:
        talk.join(f"token-{match}")
    talk.finish()
    talk.opened()
    request = talk.take()
    assert request is not None
    response = wire.PlayResponse()
    for join, match in zip(request.joins, matches, strict=True):
        response.joins.append(says.joined(join, match))
        response.starts.append(says.started(match))
    assert talk.receive(response) == []
    assert talk.take() is None
    return talk

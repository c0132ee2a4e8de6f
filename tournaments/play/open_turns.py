"""Asks a referee over gRPC which seats its matches of days wait for."""

from __future__ import annotations

import datetime
from collections.abc import Collection

from gamereferee.v1 import lobby_service_pb2, lobby_service_pb2_grpc, match_pb2
from tournaments.play.referee_calls import GrpcRefereeCalls
from tournaments.spec.matches import OpenTurn

__all__ = ["open_turns"]

_PAGE = 1000
"""Number of matches that are asked for in one call, the most that a referee gives."""


async def open_turns(calls: GrpcRefereeCalls, *, of: Collection[str]) -> list[OpenTurn]:
    """Return the open turns of running matches in which a move may take more than an hour.

    Args:
        calls: Calls to the referee.
        of: Names of tournaments; other matches at the referee are left out.

    Raises:
        RefereeCallError: The referee stays away, or refuses the call.
    """
    list_matches = lobby_service_pb2_grpc.LobbyServiceStub(calls.channel).ListMatches
    running = match_pb2.MATCH_PHASE_RUNNING
    request = lobby_service_pb2.ListMatchesRequest(phase=running, page_size=_PAGE)
    found: list[OpenTurn] = []
    while True:
        page: lobby_service_pb2.ListMatchesResponse = await calls.call(list_matches, request)
        for match in page.matches:
            # A label is the name of the tournament and the number of the match.
            if any(match.label.startswith(f"{name} ") for name in of):
                found += _open_turns(match)
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token


def _open_turns(match: match_pb2.Match) -> list[OpenTurn]:
    return [
        OpenTurn(
            match.match_id,
            match.game,
            seat.seat,
            seat.open_turn.turn,
            seat.player,
            seat.open_turn.deadline.ToDatetime(tzinfo=datetime.UTC),
        )
        for seat in match.seats
        if seat.HasField("open_turn") and seat.open_turn.HasField("deadline")
    ]

"""Asks the referee about seats by their tokens: whether their matches are over; and resigns seats."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Any

import grpc
import grpc.aio

from gamereferee.v1 import lobby_service_pb2, match_pb2, play_service_pb2
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from referee_client.address import Address

__all__ = ["Asker", "Seat", "Standing"]

CALL_S = 5.0
"""Longest time that a question may take, in seconds."""
_VOID = (
    match_pb2.END_CAUSE_REFEREE_FAULT,
    match_pb2.END_CAUSE_HOST_FAILURE,
    match_pb2.END_CAUSE_OPERATOR,
    match_pb2.END_CAUSE_NOBODY_JOINED,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Seat:
    """A seat that an entry plays: its token, its match and its index."""

    token: str
    """Its token."""
    match_id: str
    """The match."""
    seat: int
    """Index of the seat."""
    num_seats: int
    """Number of seats in the match."""


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """Whether a seat's match is over, how it ended, and whether the seat was played to its end."""

    is_over: bool
    """Whether the match is over for the seat."""
    text: str
    """How it ended, in words; empty before that."""
    came_through: bool
    """Whether the seat was played to the end of the match."""


class Asker:
    """Asks the referee about seats of an entry, and resigns them.

    Must be created within a running event loop.

    Args:
        address: Address of the referee.
    """

    def __init__(self, address: Address) -> None:
        self._channel = address.aio_channel()
        self._lobby: Any = LobbyServiceStub(self._channel)
        self._play: Any = PlayServiceStub(self._channel)

    async def close(self) -> None:
        """Close the connection."""
        await self._channel.close()

    async def standing(self, seat: Seat) -> Standing | None:
        """Return whether and how a seat's match has ended; None if the referee gives no answer."""
        request = lobby_service_pb2.GetMatchRequest(match_id=seat.match_id, seat_token=seat.token)
        try:
            answer = await self._lobby.GetMatch(request, timeout=CALL_S, wait_for_ready=True)
        except grpc.aio.AioRpcError:
            return None
        return _standing(answer.match, seat)

    async def resign(self, seat: Seat) -> None:
        """Resign a seat, so that its opponents need not wait for its deadlines."""
        with contextlib.suppress(grpc.aio.AioRpcError, grpc.aio.UsageError):
            call = self._play.Play(timeout=CALL_S, wait_for_ready=True)
            join = play_service_pb2.Join(token=seat.token, client="referee attend")
            await call.write(play_service_pb2.PlayRequest(joins=[join]))
            async for answer in call:
                if answer.joins:
                    resign = play_service_pb2.Resign(match_id=seat.match_id, seat=seat.seat)
                    await call.write(play_service_pb2.PlayRequest(resigns=[resign]))
                    await call.done_writing()
                # A rejection means that the match is over for the seat, as it should be.
                if answer.ends or answer.rejections:
                    call.cancel()
                    return


def _standing(match: match_pb2.Match, seat: Seat) -> Standing:
    if not match.HasField("outcome"):
        return Standing(match.seats[seat.seat].eliminated, "", came_through=True)
    outcome = match.outcome
    if outcome.cause in _VOID:
        why = f": {outcome.text}" if outcome.text else ""
        return Standing(True, f"is void and does not count{why}", came_through=False)
    result = outcome.seats[seat.seat]
    others = [other.player or other.bot_name for other in match.seats if other.seat != seat.seat]
    names = ", ".join(name or "an unnamed one" for name in others)
    against = f" against {names}" if names else ""
    text = f"ended: place {result.placement} of {seat.num_seats}{against}"
    if result.forfeit:
        name = match_pb2.ForfeitCause.Name(result.forfeit).removeprefix("FORFEIT_CAUSE_")
        return Standing(True, f"{text}, forfeited ({name.lower()})", came_through=False)
    return Standing(True, text, came_through=True)

"""A live match at a server as a source of frames, through SpectateService."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc

from gamereferee.v1 import lobby_service_pb2, spectate_service_pb2
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from gamereferee.v1.match_pb2 import Match
from gamereferee.v1.spectate_service_pb2_grpc import SpectateServiceStub
from referee.games import registry
from referee.replay.frames import Frame, WatchError
from referee.replay.watched import WatchedFrames, live_heading
from referee_client.address import Address
from referee_client.errors import RefereeClientError

__all__ = ["LiveSource"]

FIND_S = 5.0
"""Seconds to wait for the server's first answer."""


class LiveSource:
    """Frames of a match that runs at a server, from now on.

    Args:
        match_id: Id of the match.
        address: Address of the server, `unix:/path` or `HOST:PORT`.
        token: Token of the seat whose point of view is shown; empty for the public's.
        full: Whether to see everything, as far as the match allows it.
        key: Organizer key; empty for none.
        ca: PEM file with the roots to trust, which turns TLS on; None for no TLS.

    Raises:
        WatchError: The server is not there, or doesn't know the match.
        UnknownGameError: The match's game is not installed here.
    """

    def __init__(
        self,
        match_id: str,
        address: str,
        *,
        token: str = "",
        full: bool = False,
        key: str = "",
        ca: Path | None = None,
    ) -> None:
        try:
            parsed = Address.parse(address, ca)
            self._channel = parsed.channel()
        except RefereeClientError as error:
            raise WatchError(str(error)) from None
        self._address = address
        self._metadata = (("authorization", f"Bearer {key}"),) if key else ()
        self._request = spectate_service_pb2.WatchRequest(match_id=match_id, deadlines=True)
        if token:
            self._request.seat_token = token
        elif full:
            self._request.full = True
        else:
            self._request.public = True
        match = self._found(match_id)
        plugin = registry.find(match.game)  # which brings the classes of its messages
        eyes = "a seat" if token else "everything" if full else "the public"
        # Only the public can be shown nothing at all.
        hint = () if token or full else _hint(plugin.game.info.title)
        self.heading = live_heading(match, plugin, eyes, hint)
        """Heading of the match that is watched, as far as this point of view may see it."""
        self._call: Any = None

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come, until the match has ended.

        Raises:
            WatchError: The server refuses this point of view, or can't be reached any more.
        """
        stub: Any = SpectateServiceStub(self._channel)
        self._call = stub.Watch(self._request, metadata=self._metadata)
        watched = WatchedFrames(self.heading)
        try:
            for wire in self._call:
                yield watched.frame(wire)
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.CANCELLED:  # that was us
                raise self._problem(error) from None
        finally:
            self._channel.close()

    def stop(self) -> None:
        """End the call that brings the frames, so that `frames` ends."""
        if self._call is not None:
            self._call.cancel()

    def _found(self, match_id: str) -> Match:
        lobby: Any = LobbyServiceStub(self._channel)
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        try:
            response = lobby.GetMatch(
                request, metadata=self._metadata, timeout=FIND_S, wait_for_ready=True
            )
        except grpc.RpcError as error:
            self._channel.close()
            raise self._problem(error) from None
        match: Match = response.match
        return match

    def _problem(self, error: Any) -> WatchError:
        absent = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
        if error.code() in absent:
            return WatchError(f"no referee at {self._address}: {error.details()}")
        return WatchError(f"the referee at {self._address} refuses: {error.details()}")


def _hint(title: str) -> tuple[str, ...]:
    """Return lines for the public while it sees nothing of a match: why, and what shows more.

    `title` is the game's name for people.
    """
    return (
        f"So far {title} has shown the public nothing:",
        "what seats see is hidden until the end. What shows more now:",
        "  --token TOKEN  what the seat with this token sees",
        "  --full         everything, as late as the spectate policy says, or after",
        "                 the end; with --organizer-key if the server has one",
        "After the end the match's replay shows all; see docs/watching.md.",
    )

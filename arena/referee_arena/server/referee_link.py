"""Calls of the arena to a referee: lists of matches, steps of live matches, and replays."""

from __future__ import annotations

import contextlib
import logging
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from gamereferee.v1 import (
    lobby_service_pb2,
    match_pb2,
    replay_service_pb2,
    spectate_service_pb2,
)
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from gamereferee.v1.replay_service_pb2_grpc import ReplayServiceStub
from gamereferee.v1.spectate_service_pb2_grpc import SpectateServiceStub
from referee.core.portable import PortableError
from referee.replay.journal import frame
from referee_client.address import Address

__all__ = ["NotShownError", "RefereeLink"]

log = logging.getLogger(__name__)
ANSWER_S = 10.0
"""Seconds after which a call that is no stream is given up."""

_STATUSES = {
    grpc.StatusCode.NOT_FOUND: 404,
    grpc.StatusCode.PERMISSION_DENIED: 403,
    grpc.StatusCode.UNAUTHENTICATED: 401,
    grpc.StatusCode.INVALID_ARGUMENT: 400,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
    grpc.StatusCode.DATA_LOSS: 500,
}


class NotShownError(PortableError):
    """A match, replay or tournament can't be shown to this visitor.

    Args:
        status: HTTP status of the answer.
        text: Reason, as text for people.
    """

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


class RefereeLink:
    """Calls to one referee; a failed call raises `NotShownError`. The gRPC channel reconnects without help.

    Args:
        address: The referee's address.
        key: Organizer key that is sent with calls; empty to send none.
    """

    def __init__(self, address: Address, key: str) -> None:
        self._address = address
        self._metadata = (("authorization", f"Bearer {key}"),) if key else ()
        self._channel: grpc.aio.Channel | None = None

    @property
    def channel(self) -> grpc.aio.Channel:
        """The gRPC channel to the referee, opened at first use."""
        if self._channel is None:
            self._channel = self._address.aio_channel()
        return self._channel

    async def close(self) -> None:
        """End all calls and close the channel."""
        if self._channel is not None:
            await self._channel.close()

    async def matches(self, phase: match_pb2.MatchPhase, size: int) -> list[match_pb2.Match]:
        """Return the newest matches in a phase, at most `size`.

        Raises:
            NotShownError: The referee does not answer, or refuses the call.
        """
        request = lobby_service_pb2.ListMatchesRequest(phase=phase, page_size=size)
        stub: Any = LobbyServiceStub(self.channel)
        with self._problems():
            response = await stub.ListMatches(request, metadata=self._metadata, timeout=ANSWER_S)
        return list(response.matches)

    async def match(self, match_id: str, token: str = "") -> match_pb2.Match:
        """Return a match as the referee describes it.

        Args:
            match_id: Id of the match.
            token: Token of one of its seats, to call with that seat's rights; empty to use the organizer key.

        Raises:
            NotShownError: The referee does not answer or refuses the call, or there is no such match.
        """
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id, seat_token=token)
        stub: Any = LobbyServiceStub(self.channel)
        metadata = () if token else self._metadata
        with self._problems():
            response = await stub.GetMatch(request, metadata=metadata, timeout=ANSWER_S)
        match: match_pb2.Match = response.match
        return match

    async def watch(
        self, request: spectate_service_pb2.WatchRequest
    ) -> AsyncIterator[spectate_service_pb2.WatchResponse]:
        """Yield the frames of a match, from the first step and point of view that the request names, as they come.

        Raises:
            NotShownError: The referee does not answer or refuses the point of view, or there is no such match.
        """
        stub: Any = SpectateServiceStub(self.channel)
        call = stub.Watch(request, metadata=self._metadata)
        try:
            with self._problems():
                async for response in call:
                    yield response
        finally:
            call.cancel()

    async def save_replay(self, match_id: str, folder: Path) -> Path:
        """Write the replay of an ended match to a new file in a folder; return the file's path.

        Raises:
            NotShownError: The referee does not answer, there is no such replay, or it is withheld.
        """
        stub: Any = ReplayServiceStub(self.channel)
        request = replay_service_pb2.GetReplayRequest(match_id=match_id)
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".replay", delete=False) as file:
            try:
                with self._problems():
                    async for response in stub.GetReplay(request, metadata=self._metadata):
                        for record in response.records:
                            file.write(frame(record.SerializeToString()))
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
            return Path(file.name)

    @contextlib.contextmanager
    def _problems(self) -> Iterator[None]:
        try:
            yield
        except grpc.aio.AioRpcError as error:
            status = _STATUSES.get(error.code(), 503)
            text = error.details() or error.code().name
            if status == 503:
                log.info("the referee does not answer: %s", text)
                text = "the referee does not answer"  # without its address, which visitors must not learn
            if status == 401:
                text = f"{text}; see --organizer-key"
            raise NotShownError(status, text) from None

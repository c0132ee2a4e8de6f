"""A server that decides nothing: the rate with one seat a stream if refereeing were free.

The bots are those of `play_single_seat`, and so are the messages: each request is parsed, a match
waits for the answers of both its seats, and then both are sent a turn that was made beforehand.
There is no game, clock, check, journal or digest, and messages are written at once. So no referee
with these messages on bare grpc.aio can be faster, and `play_single_seat_ratio` is to be compared
with the ratio of this floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

import grpc.aio

from gamereferee.v1 import play_service_pb2 as wire
from loadtest.bench.echo import bare_server

__all__ = ["floor_server", "floor_tokens", "turn_message"]

_MATCH_ID = "m" * 16


def floor_server(address: str, turn_bytes: int) -> AbstractContextManager[None]:
    """Run a server that only sends fixed turns, without a game, in a separate process while the context is open.

    Args:
        address: Address on which the server listens.
        turn_bytes: Bytes of a message with one turn.
    """
    handler = _Floor(turn_message(turn_bytes)).play
    return bare_server(address, "gamereferee.v1.PlayService", "Play", handler)


def floor_tokens(matches: int) -> Sequence[Sequence[str]]:
    """Return the tokens of each stream, one seat a stream.

    Both seats of a match have the same token.
    """
    return [[f"match {match}"] for match in range(matches) for _ in range(2)]


def turn_message(num_bytes: int) -> bytes:
    """Return a serialized PlayResponse of `num_bytes` bytes with one turn.

    Raises:
        ValueError: No message with one turn has that size.
    """
    response = wire.PlayResponse()
    turn = response.turns.add(match_id=_MATCH_ID, turn=1)
    while (missing := num_bytes - response.ByteSize()) > 0:
        # Lengths before it grow with what it holds, by a byte or two.
        turn.observation.value += bytes(max(1, missing - 8))
    if missing:
        raise ValueError(f"turn_bytes must be a size that a turn can have, not {num_bytes}")
    return response.SerializeToString()


class _Floor:
    """Serves all seats with the least work that a referee could do: no game, only a fixed turn in each round.

    The referee's rate is compared with the rate of this server.

    Args:
        turn: Message that both seats of a match are sent when both have answered.
    """

    def __init__(self, turn: bytes) -> None:
        self._turn = turn
        self._matches: dict[str, _Match] = {}

    async def play(self, _: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        """Serve the stream of one seat of a match.

        Both seats are sent a fixed turn once both have joined, and again whenever both have answered.
        """
        (join,) = wire.PlayRequest.FromString(await context.read()).joins
        match = self._matches.setdefault(join.token, _Match())
        match.streams.append(context)
        if len(match.streams) == 2:
            await match.send(self._turn)
        while isinstance(data := await context.read(), bytes):
            match.waits_for -= len(wire.PlayRequest.FromString(data).actions)
            if not match.waits_for:
                await match.send(self._turn)


class _Match:
    """The two streams of a match, and the number of them that have not answered yet."""

    def __init__(self) -> None:
        self.streams: list[grpc.aio.ServicerContext[bytes, bytes]] = []
        self.waits_for = 2

    async def send(self, turn: bytes) -> None:
        """Send a turn to both seats of the match."""
        self.waits_for = len(self.streams)
        for stream in self.streams:
            await stream.write(turn)

"""A referee that decides nothing: the rate of one seat a stream if refereeing cost nothing.

The bots are those of `play_single_seat`, and so are the messages: each request is parsed, a match waits for the answers of
both its seats, and then both are sent a turn that was made before. There is no game, no clock, no check, no
journal and no digest, and what is written is written at once. So no referee with these messages on bare grpc.aio reaches
more, and `play_single_seat_ratio` is to be compared with this floor's.
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
    """Run such a referee in its own process while the context is open.

    Args:
        address: Where it listens.
        turn_bytes: Size of a message with a turn.
    """
    handler = _Floor(turn_message(turn_bytes)).play
    return bare_server(address, "gamereferee.v1.PlayService", "Play", handler)


def floor_tokens(matches: int) -> Sequence[Sequence[str]]:
    """Return the tokens of the streams, one seat each; both seats of a match have the same."""
    return [[f"match {match}"] for match in range(matches) for _ in range(2)]


def turn_message(num_bytes: int) -> bytes:
    """Return a PlayResponse of `num_bytes` bytes with one turn.

    Raises:
        ValueError: There is none.
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
    """The streams that play.

    Args:
        turn: What both seats of a match are sent when both have answered.
    """

    def __init__(self, turn: bytes) -> None:
        self._turn = turn
        self._matches: dict[str, _Match] = {}

    async def play(self, _: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        """Serve one stream."""
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
    """Two streams, and how many of them have not answered."""

    def __init__(self) -> None:
        self.streams: list[grpc.aio.ServicerContext[bytes, bytes]] = []
        self.waits_for = 2

    async def send(self, turn: bytes) -> None:
        """Send both seats a turn."""
        self.waits_for = len(self.streams)
        for stream in self.streams:
            await stream.write(turn)

"""Clients whose referee is away, ends the stream for good, or reveals other dice."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from gamereferee.v1 import match_pb2
from referee_client import ProtocolError, RefereeClient, UnreachableError
from tests.clients import scripted_referee as says
from tests.clients.conftest import Play
from tests.clients.picks import pick
from tests.clients.scripted_referee import Stream, refereeing


async def test_nobody_there(play: Play, address: str) -> None:
    """An address without a referee is given up when the patience runs out."""
    with pytest.raises(UnreachableError, match=r"no referee at unix:.* for 0\.05 s"):
        await play(address, pick, patience=0.05)


async def test_play_that_is_over_needs_nobody(address: str) -> None:
    """A client that is let go before it has reached a referee ends without an error."""
    client = RefereeClient(address, pick)
    playing = asyncio.create_task(client.play())
    await asyncio.sleep(0)  # it has begun
    client.finish()
    await playing


async def test_referee_that_keeps_breaking_is_unreachable(play: Play, address: str) -> None:
    """A server that ends every stream without a word uses the patience up.

    It hears the join first: gRPC tells a stream that ends in the middle of a write as INTERNAL,
    whatever status the server gave.
    """

    async def script(stream: Stream) -> None:
        await stream.hear()
        await stream.abort(grpc.StatusCode.UNAVAILABLE, "not today")

    async with refereeing(script, address=address):
        with pytest.raises(UnreachableError, match="not today"):
            await play(address, pick, patience=0.05)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "RESOURCE_EXHAUSTED: too much"),
        (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_ARGUMENT: too much"),
        (grpc.StatusCode.UNIMPLEMENTED, "no referee, or of another version"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
async def test_status_for_good(
    play: Play, address: str, code: grpc.StatusCode, message: str
) -> None:
    """A status that no new stream can better ends play."""

    async def script(stream: Stream) -> None:
        await stream.hear()
        await stream.abort(code, "too much")

    async with refereeing(script, address=address) as referee:
        with pytest.raises(ProtocolError, match=message):
            await play(address, pick)
    assert referee.streams == 1


@pytest.mark.parametrize("is_fair", [True, False], ids=["fair", "unfair"])
async def test_reveal_is_checked(
    play: Play,
    address: str,
    nonces: list[bytes],
    caplog: pytest.LogCaptureFixture,
    is_fair: bool,
) -> None:
    """Dice that do not follow from what the referee had committed itself to are logged."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        salt = says.SALT if is_fair else b"s" * 32
        await stream.say(says.ended("m", nonces=[nonces[0], bytes(16)], salt=salt))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, pick)
    assert ("unfair dice" not in caplog.text) == is_fair


async def test_dice_of_a_match_that_never_started_are_not_checked(
    play: Play, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A match that was aborted while seats were missing has no match seed to check."""

    async def script(stream: Stream) -> None:
        join = (await stream.hear()).joins[0]
        end = says.ended("m", cause=match_pb2.END_CAUSE_OPERATOR, nonces=[bytes(16)])
        end.reveal.match_seed = 0
        await stream.say(says.joined(join, "m"), end)
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, pick)
    assert "unfair dice" not in caplog.text

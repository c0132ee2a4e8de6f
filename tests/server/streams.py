"""Play and Watch streams for tests that play a bot's part message by message, and how calls fail."""

from __future__ import annotations

import asyncio
import collections
import dataclasses
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from gamereferee.v1 import (
    error_pb2,
    play_service_pb2,
    spectate_service_pb2,
)
from tests.helpers.patience import HANG_S

__all__ = [
    "PLAY",
    "BotStream",
    "Frames",
    "Problem",
    "Refusal",
    "action_of",
    "pour",
    "refusal",
    "soon",
    "status_of_call",
    "until",
]

_T = TypeVar("_T")


async def soon(awaited: Awaitable[_T]) -> _T:
    """The result of something that has to come; a watchdog sees that a test doesn't hang."""
    return await asyncio.wait_for(awaited, HANG_S / 2)


async def until(condition: Callable[[], object]) -> None:
    """Wait until something of this event loop holds; a watchdog sees that a test doesn't hang."""
    async with asyncio.timeout(HANG_S / 2):
        while not condition():
            await asyncio.sleep(0)  # lets the loop go on, and takes no time


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """What a failed call says."""

    code: str
    """Name of the status code."""
    reason: str
    """Name of the ErrorReason without its prefix; empty if there is none."""
    text: str
    """The text for people."""
    fields: tuple[str, ...] = ()
    """Fields of the BadRequest."""


async def status_of_call(call: Any, take: Callable[[Any], object]) -> Problem:
    """Return how a stream ends, after all that still comes, which goes to `take`."""
    while True:
        try:
            response = await soon(call.read())
        except grpc.aio.AioRpcError as error:
            return _problem(error)
        if response is grpc.aio.EOF:
            return Problem((await soon(call.code())).name, "", "")
        take(response)


def _problem(error: Any) -> Problem:
    reason, fields = "", []
    status = rpc_status.from_call(error)
    for detail in status.details if status is not None else []:
        info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        if detail.Unpack(info):
            assert info.domain == "gamereferee"
            reason = info.reason.removeprefix("ERROR_REASON_")
        elif detail.Unpack(bad):
            for violation in bad.field_violations:
                assert violation.description == error.details()
                fields.append(violation.field)
    return Problem(error.code().name, reason, error.details() or "", tuple(fields))


async def refusal(call: Awaitable[object]) -> Problem:
    """What a call that has to fail says."""
    try:
        answer = await soon(call)
    except grpc.aio.AioRpcError as error:
        return _problem(error)
    raise AssertionError(f"the call succeeded: {answer}")


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """The gist of a Rejected."""

    reason: str
    """Name of the ErrorReason without its prefix."""
    seat: int = 0
    turn: int = 0


PLAY = "/gamereferee.v1.PlayService/Play"
"""The method's path."""


def _serialized(request: play_service_pb2.PlayRequest | bytes) -> bytes:
    return request if isinstance(request, bytes) else request.SerializeToString()


def pour(address: str, requests: Iterable[play_service_pb2.PlayRequest]) -> Problem:
    """Send requests on a stream as fast as it takes them; returns how it ended.

    It blocks; unlike an asyncio stream it hears the status however much is still being written.
    """
    with grpc.insecure_channel(address) as channel:
        play: Any = channel.stream_stream(PLAY, request_serializer=_serialized)
        call = play(iter(requests), timeout=HANG_S / 2)
        try:
            collections.deque(call, maxlen=0)
        except grpc.RpcError as error:
            return _problem(error)
        return Problem(call.code().name, "", "")


class BotStream:
    """One Play stream, for a test that plays the bot's part message by message.

    Args:
        channel: To the server; closed with the stream.
    """

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel
        play: Any = channel.stream_stream(
            PLAY,
            request_serializer=_serialized,
            response_deserializer=self._parsed,
        )
        self.raw: list[bytes] = []
        """All that has come, as it came."""
        self._call = play()
        self._come: dict[str, collections.deque[Any]] = collections.defaultdict(collections.deque)
        self.responses: list[play_service_pb2.PlayResponse] = []
        """All that has been read."""

    def _parsed(self, data: bytes) -> play_service_pb2.PlayResponse:
        self.raw.append(data)
        return play_service_pb2.PlayResponse.FromString(data)

    # Reading.

    async def read(self) -> play_service_pb2.PlayResponse:
        """The next message."""
        response = await soon(self._call.read())
        assert isinstance(response, play_service_pb2.PlayResponse), "the stream has ended"
        self.responses.append(response)
        for descriptor, value in response.ListFields():
            if isinstance(value, Message | bool):
                self._come[descriptor.name].append(value)
            else:
                self._come[descriptor.name].extend(value)
        return response

    async def next(self, field: str) -> Any:
        """The next entry of a PlayResponse's field that has not been taken yet."""
        while not self._come[field]:
            await self.read()
        return self._come[field].popleft()

    def has(self, field: str) -> bool:
        """Whether an entry of this field has been read and not taken."""
        return bool(self._come[field])

    async def turn(self) -> play_service_pb2.Turn:
        """The next turn."""
        turn: play_service_pb2.Turn = await self.next("turns")
        return turn

    async def ended(self) -> play_service_pb2.MatchEnded:
        """The next end of a match."""
        ended: play_service_pb2.MatchEnded = await self.next("ends")
        return ended

    async def refused(self) -> Refusal:
        """The gist of the next rejection."""
        rejected: play_service_pb2.Rejected = await self.next("rejections")
        name = error_pb2.ErrorReason.Name(rejected.reason).removeprefix("ERROR_REASON_")
        return Refusal(name, rejected.seat, rejected.turn)

    async def settle(self, number: int = 1) -> None:
        """Ask for a pong: all that was sent before has been taken in, all it led to is read."""
        await self.send(ping=play_service_pb2.Ping(number=number))
        pong = await self.next("pong")
        assert pong.number == number

    async def status(self) -> Problem:
        """How the stream ends, after all that still comes."""
        return await status_of_call(self._call, self.responses.append)

    # Writing.

    async def send(
        self, request: play_service_pb2.PlayRequest | None = None, **fields: Any
    ) -> None:
        """Send a message, given or made from its fields."""
        await soon(self._call.write(request or play_service_pb2.PlayRequest(**fields)))

    async def send_bytes(self, data: bytes) -> None:
        """Send what may be no message at all."""
        await soon(self._call.write(data))

    async def present(self, *tokens: str, nonce: bytes = b"", name: str = "bot") -> None:
        """Send joins, numbered from 1."""
        joins = [
            play_service_pb2.Join(token=token, nonce=nonce, bot_name=name, number=number)
            for number, token in enumerate(tokens, start=1)
        ]
        await self.send(joins=joins)

    async def join(
        self, *tokens: str, nonce: bytes = b"", name: str = "bot"
    ) -> list[play_service_pb2.Joined]:
        """Join seats; returns the answers."""
        await self.present(*tokens, nonce=nonce, name=name)
        return [await self.next("joins") for _ in tokens]

    async def answer(self, turn: play_service_pb2.Turn, payload: any_pb2.Any) -> None:
        """Answer a turn."""
        await self.send(actions=[action_of(turn, payload)])

    async def finish(self) -> None:
        """Close this side of the stream."""
        await soon(self._call.done_writing())

    async def break_off(self) -> None:
        """Let the connection go without a word."""
        self._call.cancel()
        await self._channel.close()


def action_of(turn: play_service_pb2.Turn, payload: any_pb2.Any) -> play_service_pb2.Action:
    """The action that answers a turn."""
    return play_service_pb2.Action(
        match_id=turn.match_id, seat=turn.seat, turn=turn.turn, payload=payload
    )


class Frames:
    """What a spectator sees.

    Args:
        call: The running call of Watch.
    """

    def __init__(self, call: Any) -> None:
        self._call = call

    async def next(self) -> spectate_service_pb2.WatchResponse | None:
        """The next frame; None after the last one."""
        frame = await soon(self._call.read())
        return frame if isinstance(frame, spectate_service_pb2.WatchResponse) else None

    async def rest(self) -> list[spectate_service_pb2.WatchResponse]:
        """All frames to the end."""
        frames = []
        while (frame := await self.next()) is not None:
            frames.append(frame)
        return frames

    async def last(self) -> spectate_service_pb2.WatchResponse:
        """The last frame: the match is over."""
        return (await self.rest())[-1]

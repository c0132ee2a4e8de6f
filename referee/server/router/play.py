"""One Play stream of a bot, played on streams to the workers that have its matches.

A stream to a worker is opened when the first token comes that leads there. Requests are split by
match; responses are passed on as the bytes they are, and those that are ready together are joined
end to end, which for protobuf is the same as one message with all their entries.

What the router itself delays is not the bot's fault. So each request says since when it may have
waited here, and of turns that leave late their worker is told, so that their clocks start later.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Any, NamedTuple

import grpc
from google.protobuf.message import DecodeError

from gamereferee.v1 import error_pb2, play_service_pb2
from referee.core.clock import Clock
from referee.server.lag import LagMeter
from referee.server.router.workers import Worker, Workers
from referee.server.session import BATCH_BYTES
from referee.server.status import CallError

__all__ = ["PLAY", "PlayRoute"]

PLAY = "/gamereferee.v1.PlayService/Play"
"""The method's path."""
LATE_NS = 5_000_000
"""What leaves later than that is told to its worker; a lag margin has room for less."""
REQUESTS = 64
"""Requests that wait for one worker before no more are read from the bot."""

PlayRequest = play_service_pb2.PlayRequest


class _Link:
    """The stream to one worker."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.requests: asyncio.Queue[bytes | None] = asyncio.Queue(REQUESTS)
        """What is to be sent; None closes our side."""
        self.is_over = False
        """Whether the worker has ended it."""


class _Waiting(NamedTuple):
    """A response that waits to be written."""

    link: _Link
    data: bytes
    response: play_service_pb2.PlayResponse


class PlayRoute:
    """A bot's stream, as far as the router sees it.

    Args:
        stream: The call.
        workers: Where it leads.
        clock: Tells the time.
        meter: Tells the router's own lag.
    """

    def __init__(
        self,
        stream: grpc.aio.ServicerContext[Any, Any],
        workers: Workers,
        *,
        clock: Clock,
        meter: LagMeter,
    ) -> None:
        self._stream = stream
        self._workers = workers
        self._clock = clock
        self._meter = meter
        self._links: dict[Worker, _Link] = {}
        self._pinged: deque[_Link] = deque()
        """Who waits for pongs, in the order in which the bot was asked for them."""
        self._waiting: deque[_Waiting] = deque()
        self._waiting_bytes = 0
        self._room = asyncio.Event()
        self._room.set()
        self._wake = asyncio.Event()
        self._is_closing = False

    async def run(self) -> None:
        """Play until the bot has closed its side and all workers have theirs.

        Raises:
            CallError: The bot sent bytes that are no request.
            grpc.aio.AioRpcError: A worker has ended the stream.
        """
        try:
            async with asyncio.TaskGroup() as self._tasks:
                self._tasks.create_task(self._read())
                self._tasks.create_task(self._write())
        except ExceptionGroup as group:
            raise group.exceptions[0] from None

    # From the bot.

    async def _read(self) -> None:
        while isinstance(data := await self._stream.read(), bytes):
            now_ns = self._clock.now_ns()
            since_ns = now_ns - self._meter.lag_ns(now_ns)
            try:
                request = PlayRequest.FromString(data)
            except DecodeError:
                raise CallError(
                    error_pb2.ERROR_REASON_MALFORMED, f"{len(data)} bytes that are no PlayRequest"
                ) from None
            if request.HasField("routing"):  # which is not for the bot to say
                request.ClearField("routing")
                data = request.SerializeToString()
            for join in request.joins:
                self._open(self._workers.of(join.token))
            if len(self._links) == 1:
                (link,) = self._links.values()
                await link.requests.put(data + _routing(since_ns))
                self._forget_pinged(len(request.pongs))
            else:
                for link, part in self._split(request).items():
                    await link.requests.put(part.SerializeToString() + _routing(since_ns))
        self._is_closing = True
        for link in self._links.values():
            await link.requests.put(None)
        self._wake.set()

    def _split(self, request: PlayRequest) -> dict[_Link, PlayRequest]:
        """What each worker is told of a request; what is about no match goes to some worker."""
        parts: dict[_Link, PlayRequest] = defaultdict(PlayRequest)
        for link, joins in self._by_link((join.token, join) for join in request.joins):
            parts[link].joins.extend(joins)
        for link, actions in self._by_link((action.match_id, action) for action in request.actions):
            parts[link].actions.extend(actions)
        for link, resigns in self._by_link((resign.match_id, resign) for resign in request.resigns):
            parts[link].resigns.extend(resigns)
        for pong in request.pongs:
            parts[self._pinged.popleft() if self._pinged else self._some()].pongs.append(pong)
        if request.HasField("ping"):
            parts[self._some()].ping.CopyFrom(request.ping)
        if not parts:
            parts[self._some()] = request  # empty, which counts as a message all the same
        return parts

    def _by_link(self, named: Iterable[tuple[str, Any]]) -> Iterable[tuple[_Link, list[Any]]]:
        groups: dict[_Link, list[Any]] = {}
        links, of = self._links, self._workers.of
        for name, item in named:
            link = links.get(of(name)) or self._some()
            groups.setdefault(link, []).append(item)
        return groups.items()

    def _forget_pinged(self, pongs: int) -> None:
        for _ in range(min(pongs, len(self._pinged))):
            self._pinged.popleft()

    def _some(self) -> _Link:
        """The link that was opened first, or one that is opened now."""
        for link in self._links.values():
            return link
        return self._open(self._workers.in_turn()[0])

    # To and from a worker.

    def _open(self, worker: Worker) -> _Link:
        link = self._links.get(worker)
        if link is None:
            link = self._links[worker] = _Link(worker)
            self._tasks.create_task(self._serve(link))
        return link

    async def _serve(self, link: _Link) -> None:
        channel = await link.worker.channel()
        call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(PLAY)()
        self._tasks.create_task(_send(link, call))
        try:
            while isinstance(data := await call.read(), bytes):
                await self._take(link, data)
        finally:
            call.cancel()
        link.is_over = True
        self._wake.set()

    async def _take(self, link: _Link, data: bytes) -> None:
        response = play_service_pb2.PlayResponse.FromString(data)
        await self._room.wait()
        if response.HasField("ping"):
            self._pinged.append(link)
        self._waiting.append(_Waiting(link, data, response))
        self._waiting_bytes += len(data)
        if self._waiting_bytes > BATCH_BYTES:
            self._room.clear()  # the worker finds out that the bot doesn't read
        self._wake.set()

    # To the bot.

    async def _write(self) -> None:
        while not (self._is_closing and all(link.is_over for link in self._links.values())):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                parts = self._next()
                now_ns = self._clock.now_ns()
                late_ns = self._meter.lag_ns(now_ns)
                if late_ns > LATE_NS:
                    for part in parts:
                        _tell_late(part, late_ns)
                await self._stream.write(b"".join(part.data for part in parts))

    def _next(self) -> list[_Waiting]:
        """Responses for one message: as many as there are, within its size, with one ping."""
        parts: list[_Waiting] = []
        size, pings = 0, 0
        while self._waiting:
            size += len(self._waiting[0].data)
            pings += self._waiting[0].response.HasField("ping")
            if parts and (size > BATCH_BYTES or pings > 1):
                break
            parts.append(self._waiting.popleft())
        self._waiting_bytes -= sum(len(part.data) for part in parts)
        if self._waiting_bytes <= BATCH_BYTES:
            self._room.set()
        return parts


async def _send(link: _Link, call: grpc.aio.StreamStreamCall[bytes, bytes]) -> None:
    # When the worker has ended the stream, whoever reads from it is told how.
    with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
        while (data := await link.requests.get()) is not None:
            await call.write(data)
        await call.done_writing()


def _routing(since_ns: int) -> bytes:
    """What is appended to a serialized PlayRequest to say since when it may have waited."""
    routing = play_service_pb2.Routing(waited_since_ns=since_ns)
    return PlayRequest(routing=routing).SerializeToString()


def _tell_late(part: _Waiting, late_ns: int) -> None:
    late_turns = [
        play_service_pb2.LateTurn(
            match_id=turn.match_id, seat=turn.seat, turn=turn.turn, late_ns=late_ns
        )
        for turn in part.response.turns
    ]
    if late_turns and not part.link.requests.full():
        routing = play_service_pb2.Routing(late_turns=late_turns)
        part.link.requests.put_nowait(PlayRequest(routing=routing).SerializeToString())

"""Passes one bot's Play stream on to the workers of its matches, over links.

A link to a worker is made when the first token of its matches arrives. Requests are split by match.
Responses are passed on unchanged. Those that are ready at the same time are joined end to end,
which in protobuf is one message with all their entries.

Time that is lost in the router must not be charged to the bot. So each request is sent with the
time since which it may have waited here. Turns that leave late are reported to their worker, so
that their clocks start later.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Any, NamedTuple

import grpc
from google.protobuf.message import DecodeError
from google.rpc import code_pb2, status_pb2

from gamereferee.v1 import play_service_pb2
from referee.core.clock import Clock
from referee.core.portable import PortableError
from referee.server.process.lag import LagMeter
from referee.server.router.link import Frame, Kind, Link, connect
from referee.server.router.workers import Worker, Workers
from referee.server.services.costs import TimeLedger
from referee.server.services.outbox import BATCH_BYTES

__all__ = ["EndedByWorkerError", "PlayRoute"]

LATE_NS = 5_000_000
"""Lateness in nanoseconds beyond which turns are reported to their worker. The lag margin covers
less.
"""
EARLY_REQUESTS = 64
"""Number of requests that may wait for a worker to start; while there are more, none are read from
the bot.
"""

PlayRequest = play_service_pb2.PlayRequest


class EndedByWorkerError(PortableError):
    """A worker has ended the stream with an error.

    Args:
        status: Status with which the worker ended the stream.
    """

    def __init__(self, status: status_pb2.Status) -> None:
        super().__init__(status.message)
        self.status = status


class _Leg:
    """One worker's part of a bot's stream: the link to that worker, connected or not yet."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._link: Link | None = None
        self._early: list[Frame] = []
        self._is_linked = asyncio.Event()
        self.is_over = False
        """Whether the worker has ended its side of the stream."""

    async def connect(self) -> Link:
        await self._worker.up()
        self._link = link = await connect(self._worker.address)
        for frame in self._early:
            link.write(frame)
        self._is_linked.set()
        return link

    def send(self, frame: Frame) -> None:
        # Until the link is there, frames wait here, in order.
        if self._link is not None:
            self._link.write(frame)
        else:
            self._early.append(frame)

    async def drain(self) -> None:
        if self._link is not None:
            await self._link.drain()
        elif len(self._early) > EARLY_REQUESTS:
            await self._is_linked.wait()


class _Waiting(NamedTuple):
    """A worker's response that waits to be written to the bot."""

    leg: _Leg
    data: bytes
    response: play_service_pb2.PlayResponse


class PlayRoute:
    """A bot's Play stream at the router.

    Args:
        stream: The bot's gRPC stream.
        workers: All workers.
        clock: Source of the time.
        meter: Measures the router's own lag.
        caller: Address or network that the bot's stream comes from.
    """

    def __init__(
        self,
        stream: grpc.aio.ServicerContext[Any, Any],
        workers: Workers,
        *,
        clock: Clock,
        meter: LagMeter,
        caller: str,
    ) -> None:
        self._stream = stream
        self._caller = caller
        self._own = TimeLedger()
        """Times at which the router worked on requests of this stream."""
        self._workers = workers
        self._clock = clock
        self._meter = meter
        self._legs: dict[Worker, _Leg] = {}
        self._pinged: deque[_Leg] = deque()
        """Legs (links to workers) that wait for pongs, in the order in which their pings were
        queued for the bot.
        """
        self._waiting: deque[_Waiting] = deque()
        self._waiting_bytes = 0
        self._room = asyncio.Event()
        self._room.set()
        self._wake = asyncio.Event()
        self._is_closing = False

    async def run(self) -> None:
        """Pass messages on until the bot and all workers have closed their sides.

        Raises:
            EndedByWorkerError: A worker has ended the stream with an error.
            LinkLostError: A worker has died.
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
            lag_ns = self._meter.lag_ns(now_ns)
            # Time that the router spent on messages of this stream is not lag: a bot could earn refunds by sending more.
            own_ns = self._own.between(now_ns - lag_ns, now_ns)
            parts = self._parts(data)
            for leg, part in parts:
                # A point in time and not a duration: it goes on to age while the frame waits in the socket.
                leg.send(Frame(Kind.REQUEST, part, now_ns - lag_ns + own_ns))
            done_ns = self._clock.now_ns()
            self._own.add(done_ns, done_ns - now_ns)
            for leg, _ in parts:
                await leg.drain()
        self._is_closing = True
        for leg in self._legs.values():
            leg.send(Frame(Kind.CLOSE))
        self._wake.set()

    def _parts(self, data: bytes) -> list[tuple[_Leg, bytes]]:
        """Return the part of a serialized request that each worker gets."""
        try:
            request = PlayRequest.FromString(data)
        except DecodeError:
            return [(self._some(), data)]  # its worker answers that
        # Legs first, for all joins: whether the request must be split depends on how many there are then.
        for join in request.joins:
            self._leg(self._workers.of(join.token))
        if len(self._legs) > 1:
            parts = self._split(request).items()
            return [(leg, part.SerializeToString()) for leg, part in parts]
        # The usual case: one worker gets the bytes unchanged. Its pongs must be counted all the same.
        for _ in range(min(len(request.pongs), len(self._pinged))):
            self._pinged.popleft()
        return [(self._some(), data)]

    def _split(self, request: PlayRequest) -> dict[_Leg, PlayRequest]:
        """Return a request split by worker.

        Entries that belong to no worker of the stream go to the first one, which rejects them.
        """
        parts: dict[_Leg, PlayRequest] = defaultdict(PlayRequest)
        of = self._workers.of
        for leg, joins in self._by_leg((of(join.token), join) for join in request.joins):
            parts[leg].joins.extend(joins)
        for leg, openings in self._by_leg(
            (of(nonce.match_id), nonce) for nonce in request.openings
        ):
            parts[leg].openings.extend(openings)
        for leg, says in self._by_leg((of(say.match_id), say) for say in request.says):
            parts[leg].says.extend(says)
        for leg, actions in self._by_leg(
            (of(action.match_id), action) for action in request.actions
        ):
            parts[leg].actions.extend(actions)
        of_handle = self._workers.of_handle
        for leg, small in self._by_leg(
            (of_handle(action.handle), action) for action in request.small_actions
        ):
            parts[leg].small_actions.extend(small)
        of_lane = self._workers.of_lane
        for leg, answers in self._by_leg(
            (of_lane(answers.lane), answers) for answers in request.lane_answers
        ):
            parts[leg].lane_answers.extend(answers)
        for leg, skips in self._by_leg((of(skip.match_id), skip) for skip in request.skips):
            parts[leg].skips.extend(skips)
        for leg, resigns in self._by_leg(
            (of(resign.match_id), resign) for resign in request.resigns
        ):
            parts[leg].resigns.extend(resigns)
        for pong in request.pongs:
            parts[self._pinged.popleft() if self._pinged else self._some()].pongs.append(pong)
        if request.HasField("ping"):
            parts[self._some()].ping.CopyFrom(request.ping)
        if not parts:
            parts[self._some()] = request  # an empty one, for which its worker charges the bot
        return parts

    def _by_leg(self, led: Iterable[tuple[Worker, Any]]) -> Iterable[tuple[_Leg, list[Any]]]:
        groups: dict[_Leg, list[Any]] = {}
        for worker, item in led:
            leg = self._legs.get(worker) or self._some()
            groups.setdefault(leg, []).append(item)
        return groups.items()

    def _some(self) -> _Leg:
        """Return the stream's first leg (link to a worker); make one to any worker if there is none."""
        for leg in self._legs.values():
            return leg
        return self._leg(self._workers.in_turn()[0])

    def _leg(self, worker: Worker) -> _Leg:
        leg = self._legs.get(worker)
        if leg is None:
            leg = self._legs[worker] = _Leg(worker)
            leg.send(Frame(Kind.CALLER, self._caller.encode()))
            self._tasks.create_task(self._follow(leg))
        return leg

    # From a worker.

    async def _follow(self, leg: _Leg) -> None:
        link = await leg.connect()
        try:
            while (frame := await link.read()).kind is Kind.RESPONSE:
                await self._take(leg, frame.body)
        finally:
            link.drop()
        status = status_pb2.Status.FromString(frame.body)
        if status.code != code_pb2.OK:
            raise EndedByWorkerError(status)
        leg.is_over = True
        self._wake.set()

    async def _take(self, leg: _Leg, data: bytes) -> None:
        response = play_service_pb2.PlayResponse.FromString(data)
        await self._room.wait()
        if response.HasField("ping"):
            # Pongs carry nothing that names their ping, so they are matched by order.
            self._pinged.append(leg)
        self._waiting.append(_Waiting(leg, data, response))
        self._waiting_bytes += len(data)
        if self._waiting_bytes > BATCH_BYTES:
            self._room.clear()  # the worker must notice a bot that doesn't read
        self._wake.set()

    # To the bot.

    async def _write(self) -> None:
        while not (self._is_closing and all(leg.is_over for leg in self._legs.values())):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                parts = self._next()
                now_ns = self._clock.now_ns()
                late_ns = self._meter.lag_ns(now_ns)
                # Before the write, so that the report is on its way before the bot can answer any of these turns.
                if late_ns > LATE_NS:
                    _report_late(parts, late_ns)
                await self._stream.write(b"".join(part.data for part in parts))

    def _next(self) -> list[_Waiting]:
        """Remove and return the responses that go into the next message to the bot."""
        parts = _take_together(self._waiting)
        self._waiting_bytes -= sum(len(part.data) for part in parts)
        if self._waiting_bytes <= BATCH_BYTES:
            self._room.set()
        return parts


def _take_together(waiting: deque[_Waiting]) -> list[_Waiting]:
    """Remove and return queued responses for one message: all that fit its size, with at most one ping.

    A bot reads the joins of a message before its rejections. So a join is not put into a message
    after a rejection, which may say that the seat was taken over before the join.
    """
    parts: list[_Waiting] = []
    size, pings, has_rejections = 0, 0, False
    while waiting:
        response = waiting[0].response
        size += len(waiting[0].data)
        pings += response.HasField("ping")
        is_misread = has_rejections and len(response.joins) > 0
        if parts and (size > BATCH_BYTES or pings > 1 or is_misread):
            break
        has_rejections |= len(response.rejections) > 0
        parts.append(waiting.popleft())
    return parts


def _report_late(parts: Iterable[_Waiting], late_ns: int) -> None:
    """Report to the workers which of their turns leave the router late, and by how many nanoseconds.

    Args:
        parts: Workers' responses that are being written to the bot now.
        late_ns: How late they leave, in nanoseconds.
    """
    for part in parts:
        late = PlayRequest()
        for turn in part.response.turns:
            late.actions.add(match_id=turn.match_id, seat=turn.seat, turn=turn.turn)
        for small in part.response.small_turns:
            late.small_actions.add(handle=small.handle, turn=small.turn)
        # Rows stay as they are encoded: only their worker knows whose they are.
        for lane in part.response.lane_turns:
            late.lane_answers.add(lane=lane.lane, rows=lane.rows, turns=lane.turns)
        if late.actions or late.small_actions or late.lane_answers:
            part.leg.send(Frame(Kind.LATE, late.SerializeToString(), late_ns))

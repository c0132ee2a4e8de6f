"""A worker: a server with a part of the matches, whose streams come through a router."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from google.rpc import code_pb2, status_pb2

from gamereferee.v1 import play_service_pb2
from referee.server.endpoint import Endpoint
from referee.server.lobby.house import HouseBots
from referee.server.lobby.lobby import Lobby
from referee.server.process.collecting import collect_rarely
from referee.server.process.config import ServerConfig, direct_config
from referee.server.process.credentials import Loaded
from referee.server.process.lag import LagMeter
from referee.server.process.logs import Log, get_log
from referee.server.process.metered_loop import new_event_loop
from referee.server.process.status import CallError, status_of
from referee.server.process.worker_addresses import advertised_address
from referee.server.router.link import BUFFER, Frame, Kind, Link, LinkLostError, link_path
from referee.server.router.processes import DRAINED, ORDER, READY
from referee.server.router.shared_lag import OwnMeter, SharedInstants, WorkerMeter
from referee.server.serve import Server, running_server
from referee.server.services.play_service import PlayService

__all__ = ["WorkerServer", "run_worker"]


class WorkerServer:
    """A server behind a router.

    Args:
        server: Serves all calls but Play streams; its settings must have a shard (part of the
            matches).
    """

    def __init__(self, server: Server) -> None:
        self.server = server
        """Serves all calls but Play streams."""
        self._config = server.config
        self._meter = server.meter
        self._direct: Endpoint | None = None
        """The worker's own address, for streams past the router; None if it has none."""
        self._streams: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Server | None = None

    async def start(self) -> None:
        """Resume unfinished matches, and start to accept calls and streams.

        Raises:
            FieldError: The data folder or an address can't be used.
        """
        # Bound before the server starts, as recovered matches name the address; served after it, as streams need matches.
        self._bind_direct()
        try:
            await self.server.start()
        except BaseException:
            await self._close_direct()
            raise
        await self._start_direct()
        path = link_path(self.server.addresses[0])
        self._listening = await asyncio.start_unix_server(self._come, path, limit=BUFFER)
        own = {"address": self.server.direct_address} if self._direct is not None else {}
        get_log().info("worker is ready", pid=os.getpid(), recovered=self.server.recovered, **own)

    def _bind_direct(self) -> None:
        """Bind the worker's own address, if it has one, because new matches must know it."""
        listen = self._config.worker_listen
        if listen is None:
            return
        config = direct_config(self._config, listen)
        files, recorder = [play_service_pb2], self.server.recorder
        self._direct = Endpoint(config, files=files, name="worker_listen", recorder=recorder)
        (bound,) = self._direct.bind()
        self.server.direct_address = advertised_address(bound, self._config.worker_host)

    async def _start_direct(self) -> None:
        """Accept Play streams at the worker's own address, and no other calls.

        Seat tokens protect the streams; all other calls must go through the router.
        """
        if self._direct is not None:
            server = self.server
            play = PlayService(server.lobby, server.clock, OwnMeter(self._meter))
            self._direct.server.add_generic_rpc_handlers((play.handler(),))
            await self._direct.start()

    async def _close_direct(self) -> None:
        if self._direct is not None:
            await self._direct.stop()

    async def drain(self) -> None:
        """Stop gracefully: make no new matches, and wait until running ones end or the grace has passed."""
        if self._direct is not None:
            await self._direct.drain()
        await self.server.drain()

    def renew(self, loaded: Loaded) -> None:
        """Use keys and certificate that the router has read, for new calls and connections."""
        # The server's own settings and those of the worker's own address share them.
        self._config.credentials.use(loaded)
        get_log().info("keys and certificate renewed", organizer_keys=list(loaded.keys.names))

    async def stop(self) -> None:
        """End all streams and stop at once; unfinished matches stay in their journals."""
        if self._listening is not None:
            self._listening.close()
        for task in self._streams:
            task.cancel()
        if self._streams:
            await asyncio.wait(self._streams)
        await self._close_direct()
        await self.server.stop()

    def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(Link(reader, writer)))
        # The event loop itself has only weak references to tasks.
        self._streams.add(task)
        task.add_done_callback(self._streams.discard)

    async def _serve(self, link: Link) -> None:
        log = get_log(peer="router")
        stream = _Stream(link, self._meter)
        session = self.server.play_service.session(stream, log, stream.waited_ns)
        stream.delay = session.delay
        stream.delay_handle = session.delay_handle
        stream.delay_lane = session.delay_lane
        stream.name_caller = session.name_caller
        # Either side may end first: the session, by its matches or an error, or the router, when the bot is gone.
        playing = asyncio.create_task(session.run())
        leaving = asyncio.create_task(stream.left())
        try:
            await asyncio.wait({playing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            status = _status(playing, log, self.server.lobby)
            if status is not None:
                link.write(Frame(Kind.STATUS, status.SerializeToString()))
                stream.is_closed.set()
                await leaving  # if this side closed first, the router could fail in a write before it reads the status
        finally:
            leaving.cancel()
            playing.cancel()
            link.drop()
            await asyncio.wait({playing})


def _status(playing: asyncio.Task[None], log: Log, lobby: Lobby) -> status_pb2.Status | None:
    """Return the status with which the stream that the task `playing` serves has ended.

    An error of the stream is counted in the metrics of `lobby`.

    None if the stream has not ended, or the router is gone.
    """
    if not playing.done():
        return None
    if playing.cancelled():
        return status_pb2.Status(code=code_pb2.CANCELLED, message="the referee ended the stream")
    match playing.exception():
        case None:
            return status_pb2.Status(code=code_pb2.OK)
        case LinkLostError():
            return None
        case CallError() as error:
            log.warning("stream refused", reason=str(error))
            lobby.count_stream_error(error)
            return status_of(error)
        case fault:
            log.error("stream failed", exc_info=fault)
            return status_pb2.Status(code=code_pb2.INTERNAL, message="a fault of the referee")


class _Stream:
    """A bot's stream that comes over a router's link, as its session reads and writes it."""

    def __init__(self, link: Link, meter: LagMeter) -> None:
        self._link = link
        self._meter = meter
        self._since_ns = 0
        self.is_closed = asyncio.Event()
        """Set when the bot has closed its side, so that only the end of the link is still to be
        read.
        """
        self.delay: Callable[[str, int, int, int], None]
        """Called with match id, seat, turn and lateness in nanoseconds of each turn that left the
        router late.
        """
        self.delay_handle: Callable[[int, int, int], None]
        """Called with handle (number in place of match and seat), turn and lateness in nanoseconds
        of each short turn that left the router late.
        """
        self.delay_lane: Callable[[play_service_pb2.LaneAnswers, int], None]
        """Called with the rows and turns of each message of a lane (turns of many matches) that left
        the router late, and its lateness in nanoseconds.
        """
        self.name_caller: Callable[[str], None]
        """Called with the caller of the bot's stream, an address or network."""

    async def read(self) -> object:
        """Return the next request of the bot, serialized; None at the end.

        Frames from the router itself are processed here.
        """
        while (frame := await self._link.read()).kind in (Kind.LATE, Kind.CALLER):
            if frame.kind is Kind.CALLER:
                self.name_caller(frame.body.decode())
                continue
            late = play_service_pb2.PlayRequest.FromString(frame.body)
            for turn in late.actions:
                self.delay(turn.match_id, turn.seat, turn.turn, frame.time_ns)
            for small in late.small_actions:
                self.delay_handle(small.handle, small.turn, frame.time_ns)
            for lane in late.lane_answers:
                self.delay_lane(lane, frame.time_ns)
        if frame.kind is Kind.REQUEST:
            # The router's time is the machine's, so `waited_ns` must add what this worker's clock
            # left out.
            self._since_ns = frame.time_ns
            return frame.body
        self.is_closed.set()
        return None

    def waited_ns(self, now_ns: int) -> int:
        """Return how long the last message read may have waited in the router or here, in nanoseconds."""
        return max(self._meter.lag_ns(now_ns), now_ns + self._meter.lost_ns - self._since_ns)

    async def write(self, message: bytes) -> None:
        """Send a serialized response to the bot."""
        self._link.write(Frame(Kind.RESPONSE, message))
        await self._link.drain()

    async def left(self) -> None:
        """Wait until the bot has closed its side and the router has closed the link."""
        await self.is_closed.wait()
        await self._link.lost()


def run_worker(
    config: ServerConfig,
    house: HouseBots | None,
    busy_since: Path,
    say: Callable[[str], None],
    *,
    orders: BinaryIO,
) -> None:
    """Run a worker until SIGINT; SIGTERM drains it.

    Args:
        config: Settings of the worker, including its shard (part of the matches).
        house: Runs house bots; None for a server without any.
        busy_since: File in which the router reports since when it has been busy.
        say: Reports one line to the router.
        orders: Pipe with orders framed by `framed`, each with new keys and certificates.

    Raises:
        FieldError: The data folder or an address can't be used.
    """
    meter = WorkerMeter(SharedInstants(busy_since))
    with asyncio.Runner(loop_factory=lambda: new_event_loop(meter)) as runner:
        server = Server(config, house=house, meter=meter)
        server.count_log_lines()
        runner.run(_work(WorkerServer(server), say, orders))


async def _work(worker: WorkerServer, say: Callable[[str], None], orders: BinaryIO) -> None:
    async def drain() -> None:
        await worker.drain()
        say(DRAINED)

    draining: list[asyncio.Task[None]] = []
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, lambda: draining.append(loop.create_task(drain())))
    loop.add_signal_handler(signal.SIGINT, stop.set)
    async with running_server(worker):
        collect_rarely()
        say(f"{READY} {worker.server.recovered}")
        renewing = loop.create_task(_renew_on_order(worker, orders))
        await stop.wait()
        renewing.cancel()
        for task in draining:
            task.cancel()


async def _renew_on_order(worker: WorkerServer, orders: BinaryIO) -> None:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), orders)
    with contextlib.suppress(
        asyncio.IncompleteReadError
    ):  # the router has died, and the worker ends with it
        while True:
            (length,) = ORDER.unpack(await reader.readexactly(ORDER.size))
            worker.renew(pickle.loads(await reader.readexactly(length)))

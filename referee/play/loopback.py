"""A referee in this process, and the streams on which bots of this process play at it.

Messages are the same bytes as on a connection, and go through the same session and the same client
state; only the connection itself is left out. The referee runs on a separate thread with its own
event loop, so that bots can run on the caller's thread even if that has a loop, as in a notebook.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import queue
import threading
from collections.abc import Coroutine, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from gamereferee.v1.play_service_pb2 import PlayResponse
from referee.core.outcome import ForfeitCause, Outcome
from referee.core.scratch import scratch_folder
from referee.match.events import SeatResigned
from referee.server.hosting.host import MatchHost
from referee.server.hosting.watch_frames import Eyes
from referee.server.hosting.watch_views import Watcher
from referee.server.lobby.lobby import Lobby
from referee.server.lobby.request import MatchRequest
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.lag import FairClock, LagMeter
from referee.server.process.logs import get_log, show_errors_alone
from referee.server.process.metered_loop import new_event_loop
from referee.server.services.play_service import PlayService
from referee_client import BotLike
from referee_client.conversation import Conversation
from referee_client.threads import BotThreads

__all__ = ["Ended", "LocalReferee", "Loopback", "play_seats"]

T = TypeVar("T")


class Ended(NamedTuple):
    """A match that is over, as the referee has it."""

    match_id: str
    """Id of the match."""
    outcome: Outcome
    """End cause, and placement and score of each seat."""
    steps: int
    """Number of steps of the engine."""
    replay: bytes
    """Contents of the match's replay."""


class Loopback:
    """A Play stream within this process: the referee's end is a `PlayStream`, the bots' end blocks.

    Args:
        loop: Event loop of the referee's end.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._requests: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._responses: queue.SimpleQueue[bytes | BaseException | None] = queue.SimpleQueue()

    # The referee's end, on its loop.

    async def read(self) -> object:
        """Return the next serialized PlayRequest; None if the bots have closed their side."""
        return await self._requests.get()

    async def write(self, message: bytes, /) -> None:
        """Hand a serialized PlayResponse to the bots' end."""
        self._responses.put(message)

    def end(self, error: BaseException | None = None) -> None:
        """End the stream; `responses` then ends, or raises the error."""
        self._responses.put(error)

    # The bots' end, on any other thread.

    def send(self, message: bytes | None) -> None:
        """Hand a serialized PlayRequest to the referee; None closes the bots' side."""
        self._loop.call_soon_threadsafe(self._requests.put_nowait, message)

    def responses(self) -> Iterator[bytes]:
        """Yield each serialized PlayResponse, waiting for the next one, until the stream ends.

        Raises:
            CallError: The referee has ended the stream with an error.
        """
        while (message := self._responses.get()) is not None:
            if isinstance(message, BaseException):
                raise message
            yield message


def play_seats(stream: Loopback, seats: Sequence[tuple[str, BotLike]], *, strict: bool) -> None:
    """Play seats on a stream until their matches have ended, on the thread of the caller.

    Args:
        stream: Stream to the referee; it is closed at the end.
        seats: Token and bot of each seat.
        strict: Whether the first failure of a bot's own code is raised at once; if not, it costs
            that bot the turn.

    Raises:
        BotError: A bot's own code failed, and `strict` is set; its `__cause__` is what was raised.
        CallError: The referee has ended the stream with an error.
    """
    conversation = Conversation(strict=strict, threads=BotThreads(1))

    def send() -> None:
        while (request := conversation.take()) is not None:
            stream.send(request.SerializeToString())

    try:
        for token, bot in seats:
            conversation.join(token, bot)
        conversation.finish()
        conversation.opened()
        send()
        for message in stream.responses():
            turns = conversation.receive(PlayResponse.FromString(message))
            for _ in conversation.play(turns):
                send()
            send()
            if conversation.is_done:
                break
    finally:
        stream.send(None)
    if strict:
        conversation.raise_failure()


class LocalReferee:
    """A referee on a thread of this process, to be used as a context manager.

    Args:
        listens: Whether it also listens at `address`, for programs.
    """

    def __init__(self, *, listens: bool = False) -> None:
        self.address = ""
        """Address of the referee, a Unix socket in a private folder; set when it has started."""
        self._listens = listens
        self._loop: asyncio.AbstractEventLoop
        self._lobby: Lobby
        self._serving: set[asyncio.Task[None]] = set()
        self._is_ready: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
        self._stopping: asyncio.Event
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    def __enter__(self) -> LocalReferee:
        """Start the referee.

        Raises:
            RefereeError: Its folder for temporary files can't be used.
        """
        show_errors_alone()
        self._thread.start()
        error = self._is_ready.get()
        if error is not None:
            raise error
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the referee; matches that are not over are lost."""
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()

    def create(self, request: MatchRequest) -> tuple[MatchHost, list[str]]:
        """Make a match; return its host and the tokens of its seats."""

        async def create() -> tuple[MatchHost, list[str]]:
            host = self._lobby.create(request)
            return host, self._lobby.tokens(host)

        return self._call(create())

    def open(self) -> Loopback:
        """Return a new stream to the referee."""

        async def open_stream() -> Loopback:
            stream = Loopback(self._loop)
            serving = asyncio.create_task(self._serve(stream))
            self._serving.add(serving)
            serving.add_done_callback(self._serving.discard)
            return stream

        return self._call(open_stream())

    def ending(self, host: MatchHost) -> concurrent.futures.Future[Ended]:
        """Return a future of the match when it is over; its replay then leaves the referee's folder."""
        return asyncio.run_coroutine_threadsafe(self._end_of(host), self._loop)

    def lose(self, host: MatchHost, seat: int, why: str, *, is_void: bool) -> bool:
        """Take a seat out of its match, since the program that played it has ended; return whether it was in.

        Args:
            host: The match.
            seat: Index of the seat.
            why: How the program has ended, in a sentence.
            is_void: Whether the whole match ends as void; if not, the seat alone forfeits.
        """

        async def lose() -> bool:
            machine = host.machine
            if machine.outcome is not None or machine.seats[seat].is_out:
                return False
            if is_void:
                self._lobby.abort(host, why)
            else:
                host.apply(SeatResigned(seat, self._clock.now_ns(), ForfeitCause.GONE))
            return True

        return self._call(lose())

    def _call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def _run(self) -> None:
        meter = LagMeter()
        with asyncio.Runner(loop_factory=lambda: new_event_loop(meter)) as runner:
            try:
                runner.run(self._main(meter))
            except BaseException as error:  # the thread that waits for the start raises it
                self._is_ready.put(error)

    async def _main(self, meter: LagMeter) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        with scratch_folder() as folder:
            self.address = f"unix:{folder}/referee.sock"
            config = ServerConfig((parse_listen(self.address),), data_dir=folder / "data")
            self._clock = FairClock(meter)
            if self._listens:
                await self._run_listening(config, meter)
                return
            # Never listened at; the settings of a server just need an address.
            self._lobby = Lobby(config, self._clock, meter)
            self._play_service = PlayService(self._lobby, self._clock, meter)
            try:
                await self._until_stopped()
            finally:
                await self._lobby.close()

    async def _run_listening(self, config: ServerConfig, meter: LagMeter) -> None:
        from referee.server.serve import Server, running_server

        async with running_server(Server(config, meter=meter, clock=self._clock)) as server:
            self._lobby, self._play_service = server.lobby, server.play_service
            await self._until_stopped()

    async def _until_stopped(self) -> None:
        self._is_ready.put(None)
        try:
            await self._stopping.wait()
        finally:
            for task in self._serving:
                task.cancel()
            await asyncio.gather(*self._serving, return_exceptions=True)

    async def _serve(self, stream: Loopback) -> None:
        try:
            await self._play_service.session(stream, get_log(peer="in process")).run()
        except BaseException as error:
            stream.end(error)
            if isinstance(error, asyncio.CancelledError):
                raise
        else:
            stream.end()

    async def _end_of(self, host: MatchHost) -> Ended:
        watcher = Watcher(Eyes(only_end=True))
        host.watch(watcher)
        while await watcher.next() is not None:
            pass
        await self._lobby.replay_closed(host.match_id)
        machine = host.machine
        assert machine.outcome is not None
        path = self._lobby.folder.replay_path(host.match_id)
        replay = path.read_bytes()
        path.unlink()  # or many matches would fill the disk with replays that are in memory
        return Ended(host.match_id, machine.outcome, machine.steps, replay)

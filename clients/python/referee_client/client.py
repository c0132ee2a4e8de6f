"""Play at a referee with asyncio: any number of seats of any number of matches on one stream.

`conversation.py` decides what to send, and `stream.py` sends and receives; this module reconnects
after a break. If the referee names workers, a stream to each of them takes over the seats whose
matches the worker has (`following.py`). Plain bots run on the event loop itself, because that is
the quickest, until a bot spends its time waiting, as for a disk; then bots run on threads
(`threads.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from gamereferee.v1.play_service_pb2 import PlayResponse
from referee_client.address import Address
from referee_client.bot import BotLike, Turn
from referee_client.client_base import ClientBase, Hooks
from referee_client.following import Following
from referee_client.line import Line
from referee_client.retry import GOODBYE_S
from referee_client.stream import BrokenError, LineStream, cancel_all
from referee_client.threads import THREADS

__all__ = ["RefereeClient"]

_REST_S = 0.01
"""Seconds between two checks, after the last match, whether bots are still thinking."""


class RefereeClient(ClientBase):
    """Connection of a bot process to one referee, for asyncio: any number of seats and matches.

    Use `run` instead if the program does nothing except play. Call `play` with the seats' tokens,
    or `join` seats while `play` runs.

    Args:
        address: `unix:/path` or `HOST:PORT`.
        bot: The bot for every seat that `join` or `play` adds without a bot: a function, or a
            subclass of `Bot`.
        ca: Path of a file with PEM root certificates; if given, TLS is used.
        name: Name of the bot, shown in the replay; at most 100 characters.
        patience: Seconds without any answer from the referee after which `play` gives up, from 0.
        game: Game that `bot` plays; None takes the game from the bot's `game` or the types in its
            annotations.
        strict: Whether the first failure of a bot's own code ends play; if not, a failure costs
            only its turn.
        threads: How many bots may think at the same time, from 1 to 1,024: async bots, or plain
            bots that wait for something, each on a separate thread. With 1, plain bots are asked
            one after the other on the event loop.
        small_turns: Whether to ask the referee for turns in a short form, which saves bytes; bots
            see no difference.
        follow_workers: Whether to connect directly to the worker processes that have the seats'
            matches, if the referee has several and allows it; otherwise all seats stay on the
            stream to `address`.
        witness_dir: Folder for one file per seat with the nonces and commitments that the seat
            received before play, so that a reveal of the seed can be checked later; None writes no
            files.

    Raises:
        AddressError: The address is neither `unix:/path` nor `HOST:PORT`.
        TlsError: The CA file can't be read or holds no certificate.
        ValueError: The name is too long, or `threads` is out of range.
    """

    def __init__(
        self,
        address: str,
        bot: BotLike | None = None,
        *,
        ca: str | Path | None = None,
        name: str = "",
        patience: float = 60.0,
        game: str | None = None,
        strict: bool = False,
        threads: int = THREADS,
        small_turns: bool = True,
        follow_workers: bool = True,
        witness_dir: str | Path | None = None,
    ) -> None:
        self._follow_workers = follow_workers
        super().__init__(
            address,
            bot,
            ca=ca,
            name=name,
            patience=patience,
            game=game,
            strict=strict,
            threads=threads,
            small_turns=small_turns,
            witness_dir=witness_dir,
        )

    def _hooks(self) -> Hooks:
        return {
            "can_await": True,
            "on_say": self._send_soon_from_any_thread,
            "on_worker": self._want if self._follow_workers else None,
        }

    def _prepare(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = asyncio.Event()
        self._pausing = asyncio.Event()
        """Set to end the pause before the next attempt to reach the home address, because play has
        to stop or all matches are over.
        """
        self._home = self._stream(self._conversation.home)
        self._streams = {self._home}
        """All streams that exist now: the one to the home address, and one to each worker."""
        self._following = Following(self._address, self._conversation, self._carry, self._fail)
        self._thoughts: set[asyncio.Task[None]] = set()
        self._waiting: deque[tuple[float, Turn]] = deque()
        """Turns of async bots that wait because the allowed number of bots is thinking already,
        each with the time in seconds at which it was queued."""

    @property
    def _guard(self) -> contextlib.AbstractContextManager[object]:
        return contextlib.nullcontext()  # only the event loop's thread changes the conversation

    def stop(self) -> None:
        """End `play` now.

        Seats are not resigned: their clocks go on running, and the seats can be joined again.
        """
        self._stopping.set()
        self._pausing.set()

    async def play(self, tokens: Iterable[str] | None = None) -> None:
        """Play until all matches have ended.

        It reconnects after a break of the stream, and presents all tokens again.

        Args:
            tokens: Tokens of the seats to play, and no others; None plays seats that `join` adds,
                until `finish` is called.

        Raises:
            SeatError: A seat could not be played; raised after the matches of all other seats have
                ended.
            BotError: A bot's own code failed; raised at once if `strict` is set, else after all
                matches.
            ProtocolError: The server is no referee, speaks another version, or ended the stream for
                good.
            TlsError: TLS could not be set up between client and server.
            UnreachableError: The referee did not answer for `patience` seconds.
        """
        self._loop = asyncio.get_running_loop()
        self._join_all(tokens)
        try:
            while not (self._stopping.is_set() or self._conversation.is_done):
                await self._play_one_stream()
            await self._wait_for_threads()
        finally:
            self._threads.close()
            self._waiting.clear()
            await self._following.close()
            await cancel_all(self._thoughts, GOODBYE_S)
        self._raise_failure()

    async def _wait_for_threads(self) -> None:
        """After the last match, wait at most `GOODBYE_S` for bots that are still thinking on threads."""
        loop = asyncio.get_running_loop()
        until_s = loop.time() + GOODBYE_S
        while not (self._stopping.is_set() or self._threads.is_idle or loop.time() > until_s):
            await asyncio.sleep(_REST_S)
        await asyncio.sleep(0)  # so that `_call_here` takes in the last decisions

    async def _play_one_stream(self) -> None:
        try:
            await self._home.converse(self._address)
            why = "the referee closed the stream"
        except BrokenError as error:
            why = str(error)
            if error.refusal is not None:
                raise error.refusal from error
        if self._stopping.is_set() or self._conversation.is_done:
            return
        # The pause can be cut short: after the last match has ended on a worker's stream, nothing
        # is left to wait for at home.
        delay = self._pause_s(asyncio.get_running_loop().time(), why)
        self._pausing.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._pausing.wait(), delay)

    def _stream(self, line: Line) -> LineStream:
        return LineStream(
            line, self._conversation, self._take_in, self._stopping, self._warn_of_waiting
        )

    async def _take_in(self, response: PlayResponse, line: Line) -> None:
        """Process a message of the referee, and ask the bots about the turns in it.

        Args:
            response: The message.
            line: Connection on which it was received.
        """
        conversation = self._conversation
        # A message from a worker proves that the referee lives, but not that the home address can
        # be reached: the delays of the home stream must go on growing.
        self._patience.heard(elsewhere=line is not conversation.home)
        self.is_thinking = True
        turns = conversation.receive(response, line)
        waiting = []
        for turn in turns:
            if conversation.is_async(turn):
                self._start_thinking(turn)
            else:
                waiting.append(turn)
        # Tasks of async bots exist by now, and begin at the first `await` below: they must not wait
        # until all plain bots have decided.
        for _ in conversation.play(waiting):
            self._send_soon()
            await asyncio.sleep(0)  # lets the writers run, and other streams be read
            self.is_thinking = True  # another stream may have been read meanwhile
        self.is_thinking = False
        self._send_soon()

    def _call_reader(self, call: Callable[[], None]) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: play is over
                self._loop.call_soon_threadsafe(self._call_here, call)

    def _call_here(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # whatever the bot's own code or the conversation raises
            self._fail(error)
        self._send_soon()

    def _send_soon(self) -> None:
        """Wake the writers of all streams that have something to send.

        At the end of play, wake the writers of all streams.
        """
        is_done = self._conversation.is_done
        if is_done:
            self._pausing.set()
        for stream in self._streams:
            if is_done or stream.line.outbox:
                stream.wake.set()

    def _send_soon_from_any_thread(self) -> None:
        # An `asyncio.Event` is not safe to set from another thread.
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: play is over
                self._loop.call_soon_threadsafe(self._send_soon)

    # Workers.

    def _want(self, target: str) -> None:
        self._following.want(target)

    async def _carry(self, line: Line, address: Address) -> None:
        """Connect a line (a connection's state) to a worker until the stream ends.

        Then move the line's seats back to the home line, which leads to the client's own address.
        """
        stream = self._stream(line)
        self._streams.add(stream)
        try:
            await stream.converse(address)
        finally:
            self._streams.remove(stream)
            self._conversation.lines.lost(line)  # after which home has their joins to send
            self._send_soon()

    def _fail(self, error: BaseException) -> None:
        """End play; `play` raises the error."""
        self._failure = error
        self.stop()

    # Async bots.

    def _start_thinking(self, turn: Turn) -> None:
        """Start an async bot on its turn.

        If the allowed number of bots is thinking already, queue the turn.
        """
        if len(self._thoughts) < self._threads.limit:
            self._think(turn)
            return
        self._waiting.append((asyncio.get_running_loop().time(), turn))
        self._warn_of_waiting()

    def _think(self, turn: Turn) -> None:
        task = asyncio.create_task(self._conversation.think(turn))
        turn.cancel = task.cancel  # `Seat.close` calls it when the turn is over
        self._thoughts.add(task)
        task.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._thoughts.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)
        if self._waiting:
            self._warn_of_waiting()
            self._think(self._waiting.popleft()[1])
        self._send_soon()

    def _warn_of_waiting(self) -> None:
        """Log a warning if turns have waited long because too many bots are thinking already."""
        self._threads.warn_of_waiting()
        if self._waiting:
            self._threads.overdue.warn(len(self._waiting), self._waiting[0][0])

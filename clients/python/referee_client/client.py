"""Play at a referee with asyncio: any number of seats of any number of matches on one stream.

What to say is decided in `conversation.py`, and carried by `stream.py`; here is the way back after a break.
Where the referee tells of workers, a stream to each takes over the seats whose matches it has
(`following.py`). Plain bots run on the event loop itself, because that is the quickest, until one of them
waits for something; then they run on threads (`threads.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from gamereferee.v1.play_service_pb2 import PlayResponse
from referee_client.address import Address
from referee_client.bot import BotLike, Turn
from referee_client.conversation import Conversation
from referee_client.following import Following
from referee_client.line import Line
from referee_client.retry import GOODBYE_S, Patience
from referee_client.seats import BotFailures, log
from referee_client.stream import BrokenError, LineStream, cancel_all
from referee_client.threads import THREADS, BotThreads
from referee_client.witness import write_witness

__all__ = ["RefereeClient"]

_REST_S = 0.01
"""How often it is looked whether bots still think once all is over."""


class RefereeClient:
    """A bot process's connection to one referee.

    Args:
        address: `unix:/path` or `HOST:PORT`.
        bot: Who plays seats that are joined without a bot of their own.
        ca: File with PEM roots; given means TLS.
        name: What the bot calls itself, for the replay; at most 100 characters.
        patience: Seconds to keep trying without a word from the referee, from 0.
        game: Game that `bot` plays; None means what the bot says itself, or its types.
        strict: Whether the first failure of a bot's own code ends play.
        threads: How many bots may think at the same time, from 1 to 1,024: plain ones that wait for
            something, each on a thread of its own, or async ones. With 1, plain ones are asked one after the
            other on the event loop.
        small_turns: Whether the referee is asked for turns in short; nothing of what bots see depends on it.
        follow_workers: Whether seats go to the workers that have their matches, where a referee with several
            lets them; else all stay on the stream to `address`.
        witness_dir: Folder for a file a seat with what it was told before play, so that reveals can be
            checked later; None writes none.

    Raises:
        AddressError: The address can't be read.
        TlsError: The CA file can't be read.
        ValueError: The name is too long, or `threads` out of range.
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
        self._address = Address.parse(address, ca)
        self._threads = BotThreads(threads)
        self._conversation = Conversation(
            bot,
            name=name,
            game=game,
            strict=strict,
            small_turns=small_turns,
            can_await=True,
            threads=self._threads,
            settle=self._settle,
            on_say=self._wake_from_anywhere,
            on_worker=self._want if follow_workers else None,
            on_witness=None if witness_dir is None else partial(write_witness, Path(witness_dir)),
        )
        self._patience = Patience(self._address.target, patience)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = asyncio.Event()
        self._pausing = asyncio.Event()
        """Set when a pause before the next attempt at home has no point any more."""
        self._home = self._stream(self._conversation.home)
        self._streams = {self._home}
        """All streams that there are now."""
        self._following = Following(self._address, self._conversation, self._carry, self._fail)
        self._failure: BaseException | None = None
        self._thoughts: set[asyncio.Task[None]] = set()
        self._waiting: deque[tuple[float, Turn]] = deque()
        """Turns of async bots that wait since then, because so many are being thought about."""
        self.is_thinking = False
        """Whether bots are being asked on the event loop right now."""

    @property
    def bot_failures(self) -> BotFailures:
        """What the bots' own code did wrong so far."""
        return self._conversation.bot_failures

    def join(self, token: str, bot: BotLike | None = None) -> None:
        """Present a seat's token; at any time, from the event loop's thread.

        Raises:
            TypeError: There is no bot for it.
            ValueError: The token is empty, or `finish` has been called.
        """
        self._conversation.join(token, bot)
        self._stir()

    def finish(self) -> None:
        """Say that no more tokens will come: `play` returns once all matches have ended."""
        self._conversation.finish()
        self._stir()

    def resign(self, match_id: str, seat: int) -> None:
        """Give up a seat for good."""
        self._conversation.resign(match_id, seat)
        self._stir()

    def stop(self) -> None:
        """End `play` now. Seats are not resigned: their clocks run, and they can be joined again."""
        self._stopping.set()
        self._pausing.set()

    async def play(self, tokens: Iterable[str] | None = None) -> None:
        """Play until all matches have ended.

        Args:
            tokens: Seats to join, and no more; None means that seats come by `join` until `finish`.

        Raises:
            SeatError: A seat could not be played; raised after the other seats' matches have ended.
            BotError: The bot's own code failed; raised at once if that is strict, else like that.
            ProtocolError: The two sides do not understand each other.
            TlsError: TLS failed.
            UnreachableError: The patience ran out.
        """
        self._loop = asyncio.get_running_loop()
        if tokens is not None:
            for token in tokens:
                self.join(token)
            self.finish()
        try:
            while not (self._stopping.is_set() or self._conversation.is_done):
                await self._play_one_stream()
            await self._wait_for_threads()
        finally:
            self._threads.close()
            self._waiting.clear()
            await self._following.close()
            await cancel_all(self._thoughts, GOODBYE_S)
        if self._failure is not None:
            raise self._failure
        self._conversation.raise_failure()

    async def _wait_for_threads(self) -> None:
        """At the end of the last match, wait a little for bots that are still thinking."""
        loop = asyncio.get_running_loop()
        until_s = loop.time() + GOODBYE_S
        while not (self._stopping.is_set() or self._threads.is_idle or loop.time() > until_s):
            await asyncio.sleep(_REST_S)
        await asyncio.sleep(0)  # what they came to is taken in

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
        delay = self._patience.delay(asyncio.get_running_loop().time(), why)
        log.warning("stream to %s broke: %s; again in %.1f s", self._address.target, why, delay)
        self._pausing.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._pausing.wait(), delay)

    def _stream(self, line: Line) -> LineStream:
        return LineStream(
            line, self._conversation, self._take_in, self._stopping, self._look_at_waiting
        )

    async def _take_in(self, response: PlayResponse, line: Line) -> None:
        """Take in what came on a line, and ask the bots whose turn it is."""
        conversation = self._conversation
        self._patience.heard(elsewhere=line is not conversation.home)
        self.is_thinking = True
        turns = conversation.receive(response, line)
        waiting = []
        for turn in turns:
            if conversation.is_async(turn):
                self._start_thinking(turn)
            else:
                waiting.append(turn)
        for _ in conversation.play(waiting):
            self._stir()
            await asyncio.sleep(0)
            self.is_thinking = True  # another stream may have been read meanwhile
        self.is_thinking = False
        self._stir()

    def _settle(self, settling: Callable[[], None]) -> None:
        """Take in what a bot has come to on a thread; called there."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: play is over
                self._loop.call_soon_threadsafe(self._settle_here, settling)

    def _settle_here(self, settling: Callable[[], None]) -> None:
        try:
            settling()
        except Exception as error:  # whatever the bot's own code or the conversation raises
            self._fail(error)
        self._stir()

    def _stir(self) -> None:
        """Have the writers look that have something to say."""
        is_done = self._conversation.is_done
        if is_done:
            self._pausing.set()
        for stream in self._streams:
            if is_done or stream.line.outbox:
                stream.wake.set()

    def _wake_from_anywhere(self) -> None:
        """Have the writers look for what there is to say; from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: play is over
                self._loop.call_soon_threadsafe(self._stir)

    # Workers.

    def _want(self, target: str) -> None:
        self._following.want(target)

    async def _carry(self, line: Line, address: Address) -> None:
        """Carry the line to a worker; in the end, those on the line home have news."""
        stream = self._stream(line)
        self._streams.add(stream)
        try:
            await stream.converse(address)
        finally:
            self._streams.remove(stream)
            self._conversation.lines.lost(line)
            self._stir()

    def _fail(self, error: BaseException) -> None:
        """End play by an error."""
        self._failure = error
        self.stop()

    # Bots that are awaited.

    def _start_thinking(self, turn: Turn) -> None:
        """Have a bot think, or let its turn wait while as many think as may."""
        if len(self._thoughts) < self._threads.limit:
            self._think(turn)
            return
        self._waiting.append((asyncio.get_running_loop().time(), turn))
        self._look_at_waiting()

    def _think(self, turn: Turn) -> None:
        task = asyncio.create_task(self._conversation.think(turn))
        turn.cancel = task.cancel
        self._thoughts.add(task)
        task.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._thoughts.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)
        if self._waiting:
            self._look_at_waiting()
            self._think(self._waiting.popleft()[1])
        self._stir()

    def _look_at_waiting(self) -> None:
        """Warn if turns wait although as many bots think as may."""
        self._threads.look()
        if self._waiting:
            self._threads.overdue.look(len(self._waiting), self._waiting[0][0])

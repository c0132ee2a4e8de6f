"""Play at a referee with asyncio: any number of seats of any number of matches on one stream.

What to say is decided in `conversation.py`; here are the stream, the tasks that read and write it,
and the way back after a break. Bots that are plain functions run on the event loop itself, because
that is the quickest; a bot that thinks for long and wants pings answered meanwhile is an
`async def` around `asyncio.to_thread`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import cast

import grpc
import grpc.aio

from gamereferee.v1.play_service_pb2 import PlayRequest, PlayResponse
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from referee_client.address import Address
from referee_client.bot import BotLike, Turn
from referee_client.conversation import Conversation
from referee_client.retry import GOODBYE_S, SILENCE_S, Patience, hopeless
from referee_client.seats import BotFailures, log
from referee_client.witness import write_witness

__all__ = ["RefereeClient"]

_Stream = grpc.aio.StreamStreamCall[PlayRequest, PlayResponse]


class _BrokenError(Exception):
    """The stream went silent."""


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
        small_turns: Whether the referee is asked for turns in short; nothing of what bots see depends on it.
        witness_dir: Folder for a file a seat with what it was told before play, so that reveals can be
            checked later; None writes none.

    Raises:
        AddressError: The address can't be read.
        TlsError: The CA file can't be read.
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
        small_turns: bool = True,
        witness_dir: str | Path | None = None,
    ) -> None:
        self._address = Address.parse(address, ca)
        self._conversation = Conversation(
            bot,
            name=name,
            game=game,
            strict=strict,
            small_turns=small_turns,
            can_await=True,
            on_say=self._wake_from_anywhere,
            on_witness=None if witness_dir is None else partial(write_witness, Path(witness_dir)),
        )
        self._patience = Patience(self._address.target, patience)
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = asyncio.Event()
        self._failure: BaseException | None = None
        self._thoughts: set[asyncio.Task[None]] = set()
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
        self._wake.set()

    def finish(self) -> None:
        """Say that no more tokens will come: `play` returns once all matches have ended."""
        self._conversation.finish()
        self._wake.set()

    def resign(self, match_id: str, seat: int) -> None:
        """Give up a seat for good."""
        self._conversation.resign(match_id, seat)
        self._wake.set()

    def stop(self) -> None:
        """End `play` now. Seats are not resigned: their clocks run, and they can be joined again."""
        self._stopping.set()

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
        finally:
            await _cancel(self._thoughts)
        if self._failure is not None:
            raise self._failure
        self._conversation.raise_failure()

    async def _play_one_stream(self) -> None:
        try:
            await self._converse()
            why = "the referee closed the stream"
        except _BrokenError as error:
            why = str(error)
        except grpc.aio.AioRpcError as error:
            why = error.details() or error.code().name
            refusal = hopeless(error.code(), why)
            if refusal is not None:
                raise refusal from error
        if self._stopping.is_set() or self._conversation.is_done:
            return
        delay = self._patience.delay(asyncio.get_running_loop().time(), why)
        log.warning("stream to %s broke: %s; again in %.1f s", self._address.target, why, delay)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), delay)

    async def _converse(self) -> None:
        """Open a stream and use it until it ends, a bot fails or play is to stop."""
        async with self._address.aio_channel() as channel:
            stream = PlayServiceStub(channel).Play()
            self._conversation.opened()
            self._wake.set()
            reader = asyncio.create_task(self._read(stream))
            writer = asyncio.create_task(self._write(stream))
            watcher = asyncio.create_task(self._watch())
            stopping = asyncio.create_task(self._wait_for_stop())
            running = {reader, writer, watcher, stopping}
            try:
                while reader in running and stopping in running:
                    done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                    for task in done:
                        task.result()
            finally:
                stream.cancel()
                await _cancel({reader, writer, watcher, stopping})

    async def _read(self, stream: _Stream) -> None:
        conversation = self._conversation
        while (response := await stream.read()) is not grpc.aio.EOF:
            self._patience.heard()
            self.is_thinking = True
            turns = conversation.receive(cast("PlayResponse", response))
            waiting = []
            for turn in turns:
                if conversation.is_async(turn):
                    self._start_thinking(turn)
                else:
                    waiting.append(turn)
            for _ in conversation.play(waiting):
                self._wake.set()
                await asyncio.sleep(0)
            self.is_thinking = False
            self._wake.set()

    async def _write(self, stream: _Stream) -> None:
        """Write whatever there is to say, in one message each time; close our side at the end."""
        try:
            while True:
                while (request := self._conversation.take()) is not None:
                    await stream.write(request)
                if self._conversation.is_done:
                    break
                await self._wake.wait()
                self._wake.clear()
            await stream.done_writing()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return  # the reader learns why
        await asyncio.sleep(GOODBYE_S)
        raise _BrokenError("the referee did not end the stream")

    def _wake_from_anywhere(self) -> None:
        """Have the writer look for what there is to say; from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: play is over
                self._loop.call_soon_threadsafe(self._wake.set)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(SILENCE_S)
            if self._conversation.is_silent():
                raise _BrokenError(f"not a word for {2 * SILENCE_S:g} s")
            self._wake.set()

    async def _wait_for_stop(self) -> None:
        await self._stopping.wait()

    def _start_thinking(self, turn: Turn) -> None:
        task = asyncio.create_task(self._conversation.think(turn))
        turn.cancel = task.cancel
        self._thoughts.add(task)
        task.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._thoughts.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failure = error
            self._stopping.set()
        self._wake.set()


async def _cancel(tasks: Iterable[asyncio.Task[None]]) -> None:
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

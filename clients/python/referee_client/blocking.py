"""Play at a referee without asyncio: the twin of `client.py` on plain gRPC.

Same names, same behaviour, bots that are plain functions only. The caller's thread reads the stream
and asks the bots, until one of them waits for something; then they run on threads (`threads.py`). gRPC's
own threads write. It uses `threading` and `queue` alone, so that it runs
under gevent once `grpc.experimental.gevent.init_gevent()` has been called.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import grpc

from gamereferee.v1.play_service_pb2 import PlayRequest, PlayResponse
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from referee_client.address import Address
from referee_client.bot import BotLike
from referee_client.conversation import Conversation
from referee_client.retry import GOODBYE_S, SILENCE_S, Patience, hopeless
from referee_client.seats import BotFailures, log
from referee_client.threads import THREADS, BotThreads
from referee_client.witness import write_witness

__all__ = ["RefereeClient"]

_Stream = grpc.Call


class RefereeClient:
    """A bot process's connection to one referee.

    Args:
        address: `unix:/path` or `HOST:PORT`.
        bot: Who plays seats that are joined without a bot of their own; not async.
        ca: File with PEM roots; given means TLS.
        name: What the bot calls itself, for the replay; at most 100 characters.
        patience: Seconds to keep trying without a word from the referee, from 0.
        game: Game that `bot` plays; None means what the bot says itself, or its types.
        strict: Whether the first failure of a bot's own code ends play.
        threads: How many bots that wait for something may think at the same time, each on a thread of its
            own, from 1 to 1,024. With 1, bots are asked one after the other on the caller's thread.
        small_turns: Whether the referee is asked for turns in short; nothing of what bots see depends on it.
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
            threads=self._threads,
            settle=self._settle,
            on_say=self._write,
            on_witness=None if witness_dir is None else partial(write_witness, Path(witness_dir)),
        )
        self._patience = Patience(self._address.target, patience)
        self._lock = threading.RLock()
        # Nobody asks a bot while holding this one: a bot may wait for a thread that is about to speak.
        self._writing = threading.Lock()
        self._outgoing: queue.SimpleQueue[PlayRequest | None] | None = None
        self._stream: grpc.Call | None = None
        self._closing = threading.Event()
        self._stopping = threading.Event()
        self._is_silent = False
        self._failure: BaseException | None = None
        self.is_thinking = False
        """Whether bots are being asked right now."""

    @property
    def bot_failures(self) -> BotFailures:
        """What the bots' own code did wrong so far."""
        return self._conversation.bot_failures

    def join(self, token: str, bot: BotLike | None = None) -> None:
        """Present a seat's token; at any time, from any thread.

        Raises:
            TypeError: There is no bot for it, or it is async.
            ValueError: The token is empty, or `finish` has been called.
        """
        with self._lock:
            self._conversation.join(token, bot)
            self._flush()

    def finish(self) -> None:
        """Say that no more tokens will come: `play` returns once all matches have ended."""
        with self._lock:
            self._conversation.finish()
            self._flush()

    def resign(self, match_id: str, seat: int) -> None:
        """Give up a seat for good."""
        with self._lock:
            self._conversation.resign(match_id, seat)
            self._flush()

    def stop(self) -> None:
        """End `play` now. Seats are not resigned: their clocks run, and they can be joined again."""
        self._stopping.set()
        stream = self._stream
        if stream is not None:
            stream.cancel()

    def play(self, tokens: Iterable[str] | None = None) -> None:
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
        if tokens is not None:
            for token in tokens:
                self.join(token)
            self.finish()
        try:
            while not (self._stopping.is_set() or self._conversation.is_done):
                self._play_one_stream()
            if not self._stopping.is_set():
                self._threads.wait(GOODBYE_S)
        finally:
            self._threads.close()
        if self._failure is not None:
            raise self._failure
        self._conversation.raise_failure()

    def _play_one_stream(self) -> None:
        why = "the referee closed the stream"
        try:
            self._converse()
        except grpc.RpcError as error:
            why = error.details() or error.code().name
            refusal = hopeless(error.code(), why)
            if refusal is not None:
                raise refusal from error
        if self._stopping.is_set() or self._conversation.is_done:
            return
        if self._is_silent:
            why = f"not a word for {2 * SILENCE_S:g} s"
        delay = self._patience.delay(time.monotonic(), why)
        log.warning("stream to %s broke: %s; again in %.1f s", self._address.target, why, delay)
        self._stopping.wait(delay)

    def _converse(self) -> None:
        """Open a stream and use it until it ends or is cancelled."""
        with self._address.channel() as channel, self._on_stream(channel) as stream:
            for response in stream:
                self.is_thinking = True
                self._patience.heard()
                with self._lock:
                    turns = self._conversation.receive(response)
                for _ in self._conversation.play(turns):
                    self._flush()
                self._flush()
                self.is_thinking = False

    @contextlib.contextmanager
    def _on_stream(self, channel: grpc.Channel) -> Iterator[Iterator[PlayResponse]]:
        outgoing: queue.SimpleQueue[PlayRequest | None] = queue.SimpleQueue()
        over = threading.Event()
        with self._lock:
            self._closing.clear()
            self._is_silent = False
            with self._writing:
                self._outgoing = outgoing
                self._conversation.opened()
            self._flush()
        stream = PlayServiceStub(channel).Play(iter(outgoing.get, None))
        self._stream = stream
        if self._stopping.is_set():  # stop() came before there was a stream to cancel
            stream.cancel()
        watcher = threading.Thread(target=self._watch, args=(stream, over), daemon=True)
        watcher.start()
        try:
            yield iter(stream)
        finally:
            self.is_thinking = False
            self._stream = None
            with self._writing:
                self._outgoing = None
            over.set()
            self._closing.set()
            outgoing.put(None)
            stream.cancel()
            watcher.join()

    def _settle(self, settling: Callable[[], None]) -> None:
        """Take in what a bot has come to on a thread; called there."""
        try:
            with self._lock:
                settling()
        except BaseException as error:  # `sys.exit` in a bot is for the thread that plays
            self._failure = error
            self.stop()
        self._flush()

    def _flush(self) -> None:
        """Hand whatever there is to say to the writing thread; close our side at the end."""
        with self._lock:
            self._write()
            outgoing = self._outgoing
            if outgoing is not None and self._conversation.is_done:
                outgoing.put(None)
                self._closing.set()

    def _write(self) -> None:
        """Hand whatever there is to say to the writing thread; from any thread."""
        with self._writing:
            if self._outgoing is None:
                return  # the next stream will say it
            while (request := self._conversation.take()) is not None:
                self._outgoing.put(request)

    def _watch(self, stream: grpc.Call, over: threading.Event) -> None:
        """Cancel a stream that went silent, or that the referee does not end."""
        while not self._closing.wait(SILENCE_S):
            self._threads.look()
            with self._lock:
                if not self.is_thinking and self._conversation.home.is_silent():
                    self._is_silent = True
                    stream.cancel()
                    return
                self._flush()
        if not over.wait(GOODBYE_S):
            stream.cancel()

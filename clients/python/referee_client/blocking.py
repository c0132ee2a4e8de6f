"""Play at a referee without asyncio, on plain gRPC.

`RefereeClient` behaves like the asyncio client of `client.py`, but takes only bots that are plain
functions or methods, and stays on one stream. The caller's thread reads the stream and asks the
bots, until a bot spends its time waiting, as for a disk; then bots run on threads (`threads.py`).
gRPC's own threads write. The module uses `threading` and `queue` alone, so that it runs under
gevent once `grpc.experimental.gevent.init_gevent()` has been called.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator

import grpc

from gamereferee.v1.play_service_pb2 import PlayRequest, PlayResponse
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from referee_client.client_base import ClientBase, Hooks
from referee_client.retry import GOODBYE_S, SILENCE_S, hopeless

__all__ = ["RefereeClient"]


class RefereeClient(ClientBase):
    """Connection of a bot process to one referee, for programs without asyncio.

    It plays any number of seats and matches on one stream. Bots can't be async.

    Args:
        address: `unix:/path` or `HOST:PORT`.
        bot: The bot for every seat that `join` or `play` adds without a bot.
        ca: Path of a file with PEM root certificates; if given, TLS is used.
        name: Name of the bot, shown in the replay; at most 100 characters.
        patience: Seconds without any answer from the referee after which `play` gives up, from 0.
        game: Game that `bot` plays; None takes the game from the bot's `game` or the types in its
            annotations.
        strict: Whether the first failure of a bot's own code ends play; if not, a failure costs
            only its turn.
        threads: How many bots may think at the same time once a bot waits for something, from 1 to
            1,024. With 1, bots are asked one after the other on the caller's thread.
        small_turns: Whether to ask the referee for turns in a short form, which saves bytes; bots
            see no difference.
        witness_dir: Folder for one file per seat with the nonces and commitments that the seat
            received before play; None writes no files.

    Raises:
        AddressError: The address is neither `unix:/path` nor `HOST:PORT`.
        TlsError: The CA file can't be read or holds no certificate.
        ValueError: The name is longer than 100 characters, or `threads` is out of range.
    """

    def _hooks(self) -> Hooks:
        return {"on_say": self._write}

    def _prepare(self) -> None:
        self._lock = threading.RLock()
        """Lock held while the conversation changes: the stream's thread, its watcher and threads of
        bots do that."""
        # Nobody asks a bot while holding this one: a bot may wait for a thread that is about to speak.
        self._writing = threading.Lock()
        self._outgoing: queue.SimpleQueue[PlayRequest | None] | None = None
        """Queue of requests for gRPC's writing thread, in order. An entry None closes our side of
        the stream; None in place of the queue means that no stream is open."""
        self._stream: grpc.Call | None = None
        self._closing = threading.Event()
        self._stopping = threading.Event()
        self._is_silent = False

    @property
    def _guard(self) -> contextlib.AbstractContextManager[object]:
        return self._lock

    def stop(self) -> None:
        """End `play` now, from any thread.

        Seats are not resigned: their clocks go on running, and the seats can be joined again.
        """
        self._stopping.set()
        stream = self._stream
        if stream is not None:
            stream.cancel()

    def play(self, tokens: Iterable[str] | None = None) -> None:
        """Play until all matches have ended; reconnect after a break of the stream.

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
        self._join_all(tokens)
        try:
            while not (self._stopping.is_set() or self._conversation.is_done):
                self._play_one_stream()
            if not self._stopping.is_set():
                self._threads.wait(GOODBYE_S)
        finally:
            self._threads.close()
        self._raise_failure()

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
        self._stopping.wait(self._pause_s(time.monotonic(), why))

    def _converse(self) -> None:
        """Open a stream to the referee, and use it until it ends or is cancelled."""
        with self._address.channel() as channel, self._on_stream(channel) as stream:
            for response in stream:
                self.is_thinking = True
                self._patience.heard()
                with self._lock:
                    turns = self._conversation.receive(response)
                # Bots are asked without the lock: threads of other bots must be able to hand back decisions.
                for _ in self._conversation.play(turns):
                    self._send_soon()
                self._send_soon()
                self.is_thinking = False

    @contextlib.contextmanager
    def _on_stream(self, channel: grpc.Channel) -> Iterator[Iterator[PlayResponse]]:
        outgoing: queue.SimpleQueue[PlayRequest | None] = queue.SimpleQueue()
        over = threading.Event()
        with self._lock:
            self._closing.clear()
            self._is_silent = False
            with self._writing:
                # New queue and joins in one step. In between, a bot that speaks on another thread
                # could put its message in front of the joins, and the referee takes messages only
                # of seats that are joined.
                self._outgoing = outgoing
                self._conversation.opened()
            self._send_soon()
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

    def _call_reader(self, call: Callable[[], None]) -> None:
        # There is no loop to hand it to, so that it runs right here, on the bot's thread and under the lock.
        try:
            with self._lock:
                call()
        except BaseException as error:  # `play` raises it, also a `sys.exit` in a bot
            self._failure = error
            self.stop()
        self._send_soon()

    def _send_soon(self) -> None:
        """Hand all messages that are ready to gRPC's writing thread.

        If all matches are over, close our side of the stream.
        """
        with self._lock:
            self._write()
            outgoing = self._outgoing
            if outgoing is not None and self._conversation.is_done:
                outgoing.put(None)
                self._closing.set()

    def _write(self) -> None:
        """Hand all messages that are ready to gRPC's writing thread, unless no stream is open.

        It may be called from any thread.
        """
        with self._writing:
            if self._outgoing is None:
                return  # the next stream sends it
            while (request := self._conversation.take()) is not None:
                self._outgoing.put(request)

    def _watch(self, stream: grpc.Call, over: threading.Event) -> None:
        """Cancel a stream that is silent for too long.

        Cancel also a stream that the referee does not end within `GOODBYE_S` after the last match.

        Args:
            stream: The open stream to the referee.
            over: Set by the reading thread when the stream has ended.
        """
        while not self._closing.wait(SILENCE_S):
            self._threads.warn_of_waiting()
            with self._lock:
                # While bots think on the reading thread nothing is read, and silence says nothing.
                if not self.is_thinking and self._conversation.home.is_silent():
                    self._is_silent = True
                    stream.cancel()
                    return
                self._send_soon()
        if not over.wait(GOODBYE_S):
            stream.cancel()

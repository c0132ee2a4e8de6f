"""Base class of the clients of `client.py` and `blocking.py`: their common parts and public methods."""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TypedDict

from referee_client.address import Address
from referee_client.bot import BotLike
from referee_client.conversation import Conversation
from referee_client.retry import Patience
from referee_client.seats import BotFailures, log
from referee_client.threads import THREADS, BotThreads
from referee_client.witness import write_witness

__all__ = ["ClientBase", "Hooks"]


class Hooks(TypedDict, total=False):
    """Arguments of `Conversation` in which the asyncio client and the blocking client differ.

    `can_await` says whether bots may be async; `on_say` is called when a bot has sent a chat
    message, and `on_worker` with the address of a worker that has a seat's match.
    """

    can_await: bool
    on_say: Callable[[], object]
    on_worker: Callable[[str], object] | None


class ClientBase(abc.ABC):
    """Base class of the asyncio client and the blocking client: all of a client except its streams.

    Its arguments are those of both classes named `RefereeClient`.
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
            call_reader=self._call_reader,  # called only once bots think, when the subclass is complete
            on_witness=None if witness_dir is None else partial(write_witness, Path(witness_dir)),
            **self._hooks(),
        )
        self._patience = Patience(self._address.target, patience)
        self._failure: BaseException | None = None
        """Error from another task or thread that ended play; `play` raises it."""
        self.is_thinking = False
        """Whether bots are being asked right now on the thread that reads the stream."""
        self._prepare()

    @abc.abstractmethod
    def _hooks(self) -> Hooks:
        """Return the arguments of `Conversation` in which the asyncio and the blocking client differ."""

    @abc.abstractmethod
    def _prepare(self) -> None:
        """Create the parts that only the subclass has; called last by the constructor."""

    @property
    @abc.abstractmethod
    def _guard(self) -> AbstractContextManager[object]:
        """Context manager to hold while the conversation (seats, turns, outboxes) changes."""

    @abc.abstractmethod
    def _call_reader(self, call: Callable[[], None]) -> None:
        """Run a function on the thread that may change the conversation; called from bots' threads."""

    @abc.abstractmethod
    def _send_soon(self) -> None:
        """Send all messages that are ready, without waiting.

        If play is over, close our side of the stream.
        """

    @property
    def bot_failures(self) -> BotFailures:
        """Failures of the bots' own code so far: their number, the first one, and a summary."""
        return self._conversation.bot_failures

    def join(self, token: str, bot: BotLike | None = None) -> None:
        """Join the seat that a token belongs to, at any time before `finish`, also while `play` runs.

        On the asyncio client, call it from the event loop's thread; on the blocking client, from
        any thread.

        Args:
            token: Secret of the seat, as the organizer got it from the lobby.
            bot: The bot that plays the seat; None means the client's bot.

        Raises:
            TypeError: There is no bot for the seat, or the bot is async and the client is the
                blocking one.
            ValueError: The token is empty, or `finish` has been called.
        """
        with self._guard:
            self._conversation.join(token, bot)
            self._send_soon()

    def finish(self) -> None:
        """Declare that no more seats will be joined: `play` returns once all matches have ended."""
        with self._guard:
            self._conversation.finish()
            self._send_soon()

    def resign(self, match_id: str, seat: int) -> None:
        """Give up a seat for good: it forfeits its match."""
        with self._guard:
            self._conversation.resign(match_id, seat)
            self._send_soon()

    def _join_all(self, tokens: Iterable[str] | None) -> None:
        """Join the seats of all tokens and then call `finish`; with None do nothing."""
        if tokens is not None:
            for token in tokens:
                self.join(token)
            self.finish()

    def _pause_s(self, now_s: float, why: str) -> float:
        """Log that the stream broke; return the seconds to wait before the next attempt.

        Args:
            now_s: Present time of a monotonic clock, in seconds.
            why: Reason why the stream broke, for the log and the error.

        Raises:
            UnreachableError: The referee has not answered for as long as the client's patience.
        """
        delay = self._patience.delay(now_s, why)
        log.warning("stream to %s broke: %s; again in %.1f s", self._address.target, why, delay)
        return delay

    def _raise_failure(self) -> None:
        """Raise the error that ended play, or else the first failure of a seat or a bot.

        Return if there was none.
        """
        # First the error that ended play early: seats that failed because of it only follow from it.
        if self._failure is not None:
            raise self._failure
        self._conversation.raise_failure()

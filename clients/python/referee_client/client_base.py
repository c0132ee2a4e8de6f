"""What the clients of `client.py` and `blocking.py` have in common: their parts, and what a program may call."""

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
    """Arguments of `Conversation` in which the two clients differ."""

    can_await: bool
    on_say: Callable[[], object]
    on_worker: Callable[[str], object] | None


class ClientBase(abc.ABC):
    """A client without its streams; for the arguments see `referee_client.RefereeClient`."""

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
        """Error that ended play from elsewhere than `play`, which raises it."""
        self.is_thinking = False
        """Whether bots are being asked right now on the thread that reads the stream."""
        self._prepare()

    @abc.abstractmethod
    def _hooks(self) -> Hooks:
        """Return the arguments of the conversation in which the clients differ."""

    @abc.abstractmethod
    def _prepare(self) -> None:
        """Create the parts that only this client has; called last by the constructor."""

    @property
    @abc.abstractmethod
    def _guard(self) -> AbstractContextManager[object]:
        """Held while the conversation changes."""

    @abc.abstractmethod
    def _call_reader(self, call: Callable[[], None]) -> None:
        """Run a function where the conversation may change; called from threads of bots."""

    @abc.abstractmethod
    def _send_soon(self) -> None:
        """Have everything sent that is ready; close our side of the stream if play is over."""

    @property
    def bot_failures(self) -> BotFailures:
        """Failures of the bots' own code so far."""
        return self._conversation.bot_failures

    def join(self, token: str, bot: BotLike | None = None) -> None:
        """Present a seat's token, at any time.

        Call it from the event loop's thread; on the blocking client, from any thread.

        Raises:
            TypeError: There is no bot for it; on the blocking client, or it is async.
            ValueError: The token is empty, or `finish` has been called.
        """
        with self._guard:
            self._conversation.join(token, bot)
            self._send_soon()

    def finish(self) -> None:
        """Declare that no more tokens will come: `play` returns once all matches have ended."""
        with self._guard:
            self._conversation.finish()
            self._send_soon()

    def resign(self, match_id: str, seat: int) -> None:
        """Give up a seat for good."""
        with self._guard:
            self._conversation.resign(match_id, seat)
            self._send_soon()

    def _join_all(self, tokens: Iterable[str] | None) -> None:
        """Join the seats of the tokens, and no more; None leaves joining to `join`."""
        if tokens is not None:
            for token in tokens:
                self.join(token)
            self.finish()

    def _pause_s(self, now_s: float, why: str) -> float:
        """Log that the stream broke; return the seconds to wait before the next attempt.

        Raises:
            UnreachableError: The patience ran out.
        """
        delay = self._patience.delay(now_s, why)
        log.warning("stream to %s broke: %s; again in %.1f s", self._address.target, why, delay)
        return delay

    def _raise_failure(self) -> None:
        """Raise the error that ended play, or the first failure of a seat or a bot, if there was one."""
        # First the error that ended play early: seats that failed because of it only follow from it.
        if self._failure is not None:
            raise self._failure
        self._conversation.raise_failure()

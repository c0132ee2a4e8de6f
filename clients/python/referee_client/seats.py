"""What a process keeps of each seat it plays: its token, its bot, and the turn that is open.

Plain state; what changes it is in `conversation.py`.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import Callable, Iterator
from typing import Any

from gamereferee.v1 import play_service_pb2 as wire
from referee_client._version import __version__
from referee_client.bot import Bot, Match, Turn, caller
from referee_client.errors import BotError
from referee_client.fairness import NONCE_BYTES
from referee_client.messages import pack

__all__ = ["Seat", "Ticket", "blame", "log"]

log = logging.getLogger("referee_client")

CLIENT = f"python/{__version__}"


class Seat:
    """A seat that has been joined, until its match has ended.

    Raises:
        TypeError: The bot's `act` takes neither one nor two arguments.
    """

    __slots__ = (
        "_action",
        "act",
        "answered",
        "bot",
        "is_async",
        "is_away",
        "match",
        "number",
        "started",
        "turn",
    )

    def __init__(self, number: int, match: Match, bot: Bot) -> None:
        self.number = number
        """Number of the join."""
        self.match = match
        """What it plays in."""
        self.bot = bot
        """Who plays it."""
        self.act, self.is_async = caller(bot)
        self.started = False
        """Whether the bot has met the match."""
        self.turn: Turn | None = None
        """The turn that is being thought about."""
        self.answered = 0
        """Number of the last turn answered."""
        self.is_away = False
        """Whether the stream broke and no turn has come on the new one: answers wait for that."""
        self._action: Any = None

    def answer(self, turn: Turn, action: Any) -> wire.Action | None:
        """Close the turn with an action; None if there is nothing to send now."""
        if self.turn is not turn:
            return None
        self.turn = None
        self.answered = turn.number
        self._action = action
        return None if self.is_away else self.last_answer()

    def last_answer(self) -> wire.Action:
        """The last answer as a message; sent again where a stream has lost it."""
        return wire.Action(
            match_id=self.match.match_id,
            seat=self.match.seat,
            turn=self.answered,
            payload=pack(self._action),
        )

    def close(self) -> None:
        """Close the turn without an answer, and stop the thinking about it."""
        if self.turn is not None and self.turn.cancel is not None:
            self.turn.cancel()
        self.turn = None

    def where(self, turn: int = 0) -> str:
        """Match, seat and turn, for logs and errors."""
        where = f"match {self.match.match_id} seat {self.match.seat}"
        return f"{where} turn {turn}" if turn else where


class Ticket:
    """A token that was given to this process, until its seat's match has ended."""

    __slots__ = ("make", "nonce", "number", "seat", "token")

    def __init__(self, number: int, token: str, make: Callable[[], Bot]) -> None:
        self.number = number
        """Number of the join."""
        self.token = token
        """The secret."""
        self.make = make
        """Makes the bot once the seat is joined."""
        self.nonce: bytes | None = secrets.token_bytes(NONCE_BYTES)
        """What this process adds to the match seed; None if another's nonce counts."""
        self.seat: Seat | None = None
        """The seat, once joined."""

    def join(self, bot_name: str) -> wire.Join:
        """The message that presents it."""
        return wire.Join(
            token=self.token,
            nonce=self.nonce,
            bot_name=bot_name,
            client=CLIENT,
            number=self.number,
        )


@contextlib.contextmanager
def blame(bot: Bot | None, where: str) -> Iterator[None]:
    """Log what a bot's own code raises; raise it as a BotError unless the bot asked to go on."""
    try:
        yield
    except Exception as error:
        log.exception("%s: the bot's own code failed", where)
        if bot is None or not bot.keep_going:
            raise BotError(f"{where}: the bot's own code failed: {error!r}") from error

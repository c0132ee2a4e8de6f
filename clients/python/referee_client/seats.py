"""What a process keeps of each seat it plays, and of what its bots' own code did wrong.

Plain state; what changes it is in `conversation.py`.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence

from google.protobuf import any_pb2

from gamereferee.v1 import play_service_pb2 as wire
from referee_client._version import __version__
from referee_client.bot import Bot, BotFaultError, Brought, Match, Turn
from referee_client.errors import BotError, ProtocolError
from referee_client.fairness import NONCE_BYTES, NONCE_COMMITMENTS, nonce_commitment
from referee_client.inspection import batch_of, caller, columns_of
from referee_client.line import Line
from referee_client.outbox import Answer
from referee_client.small_turns import ShortForm
from referee_client.thinking import Thinker

__all__ = ["BotFailures", "Seat", "Ticket", "log"]

log = logging.getLogger("referee_client")

CLIENT = f"python/{__version__}"


class Seat:
    """A seat that has been joined, until its match has ended.

    Raises:
        TypeError: The bot's `act` takes neither one nor two arguments.
    """

    __slots__ = (
        "_last_answer",
        "act",
        "action_type",
        "answered",
        "batch",
        "bot",
        "carried",
        "form",
        "heard_of",
        "is_async",
        "is_away",
        "is_plain",
        "latest",
        "line",
        "match",
        "missed",
        "number",
        "refused",
        "started",
        "thinker",
        "turn",
        "witness",
    )

    def __init__(
        self,
        number: int,
        match: Match,
        bot: Bot,
        line: Line,
        thinker: Thinker | None = None,
    ) -> None:
        self.number = number
        """Number of the join."""
        self.line = line
        """Where it is played, or is to be."""
        self.witness = wire.SeatWitness()
        """What it was told before play, and what it did."""
        self.match = match
        """What it plays in."""
        self.bot = bot
        """Who plays it."""
        self.act, self.is_async = caller(bot)
        self.batch = batch_of(bot)
        """Asks it about several turns at once; None if it decides one by one."""
        self.is_plain = not self.is_async and self.batch is None and columns_of(bot) is None
        """Whether it decides turn by turn without being awaited, so that a thread can ask it."""
        self.action_type = ""
        """Type URL of the game's Action message; empty until it is known."""
        self.thinker = thinker or Thinker()
        """What is asked of it, one thing after the other."""
        self.started = False
        """Whether the bot has met the match."""
        self.turn: Turn | None = None
        """The turn that is being thought about, or waits for that."""
        self.latest = 0
        """Number of the last turn that came by itself, not on a lane."""
        self.answered = 0
        """Number of the last turn answered."""
        self.missed = 0
        """Number of the last turn whose deadline was missed."""
        self.refused = 0
        """Number of the last turn whose answer was refused and given again."""
        self.heard_of = 0
        """Number of the last turn whose events the bot has been told."""
        self.carried: list[Brought] = []
        """What turns have brought that were never asked, since the last one that was."""
        self.is_away = False
        """Whether the stream broke and no turn has come on the new one: answers wait for that."""
        self.form: ShortForm | None = None
        """How its turns and actions are told in short on this stream; None if they aren't."""
        self._last_answer: tuple[int, any_pb2.Any | None] | None = None
        """Turn and action; None for the action where it was given up."""

    def answer(self, turn: Turn, payload: any_pb2.Any | None) -> Answer | None:
        """Close the turn with a packed action, or with None give it up.

        Returns:
            What there is to send now; None if the turn is open no more, or the stream is broken.
        """
        if self.turn is not turn:
            return None
        turn.answered()
        if self.carried:
            self.carried.clear()
        self.turn = None
        return self.answer_again(turn.number, payload)

    def answer_again(self, number: int, payload: any_pb2.Any | None) -> Answer | None:
        """Answer a turn, perhaps once more, by its number; else as `answer`."""
        self._last_answer = number, payload
        self.answered = number
        return None if self.is_away else self.last_answer()

    def last_answer(self) -> Answer:
        """Return the last answer as a message of this stream; sent again where another one has lost it."""
        assert self._last_answer is not None
        number, payload = self._last_answer
        match_id, seat = self.match.match_id, self.match.seat
        if payload is None:
            return wire.Skip(match_id=match_id, seat=seat, turn=number)
        small = None if self.form is None else self.form.action(number, payload)
        if small is not None:
            return small
        return wire.Action(match_id=match_id, seat=seat, turn=number, payload=payload)

    def close(self) -> None:
        """Close the turn without an answer, and stop the thinking about it.

        If the bot was never asked about it, what it has brought is kept for the next one.
        """
        turn, self.turn = self.turn, None
        if turn is None:
            return
        if turn.close():
            self.carried.clear()
        else:
            before = [brought for brought in self.carried if brought.number < turn.number]
            self.carried = [*before, turn.brought()]
        if turn.cancel is not None:
            turn.cancel()

    def where(self, turn: int = 0) -> str:
        """Match, seat and turn, for logs and errors."""
        where = f"match {self.match.match_id} seat {self.match.seat}"
        return f"{where} turn {turn}" if turn else where


class Ticket:
    """A token that was given to this process, until its seat's match has ended."""

    __slots__ = (
        "address",
        "columns",
        "features",
        "is_waiting",
        "line",
        "make",
        "nonce",
        "number",
        "seat",
        "stays",
        "token",
    )

    def __init__(
        self,
        number: int,
        token: str,
        make: Callable[[], Bot],
        line: Line,
        features: Sequence[str] = (),
        columns: Sequence[str] = (),
    ) -> None:
        self.number = number
        """Number of the join."""
        self.token = token
        """The secret."""
        self.make = make
        """Makes the bot once the seat is joined."""
        self.features = features
        """What it asks for besides commitments to nonces."""
        self.columns = columns
        """What it wants told on lanes."""
        self.nonce: bytes = secrets.token_bytes(NONCE_BYTES)
        """What this process adds to the match seed, unless another process joined the seat first."""
        self.seat: Seat | None = None
        """The seat, once joined."""
        self.line = line
        """Where the token was presented last."""
        self.is_waiting = True
        """Whether that has not been answered yet."""
        self.address = ""
        """The worker's that has the match, as the referee has told at home; empty if it has not."""
        self.stays = False
        """Whether it goes nowhere from home any more: a worker has refused it."""

    def join(self, bot_name: str) -> wire.Join:
        """Return the message that presents it."""
        return wire.Join(
            token=self.token,
            bot_name=bot_name,
            client=CLIENT,
            number=self.number,
            features=[NONCE_COMMITMENTS, *self.features],
            lane_columns=self.columns,
            nonce_commitment=nonce_commitment(self.nonce),
        )


class BotFailures:
    """What the bots' own code did wrong so far: each failure is logged and counted.

    Args:
        strict: Whether the first one is raised.
    """

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict
        self.count = 0
        """How many there were."""
        self.first: BotError | None = None
        """The first of them; its cause is what the bot raised."""
        self.summary = ""
        """How many there were, and which was the first, in a sentence; empty without any."""
        self._first_told = ""
        self._lock = threading.Lock()  # bots may fail on several threads at once
        self._shown: set[tuple[type[Exception], str]] = set()

    def add(self, error: Exception, where: str) -> None:
        """Take note of an exception out of a bot.

        Raises:
            BotError: The failure, if that is strict.
            ProtocolError: The error itself, if it is not the bot's: a message could not be read.
        """
        if isinstance(error, ProtocolError):
            raise error
        with self._lock:
            self._log(error, where)
            told = str(error) if isinstance(error, BotFaultError) else repr(error)
            failure = BotError(f"{where}: the bot's own code failed: {told}")
            failure.__cause__ = error
            self.count += 1
            if self.first is None:
                self.first = failure
                self._first_told = f"{where}: {told}"
            times = "once, in" if self.count == 1 else f"{self.count} times, the first time in"
            self.summary = f"the bot's own code failed {times} {self._first_told}"
        if self._strict:
            raise failure

    def _log(self, error: Exception, where: str) -> None:
        """Log a failure; with its traceback where none was raised there before."""
        if isinstance(error, BotFaultError):
            log.error("%s: the bot's own code failed: %s", where, error)
        elif (key := (type(error), _place(error))) in self._shown:
            log.error("%s: the bot's own code failed again at %s: %r", where, key[1], error)
        else:
            self._shown.add(key)
            log.error("%s: the bot's own code failed", where, exc_info=error)

    @contextlib.contextmanager
    def caught(self, where: str) -> Iterator[None]:
        """While open, an exception is one of a bot; see `add`."""
        try:
            yield
        except Exception as error:  # a bot may raise anything; `add` raises what is not the bot's
            self.add(error, where)


def _place(error: Exception) -> str:
    """File and line where an exception was raised; empty for one that never was."""
    frames = traceback.extract_tb(error.__traceback__, -1)
    return f"{frames[0].filename}:{frames[0].lineno}" if frames else ""

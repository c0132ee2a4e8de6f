"""State of each seat and each token of a process, and the failures of its bots' own code.

Plain state; `conversation.py` and `asking.py` change it.
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
from referee_client.bot import Bot, BotFaultError, CarriedOver, Match, Turn
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
        """The line on which it is played, or on which its token has been presented."""
        self.witness = wire.SeatWitness()
        """Nonces and seed commitment as the referee showed them before play, and this seat's own nonce."""
        self.match = match
        """The match."""
        self.bot = bot
        """The bot that plays it."""
        self.act, self.is_async = caller(bot)
        self.batch = batch_of(bot)
        """Asks it about several turns at once; None if it decides one by one."""
        self.is_plain = not self.is_async and self.batch is None and columns_of(bot) is None
        """Whether the bot decides turn by turn and is not async, so that a thread can ask it."""
        self.action_type = ""
        """Type URL of the game's Action message; empty until it is known."""
        self.thinker = thinker or Thinker()
        """Queue of the calls of the bot's methods, which run one after the other."""
        self.started = False
        """Whether `on_start` has been called, or is queued."""
        self.turn: Turn | None = None
        """The open turn: the bot thinks about it, or is going to be asked."""
        self.latest = 0
        """Number of the last turn that was received as a message, not on a lane."""
        self.answered = 0
        """Number of the last turn answered."""
        self.missed = 0
        """Number of the last turn whose deadline was missed."""
        self.refused = 0
        """Number of the last turn whose answer was refused and then replaced by a second one."""
        self.heard_of = 0
        """Number of the last turn with which `on_events` was called."""
        self.carried: list[CarriedOver] = []
        """Events and words of the turns since the last one about which the bot was asked."""
        self.is_away = False
        """Whether no turn has been received yet on the current stream. Then no answer is sent: the referee sends an
        open turn again, and only then takes its answer."""
        self.form: ShortForm | None = None
        """How its turns and actions are shortened on this stream; None if they are sent in full."""
        self._last_answer: tuple[int, any_pb2.Any | None] | None = None
        """Number of the turn, and the packed action; None for the action if the turn was given up."""

    def answer(self, turn: Turn, payload: any_pb2.Any | None) -> Answer | None:
        """Close the turn with a packed action, or give it up with None.

        Returns:
            The message to send now; None if the turn is not open any more, or no turn has been received on the
            current stream.
        """
        if self.turn is not turn:
            return None
        turn.answered()
        if self.carried:
            self.carried.clear()
        self.turn = None
        return self.answer_again(turn.number, payload)

    def answer_again(self, number: int, payload: any_pb2.Any | None) -> Answer | None:
        """Answer a turn by its number, also one that was answered before; returns as `answer` does."""
        self._last_answer = number, payload
        self.answered = number
        return None if self.is_away else self.last_answer()

    def last_answer(self) -> Answer:
        """Return the last answer as a message for the current stream; also for sending it again after a break."""
        assert self._last_answer is not None
        number, payload = self._last_answer
        match_id, seat = self.match.match_id, self.match.seat
        if payload is None:
            return wire.Skip(match_id=match_id, seat=seat, turn=number)
        # Built again each time: handles and short forms hold on one stream alone.
        small = None if self.form is None else self.form.action(number, payload)
        if small is not None:
            return small
        return wire.Action(match_id=match_id, seat=seat, turn=number, payload=payload)

    def close(self) -> None:
        """Close the turn without an answer, and cancel the bot's thinking about it.

        If the bot was never asked about it, its events and words are kept for the next turn.
        """
        turn, self.turn = self.turn, None
        if turn is None:
            return
        # If the bot was asked it has seen the events, also those of earlier turns; nothing is left to carry over.
        if turn.close():
            self.carried.clear()
        else:
            # After a reconnect a turn may have been carried over before: it must not be there twice.
            before = [carried for carried in self.carried if carried.number < turn.number]
            self.carried = [*before, turn.carried_over()]
        if turn.cancel is not None:
            turn.cancel()

    def where(self, turn: int = 0) -> str:
        """Return match, seat and turn in words, for logs and errors."""
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
        """Features that its join asks for, in addition to commitments to nonces."""
        self.columns = columns
        """Columns that it asks for on lanes."""
        self.nonce: bytes = secrets.token_bytes(NONCE_BYTES)
        """This process's nonce for the match seed; unused if another process joined the seat first."""
        self.seat: Seat | None = None
        """The seat, once joined."""
        self.line = line
        """The line on which the token was presented last."""
        self.is_waiting = True
        """Whether the referee has not answered that join yet."""
        self.address = ""
        """Address of the worker that has the match, from the `Joined` on the home line; empty if it named none."""
        self.stays = False
        """Whether the seat stays on the home line for good, because a worker has refused its token."""

    def join(self, bot_name: str) -> wire.Join:
        """Return the message that presents the token."""
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
    """Failures of the bots' own code so far: each is logged and counted.

    Args:
        strict: Whether the first one is raised.
    """

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict
        self.count = 0
        """Number of failures."""
        self.first: BotError | None = None
        """The first of them; its cause is what the bot raised."""
        self.summary = ""
        """Number of failures and the first of them, in a sentence; empty if there were none."""
        self._first_text = ""
        self._lock = threading.Lock()  # bots may fail on several threads at once
        self._shown: set[tuple[type[Exception], str]] = set()

    def add(self, error: Exception, where: str) -> None:
        """Log and count an exception that a bot has raised.

        Raises:
            BotError: The failure, if `strict` is set.
            ProtocolError: `error` itself, if a message could not be read, which is not the bot's failure.
        """
        # A bot reads events and actions lazily, so that an unreadable message fails within its own code.
        if isinstance(error, ProtocolError):
            raise error
        with self._lock:
            self._log(error, where)
            text = str(error) if isinstance(error, BotFaultError) else repr(error)
            # The exception keeps its traceback as the cause: the one that is raised at the end of play has it.
            failure = BotError(f"{where}: the bot's own code failed: {text}")
            failure.__cause__ = error
            self.count += 1
            if self.first is None:
                self.first = failure
                self._first_text = f"{where}: {text}"
            times = "once, in" if self.count == 1 else f"{self.count} times, the first time in"
            self.summary = f"the bot's own code failed {times} {self._first_text}"
        if self._strict:
            raise failure

    def _log(self, error: Exception, where: str) -> None:
        """Log a failure; with its traceback if it is the first one of its kind raised in that line of code."""
        if isinstance(error, BotFaultError):
            log.error("%s: the bot's own code failed: %s", where, error)
        elif (key := (type(error), _place(error))) in self._shown:
            log.error("%s: the bot's own code failed again at %s: %r", where, key[1], error)
        else:
            self._shown.add(key)
            log.error("%s: the bot's own code failed", where, exc_info=error)

    @contextlib.contextmanager
    def caught(self, where: str) -> Iterator[None]:
        """Treat exceptions raised in the `with` block as failures of a bot; see `add`."""
        try:
            yield
        except (
            Exception
        ) as error:  # a bot may raise anything; `add` re-raises errors that are not the bot's
            self.add(error, where)


def _place(error: Exception) -> str:
    """Return file and line where an exception was raised; empty for one that was never raised."""
    frames = traceback.extract_tb(error.__traceback__, -1)
    return f"{frames[0].filename}:{frames[0].lineno}" if frames else ""

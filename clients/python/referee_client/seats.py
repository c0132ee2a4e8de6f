"""State of each seat and each token of a process, and the failures of bots' own code.

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
    """State of a seat that this process has joined, until the match has ended for it.

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
        """Number of the join request that presented the seat's token."""
        self.line = line
        """Line (connection) on which the seat is played, or on which its token has been presented
        last."""
        self.witness = wire.SeatWitness()
        """Nonces and seed commitment as the referee sent them before play, and this seat's own
        nonce."""
        self.match = match
        """Match to which the seat belongs."""
        self.bot = bot
        """Bot that plays the seat."""
        self.act, self.is_async = caller(bot)
        self.batch = batch_of(bot)
        """Function that asks the bot about several turns at once; None if the bot decides one by
        one."""
        self.is_plain = not self.is_async and self.batch is None and columns_of(bot) is None
        """Whether the bot decides turn by turn and is not async, so that a thread can ask it."""
        self.action_type = ""
        """Type URL of the game's Action message; empty until the first turn."""
        self.thinker = thinker or Thinker()
        """Queue of the calls of the bot's methods, which run one after the other."""
        self.started = False
        """Whether the bot's `on_start` has been called, or its call is queued."""
        self.turn: Turn | None = None
        """The open turn: the bot is thinking about it, or is going to be asked; None if no turn is
        open."""
        self.latest = 0
        """Number of the last turn that was received as a single message, not on a lane (with turns
        of many matches).
        """
        self.answered = 0
        """Number of the last turn that was answered or given up; 0 before the first."""
        self.missed = 0
        """Number of the last turn whose deadline was missed; 0 if there was none."""
        self.refused = 0
        """Number of the last turn whose answer was rejected and then replaced by a second
        answer."""
        self.heard_of = 0
        """Number of the last turn whose events were passed to the bot's `on_events`."""
        self.carried: list[CarriedOver] = []
        """Events and chat messages of turns that were over before the bot could be asked, which the
        seat's next turn repeats; empty if there are none.
        """
        self.is_away = False
        """Whether no turn has been received yet on the current stream. Then no answer is sent: the
        referee sends an open turn again, and only then takes its answer."""
        self.form: ShortForm | None = None
        """How the seat's turns and actions are shortened on this stream; None if they are sent in
        full."""
        self._last_answer: tuple[int, any_pb2.Any | None] | None = None
        """Last answer: number of its turn, and the packed action, which is None if the turn was
        given up. None before the first answer."""

    def answer(self, turn: Turn, payload: any_pb2.Any | None) -> Answer | None:
        """Close a turn with a packed action, if it is still the seat's open turn.

        Args:
            turn: The turn.
            payload: The packed action; None gives the turn up.

        Returns:
            The message to send now; None if the turn is not open any more, or if no turn has been
            received on the current stream yet.
        """
        if self.turn is not turn:
            return None
        turn.answered()
        if self.carried:
            self.carried.clear()
        self.turn = None
        return self.answer_again(turn.number, payload)

    def answer_again(self, number: int, payload: any_pb2.Any | None) -> Answer | None:
        """Answer a turn by its number, even if it was answered before.

        Args:
            number: Number of the turn.
            payload: The packed action; None gives the turn up.

        Returns:
            The message to send now; None if no turn has been received on the current stream yet.
            Then the answer is kept until the referee sends the turn again.
        """
        # Kept even if it is sent at once: the stream may break before the referee has read the
        # answer, and then it is sent again without asking the bot (duty 9).
        self._last_answer = number, payload
        self.answered = number
        return None if self.is_away else self.last_answer()

    def last_answer(self) -> Answer:
        """Return the seat's last answer as a message, in the form that the current stream uses.

        It must have answered a turn before. The message may be sent more than once, as after a
        break.
        """
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
        """Close the open turn without an answer, and cancel an async bot's thinking about it.

        If the bot was never asked about the turn, its events and chat messages are kept for the
        next turn.
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
        """Return match, seat and turn in words, for logs and errors; a turn of 0 is left out."""
        where = f"match {self.match.match_id} seat {self.match.seat}"
        return f"{where} turn {turn}" if turn else where


class Ticket:
    """A seat's token and the state of its join, from `join` until the seat's match has ended."""

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
        """Number of the join request, by which the referee's answer names it."""
        self.token = token
        """Secret that proves the right to the seat."""
        self.make = make
        """Function that returns the seat's bot; called once the seat is joined."""
        self.features = features
        """Features of the protocol that the join asks for, in addition to nonce commitments."""
        self.columns = columns
        """Names of the observation's columns that the join asks for on lanes; empty means all."""
        # Drawn once: every join carries its commitment, on whichever stream the nonce is opened
        # later.
        self.nonce: bytes = secrets.token_bytes(NONCE_BYTES)
        """Random bytes that this process adds to the match seed; unused if another process joined
        the seat first."""
        self.seat: Seat | None = None
        """State of the seat; None until the referee has accepted the token."""
        self.line = line
        """Line (connection) on which the token was presented last."""
        self.is_waiting = True
        """Whether the referee has not answered the last join of this token yet."""
        self.address = ""
        """Address of the worker that has the match, from the `Joined` on the home line; empty if
        that named none."""
        self.stays = False
        """Whether the seat stays on the home line for good, because a worker has refused its
        token."""

    def join(self, bot_name: str) -> wire.Join:
        """Return the message that presents the token; `bot_name` is shown in the replay."""
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
    """Failures of the bots' own code so far: each failure is logged and counted.

    Args:
        strict: Whether the first failure is raised as well.
    """

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict
        self.count = 0
        """Number of failures so far."""
        self.first: BotError | None = None
        """The first failure; its `__cause__` is what the bot raised. None if there was none."""
        self.summary = ""
        """Number of failures and the first failure, in a sentence; empty if there were none."""
        self._first_text = ""
        self._lock = threading.Lock()  # bots may fail on several threads at once
        self._shown: set[tuple[type[Exception], str]] = set()

    def add(self, error: Exception, where: str) -> None:
        """Log and count an exception that a bot's own code has raised.

        Args:
            error: The exception.
            where: Match, seat and turn in words, for log and error.

        Raises:
            BotError: The failure, if `strict` is set.
            ProtocolError: The exception itself, if it says that a message could not be read, which
                is not the bot's failure.
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
        """Log a failure; with its traceback if it is the first of its type at that line of code."""
        if isinstance(error, BotFaultError):
            log.error("%s: the bot's own code failed: %s", where, error)
        elif (key := (type(error), _place(error))) in self._shown:
            log.error("%s: the bot's own code failed again at %s: %r", where, key[1], error)
        else:
            self._shown.add(key)
            log.error("%s: the bot's own code failed", where, exc_info=error)

    @contextlib.contextmanager
    def caught(self, where: str) -> Iterator[None]:
        """In the `with` block, log and count exceptions as failures of a bot's own code.

        Args:
            where: Match, seat and turn in words, for log and error.

        Raises:
            BotError: The failure, if `strict` is set.
            ProtocolError: The exception itself, if it says that a message could not be read, which
                is not the bot's failure.
        """
        try:
            yield
        except (
            Exception
        ) as error:  # a bot may raise anything; `add` re-raises errors that are not the bot's
            # `SystemExit` and `KeyboardInterrupt` are not caught here: they stop the process.
            self.add(error, where)


def _place(error: Exception) -> str:
    """Return file and line where an exception was raised.

    Return an empty text for an exception that was never raised.
    """
    frames = traceback.extract_tb(error.__traceback__, -1)
    return f"{frames[0].filename}:{frames[0].lineno}" if frames else ""

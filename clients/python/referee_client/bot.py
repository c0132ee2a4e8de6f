"""What a bot is: a function, or a subclass of `Bot`, and what it is told.

A function takes an observation, or an observation and the `Turn`, and returns an action; it may be
async with the asyncio client. A subclass of `Bot` is made anew for every seat, so that it can keep
a memory of its match. Nothing here knows the wire beyond reading its messages.
"""

from __future__ import annotations

import dataclasses
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gamereferee.v1.match_pb2 import EndCause, ForfeitCause, SeedReveal
from gamereferee.v1.play_service_pb2 import MatchEnded
from gamereferee.v1.play_service_pb2 import Said as SaidMessage
from gamereferee.v1.play_service_pb2 import Turn as TurnMessage
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_client.chat import Channel, Said
from referee_client.messages import parse, seconds, unpack
from referee_client.small_turns import ShortTurn

__all__ = [
    "SKIP",
    "Act",
    "ActBatch",
    "Bot",
    "BotFaultError",
    "BotLike",
    "Brought",
    "Clock",
    "Match",
    "Missed",
    "Outcome",
    "Rejection",
    "SeatResult",
    "Speak",
    "Turn",
    "enum_name",
]


@dataclasses.dataclass(slots=True)
class Match:
    """A match as one of its seats knows it from the start."""

    match_id: str
    """Identifies the match on its referee."""
    seat: int
    """This bot's seat, from 0."""
    game: str
    """Identifier of the game, such as `diceman`."""
    game_version: int
    """The game's behaviour version, from 1."""
    config: Any
    """The game's Config message, with every default filled in."""
    num_seats: int
    """Number of seats in the match, from 1."""
    time_control: TimeControl
    """The terms in force."""
    seed_commitment: bytes
    """SHA-256 of server seed and salt, 32 bytes; checked by the SDK after the end."""
    round_trip: float | None = None
    """Round trip the referee measured before play, in seconds; None before the start or if none
    was measured."""
    lists_legal: bool = False
    """Whether the bot has asked for `Turn.legal`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Clock:
    """A seat's clock when its turn was written. Durations in seconds, never negative."""

    remaining: float | None
    """Until the deadline, free time and reserve together; None if there is no deadline."""
    bank: float | None
    """Reserve when the turn was opened; None if there is none."""
    last_elapsed: float | None
    """What the last answer was charged; None before the first and after a missed deadline."""
    last_lag: float | None
    """Part of the last answer's time that was the referee's own and was not charged."""
    strikes: int
    """Deadlines missed so far."""


class Brought(NamedTuple):
    """What a turn that was never asked has brought; the next turn that is asked has it, too."""

    number: int
    """Number of that turn."""
    events: Any
    """The game's Events message as it came, an `Any`; None if there was none."""
    said: tuple[SaidMessage, ...]
    """What was said."""


_MARGIN_NS = 50_000_000
"""Lag margin of a time control that names none."""
_closing = threading.Lock()
"""Held where a turn is closed or begun, so that it is never both; one for all, since it is held briefly."""


class Turn:
    """A decision a seat has to make. Fields are read from the wire when asked for."""

    __slots__ = (
        "_earlier",
        "_is_open",
        "_message",
        "_now_ns",
        "_over_ns",
        "_speak",
        "cancel",
        "is_asked",
        "match",
        "observation",
        "received_ns",
    )

    def __init__(
        self,
        match: Match,
        observation: Any,
        message: TurnMessage | ShortTurn,
        speak: Speak | None = None,
        earlier: Sequence[Brought] = (),
        received_ns: int | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.match = match
        """The match it belongs to."""
        self.observation = observation
        """The game's Observation message."""
        self.cancel: Callable[[], object] | None = None
        """Stops the thinking about it once its deadline has passed; set by the asyncio client."""
        self.received_ns = now_ns() if received_ns is None else received_ns
        """When it came, by a clock that never jumps."""
        self.is_asked = False
        """Whether the bot has been asked about it; set by the client."""
        self._message = message
        self._speak = speak
        self._earlier = earlier
        self._now_ns = now_ns
        self._over_ns: float | None = None
        self._is_open = True

    @property
    def match_id(self) -> str:
        """Identifies the match."""
        return self.match.match_id

    @property
    def seat(self) -> int:
        """The seat that is asked, from 0."""
        return self.match.seat

    @property
    def config(self) -> Any:
        """The game's Config message, complete."""
        return self.match.config

    @property
    def number(self) -> int:
        """Number of this seat's decision in the match, from 1."""
        return self._message.turn

    @property
    def phase(self) -> str:
        """Name of the rulebook's phase."""
        return self._message.phase

    @property
    def events(self) -> Any:
        """The game's Events message: what happened since this seat's last turn; None if nothing.

        With those of turns that were over before the bot could be asked about them.

        Raises:
            UnknownMessageError: No class is installed for it.
        """
        own = unpack(self._message.events) if self._message.HasField("events") else None
        if not self._earlier:
            return own
        parts = [unpack(brought.events) for brought in self._earlier if brought.events is not None]
        parts += [own] if own is not None else []
        for part in parts[1:]:
            parts[0].MergeFrom(part)
        return parts[0] if parts else None

    @property
    def legal(self) -> list[Any] | None:
        """All that this seat may do now: the game's Action messages, in the rulebook's order.

        None if the game does not list it, if it is more than a turn carries, or if the referee doesn't know the
        feature.

        Raises:
            RuntimeError: The bot has not asked for it.
            UnknownMessageError: No class is installed for it.
        """
        if not self.match.lists_legal:
            where = "in the bot's class, or on the function that makes bots"
            raise RuntimeError(f"turn.legal was not asked for: set reads_legal = True {where}")
        if not self._message.HasField("legal"):
            return None
        told = self._message.legal
        if not told.actions:
            return None
        return [parse(told.action_url, data) for data in told.actions]

    @property
    def clock(self) -> Clock:
        """The seat's clock when the turn was written."""
        clock = self._message.clock
        return Clock(
            remaining=seconds(clock.remaining) if clock.HasField("remaining") else None,
            bank=seconds(clock.bank) if clock.HasField("bank") else None,
            last_elapsed=seconds(clock.last_elapsed) if clock.HasField("last_elapsed") else None,
            last_lag=seconds(clock.last_lag) if clock.HasField("last_lag") else None,
            strikes=clock.strikes,
        )

    @property
    def said(self) -> tuple[Said, ...]:
        """What was said where this seat could hear it since its last turn, its own words included.

        Ordered by decision point, then by who said it, and then as it was said.
        """
        before = (said for brought in self._earlier for said in brought.said)
        return tuple(Said.from_message(said) for said in (*before, *self._message.said))

    @property
    def is_open(self) -> bool:
        """Whether an answer still counts, as far as this process knows; may be read from any thread.

        It does not once the turn is answered, once a newer turn, a missed deadline or the end of the match
        has come, or once `clock.remaining` and the lag margin have passed since the turn came.
        """
        return self._is_open and self._now_ns() < self._deadline_ns()

    def _deadline_ns(self) -> float:
        if self._over_ns is None:
            self._over_ns = _over_ns(self._message, self.match.time_control, self.received_ns)
        return self._over_ns

    def come_again(self, message: TurnMessage | ShortTurn, received_ns: int) -> None:
        """Note that it has come once more, with what is left of its time now."""
        self._over_ns = _over_ns(message, self.match.time_control, received_ns)

    def begin(self) -> bool:
        """Note that the bot is being asked; return False if the turn is over."""
        with _closing:
            is_open = self.is_open
            self.is_asked |= is_open
            return is_open

    def reopen(self) -> None:
        """Note that its answer was refused, and that the bot is to be asked once more."""
        self._is_open = True

    def answered(self) -> None:
        """Note that the bot, which was asked, has answered."""
        self._is_open = False

    def close(self) -> bool:
        """Note that no answer counts any longer; return whether the bot has been asked."""
        with _closing:
            self._is_open = False
            return self.is_asked

    def brought(self) -> Brought:
        """Return what the bot has not seen if it was never asked about this turn."""
        message = self._message
        events = message.events if message.HasField("events") else None
        return Brought(self.number, events, tuple(message.said))

    @property
    def channels(self) -> tuple[Channel, ...]:
        """Where this seat may say something until its next turn; none in games without chat."""
        return tuple(Channel.from_message(channel) for channel in self._message.channels)

    def say(self, channel: str, text: str) -> int:
        """Say something; the others hear it with their next turns.

        It may be called from any thread, before the answer and after it, until the seat's next
        turn. It goes out without waiting for the answer, and at most once: what a breaking stream
        has lost is not said again. A plain function on the asyncio client holds that client up, so
        that its words go out with its answer.

        Args:
            channel: Name of one of `channels`.
            text: Without control characters; the game rules how long it may be, and how many
                messages there may be a turn.

        Returns:
            Number of the message; the `Rejection` that answers it has it as `say_number`.

        Raises:
            TypeError: One of them is no str.
            ValueError: One of them has half of a surrogate pair, which UTF-8 can't say, or the text is so long
                that no request has room for it.
            RuntimeError: The turn comes from no client.
        """
        if not isinstance(channel, str) or not isinstance(text, str):
            raise TypeError(f"say takes two texts, not {channel!r:.80} and {text!r:.80}")
        if self._speak is None:
            raise RuntimeError("nobody can hear it: this turn comes from no client")
        return self._speak(self, channel, text)

    def __repr__(self) -> str:
        return f"Turn(match_id={self.match_id!r}, seat={self.seat}, number={self.number})"


def _over_ns(message: TurnMessage | ShortTurn, terms: TimeControl, received_ns: int) -> float:
    """Return when a turn is over, which is the lag margin after its deadline; infinite without one."""
    clock = message.clock
    if not clock.HasField("remaining"):
        return math.inf
    has_margin = terms.HasField("lag_margin")
    margin_ns = terms.lag_margin.ToNanoseconds() if has_margin else _MARGIN_NS
    return float(received_ns + clock.remaining.ToNanoseconds() + margin_ns)


@dataclasses.dataclass(frozen=True, slots=True)
class Rejection:
    """Something the referee did not take. The match goes on."""

    match: Match
    """The match it is about."""
    turn: int
    """The turn it is about; 0 if about none."""
    reason: str
    """Name of the ErrorReason without its prefix, such as `LATE`."""
    text: str
    """Why, for people."""
    say_number: int = 0
    """Number of the message it answers, as `Turn.say` gave it; 0 if it answers none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Missed:
    """A deadline passed unanswered, or a turn was given up; the rulebook's default action was played."""

    match: Match
    """The match."""
    turn: int
    """The turn that went unanswered."""
    strikes: int
    """Deadlines this seat has missed so far."""
    strikes_limit: int
    """Missed deadlines that forfeit the seat; 0 means that no number does."""
    forfeited: bool
    """Whether this one forfeited it: no more turns will come."""
    given_up: bool = False
    """Whether the turn was given up, as when the bot's own code fails, instead of missed."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatResult:
    """What a match came to for one seat."""

    seat: int
    """The seat, from 0."""
    placement: int
    """Rank from 1; ties share a rank; 0 in a void match, and while it is open."""
    score: int
    """Points by the rulebook; 0 where the placement is."""
    strikes: int
    """Deadlines missed."""
    forfeit: str | None
    """Why the seat was taken out, such as `TIME`; None if it was not."""


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, or how it ended for a seat that the rules have put out."""

    cause: str
    """Name of the EndCause without its prefix, such as `RULES`."""
    text: str
    """The same in a sentence."""
    seats: tuple[SeatResult, ...]
    """One result a seat, in seat order; if the match goes on, only the own one is filled in."""
    reveal: SeedReveal | None
    """The dice laid open; None if the match goes on, or the referee sent none."""
    goes_on: bool = False
    """Whether the match goes on without this seat; its own result is final unless `out_round` is set."""
    said: tuple[Said, ...] = ()
    """What was said where this seat could hear it since its last turn."""
    out_round: int = 0
    """The round in which the seat went out, where its placement stays open until the match is over."""
    first_place: int = 0
    """The first of the places that those who went out with it share by who is in longer."""
    last_place: int = 0
    """The last of them."""

    @classmethod
    def from_message(cls, message: MatchEnded) -> Outcome:
        """Read it from the wire."""
        outcome = message.outcome
        seats = tuple(
            SeatResult(
                result.seat,
                result.placement,
                result.score,
                result.strikes,
                enum_name(ForfeitCause, result.forfeit) if result.forfeit else None,
            )
            for result in outcome.seats
        )
        return cls(
            cause=enum_name(EndCause, outcome.cause),
            text=outcome.text,
            seats=seats,
            reveal=message.reveal if message.HasField("reveal") else None,
            goes_on=message.goes_on,
            said=tuple(Said.from_message(said) for said in message.said),
            out_round=message.out_round,
            first_place=message.first_place,
            last_place=message.last_place,
        )

    @property
    def is_void(self) -> bool:
        """Whether the match has no placements and touches no rating."""
        return self.cause not in {"RULES", "BOT_TIME", "BOT_ERROR", "FORFEIT"}


class Bot:
    """A bot with a memory; give the class to the client and every seat gets an instance.

    An instance given instead is shared by all seats. Only `act` or `act_batch` must be overridden.
    """

    game: str | None = None
    """Game it plays, such as `diceman`; None means that of the message that `act` says it takes. A
    seat of another game is resigned."""
    reads_events: bool | None = None
    """Whether it looks at events; None means that its code tells: it has its own `on_events`, or its `act`
    takes the turn. Who does not is not sent those of turns: `Turn.events` is None."""
    reads_legal: bool | None = None
    """Whether it looks at `Turn.legal`; None means that its code shows it: it reads an attribute `legal`. Who
    does not is not sent it."""

    def on_start(self, match: Match) -> None:
        """Meet the match: all seats have joined, the first turn is near. Called once a seat."""

    def on_events(self, match: Match, events: Any) -> None:
        """See what happened since the last turn, before `act`, and once more before `on_end`."""

    def act(self, *args: Any, **kwargs: Any) -> Any:
        """Decide: override as `act(self, observation)` or `act(self, observation, turn)`.

        `observation` is the game's Observation message; `turn` has the rest of what is known:
        match, number, clock, events, phase. With the asyncio client it may be an `async def`.

        Returns:
            The game's Action message.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act()")

    def act_batch(self, turns: Sequence[Turn]) -> Sequence[Any]:
        """Decide about all turns of a message at once: override it in place of `act`, as a plain function.

        A bot that does is one for all seats of the process, also where its class is given: what it
        remembers of a match is for itself to keep by `turn.match_id` and `turn.seat`.

        Args:
            turns: At least one, of one game, each of another seat; `turn.observation` is the game's
                Observation message.

        Returns:
            The game's Action message of each, in the same order; `SKIP` gives a turn up.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act_batch()")

    columns: Sequence[str] = ()
    """With `act_columns`: names of the columns that it looks at; none means all that the game has."""

    def act_columns(self, turns: Any) -> Any:
        """Decide about turns of many matches at once, as arrays: override it beside `act` or `act_batch`.

        The referee tells turns so where all bots of a match have this; what it can't tell so comes to
        `act` as ever. A bot that does is one for all seats of the process, as with `act_batch`, and
        hears of no events but those at the end. Needs NumPy.

        Args:
            turns: `referee_client.lanes.LaneTurns`, at least one.

        Returns:
            An array of `turns.lane.answers` with as many entries; a list of Action messages where that is
            ragged.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act_columns()")

    def on_rejected(self, rejection: Rejection) -> Any:
        """Hear that something was not taken; it has been logged. Override it as a plain function.

        Returns:
            Where the answer to the latest turn could not be read (`MALFORMED` or `WRONG_TYPE`), that turn is
            still open, and may be answered once more: by the game's Action message that is returned, or by
            `act`, if an async bot returns the `Turn`. Without one (None, or `SKIP`), or if the second answer
            is refused as well, the turn is given up. For all other rejections nothing is made of what is
            returned.
        """

    def on_missed(self, missed: Missed) -> None:
        """Hear that a deadline passed; it has been logged."""

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Hear how it ended, or that it goes on without this seat (`outcome.goes_on`).

        The last call; without `on_start` for a match that never started.
        """


SKIP = object()
"""What `act` may return for an action to give the turn up on purpose, which is no failure."""


class BotFaultError(Exception):
    """A failure of a bot's own code whose sentence says all: it is logged without a traceback."""


BotLike = Bot | type[Bot] | Callable[..., Any]
"""A function of one or two parameters, a `Bot`, a subclass of it, or a function without parameters
that makes a `Bot`."""

Act = Callable[[Turn], Any]
"""A bot's decision as the client calls it."""

ActBatch = Callable[[Sequence[Turn]], Sequence[Any]]
"""A bot's decisions about several turns as the client calls them."""

Speak = Callable[[Turn, str, str], int]
"""How a client says something at a turn; gives the message's number."""


def enum_name(enum: Any, number: int) -> str:
    """Name of a wire enum's value without its prefix; a number this version does not know as is."""
    try:
        name: str = enum.Name(number)
    except ValueError:
        return str(number)
    prefix: str = enum.Name(0).removesuffix("UNSPECIFIED")
    return name.removeprefix(prefix)

"""A decision that a seat has to make, and the match to which the seat belongs.

This module knows nothing of the protocol except its messages.
"""

from __future__ import annotations

import dataclasses
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, cast

from gamereferee.v1.play_service_pb2 import Said as SaidMessage
from gamereferee.v1.play_service_pb2 import Turn as TurnMessage
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_client.chat import Channel, Said
from referee_client.messages import parse, seconds, unpack
from referee_client.small_turns import ShortTurn

__all__ = ["CarriedOver", "Clock", "Match", "Speak", "Turn"]

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    ConfigT = TypeVar("ConfigT", default=Any)
    ObservationT = TypeVar("ObservationT", default=Any)
    EventsT = TypeVar("EventsT", default=Any)
else:
    # Defaults of type variables came with Python 3.13, and only a type checker needs them: `Turn` alone
    # means `Turn[Any, Any, Any]`.
    from typing import TypeVar

    ConfigT = TypeVar("ConfigT")
    ObservationT = TypeVar("ObservationT")
    EventsT = TypeVar("EventsT")


@dataclasses.dataclass(slots=True)
class Match(Generic[ConfigT]):
    """A match as one of its seats knows it from the start: identity, game, config and time control.

    For a type checker, `Match[Config]` says which game's Config message it has.
    """

    match_id: str
    """Identifier of the match, unique at its referee."""
    seat: int
    """Index of this bot's seat, 0-based."""
    game: str
    """Identifier of the game, such as `diceman`."""
    game_version: int
    """Version of the game's behaviour, from 1."""
    config: ConfigT
    """The game's Config message of this match, with every default filled in."""
    num_seats: int
    """Number of seats in the match, from 1."""
    time_control: TimeControl
    """Time control of the match: how much time each seat has."""
    seed_commitment: bytes
    """SHA-256 of the referee's server seed and salt, 32 bytes. The SDK checks the seed that is
    revealed after the end against it."""
    round_trip: float | None = None
    """Round-trip time that the referee measured before play, in seconds; None before the start, or
    if none was measured."""
    lists_legal: bool = False
    """Whether the bot has asked for `Turn.legal`; without that, reading it raises an error."""


@dataclasses.dataclass(frozen=True, slots=True)
class Clock:
    """State of a seat's clock when the referee wrote the turn.

    Durations are in seconds and never negative.
    """

    remaining: float | None
    """Seconds until the deadline, free time and bank together; None if there is no deadline."""
    bank: float | None
    """Seconds of reserve time left when the turn was opened; None if the time control has no
    bank."""
    last_elapsed: float | None
    """Seconds charged for this seat's last answer; None before the first answer and after a missed
    deadline."""
    last_lag: float | None
    """Seconds of the last answer's time that the referee itself lost, and that were not charged;
    None before the first answer and after a missed deadline.
    """
    strikes: int
    """Number of strikes of this seat so far, such as missed deadlines."""


class CarriedOver(NamedTuple):
    """Events and chat messages of a turn about which the bot was never asked.

    The next turn that is asked repeats them.
    """

    number: int
    """Number of the turn about which the bot was never asked."""
    events: Any
    """The game's Events message of that turn, packed in an `Any`; None if there was none."""
    said: tuple[SaidMessage, ...]
    """Chat messages that the turn brought."""


_MARGIN_NS = 50_000_000
"""Lag margin in nanoseconds (grace after the deadline) of a time control that names none."""
_turn_lock = threading.Lock()
"""Lock held while a turn is begun or closed, so that no turn is begun and closed at the same time.
One lock serves all turns, since it is held briefly.
"""


class Turn(Generic[ConfigT, ObservationT, EventsT]):
    """A decision that a seat has to make, as `act` gets it.

    Fields are read from the wire when first asked for. For a type checker, `Turn[Config,
    Observation, Events]` names the game's messages that `config`, `observation` and `events` are.
    """

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
        match: Match[ConfigT],
        observation: ObservationT,
        message: TurnMessage | ShortTurn,
        speak: Speak | None = None,
        earlier: Sequence[CarriedOver] = (),
        received_ns: int | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.match = match
        """Match to which the turn belongs."""
        self.observation = observation
        """The game's Observation message: what this seat can see now."""
        self.cancel: Callable[[], object] | None = None
        """Function that cancels an async bot's thinking when the turn is over; set by the asyncio
        client, else None."""
        self.received_ns = now_ns() if received_ns is None else received_ns
        """When the turn was received, in nanoseconds of a monotonic clock."""
        self.is_asked = False
        """Whether the bot has been asked about this turn; set by the client."""
        self._message = message
        self._speak = speak
        self._earlier = earlier
        self._now_ns = now_ns
        self._over_ns: float | None = None
        self._is_open = True

    @property
    def match_id(self) -> str:
        """Identifier of the match."""
        return self.match.match_id

    @property
    def seat(self) -> int:
        """Index of the seat that has to decide, 0-based."""
        return self.match.seat

    @property
    def config(self) -> ConfigT:
        """The game's Config message of the match, with every default filled in."""
        return self.match.config

    @property
    def number(self) -> int:
        """Number of this decision among those of the seat in the match, from 1."""
        return self._message.turn

    @property
    def phase(self) -> str:
        """Name of the rulebook's phase in which the seat decides."""
        return self._message.phase

    @property
    def events(self) -> EventsT | None:
        """The game's Events message: what happened since this seat's last turn.

        Return None if nothing did.

        Events of turns that were over before the bot could be asked about them come first. Always
        None for a bot that reads no events, see `Bot.reads_events`.

        Raises:
            UnknownMessageError: No generated class is installed for the message.
        """
        own: Any = unpack(self._message.events) if self._message.HasField("events") else None
        if not self._earlier:
            return cast("EventsT | None", own)
        parts: list[Any] = [
            unpack(carried.events) for carried in self._earlier if carried.events is not None
        ]
        parts += [own] if own is not None else []
        # Every part was parsed just now, so that merging into the first one changes nobody else's message.
        for part in parts[1:]:
            parts[0].MergeFrom(part)
        return parts[0] if parts else None

    @property
    def legal(self) -> list[Any] | None:
        """All actions that this seat may take now: the game's Action messages, in the rulebook's order.

        None if the game does not list its legal actions, if they are more than a turn carries, or
        if the referee does not have the feature.

        Raises:
            RuntimeError: The bot has not asked for legal actions; set `reads_legal` in its class.
            UnknownMessageError: No generated class is installed for the messages.
        """
        # An error and not None: otherwise a bot whose use of `legal` was not recognized would look
        # like one whose game lists nothing.
        if not self.match.lists_legal:
            where = "in the bot's class, or on the function that makes bots"
            raise RuntimeError(f"turn.legal was not asked for: set reads_legal = True {where}")
        if not self._message.HasField("legal"):
            return None
        legal = self._message.legal
        if not legal.actions:
            return None
        return [parse(legal.action_url, data) for data in legal.actions]

    @property
    def clock(self) -> Clock:
        """State of the seat's clock when the referee wrote the turn."""
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
        """Chat messages in this seat's channels since its last turn, its own messages included.

        They are ordered by decision point, then by the speaker's seat, then by the order in which
        the speaker sent them.
        """
        # Words of turns that the bot never saw come first, so that the order in time is kept.
        before = (said for carried in self._earlier for said in carried.said)
        return tuple(Said.from_message(said) for said in (*before, *self._message.said))

    @property
    def is_open(self) -> bool:
        """Whether an answer still counts, as far as this process knows.

        It may be read from any thread. It is False once the turn is answered, once a newer turn, a
        missed deadline or the end of the match has been received, or once `clock.remaining` and the
        lag margin have passed since the turn was received. A bot that searches for long can stop
        when it turns False.
        """
        # The clock is read only for turns that no message has closed.
        return self._is_open and self._now_ns() < self._deadline_ns()

    def _deadline_ns(self) -> float:
        # Computed on first use: most turns are answered before anybody asks.
        if self._over_ns is None:
            self._over_ns = _over_ns(self._message, self.match.time_control, self.received_ns)
        return self._over_ns

    def received_again(self, message: TurnMessage | ShortTurn, received_ns: int) -> None:
        """Replace the deadline when the same turn is received once more, as after a reconnect."""
        self._over_ns = _over_ns(message, self.match.time_control, received_ns)

    def begin(self) -> bool:
        """Mark the turn as one about which the bot is being asked, and return True.

        If the turn is over, return False: the bot must not be asked.
        """
        # Called on a bot's thread, while `close` is called on the reading one. Exactly one of them must come first:
        # either the bot is asked and sees the events, or they are carried over to the next turn.
        with _turn_lock:
            is_open = self.is_open
            # Never reset: a turn that is asked again after a refused answer has shown its events
            # already.
            self.is_asked |= is_open
            return is_open

    def reopen(self) -> None:
        """Mark the turn as open again: its answer was rejected, and the bot is to be asked once more."""
        self._is_open = True

    def answered(self) -> None:
        """Mark the turn as answered, so that it is not open any more."""
        self._is_open = False

    def close(self) -> bool:
        """Mark the turn as over, so that no answer counts any longer.

        Return whether the bot has been asked.
        """
        with _turn_lock:
            self._is_open = False
            return self.is_asked

    def carried_over(self) -> CarriedOver:
        """Return events and chat messages that the next turn has to repeat.

        It is called for a turn about which the bot was never asked.
        """
        message = self._message
        events = message.events if message.HasField("events") else None
        return CarriedOver(self.number, events, tuple(message.said))

    @property
    def channels(self) -> tuple[Channel, ...]:
        """Chat channels in which this seat may speak until its next turn.

        It is empty in games without chat.
        """
        return tuple(Channel.from_message(channel) for channel in self._message.channels)

    def say(self, channel: str, text: str) -> int:
        """Send a chat message; the other seats of the channel get it with their next turns.

        It may be called from any thread, before the answer and after it, until the seat's next
        turn. The message is sent without waiting for the answer, and at most once: if the stream
        breaks, a lost message is not sent again. On the asyncio client a plain function blocks the
        event loop, so that its messages are sent together with its answer.

        Args:
            channel: Name of one of the turn's `channels`.
            text: Text without control characters. The game limits its length, and the number of
                messages in a turn.

        Returns:
            Number of the message; if the referee rejects it, the `Rejection` has this number as
            `say_number`.

        Raises:
            TypeError: Channel or text is no str.
            ValueError: Channel or text has half of a surrogate pair, which UTF-8 can't encode, or
                the text is too long for a request.
            RuntimeError: The turn was not made by a client, so that there is no connection.
        """
        if not isinstance(channel, str) or not isinstance(text, str):
            raise TypeError(f"say takes two texts, not {channel!r:.80} and {text!r:.80}")
        if self._speak is None:
            raise RuntimeError("nobody can hear it: this turn comes from no client")
        return self._speak(self, channel, text)

    def __repr__(self) -> str:
        return f"Turn(match_id={self.match_id!r}, seat={self.seat}, number={self.number})"


def _over_ns(message: TurnMessage | ShortTurn, terms: TimeControl, received_ns: int) -> float:
    """Return when a turn is over, in nanoseconds of a monotonic clock.

    That is its deadline plus the lag margin; infinity if it has no deadline.

    Args:
        message: The turn as it was received.
        terms: Time control of the match, which may name the lag margin.
        received_ns: When the turn was received, on the same clock.
    """
    # The time remaining is that at the moment of writing, which this process does not know. Counted
    # from receipt, `is_open` may turn False late by the time on the wire, but never too early.
    clock = message.clock
    if not clock.HasField("remaining"):
        return math.inf
    has_margin = terms.HasField("lag_margin")
    margin_ns = terms.lag_margin.ToNanoseconds() if has_margin else _MARGIN_NS
    return float(received_ns + clock.remaining.ToNanoseconds() + margin_ns)


Speak = Callable[[Turn, str, str], int]
"""Type of the function behind `Turn.say`: sends a text in a channel at a turn, and returns the
message's number."""

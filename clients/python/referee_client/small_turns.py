"""Turns and actions in the short form, for seats that asked for "small-turns".

A turn in short leaves out what the answer to the join has said once. This module puts that back, so
that no other module has to know in which form a turn was sent.
"""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.time_control_pb2 import Clock
from referee_client.messages import parse

__all__ = ["LEGAL_ACTIONS", "SMALL_TURNS", "WITHOUT_EVENTS", "ShortForm", "ShortTurn"]

SMALL_TURNS = "small-turns"
"""Name of the feature of a client that reads turns in short and sends actions in short."""
WITHOUT_EVENTS = "without-events"
"""Name of the feature of a client whose bot does not look at the events of turns."""
LEGAL_ACTIONS = "legal-actions"
"""Name of the feature of a client whose bot looks at the legal actions of turns."""

_US_PER_S = 1_000_000


class ShortForm:
    """How turns and actions of one seat are shortened on the stream that has joined the seat.

    Args:
        joined: Answer to the seat's join, with a `small_form`.
    """

    __slots__ = (
        "_phases",
        "action_url",
        "events_url",
        "free_us",
        "handle",
        "known",
        "match_id",
        "observation_url",
        "seat",
    )

    def __init__(self, joined: wire.Joined) -> None:
        form, terms = joined.small_form, joined.time_control
        self.match_id: str = joined.match_id
        self.seat: int = joined.seat
        self.handle: int = form.handle
        """Number that stands for match and seat in turns and actions on this stream."""
        self.observation_url: str = form.observation_url
        self.events_url: str = form.events_url
        self.known: bytes = form.known_observation
        """Bytes with which every serialized observation of the seat begins, and which turns in
        short leave out.
        """
        self.free_us: tuple[int, int] | None = None
        """Free microseconds for the first decision, and for any later decision; None without
        deadlines."""
        if terms.HasField("move_time"):
            first = terms.first_move if terms.HasField("first_move") else terms.move_time
            self.free_us = (_us(first), _us(terms.move_time))
        self.action_url: str = form.action_url
        self._phases: dict[int, str] = {}

    def turn(self, small: wire.SmallTurn) -> ShortTurn:
        """Return the full turn for a turn in short.

        The turns must be passed in the order in which they were received.
        """
        # The name of a phase is sent only once, with its number.
        if small.phase_name:
            self._phases[small.phase] = small.phase_name
        return ShortTurn(self, small, self._phases.get(small.phase, ""))

    def action(self, turn: int, payload: any_pb2.Any) -> wire.SmallAction | None:
        """Return the answer to a turn in short.

        Return None if the payload is no Action of the seat's game.

        Args:
            turn: Number of the turn.
            payload: Packed Action message of the game.
        """
        if payload.type_url != self.action_url:
            # Only the payload travels in short, without its type: another message's bytes could be
            # read as some Action by accident.
            return None  # sent in full, so that the referee can say what is wrong with it
        return wire.SmallAction(handle=self.handle, turn=turn, payload=payload.value)


class ShortTurn:
    """A turn that was sent in short, with the fields of a `wire.Turn`, each computed when it is read.

    Durations are exact to a microsecond.

    Args:
        form: Short form of the seat's turns.
        small: Message that was received.
        phase: Name of the rulebook's phase.
    """

    __slots__ = ("_form", "_small", "match_id", "phase", "seat", "turn")

    def __init__(self, form: ShortForm, small: wire.SmallTurn, phase: str) -> None:
        self._form = form
        self._small = small
        self.match_id = form.match_id
        self.seat = form.seat
        self.turn: int = small.turn
        self.phase = phase

    def observation_message(self) -> Message:
        """Return the turn's observation as the game's Observation message.

        Raises:
            UnknownMessageError: No generated class is installed for the message.
            ProtocolError: The bytes can't be read as that message.
        """
        form = self._form
        return parse(form.observation_url, form.known + self._small.observation)

    def HasField(self, name: str) -> bool:  # noqa: N802  # the name that protobuf messages have
        """Return whether the turn has a field.

        Only events and legal actions may be missing.
        """
        if name == "legal":
            return self._small.HasField("legal")
        return name != "events" or bool(self._small.events)

    @property
    def events(self) -> any_pb2.Any:
        """The game's Events message of this turn, packed."""
        return any_pb2.Any(type_url=self._form.events_url, value=self._small.events)

    @property
    def legal(self) -> wire.LegalActions:
        """Legal actions of this turn, with their type URL."""
        legal = wire.LegalActions(action_url=self._form.action_url)
        legal.MergeFrom(self._small.legal)
        return legal

    @property
    def said(self) -> Sequence[wire.Said]:
        """Chat messages that the turn brings."""
        return self._small.said

    @property
    def channels(self) -> Sequence[wire.Channel]:
        """Chat channels in which the seat may speak at this turn."""
        return self._small.channels

    @property
    def clock(self) -> Clock:
        """State of the seat's clock when the turn was written."""
        small, free_us, clock = self._small, self._form.free_us, Clock()
        if small.HasField("remaining"):
            _put(clock.remaining, small.remaining)
        # Left out while it is all that the time control gives: the free time of this decision, and
        # the bank.
        elif free_us is not None:
            _put(clock.remaining, free_us[small.turn > 1] + small.bank)
        if small.HasField("bank"):
            _put(clock.bank, small.bank)
        if small.HasField("last_elapsed"):
            _put(clock.last_elapsed, small.last_elapsed)
            _put(clock.last_lag, small.last_lag)
        clock.strikes = small.strikes
        return clock


def _us(duration: duration_pb2.Duration) -> int:
    return duration.seconds * _US_PER_S + duration.nanos // 1000


def _put(duration: duration_pb2.Duration, us: int) -> None:
    """Set a protobuf duration to `us` microseconds, so that it counts as set even if they are 0."""
    duration.seconds, us = divmod(us, _US_PER_S)
    duration.nanos = us * 1000

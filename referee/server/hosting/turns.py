"""Turns as they go over the wire: entries of `PlayResponse.turns`, written field by field.

Every decision of every match has one, so they are joined from parts that were encoded before.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

from gamereferee.v1 import play_service_pb2
from referee.core.chat import Channel
from referee.match.effects import ClockReading
from referee.match.talk import Heard
from referee.replay.varint import bytes_field, tag, varint
from referee.replay.wire import said_to_wire

__all__ = ["TurnWriter"]

_SECOND: Final = 1_000_000_000

_TURNS: Final = tag(1, 2)
"""Tag of `PlayResponse.turns`."""

# Tags of Turn's fields.
_TURN: Final = tag(3, 0)
_OBSERVATION: Final = tag(4, 2)
_EVENTS: Final = tag(5, 2)
_CLOCK: Final = tag(7, 2)
_LEGAL: Final = 10

_SEATS: Final = [b""]
"""The field of each seat number, grown as needed; empty for seat 0, as protobuf omits a 0."""

_VALUE: Final = tag(2, 2)
"""Tag of `Any.value`."""

# Tags of Clock's fields.
_REMAINING: Final = tag(1, 2)
_BANK: Final = tag(2, 2)
_LAST_ELAPSED: Final = tag(3, 2)
_LAST_LAG: Final = tag(4, 2)
_STRIKES: Final = tag(5, 0)

# Tags of Duration's fields.
_SECONDS: Final = tag(1, 0)
_NANOS: Final = tag(2, 0)

_NO_TIME: Final = varint(0)
"""An empty Duration with its length."""


class TurnWriter:
    """Writes the turns of one match.

    Args:
        match_id: The match.
        num_seats: Its seats.
        observation_url: Type URL of the game's observations.
        events_url: Type URL of the game's events.
        has_bank: Whether clocks have a bank.
        action_url: Type URL of the game's actions, for `legal`.
    """

    def __init__(
        self,
        match_id: str,
        num_seats: int,
        *,
        observation_url: str,
        events_url: str,
        has_bank: bool,
        action_url: str = "",
    ) -> None:
        self._match = bytes_field(1, match_id.encode())
        for seat in range(len(_SEATS), num_seats):
            _SEATS.append(tag(2, 0) + varint(seat))
        self._observation_url = bytes_field(1, observation_url.encode()) + _VALUE
        self._events_url = bytes_field(1, events_url.encode()) + _VALUE
        self._action_url = action_url
        self._has_bank = has_bank
        self._phase = ""
        self._phase_field = b""
        self._remaining_ns = -1
        self._remaining = b""

    def events(self, encoded: bytes) -> bytes:
        """Return an Events message of the game as a part of turns; several may share it."""
        return _any_field(_EVENTS, self._events_url, encoded)

    def talk(self, said: Sequence[Heard], channels: Sequence[Channel]) -> bytes:
        """Return the chat messages that a seat has heard, and the channels where it may speak, as a part of its turn."""
        parts = []
        for heard in said:
            if heard.encoded is None:
                part = play_service_pb2.Turn(said=[said_to_wire(heard)])
                heard.encoded = part.SerializeToString()
            parts.append(heard.encoded)
        parts += [_channel(there) for there in channels]
        return b"".join(parts)

    def legal(self, actions: play_service_pb2.LegalActions | None) -> bytes:
        """Return legal actions as a part of a turn; empty if there are none to list."""
        if actions is None:
            return b""
        message = play_service_pb2.LegalActions(action_url=self._action_url)
        message.MergeFrom(actions)
        return bytes_field(_LEGAL, message.SerializeToString())

    def write(
        self,
        seat: int,
        turn: int,
        phase: str,
        observation: bytes,
        events: bytes,
        clock: ClockReading,
        talk: bytes = b"",
        legal: bytes = b"",
    ) -> bytes:
        """Return a turn with its tag and length, to be joined to others end to end.

        Args:
            seat: The seat.
            turn: Number of its decision, from 1.
            phase: Name of the rulebook's phase.
            observation: The game's Observation message.
            events: The result of `events`; empty if nothing happened.
            clock: The seat's clock.
            talk: The result of `talk`; empty in a game without chat.
            legal: The result of `legal`; empty for a seat that has not asked for it.
        """
        if phase != self._phase:
            self._phase = phase
            self._phase_field = bytes_field(6, phase.encode())
        reading = self._clock(clock)
        data = b"".join(
            [
                self._match,
                _SEATS[seat],
                _TURN,
                varint(turn),
                _any_field(_OBSERVATION, self._observation_url, observation),
                events,
                self._phase_field,
                _CLOCK,
                varint(len(reading)),
                reading,
                talk,
                legal,
            ]
        )
        return b"".join([_TURNS, varint(len(data)), data])

    def _clock(self, clock: ClockReading) -> bytes:
        data = b""
        remaining_ns = clock.remaining_ns
        if remaining_ns is not None:
            if (
                remaining_ns != self._remaining_ns
            ):  # most turns are written while all of it is left, so that the field is the last one's
                self._remaining_ns = remaining_ns
                self._remaining = _duration_field(_REMAINING, remaining_ns)
            data = self._remaining
        if self._has_bank:
            data += _duration_field(_BANK, clock.bank_ns)
        elapsed_ns = clock.last_elapsed_ns
        if elapsed_ns is not None:
            data += _duration_field(_LAST_ELAPSED, elapsed_ns)
            data += _duration_field(_LAST_LAG, clock.last_lag_ns)
        if clock.strikes:
            data += _STRIKES + varint(clock.strikes)
        return data


@functools.lru_cache(maxsize=4096)
def _channel(there: Channel) -> bytes:
    """Return a channel as a part of a turn; cached, as a match's channels are often the same as in the turn before."""
    part = play_service_pb2.Turn()
    part.channels.add(name=there.name, number=there.number, members=there.members)
    return part.SerializeToString()


def _any_field(tag: bytes, url: bytes, value: bytes) -> bytes:
    size = varint(len(value))
    return b"".join([tag, varint(len(url) + len(size) + len(value)), url, size, value])


def _duration_field(tag: bytes, ns: int) -> bytes:
    """Return a Duration of 0 or more nanoseconds."""
    if ns == 0:
        return tag + _NO_TIME
    seconds = ns // _SECOND
    nanos = ns - seconds * _SECOND
    data = _SECONDS + varint(seconds) if seconds else b""
    if nanos:
        data += _NANOS + varint(nanos)
    return b"".join([tag, varint(len(data)), data])

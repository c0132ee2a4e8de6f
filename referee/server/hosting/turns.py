"""Turns as they go over the wire: entries of `PlayResponse.turns`, encoded by hand.

Every decision of every match needs one, so a turn is joined from parts that were encoded before.
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
"""Tag bytes of the field `PlayResponse.turns`."""

# Tags of Turn's fields.
_TURN: Final = tag(3, 0)
_OBSERVATION: Final = tag(4, 2)
_EVENTS: Final = tag(5, 2)
_CLOCK: Final = tag(7, 2)
_LEGAL: Final = 10

_SEATS: Final = [b""]
"""Encoded field with the seat number, by seat; the list grows as needed. Empty for seat 0, since
protobuf omits 0.
"""

_VALUE: Final = tag(2, 2)
"""Tag bytes of the field `Any.value`."""

_MOST_CHANNELS: Final = 4
"""Highest number of channels that a writer keeps encoded: the main one and some that few seats share."""

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
"""An empty Duration message, which stands for 0 s: only its length byte."""


class TurnWriter:
    """Encodes the turns of one match.

    Args:
        match_id: Id of the match.
        num_seats: Number of seats in the match.
        observation_url: Type URL of the game's observations.
        events_url: Type URL of the game's events.
        has_bank: Whether the time control has a bank.
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
        # One table for all writers of the process; it only ever grows.
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
        self._channels: dict[int, tuple[Channel, bytes]] = {}
        """Channels of the last turns with their encoded fields, by the `id` of the channel."""

    def events(self, encoded: bytes) -> bytes:
        """Return a serialized Events message as an encoded part of a turn.

        Turns of several seats can share the part.
        """
        return _any_field(_EVENTS, self._events_url, encoded)

    def talk(self, said: Sequence[Heard], channels: Sequence[Channel]) -> bytes:
        """Return chat messages to a seat, and the channels it may use, as an encoded part of its turn."""
        parts = []
        for heard in said:
            if heard.encoded is None:
                part = play_service_pb2.Turn(said=[said_to_wire(heard)])
                heard.encoded = part.SerializeToString()
            parts.append(heard.encoded)
        parts += [self._channel(there) for there in channels]
        return b"".join(parts)

    def _channel(self, there: Channel) -> bytes:
        # Found by identity: members of a channel share the object, and to hash it costs more than to encode the rest.
        kept = self._channels.get(id(there))
        if kept is not None and kept[0] is there:
            return kept[1]
        if len(self._channels) >= _MOST_CHANNELS:
            self._channels.clear()
        encoded = _channel(there)
        self._channels[id(there)] = there, encoded
        return encoded

    def legal(self, actions: play_service_pb2.LegalActions | None) -> bytes:
        """Return legal actions as an encoded part of a turn; empty if `actions` is None."""
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
        """Return an encoded turn with its tag and length; encoded turns can be joined end to end.

        Args:
            seat: Index of the seat, 0-based.
            turn: Number of the seat's decision, from 1.
            phase: Name of the game's current phase.
            observation: The game's Observation message, serialized.
            events: Result of the method `events`; empty if there are no events.
            clock: Clock reading of the seat.
            talk: Result of the method `talk`; empty in a game without chat.
            legal: Result of the method `legal`; empty for a seat that has not asked for legal
                actions.
        """
        # Most turns have the phase of the one before, so its encoded field is kept.
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
    """Return a chat channel as an encoded part of a turn.

    Cached, because a match's channels are often the same from turn to turn.
    """
    part = play_service_pb2.Turn()
    part.channels.add(name=there.name, number=there.number, members=there.members)
    return part.SerializeToString()


def _any_field(tag: bytes, url: bytes, value: bytes) -> bytes:
    size = varint(len(value))
    return b"".join([tag, varint(len(url) + len(size) + len(value)), url, size, value])


def _duration_field(tag: bytes, ns: int) -> bytes:
    """Return the field with this tag whose value is a Duration of `ns` nanoseconds, encoded.

    `ns` must not be negative, which is not checked.
    """
    if ns == 0:
        return tag + _NO_TIME
    seconds = ns // _SECOND
    nanos = ns - seconds * _SECOND
    data = _SECONDS + varint(seconds) if seconds else b""
    if nanos:
        data += _NANOS + varint(nanos)
    return b"".join([tag, varint(len(data)), data])

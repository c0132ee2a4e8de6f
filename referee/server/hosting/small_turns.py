"""Turns in short form as they go over the wire: entries of `PlayResponse.small_turns`.

A short turn leaves out what the seat's `Joined` message, or an earlier turn, has already stated. So
each seat of each stream has its own writer, which remembers what was sent. Fields are encoded by
hand, for speed.
"""

from __future__ import annotations

from typing import Final

from gamereferee.v1 import play_service_pb2
from referee.core.time_control import TimeControl
from referee.match.effects import ClockReading
from referee.replay.varint import bytes_field, tag, varint

__all__ = ["SmallTurnWriter"]

_SMALL_TURNS: Final = tag(11, 2)
"""Tag bytes of the field `PlayResponse.small_turns`."""

# Tags of SmallTurn's fields; `said` and `channels` have the numbers that they have in a Turn.
_HANDLE: Final = tag(1, 0)
_TURN: Final = tag(2, 0)
_PHASE: Final = tag(3, 0)
_OBSERVATION: Final = tag(4, 2)
_EVENTS: Final = tag(5, 2)
_REMAINING: Final = tag(7, 0)
_BANK: Final = tag(10, 0)
_LAST_ELAPSED: Final = tag(11, 0)
_LAST_LAG: Final = tag(12, 0)
_STRIKES: Final = tag(13, 0)

_PHASE_NAME: Final = 6
_LEGAL: Final = 14
_NS_PER_US: Final = 1000


class SmallTurnWriter:
    """Encodes the turns of one seat on one stream in short form.

    Args:
        handle: Number that stands for match and seat on the stream.
        known_start: Bytes with which all observations of the seat begin, and which are left out.
        known_end: Bytes with which all observations of the seat end, and which are left out.
        terms: Time control of the match.
    """

    def __init__(
        self, handle: int, known_start: bytes, known_end: bytes, terms: TimeControl
    ) -> None:
        self.handle = handle
        """Number that stands for match and seat on the stream."""
        self.known = known_start + known_end
        """All bytes that are left out of observations: the known start, then the known end."""
        self._start = known_start
        self._end = known_end
        self._head = _HANDLE + varint(handle) + _TURN
        self._has_bank = terms.bank_ns > 0  # as for `TurnWriter`
        self._first_free_ns = terms.free_ns(first=True)
        self._free_ns = terms.free_ns(first=False)
        self._phases: dict[str, bytes] = {}
        """Encoded field with the phase's number, by phase name, for all phases sent so far."""
        self._phase: str | None = None
        self._phase_field = b""

    def write(
        self,
        turn: int,
        phase: str,
        observation: bytes,
        events: bytes,
        clock: ClockReading,
        talk: bytes = b"",
        legal: play_service_pb2.LegalActions | None = None,
    ) -> bytes:
        """Return an encoded turn with its tag and length; encoded turns can be joined end to end.

        Args:
            turn: Number of the seat's decision, from 1.
            phase: Name of the game's current phase.
            observation: The game's complete Observation message, serialized.
            events: The game's Events message, serialized; empty if there are no events.
            clock: Clock reading of the seat.
            talk: Result of `TurnWriter.talk`; empty in a game without chat.
            legal: Legal actions; None if the seat has not asked for them or the game can't list
                them.
        """
        # Each phase has a number on this stream; its name is sent only with the first turn that has
        # it.
        name = b""
        if phase != self._phase:
            name = self._turn_to(phase)
        seen = observation
        if self._start:
            seen = seen.removeprefix(self._start)
        if self._end:
            seen = seen.removesuffix(self._end)
        heard = _EVENTS + varint(len(events)) + events if events else b""
        data = b"".join(
            [
                self._head,
                varint(turn),
                self._phase_field,
                _OBSERVATION + varint(len(seen)) if seen else b"",
                seen,
                heard,
                name,
                self._remaining(turn, clock),
                talk,
                self._rest(clock),
                b"" if legal is None else bytes_field(_LEGAL, legal.SerializeToString()),
            ]
        )
        return b"".join([_SMALL_TURNS, varint(len(data)), data])

    def _turn_to(self, phase: str) -> bytes:
        """Set the phase whose number is encoded in this turn and later ones.

        Returns:
            The encoded field with the phase's name; empty if an earlier turn had the name.
        """
        name = b""
        number = self._phases.get(phase)
        if number is None:
            number = self._phases[phase] = _int_field(_PHASE, len(self._phases))
            name = bytes_field(_PHASE_NAME, phase.encode()) if phase else b""
        self._phase, self._phase_field = phase, number
        return name

    def _remaining(self, turn: int, clock: ClockReading) -> bytes:
        """Return the encoded field with the time to the deadline.

        Empty if there is no deadline, or if none of the time for this decision has passed.
        """
        remaining_ns = clock.remaining_ns
        if remaining_ns is None:
            return b""
        free_ns = self._first_free_ns if turn == 1 else self._free_ns
        if free_ns is not None:
            whole_ns = free_ns + clock.bank_ns if self._has_bank else free_ns
            # The bot can compute this itself: it knows the time control and its bank.
            if remaining_ns == whole_ns:
                return b""
        return _REMAINING + varint(remaining_ns // _NS_PER_US)

    def _rest(self, clock: ClockReading) -> bytes:
        data = b""
        if self._has_bank:
            data = _BANK + varint(clock.bank_ns // _NS_PER_US)
        elapsed_ns = clock.last_elapsed_ns
        if elapsed_ns is not None:
            data += _LAST_ELAPSED + varint(elapsed_ns // _NS_PER_US)
            if clock.last_lag_ns:
                data += _int_field(_LAST_LAG, clock.last_lag_ns // _NS_PER_US)
        if clock.strikes:
            data += _STRIKES + varint(clock.strikes)
        return data


def _int_field(tag: bytes, value: int) -> bytes:
    """Return the field with this tag and integer value, encoded; empty for 0, which protobuf omits.

    The integer must not be negative, which is not checked.
    """
    return tag + varint(value) if value else b""

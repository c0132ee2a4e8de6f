"""Turns and actions in short, as seats are told them that have asked for the feature "small-turns".

What a join has told once is put back here, so that nobody else has to know in which form a turn came.
"""

from __future__ import annotations

from google.protobuf import any_pb2, duration_pb2

from gamereferee.v1 import play_service_pb2 as wire

__all__ = ["SMALL_TURNS", "WITHOUT_EVENTS", "ShortForm"]

SMALL_TURNS = "small-turns"
"""Feature of a client that reads turns in short, and answers them so."""
WITHOUT_EVENTS = "without-events"
"""Feature of a client whose bot looks at no events of turns."""

_US_PER_S = 1_000_000


class ShortForm:
    """How the turns and actions of one seat are told in short, on the stream that has joined it.

    Args:
        joined: The answer to its join, with a `small_form`.
    """

    __slots__ = ("_form", "_free", "_match_id", "_phases", "_seat", "handle")

    def __init__(self, joined: wire.Joined) -> None:
        self._match_id = joined.match_id
        self._seat = joined.seat
        self._form = joined.small_form
        self.handle: int = joined.small_form.handle
        """Stands for match and seat."""
        self._phases: dict[int, str] = {}
        terms = joined.time_control
        first = "first_move" if terms.HasField("first_move") else "move_time"
        self._free = None
        if terms.HasField("move_time"):
            self._free = (_us(getattr(terms, first)), _us(terms.move_time))

    def turn(self, small: wire.SmallTurn) -> wire.Turn:
        """Return a turn as it would have been told at length, durations to a microsecond."""
        turn = wire.Turn(
            match_id=self._match_id, seat=self._seat, turn=small.turn, phase=self._phase(small)
        )
        turn.observation.type_url = self._form.observation_url
        turn.observation.value = self._form.known_observation + small.observation
        if small.events:
            turn.events.type_url = self._form.events_url
            turn.events.value = small.events
        self._tell_clock(turn, small)
        if small.said:
            turn.said.extend(small.said)
        if small.channels:
            turn.channels.extend(small.channels)
        return turn

    def _phase(self, small: wire.SmallTurn) -> str:
        if small.phase_name:
            self._phases[small.phase] = small.phase_name
        return self._phases.get(small.phase, "")

    def _tell_clock(self, turn: wire.Turn, small: wire.SmallTurn) -> None:
        clock = turn.clock
        if small.HasField("remaining"):
            _put(clock.remaining, small.remaining)
        elif self._free is not None:
            _put(clock.remaining, self._free[small.turn > 1] + small.bank)
        if small.HasField("bank"):
            _put(clock.bank, small.bank)
        if small.HasField("last_elapsed"):
            _put(clock.last_elapsed, small.last_elapsed)
            _put(clock.last_lag, small.last_lag)
        clock.strikes = small.strikes

    def action(self, turn: int, payload: any_pb2.Any) -> wire.SmallAction | None:
        """Return the answer to a turn in short; None of what is no action of the game's.

        Args:
            turn: Number of the turn.
            payload: The game's Action message.
        """
        if payload.type_url != self._form.action_url:
            return None  # told at length, the referee can say what is wrong with it
        return wire.SmallAction(handle=self.handle, turn=turn, payload=payload.value)


def _us(duration: duration_pb2.Duration) -> int:
    return duration.seconds * _US_PER_S + duration.nanos // 1000


def _put(duration: duration_pb2.Duration, us: int) -> None:
    seconds, us = divmod(us, _US_PER_S)
    duration.seconds = seconds
    duration.nanos = us * 1000

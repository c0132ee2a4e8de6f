"""Asks a bot for one seat's decisions in a recorded match, and plays the recorded decisions instead.

The match goes on as it was recorded whatever the bot answers, so each of its answers is to the
recorded observation. This module only replaces events before the match's machine gets them; it
sends no messages and runs no bot.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from referee.core.clock import SystemClock
from referee.core.outcome import EndCause, ForfeitCause
from referee.match import events as ev
from referee.match.seat import SeatState
from referee.replay.rerun import Script
from referee.server.hosting.host import MatchHost

__all__ = ["Answer", "Feed"]

GIVEN_UP = "gave the turn up, as a bot does whose own code fails"
LATE = "late: the recorded clock had run out"


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """A bot's answer to one turn of a recorded match, with the recorded answer to the same turn."""

    turn: int
    """Number of the turn among the seat's decisions, from 1."""
    step: int
    """Number of the step that the turn belongs to, from 1."""
    phase: str
    """Name of the game's phase in which the turn was asked."""
    recorded: bytes | None
    """Encoded action that the seat played in the record; None if it missed the turn."""
    recorded_ns: int
    """Nanoseconds that the recorded action took; 0 if the seat missed the turn."""
    answered: bytes | None
    """Encoded action of the bot's answer; None if the answer was no action, or too late."""
    problem: str
    """Why the answer is not an action in time, as text; empty if it is one."""
    elapsed_ns: int
    """Nanoseconds that the bot took, without the referee's own lag."""
    is_equal: bool
    """Whether bot and record have the same action, or neither has one."""


class Feed:
    """Asks a bot for the recorded turns of a seat, while the match gets the recorded answers.

    Args:
        seat: Index of the seat.
        script: What the seat did in the record.
        last: Number of the last turn to ask for.
        steps: Number of steps of the recorded match.
        stops: Whether to abort the match once turn `last` is answered or `steps` steps are made,
            instead of playing on to the end.
        on_answer: Called with each answer of the bot when it arrives.
    """

    def __init__(
        self,
        seat: int,
        script: Script,
        last: int,
        *,
        steps: int,
        stops: bool,
        on_answer: Callable[[Answer], None],
    ) -> None:
        self.seat = seat
        self._script = script
        self._last = last
        self._steps = steps
        self._stops = stops
        self._on_answer = on_answer
        self._clock = SystemClock()
        self._host: MatchHost | None = None
        self._is_own = False
        self.left: ForfeitCause | None = None
        """Cause with which the bot left before the last turn; None if it did not leave."""

    def attach(self, host: MatchHost) -> None:
        """Take part in a match from now on.

        Its host must pass each event to `edited` before its machine gets it.
        """
        self._host = host

    def look(self) -> None:
        """Forfeit the seat, or abort the match, if that is due; call this after each step.

        The seat is forfeited in a turn after `last` in which the record has its forfeit. Otherwise
        the match is aborted if `stops` is True, it has made all recorded steps, and no turn up to
        `last` is open.
        """
        host = self._host
        assert host is not None
        state = host.machine.seats[self.seat]
        if host.machine.outcome is not None:
            return
        if state.is_open and state.turn > self._last and self._script.leaves(state.turn):
            assert self._script.forfeit is not None
            self._apply(ev.SeatResigned(self.seat, self._clock.now_ns(), self._script.forfeit))
        elif (
            self._stops
            and host.machine.steps >= self._steps
            and not (state.is_open and state.turn <= self._last)
        ):
            self._apply(self._stopped(self._clock.now_ns()))

    def _apply(self, event: ev.MatchEvent) -> None:
        assert self._host is not None
        # Events of ours pass `edited` unchanged.
        self._is_own = True
        self._host.apply(event)
        self._is_own = False

    def edited(self, event: ev.MatchEvent) -> ev.MatchEvent | None:
        """Return the event that the match's machine gets in place of `event`; None if it gets none."""
        if self._is_own:
            return event
        state = self._state
        match event:
            case ev.ActionReceived(seat, turn) if self._is_open(seat, turn):
                return self._answered(event.at_ns, event.lag_ns, event)
            case ev.UnreadableReceived(seat, turn) if self._is_open(seat, turn):
                return self._answered(event.at_ns, 0, f"{event.reason.name}: {event.text}")
            case ev.TurnSkipped(seat, turn) if self._is_open(seat, turn):
                return self._answered(event.at_ns, 0, GIVEN_UP)
            case ev.Spoken(seat) if seat == self.seat and event.number:  # scripts have no numbers
                return None
            case ev.SeatResigned(seat) if seat == self.seat and not state.is_out:
                self.left = event.cause
                return self._stopped(event.at_ns)
            # Less the referee's own lag, as the machine judges deadlines.
            case ev.TimePassed(at_ns, lag_ns) if self._is_due(at_ns - lag_ns):
                return self._answered(at_ns, lag_ns, LATE)
        return event

    @property
    def _state(self) -> SeatState:
        assert self._host is not None
        return self._host.machine.seats[self.seat]

    def _is_open(self, seat: int, turn: int) -> bool:
        return seat == self.seat and self._state.is_open and self._state.turn == turn

    def _is_due(self, fair_ns: int) -> bool:
        deadline_ns = self._state.deadline_ns
        return self._state.is_open and deadline_ns is not None and fair_ns >= deadline_ns

    def _answered(self, at_ns: int, lag_ns: int, given: ev.ActionReceived | str) -> ev.MatchEvent:
        """Pass the bot's answer, or the reason why there is none, to `on_answer`.

        Return the event that the match gets in its place: what the seat did in the record.

        Args:
            at_ns: When the answer was read, or the deadline passed.
            lag_ns: The referee's own lag at that time.
            given: The event with the bot's action, or a text that says why there is none.
        """
        state, host = self._state, self._host
        assert host is not None
        assert host.machine.point is not None
        turn = state.turn
        start_ns = state.started_ns(at_ns)
        elapsed_ns = max(0, at_ns - start_ns - lag_ns)
        # Too late, though no timer has said so yet.
        if isinstance(given, ev.ActionReceived) and state.is_late(elapsed_ns):
            given = LATE
        taken = self._script.answer(turn)
        if isinstance(given, str):
            payload, problem, is_equal = None, given, taken is None
        else:
            payload, problem = given.payload, ""
            is_equal = taken is not None and taken.action == given.action
        if turn <= self._last:
            self._on_answer(
                Answer(
                    turn=turn,
                    step=host.machine.steps + 1,
                    phase=host.machine.point.phase,
                    recorded=None if taken is None else taken.payload,
                    recorded_ns=0 if taken is None else taken.elapsed_ns,
                    answered=payload,
                    problem=problem,
                    elapsed_ns=elapsed_ns,
                    is_equal=is_equal,
                )
            )
        if self._stops and turn >= self._last:
            return self._stopped(at_ns)
        if taken is None:
            return ev.TurnSkipped(self.seat, turn, at_ns)
        # The recorded answer was in time, so the machine must take it even where the bot's was
        # late.
        return ev.ActionReceived(
            self.seat, turn, taken.action, taken.payload, state.in_time_ns(at_ns)
        )

    def _stopped(self, at_ns: int) -> ev.MatchEvent:
        return ev.MatchAborted(EndCause.OPERATOR, "what was to be fed ends here", at_ns)

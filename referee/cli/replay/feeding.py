"""A recorded match put to a bot: it is asked for the turns of one seat, and the record decides them.

The match goes as it was recorded whatever the bot answers, so that each answer is one to the recorded
observation. This is an editor of what a referee takes in; it sends nothing and runs no bot.
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
    """What a bot made of one recorded turn."""

    turn: int
    """Number of the seat's decision, from 1."""
    step: int
    """The step it belongs to, from 1."""
    phase: str
    """The rulebook's name for it."""
    recorded: bytes | None
    """What the seat played, serialized; None if it missed the turn."""
    recorded_ns: int
    """What that took; 0 if it missed the turn."""
    answered: bytes | None
    """What the bot answers, serialized; None if that is no action in time."""
    problem: str
    """Why it is none; empty if it is one."""
    elapsed_ns: int
    """What the bot took, without the referee's own lag."""
    is_equal: bool
    """Whether it is the recorded action, or no more an action than what is recorded."""


class Feed:
    """Asks a bot for the recorded turns of a seat, and takes in what is recorded instead of its answers.

    Args:
        seat: The seat.
        script: What it did.
        last: The last turn to ask for.
        steps: Steps of the recorded match.
        stops: Whether the match is ended after that turn, or after those steps, instead of by its course.
        on_answer: Called with each answer when it arrives.
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
        """How the bot left before the last turn; None if it did not."""

    def attach(self, host: MatchHost) -> None:
        """Edit what a match takes in from now on."""
        self._host = host
        host.editor = self._edited

    def look(self) -> None:
        """See whether the record goes on without an answer of the seat; to be called after each step."""
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
        self._is_own = True
        self._host.apply(event)
        self._is_own = False

    def _edited(self, event: ev.MatchEvent) -> ev.MatchEvent | None:
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
        """Report an answer, or why there is none; return the event that the match gets instead."""
        state, host = self._state, self._host
        assert host is not None
        assert host.machine.point is not None
        turn = state.turn
        start_ns = state.started_ns(at_ns)
        elapsed_ns = max(0, at_ns - start_ns - lag_ns)
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
        in_time_ns = at_ns if state.deadline_ns is None else min(at_ns, state.deadline_ns)
        return ev.ActionReceived(self.seat, turn, taken.action, taken.payload, in_time_ns)

    def _stopped(self, at_ns: int) -> ev.MatchEvent:
        return ev.MatchAborted(EndCause.OPERATOR, "what was to be fed ends here", at_ns)

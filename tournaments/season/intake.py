"""Takes requests from a season's inbox, and pauses the season when the machine can't play on.

A run does both all the time, whether it plays matches of the season or of one of its stages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tournaments.season.checking import CheckQueue
from tournaments.season.desk import Desk, RequestRefusedError
from tournaments.season.inbox import Inbox
from tournaments.season.requests import Submission

__all__ = ["Intake", "Machine", "pause_if_needed"]

_CLOCK_BACK_S = 60.0
"""Seconds by which the clock may be behind the last event of the log without a pause."""


class Machine(Protocol):
    """Interface to the machine that a season is run on: reports problems, and notifies other programs."""

    def note_changes(self) -> None:
        """Notify programs that follow the season, such as webhooks, that its state may have changed."""

    def problem(self) -> str | None:
        """Return why no further match should begin, such as a full disk; None if there is nothing."""


class Intake:
    """Carries out the requests that come into the inbox of a season during one run.

    Args:
        desk: Changes the season, and writes its log.
        checks: Checks of what is handed in, which also writes for authors how requests end.
        inbox: Folder of the requests.
        note: Called with a line for the organizer.
    """

    def __init__(
        self, desk: Desk, checks: CheckQueue, inbox: Inbox, note: Callable[[str], None]
    ) -> None:
        self._desk = desk
        self._checks = checks
        self._inbox = inbox
        self._note = note

    def take(self) -> None:
        """Do what the requests in the inbox ask for, the oldest first."""
        state = self._desk.state
        for request in self._inbox.scan(self._desk.at()):
            if isinstance(request, Submission) and request.id in state.submissions:
                self._checks.add(request)  # waits for its check
                continue
            if request.id in state.requests:
                # A kill has come between the log and the author, or the folder.
                self._checks.report_again(request)
                self._inbox.done(request)
                continue
            try:
                if isinstance(request, Submission):
                    self._desk.receive(request)
                    self._checks.add(request)
                else:
                    self._desk.carry_out(request)
                    self._checks.report_done(request)
                    self._note(f"done: {request.what} {request.entry or ''}".rstrip())
                    self._inbox.done(request)
            except RequestRefusedError as error:
                self._inbox.answer(request.id, str(error))
                self._checks.report_refused(request, str(error))
                self._inbox.done(request)


def pause_if_needed(desk: Desk, machine: Machine, note: Callable[[str], None]) -> None:
    """Pause a season if its machine reports a problem, or if the clock was set back; otherwise do nothing.

    Args:
        desk: Changes the season, which is not paused, and writes its log.
        machine: Its machine.
        note: Called with a line for the organizer.
    """
    state = desk.state
    problem = machine.problem()
    behind = -desk.seconds_until(state.now) if state.now else 0.0
    if behind < -_CLOCK_BACK_S:
        problem = f"the clock is {-behind:.0f} s behind the log: it was set back"
    if problem is not None:
        desk.change_season("paused", by="runner", reason=problem)
        note(f"paused: {problem}")

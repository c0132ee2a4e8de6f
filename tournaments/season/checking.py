"""Checks programs of a season, one at a time: those handed in, and those of benched entries.

What a check does is behind `Checker`. This module keeps the queue, the lines that authors can read
while their check runs, and the event that says how it ended.
"""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import json
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Protocol

from tournaments.season.desk import Desk
from tournaments.season.inbox import Handed, Inbox, Request
from tournaments.season.records import EntryStatus, SeasonEntry, Submission
from tournaments.store.records import StoredVersion

__all__ = ["Admission", "CheckQueue", "Checker", "Note", "Passed", "Refusal"]

Note = Callable[[str, str], None]
"""Called with the stage of a check and a line about it, for the author."""


@dataclasses.dataclass(frozen=True, slots=True)
class Passed:
    """A check was passed."""

    version: StoredVersion
    """The program as it will be run; its number is set when it is admitted."""
    submitted: str | None
    """SHA-256 of what was handed in; None if nothing was."""


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """A check was not passed."""

    stage: str
    """Stage of the check."""
    ours: bool
    """Whether the fault is not the program's, so that the attempt does not count."""
    submitted: str | None = None
    """SHA-256 of what was handed in; None if it could not be read."""


@dataclasses.dataclass(frozen=True, slots=True)
class Admission:
    """A program that was handed in, passed its check, and is to be admitted."""

    submission: Submission
    version: StoredVersion
    submitted: str | None
    """SHA-256 of what was handed in; None if unknown."""


class Checker(Protocol):
    """Does what a check does."""

    async def check(self, handed: Handed, note: Note) -> Passed | Refusal:
        """Check a program that was handed in.

        Args:
            handed: The request with its files.
            note: Called as the check goes on.
        """

    async def check_again(self, entry: SeasonEntry, note: Note) -> Refusal | None:
        """Check the current version of a benched entry; return None if it passes."""


class CheckQueue:
    """Checks of one run.

    Args:
        desk: Writes how checks end.
        checker: Does what a check does.
        inbox: Folder that the programs are in.
        tell: Called with a line for the organizer.
    """

    def __init__(
        self, desk: Desk, checker: Checker, inbox: Inbox, tell: Callable[[str], None]
    ) -> None:
        self._desk = desk
        self._checker = checker
        self._inbox = inbox
        self._tell = tell
        self._handed: dict[str, Handed] = {}
        self._benched: list[str] = []
        self._current: Submission | str | None = None
        self.task: asyncio.Task[Passed | Refusal | None] | None = None
        """The check that runs now; None if there is none."""

    def add(self, handed: Handed | Request) -> None:
        """Add a program whose receipt is in the log; one that is there already is left alone."""
        assert isinstance(handed, Handed), "only what is handed in is checked"
        self._handed.setdefault(handed.id, handed)

    def add_again(self, name: str) -> None:
        """Add a benched entry whose time has come; one that is there already is left alone."""
        if name not in self._benched and self._current != name:
            self._benched.append(name)

    def begin_next(self) -> None:
        """Begin the next check if none runs: those that were handed in first, in their order."""
        if self.task is not None:
            return
        state = self._desk.state
        for request, submission in state.submissions.items():
            handed = self._handed.get(request)
            if handed is not None:
                self._begin(submission, self._checker.check(handed, self._note_of(request)))
                return
        while self._benched:
            name = self._benched.pop(0)
            entry = state.entries[name]
            if entry.status is EntryStatus.BENCHED and self._desk.is_due(entry.until):
                note = self._note_of(f"again-{name}")
                self._begin(name, self._checker.check_again(entry, note))
                return

    def finish(self) -> Admission | None:
        """Write down how the check ended, if it has; return what is to be admitted."""
        if self.task is None or not self.task.done():
            return None
        result, current = self.task.result(), self._current
        self.task = self._current = None
        if isinstance(current, str):
            self._finish_again(current, result)
            return None
        assert current is not None
        if isinstance(result, Passed):
            return Admission(current, result.version, result.submitted)
        assert result is not None
        self._desk.refuse(current, stage=result.stage, ours=result.ours, submitted=result.submitted)
        self._end(current.request)
        self._tell(f"{current.entry} is refused: {result.stage}")
        return None

    def tell_admitted(self, submission: Submission) -> None:
        """Write for the author that the program plays, and remove the request."""
        self._end(submission.request)

    def tell_again(self, request: Handed | Request) -> None:
        """Write for the author how the check of a request ended, from the log."""
        outcome = self._desk.state.outcomes.get(request.id)
        if outcome is not None:
            self._write(request.id, outcome)

    def tell_refused(self, request: Handed | Request, why: str) -> None:
        """Write for the author that a program was not taken at all."""
        if isinstance(request, Handed):
            self._note_of(request.id)("receive", why)
            self._write(request.id, {"result": "refused", "ours": False})

    def _begin(
        self, current: Submission | str, check: Coroutine[None, None, Passed | Refusal | None]
    ) -> None:
        self._current = current
        self.task = asyncio.create_task(check)

    def _finish_again(self, name: str, result: Passed | Refusal | None) -> None:
        # Meanwhile the organizer may have decided, or a new version was admitted.
        if self._desk.state.entries[name].status is not EntryStatus.BENCHED:
            return
        if isinstance(result, Refusal):
            self._desk.check_failed(name, stage=result.stage, ours=result.ours)
            self._tell(f"{name} stays benched: {result.stage}")
        else:
            self._desk.check_passed(name)
            self._tell(f"{name} has passed its check, and plays again")

    def _end(self, request: str) -> None:
        self._write(request, self._desk.state.outcomes[request])
        handed = self._handed.pop(request, None)
        if handed is not None:
            self._inbox.done(handed)

    def _note_of(self, request: str) -> Note:
        def note(stage: str, text: str) -> None:
            self._write(request, {"stage": stage, "text": text})

        return note

    def _write(self, request: str, line: Mapping[str, object]) -> None:
        """Append a line to what authors can read of a check; a failure of that stops no check."""
        folder = self._folder / request
        try:
            folder.mkdir(parents=True, exist_ok=True)
            time = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
            with (folder / "stages.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps({**line, "time": time}, ensure_ascii=False) + "\n")
        except OSError as error:
            self._tell(f"{folder} can't be written: {error.strerror}")

    @property
    def _folder(self) -> Path:
        return self._inbox.path.parent / "checks"

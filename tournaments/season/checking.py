"""Checks programs of a season, one at a time: those handed in, and those of benched entries.

What a check does is behind `Checker`. This module keeps the queue, the lines that authors can read
while their check runs, and the event that says how it ended.
"""

from __future__ import annotations

import asyncio
import dataclasses
import functools
from collections.abc import Callable, Coroutine, Mapping
from typing import Protocol

from tournaments.season.check_files import CheckFiles
from tournaments.season.desk import Desk
from tournaments.season.inbox import Inbox, Request
from tournaments.season.records import UNCHANGED, EntryStatus, Pending, SeasonEntry
from tournaments.season.requests import Submission
from tournaments.spec.errors import FolderError
from tournaments.store.records import StoredVersion

__all__ = ["Admission", "CheckQueue", "Checker", "Note", "Passed", "Refusal", "finish_check_again"]

Note = Callable[[str, str], None]
"""Called with the stage of a check and a line about it, for the author."""


@dataclasses.dataclass(frozen=True, slots=True)
class Passed:
    """Result of a check that was passed: the program, and sentences for its author."""

    version: StoredVersion
    """The program as it will be run; its number is set when it is admitted."""
    submitted: str | None
    """SHA-256 of what was handed in; None if nothing was."""
    lines: tuple[str, ...] = ()
    """Sentences for the author."""


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """Result of a check that was not passed, or gave no new version: in which stage, and why."""

    stage: str
    """Stage of the check; `UNCHANGED` for the bytes of the current version."""
    ours: bool
    """Whether the fault is not the program's, so that the attempt does not count."""
    submitted: str | None = None
    """SHA-256 of what was handed in; None if it could not be read."""
    lines: tuple[str, ...] = ()
    """Reasons, as sentences for the author."""


@dataclasses.dataclass(frozen=True, slots=True)
class Admission:
    """A program that was handed in, passed its check, and is to be admitted."""

    pending: Pending
    passed: Passed


class Checker(Protocol):
    """Builds and tries programs of a season's entries, and so decides whether they may play."""

    async def check(self, handed: Submission, note: Note) -> Passed | Refusal:
        """Check a program that was handed in; return it, or why it is refused.

        Args:
            handed: The request with its files.
            note: Called with a stage of the check and a line for the author.
        """

    async def check_again(self, entry: SeasonEntry, note: Note) -> Refusal | None:
        """Check the current version of a benched entry; return why it may not play, or None if it may.

        Args:
            entry: The entry.
            note: Called with a stage of the check and a line for the author.
        """


class CheckQueue:
    """Queue of the checks of one run: programs that were handed in, and benched entries.

    Args:
        desk: Writes the results of checks to the season's log.
        checker: Makes the checks.
        inbox: Folder that the programs are in.
        report: Called with a line for the organizer.
    """

    def __init__(
        self, desk: Desk, checker: Checker, inbox: Inbox, report: Callable[[str], None]
    ) -> None:
        self._desk = desk
        self._checker = checker
        self._inbox = inbox
        self._report = report
        self._handed: dict[str, Submission] = {}
        self._benched: list[str] = []
        self._current: Pending | str | None = None
        self.task: asyncio.Task[Passed | Refusal | None] | None = None
        """The check that runs now; None if there is none."""

    def add(self, handed: Submission) -> None:
        """Add a program whose receipt is in the log to the queue; do nothing if it is there already."""
        self._handed.setdefault(handed.id, handed)

    def add_again(self, name: str) -> None:
        """Add a benched entry that is due for its next check; do nothing if it is in the queue."""
        if name not in self._benched and self._current != name:
            self._benched.append(name)

    def begin_next(self) -> None:
        """Begin the next check if none runs: programs that were handed in come before benched entries."""
        if self.task is not None:
            return
        state = self._desk.state
        for request, pending in state.submissions.items():
            handed = self._handed.get(request)
            if handed is not None:
                self._guarded(self._files(request).begin, handed)
                note = functools.partial(self._guarded, self._files(request).stage)
                self._begin(pending, self._checker.check(handed, note))
                return
        while self._benched:
            name = self._benched.pop(0)
            entry = state.entries[name]
            if entry.status is EntryStatus.BENCHED and self._desk.is_due(entry.until):
                self._begin(name, self._checker.check_again(entry, _ignore))
                return

    def give_up(self) -> None:
        """Refuse what waits for its check: the season takes no further versions.

        A version that came now would have no matches, and would cost its entry its place.
        """
        if self.task is not None:
            self.task.cancel()
            self.task = self._current = None
        for pending in list(self._desk.state.submissions.values()):
            self._desk.refuse(pending, stage="receive", ours=False, submitted=None)
            self._end(pending, ("the season ended before this program was checked",))

    def finish(self) -> Admission | None:
        """If the present check has ended, write its result to the log and for the author, except an admission.

        Return the program that has passed, which the caller must admit; None if there is none.
        """
        if self.task is None or not self.task.done():
            return None
        result, current = self.task.result(), self._current
        self.task = self._current = None
        if isinstance(current, str):
            assert not isinstance(result, Passed), "a check again admits nothing"
            finish_check_again(self._desk, current, result, self._report)
            return None
        assert current is not None, "a check is of something"
        assert result is not None, "a check of what was handed in has a result"
        if isinstance(result, Passed):
            return Admission(current, result)
        self._desk.refuse(current, stage=result.stage, ours=result.ours, submitted=result.submitted)
        self._end(current, result.lines)
        what = "is unchanged" if result.stage == UNCHANGED else f"is refused: {result.stage}"
        self._report(f"{current.entry} {what}")
        return None

    def report_admitted(self, admission: Admission) -> None:
        """Write for the author that the program plays, and remove the request."""
        self._end(admission.pending, admission.passed.lines)

    def report_again(self, request: Submission | Request) -> None:
        """Write for the author how a request has ended by the log, if that was not written before."""
        files = self._files(request.id)
        if any("result" in line for line in files.lines()):
            return
        if isinstance(request, Request):
            self.report_done(request)
        elif (outcome := self._desk.state.outcomes.get(request.id)) is not None:
            self._guarded(files.begin, request)
            self._report_outcome(files, outcome, ())

    def report_done(self, request: Request) -> None:
        """Write for an author that an entry is withdrawn."""
        if request.key_sha256 is not None and request.what == "withdraw":
            files = self._files(request.id)
            self._guarded(files.begin, {"id": request.id, "entry": request.entry})
            self._guarded(files.withdrawn)

    def report_refused(self, request: Submission | Request, why: str) -> None:
        """Write for the author that a request was not taken at all, and `why`."""
        files = self._files(request.id)
        if isinstance(request, Request):
            self._guarded(files.begin, {"id": request.id, "entry": request.entry})
        else:
            self._guarded(files.begin, request)
        self._guarded(files.refused, "receive", [why])

    def _begin(
        self, current: Pending | str, check: Coroutine[None, None, Passed | Refusal | None]
    ) -> None:
        self._current = current
        self.task = asyncio.create_task(check)

    def _end(self, pending: Pending, lines: tuple[str, ...]) -> None:
        files = self._files(pending.request)
        self._report_outcome(files, self._desk.state.outcomes[pending.request], lines)
        handed = self._handed.pop(pending.request, None)
        if handed is not None:
            self._inbox.done(handed)

    def _report_outcome(
        self, files: CheckFiles, outcome: Mapping[str, object], lines: tuple[str, ...]
    ) -> None:
        version = int(str(outcome.get("version", 0)))
        if outcome["result"] == "admitted":
            self._guarded(files.admitted, version, lines)
        elif outcome["result"] == UNCHANGED:
            self._guarded(files.unchanged, version)
        else:
            ours = bool(outcome["ours"])
            self._guarded(files.refused, str(outcome["stage"]), lines, is_ours=ours)

    def _guarded(self, write: Callable[..., None], *values: object, **named: object) -> None:
        """Call a function that writes for an author; if it can't write, report that and go on.

        Args:
            write: The function.
            *values: Its arguments.
            **named: Its named arguments.
        """
        try:
            write(*values, **named)
        except FolderError as error:
            self._report(str(error))

    def _files(self, request: str) -> CheckFiles:
        return CheckFiles.of(self._inbox.path.parent, request)


def finish_check_again(
    desk: Desk, name: str, result: Refusal | None, report: Callable[[str], None]
) -> None:
    """Write to the season's log whether a benched entry passed its check; do nothing if it is benched no more.

    Args:
        desk: Changes the season, and writes its log.
        name: Name of the entry.
        result: Why it was not passed; None if it was.
        report: Called with a line for the organizer.
    """
    # Meanwhile the organizer may have decided, or a new version was admitted.
    if desk.state.entries[name].status is not EntryStatus.BENCHED:
        return
    if result is None:
        desk.check_passed(name)
        report(f"{name} has passed its check, and plays again")
    else:
        desk.check_failed(name, stage=result.stage, ours=result.ours)
        report(f"{name} stays benched: {' '.join(result.lines) or result.stage}")


def _ignore(stage: str, text: str) -> None:
    """Do nothing with a line about a check: nobody follows the check of a benched entry."""
    del stage, text

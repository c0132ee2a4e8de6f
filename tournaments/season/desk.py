"""Changes a season: checks what is asked for, and writes the event with its rows and the new state.

A run and the commands of an organizer without a run use the same desk, so that both do the same.
Matches are written here, too; when they begin is decided by `runner`.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

from tournaments.log.event import Event
from tournaments.season import bodies
from tournaments.season.checkpoint import state_in
from tournaments.season.inbox import Request
from tournaments.season.keys import entry_name_problem
from tournaments.season.records import EntryStatus, Pending, SeasonStatus
from tournaments.season.requests import Submission
from tournaments.season.state import SeasonState
from tournaments.spec.errors import LogError, TournamentError
from tournaments.store.records import StoredVersion
from tournaments.store.store import Store

__all__ = ["Desk", "Now", "RequestRefusedError", "text_of"]

Now = Callable[[], datetime.datetime]
"""Type of a function that returns the current date and time, in UTC."""

_EVENT = re.compile(r"^event \d+: ")
_CHANGES = {
    "bench": "benched",
    "reinstate": "reinstated",
    "withdraw": "withdrawn",
    "expel": "expelled",
}
_LONGEST_BENCH = datetime.timedelta(hours=24)
_TIMES_LONGER = 4
_SHA256 = re.compile(r"[0-9a-f]{64}")


class RequestRefusedError(TournamentError):
    """A request can't be done as the season is now; the message says why."""


def text_of(time: datetime.datetime) -> str:
    """Return a time as the log has it: UTC, ISO 8601 to the millisecond."""
    return time.astimezone(datetime.UTC).isoformat(timespec="milliseconds")


class Desk:
    """Changes one season: checks each change, and writes it to log and database. Use it in one thread.

    Args:
        store: The season's database, which this process has locked.
        now: Returns the current date and time, in UTC.
        state: State after the log so far; None reads the log.
    """

    def __init__(self, store: Store, now: Now, state: SeasonState | None = None) -> None:
        self._store = store
        self._now = now
        self.state = state_in(store.events) if state is None else state
        """State of the season."""
        self.book = store.season_book(self._take)
        """Writer of events and rows, which also changes `state`."""

    def _take(self, event: Event) -> None:
        self.state.apply(event)

    def at(self) -> str:
        """Return the time of the next event, UTC, ISO 8601: never before that of the last one."""
        return max(text_of(self._now()), self.state.now)

    def after(self, time: datetime.timedelta) -> str:
        """Return the time that is this much later than now, UTC, ISO 8601."""
        return text_of(self._now() + time)

    def is_due(self, time: datetime.datetime | str | None) -> bool:
        """Return whether a time has come; None never comes."""
        if time is None:
            return False
        return (time if isinstance(time, str) else text_of(time)) <= text_of(self._now())

    def seconds_until(self, time: datetime.datetime | str) -> float:
        """Return the seconds from now until a time, negative if it has passed."""
        if isinstance(time, str):
            time = datetime.datetime.fromisoformat(time)
        return (time - self._now()).total_seconds()

    # What organizers and authors ask for.

    def carry_out(self, request: Request) -> None:
        """Do what a request asks for.

        Raises:
            RequestRefusedError: It can't be done; nothing was changed.
        """
        try:
            self.book.write(self._bodies_of(request))
        except LogError as error:
            raise RequestRefusedError(_EVENT.sub("", str(error))) from None

    def _bodies_of(self, request: Request) -> list[bodies.Body]:
        what, at, state = request.what, self.at(), self.state
        if what in _CHANGES:
            entry = self._entry(request)
            by = "organizer"
            if request.key_sha256 is not None:
                self._check_owner(request, entry)
                by = "author"
            return [
                bodies.entry_changed(
                    _CHANGES[what], entry, by=by, reason=request.reason, at=at, request=request.id
                )
            ]
        if what in ("annul", "restore"):
            if (request.match is None) == (request.entry is None):
                raise RequestRefusedError(f"{what} needs either a match or an entry")
            return [
                bodies.annulled(
                    "annulled" if what == "annul" else "restored",
                    match=request.match,
                    entry=None if request.entry is None else self._entry(request),
                    reason=request.reason,
                    at=at,
                    request=request.id,
                )
            ]
        if what == "key":
            return [self._key_body(request, at)]
        steps = {"pause": ["paused"], "resume": ["resumed"], "freeze": ["frozen"]}.get(what)
        if what == "close":
            steps = _steps_to_stages(state.status)
        if steps is None:
            known = ", ".join([*_CHANGES, "annul", "restore", "key", "pause", "resume", "freeze"])
            raise RequestRefusedError(f"what must be one of {known}, close, not {what!r}")
        return [
            bodies.season_changed(
                step, by="organizer", reason=request.reason, at=at, request=request.id
            )
            for step in steps
        ]

    def _entry(self, request: Request) -> str:
        """Return the name of the entry that a request names, spelled as the season has it."""
        wanted = (request.entry or "").lower()
        for name in self.state.entries:
            if name.lower() == wanted:
                return name
        raise RequestRefusedError(f"there is no entry {request.entry!r}")

    def _check_owner(self, request: Request, entry: str) -> None:
        if self.state.keys.get(entry) != request.key_sha256:
            raise RequestRefusedError(f"the key is not that of {entry}")
        if request.what != "withdraw":
            raise RequestRefusedError(f"an author can't {request.what} an entry")

    def _key_body(self, request: Request, at: str) -> bodies.Body:
        sha256, entry = request.key_sha256 or "", request.entry or ""
        if not _SHA256.fullmatch(sha256):
            raise RequestRefusedError("key_sha256 must be 64 hexadecimal digits")
        problem = entry_name_problem(entry)
        if problem is not None:
            raise RequestRefusedError(problem)
        author = request.author or self.state.owners.get(entry.lower()) or entry
        return bodies.key_made(entry, author, sha256, at=at, request=request.id)

    # What is handed in.

    def author_of(self, handed: Submission) -> str:
        """Return the author of a program that was handed in.

        Raises:
            RequestRefusedError: The key is unknown, or is not that of the entry's author.
        """
        owner = self.state.owners.get(handed.entry.lower())
        if handed.key_sha256 is None:
            return handed.author or owner or handed.entry
        if owner is None or self.state.keys.get(handed.entry) != handed.key_sha256:
            raise RequestRefusedError(f"the key is not that of {handed.entry}")
        if handed.author not in (None, owner):
            raise RequestRefusedError(
                f"{handed.entry} is an entry of {owner}, not of {handed.author}"
            )
        return owner

    def receive(self, handed: Submission, declared: str | None = None) -> Pending:
        """Write to the season's log that a program was handed in, which is to be checked.

        Args:
            handed: What was handed in.
            declared: Of a program that attends: what its author calls the version; None for others.

        Raises:
            RequestRefusedError: It can't be taken; nothing was changed.
        """
        try:
            sent = text_of(datetime.datetime.fromisoformat(handed.received))
        except ValueError:
            raise RequestRefusedError(f"{handed.received!r} is no time") from None
        author = self.author_of(handed)
        problem = self._why_not(handed.entry, author, sent)
        if problem is not None:
            raise RequestRefusedError(problem)
        body = bodies.received(
            handed.id,
            handed.entry,
            author,
            door=handed.door,
            key=handed.key_sha256,
            sent=sent,
            at=self.at(),
            declared=declared,
        )
        try:
            self.book.write([body])
        except LogError as error:
            raise RequestRefusedError(_EVENT.sub("", str(error))) from None
        return self.state.submissions[handed.id]

    def _why_not(self, name: str, author: str, sent: str) -> str | None:
        """Return why a program can't be handed in, as a sentence; None if it can.

        Args:
            name: Name of the entry.
            author: Name of its author.
            sent: Time at which the program was received, UTC, ISO 8601.
        """
        state, terms, season = self.state, self.state.spec.entries, self.state.spec.season
        assert season is not None
        entry = next((e for e in state.entries.values() if e.name.lower() == name.lower()), None)
        is_late = season.deadline is not None and sent > text_of(season.deadline)
        takes = state.status in (SeasonStatus.ANNOUNCED, SeasonStatus.OPEN)
        if not takes and (is_late or season.deadline is None or state.status.value != "frozen"):
            return f"the season is {state.status.value} and takes no submissions"
        if is_late:
            return f"it came after the deadline, {text_of(season.deadline or self._now())}"
        if entry is not None and entry.name != name:
            return f"{name} is the name of {entry.name}, apart from case"
        if entry is not None and entry.stays:
            return f"{name} is an entry of the organizer's"
        if entry is not None and entry.status is EntryStatus.EXPELLED:
            return f"{name} was expelled: {entry.reason}"
        if state.sent(author, sent[:10]) >= terms.per_day:
            return (
                f"{author} has handed in {terms.per_day} times on {sent[:10]}: try again tomorrow"
            )
        others = {
            other.name
            for other in state.entries.values()
            if other.author == author
            and other.status in (EntryStatus.ACTIVE, EntryStatus.BENCHED)
            and other.name != name
        }
        others |= {
            each.entry
            for each in state.submissions.values()
            if each.author == author and each.entry != name
        }
        if len(others) >= terms.per_author:
            return f"{author} has {' and '.join(sorted(others))}: withdraw one to enter another"
        return None

    def admit(self, submission: Pending, version: StoredVersion, submitted: str | None) -> None:
        """Write to the season's log that a program that was handed in plays from now on.

        Args:
            submission: What was handed in.
            version: The version; its number must be the next one of the entry.
            submitted: SHA-256 of what was handed in; None if unknown.
        """
        body = bodies.admitted(
            submission.entry,
            submission.author,
            version.version,
            request=submission.request,
            submitted=submitted,
            run=version.sha256,
            prior=self.state.prior_of(submission.entry),
            at=self.at(),
            declared=submission.declared,
        )
        self.book.admit(body, version)

    def admit_own(self, version: StoredVersion) -> None:
        """Write to the season's log that an entry of the season's file plays from now on, and never leaves."""
        body = bodies.admitted(
            version.bot,
            None,
            version.version,
            request=None,
            submitted=None,
            run=version.sha256,
            prior=self.state.prior_of(version.bot),
            at=self.at(),
            stays=True,
        )
        self.book.admit(body, version)

    def refuse(self, submission: Pending, *, stage: str, ours: bool, submitted: str | None) -> None:
        """Write to the season's log that a program that was handed in was refused.

        Args:
            submission: What was handed in.
            stage: Stage of the check.
            ours: Whether the fault is not the program's.
            submitted: SHA-256 of what was handed in; None if unknown.
        """
        self.book.write(
            [
                bodies.refused(
                    submission.entry,
                    request=submission.request,
                    stage=stage,
                    ours=ours,
                    submitted=submitted,
                    at=self.at(),
                    declared=submission.declared,
                )
            ]
        )

    # What a run does with entries.

    def move(self, name: str, *, is_here: bool, in_order: bool = False) -> None:
        """Write to the season's log that a remote entry is present (may get matches) or absent from now on.

        Args:
            name: Name of the entry.
            is_here: Whether it is present.
            in_order: Whether it had said before it left that it takes no more matches.
        """
        kind = "came" if is_here else "left"
        self.book.write([bodies.presence(kind, name, at=self.at(), in_order=in_order)])

    def bench(self, name: str, faults: int) -> None:
        """Write to the season's log that an entry is benched for its faults, until it passes a check.

        Args:
            name: Name of the entry.
            faults: Number of faults in a row.
        """
        until = self.after(self._next_pause(name))
        reason, at = f"{faults} faults in a row", self.at()
        self.book.write(
            [bodies.entry_changed("benched", name, by="runner", reason=reason, at=at, until=until)]
        )

    def check_passed(self, name: str) -> None:
        """Write to the season's log that a benched entry has passed its check, and plays again."""
        reason = "passed the check"
        self.book.write(
            [bodies.entry_changed("reinstated", name, by="check", reason=reason, at=self.at())]
        )

    def check_failed(self, name: str, *, stage: str, ours: bool) -> None:
        """Write to the season's log that a benched entry failed its check, and when it is checked again.

        Each pause until the next check is longer than the last one, up to a bound.

        Args:
            name: Name of the entry.
            stage: Stage of the check that it has not passed.
            ours: Whether the fault is not the entry's.
        """
        until = self.after(self._next_pause(name))
        self.book.write(
            [
                bodies.refused(
                    name,
                    request=None,
                    stage=stage,
                    ours=ours,
                    submitted=None,
                    at=self.at(),
                    until=until,
                )
            ]
        )

    def _next_pause(self, name: str) -> datetime.timedelta:
        season = self.state.spec.season
        assert season is not None
        first = datetime.timedelta(microseconds=season.bench // 1000)
        times: int = _TIMES_LONGER ** min(self.state.entries[name].benches, 20)
        longer: datetime.timedelta = first * times
        return min(longer, _LONGEST_BENCH)

    def change_season(self, to: str, *, by: str, reason: str) -> None:
        """Write to the season's log that the season has another state, is paused or goes on.

        Args:
            to: The new state, or `paused`, or `resumed`.
            by: `clock`, `runner` or `organizer`.
            reason: Why, for people.
        """
        self.book.write([bodies.season_changed(to, by=by, reason=reason, at=self.at())])


def _steps_to_stages(status: SeasonStatus) -> list[str]:
    """Return the states through which a season in the state `status` goes when it is closed, up to its stages.

    Raises:
        RequestRefusedError: The season has reached its stages, or is closed already.
    """
    order = [SeasonStatus.ANNOUNCED, SeasonStatus.OPEN, SeasonStatus.FROZEN, SeasonStatus.STAGES]
    if status not in order[:-1]:
        raise RequestRefusedError(f"the season is {status.value} already")
    return [each.value for each in order[order.index(status) + 1 :]]

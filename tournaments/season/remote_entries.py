"""Checks, admits, pairs and dismisses entries whose programs run elsewhere.

What is done follows from the state of the season and from who is here now, never from what has just
happened, so that a kill at any moment loses nothing: whoever attends says so again to the next run.

An entry attends under a name for its version, chosen by its author. A name that the entry never had
is a submission: it is received, tried in a match, and admitted or refused. A name that is refused or
replaced can't come back, since nobody here sees whether the program behind it has changed.
"""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol

from tournaments.bots.remote import AttendeeKey
from tournaments.season.checking import Refusal, finish_check_again
from tournaments.season.desk import Desk, RequestRefusedError
from tournaments.season.records import (
    EntryStatus,
    MatchStatus,
    Pending,
    SeasonEntry,
    SeasonMatch,
    declared_digest,
)
from tournaments.season.remote_trial import Trial
from tournaments.season.remotes import Declared
from tournaments.season.requests import Submission
from tournaments.spec.outcomes import label_of
from tournaments.store.records import StoredVersion

__all__ = ["Link", "RemoteEntries"]

PATIENCE = datetime.timedelta(hours=1)
"""Time after which a version that was received, and is not here, is refused without costing an attempt."""
LONGEST_WAIT_S = 60.0
"""Longest time that an entry waits for other remote entries, so that not all its opponents are hosted,
in seconds.
"""
PAUSE_S = 60.0
"""Time after a trial that failed on our side until another attempt, in seconds; doubled each time."""
_DAY = datetime.timedelta(hours=24)
_NS_PER_US = 1000
_LONGEST_TEXT = 200
_COVERS = "the name of the version alone: the program runs on its author's machine"


class Link(Protocol):
    """Interface to the connections of remote entries: keys, presence, and room for matches; see `Remotes`."""

    def set_keys(self, keys: Iterable[AttendeeKey]) -> None:
        """Replace the keys with which programs may connect for remote entries."""

    def dismiss(self, entry: str, text: str, *, over: bool = False) -> None:
        """End the stream of an entry soon, with a text for its author; `over`: it has no more to play."""

    def declared(self) -> Mapping[str, Declared]:
        """Return the key, version and language that the program of each entry with an open stream declared, by name."""

    def is_present(self, entry: str) -> bool:
        """Return whether an entry is connected, has been so for long enough, and has not left."""

    def has_left_in_order(self, entry: str) -> bool:
        """Return whether an entry had said before it left last that it takes no more matches."""

    def resume(self, entry: str, *, is_present: bool, drops: int) -> None:
        """Restore what an earlier run of the season recorded of an entry's presence.

        Args:
            entry: Name of the entry.
            is_present: Whether it was here.
            drops: Number of times that it had dropped out since it was last here for an hour.
        """

    def ready(self) -> dict[str, int]:
        """Return how many matches each entry may begin now, without those that may begin none."""

    def began(self, entry: str, ago_ns: int = 0) -> None:
        """Count a match that an entry begins, or began in an earlier run, against the entry's limits.

        Args:
            entry: Name of the entry.
            ago_ns: How long ago it began, in nanoseconds.
        """

    def ended(self, entry: str) -> None:
        """Reduce the number of matches that an entry plays now by one, since one is over."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Trying:
    """A trial match of an entry's program that is being played: its task, and the submission if there is one."""

    task: asyncio.Task[Refusal | None]
    pending: Pending | None
    """What is tried; None for the current version of a benched entry."""


class RemoteEntries:
    """Checks, admits, pairs and dismisses the remote entries (programs on other machines) of a season's run.

    Args:
        desk: Changes the season, and writes its log.
        link: Connection to the entries.
        trial: Tries programs.
        versions: Stored versions, by entry and number; it grows as versions are admitted.
        note: Called with a line for the organizer.
    """

    def __init__(
        self,
        desk: Desk,
        link: Link,
        trial: Trial,
        versions: dict[tuple[str, int], StoredVersion],
        note: Callable[[str], None],
    ) -> None:
        self._desk = desk
        self._link = link
        self._trial = trial
        self._versions = versions
        self._note = note
        self._keys: tuple[AttendeeKey, ...] | None = None
        self._trying: dict[str, _Trying] = {}
        """The trial of each entry that is being tried, by the entry's name."""
        self._failures: dict[str, tuple[int, float]] = {}
        """Of entries whose trial failed on our side: how often, and the loop's time of the next one."""
        self._last: dict[str, tuple[str, str]] = {}
        """Times at which the last match of each entry began and ended, UTC, ISO 8601."""

    @property
    def tasks(self) -> set[asyncio.Task[Refusal | None]]:
        """Trials that are being played, or have just ended."""
        return {trying.task for trying in self._trying.values()}

    def begin(self) -> None:
        """Restore from the log which entries were present, and count their matches of the last 24 hours."""
        state = self._desk.state
        for entry in state.entries.values():
            if entry.is_remote:
                self._link.resume(entry.name, is_present=entry.is_present, drops=entry.drops)
        recent = []
        for match in reversed(state.matches):
            ago = datetime.timedelta(seconds=-self._desk.seconds_until(match.at))
            if ago >= _DAY:
                break
            recent.append((match, max(ago // datetime.timedelta(microseconds=1), 0) * _NS_PER_US))
        for match, ago_ns in reversed(recent):
            for name in self._remotes_of(match):
                self._link.began(name, ago_ns)
                if match.status is not MatchStatus.PLAYING:
                    self._link.ended(name)
                if match.ended_at:
                    self._last[name] = (match.at, match.ended_at)

    def follow(self) -> None:
        """Act on the present state, once: log who came and left, receive, try and admit versions, dismiss entries."""
        self._dismiss_expelled()
        self._set_keys()
        self._finish_trials()
        self._follow_presence()
        for declared in list(self._link.declared().values()):
            if self._link.is_present(declared.entry):
                self._follow_declared(declared)
        ready = self._link.ready()
        for pending in list(self._desk.state.submissions.values()):
            if pending.declared is not None:
                self._follow_pending(pending, pending.entry in ready)
        for entry in self._desk.state.entries.values():
            if entry.name in ready and self._has_room() and self._needs_check(entry):
                entry_id = _id_of("again", entry.name, entry.until)
                self._try(entry.name, entry.current.number, entry_id, None)

    def ready(self) -> list[str]:
        """Return the names of the entries that may begin a rated match now, sorted.

        One that is alone waits a little for others that are here: else each would be free again while
        the others play, and meet nobody but hosted entries.
        """
        ready, entries = self._free(), self._desk.state.entries
        others = {
            entry.author
            for entry in entries.values()
            if entry.is_remote and entry.may_play and entry.name not in ready
        }
        authors = {entries[name].author for name in ready}
        is_alone = len(authors) == 1 and bool(others - authors)
        return [] if is_alone and all(self._waits(name) for name in ready) else ready

    def _waits(self, name: str) -> bool:
        """Return whether an entry has been free for less than half of the time that its last match took."""
        if name not in self._last:
            return False
        began, ended = (datetime.datetime.fromisoformat(each) for each in self._last[name])
        most = min((ended - began).total_seconds() / 2, LONGEST_WAIT_S)
        return -self._desk.seconds_until(ended) < most

    def _free(self) -> list[str]:
        """Return the names of the entries that have room, sorted.

        Left out are entries whose connected program is not the version that was admitted.
        """
        declared, entries = self._link.declared(), self._desk.state.entries
        return [
            name
            for name in sorted(self._link.ready())
            if name in entries
            and entries[name].is_remote
            and entries[name].may_play
            # The program that is there now must be the one that was admitted.
            and name in declared
            and _name_of(declared[name]) == entries[name].current.declared
        ]

    def began(self, match: SeasonMatch) -> None:
        """Count a match that begins against the limits of its remote entries."""
        for name in self._remotes_of(match):
            self._link.began(name)

    def ended(self, match: SeasonMatch) -> None:
        """Count that a match is over, so that its remote entries have room for another."""
        for name in self._remotes_of(match):
            self._link.ended(name)
            self._last[name] = (match.at, self._desk.at())

    def _remotes_of(self, match: SeasonMatch) -> list[str]:
        state = self._desk.state
        return [name for name, version in match.entries if state.is_remote(name, version)]

    def _set_keys(self) -> None:
        state = self._desk.state
        names: dict[str, list[str]] = {}
        for name, sha256 in state.keys.items():
            entry = state.entries.get(name)
            if entry is None or entry.status is not EntryStatus.EXPELLED:
                names.setdefault(sha256, []).append(name)
        keys = tuple(AttendeeKey(sha256, tuple(of)) for sha256, of in sorted(names.items()))
        if keys != self._keys:
            self._keys = keys
            self._link.set_keys(keys)

    def _follow_presence(self) -> None:
        for entry in self._desk.state.entries.values():
            is_here = entry.is_remote and self._link.is_present(entry.name)
            if not entry.is_remote or is_here == entry.is_present:
                continue
            in_order = not is_here and self._link.has_left_in_order(entry.name)
            self._desk.move(entry.name, is_here=is_here, in_order=in_order)
            self._note(f"{entry.name} {'is here' if is_here else 'has left'}")

    # Versions.

    def _follow_declared(self, declared: Declared) -> None:
        """Receive a version that is new, or dismiss an entry that can't play with the one it has.

        Args:
            declared: Key, version and language that the entry's program declared when it connected.
        """
        state, name, text = self._desk.state, declared.entry, _name_of(declared)
        waiting = [each for each in state.submissions.values() if each.entry == name]
        if any(each.declared == text for each in waiting):
            return
        if any(each.declared is not None for each in waiting):
            return  # an older one is still tried, or refused below
        why = self._why_not(name, text)
        if why == "":
            return
        failures, due = self._failures.get(name, (0, 0.0))
        if failures and asyncio.get_running_loop().time() < due:
            return
        if why is None:
            try:
                self._receive(declared, text)
            except RequestRefusedError as error:
                why = str(error)
        if why is not None:
            self._dismiss(name, why, over=self._is_withdrawn(name, text))

    def _why_not(self, name: str, text: str) -> str | None:
        """Return why a version can't be received; empty if it is the one that plays, None if it can.

        Args:
            name: Name of the entry.
            text: What its author calls the version.
        """
        state, entry = self._desk.state, self._desk.state.entries.get(name)
        if entry is not None and entry.current.declared == text:
            if entry.status is EntryStatus.WITHDRAWN:
                return f"{name} is withdrawn; to enter it again, {_ANOTHER}"
            return ""
        if entry is not None and any(each.declared == text for each in entry.versions):
            return f"version {text!r} was replaced; {_ANOTHER}"
        if declared_digest(text) in state.refused_digests.get(name, {}):
            return f"version {text!r} was refused before; mend it, and {_ANOTHER}"
        return None

    def _is_withdrawn(self, name: str, text: str) -> bool:
        entry = self._desk.state.entries.get(name)
        if entry is None or entry.status is not EntryStatus.WITHDRAWN:
            return False
        return entry.current.declared == text

    def _receive(self, declared: Declared, text: str) -> None:
        desk, name = self._desk, declared.entry
        # The same after a kill, and another one for every time that it is received.
        request = _id_of("attend", name, text, desk.state.last)
        desk.receive(
            Submission(request, name, None, "attend", declared.key_sha256, desk.at(), Path()), text
        )
        self._note(f"{name} attends as {text!r}, and will be tried")

    def _follow_pending(self, pending: Pending, is_ready: bool) -> None:
        """Try a version that was received; refuse it if it was replaced, or is away for too long.

        Args:
            pending: The version.
            is_ready: Whether its entry may begin a match now.
        """
        name = pending.entry
        if name in self._trying:
            return
        declared = self._link.declared().get(name)
        if declared is not None and _name_of(declared) == pending.declared:
            if is_ready and self._has_room():
                entry = self._desk.state.entries.get(name)
                number = 1 if entry is None else len(entry.versions) + 1
                self._try(name, number, pending.request, pending)
            return
        is_replaced = declared is not None and self._link.is_present(name)
        is_late = -self._desk.seconds_until(pending.sent) > PATIENCE.total_seconds()
        if is_replaced or is_late:
            self._refuse(pending, Refusal("play", ours=True))

    def _needs_check(self, entry: SeasonEntry) -> bool:
        """Return whether a benched remote entry is due for a check, and its current version is connected."""
        declared = self._link.declared().get(entry.name)
        return (
            entry.is_remote
            and entry.status is EntryStatus.BENCHED
            and self._desk.is_due(entry.until)
            and entry.name not in self._trying
            and declared is not None
            and _name_of(declared) == entry.current.declared
        )

    def _has_room(self) -> bool:
        """Return whether another trial may begin: as many may be played at once as rated matches."""
        terms = self._desk.state.spec.remote
        return terms is not None and len(self._trying) < terms.matches

    def _try(self, name: str, version: int, trial_id: str, pending: Pending | None) -> None:
        self._link.began(name)
        task = asyncio.create_task(self._trial.play(name, version, trial_id))
        self._trying[name] = _Trying(task, pending)

    def _finish_trials(self) -> None:
        ended = [name for name, trying in self._trying.items() if trying.task.done()]
        # In an order that does not depend on how the loop has them.
        for name in sorted(ended):
            trying = self._trying.pop(name)
            refusal = trying.task.result()
            self._link.ended(name)
            if trying.pending is None:
                finish_check_again(self._desk, name, refusal, self._note)
            elif refusal is None:
                self._admit(trying.pending)
            else:
                self._refuse(trying.pending, refusal)

    def _admit(self, pending: Pending) -> None:
        assert pending.declared is not None, "it attends"
        entry = self._desk.state.entries.get(pending.entry)
        number = 1 if entry is None else len(entry.versions) + 1
        digest = declared_digest(pending.declared)
        version = StoredVersion(
            pending.entry, number, digest, _COVERS, {}, {"declared": pending.declared}
        )
        self._desk.admit(pending, version, digest)
        self._versions[version.bot, version.version] = version
        self._failures.pop(pending.entry, None)
        self._note(f"{label_of(pending.entry, number)} plays from elsewhere from now on")

    def _refuse(self, pending: Pending, refusal: Refusal) -> None:
        assert pending.declared is not None, "it attends"
        name, digest = pending.entry, declared_digest(pending.declared)
        self._desk.refuse(pending, stage=refusal.stage, ours=refusal.ours, submitted=digest)
        why = ", ".join(refusal.lines)
        if not refusal.ours:
            self._note(f"{name} is refused: {why}")
            self._dismiss(name, f"version {pending.declared!r} is refused: {why}")
        elif refusal.lines:
            self._note(f"{name} could not be tried: {why}")
            failures = self._failures.get(name, (0, 0.0))[0]
            due = asyncio.get_running_loop().time() + PAUSE_S * 2 ** min(failures, 6)
            self._failures[name] = (failures + 1, due)

    def _dismiss(self, name: str, text: str, *, over: bool = False) -> None:
        self._link.dismiss(name, text[:_LONGEST_TEXT], over=over)

    def _dismiss_expelled(self) -> None:
        """Dismiss entries that were expelled, before their keys are taken back without a reason."""
        for name in list(self._link.declared()):
            entry = self._desk.state.entries.get(name)
            if entry is not None and entry.status is EntryStatus.EXPELLED:
                self._dismiss(name, f"{name} was expelled from the season", over=True)


_ANOTHER = "attend with another --program-version"


def _name_of(declared: Declared) -> str:
    """Return the name of a version as the log has it: what terminals and pages may not show is replaced."""
    return "".join(each if each.isprintable() else "?" for each in declared.version)


def _id_of(*parts: object) -> str:
    """Return an id that follows from its parts, 32 hexadecimal digits."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]

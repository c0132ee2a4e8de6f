"""Checks a tournament's log against itself, its rules, its replays, its programs and its database.

The log and the replays are enough, on any machine; a database and copies of programs are checked if
they exist. Each check ends at the first event that differs. Events that were cut off at the end of the
log, and a log that was replaced as a whole, can be found only by comparison with a head (number and
hash of an event) that was published before; if none is given, the audit reports that.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import secrets
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tournaments.audit.season_log import logged_season, season_text
from tournaments.audit.stages import (
    check_order,
    check_origin,
    num_expired,
    season_around,
    season_log_of,
    season_programs_of,
)
from tournaments.audit.void_attempts import check_void, void_attempts
from tournaments.bots.copies import digest_of, list_files
from tournaments.log.event import UNSIGNED, Event, parse_line, parse_lines
from tournaments.log.log_file import LOG_FILE, read_lines
from tournaments.log.signing import is_signed_by
from tournaments.log.state import LoggedMatch, TournamentState
from tournaments.pairings.schedule import Schedule
from tournaments.season.reading import is_season, season_of
from tournaments.season.stages import SeasonStage
from tournaments.season.state import SeasonState
from tournaments.spec.config import TournamentSpec
from tournaments.spec.entrants import with_entrants
from tournaments.spec.errors import LogError, MissingPackageError, TournamentError
from tournaments.spec.file_digest import file_sha256
from tournaments.spec.outcomes import MatchEnd
from tournaments.spec.reading import parse_spec
from tournaments.spec.stage_file import stage_name
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredMatch
from tournaments.store.store import Store
from tournaments.store.verify import exported, replay_command, replayed_results
from tournaments.tables.formats import make_scheduler

__all__ = ["Audit", "Finding", "audit", "is_log", "parse_head"]

_NEEDS_HEAD = (
    "whether events were cut off at the end, or the log replaced, shows only against a published"
    " head: give one with --head"
)


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check of an audit: name of the check, whether it holds, and a text for people."""

    check: str
    """Name of the check."""
    holds: bool | None
    """True if the check found no difference, False if it found one, None if the check could not be made."""
    text: str
    """What was checked, or the first thing that differs, as text for people."""


@dataclasses.dataclass(slots=True)
class Audit:
    """Result of auditing a tournament: a finding for each check."""

    name: str = ""
    """Name of the tournament; empty if the log has no first event."""
    head: str = ""
    """Number and hash of the last event, as `number:hash`; empty for an empty log."""
    findings: list[Finding] = dataclasses.field(default_factory=list)
    """Results of all checks, in the order in which they were made."""

    @property
    def holds(self) -> bool:
        """Whether no check has found a difference; checks that could not be made do not count."""
        return all(finding.holds is not False for finding in self.findings)

    def lines(self) -> Iterator[str]:
        """Yield the result as lines for people; lines that begin with FAILED are differences."""
        for finding in self.findings:
            word = {True: "holds", False: "FAILED", None: "open"}[finding.holds]
            yield f"{word:6} {finding.check}: {finding.text}"
        if self.head:
            yield f"head {self.head}"

    def as_json(self) -> dict[str, object]:
        """Return the result as a JSON object."""
        return {"holds": self.holds, **dataclasses.asdict(self)}


def parse_head(text: str) -> tuple[int, str]:
    """Return the number and the hash of a head given as text, such as `4711:9f2c`; the hash may be its first digits.

    Raises:
        LogError: The text is not of the form `number:hash`.
    """
    number, _, digest = text.partition(":")
    if not (number.isascii() and number.isdecimal() and 0 < int(number) < 10**9):
        raise LogError(f"--head must be NUMBER:HASH with a number from 1, not {text!r}")
    if len(digest) < 4 or digest.strip("0123456789abcdef"):
        raise LogError(f"--head must be NUMBER:HASH with 4 to 64 hexadecimal digits, not {text!r}")
    return int(number), digest


def audit(
    where: DataFolder | Path, *, head: tuple[int, str] | None = None, against: Path | None = None
) -> Audit:
    """Audit a tournament, and return the findings.

    Args:
        where: Data folder of the tournament, which need not have the database; or a log alone, such as
            one that was downloaded from a season's page.
        head: Number and first digits of the hash of an event that was published; None for none.
        against: File with another copy of the log; the check finds a difference unless the shorter copy
            is the beginning of the longer one. None for none.

    Raises:
        TournamentError: There is no log, or it can't be read.
    """
    if isinstance(where, DataFolder):
        return _Auditor(where, where.path / LOG_FILE).run(head, against)
    # What lies around a downloaded file is not the tournament's: it has no folder.
    nothing = where.parent / f".{where.name}-{secrets.token_hex(8)}"
    return _Auditor(DataFolder(nothing), where).run(head, against)


def is_log(path: Path) -> bool:
    """Return whether a path is that of a log rather than of a tournament file."""
    with contextlib.suppress(OSError, ValueError), path.open(encoding="utf-8") as file:
        return parse_line(file.readline().rstrip("\n")).number == 1
    return False


class _Difference(Exception):  # noqa: N818
    """A check has found a difference; the message is the text of its finding."""


class _Auditor:
    """Makes the checks of one audit of a tournament, and collects their findings.

    Args:
        folder: Data folder of the tournament, which need not exist.
        file: The log.
    """

    def __init__(self, folder: DataFolder, file: Path) -> None:
        self._folder = folder
        self._file = file
        self._events: list[Event] = []
        self._state = TournamentState()
        self._stored: list[StoredMatch] | None = None
        self._result = Audit()
        self._schedule: Schedule | None = None
        self._season: SeasonState | None = None
        self._deleted = 0

    def run(self, head: tuple[int, str] | None, against: Path | None) -> Audit:
        """Make all checks, and return their findings.

        Args:
            head: Number and first digits of the hash of an event that was published; None for none.
            against: File with another copy of the log, to compare with; None for none.
        """
        with contextlib.ExitStack() as stack:
            store = None
            if self._folder.exists:
                store = stack.enter_context(contextlib.closing(Store(self._folder.database)))
                self._stored, self._schedule = store.matches(), store.schedule()
            lines = self._lines(store)
            if not self._check("chain", lambda: self._chain(lines)):
                return self._result
            self._check("signatures", self._signatures)
            if not self._check("events", self._transitions):
                return self._result
            self._check("schedule", self._picks)
            self._check("programs", self._programs)
            self._check("replays", self._replays)
            if store is not None:
                self._check("database", lambda: self._database(store))
            if self._state.opened is not None and "stage_of" in self._state.opened:
                self._check("season", self._origin)
            for stage in self._season.stages.begun if self._season is not None else ():
                self._check(f"stage {stage.name}", functools.partial(self._stage, stage))
            self._check("head", lambda: self._head(head, against))
        return self._result

    def _lines(self, store: Store | None) -> list[str]:
        lines = [] if store is None else store.events.lines()
        if lines or self._file.exists():
            return lines or read_lines(self._file)
        raise LogError(
            f"{self._folder.path} has no log: tournaments of earlier versions get one at the next"
            " `tournament resume`"
        )

    def _check(self, name: str, make: Callable[[], str]) -> bool:
        try:
            text = make()
        except (_Open, MissingPackageError) as error:
            self._result.findings.append(Finding(name, None, str(error)))
            return True
        except (_Difference, TournamentError) as error:
            self._result.findings.append(Finding(name, False, str(error)))
            return False
        self._result.findings.append(Finding(name, True, text))
        return True

    def _chain(self, lines: Sequence[str]) -> str:
        # Kept one by one, so that the head is known up to the first event that was changed.
        for event in parse_lines(lines, name="the log"):
            self._events.append(event)
            self._result.head = f"{event.number}:{event.hash}"
        if not self._events:
            raise _Difference("the log is empty")
        return f"{len(self._events)} events follow from each other"

    def _signatures(self) -> str:
        key = self._events[0].body.get("public_key")
        if key is None:
            raise _Open("the first event names no key: anybody who has the log could replace it")
        for event in self._events:
            if not is_signed_by(event, key):
                why = (
                    "it has no signature" if event.signature == UNSIGNED else "it is not the key's"
                )
                raise _Difference(f"event {event.number} is not signed with {key[:16]}...: {why}")
        return f"{len(self._events)} signatures are those of the key {key[:16]}..."

    def _transitions(self) -> str:
        if is_season(self._events[0]):
            season = season_of(self._events)
            self._state, self._season = logged_season(season, self._events), season
            self._result.name = season.spec.name
            return season_text(season)
        for event in self._events:
            self._state.apply(event)
        state = self._state
        self._result.name = str(state.opened["name"]) if state.opened else ""
        voids = sum(each.void is not None for own in state.attempts.values() for each in own)
        return f"{len(state.matches)} results, {voids} void attempts: each follows from a beginning"

    @property
    def _spec(self) -> TournamentSpec:
        spec = parse_spec(self._state.source, self._file)
        steps = [step.bots for step in self._state.growth]
        return with_entrants(spec, self._state.bots, steps)

    def _picks(self) -> str:
        """Compare each match's players and block (key of matches that belong together) with the schedule's.

        The schedule is followed with the same results as in the log.

        Return the text of the finding.

        Raises:
            _Difference: A match has other players or another block, or is not in the schedule yet.
        """
        if self._season is not None:
            checked = season_of(self._events, checks_picks=True)
            return (
                f"entries of {checked.begun} matches and {len(checked.stages.begun)} stages, and priors,"
                " follow from the log before them"
            )
        state, ends = self._state, self._state.matches
        scheduler = make_scheduler(self._spec, self._schedule or state.schedule)
        begun = {each.number: each for own in state.attempts.values() for each in own}
        known = 0
        while due := scheduler.due():
            for pairing in due:
                known = max(known, pairing.number)
                match, attempt = ends.get(pairing.number), begun.get(pairing.number)
                wanted = (pairing.players, pairing.block)
                if match is not None and (match.pairing.players, match.pairing.block) != wanted:
                    raise _Difference(
                        f"event {match.event}: match {pairing.number} should be"
                        f" {' - '.join(pairing.players)} in block {pairing.block}"
                    )
                if attempt is not None and attempt.players not in ((), pairing.players):
                    raise _Difference(
                        f"match {pairing.number} began with {' - '.join(attempt.players)} in place of"
                        f" {' - '.join(pairing.players)}"
                    )
                if match is not None:
                    scheduler.record(pairing, match.end.placements)
        late = [number for number in ends if number > known]
        if late:
            event = ends[min(late)].event
            raise _Difference(f"event {event}: match {min(late)} is not in the schedule yet")
        return f"players of {len(ends)} matches follow from the file and the results before them"

    def _programs(self) -> str:
        found, copies = 0, self._folder.programs
        if self._state.opened is not None and "stage_of" in self._state.opened:
            copies = season_programs_of(self._folder)
        for (bot, version), digest in sorted(self._state.programs.items()):
            copy = copies / digest
            if not copy.is_dir():
                continue
            found += 1
            if digest_of(list_files(copy)) != digest:
                raise _Difference(f"the copy of {bot}, version {version}, was changed: {copy}")
        count = len(self._state.programs)
        return f"{found} of {count} versions are here as copies, with the digests of the log"

    def _replays(self) -> str:
        replays = self._folder.replays
        here = [
            match
            for match in self._state.matches.values()
            if (replays / f"{match.match_id}.replay").is_file()
        ]
        for match in here:
            digest = self._state.replays.get(match.match_id)
            path = replays / f"{match.match_id}.replay"
            if digest is not None and file_sha256(path) != digest:
                raise _Difference(f"the replay of match {match.pairing.number} was changed: {path}")
        voids = list(void_attempts(self._state, replays))
        missing = len(self._state.matches) - len(here)
        deleted = self._num_deleted() if missing else 0
        if not here and not voids:
            why = f": season.keep_replays deletes them, by now {deleted}" if deleted else ""
            raise _Open(f"there is no replay to simulate{why}")
        ran = subprocess.run(
            replay_command("verify", "--quiet", str(replays)), capture_output=True, text=True
        )
        if ran.returncode:
            said = (ran.stdout + ran.stderr).strip().splitlines()
            raise _Difference(f"a replay does not hold: {said[0] if said else 'no reason given'}")
        replayed = replayed_results(exported(replays))
        for match in here:
            self._compare(match, replayed.get(match.match_id))
        for attempt in voids:
            check_void(attempt, replayed.get(attempt.match_id))
        void = f", {len(voids)} void attempts are void by theirs" if voids else ""
        left = f"; {missing} have no replay here" if missing else ""
        if deleted:
            left += f", {deleted} of them since season.keep_replays deletes them"
        return f"{len(here)} results are those of their replays, simulated again{void}{left}"

    def _num_deleted(self) -> int:
        """Return the number of results whose replays the season's file has let expire.

        0 for a tournament that is neither a season nor a stage of one whose log is here.
        """
        season = self._season or season_around(self._state, self._folder)
        if season is not None:
            self._deleted = num_expired(season, self._state.matches.values(), self._folder.replays)
        return self._deleted

    def _compare(self, match: LoggedMatch, replayed: tuple[object, ...] | None) -> None:
        number, pairing = match.pairing.number, match.pairing
        seats = [(seat.placement, seat.score) for seat in match.end.seats]
        if replayed is None or replayed[0] != pairing.players:
            raise _Difference(
                f"event {match.event}: the replay of match {number} is another match's"
            )
        if replayed[2:] != (match.end.cause.name, *seats):
            raise _Difference(
                f"event {match.event}: the result of match {number} is not its replay's"
            )
        schedule = self._schedule or self._state.schedule
        # Before the end nobody may know what shared dice follow from, nor an auditor elsewhere.
        if self._schedule is None and schedule.dice.is_shared and self._state.secrets is None:
            return
        if replayed[1] != schedule.match_seed(number, pairing.block):
            raise _Difference(
                f"event {match.event}: match {number} was not played with its own dice"
            )

    def _database(self, store: Store) -> str:
        if self._file.exists():
            # A run that is active writes on.
            found = read_lines(self._file)[: len(self._events)]
            logged = [event.line for event in self._events]
            if found != logged[: len(found)]:
                first = next(
                    n for n, (a, b) in enumerate(zip(found, logged, strict=False), 1) if a != b
                )
                raise _Difference(f"file and database differ from event {first} on")
        stored = {match.pairing.number: match for match in self._stored or ()}
        for number, logged_match in self._state.matches.items():
            match = stored.get(number)
            if match is None:
                raise _Difference(f"event {logged_match.event}: the database lacks match {number}")
            of_rows = match.match_id, match.pairing.players, match.pairing.block, _plain(match.end)
            pairing = logged_match.pairing
            of_log = logged_match.match_id, pairing.players, pairing.block, _plain(logged_match.end)
            if of_rows != of_log:
                why = "has another result in the database"
                raise _Difference(f"event {logged_match.event}: match {number} {why}")
        extra = sorted(set(stored).difference(self._state.matches))
        if extra:
            raise _Difference(f"the database has a result of match {extra[0]}, the log has none")
        versions = {(each.bot, each.version): each.sha256 for each in store.programs.versions()}
        if versions != self._state.programs:
            raise _Difference("the database has other versions of programs than the log")
        return (
            f"{len(stored)} results and {len(versions)} versions of programs are those of the log"
        )

    def _origin(self) -> str:
        """Compare a stage with the log of its season; return what was checked, as text.

        Raises:
            _Open: The log of the season is not here.
            LogError: The log of the season has other entries, programs or terms for the stage.
        """
        log = season_log_of(self._folder)
        # Without a data folder, a file there is not the season's.
        if not self._folder.path.is_dir() or not log.is_file():
            raise _Open("the season's log is not here")
        return check_origin(self._state, self._spec, log)

    def _stage(self, stage: SeasonStage) -> str:
        """Audit a stage of a season, and compare its end with the season's log.

        Return what was checked, as text.

        Raises:
            _Open: The stage's log is not here.
            _Difference: A check of the stage has found a difference.
            LogError: The stage has ended otherwise than the season's log says.
        """
        if stage.skipped:
            return f"left out: {stage.skipped}"
        folder = self._folder.stage(stage.name, stage_name(self._result.name, stage.name))
        if not folder.exists and not (folder.path / LOG_FILE).is_file():
            raise _Open("its log is not here")
        auditor = _Auditor(folder, folder.path / LOG_FILE)
        found = auditor.run(None, None)
        for finding in found.findings:
            if finding.holds is False:
                raise _Difference(f"{finding.check}: {finding.text}")
        text = check_order(stage, auditor._state, auditor._spec, auditor._events)
        deleted = auditor._deleted
        return f"{text}; season.keep_replays has deleted {deleted} replays" if deleted else text

    def _head(self, head: tuple[int, str] | None, against: Path | None) -> str:
        texts = []
        if head is not None:
            number, digest = head
            if number > len(self._events):
                cut = (
                    f"the log ends with event {len(self._events)}, and event {number} was published"
                )
                raise _Difference(cut)
            if not self._events[number - 1].hash.startswith(digest):
                raise _Difference(f"event {number} has another hash than the one published")
            texts.append(f"event {number} is the one that was published")
        if against is not None:
            other = list(parse_lines(read_lines(against), name=str(against)))
            for ours, theirs in zip(self._events, other, strict=False):
                if ours.hash != theirs.hash:
                    raise _Difference(f"{against} differs from event {ours.number} on")
            if len(other) > len(self._events):
                raise _Difference(f"{against} goes on after event {len(self._events)}")
            texts.append(f"{against} is its beginning, {len(other)} events")
        if not texts:
            raise _Open(_NEEDS_HEAD)
        return "; ".join(texts)


class _Open(Exception):  # noqa: N818
    """A check can't be made, such as for lack of a file; the message is the text of its finding."""


def _plain(end: MatchEnd) -> tuple[object, ...]:
    """Return those parts of a result that both the log and the database contain, to compare the two."""
    seats = [
        (seat.placement, seat.score, seat.strikes, seat.forfeit, seat.tie_breaks)
        for seat in end.seats
    ]
    return (end.cause, end.text, *seats)

"""Plays a season: one match for each free slot, checks one at a time, and what comes into the inbox.

Everything that a kill could take back is written before it has an effect: an attempt before the
referee is asked for its match, the referee's id before a program gets a token, a result before the
next pick. So a run that starts goes on from the log: attempts without an end are taken up, checks
begin again, and requests that the log has are only removed.

The clock is that of the event loop and `now`; both can be a test's.
"""

from __future__ import annotations

import asyncio
import dataclasses
import platform
from typing import Any, Protocol

from tournaments.pairings import Pairing
from tournaments.pairings.orders import order_of
from tournaments.pairings.picker import LOCAL, REMOTE, Pick
from tournaments.play.executor import AttemptOrder, Executor, PlayedAttempt, host_failure
from tournaments.play.runner import Progress
from tournaments.season import bodies, intake
from tournaments.season.checking import Admission, Checker, CheckQueue
from tournaments.season.desk import Desk
from tournaments.season.inbox import Inbox
from tournaments.season.intake import Intake, pause_if_needed
from tournaments.season.records import (
    ATTEMPTS,
    EntryStatus,
    MatchStatus,
    SeasonEntry,
    SeasonMatch,
    SeasonStatus,
    block_of,
    is_rated,
)
from tournaments.season.remote_entries import RemoteEntries
from tournaments.season.status import next_by_clock
from tournaments.spec.errors import CopyError
from tournaments.spec.matches import GameFacts, MatchOrder
from tournaments.spec.outcomes import label_of
from tournaments.store.records import Begun, PlayRecord, Result, StoredVersion, is_at_worker

__all__ = ["Machine", "SeasonRunner"]

MANY_ENTRIES = 200
"""From this number of entries on, strengths are fitted in another thread."""
_VOIDS = 10
"""Number of void attempts in a row, without a common entry, that pause the season."""


class Machine(intake.Machine, Protocol):
    """Interface to the machine of a season's run: prepares programs, reports problems, notifies other programs."""

    def enlist(self, version: StoredVersion) -> None:
        """Prepare a version of an entry to be played.

        Raises:
            TournamentError: Its files are damaged or gone.
        """


@dataclasses.dataclass(frozen=True, slots=True)
class _Ended:
    """An attempt at a match that has ended, with its result."""

    match: SeasonMatch
    order: MatchOrder
    played: PlayedAttempt


class SeasonRunner:
    """Plays one run of a season: begins matches, has programs checked, and carries out requests.

    Args:
        desk: Changes the season, and writes its log.
        facts: Facts of the season's game.
        executor: Plays matches.
        checker: Checks programs.
        inbox: Folder with the requests of authors and organizers.
        machine: Prepares programs, reports problems such as a full disk, and notifies other programs.
        progress: Observes the run.
        tournament_id: Id that distinguishes the season at the referee.
        versions: Stored versions, by entry and number; it grows as versions are admitted.
        remotes: Entries that run elsewhere; None if the season takes none.
        poll_s: Period at which inbox and remote entries are looked at, in seconds.
        referee: Version of the referee's package, for the records; None if it is unknown.
    """

    def __init__(
        self,
        desk: Desk,
        facts: GameFacts,
        *,
        executor: Executor,
        checker: Checker,
        inbox: Inbox,
        machine: Machine,
        progress: Progress,
        tournament_id: str,
        versions: dict[tuple[str, int], StoredVersion],
        remotes: RemoteEntries | None = None,
        poll_s: float = 0.5,
        referee: str | None = None,
    ) -> None:
        self._desk = desk
        self._facts = facts
        self._executor = executor
        self._checks = CheckQueue(desk, checker, inbox, progress.note)
        self._inbox = inbox
        self._intake = Intake(desk, self._checks, inbox, progress.note)
        self._machine = machine
        self._progress = progress
        self._tournament_id = tournament_id
        self._versions = versions
        self._remotes = remotes
        self._poll_s = poll_s
        self._referee = referee
        self._playing: set[asyncio.Task[_Ended]] = set()
        self._enlisted: set[tuple[str, int]] = set()

    async def run(self) -> None:
        """Play until the season is closed, or only its stages are left to be played.

        Raises:
            TournamentError: The run can't go on; the log has everything so far.
        """
        self._inbox.make()
        self._progress.begin([], None)
        if self._desk.state.status is SeasonStatus.ANNOUNCED and not self._opens_now():
            self._progress.note(f"the season {next_by_clock(self._desk.state)}")
        done: set[asyncio.Task[_Ended]] = set()
        try:
            await self._take_up()
            while True:
                self._follow_faults()
                self._intake.take()
                self._follow_clock()
                if self._remotes is not None:
                    self._remotes.follow()
                self._machine.note_changes()
                if self._desk.state.status is SeasonStatus.STAGES:
                    self._checks.give_up()
                else:
                    self._checks.begin_next()
                self._begin_matches()
                if self._is_over():
                    break
                await self._wait({*self._playing, *self._checking()})
                done = {task for task in self._playing if task.done()}
                self._playing -= done
                # In the order of the schedule, whatever order the loop has them in.
                ended = sorted((task.result() for task in done), key=lambda e: e.match.number)
                done = set()
                for each in ended:
                    self._finish(each)
                admitted = self._checks.finish()
                if admitted is not None:
                    self._admit(admitted)
        finally:
            tasks = [*self._playing, *done, *self._checking()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _checking(self) -> set[asyncio.Task[Any]]:
        """Return all checks that are being made."""
        tasks: set[asyncio.Task[Any]] = set() if self._remotes is None else {*self._remotes.tasks}
        return tasks if self._checks.task is None else {*tasks, self._checks.task}

    async def _wait(self, tasks: set[asyncio.Task[Any]]) -> None:
        """Wait until a task has ended, or something is due by the clock."""
        if tasks:
            await asyncio.wait(
                tasks, timeout=self._until_due(), return_when=asyncio.FIRST_COMPLETED
            )
        else:
            await asyncio.sleep(self._until_due())

    def _until_due(self) -> float:
        """Return the seconds until the inbox is looked at, or an earlier time of the season comes."""
        season = self._desk.state.spec.season
        assert season is not None
        times = [season.opens, season.deadline, season.closes]
        left = [self._desk.seconds_until(time) for time in times if time is not None]
        left += [self._desk.seconds_until(entry.until) for entry in self._benched() if entry.until]
        return min([self._poll_s, *(each for each in left if each > 0)])

    # Before the first match.

    async def _take_up(self) -> None:
        """Go on with the attempts that an earlier run has begun."""
        state = self._desk.state
        if self._remotes is not None:
            self._remotes.begin()
        ids = self._desk.book.match_ids()
        for match in list(state.open.values()):
            if match.status is not MatchStatus.PLAYING:
                continue
            lost = self._enlist_all(match)
            if self._order(match).key != match.key:
                lost = "the game has another version than when the attempt began"
            known_id = ids.get((match.key, match.attempt))
            # A worker has ended it with the run, so that it is played again from its start.
            if known_id is not None and is_at_worker(known_id):
                known_id = None
            if lost is not None:
                if known_id is not None:
                    await self._executor.abandon(known_id, lost)
                end = host_failure(lost, len(match.entries))
                self._void(_Ended(match, self._order(match), PlayedAttempt("", end, None)))
                continue
            self._play(match, known_id)

    def _enlist_all(self, match: SeasonMatch) -> str | None:
        """Prepare the versions that play a match; return why one of them can't play, or None."""
        for both in match.entries:
            if self._desk.state.is_remote(*both):
                if self._remotes is None:
                    return f"{both[0]} runs elsewhere, and the season's file has no [remote] now"
                continue
            if both in self._enlisted:
                continue
            try:
                self._machine.enlist(self._versions[both])
            except CopyError as error:
                return str(error)
            self._enlisted.add(both)
        return None

    # What is asked for, and what time brings.

    def _opens_now(self) -> bool:
        """Return whether the time of the first match has come."""
        season = self._desk.state.spec.season
        assert season is not None
        return season.opens is None or self._desk.is_due(season.opens)

    def _follow_clock(self) -> None:
        desk, state = self._desk, self._desk.state
        season = state.spec.season
        assert season is not None
        if state.status is SeasonStatus.ANNOUNCED and self._opens_now():
            desk.change_season("open", by="clock", reason="it opens")
        if state.status is SeasonStatus.OPEN and (
            desk.is_due(season.deadline) or desk.is_due(season.closes)
        ):
            desk.change_season("frozen", by="clock", reason="the deadline of submissions")
        if state.status is SeasonStatus.FROZEN and desk.is_due(season.closes):
            desk.change_season("stages", by="clock", reason="its end")
        if state.is_played_out and state.stages.due(state.spec.stages) is None:
            desk.change_season("closed", by="clock", reason="the last match has ended")
        if state.status.plays and state.paused is None:
            pause_if_needed(desk, self._machine, self._progress.note)
        for entry in self._benched():
            # Remote entries are checked when they are here.
            if desk.is_due(entry.until) and not entry.is_remote:
                self._checks.add_again(entry.name)

    def _follow_faults(self) -> None:
        """Bench entries with too many faults in a row; pause after too many void attempts in a row."""
        # Asked of the state rather than done with the result: a kill may have come in between.
        desk, state, season = self._desk, self._desk.state, self._desk.state.spec.season
        assert season is not None
        for entry in state.entries.values() if season.faults else ():
            if entry.status is EntryStatus.ACTIVE and entry.faults >= season.faults:
                desk.bench(entry.name, entry.faults)
                self._progress.note(f"{entry.name} is benched after {entry.faults} faults in a row")
        voids = state.voids[-_VOIDS:]
        is_general = len(voids) == _VOIDS and not frozenset.intersection(*voids)
        if is_general and state.paused is None and state.status.plays:
            reason = f"{_VOIDS} attempts in a row were void"
            desk.change_season("paused", by="runner", reason=reason)
            self._progress.note(f"paused: {reason}; look at it, then: tournament resume")

    def _benched(self) -> list[SeasonEntry]:
        return [
            entry
            for entry in self._desk.state.entries.values()
            if entry.status is EntryStatus.BENCHED
        ]

    def _is_over(self) -> bool:
        state = self._desk.state
        return state.status is SeasonStatus.CLOSED or state.is_played_out

    def _admit(self, admission: Admission) -> None:
        pending, passed = admission.pending, admission.passed
        entry = self._desk.state.entries.get(pending.entry)
        number = 1 if entry is None else len(entry.versions) + 1
        version = passed.version.numbered(number)
        self._desk.admit(pending, version, passed.submitted)
        self._versions[version.bot, version.version] = version
        self._checks.report_admitted(admission)
        self._progress.note(f"{version.label} plays from now on")

    # Matches.

    def _begin_matches(self) -> None:
        while self._may_begin(LOCAL, self._executor.slots) and self._begin_one(LOCAL, []):
            pass
        terms = self._desk.state.spec.remote
        if self._remotes is None or terms is None:
            return
        while self._may_begin(REMOTE, terms.matches):
            ready = self._remotes.ready()
            if not ready or not self._begin_one(REMOTE, ready):
                return

    def _may_begin(self, kind: str, slots: int) -> bool:
        state = self._desk.state
        playing = sum(
            match.kind == kind and match.status is MatchStatus.PLAYING
            for match in state.open.values()
        )
        return state.status.plays and state.paused is None and playing < slots

    def _begin_one(self, kind: str, ready: list[str]) -> bool:
        """Begin the next match of a kind; return whether there was one.

        Args:
            kind: `local`, or `remote` for a match with at least one program of another machine.
            ready: Names of the remote entries that may begin a match now.
        """
        state = self._desk.state
        for match in state.open.values():
            if match.status is MatchStatus.AGAIN and match.kind == kind:
                pick = state.picker.pick(kind, ready, state.kept(match, ready))
                if pick is not None:
                    self._start(match.number, match.attempt + 1, kind, pick, ready)
                    return True
        pick = state.picker.pick(kind, ready)
        if pick is None:
            return False
        self._start(state.begun + 1, 1, kind, pick, ready)
        return True

    def _start(self, number: int, attempt: int, kind: str, pick: Pick, ready: list[str]) -> None:
        state, desk = self._desk.state, self._desk
        entries = tuple((name, state.entries[name].current.number) for name in pick.entries)
        match = SeasonMatch(number, kind, entries, attempt, "", 0, desk.at())
        order = self._order(match)
        body = bodies.match_started(
            number,
            attempt,
            key=order.key,
            kind=kind,
            entries=entries,
            ready=ready,
            fitted=pick.fitted,
            at=match.at,
        )
        python = platform.python_version()
        play = PlayRecord(match.at, None, None, self._referee, python, match.versions)
        desk.book.start(
            body, Begun(order.key, attempt, "", match.names, play, is_fresh=True, pairing=number)
        )
        if self._remotes is not None:
            self._remotes.began(match)
        if len(state.entries) >= MANY_ENTRIES:
            asyncio.get_running_loop().run_in_executor(None, state.picker.prepare)
        lost = self._enlist_all(state.matches[number - 1])
        if lost is not None:
            end = host_failure(lost, len(entries))
            self._void(_Ended(state.matches[number - 1], order, PlayedAttempt("", end, None)))
            return
        self._play(state.matches[number - 1], None)

    def _play(self, match: SeasonMatch, known_id: str | None) -> None:
        self._progress.match_began(self._pairing(match))
        self._playing.add(asyncio.create_task(self._attempt(match, known_id)))

    async def _attempt(self, match: SeasonMatch, known_id: str | None) -> _Ended:
        order = self._order(match)
        to_play = AttemptOrder(
            order,
            # The same request gives the same match, so a kill between asking and writing down the id
            # makes no second one.
            request_id=f"{self._tournament_id}/{order.key[:40]}/{match.attempt}",
            label=f"{self._desk.state.spec.name} #{match.number}",
            known_id=known_id,
            bots=tuple(label_of(name, version) for name, version in match.entries),
        )

        async def begun(match_id: str) -> None:
            if match_id != known_id:
                self._desk.book.name(match.key, match.attempt, match_id)

        return _Ended(match, order, await self._executor.play(to_play, begun))

    def _finish(self, ended: _Ended) -> None:
        """Write to the log how an attempt at a match ended, and whether a void match is played again; show it."""
        if ended.played.end.cause.is_void:
            self._void(ended)
            return
        desk, match, played = self._desk, ended.match, ended.played
        state, at = desk.state, desk.at()
        remote = tuple(state.is_remote(*each) for each in match.entries)
        body = bodies.match_ended(
            match.number,
            match.attempt,
            played.end,
            match_id=played.match_id,
            game_version=self._facts.version,
            rated=is_rated(played.end, remote),
            at=at,
        )
        pairing = self._pairing(match)
        result = Result(
            ended.order,
            pairing,
            played.end,
            played.match_id,
            played.replay,
            attempt=match.attempt,
            ended_at=at,
            host=played.host,
        )
        desk.book.end(body, result)
        if self._remotes is not None:
            self._remotes.ended(match)
        self._progress.match_ended(pairing, played.end)

    def _void(self, ended: _Ended) -> None:
        desk, match, end = self._desk, ended.match, ended.played.end
        at, again = desk.at(), match.attempt < ATTEMPTS
        if desk.state.status is SeasonStatus.STAGES:
            again = False
        body = bodies.match_void(
            match.number,
            match.attempt,
            end.cause,
            # Which worker was lost is no matter of the public log.
            match_id="" if is_at_worker(ended.played.match_id) else ended.played.match_id,
            again=again,
            at=at,
        )
        host = ended.played.host
        desk.book.void(body, match.key, match.attempt, end, ended_at=at, host=host or None)
        if self._remotes is not None:
            self._remotes.ended(match)
        self._progress.match_ended(self._pairing(match), end)
        self._progress.note(f"match {match.number} is void: {end.text}")

    def _pairing(self, match: SeasonMatch) -> Pairing:
        block = block_of(match.number, match.names)
        seed = self._desk.state.schedule.match_seed(match.number, block)
        return Pairing(match.number, block, seed, match.names)

    def _order(self, match: SeasonMatch) -> MatchOrder:
        state = self._desk.state
        order = order_of(state.spec, self._pairing(match), self._facts.version)
        remote = [seat for seat, each in enumerate(match.entries) if state.is_remote(*each)]
        return dataclasses.replace(order, remote_seats=tuple(remote))

"""A season in virtual time: a scripted referee and checker, a clock that jumps, and kills at writes."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import datetime
import hashlib
import json
import selectors
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.tournaments.fakes import FACTS, Silence
from tournaments.log import log_file
from tournaments.log.event import Event, parse_line
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.schedule import Schedule
from tournaments.play.executor import AttemptOrder, Executor, PlayedAttempt, host_failure
from tournaments.season.beginning import begin_season, enter_own
from tournaments.season.checking import Note, Passed, Refusal
from tournaments.season.desk import Desk
from tournaments.season.inbox import Inbox
from tournaments.season.records import SeasonEntry
from tournaments.season.remote_entries import RemoteEntries
from tournaments.season.requests import Submission
from tournaments.season.runner import SeasonRunner
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.spec.store_url import checked_url
from tournaments.store import database, event_book
from tournaments.store.database import Database
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredVersion
from tournaments.store.store import Store

__all__ = ["KEY", "START", "Killed", "Kills", "VirtualLoop", "World", "events_of", "number_of"]

START = datetime.datetime(2027, 3, 1, tzinfo=datetime.UTC)
"""Time at which every virtual clock begins."""
KEY = "11" * 32
"""Key with which logs are signed, the same in all data folders, so that logs can be compared."""


def number_of(*parts: object) -> float:
    """A number 0..1 that looks random and depends on nothing else."""
    digest = hashlib.sha256(repr(parts).encode()).digest()
    return int.from_bytes(digest[:7]) / 2**56


@contextlib.contextmanager
def _without_waiting_for_the_disk() -> Iterator[None]:
    """Kills here are of a process, after which the disk still has everything that was written."""
    plain = database._set_up_writer

    def set_up(connection: Any, record: object) -> None:
        plain(connection, record)
        connection.execute("PRAGMA synchronous=OFF")

    database._set_up_writer = set_up
    try:
        yield
    finally:
        database._set_up_writer = plain


class _Selector(selectors.DefaultSelector):
    """Does not wait: the time that it would have waited passes at once."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "nothing will ever happen any more"
        self.passed += max(timeout, 0.0)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next timer."""

    def __init__(self) -> None:
        self.selector = _Selector()
        super().__init__(self.selector)

    def time(self) -> float:
        """Seconds since `START`."""
        return self.selector.passed


class Killed(BaseException):
    """The process was killed."""


class Kills:
    """Kills the process at chosen transactions: before or after the commit, or before the log's file.

    Args:
        chosen: From the number of a transaction to how it is killed: 0 not at all, 1 before the
            commit, 2 after it, 3 after it and before the lines are in the file.
    """

    def __init__(self, chosen: Callable[[int], int]) -> None:
        self._chosen = chosen
        self.writes = 0
        """Number of transactions that were carried out."""
        self.kills = 0
        """Number of kills."""
        self._killed: set[int] = set()

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Kill within the block."""
        plain, append = Database.writing, log_file.append_lines
        kills = self

        @contextlib.contextmanager
        def writing(opened: Database) -> Iterator[Any]:
            if opened._connection.in_transaction():
                with plain(opened) as connection:
                    yield connection
                return
            how = 0
            number = kills.writes + 1
            if number not in kills._killed:
                how = kills._chosen(number)
            if how:
                kills._killed.add(number)
                kills.kills += 1
            kills._at_file = how == 3
            with plain(opened) as connection:
                yield connection
                if how == 1:
                    raise Killed
            kills.writes += 1
            if how == 2:
                raise Killed

        def append_lines(path: Path, lines: list[str]) -> None:
            if kills._at_file:
                kills.writes += 1
                raise Killed
            append(path, lines)

        Database.writing = writing  # type: ignore[assignment,method-assign]
        event_book.append_lines = append_lines  # type: ignore[assignment,attr-defined]
        try:
            yield
        finally:
            Database.writing = plain  # type: ignore[method-assign]
            event_book.append_lines = append  # type: ignore[attr-defined]

    _at_file = False


@dataclasses.dataclass
class _Made:
    """A match at the scripted referee, which survives kills of the run."""

    match_id: str
    ends_at: float
    end: MatchEnd


class World:
    """Everything outside of the run: referee, programs, authors and the organizer.

    Args:
        data: Data folder of the season.
        text: The season's file.
        slots: Matches at once.
        poll_s: Period of looking into the inbox, in virtual seconds.
        store: URL of the database; None is SQLite in the data folder.
    """

    def __init__(
        self,
        data: Path,
        text: str,
        *,
        slots: int = 1,
        poll_s: float = 5.0,
        store: str | None = None,
    ) -> None:
        self.data = data
        self._store = None if store is None else checked_url(store)
        self.slots = slots
        self.loop = VirtualLoop()
        self.progress = Silence()
        self.strengths: dict[str, float] = {}
        self.made: dict[str, _Made] = {}
        """Matches by request id."""
        self.begun: dict[str, int] = {}
        """How often programs got tokens of each attempt, by request id."""
        self.faulty: dict[str, tuple[float, float]] = {}
        """Virtual seconds between which an entry crashes in every match."""
        self.broken: set[str] = set()
        """Entries whose programs don't pass a check."""
        self.void_share = 0.0
        self.minutes = (3, 9)
        self.disk_problem: str | None = None
        self.set_back_s = 0.0
        """By how much the machine's clock was set back."""
        self._text = text
        self._poll_s = poll_s
        self._script: list[tuple[float, Callable[[], object]]] = []
        data.mkdir(parents=True)
        (data / "tournament.key").write_text(KEY)
        self.file = data.parent / "cup.toml"
        self.file.write_text(text)

    # Time.

    def now(self) -> datetime.datetime:
        """The virtual time of day."""
        return START + datetime.timedelta(seconds=self.loop.time() - self.set_back_s)

    def at(self, hours: float, act: Callable[[], object], *, second: int = 25) -> None:
        """Have something happen in the minute of a virtual time, at a second at which no match ends.

        Else it would depend on a kill what is seen first, as with processes in real time.
        """
        self._script.append((round(hours * 60) * 60 + second, act))
        self._script.sort(key=lambda each: each[0])

    async def _play_script(self) -> None:
        while self._script:
            when, act = self._script[0]
            await asyncio.sleep(max(0.0, when - self.loop.time()))
            self._script.pop(0)
            act()

    # Runs.

    def run(self, kills: Kills | None = None) -> None:
        """Run the season to its end, again after each kill."""
        with (
            contextlib.nullcontext() if kills is None else kills.installed(),
            _without_waiting_for_the_disk(),
        ):
            script = self.loop.create_task(self._play_script())
            while True:
                try:
                    self.run_to_end()
                except Killed:
                    continue
                break
            script.cancel()
            self.loop.run_until_complete(asyncio.gather(script, return_exceptions=True))
        self.loop.close()

    def run_to_end(self) -> None:
        """One run, which may be killed."""
        self.loop.run_until_complete(self._run_once())

    @contextlib.contextmanager
    def opened(self) -> Iterator[tuple[Store, Desk]]:
        """Open the season as a run does."""
        folder = DataFolder(self.data, store=self._store, name="cup")
        with contextlib.closing(Store(folder.database, create=True, upgrade=False)) as store:
            store.events.heal()
            schedule = Schedule(Dice(DicePolicy.OWN, "tests"), 5)
            yield (
                store,
                begin_season(store, self.file, self.now, schedule=schedule, tournament_id="ab" * 8),
            )

    async def _run_once(self) -> None:
        with self.opened() as (store, desk):
            own = [self.version(name) for name in self._own()]
            enter_own(desk, slots=self.slots, version="1", own=own)
            versions = {(v.bot, v.version): v for v in store.programs.versions()}
            runner = SeasonRunner(
                desk,
                FACTS,
                executor=self.executor(),
                checker=self,
                inbox=Inbox(self.data),
                machine=self,
                progress=self.progress,
                tournament_id="ab" * 8,
                versions=versions,
                remotes=self.remotes(desk, versions),
                poll_s=self._poll_s,
            )
            await runner.run()

    def remotes(
        self, desk: Desk, versions: dict[tuple[str, int], StoredVersion]
    ) -> RemoteEntries | None:
        """What the run is given of remote entries: none."""
        del desk, versions
        return None

    def executor(self) -> Executor:
        """What plays the matches: the scripted referee."""
        return self

    def _own(self) -> list[str]:
        import tomllib

        return [bot["name"] for bot in tomllib.loads(self._text).get("bots", [])]

    # What authors and the organizer do.

    def submit(self, entry: str, author: str | None = None, content: str = "") -> str:
        """An author hands in a program; return the id of the request."""
        request = hashlib.sha256(f"{entry} {content} {self.loop.time()}".encode()).hexdigest()[:32]
        folder = self.data / "inbox" / f".submit-{request}"
        folder.mkdir(parents=True)
        values = {
            "id": request,
            "entry": entry,
            "author": author or entry,
            "door": "http",
            "key_sha256": None,
            "received": self.now().isoformat(),
        }
        (folder / "request.json").write_text(json.dumps(values))
        (folder / "payload").mkdir()
        (folder / "payload" / "program").write_text(content or entry)
        folder.rename(folder.with_name(f"submit-{request}"))
        return request

    def ask(self, what: str, **values: object) -> str:
        """The organizer asks for something; return the id of the request."""
        text = json.dumps([what, values, self.loop.time()], sort_keys=True)
        request = hashlib.sha256(text.encode()).hexdigest()[:32]
        inbox = self.data / "inbox"
        inbox.mkdir(parents=True, exist_ok=True)
        path = inbox / f".request-{request}.json"
        said = {"id": request, "what": what, "reason": "a test", **values}
        path.write_text(json.dumps(said))
        path.rename(inbox / f"request-{request}.json")
        return request

    def version(self, entry: str, content: str = "") -> StoredVersion:
        """A program, told by its content alone."""
        digest = hashlib.sha256(f"{entry} {content}".encode()).hexdigest()
        start: Mapping[str, object] = {"argv": ["true"], "env": {}, "terms": {}, "copy": None}
        return StoredVersion(entry, 1, digest, "nothing", {"program": digest}, start)

    # The checker.

    async def check(self, handed: Submission, note: Note) -> Passed | Refusal:
        """Takes two minutes from the time of receipt."""
        note("play", "begins")
        ends = datetime.datetime.fromisoformat(handed.received) + datetime.timedelta(seconds=127)
        await asyncio.sleep(max(0.0, (ends - self.now()).total_seconds()))
        content = (handed.payload / "program").read_text()
        digest = hashlib.sha256(content.encode()).hexdigest()
        if "bad" in content:
            return Refusal("play", ours=False, submitted=digest)
        return Passed(self.version(handed.entry, content), digest)

    async def check_again(self, entry: SeasonEntry, note: Note) -> Refusal | None:
        """Takes a minute from the time at which it is due."""
        note("play", "begins")
        assert entry.until is not None
        ends = datetime.datetime.fromisoformat(entry.until) + datetime.timedelta(seconds=61)
        await asyncio.sleep(max(0.0, (ends - self.now()).total_seconds()))
        return Refusal("play", ours=False) if entry.name in self.broken else None

    # The machine.

    def enlist(self, version: StoredVersion) -> None:
        """All programs are there."""

    def note_changes(self) -> None:
        """Nothing outside follows the state."""

    def problem(self) -> str | None:
        """Whatever a test has set."""
        return self.disk_problem

    # The executor.

    @property
    def goes_on(self) -> bool:
        """Matches survive kills of the run."""
        return True

    async def play(
        self, attempt: AttemptOrder, begun: Callable[[str], Awaitable[None]]
    ) -> PlayedAttempt:
        """A match whose end and length follow from its request."""
        made = self.made.get(attempt.request_id)
        if attempt.known_id is not None:
            assert made is not None, "the referee knows every match that it has made"
            assert made.match_id == attempt.known_id
        if made is None:
            made = self._make(attempt)
            self.made[attempt.request_id] = made
        if attempt.known_id is None:
            await begun(made.match_id)
            self.begun[attempt.request_id] = self.begun.get(attempt.request_id, 0) + 1
        await asyncio.sleep(max(0.0, made.ends_at - self.loop.time()))
        return PlayedAttempt(made.match_id, made.end, None, "here")

    def _make(self, attempt: AttemptOrder) -> _Made:
        least, most = self.minutes
        whole = least + int(number_of("length", attempt.request_id) * (most - least + 1))
        return _Made(f"m{len(self.made) + 1}", self.loop.time() + 60 * whole, self._end_of(attempt))

    def _end_of(self, attempt: AttemptOrder) -> MatchEnd:
        players, request = attempt.order.players, attempt.request_id
        if number_of("void", request) < self.void_share:
            return host_failure("a test", len(players))
        crashed = [name for name in players if self._crashes(name)]
        luck = {
            name: self.strengths.get(name, 0.0) + 3 * number_of("luck", request, name)
            for name in players
            if name not in crashed
        }
        luck |= dict.fromkeys(crashed, -100.0)
        seats = [
            SeatResult(
                1 + sum(luck[other] > luck[name] for other in players),
                0,
                3 if name in crashed else 0,
                ForfeitCause.TIME if name in crashed else None,
            )
            for name in players
        ]
        cause = EndCause.BOT_TIME if crashed else EndCause.RULES
        return MatchEnd(cause, "played", tuple(seats))

    def _crashes(self, name: str) -> bool:
        since, until = self.faulty.get(name, (0.0, 0.0))
        return since <= self.loop.time() < until

    async def has_ended(self, match_id: str) -> bool:
        """Not asked for."""
        raise NotImplementedError(match_id)

    async def abandon(self, match_id: str, reason: str) -> None:
        """Not asked for."""
        raise NotImplementedError(match_id, reason)

    async def release(self, match_ids: Iterable[str]) -> None:
        """Not asked for."""
        raise NotImplementedError(match_ids)


def events_of(data: Path) -> list[Event]:
    """The events in the log file of a data folder."""
    return [parse_line(line) for line in (data / "tournament.log").read_text().splitlines()]

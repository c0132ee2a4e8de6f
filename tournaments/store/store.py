"""Results of a tournament in a database: each match exactly once, whenever a process is killed.

A match's key is the hash of its inputs. Its result is written in one transaction; writing the same
result again changes nothing, and writing another is an error. An attempt is written before bots get
tokens of its match, so a resumed run finds the match again at the referee.
"""

from __future__ import annotations

import contextlib
import dataclasses
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tournaments.log.event import Event
from tournaments.pairings import Pairing
from tournaments.pairings.growth import Growth
from tournaments.pairings.schedule import Schedule, written_schedule
from tournaments.processes.client import Exit
from tournaments.spec.errors import ConflictError, FolderError, StoreError
from tournaments.spec.matches import MatchOrder
from tournaments.spec.outcomes import EndCause, MatchEnd
from tournaments.store import event_bodies
from tournaments.store.database import Database, Place
from tournaments.store.entry_book import EntryBook
from tournaments.store.event_book import EventBook
from tournaments.store.event_import import events_of_rows
from tournaments.store.match_book import MatchBook
from tournaments.store.match_reader import MatchReader
from tournaments.store.program_book import ProgramBook
from tournaments.store.records import (
    Attempt,
    Begun,
    ProcessRecord,
    Result,
    StoredAttempt,
    StoredMatch,
    StoredTournament,
)
from tournaments.store.schedule_book import ScheduleBook
from tournaments.store.schema import (
    ATTEMPTS,
    BOTS,
    LEFT_OUT,
    MATCHES,
    PROCESSES,
    TOURNAMENTS,
)
from tournaments.store.season_book import SeasonBook

__all__ = ["Store", "new_tournament_id"]


def new_tournament_id() -> str:
    """Return 16 random hexadecimal digits, which identify a tournament."""
    return secrets.token_hex(8)


class Store:
    """Reads and writes the results, attempts, processes and log of one tournament in a database.

    Args:
        where: The database; a path is an SQLite file with one tournament.
        create: Whether to open it for a run: tables are made or brought up to date, and no other
            run can open the same tournament for a run.
        upgrade: Whether older tables are brought up to date at once; if not, `together` does it.

    Raises:
        FolderError: There is no tournament.
        StoreError: The database can't be opened, belongs to another program, or another run has the
            tournament.
    """

    def __init__(self, where: Place | Path, *, create: bool = False, upgrade: bool = True) -> None:
        place = where if isinstance(where, Place) else Place.file(where)
        if not create and place.path is not None and not place.path.is_file():
            raise FolderError(f"there is no tournament in {place.path.parent}")
        self._database = Database(place, write=create, upgrade=upgrade)
        self._events: EventBook | None = None
        try:
            self._id = self._find(create=create)
        except BaseException:
            self._database.close()
            raise

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    @property
    def programs(self) -> ProgramBook:
        """Access to the stored versions of the bots' programs."""
        return ProgramBook(self._database, self._id, self.events)

    @property
    def entries(self) -> EntryBook:
        """Access to the bots that take part, and the entries that were left out."""
        return EntryBook(self._database, self._id, self.events)

    @property
    def _results(self) -> MatchReader:
        return MatchReader(self._database, self._id)

    @property
    def matches_book(self) -> MatchBook:
        """Writer of attempts and results of matches."""
        return MatchBook(self._database, self._id, self.events)

    @property
    def events(self) -> EventBook:
        """Access to the log of the tournament."""
        # Made once for each id, since it reads the key that it signs with.
        if self._events is None or self._events.tournament_id != self._id:
            self._events = EventBook(self._database, self._id)
        return self._events

    def season_book(self, take: Callable[[Event], None]) -> SeasonBook:
        """Return the writer of a season's events and rows; see `SeasonBook` for `take`."""
        assert self._id is not None, "the season has begun"
        return SeasonBook(self._database, self._id, self.events, take)

    @property
    def _schedules(self) -> ScheduleBook:
        return ScheduleBook(self._database, self._id)

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Write everything that a block writes in one transaction, or nothing of it.

        Older tables are brought up to date first.

        Raises:
            StoreError: The database fails, or the tables can't be brought up to date.
        """
        with self._database.writing():
            self._database.upgrade()
            if self._id is not None and self.events.last() is None:
                self._import_events()
            yield

    def _import_events(self) -> None:
        """Write the log of a tournament that an earlier version of the program began without one."""
        tournament = self.tournament()
        assert tournament is not None
        columns = MATCHES.c.number, MATCHES.c.match_key, MATCHES.c.game_version
        with self._database.reading() as connection:
            keys = {
                row[0]: (row[1], row[2]) for row in connection.execute(self._of(MATCHES, *columns))
            }
        bodies = events_of_rows(
            tournament,
            self.entries.names(),
            self.begun_schedule(),
            left_out=self.entries.reasons(),
            versions=self.programs.versions(),
            attempts=self.attempts(),
            matches=self.matches(),
            keys=keys,
            public_key=self.events.signer.public_key,
        )
        self.events.add(bodies)

    def tournament(self) -> StoredTournament | None:
        """Return the tournament that the results belong to; None if none has begun."""
        if self._id is None:
            return None
        with self._database.reading() as connection:
            row = connection.execute(self._of(TOURNAMENTS)).one_or_none()
        if row is None:
            return None
        return StoredTournament(row.tournament_id, row.name, Path(row.file), row.source)

    def begin(
        self,
        name: str,
        file: Path,
        source: str,
        bots: Sequence[str],
        schedule: Schedule | None = None,
        *,
        tournament_id: str | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> StoredTournament:
        """Write down and return the tournament before anything is played; replace an unplayed one.

        Args:
            name: Name of the tournament.
            file: Path of the tournament's file.
            source: Text of that file.
            bots: Names of all entrants, in order of entry.
            schedule: The tournament's schedule; None for dice written with seed 0, as in
                measurements.
            tournament_id: Id of a new tournament; None draws one. A tournament that has begun keeps
                its own.
            extra: What the first event of the log has in addition.
        """
        of_this = self._id or tournament_id or new_tournament_id()
        tournament = StoredTournament(of_this, name, file, source)
        self._id = tournament.tournament_id
        # Reserved before anything is written: two runs may begin the same new tournament.
        self._database.reserve(self._id)
        self._database.place.remember(self._id)
        values = {"name": name, "file": str(file), "source": source}
        rows = [self._row(bot=bot, position=position) for position, bot in enumerate(bots)]
        with self._database.writing() as connection:
            # A file that was changed before the first match may have other bots, in another order.
            connection.execute(sa.delete(BOTS).where(BOTS.c.tournament_id == self._id))
            same = TOURNAMENTS.c.tournament_id == self._id
            # Updated where it is there: other tables refer to the row.
            if not connection.execute(sa.update(TOURNAMENTS).where(same).values(values)).rowcount:
                connection.execute(sa.insert(TOURNAMENTS).values(self._row(**values)))
            if rows:
                connection.execute(sa.insert(BOTS), rows)
            connection.execute(sa.delete(LEFT_OUT).where(LEFT_OUT.c.tournament_id == self._id))
            planned, key = schedule or written_schedule(0), self.events.signer.public_key
            self._schedules.begin(planned)
            first = event_bodies.opened(of_this, name, source, bots, planned, key)
            self.events.add([first | dict(extra or {})])
        # Versions of an earlier beginning: no match was played by any of them.
        self.programs.forget()
        return tournament

    def grow(
        self, growth: Growth, source: str, bots: Sequence[str], schedule: Schedule
    ) -> Schedule:
        """Write down that bots, cycles or rounds were added to the file, all of it or nothing.

        Return the schedule from now on.

        Args:
            growth: What the tournament was until now.
            source: New text of its file.
            bots: Names of all entrants, in order of entry, the earlier ones first.
            schedule: The tournament's schedule until now.
        """
        of_this = TOURNAMENTS.c.tournament_id == self._id
        rows = [
            self._row(bot=bot, position=position)
            for position, bot in enumerate(bots)
            if position >= growth.bots
        ]
        with self._database.writing() as connection:
            connection.execute(sa.update(TOURNAMENTS).where(of_this).values(source=source))
            if rows:
                connection.execute(sa.insert(BOTS), rows)
            self._schedules.add_growth(len(schedule.growth) + 1, growth)
            self.events.add([event_bodies.grown(growth, source, bots)])
        return dataclasses.replace(schedule, growth=(*schedule.growth, growth))

    def schedule(self) -> Schedule | None:
        """Return the schedule of the tournament; None if no tournament has begun here."""
        return self._schedules.read()

    def begun_schedule(self) -> Schedule:
        """Return the schedule of a tournament that has begun."""
        schedule = self.schedule()
        assert schedule is not None
        return schedule

    def is_untouched(self) -> bool:
        """Return whether no match of the tournament was ever begun."""
        with self._database.reading() as connection:
            return not connection.scalar(self._of(ATTEMPTS, sa.func.count()))

    def game_versions(self) -> set[int]:
        """Return the behaviour versions of the game under which results were played."""
        with self._database.reading() as connection:
            return set(connection.scalars(self._of(MATCHES, MATCHES.c.game_version).distinct()))

    def _of(self, table: sa.Table, *columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
        """Return a query of this tournament's rows of a table; no columns means all of them."""
        query = sa.select(*(columns or (table,))).select_from(table)
        return query.where(table.c.tournament_id == self._id)

    def _row(self, **values: object) -> dict[str, object]:
        """Return the given column values with this tournament's id, as a row to insert."""
        return {"tournament_id": self._id, **values}

    def _find(self, *, create: bool) -> str | None:
        """Return the tournament's id, None if none has begun.

        With `create`, also reserve it for this run.
        """
        place = self._database.place
        if self._database.is_empty:
            found = None
        else:
            found = self._database.tournament_id(by_name=not create)
        # Results that were moved must be moved first: beginning here would play all matches again.
        if found is None and place.begun_at is not None:
            raise StoreError(f"the results are not in {place} but in {place.begun_at}")
        if create and (found := found or place.tournament_id) is not None:
            self._database.reserve(found)
            place.remember(found)
        return found

    # Matches.

    def last_attempt(self, key: str) -> Attempt | None:
        """Return the last attempt at a match; None if there was none."""
        return self.last_attempts().get(key)

    def last_attempts(self) -> dict[str, Attempt]:
        """Return the last attempt at each match that has one, by match key."""
        query = self._of(ATTEMPTS).order_by(ATTEMPTS.c.attempt)
        with self._database.reading() as connection:
            return {
                row.match_key: Attempt(row.attempt, row.match_id, row.void_cause is not None)
                for row in connection.execute(query)
            }

    def match_ids(self, key: str) -> list[str]:
        """Return the referee's match ids of all attempts at a match, by attempt number."""
        query = self._of(ATTEMPTS).where(ATTEMPTS.c.match_key == key)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(ATTEMPTS.c.attempt))
            return [row.match_id for row in rows]

    def begin_attempt(self, key: str, number: int, match_id: str) -> None:
        """Write down the referee's match id of an attempt at a match, before anybody plays it.

        If the referee has lost the match of an attempt, the id of its new match replaces the old
        one.
        """
        self.matches_book.begin([Begun(key, number, match_id)])

    def void_attempt(self, key: str, number: int, end: MatchEnd) -> None:
        """Record an attempt at a match as void (annulled), with cause and text of its end."""
        same = self._attempt(key, number)
        with self._database.writing() as connection:
            values = {"void_cause": end.cause.name, "void_text": end.text}
            connection.execute(sa.update(ATTEMPTS).where(same).values(values))
            self.events.add([event_bodies.voided(key, number, end.cause, end.text)])

    def _attempt(self, key: str, number: int) -> sa.ColumnElement[bool]:
        """Return the SQL condition that selects the row of an attempt at a match."""
        of_this = ATTEMPTS.c.tournament_id == self._id
        return of_this & (ATTEMPTS.c.match_key == key) & (ATTEMPTS.c.attempt == number)

    def attempts(self, key: str | None = None) -> list[StoredAttempt]:
        """Return all attempts at matches, sorted by match key and attempt number.

        Args:
            key: Key of the only match that is asked for; None means all.
        """
        return self._attempts(sa.true() if key is None else ATTEMPTS.c.match_key == key)

    def _attempts(self, condition: sa.ColumnElement[bool]) -> list[StoredAttempt]:
        query = self._of(ATTEMPTS).where(condition)
        query = query.order_by(ATTEMPTS.c.match_key, ATTEMPTS.c.attempt)
        with self._database.reading() as connection:
            return [
                StoredAttempt(
                    row.match_key,
                    row.attempt,
                    row.match_id,
                    EndCause.named(row.void_cause) if row.void_cause else None,
                    row.void_text,
                )
                for row in connection.execute(query)
            ]

    def open_attempts(self) -> list[StoredAttempt]:
        """Return all attempts at matches without a result, sorted by match key and attempt number."""
        done = sa.select(MATCHES.c.match_key).where(MATCHES.c.tournament_id == self._id)
        return self._attempts(ATTEMPTS.c.match_key.not_in(done))

    def record(
        self,
        order: MatchOrder,
        pairing: Pairing,
        end: MatchEnd,
        *,
        match_id: str,
        replay: str | None,
    ) -> bool:
        """Write a result without times and machine; return whether it is new.

        Raises:
            ConflictError: The match has another result already.
        """
        return self.record_one(Result(order, pairing, end, match_id, replay))

    def record_all(self, results: Sequence[Result]) -> None:
        """Write results, in one transaction; if one of them is stored already, each in its own.

        Raises:
            ConflictError: A match has another result already; any number of the others may have
                been written.
        """
        try:
            self.matches_book.record(results)
        except sa.exc.IntegrityError:
            # One by one, to find the result that was there already, and to write all others.
            for result in results:
                self.record_one(result)

    def record_one(self, result: Result) -> bool:
        """Write a result; return False if the same result is stored already.

        Raises:
            ConflictError: The match has another result already.
        """
        try:
            self.matches_book.record([result])
        # A result that comes twice, from two runs on a shared database, must be the same.
        except sa.exc.IntegrityError:
            stored = self.match(result.order.key)
            # Compared as far as a replay knows it: times and refusals may be missing in one of
            # both.
            if stored is None or (stored.pairing, stored.end) != (result.pairing, result.end):
                raise ConflictError(
                    f"match {result.pairing.number} has two results: "
                    f"{stored.end if stored else 'that of another match'} and {result.end}"
                ) from None
            return False
        return True

    def match(self, key: str) -> StoredMatch | None:
        """Return the match with this key; None if it has no result yet."""
        return next(iter(self._results.read(MATCHES.c.match_key == key, key)), None)

    def key_of(self, wanted: str) -> str | None:
        """Return the key of a match, given its number or a match id; None if no match has it.

        The number of a match is only stored with its result; an id may be that of any attempt.

        Args:
            wanted: Schedule number as it is printed, or a match id at the referee.
        """
        is_number = wanted.isascii() and wanted.isdecimal() and not wanted.startswith("0")
        # No schedule is so long, and PostgreSQL's integers end a little later.
        if is_number and len(wanted) < 10:
            condition = MATCHES.c.number == int(wanted)
        else:
            condition = MATCHES.c.match_id == wanted
        of_attempt = self._of(ATTEMPTS, ATTEMPTS.c.match_key).where(ATTEMPTS.c.match_id == wanted)
        with self._database.reading() as connection:
            queries = (self._of(MATCHES, MATCHES.c.match_key).where(condition), of_attempt)
            found = (connection.scalar(query) for query in queries)
            return next((str(key) for key in found if key is not None), None)

    def num_results(self, block: str) -> int:
        """Return how many matches of a block, such as the same players in all seatings, have a result."""
        query = self._of(MATCHES, sa.func.count()).where(MATCHES.c.block == block)
        with self._database.reading() as connection:
            return connection.scalar(query) or 0

    def last_matches(self, count: int) -> list[StoredMatch]:
        """Return the last matches with a result, at most `count`, in schedule order."""
        numbers = self._of(MATCHES, MATCHES.c.number).order_by(MATCHES.c.number.desc())
        with self._database.reading() as connection:
            # Numbers alone first: reading all matches for the last few would be slow in a long
            # tournament.
            last = list(connection.scalars(numbers.limit(count)))
        return self._results.read(MATCHES.c.number >= last[-1], since=last[-1]) if last else []

    def matches(self) -> list[StoredMatch]:
        """Return all matches with a result, in schedule order."""
        return self._results.read(sa.true())

    # Processes.

    def last_process(self, program: str) -> int:
        """Return the number of the last process of a program; 0 if it had none."""
        last = self._of(PROCESSES, sa.func.max(PROCESSES.c.number))
        with self._database.reading() as connection:
            return connection.scalar(last.where(PROCESSES.c.program == program)) or 0

    def begin_process(self, program: str) -> int:
        """Write down that a process of a program is being started; return its number."""
        with self._database.writing() as connection:
            # In one transaction with the insert, so that two processes never get the same number.
            number = self.last_process(program) + 1
            connection.execute(
                sa.insert(PROCESSES).values(self._row(program=program, number=number))
            )
        return number

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """Write down how a process ended, and whether it died while it was still needed."""
        same = PROCESSES.c.tournament_id == self._id
        same &= (PROCESSES.c.program == program) & (PROCESSES.c.number == number)
        values = dataclasses.asdict(ended) | {"died": died}
        del values["limit"]  # reported when it happens
        with self._database.writing() as connection:
            connection.execute(sa.update(PROCESSES).where(same).values(values))

    def processes(self) -> list[ProcessRecord]:
        """Return all processes of the tournament, sorted by program and number."""
        query = self._of(PROCESSES).order_by(PROCESSES.c.program, PROCESSES.c.number)
        with self._database.reading() as connection:
            return [
                ProcessRecord(row.program, row.number, row.code, row.cpu_s or 0.0, bool(row.died))
                for row in connection.execute(query)
            ]

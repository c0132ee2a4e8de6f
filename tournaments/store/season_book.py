"""Writes a season to the database: each event in one transaction with the rows that follow from it.

Rows are those of tournaments, so that reports read both alike. Which events may follow which is
checked before (`tournaments.season.state`); this module only keeps them together with their rows.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence

import sqlalchemy as sa

from tournaments.log.event import Event
from tournaments.spec.outcomes import MatchEnd
from tournaments.store.database import Database
from tournaments.store.event_book import EventBook
from tournaments.store.match_book import MatchBook
from tournaments.store.program_book import ProgramBook
from tournaments.store.records import Begun, Result, StoredVersion
from tournaments.store.schema import ATTEMPTS, BOTS, TOURNAMENTS

__all__ = ["SeasonBook"]

Body = Mapping[str, object]


class SeasonBook:
    """Writes the events of a season, and the rows that follow from them, to the results database.

    Args:
        database: The database.
        tournament_id: Id of the season.
        events: Its log.
        take: Called with each event within its transaction, before anything is carried out; if it
            raises, nothing is written.
    """

    def __init__(
        self,
        database: Database,
        tournament_id: str,
        events: EventBook,
        take: Callable[[Event], None],
    ) -> None:
        self._database = database
        self._id = tournament_id
        self._events = events
        self._take = take
        self._matches = MatchBook(database, tournament_id, events)
        # Without the log: versions are logged as what they are in a season, admissions.
        self._programs = ProgramBook(database, tournament_id)

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Write everything that a block writes in one transaction, or nothing of it."""
        with self._database.writing():
            yield

    def write(self, bodies: Sequence[Body]) -> None:
        """Write to the season's log those events that change no other rows of the database."""
        with self._database.writing():
            for event in self._events.add(bodies):
                self._take(event)

    def change_terms(self, body: Body | None, source: str) -> None:
        """Write to log and database that the season's file has another text.

        Args:
            body: The event; None if nothing has changed that the log has of the file.
            source: The new text.
        """
        with self._database.writing() as connection:
            self.write([] if body is None else [body])
            same = TOURNAMENTS.c.tournament_id == self._id
            connection.execute(sa.update(TOURNAMENTS).where(same).values(source=source))

    def admit(self, body: Body, version: StoredVersion) -> None:
        """Write to log and database that a version of an entry plays from now on.

        Args:
            body: The event.
            version: The version, with its files and how it is started.
        """
        with self._database.writing() as connection:
            self.write([body])
            of_this = BOTS.c.tournament_id == self._id
            same = of_this & (BOTS.c.bot == version.bot)
            if connection.execute(sa.select(BOTS.c.bot).where(same)).first() is None:
                count = connection.scalar(sa.select(sa.func.count()).where(of_this))
                row = {"tournament_id": self._id, "bot": version.bot, "position": count}
                connection.execute(sa.insert(BOTS), [row])
            self._programs.add([version])

    def start(self, body: Body, begun: Begun) -> None:
        """Write to log and database that an attempt at a match begins, before the referee creates the match.

        Args:
            body: The event.
            begun: The attempt, whose match id is empty.
        """
        with self._database.writing():
            self.write([body])
            self._matches.begin([begun], logs=False)

    def name(self, key: str, attempt: int, match_id: str) -> None:
        """Write down the referee's id of an attempt's match, before any program gets a token.

        Args:
            key: Key of the match: the hash of its inputs.
            attempt: Number of the attempt, from 1.
            match_id: The id.
        """
        with self._database.writing() as connection:
            same = self._attempt(key, attempt)
            connection.execute(sa.update(ATTEMPTS).where(same).values(match_id=match_id))

    def end(self, body: Body, result: Result) -> None:
        """Write the result of a match to log and database.

        Args:
            body: The event.
            result: The result.
        """
        with self._database.writing():
            self.write([body])
            self._matches.record([result], logs=False)

    def void(
        self, body: Body, key: str, attempt: int, end: MatchEnd, *, ended_at: str, host: str | None
    ) -> None:
        """Write to log and database that an attempt at a match has ended without a result.

        Args:
            body: The event.
            key: Key of the match.
            attempt: Number of the attempt, from 1.
            end: How it ended.
            ended_at: Time at which that became known, UTC, ISO 8601.
            host: Machine that played it; None if unknown.
        """
        with self._database.writing() as connection:
            self.write([body])
            self._programs.end(key, attempt, ended_at=ended_at, host=host)
            values = {"void_cause": end.cause.name, "void_text": end.text}
            same = self._attempt(key, attempt)
            connection.execute(sa.update(ATTEMPTS).where(same).values(values))

    def match_ids(self) -> dict[tuple[str, int], str]:
        """Return the referee's ids of attempts that have one, by key and attempt."""
        query = sa.select(ATTEMPTS).where(ATTEMPTS.c.tournament_id == self._id)
        with self._database.reading() as connection:
            rows = connection.execute(query.where(ATTEMPTS.c.match_id != ""))
            return {(row.match_key, row.attempt): row.match_id for row in rows}

    def _attempt(self, key: str, attempt: int) -> sa.ColumnElement[bool]:
        of_this = ATTEMPTS.c.tournament_id == self._id
        return of_this & (ATTEMPTS.c.match_key == key) & (ATTEMPTS.c.attempt == attempt)

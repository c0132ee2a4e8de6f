"""The log of a tournament in the results database; its events are written in one transaction with other rows."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import sqlalchemy as sa

from tournaments.log.event import Event, chained, parse_line, parse_lines
from tournaments.log.log_file import LOG_FILE, append_lines, heal, read_lines
from tournaments.log.signing import Signer, signer_of
from tournaments.store.database import Database
from tournaments.store.schema import EVENTS

__all__ = ["EventBook"]

_SINCE = 12
"""First version of the database schema that has a table of events."""
_INSERT = sa.insert(EVENTS)
_OF_MATCHES = ('"type":"started"}', '"type":"ended"}', '"type":"void"}')
"""Ends of lines with the start or the end of an attempt; keys are sorted, and this is the last one."""


class EventBook:
    """Reads and writes the events of one tournament's log in the results database.

    Args:
        database: Database with the events.
        tournament_id: Id of the tournament; None if none has begun.
    """

    def __init__(self, database: Database, tournament_id: str | None) -> None:
        self._database = database
        self._id = tournament_id

    @property
    def tournament_id(self) -> str | None:
        """Id of the tournament; None if none has begun."""
        return self._id

    @property
    def folder(self) -> Path | None:
        """Data folder of the tournament; None for a database on a server without a note of it."""
        return self._database.place.folder

    @functools.cached_property
    def signer(self) -> Signer:
        """Signer with the key in the data folder; the first use writes a new key if there is none."""
        return signer_of(self._database.place.folder)

    def last(self) -> Event | None:
        """Return the last event, whose hash is the head of the log; None before the first."""
        query = self._of_this.order_by(EVENTS.c.number.desc()).limit(1)
        with self._database.reading() as connection:
            line = connection.execute(query).scalar_one_or_none()
        return None if line is None else parse_line(line)

    def lines(self) -> list[str]:
        """Return all events as lines of the log, in order; empty if the database is older than logs."""
        if self._database.version < _SINCE or self._database.is_empty:
            return []
        with self._database.reading() as connection:
            return list(connection.scalars(self._of_this.order_by(EVENTS.c.number)))

    def after(self, number: int, most: int) -> list[Event]:
        """Return the next events after the one with this number, at most `most` of them, in order."""
        return [parse_line(line) for line in self.lines_after(number, most)]

    def lines_after(self, number: int, most: int) -> list[str]:
        """Return at most `most` events after the one with this number, as lines of the log."""
        if self._database.version < _SINCE or self._database.is_empty:
            return []
        query = self._of_this.where(EVENTS.c.number > number).order_by(EVENTS.c.number).limit(most)
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    def apart_from_matches(self, last: int) -> list[Event]:
        """Return the events up to the one with this number that no attempt at a match begins or ends with."""
        # Left out by the database: nearly all events are of matches, and each row costs more than the look at its end.
        others = [_end_of_line(len(end)) != end for end in _OF_MATCHES]
        query = self._of_this.where(EVENTS.c.number <= last, *others).order_by(EVENTS.c.number)
        with self._database.reading() as connection:
            return [parse_line(line) for line in connection.scalars(query)]

    def add(self, bodies: Sequence[Mapping[str, object]]) -> list[Event]:
        """Sign events with these contents and write them in the open transaction, or in a new one if none is open.

        After the transaction is committed, the events' lines are appended to the log file in the data folder.

        Returns:
            The events, in order.
        """
        if not bodies or self._database.is_muted:
            return []
        with self._database.writing() as connection:
            last, events = self.last(), list[Event]()
            for body in bodies:
                last = self.signer.signed(chained(body, last))
                events.append(last)
            rows = [
                {"tournament_id": self._id, "number": event.number, "line": event.line}
                for event in events
            ]
            connection.execute(_INSERT, rows)
            folder = self._database.place.folder
            if folder is not None:
                path, texts = folder / LOG_FILE, [event.line for event in events]
                self._database.after_commit(functools.partial(append_lines, path, texts))
        return events

    @contextlib.contextmanager
    def muted(self) -> Iterator[None]:
        """Write no event by `add` within the block, as while rows are made from events that exist."""
        self._database.is_muted = True
        try:
            yield
        finally:
            self._database.is_muted = False

    def restore(self, events: Sequence[Event]) -> None:
        """Write events of a copy of the log to the database as they are; the log's file is not changed.

        Args:
            events: The events, which must follow the database's last one.
        """
        rows = [
            {"tournament_id": self._id, "number": event.number, "line": event.line}
            for event in events
        ]
        if rows:
            with self._database.writing() as connection:
                connection.execute(_INSERT, rows)

    def missing(self) -> list[Event]:
        """Return the events by which the log file in the data folder is ahead of the database.

        Empty if the file is not the continuation of what the database has.

        Raises:
            LogError: The file can't be read, or its events do not follow from each other.
        """
        folder = self._database.place.folder
        if folder is None or self._id is None or not (folder / LOG_FILE).exists():
            return []
        known, found = self.lines(), read_lines(folder / LOG_FILE)
        if not known or len(found) <= len(known) or found[: len(known)] != known:
            return []
        return list(parse_lines(found, name=str(folder / LOG_FILE)))[len(known) :]

    def heal(self) -> None:
        """Append to the log file in the data folder the events that it lacks, as after a killed run.

        Raises:
            LogError: The file has an event that differs from the database's, or more events.
        """
        folder = self._database.place.folder
        if folder is not None and self._id is not None:
            heal(folder / LOG_FILE, self.lines())

    @property
    def _of_this(self) -> sa.Select[str]:
        return sa.select(EVENTS.c.line).where(EVENTS.c.tournament_id == self._id)


def _end_of_line(length: int) -> sa.ColumnElement[str]:
    return sa.func.substr(EVENTS.c.line, sa.func.length(EVENTS.c.line) - (length - 1))

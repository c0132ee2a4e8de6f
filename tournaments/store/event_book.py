"""The log of a tournament in the results database: events, written with the rows that follow from them."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from tournaments.log.event import Event, chained, parse_line
from tournaments.log.log_file import LOG_FILE, append_lines, heal
from tournaments.log.signing import Signer, signer_of
from tournaments.store.database import Database
from tournaments.store.schema import EVENTS

__all__ = ["EventBook"]

_SINCE = 12
"""Version of the tables from which on there is a log."""
_INSERT = sa.insert(EVENTS)


class EventBook:
    """Events of one tournament, in the order in which they were written.

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

    @functools.cached_property
    def signer(self) -> Signer:
        """Signs events with the key in the data folder, which is made at the first use."""
        return signer_of(self._database.place.folder)

    def last(self) -> Event | None:
        """Return the last event, whose hash is the head of the log; None before the first."""
        query = self._of_this.order_by(EVENTS.c.number.desc()).limit(1)
        with self._database.reading() as connection:
            line = connection.execute(query).scalar_one_or_none()
        return None if line is None else parse_line(line)

    def lines(self) -> list[str]:
        """Return all events as lines; empty for results that an earlier version of the program wrote."""
        if self._database.version < _SINCE or self._database.is_empty:
            return []
        with self._database.reading() as connection:
            return list(connection.scalars(self._of_this.order_by(EVENTS.c.number)))

    def add(self, bodies: Sequence[Mapping[str, object]]) -> None:
        """Write events in the open transaction, or in a separate one.

        Their lines are appended to the file when the transaction has been carried out.
        """
        if not bodies:
            return
        with self._database.writing() as connection:
            last, lines = self.last(), []
            for body in bodies:
                last = self.signer.signed(chained(body, last))
                lines.append((last.number, last.line))
            rows = [
                {"tournament_id": self._id, "number": number, "line": line}
                for number, line in lines
            ]
            connection.execute(_INSERT, rows)
            folder = self._database.place.folder
            if folder is not None:
                path, texts = folder / LOG_FILE, [line for _, line in lines]
                self._database.after_commit(functools.partial(append_lines, path, texts))

    def heal(self) -> None:
        """Complete the file in the data folder with events that it lacks after a kill.

        Raises:
            LogError: The file differs from the database, or has more events.
        """
        folder = self._database.place.folder
        if folder is not None and self._id is not None:
            heal(folder / LOG_FILE, self.lines())

    @property
    def _of_this(self) -> sa.Select[str]:
        return sa.select(EVENTS.c.line).where(EVENTS.c.tournament_id == self._id)

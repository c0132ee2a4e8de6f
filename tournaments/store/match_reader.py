"""Reads matches that have a result from the database, each with all that is stored about its seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from tournaments.pairings import Pairing
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult, SeatTimes
from tournaments.store.database import Database
from tournaments.store.match_book import GIVEN_UP, OWN_DICE, REFUSED, REJECTED, TURNS
from tournaments.store.program_book import ProgramBook
from tournaments.store.records import PlayRecord, StoredMatch
from tournaments.store.schema import MATCHES, REFUSALS, RESULTS, SEAT_TIMES, TIE_BREAKS

__all__ = ["MatchReader"]

_Counts = dict[tuple[int, str], dict[str, int]]
"""Count of each refusal reason, by seat and kind of refusal."""
_TieBreaks = dict[int, list[tuple[str, int]]]
"""Names and values of the tie-breaks of each seat, most important first."""


class MatchReader:
    """Reads the matches of one tournament that have a result from the results database.

    Args:
        database: Database with the matches.
        tournament_id: Id of the tournament; None if none has begun.
    """

    def __init__(self, database: Database, tournament_id: str | None) -> None:
        self._database = database
        self._id = tournament_id

    def read(
        self, condition: sa.ColumnElement[bool], key: str | None = None, *, since: int = 0
    ) -> list[StoredMatch]:
        """Return matches with a result for which a condition holds, in schedule order.

        Args:
            condition: SQL condition on columns of `MATCHES`.
            key: Key of the match, if the condition holds for only one; None if there may be more.
            since: Schedule number of the first match for which the condition can hold; 0 for any.
        """
        # Columns that both have are selected once, or rows could not be asked for them by name.
        of_seats = (column for column in RESULTS.c if column.name not in MATCHES.c)
        query = (
            sa.select(MATCHES, *of_seats)
            .join(RESULTS)
            .where(MATCHES.c.tournament_id == self._id, condition)
            .order_by(MATCHES.c.number, RESULTS.c.seat)
        )
        rows_of: dict[str, list[sa.Row[Any]]] = {}
        plays = ProgramBook(self._database, self._id).plays(key, since=since)
        with self._database.reading() as connection:
            for row in connection.execute(query):
                # One row a seat. Dicts keep the order of the query, which is that of the schedule.
                rows_of.setdefault(row.match_key, []).append(row)
            # In the same transaction as the matches, so that both are of one moment.
            refusals = self._refusals(connection, condition)
            tie_breaks = self._tie_breaks(connection, condition)
            times = self._times(connection, condition)
        return [
            _stored_match(
                rows,
                refusals.get(key, {}),
                tie_breaks.get(key, {}),
                times.get(key, {}),
                plays.get(key),
            )
            for key, rows in rows_of.items()
        ]

    def _of_matches(self, table: sa.Table, condition: sa.ColumnElement[bool]) -> sa.Select[Any]:
        """Return the query of a table's rows about the matches for which a condition holds."""
        same = (MATCHES.c.tournament_id == table.c.tournament_id) & (
            MATCHES.c.match_key == table.c.match_key
        )
        return (
            sa.select(table)
            .join(MATCHES, same)
            .where(MATCHES.c.tournament_id == self._id, condition)
        )

    def _refusals(
        self, connection: sa.Connection, condition: sa.ColumnElement[bool]
    ) -> dict[str, _Counts]:
        """Return the refusals of the matches for which a condition holds, by match key."""
        query = self._of_matches(REFUSALS, condition)
        query = query.order_by(REFUSALS.c.times.desc(), REFUSALS.c.reason)
        found: dict[str, _Counts] = {}
        for row in connection.execute(query):
            counts = found.setdefault(row.match_key, {}).setdefault((row.seat, row.kind), {})
            counts[row.reason] = row.times
        return found

    def _tie_breaks(
        self, connection: sa.Connection, condition: sa.ColumnElement[bool]
    ) -> dict[str, _TieBreaks]:
        """Return the tie-breaks of the matches for which a condition holds, by match key."""
        query = self._of_matches(TIE_BREAKS, condition).order_by(TIE_BREAKS.c.rank)
        found: dict[str, _TieBreaks] = {}
        for row in connection.execute(query):
            of_seat = found.setdefault(row.match_key, {}).setdefault(row.seat, [])
            of_seat.append((row.name, row.value))
        return found

    def _times(
        self, connection: sa.Connection, condition: sa.ColumnElement[bool]
    ) -> dict[str, dict[int, SeatTimes]]:
        """Return the decision times of all matches for which a condition holds, by key and seat."""
        found: dict[str, dict[int, SeatTimes]] = {}
        for row in connection.execute(self._of_matches(SEAT_TIMES, condition)):
            times = SeatTimes(row.decisions, row.total_us, row.longest_us)
            found.setdefault(row.match_key, {})[row.seat] = times
        return found


def _stored_match(
    rows: Sequence[sa.Row[Any]],
    refusals: _Counts,
    tie_breaks: _TieBreaks,
    times: Mapping[int, SeatTimes],
    play: PlayRecord | None,
) -> StoredMatch:
    first = rows[0]
    seats = tuple(
        SeatResult(
            row.placement,
            row.score,
            row.strikes,
            ForfeitCause.named(row.forfeit) if row.forfeit else None,
            refusals.get((row.seat, REFUSED), {}),
            refusals.get((row.seat, REJECTED), {}),
            refusals.get((row.seat, GIVEN_UP), {}).get(TURNS, 0),
            tuple(tie_breaks.get(row.seat, ())),
            times.get(row.seat),
        )
        for row in rows
    )
    players = tuple(row.bot for row in rows)
    seed = None if first.seed == OWN_DICE else int(first.seed)
    return StoredMatch(
        pairing=Pairing(first.number, first.block, seed, players),
        end=MatchEnd(EndCause.named(first.cause), first.text, seats),
        match_id=first.match_id,
        replay=first.replay,
        play=play,
    )

"""Writes matches to the database while they are played: attempts as they begin, results as they end.

Several entries at once go into one transaction, all or none, since the cost of a transaction hardly
depends on how much is in it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from tournaments.store import event_bodies
from tournaments.store.database import Database
from tournaments.store.event_book import EventBook
from tournaments.store.program_book import Play, add_play_again, add_plays, end_plays
from tournaments.store.records import Begun, PlayRecord, Result
from tournaments.store.schema import (
    ATTEMPTS,
    MATCHES,
    REFUSALS,
    RESULTS,
    SEAT_TIMES,
    TIE_BREAKS,
)

__all__ = ["GIVEN_UP", "OWN_DICE", "REFUSED", "REJECTED", "TURNS", "MatchBook"]

REFUSED, REJECTED, GIVEN_UP = "refused", "rejected", "given_up"
"""Values that name the kinds of refusals in the database: orders refused by the rules, messages
rejected by the referee, turns given up by the bot.
"""
TURNS = "TURNS"
"""Reason that is stored for turns that a bot gave up, since a bot gives none."""
OWN_DICE = "own"
"""Stored in place of the seed if a match drew its own dice."""

_Row = dict[str, object]


_FORGET_ATTEMPT = sa.delete(ATTEMPTS).where(
    ATTEMPTS.c.tournament_id == sa.bindparam("the_tournament_id"),
    ATTEMPTS.c.match_key == sa.bindparam("the_match_key"),
    ATTEMPTS.c.attempt == sa.bindparam("the_attempt"),
)
_INSERTS = {
    table: sa.insert(table)
    for table in (ATTEMPTS, MATCHES, RESULTS, REFUSALS, TIE_BREAKS, SEAT_TIMES)
}
"""Insert statement of each table; made once, since making one takes as long as executing it."""


class MatchBook:
    """Writes attempts at matches and results to the results database.

    Args:
        database: The database.
        tournament_id: Id of the tournament; None if none has begun.
        events: Log of the tournament.
    """

    def __init__(self, database: Database, tournament_id: str | None, events: EventBook) -> None:
        self._database = database
        self._events = events
        self._of_this: _Row = {"tournament_id": tournament_id}

    def begin(self, begun: Sequence[Begun], *, logs: bool = True) -> None:
        """Write down the referee's match id of attempts, before anybody plays them; all or none.

        If the referee has lost the match of an attempt, the id of its new match replaces the old
        one.

        Args:
            begun: The attempts.
            logs: Whether they are logged here; a season logs its matches itself.
        """
        rows = [
            self._of_this
            | {"match_key": each.key, "attempt": each.number, "match_id": each.match_id}
            for each in begun
        ]
        known = [row for row, each in zip(rows, begun, strict=True) if not each.is_fresh]
        fresh = [self._play(each, each.play) for each in begun if each.is_fresh and each.play]
        with self._database.writing() as connection:
            if logs:
                self._events.add([event_bodies.started(each) for each in self._unlogged(begun)])
            # A known attempt may have got another match id, where the referee has lost the first match: its row is
            # replaced. A fresh one is only inserted, so that two runs that both begin it can't both succeed.
            if known:
                named = [{f"the_{name}": value for name, value in row.items()} for row in known]
                connection.execute(_FORGET_ATTEMPT, named)
            _insert(connection, ATTEMPTS, rows)
            # Many new attempts in one statement; attempts that may be known are looked up one by
            # one below.
            add_plays(connection, fresh)
            for each in begun:
                if each.play is not None and not each.is_fresh:
                    add_play_again(
                        connection, self._play(each, each.play), from_start=each.from_start
                    )

    def _unlogged(self, begun: Sequence[Begun]) -> list[Begun]:
        """Return those attempts whose beginning is not in the log: not those of earlier runs that continue."""
        known = [each.key for each in begun if not each.is_fresh]
        query = sa.select(ATTEMPTS.c.match_key, ATTEMPTS.c.attempt, ATTEMPTS.c.match_id)
        query = query.where(ATTEMPTS.c.tournament_id == self._of_this["tournament_id"])
        with self._database.reading() as connection:
            rows = connection.execute(query.where(ATTEMPTS.c.match_key.in_(known))) if known else ()
            going_on = {tuple(row) for row in rows}
        return [
            each
            for each in begun
            if each.from_start or (each.key, each.number, each.match_id) not in going_on
        ]

    def _play(self, begun: Begun, play: PlayRecord) -> Play:
        head = self._of_this | {"match_key": begun.key, "attempt": begun.number}
        return head, begun.players, play

    def record(self, results: Sequence[Result], *, logs: bool = True) -> None:
        """Write results, all or none.

        Args:
            results: The results.
            logs: Whether they are logged here; a season logs its matches itself.

        Raises:
            IntegrityError: One of the matches has a result already; nothing was written.
        """
        # The key of a match is its primary key: of two results for one match the second one fails, and with it its
        # whole transaction.
        with self._database.writing() as connection:
            if logs:
                self._events.add([event_bodies.ended(result) for result in results])
            end_plays(connection, [row for row in map(self._ended, results) if row is not None])
            _insert(connection, MATCHES, [self._match(result) for result in results])
            # A table comes after those it refers to, or its foreign keys would not hold.
            for table, rows_of in _OF_SEATS:
                rows = (row for result in results for row in rows_of(result))
                _insert(connection, table, [self._of_this | row for row in rows])

    def _ended(self, result: Result) -> _Row | None:
        if result.attempt is None:
            return None
        head = self._of_this | {"match_key": result.order.key, "attempt": result.attempt}
        return head | {"ended_at": result.ended_at, "host": result.host or None}

    def _match(self, result: Result) -> _Row:
        pairing, order, end = result.pairing, result.order, result.end
        return self._of_this | {
            "match_key": order.key,
            "number": pairing.number,
            "block": pairing.block,
            "seed": OWN_DICE if pairing.seed is None else str(pairing.seed),
            "game": order.game,
            "game_version": order.game_version,
            "match_id": result.match_id,
            "cause": end.cause.name,
            "text": end.text,
            "replay": result.replay,
        }


def _insert(connection: sa.Connection, table: sa.Table, rows: list[_Row]) -> None:
    if rows:
        connection.execute(_INSERTS[table], rows)


def _results(result: Result) -> Iterable[_Row]:
    seats = zip(result.pairing.players, result.end.seats, strict=True)
    for seat, (player, seat_result) in enumerate(seats):
        yield {
            "match_key": result.order.key,
            "seat": seat,
            "bot": player,
            "placement": seat_result.placement,
            "score": seat_result.score,
            "strikes": seat_result.strikes,
            "forfeit": seat_result.forfeit and seat_result.forfeit.name,
        }


def _refusals(result: Result) -> Iterable[_Row]:
    for seat, seat_result in enumerate(result.end.seats):
        for kind, counts in (
            (REFUSED, seat_result.refusals),
            (REJECTED, seat_result.rejections),
            (GIVEN_UP, {TURNS: seat_result.given_up} if seat_result.given_up else {}),
        ):
            head = {"match_key": result.order.key, "seat": seat, "kind": kind}
            for reason, count in counts.items():
                yield head | {"reason": reason, "times": count}


def _tie_breaks(result: Result) -> Iterable[_Row]:
    for seat, seat_result in enumerate(result.end.seats):
        head = {"match_key": result.order.key, "seat": seat}
        for rank, (name, value) in enumerate(seat_result.tie_breaks, 1):
            yield head | {"rank": rank, "name": name, "value": value}


def _times(result: Result) -> Iterable[_Row]:
    for seat, seat_result in enumerate(result.end.seats):
        if seat_result.times is not None:
            head: dict[str, Any] = {"match_key": result.order.key, "seat": seat}
            yield head | dataclasses.asdict(seat_result.times)


_OF_SEATS = (
    (RESULTS, _results),
    (REFUSALS, _refusals),
    (TIE_BREAKS, _tie_breaks),
    (SEAT_TIMES, _times),
)
"""Tables of the database with one or more rows for each seat of a match, and the function that
makes the rows; a table comes after those it refers to.
"""

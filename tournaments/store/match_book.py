"""What is written of matches while they are played: attempts as they begin, results as they end.

Several at once go into one transaction, all or none, since what a transaction costs hardly depends on
how much is in it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from tournaments.pairings import Pairing
from tournaments.spec.matches import MatchOrder
from tournaments.spec.outcomes import MatchEnd
from tournaments.store.database import Database
from tournaments.store.program_book import Play, add_play_again, add_plays, end_plays
from tournaments.store.records import PlayRecord
from tournaments.store.schema import (
    ATTEMPTS,
    MATCHES,
    REFUSALS,
    RESULTS,
    SEAT_TIMES,
    TIE_BREAKS,
)

__all__ = ["GIVEN_UP", "OWN_DICE", "REFUSED", "REJECTED", "TURNS", "Begun", "MatchBook", "Result"]

REFUSED, REJECTED, GIVEN_UP = "refused", "rejected", "given_up"
"""Kinds of refusals: by the rules, by the referee, and of whole turns by the bot itself."""
TURNS = "TURNS"
"""Stands for a reason where a bot gives none."""
OWN_DICE = "own"
"""In place of the seed of a match that had its own dice."""

_Row = dict[str, object]


@dataclasses.dataclass(frozen=True, slots=True)
class Begun:
    """An attempt at a match that is about to be played."""

    key: str
    """Hash of the match's inputs."""
    number: int
    """Of the attempt, from 1."""
    match_id: str
    """The match at the referee."""
    players: tuple[str, ...] = ()
    """Bots in seat order."""
    play: PlayRecord | None = None
    """The programs and machine that play it; None stores nothing of them."""
    from_start: bool = False
    """Whether the attempt does not go on, if it was begun before, but is played from its start."""
    is_fresh: bool = False
    """Whether it was certainly not begun before."""


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    order: MatchOrder
    """What it was ordered as."""
    pairing: Pairing
    """The pairing."""
    end: MatchEnd
    """How it ended; not void."""
    match_id: str
    """Identifies it at the referee."""
    replay: str | None
    """Path of its replay relative to the data folder; None if another machine has it."""
    attempt: int | None = None
    """Number of the attempt with this result; None stores nothing of when and where it ended."""
    ended_at: str = ""
    """When its end was heard of, UTC in the form of ISO 8601."""
    host: str | None = None
    """Machine that played it; None or empty if unknown."""


_FORGET_ATTEMPT = sa.delete(ATTEMPTS).where(
    ATTEMPTS.c.tournament_id == sa.bindparam("the_tournament_id"),
    ATTEMPTS.c.match_key == sa.bindparam("the_match_key"),
    ATTEMPTS.c.attempt == sa.bindparam("the_attempt"),
)
_INSERTS = {
    table: sa.insert(table)
    for table in (ATTEMPTS, MATCHES, RESULTS, REFUSALS, TIE_BREAKS, SEAT_TIMES)
}
"""Made once: to make one takes as long as to carry it out."""


class MatchBook:
    """The part of the results database that matches are written to.

    Args:
        database: The database.
        tournament_id: Which of its tournaments; None if none has begun.
    """

    def __init__(self, database: Database, tournament_id: str | None) -> None:
        self._database = database
        self._of_this: _Row = {"tournament_id": tournament_id}

    def begin(self, begun: Sequence[Begun]) -> None:
        """Write down which matches at the referee attempts are, before anybody plays them; all or none.

        A match that the referee has lost is replaced by the one it made instead.
        """
        rows = [
            self._of_this
            | {"match_key": each.key, "attempt": each.number, "match_id": each.match_id}
            for each in begun
        ]
        known = [row for row, each in zip(rows, begun, strict=True) if not each.is_fresh]
        fresh = [self._play(each, each.play) for each in begun if each.is_fresh and each.play]
        with self._database.writing() as connection:
            # A known attempt may have got another match id, where the referee has lost the first match: its row is
            # replaced. A fresh one is only inserted, so that two runs that both begin it can't both succeed.
            if known:
                named = [{f"the_{name}": value for name, value in row.items()} for row in known]
                connection.execute(_FORGET_ATTEMPT, named)
            _insert(connection, ATTEMPTS, rows)
            add_plays(connection, fresh)
            for each in begun:
                if each.play is not None and not each.is_fresh:
                    add_play_again(
                        connection, self._play(each, each.play), from_start=each.from_start
                    )

    def _play(self, begun: Begun, play: PlayRecord) -> Play:
        head = self._of_this | {"match_key": begun.key, "attempt": begun.number}
        return head, begun.players, play

    def record(self, results: Sequence[Result]) -> None:
        """Write results, all or none.

        Raises:
            IntegrityError: One of the matches has a result already.
        """
        # The key of a match is its primary key: of two results for one match the second one fails, and with it its
        # whole transaction.
        with self._database.writing() as connection:
            end_plays(connection, [row for row in map(self._ended, results) if row is not None])
            _insert(connection, MATCHES, [self._match(result) for result in results])
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
"""Tables with rows of seats, and what makes them, in the order in which they refer to one another."""

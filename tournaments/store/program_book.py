"""Programs in the results database: every version of each bot, and which versions played each match.

Times are UTC. They enter no digest and do not affect the order of results.
"""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Callable, Mapping, Sequence

import sqlalchemy as sa

from tournaments.store import event_bodies
from tournaments.store.database import Database
from tournaments.store.event_book import EventBook
from tournaments.store.records import PlayRecord, StoredVersion
from tournaments.store.schema import ATTEMPTS, MATCHES, PLAYERS, PLAYS, VERSIONS

__all__ = [
    "Play",
    "ProgramBook",
    "RunTimes",
    "add_play_again",
    "add_plays",
    "end_plays",
    "now",
    "short",
]

Play = tuple[Mapping[str, object], Sequence[str], PlayRecord]
"""One attempt: its row head (`tournament_id`, `match_key`, `attempt`), its bots in seat order, and
when, where and by which versions it is played.
"""

_SHORT = 12
_ADD_PLAY, _ADD_PLAYER = sa.insert(PLAYS), sa.insert(PLAYERS)
_END_PLAY = (
    sa.update(PLAYS)
    .where(
        PLAYS.c.tournament_id == sa.bindparam("the_tournament_id"),
        PLAYS.c.match_key == sa.bindparam("the_match_key"),
        PLAYS.c.attempt == sa.bindparam("the_attempt"),
    )
    .values(
        ended_at=sa.bindparam("the_ended_at", type_=sa.String),
        host=sa.func.coalesce(sa.bindparam("the_host", type_=sa.String), PLAYS.c.host),
    )
)


def short(sha256: str) -> str:
    """Return the first 12 digits of a digest, enough for people to compare."""
    return sha256[:_SHORT]


class RunTimes:
    """Dates and times that never jump while a process runs, even if the machine's clock is changed.

    The difference of two such times is therefore a duration.

    Args:
        wall_ns: Returns nanoseconds since 1970 UTC; called once.
        steady_ns: Returns nanoseconds of a clock that only runs forward, also while the machine
            sleeps.
    """

    def __init__(self, wall_ns: Callable[[], int], steady_ns: Callable[[], int]) -> None:
        self._steady_ns = steady_ns
        # Once: from here on, a change of the machine's clock has no effect on this process's times.
        self._ahead_ns = wall_ns() - steady_ns()

    def now(self) -> str:
        """Return the date and time, UTC, in ISO 8601 to the millisecond."""
        seconds = (self._ahead_ns + self._steady_ns()) / 1_000_000_000
        time_of_day = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
        return time_of_day.isoformat(timespec="milliseconds")


def _steady_ns() -> int:
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # the former is of Linux alone
    return time.clock_gettime_ns(clock)


now = RunTimes(time.time_ns, _steady_ns).now


def add_plays(connection: sa.Connection, plays: Sequence[Play]) -> None:
    """Store which program versions play new attempts at matches, within the caller's transaction."""
    if not plays:
        return
    rows = [{**head, **_values(play)} for head, _, play in plays]
    seats = [
        {**head, "seat": seat, "bot": player, "version": version}
        for head, players, play in plays
        # Not strict: without versions nothing is stored of the seats.
        for seat, (player, version) in enumerate(zip(players, play.versions, strict=False))
    ]
    connection.execute(_ADD_PLAY, rows)
    if seats:
        connection.execute(_ADD_PLAYER, seats)


def add_play_again(connection: sa.Connection, play: Play, *, from_start: bool) -> None:
    """Store which program versions play an attempt at a match that may have been begun before.

    It is part of the caller's transaction.

    Args:
        connection: Connection that has the transaction.
        play: The attempt, and the programs that play it.
        from_start: Whether an attempt that was begun before is played again from its start. If not,
            the attempt continues, and the stored programs that began it are kept.
    """
    head = play[0]
    same = _same(PLAYS, head)
    if connection.execute(sa.select(PLAYS.c.attempt).where(same)).first() is not None:
        if not from_start:
            return
        # Players first, as they refer to the play.
        connection.execute(sa.delete(PLAYERS).where(_same(PLAYERS, head)))
        connection.execute(sa.delete(PLAYS).where(same))
    add_plays(connection, [play])


def _values(play: PlayRecord) -> dict[str, object]:
    return {
        "started_at": play.started_at,
        "ended_at": play.ended_at,
        "host": play.host,
        "referee": play.referee,
        "python": play.python,
    }


def _same(table: sa.Table, head: Mapping[str, object]) -> sa.ColumnElement[bool]:
    return sa.and_(*(table.c[name] == value for name, value in head.items()))


def end_plays(connection: sa.Connection, rows: Sequence[Mapping[str, object]]) -> None:
    """Write down when attempts at matches ended and which machines played them.

    It is part of the caller's transaction.

    Args:
        connection: Connection that has the transaction.
        rows: For each attempt `tournament_id`, `match_key`, `attempt`, `ended_at`, and `host`; a
            host of None keeps the stored one.
    """
    if not rows:
        return
    # Prefixed, as SQLAlchemy reserves the columns' own names in an UPDATE for new values.
    named = [{f"the_{name}": value for name, value in row.items()} for row in rows]
    connection.execute(_END_PLAY, named)


class ProgramBook:
    """Reads and writes the bots' program versions, and which played each attempt, in the results database.

    Args:
        database: The database.
        tournament_id: Id of the tournament; None if none has begun.
        events: Log of the tournament; None if nothing is written.
    """

    def __init__(
        self, database: Database, tournament_id: str | None, events: EventBook | None = None
    ) -> None:
        self._database = database
        self._id = tournament_id
        self._events = events

    def versions(self) -> list[StoredVersion]:
        """Return all stored versions of all bots, sorted by bot and number."""
        query = sa.select(VERSIONS).where(VERSIONS.c.tournament_id == self._id)
        with self._database.reading() as connection:
            return [
                StoredVersion(
                    row.bot,
                    row.version,
                    row.sha256,
                    row.covers,
                    json.loads(row.files),
                    json.loads(row.start),
                )
                for row in connection.execute(query.order_by(VERSIONS.c.bot, VERSIONS.c.version))
            ]

    def add(self, versions: Sequence[StoredVersion]) -> None:
        """Write down new versions of bots, all or none."""
        rows = [
            {
                "tournament_id": self._id,
                "bot": each.bot,
                "version": each.version,
                "sha256": each.sha256,
                "covers": each.covers,
                "files": json.dumps(dict(each.files), sort_keys=True),
                "start": json.dumps(dict(each.start), sort_keys=True),
            }
            for each in versions
        ]
        if rows:
            with self._database.writing() as connection:
                connection.execute(sa.insert(VERSIONS), rows)
                if self._events is not None:
                    self._events.add([event_bodies.program(each) for each in versions])

    def replace_start(self, version: StoredVersion) -> None:
        """Store how a version that is stored already is started from now on."""
        same = (VERSIONS.c.bot == version.bot) & (VERSIONS.c.version == version.version)
        same &= VERSIONS.c.tournament_id == self._id
        start = json.dumps(dict(version.start), sort_keys=True)
        with self._database.writing() as connection:
            connection.execute(sa.update(VERSIONS).where(same).values(start=start))

    def forget(self) -> None:
        """Delete all versions of a tournament of which no match was begun."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(VERSIONS).where(VERSIONS.c.tournament_id == self._id))

    def begin(
        self,
        key: str,
        attempt: int,
        players: Sequence[str],
        play: PlayRecord,
        *,
        from_start: bool = False,
    ) -> None:
        """Store which program versions play an attempt; one that continues keeps those that began it.

        Args:
            key: Key of the match: the hash of its inputs.
            attempt: Number of the attempt, from 1.
            players: Names of the bots, in seat order.
            play: The bots' versions, the machine and the times; without versions, no programs are
                stored.
            from_start: Whether the attempt is played again from its start rather than continued.
        """
        head = {"tournament_id": self._id, "match_key": key, "attempt": attempt}
        with self._database.writing() as connection:
            add_play_again(connection, (head, players, play), from_start=from_start)

    def end(self, key: str, attempt: int, *, ended_at: str, host: str | None) -> None:
        """Write down when the end of an attempt at a match became known, and which machine played it.

        Args:
            key: Key of the match: the hash of its inputs.
            attempt: Number of the attempt, from 1.
            ended_at: The time, UTC, ISO 8601.
            host: Name of the machine; None keeps the stored one.
        """
        row = {"tournament_id": self._id, "match_key": key, "attempt": attempt}
        with self._database.writing() as connection:
            end_plays(connection, [row | {"ended_at": ended_at, "host": host or None}])

    def play(self, key: str, attempt: int) -> PlayRecord | None:
        """Return when, where and by which bot versions an attempt at a match was played.

        None if that is not stored.
        """
        return self._plays(PLAYS.c.match_key == key).get((key, attempt))

    def plays(self, key: str | None = None, *, since: int = 0) -> dict[str, PlayRecord]:
        """Return when, where and by which versions the last attempt at each match was played.

        Args:
            key: Key of the only match that is asked for; None means all.
            since: Schedule number of the first match that is asked for; above 0, only matches with
                a result are returned.

        Returns:
            Records by match key.
        """
        condition = sa.true() if key is None else PLAYS.c.match_key == key
        if since:
            later = sa.select(MATCHES.c.match_key).where(MATCHES.c.tournament_id == self._id)
            # The number of a match is only in the table of results.
            condition &= PLAYS.c.match_key.in_(later.where(MATCHES.c.number >= since))
        found = self._plays(condition)
        # Sorted by attempt, so that the last one of each key stays.
        return {key: found[key, attempt] for key, attempt in sorted(found)}

    def unfinished(self) -> set[tuple[str, int]]:
        """Return bots and versions with unfinished attempts at matches.

        These are attempts that are not void (annulled), at matches that have no result.
        """
        same = (ATTEMPTS.c.match_key == PLAYERS.c.match_key) & (
            ATTEMPTS.c.attempt == PLAYERS.c.attempt
        )
        same &= ATTEMPTS.c.tournament_id == PLAYERS.c.tournament_id
        # An attempt without a void cause may have a result: that is in another table.
        done = sa.select(MATCHES.c.match_key).where(MATCHES.c.tournament_id == self._id)
        query = (
            sa.select(PLAYERS.c.bot, PLAYERS.c.version)
            .join(ATTEMPTS, same)
            .where(PLAYERS.c.tournament_id == self._id, ATTEMPTS.c.void_cause.is_(None))
            .where(PLAYERS.c.match_key.not_in(done))
        )
        with self._database.reading() as connection:
            return {(row.bot, row.version) for row in connection.execute(query)}

    def _plays(self, condition: sa.ColumnElement[bool]) -> dict[tuple[str, int], PlayRecord]:
        query = sa.select(PLAYS).where(PLAYS.c.tournament_id == self._id, condition)
        same = (PLAYS.c.match_key == PLAYERS.c.match_key) & (PLAYS.c.attempt == PLAYERS.c.attempt)
        same &= PLAYS.c.tournament_id == PLAYERS.c.tournament_id
        seats = sa.select(PLAYERS).join(PLAYS, same)
        seats = seats.where(PLAYERS.c.tournament_id == self._id, condition)
        versions: dict[tuple[str, int], list[int]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(seats.order_by(PLAYERS.c.seat)):
                versions.setdefault((row.match_key, row.attempt), []).append(row.version)
            return {
                (row.match_key, row.attempt): PlayRecord(
                    row.started_at,
                    row.ended_at,
                    row.host,
                    row.referee,
                    row.python,
                    tuple(versions.get((row.match_key, row.attempt), ())),
                )
                for row in connection.execute(query)
            }

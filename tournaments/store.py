"""Results of a tournament in a database: each match exactly once, whatever is killed when.

A match's key is the hash of its inputs. Its result is written in one transaction; writing the same
again changes nothing, and writing another is an error. An attempt is written before its match is
handed to anybody, so that a resumed run finds the match again at the referee.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tournaments.errors import ConflictError, FolderError
from tournaments.matches import EndCause, ForfeitCause, MatchEnd, MatchOrder, SeatResult
from tournaments.pairings import Pairing
from tournaments.processes import Exit
from tournaments.schema import (
    ATTEMPTS,
    BOTS,
    MATCHES,
    METADATA,
    PROCESSES,
    RESULTS,
    SCHEMA_VERSION,
    TOURNAMENT,
)

__all__ = [
    "Attempt",
    "ProcessRecord",
    "Store",
    "StoredAttempt",
    "StoredMatch",
    "StoredTournament",
]


@dataclasses.dataclass(frozen=True, slots=True)
class StoredTournament:
    """What a data folder is of."""

    tournament_id: str
    """Random, 16 hexadecimal digits; tells tournaments at one referee apart."""
    name: str
    """Its name."""
    file: Path
    """The file it was started from."""
    source: str
    """The text of that file."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with a result, which is never void."""

    pairing: Pairing
    """Who met whom."""
    end: MatchEnd
    """How it ended."""
    match_id: str
    """Identifies it at the referee."""
    replay: str | None
    """Path of its replay relative to the data folder; None if another machine has it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Attempt:
    """The last attempt at a match."""

    number: int
    """From 1."""
    match_id: str
    """The match at the referee."""
    is_void: bool
    """Whether it came to nothing."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredAttempt:
    """An attempt at a match, as reports tell it."""

    key: str
    """Hash of the match's inputs."""
    number: int
    """From 1 for each match."""
    match_id: str
    """The match at the referee."""
    void_cause: EndCause | None
    """Why it came to nothing; None if it did not, or not yet."""
    void_text: str | None
    """The same for people."""


@dataclasses.dataclass(frozen=True, slots=True)
class ProcessRecord:
    """A process a tournament has started."""

    program: str
    """The bot's name."""
    number: int
    """From 1 for each program, over all runs."""
    code: int | None
    """Exit status; negative: the signal; None if nobody was there to see it."""
    cpu_s: float
    """Processor seconds; 0 if unknown."""
    died: bool
    """Whether it ended while it had a seat to play."""


class Store:
    """A tournament's database.

    Args:
        path: SQLite file.
        create: Whether to make the file if it is not there.

    Raises:
        FolderError: It can't be opened, is no such database, or one of another version.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self._path = path
        if not create and not path.is_file():
            raise FolderError(f"there is no tournament in {path.parent}")
        self._engine = sa.create_engine(f"sqlite:///{path}")
        sa.event.listen(self._engine, "connect", _set_up_connection)
        try:
            METADATA.create_all(self._engine)
        except sa.exc.DatabaseError as error:
            raise FolderError(f"{path} can't be used: {error.orig}") from None

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    def tournament(self) -> StoredTournament | None:
        """What the folder is of; None if nothing has begun.

        Raises:
            FolderError: Another version of this program wrote it.
        """
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(TOURNAMENT)).one_or_none()
        if row is None:
            return None
        if row.schema_version != SCHEMA_VERSION:
            versions = f"version {row.schema_version}, not {SCHEMA_VERSION}"
            raise FolderError(f"{self._path} has {versions}: use the program that made it")
        return StoredTournament(row.tournament_id, row.name, Path(row.file), row.source)

    def begin(self, name: str, file: Path, source: str, bots: Sequence[str]) -> StoredTournament:
        """Write down what the folder is of, before anything is played; replaces what was not."""
        tournament = StoredTournament(secrets.token_hex(8), name, file, source)
        with self._engine.begin() as connection:
            connection.execute(sa.delete(TOURNAMENT))
            connection.execute(sa.delete(BOTS))
            connection.execute(
                sa.insert(TOURNAMENT).values(
                    tournament_id=tournament.tournament_id,
                    schema_version=SCHEMA_VERSION,
                    name=name,
                    file=str(file),
                    source=source,
                )
            )
            rows = [{"bot": bot, "position": position} for position, bot in enumerate(bots)]
            connection.execute(sa.insert(BOTS), rows)
        return tournament

    def replace_source(self, source: str) -> None:
        """Write down the text of the file after a change that leaves all results standing."""
        with self._engine.begin() as connection:
            connection.execute(sa.update(TOURNAMENT).values(source=source))

    def bots(self) -> list[str]:
        """Names of all entrants, in order of entry."""
        with self._engine.connect() as connection:
            return list(connection.scalars(sa.select(BOTS.c.bot).order_by(BOTS.c.position)))

    def is_untouched(self) -> bool:
        """Whether no match was ever begun."""
        with self._engine.connect() as connection:
            return not connection.scalar(sa.select(sa.func.count()).select_from(ATTEMPTS))

    def game_versions(self) -> set[int]:
        """Behaviour versions of the game under which there are results."""
        with self._engine.connect() as connection:
            return set(connection.scalars(sa.select(MATCHES.c.game_version).distinct()))

    # Matches.

    def last_attempt(self, key: str) -> Attempt | None:
        """The last attempt at a match; None if there was none."""
        query = sa.select(ATTEMPTS).where(ATTEMPTS.c.match_key == key)
        with self._engine.connect() as connection:
            row = connection.execute(query.order_by(ATTEMPTS.c.attempt.desc())).first()
        return (
            None if row is None else Attempt(row.attempt, row.match_id, row.void_cause is not None)
        )

    def begin_attempt(self, key: str, number: int, match_id: str) -> None:
        """Write down which match at the referee is this attempt, before anybody plays it.

        A match the referee has lost is replaced by the one it made instead.
        """
        same = (ATTEMPTS.c.match_key == key) & (ATTEMPTS.c.attempt == number)
        with self._engine.begin() as connection:
            connection.execute(sa.delete(ATTEMPTS).where(same))
            row = {"match_key": key, "attempt": number, "match_id": match_id}
            connection.execute(sa.insert(ATTEMPTS).values(row))

    def void_attempt(self, key: str, number: int, end: MatchEnd) -> None:
        """Write down that an attempt came to nothing, and why."""
        same = (ATTEMPTS.c.match_key == key) & (ATTEMPTS.c.attempt == number)
        with self._engine.begin() as connection:
            values = {"void_cause": end.cause.name, "void_text": end.text}
            connection.execute(sa.update(ATTEMPTS).where(same).values(values))

    def num_voids(self) -> int:
        """How many attempts came to nothing."""
        query = sa.select(sa.func.count()).where(ATTEMPTS.c.void_cause.is_not(None))
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0

    def attempts(self) -> list[StoredAttempt]:
        """All attempts, by the key of their match and their number."""
        query = sa.select(ATTEMPTS).order_by(ATTEMPTS.c.match_key, ATTEMPTS.c.attempt)
        with self._engine.connect() as connection:
            return [
                StoredAttempt(
                    row.match_key,
                    row.attempt,
                    row.match_id,
                    EndCause[row.void_cause] if row.void_cause else None,
                    row.void_text,
                )
                for row in connection.execute(query)
            ]

    def record(
        self,
        order: MatchOrder,
        pairing: Pairing,
        end: MatchEnd,
        *,
        match_id: str,
        replay: str | None,
    ) -> bool:
        """Write a result; return whether it is new.

        Raises:
            ConflictError: The match has another result.
        """
        match = {
            "match_key": order.key,
            "number": pairing.number,
            "block": pairing.block,
            "seed": str(pairing.seed),
            "game": order.game,
            "game_version": order.game_version,
            "match_id": match_id,
            "cause": end.cause.name,
            "text": end.text,
            "replay": replay,
        }
        seats = [
            {
                "match_key": order.key,
                "seat": seat,
                "bot": player,
                "placement": result.placement,
                "score": result.score,
                "strikes": result.strikes,
                "forfeit": result.forfeit and result.forfeit.name,
            }
            for seat, (player, result) in enumerate(zip(pairing.players, end.seats, strict=True))
        ]
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(MATCHES).values(match))
                connection.execute(sa.insert(RESULTS), seats)
        except sa.exc.IntegrityError:
            stored = self.match(order.key)
            if stored is None or (stored.pairing, stored.end) != (pairing, end):
                raise ConflictError(
                    f"match {pairing.number} has two results: "
                    f"{stored.end if stored else 'that of another match'} and {end}"
                ) from None
            return False
        return True

    def match(self, key: str) -> StoredMatch | None:
        """The match of this key; None if it has no result yet."""
        return next(iter(self._matches(MATCHES.c.match_key == key)), None)

    def matches(self) -> list[StoredMatch]:
        """All matches with a result, in schedule order."""
        return self._matches(sa.true())

    def _matches(self, condition: sa.ColumnElement[bool]) -> list[StoredMatch]:
        query = (
            sa.select(MATCHES, *(column for column in RESULTS.c if column.name != "match_key"))
            .join(RESULTS)
            .where(condition)
            .order_by(MATCHES.c.number, RESULTS.c.seat)
        )
        rows_of: dict[str, list[sa.Row[Any]]] = {}
        with self._engine.connect() as connection:
            for row in connection.execute(query):
                rows_of.setdefault(row.match_key, []).append(row)
        return [_stored_match(rows) for rows in rows_of.values()]

    # Processes.

    def begin_process(self, program: str) -> int:
        """Write down that a process of this program is started; return its number."""
        with self._engine.begin() as connection:
            last = sa.select(sa.func.max(PROCESSES.c.number))
            number = (connection.scalar(last.where(PROCESSES.c.program == program)) or 0) + 1
            connection.execute(sa.insert(PROCESSES).values(program=program, number=number))
        return number

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """Write down how a process ended, and whether it should not have."""
        same = (PROCESSES.c.program == program) & (PROCESSES.c.number == number)
        values = dataclasses.asdict(ended) | {"died": died}
        del values["limit"]  # told when it happens
        with self._engine.begin() as connection:
            connection.execute(sa.update(PROCESSES).where(same).values(values))

    def processes(self) -> list[ProcessRecord]:
        """All processes, by program and number."""
        query = sa.select(PROCESSES).order_by(PROCESSES.c.program, PROCESSES.c.number)
        with self._engine.connect() as connection:
            return [
                ProcessRecord(row.program, row.number, row.code, row.cpu_s or 0.0, bool(row.died))
                for row in connection.execute(query)
            ]


def _stored_match(rows: Sequence[sa.Row[Any]]) -> StoredMatch:
    first = rows[0]
    seats = tuple(
        SeatResult(
            row.placement,
            row.score,
            row.strikes,
            ForfeitCause[row.forfeit] if row.forfeit else None,
        )
        for row in rows
    )
    players = tuple(row.bot for row in rows)
    return StoredMatch(
        pairing=Pairing(first.number, first.block, int(first.seed), players),
        end=MatchEnd(EndCause[first.cause], first.text, seats),
        match_id=first.match_id,
        replay=first.replay,
    )


def _set_up_connection(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()

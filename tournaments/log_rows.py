"""Makes rows of a results database from the events of a log, with the code that writes them during play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tournaments.log.event import Event
from tournaments.log.state import TournamentState, end_of_body, state_of
from tournaments.pairings import Pairing
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import Schedule
from tournaments.season.reading import is_season, season_of
from tournaments.season.records import block_of
from tournaments.season.state import SeasonState
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import LogError
from tournaments.spec.outcomes import EndCause, MatchEnd
from tournaments.spec.reading import parse_spec
from tournaments.store.folder import DataFolder
from tournaments.store.records import Begun, PlayRecord, Result, StoredVersion
from tournaments.store.store import Store

__all__ = ["VersionFinder", "restore_rows"]

VersionFinder = Callable[[str, int, str, str | None], StoredVersion]
"""Returns a version of a bot as it is stored, from bot, number, SHA-256, and the id of the request by
which it was handed in to a season; None for other versions.
"""


def restore_rows(
    store: Store,
    folder: DataFolder,
    file: Path,
    source: str,
    events: Sequence[Event],
    find_version: VersionFinder,
    *,
    since: int = 0,
) -> None:
    """Write events of a log that a database lacks, with the rows that follow from them; all or nothing.

    Not in the log, and so not in the rows: times of decisions, counts of refused orders and messages,
    machines, and processes.

    Args:
        store: The database, opened for a run.
        folder: The data folder, with the replays.
        file: Path of the tournament's file.
        source: Text of that file, of which the log of a season has only a part.
        events: All events of the log, which follow from each other.
        find_version: Finds the program of a bot's version, for the version's row; see `VersionFinder`.
        since: Number of the last event that the database has.

    Raises:
        LogError: An event can't follow those before it, or the dice of its matches are not known.
    """
    if is_season(events[0]):
        season_of(events)  # refused as a whole, before anything is written
        rows: _SeasonRows | _TournamentRows = _SeasonRows(store, folder, file, source, find_version)
    else:
        rows = _TournamentRows(store, folder, file, find_version, state_of(events).secrets)
    for event in events[:since]:
        rows.state.apply(event)

    def write(event: Event) -> None:
        rows.before(event.body)
        rows.state.apply(event)
        rows.after(event.body)

    with store.together():
        with store.events.muted():
            for event in events[since:]:
                write(event)
        store.events.restore(events[since:])


class _Rows:
    """Base of classes that write the rows of a tournament or of a season from the events of its log."""

    def __init__(
        self, store: Store, folder: DataFolder, file: Path, find_version: VersionFinder
    ) -> None:
        self._store = store
        self._folder = folder
        self._file = file
        self._find_version = find_version
        self._specs: dict[str, TournamentSpec] = {}

    def _spec(self, source: str) -> TournamentSpec:
        if source not in self._specs:
            self._specs = {source: parse_spec(source, self._file)}
        return self._specs[source]

    def _result(
        self,
        spec: TournamentSpec,
        schedule: Schedule,
        body: dict[str, Any],
        *,
        key: str,
        block: str,
        players: Sequence[str],
    ) -> Result:
        """Return the result of a match from the event with it.

        Args:
            spec: The tournament.
            schedule: Its schedule, from which the match's seed follows.
            body: Content of the event.
            key: Hash of the match's inputs, as the log has it.
            block: Key of the match's block (matches that belong together).
            players: Labels of the bots, in seat order.

        Raises:
            LogError: The match has another key than the log says.
        """
        number, match_id = body["match"], body["id"]
        seed = schedule.match_seed(number, block)
        pairing = Pairing(number, block, seed, tuple(players))
        order = order_of(spec, pairing, body["game_version"])
        if order.key != key:
            raise LogError(f"match {number} has another key in the log than its inputs give")
        replay = self._folder.replays / f"{match_id}.replay"
        shown = str(replay.relative_to(self._folder.path)) if replay.is_file() else None
        end = end_of_body(body)
        return Result(order, pairing, end, match_id, shown, body["attempt"], body["at"])


def _void_end(body: dict[str, Any]) -> MatchEnd:
    return MatchEnd(EndCause[body["cause"]], body["text"], ())


def _play(at: str, versions: Sequence[int]) -> PlayRecord | None:
    return PlayRecord(at, None, None, None, None, tuple(versions)) if versions else None


class _TournamentRows(_Rows):
    """Writes the rows of a tournament with a fixed list of bots from the events of its log."""

    def __init__(
        self,
        store: Store,
        folder: DataFolder,
        file: Path,
        find_version: VersionFinder,
        secrets: list[bytes] | None,
    ) -> None:
        super().__init__(store, folder, file, find_version)
        self._secrets = secrets
        self.state = TournamentState()

    @property
    def _schedule(self) -> Schedule:
        """Schedule of the tournament, with the secrets of dice that matches share.

        Raises:
            LogError: Neither the log nor the database has the secrets yet.
        """
        schedule = self.state.schedule
        if schedule.dice.is_shared or any(step for step in schedule.growth):
            if self._secrets is None:
                raise LogError(
                    "its matches share dice, whose secrets only the database had: the log gets them when"
                    " all is played"
                )
            self.state.secrets = self._secrets[: len(schedule.growth) + 1]
            schedule = self.state.schedule
        return schedule

    def before(self, body: dict[str, Any]) -> None:
        """Remember the schedule as it is before an event that adds bots, cycles or rounds.

        `after` needs it to write the rows of such an event. Nothing is written here.

        Args:
            body: Content of the event, by which the state has not been changed yet.
        """
        if body["type"] == "grown":
            self._schedule_before = self._schedule

    def after(self, body: dict[str, Any]) -> None:
        """Write the rows for an event, after the state was changed by it.

        Args:
            body: Content of the event.
        """
        store, kind = self._store, body["type"]
        match kind:
            case "opened":
                store.begin(
                    *(body["name"], self._file, body["file"], body["bots"], self._schedule),
                    tournament_id=body["tournament"],
                )
            case "grown":
                growth = self._schedule.growth[-1]
                store.grow(growth, body["file"], body["bots"], self._schedule_before)
            case "left_out":
                store.entries.leave_out(body["bots"], body["file"])
            case "program":
                found = self._find_version(body["bot"], body["version"], body["sha256"], None)
                store.programs.add([found])
            case "started":
                key, number, players = body["key"], body["attempt"], tuple(body["players"])
                play = _play(body["at"], body["versions"])
                begun = Begun(key, number, body["id"], players, play, pairing=body["match"])
                store.matches_book.begin([begun])
            case "void":
                store.void_attempt(body["key"], body["attempt"], _void_end(body))
            case "ended":
                spec = self._spec(self.state.source)
                result = self._result(
                    *(spec, self._schedule, body),
                    key=body["key"],
                    block=body["block"],
                    players=body["players"],
                )
                store.matches_book.record([result])


class _SeasonRows(_Rows):
    """Writes the rows of a season from the events of its log."""

    def __init__(
        self,
        store: Store,
        folder: DataFolder,
        file: Path,
        source: str,
        find_version: VersionFinder,
    ) -> None:
        super().__init__(store, folder, file, find_version)
        self._source = source
        self.state = SeasonState()

    def before(self, body: dict[str, Any]) -> None:
        """Write the rows that need the state before an event: ends of attempts that are still open in it.

        Args:
            body: Content of the event.
        """
        if body["type"] not in ("ended", "void"):
            return
        match = self.state.open[body["match"]]
        book = self._store.season_book(_take)
        if body["id"]:
            book.name(match.key, match.attempt, body["id"])
        if body["type"] == "void":
            end, at = _void_end(body), body["at"]
            book.void({}, match.key, match.attempt, end, ended_at=at, host=None)
            return
        result = self._result(
            *(self.state.spec, self.state.schedule, body),
            key=match.key,
            block=block_of(match.number, match.names),
            players=match.names,
        )
        book.end({}, result)

    def after(self, body: dict[str, Any]) -> None:
        """Write the other rows for an event, after the state was changed by it.

        Args:
            body: Content of the event.
        """
        match body["type"]:
            case "opened":
                self._store.begin(
                    *(body["name"], self._file, self._source, [], self.state.schedule),
                    tournament_id=body["tournament"],
                )
            case "admitted":
                version, sha256 = body["version"], body["run"]
                found = self._find_version(body["entry"], version, sha256, body["request"])
                self._store.season_book(_take).admit({}, found)
            case "started":
                match = self.state.open[body["match"]]
                play = _play(match.at, match.versions)
                begun = Begun(match.key, match.attempt, "", match.names, play, pairing=match.number)
                self._store.season_book(_take).start({}, begun)


def _take(event: Event) -> None:
    raise AssertionError(f"event {event.number} is in the log already")

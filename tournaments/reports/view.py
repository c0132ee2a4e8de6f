"""Everything that is known of a tournament, read once, so that all parts of a report agree."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from tournaments.pairings import Pairing
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import Schedule
from tournaments.reports.season_log import season_in
from tournaments.spec.config import TournamentSpec
from tournaments.spec.entrants import LeftOut
from tournaments.spec.errors import FolderError
from tournaments.spec.reading import parse_spec
from tournaments.spec.titles import Titles
from tournaments.store.find import find
from tournaments.store.folder import DataFolder
from tournaments.store.records import (
    ProcessRecord,
    StoredAttempt,
    StoredMatch,
    StoredTournament,
    StoredVersion,
)
from tournaments.store.store import Store
from tournaments.tables.formats import (
    PARTY_VALUES,
    entrants,
    is_over,
    known_pairings,
    make_scheduler,
    make_standings,
)
from tournaments.tables.margins import MarginReport, report_margin
from tournaments.tables.party_standings import PartyStanding
from tournaments.tables.sprt import SprtReport, report_sprt
from tournaments.tables.standings import Standing
from tournaments.tables.uneven import UnevenMatches, uneven_matches

__all__ = ["TournamentView", "find_view", "read_view", "view_of"]


_VERSIONS = 30
"""Behaviour versions of a game from 1 to below this number are tried, to find the one under which
matches have their keys (hashes of their inputs), before a result names it.
"""


@dataclasses.dataclass(frozen=True)
class TournamentView:
    """A tournament as it was at one moment: its file, matches, attempts, processes and schedule."""

    spec: TournamentSpec
    """The tournament by its file as it was when it began or was last extended, reduced to entries
    that take part.
    """
    stored: StoredTournament
    """The tournament that the data folder belongs to."""
    folder: DataFolder
    """Data folder of the tournament."""
    matches: list[StoredMatch]
    """All matches with a result, in schedule order."""
    attempts: list[StoredAttempt]
    """All attempts at matches, including void (annulled) ones."""
    processes: list[ProcessRecord]
    """All processes that the tournament has started."""
    game_versions: set[int]
    """Behaviour versions of the game under which results were played."""
    schedule: Schedule
    """Schedule of the tournament, which determines the dice of its matches."""
    in_file: TournamentSpec | None = None
    """The tournament with all entries of its stored file; None if none is left out."""
    left_out: tuple[LeftOut, ...] = ()
    """Entries of the file that can't run and do not take part."""
    versions: list[StoredVersion] = dataclasses.field(default_factory=list)
    """All program versions that were run, sorted by bot and version."""

    @functools.cached_property
    def titles(self) -> Titles:
        """Maps names of entries, including those left out, to the titles that people read."""
        return Titles(self.in_file or self.spec)

    @property
    def bots(self) -> list[str]:
        """Names of all bots, in order of entry."""
        return [bot.name for bot in self.spec.bots]

    @functools.cached_property
    def total(self) -> int | None:
        """Number of all matches; None if it depends on results, or on who takes part."""
        if self.spec.season is not None:
            return None
        return make_scheduler(self.spec, self.schedule).total

    @property
    def num_voids(self) -> int:
        """Number of void attempts, that is, tries at matches that ended without a result."""
        return sum(attempt.void_cause is not None for attempt in self.attempts)

    @property
    def value(self) -> str | None:
        """Name of the value that parties (teams of bots) are ranked by; None in a table of bots."""
        return PARTY_VALUES.get(self.spec.format)

    @functools.cached_property
    def standings(self) -> list[Standing] | list[PartyStanding]:
        """Lines of the table, best first."""
        return make_standings(self.spec, self.matches)

    @functools.cached_property
    def uneven(self) -> UnevenMatches | None:
        """How unequally often the lines have played; None if places do not depend on that."""
        return uneven_matches(self.spec, self.standings, self.matches)

    @functools.cached_property
    def entrants(self) -> list[str]:
        """Names of a table's lines: each version of a bot has a separate line."""
        return entrants(self.bots, self.matches)

    @functools.cached_property
    def pairings(self) -> list[Pairing]:
        """All pairings that follow from the results so far, in schedule order."""
        return known_pairings(self.spec, self.matches, self.schedule)

    @functools.cached_property
    def sprt(self) -> SprtReport | None:
        """State of the sequential test; None if the tournament has none."""
        return report_sprt(self.spec, self.matches)

    @functools.cached_property
    def stop(self) -> MarginReport | None:
        """State of the stopping rule by precision; None if the tournament has none."""
        return report_margin(self.spec, self.matches)

    @functools.cached_property
    def is_over(self) -> bool:
        """Whether no match is left to play."""
        rules = (self.sprt, self.stop)
        is_decided = any(rule is not None and rule.is_decided for rule in rules)
        return is_decided or is_over(make_scheduler(self.spec, self.schedule), self.matches)

    @functools.cached_property
    def open_blocks(self) -> set[str]:
        """Keys of the blocks (groups of matches on the same dice) that have matches left to play."""
        if self.is_over:
            return set()
        open_ = (pairing for pairing in self.pairings if pairing.number not in self.results)
        return {pairing.block for pairing in open_}

    def shown_seed(self, pairing: Pairing) -> str | None:
        """Return the seed of a match.

        None if it drew separate dice, or shares them with one left to play.
        """
        if pairing.seed is None or not self.schedule.may_reveal(pairing.block, self.open_blocks):
            return None
        return str(pairing.seed)

    @functools.cached_property
    def results(self) -> dict[int, StoredMatch]:
        """Matches with a result, by their number in the schedule."""
        return {match.pairing.number: match for match in self.matches}

    @functools.cached_property
    def attempts_at(self) -> Mapping[int, list[StoredAttempt]]:
        """Attempts at each match, by the match's number.

        Attempts are found by the match's key, which hashes the game's version. That is known from
        results; before the first of them, it is the version under which the keys fit.
        """
        if not self.attempts:
            return {}
        by_key: dict[str, list[StoredAttempt]] = {}
        for attempt in self.attempts:
            by_key.setdefault(attempt.key, []).append(attempt)
        version = max(self.game_versions, default=None) or self._version_of_attempts(by_key)
        if version is None:
            return {}
        found = (
            (pairing.number, by_key.get(order_of(self.spec, pairing, version).key))
            for pairing in self.pairings
        )
        return {number: attempts for number, attempts in found if attempts}

    def _version_of_attempts(self, keys: Collection[str]) -> int | None:
        """Return the game's version under which the first pairings have these match keys; None for none."""
        first = self.pairings[: len(self.bots)]
        versions = (
            version
            for version in range(1, _VERSIONS)
            if any(order_of(self.spec, pairing, version).key in keys for pairing in first)
        )
        return next(versions, None)

    def voids(self) -> Iterator[tuple[int | None, StoredAttempt]]:
        """Yield void attempts (tries without a result), each with the number of its match, in that order.

        The number is None if it is unknown.
        """
        numbers = {
            (attempt.key, attempt.number): number
            for number, attempts in self.attempts_at.items()
            for attempt in attempts
        }
        found = [
            (numbers.get((attempt.key, attempt.number)), attempt)
            for attempt in self.attempts
            if attempt.void_cause is not None
        ]
        yield from sorted(found, key=lambda pair: (pair[0] or 0, pair[1].number))

    def program(self, match: StoredMatch, seat: int) -> StoredVersion | None:
        """Return the version that played a seat of a match; None if that was not recorded."""
        label = match.labels[seat]
        if match.play is None or not match.play.versions:
            return None
        return next((each for each in self.versions if each.label == label), None)

    def replay_path(self, match: StoredMatch) -> Path | None:
        """Return the path of a match's replay; None if another machine has it."""
        return None if match.replay is None else self.folder.path / match.replay


def find_view(where: Path, data: Path | None, store: str | None = None) -> TournamentView:
    """Return everything that is known of a tournament now, by its file as it was when it began.

    Args:
        where: Tournament file or data folder.
        data: Data folder, in place of the file's.
        store: URL of the results, in place of the file's.

    Raises:
        FolderError: There is no such file or folder, or no tournament was begun there.
        SpecError: The file can't be used.
        StoreError: The results can't be read.
        TournamentError: `store` is no URL of a database.
    """
    _, _, folder = find(where, data, store)
    return view_of(folder)


def view_of(folder: DataFolder) -> TournamentView:
    """Return everything that is known of the tournament in a data folder.

    Raises:
        TournamentError: The folder holds no tournament, or it can't be read.
    """
    with contextlib.closing(Store(folder.database)) as opened:
        return read_view(opened, folder)


def read_view(store: Store, folder: DataFolder) -> TournamentView:
    """Read and return everything that is known of a tournament, even while it is being played.

    Args:
        store: Database of the tournament.
        folder: Data folder of the tournament.

    Raises:
        FolderError: No tournament has begun there.
    """
    stored = store.tournament()
    if stored is None:
        raise FolderError(f"there is no tournament in {folder.path}")
    # Results before attempts: an attempt is written before its result is.
    matches = store.matches()
    in_file = parse_spec(stored.source, stored.file)
    if in_file.season is not None:
        # The tables do not say which matches are annulled or unrated: the log does.
        season, _ = season_in(store, folder)
        known = season.matches
        matches = [match for match in matches if known[match.pairing.number - 1].counts]
    spec, left_out = store.entries.taking_part(in_file)
    return TournamentView(
        spec=spec,
        stored=stored,
        folder=folder,
        matches=matches,
        attempts=store.attempts(),
        processes=store.processes(),
        game_versions=store.game_versions(),
        schedule=store.begun_schedule(),
        in_file=in_file,
        left_out=left_out,
        versions=store.programs.versions(),
    )

"""Follows a season that the arena shows, and keeps what its pages show, so that many visitors cost as much as one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from pathlib import Path

from referee.core.errors import RefereeError
from referee_arena.pages.season import SeasonParts, season_parts
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.statics import static_address
from tournaments.reports.match_list import ListedMatch
from tournaments.reports.season.entry import EntryFacts, entry_facts
from tournaments.reports.season.followed import FollowedSeason, News
from tournaments.reports.season.matches import ListedSeasonMatches, list_season, season_view
from tournaments.reports.season.overview import SeasonFacts, season_facts
from tournaments.reports.season.rated import RatedTable
from tournaments.reports.view import TournamentView
from tournaments.spec.errors import TournamentError
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["ShownSeason"]

log = logging.getLogger(__name__)
FRESH_S = 2.0
"""Seconds for which what was read of a season is shown before its log is read on."""
_NOT_READ = "the season can't be read now; try again later"
_NO_ENTRY = "there is no entry of this name"


class ShownSeason:
    """Reads a season that the arena shows, and keeps what its pages show, renewed when it is asked for.

    Args:
        path: Path of the season's page in addresses, such as `/t/1`.
        folder: Data folder of the season.
        has_live: Whether the arena shows live matches.
        is_private: Whether the arena needs a key, which programs that read feeds do not have.
    """

    def __init__(self, path: str, folder: DataFolder, *, has_live: bool, is_private: bool) -> None:
        self.path = path
        """Path of the season's page in addresses, such as `/t/1`."""
        self.folder = folder
        """Data folder of the season."""
        self._has_live = has_live
        self._is_private = is_private
        self._followed = FollowedSeason(folder)
        self._table = RatedTable(self._followed)
        self._facts: SeasonFacts | None = None
        self._parts: SeasonParts | None = None
        self._read_at = 0.0
        self._lock = asyncio.Lock()
        self._renewing: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Wait until the season's table and pages are computed, if that is under way."""
        if self._renewing is not None:
            await asyncio.gather(self._renewing, return_exceptions=True)

    async def facts(self) -> SeasonFacts:
        """Return the season as it was at most `FRESH_S` ago; ratings may be older, see `RatedTable`.

        Raises:
            NotShownError: It could never be read.
        """
        async with self._lock:
            if self._facts is None or time.monotonic() - self._read_at > FRESH_S:
                try:
                    await asyncio.to_thread(self._read)
                except (TournamentError, RefereeError) as error:
                    # The message has paths of this machine.
                    log.warning("a season can't be read: %s", error)
                    if self._facts is None:
                        raise NotShownError(503, _NOT_READ) from None
                self._read_at = time.monotonic()
                if self._table.is_due and self._renewing is None:
                    self._renewing = asyncio.create_task(self._renew())
            assert self._facts is not None, "it was read"
            return self._facts

    async def parts(self) -> SeasonParts:
        """Return the parts of the season's page that change, rendered once for each change.

        Raises:
            NotShownError: The season could never be read.
        """
        facts = await self.facts()
        if self._parts is None or self._parts.facts is not facts:
            self._parts = await asyncio.to_thread(season_parts, facts, self.link)
        return self._parts

    async def entry(self, number: int) -> EntryFacts:
        """Return the entry with this number, in the order of admission, from 1.

        Raises:
            NotShownError: There is no such entry, or the season could never be read.
        """
        await self.facts()
        return await asyncio.to_thread(self._entry_at, number)

    async def entry_named(self, name: str) -> EntryFacts:
        """Return the entry with this name.

        Raises:
            NotShownError: There is no such entry, or the season could never be read.
        """
        await self.facts()
        return await asyncio.to_thread(self._entry, name)

    async def match(self, number: int) -> tuple[TournamentView, ListedMatch]:
        """Return the season as the pages of matches need it, and its match with this number.

        Raises:
            NotShownError: There is no such match, it has no result, or its replay is not in the data folder.
        """
        await self.facts()
        return await asyncio.to_thread(self._match, number)

    async def listed(
        self, *, before: int | None, entry: str | None, most: int
    ) -> ListedSeasonMatches:
        """Return the last matches, the newest first.

        Args:
            before: Number of the match before which they begin; None for the newest ones.
            entry: Name of an entry that had a seat in each; None for all matches.
            most: Highest number of matches.

        Raises:
            NotShownError: There is no such entry, or the season could never be read.
        """
        await self.facts()

        def listed() -> ListedSeasonMatches:
            with self._followed.mutex:
                if entry is not None and entry not in self._followed.state.entries:
                    raise NotShownError(404, _NO_ENTRY)
                matches = self._followed.state.matches
                found = matches if entry is None else self._followed.matches_of(entry)
                if before is not None:
                    found = [match for match in found if match.number < before]
                chosen = found[: -most - 1 : -1]
                return list_season(self._followed, chosen, left=len(found) - len(chosen))

        return await asyncio.to_thread(listed)

    async def news(self) -> list[News]:
        """Return all events of the season that people want to hear of, oldest first.

        Raises:
            NotShownError: The season could never be read.
        """
        await self.facts()
        with self._followed.mutex:
            return list(self._followed.news)

    async def stage_folder(self, number: int) -> Path:
        """Return the data folder of a stage that has begun.

        Args:
            number: Number of the stage, from 1.

        Raises:
            NotShownError: There is no such stage, it has not begun, or nothing of it is written yet.
        """
        facts = await self.facts()
        for stage in facts.stages:
            if stage.number == number and stage.state in ("playing", "over"):
                path = self.folder.stages / stage.name
                # Its programs are started first, which may take a while.
                if not DataFolder(path).exists:
                    raise NotShownError(503, f"stage {stage.name} begins; try again in a minute")
                return path
        raise NotShownError(404, f"there is no stage {number}, or it has not begun")

    def log_lines(self, after: int, most: int) -> list[str]:
        """Return the next lines of the log after the event with this number, at most `most`.

        Raises:
            TournamentError: The results can't be read.
        """
        with contextlib.closing(Store(self.folder.database)) as store:
            return store.events.lines_after(after, most)

    def link(self, what: str, which: str | int = "", /) -> str | None:
        """Return the address of a page or file of the season; None if it does not exist.

        Args:
            what: Kind of the target, such as `match`; see `referee_arena.pages.Link`.
            which: Name or number of the target, if its kind needs one.
        """
        match what:
            case "static":
                return static_address(str(which))
            case "match":
                return f"{self.path}/match/{which}" if self._has_replay(int(which)) else None
            case "live_match":
                return f"/match/{which}" if self._has_live and which else None
            case "bot":
                return self._entry_address(str(which))
            case "matches":
                return f"{self.path}/matches" + (f"?entry={which}" if which else "")
            case "live_api":
                return "/api/matches" if self._has_live else None
            case "feed":
                return None if self._is_private else f"{self.path}/feed.atom"
            case "home":
                return self.path
            case "stage":
                return f"{self.path}/stage/{which}"
            case "live" | "log" | "ladder":
                return f"{self.path}/{what}"
            case _:
                return None

    def _read(self) -> None:
        with self._followed.mutex:
            is_new = self._followed.read()
            if self._table.is_cheap:
                self._table.renew_in()
            facts = season_facts(self._followed, self._table.rows, self._table.event)
        # Kept where nothing has changed, so that nothing is rendered again. Stages of checks are no events.
        if is_new or self._facts is None or facts != self._facts:
            self._facts = facts

    async def _renew(self) -> None:
        try:
            await asyncio.to_thread(self._table.renew)
        except TournamentError as error:
            log.warning("the table of a season can't be computed: %s", error)
        finally:
            self._renewing = None

    def _entry(self, name: str) -> EntryFacts:
        with self._followed.mutex:
            if name not in self._followed.state.entries:
                raise NotShownError(404, _NO_ENTRY)
            return entry_facts(self._followed, self._table.rows, name)

    def _entry_at(self, number: int) -> EntryFacts:
        with self._followed.mutex:
            names = list(self._followed.state.entries)
            if not 1 <= number <= len(names):
                raise NotShownError(404, f"entry must be from 1 to {len(names)}, not {number}")
            return entry_facts(self._followed, self._table.rows, names[number - 1])

    def _match(self, number: int) -> tuple[TournamentView, ListedMatch]:
        with self._followed.mutex:
            matches = self._followed.state.matches
            match = matches[number - 1] if 1 <= number <= len(matches) else None
            if match is None or match.end is None:
                raise NotShownError(404, f"match {number} has not been played, or there is none")
            if not (self.folder.replays / f"{match.match_id}.replay").is_file():
                raise NotShownError(404, f"the replay of match {number} is not in the data folder")
            listed = list_season(self._followed, [match]).matches[0]
            return season_view(self._followed), listed

    def _has_replay(self, number: int) -> bool:
        matches = self._followed.state.matches
        if not 1 <= number <= len(matches) or not matches[number - 1].match_id:
            return False
        return (self.folder.replays / f"{matches[number - 1].match_id}.replay").is_file()

    def _entry_address(self, label: str) -> str | None:
        names = self._followed.numbers
        number = names.get(label) or names.get(label.rpartition("@")[0])
        return None if number is None else f"{self.path}/bot/{number}"

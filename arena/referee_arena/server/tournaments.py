"""Serves the pages of tournaments that the arena shows, and their matches from the replays in their data folders."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from referee.core.errors import RefereeError
from referee_arena.pages.bots import bot_page
from referee_arena.pages.environment import Link, spaced
from referee_arena.pages.front import CupCard, cup_card
from referee_arena.pages.matches import is_withheld, matches_page
from referee_arena.pages.season import season_card
from referee_arena.pages.statistics import statistics_page
from referee_arena.pages.tournament import live_part, tournament_page
from referee_arena.server.archive import Archive
from referee_arena.server.cup_previews import cup_card_picture, cup_preview
from referee_arena.server.inputs import NUMBER
from referee_arena.server.match_pages import LIVE_S
from referee_arena.server.previews import Previews, Wanted
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.season_pages import SeasonPages
from referee_arena.server.shown_season import ShownSeason
from referee_arena.server.statics import static_address
from referee_arena.server.tournament_matches import MatchesOf, TournamentMatches
from referee_arena.server.views import Visitor
from tournaments.reports.match_list import ListedMatch, list_matches
from tournaments.reports.season.followed import find_season_folder
from tournaments.reports.view import TournamentView, find_view
from tournaments.spec.errors import TournamentError

__all__ = ["ShownTournament", "Tournaments"]

Handler = Callable[[Request], Awaitable[Response]]
SeasonHandler = Callable[[Request, ShownSeason], Awaitable[Response]]
FRESH_S = 2.0
"""Seconds for which a tournament that was read is shown before it is read again."""


class ShownTournament:
    """Reads a tournament that the arena shows, and keeps it for `FRESH_S`; also finds addresses of its pages.

    Args:
        number: Number of the tournament in addresses, from 1.
        where: Path of the tournament's file or data folder.
        has_live: Whether the arena shows live matches.
        is_private: Whether all visitors may see what the organizer sees.
    """

    def __init__(self, number: int, where: Path, *, has_live: bool, is_private: bool) -> None:
        self._has_live = has_live
        self._is_private = is_private
        self._watchable: frozenset[str] = frozenset()
        self._replays: frozenset[int] = frozenset()
        self.path = f"/t/{number}"
        """Path of the tournament's page in addresses, such as `/t/1`."""
        self.season_path: str | None = None
        """Of a stage: path of its season's page; None for other tournaments."""
        self._stages: dict[int, ShownTournament] = {}
        self._where = where
        self._view: TournamentView | None = None
        self._read_at = 0.0
        self._lock = asyncio.Lock()
        self._season: ShownSeason | None = None
        self._is_known = False

    async def season(self) -> ShownSeason | None:
        """Return the season that this tournament is; None if it is none.

        Raises:
            NotShownError: There is no tournament at the path, or it could never be read.
        """
        async with self._lock:
            if not self._is_known:
                try:
                    folder = await asyncio.to_thread(find_season_folder, self._where)
                except (TournamentError, RefereeError) as error:
                    raise NotShownError(404, str(error)) from None
                self._is_known = True
                if folder is not None:
                    self._season = ShownSeason(
                        self.path, folder, has_live=self._has_live, is_private=self._is_private
                    )
        return self._season

    async def stage(self, number: int) -> ShownTournament:
        """Return a stage of the season that this is, as a tournament.

        Args:
            number: Number of the stage, from 1.

        Raises:
            NotShownError: This is no season, or it has no such stage that has begun.
        """
        season = await self.season()
        if season is None:
            raise NotShownError(404, "this tournament is no season")
        folder = await season.stage_folder(number)
        shown = self._stages.get(number)
        if shown is None:
            shown = ShownTournament(0, folder, has_live=self._has_live, is_private=self._is_private)
            shown.path, shown.season_path = f"{self.path}/stage/{number}", self.path
            self._stages[number] = shown
        return shown

    async def close(self) -> None:
        """Wait until the season's table and pages are computed, if that is under way; do nothing for other tournaments."""
        if self._season is not None:
            await self._season.close()

    async def view(self) -> TournamentView:
        """Return the tournament as it was at most `FRESH_S` ago.

        Raises:
            NotShownError: There is no tournament at the path, or it could never be read.
        """
        async with self._lock:
            if self._view is None or time.monotonic() - self._read_at > FRESH_S:
                try:
                    await asyncio.to_thread(self._read)
                except (TournamentError, RefereeError) as error:
                    if self._view is None:
                        raise NotShownError(404, str(error)) from None
                self._read_at = time.monotonic()
            assert self._view is not None  # else the read has raised
            return self._view

    def _read(self) -> None:
        """Read the tournament, which of its matches have a replay here, and which live matches visitors may watch."""
        view = find_view(self._where, None)
        listed = list_matches(view)
        self._replays = frozenset(
            each.pairing.number
            for each in listed
            if each.replay is not None and (view.folder.path / each.replay).is_file()
        )
        self._watchable = frozenset(
            each.match_id
            for each in listed
            if each.state == "open" and (self._is_private or not is_withheld(view, each))
        )
        self._view = view

    async def match(self, number: int) -> tuple[TournamentView, ListedMatch]:
        """Return the tournament, and its match with this number.

        Raises:
            NotShownError: There is no such match, it has not been played, or its replay is not in the data folder.
        """
        view = await self.view()
        listed = await asyncio.to_thread(list_matches, view)
        found = next((each for each in listed if each.pairing.number == number), None)
        if found is None or found.end is None:
            raise NotShownError(404, f"match {number} has not been played, or there is none")
        if found.replay is None or not (view.folder.path / found.replay).is_file():
            raise NotShownError(404, f"the replay of match {number} is not in the data folder")
        return view, found

    def link(self, what: str, which: str | int = "", /) -> str | None:
        """Return the address of a page or file of the tournament; None if it does not exist.

        Args:
            what: Kind of the target, such as `match`; see `referee_arena.pages.Link`.
            which: Name or number of the target, if its kind needs one.
        """
        bots = self._view.bots if self._view else []
        if what == "static":
            return static_address(str(which))
        if what == "match":
            return f"{self.path}/match/{which}" if which in self._replays else None
        if what == "live_match":
            return f"/match/{which}" if self._has_live and which in self._watchable else None
        places = {
            "home": self.path,
            "season": self.season_path,
            "live": f"{self.path}/live",
            "live_api": "/api/matches" if self._has_live else None,
            "matches": f"{self.path}/matches",
            "statistics": f"{self.path}/statistics",
        }
        if what == "bot":
            return f"{self.path}/bot/{bots.index(str(which)) + 1}" if which in bots else None
        return places.get(what)


class Tournaments:
    """All tournaments that the arena shows, with the routes of their pages.

    Args:
        paths: Files or data folders of the tournaments.
        visitor: Returns the visitor of a request; raises `NotShownError` if the arena's key is missing.
        archive: Builds histories from replays.
        previews: Renders pictures.
        frames_from: Sources that may frame pages to embed, as `frame-ancestors` takes them.
        has_live: Whether the arena shows live matches.
        is_private: Whether all visitors may see what the organizer sees.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        visitor: Callable[[Request], Visitor],
        archive: Archive,
        previews: Previews,
        *,
        frames_from: str,
        has_live: bool,
        is_private: bool,
    ) -> None:
        self.shown = [
            ShownTournament(number, path, has_live=has_live, is_private=is_private)
            for number, path in enumerate(paths, start=1)
        ]
        """The tournaments, in the order in which their paths were given."""
        self._visitor = visitor
        self._previews = previews
        self._is_private = is_private
        self._seasons = SeasonPages(previews, is_private=is_private)
        self._matches = TournamentMatches(
            self._find_any,
            _shell,
            archive,
            previews,
            frames_from=frames_from,
            is_private=is_private,
        )

    async def cards(self) -> list[CupCard]:
        """Return a card of each tournament for the front page; tournaments that can't be read are left out."""
        found = []
        for shown in self.shown:
            with contextlib.suppress(NotShownError):
                season = await shown.season()
                if season is not None:
                    found.append(season_card(await season.facts(), shown.path))
                    continue
                view = await shown.view()
                found.append(await asyncio.to_thread(cup_card, view, shown.path))
        return found

    async def close(self) -> None:
        """Wait until tables and pages of seasons are computed, as far as that is under way."""
        for shown in self.shown:
            await shown.close()

    def routes(self) -> list[Route]:
        """Return the routes of the tournaments' pages, and of their matches' replays."""
        page = f"/t/{{tournament:{NUMBER}}}"
        stage = f"{page}/stage/{{stage:{NUMBER}}}"
        seasons, api = self._seasons, f"/api{page}/season"
        return [
            *self._routes(page),
            *self._routes(stage),
            Route(f"{page}/ladder", self._either(None, seasons.ladder)),
            Route(f"{page}/feed.atom", self._either(None, seasons.feed)),
            Route(f"{page}/log", self._either(None, seasons.log)),
            Route(api, self._either(None, seasons.facts)),
            Route(f"{api}/{{entry}}", self._either(None, seasons.entry_facts)),
        ]

    def _routes(self, page: str) -> list[Route]:
        """Return the routes that all tournaments have; `page` is the path of a tournament's page."""
        seasons = self._seasons
        return [
            Route(page, self._either(self.page, seasons.page)),
            Route(f"{page}/live", self._either(self.live, seasons.live)),
            Route(f"{page}/matches", self._either(self.matches, seasons.matches)),
            Route(f"{page}/statistics", self.statistics),
            Route(f"{page}/bot/{{bot:{NUMBER}}}", self._either(self.bot, seasons.entry)),
            Route(f"/preview{page}.png", self._either(self.picture, seasons.picture)),
            *self._matches.routes(page),
        ]

    def _either(self, plain: Handler | None, of_season: SeasonHandler) -> Handler:
        """Return a handler that answers by `of_season` for a season, and by `plain` for any other tournament.

        Args:
            plain: Handler for tournaments that are no seasons; None if these have no such page.
            of_season: Handler for seasons.
        """

        async def answer(request: Request) -> Response:
            season = await (await self._find(request)).season()
            if season is not None:
                return await of_season(request, season)
            if plain is None:
                raise NotShownError(404, "this tournament is no season")
            return await plain(request)

        return answer

    async def page(self, request: Request) -> Response:
        """Answer with the page of a tournament: standings, matches that are played now, latest results."""
        shown = await self._find(request)
        view = await shown.view()
        preview = cup_preview(request, view, f"/preview{shown.path}.png")
        html = await asyncio.to_thread(
            tournament_page, view, shown.link, preview=preview, **_shell(view, shown.link)
        )
        return HTMLResponse(html)

    async def picture(self, request: Request) -> Response:
        """Answer with a picture as PNG of a tournament: its name, and its winner, leader or progress."""
        shown = await self._find(request)
        view = await shown.view()
        card = cup_card_picture(view, hides_results=Wanted.of(request).hides_results)
        seconds = None if self._is_private else LIVE_S
        return await self._previews.answer(request, card, (shown.path, card), seconds)

    async def live(self, request: Request) -> Response:
        """Answer with the part of a tournament's page that changes while matches are played."""
        shown = await self._find(request)
        return HTMLResponse(await asyncio.to_thread(live_part, await shown.view(), shown.link))

    async def matches(self, request: Request) -> Response:
        """Answer with the page that lists all matches of a tournament."""
        shown = await self._find(request)
        view = await shown.view()
        html = await asyncio.to_thread(matches_page, view, shown.link, **_shell(view, shown.link))
        return HTMLResponse(html)

    async def statistics(self, request: Request) -> Response:
        """Answer with the page of a tournament's statistics, which a season does not have.

        Raises:
            NotShownError: The tournament is a season: its tables of all pairs could have a million cells.
        """
        shown = await self._find(request)
        if await shown.season() is not None:
            raise NotShownError(404, "a season has no page of statistics: see its ladder")
        view = await shown.view()
        shell = _shell(view, shown.link)
        return HTMLResponse(await asyncio.to_thread(statistics_page, view, shown.link, **shell))

    async def bot(self, request: Request) -> Response:
        """Answer with the page of a bot in a tournament."""
        shown = await self._find(request)
        view = await shown.view()
        number = request.path_params["bot"]
        if not 1 <= number <= len(view.bots):
            raise NotShownError(404, f"bot must be from 1 to {len(view.bots)}, not {number}")
        bot = view.bots[number - 1]
        html = await asyncio.to_thread(bot_page, view, bot, shown.link, **_shell(view, shown.link))
        return HTMLResponse(html)

    async def _find_any(self, request: Request) -> MatchesOf:
        shown = await self._find(request)
        return await shown.season() or shown

    async def _find(self, request: Request) -> ShownTournament:
        self._visitor(request)  # raises for a visitor without the arena's key
        number: int = request.path_params["tournament"]
        if not 1 <= number <= len(self.shown):
            raise NotShownError(
                404, f"this arena shows {len(self.shown)} tournaments, not {number}"
            )
        shown = self.shown[number - 1]
        stage: int | None = request.path_params.get("stage")
        return shown if stage is None else await shown.stage(stage)


def _shell(view: TournamentView, link: Link) -> dict[str, object]:
    season = link("season")
    nav = (
        ("Arena", "/"),
        *([("season", season)] if season else []),
        (spaced(view.spec.name), link("home")),
        ("matches", link("matches")),
        ("statistics", link("statistics")),
    )
    return {"nav": nav}

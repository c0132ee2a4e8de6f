"""Tournaments whose results the arena shows: their pages, and their matches from the replays in their folders."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from referee.core.errors import RefereeError
from referee.core.scene_plain import PlainObject
from referee.replay.frames import Eyes
from referee_arena.pages.bots import bot_page
from referee_arena.pages.environment import Link, environment
from referee_arena.pages.front import CupCard, cup_card
from referee_arena.pages.matches import is_withheld, matches_page
from referee_arena.pages.statistics import statistics_page
from referee_arena.pages.tournament import live_part, tournament_page
from referee_arena.server.archive import Archive
from referee_arena.server.inputs import NUMBER
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.replays import KeptReplay, replay_routes
from referee_arena.server.statics import static_address
from referee_arena.server.views import Visitor, eyes_plain
from tournaments.reports.match_list import ListedMatch, list_matches
from tournaments.reports.view import TournamentView, find_view
from tournaments.spec.errors import TournamentError

__all__ = ["ShownTournament", "Tournaments"]

FRESH_S = 2.0
"""Seconds for which a tournament is shown without reading it again."""


class ShownTournament:
    """One tournament.

    Args:
        number: Its place among those that are shown, from 1.
        where: Path of its file or data folder.
        has_live: Whether the arena shows live matches.
        is_private: Whether all visitors may see what the organizer sees.
    """

    def __init__(self, number: int, where: Path, *, has_live: bool, is_private: bool) -> None:
        self._has_live = has_live
        self._is_private = is_private
        self._watchable: frozenset[str] = frozenset()
        self._replays: frozenset[int] = frozenset()
        self.path = f"/t/{number}"
        """Path of its page."""
        self._where = where
        self._view: TournamentView | None = None
        self._read_at = 0.0
        self._lock = asyncio.Lock()

    async def view(self) -> TournamentView:
        """Return the tournament as it was at most `FRESH_S` ago.

        Raises:
            NotShownError: There is no tournament, or it can't be read.
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
        """Read the tournament, and which of its matches can be opened."""
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
        """Return a match of it.

        Raises:
            NotShownError: There is none of that number, or it has not been played.
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
        """Return an address; see `referee_arena.pages.Link`."""
        bots = self._view.bots if self._view else []
        if what == "static":
            return static_address(str(which))
        if what == "match":
            return f"{self.path}/match/{which}" if which in self._replays else None
        if what == "live_match":
            return f"/match/{which}" if self._has_live and which in self._watchable else None
        places = {
            "home": self.path,
            "live": f"{self.path}/live",
            "live_api": "/api/matches" if self._has_live else None,
            "matches": f"{self.path}/matches",
            "statistics": f"{self.path}/statistics",
        }
        if what == "bot":
            return f"{self.path}/bot/{bots.index(str(which)) + 1}" if which in bots else None
        return places.get(what)


class Tournaments:
    """All tournaments that are shown.

    Args:
        paths: Their files or data folders.
        visitor: Returns the visitor of a request.
        archive: Builds histories from replays.
        has_live: Whether the arena shows live matches.
        is_private: Whether all visitors may see what the organizer sees.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        visitor: Callable[[Request], Visitor],
        archive: Archive,
        *,
        has_live: bool,
        is_private: bool,
    ) -> None:
        self.shown = [
            ShownTournament(number, path, has_live=has_live, is_private=is_private)
            for number, path in enumerate(paths, start=1)
        ]
        """In the order given."""
        self._visitor = visitor
        self._archive = archive

    async def cards(self) -> list[CupCard]:
        """Return all as the front page shows them; tournaments that can't be read are left out."""
        found = []
        for shown in self.shown:
            with contextlib.suppress(NotShownError):
                view = await shown.view()
                found.append(await asyncio.to_thread(cup_card, view, shown.path))
        return found

    def routes(self) -> list[Route]:
        """Return the routes of their pages."""
        page = f"/t/{{tournament:{NUMBER}}}"
        return [
            Route(page, self.page),
            Route(f"{page}/live", self.live),
            Route(f"{page}/matches", self.matches),
            Route(f"{page}/statistics", self.statistics),
            Route(f"{page}/match/{{number:{NUMBER}}}", self.match),
            Route(f"{page}/bot/{{bot:{NUMBER}}}", self.bot),
            *replay_routes(f"/api{page}/{{number:{NUMBER}}}", self.replay, self._archive),
        ]

    async def page(self, request: Request) -> Response:
        """Show standings and the whole report."""
        shown = self._find(request)
        view = await shown.view()
        html = await asyncio.to_thread(
            tournament_page, view, shown.link, **_shell(view, shown.link)
        )
        return HTMLResponse(html)

    async def live(self, request: Request) -> Response:
        """Return the part of the page that changes."""
        shown = self._find(request)
        return HTMLResponse(await asyncio.to_thread(live_part, await shown.view(), shown.link))

    async def matches(self, request: Request) -> Response:
        """List all matches."""
        shown = self._find(request)
        view = await shown.view()
        html = await asyncio.to_thread(matches_page, view, shown.link, **_shell(view, shown.link))
        return HTMLResponse(html)

    async def statistics(self, request: Request) -> Response:
        """Show all statistics."""
        shown = self._find(request)
        view = await shown.view()
        shell = _shell(view, shown.link)
        return HTMLResponse(await asyncio.to_thread(statistics_page, view, shown.link, **shell))

    async def bot(self, request: Request) -> Response:
        """Show a bot."""
        shown = self._find(request)
        view = await shown.view()
        number = request.path_params["bot"]
        if not 1 <= number <= len(view.bots):
            raise NotShownError(404, f"bot must be from 1 to {len(view.bots)}, not {number}")
        bot = view.bots[number - 1]
        html = await asyncio.to_thread(bot_page, view, bot, shown.link, **_shell(view, shown.link))
        return HTMLResponse(html)

    async def match(self, request: Request) -> Response:
        """Show a match from its replay."""
        shown = self._find(request)
        number = request.path_params["number"]
        view, match = await shown.match(number)
        players = list(match.labels)
        eyes = Eyes.of(len(players))
        # Seats and everything show dice that later matches of the block still use.
        if is_withheld(view, match):
            eyes = (Eyes(is_public=True),)
        base = f"/api{shown.path}/{number}"
        page: PlainObject = {
            "page": "match",
            "base": base,
            "live": False,
            "eyes": [eyes_plain(each, players) for each in eyes],
            "links": [{"name": "matches", "href": shown.link("matches")}],
        }
        if not is_withheld(view, match):
            page["file"] = f"{base}/file"
        template = environment().get_template("match.html")
        title = f"match {number} of {view.spec.name}"
        shell = _shell(view, shown.link)
        return HTMLResponse(template.render(title=title, link=shown.link, page=page, **shell))

    async def replay(self, request: Request) -> KeptReplay:
        """Return a match's replay if these eyes may see it.

        Raises:
            NotShownError: They may not, or there is none.
        """
        shown = self._find(request)
        view, match = await shown.match(request.path_params["number"])
        eyes = request.path_params.get("eyes", "all")
        if is_withheld(view, match) and eyes != "public":
            text = "this match shares its dice with others that are still to be played"
            raise NotShownError(403, f"{text}: only what the public sees is shown")
        assert match.replay is not None
        return KeptReplay(view.folder.path / match.replay, len(match.labels))

    def _find(self, request: Request) -> ShownTournament:
        self._visitor(request)  # raises for a visitor without the arena's key
        number: int = request.path_params["tournament"]
        if not 1 <= number <= len(self.shown):
            raise NotShownError(
                404, f"this arena shows {len(self.shown)} tournaments, not {number}"
            )
        return self.shown[number - 1]


def _shell(view: TournamentView, link: Link) -> dict[str, object]:
    nav = (
        ("Arena", "/"),
        (view.spec.name, link("home")),
        ("matches", link("matches")),
        ("statistics", link("statistics")),
    )
    return {"nav": nav}

"""Tournaments whose results the arena shows: their pages, and their matches from the replays in their folders."""

from __future__ import annotations

import asyncio
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
from referee_arena.pages.matches import is_withheld, matches_page
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
    """

    def __init__(self, number: int, where: Path) -> None:
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
                    self._view = await asyncio.to_thread(find_view, self._where, None)
                except (TournamentError, RefereeError) as error:
                    if self._view is None:
                        raise NotShownError(404, str(error)) from None
                self._read_at = time.monotonic()
            return self._view

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
        places = {
            "home": self.path,
            "live": f"{self.path}/live",
            "matches": f"{self.path}/matches",
            "match": f"{self.path}/match/{which}",
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
    """

    def __init__(
        self, paths: Sequence[Path], visitor: Callable[[Request], Visitor], archive: Archive
    ) -> None:
        self.shown = [ShownTournament(number, path) for number, path in enumerate(paths, start=1)]
        """In the order given."""
        self._visitor = visitor
        self._archive = archive

    async def names(self) -> list[tuple[str, str]]:
        """Return name and address of each; tournaments that can't be read are left out."""
        found = []
        for shown in self.shown:
            try:
                found.append(((await shown.view()).spec.name, shown.path))
            except NotShownError:
                continue
        return found

    def routes(self) -> list[Route]:
        """Return the routes of their pages."""
        page = f"/t/{{tournament:{NUMBER}}}"
        return [
            Route(page, self.page),
            Route(f"{page}/live", self.live),
            Route(f"{page}/matches", self.matches),
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
            "source": "http",
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
    nav = (("now playing", "/"), (view.spec.name, link("home")), ("matches", link("matches")))
    return {"nav": nav}

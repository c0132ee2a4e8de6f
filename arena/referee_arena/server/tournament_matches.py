"""Serves matches of tournaments from the replays in data folders: pages, pictures, and pages for other sites."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from referee.core.scene_plain import PlainObject
from referee.replay.frames import Eyes
from referee_arena.pages.environment import Link, environment, spaced
from referee_arena.pages.matches import is_withheld
from referee_arena.pages.tournament import game_title
from referee_arena.scenes.moments import Asked, Moment
from referee_arena.scenes.traced import traced_seats
from referee_arena.server.archive import Archive
from referee_arena.server.embedding import NO_SITE, embed_headers
from referee_arena.server.inputs import NUMBER
from referee_arena.server.match_pages import ENDED_S, LIVE_S, PUBLIC, moment_of_replay
from referee_arena.server.previews import Previews, Wanted, card_of, preview_of
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.replays import KeptReplay, replay_routes
from referee_arena.server.replies import replies_routes
from referee_arena.server.rules import RULES
from referee_arena.server.views import eyes_plain, parsed_eyes
from tournaments.reports.match_list import ListedMatch
from tournaments.reports.page.results import result_sentence
from tournaments.reports.view import TournamentView

__all__ = ["MatchesOf", "TournamentMatches"]


class MatchesOf(Protocol):
    """Interface of a tournament or season for serving its matches: finds a match by number, and addresses."""

    path: str
    """Path of the tournament's page in addresses, such as `/t/1`."""

    async def match(self, number: int) -> tuple[TournamentView, ListedMatch]:
        """Return the tournament, and its match with this number; raise `NotShownError` if the match can't be shown."""

    def link(self, what: str, which: str | int = "", /) -> str | None:
        """Return the address of a page or file of the tournament; None if it does not exist.

        Args:
            what: Kind of the target, such as `match`; see `referee_arena.pages.Link`.
            which: Name or number of the target, if its kind needs one.
        """


class TournamentMatches:
    """Routes and handlers of requests for matches of all tournaments that the arena shows.

    Args:
        find: Returns the tournament that a request names; raises `NotShownError` if there is none.
        shell: Returns the values that all pages of a tournament pass to their template, such as the navigation.
        archive: Builds the frames of a match from its replay.
        previews: Renders pictures.
        frames_from: Sites that may embed the pages for other sites, as a value of `frame-ancestors`.
        is_private: Whether visitors need the arena's key; then pictures must not be cached for other people.
    """

    def __init__(
        self,
        find: Callable[[Request], Awaitable[MatchesOf]],
        shell: Callable[[TournamentView, Link], Mapping[str, object]],
        archive: Archive,
        previews: Previews,
        *,
        frames_from: str,
        is_private: bool,
    ) -> None:
        self._find = find
        self._shell = shell
        self._archive = archive
        self._previews = previews
        self._frames_from = frames_from
        self._is_private = is_private

    def routes(self, page: str) -> list[Route]:
        """Return the routes of matches' pages, pictures, pages for other sites, and replays.

        Args:
            page: Path of a tournament's page, with its route parameter in braces.
        """
        match = f"{page}/match/{{number:{NUMBER}}}"
        return [
            Route(match, self.page),
            Route(f"/embed{match}", self.embedded),
            Route(f"/preview{match}.png", self.picture),
            *replay_routes(f"/api{page}/{{number:{NUMBER}}}", self.replay, self._archive),
            *replies_routes(f"/api{page}/{{number:{NUMBER}}}", self.replay, self._archive),
        ]

    async def page(self, request: Request) -> Response:
        """Answer with the page of a match, whose script loads the match from its replay.

        Raises:
            NotShownError: There is no such match, or no replay of it.
        """
        shown, view, match = await self._found(request)
        players = list(match.labels)
        # Seats and everything show dice that later matches of the block still use.
        eyes = (PUBLIC,) if is_withheld(view, match) else Eyes.of(len(players))
        number = match.pairing.number
        path = f"{shown.path}/match/{number}"
        page = self._page(shown, match, eyes)
        page["links"] = [{"name": "matches", "href": shown.link("matches")}]
        page["share"] = {"embed": "" if self._frames_from == NO_SITE else f"/embed{path}"}
        if not is_withheld(view, match):
            page["file"] = f"{page['base']}/file"
            kept = _kept(view, match)
            if traced := traced_seats(kept.path, kept.num_seats):
                page["replies"] = list(traced)
        wanted = Wanted.of(request)
        finder = self._finder(view, match, wanted)
        preview = await preview_of(
            request,
            wanted,
            picture=f"/preview{path}.png",
            title=game_title(view.spec.game),
            players=[view.titles(name) for name in players],
            text=_sentence(view, match),
            moment_of=finder if wanted.query else None,
        )
        title = f"match {number} of {spaced(view.spec.name)}"
        shell = {**self._shell(view, shown.link), "preview": preview}
        return _html(page, title, shown.link, shell)

    async def embedded(self, request: Request) -> Response:
        """Answer with a page for other sites to embed, which shows a match from the public's point of view.

        Raises:
            NotShownError: There is no such match, or no replay of it.
        """
        shown, view, match = await self._found(request)
        page = self._page(shown, match, (PUBLIC,))
        number = match.pairing.number
        page |= {"view": "embed", "open": f"{shown.path}/match/{number}"}
        html = _html(page, f"match {number} of {spaced(view.spec.name)}", shown.link, {})
        html.headers.update(embed_headers(self._frames_from))
        return html

    async def picture(self, request: Request) -> Response:
        """Answer with a picture of the match as PNG, at the step and from the point of view in the query.

        Raises:
            NotShownError: There is no such match, its replay can't be read, or no picture can be rendered now.
        """
        shown, view, match = await self._found(request)
        wanted = Wanted.of(request)
        moment = await self._finder(view, match, wanted)(wanted.asked)
        eyes = self._eyes(view, match, wanted)
        hides = wanted.hides_results
        key = (shown.path, match.pairing.number, match.match_id, eyes.name, moment.number, hides)
        seconds = LIVE_S if is_withheld(view, match) else ENDED_S
        card = card_of(moment, hides_results=hides)
        allowed = None if self._is_private else seconds
        return await self._previews.answer(request, card, key, allowed)

    async def replay(self, request: Request) -> KeptReplay:
        """Return the replay of the match that a request names.

        Raises:
            NotShownError: There is no replay; or the match shares its dice with matches that are still to be played,
                and the request is not for the public's point of view.
        """
        _, view, match = await self._found(request)
        eyes = request.path_params.get("eyes", "all")
        if is_withheld(view, match) and eyes != "public":
            text = "this match shares its dice with others that are still to be played"
            raise NotShownError(403, f"{text}: only what the public sees is shown")
        return _kept(view, match)

    async def _found(self, request: Request) -> tuple[MatchesOf, TournamentView, ListedMatch]:
        shown = await self._find(request)
        return (shown, *await shown.match(request.path_params["number"]))

    def _page(self, shown: MatchesOf, match: ListedMatch, eyes: tuple[Eyes, ...]) -> PlainObject:
        players = list(match.labels)
        return {
            "page": "match",
            "base": f"/api{shown.path}/{match.pairing.number}",
            "live": False,
            "later": shown.link("static", "later.js"),
            "rules": RULES,
            "eyes": [eyes_plain(each, players) for each in eyes],
        }

    def _eyes(self, view: TournamentView, match: ListedMatch, wanted: Wanted) -> Eyes:
        if not wanted.eyes or is_withheld(view, match):
            return PUBLIC
        try:
            return parsed_eyes(wanted.eyes, len(match.labels))
        except NotShownError:
            return PUBLIC

    def _finder(
        self, view: TournamentView, match: ListedMatch, wanted: Wanted
    ) -> Callable[[Asked], Awaitable[Moment]]:
        eyes = self._eyes(view, match, wanted)

        async def find(asked: Asked) -> Moment:
            return await moment_of_replay(self._archive, _kept(view, match), eyes, asked)

        return find


def _kept(view: TournamentView, match: ListedMatch) -> KeptReplay:
    assert match.replay is not None  # else it was not found
    return KeptReplay(view.folder.path / match.replay, len(match.labels))


def _sentence(view: TournamentView, match: ListedMatch) -> str:
    """Return a sentence on how a match ended; empty if it has no result with placements."""
    if match.end is None or not all(seat.placement for seat in match.end.seats):
        return ""
    names = [view.titles(name) for name in match.labels]
    return "".join(part.text for part in result_sentence(names, match.end.seats))


def _html(page: PlainObject, title: str, link: Link, shell: Mapping[str, object]) -> HTMLResponse:
    template = environment().get_template("match.html")
    return HTMLResponse(template.render(title=title, link=link, page=page, **shell))

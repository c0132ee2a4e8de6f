"""Serves the referee's matches, live or from replays: pages, pictures, and pages that other sites may embed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from gamereferee.v1 import match_pb2
from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee.replay.frames import Eyes
from referee_arena.pages.environment import Link, environment
from referee_arena.scenes.moments import Asked, Moment, built_moment, live_moment
from referee_arena.server.archive import Archive
from referee_arena.server.embedding import NO_SITE, embed_headers
from referee_arena.server.live import match_plain, players_of
from referee_arena.server.previews import Previews, Wanted, card_of, preview_of
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.replays import KeptReplay, RefereeReplays
from referee_arena.server.rules import RULES
from referee_arena.server.views import LiveMatches, Visitor, eyes_plain, parsed_eyes

__all__ = ["ENDED_S", "LIVE_S", "PUBLIC", "MatchPages", "moment_of_replay"]

PUBLIC = Eyes(is_public=True)
"""The point of view of a spectator without any permission: only what everybody may see."""
LIVE_S = 10
"""Seconds for which browsers and caches may keep the picture of a running match."""
ENDED_S = 3600
"""Seconds for which browsers and caches may keep the picture of an ended match."""


class MatchPages:
    """Routes and handlers of requests for matches at a referee.

    Args:
        live: The referee's matches; None for an arena without a referee.
        replays: The replays of the referee's ended matches; None for an arena without a referee.
        archive: Builds the frames of a match from its replay.
        previews: Renders pictures.
        visitor: Returns the visitor of a request; raises `NotShownError` if the arena's key is missing.
        link: Returns addresses of pages.
        frames_from: Sites that may embed the pages for other sites, as a value of `frame-ancestors`.
        problem: Error that every request gets in an arena without a referee.
    """

    def __init__(
        self,
        live: LiveMatches | None,
        replays: RefereeReplays | None,
        archive: Archive,
        previews: Previews,
        *,
        visitor: Callable[[Request], Visitor],
        link: Link,
        frames_from: str,
        problem: NotShownError,
    ) -> None:
        self._live = live
        self._replays = replays
        self._archive = archive
        self._previews = previews
        self._visitor = visitor
        self._link = link
        self._frames_from = frames_from
        self._problem = problem

    def routes(self) -> list[Route]:
        """Return the routes of matches' pages, pictures, and pages for other sites."""
        return [
            Route("/match/{match}", self.page),
            Route("/embed/match/{match}", self.embedded),
            Route("/preview/match/{match}.png", self.picture),
        ]

    async def page(self, request: Request) -> Response:
        """Answer with the page of a match, whose script loads the match live, or from its replay if it has ended.

        Raises:
            NotShownError: The visitor may not see the match, there is none, or the arena has no referee.
        """
        visitor, match = await self._found(request)
        live = self._need_live()
        plain = match_plain(match)
        is_over = match.phase == match_pb2.MATCH_PHASE_ENDED
        eyes = list(Eyes.of(len(match.seats))) if is_over else live.eyes(match, visitor)
        page = self._page(match, eyes)
        page |= {"match": plain, "tokens": "/api/tokens", "share": self._share(match.match_id)}
        if is_over:
            page["file"] = f"{page['base']}/file"
        players = players_of(match)
        wanted = Wanted.of(request)
        # Reading a replay may take seconds, and a page without a moment in its address opens with the end. A match that
        # has not begun has no frame, and the page would wait for one.
        is_running = match.phase == match_pb2.MATCH_PHASE_RUNNING
        reads_frame = is_running or (is_over and bool(wanted.query))
        preview = await preview_of(
            request,
            wanted,
            picture=f"/preview/match/{match.match_id}.png",
            title=str(plain["title"]),
            players=players,
            text=_sentence(plain),
            moment_of=self._finder(match, wanted, visitor) if reads_frame else None,
        )
        title = f"{plain['title']}: {' v '.join(players)}"
        return self._html(page, title=title, preview=preview)

    async def embedded(self, request: Request) -> Response:
        """Answer with a page for other sites to embed, which shows a match from the public's point of view.

        Raises:
            NotShownError: The visitor may not see the match, there is none, or the arena has no referee.
        """
        _, match = await self._found(request)
        page = self._page(match, [PUBLIC])
        page |= {"view": "embed", "open": f"/match/{match.match_id}"}
        html = self._html(page, title=f"{match.game}: {' v '.join(players_of(match))}", nav=())
        html.headers.update(embed_headers(self._frames_from))
        return html

    async def picture(self, request: Request) -> Response:
        """Answer with a picture of the match as PNG, at the step and from the point of view in the query.

        Raises:
            NotShownError: The match can't be shown to the visitor, has no frame yet, or can't be rendered now.
        """
        visitor, match = await self._found(request)
        wanted = Wanted.of(request)
        moment = await self._finder(match, wanted, visitor)(wanted.asked)
        eyes = self._eyes(match, wanted, visitor)
        is_over = match.phase == match_pb2.MATCH_PHASE_ENDED
        is_for_all = not visitor.is_guest and (is_over or eyes == PUBLIC)
        seconds = ENDED_S if is_over else LIVE_S
        hides = wanted.hides_results
        found = (moment.number, moment.history, moment.is_live)
        key = (match.match_id, eyes.name, *found, hides)
        card = card_of(moment, hides_results=hides)
        return await self._previews.answer(request, card, key, seconds if is_for_all else None)

    async def _found(self, request: Request) -> tuple[Visitor, match_pb2.Match]:
        visitor, live = self._visitor(request), self._need_live()
        return visitor, await live.match(request.path_params["match"], visitor)

    def _need_live(self) -> LiveMatches:
        if self._live is None:
            raise self._problem
        return self._live

    def _page(self, match: match_pb2.Match, eyes: list[Eyes]) -> PlainObject:
        is_over = match.phase == match_pb2.MATCH_PHASE_ENDED
        players = players_of(match)
        return {
            "page": "match",
            "base": f"/api/{'replays' if is_over else 'matches'}/{match.match_id}",
            "live": not is_over,
            "later": self._link("static", "later.js"),
            "rules": RULES,
            "eyes": [eyes_plain(each, players) for each in eyes],
        }

    def _share(self, match_id: str) -> PlainObject:
        embed = "" if self._frames_from == NO_SITE else f"/embed/match/{match_id}"
        return {"embed": embed}

    def _eyes(self, match: match_pb2.Match, wanted: Wanted, visitor: Visitor) -> Eyes:
        """Return the point of view that an address asks for if it exists and the visitor may use it, else `PUBLIC`."""
        try:
            eyes = parsed_eyes(wanted.eyes, len(match.seats)) if wanted.eyes else PUBLIC
        except NotShownError:
            return PUBLIC
        if match.phase == match_pb2.MATCH_PHASE_ENDED:
            return eyes
        return eyes if eyes in self._need_live().eyes(match, visitor) else PUBLIC

    def _finder(
        self, match: match_pb2.Match, wanted: Wanted, visitor: Visitor
    ) -> Callable[[Asked], Awaitable[Moment]]:
        eyes = self._eyes(match, wanted, visitor)

        async def find(asked: Asked) -> Moment:
            if match.phase == match_pb2.MATCH_PHASE_ENDED:
                assert self._replays is not None  # as there are matches
                kept = await self._replays.find(match.match_id, visitor)
                return await moment_of_replay(self._archive, kept, eyes, asked)
            stream = await self._need_live().stream(match.match_id, eyes.name, visitor)
            if not stream.history.frames:
                raise NotShownError(503, stream.state or "the match has not begun")
            return live_moment(stream.history, asked, stream.name)

        return find

    def _html(self, page: PlainObject, **values: object) -> HTMLResponse:
        template = environment().get_template("match.html")
        shown = {"nav": (("Arena", "/"),), **values}
        return HTMLResponse(template.render(page=page, link=self._link, **shown))


async def moment_of_replay(archive: Archive, kept: KeptReplay, eyes: Eyes, asked: Asked) -> Moment:
    """Return one frame of a replay, with the game and the players.

    Args:
        archive: Builds the frames of the replay.
        kept: File of the replay.
        eyes: Point of view of the frame.
        asked: Step of the frame.

    Raises:
        NotShownError: The replay can't be shown, such as because its game is not installed.
    """
    built = await archive.find(kept.path, eyes)
    return await asyncio.to_thread(built_moment, built, asked)


def _sentence(plain: PlainObject) -> str:
    """Return the text of the sentence on how a match ended; empty while the match goes on.

    Args:
        plain: The match as plain data for lists.
    """
    parts: Plain = plain.get("sentence", [])
    assert isinstance(parts, list)
    return "".join(str(part[0]) for part in parts if isinstance(part, list))

"""Builds the arena's web application: the routes of its pages and of the requests that their scripts send."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from referee.core.scene_plain import PlainObject
from referee_arena.pages import environment
from referee_arena.pages.front import front_page
from referee_arena.seat.desk import Desk
from referee_arena.seat.routes import PROBLEMS as SEAT_PROBLEMS
from referee_arena.seat.routes import SeatServices
from referee_arena.seat.routes import routes as seat_routes
from referee_arena.server.access import Sessions
from referee_arena.server.archive import Archive
from referee_arena.server.embedding import NO_SITE
from referee_arena.server.front_previews import PICTURE, front_card, front_preview
from referee_arena.server.guard import guarded
from referee_arena.server.inputs import body_of
from referee_arena.server.live import routes
from referee_arena.server.match_pages import LIVE_S, MatchPages
from referee_arena.server.metrics import ArenaMetrics, Counted
from referee_arena.server.previews import Previews, Wanted
from referee_arena.server.referee_link import NotShownError, RefereeLink
from referee_arena.server.replays import KeptReplay, RefereeReplays, replay_routes
from referee_arena.server.rules import rules_route
from referee_arena.server.settings import ArenaSettings
from referee_arena.server.statics import static_address, static_file
from referee_arena.server.submissions import KEYED_PATHS, Submissions
from referee_arena.server.tournaments import Tournaments
from referee_arena.server.views import LiveMatches, Visitor
from referee_client.address import Address

__all__ = ["make_app"]

NO_REFEREE = NotShownError(
    404, "this arena shows no live matches: it was started without --referee"
)

MOST_SMALL = 4096
"""Most bytes of a request's body that holds a key or a token."""


class _Arena:
    """State that the routes of the application share, and the handlers of some of them.

    Args:
        settings: What the arena shows, and to whom.
        folder: Folder for replays that are fetched from the referee.
    """

    def __init__(self, settings: ArenaSettings, folder: Path) -> None:
        self.settings = settings
        self.sessions = Sessions(settings.access_key)
        self.archive = Archive()
        self.previews = previews = Previews()
        frames_from = NO_SITE if settings.is_private else settings.embed_from
        self.tournaments = Tournaments(
            settings.tournaments,
            self.visitor,
            self.archive,
            previews,
            frames_from=frames_from,
            has_live=bool(settings.referee),
            is_private=settings.is_private,
        )
        self.seats: SeatServices | None = None
        self.live: LiveMatches | None = None
        self.replays: RefereeReplays | None = None
        if settings.referee:
            address = Address.parse(settings.referee, settings.ca)
            link = RefereeLink(address, settings.organizer_key)
            self.live = LiveMatches(link, has_key=bool(settings.organizer_key))
            self.replays = RefereeReplays(self.live, folder)
            desk = Desk(settings.referee, ca=settings.ca)
            self.seats = SeatServices(desk, self.sessions, self.live)
        self.pages = MatchPages(
            self.live,
            self.replays,
            self.archive,
            previews,
            visitor=self.visitor,
            link=_link,
            frames_from=frames_from,
            problem=NO_REFEREE,
        )

    async def close(self) -> None:
        if self.seats is not None:
            await self.seats.desk.close()
        if self.live is not None:
            await self.live.close()
        await self.tournaments.close()
        await self.archive.close()

    def visitor(self, request: Request) -> Visitor:
        """Return the visitor that sent a request.

        Raises:
            NotShownError: The visitor does not have the arena's key.
        """
        if not self.sessions.admits(request):
            raise NotShownError(401, "this arena needs its key: open the address it printed")
        return Visitor(self.sessions.find(request), self.settings.is_private)

    def need_live(self) -> LiveMatches:
        if self.live is None:
            raise NO_REFEREE
        return self.live

    # Pages.

    async def now(self, request: Request) -> Response:
        """Answer with the front page: the matches and tournaments that are played now."""
        self.visitor(request)
        cards = await self.tournaments.cards()
        preview = front_preview(request, cards)
        has_live = self.live is not None
        plays = bool(self.sessions.find(request).played)
        nav = (*_NAV, ("your seats", "/seats")) if plays else _NAV
        return HTMLResponse(front_page(cards, _link, has_live=has_live, nav=nav, preview=preview))

    async def picture(self, request: Request) -> Response:
        """Answer with the picture of the front page as PNG."""
        self.visitor(request)
        hides_results = Wanted.of(request).hides_results
        card = front_card(await self.tournaments.cards(), hides_results=hides_results)
        seconds = None if self.settings.is_private else LIVE_S
        return await self.previews.answer(request, card, ("front", card), seconds)

    async def enter_page(self, request: Request) -> Response:
        """Answer with the page that sends the arena's key; its script takes the key from the page's own address."""
        del request
        return _page("enter.html", {"page": "enter", "api": "/api/enter"}, status=401, reason="")

    # Requests of pages.

    async def enter(self, request: Request) -> Response:
        """Check the arena's key in the request's body, admit the browser session, and confirm that in the answer.

        Raises:
            NotShownError: The key is wrong or missing.
        """
        given = (await body_of(request, MOST_SMALL)).get("key")
        if not isinstance(given, str) or not self.sessions.is_key(given):
            raise NotShownError(401, "that is not this arena's key")
        response = JSONResponse({"entered": True})
        self.sessions.begin(request, response).is_admitted = True
        return response

    async def take_token(self, request: Request) -> Response:
        """Check the seat's token in the request's body at the referee, and add it to the browser session.

        The answer names the match and the seat.

        Raises:
            NotShownError: The token is missing, too long or not valid, the visitor does not have the arena's key,
                or the referee does not answer.
        """
        self.visitor(request)
        given = (await body_of(request, MOST_SMALL)).get("token")
        if not isinstance(given, str) or len(given) > 200:
            raise NotShownError(400, "token must be a text of at most 200 characters")
        match_id, seat = await self.need_live().check_token(given)
        response = JSONResponse({"match": match_id, "seat": seat})
        self.sessions.begin(request, response).add_token(given)
        return response

    async def replay(self, request: Request) -> KeptReplay:
        """Return the replay of the match that the request's path names, fetched from the referee if needed."""
        visitor = self.visitor(request)
        if self.replays is None:
            raise NO_REFEREE
        return await self.replays.find(request.path_params["match"], visitor)


def make_app(
    settings: ArenaSettings,
    *,
    is_closing: Callable[[], bool] = lambda: False,
    most_by_caller: int = 128,
    metrics: ArenaMetrics | None = None,
) -> Starlette:
    """Return the arena's web application.

    Args:
        settings: What the arena shows, and to whom.
        is_closing: Function that returns whether the server is shutting down, so that open streams must end.
        most_by_caller: Most requests of a caller behind a trusted proxy that are answered at the same time.
        metrics: Counts requests, streams and lag; None to count nothing.
    """
    keeping = contextlib.ExitStack()
    folder = Path(keeping.enter_context(tempfile.TemporaryDirectory(prefix="arena-")))
    arena = _Arena(settings, folder)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        lag = asyncio.create_task(metrics.measure_lag()) if metrics else None
        with keeping:
            yield
            if lag is not None:
                lag.cancel()
            await arena.close()

    all_routes: list[BaseRoute] = [
        Route("/", arena.now),
        Route(PICTURE, arena.picture),
        *arena.pages.routes(),
        Route("/enter", arena.enter_page),
        Route("/api/enter", arena.enter, methods=["POST"]),
        Route("/api/tokens", arena.take_token, methods=["POST"]),
        *(routes(arena.live, arena.visitor, is_closing) if arena.live else []),
        *replay_routes("/api/replays/{match}", arena.replay, arena.archive),
        *arena.tournaments.routes(),
        *Submissions(settings.tournaments).routes(),
        *(seat_routes(arena.seats, _link, is_closing) if arena.seats else []),
        rules_route(arena.visitor),
        Route("/static/{digest}/{name}", static_file),
    ]
    middleware = guarded(
        settings.hosts_allowed, settings.trusted_proxies, most_by_caller, KEYED_PATHS
    )
    if metrics is not None:
        metrics.name(all_routes)
        if arena.live is not None:
            metrics.follow(arena.live)
        middleware.insert(0, Middleware(Counted, metrics=metrics))
    return Starlette(
        routes=all_routes,
        lifespan=lifespan,
        middleware=middleware,
        exception_handlers={
            NotShownError: _not_shown,
            HTTPException: _http_error,
            **SEAT_PROBLEMS,
        },
    )


def _page(template: str, page: PlainObject, *, status: int = 200, **values: object) -> HTMLResponse:
    html = environment().get_template(template).render(page=page, link=_link, nav=_NAV, **values)
    return HTMLResponse(html, status)


_NAV = (("Arena", "/"),)


def _link(what: str, which: str | int = "", /) -> str | None:
    """Return the address of a page or file on the server; None for other kinds of targets.

    Args:
        what: Kind of the target, `static`, `home` or `match`; see `referee_arena.pages.Link`.
        which: Name of the file, or id of the match.
    """
    if what == "static":
        return static_address(str(which))
    return {"home": "/", "match": f"/match/{which}"}.get(what)


async def _not_shown(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotShownError)
    return _problem(request, error.status, error.text)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _problem(request, error.status_code, error.detail)


def _problem(request: Request, status: int, text: str) -> Response:
    """Return the answer to a failed request: JSON for requests of scripts, else an HTML page."""
    if request.scope["path"].startswith(("/api/", "/static/")) or request.method != "GET":
        return JSONResponse({"error": text}, status)
    if status == 401:
        page: PlainObject = {"page": "enter", "api": "/api/enter"}
        return _page("enter.html", page, status=401, reason=text)
    return _page("not_found.html", {"page": "not_found"}, status=status, reason=text)

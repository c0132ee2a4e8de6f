"""Requests of a seat's page.

`POST /api/seat/enter` exchanges a seat's token for a cookie that scripts can't read; all other requests
need the cookie. A seat is named by an id that is no secret: `GET /api/seat/turn` waits for news of it, `POST
/api/seat/act` answers its turn, `POST /api/seat/say` speaks, `POST /api/seat/resign` gives it up. Paths below
`/api/seat/live` show its match as the seat sees it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from referee.core.errors import FieldError
from referee.core.plain import Plain
from referee_arena.pages import Link, environment
from referee_arena.seat.bot import Person, TurnError
from referee_arena.seat.desk import Desk
from referee_arena.server.access import Sessions
from referee_arena.server.inputs import body_of, whole_number
from referee_arena.server.live import stream_routes
from referee_arena.server.live_streams import LiveStream
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.views import LiveMatches, Visitor

__all__ = ["PROBLEMS", "SeatServices", "routes"]

PATH = "/api/seat"
MOST_VERSION = 10**12
"""Largest version of the state that a request may name."""
WAIT_S = 20.0
"""Most seconds for which a request waits for news."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatServices:
    """Services for seats that people play."""

    desk: Desk
    """The seats."""
    sessions: Sessions
    """Sessions of browsers, with their seats."""
    live: LiveMatches
    """The matches, which pages show between turns."""


def routes(services: SeatServices, link: Link, is_closing: Callable[[], bool]) -> list[Route]:
    """Return the routes for seats.

    Args:
        services: Services for seats.
        link: Returns addresses, for the page.
        is_closing: Whether streams are to end.
    """
    seats = _Seats(services, link)
    return [
        Route("/seat", seats.page),
        Route(f"{PATH}/turn", seats.turn),
        Route(f"{PATH}/enter", seats.enter, methods=["POST"]),
        Route(f"{PATH}/act", seats.act, methods=["POST"]),
        Route(f"{PATH}/say", seats.say, methods=["POST"]),
        Route(f"{PATH}/resign", seats.resign, methods=["POST"]),
        *stream_routes(f"{PATH}/live/{{match}}/{{eyes}}", seats.stream, is_closing),
    ]


class _Seats:
    """Handlers of requests.

    Args:
        services: Services for seats.
        link: Returns addresses.
    """

    def __init__(self, services: SeatServices, link: Link) -> None:
        self._desk, self._sessions, self._live = services.desk, services.sessions, services.live
        self._link = link

    async def page(self, request: Request) -> Response:  # noqa: ARG002
        """Return the page, which is the same for all seats."""
        template = environment().get_template("seat.html")
        page = {"page": "seat", "base": PATH}
        return HTMLResponse(template.render(link=self._link, page=page))

    async def enter(self, request: Request) -> Response:
        """Take the seat of a token."""
        token = _text(await body_of(request), "token")
        seat = await self._desk.enter(token)
        response = JSONResponse({"seat": seat})
        session = self._sessions.begin(request, response)
        session.add_token(token)
        session.played.add(seat)
        return response

    async def stream(self, request: Request) -> LiveStream:
        """Return the live stream of a match for a seat of this browser.

        Raises:
            NotShownError: The seat is none of this browser.
        """
        match_id, eyes = request.path_params["match"], request.path_params["eyes"]
        session = self._sessions.find(request)
        if eyes not in {f"seat-{seat}" for seat in session.tokens.get(match_id, {})}:
            raise _NOT_YOURS
        return await self._live.stream(match_id, eyes, Visitor(session, False, is_player=True))

    async def turn(self, request: Request) -> Response:
        """Return the state that the page shows, once it is newer than the version of the request."""
        person = self._person(request, request.query_params.get("seat", ""))
        after = request.query_params.get("after", "-1")
        version = whole_number("after", after, -1, MOST_VERSION)
        await person.wait(version, WAIT_S)
        return JSONResponse(person.state())

    async def act(self, request: Request) -> Response:
        """Answer a turn."""
        body = await body_of(request)
        person = self._person(request, _text(body, "seat"))
        turn, answers, action = body.get("turn"), body.get("answers"), body.get("action")
        if isinstance(turn, bool) or not isinstance(turn, int):
            raise FieldError("turn", "a whole number", turn)
        for name, value in (("answers", answers), ("action", action)):
            if value is not None and not isinstance(value, dict):
                raise FieldError(name, "an object", value)
        person.answer(turn, answers, action)
        return JSONResponse({"turn": turn})

    async def say(self, request: Request) -> Response:
        """Say something."""
        body = await body_of(request)
        person = self._person(request, _text(body, "seat"))
        person.say(_text(body, "channel"), _text(body, "text"))
        return JSONResponse({})

    async def resign(self, request: Request) -> Response:
        """Give the seat up for good."""
        seat = _text(await body_of(request), "seat")
        self._person(request, seat)
        self._desk.resign(seat)
        return JSONResponse({})

    def _person(self, request: Request, seat: str) -> Person:
        if seat not in self._sessions.find(request).played:
            raise _NOT_YOURS
        person = self._desk.person(seat)
        if person is None:
            raise NotShownError(410, "this seat is not played here any longer")
        return person


_NOT_YOURS = NotShownError(401, "open the seat's address again: this browser holds no seat of it")


async def _bad_field(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, FieldError)
    problem: dict[str, Plain] = {"reason": "FIELD", "text": str(error)}
    problem |= {"field": error.field, "bound": error.bound, "value": repr(error.value)[:200]}
    return JSONResponse({"error": problem}, 422)


async def _bad_time(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, TurnError)
    return JSONResponse({"error": {"reason": error.reason, "text": str(error)}}, 409)


PROBLEMS: Mapping[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
    FieldError: _bad_field,
    TurnError: _bad_time,
}
"""Handlers of errors of a page's requests."""


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise FieldError(name, "a text", value)
    return value

"""HTTP routes of the page on which a person plays a seat.

`POST /api/seat/enter` exchanges a seat's token for a cookie that scripts can't read; all other requests below
`/api/seat` need the cookie, and `GET /seats` lists the seats that it has. A seat is named by an id that is no secret: `GET /api/seat/turn` waits for a change of the
seat's state, `POST /api/seat/act` answers the open turn, `POST /api/seat/say` sends a chat message, `POST
/api/seat/resign` resigns the seat. Paths below `/api/seat/live` stream the match as the seat sees it.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from referee.core.clock import SystemClock
from referee.core.errors import FieldError
from referee.core.plain import Plain
from referee_arena.pages import Link, environment
from referee_arena.seat.bot import Person, TurnError
from referee_arena.seat.desk import Desk, seat_id
from referee_arena.seat.own_seats import own_seat, own_seats_page
from referee_arena.server.access import Sessions
from referee_arena.server.inputs import body_of, whole_number
from referee_arena.server.live import stream_routes
from referee_arena.server.live_streams import LiveStream
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.views import LiveMatches, Visitor

__all__ = ["PROBLEMS", "SeatServices", "routes"]

PATH = "/api/seat"
MOST_VERSION = 10**12
"""Largest version of a seat's state for whose successor a request may wait."""
WAIT_S = 20.0
"""Seconds after which a request that waits for a change of a seat's state is answered with the unchanged state."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatServices:
    """What the routes of seats need: the seats, the browser sessions and the live matches."""

    desk: Desk
    """The seats that people play here."""
    sessions: Sessions
    """Browser sessions; each knows which seats are played from that browser."""
    live: LiveMatches
    """Live streams of the seats' matches, which pages show between turns."""


def routes(services: SeatServices, link: Link, is_closing: Callable[[], bool]) -> list[Route]:
    """Return the routes of the page on which people play seats.

    Args:
        services: The seats, the browser sessions and the live matches.
        link: Returns the addresses of scripts, style sheets and other pages for the page's HTML.
        is_closing: Called regularly while a browser reads a live stream, which ends when this returns True.
    """
    seats = _Seats(services, link)
    return [
        Route("/seat", seats.page),
        Route("/seats", seats.all_seats),
        Route(f"{PATH}/turn", seats.turn),
        Route(f"{PATH}/enter", seats.enter, methods=["POST"]),
        Route(f"{PATH}/act", seats.act, methods=["POST"]),
        Route(f"{PATH}/say", seats.say, methods=["POST"]),
        Route(f"{PATH}/resign", seats.resign, methods=["POST"]),
        *stream_routes(f"{PATH}/live/{{match}}/{{eyes}}", seats.stream, is_closing),
    ]


class _Seats:
    """Handlers of the requests of seats' pages.

    Args:
        services: The seats, the browser sessions and the live matches.
        link: Returns the addresses of scripts, style sheets and other pages for the page's HTML.
    """

    def __init__(self, services: SeatServices, link: Link) -> None:
        self._desk, self._sessions, self._live = services.desk, services.sessions, services.live
        self._link = link

    async def page(self, request: Request) -> Response:  # noqa: ARG002
        """Answer with the page's HTML, which is the same for all seats: its script finds the seat in the address."""
        template = environment().get_template("seat.html")
        page = {"page": "seat", "base": PATH}
        return HTMLResponse(template.render(link=self._link, page=page))

    async def all_seats(self, request: Request) -> Response:
        """Answer with a page that lists the seats played from this browser, the nearest deadline first."""
        session = self._sessions.find(request)
        known = [token for seats in session.tokens.values() for token in seats.values()]
        # As other seats the browser may watch, but does not play them.
        tokens = [token for token in known if seat_id(token) in session.played]
        found = await asyncio.gather(*(own_seat(self._live.link, token) for token in tokens))
        now_s = SystemClock().wall_ns() / 1e9
        return HTMLResponse(own_seats_page(found, now_s, self._link))

    async def enter(self, request: Request) -> Response:
        """Join the seat of the token in the request, and answer with the seat's id and a session cookie.

        Raises:
            NotShownError: The seat can't be joined, or the browser has tokens of too many matches.
            FieldError: The request has no token as text.
        """
        token = _text(await body_of(request), "token")
        seat = await self._desk.enter(token)
        response = JSONResponse({"seat": seat})
        session = self._sessions.begin(request, response)
        session.add_token(token)
        session.played.add(seat)
        return response

    async def stream(self, request: Request) -> LiveStream:
        """Return the live stream of a match from the point of view of a seat that is played from this browser.

        Raises:
            NotShownError: The browser's session has no token of that seat, or the match can't be watched.
        """
        match_id, eyes = request.path_params["match"], request.path_params["eyes"]
        session = self._sessions.find(request)
        if eyes not in {f"seat-{seat}" for seat in session.tokens.get(match_id, {})}:
            raise _NOT_YOURS
        return await self._live.stream(match_id, eyes, Visitor(session, False, is_player=True))

    async def turn(self, request: Request) -> Response:
        """Answer with the seat's state when its version is greater than the parameter `after`, or after `WAIT_S`.

        Raises:
            NotShownError: The seat is not played from this browser, or not kept here any longer.
            FieldError: `after` is no whole number from -1 to `MOST_VERSION`.
        """
        person = self._person(request, request.query_params.get("seat", ""))
        after = request.query_params.get("after", "-1")
        version = whole_number("after", after, -1, MOST_VERSION)
        await person.wait(version, WAIT_S)
        return JSONResponse(person.state())

    async def act(self, request: Request) -> Response:
        """Answer the open turn of a seat by the request's `answers` or `action`, as `Person.answer` describes them.

        Raises:
            NotShownError: The seat is not played from this browser, or not kept here any longer.
            TurnError: The turn is not open.
            FieldError: A field of the request or the answer is invalid.
        """
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
        """Send the chat message in the request from a seat to a channel.

        Raises:
            NotShownError: The seat is not played from this browser, or not kept here any longer.
            TurnError: The seat has had no turn yet, or gets no more.
            FieldError: A field of the request, the channel or the text is invalid.
        """
        body = await body_of(request)
        person = self._person(request, _text(body, "seat"))
        person.say(_text(body, "channel"), _text(body, "text"))
        return JSONResponse({})

    async def resign(self, request: Request) -> Response:
        """Resign the seat that the request names.

        Raises:
            NotShownError: The seat is not played from this browser, or not kept here any longer.
            TurnError: The match has not begun, is over for this seat, or the seat has been resigned already.
        """
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
"""Functions that answer a request which raised an error of this class: status 422 for fields, 409 for turns."""


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise FieldError(name, "a text", value)
    return value

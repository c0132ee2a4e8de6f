"""What a seat's page asks of the server.

`POST /api/seat/enter` exchanges a seat's token for a cookie that scripts can't read; all else goes by that.
A seat is named by an id that is no secret: `GET /api/seat/turn` waits for news of it, `POST /api/seat/act`
answers its turn, `POST /api/seat/say` speaks.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Collection

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from referee.core.errors import FieldError
from referee.core.plain import Plain
from referee_arena.pages import Link, environment
from referee_arena.seat.bot import Person, TurnError
from referee_arena.seat.desk import Desk, EnterError, Session
from referee_arena.seat.guard import LOCAL_HOSTS, GuardError, body_of, check_host, check_origin

__all__ = ["routes"]

PATH = "/api/seat"
"""Where the cookie goes, and nowhere else."""
WAIT_S = 20.0
"""Seconds for which a request waits for news at most."""
_HEADERS = {"Cache-Control": "no-store, private", "Vary": "Cookie"}

Handler = Callable[[Request], Awaitable[Response]]


def routes(desk: Desk, link: Link, *, hosts: Collection[str] | None = LOCAL_HOSTS) -> list[Route]:
    """Return what serves seats.

    Args:
        desk: Where they are played.
        link: Where other things are, for the page.
        hosts: Names by which the server may be addressed, without ports; None if others see to that.
    """
    seats = _Seats(desk, link)
    guarded = functools.partial(_guarded, hosts=hosts)
    return [
        Route("/seat", guarded(seats.page)),
        Route(f"{PATH}/turn", guarded(seats.turn)),
        Route(f"{PATH}/enter", guarded(seats.enter), methods=["POST"]),
        Route(f"{PATH}/act", guarded(seats.act), methods=["POST"]),
        Route(f"{PATH}/say", guarded(seats.say), methods=["POST"]),
    ]


class _Seats:
    """Handlers of requests.

    Args:
        desk: Where seats are played.
        link: Where other things are.
    """

    def __init__(self, desk: Desk, link: Link) -> None:
        self._desk, self._link = desk, link

    async def page(self, request: Request) -> Response:  # noqa: ARG002
        """Return the page, which is the same for all seats."""
        template = environment().get_template("seat.html")
        html = template.render(link=self._link, page={"page": "seat", "base": PATH})
        return HTMLResponse(html, headers=_HEADERS)

    async def enter(self, request: Request) -> Response:
        """Take the seat of a token."""
        token = _text(await body_of(request), "token")
        seat = await self._desk.enter(token)
        secret, session = request.cookies.get(_cookie(request), ""), self._session(request)
        if session is None:
            secret, session = self._desk.new_session()
        session.seats.add(seat)
        response = _json({"seat": seat})
        response.set_cookie(
            _cookie(request),
            secret,
            path=PATH,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return response

    async def turn(self, request: Request) -> Response:
        """Return what the page shows, once it is newer than what it has."""
        person = self._person(request, request.query_params.get("seat", ""))
        after = request.query_params.get("after", "-1")
        if not after.removeprefix("-").isdecimal():
            raise FieldError("after", "a whole number", after)
        await person.wait(int(after), WAIT_S)
        return _json(person.told())

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
        return _json({"turn": turn})

    async def say(self, request: Request) -> Response:
        """Say something."""
        body = await body_of(request)
        person = self._person(request, _text(body, "seat"))
        person.say(_text(body, "channel"), _text(body, "text"))
        return _json({})

    def _session(self, request: Request) -> Session | None:
        return self._desk.session(request.cookies.get(_cookie(request), ""))

    def _person(self, request: Request, seat: str) -> Person:
        session = self._session(request)
        if session is None or seat not in session.seats:
            raise GuardError(401, "open the seat's address again: this browser holds no seat of it")
        person = self._desk.person(seat)
        if person is None:
            raise GuardError(410, "this seat is not played here any longer")
        return person


def _guarded(handler: Handler, *, hosts: Collection[str] | None) -> Handler:
    """Return a handler that is asked only what it may be, and whose refusals are told as JSON."""

    async def handle(request: Request) -> Response:
        try:
            check_host(request, hosts)
            if request.method == "POST":
                check_origin(request)
            return await handler(request)
        except FieldError as error:
            told: dict[str, Plain] = {"reason": "FIELD", "text": str(error)}
            told |= {"field": error.field, "bound": error.bound, "value": repr(error.value)[:200]}
            return _json({"error": told}, 422)
        except TurnError as error:
            return _json({"error": {"reason": error.reason, "text": str(error)}}, 409)
        except (GuardError, EnterError) as error:
            return _json({"error": {"reason": "REFUSED", "text": str(error)}}, error.status)

    return handle


def _json(told: Plain, status: int = 200) -> Response:
    return JSONResponse(told, status, headers=_HEADERS)


def _text(body: dict[str, Plain], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise FieldError(name, "a text", value)
    return value


def _cookie(request: Request) -> str:
    """Return the name of the session's cookie: cookies of one host are shared by its ports."""
    return f"seat-{request.url.port or 'web'}"

"""Sessions of browsers: whether they have the arena's key, which seats' eyes they may use, and which seats they play.

A secret is in the fragment of an address, which browsers do not send to servers. The page posts it once, and from then
on it is kept here: the browser has a cookie that scripts can't read and pages of other sites can't send.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import secrets
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

from referee_arena.server.referee_link import NotShownError

__all__ = ["Session", "Sessions", "digest", "seat_of"]

MOST_SESSIONS = 10_000
"""Most sessions that are kept; beyond that, the one that has been idle the longest is forgotten."""
MOST_MATCHES = 64
"""Most matches in which one session may have seats."""


@dataclasses.dataclass(slots=True)
class Session:
    """One browser."""

    is_admitted: bool = False
    """Whether it has presented the arena's key."""
    tokens: dict[str, dict[int, str]] = dataclasses.field(default_factory=dict)
    """Tokens of the seats whose eyes it may use, by match and seat."""
    played: set[str] = dataclasses.field(default_factory=set)
    """Ids of the seats that are played from it."""

    def add_token(self, token: str) -> None:
        """Allow the eyes of a seat, whose token the referee has accepted.

        Raises:
            NotShownError: It has seats in too many matches.
        """
        match_id, seat = seat_of(token)
        if match_id not in self.tokens and len(self.tokens) >= MOST_MATCHES:
            raise NotShownError(429, f"a browser has at most {MOST_MATCHES} matches with seats")
        self.tokens.setdefault(match_id, {})[seat] = token


class Sessions:
    """Sessions of all browsers.

    Args:
        access_key: The arena's key; empty if it needs none.
    """

    def __init__(self, access_key: str = "") -> None:
        self._key = access_key
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def find(self, request: Request) -> Session:
        """Return the session of a request; if it has none, a new one that is not kept."""
        name = digest(request.cookies.get(_cookie(request), ""))
        session = self._sessions.get(name)
        if session is None:
            return Session()
        self._sessions.move_to_end(name)
        return session

    def admits(self, request: Request) -> bool:
        """Return whether the sender of a request may see anything."""
        return not self._key or self.find(request).is_admitted

    def is_key(self, given: str) -> bool:
        """Return whether this is the arena's key."""
        return bool(self._key) and hmac.compare_digest(given.encode(), self._key.encode())

    def begin(self, request: Request, response: Response) -> Session:
        """Return the session of a request; if it has none, begin one by a cookie in the response."""
        # The name of a cookie that nobody gave out begins no session: a visitor can't choose its own secret.
        name = digest(request.cookies.get(_cookie(request), ""))
        if name in self._sessions:
            return self._sessions[name]
        secret = secrets.token_urlsafe(32)
        session = self._sessions[digest(secret)] = Session()
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        is_https = request.scope["scheme"] == "https"
        response.set_cookie(
            _cookie(request), secret, path="/", httponly=True, samesite="strict", secure=is_https
        )
        return session


def seat_of(token: str) -> tuple[str, int]:
    """Return the match and the seat that a token names; whether it is valid is not checked.

    Raises:
        NotShownError: It is no token of a seat.
    """
    match_id, _, rest = token.partition(".")
    seat = rest.partition(".")[0]
    if not (seat.isascii() and seat.isdigit() and len(seat) < 9):
        raise NotShownError(400, "token must be one of a seat: MATCH.SEAT.SECRET")
    return match_id, int(seat)


def _cookie(request: Request) -> str:
    """Return the name of the cookie, with the port, since all ports of a host share their cookies."""
    try:
        port = request.url.port
    except ValueError:  # no browser asks for such a host, and not every Starlette ignores it
        port = None
    return f"arena-{port or 'web'}"


def digest(secret: str) -> str:
    """Return the digest by which a secret is looked up, so that the time of a look-up reveals nothing of other secrets."""
    return hashlib.sha256(secret.encode()).hexdigest()

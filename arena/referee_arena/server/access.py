"""Sessions of browsers: who has shown the arena's key, whose eyes they may look through, and which seats they play.

A secret comes in the fragment of an address, which no server is sent, is posted once, and lies here from then
on: the browser has a cookie that scripts can't read and other sites' pages can't send.
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
"""Sessions that are kept; then the one that has been idle the longest is forgotten."""
MOST_MATCHES = 64
"""Matches in which one session has seats."""


@dataclasses.dataclass(slots=True)
class Session:
    """One browser."""

    is_admitted: bool = False
    """Whether it has shown the arena's key."""
    tokens: dict[str, dict[int, str]] = dataclasses.field(default_factory=dict)
    """Tokens of the seats whose eyes it may look through, by match and seat."""
    played: set[str] = dataclasses.field(default_factory=set)
    """Ids of the seats that are played from it."""

    def add_token(self, token: str) -> None:
        """Let it look through the eyes of a seat, whose token the referee has taken.

        Raises:
            NotShownError: It has seats in as many matches as may be.
        """
        match_id, seat = seat_of(token)
        if match_id not in self.tokens and len(self.tokens) >= MOST_MATCHES:
            raise NotShownError(429, f"a browser has at most {MOST_MATCHES} matches with seats")
        self.tokens.setdefault(match_id, {})[seat] = token


class Sessions:
    """All of them.

    Args:
        access_key: The arena's key; empty if it needs none.
    """

    def __init__(self, access_key: str = "") -> None:
        self._key = access_key
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def find(self, request: Request) -> Session:
        """Return the session of a request; a new one that is kept nowhere if it has none."""
        name = digest(request.cookies.get(_cookie(request), ""))
        session = self._sessions.get(name)
        if session is None:
            return Session()
        self._sessions.move_to_end(name)
        return session

    def admits(self, request: Request) -> bool:
        """Return whether who asks may see anything."""
        return not self._key or self.find(request).is_admitted

    def is_key(self, given: str) -> bool:
        """Return whether this is the arena's key."""
        return bool(self._key) and hmac.compare_digest(given.encode(), self._key.encode())

    def begin(self, request: Request, response: Response) -> Session:
        """Return the session of a request, begun with its answer if it has none."""
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
    """Return the match and the seat that a token is of, by what it says itself.

    Raises:
        NotShownError: It is no token of a seat.
    """
    match_id, _, rest = token.partition(".")
    seat = rest.partition(".")[0]
    if not (seat.isascii() and seat.isdigit() and len(seat) < 9):
        raise NotShownError(400, "token must be one of a seat: MATCH.SEAT.SECRET")
    return match_id, int(seat)


def _cookie(request: Request) -> str:
    """Return the name of the cookie: cookies of one host are shared by its ports."""
    try:
        port = request.url.port
    except ValueError:  # no browser asks for such a host, and not every Starlette ignores it
        port = None
    return f"arena-{port or 'web'}"


def digest(secret: str) -> str:
    """Return what stands for a secret, so that looking it up tells nothing of others by its time."""
    return hashlib.sha256(secret.encode()).hexdigest()

"""Sessions of browsers: who has shown the arena's key, and which seats' eyes they may look through.

A secret comes in the fragment of an address, which no server is sent, is posted once, and lies here from then
on: the browser has a cookie that scripts can't read and other sites' pages can't send.
"""

from __future__ import annotations

import dataclasses
import hmac
import secrets
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["MOST_TOKENS", "Session", "Sessions"]

COOKIE = "arena"
MOST_SESSIONS = 10_000
"""Sessions that are kept; then the one that has been idle the longest is forgotten."""
MOST_TOKENS = 64
"""Seats of one session."""


@dataclasses.dataclass(slots=True)
class Session:
    """One browser."""

    is_admitted: bool = False
    """Whether it has shown the arena's key."""
    tokens: dict[str, dict[int, str]] = dataclasses.field(default_factory=dict)
    """Seat tokens by match and seat."""


class Sessions:
    """All of them.

    Args:
        access_key: The arena's key; empty if it needs none.
        cookie: Name of the cookie, which is of all ports of a host.
    """

    def __init__(self, access_key: str, cookie: str = COOKIE) -> None:
        self._key = access_key
        self._cookie = cookie
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def find(self, request: Request) -> Session:
        """Return the session of a request; a new one that is kept nowhere if it has none."""
        name = request.cookies.get(self._cookie, "")
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
        name = request.cookies.get(self._cookie, "")
        if name in self._sessions:
            return self._sessions[name]
        name = secrets.token_urlsafe(24)
        session = self._sessions[name] = Session()
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        is_https = request.url.scheme == "https"
        response.set_cookie(
            self._cookie, name, path="/", httponly=True, samesite="strict", secure=is_https
        )
        return session

"""Browser sessions: whether a browser has the arena's key, as which seats it may watch, and which seats it plays.

A key or token is in the fragment of an address, which browsers do not send to servers. The page posts the secret once.
From then on the secret is kept in a session, which the browser names by a cookie; scripts can't read the cookie, and
pages of other sites can't send it.
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
"""Most browser sessions that are kept; with more, the one that has been idle the longest is forgotten."""
MOST_MATCHES = 64
"""Most matches of whose seats one browser session may have tokens."""


@dataclasses.dataclass(slots=True)
class Session:
    """What the arena keeps of one browser: its permissions, tokens and played seats."""

    is_admitted: bool = False
    """Whether the browser has presented the arena's key."""
    tokens: dict[str, dict[int, str]] = dataclasses.field(default_factory=dict)
    """Tokens of the seats from whose point of view the browser may watch, by match id and seat index."""
    played: set[str] = dataclasses.field(default_factory=set)
    """Ids of the seats that a person plays from this browser."""

    def add_token(self, token: str) -> None:
        """Allow the browser to watch as the seat of a token that the referee has accepted.

        Raises:
            NotShownError: The session already has tokens of `MOST_MATCHES` other matches.
        """
        match_id, seat = seat_of(token)
        if match_id not in self.tokens and len(self.tokens) >= MOST_MATCHES:
            raise NotShownError(429, f"a browser has at most {MOST_MATCHES} matches with seats")
        self.tokens.setdefault(match_id, {})[seat] = token


class Sessions:
    """Finds and begins the browser sessions of the arena, which are kept in memory.

    Args:
        access_key: Key that visitors must present; empty if the arena is open to everybody.
    """

    def __init__(self, access_key: str = "") -> None:
        self._key = access_key
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def find(self, request: Request) -> Session:
        """Return the session that a request's cookie names; if there is none, an empty session that is not kept."""
        name = digest(request.cookies.get(_cookie(request), ""))
        session = self._sessions.get(name)
        if session is None:
            return Session()
        self._sessions.move_to_end(name)
        return session

    def admits(self, request: Request) -> bool:
        """Return whether the arena needs no key, or the session of a request has presented it."""
        return not self._key or self.find(request).is_admitted

    def is_key(self, given: str) -> bool:
        """Return whether `given` is the arena's key; False if the arena has none."""
        return bool(self._key) and hmac.compare_digest(given.encode(), self._key.encode())

    def begin(self, request: Request, response: Response) -> Session:
        """Return the session that a request's cookie names; if there is none, begin one and set its cookie."""
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
    """Return the match id and the seat index that a seat's token contains, without checking that the token is valid.

    Raises:
        NotShownError: The text does not have the form of a seat's token, MATCH.SEAT.SECRET.
    """
    match_id, _, rest = token.partition(".")
    seat = rest.partition(".")[0]
    if not (seat.isascii() and seat.isdigit() and len(seat) < 9):
        raise NotShownError(400, "token must be one of a seat: MATCH.SEAT.SECRET")
    return match_id, int(seat)


def _cookie(request: Request) -> str:
    """Return the name of the session cookie; it contains the server's port, since all ports of a host share cookies."""
    try:
        port = request.url.port
    except ValueError:  # no browser asks for such a host, and not every Starlette ignores it
        port = None
    return f"arena-{port or 'web'}"


def digest(secret: str) -> str:
    """Return the SHA-256 of a secret in hexadecimal, used as its key in tables.

    So the time of a look-up reveals nothing about the secrets in the table.
    """
    return hashlib.sha256(secret.encode()).hexdigest()

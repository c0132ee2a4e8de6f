"""Checks host name and origin of every request, and sets security and cache headers of every answer."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, MutableMapping, Sequence
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.core.errors import FieldError
from referee.core.forwarded import Network
from referee_arena.listening.proxied import Proxied
from referee_arena.server.inputs import MOST_BYTES, whole_number

__all__ = ["POLICY", "Guard", "guarded"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Content-Security-Policy of every page: no inline scripts or styles, nothing from other hosts, and no frame of
another page around it.
"""

_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_SAFE = ("GET", "HEAD")
_NO_PATH = re.compile(r"(?!)")


class Guard:
    """ASGI middleware that refuses requests for unknown host names, and changes that other sites' pages request.

    A change is a request that is neither GET nor HEAD; such a request must come from a page of this server, or with a
    key from a program.

    Args:
        app: The application that answers the other requests.
        hosts: Allowed host names, without ports and in lower case; empty to allow any.
        keyed: Pattern of paths to which programs send changes with a key in the header `Authorization`.
    """

    def __init__(
        self, app: ASGIApp, hosts: Collection[str], keyed: re.Pattern[str] = _NO_PATH
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._keyed = keyed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or refuse it if a check fails; add headers to the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _with_headers(send)
        headers = Headers(scope=scope)
        # No page of another site can send this header without our consent, which is never given.
        has_key = bool(self._keyed.fullmatch(scope["path"])) and "authorization" in headers
        problem = self._problem(scope["method"], headers, has_key)
        if problem is not None:
            status, text = problem
            await JSONResponse({"error": text}, status)(scope, receive, answer)
            return
        await self._app(scope, receive, answer)

    def _problem(self, method: str, headers: Headers, has_key: bool) -> tuple[int, str] | None:
        host = headers.get("host", "")
        # Otherwise a page of another name that resolves to this server would have the same origin (DNS rebinding).
        if self._hosts and _name(host) not in self._hosts:
            shown = ", ".join(sorted(self._hosts))
            return 421, f"Host must be one of {shown}, not {host[:100]!r}; see --host"
        if method in _SAFE:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is None and site is None and not has_key:
            return 403, "neither Origin nor Sec-Fetch-Site says where this comes from"
        if site not in {None, "same-origin"}:
            return 403, f"Sec-Fetch-Site must be same-origin, not {site!r:.80}"
        if origin is not None and origin.partition("://")[2] != host:
            return 403, f"Origin must be that of this page, not {origin!r:.100}"
        if has_key:  # how much such a sender may send is known once the key is
            return None
        length = headers.get("content-length", "0")
        try:
            whole_number("content-length", length, 0, MOST_BYTES)
        except FieldError:
            return 413, f"a body has at most {MOST_BYTES} bytes, not {length[:20]}"
        return None


def guarded(
    hosts: Collection[str],
    trusted: Sequence[Network] = (),
    most_by_caller: int = 128,
    keyed: re.Pattern[str] = _NO_PATH,
) -> list[Middleware]:
    """Return the middleware of the arena's application: `Guard`, `Proxied`, and compression of answers.

    Args:
        hosts: Allowed host names; see `Guard`.
        trusted: Addresses of trusted proxies; see `Proxied`.
        most_by_caller: Most requests of one caller behind a proxy that are answered at the same time.
        keyed: Pattern of paths of requests with a key; see `Guard`.
    """
    proxied = Middleware(Proxied, trusted=trusted, most=most_by_caller)
    guard = Middleware(Guard, hosts=hosts, keyed=keyed)
    return [guard, proxied, Middleware(GZipMiddleware, minimum_size=1000)]


def _name(host: str) -> str:
    """Return the host name of a Host header, without its port and in lower case."""
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return name.lower()


def _with_headers(send: Send) -> Callable[[MutableMapping[str, Any]], Awaitable[None]]:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store, private")
            headers.add_vary_header("Cookie")
        await send(message)

    return answer

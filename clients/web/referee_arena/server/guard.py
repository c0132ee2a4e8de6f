"""What every request must have and every answer has: hosts, origins, policies, caches, and what a body may be."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee_arena.server.referee_link import NotShownError

__all__ = ["MOST_BYTES", "POLICY", "Guard", "body_of", "guarded"]

MOST_BYTES = 1_000_000
"""Bytes of a body."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
"""The Content-Security-Policy of every page: nothing inline, nothing of another host."""

_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_SAFE = ("GET", "HEAD")


class Guard:
    """Answers only who calls the server by a name of its own and, to change something, from a page of its own.

    Args:
        app: What answers them.
        hosts: Names that are answered, without ports and in small letters; empty for any.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _with_headers(send)
        problem = self._problem(scope["method"], Headers(scope=scope))
        if problem is not None:
            status, text = problem
            await JSONResponse({"error": text}, status)(scope, receive, answer)
            return
        await self._app(scope, receive, answer)

    def _problem(self, method: str, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        # A page of another name would else be this server's own to the browser (DNS rebinding).
        if self._hosts and _name(host) not in self._hosts:
            shown = ", ".join(sorted(self._hosts))
            return 421, f"Host must be one of {shown}, not {host[:100]!r}; see --host"
        if method in _SAFE:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is None and site is None:
            return 403, "neither Origin nor Sec-Fetch-Site says where this comes from"
        if site not in {None, "same-origin"}:
            return 403, f"Sec-Fetch-Site must be same-origin, not {site!r:.80}"
        if origin is not None and origin.partition("://")[2] != host:
            return 403, f"Origin must be that of this page, not {origin!r:.100}"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return 413, f"a body has at most {MOST_BYTES} bytes, not {length[:20]}"
        return None


def guarded(hosts: Collection[str]) -> list[Middleware]:
    """Return what stands around every application of the arena.

    Args:
        hosts: As of `Guard`.
    """
    return [Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=1000)]


async def body_of(request: Request) -> dict[str, Any]:
    """Return the JSON object that a request brings.

    Raises:
        NotShownError: It is none, or too long.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotShownError(415, f"Content-Type must be application/json, not {kind!r:.80}")
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > MOST_BYTES:
            raise NotShownError(413, f"a body has at most {MOST_BYTES} bytes")
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotShownError(400, f"the body is no JSON: {error}") from None
    if not isinstance(body, dict):
        raise NotShownError(400, f"the body must be a JSON object, not {type(body).__name__}")
    return body


def _name(host: str) -> str:
    """Return a host without its port."""
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

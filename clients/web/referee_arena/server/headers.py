"""What every request must have and every answer has: hosts, origins, policies, caches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee_arena.seat.guard import MOST_BYTES

__all__ = ["POLICY", "Guard"]

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
    """Answers only who calls the arena by a name of its own and, to change something, from a page of its own.

    Args:
        app: What answers them.
        hosts: Values of `Host` that are answered; empty for any. Asked with each request, for a port may
            be known late.
    """

    def __init__(self, app: ASGIApp, hosts: Callable[[], frozenset[str]]) -> None:
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
        hosts = self._hosts()
        if hosts and host not in hosts:
            shown = ", ".join(sorted(hosts))
            return 421, f"Host must be one of {shown}, not {host[:100]!r}; see --host"
        if method in _SAFE:
            return None
        site = headers.get("sec-fetch-site", "same-origin")
        origin = headers.get("origin")
        if site not in ("same-origin", "none") or (
            origin is not None and origin.partition("://")[2] != host
        ):
            return 403, f"Origin must be this arena, not {str(origin)[:100]!r}"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return 413, f"a body has at most {MOST_BYTES} bytes, not {length[:20]}"
        return None


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

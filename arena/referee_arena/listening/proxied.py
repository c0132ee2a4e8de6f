"""Finds the client's address in requests that come through proxies, and limits the requests of one client."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from referee.core.forwarded import Network, caller_address, caller_network, is_trusted

__all__ = ["Proxied"]


class Proxied:
    """ASGI middleware that replaces a trusted proxy's address by the caller's, and limits the caller's requests.

    One connection of a proxy carries requests of many callers, so these can't be limited by connections.

    Args:
        app: The application that answers the requests.
        trusted: Addresses of proxies whose `X-Forwarded-For` is believed.
        most: Most requests of one caller that are answered at the same time.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[Network], most: int) -> None:
        self._app = app
        self._trusted = trusted
        self._most = most
        self._answered: dict[str, int] = {}

    @property
    def num_callers(self) -> int:
        """Number of callers with requests that are being answered."""
        return len(self._answered)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application; answer with status 429 if its caller has too many at the same time."""
        peer = (scope.get("client") or ("", 0))[0]
        is_proxied = is_trusted(peer, self._trusted)
        if scope["type"] != "http" or not (is_proxied or _is_loopback(peer)):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        # Believed from any program on this machine: claiming https only makes the cookie stricter.
        if headers.get("x-forwarded-proto") in ("http", "https"):
            scope = {**scope, "scheme": headers["x-forwarded-proto"]}
        if not is_proxied:
            await self._app(scope, receive, send)
            return
        address = caller_address(peer, ",".join(headers.getlist("x-forwarded-for")), self._trusted)
        await self._count(caller_network(address), {**scope, "client": (address, 0)}, receive, send)

    async def _count(self, caller: str, scope: Scope, receive: Receive, send: Send) -> None:
        answered = self._answered.get(caller, 0)
        if answered >= self._most:
            text = f"{self._most} requests of {caller} are being answered, which is the most"
            await JSONResponse({"error": text}, 429)(scope, receive, send)
            return
        self._answered[caller] = answered + 1
        try:
            await self._app(scope, receive, send)
        finally:
            left = self._answered[caller] - 1
            if left:
                self._answered[caller] = left
            else:
                del self._answered[caller]


def _is_loopback(peer: str) -> bool:
    try:
        return ipaddress.ip_address(peer).is_loopback
    except ValueError:
        return False

"""What a request has to be before its seat is looked at: from our own page, small, and readable."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Collection
from typing import Any

from starlette.requests import Request

from referee.core.errors import FieldError, RefereeError

__all__ = [
    "LOCAL_HOSTS",
    "MOST_BYTES",
    "GuardError",
    "body_of",
    "check_host",
    "check_origin",
    "object_of",
]

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""Names by which a server on this machine is addressed; others may be a stranger's that leads here."""
MOST_BYTES = 1_000_000
"""Bytes of a body."""


class GuardError(RefereeError):
    """A request is refused.

    Args:
        status: The HTTP status that says so.
        text: Why.
    """

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def check_host(request: Request, hosts: Collection[str] | None) -> None:
    """See that a request is addressed to one of our names.

    Args:
        request: The request.
        hosts: Names without ports; None for any.

    Raises:
        GuardError: It is not.
    """
    host = request.headers.get("host", "")
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    if hosts is not None and name.lower() not in hosts:
        raise GuardError(421, f"this server is not called {host!r:.80}")


def check_origin(request: Request) -> None:
    """See that a request that changes something comes from a page of ours.

    Raises:
        GuardError: It does not, or does not say.
    """
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    if origin is None and site is None:
        raise GuardError(403, "neither Origin nor Sec-Fetch-Site says where this comes from")
    if site not in {None, "same-origin"}:
        raise GuardError(403, f"Sec-Fetch-Site must be same-origin, not {site!r:.80}")
    if origin is not None and urllib.parse.urlsplit(origin).netloc != request.headers.get("host"):
        raise GuardError(403, f"Origin must be that of this page, not {origin!r:.80}")


async def body_of(request: Request) -> dict[str, Any]:
    """Return the JSON object that a request brings.

    Raises:
        GuardError: It is none, or too long.
        FieldError: It is JSON, and no object.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise GuardError(415, f"Content-Type must be application/json, not {kind!r:.80}")
    return await object_of(request)


async def object_of(request: Request) -> dict[str, Any]:
    """Return the JSON object that a request brings, whatever it calls it.

    Raises: as `body_of`, but for the type.
    """
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > MOST_BYTES:
            raise GuardError(413, f"a body has at most {MOST_BYTES} bytes")
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise GuardError(400, f"the body is no JSON: {error}") from None
    if not isinstance(body, dict):
        raise FieldError("body", "a JSON object", body)
    return body

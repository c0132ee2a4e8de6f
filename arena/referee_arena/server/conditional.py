"""Answers requests that ask for a document only if it has changed: entity tags and times of change (RFC 9110)."""

from __future__ import annotations

import contextlib
import datetime
import email.utils
import hashlib

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["conditional"]


def conditional(
    request: Request,
    text: str,
    *,
    media_type: str,
    cache: str,
    etag: str | None = None,
    changed: datetime.datetime | None = None,
) -> Response:
    """Return a response with a text, or with status 304 if the client has it.

    Args:
        request: The request; `If-None-Match` takes precedence over `If-Modified-Since`.
        text: The text.
        media_type: Media type of the text.
        cache: Value of the header `Cache-Control`.
        etag: Entity tag of the text; None takes a digest of it.
        changed: Time of the last change, UTC; None if unknown.
    """
    if etag is None:
        etag = f'W/"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'
    headers = {"etag": etag, "cache-control": cache}
    if changed is not None:
        headers["last-modified"] = email.utils.format_datetime(changed, usegmt=True)
    if _has(request, etag, changed):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=media_type, headers=headers)


def _has(request: Request, etag: str, changed: datetime.datetime | None) -> bool:
    given = request.headers.get("if-none-match")
    if given is not None:
        opaque = etag.removeprefix("W/")
        tags = [tag.strip().removeprefix("W/") for tag in given.split(",")]
        return opaque in tags or "*" in tags
    since = request.headers.get("if-modified-since")
    if since is None or changed is None:
        return False
    # Whatever else may be in the header counts as if it were not there.
    with contextlib.suppress(ValueError, TypeError, OverflowError):
        return changed.replace(microsecond=0) <= email.utils.parsedate_to_datetime(since)
    return False

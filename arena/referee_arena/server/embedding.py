"""Which sites may show a match of the arena within their own pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.core.errors import FieldError
from referee_arena.server.guard import POLICY

__all__ = ["ANY_SITE", "NO_SITE", "embed_headers", "embed_sources"]

ANY_SITE = "*"
NO_SITE = "'none'"
"""Value of `frame-ancestors` that allows no site."""
_ORIGIN = re.compile(r"https?://(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?", re.ASCII)


def embed_sources(origins: Sequence[str]) -> str:
    """Return origins as a value of the directive `frame-ancestors` of a Content-Security-Policy.

    Args:
        origins: Origins such as `https://blog.example.org` or `https://*.example.org`; `any` alone for every site,
            `none` alone for none; empty for every site.

    Raises:
        FieldError: One of them is no origin.
    """
    given = [origin.strip().rstrip("/").lower() for origin in origins]
    if given in ([], ["any"]):
        return ANY_SITE
    if given == ["none"]:
        return NO_SITE
    for origin in given:
        if not _ORIGIN.fullmatch(origin):
            form = "an origin such as https://blog.example.org, or any or none alone"
            raise FieldError("embed-from", form, origin)
    return " ".join(given)


def embed_headers(frames_from: str) -> dict[str, str]:
    """Return the headers of a page that other sites may show within their own.

    Args:
        frames_from: Sites that may show the page, as a value of the directive `frame-ancestors`.
    """
    allowed = POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {frames_from}")
    return {
        "content-security-policy": allowed,
        "cross-origin-resource-policy": "cross-origin",
        "cross-origin-opener-policy": "unsafe-none",
    }

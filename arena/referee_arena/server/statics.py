"""Serves scripts and styles at addresses that contain their digest, so that browsers load each version only once."""

from __future__ import annotations

import dataclasses
import functools
import hashlib

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from referee_arena.site.assets import script, styles

__all__ = ["static_address", "static_file"]


@dataclasses.dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    media_type: str
    digest: str


@functools.cache
def _files() -> dict[str, _File]:
    """Return the bundled scripts of pages, without comments, and the style sheets, by file name."""
    entries = {
        "arena.js": "app.js",
        "match.js": "match_app.js",
        "seat.js": "seat_app.js",
        "later.js": "later_app.js",
    }
    scripts = {name: script(entry) for name, entry in entries.items()}
    texts = {name: (text, "text/javascript") for name, text in scripts.items()}
    texts |= {name: (text, "text/css") for name, text in styles().items()}
    return {
        name: _File(text.encode(), kind, hashlib.sha256(text.encode()).hexdigest()[:16])
        for name, (text, kind) in texts.items()
    }


def static_address(name: str) -> str:
    """Return the address of a script or style sheet on the server, such as `/static/0123456789abcdef/arena.js`.

    Raises:
        KeyError: No script or style sheet has this name.
    """
    return f"/static/{_files()[name].digest}/{name}"


async def static_file(request: Request) -> Response:
    """Answer with a script or style sheet; browsers may cache it for a year, since new content has a new address.

    Raises:
        HTTPException: No file has this name and digest.
    """
    file = _files().get(request.path_params["name"])
    if file is None or file.digest != request.path_params["digest"]:
        raise HTTPException(404, "there is no such file")
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(file.content, media_type=file.media_type, headers=headers)

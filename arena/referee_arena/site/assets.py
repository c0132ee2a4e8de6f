"""Scripts, style sheets and Content-Security-Policies for pages that are files."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import markupsafe
import rcssmin

from referee_arena.site.bundle import bundle
from referee_arena.site.errors import BundleError

__all__ = ["POLICY", "inline", "policy_of", "script", "styles"]

_STYLES = ("arena.css", "pages.css", "player.css", "seat.css")

POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' data:;"
    " base-uri 'none'; form-action 'none'"
)
"""Content-Security-Policy of the pages of a site.

To a browser, files have no common origin, so `file:` is allowed in addition to 'self'. A page that was loaded from
the network can't load files anyway.
"""


def policy_of(script: str, style: str) -> str:
    """Return the Content-Security-Policy of a page that is a single file: only this script and style may be used."""
    return (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def inline(text: str) -> markupsafe.Markup:
    """Return a script or style sheet as markup for use inside an HTML script or style element.

    Raises:
        BundleError: The text contains a sequence that would end the element.
    """
    if (found := re.search(r"<!--|</(?:script|style)", text, re.IGNORECASE)) is not None:
        raise BundleError(f"{found[0]} can't be in a page without other files")
    return markupsafe.Markup(text)


def script(entry: str = "site.js") -> str:
    """Return a JavaScript module of the arena, and all modules that it imports, as one classic script.

    Args:
        entry: Path of the module in the folder `static`, such as `site.js`.

    Raises:
        BundleError: `bundle` can't convert a module.
    """
    static = files("referee_arena") / "static"
    sources = {path: file.read_text(encoding="utf-8") for path, file in _modules(static)}
    return bundle(sources, entry)


def styles() -> dict[str, str]:
    """Return the text of each style sheet by file name, without comments and blanks that mean nothing."""
    static = files("referee_arena") / "static"
    texts = {name: (static / name).read_text(encoding="utf-8") for name in _STYLES}
    return {name: rcssmin.cssmin(text) for name, text in texts.items()}


def _modules(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _modules(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".js"):
            yield path + entry.name, entry


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

"""What pages of files need besides: the script of all modules in one, the looks, and what they may load."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import markupsafe

from referee_arena.site.bundle import bundle
from referee_arena.site.errors import BundleError

__all__ = ["POLICY", "inline", "policy_of", "script", "styles"]

_STYLES = ("arena.css", "pages.css", "player.css", "seat.css")

POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' data:;"
    " base-uri 'none'; form-action 'none'"
)
"""Content-Security-Policy of pages in a folder. A browser may take no file for of the page's own origin, so
files are named besides; a page that has come over the network can't load those."""


def policy_of(script: str, style: str) -> str:
    """Return the policy of a page that has all in it: this script and this style run, nothing is loaded."""
    return (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def inline(text: str) -> markupsafe.Markup:
    """Return a script or style as it may stand within its element.

    Raises:
        BundleError: HTML would take a part of it for its own.
    """
    if (found := re.search(r"<!--|</(?:script|style)", text, re.IGNORECASE)) is not None:
        raise BundleError(f"{found[0]} can't stand in a page that has all in it")
    return markupsafe.Markup(text)


def script(entry: str = "site.js") -> str:
    """Return modules as one classic script.

    Args:
        entry: The module that starts; those that it needs are in the script, and no others.

    Raises:
        BundleError: A module is written otherwise than `bundle` understands.
    """
    static = files("referee_arena") / "static"
    sources = {path: file.read_text(encoding="utf-8") for path, file in _modules(static)}
    return bundle(sources, entry)


def styles() -> dict[str, str]:
    """Return the style sheets of a site by their names."""
    static = files("referee_arena") / "static"
    return {name: (static / name).read_text(encoding="utf-8") for name in _STYLES}


def _modules(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _modules(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".js"):
            yield path + entry.name, entry


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

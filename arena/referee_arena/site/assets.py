"""Further parts of pages in files: one script of all modules, the styles, and the policy of what they may load."""

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

_SPARE = re.compile(r"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)
_AROUND = re.compile(r";?\s*([{}])\s*|(?<=[;,])\s+|(?<=[\w)-]:) (?=\S)")
"""Blanks that a browser doesn't need, and the semicolon before a brace that ends a rule."""

POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' data:;"
    " base-uri 'none'; form-action 'none'"
)
"""Content-Security-Policy of pages in a folder. To a browser, files have no common origin, so that `file:` is allowed in
addition to 'self'; a page that was loaded from the network can't load files."""


def policy_of(script: str, style: str) -> str:
    """Return the policy of a page without other files: only this script and this style are used, and nothing is loaded."""
    return (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def inline(text: str) -> markupsafe.Markup:
    """Return a script or style for use within its element.

    Raises:
        BundleError: A part of it would end the element.
    """
    if (found := re.search(r"<!--|</(?:script|style)", text, re.IGNORECASE)) is not None:
        raise BundleError(f"{found[0]} can't be in a page without other files")
    return markupsafe.Markup(text)


def script(entry: str = "site.js") -> str:
    """Return modules as one classic script.

    Args:
        entry: The module that starts. The script has only the modules that it needs.

    Raises:
        BundleError: `bundle` does not understand a module.
    """
    static = files("referee_arena") / "static"
    sources = {path: file.read_text(encoding="utf-8") for path, file in _modules(static)}
    return bundle(sources, entry)


def styles() -> dict[str, str]:
    """Return the style sheets of a site by their names, without indents, comments and most other blanks."""
    static = files("referee_arena") / "static"
    texts = {name: (static / name).read_text(encoding="utf-8") for name in _STYLES}
    return {name: _AROUND.sub(r"\1", _SPARE.sub("", text)) for name, text in texts.items()}


def _modules(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _modules(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".js"):
            yield path + entry.name, entry


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
